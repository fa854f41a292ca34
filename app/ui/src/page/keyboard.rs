//! Keys, as presenters and players have them; silent while someone types.

use crate::page::state::{Overlay, Page, SPEEDS};
use leptos::ev;
use leptos::prelude::*;
use simt::Grain;
use wasm_bindgen::JsCast;

pub fn listen(page: Page) {
    // Browsers leave full screen in ways of their own.
    window_event_listener_untyped("fullscreenchange", move |_| {
        if document().fullscreen_element().is_none() {
            page.presenting.set(false);
        }
    });
    window_event_listener(ev::click, |event| release_clicked(&event));
    window_event_listener(ev::keydown, move |event| {
        if event.is_composing() || event.ctrl_key() || event.meta_key() {
            return;
        }
        if event.alt_key() {
            // The presenter's way past the steps of a slide.
            let by = match event.key().as_str() {
                "ArrowRight" => 1,
                "ArrowLeft" => -1,
                _ => return,
            };
            if page.keys_on.get_untracked() && !takes_text(&event) && page.turn_slide(by) {
                event.prevent_default();
            }
            return;
        }
        if event.key() == "Escape" && page.presenting.get_untracked() {
            page.present(false);
        }
        if event.key() == "Escape" && page.overlay.get_untracked().is_some() {
            page.overlay.set(None);
            event.prevent_default();
            return;
        }
        if !page.keys_on.get_untracked()
            || takes_text(&event)
            || matches!(
                page.overlay.get_untracked(),
                Some(Overlay::Help | Overlay::Times | Overlay::Glossary | Overlay::Why(_))
            )
        {
            return;
        }
        let key = event.key();
        // A focused button does its own thing with these two.
        let on_button = matches!(key.as_str(), " " | "Enter") && is_button(&event);
        if !on_button
            && (everywhere(page, &key) || (untrack(|| page.shows_run()) && in_lesson(page, &key)))
        {
            event.prevent_default();
        }
    });
}

fn everywhere(page: Page, key: &str) -> bool {
    match key {
        "d" | "D" => page.overlay.set(Some(Overlay::Glossary)),
        "?" => page.overlay.set(Some(Overlay::Help)),
        "t" | "T" => page.choose_theme(page.theme.get_untracked().next()),
        "f" | "F" => page.present(!page.presenting.get_untracked()),
        _ => return false,
    }
    true
}

fn in_lesson(page: Page, key: &str) -> bool {
    let stop = || page.playing.set(false);
    match key {
        "ArrowRight" | "n" | "N" | "PageDown" | "F10" => {
            stop();
            page.advance();
        }
        "ArrowLeft" | "p" | "P" | "PageUp" => {
            stop();
            page.retreat();
        }
        "Home" | "r" | "R" => {
            stop();
            page.go_to(0);
        }
        "End" => {
            stop();
            page.to_end();
        }
        " " => page.toggle_play(),
        "+" | "=" => page.faster(),
        "-" | "_" => page.slower(),
        "1" => page.grain.set(Grain::Warp),
        "2" => page.grain.set(Grain::Statement),
        "3" => page.grain.set(Grain::Iteration),
        "4" => page.grain.set(Grain::Barrier),
        _ => return false,
    }
    true
}

impl Page {
    /// Plays from here, or from the start where the end has been reached.
    pub fn toggle_play(self) {
        if self.playing.get_untracked() {
            self.playing.set(false);
            return;
        }
        if untrack(|| self.press_shown() >= self.presses()) {
            self.go_to(0);
        }
        self.playing.set(true);
    }

    /// Full screen or not; a slide then takes the place of header and strip.
    pub fn present(self, on: bool) {
        self.presenting.set(on);
        let document = document();
        if !on {
            document.exit_fullscreen();
        } else if let Some(root) = document.document_element() {
            // Where full screen is forbidden (an embedded page) the slide grows in its place.
            let _ = root.request_fullscreen();
        }
    }

    pub fn faster(self) {
        self.speed
            .update(|speed| *speed = (*speed + 1).min(SPEEDS.len() - 1));
    }

    pub fn slower(self) {
        self.speed.update(|speed| *speed = speed.saturating_sub(1));
    }
}

/// The link at the very top of the page leads here.
pub fn focus_player(event: web_sys::MouseEvent) {
    event.prevent_default();
    let next = document()
        .get_element_by_id("next")
        .and_then(|next| next.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(next) = next {
        // A browser that refuses leaves the focus where it was.
        let _ = next.focus();
    }
}

fn tag_of(event: &web_sys::KeyboardEvent) -> Option<(String, web_sys::Element)> {
    let element: web_sys::Element = event.target()?.dyn_into().ok()?;
    Some((element.tag_name(), element))
}

fn takes_text(event: &web_sys::KeyboardEvent) -> bool {
    let Some((tag, element)) = tag_of(event) else {
        return false;
    };
    match tag.as_str() {
        "TEXTAREA" | "SELECT" => true,
        // The slider takes arrows to mean what they mean here.
        "INPUT" => !matches!(
            element.get_attribute("type").as_deref(),
            Some("range" | "checkbox" | "button")
        ),
        _ => element
            .get_attribute("contenteditable")
            .is_some_and(|editable| editable != "false"),
    }
}

fn is_button(event: &web_sys::KeyboardEvent) -> bool {
    tag_of(event)
        .is_some_and(|(tag, _)| matches!(tag.as_str(), "BUTTON" | "A" | "SUMMARY" | "INPUT"))
}

/// A button that was clicked gives the focus back: Space then plays and does not press the same button again. One that
/// was reached by keyboard keeps it.
fn release_clicked(event: &web_sys::MouseEvent) {
    let by_pointer = event.detail() > 0;
    let focused = document()
        .active_element()
        .and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(button) = focused.filter(|element| by_pointer && element.tag_name() == "BUTTON") {
        // A browser that refuses leaves the focus where it was.
        let _ = button.blur();
    }
}
