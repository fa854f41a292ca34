//! The data of the lesson list's animations: each comes from the trace of the lesson's own kernel.

use crate::browser::idle;
use crate::run::runs::Runs;
use engine::protocol::Job;
use leptos::prelude::*;
use lessons::LESSONS;
use model::jobs;
use model::playback::Playback;
use simt::Trace;

/// The recorded runs, by the lesson's index. `Copy`: all copies share the same data.
#[derive(Clone, Copy)]
pub struct Previews {
    scenes: StoredValue<Vec<Option<Playback>>>,
    /// True for lessons whose run has ended, with a trace or without.
    answered: StoredValue<Vec<bool>>,
    /// Notified when a lesson's trace has arrived.
    arrived: StoredValue<Vec<Trigger>>,
}

impl Previews {
    pub fn new() -> Self {
        Previews {
            scenes: StoredValue::new(vec![None; LESSONS.len()]),
            answered: StoredValue::new(vec![false; LESSONS.len()]),
            arrived: StoredValue::new(LESSONS.iter().map(|_| Trigger::new()).collect()),
        }
    }

    /// Runs the lessons that have no trace yet, one after the other.
    pub async fn run(self, runs: Runs) {
        while let Some((index, job)) = self.missing() {
            let Some(report) = runs.run_in_background(job).await else {
                return;
            };
            self.keep(index, report.trace);
            // Other work of the page comes first.
            idle::idle().await;
        }
    }

    /// Returns the first lesson without a result, and the job that produces its trace.
    fn missing(self) -> Option<(usize, Job)> {
        let index = self
            .answered
            .with_value(|answered| answered.iter().position(|answered| !answered))?;
        Some((index, jobs::preview(LESSONS.get(index)?)?))
    }

    fn keep(self, index: usize, trace: Option<Trace>) {
        self.answered.update_value(|answered| {
            if let Some(answered) = answered.get_mut(index) {
                *answered = true;
            }
        });
        let source = LESSONS
            .get(index)
            .and_then(|lesson| lesson.kernels.first())
            .map(|kernel| kernel.kernel.source.to_string());
        let (Some(trace), Some(source)) = (trace, source) else {
            return;
        };
        self.scenes.update_value(|scenes| {
            if let Some(playback) = scenes.get_mut(index) {
                *playback = Some(Playback::new(source, trace));
            }
        });
        self.arrival(index, |arrived| arrived.notify());
    }

    /// Tracks the arrival of a lesson's trace.
    pub fn track(self, index: usize) {
        self.arrival(index, |arrived| arrived.track());
    }

    fn arrival(self, index: usize, action: impl FnOnce(Trigger)) {
        let arrived = self
            .arrived
            .with_value(|arrived| arrived.get(index).copied());
        if let Some(arrived) = arrived {
            action(arrived);
        }
    }

    pub fn with<T>(self, index: usize, action: impl FnOnce(&mut Playback) -> T) -> Option<T> {
        self.scenes
            .try_update_value(|scenes| scenes.get_mut(index)?.as_mut().map(action))
            .flatten()
    }
}
