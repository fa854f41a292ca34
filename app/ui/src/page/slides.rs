//! Slides: a few sentences over a stretch of a run. The next key walks the stretch, then turns the page.

use crate::page::icons;
use crate::page::state::{Arrival, Page};
use leptos::prelude::*;
use lessons::{Lesson, Slide};
use simt::Machine;

impl Page {
    /// The lesson's slides, and which of them is shown; tracked.
    pub fn slide_shown(self) -> Option<(&'static Lesson, usize, &'static Slide)> {
        let (id, index) = self.slide.get()?;
        let lesson = self
            .view
            .with(|view| view.as_ref().map(|view| view.lesson))?;
        // Slides belong to their lesson.
        (lesson.id == id).then_some((lesson, index, lesson.slides.get(index)?))
    }

    /// Shows a slide: its kernels, its size, its panel, the press it begins with.
    pub fn show_slide(self, index: usize) {
        let Some(lesson) = self
            .view
            .with_untracked(|view| view.as_ref().map(|view| view.lesson))
        else {
            return;
        };
        let Some(slide) = lesson.slides.get(index) else {
            return;
        };
        let mut kernels = slide
            .pin
            .kernels
            .iter()
            .filter_map(|&place| lesson.kernels.get(place).copied());
        let kernel = kernels.next();
        self.playing.set(false);
        self.panel.set(slide.pin.panel);
        self.grain.set(slide.pin.grain);
        let before = untrack(|| self.slide_shown()).map(|(_, _, slide)| slide);
        let (from, _) = slide.pin.presses;
        self.slide.set(Some((lesson.id, index)));
        let had = self.view.get_untracked();
        self.change_view(|view| {
            let pinned = slide.pin.machine.and_then(Machine::by_id);
            match pinned {
                Some(machine) => view.machine = machine,
                // A slide's own machine goes with it.
                None if before.is_some_and(|before| before.pin.machine.is_some()) => {
                    view.machine = Machine::default();
                }
                None => {}
            }
            if let Some(kernel) = kernel {
                view.kernel = kernel;
                view.beside = kernels.collect();
            }
            view.size = view
                .kernel
                .task
                .nearest(slide.pin.size.unwrap_or(lesson.size));
            view.workgroup = 0;
        });
        if self.view.get_untracked() == had {
            self.go_to_press(from);
        } else {
            self.arrival.set_value(Some(Arrival::Press(from)));
        }
    }

    /// To the slide after or before, past the presses between; false where no slide is shown.
    pub fn turn_slide(self, by: isize) -> bool {
        let Some((_, index, _)) = untrack(|| self.slide_shown()) else {
            return false;
        };
        if let Some(to) = index.checked_add_signed(by) {
            self.show_slide(to);
        }
        true
    }

    /// One press forward; from the end of a slide's stretch to the next slide.
    pub fn advance(self) {
        match untrack(|| self.slide_shown()) {
            Some((_, index, slide)) if untrack(|| self.press_shown()) >= slide.pin.presses.1 => {
                self.show_slide(index + 1);
            }
            Some((_, index, _)) => {
                if !self.forward() {
                    self.show_slide(index + 1);
                }
            }
            None => {
                self.forward();
            }
        }
    }

    /// One press back; from the beginning of a slide's stretch to the slide before.
    pub fn retreat(self) {
        match untrack(|| self.slide_shown()) {
            Some((_, index, slide)) if untrack(|| self.press_shown()) <= slide.pin.presses.0 => {
                if let Some(before) = index.checked_sub(1) {
                    self.show_slide(before);
                }
            }
            _ => {
                self.back();
            }
        }
    }
}

/// The slide's sentences, its number, and the ways to the others.
#[component]
pub fn SlideBar(page: Page) -> impl IntoView {
    let notes = RwSignal::new(false);
    move || {
        let (lesson, index, slide) = page.slide_shown()?;
        let (strings, language) = (page.strings(), page.language.get());
        let count = lesson.slides.len();
        let button = |id: &'static str,
                      title: &'static str,
                      icon: &'static str,
                      to: Option<usize>| {
            view! {
                <button id=id class="round" title=title aria-label=title aria-disabled=to.is_none().to_string()
                    on:click=move |_| if let Some(to) = to { page.show_slide(to) }>
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icon /></svg>
                </button>
            }
        };
        let next = (index + 1 < count).then_some(index + 1);
        Some(view! {
            <section class="slide" id="slide" data-slide=index.to_string() aria-label=strings.slides>
                {button("slide-back", strings.slide_back, icons::BACK, index.checked_sub(1))}
                <div class="slide-text grow" aria-live="polite">
                    <p>{slide.text.get(language)}</p>
                    {move || notes.get().then(|| view! { <p class="slide-notes" id="slide-notes">{slide.notes.get(language)}</p> })}
                </div>
                <output class="slide-number" id="slide-number">{format!("{} / {count}", index + 1)}</output>
                <button id="notes-toggle" class="button quiet" aria-pressed=move || notes.get().to_string()
                    on:click=move |_| notes.update(|on| *on = !*on)>{strings.speaker_notes}</button>
                <button id="present" class="icon-button" title=strings.full_screen aria-label=strings.full_screen aria-pressed=move || page.presenting.get().to_string()
                    on:click=move |_| page.present(!page.presenting.get_untracked())>
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icons::ENLARGE /></svg>
                </button>
                {button("slide-next", strings.slide_next, icons::NEXT, next)}
                <button id="slide-close" class="icon-button" title=strings.close aria-label=strings.close on:click=move |_| page.slide.set(None)>
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icons::CLOSE /></svg>
                </button>
            </section>
        })
    }
}
