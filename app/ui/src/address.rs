//! Keeps the address bar and the page equal, in both directions.

use crate::deck::DeckState;
use crate::draft::Playground;
use crate::lab::Lab;
use crate::page::preference::{usual_language, usual_theme};
use crate::page::{Arrival, Offer, Page};
use leptos::prelude::*;
use model::address::{Address, Aside, CodeText, RunSpec};
use model::present::slides::SlideSource;
use simt::Grain;
use std::time::Duration;
use wasm_bindgen::JsValue;

/// The shortest time between two writes: browsers refuse more than about a hundred address changes in half a minute.
const SETTLE: Duration = Duration::from_millis(350);

/// Reads the address now and at every change, and writes it when the page changes.
pub fn follow(page: Page) {
    read(page);
    let arrived = StoredValue::new(false);
    for event in ["hashchange", "popstate"] {
        window_event_listener_untyped(event, move |_| {
            if current() != written(page) {
                arrived.set_value(true);
                leave(page);
                read(page);
            }
        });
    }
    let waiting = StoredValue::new(false);
    Effect::new(move |before: Option<(Option<String>, String)>| {
        let place = page.run.spec.with(|view| view.as_ref().map(place));
        page.run.position.track();
        page.run.grain.track();
        page.run.cycles.at.track();
        page.route.slide.track();
        page.route.presenting.track();
        page.run.panel.track();
        page.route.aside.track();
        Lab::of(page).experiment.track();
        page.settings.code_text.track();
        page.settings.chosen_language.track();
        page.settings.chosen_theme.track();
        let address = written(page);
        // If the address itself has led here, the entry exists already.
        let arrived = arrived.try_update_value(std::mem::take).unwrap_or(false);
        // Another lesson or kernel makes a new history entry; a step does not.
        if let Some((last_place, last_address)) = before
            && last_place != place
            && !arrived
            && address != current()
        {
            // "Back" leads to the step that was shown last, which may not have been written yet.
            replace(&last_address);
            write(page, HistoryEntry::New);
        } else if !waiting.get_value() {
            waiting.set_value(true);
            set_timeout(
                move || {
                    waiting.set_value(false);
                    write(page, HistoryEntry::Same);
                },
                SETTLE,
            );
        }
        (place, address)
    });
}

/// Closes what belongs to the place that the reader leaves: dialogs, and sentences that offer nothing to do.
fn leave(page: Page) {
    page.route.overlay.set(None);
    page.run.tip.set(None);
    page.notices
        .update(|notices| notices.retain(|notice| notice.offer != Offer::Nothing));
}

fn place(view: &RunSpec) -> String {
    format!("{}/{}", view.lesson.id, view.kernel.kernel.name)
}

fn current() -> String {
    window().location().hash().unwrap_or_default()
}

/// Returns the address of what is shown.
fn written(page: Page) -> String {
    shown(page).write()
}

/// Returns the address of the animation alone, in the present language and theme. `code` is the playground's compressed
/// draft.
pub fn of_frame(page: Page, code: Option<String>) -> String {
    Address {
        language: Some(page.settings.language.get_untracked()),
        theme: Some(page.settings.theme.get_untracked()),
        slide: None,
        stage: false,
        embed: true,
        code,
        ..shown(page)
    }
    .write()
}

/// Returns the address of the full page with the content of an embedded one.
pub fn whole(page: Page) -> String {
    Address {
        embed: false,
        ..shown(page)
    }
    .write()
}

fn shown(page: Page) -> Address {
    let step = match page.route.arrival.get_value() {
        Some(Arrival::Step(step)) => step,
        Some(Arrival::SameMoment | Arrival::Press(_)) | None => page.run.position.get_untracked(),
    };
    let showing = untrack(|| page.slide_shown());
    // A slide of a deck defines its whole view, so the address needs no view.
    let of_deck = showing.as_ref().is_some_and(|now| now.slides.is_deck());
    Address {
        view: page.run.spec.get_untracked().filter(|_| !of_deck),
        step,
        grain: Some(page.run.grain.get_untracked()),
        cycle: page.run.cycles.at.get_untracked(),
        language: page.settings.chosen_language.get_untracked(),
        theme: page.settings.chosen_theme.get_untracked(),
        slide: showing.map(|showing| showing.index),
        aside: page.route.aside.get_untracked(),
        experiment: Some(Lab::of(page).experiment.get_untracked()),
        press: None,
        panel: page.run.panel.get_untracked(),
        deck: None,
        reading: DeckState::of(page).letters(),
        // WGSL is usual; a run beside the lessons has no twin.
        text: Some(page.settings.code_text.get_untracked())
            .filter(|text| *text == CodeText::Cuda && untrack(|| page.run.spec.with(Option::is_some))),
        stage: page.route.presenting.get_untracked(),
        embed: page.route.embedded.get_untracked(),
        code: page.route.frame_code.get_value(),
    }
}

fn read(page: Page) {
    let (address, nonsense) = Address::read(&current());
    for each in nonsense {
        page.notify(move |strings| (strings.nonsense)(&each));
    }
    page.settings.chosen_language.set(address.language);
    page.settings
        .language
        .set(address.language.unwrap_or_else(usual_language));
    page.settings.chosen_theme.set(address.theme);
    page.settings.theme.set(address.theme.unwrap_or_else(usual_theme));
    page.run.grain.set(address.grain.unwrap_or(address.usual_grain()));
    page.run.cycles.at.set(address.cycle);
    if address.cycle.is_some() {
        page.run.grain.set(Grain::Statement);
    }
    let same_run = page.run.spec.with_untracked(|view| match (view, &address.view) {
        (Some(now), Some(then)) => now.same_run(then),
        (None, None) => true,
        _ => false,
    });
    if same_run && page.run.first.summary.with_untracked(Option::is_some) {
        match address.press {
            Some(press) => page.go_to_press(press),
            None => page.run.position.set(address.step),
        }
    } else {
        let arrival = match address.press {
            Some(press) => Arrival::Press(press),
            None => Arrival::Step(address.step),
        };
        page.route.arrival.set_value(Some(arrival));
    }
    if let Some(text) = address.text {
        page.settings.code_text.set(text);
    }
    page.run.playing.set(false);
    page.run.beyond.set(0);
    page.run.panel.set(address.panel);
    page.route.embedded.set(address.embed);
    // Full screen ends by its own key, and not by a link.
    if address.stage {
        page.route.presenting.set(true);
    }
    page.route.aside.set(address.aside);
    if let Some(experiment) = address.experiment {
        // A run under way goes on with its own.
        Lab::of(page).experiment.set(experiment);
    }
    if let Some(letters) = address.code {
        page.route.frame_code.set_value(address.embed.then(|| letters.clone()));
        Playground::of(page).pending_link.set(Some((letters, address.step)));
    }
    // A link with only a slide shows that slide's settings. A link with more shows what its author saw.
    let opened = address
        .view
        .as_ref()
        .map(|view| view.lesson)
        .and_then(RunSpec::of_lesson);
    let alone = address.step == 0 && address.view == opened;
    let lesson = address.view.as_ref().map(|view| view.lesson.id);
    let slide = lesson.map(SlideSource::Lesson).zip(address.slide);
    page.run.spec.set(address.view);
    page.route.slide.set(slide);
    if address.aside != Some(Aside::Deck) {
        DeckState::of(page).close_reading();
    }
    if let Some(packed) = address.deck {
        page.open_deck_link(packed);
    } else if let Some(letters) = address.reading {
        let place = (address.slide.unwrap_or(0), address.step);
        page.read_deck(letters, place);
    } else if let (Some(Aside::Deck), Some(slide)) = (address.aside, address.slide) {
        page.present_deck_from((slide, address.step));
    }
    if let (Some((_, slide)), true) = (slide, alone) {
        page.show_slide(slide);
    }
}

/// Writes an address into the present entry of the history.
fn replace(address: &str) {
    if let Ok(history) = window().history() {
        // If the browser refuses (too many changes), the entry keeps an older step.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(address));
    }
}

enum HistoryEntry {
    New,
    Same,
}

fn write(page: Page, entry: HistoryEntry) {
    let address = written(page);
    if address == current() || (address == "#/" && current().is_empty()) {
        return;
    }
    match entry {
        HistoryEntry::Same => replace(&address),
        HistoryEntry::New => {
            if let Ok(history) = window().history() {
                // If the browser refuses, the place has no entry of its own.
                let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&address));
            }
        }
    }
}
