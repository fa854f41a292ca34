//! The first runs that the page shows, made when the page is built.

use crate::address::Address;
use crate::lesson::lesson_picture::in_order;
use crate::run::jobs;
use engine::protocol::{Job, Report};
use engine::recording::Recording;
use engine::run::Comparison;
use lessons::LESSONS;
use simt::KernelError;

/// The name of the list's file; no lesson has this id.
const LIST: &str = "list";

/// The runs of the moving picture, and of the first cards side by side in a wide window.
const FIRST: usize = 5;

/// Jobs that the page gives when an address is opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The lesson's name in links; `None`: the list of lessons.
    pub lesson: Option<&'static str>,
    pub jobs: Vec<Job>,
}

impl Opening {
    /// The name by which `assets/early.js` asks for it.
    pub fn name(&self) -> &'static str {
        self.lesson.unwrap_or(LIST)
    }
}

/// The list's, and each lesson's.
pub fn all() -> Vec<Opening> {
    let lessons = LESSONS.iter().map(|lesson| {
        let (address, _) = Address::read(lesson.id);
        let jobs = address.view.map(|view| jobs::of_view(&view, &jobs::parts(&view)));
        Opening {
            lesson: Some(lesson.id),
            jobs: jobs.into_iter().collect(),
        }
    });
    std::iter::once(list()).chain(lessons).collect()
}

/// The first pictures of the list: the engine is there before a reader has come to the others.
pub fn list() -> Opening {
    let jobs = in_order().filter_map(jobs::preview).take(FIRST);
    Opening {
        lesson: None,
        jobs: jobs.collect(),
    }
}

/// Runs an opening's jobs: the content of its file.
///
/// # Errors
/// Those of [`simt::compile`] and of [`simt::Execution::new`].
pub fn record(opening: &Opening) -> Result<Vec<u8>, KernelError> {
    let mut recording = Recording::default();
    for job in &opening.jobs {
        let program = simt::compile(&job.kernel.source, job.kernel.entry_point.as_deref())?;
        let run = simt::run(&program, &job.dispatch, &job.options)?;
        let check = Comparison::new(job).and_then(|mut all| all.advance(&run, usize::MAX));
        recording.keep(job, &Report::of(job, &program, run, check));
    }
    Ok(recording.write())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(opening: &Opening) -> Recording {
        let recorded = record(opening).expect("the gallery's kernels run");
        Recording::read(&recorded).expect("what was written is read")
    }

    #[test]
    fn a_recording_answers_its_jobs_once_whatever_their_numbers_and_no_others() {
        let list = list();
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
        let openings = all();
        assert_eq!(openings.len(), LESSONS.len() + 1);
        for lesson in LESSONS {
            let opening = openings
                .iter()
                .find(|opening| opening.lesson == Some(lesson.id))
                .expect("each lesson has one");
            assert_eq!(opening.jobs.len(), 1, "{}", lesson.id);
        }
        assert_eq!(in_order().count(), LESSONS.len());
        let mut previews = in_order().filter_map(jobs::preview);
        let list = list();
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
