//! Gallery kernels by name, over lines and over matrices, and the parts of their dispatches.

use crate::number;
use crate::problem::Problem;
use lessons::{GalleryKernel, MatrixKernel, MatrixSize, MatrixSizeError};
use lessons::{Limits, Parts, Size, SizeError};
use simt::{Dispatch, Kernel, Machine};

/// A gallery kernel with its validated size.
#[derive(Debug)]
pub enum Chosen {
    Line {
        kernel: &'static GalleryKernel,
        n: u32,
        block: u32,
    },
    Matrix {
        kernel: &'static MatrixKernel,
        size: MatrixSize,
    },
}

impl Chosen {
    /// Returns the kernel of this name at this size. Without a size, it uses the size of the published figures, or the
    /// nearest supported one.
    pub fn new(name: &str, n: Option<&str>, block: Option<&str>) -> Result<Self, Problem> {
        if let Some(kernel) = GalleryKernel::by_name(name) {
            let usual = kernel.task.nearest(Size::fixed(16_384, 1024));
            let number = |option, text: Option<&str>, usual| text.map_or(Ok(usual), |text| whole_number(option, text));
            return Ok(Chosen::Line {
                kernel,
                n: number("--n", n, usual.n())?,
                block: number("--block", block, usual.block())?,
            });
        }
        if let Some(kernel) = MatrixKernel::by_name(name) {
            let [columns, rows] = sides("--n", n.unwrap_or("16384x16384"))?;
            let block = sides("--block", block.unwrap_or("32x32"))?;
            let size = MatrixSize::new(columns, rows, block).map_err(matrix_size)?;
            return Ok(Chosen::Matrix { kernel, size });
        }
        Err(Problem::request(format!(
            "`{name}` is neither a .cu or .wgsl file nor a kernel of the gallery, which `warpstep lessons` lists"
        )))
    }

    pub fn kernel(&self) -> &'static Kernel {
        match self {
            Chosen::Line { kernel, .. } => &kernel.kernel,
            Chosen::Matrix { kernel, .. } => &kernel.kernel,
        }
    }

    /// Returns the total number of elements.
    pub fn elements(&self) -> u64 {
        match self {
            Chosen::Line { n, .. } => u64::from(*n),
            Chosen::Matrix { size, .. } => size.elements(),
        }
    }

    pub fn block(&self) -> u32 {
        match self {
            Chosen::Line { block, .. } => *block,
            Chosen::Matrix { size, .. } => size.block().iter().product(),
        }
    }

    /// Returns a matrix's columns and rows, and its workgroup's lanes in x and y.
    pub fn shapes(&self) -> Option<([u32; 2], [u32; 2])> {
        match self {
            Chosen::Line { .. } => None,
            Chosen::Matrix { size, .. } => Some(([size.columns(), size.rows()], size.block())),
        }
    }

    pub fn parts(&self, machine: &Machine) -> Result<Parts, Problem> {
        match *self {
            Chosen::Line { kernel, n, block } => {
                Parts::of(kernel, n, block, machine, Limits::COUNTED).map_err(size_error)
            }
            Chosen::Matrix { kernel, size } => Ok(Parts::of_matrix(kernel, size)),
        }
    }

    /// Returns the full dispatch, for a run that cannot be split into parts.
    pub fn dispatch(&self, machine: &Machine) -> Result<Dispatch, Problem> {
        let parts = self.parts(machine)?;
        if parts.multiplies() {
            Err(Problem::request(format!(
                "{} elements are too many to be run in full; `metrics` runs only a part of them",
                self.elements()
            )))
        } else {
            Ok(parts.part)
        }
    }
}

/// Parses a whole number, or a power of two such as `2^24`, as every command takes them.
pub fn whole_number(option: &str, text: &str) -> Result<u32, Problem> {
    number::whole(text).ok_or_else(|| {
        Problem::request(format!(
            "{option} is `{text}`; it must be a whole number up to {}, such as 1000 or 2^24",
            u32::MAX
        ))
    })
}

/// Parses two numbers such as `32x16`.
fn sides(option: &str, text: &str) -> Result<[u32; 2], Problem> {
    let wrong = || {
        Problem::request(format!(
            "{option} is `{text}`; for a matrix it must be two whole numbers, such as 32x16"
        ))
    };
    let (x, y) = text.split_once('x').ok_or_else(wrong)?;
    Ok([number::whole(x).ok_or_else(wrong)?, number::whole(y).ok_or_else(wrong)?])
}

fn size_error(error: SizeError) -> Problem {
    Problem::request(match error {
        SizeError::TooFew { n, least } => format!("--n is {n}; it must be at least {least}"),
        SizeError::TooMany { n, most } => format!("--n is {n}; it must be at most {most}"),
        SizeError::Block { block } => format!(
            "--block is {block}; it must be one of {}",
            Size::BLOCKS.map(|block| block.to_string()).join(", ")
        ),
        SizeError::Unfit { size, nearest } => format!(
            "the kernel does not support --n {} --block {}; the nearest supported size is --n {} --block {}",
            size.n(),
            size.block(),
            nearest.n(),
            nearest.block()
        ),
        SizeError::BlockBeyondAdapter { block, most } => {
            format!("--block is {block}; it must be at most {most}")
        }
    })
}

fn matrix_size(error: MatrixSizeError) -> Problem {
    Problem::request(match error {
        MatrixSizeError::Side { columns, rows, most } => {
            format!("--n is {columns}x{rows}; each side must be 1 to {most}")
        }
        MatrixSizeError::TooMany { elements, most } => {
            format!("--n has {elements} elements; at most {most} can be counted")
        }
        MatrixSizeError::Block { x, y, most } => {
            format!("--block is {x}x{y}; a block has 1 to {most} lanes")
        }
        MatrixSizeError::Blocks { x, y, most } => {
            format!("{x}x{y} blocks are too many; a dispatch has at most {most} in a dimension")
        }
    })
}
