//! Verifies that a kernel needs no run-time checks before it runs on the GPU without them.

use crate::case::Case;
use lessons::Size;
use simt::{FindingKind, Machine, Outcome, RunOptions, compile, run};

/// The reasons why a kernel must not run without checks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotVouched {
    #[error("the machine found an access out of bounds in line {line}: {text}")]
    OutOfBounds { line: u32, text: String },
    #[error("its run on the machine did not complete")]
    Unfinished,
    #[error("the machine cannot run it: {0}")]
    Refused(String),
}

/// Number of elements that the simulated machine runs quickly. A larger `n` is replaced by a smaller one with the same
/// remainder, so that its last workgroup is filled to the same extent.
const RUN_ELEMENTS: u32 = 1 << 16;

/// Runs a case on the simulated machine, or a smaller case with the same workgroup size and the same remainder. This
/// suffices, because gallery kernels compute their indices in the same way in every workgroup.
///
/// # Errors
/// [`NotVouched`]: the first reason found.
pub(crate) fn vouch(case: &Case) -> Result<(), NotVouched> {
    let refused = |error: simt::KernelError| NotVouched::Refused(error.to_string());
    let machine = Machine::default();
    let n = match case.size.n() {
        n if n > RUN_ELEMENTS => RUN_ELEMENTS + n % RUN_ELEMENTS,
        n => n,
    };
    let kernel = case.kernel;
    let size = kernel.task.nearest(Size::nearest(n, case.size.block()));
    let program = compile(&kernel.kernel.source, None).map_err(refused)?;
    let options = RunOptions {
        machine: machine.clone(),
        traced: None,
        ..RunOptions::default()
    };
    let run = run(&program, &kernel.dispatch(size, &machine), &options).map_err(refused)?;
    for finding in &run.findings {
        if let FindingKind::OutOfBounds { text, .. } = &finding.kind {
            return Err(NotVouched::OutOfBounds {
                line: finding.line,
                text: text.clone(),
            });
        }
    }
    if run.outcome == Outcome::Completed {
        Ok(())
    } else {
        Err(NotVouched::Unfinished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::GALLERY;

    #[test]
    fn the_gallery_is_vouched_for_whole_and_ragged() {
        for kernel in GALLERY.iter() {
            for n in [1 << 14, (1 << 28) + 1000] {
                let size = kernel.task.nearest(Size::fixed(n, 64));
                let case = Case { kernel, size };
                assert_eq!(vouch(&case), Ok(()), "{} at {n}", case.name());
            }
        }
    }
}
