//! An answer to one request line.

use crate::metrics_object::MetricsObject;
use launch::printed::Printed;
use model::strings::dialect::in_cuda;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use simt::{Finding, KernelError, Metrics, Warning};

#[derive(Debug)]
pub enum Answer {
    Compiled(Vec<EntryPoint>, Vec<Warning>),
    Ran(Box<Ran>),
    CompiledCuda(Box<CompiledCuda>),
    RanCuda(Box<RanCuda>),
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

/// The kernels of a CUDA text with their launches, and the translation of one kernel.
#[derive(Debug)]
pub struct CompiledCuda {
    pub kernels: Vec<Kernel>,
    pub notes: Vec<String>,
    pub wgsl: String,
    /// For each line of the WGSL text the line of the CUDA text; 0 for none.
    pub lines: Vec<u32>,
}

#[derive(Debug, Serialize)]
pub struct Kernel {
    pub name: String,
    pub parameters: Vec<KernelParameter>,
    pub instances: Vec<Vec<String>>,
    pub refused: Option<String>,
    pub launches: Vec<KernelLaunch>,
}

#[derive(Debug, Serialize)]
pub struct KernelParameter {
    pub name: String,
    pub kind: &'static str,
    #[serde(rename = "type")]
    pub ty: String,
    /// The element of the buffer at which a pointer begins if `args` names no other; only for a pointer that a launch of the
    /// text passes with an offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
}

/// A launch; `null` where the host would have to be run.
#[derive(Debug, Serialize)]
pub struct KernelLaunch {
    pub grid: Option<[u32; 3]>,
    pub block: Option<[u32; 3]>,
    pub shared_bytes: Option<u32>,
    pub line: u32,
}

/// A run of CUDA: lines are those of the CUDA text.
#[derive(Debug)]
pub struct RanCuda {
    pub buffers: Vec<NamedBuffer>,
    pub printed: Vec<Printed>,
    pub ran: Ran,
}

#[derive(Debug, Serialize)]
pub struct NamedBuffer {
    pub name: String,
    pub base64: String,
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

impl Refusal {
    /// Returns the refusal of a CUDA text: its first error, with the others in the message.
    pub fn of_cuda(errors: &[cuda::Error]) -> Self {
        let message: Vec<String> = match errors {
            [only] => vec![only.to_string()],
            errors => errors
                .iter()
                .map(|error| format!("line {}: {error}", error.line))
                .collect(),
        };
        Refusal {
            kind: "validation",
            message: message.join("\n"),
            line: errors.first().map(|error| error.line),
            column: errors.first().map(|error| error.column),
        }
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
        KernelError::Validation { .. } | KernelError::Cuda { .. } => "validation",
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
            Answer::Compiled(entry_points, warnings) => {
                map.serialize_entry("entry_points", entry_points)?;
                if !warnings.is_empty() {
                    map.serialize_entry("warnings", warnings)?;
                }
            }
            Answer::Refused(refusal) => map.serialize_entry("error", refusal)?,
            Answer::CompiledCuda(compiled) => {
                map.serialize_entry("kernels", &compiled.kernels)?;
                map.serialize_entry("notes", &compiled.notes)?;
                map.serialize_entry("wgsl", &compiled.wgsl)?;
                map.serialize_entry("lines", &compiled.lines)?;
            }
            Answer::RanCuda(whole) => {
                let ran = &whole.ran;
                map.serialize_entry("outcome", ran.outcome)?;
                if let Some((message, line)) = &ran.stopped {
                    let line = *line;
                    map.serialize_entry("stopped", &Stopped { message, line })?;
                }
                map.serialize_entry("buffers", &whole.buffers)?;
                map.serialize_entry("printed", &whole.printed)?;
                let fixes = ran.findings.iter().map(Finding::fix);
                let fixes: Vec<_> = fixes.map(|fix| fix.map(in_cuda)).collect();
                let findings = ran.findings.iter().zip(&fixes);
                let findings: Vec<_> = findings
                    .map(|(finding, fix)| {
                        let object = finding_object(finding, fix.as_deref());
                        FindingObject {
                            message: in_cuda(object.message),
                            ..object
                        }
                    })
                    .collect();
                map.serialize_entry("findings", &findings)?;
                map.serialize_entry("metrics", &MetricsObject(&ran.metrics))?;
            }
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
