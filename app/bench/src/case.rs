//! A gallery kernel at one size, and the conversion from names and numbers to such a case.

use gpu::Job;
use lessons::{GALLERY, GalleryKernel, Lesson, Size, SizeError};
use simt::Machine;
use std::sync::LazyLock;

/// A gallery kernel at a size that it supports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    pub kernel: &'static GalleryKernel,
    pub size: Size,
}

/// The reasons why a name and numbers do not form a case.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CaseError {
    #[error("the gallery has no kernel `{0}`; `warpstep lessons` lists them")]
    NoKernel(String),
    #[error("there is no lesson `{0}`; `warpstep lessons` lists them")]
    NoLesson(String),
    #[error("n = {n} in workgroups of {block} lanes cannot run: n must be {least} to {most}, the workgroup size one of {blocks:?}", least = Size::MIN_N, most = Size::MAX_N, blocks = Size::BLOCKS)]
    Size { n: u32, block: u32 },
}

/// The machine for dispatches that depend on it: they need only its line size and warp width, and the defaults hold for
/// every GPU that WebGPU runs on.
static MACHINE: LazyLock<Machine> = LazyLock::new(Machine::default);

impl Case {
    /// Returns a kernel at the nearest size that it supports.
    ///
    /// # Errors
    /// [`CaseError::NoKernel`] or [`CaseError::Size`].
    pub fn new(name: &str, n: u32, block: u32) -> Result<Case, CaseError> {
        let kernel = GalleryKernel::by_name(name).ok_or_else(|| CaseError::NoKernel(name.to_owned()))?;
        Case::of(kernel, n, block)
    }

    /// Returns every kernel of a lesson; see [`Case::new`].
    ///
    /// # Errors
    /// [`CaseError::NoLesson`] or [`CaseError::Size`].
    pub fn of_lesson(id: &str, n: u32, block: u32) -> Result<Vec<Case>, CaseError> {
        let lesson = Lesson::by_id(id).ok_or_else(|| CaseError::NoLesson(id.to_owned()))?;
        let cases = lesson.kernels.iter();
        cases.map(|kernel| Case::of(kernel, n, block)).collect()
    }

    /// Returns every kernel of the gallery; see [`Case::new`].
    ///
    /// # Errors
    /// [`CaseError::Size`].
    pub fn of_gallery(n: u32, block: u32) -> Result<Vec<Case>, CaseError> {
        let cases = GALLERY.iter();
        cases.map(|kernel| Case::of(kernel, n, block)).collect()
    }

    fn of(kernel: &'static GalleryKernel, n: u32, block: u32) -> Result<Case, CaseError> {
        let size = Size::new(n, block).map_err(|error| match error {
            SizeError::TooFew { .. }
            | SizeError::TooMany { .. }
            | SizeError::Block { .. }
            | SizeError::Unfit { .. }
            | SizeError::BlockBeyondAdapter { .. } => CaseError::Size { n, block },
        })?;
        Ok(Case {
            kernel,
            size: kernel.task.nearest(size),
        })
    }

    /// Returns the kernel's name, which is the stem of its shader file.
    pub fn name(&self) -> &'static str {
        &self.kernel.kernel.name
    }

    /// Returns the dispatch to measure.
    pub fn dispatch(&self) -> simt::Dispatch {
        self.kernel.dispatch(self.size, &MACHINE)
    }

    /// Returns the job that `gpu` checks and times.
    pub fn job(&self) -> Job<'static> {
        let Case { kernel, size } = *self;
        Job::new(
            kernel.kernel.clone(),
            self.dispatch(),
            kernel.output(),
            kernel.useful_bytes(size),
            move |first, out| kernel.reference(size, &MACHINE, first, out),
        )
        .with_agreement(move |index, got, want| kernel.agrees(size, index, got, want))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_become_cases_or_sentences() {
        let size = |name, n, block| {
            let case = Case::new(name, n, block)?;
            Ok::<_, CaseError>((case.size.n(), case.size.block()))
        };
        assert_eq!(size("reduce_unroll8", 1000, 64), Ok((1000, 64)));
        // `gemv_tuned` needs a square number, so the nearest one is taken.
        assert_eq!(size("gemv_tuned", 1 << 27, 256), Ok((1 << 28, 256)));
        for (name, n, block, sentence) in [
            (
                "reduce_everything",
                1000,
                64,
                "the gallery has no kernel `reduce_everything`; `warpstep lessons` lists them",
            ),
            (
                "reduce_unroll8",
                3,
                64,
                "n = 3 in workgroups of 64 lanes cannot run: n must be 64 to 536870912, the workgroup size one of [32, 64, 128, 256, 512, 1024]",
            ),
            (
                "reduce_unroll8",
                1000,
                96,
                "n = 1000 in workgroups of 96 lanes cannot run: n must be 64 to 536870912, the workgroup size one of [32, 64, 128, 256, 512, 1024]",
            ),
        ] {
            let refused = size(name, n, block).unwrap_err();
            assert_eq!(refused.to_string(), sentence);
        }
        assert_eq!(
            Case::of_lesson("nothing", 1000, 64),
            Err(CaseError::NoLesson("nothing".to_owned()))
        );
        assert_eq!(Case::of_gallery(1000, 64).map(|cases| cases.len()), Ok(GALLERY.len()));
    }
}
