//! Compares the times in lesson texts with the measurements that they quote.

use crate::prose::{proses, says};
use lessons::measured::{Nanos, Times, measured};
use lessons::{Language, Lesson};

/// The kind of program that was measured.
#[derive(Clone, Copy, Debug)]
enum Of {
    Browser,
    /// Natively, with wgpu's checks of bounds.
    Checked,
    Cuda,
}
use Of::{Browser, Checked, Cuda};

const MICROS: f64 = 1e3;
const MILLIS: f64 = 1e6;

const CUB: &str = "cub::DeviceReduce::Sum";

/// Lesson, kind, kernel, log2 of n, lanes per block (0: a library chooses), unit in nanoseconds, and the figure as the
/// lesson prints it.
#[rustfmt::skip]
const GIVEN: [(&str, Of, &str, u32, u32, f64, &str); 51] = [
    ("each-lane", Browser, "divergence_each_lane", 24, 256, MILLIS, "18.1"),
    ("each-lane", Browser, "divergence_uniform", 24, 256, MILLIS, "1.03"),
    ("nested", Browser, "divergence_nested1", 24, 256, MILLIS, "2.65"),
    ("nested", Browser, "divergence_nested2", 24, 256, MILLIS, "5.35"),
    ("nested", Browser, "divergence_nested3", 24, 256, MILLIS, "10.66"),
    ("nested", Browser, "divergence_nested1", 24, 256, MILLIS, "2.651"),
    ("nested", Browser, "divergence_nested2", 24, 256, MILLIS, "5.347"),
    ("nested", Browser, "divergence_nested3", 24, 256, MILLIS, "10.657"),
    ("sorting", Browser, "divergence_unsorted", 24, 256, MILLIS, "1.37"),
    ("sorting", Browser, "divergence_sorted", 24, 256, MILLIS, "1.48"),
    ("sorting", Cuda, "divergence_unsorted", 24, 256, MICROS, "99"),
    ("sorting", Cuda, "divergence_sorted", 24, 256, MICROS, "134"),
    ("gemv-fast-x", Browser, "gemv_column_major", 24, 256, MICROS, "249"),
    ("gemv-fast-x", Browser, "gemv_constant", 24, 256, MICROS, "1631"),
    ("gemv-fast-x", Browser, "gemv_shared", 24, 256, MICROS, "1566"),
    ("gemv-fast-x", Cuda, "gemv_column_major", 24, 256, MICROS, "354"),
    ("gemv-fast-x", Cuda, "gemv_constant", 24, 256, MICROS, "257"),
    ("gemv-fast-x", Cuda, "gemv_shared", 24, 256, MICROS, "236"),
    ("gemv-fast-x", Checked, "gemv_column_major", 24, 256, MICROS, "1729"),
    ("gemv-shuffle", Browser, "gemv_shuffle", 24, 256, MICROS, "1602"),
    ("gemv-shuffle", Browser, "gemv_column_major", 24, 256, MICROS, "249"),
    ("gemv-shuffle", Cuda, "gemv_shuffle", 24, 256, MICROS, "492"),
    ("gemv-shuffle", Cuda, "gemv_column_major", 24, 256, MICROS, "354"),
    ("grid-stride", Browser, "reduce_grid_stride_vec4", 28, 256, MILLIS, "0.2432"),
    ("grid-stride", Cuda, CUB, 28, 0, MILLIS, "0.2389"),
    ("grid-stride", Browser, "reduce_unroll8", 28, 256, MILLIS, "0.3274"),
    ("single-pass", Browser, "reduce_single_pass_tile", 28, 256, MILLIS, "0.2355"),
    ("single-pass", Browser, "reduce_single_pass_ahead", 28, 1024, MILLIS, "0.2339"),
    ("single-pass", Cuda, CUB, 28, 0, MILLIS, "0.2389"),
    ("single-pass", Browser, "reduce_single_pass_once", 20, 256, MICROS, "2.82"),
    ("single-pass", Browser, "reduce_single_pass_tile", 20, 256, MICROS, "3.00"),
    ("single-pass", Cuda, "reduce_single_pass_once", 20, 256, MICROS, "1.96"),
    ("single-pass", Cuda, "reduce_single_pass_tile", 20, 256, MICROS, "2.26"),
    ("single-pass", Cuda, CUB, 20, 0, MICROS, "3.00"),
    ("single-pass", Browser, "reduce_single_pass_once", 16, 128, MICROS, "2.22"),
    ("single-pass", Browser, "reduce_single_pass_warps", 16, 128, MICROS, "2.17"),
    ("single-pass", Browser, "reduce_single_pass_once", 18, 256, MICROS, "2.38"),
    ("single-pass", Browser, "reduce_single_pass_warps", 18, 256, MICROS, "2.31"),
    ("single-pass", Browser, "reduce_single_pass_once", 20, 256, MICROS, "2.82"),
    ("single-pass", Browser, "reduce_single_pass_warps", 20, 256, MICROS, "3.42"),
    ("single-pass", Browser, "reduce_single_pass_once", 24, 256, MICROS, "18.2"),
    ("single-pass", Browser, "reduce_single_pass_warps", 24, 256, MICROS, "37.9"),
    ("unrolled-in-place", Browser, "reduce_neighbored", 28, 256, MILLIS, "3.73"),
    ("unrolled-in-place", Browser, "reduce_neighbored_unrolled", 28, 256, MILLIS, "1.64"),
    ("unrolled-in-place", Cuda, "reduce_neighbored", 28, 256, MILLIS, "1.42"),
    ("unrolled-in-place", Browser, "reduce_neighbored_less", 28, 256, MILLIS, "2.07"),
    ("unrolled-in-place", Browser, "reduce_neighbored_less_unrolled", 28, 256, MILLIS, "1.59"),
    ("unrolled-in-place", Cuda, "reduce_neighbored_less", 28, 256, MILLIS, "1.54"),
    ("unrolled-in-place", Browser, "reduce_interleaved", 28, 256, MILLIS, "1.89"),
    ("unrolled-in-place", Browser, "reduce_interleaved_unrolled", 28, 256, MILLIS, "1.29"),
    ("unrolled-in-place", Cuda, "reduce_interleaved", 28, 256, MILLIS, "1.16"),
];

/// Sums of 2^28 words whose rate a lesson prints, in GB/s of the words that any sum must read.
const RATES: [(&str, Of, &str, u32, &str); 3] = [
    (
        "grid-stride",
        Browser,
        "reduce_grid_stride_vec4",
        256,
        "4414",
    ),
    ("grid-stride", Cuda, CUB, 0, "4495"),
    (
        "single-pass",
        Browser,
        "reduce_single_pass_ahead",
        1024,
        "4590",
    ),
];

/// Lesson, kind, slower and faster kernel at n = 2^24 in blocks of 256, and the ratio of their times.
const RATIOS: [(&str, Of, &str, &str, &str); 3] = [
    (
        "nested",
        Browser,
        "divergence_nested2",
        "divergence_nested1",
        "2.02",
    ),
    (
        "nested",
        Browser,
        "divergence_nested3",
        "divergence_nested2",
        "1.99",
    ),
    (
        "each-lane",
        Browser,
        "divergence_each_lane",
        "divergence_uniform",
        "17.5",
    ),
];

/// Returns the figures of a lesson that a test here compares with the report.
pub fn compared(lesson: &str) -> Vec<&'static str> {
    let times = GIVEN.iter().map(|given| (given.0, given.6));
    let rates = RATES.iter().map(|given| (given.0, given.4));
    let ratios = RATIOS.iter().map(|given| (given.0, given.4));
    let all = times.chain(rates).chain(ratios);
    all.filter(|(id, _)| *id == lesson)
        .map(|(_, figure)| figure)
        .collect()
}

#[test]
fn times_in_lessons_are_the_report_s() {
    let times = GIVEN.map(|(lesson, of, kernel, power, block, unit, given)| {
        let nanos = median(of, kernel, 1 << power, block).expect(kernel);
        (lesson, kernel, nanos / unit, given)
    });
    let rates = RATES.map(|(lesson, of, kernel, block, given)| {
        let nanos = median(of, kernel, 1 << 28, block).expect(kernel);
        (lesson, kernel, f64::from(1 << 30) / nanos, given)
    });
    let ratios = RATIOS.map(|(lesson, of, slower, faster, given)| {
        let [slow, fast] =
            [slower, faster].map(|kernel| median(of, kernel, 1 << 24, 256).expect(kernel));
        (lesson, slower, slow / fast, given)
    });
    let mut wrong = Vec::new();
    for (lesson, kernel, measured, given) in times.into_iter().chain(rates).chain(ratios) {
        let digits = given.split_once('.').map_or(0, |(_, digits)| digits.len());
        let measured = format!("{measured:.digits$}");
        let proses = proses(Lesson::by_id(lesson).expect(lesson));
        let is_said = Language::ALL.into_iter().all(|language| {
            proses
                .iter()
                .any(|(_, prose)| says(prose.get(language), given))
        });
        if measured != given || !is_said {
            let where_said = if is_said { "" } else { ", and not said" };
            wrong.push(format!(
                "{lesson}: {kernel} is {measured}, given as {given}{where_said}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The shared-memory and the constant kernel of the product take more than six times as long as the plain one.
#[test]
fn faster_ways_to_x_are_slower_in_a_browser() {
    let time = |kernel: &str| median(Browser, kernel, 1 << 24, 256).expect(kernel);
    for kernel in ["gemv_constant", "gemv_shared"] {
        assert!(
            time(kernel) > 6.0 * time("gemv_column_major"),
            "{kernel} is not six times as slow"
        );
    }
}

/// The intervals of the nested conditions are as narrow as the notes say.
#[test]
fn intervals_are_as_narrow_as_the_notes_say() {
    for kernel in [
        "divergence_nested1",
        "divergence_nested2",
        "divergence_nested3",
    ] {
        let is_it =
            |times: &&Times| (&*times.kernel, times.n, times.block) == (kernel, 1 << 24, 256);
        let times = measured().times.iter().find(is_it).expect(kernel);
        let Nanos(low, median, high) = times.browser.expect(kernel);
        assert!(
            (median - low).max(high - median) < 0.004 * median,
            "{kernel}"
        );
    }
}

fn median(of: Of, kernel: &str, n: u64, block: u32) -> Option<f64> {
    let is_it = |times: &&Times| (&*times.kernel, times.n, times.block) == (kernel, n, block);
    let times = measured().times.iter().find(is_it)?;
    match of {
        Browser => times.browser,
        Checked => times.checked,
        Cuda => times.cuda,
    }
    .map(Nanos::median)
}
