//! Runs made when the page was built, by the same machine: the page shows its first step without an engine. A run is one for
//! a job and for no other; whatever no recording answers is the engine's.

use crate::engine::protocol::{Job, Report, decode, encode};

/// Jobs and their reports, each as the bytes that page and engine exchange.
#[derive(Debug, Default)]
pub struct Recording(Vec<(Vec<u8>, Vec<u8>)>);

impl Recording {
    /// What a file holds; `None` if it is none of ours.
    pub fn read(file: &[u8]) -> Option<Self> {
        decode(file).map(Recording)
    }

    /// What the job's run found, once: whoever asks again means to see a run.
    pub fn take(&mut self, job: &Job) -> Option<Report> {
        let asked = asked(job);
        let place = self.0.iter().position(|(job, _)| *job == asked)?;
        let (_, report) = self.0.swap_remove(place);
        decode(&report)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a native build does for the page.
#[cfg(not(target_arch = "wasm32"))]
impl Recording {
    /// The file that [`Recording::read`] reads.
    pub fn write(&self) -> Vec<u8> {
        encode(&self.0)
    }

    /// Keeps what a run of the job found.
    pub fn keep(&mut self, job: &Job, report: &Report) {
        self.0.push((asked(job), encode(report)));
    }
}

/// The job without the number that only says which of the page's it is.
fn asked(job: &Job) -> Vec<u8> {
    let Job {
        id: _,
        kernel,
        dispatch,
        options,
        check,
        with_buffers,
    } = job;
    encode(&(kernel, dispatch, options, check, with_buffers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::jobs;
    use crate::opening;
    use lessons::LESSONS;

    fn recorded(opening: &opening::Opening) -> Recording {
        let recorded = opening::record(opening).expect("the gallery's kernels run");
        Recording::read(&recorded).expect("what was written is read")
    }

    #[test]
    fn a_recording_answers_its_jobs_once_whatever_their_numbers_and_no_others() {
        let list = opening::list();
        let mut recording = recorded(&list);
        for (number, job) in (7..).zip(&list.jobs) {
            let asked = Job {
                id: number,
                ..job.clone()
            };
            let seeded = Job {
                options: simt::RunOptions {
                    seed: 1,
                    ..job.options.clone()
                },
                ..job.clone()
            };
            assert!(recording.take(&seeded).is_none());
            let report = recording.take(&asked).expect("it is recorded");
            assert_eq!(report.took, None, "nothing was timed");
            let trace = report.trace.expect("it is traced");
            assert_eq!(trace.fingerprint(), report.fingerprint);
        }
        assert!(recording.is_empty());
    }

    #[test]
    fn the_list_and_every_lesson_open_with_a_recording() {
        let openings = opening::all();
        assert_eq!(openings.len(), LESSONS.len() + 1);
        for lesson in LESSONS {
            let opening = openings
                .iter()
                .find(|opening| opening.lesson == Some(lesson.id))
                .expect("each lesson has one");
            assert_eq!(opening.jobs.len(), 1, "{}", lesson.id);
        }
        let mut previews = LESSONS.iter().filter_map(|lesson| jobs::preview(lesson));
        let list = opening::list();
        assert!(!list.jobs.is_empty());
        for job in &list.jobs {
            assert_eq!(previews.next().as_ref(), Some(job), "in the list's order");
        }
        assert!(lessons::Lesson::by_id(list.name()).is_none());
    }

    #[test]
    fn a_file_that_is_none_of_ours_holds_no_run() {
        assert!(Recording::read(b"<!doctype html>").is_none());
        assert!(Recording::read(&[]).is_none());
    }
}
