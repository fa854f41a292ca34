//! Runs a random kernel on the machine, and compares the result with that of another implementation.

use crate::{Difference, RandomKernel};
use simt::{Dispatch, FindingKind, Outcome, RunOptions, Severity, compile, run};
use std::path::{Path, PathBuf};

/// The result of comparing the machine with a device.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Agree,
    Differ(Difference),
    /// They differ, but the [`blind`](crate::blind()) version of the kernel agrees.
    KnownBug,
    /// One of them rejected the kernel, or the machine found a broken rule; with the reason.
    Refused(String),
    /// The kernel did not run on the device because of a bug that is not the kernel's. naga 30 makes an invalid module
    /// of some kernels with overrides ("already in scope", depending on the numbers of its expressions), Mesa's driver
    /// fails on some kernels, and any device can be lost.
    NotRun(String),
}

/// Step limit of a kernel on the machine. The longest of ten thousand kernels took 1 % of it.
const STEP_BUDGET: u64 = 50_000_000;

/// The results of a kernel on the machine.
#[derive(Clone, Debug)]
pub struct Expected<'a> {
    kernel: &'a RandomKernel,
    /// All buffers after the run, and whether the kernel uses each.
    buffers: Vec<Vec<u32>>,
    used: Vec<bool>,
}

impl<'a> Expected<'a> {
    /// Runs a kernel on the machine.
    ///
    /// # Errors
    /// The reason why the machine rejects it, or the first rule that it breaks.
    pub fn of(kernel: &'a RandomKernel) -> Result<Self, String> {
        let program = compile(&kernel.source, None).map_err(|error| format!("machine: {error}"))?;
        let options = RunOptions {
            traced: None,
            step_budget: STEP_BUDGET,
            ..RunOptions::default()
        };
        let run = run(&program, &kernel.dispatch, &options).map_err(|error| format!("machine: {error}"))?;
        if run.outcome != Outcome::Completed {
            return Err(format!("machine: {:?}", run.outcome));
        }
        let broken = run.findings.iter().find(|finding| {
            // The generator allows out-of-range indices in discarded values.
            finding.severity() > Severity::Hint && !matches!(finding.kind, FindingKind::OutOfBounds { .. })
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

    /// Returns the dispatch for a device, without buffers that the kernel does not use: they are not part of its
    /// pipeline's layout.
    pub fn dispatch(&self) -> Dispatch {
        let mut dispatch = self.kernel.dispatch.clone();
        let mut used = self.used.iter();
        dispatch.buffers.retain(|_| used.next() == Some(&true));
        dispatch
    }

    /// Returns the buffers of [`Expected::dispatch`] after the run.
    pub fn into_used(self) -> Vec<Vec<u32>> {
        let mut used = self.used.into_iter();
        let mut buffers = self.buffers;
        buffers.retain(|_| used.next() == Some(true));
        buffers
    }

    /// Compares the buffers of [`Expected::dispatch`] from a device with the machine's, in all words that the language
    /// defines.
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
            return Verdict::Refused("device: buffers have wrong lengths".to_owned());
        }
        match self.kernel.outputs.difference(&self.buffers, &aligned) {
            None => Verdict::Agree,
            Some(difference) => Verdict::Differ(difference),
        }
    }
}

impl Verdict {
    /// Writes the kernel of a seed with its verdict to a folder, as WGSL. Returns the path of the file.
    ///
    /// # Errors
    /// The folder or the file cannot be written.
    pub fn write(&self, kernel: &RandomKernel, device: &str, seed: u64, folder: &Path) -> std::io::Result<PathBuf> {
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
