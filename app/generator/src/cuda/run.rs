//! Runs a random CUDA kernel on the machine: translated, compiled, and run.

use crate::cuda::kernel::{RandomCuda, Use};
use crate::cuda::types::Element;
use ::cuda::{Request, Translation, translate};
use simt::{BarrierRule, Buffer, Contents, Dispatch, Machine, Outcome, RunOptions, Severity};
use std::collections::BTreeMap;

/// Step limit of a kernel on the machine.
const STEP_BUDGET: u64 = 20_000_000;

impl RandomCuda {
    /// Runs the kernel on the machine, with its warps in the order of a seed. Returns the bytes of its outputs, in the order
    /// of its buffers.
    ///
    /// # Errors
    /// The reason why the translation or the machine refuses it, or the first finding.
    pub fn run(&self, seed: u64) -> Result<Vec<Vec<u8>>, String> {
        let request = Request {
            kernel: Some(self.kernel.clone()),
            template: self.template.clone(),
            ..Request::default()
        };
        let made = translate(&self.source, &request).map_err(|errors| {
            let shown: Vec<String> = errors
                .iter()
                .map(|error| format!("line {}: {error}", error.line))
                .collect();
            format!("translation: {}", shown.join("; "))
        })?;
        let program = simt::compile_marked(&made.wgsl, None, &made.marks()).map_err(|error| {
            let line = error.location().map_or(0, |(line, _)| line);
            format!("compilation: line {line}: {error}")
        })?;
        let options = RunOptions {
            machine: Machine::default().with_warp_width(32),
            traced: None,
            step_budget: STEP_BUDGET,
            seed,
            barrier_rule: BarrierRule::RemainingLanes,
            ..RunOptions::default()
        };
        let run = simt::run(&program, &self.dispatch(&made), &options)
            .map_err(|error| format!("machine: {error}"))?;
        if run.outcome != Outcome::Completed {
            return Err(format!("machine: {:?}", run.outcome));
        }
        let mut findings = run.findings.iter();
        if let Some(finding) = findings.find(|finding| finding.severity() > Severity::Hint) {
            return Err(format!("finding: line {}: {finding}", finding.line));
        }
        let outputs = self
            .buffers
            .iter()
            .filter(|buffer| buffer.used == Use::Output);
        let bytes = outputs.map(|buffer| {
            let at = made
                .bindings
                .iter()
                .position(|binding| binding.name == buffer.name);
            let words = at.map_or(&[][..], |at| &run.buffers[at][..]);
            // A buffer that the kernel does not use stays.
            match words.is_empty() {
                true => buffer.contents.clone(),
                false => {
                    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
                    bytes.take(buffer.contents.len()).collect()
                }
            }
        });
        Ok(bytes.collect())
    }

    fn dispatch(&self, made: &Translation) -> Dispatch {
        let mut buffers = Vec::new();
        for binding in &made.bindings {
            let given = self
                .buffers
                .iter()
                .find(|buffer| buffer.name == binding.name);
            let mut bytes = match (given, &binding.initial) {
                (Some(buffer), _) => buffer.contents.clone(),
                (None, Some(words)) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
                (None, None) => Vec::new(),
            };
            let unit = if binding.uniform { 16 } else { 4 };
            bytes.resize(bytes.len().next_multiple_of(unit).max(unit), 0);
            buffers.push(Buffer {
                group: 0,
                binding: binding.binding,
                contents: Contents::Bytes(bytes),
            });
        }
        if let Some((binding, size)) = made.uniform {
            let mut bytes = vec![0; size as usize];
            for scalar in &made.scalars {
                let given = self
                    .arguments
                    .iter()
                    .find(|(name, ..)| *name == scalar.name);
                let word = match given {
                    Some((_, Element::Float, value)) => (*value as f32).to_bits(),
                    Some((_, _, value)) => *value as i64 as u32,
                    None => 0,
                };
                let at = scalar.offset as usize;
                bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
            }
            buffers.push(Buffer {
                group: 0,
                binding,
                contents: Contents::Bytes(bytes),
            });
        }
        let axes = ["x", "y", "z"].iter().zip(self.block);
        let mut overrides: BTreeMap<String, f64> = axes
            .map(|(axis, size)| (format!("block_{axis}"), f64::from(size)))
            .collect();
        if made.shared_bytes {
            let bytes = f64::from(self.shared_bytes.max(4));
            overrides.insert("shared_bytes".to_owned(), bytes);
        }
        Dispatch {
            workgroups: self.grid,
            overrides,
            buffers,
        }
    }
}
