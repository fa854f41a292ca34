//! The data of the list's pictures: each comes from the trace of the lesson's own kernel.

use crate::browser::idle;
use crate::run::runs::Runs;
use leptos::prelude::*;
use lessons::{LESSONS, Lesson};
use model::lesson::lesson_picture::{FILM, LessonPicture, Still, in_order, strides};
use model::run::jobs;
use model::run::playback::Playback;

/// The pictures that have arrived, by the lesson's index. `Copy`: all copies share the same data.
#[derive(Clone, Copy)]
pub struct Previews {
    /// `None` until the lesson's run has ended. A run without a trace has no picture.
    pictures: StoredValue<Vec<Option<Option<LessonPicture>>>>,
    /// Notified when a lesson's picture has arrived.
    arrived: StoredValue<Vec<Trigger>>,
    /// The moving picture: each kernel's lanes at each stride.
    pub film: RwSignal<[Vec<Still>; 2]>,
}

impl Previews {
    pub fn new() -> Self {
        Previews {
            pictures: StoredValue::new(vec![None; LESSONS.len()]),
            arrived: StoredValue::new(LESSONS.iter().map(|_| Trigger::new()).collect()),
            film: RwSignal::default(),
        }
    }

    /// Runs the lessons that have no picture yet, one after the other.
    pub async fn run(self, runs: Runs) {
        for lesson in in_order() {
            let Some(index) = LESSONS.iter().position(|each| each.id == lesson.id) else {
                continue;
            };
            let is_there = self.pictures.with_value(|pictures| pictures[index].is_some());
            let Some(job) = jobs::preview(lesson).filter(|_| !is_there) else {
                continue;
            };
            let source = job.kernel.source.to_string();
            let Some(report) = runs.run_in_background(job).await else {
                return;
            };
            let playback = report.trace.map(|trace| Playback::new(source, trace));
            self.keep(index, lesson, playback);
            // Other work of the page comes first.
            idle::idle().await;
        }
    }

    fn keep(self, index: usize, lesson: &Lesson, mut playback: Option<Playback>) {
        if let (Some(place), Some(playback)) = (FILM.iter().position(|id| *id == lesson.id), &mut playback) {
            let stills = strides(playback);
            self.film.update(|film| film[place] = stills);
        }
        let picture = playback.and_then(|mut playback| LessonPicture::of(&mut playback, lesson.picture().shows));
        self.pictures.update_value(|pictures| pictures[index] = Some(picture));
        self.arrived.with_value(|arrived| arrived[index].notify());
    }

    /// Tracks the arrival of a lesson's picture.
    pub fn track(self, index: usize) {
        self.arrived.with_value(|arrived| arrived[index].track());
    }

    pub fn with(self, index: usize, action: impl FnOnce(&LessonPicture)) {
        self.pictures.with_value(|pictures| {
            if let Some(Some(picture)) = &pictures[index] {
                action(picture);
            }
        });
    }
}
