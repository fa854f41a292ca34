//! Looks for the source of every figure in the lessons' texts and notes.

use crate::measured::compared;
use crate::prose::{Number, numbers, proses};
use lessons::scheduler::{bytes_needed, chips};
use lessons::{LESSONS, Language, Lesson, Size};
use serde_json::Value;
use simt::{Machine, MetricValue, RunOptions, compile, run};
use std::collections::BTreeSet;

/// A number with fewer digits may agree with anything by chance.
const TELLING: usize = 3;

/// Figures that follow from the text itself, or that no file of ours holds, by lesson.
#[rustfmt::skip]
const OTHERS: [(&str, &[&str]); 27] = [
    // The number of elements, and the threads with one in the last block; the most blocks of one dimension.
    ("threads", &["1000", "104", "65535"]),
    // Instructions of the twins, and their ratio; ncu counted them once on an H200, 2026-11-27, and no file of ours holds
    // them.
    ("conditions", &["338", "369", "155"]),
    ("leaving-loops", &["324", "163", "1.99", "1.96"]),
    // The source says the first in its text; `the_host_s_phases_are_the_file_s` compares the others.
    ("host", &["300", "0.09", "0.36", "0.30", "15.3"]),
    // Executions of a line.
    ("each-lane", &["1048576", "32768"]),
    // Branches of a warp but one.
    ("divergence", &["131"]),
    // Steps.
    ("switch", &["129", "193"]),
    ("nested", &["129", "257", "513"]),
    // Measured once on an H100 80GB HBM3 in a browser, 2026-11-25; no file of ours holds it.
    ("subgroup", &["111", "110"]),
    ("matrix-add", &["84.5", "78.9", "82.0", "79.4"]),
    // Executions of a line, and those of another that are missing; `ballots_are_counted_where_a_lane_votes` has the last.
    ("vote", &["21888", "5440", "10912", "170", "342", "298"]),
    // Additions.
    ("recursion", &["255", "16383"]),
    ("shared-modulo", &["127", "86.4"]),
    // Active lanes of a line, on average; the published rate in MB/s, which the file has in GB/s.
    ("unroll", &["10.5", "49.032"]),
    // An n to choose.
    ("unrolled-in-place", &["16400"]),
    // The title of a table names the G80's bandwidth.
    ("first-add", &["86.4"]),
    // Values of the data, and numbers of threads.
    ("shared-max", &["127", "253", "255", "2147483648"]),
    ("shared-pattern", &["127"]),
    // The sum of the data; requests and warps at 2^28 and 2^24 elements.
    ("single-pass", &["2088666", "2097152", "32768"]),
    // The source says it in its text; measured once on an H100 80GB HBM3 in a browser, 2026-11-25.
    ("gemv", &["300", "251"]),
    // An H200's multiprocessors.
    ("gemv-shuffle", &["132"]),
    // Bytes of the matrix.
    ("gemv-fast-x", &["65536"]),
    // Modelled shares and the launch's time, which `printed_shares_of_a_k80_next_to_the_model` computes, and a
    // test of the panel for the last; the source prints the first at n = 2^30. Blocks at n = 2^24, and an H200's
    // multiprocessors.
    (
        "waves",
        &["61.54", "30.77", "15.38", "6.68", "48.58", "24.85", "79.08", "70.39", "8192", "132"],
    ),
    // Registers of a block and of a multiprocessor.
    ("occupancy", &["3584", "8192"]),
    // Checks of two loops, whose sums are counted.
    ("loop-unrolling", &["160", "288"]),
    // Bytes in flight; `littles_law_with_the_table_s_bandwidths` computes them.
    ("littles-law", &["123"]),
    // Sectors of loads and stores together, and instructions for each.
    ("formulas", &["24320", "2.75", "6.31"]),
];

/// Words before or behind a number that make it the size of a run or of a machine, and no result.
const SIZES_BEFORE: [&str; 6] = ["n = ", "block size ", "blocks of ", "block of ", "× ", "GeForce "];
const SIZES_BEHIND: [&str; 4] = [" ×", "-byte", " bytes", " threads"];

/// Returns the numbers of a text that need a source.
fn figures(text: &str) -> Vec<Number<'_>> {
    let is_size = |number: &Number<'_>| {
        SIZES_BEFORE.iter().any(|word| number.before.ends_with(word))
            || SIZES_BEHIND.iter().any(|word| number.after.starts_with(word))
    };
    let numbers = numbers(text).into_iter();
    numbers
        .filter(|number| number.count_of_digits() >= TELLING && !is_size(number))
        .collect()
}

/// Names in texts, and the machines that they mean.
const MACHINES: [(&str, &str); 5] = [
    ("G80", "g80"),
    ("V100", "v100"),
    ("wave64", "rdna3-64"),
    ("8 lanes", "xe-8"),
    ("16 lanes", "xe-16"),
];

/// Returns the sizes and the machines that a lesson shows or names.
fn shown(lesson: &Lesson) -> (Vec<Size>, BTreeSet<&'static str>) {
    let mut sizes = vec![lesson.size];
    let mut machines = BTreeSet::from(["k80", "k80-l1"]);
    for slide in lesson.slides {
        sizes.extend(slide.pin.size);
        machines.extend(slide.pin.machine);
    }
    for (_, prose) in proses(lesson) {
        let text = prose.get(Language::English);
        let named = MACHINES.iter().filter(|(name, _)| text.contains(name));
        machines.extend(named.map(|(_, id)| id));
        for number in numbers(text) {
            let Ok(value) = number.digits.parse() else {
                continue;
            };
            if Size::BLOCKS.contains(&value) {
                sizes.push(Size::fixed(lesson.size.n(), value));
            }
            if number.before.ends_with("n = ") && (Size::MIN_N..=1 << 20).contains(&value) {
                sizes.push(Size::fixed(value, lesson.size.block()));
            }
        }
    }
    let mut different: Vec<Size> = Vec::new();
    for size in sizes {
        if !different.contains(&size) {
            different.push(size);
        }
    }
    (different, machines)
}

/// Returns the values of all counters of a lesson's kernels.
fn counted(lesson: &Lesson) -> Vec<f64> {
    let (sizes, machines) = shown(lesson);
    // Only one lesson is about masks instead of branches.
    let ways: &[bool] = match lesson.id {
        "predication" => &[false, true],
        _ => &[false],
    };
    let mut values = Vec::new();
    for kernel in lesson.kernels {
        let program = compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
        for &size in &sizes {
            for id in &machines {
                for &predication in ways {
                    let machine = Machine::by_id(id).expect("a preset");
                    let size = kernel.task.nearest(size);
                    let dispatch = kernel.dispatch(size, &machine);
                    let options = RunOptions {
                        machine,
                        predication,
                        traced: None,
                        ..RunOptions::default()
                    };
                    let run = run(&program, &dispatch, &options).expect("it runs");
                    let named = run.metrics.named().into_iter();
                    values.extend(named.filter_map(|metric| match metric.value? {
                        MetricValue::Count(count) => Some(count as f64),
                        MetricValue::Real(value) => Some(value),
                    }));
                }
            }
        }
    }
    values
}

/// Returns all numbers of the published figures.
fn published() -> Vec<f64> {
    fn collect(value: &Value, into: &mut Vec<f64>) {
        match value {
            Value::Number(number) => into.extend(number.as_f64()),
            Value::Array(values) => values.iter().for_each(|value| collect(value, into)),
            Value::Object(fields) => fields.values().for_each(|value| collect(value, into)),
            _ => {}
        }
    }
    let file = include_str!("../../../../assets/published-figures.json");
    let mut values = Vec::new();
    let file = serde_json::from_str(file).expect("the file is JSON");
    collect(&file, &mut values);
    values
}

/// A figure is counted by the machine, measured, published, or listed here.
#[test]
fn every_figure_has_a_source() {
    let published = published();
    let mut seen = 0;
    let mut wrong = Vec::new();
    let mut listed = BTreeSet::new();
    for lesson in LESSONS {
        let counted = counted(lesson);
        let measured = compared(lesson.id);
        let others = OTHERS.iter().filter(|(id, _)| *id == lesson.id);
        let others: Vec<&str> = others.flat_map(|(_, figures)| figures.iter().copied()).collect();
        for (place, prose) in proses(lesson) {
            for figure in figures(prose.get(Language::English)) {
                seen += 1;
                let digits = figure.digits.as_str();
                let is_block = digits.parse().is_ok_and(|value| Size::BLOCKS.contains(&value));
                let mut values = counted.iter().chain(&published);
                if is_block || measured.contains(&digits) || values.any(|value| figure.is(*value)) {
                    continue;
                }
                if others.contains(&digits) {
                    listed.insert((lesson.id, digits.to_owned()));
                    continue;
                }
                let before: String = figure.before.chars().rev().take(30).collect();
                let before: String = before.chars().rev().collect();
                let after: String = figure.after.chars().take(30).collect();
                wrong.push(format!("{} {place}: {before}[{digits}]{after}", lesson.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 400, "{seen} figures");
    let lists = OTHERS.iter();
    let of_lists = lists.flat_map(|(id, all)| all.iter().map(move |digits| (*id, (*digits).to_owned())));
    let unused: Vec<_> = of_lists.filter(|each| !listed.contains(each)).collect();
    assert!(unused.is_empty(), "listed for no reason: {unused:?}");
}

/// The C2050 of the lesson on Little's law needs what its slide says; with the bandwidth of the source's other table it
/// would need more.
#[test]
fn littles_law_with_the_table_s_bandwidths() {
    let memory = chips().iter().find_map(|chip| chip.memory).expect("a chip");
    let needed = |gb_per_s| bytes_needed(memory.latency_cycles, memory.gigahertz, gb_per_s);
    let kilobytes = |bytes: f64| (bytes / 1000.0).round() as u32;
    assert_eq!(memory.gigabytes_per_second, 144.0);
    assert_eq!(kilobytes(needed(144.0)), 100);
    assert_eq!(kilobytes(needed(177.0)), 123);
    let bytes_of_warp = f64::from(4 * 32);
    let warps = needed(144.0) / f64::from(memory.multiprocessors) / bytes_of_warp;
    assert_eq!(warps.ceil() as u32, 56);
}

/// Both languages of a text have the same figures.
#[test]
fn both_languages_have_the_same_figures() {
    let mut wrong = Vec::new();
    for lesson in LESSONS {
        for (place, prose) in proses(lesson) {
            let [english, chinese] = Language::ALL.map(|language| {
                let numbers = numbers(prose.get(language)).into_iter();
                let telling = numbers.filter(|number| number.count_of_digits() >= TELLING);
                telling.map(|number| number.digits).collect::<BTreeSet<_>>()
            });
            let different: Vec<_> = english.symmetric_difference(&chinese).collect();
            if !different.is_empty() {
                wrong.push(format!("{} {place}: {different:?}", lesson.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
