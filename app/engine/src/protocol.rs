//! The messages between page and engine: serde types as postcard bytes.

use crate::draft::Draft;
use crate::draft::ready::{NotReady, Ready};
use lessons::Size;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use simt::{
    Dispatch, EntryPoint, Finding, Kernel, KernelError, Metrics, Outcome, RunOptions, Trace,
    TracePart, TraceTable,
};

/// One run to make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Comes back in every answer; a newer job replaces an older one.
    pub id: u32,
    pub kernel: Kernel,
    pub dispatch: Dispatch,
    pub options: RunOptions,
    /// The size by which the result is compared with the gallery kernel of this name.
    pub check: Option<Size>,
    /// Whether the report brings back what the buffers hold.
    pub with_buffers: bool,
}

/// From the page to the engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    Run(Box<Job>),
    /// Compiles a draft's text and runs it.
    RunDraft {
        id: u32,
        draft: Box<Draft>,
    },
    Cancel,
}

/// From the engine to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum News {
    /// The engine has started and takes orders.
    Ready,
    /// A job goes on: so many workgroups are done.
    Progress {
        id: u32,
        done: u64,
        all: u64,
    },
    Finished {
        id: u32,
        report: Box<Report>,
    },
    /// The kernel cannot start.
    Refused {
        id: u32,
        error: KernelError,
    },
    Cancelled {
        id: u32,
    },
    /// The reply to a draft; an error of its whole text.
    DraftFinished {
        id: u32,
        reply: Result<Box<DraftReport>, KernelError>,
    },
    /// A part of a job's trace, sent ahead; its words come beside the message.
    Part {
        id: u32,
        table: TraceTable,
    },
}

/// A draft that was compiled, and run if it could be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DraftReport {
    /// The entry points of its text.
    pub declared: Vec<EntryPoint>,
    pub run: Result<(Ready, Report), NotReady>,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub trace: Option<Trace>,
    /// The name of the function that ran.
    pub entry_point: String,
    pub metrics: Metrics,
    pub blocks_alike: bool,
    pub findings: Vec<Finding>,
    pub outcome: Outcome,
    pub check: Option<Check>,
    /// `None` for a run that was recorded when the page was built.
    pub took: Option<Took>,
    /// The trace's fingerprint, by which tests know it for the native one.
    pub fingerprint: u64,
    /// The same of what the buffers hold afterwards.
    pub buffers_fingerprint: u64,
    /// In the dispatch's order, where the job asked for them.
    pub buffers: Vec<Vec<u32>>,
}

/// How long a job took, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Took {
    /// The machine alone, with compiling.
    pub run_millis: f64,
    /// The whole job.
    pub elapsed_millis: f64,
}

/// The output buffer against the CPU's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Check {
    Equal {
        words: u64,
    },
    /// So many words differ; this is the first of them.
    Differs {
        words: u64,
        index: u64,
        got: u32,
        wanted: u32,
    },
}

/// The parts of the trace of the job in flight, until its report comes.
#[derive(Debug, Default)]
pub struct Parts {
    id: u32,
    parts: Vec<TracePart>,
}

impl Parts {
    /// Keeps a part; those of another job are no longer wanted.
    pub fn keep(&mut self, id: u32, table: TraceTable, words: Vec<u32>) {
        if self.id != id {
            *self = Parts {
                id,
                ..Parts::default()
            };
        }
        self.parts.push(TracePart { table, words });
    }

    /// Makes a report's trace whole; a trace that cannot be made whole is none.
    pub fn complete(&mut self, id: u32, report: &mut Report) {
        let kept = std::mem::take(self);
        let parts = if kept.id == id {
            kept.parts
        } else {
            Vec::new()
        };
        let trace = report.trace.take();
        report.trace = trace.and_then(|mut trace| trace.put_parts(parts).then_some(trace));
    }
}

/// A message as bytes.
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    // Plain data in memory always encodes; an empty message would be ignored by the other side.
    postcard::to_stdvec(message).unwrap_or_default()
}

/// A message from its bytes; `None` if they are not one.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}
