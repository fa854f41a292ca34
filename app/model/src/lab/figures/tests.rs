//! Tests of the figures of an experiment.

use super::*;
use crate::strings;
use gpu::{Entry, Sheet, SheetDevice, Way};
use lessons::cost::H200;

fn entry(kernel: &str, n: u64, block: u32, nanos: f64) -> Entry {
    Entry {
        kernel: kernel.to_owned(),
        n,
        block,
        parameters: Default::default(),
        useful_bytes: 4 * n,
        samples: vec![nanos * 0.99, nanos, nanos * 1.02],
        method: Method::Slope,
        clock: Clock::Gpu,
        repeats: 10,
        step_nanos: 1.0,
        compile_nanos: 1e6,
        first_run_nanos: 1e5,
    }
}

fn record(entries: Vec<Entry>) -> Record {
    let device = SheetDevice {
        name: "A <device> & more".to_owned(),
        vendor: String::new(),
        backend: "WebGPU".to_owned(),
        is_fallback: false,
    };
    let sheet = Sheet::new(device, "2026".to_owned(), "test".to_owned(), Way::Browser, entries);
    Record::of(String::new(), String::new(), sheet)
}

fn ladder() -> Record {
    let mut entries = Vec::new();
    for n in [1 << 10, 1 << 20] {
        for block in [64, 256] {
            let time = n as f64 / f64::from(block);
            for (kernel, times) in [("reduce_neighbored", 8.0), ("reduce_unroll8", 1.0), ("copy_vec4", 2.0)] {
                entries.push(entry(kernel, n, block, times * time));
            }
        }
    }
    record(entries)
}

/// Both kernels of the chains in one block: more lanes take no more time.
fn one_block() -> Record {
    let blocks = [64, 128, 1024].into_iter();
    let entries = blocks.flat_map(|block| {
        [("ilp_1", 4e5), ("ilp_4", 1e5)].map(|(kernel, nanos)| Entry {
            parameters: [("ITERATIONS".to_owned(), 10_000.0)].into(),
            ..entry(kernel, u64::from(block), block, nanos)
        })
    });
    record(entries.collect())
}

/// 8 × 10,000 operations of each lane, divided by the time.
#[test]
fn operations_per_second_come_from_the_task_and_the_time() {
    let record = one_block();
    let rate = |kernel: &str, n: u64| {
        let mut results = record.results();
        let result = results.find(|each| (each.entry.kernel.as_str(), each.entry.n) == (kernel, n));
        operation_rates_of(&result.expect("measured")).expect("chains know their operations")
    };
    for (kernel, n, wanted) in [
        ("ilp_1", 64, 12.8),
        ("ilp_1", 1024, 204.8),
        ("ilp_4", 64, 51.2),
        ("ilp_4", 1024, 819.2),
    ] {
        let [middle, low, high] = rate(kernel, n);
        assert!((middle - wanted).abs() < 1e-9 && low <= middle && middle <= high);
    }
    let moved = self::record(vec![entry("reduce_unroll8", 1 << 10, 64, 1.0)]);
    assert!(moved.results().all(|result| operation_rates_of(&result).is_none()));
    // One line for each kernel, and not for each block.
    let svgs = drawn(&record).into_iter();
    let lines = svgs.filter(|(figure, _)| *figure == Figure::Operations);
    for (_, svg) in lines {
        assert!(svg.contains("Gflop/s") && !svg.contains("· 64"), "{svg}");
    }
}

/// A kernel hidden by noise has no bar, no bandwidth and no rank; its text says the upper limit.
#[test]
fn what_cannot_be_told_from_zero_is_said_to_be_less_than_something() {
    let mut short = entry("reduce_unroll8", 1 << 10, 64, 1.0);
    short.samples = vec![-900.0, -400.0, 300.0, 600.0, 1_500.0];
    let record = record(vec![entry("reduce_neighbored", 1 << 10, 64, 5e3), short]);
    let times: Vec<&Measurement> = record.results().map(|result| result.time).collect();
    let [long, short] = times[..] else {
        panic!("two results")
    };
    assert_eq!(time_text(long), "5.00 µs");
    assert_eq!(time_text(short), format!("< {}", duration(short.high)), "{short:?}");
    assert_eq!(
        (bandwidth_text(long), bandwidth_text(short)),
        ("0.819".into(), "–".into())
    );
    for numbers in [bar_of(short), rates_of(short), bars::ratio(long, short)] {
        assert!(numbers.iter().all(|number| number.is_nan()), "{numbers:?}");
    }
    let all: String = drawn(&record).into_iter().map(|(_, svg)| svg).collect();
    assert!(
        all.contains("&lt; ") && !all.contains("NaN") && !all.contains("-0."),
        "{all}"
    );
}

/// Draws every figure that a record offers, in both languages.
fn drawn(record: &Record) -> Vec<(Figure, String)> {
    let counts: Vec<(Case, Option<Counted>)> = record
        .results()
        .filter_map(|result| result.case())
        .map(|case| {
            let bytes = f64::from(case.size.n()) * 4.0;
            let counted = Counted {
                bytes,
                operations: 10.0 * bytes,
                is_exact: true,
                counters: Vec::new(),
                cost: None,
            };
            (case, Some(counted))
        })
        .collect();
    let look = Look {
        width: 700.0,
        text: 13.0,
        token: &|name| format!("var(--{name})"),
    };
    let mut drawn = Vec::new();
    for language in [Language::English, Language::SimplifiedChinese] {
        for figure in Figure::offered(record) {
            let subject = Subject {
                record,
                language,
                strings: strings::of(language),
                n: record.sizes().last().copied().unwrap_or(0),
                kernel: "reduce_unroll8",
                counts: &counts,
            };
            drawn.extend(draw(figure, &subject, &look).map(|svg| (figure, svg)));
        }
    }
    drawn
}

#[test]
fn a_record_offers_the_figures_that_it_fills() {
    for (record, expected) in [
        (
            record(vec![entry("reduce_unroll8", 1_024, 64, 5.0)]),
            vec![Figure::Times],
        ),
        (
            ladder(),
            vec![
                Figure::HeatMap,
                Figure::Sizes,
                Figure::Bandwidth,
                Figure::Blocks,
                Figure::Times,
                Figure::SpeedUp,
                Figure::PerLane,
                Figure::Roofline,
                Figure::Simulated,
                Figure::Kernels,
            ],
        ),
        (
            one_block(),
            vec![
                Figure::Sizes,
                Figure::Bandwidth,
                Figure::Operations,
                Figure::Times,
                Figure::SpeedUp,
                Figure::Roofline,
                Figure::Simulated,
                Figure::Kernels,
            ],
        ),
        (record(Vec::new()), vec![Figure::Times]),
    ] {
        assert_eq!(Figure::offered(&record), expected);
    }
}

#[test]
fn every_figure_says_what_was_measured_where() {
    for record in [ladder(), record(vec![entry("cub::DeviceReduce::Sum", 7, 0, -3.0)])] {
        for (figure, svg) in drawn(&record) {
            assert!(svg.starts_with("<svg"), "{figure:?}");
            // The line may break between words only.
            assert!(svg.contains("&lt;device&gt;"), "{figure:?}: {svg}");
        }
    }
}

#[test]
fn speed_ups_come_from_the_rounds_or_from_both_intervals() {
    let record = ladder();
    let time = |kernel: &str| {
        let mut results = record.results();
        let result = results.find(|result| result.entry.kernel == kernel && result.entry.n == 1 << 20);
        result.expect("measured").time.clone()
    };
    let [median, low, high] = bars::ratio(&time("reduce_neighbored"), &time("reduce_unroll8"));
    assert!((median - 8.0).abs() < 1e-9 && low <= median && median <= high);
}

#[test]
fn a_model_and_a_gpu_that_agree_are_not_flagged() {
    let record = record(vec![
        entry("reduce_neighbored", 1 << 20, 256, 8_000.0),
        entry("reduce_interleaved", 1 << 20, 256, 4_000.0),
        entry("reduce_unroll8", 1 << 20, 256, 3_000.0),
    ]);
    // The modelled memory time is half the measured time for two kernels; the last one takes six times its modelled
    // time.
    let counts: Vec<(Case, Option<Counted>)> = record
        .results()
        .zip([4_000.0, 2_000.0, 500.0])
        .filter_map(|(result, nanos)| Some((result.case()?, nanos)))
        .map(|(case, memory)| {
            let cost = lessons::cost::Cost {
                waiting: 0.0,
                issuing: 0.0,
                caches: 0.0,
                memory,
            };
            let counted = Counted {
                bytes: memory * H200.memory_gb_s,
                operations: 1.0,
                is_exact: true,
                counters: Vec::new(),
                cost: Some(cost),
            };
            (case, Some(counted))
        })
        .collect();
    let subject = Subject {
        record: &record,
        language: Language::English,
        strings: strings::of(Language::English),
        n: 1 << 20,
        kernel: "",
        counts: &counts,
    };
    let (comparisons, correlation) = roofline::comparisons(&subject);
    let flags: Vec<bool> = comparisons.iter().map(roofline::Comparison::disagrees).collect();
    assert_eq!(flags, [false, false, true]);
    assert_eq!(correlation, Some(1.0));
    assert_eq!(comparisons[0].modelled_rank, 3);
}

#[test]
fn numbers_have_three_digits_and_a_unit() {
    for (nanos, text) in [
        (0.0, "0 ns"),
        (12.34, "12.3 ns"),
        (5_236.0, "5.24 µs"),
        (238_100.0, "238 µs"),
        (3_624_000.0, "3,624 µs"),
        (36_240_000.0, "36.2 ms"),
        (4.6e10, "46.0 s"),
        (-300.0, "-300 ns"),
    ] {
        assert_eq!(duration(nanos), text);
    }
}
