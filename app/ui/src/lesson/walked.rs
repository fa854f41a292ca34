//! The lessons that the reader has walked to their end, kept in this browser.

use crate::browser::storage::Storage;
use crate::page::Page;
use leptos::prelude::*;
use lessons::Lesson;

const KEY: &str = "warpstep.walked";

/// The walked lessons. `Copy`: all copies share the same signal.
#[derive(Clone, Copy)]
pub struct Walked {
    ids: RwSignal<Vec<&'static str>>,
}

impl Walked {
    /// The reader's walked lessons.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        let kept = Storage::Local.read(KEY).unwrap_or_default();
        // A lesson that this version does not have is left out.
        let lessons = kept.split(' ').filter_map(Lesson::by_id);
        Walked {
            ids: RwSignal::new(lessons.map(|lesson| lesson.id).collect()),
        }
    }

    /// Returns true if the reader has seen the lesson's last step. Tracked.
    pub fn holds(self, lesson: &Lesson) -> bool {
        self.ids.with(|ids| ids.contains(&lesson.id))
    }

    fn add(self, lesson: &'static Lesson) {
        if self.ids.with_untracked(|ids| ids.contains(&lesson.id)) {
            return;
        }
        self.ids.update(|ids| ids.push(lesson.id));
        // A mark that cannot be stored holds until the page is closed.
        let _ = Storage::Local.write(KEY, &self.ids.with_untracked(|ids| ids.join(" ")));
    }
}

/// Marks a lesson when the reader steps to the end of its run, or of its last slide.
pub fn follow(page: Page) {
    Effect::new(move |_| {
        let position = page.run.position.get();
        let at_end = page.run.first.step_view.with_untracked(|step_view| {
            let step_view = step_view.as_ref();
            step_view.is_some_and(|view| position > 0 && position >= view.end)
        });
        let at_last_slide = untrack(|| page.slide_shown())
            // The last slide of a deck is not the end of its lesson.
            .filter(|showing| !showing.slides.is_deck())
            .is_some_and(|showing| showing.index + 1 == showing.slides.count())
            && !page.is_before_end_of_slide();
        let lesson = page
            .run
            .spec
            .with_untracked(|view| view.as_ref().map(|view| view.lesson));
        if let Some(lesson) = lesson.filter(|_| at_end || at_last_slide) {
            Walked::of(page).add(lesson);
        }
    });
}
