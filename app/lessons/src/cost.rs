//! Models the time of a kernel from the trace of one block and the counters of all blocks.
//!
//! A device does four things at the same time, and the longest of them is the modelled time: waiting (each warp
//! executes its statements in order, a load delays it by a latency, a barrier until the last warp arrives; blocks that
//! are resident together overlap), issuing instructions, moving sectors between caches, and moving each sector once
//! between memory and chip. The milliseconds are only a model's: use them to rank kernels.

use simt::{Access, Event, Metrics, Request, Space, Trace};
use std::collections::HashSet;

/// The limits of a device. Latencies are in cycles, from a request to its result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Device {
    pub name: &'static str,
    pub multiprocessors: u32,
    pub gigahertz: f64,
    /// Limits of one multiprocessor: resident warps, resident blocks, and schedulers. A scheduler issues one
    /// instruction per cycle.
    pub warps: u32,
    pub blocks: u32,
    pub schedulers: u32,
    /// Instructions that the device issues for one instruction of ours: it also computes addresses, checks bounds, and
    /// needs several instructions for some operations. Fitted once, for all kernels, to measured times of reductions
    /// that wait for nothing else.
    pub slots_each: f64,
    pub arithmetic_latency: f64,
    pub shared_latency: f64,
    /// Latency of a sector that the block has touched before (cache), and of one that it has not (memory).
    pub cache_latency: f64,
    pub memory_latency: f64,
    /// Bandwidth in 10⁹ bytes per second: out of the cache that all multiprocessors share, and out of memory.
    pub cache_gb_s: f64,
    pub memory_gb_s: f64,
    pub source: &'static str,
}

/// NVIDIA H200, the device of the measurements that ship with the lessons.
pub const H200: Device = Device {
    name: "NVIDIA H200",
    multiprocessors: 132,
    gigahertz: 1.98,
    warps: 64,
    blocks: 32,
    schedulers: 4,
    slots_each: 2.4,
    arithmetic_latency: 4.0,
    shared_latency: 29.0,
    cache_latency: 263.0,
    memory_latency: 478.8,
    cache_gb_s: 5_700.0,
    memory_gb_s: 4_800.0,
    source: "NVIDIA H200 datasheet (memory); NVIDIA H100 whitepaper (multiprocessors); Luo et al., Benchmarking and Dissecting the Nvidia Hopper GPU Architecture, 2024, table IV (latencies); Chips and Cheese, Nvidia's H100, 2023 (cache bandwidth)",
};

/// The modelled time of a dispatch by part, each in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Waiting for results and at barriers.
    pub waiting: f64,
    /// Issuing instructions.
    pub issuing: f64,
    /// Moving sectors out of caches.
    pub caches: f64,
    /// Moving each sector once out of memory.
    pub memory: f64,
}

/// The part of the cost that limits a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    Waiting,
    Issuing,
    Caches,
    Memory,
}

impl Cost {
    fn parts(&self) -> [(Bound, f64); 4] {
        [
            (Bound::Waiting, self.waiting),
            (Bound::Issuing, self.issuing),
            (Bound::Caches, self.caches),
            (Bound::Memory, self.memory),
        ]
    }

    /// Returns the largest ratio of a part of this cost to the same part of `other`. A device that saturates sooner
    /// than the modelled one, or in another part, may take longer by up to this factor.
    pub fn growth_from(&self, other: &Cost) -> f64 {
        let pairs = self.parts().into_iter().zip(other.parts());
        let ratios = pairs.map(|((_, one), (_, other))| one / other);
        ratios.filter(|ratio| ratio.is_finite()).fold(0.0, f64::max)
    }

    /// Returns the modelled time in nanoseconds, and the part that decides it.
    pub fn time(&self) -> (Bound, f64) {
        let longest = |a: (Bound, f64), b: (Bound, f64)| if b.1 > a.1 { b } else { a };
        self.parts().into_iter().fold((Bound::Waiting, 0.0), longest)
    }
}

/// Computes the cost of a dispatch. `trace` is one of its blocks, `all` has the counters of all blocks.
pub fn cost(trace: &Trace, all: &Metrics, device: &Device) -> Cost {
    Load::of(trace, all, device).cost(device)
}

/// The demand of a dispatch: the totals over its blocks, from which its cost follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    pub blocks: f64,
    /// Warps of a block.
    pub warps: u32,
    /// Cycles of all blocks, as if they ran one after the other.
    pub cycles: f64,
    pub instructions: f64,
    /// Bytes out of caches, and the part of them that comes out of memory.
    pub moved: f64,
    pub fetched: f64,
}

impl Load {
    /// Computes the load of a dispatch. `trace` is one of its blocks, `all` has the counters of all blocks.
    pub fn of(trace: &Trace, all: &Metrics, device: &Device) -> Self {
        let block = walk(trace, all, device);
        let blocks = all.workgroups as f64;
        let bytes = blocks * f64::from(trace.sector_bytes);
        Load {
            blocks,
            warps: trace.warps,
            cycles: block.cycles * blocks,
            instructions: all.instructions as f64,
            moved: block.sectors * bytes,
            fetched: block.new_sectors * bytes,
        }
    }

    pub fn cost(&self, device: &Device) -> Cost {
        let resident = (device.warps / self.warps.max(1)).clamp(1, device.blocks);
        let at_once = f64::from(device.multiprocessors * resident).min(self.blocks.max(1.0));
        let slots = f64::from(device.multiprocessors * device.schedulers);
        let nanos = |cycles: f64| cycles / device.gigahertz;
        Cost {
            waiting: nanos(self.cycles / at_once),
            issuing: nanos(self.instructions * device.slots_each / slots),
            caches: self.moved / device.cache_gb_s,
            memory: self.fetched / device.memory_gb_s,
        }
    }

    /// Extrapolates to size `n`, in `blocks` blocks. This is the load at `own_n`; `smaller` is a smaller size with its
    /// load. Each part keeps growing with the power of n with which it grew between the two sizes.
    pub fn grown(&self, own_n: f64, smaller: (f64, &Load), n: f64, blocks: f64) -> Self {
        let (other_n, other) = smaller;
        let on = |load_of: fn(&Load) -> f64| {
            let power = (load_of(self) / load_of(other)).ln() / (own_n / other_n).ln();
            let power = if power.is_finite() { power } else { 1.0 };
            load_of(self) * (n / own_n).powf(power.max(0.0))
        };
        Load {
            blocks,
            warps: self.warps,
            cycles: on(|load| load.cycles),
            instructions: on(|load| load.instructions),
            moved: on(|load| load.moved),
            fetched: on(|load| load.fetched),
        }
    }
}

/// The modelled execution of one block alone.
struct Block {
    cycles: f64,
    /// Sectors of all requests, and those that no earlier request had touched.
    sectors: f64,
    new_sectors: f64,
}

fn walk(trace: &Trace, all: &Metrics, device: &Device) -> Block {
    let executions: u64 = all.statements.iter().map(|one| one.executions).sum();
    let instructions = all.instructions as f64 / executions.max(1) as f64;
    let mut clocks = vec![0.0_f64; trace.warps as usize];
    let mut sectors = Sectors::default();
    for (number, step) in trace.steps().enumerate() {
        let mut latency = 0.0_f64;
        for event in trace.events(number) {
            match event {
                // Requests of one statement overlap, so the longest latency counts.
                Event::Request(request) => {
                    latency = latency.max(sectors.request(trace, &request, device));
                }
                Event::Release => {
                    let last = clocks.iter().copied().fold(0.0, f64::max);
                    clocks.fill(last);
                }
                _ => {}
            }
        }
        if let Some(clock) = clocks.get_mut(step.warp as usize) {
            *clock += instructions * device.arithmetic_latency + latency;
        }
    }
    Block {
        cycles: clocks.into_iter().fold(0.0, f64::max),
        sectors: sectors.out_of_caches,
        new_sectors: sectors.out_of_memory,
    }
}

/// The sectors that a block has touched, each as (memory, sector number).
#[derive(Default)]
struct Sectors {
    read: HashSet<(u32, u32)>,
    written: HashSet<(u32, u32)>,
    out_of_caches: f64,
    out_of_memory: f64,
}

impl Sectors {
    /// Counts a request. Returns the cycles for which its warp waits.
    fn request(&mut self, trace: &Trace, request: &Request<'_>, device: &Device) -> f64 {
        let memory = trace.memories.get(request.memory as usize);
        if memory.map(|memory| memory.space) != Some(Space::Storage) {
            return device.shared_latency;
        }
        let addresses = (0..request.mask.count()).map(|rank| request.addresses.of_rank(rank));
        let mut sectors: Vec<u32> = addresses
            .flat_map(|address| {
                let last = address + request.bytes.max(1) - 1;
                address / trace.sector_bytes..=last / trace.sector_bytes
            })
            .collect();
        sectors.sort_unstable();
        sectors.dedup();
        let mut is_new = false;
        for sector in sectors {
            let place = (request.memory, sector);
            // A sector that was read before is in the near cache and moves nothing. Every write goes through that
            // cache.
            if request.access.reads() && self.read.insert(place) {
                is_new = true;
                self.out_of_caches += 1.0;
                self.out_of_memory += 1.0;
            }
            if request.access.writes() {
                self.out_of_caches += 1.0;
                if self.written.insert(place) {
                    self.read.insert(place);
                    self.out_of_memory += 1.0;
                }
            }
        }
        match request.access {
            Access::Store => 0.0,
            _ if is_new => device.memory_latency,
            _ => device.cache_latency,
        }
    }
}

/// Computes Spearman's rank correlation: 1 if two lists have the same order, -1 if they have opposite orders. Equal
/// values share their rank. Returns `None` for fewer than two pairs, lists of different lengths, or a list whose values
/// are all equal.
pub fn rank_correlation(first: &[f64], second: &[f64]) -> Option<f64> {
    if first.len() != second.len() || first.len() < 2 {
        return None;
    }
    let centred = |values: &[f64]| -> Vec<f64> {
        let middle = (values.len() - 1) as f64 / 2.0;
        let below = |value: f64| values.iter().filter(|other| **other < value).count() as f64;
        let equal = |value: f64| values.iter().filter(|other| **other == value).count() as f64;
        values
            .iter()
            .map(|&value| below(value) + (equal(value) - 1.0) / 2.0 - middle)
            .collect()
    };
    let (first, second) = (centred(first), centred(second));
    let product = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let spread = (product(&first, &first) * product(&second, &second)).sqrt();
    (spread > 0.0).then(|| product(&first, &second) / spread)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GalleryKernel, Size};
    use simt::{Machine, RunOptions, compile, run};

    fn of(name: &str, n: u32, block: u32) -> Cost {
        let machine = Machine::by_id("h200").expect("a preset");
        let kernel = GalleryKernel::by_name(name).expect("in the gallery");
        let program = compile(&kernel.kernel.source, None).expect("it compiles");
        let dispatch = kernel.dispatch(Size::fixed(n, block), &machine);
        let options = RunOptions {
            machine,
            ..RunOptions::default()
        };
        let run = run(&program, &dispatch, &options).expect("it runs");
        cost(&run.trace.expect("traced"), &run.metrics, &H200)
    }

    #[test]
    fn a_copy_moves_each_byte_once_in_and_once_out() {
        let n = 1 << 16;
        for name in ["copy_scalar", "copy_vec4"] {
            let bytes = 2.0 * 4.0 * f64::from(n);
            let nanos = bytes / H200.memory_gb_s;
            assert!((of(name, n, 256).memory / nanos - 1.0).abs() < 1e-9, "{name}");
        }
    }

    #[test]
    fn what_a_kernel_waits_for_is_what_the_lesson_says() {
        let n = 1 << 18;
        let [neighbored, interleaved, unrolled, tuned] = [
            "reduce_neighbored",
            "reduce_interleaved",
            "reduce_unroll8",
            "reduce_grid_stride_vec4",
        ]
        .map(|name| of(name, n, 256).time().1);
        assert!(neighbored > interleaved && interleaved > unrolled && unrolled > tuned);
        // Every iteration of the stride loop waits for memory again.
        let one = of("copy_scalar", 256, 256).waiting;
        let strides = of("reduce_interleaved", 256, 256).waiting;
        assert!(strides > 4.0 * one, "{strides} {one}");
    }

    #[test]
    fn order_is_compared_by_ranks() {
        for (first, second, expected) in [
            (vec![1.0, 2.0, 3.0], vec![10.0, 20.0, 1e9], Some(1.0)),
            (vec![1.0, 2.0, 3.0], vec![3.0, 2.0, 1.0], Some(-1.0)),
            (vec![1.0, 2.0, 3.0, 4.0], vec![1.0, 3.0, 2.0, 4.0], Some(0.8)),
            (vec![1.0, 1.0, 2.0, 2.0], vec![5.0, 5.0, 6.0, 6.0], Some(1.0)),
            (vec![1.0, 1.0], vec![1.0, 2.0], None),
            (vec![1.0], vec![1.0], None),
        ] {
            let correlation = rank_correlation(&first, &second);
            let close = match (correlation, expected) {
                (Some(correlation), Some(expected)) => (correlation - expected).abs() < 1e-12,
                (correlation, expected) => correlation == expected,
            };
            assert!(close, "{first:?} {second:?}: {correlation:?}");
        }
    }
}
