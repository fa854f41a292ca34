//! Prebuilt runs, recorded with the same interpreter when the page was built: the page shows its first step without an
//! engine. A prebuilt run answers exactly one job; the engine runs all others.

use crate::protocol::{Job, Report, decode, encode};

/// Jobs and their reports, each as the bytes that page and engine exchange.
#[derive(Debug, Default)]
pub struct Recording(Vec<(Vec<u8>, Vec<u8>)>);

impl Recording {
    /// Decodes a file; `None` if it is not a recording.
    pub fn read(file: &[u8]) -> Option<Self> {
        decode(file).map(Recording)
    }

    /// Returns the report of a job once. A second request for the same job means that the reader wants a new run.
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

/// Functions for the build of the page.
#[cfg(not(target_arch = "wasm32"))]
impl Recording {
    /// Encodes the file that [`Recording::read`] decodes.
    pub fn write(&self) -> Vec<u8> {
        encode(&self.0)
    }

    /// Records the report of a job.
    pub fn keep(&mut self, job: &Job, report: &Report) {
        self.0.push((asked(job), encode(report)));
    }
}

/// Encodes a job without its `id`, which differs from run to run.
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
