//! Each element is changed by a path that depends on its index.

use super::buffers::{bound, pattern};
use super::known::Known;
use super::{Parameter, Task};
use crate::size::Size;
use simt::{Contents, Dispatch, Machine, Pattern, fold_workgroups};
use std::collections::BTreeMap;

/// `data`: n words, changed in place by a loop. The element's path sets the loop's factor and term.
#[derive(Clone, Copy, Debug)]
pub struct Diverge {
    pub path: Path,
    /// Iterations of each path's loop.
    pub iterations: i32,
    pub length: Length,
}

/// The place from which a kernel knows the length of its loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// An override: a compiler knows it.
    Override,
    /// `iterations`, a buffer of one word: no compiler knows it.
    Buffer,
}

impl Diverge {
    /// Returns the task with the default number of iterations.
    pub const fn by(path: Path) -> Self {
        Diverge {
            path,
            iterations: ITERATIONS,
            length: Length::Override,
        }
    }

    /// Returns the task whose loops read their length from a buffer.
    pub const fn reading(path: Path) -> Self {
        Diverge {
            length: Length::Buffer,
            ..Diverge::by(path)
        }
    }
}

/// The rule that assigns a path to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Even and odd lanes.
    Parity,
    /// Even and odd warps.
    WarpParity,
    /// Lanes 0 to 2 of a block, and all other lanes.
    FirstLanes,
    /// Warps 0 to 2 of a block, and all other warps.
    FirstWarps,
    /// A path for each value of these bits of the lane's index in its block.
    Bits(u32),
    /// A different path for each lane of a warp.
    EachLane,
    /// A different path for each block.
    EachBlock,
}

/// Default iterations of each path's loop: enough that the loop, not the launch, dominates the time.
pub(super) const ITERATIONS: i32 = 64;

impl Path {
    fn knows_warps(self) -> bool {
        !matches!(self, Path::Parity | Path::FirstLanes | Path::Bits(_))
    }

    /// Returns factor and term of an element's path.
    fn step(self, index: u64, block: u64, width: u64) -> (i32, i32) {
        let tid = index % block;
        let of_two = |first| if first { (5, 1) } else { (3, 7) };
        match self {
            Path::Parity => of_two(index.is_multiple_of(2)),
            Path::WarpParity => of_two((index / width).is_multiple_of(2)),
            Path::FirstLanes => of_two(tid > 2),
            Path::FirstWarps => of_two(tid / width > 2),
            Path::Bits(bits) => {
                let path = tid as i32 & bits.cast_signed();
                (2 * path + 3, path + 1)
            }
            Path::EachLane => (5, (tid % width) as i32),
            Path::EachBlock => (5, (index / block % width) as i32),
        }
    }
}

/// Returns the overrides of a kernel that runs each path's loop `iterations` times.
pub(super) fn overrides(size: Size, iterations: i32) -> BTreeMap<String, f64> {
    BTreeMap::from([
        ("BLOCK".to_owned(), f64::from(size.block())),
        ("ITERATIONS".to_owned(), f64::from(iterations)),
    ])
}

/// Returns the workgroups for one lane per element.
pub(super) fn one_each(size: Size, elements: u64) -> [u32; 3] {
    fold_workgroups(elements.div_ceil(u64::from(size.block())) as u32)
}

impl Task for Diverge {
    fn band(&self, size: Size) -> Option<u64> {
        match self.path {
            // Paths only repeat after as many blocks as a warp has lanes.
            Path::EachBlock => None,
            _ => Some(u64::from(size.block())),
        }
    }

    fn dispatch(&self, size: Size, elements: u64, machine: &Machine) -> Dispatch {
        let mut overrides = overrides(size, self.iterations);
        if self.path.knows_warps() {
            overrides.insert("WARP_WIDTH".to_owned(), f64::from(machine.warp_width));
        }
        let mut buffers = vec![pattern(Pattern::Bytes, elements)];
        if self.length == Length::Buffer {
            overrides.remove("ITERATIONS");
            buffers.push(Contents::Bytes(self.iterations.to_le_bytes().to_vec()));
        }
        Dispatch {
            workgroups: self.workgroups(size, elements),
            overrides,
            buffers: bound(buffers),
        }
    }

    fn reference(&self, size: Size, machine: &Machine, first: u64, out: &mut [u32]) {
        let (block, width) = (u64::from(size.block()), u64::from(machine.warp_width));
        let mut results = Known::new();
        for (index, value) in (first..).zip(out) {
            let path = self.path.step(index, block, width);
            let (factor, term) = path;
            let step = |x: i32, k: i32| x.wrapping_mul(factor).wrapping_add(term) ^ k;
            *value = results.of(path, Pattern::Bytes.word(index), |start| {
                let all = 0..self.iterations;
                all.fold(start.cast_signed(), step).cast_unsigned()
            });
        }
    }

    /// Each element is read and written once.
    fn useful_bytes(&self, size: Size) -> u64 {
        8 * u64::from(size.n())
    }

    fn parameter(&self) -> Option<Parameter> {
        Some(Parameter::Iterations)
    }

    fn iterations(&self) -> Option<u32> {
        u32::try_from(self.iterations).ok()
    }

    fn with_parameter(&self, value: u32) -> Option<Box<dyn Task>> {
        let iterations = i32::try_from(value).ok()?;
        Some(Box::new(Diverge { iterations, ..*self }))
    }
}
