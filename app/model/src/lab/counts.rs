//! The machine's counters of a measured case: bytes, operations, and a model's estimate from them.

use crate::lab::experiment::Case;
use crate::panels::counters::{Counter, CounterId, Kind, counters_of};
use lessons::cost::{Cost, H200, Load};
use lessons::{Limits, Parts, Size};
use simt::{Dispatch, Machine, Metrics, Trace};

/// The most elements that the machine runs; of a larger size it runs a part.
const MOST_ELEMENTS: u64 = 1 << 16;

/// The part of a case that is run, and about how many times the whole contains it.
#[derive(Clone, Debug)]
pub struct Part {
    pub dispatch: Dispatch,
    pub machine: Machine,
    factor: u64,
    /// True if the whole is exactly `factor` such parts, provided that their blocks are alike.
    divides: bool,
}

/// The counters of a whole dispatch.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// Bytes of the sectors that requests to storage memory moved.
    pub bytes: f64,
    /// Instructions of our own bytecode, counted per lane.
    pub operations: f64,
    /// True if the bytes were counted in every block, or in blocks that are alike.
    pub is_exact: bool,
    /// The counters of the lesson page.
    pub counters: Vec<Counter>,
    /// The modelled cost on a known device.
    pub cost: Option<Cost>,
}

impl Counted {
    /// Returns the kind of the counters of masks and addresses.
    pub const fn kind(&self) -> Kind {
        if self.is_exact { Kind::Exact } else { Kind::Modelled }
    }

    pub fn counter(&self, id: CounterId) -> Option<&Counter> {
        self.counters.iter().find(|counter| counter.id == id)
    }
}

/// Returns the part to run for a case.
pub fn part(case: &Case) -> Part {
    part_within(case, MOST_ELEMENTS)
}

/// Returns a part of at most `most` elements, or of one repeating unit if that is larger.
pub fn part_within(case: &Case, most: u64) -> Part {
    let machine = Machine::by_id("h200").unwrap_or_default();
    let (work, size) = (case.work(), case.size);
    let n = u64::from(size.n());
    if n > most && work.band(size).is_none() {
        // No part repeats, so a smaller size of the same kernel stands for it.
        let small = most.min(u64::from(u32::MAX)) as u32;
        let small = work.nearest(Size::nearest(small, size.block()));
        let elements = u64::from(small.n());
        return Part {
            dispatch: work.dispatch(small, elements, &machine),
            machine,
            factor: (n / elements.max(1)).max(1),
            divides: false,
        };
    }
    let limits = Limits {
        full: most,
        part: most,
        ..Limits::COUNTED
    };
    let parts = Parts::of_size(&*work, size, &machine, limits);
    Part {
        factor: parts.times + u64::from(parts.rest.is_some()),
        divides: parts.rest.is_none(),
        dispatch: parts.part,
        machine,
    }
}

impl Part {
    /// Computes the counters of the whole from those of the part.
    pub fn counted(&self, metrics: &Metrics, blocks_alike: bool, trace: Option<&Trace>) -> Counted {
        let whole = metrics.times(self.factor);
        let traffic = [whole.global_loads, whole.global_stores, whole.global_atomics];
        let mut counted = Counted {
            bytes: traffic.iter().map(|one| one.bytes_moved as f64).sum(),
            operations: whole.thread_instructions as f64,
            is_exact: self.factor == 1 || (self.divides && blocks_alike),
            counters: Vec::new(),
            cost: trace.map(|trace| self.load(metrics, trace).cost(&H200)),
        };
        counted.counters = counters_of(None, counted.kind(), &whole);
        counted
    }

    /// Computes the load of the whole on the modelled device, provided that its blocks are alike.
    pub fn load(&self, metrics: &Metrics, trace: &Trace) -> Load {
        Load::of(trace, &metrics.times(self.factor), &H200)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::{GALLERY, GalleryKernel};
    use simt::{RunOptions, compile, run};

    fn counted(name: &str, n: u32) -> Counted {
        let kernel = GalleryKernel::by_name(name).expect("in the gallery");
        let size = kernel.task.nearest(Size::nearest(n, 256));
        let part = part(&Case {
            kernel,
            size,
            value: None,
        });
        let program = compile(&kernel.kernel.source, None).expect("it compiles");
        let options = RunOptions {
            machine: part.machine.clone(),
            ..RunOptions::default()
        };
        let run = run(&program, &part.dispatch, &options).expect("it runs");
        part.counted(&run.metrics, run.blocks_alike, run.trace.as_ref())
    }

    #[test]
    fn a_copy_moves_eight_bytes_an_element_at_any_n() {
        for n in [1 << 10, 1 << 16, 1 << 20, 1 << 28] {
            let copy = counted("copy_vec4", n);
            assert_eq!((copy.bytes, copy.is_exact), (8.0 * f64::from(n), true), "{n}");
        }
    }

    #[test]
    fn counters_are_of_the_whole_dispatch() {
        let small = counted("reduce_neighbored", 1 << 16);
        let large = counted("reduce_neighbored", 1 << 20);
        for id in [
            CounterId::GldTransactions,
            CounterId::GstTransactions,
            CounterId::DivergentBranch,
        ] {
            let number = |counted: &Counted| counted.counter(id).and_then(|counter| counter.number);
            let (one, other) = (number(&small), number(&large));
            assert!(one > Some(0.0), "{id:?}");
            assert_eq!(one.map(|one| 16.0 * one), other, "{id:?}");
            let kind = large.counter(id).map(|counter| counter.kind);
            assert_eq!(kind, Some(Kind::Exact), "{id:?}");
        }
    }

    #[test]
    fn what_cannot_be_multiplied_is_not_called_exact() {
        let strided = counted("reduce_grid_stride_vec4", 1 << 20);
        assert!(!strided.is_exact);
        let loads = strided.counter(CounterId::GldTransactions);
        assert_eq!(loads.map(|loads| loads.kind), Some(Kind::Modelled));
        let per_element = strided.bytes / f64::from(1 << 20);
        assert!((4.0..4.5).contains(&per_element), "{per_element}");
    }

    #[test]
    fn parts_are_small_for_every_kernel() {
        for kernel in GALLERY.iter() {
            for n in [1 << 10, 1 << 20, 123_456_789] {
                let size = kernel.task.nearest(Size::nearest(n, 256));
                let work = Case {
                    kernel,
                    size,
                    value: None,
                };
                let words: u64 = part(&work).dispatch.workgroups.into_iter().map(u64::from).product();
                let band = kernel.task.band(size).unwrap_or(0);
                assert!(words * 64 <= 4 * MOST_ELEMENTS.max(band), "{kernel:?} {n}: {words}");
            }
        }
    }
}
