//! Before a kernel goes to the GPU without checks: that it needs none.

use crate::case::Case;
use lessons::Size;
use simt::{FindingKind, Machine, Outcome, RunOptions, compile, run};

/// Why a kernel must not run without checks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotVouched {
    #[error("the machine found an access out of bounds in line {line}: {text}")]
    OutOfBounds { line: u32, text: String },
    #[error("on the machine it did not come to its end")]
    Endless,
    #[error("the machine cannot run it: {0}")]
    Refused(String),
}

/// Elements that the machine runs in a moment; a larger n is run with the same remainder, so that its last block is as
/// ragged.
const RUN_ELEMENTS: u32 = 1 << 16;

/// Runs a case on the machine, or a smaller one with the same block and the same remainder: kernels of the gallery
/// compute their indices alike in every block.
///
/// # Errors
/// [`NotVouched`], the first reason.
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
        Err(NotVouched::Endless)
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
