//! A kernel of the gallery: its text, its CUDA twin, its work, and what is known of it.

use crate::size::{Size, SizeError};
use crate::task::Task;
use crate::text::Text;
use simt::{Dispatch, Kernel, Machine};
use std::fmt;

/// A kernel of the gallery.
pub struct GalleryKernel {
    pub kernel: Kernel,
    /// The same kernel in CUDA C++; `//@12` at the end of a line names the line of the WGSL text.
    pub twin: &'static str,
    /// Short name for tabs and charts.
    pub title: Text,
    pub task: &'static dyn Task,
    /// Its name in the published figures, by source in `assets/published-figures.json`.
    pub published: &'static [(&'static str, &'static str)],
    /// The kinds of findings that the machine must report: broken rules that the lesson is about.
    pub findings: &'static [&'static str],
    /// The narrowest warp that gives the right result. 1 for kernels that keep to the rules.
    pub least_warp_width: u32,
}

/// A kernel by its shader's file stem, with its title in every language and its work.
macro_rules! kernel {
    ($name:literal, $en:literal, $zh:literal, $task:expr) => {
        $crate::kernel::GalleryKernel::new(
            simt::Kernel::gallery(
                $name,
                include_str!(concat!("../../../../shaders/", $name, ".wgsl")),
            ),
            include_str!(concat!("../../../../shaders/", $name, ".cu")),
            $crate::Text { en: $en, zh: $zh },
            $task,
        )
    };
}
pub(crate) use kernel;

/// By its name: the texts are long.
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
    pub(crate) const fn new(
        kernel: Kernel,
        twin: &'static str,
        title: Text,
        task: &'static dyn Task,
    ) -> Self {
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

    /// With its names in the published figures, by source.
    pub(crate) const fn published(
        mut self,
        published: &'static [(&'static str, &'static str)],
    ) -> Self {
        self.published = published;
        self
    }

    /// With lanes that rely on running in lockstep, at least 32 of them: right on such a machine, and a race by WGSL's rules.
    pub(crate) const fn in_lockstep(mut self) -> Self {
        self.findings = &["data_race"];
        self.least_warp_width = 32;
        self
    }

    /// With workgroup memory that nobody wrote before it is read: WGSL clears it, CUDA does not.
    pub(crate) const fn counts_on_zeros(mut self) -> Self {
        self.findings = &["unwritten_read"];
        self
    }

    /// The kernel with this name (its shader's file stem).
    pub fn by_name(name: &str) -> Option<&'static GalleryKernel> {
        crate::GALLERY
            .iter()
            .copied()
            .find(|kernel| kernel.kernel.name == name)
    }

    /// True for kernels that a GPU without subgroups cannot run.
    pub fn needs_subgroups(&self) -> bool {
        self.kernel.source.contains("enable subgroups;")
    }

    /// Whether the kernel can take a size.
    ///
    /// # Errors
    /// [`SizeError::Unfit`] with the nearest size that it can take.
    pub fn check(&self, size: Size) -> Result<(), SizeError> {
        match self.task.nearest(size) {
            nearest if nearest == size => Ok(()),
            nearest => Err(SizeError::Unfit { size, nearest }),
        }
    }

    /// Blocks that a size needs; folding a large grid may add some that find nothing to do.
    pub fn blocks(&self, size: Size) -> u32 {
        let n = u64::from(size.n());
        let of = |elements| -> u32 { self.task.workgroups(size, elements).iter().product() };
        match self.task.band(size) {
            Some(band) => n.div_ceil(band) as u32 * of(band),
            None => of(n),
        }
    }

    /// Elements that the last block lacks: 0 where blocks divide the size.
    pub fn missing(&self, size: Size) -> u32 {
        let band = self.task.band(size).unwrap_or(1);
        let n = u64::from(size.n());
        (n.next_multiple_of(band) - n) as u32
    }

    /// The dispatch for a size: the same one for the machine and for WebGPU.
    pub fn dispatch(&self, size: Size, machine: &Machine) -> Dispatch {
        self.task.dispatch(size, u64::from(size.n()), machine)
    }

    /// Which buffer of the dispatch holds the result.
    pub fn output(&self) -> usize {
        self.task.output()
    }

    /// Words of the output.
    pub fn output_words(&self, size: Size) -> u64 {
        self.task.output_words(size)
    }

    /// The output's words `first..first + out.len()` as the CPU computes them.
    pub fn reference(&self, size: Size, machine: &Machine, first: u64, out: &mut [u32]) {
        self.task.reference(size, machine, first, out);
    }

    /// Whether a word of the output is right: equal to the reference's, or a float near enough to it.
    pub fn agrees(&self, size: Size, index: u64, got: u32, want: u32) -> bool {
        agree(self.task, size, index, got, want)
    }

    /// Bytes that any kernel for this work must at least move for a size: what GB/s counts.
    pub fn useful_bytes(&self, size: Size) -> u64 {
        self.task.useful_bytes(size)
    }
}

/// Whether a word of a task's output is right: equal to the reference's, or a float near enough to it.
pub fn agree(task: &dyn Task, size: Size, index: u64, got: u32, want: u32) -> bool {
    if got == want {
        return true;
    }
    let (got, want) = (f32::from_bits(got), f32::from_bits(want));
    let slack = task.slack(size, index, want);
    slack.is_some_and(|slack| (got - want).abs() <= slack)
}
