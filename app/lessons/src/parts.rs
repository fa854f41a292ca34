//! Splits a large dispatch so that only a part of it runs: the counters of the part repeat, so they are multiplied.

use crate::kernel::GalleryKernel;
use crate::matrix::{MatrixKernel, MatrixSize};
use crate::size::{Size, SizeError};
use crate::task::Task;
use simt::{Dispatch, Machine, Metrics};

/// The most that the machine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Dispatches of up to this many elements run in full, unless their loops take too long.
    pub full: u64,
    /// Approximate number of elements of the part that represents the others.
    pub part: u64,
    /// The most turns of the loops of all elements: of a dispatch that runs in full, and of a part.
    pub turns: u64,
}

impl Limits {
    /// For counters alone.
    pub const COUNTED: Limits = Limits {
        full: 1 << 20,
        part: 1 << 18,
        turns: 1 << 25,
    };
    /// For a run of which a reader follows any workgroup of the part.
    pub const SHOWN: Limits = Limits {
        full: 1 << 20,
        part: 1 << 20,
        turns: 1 << 27,
    };
}

/// After this many rows of words, of any row length, a row begins at the same offset in a line again: 64 × 4 bytes.
const PERIOD: u32 = 64;

/// A number of elements, from the first on, and the workgroups that process them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub elements: u64,
    pub workgroups: [u32; 3],
}

/// The sizes of a dispatch's parts: total = `times` × `part` + `rest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Workgroups of the whole dispatch in x, y and z.
    pub workgroups: [u32; 3],
    pub part: Share,
    pub times: u64,
    pub rest: Option<Share>,
}

impl Split {
    /// Splits a dispatch over the first `n` elements of a size.
    fn of(task: &dyn Task, size: Size, n: u64, limits: Limits) -> Split {
        let share = |elements: u64| Share {
            elements,
            workgroups: task.workgroups(size, elements),
        };
        let whole = share(n);
        let in_full = Split {
            workgroups: whole.workgroups,
            part: whole,
            times: 1,
            rest: None,
        };
        let turns = task.turns(size).max(1);
        let is_large = n > limits.full || n.saturating_mul(turns) > limits.turns;
        let Some(band) = task.band(size).filter(|_| is_large) else {
            return in_full;
        };
        let most = limits.part.min(limits.turns / turns);
        let part = share((most / band).max(1) * band);
        let times = n / part.elements;
        // Folding may add workgroups past the end, which have no work.
        let divides = n.is_multiple_of(part.elements) && count(whole.workgroups) == times * count(part.workgroups);
        if divides {
            return Split { part, times, ..in_full };
        }
        // `rest` runs what is left, with the part before it: alone it could be too small to run.
        let times = times.saturating_sub(1);
        if times < 2 {
            return in_full;
        }
        let mut rest = share(n - times * part.elements);
        let counted = times * count(part.workgroups) + count(rest.workgroups);
        rest.workgroups[0] += (count(whole.workgroups) - counted) as u32;
        Split {
            part,
            times,
            rest: Some(rest),
            ..in_full
        }
    }

    /// Splits a dispatch of a size that the task takes.
    pub fn of_size(task: &dyn Task, size: Size, limits: Limits) -> Split {
        Split::of(task, size, size.n().into(), limits)
    }

    /// Returns the number of workgroups that run.
    pub fn workgroups_run(&self) -> u64 {
        let rest = self.rest.as_ref();
        count(self.part.workgroups) + rest.map_or(0, |rest| count(rest.workgroups))
    }
}

/// The pieces to run for the counters of a large dispatch: total = `times` × counters of `part` + counters of `rest`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Workgroups of the whole dispatch in x, y and z.
    pub workgroups: [u32; 3],
    /// The first workgroups, or all of them.
    pub part: Dispatch,
    pub times: u64,
    /// `None` if the parts add up to the whole. There is a rest only where `times` is above 1.
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
        let split = Split::of(task, size, n, limits);
        let dispatch = |share: Share| Dispatch {
            workgroups: share.workgroups,
            ..task.dispatch(size, share.elements, machine)
        };
        Parts {
            workgroups: split.workgroups,
            part: dispatch(split.part),
            times: split.times,
            rest: split.rest.map(dispatch),
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
        if times < 2 {
            return Parts {
                workgroups,
                part: kernel.dispatch(size),
                times: 1,
                rest: None,
            };
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
}

fn count(workgroups: [u32; 3]) -> u64 {
    workgroups.into_iter().map(u64::from).product()
}

fn check(n: u32, block: u32) -> Result<(), SizeError> {
    if n > Parts::MAX_N {
        return Err(SizeError::TooMany { n, most: Parts::MAX_N });
    }
    // Only the largest n differs from that of a full run.
    Size::new(n.min(Size::MAX_N), block).map(|_| ())
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
