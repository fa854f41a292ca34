//! Splits a large dispatch so that only a part of it runs: the counters of the part repeat, so they are multiplied.

use crate::kernel::GalleryKernel;
use crate::matrix::{MatrixKernel, MatrixSize};
use crate::size::{Size, SizeError};
use simt::{Dispatch, Machine, Metrics};

/// Dispatches of up to this many elements run in full.
const MOST_ELEMENTS: u64 = 1 << 20;
/// Approximate number of elements of the part that represents the others.
const PART_ELEMENTS: u64 = 1 << 18;
/// After this many rows of words, of any row length, a row begins at the same offset in a line again: 64 × 4 bytes.
const PERIOD: u32 = 64;

/// The pieces to run for the counters of a large dispatch: total = `times` × counters of `part` + counters of `rest`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Workgroups of the whole dispatch in x, y and z.
    pub workgroups: [u32; 3],
    pub part: Option<Dispatch>,
    pub times: u64,
    pub rest: Dispatch,
}

impl Parts {
    /// The largest n: above it, a kernel's 32-bit indices would wrap around.
    pub const MAX_N: u32 = 1 << 31;

    /// Splits a dispatch over n elements in blocks of `block` lanes. Blocks begin on a line and follow each other as
    /// they do in the part, so the counters are exact where the part's blocks are alike.
    ///
    /// # Errors
    /// n or `block` cannot run.
    pub fn of(
        kernel: &GalleryKernel,
        n: u32,
        block: u32,
        machine: &Machine,
    ) -> Result<Parts, SizeError> {
        check(n, block)?;
        let size = Size::nearest(n, block);
        let (n, task) = (u64::from(n), kernel.task);
        if n == u64::from(size.n()) {
            kernel.check(size)?;
        }
        let workgroups = task.workgroups(size, n);
        let dispatch = |elements: u64| task.dispatch(size, elements, machine);
        let band = match task.band(size) {
            Some(band) if n > MOST_ELEMENTS => band,
            _ => {
                return Ok(Parts {
                    workgroups,
                    part: None,
                    times: 0,
                    rest: dispatch(n),
                });
            }
        };
        let part = (PART_ELEMENTS / band).max(1) * band;
        // `rest` keeps one part more, so that it is never too small to run.
        let times = n / part - 1;
        let mut rest = dispatch(n - times * part);
        let part = dispatch(part);
        // Folding may add blocks past the end, which have no work. `rest` runs them.
        let count = |workgroups: [u32; 3]| workgroups.into_iter().map(u64::from).product::<u64>();
        let past_the_end =
            count(workgroups) - times * count(part.workgroups) - count(rest.workgroups);
        rest.workgroups[0] += past_the_end as u32;
        Ok(Parts {
            workgroups,
            part: Some(part),
            times,
            rest,
        })
    }

    /// Splits a dispatch over a matrix into groups of whole rows, each of which begins at the same offset in a line.
    pub fn of_matrix(kernel: &MatrixKernel, size: MatrixSize) -> Parts {
        let [x, y] = size.blocks();
        let block_y = size.block()[1];
        let period = if size.columns().is_multiple_of(PERIOD) {
            block_y
        } else {
            block_y * (PERIOD / gcd(PERIOD, block_y))
        };
        let most = PART_ELEMENTS / u64::from(size.columns()) / u64::from(period);
        let band = period * (most as u32).max(1);
        let times = (size.rows() / band).saturating_sub(1);
        let rest = kernel.dispatch(size.with_rows(size.rows() - times * band));
        let part = (times > 0).then(|| kernel.dispatch(size.with_rows(band)));
        Parts {
            workgroups: [x, y, 1],
            part,
            times: u64::from(times),
            rest,
        }
    }

    /// Computes the counters of the whole dispatch from those of the part and of the rest.
    pub fn whole(&self, part: Option<&Metrics>, rest: &Metrics) -> Metrics {
        let mut whole = rest.clone();
        if let Some(part) = part {
            whole.add(&part.times(self.times));
        }
        whole
    }
}

fn check(n: u32, block: u32) -> Result<(), SizeError> {
    if n > Parts::MAX_N {
        return Err(SizeError::TooMany {
            n,
            most: Parts::MAX_N,
        });
    }
    // Only the largest n differs from that of a full run.
    Size::new(n.min(Size::MAX_N), block).map(|_| ())
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
