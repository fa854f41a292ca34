//! The product of two square matrices, computed in tiles.

use super::Task;
use super::buffers::{bound, pattern, zeros};
use super::square::{self, side};
use crate::size::Size;
use simt::{Dispatch, Machine, Pattern};
use std::collections::BTreeMap;

/// `a`, `b`, `c`: side × side words; c = a b, wrapping.
#[derive(Clone, Copy, Debug)]
pub struct MatrixProduct;

/// Lanes of a tile in x and in y.
const TILE: u32 = 16;

impl Task for MatrixProduct {
    fn nearest(&self, size: Size) -> Size {
        square::nearest(size, TILE..=4096, TILE * TILE)
    }

    fn band(&self, size: Size) -> Option<u64> {
        Some(u64::from(side(size) * TILE))
    }

    /// A row times a column.
    fn turns(&self, size: Size) -> u64 {
        u64::from(side(size))
    }

    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        let rows = elements / u64::from(side(size));
        [side(size) / TILE, rows as u32 / TILE, 1]
    }

    fn dispatch(&self, size: Size, elements: u64, _: &Machine) -> Dispatch {
        let width = side(size);
        let plane = |row, column| Pattern::Plane { width, row, column };
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides: BTreeMap::from([("WIDTH".to_owned(), f64::from(width))]),
            buffers: bound([
                pattern(plane(1, 1), elements),
                pattern(plane(1, 2), u64::from(size.n())),
                zeros(elements),
            ]),
        }
    }

    fn output(&self) -> usize {
        2
    }

    /// Computes the sum over k of (i + k) (k + 2 j) = Σ k² + (i + 2 j) Σ k + 2 i j side, modulo 2^32.
    fn reference(&self, size: Size, _: &Machine, first: u64, out: &mut [u32]) {
        let width = u64::from(side(size));
        let sum = width * (width - 1) / 2;
        let squares = (width - 1) * width * (2 * width - 1) / 6;
        for (index, word) in (first..).zip(out) {
            let (i, j) = (index / width, index % width);
            *word = (squares + (i + 2 * j) * sum + 2 * i * j * width) as u32;
        }
    }

    fn useful_bytes(&self, size: Size) -> u64 {
        12 * u64::from(size.n())
    }
}
