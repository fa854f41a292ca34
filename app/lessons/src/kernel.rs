//! A kernel of the gallery: its WGSL text, its CUDA twin, its task, and the facts that tests check.

use crate::size::{Size, SizeError, Values};
use crate::task::Task;
use crate::text::Text;
use crate::twin;
use simt::{Dispatch, Kernel, Machine};
use std::fmt;

/// A kernel of the gallery, with everything that lessons and tests need to run and check it.
pub struct GalleryKernel {
    pub kernel: Kernel,
    /// The same kernel in CUDA C++.
    pub twin: &'static str,
    /// Short name for tabs and charts.
    pub title: Text,
    pub task: &'static dyn Task,
    /// Its names in the published figures: (source, name), as in `assets/published-figures.json`.
    pub published: &'static [(&'static str, &'static str)],
    /// The kinds of findings that the machine must report: the rules that the kernel breaks on purpose.
    pub findings: &'static [&'static str],
    /// The narrowest warp with which the result is right. 1 for kernels that follow the rules.
    pub least_warp_width: u32,
}

/// Builds a kernel from its shader's file stem, its title in every language and its task.
macro_rules! kernel {
    ($name:literal, $en:literal, $zh:literal, $task:expr) => {
        $crate::kernel::GalleryKernel::new(
            simt::Kernel::gallery($name, include_str!(concat!("../../../../shaders/", $name, ".wgsl"))),
            include_str!(concat!("../../../../shaders/", $name, ".cu")),
            $crate::Text { en: $en, zh: $zh },
            $task,
        )
    };
}
pub(crate) use kernel;

/// Prints only the name: the texts are long.
impl fmt::Debug for GalleryKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kernel.name)
    }
}

impl PartialEq for GalleryKernel {
    fn eq(&self, other: &Self) -> bool {
        self.kernel == other.kernel
    }
}

impl GalleryKernel {
    /// Returns true if the twin runs in place of the WGSL text. A launch from the device has no counterpart in WGSL.
    pub fn runs_in_cuda(&self) -> bool {
        !self.twin.is_empty() && !self.twin.contains("<<<")
    }

    /// Returns for each line of the WGSL text the line of the twin that says the same.
    pub fn cuda_lines(&self) -> Vec<Option<u32>> {
        twin::aligned(&self.kernel.source, self.twin)
    }

    /// Returns the line of the twin that says the same as a line of the WGSL text.
    pub fn cuda_line(&self, line: u32) -> Option<u32> {
        twin::line_of(&self.kernel.source, self.twin, line)
    }

    pub(crate) const fn new(kernel: Kernel, twin: &'static str, title: Text, task: &'static dyn Task) -> Self {
        GalleryKernel {
            kernel,
            twin,
            title,
            task,
            published: &[],
            findings: &[],
            least_warp_width: 1,
        }
    }

    /// Sets its names in the published figures, by source.
    pub(crate) const fn published(mut self, published: &'static [(&'static str, &'static str)]) -> Self {
        self.published = published;
        self
    }

    /// Marks a kernel whose lanes rely on running in lockstep, at least 32 of them. Its result is right on such a
    /// machine, but WGSL's rules make it a data race.
    pub(crate) const fn in_lockstep(mut self) -> Self {
        self.findings = &["data_race"];
        self.least_warp_width = 32;
        self
    }

    /// Marks a kernel that reads workgroup memory before any lane has written it. WGSL clears that memory, CUDA does
    /// not.
    pub(crate) const fn counts_on_zeros(mut self) -> Self {
        self.findings = &["unwritten_read"];
        self
    }

    /// The kernel with this name (its shader's file stem).
    pub fn by_name(name: &str) -> Option<&'static GalleryKernel> {
        crate::GALLERY.iter().copied().find(|kernel| kernel.kernel.name == name)
    }

    /// Returns true if a GPU without subgroups cannot run the kernel.
    pub fn needs_subgroups(&self) -> bool {
        self.kernel.source.contains("enable subgroups;")
    }

    /// Checks that the kernel can run at a size.
    ///
    /// # Errors
    /// [`SizeError::Unfit`] with the nearest size that it can take.
    pub fn check(&self, size: Size) -> Result<(), SizeError> {
        match self.task.nearest(size) {
            nearest if nearest == size => Ok(()),
            nearest => Err(SizeError::Unfit { size, nearest }),
        }
    }

    /// Returns the number of blocks that a size needs. Folding a large grid may add blocks that have no work.
    pub fn blocks(&self, size: Size) -> u32 {
        let n = u64::from(size.n());
        let workgroups = |elements| -> u32 { self.task.workgroups(size, elements).iter().product() };
        match self.task.band(size) {
            Some(band) => n.div_ceil(band) as u32 * workgroups(band),
            None => workgroups(n),
        }
    }

    /// Returns the number of elements that the last block lacks: 0 if blocks divide the size.
    pub fn missing(&self, size: Size) -> u32 {
        let band = self.task.band(size).unwrap_or(1);
        let n = u64::from(size.n());
        (n.next_multiple_of(band) - n) as u32
    }

    /// Returns true if the input depends on the choice of [`Values`].
    pub fn has_small_values(&self) -> bool {
        let machine = Machine::default();
        let size = self.task.nearest(Size::fixed(1_024, 128));
        let [small, source] = Values::ALL.map(|values| self.dispatch(size.with(values), &machine));
        small != source
    }

    /// Returns the dispatch for a size: the same one for the machine and for WebGPU.
    pub fn dispatch(&self, size: Size, machine: &Machine) -> Dispatch {
        self.task.dispatch(size, u64::from(size.n()), machine)
    }

    /// Returns the index of the dispatch's buffer that holds the result.
    pub fn output(&self) -> usize {
        self.task.output()
    }

    /// Returns the length of the output in words.
    pub fn output_words(&self, size: Size) -> u64 {
        self.task.output_words(size)
    }

    /// Computes the output's words `first..first + out.len()` on the CPU.
    pub fn reference(&self, size: Size, machine: &Machine, first: u64, out: &mut [u32]) {
        self.task.reference(size, machine, first, out);
    }

    /// Returns true if word `index` of the output is right: equal to the reference's, or a float within the tolerance.
    pub fn agrees(&self, size: Size, index: u64, got: u32, want: u32) -> bool {
        agree(self.task, size, index, got, want)
    }

    /// Returns the bytes that any kernel for this task must at least move at a size: the numerator of the GB/s shown.
    pub fn useful_bytes(&self, size: Size) -> u64 {
        self.task.useful_bytes(size)
    }
}

/// Returns true if word `index` of a task's output is right: equal to the reference's, or a float within the tolerance.
pub fn agree(task: &dyn Task, size: Size, index: u64, got: u32, want: u32) -> bool {
    if got == want {
        return true;
    }
    let (got, want) = (f32::from_bits(got), f32::from_bits(want));
    let slack = task.slack(size, index, want);
    slack.is_some_and(|slack| (got - want).abs() <= slack)
}
