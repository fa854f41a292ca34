//! Splits a large dispatch so that only a part of it runs: the counters of the part repeat, so they are multiplied.

use crate::kernel::GalleryKernel;
use crate::matrix::{MatrixKernel, MatrixSize};
use crate::size::{Size, SizeError};
use crate::task::Task;
use simt::{Dispatch, Machine, Metrics};

/// The largest number of elements that the machine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Dispatches of up to this many elements run in full.
    pub full: u64,
    /// Approximate number of elements of the part that represents the others.
    pub part: u64,
}

impl Limits {
    /// For counters alone.
    pub const COUNTED: Limits = Limits {
        full: 1 << 20,
        part: 1 << 18,
    };
    /// For a run of which a reader follows any workgroup of the part.
    pub const SHOWN: Limits = Limits {
        full: 1 << 20,
        part: 1 << 20,
    };
}

/// After this many rows of words, of any row length, a row begins at the same offset in a line again: 64 × 4 bytes.
const PERIOD: u32 = 64;

/// The pieces to run for the counters of a large dispatch: total = `times` × counters of `part` + counters of `rest`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Workgroups of the whole dispatch in x, y and z.
    pub workgroups: [u32; 3],
    /// The first workgroups, or all of them.
    pub part: Dispatch,
    pub times: u64,
    pub rest: Option<Dispatch>,
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
        limits: Limits,
    ) -> Result<Parts, SizeError> {
        check(n, block)?;
        let size = Size::nearest(n, block);
        if n == size.n() {
            kernel.check(size)?;
        }
        Ok(Parts::split(kernel.task, size, n.into(), machine, limits))
    }

    /// Splits a dispatch of a size that the task takes, as [`Parts::of`] does.
    pub fn of_size(task: &dyn Task, size: Size, machine: &Machine, limits: Limits) -> Parts {
        Parts::split(task, size, size.n().into(), machine, limits)
    }

    fn split(task: &dyn Task, size: Size, n: u64, machine: &Machine, limits: Limits) -> Parts {
        let workgroups = task.workgroups(size, n);
        let dispatch = |elements: u64| task.dispatch(size, elements, machine);
        let band = task.band(size).filter(|_| n > limits.full);
        let elements = band.map_or(n, |band| (limits.part / band).max(1) * band);
        // An incomplete part would be too small to run, so `rest` also contains the part before it.
        let times = n / elements - u64::from(!n.is_multiple_of(elements));
        if times == 0 {
            return Parts::in_full(workgroups, dispatch(n));
        }
        let part = dispatch(elements);
        // Folding may add blocks past the end, which have no work. `rest` runs them.
        let missing =
            |times: u64, rest: u64| count(workgroups) - times * count(part.workgroups) - rest;
        if n == times * elements {
            if missing(times, 0) == 0 {
                return Parts {
                    workgroups,
                    part,
                    times,
                    rest: None,
                };
            }
            if times == 1 {
                return Parts::in_full(workgroups, dispatch(n));
            }
        }
        let times = times - u64::from(n == times * elements);
        let mut rest = dispatch(n - times * elements);
        rest.workgroups[0] += missing(times, count(rest.workgroups)) as u32;
        Parts {
            workgroups,
            part,
            times,
            rest: Some(rest),
        }
    }

    fn in_full(workgroups: [u32; 3], dispatch: Dispatch) -> Parts {
        Parts {
            workgroups,
            part: dispatch,
            times: 1,
            rest: None,
        }
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
        let most = Limits::COUNTED.part / u64::from(size.columns()) / u64::from(period);
        let band = period * (most as u32).max(1);
        let workgroups = [x, y, 1];
        let times = size.rows() / band;
        let left = size.rows() % band;
        if times == 0 {
            return Parts::in_full(workgroups, kernel.dispatch(size));
        }
        Parts {
            workgroups,
            part: kernel.dispatch(size.with_rows(band)),
            times: u64::from(times),
            rest: (left > 0).then(|| kernel.dispatch(size.with_rows(left))),
        }
    }

    /// Computes the counters of the whole dispatch from those of the part and of the rest.
    pub fn whole(&self, part: &Metrics, rest: Option<&Metrics>) -> Metrics {
        let mut whole = part.times(self.times);
        if let Some(rest) = rest {
            whole.add(rest);
        }
        whole
    }

    /// Returns true if workgroups that run represent others.
    pub fn multiplies(&self) -> bool {
        self.times > 1
    }

    /// Returns the number of workgroups that run.
    pub fn workgroups_run(&self) -> u64 {
        let rest = self.rest.as_ref();
        count(self.part.workgroups) + rest.map_or(0, |rest| count(rest.workgroups))
    }
}

fn count(workgroups: [u32; 3]) -> u64 {
    workgroups.into_iter().map(u64::from).product()
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
