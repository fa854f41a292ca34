//! Executes a request: compiles a text, or runs it.

use super::answer::{Answer, Buffer, EntryPoint, Ran};
use super::request::{self, OverrideValue};
use crate::job::run_on_all_cores;
use crate::metrics_object::outcome_sentence;
use base64::Engine;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use simt::{Contents, Dispatch, ImageSize, Indirect, KernelError, Machine, RunOptions};

/// Standard base64. Output is padded; input may or may not be.
pub(super) const BASE64: GeneralPurpose = GeneralPurpose::new(
    &ALPHABET,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

pub fn compile(wgsl: &str) -> Answer {
    let compiled = simt::validate(wgsl).and_then(|()| Ok((simt::entry_points(wgsl)?, simt::warnings(wgsl)?)));
    match compiled {
        Ok((entries, warnings)) => Answer::Compiled(
            entries
                .into_iter()
                .map(|entry| EntryPoint {
                    name: entry.name,
                    workgroup_size: entry.workgroup_size,
                    refused: entry.refused.as_ref().map(Into::into),
                })
                .collect(),
            warnings,
        ),
        Err(error) => Answer::refused(&error),
    }
}

pub fn run(request: request::Run) -> Answer {
    match ran(request) {
        Ok(ran) => Answer::Ran(Box::new(ran)),
        Err(Refused::Request(message)) => Answer::request(message),
        Err(Refused::Kernel(error)) => Answer::refused(&error),
    }
}

pub(super) enum Refused {
    Request(String),
    Kernel(KernelError),
}

impl From<KernelError> for Refused {
    fn from(error: KernelError) -> Self {
        Refused::Kernel(error)
    }
}

fn ran(request: request::Run) -> Result<Ran, Refused> {
    if !(request.warp_width.is_power_of_two() && request.warp_width <= 64) {
        return Err(Refused::Request(format!(
            "`warp_width` is {}; it must be a power of two from 1 to 64",
            request.warp_width
        )));
    }
    let dispatch = dispatch(&request)?;
    let wgsl = request.wgsl.as_deref().unwrap_or_default();
    let program = simt::compile(wgsl, request.entry_point.as_deref())?;
    simt::validate_overrides(wgsl, &dispatch.overrides)?;
    let options = RunOptions {
        machine: Machine::default().with_warp_width(request.warp_width),
        traced: None,
        step_budget: request.step_budget,
        findings: request.findings,
        seed: request.seed,
        ..RunOptions::default()
    };
    let mut run = run_on_all_cores(&program, &dispatch, &options)?;
    let trials = simt::trials(wgsl, Some(&program.entry_point), &run.findings);
    simt::mend(&trials, &dispatch, &options, &mut run, &|_| 0);
    let buffers = dispatch.buffers.iter().zip(&run.buffers);
    let buffers = buffers.map(|(given, words)| {
        let base64 = match &given.contents {
            // A buffer that the kernel does not use is returned unchanged.
            Contents::Bytes(bytes) if words.is_empty() => BASE64.encode(bytes),
            given if words.is_empty() => {
                let bytes: Vec<u8> = given.words().into_iter().flat_map(u32::to_le_bytes).collect();
                BASE64.encode(bytes)
            }
            _ => {
                let bytes: Vec<u8> = words.iter().copied().flat_map(u32::to_le_bytes).collect();
                BASE64.encode(bytes)
            }
        };
        Buffer {
            group: given.group,
            binding: given.binding,
            base64,
        }
    });
    Ok(Ran {
        outcome: run.outcome.name(),
        stopped: outcome_sentence(&run.outcome),
        buffers: buffers.collect(),
        findings: run.findings,
        metrics: run.metrics,
    })
}

/// Returns the texels in x, y and z; missing ones are 1.
fn image_size(given: &[u32]) -> Option<ImageSize> {
    let mut size = [1; 3];
    size.get_mut(..given.len())
        .filter(|axes| !axes.is_empty())?
        .copy_from_slice(given);
    Some(size)
}

fn dispatch(request: &request::Run) -> Result<Dispatch, Refused> {
    let mut buffers: Vec<simt::Buffer> = Vec::new();
    for buffer in &request.buffers {
        let slot = (buffer.group, buffer.binding);
        if buffers.iter().any(|other| (other.group, other.binding) == slot) {
            let (group, binding) = slot;
            return Err(Refused::Request(format!(
                "group {group}, binding {binding} is given two buffers"
            )));
        }
        let bytes = BASE64.decode(&buffer.base64).map_err(|error| {
            let (group, binding) = slot;
            Refused::Request(format!(
                "the buffer of group {group}, binding {binding} is not base64: {error}"
            ))
        })?;
        buffers.push(simt::Buffer {
            group: buffer.group,
            binding: buffer.binding,
            contents: match &buffer.size {
                None => Contents::Bytes(bytes),
                Some(size) => Contents::Image {
                    size: image_size(size).ok_or_else(|| {
                        let (group, binding) = slot;
                        Refused::Request(format!(
                            "the size of group {group}, binding {binding} must be one to three numbers"
                        ))
                    })?,
                    texels: Box::new(Contents::Bytes(bytes)),
                },
            },
        });
    }
    let value = |value: &OverrideValue| match *value {
        OverrideValue::Number(number) => number,
        OverrideValue::Bool(truth) => f64::from(u8::from(truth)),
    };
    let dispatch = Dispatch {
        workgroups: request.workgroups.unwrap_or_default(),
        overrides: request
            .overrides
            .iter()
            .map(|(name, given)| (name.clone(), value(given)))
            .collect(),
        buffers,
    };
    match (request.workgroups, request.indirect) {
        (Some(_), None) => Ok(dispatch),
        (None, Some(indirect)) => Ok(dispatch.with_indirect(Indirect {
            group: indirect.group,
            binding: indirect.binding,
            offset: indirect.offset,
        })?),
        (None, None) => Err(Refused::Request("missing field `workgroups`".to_owned())),
        (Some(_), Some(_)) => Err(Refused::Request(
            "give either `workgroups` or `indirect`, not both".to_owned(),
        )),
    }
}
