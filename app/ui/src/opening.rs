//! What the page shows when it opens, run when it is built.

use crate::engine::protocol::{Job, Report};
use crate::engine::recording::Recording;
use crate::engine::run::Comparison;
use crate::hash::Address;
use crate::model::jobs;
use crate::model::representative::representative;
use lessons::LESSONS;
use simt::KernelError;

/// What stands in a file's name for the list of lessons; no lesson is called so.
const LIST: &str = "list";

/// Cards side by side in a wide window.
const FIRST_ROW: usize = 3;

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
        let jobs = address.view.map(|view| {
            let part = representative(view.kernel, view.size);
            jobs::of_view(&view, part)
        });
        Opening {
            lesson: Some(lesson.id),
            jobs: jobs.into_iter().collect(),
        }
    });
    std::iter::once(list()).chain(lessons).collect()
}

/// The small pictures of the first lessons: the engine is there before a reader has come to the others.
pub fn list() -> Opening {
    let jobs = LESSONS
        .iter()
        .filter_map(|lesson| jobs::preview(lesson))
        .take(FIRST_ROW);
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
