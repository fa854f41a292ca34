//! y = A x, with the matrix and vector of a published measurement.

use super::Task;
use super::buffers::{bound, pattern, zeros};
use super::square::{self, side};
use crate::size::Size;
use simt::{Dispatch, Lines, Machine, Pattern, fold_workgroups};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// `a`: side × side floats; `x`: side floats; `y`: one float per row.
#[derive(Clone, Copy, Debug)]
pub struct Gemv {
    pub lines: Lines,
    /// Minimum length of the binding of `x`, in words: the length of a uniform buffer is fixed.
    pub least_x: u32,
    pub share: Share,
}

/// The lanes that compute a row of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// One lane for each row.
    Lane,
    /// A whole block together; the value is the number of rows per block.
    Block(u32),
}

impl Gemv {
    pub const BY_ROWS: Gemv = Gemv::of(Lines::Rows);
    pub const BY_COLUMNS: Gemv = Gemv::of(Lines::Columns);

    const fn of(lines: Lines) -> Self {
        Gemv {
            lines,
            least_x: 0,
            share: Share::Lane,
        }
    }

    fn rows_per_block(&self, size: Size) -> u32 {
        match self.share {
            Share::Lane => size.block(),
            Share::Block(rows) => rows,
        }
    }
}

/// Relative rounding error of a large sum of products, as a fraction of a bound on the sum of their magnitudes. A lane
/// that adds 16384 products one after the other is off by 4.7e-5 of it, which is less than one product.
const ROUNDING: f32 = 6e-5;

/// Σ x_j and Σ j x_j over the first 2^i columns, computed once: results are compared in many portions, and each
/// logarithm takes a while.
static SUMS: [OnceLock<(f64, f64)>; 32] = [const { OnceLock::new() }; 32];

fn sums(width: u32) -> (f64, f64) {
    // A side is a power of two.
    *SUMS[width.ilog2() as usize].get_or_init(|| {
        let x = |j: u64| f64::from(f32::from_bits(Pattern::LogRoots.word(j)));
        let terms = (0..u64::from(width)).map(|j| (x(j), j as f64 * x(j)));
        terms.fold((0.0, 0.0), |sum, term| (sum.0 + term.0, sum.1 + term.1))
    })
}

impl Task for Gemv {
    fn nearest(&self, size: Size) -> Size {
        square::nearest(size, 64..=16_384, size.block())
    }

    fn band(&self, size: Size) -> Option<u64> {
        Some(u64::from(side(size)) * u64::from(self.rows_per_block(size)))
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        let rows = (elements / u64::from(side(size))) as u32;
        fold_workgroups(rows.div_ceil(self.rows_per_block(size)))
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        let width = side(size);
        let rows = elements / u64::from(width);
        let length = match self.lines {
            Lines::Rows => width,
            Lines::Columns => rows as u32,
        };
        let lines = self.lines;
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: BTreeMap::from([
                ("BLOCK".to_owned(), f64::from(size.block())),
                ("WIDTH".to_owned(), f64::from(width)),
            ]),
            buffers: bound([
                pattern(Pattern::Slope { length, lines }, elements),
                pattern(Pattern::LogRoots, u64::from(width.max(self.least_x))),
                zeros(rows),
            ]),
        }
    }

    fn output(&self) -> usize {
        2
    }

    fn output_words(&self, size: Size) -> u64 {
        u64::from(side(size))
    }

    /// Computes the sum over j of (i + 1 - 0.1 j) x_j = (i + 1) Σ x_j - 0.1 Σ j x_j.
    fn reference(&self, size: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let (sum, moment) = sums(side(size));
        for (row, y) in (first..).zip(out) {
            *y = (((row + 1) as f64 * sum - 0.1 * moment) as f32).to_bits();
        }
    }

    fn slack(&self, size: Size, row: u64, _: f32) -> Option<f32> {
        let width = side(size) as f32;
        let largest = (row as f32 + 1.0).max(0.1 * width);
        Some(ROUNDING * width * largest * width.ln())
    }

    /// The matrix is read once. The vectors are negligible.
    fn useful_bytes(&self, size: Size) -> u64 {
        4 * u64::from(size.n())
    }
}
