//! An answer to one request line.

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
    /// `null` if it depends on an override without a default.
    pub workgroup_size: Option<[u32; 3]>,
    /// The error with which `run` would refuse this entry point, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
}

#[derive(Debug)]
pub struct Ran {
    pub outcome: &'static str,
    /// The reason why the run did not complete, and its source line.
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

/// An error instead of a result. `line` and `column` count from 1, in the request's WGSL.
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
    /// Index of the invocation in its workgroup.
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
    /// Returns the answer to a malformed request.
    pub fn request(message: String) -> Self {
        Answer::Refused(Refusal {
            kind: "request",
            message,
            line: None,
            column: None,
        })
    }

    /// Returns the answer for a bug in this program.
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

/// Returns the kind of an error. `parse` and `validation`: the text is not valid WGSL. `unsupported`: this machine
/// cannot execute the text, or it is too large. `request`: the text is valid, but the request does not fit it.
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
