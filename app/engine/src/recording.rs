//! Runs made when the page was built, by the same machine: the page shows its first step without an engine. A run is one for
//! a job and for no other; whatever no recording answers is the engine's.

use crate::protocol::{Job, Report, decode, encode};

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
