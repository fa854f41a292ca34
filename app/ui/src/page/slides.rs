//! Slides: a few sentences over a stretch of a run. The next key walks the stretch, then turns the page.

use crate::page::icons;
use crate::page::state::{Arrival, Page};
use leptos::prelude::*;
use lessons::{Lesson, Slide};
use simt::Grain;

impl Page {
    /// The lesson's slides, and which of them is shown; tracked.
    fn slide_shown(self) -> Option<(&'static Lesson, usize, &'static Slide)> {
        let index = self.slide.get()?;
        let lesson = self
            .view
            .with(|view| view.as_ref().map(|view| view.lesson))?;
        Some((lesson, index, lesson.slides.get(index)?))
    }

    /// Shows a slide: its kernel, its size, the press it begins with.
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
        let kernel = slide.pin.kernels.first();
        let kernel = kernel.and_then(|&place| lesson.kernels.get(place).copied());
        self.playing.set(false);
        self.slide.set(Some(index));
        self.grain.set(Grain::Iteration);
        let (from, _) = slide.pin.presses;
        let before = self.view.get_untracked();
        self.change_view(|view| {
            if let Some(kernel) = kernel {
                view.kernel = kernel;
            }
            view.size = view
                .kernel
                .task
                .nearest(slide.pin.size.unwrap_or(lesson.size));
            view.workgroup = 0;
        });
        if self.view.get_untracked() == before {
            self.go_to_press(from);
        } else {
            self.arrival.set_value(Some(Arrival::Press(from)));
        }
    }

    /// One press forward; from the end of a slide's stretch to the next slide.
    pub fn advance(self) {
        match untrack(|| self.slide_shown()) {
            Some((_, index, slide)) if self.press_untracked() >= slide.pin.presses.1 => {
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
            Some((_, index, slide)) if self.press_untracked() <= slide.pin.presses.0 => {
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
    // Slides belong to their lesson.
    Effect::new(move |before: Option<Option<&'static str>>| {
        let lesson = page
            .view
            .with(|view| view.as_ref().map(|view| view.lesson.id));
        if before.is_some_and(|before| before != lesson) {
            page.slide.set(None);
        }
        lesson
    });
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
                <output class="slide-number">{format!("{} / {count}", index + 1)}</output>
                <button id="notes-toggle" class="button quiet" aria-pressed=move || notes.get().to_string()
                    on:click=move |_| notes.update(|on| *on = !*on)>{strings.speaker_notes}</button>
                {button("slide-next", strings.slide_next, icons::NEXT, next)}
                <button id="slide-close" class="icon-button" title=strings.close aria-label=strings.close on:click=move |_| page.slide.set(None)>
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icons::CLOSE /></svg>
                </button>
            </section>
        })
    }
}
