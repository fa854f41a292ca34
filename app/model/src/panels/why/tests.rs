//! Tests that the contributions add up to exactly the shown number.

use super::*;
use crate::panels::counters::counters;
use crate::run::sample::Sample;
use lessons::claim::claim_of;
use lessons::{GALLERY, GalleryKernel, Limits, Parts, Size, Split};
use simt::RunOptions;

struct Ran {
    playback: Playback,
    sample: Sample,
    metrics: Metrics,
    alike: bool,
    machine: Machine,
    kernel: &'static GalleryKernel,
    size: Size,
}

fn ran(kernel: &'static GalleryKernel, size: Size, machine: Machine) -> Ran {
    let parts = Parts::of_size(kernel.task, size, &machine, Limits::SHOWN);
    let program = simt::compile(&kernel.kernel.source, None).expect("compiles");
    let options = RunOptions {
        machine: machine.clone(),
        ..RunOptions::default()
    };
    let run = simt::run(&program, &parts.part, &options).expect("runs");
    let rest = parts.rest.as_ref();
    let rest = rest.map(|rest| simt::run(&program, rest, &options).expect("runs").metrics);
    Ran {
        playback: Playback::new(kernel.kernel.source.to_string(), run.trace.expect("a trace")),
        sample: Split::of_size(kernel.task, size, Limits::SHOWN).into(),
        alike: run.blocks_alike,
        metrics: parts.whole(&run.metrics, rest.as_ref()),
        machine,
        kernel,
        size,
    }
}

impl Ran {
    fn why(&self, id: CounterId) -> Why {
        why(id, &self.playback, self.sample, &self.machine, &self.metrics)
    }

    /// Compares every counter of the panel with the sum of its parts.
    fn check(&self) {
        let claim = claim_of(self.kernel, &self.machine.id, self.size.n(), self.size.block());
        for counter in counters(claim, self.sample, self.alike, &self.metrics) {
            let why = self.why(counter.id);
            let name = format!("{} {}", self.kernel.kernel.name, counter.id.name());
            let result = why.result().map(|value| counter.id.show(value));
            assert_eq!(result, counter.value, "{name}");
            if matches!(why.making, Making::Lanes | Making::Instructions) {
                assert!(why.rows.is_empty());
                continue;
            }
            let sums = why
                .rows
                .iter()
                .fold((0, 0), |sum, row| (sum.0 + row.times, sum.1 + row.gives));
            assert_eq!(sums, (why.times, why.gives), "{name}");
            assert!(why.rows.iter().all(|row| !row.text.is_empty()), "{name}");
            assert!(why.rows.is_sorted_by_key(|row| row.line), "{name}");
        }
    }
}

fn number(share: &Share) -> u32 {
    match share.of {
        Part::Iteration { number, .. } => number,
        Part::Warp(warp) => warp,
    }
}

/// The iterations and the warps of the followed block add up to the counter: times the blocks, if all are alike.
#[test]
fn iterations_and_warps_add_up() {
    let mut compared = 0;
    for kernel in GALLERY.iter() {
        let size = kernel.task.nearest(Size::fixed(4096, 128));
        let ran = ran(kernel, size, Machine::default());
        if !ran.alike || ran.playback.trace().truncated {
            continue;
        }
        for &id in CounterId::ALL {
            let why = ran.why(id);
            let blocks = u64::from(why.sample.all);
            for shares in [&why.iterations, &why.warps] {
                let sums = shares.iter().fold((0, 0), |sum, share| {
                    (sum.0 + share.times * blocks, sum.1 + share.gives * blocks)
                });
                if !shares.is_empty() {
                    let name = format!("{} {}", kernel.kernel.name, id.name());
                    assert_eq!(sums, (why.times, why.gives), "{name}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn every_counter_of_every_kernel_adds_up() {
    for kernel in GALLERY.iter() {
        let size = kernel.task.nearest(Size::fixed(4096, 128));
        ran(kernel, size, Machine::default()).check();
    }
}

#[test]
fn a_large_dispatch_is_its_parts_times_its_blocks() {
    let kernel = GalleryKernel::by_name("reduce_interleaved").expect("in the gallery");
    let ran = ran(kernel, Size::fixed(1 << 24, 512), Machine::default());
    ran.check();
    let why = ran.why(CounterId::GldTransactions);
    assert_eq!((why.sample.ran, why.sample.all), (2048, 32_768));
}

#[test]
fn half_warps_add_up_too() {
    let machine = Machine::by_id("g80").expect("a preset");
    let kernel = GalleryKernel::by_name("reduce_neighbored").expect("in the gallery");
    let ran = ran(kernel, Size::fixed(4096, 256), machine);
    ran.check();
    let why = ran.why(CounterId::GldTransactions);
    let transactions: u64 = why.iterations.iter().map(|share| share.gives).sum();
    assert_eq!(transactions * 16, why.gives);
}

#[test]
fn the_followed_block_goes_round_by_round() {
    let kernel = GalleryKernel::by_name("reduce_neighbored").expect("in the gallery");
    let ran = ran(kernel, Size::fixed(16_384, 1024), Machine::default());
    let why = ran.why(CounterId::GldTransactions);
    // Strides 1 to 16 keep all 32 warps busy, then half as many each time. The final result is one more request.
    let rounds: Vec<(u32, u64, u64)> = why
        .iterations
        .iter()
        .map(|share| (number(share), share.times, share.gives))
        .collect();
    let wanted = [
        (0, 1),
        (1, 64),
        (2, 64),
        (3, 64),
        (4, 64),
        (5, 64),
        (6, 32),
        (7, 16),
        (8, 8),
        (9, 4),
        (10, 2),
    ];
    assert_eq!(rounds, wanted.map(|(iteration, count)| (iteration, count, count)));
    let strides: Vec<&str> = why
        .iterations
        .iter()
        .filter_map(|share| match &share.of {
            Part::Iteration { variable, .. } => Some(variable.as_ref()?.1.as_str()),
            Part::Warp(_) => None,
        })
        .collect();
    assert_eq!(strides[..4], ["1", "2", "4", "8"]);
    let block: u64 = why.iterations.iter().map(|share| share.gives).sum();
    assert_eq!(block * 16, why.gives);
    // Warp 0 takes part in all ten iterations and stores the result, warp 31 in five.
    let warps: Vec<u64> = why.warps.iter().map(|share| share.gives).collect();
    assert_eq!((warps.len(), warps[0], warps[31]), (32, 21, 10));
    assert_eq!(warps.iter().sum::<u64>(), block);
    assert_eq!(why.result(), Some(6128.0));
}

#[test]
fn long_rows_of_equal_iterations_are_one_stretch() {
    let share = |iteration, times| Share {
        of: Part::Iteration {
            number: iteration,
            variable: None,
        },
        times,
        gives: times,
    };
    let counts = |shares: &[Share]| {
        let stretches = stretches(shares);
        let told = stretches.iter().map(|stretch| {
            let ends = (number(stretch.first), number(stretch.last));
            (ends.0, ends.1, stretch.count * stretch.first.times)
        });
        told.collect::<Vec<_>>()
    };
    let many: Vec<Share> = (0..=9).map(|iteration| share(iteration, 2)).collect();
    assert_eq!(counts(&many), [(0, 0, 2), (1, 9, 18)]);
    let few: Vec<Share> = (1..=3).map(|iteration| share(iteration, 2)).collect();
    assert_eq!(counts(&few), [(1, 1, 2), (2, 2, 2), (3, 3, 2)]);
    assert_eq!(counts(&[]), []);
}

#[test]
fn a_line_whose_requests_differ_says_from_what_to_what() {
    let kernel = GalleryKernel::by_name("reduce_neighbored_less").expect("in the gallery");
    let ran = ran(kernel, Size::fixed(16_384, 1024), Machine::default());
    let why = ran.why(CounterId::GldTransactions);
    let ranges: Vec<_> = why.rows.iter().filter_map(|row| row.range).collect();
    assert_eq!(ranges.len(), 1, "{:?}", why.rows);
    assert!(ranges[0].0 == 1 && ranges[0].1 > 1, "{ranges:?}");
}
