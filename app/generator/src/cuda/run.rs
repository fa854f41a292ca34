//! Runs a random CUDA kernel on the machine: translated, compiled, and run.

use crate::cuda::kernel::{RandomCuda, Use};
use ::cuda::{Request, Translation, translate};
use launch::dispatch::{self, Sizes};
use simt::{Dispatch, Machine, Outcome, RunOptions, Severity};
use std::convert::Infallible;

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
            let sentences: Vec<String> = errors
                .iter()
                .map(|error| format!("line {}: {error}", error.line))
                .collect();
            format!("translation: {}", sentences.join("; "))
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
            ..RunOptions::cuda()
        };
        let run = simt::run(&program, &self.dispatch(&made), &options).map_err(|error| format!("machine: {error}"))?;
        if run.outcome != Outcome::Completed {
            return Err(format!("machine: {:?}", run.outcome));
        }
        let mut findings = run.findings.iter();
        if let Some(finding) = findings.find(|finding| finding.severity() > Severity::Hint) {
            return Err(format!("finding: line {}: {finding}", finding.line));
        }
        let outputs = self.buffers.iter().filter(|buffer| buffer.used == Use::Output);
        let bytes = outputs.map(|buffer| {
            let place = made.bindings.iter().position(|binding| binding.name == buffer.name);
            let words = place.map_or(&[][..], |index| &run.buffers[index][..]);
            // A buffer that the kernel does not use stays.
            if words.is_empty() {
                buffer.contents.clone()
            } else {
                let bytes = words.iter().flat_map(|word| word.to_le_bytes());
                bytes.take(buffer.contents.len()).collect()
            }
        });
        Ok(bytes.collect())
    }

    fn dispatch(&self, made: &Translation) -> Dispatch {
        let sizes = Sizes {
            grid: self.grid,
            block: self.block,
            shared_bytes: self.shared_bytes,
        };
        let mut dispatch = sizes.dispatch(made);
        let arrays = made.bindings.iter().map(|binding| {
            let mut buffers = self.buffers.iter();
            let given = buffers.find(|buffer| buffer.name == binding.name);
            let bytes = given.map(|buffer| buffer.contents.clone());
            let bytes = bytes.or_else(|| binding.initial.clone());
            dispatch::array(binding, bytes.unwrap_or_default())
        });
        dispatch.buffers.extend(arrays);
        let Ok(scalars) = dispatch::scalars(made, |scalar| {
            let given = self.arguments.iter();
            let mut given = given.filter(|(name, ..)| *name == scalar.name);
            let number = given.next().map_or(0.0, |(.., value)| *value);
            Ok::<_, Infallible>(vec![number])
        });
        dispatch.buffers.extend(scalars);
        dispatch
    }
}
