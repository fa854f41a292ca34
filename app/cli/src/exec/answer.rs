//! An answer: what comes back for a line.

use crate::metrics_object::MetricsObject;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use simt::{Finding, KernelError, Metrics};

#[derive(Debug)]
pub enum Answer {
    Compiled(Vec<EntryPoint>),
    Ran(Box<Ran>),
    Refused(Refusal),
}

#[derive(Debug, Serialize)]
pub struct EntryPoint {
    pub name: String,
    /// `null` where an override without a default decides.
    pub workgroup_size: Option<[u32; 3]>,
    /// Why `run` would refuse it, where it would.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
}

#[derive(Debug)]
pub struct Ran {
    pub outcome: &'static str,
    /// Why the run did not come to its end, and the line.
    pub stopped: Option<(String, u32)>,
    pub buffers: Vec<Buffer>,
    pub findings: Vec<Finding>,
    pub metrics: Metrics,
}

#[derive(Debug, Serialize)]
pub struct Buffer {
    pub group: u32,
    pub binding: u32,
    pub base64: String,
}

/// Why there is no result. `line` and `column` count from 1, in the request's WGSL.
#[derive(Debug, Serialize)]
pub struct Refusal {
    kind: &'static str,
    message: String,
    line: Option<u32>,
    column: Option<u32>,
}

#[derive(Serialize)]
struct FindingObject<'a> {
    kind: &'static str,
    severity: &'static str,
    message: String,
    line: u32,
    /// The invocation's index in its workgroup.
    lane: u32,
    workgroup: u32,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct Stopped<'a> {
    message: &'a str,
    line: u32,
}

impl Answer {
    /// The line itself is wrong.
    pub fn request(message: String) -> Self {
        Answer::Refused(Refusal {
            kind: "request",
            message,
            line: None,
            column: None,
        })
    }

    /// A mistake of ours.
    pub fn internal(message: &str) -> Self {
        Answer::Refused(Refusal {
            kind: "internal",
            message: message.to_owned(),
            line: None,
            column: None,
        })
    }

    pub fn refused(error: &KernelError) -> Self {
        Answer::Refused(error.into())
    }
}

impl From<&KernelError> for Refusal {
    fn from(error: &KernelError) -> Self {
        let location = error.location();
        Refusal {
            kind: kind(error),
            message: error.to_string(),
            line: location.map(|(line, _)| line),
            column: location.map(|(_, column)| column),
        }
    }
}

/// `parse` and `validation`: no front end takes the text. `unsupported`: this machine does not execute it, or not so
/// much of it. `request`: the text is good, what is asked of it does not fit.
fn kind(error: &KernelError) -> &'static str {
    match error {
        KernelError::Parse { .. } => "parse",
        KernelError::Validation { .. } => "validation",
        KernelError::TooLong { .. }
        | KernelError::TooDeep { .. }
        | KernelError::Unsupported { .. }
        | KernelError::TooMuchMemory { .. } => "unsupported",
        KernelError::NoEntryPoint { .. }
        | KernelError::SeveralEntryPoints { .. }
        | KernelError::UnknownOverride { .. }
        | KernelError::MissingOverride { .. }
        | KernelError::OverrideValue { .. }
        | KernelError::MissingBuffer { .. }
        | KernelError::BufferSize { .. }
        | KernelError::WorkgroupSize { .. }
        | KernelError::WorkgroupCount { .. }
        | KernelError::IndirectOffset { .. }
        | KernelError::IndirectRange { .. }
        | KernelError::IndirectBuffer { .. } => "request",
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("ok", &!matches!(self, Answer::Refused(_)))?;
        match self {
            Answer::Compiled(entry_points) => map.serialize_entry("entry_points", entry_points)?,
            Answer::Refused(refusal) => map.serialize_entry("error", refusal)?,
            Answer::Ran(ran) => {
                map.serialize_entry("outcome", ran.outcome)?;
                if let Some((message, line)) = &ran.stopped {
                    let line = *line;
                    map.serialize_entry("stopped", &Stopped { message, line })?;
                }
                map.serialize_entry("buffers", &ran.buffers)?;
                let fixes: Vec<_> = ran.findings.iter().map(Finding::fix).collect();
                let findings = ran.findings.iter().zip(&fixes);
                let findings: Vec<_> = findings
                    .map(|(finding, fix)| finding_object(finding, fix.as_deref()))
                    .collect();
                map.serialize_entry("findings", &findings)?;
                map.serialize_entry("metrics", &MetricsObject(&ran.metrics))?;
            }
        }
        map.end()
    }
}

fn finding_object<'a>(finding: &Finding, help: Option<&'a str>) -> FindingObject<'a> {
    FindingObject {
        kind: finding.kind.name(),
        severity: finding.severity().name(),
        message: finding.to_string(),
        line: finding.line,
        lane: finding.invocation,
        workgroup: finding.workgroup,
        count: finding.count,
        help,
    }
}
