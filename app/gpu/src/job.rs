//! A job: one kernel with its dispatch and its expected output.

use crate::checks::Checks;
use crate::error::GpuError;
use crate::info::DeviceInfo;
use simt::{Buffer, Dispatch, Kernel};
use std::fmt;

/// The override that sets the workgroup size, in every kernel of the gallery.
const BLOCK: &str = "BLOCK";

/// Writes the expected words of the output, starting at an index.
type Reference<'a> = Box<dyn Fn(u64, &mut [u32]) + 'a>;

/// Returns true if a word is correct. Arguments: its index, the word read back, the reference's word.
type Agreement<'a> = Box<dyn Fn(u64, u32, u32) -> bool + 'a>;

/// One kernel to check and to time.
pub struct Job<'a> {
    pub kernel: Kernel,
    pub dispatch: Dispatch,
    /// Index of the dispatch's buffer that holds the result; `None` for a kernel that has no buffer.
    pub output: Option<usize>,
    /// Bytes that any kernel for this task must move; the basis of GB/s.
    pub useful_bytes: u64,
    pub(crate) reference: Reference<'a>,
    pub(crate) agrees: Agreement<'a>,
    pub(crate) checks: Checks,
}

impl<'a> Job<'a> {
    /// Creates a job. `reference(first, out)` writes the expected words `first..first + out.len()` of the output. It is
    /// called in portions, so that a large result needs no second copy.
    pub fn new(
        kernel: Kernel,
        dispatch: Dispatch,
        output: impl Into<Option<usize>>,
        useful_bytes: u64,
        reference: impl Fn(u64, &mut [u32]) + 'a,
    ) -> Self {
        Job {
            kernel,
            dispatch,
            output: output.into(),
            useful_bytes,
            reference: Box::new(reference),
            agrees: Box::new(|_, got, want| got == want),
            checks: Checks::Checked,
        }
    }

    /// Replaces the comparison of a word with the reference's word; floats may differ slightly.
    #[must_use]
    pub fn with_agreement(self, agrees: impl Fn(u64, u32, u32) -> bool + 'a) -> Self {
        Job {
            agrees: Box::new(agrees),
            ..self
        }
    }

    /// Compiles the kernel without checks of bounds, loops and divisions.
    ///
    /// # Safety
    /// With its dispatch, the kernel must not access anything outside its bindings and arrays, must not divide by zero,
    /// and must terminate. A run on the simulated machine without such a finding shows this.
    #[expect(unsafe_code, reason = "the caller guarantees that the kernel is safe")]
    #[must_use]
    pub unsafe fn unchecked(self) -> Self {
        Job {
            checks: Checks::Unchecked,
            ..self
        }
    }
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("kernel", &self.kernel.name)
            .field("workgroups", &self.dispatch.workgroups)
            .field("output", &self.output)
            .finish_non_exhaustive()
    }
}

/// Checks a dispatch against the adapter's limits.
///
/// # Errors
/// [`GpuError::Textures`], [`GpuError::BlockTooLarge`], [`GpuError::BufferTooLarge`] or [`GpuError::TooManyWorkgroups`].
pub(crate) fn fits(dispatch: &Dispatch, info: &DeviceInfo) -> Result<(), GpuError> {
    let is_texture = |buffer: &Buffer| buffer.contents.image_size().is_some();
    if dispatch.buffers.iter().any(is_texture) {
        return Err(GpuError::Textures);
    }
    if let Some(&block) = dispatch.overrides.get(BLOCK)
        && block > f64::from(info.max_block)
    {
        return Err(GpuError::BlockTooLarge {
            block: block as u32,
            most: info.max_block,
        });
    }
    if let Some(bytes) = dispatch.buffers.iter().map(|buffer| buffer.contents.byte_len()).max()
        && bytes > info.max_bytes()
    {
        return Err(GpuError::BufferTooLarge {
            bytes,
            most: info.max_bytes(),
        });
    }
    match dispatch.workgroups.into_iter().max() {
        Some(asked) if asked > info.max_workgroups => Err(GpuError::TooManyWorkgroups {
            asked,
            most: info.max_workgroups,
        }),
        _ => Ok(()),
    }
}
