//! The kernels of the gallery: text, dispatch for a size, and the CPU's answer.

use crate::size::Size;
use crate::text::Text;
use simt::{Buffer, Contents, Dispatch, Kernel, Machine, Pattern, fold_workgroups};
use std::collections::BTreeMap;

/// A kernel of the gallery.
#[derive(Debug, PartialEq)]
pub struct GalleryKernel {
    pub kernel: Kernel,
    /// Short name for tabs and charts.
    pub title: Text,
    pub shape: Shape,
    /// Its name in the published figures, by source in `assets/published-figures.json`.
    pub published: &'static [(&'static str, &'static str)],
}

/// What goes in and what must come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `data`: n words, `sums`: one word for each block of `elements_per_lane` × block elements.
    Reduce { elements_per_lane: u32 },
    /// `data`: n words, each changed by a path that depends on its index.
    Diverge { path: Path },
}

/// Which path an element takes in a divergence kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    ByLane,
    ByWarp,
}

/// Times each path's loop runs: enough that the loop and not the launch is timed.
pub const ITERATIONS: i32 = 64;

macro_rules! gallery {
    ($($constant:ident = $name:literal, $en:literal, $zh:literal, $shape:expr, $published:expr;)*) => {
        $(pub(crate) static $constant: GalleryKernel = GalleryKernel {
            kernel: Kernel::gallery($name, include_str!(concat!("../../../shaders/", $name, ".wgsl"))),
            title: Text { en: $en, zh: $zh },
            shape: $shape,
            published: &$published,
        };)*
        /// Every kernel, in the order of the course.
        pub static GALLERY: &[&GalleryKernel] = &[$(&$constant),*];
    };
}

const K80: &str = "kernel-execution";
const M2070: &str = "unrolling-loops";

gallery! {
    DIVERGENCE_PARITY = "divergence_parity", "by lane", "按线程分支", Shape::Diverge { path: Path::ByLane }, [(K80, "mathKernel1")];
    DIVERGENCE_WARP = "divergence_warp", "by warp", "按线程束分支", Shape::Diverge { path: Path::ByWarp }, [(K80, "mathKernel2")];
    REDUCE_NEIGHBORED = "reduce_neighbored", "neighbored", "相邻配对",
        Shape::Reduce { elements_per_lane: 1 }, [(K80, "reduceNeighbored1"), (M2070, "reduceNeighbored")];
    REDUCE_NEIGHBORED_LESS = "reduce_neighbored_less", "less divergence", "减少分化",
        Shape::Reduce { elements_per_lane: 1 }, [(K80, "reduceNeighbored2"), (M2070, "reduceNeighboredLess")];
    REDUCE_INTERLEAVED = "reduce_interleaved", "interleaved", "交错配对",
        Shape::Reduce { elements_per_lane: 1 }, [(K80, "reduceInterleaved1"), (M2070, "reduceInterleaved")];
    REDUCE_UNROLL2 = "reduce_unroll2", "unroll 2", "展开 2 块",
        Shape::Reduce { elements_per_lane: 2 }, [(K80, "reduceInterleaved2"), (M2070, "reduceUnrolling2")];
    REDUCE_UNROLL4 = "reduce_unroll4", "unroll 4", "展开 4 块",
        Shape::Reduce { elements_per_lane: 4 }, [(K80, "reduceInterleaved4"), (M2070, "reduceUnrolling4")];
    REDUCE_UNROLL8 = "reduce_unroll8", "unroll 8", "展开 8 块",
        Shape::Reduce { elements_per_lane: 8 }, [(K80, "reduceInterleaved8"), (M2070, "reduceUnrolling8")];
}

impl GalleryKernel {
    /// The kernel with this name (its shader's file stem).
    pub fn by_name(name: &str) -> Option<&'static GalleryKernel> {
        GALLERY
            .iter()
            .copied()
            .find(|kernel| kernel.kernel.name == name)
    }

    /// Elements that one lane is in charge of.
    pub fn elements_per_lane(&self) -> u32 {
        match self.shape {
            Shape::Reduce { elements_per_lane } => elements_per_lane,
            Shape::Diverge { .. } => 1,
        }
    }

    /// Blocks that a size needs.
    pub fn blocks(&self, size: Size) -> u32 {
        size.n().div_ceil(size.block() * self.elements_per_lane())
    }

    /// The dispatch for a size: the same one for the machine and for WebGPU.
    pub fn dispatch(&self, size: Size, machine: &Machine) -> Dispatch {
        let words = u64::from(size.n());
        let mut overrides = BTreeMap::from([("BLOCK".to_owned(), f64::from(size.block()))]);
        let data = Buffer {
            group: 0,
            binding: 0,
            contents: Contents::Pattern {
                pattern: Pattern::Bytes,
                words,
            },
        };
        let buffers = match self.shape {
            Shape::Reduce { .. } => {
                let sums = Contents::Zeros {
                    words: u64::from(self.blocks(size)),
                };
                vec![
                    data,
                    Buffer {
                        group: 0,
                        binding: 1,
                        contents: sums,
                    },
                ]
            }
            Shape::Diverge { path } => {
                overrides.insert("ITERATIONS".to_owned(), f64::from(ITERATIONS));
                if path == Path::ByWarp {
                    overrides.insert("WARP_WIDTH".to_owned(), f64::from(machine.warp_width));
                }
                vec![data]
            }
        };
        Dispatch {
            workgroups: fold_workgroups(self.blocks(size)),
            overrides,
            buffers,
        }
    }

    /// Which buffer of the dispatch holds the result.
    pub fn output(&self) -> usize {
        match self.shape {
            Shape::Reduce { .. } => 1,
            Shape::Diverge { .. } => 0,
        }
    }

    /// The output's words `first..first + out.len()` as the CPU computes them.
    pub fn reference(&self, size: Size, machine: &Machine, first: u64, out: &mut [u32]) {
        match self.shape {
            Shape::Reduce { elements_per_lane } => {
                let chunk = u64::from(size.block() * elements_per_lane);
                for (block, sum) in (first..).zip(out) {
                    let elements = block * chunk..((block + 1) * chunk).min(u64::from(size.n()));
                    *sum = elements.fold(0, |sum: u32, index| {
                        sum.wrapping_add(Pattern::Bytes.word(index))
                    });
                }
            }
            Shape::Diverge { path } => {
                for (index, value) in (first..).zip(out) {
                    let even = match path {
                        Path::ByLane => index % 2 == 0,
                        Path::ByWarp => (index / u64::from(machine.warp_width)) % 2 == 0,
                    };
                    let start = Pattern::Bytes.word(index) as i32;
                    let step = |x: i32, k: i32| {
                        let (factor, term) = if even { (5, 1) } else { (3, 7) };
                        x.wrapping_mul(factor).wrapping_add(term) ^ k
                    };
                    *value = (0..ITERATIONS).fold(start, step) as u32;
                }
            }
        }
    }

    /// Words of the output.
    pub fn output_words(&self, size: Size) -> u64 {
        match self.shape {
            Shape::Reduce { .. } => u64::from(self.blocks(size)),
            Shape::Diverge { .. } => u64::from(size.n()),
        }
    }

    /// Bytes that any kernel of this shape must at least move for a size: what GB/s counts.
    pub fn useful_bytes(&self, size: Size) -> u64 {
        match self.shape {
            // Every element read once, as the published figures count it.
            Shape::Reduce { .. } => 4 * u64::from(size.n()),
            // Every element read and written once.
            Shape::Diverge { .. } => 8 * u64::from(size.n()),
        }
    }
}
