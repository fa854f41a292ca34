//! Slides: a few sentences about a range of a run. The next key steps through the range, then shows the next slide.

use crate::deck::DeckState;
use crate::draw::icons;
use crate::page::{Arrival, Overlay, Page};
use crate::present::trail::{Spot, Trail};
use crate::run::cycles::walk;
use leptos::prelude::*;
use model::address::{Address, RunSpec};
use model::present::changes::{changes, changes_of_lesson};
use model::present::slides::{ShownSlide, SlideRun, SlideSource, Slides};
use model::run::pace::Pace;

/// The slide that is shown, with all slides of its lesson or deck.
#[derive(Clone, Debug)]
pub struct Showing {
    pub slides: Slides,
    pub index: usize,
    pub slide: ShownSlide,
}

impl Page {
    /// Returns the slides that can be shown now. Tracked.
    pub fn slides(self) -> Option<Slides> {
        if let Some((SlideSource::Deck, _)) = self.route.slide.get() {
            return Some(DeckState::of(self).shown());
        }
        if self.edits_deck() {
            let deck = DeckState::of(self).deck.get();
            return (!deck.slides.is_empty()).then_some(Slides::Deck(deck));
        }
        let lesson = self.run.spec.with(|view| view.as_ref().map(|view| view.lesson))?;
        (!lesson.slides.is_empty()).then_some(Slides::Lesson(lesson))
    }

    /// Returns the slide that is shown. Tracked.
    pub fn slide_shown(self) -> Option<Showing> {
        let (source, index) = self.route.slide.get()?;
        // A lesson's slides are shown only in that lesson, a deck's only in the deck.
        let slides = self.slides().filter(|slides| slides.source() == source)?;
        let slide = slides.get(index)?;
        Some(Showing { slides, index, slide })
    }

    /// Shows a slide as it is pinned: its kernels, its size, its machine, its panel and its first step.
    pub fn show_slide(self, index: usize) {
        self.show_slide_at(index, |(from, _)| from);
    }

    /// Shows the end of a slide's range.
    fn show_end_of_slide(self, index: usize) {
        self.show_slide_at(index, |(_, to)| to);
    }

    /// Shows a slide as it is pinned, at a press of its range.
    fn show_slide_at(self, index: usize, press: fn((usize, usize)) -> usize) {
        let Some(slide) = untrack(|| self.slides()).and_then(|slides| slides.get(index)) else {
            return;
        };
        match slide.run() {
            Some(run) => {
                let arrival = Arrival::Press(press(run.presses));
                self.show_run((index, &slide), run.view.clone(), run.pace, arrival);
            }
            None => self.show_card(index),
        }
    }

    /// Returns to a place of the presentation.
    fn return_to(self, spot: Spot) {
        let index = spot.slide.1;
        let slide = untrack(|| self.slides()).and_then(|slides| slides.get(index));
        match (spot.view, slide) {
            (Some(view), Some(slide)) => self.show_run((index, &slide), view, spot.pace, spot.arrival),
            (None, Some(_)) => self.show_card(index),
            (_, None) => {}
        }
    }

    /// Shows a slide of words. There is no run meanwhile.
    fn show_card(self, index: usize) {
        self.run.playing.set(false);
        self.run.panel.set(None);
        self.go_to(0);
        self.route.arrival.set_value(None);
        self.route.slide.set(Some((SlideSource::Deck, index)));
        self.run.spec.set(None);
    }

    /// Shows a slide with a view, a step unit and a place that may be others than its own.
    fn show_run(self, (index, slide): (usize, &ShownSlide), view: RunSpec, pace: Pace, arrival: Arrival) {
        let (Some(slides), Some(run)) = (untrack(|| self.slides()), slide.run()) else {
            return;
        };
        let had = self.run.spec.get_untracked();
        self.run.playing.set(false);
        self.run.panel.set(run.panel);
        if let Some(code) = run.code {
            self.show_code_of_slide(code);
        }
        match (pace, arrival) {
            (Pace::Grain(grain), _) => self.step_by(grain),
            (Pace::Cycle, Arrival::Press(press)) => self.step_by_cycle_from(press),
            (Pace::Cycle, Arrival::Step(_) | Arrival::SameMoment) => self.step_by_cycle(),
        }
        self.route.slide.set(Some((slides.source(), index)));
        match &had {
            Some(_) => self.change_view(|spec| *spec = view),
            None => self.run.spec.set(Some(view)),
        }
        let unchanged = self.run.spec.get_untracked().filter(|view| Some(view) == had.as_ref());
        if !unchanged.is_some_and(|view| self.run.first.shows(&view)) {
            // A run in progress starts at this step when it arrives.
            self.route.arrival.set_value(Some(arrival));
            return;
        }
        match arrival {
            Arrival::Press(press) => self.go_to_press(press.min(untrack(|| self.presses()))),
            Arrival::Step(step) => self.go_to(step),
            Arrival::SameMoment => {}
        }
    }

    /// Puts the shown slide on stage, or else the first one.
    pub fn go_on_stage(self) {
        if untrack(|| self.slide_shown()).is_none() {
            self.show_slide(0);
        }
        self.present(true);
    }

    /// Presents the reader's deck, starting with this slide.
    pub fn present_deck(self, index: usize) {
        if untrack(|| DeckState::of(self).shown()).count() > 0 {
            self.route.slide.set(Some((SlideSource::Deck, index)));
            self.show_slide(index);
        }
    }

    /// Presents the shown deck, starting with this slide and, if it is not 0, with this step.
    pub fn present_deck_from(self, (slide, step): (usize, usize)) {
        let last = untrack(|| DeckState::of(self).shown()).count();
        self.present_deck(slide.min(last.saturating_sub(1)));
        if step > 0 {
            self.route.arrival.set_value(Some(Arrival::Step(step)));
        }
    }

    /// Shows the slide `by` places later (negative: earlier), without stepping through the range.
    pub fn turn_slide(self, by: isize) {
        let index = untrack(|| self.slide_shown()).map(|showing| showing.index);
        if let Some(to) = index.and_then(|index| index.checked_add_signed(by)) {
            self.show_slide(to);
        }
    }

    pub fn to_last_slide(self) {
        let count = untrack(|| self.slides()).map_or(0, |slides| slides.count());
        self.show_slide(count.saturating_sub(1));
    }

    /// Returns what differs from the slide or, outside of slides, from the lesson as it opens. Tracked.
    pub fn changes(self) -> Vec<String> {
        let (language, words) = (self.settings.language.get(), self.strings().present());
        let showing = self.slide_shown();
        self.run.spec.with(|spec| {
            let Some(spec) = spec else {
                return Vec::new();
            };
            let changes = match &showing {
                Some(showing) => showing.slide.run().map(|run| changes(&run.view, spec, language)),
                None => Some(changes_of_lesson(spec, language)),
            };
            changes.iter().flatten().map(words.change).collect()
        })
    }

    /// Shows the slide's, or the lesson's, own run again, at the same moment. Leaves the playground for the lesson that the
    /// reader has come from.
    pub fn as_it_was(self) {
        let showing = untrack(|| self.slide_shown());
        match showing.as_ref().map(|showing| showing.slide.run()) {
            Some(Some(run)) => self.change_view(|view| *view = run.view.clone()),
            Some(None) => {}
            None if untrack(|| self.in_playground()) => self.back_to_lesson(),
            None => self.change_view(RunSpec::reset),
        }
    }

    /// Returns to the slide's first step.
    pub fn restart_slide(self) {
        if let Some(showing) = untrack(|| self.slide_shown()) {
            self.show_slide(showing.index);
        }
    }

    /// Returns two flags: the position is before the end of the slide's range, and it is after the start. The range is
    /// counted in the slide's step unit; with any other unit the same positions are compared.
    fn within(self, slide: &ShownSlide) -> (bool, bool) {
        // A slide of words has no steps.
        slide.run().map_or((false, false), |run| self.within_run(run))
    }

    fn within_run(self, slide: &SlideRun) -> (bool, bool) {
        let (from, to) = slide.presses;
        if untrack(|| self.pace()) == slide.pace {
            let press = self.press_now();
            return (press < to, press > from);
        }
        let place = |press| match slide.pace {
            Pace::Grain(grain) => self.run.first.position_of(press, grain),
            Pace::Cycle => {
                let walk = walk(self.run)?;
                Some(walk.timing(0)?.position(walk.cycle_at(press)))
            }
        };
        let position = self.run.position.get_untracked();
        let before_end = place(to).is_some_and(|end| position < end);
        let after_begin = place(from).is_some_and(|begin| position > begin);
        (before_end, after_begin)
    }

    /// Returns the first and last step of the slide's range, if the slide's step unit is in use. Tracked.
    pub fn stretch(self) -> Option<(usize, usize)> {
        let showing = self.slide_shown()?;
        let run = showing.slide.run()?;
        (self.pace() == run.pace).then_some(run.presses)
    }

    /// Returns true if a slide is shown and its range ends after this position.
    pub fn is_before_end_of_slide(self) -> bool {
        let showing = untrack(|| self.slide_shown());
        showing.is_some_and(|showing| self.within(&showing.slide).0)
    }

    /// Returns true if the position is exactly the end of the slide's range.
    pub fn is_at_end_of_slide(self) -> bool {
        let stretch = untrack(|| self.stretch());
        stretch.is_some_and(|(from, to)| from < to && self.press_now() == to)
    }

    /// Goes one step forward; at the end of a slide's range, to the next slide.
    pub fn advance(self) {
        let before = self.spot();
        match untrack(|| self.slide_shown()) {
            Some(showing) if !self.within(&showing.slide).0 || !self.forward() => {
                self.show_slide(showing.index + 1);
            }
            Some(_) => {}
            None => {
                self.forward();
            }
        }
        Trail::of(self).add(before, self.spot());
    }

    /// Goes one step back: undoes the last step forward. If the page has moved in another way since, it goes one step back
    /// in the run; at the start of a slide's range, to the end of the slide before.
    pub fn retreat(self) {
        let before = self.spot().and_then(|here| Trail::of(self).take_back(&here));
        if let Some(before) = before {
            self.return_to(before);
            return;
        }
        match untrack(|| self.slide_shown()) {
            Some(showing) if !self.within(&showing.slide).1 => {
                if let Some(before) = showing.index.checked_sub(1) {
                    self.show_end_of_slide(before);
                }
            }
            _ => {
                self.back();
            }
        }
    }
}

/// A link from a slide of a deck to its lesson, at the shown step.
#[component]
pub fn WalkLink(page: Page) -> impl IntoView {
    let address = move || {
        let view = page.run.spec.get();
        Address {
            view,
            step: page.run.position.get(),
            grain: Some(page.run.grain.get()),
            cycle: page.run.cycles.at.get(),
            panel: page.run.panel.get(),
            language: page.settings.chosen_language.get(),
            theme: page.settings.chosen_theme.get(),
            ..Address::default()
        }
        .write()
    };
    let words = move || page.strings().deck();
    view! {
        <a id="walk" class="button quiet" href=address title=move || words().walk_hint>
            {move || words().walk}
        </a>
    }
}

/// Lists the differences from the slide or from the lesson, with a button that removes them.
#[component]
pub fn Changes(page: Page) -> impl IntoView {
    let list = Memo::new(move |_| page.changes());
    move || {
        let list = list.get();
        (!list.is_empty()).then(|| {
            view! {
                <p class="slide-changes" id="slide-changes" role="status">
                    {list.join(" · ")}
                    " "
                    <AsItWas page=page />
                </p>
            }
        })
    }
}

/// The button that removes what differs.
#[component]
pub fn AsItWas(page: Page) -> impl IntoView {
    let words = move || {
        let words = page.strings().present();
        if page.route.slide.with(Option::is_some) {
            words.as_slide
        } else {
            words.as_lesson
        }
    };
    let changes = move || page.changes().join(" · ");
    view! {
        <button id="as-slide" class="button quiet small" title=changes on:click=move |_| page.as_it_was()>
            {words}
        </button>
    }
}

/// The slide's text, its number, and the buttons to the other slides.
#[component]
pub fn SlideBar(page: Page) -> impl IntoView {
    let notes = RwSignal::new(false);
    move || {
        let showing = page.slide_shown()?;
        let (strings, language) = (page.strings(), page.reads());
        let index = showing.index.to_string();
        let code = page.settings.code_text.get();
        // A slide of words shows its text itself.
        let (is_run, of_deck) = (showing.slide.run().is_some(), showing.slides.is_deck());
        // A deck that is read has none.
        let has_notes = matches!(showing.slides, Slides::Path(_));
        let text = if is_run {
            showing.slide.text_in(language, code).into_owned()
        } else {
            showing.slides.title(language).to_owned()
        };
        let said = showing.slide.notes_in(language, code).into_owned();
        Some(view! {
            <section class="slide" class:of-deck=of_deck id="slide" data-slide=index aria-label=strings.slides>
                <div class="slide-text grow" aria-live="polite">
                    <p>{text}</p>
                    {move || {
                        notes
                            .get()
                            .then(|| {
                                view! {
                                    <p class="slide-notes" id="slide-notes">
                                        {said.clone()}
                                    </p>
                                }
                            })
                    }}
                    <Changes page=page />
                </div>
                {(of_deck && is_run).then(|| view! { <WalkLink page=page /> })}
                {(has_notes || !DeckState::of(page).is_reading())
                    .then(|| {
                        view! {
                            <button
                                id="notes-toggle"
                                class="button quiet"
                                aria-pressed=move || notes.get().to_string()
                                on:click=move |_| notes.update(|on| *on = !*on)
                            >
                                {strings.speaker_notes}
                            </button>
                        }
                    })}
                <SlideButtons page=page showing=showing />
            </section>
        })
    }
}

/// The slide's number, the buttons to the other slides, and the tools of a speaker.
#[component]
pub fn SlideButtons(page: Page, showing: Showing) -> impl IntoView {
    // A new language builds the buttons anew.
    let strings = untrack(|| page.strings());
    let (count, index) = (showing.slides.count(), showing.index);
    let button = |id: &'static str, title: &'static str, icon: &'static str, to: Option<usize>| {
        view! {
            <button
                id=id
                class="round"
                title=title
                aria-label=title
                aria-disabled=to.is_none().to_string()
                on:click=move |_| {
                    if let Some(to) = to {
                        page.show_slide(to)
                    }
                }
            >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d=icon />
                </svg>
            </button>
        }
    };
    let next = (index + 1 < count).then_some(index + 1);
    let presents = move || page.route.presenting.get();
    view! {
        {button("slide-back", strings.slide_back, icons::BACK, index.checked_sub(1))}
        <output class="slide-number" id="slide-number">
            {format!("{} / {count}", index + 1)}
        </output>
        {button("slide-next", strings.slide_next, icons::NEXT, next)}
        <button
            id="speaker-open"
            class="button quiet"
            title=strings.present().speaker
            on:click=move |_| page.open_speaker()
        >
            {strings.present().speaker_word}
        </button>
        <button
            id="overview-open"
            class="button quiet"
            on:click=move |_| page.route.overlay.set(Some(Overlay::Overview))
        >
            {strings.present().overview}
        </button>
        // Off the stage, the header leads there.
        {move || {
            presents()
                .then(|| {
                    view! {
                        <button
                            id="present"
                            class="button quiet"
                            title=strings.full_screen
                            on:click=move |_| page.present(false)
                        >
                            {strings.present().leave}
                        </button>
                    }
                })
        }}
        <button id="slide-close" class="button quiet" on:click=move |_| page.close_slides()>
            {strings.close}
        </button>
    }
    .into_any()
}
