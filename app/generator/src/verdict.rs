//! A random kernel on the machine, and whether somebody else agrees about it.

use crate::{Difference, RandomKernel};
use simt::{Dispatch, FindingKind, Outcome, RunOptions, Severity, compile, run};
use std::path::{Path, PathBuf};

/// What came of running a kernel on both.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Agree,
    Differ(Difference),
    /// They differ, but no more once the kernel is [`blind`](crate::blind()).
    KnownBug,
    /// One of them did not take it, or the machine found a broken rule: which, and why.
    Refused(String),
    /// The way to the device has a bug that no kernel is to blame for: naga 30 makes an invalid module of some kernels
    /// with overrides ("already in scope"; which, depends on the numbers of its expressions), Mesa's driver gives up on
    /// some, and any device can be lost.
    NotRun(String),
}

/// Steps of a kernel on the machine; the longest of ten thousand takes a hundredth.
const STEP_BUDGET: u64 = 50_000_000;

/// What the machine makes of a kernel.
#[derive(Clone, Debug)]
pub struct Expected<'a> {
    kernel: &'a RandomKernel,
    /// All buffers afterwards, and which of them the kernel uses.
    buffers: Vec<Vec<u32>>,
    used: Vec<bool>,
}

impl<'a> Expected<'a> {
    /// Runs it.
    ///
    /// # Errors
    /// Why the machine does not take it, or the first rule that it breaks.
    pub fn of(kernel: &'a RandomKernel) -> Result<Self, String> {
        let program = compile(&kernel.source, None).map_err(|error| format!("machine: {error}"))?;
        let options = RunOptions {
            traced: None,
            step_budget: STEP_BUDGET,
            ..RunOptions::default()
        };
        let run = run(&program, &kernel.dispatch, &options)
            .map_err(|error| format!("machine: {error}"))?;
        if run.outcome != Outcome::Completed {
            return Err(format!("machine: {:?}", run.outcome));
        }
        let broken = run.findings.iter().find(|finding| {
            // The generator lets indices be out of range where nothing depends on what they give.
            finding.severity() > Severity::Hint
                && !matches!(finding.kind, FindingKind::OutOfBounds { .. })
        });
        if let Some(finding) = broken {
            return Err(format!("machine: line {}: {finding}", finding.line));
        }
        let slots: Vec<_> = program.bindings.iter().filter_map(|it| it.slot).collect();
        let buffers = kernel.dispatch.buffers.iter();
        let used = buffers.map(|buffer| slots.contains(&(buffer.group, buffer.binding)));
        Ok(Expected {
            kernel,
            used: used.collect(),
            buffers: run.buffers,
        })
    }

    /// What a device is given: a binding that the kernel does not use is none of its pipeline's.
    pub fn dispatch(&self) -> Dispatch {
        let mut dispatch = self.kernel.dispatch.clone();
        let mut used = self.used.iter();
        dispatch.buffers.retain(|_| used.next() == Some(&true));
        dispatch
    }

    /// The buffers of [`Expected::dispatch`] afterwards.
    pub fn into_used(self) -> Vec<Vec<u32>> {
        let mut used = self.used.into_iter();
        let mut buffers = self.buffers;
        buffers.retain(|_| used.next() == Some(true));
        buffers
    }

    /// Compares what the device left in the buffers of [`Expected::dispatch`], in all that the language decides.
    pub fn verdict(&self, theirs: Vec<Vec<u32>>) -> Verdict {
        let mut theirs = theirs.into_iter();
        let aligned: Vec<Vec<u32>> = self
            .used
            .iter()
            .map(|used| used.then(|| theirs.next()).flatten().unwrap_or_default())
            .collect();
        let lengths = |buffers: &[Vec<u32>]| -> Vec<usize> {
            let used = buffers.iter().zip(&self.used).filter(|(_, used)| **used);
            used.map(|(buffer, _)| buffer.len()).collect()
        };
        if lengths(&aligned) != lengths(&self.buffers) {
            return Verdict::Refused("device: buffers of other lengths came back".to_owned());
        }
        match self.kernel.outputs.difference(&self.buffers, &aligned) {
            None => Verdict::Agree,
            Some(difference) => Verdict::Differ(difference),
        }
    }
}

impl Verdict {
    /// Writes the kernel of a seed with its verdict to a folder, as WGSL.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(
        &self,
        kernel: &RandomKernel,
        device: &str,
        seed: u64,
        folder: &Path,
    ) -> std::io::Result<PathBuf> {
        let file = folder.join(format!("{device}-{seed}.wgsl"));
        let dispatch = &kernel.dispatch;
        let text = format!(
            "// seed {seed}: {self:?}\n// workgroups {:?}, overrides {:?}\n{}",
            dispatch.workgroups, dispatch.overrides, kernel.source
        );
        std::fs::create_dir_all(folder)?;
        std::fs::write(&file, text)?;
        Ok(file)
    }
}
