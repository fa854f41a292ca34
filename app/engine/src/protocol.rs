//! The messages between the page and the engine: serde types, encoded with postcard.

use launch::draft::Draft;
use launch::draft::expected::Judged;
use launch::draft::ready::{NotReady, Ready};
use launch::draft::translated::Translated;
use launch::draft::unset::Unset;
use lessons::Size;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_bytes::ByteBuf;
use simt::{
    Dispatch, EntryPoint, Finding, JoinError, Joined, Kernel, KernelError, Metrics, Outcome, RaisedLimit, Reports,
    RunOptions, Trace, TracePart, TraceTable,
};
use std::collections::BTreeSet;
use std::marker::PhantomData;

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Repeated in every answer. A newer job replaces an older one.
    pub id: u32,
    pub kernel: Kernel,
    pub dispatch: Dispatch,
    pub options: RunOptions,
    /// The size for the reference of the gallery kernel with this name; `None`: the result is not compared.
    pub check: Option<Size>,
    /// True if the report contains the words of the buffers.
    pub with_buffers: bool,
}

/// A message from the page to the engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    Run(Box<Job>),
    /// Compiles a draft's text and runs it.
    RunDraft {
        id: u32,
        draft: Box<Draft>,
    },
    /// Makes one text of two.
    Join {
        id: u32,
        first: String,
        second: String,
    },
    Cancel,
}

/// A message from the engine to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum News {
    /// The engine has started and takes orders.
    Ready,
    /// `done` of `all` workgroups have run.
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
    DraftFinished {
        id: u32,
        reply: Encoded<DraftReply>,
    },
    Joined {
        id: u32,
        reply: Encoded<JoinReply>,
    },
    /// A part of a job's trace, sent before the report. Its words are a separate array in the same message.
    Part {
        id: u32,
        table: TraceTable,
    },
}

/// The reply to a draft, or the errors of its whole text.
pub type DraftReply = Result<DraftReport, TextRefusal>;
/// The reply to two texts that are to become one.
pub type JoinReply = Result<Joined, JoinError>;

/// A reply that only the code which asks for it decodes. The decoder of a draft's reply is large, and so belongs to the code
/// that the page loads with the playground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Encoded<T> {
    bytes: ByteBuf,
    reply: PhantomData<fn() -> T>,
}

impl<T: Serialize> Encoded<T> {
    pub fn new(reply: &T) -> Self {
        Encoded {
            bytes: ByteBuf::from(encode(reply)),
            reply: PhantomData,
        }
    }
}

impl<T: DeserializeOwned> Encoded<T> {
    /// Returns the reply; `None` if the bytes are of another version.
    pub fn read(&self) -> Option<T> {
        decode(&self.bytes)
    }
}

/// The errors of a whole text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TextRefusal {
    pub first: KernelError,
    /// The other errors: CUDA's front end finds several at once, and unknown names of WGSL are listed together.
    pub others: Vec<KernelError>,
}

impl From<KernelError> for TextRefusal {
    fn from(first: KernelError) -> Self {
        TextRefusal {
            first,
            others: Vec::new(),
        }
    }
}

impl From<Vec<KernelError>> for TextRefusal {
    fn from(errors: Vec<KernelError>) -> Self {
        let mut errors = errors.into_iter();
        let none = KernelError::NoEntryPoint { name: None };
        TextRefusal {
            first: errors.next().unwrap_or(none),
            others: errors.collect(),
        }
    }
}

/// A draft that was compiled, and run if it could be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DraftReport {
    /// The entry points of its text.
    pub declared: Vec<EntryPoint>,
    /// The lines, from 1, on which a statement of a kernel begins.
    pub lines: BTreeSet<u32>,
    /// The translation of a CUDA text.
    pub translated: Option<Translated>,
    pub run: Result<(Ready, Report), NotReady>,
    /// All dispatches of a chain that ran; empty without a chain.
    pub stages: Vec<StageReport>,
    /// The words of a chain's buffers after it; empty without a chain.
    pub after: Vec<Vec<u32>>,
    /// The buffers for which something is expected.
    pub expected: Vec<Judged>,
    /// A member that is not set, and whose default is the only reason for an index out of bounds.
    pub unset: Option<Unset>,
    /// The largest permitted distance of a float from another correct implementation's, in units in the last place.
    pub permitted_ulps: f64,
    /// Limits that a device must be asked for to run it.
    pub raised: Vec<RaisedLimit>,
}

/// The result of one dispatch of a chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageReport {
    pub metrics: Metrics,
    pub findings: Vec<Finding>,
    pub outcome: Outcome,
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
    /// The calls of `printf` in a CUDA text.
    pub reports: Reports,
    pub check: Option<Check>,
    /// `None` for a run that was recorded when the page was built.
    pub took: Option<Took>,
    /// The trace's fingerprint; tests compare it with that of a native run.
    pub fingerprint: u64,
    /// The fingerprint of the buffers' contents after the run.
    pub buffers_fingerprint: u64,
    /// The words of each buffer, in the dispatch's order; empty unless the job asks for them.
    pub buffers: Vec<Vec<u32>>,
}

/// The times of a job, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Took {
    /// Compiling and running, without the comparison.
    pub run_millis: f64,
    /// The whole job.
    pub elapsed_millis: f64,
}

/// The comparison of the output buffer with the CPU reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Check {
    Equal {
        words: u64,
    },
    /// `words` of `of` words differ; `index` is the first of them.
    Differs {
        words: u64,
        of: u64,
        index: u64,
        got: u32,
        wanted: u32,
    },
}

/// The parts of the running job's trace that arrive before its report.
#[derive(Debug, Default)]
pub struct Parts {
    id: u32,
    parts: Vec<TracePart>,
}

impl Parts {
    /// Stores a part. The first part of a new job drops those of the old one.
    pub fn keep(&mut self, id: u32, table: TraceTable, words: Vec<u32>) {
        if self.id != id {
            *self = Parts { id, ..Parts::default() };
        }
        self.parts.push(TracePart { table, words });
    }

    /// Completes a report's trace with the parts; `None` if the parts do not fit.
    pub fn complete(&mut self, id: u32, report: &mut Report) {
        let kept = std::mem::take(self);
        let parts = if kept.id == id { kept.parts } else { Vec::new() };
        let trace = report.trace.take();
        report.trace = trace.and_then(|mut trace| trace.put_parts(parts).then_some(trace));
    }
}

/// Encodes a message.
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    // Encoding plain data cannot fail. The other side would ignore an empty message.
    postcard::to_stdvec(message).unwrap_or_default()
}

/// Decodes a message; `None` if the bytes are not a message of this type.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}
