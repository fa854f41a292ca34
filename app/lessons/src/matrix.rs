//! Kernels over matrices with two-dimensional blocks, and their CPU reference.

use crate::text::Text;
use simt::{Buffer, Contents, Dispatch, Kernel, MAX_WORKGROUPS_PER_DIMENSION, Pattern};
use std::collections::BTreeMap;

/// A gallery kernel with two-dimensional blocks.
#[derive(Debug, PartialEq)]
pub struct MatrixKernel {
    pub kernel: Kernel,
    /// Short name for tabs and charts.
    pub title: Text,
    /// Its names in the published figures: (source, name), as in `assets/published-figures.json`.
    pub published: &'static [(&'static str, &'static str)],
}

/// All kernels over matrices.
pub static MATRIX_GALLERY: &[&MatrixKernel] = &[&MATRIX_ADD];

pub static MATRIX_ADD: MatrixKernel = MatrixKernel {
    kernel: Kernel::gallery("matrix_add", include_str!("../../../shaders/matrix_add.wgsl")),
    title: Text::new("matrix sum", "矩阵相加"),
    published: &[("kernel-execution", "sumMat")],
};

/// A checked size of a run over matrices: columns × rows of elements in blocks of x × y lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatrixSize {
    columns: u32,
    rows: u32,
    block: [u32; 2],
}

/// The reason why a size cannot run. Each variant holds the requested values and the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixSizeError {
    /// No columns or no rows, or more than [`MatrixSize::MAX_SIDE`] of either.
    Side { columns: u32, rows: u32, most: u32 },
    /// More than [`MatrixSize::MAX_ELEMENTS`] elements.
    TooMany { elements: u64, most: u64 },
    /// A block without lanes, or with more than [`MatrixSize::MAX_BLOCK`].
    Block { x: u32, y: u32, most: u32 },
    /// More blocks in x or y than a dispatch can have in one dimension.
    Blocks { x: u32, y: u32, most: u32 },
}

impl MatrixSize {
    pub const MAX_SIDE: u32 = 1 << 20;
    /// The range of a 32-bit byte address: 2^30 words of 4 bytes.
    pub const MAX_ELEMENTS: u64 = 1 << 30;
    pub const MAX_BLOCK: u32 = 1024;

    /// Checks sides and block.
    ///
    /// # Errors
    /// The first rule that the size breaks.
    pub fn new(columns: u32, rows: u32, block: [u32; 2]) -> Result<Self, MatrixSizeError> {
        if [columns, rows].iter().any(|side| !(1..=Self::MAX_SIDE).contains(side)) {
            return Err(MatrixSizeError::Side {
                columns,
                rows,
                most: Self::MAX_SIDE,
            });
        }
        let size = MatrixSize { columns, rows, block };
        let elements = size.elements();
        if elements > Self::MAX_ELEMENTS {
            return Err(MatrixSizeError::TooMany {
                elements,
                most: Self::MAX_ELEMENTS,
            });
        }
        let [x, y] = block;
        let lanes = u64::from(x) * u64::from(y);
        if !(1..=u64::from(Self::MAX_BLOCK)).contains(&lanes) {
            return Err(MatrixSizeError::Block {
                x,
                y,
                most: Self::MAX_BLOCK,
            });
        }
        let [x, y] = size.blocks();
        if x.max(y) > MAX_WORKGROUPS_PER_DIMENSION {
            return Err(MatrixSizeError::Blocks {
                x,
                y,
                most: MAX_WORKGROUPS_PER_DIMENSION,
            });
        }
        Ok(size)
    }

    pub const fn columns(self) -> u32 {
        self.columns
    }

    pub const fn rows(self) -> u32 {
        self.rows
    }

    /// Returns the lanes of a block in x and y.
    pub const fn block(self) -> [u32; 2] {
        self.block
    }

    pub const fn elements(self) -> u64 {
        self.columns as u64 * self.rows as u64
    }

    /// Returns the number of blocks in x and y.
    pub const fn blocks(self) -> [u32; 2] {
        [self.columns.div_ceil(self.block[0]), self.rows.div_ceil(self.block[1])]
    }

    /// Returns the size with other rows, and the same columns and block.
    pub(crate) const fn with_rows(self, rows: u32) -> Self {
        MatrixSize { rows, ..self }
    }
}

impl MatrixKernel {
    /// Returns the kernel with this name (its shader's file stem).
    pub fn by_name(name: &str) -> Option<&'static MatrixKernel> {
        MATRIX_GALLERY.iter().copied().find(|kernel| kernel.kernel.name == name)
    }

    /// Returns the dispatch for a size: the same one for the machine and for WebGPU.
    pub fn dispatch(&self, size: MatrixSize) -> Dispatch {
        let words = size.elements();
        let [block_x, block_y] = size.block();
        let [x, y] = size.blocks();
        let buffer = |binding, contents| Buffer {
            group: 0,
            binding,
            contents,
        };
        let pattern = |pattern| Contents::Pattern { pattern, words };
        Dispatch {
            workgroups: [x, y, 1],
            overrides: BTreeMap::from([
                ("BLOCK_X".to_owned(), f64::from(block_x)),
                ("BLOCK_Y".to_owned(), f64::from(block_y)),
                ("WIDTH".to_owned(), f64::from(size.columns())),
            ]),
            buffers: vec![
                buffer(0, pattern(Pattern::Bytes)),
                buffer(1, pattern(Pattern::Index)),
                buffer(2, Contents::Zeros { words }),
            ],
        }
    }

    /// Returns the index of the dispatch's buffer that holds the result.
    pub fn output(&self) -> usize {
        2
    }

    /// Computes the output's words `first..first + out.len()` on the CPU.
    pub fn reference(&self, first: u64, out: &mut [u32]) {
        for (index, sum) in (first..).zip(out) {
            *sum = Pattern::Bytes.word(index).wrapping_add(Pattern::Index.word(index));
        }
    }
}
