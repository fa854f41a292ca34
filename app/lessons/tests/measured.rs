//! Compares the times in lesson texts with the measurements that they quote.

use lessons::measured::{Nanos, Times, measured};
use lessons::{Language, Lesson};

/// The kind of program that was measured.
#[derive(Clone, Copy, Debug)]
enum Of {
    Browser,
    Cuda,
}
use Of::{Browser, Cuda};

const MICROS: f64 = 1e3;
const MILLIS: f64 = 1e6;

const CUB: &str = "cub::DeviceReduce::Sum";

/// Lesson, kind, kernel, log2 of n, lanes per block (0: a library chooses), unit in nanoseconds, and the figure as the
/// lesson prints it.
#[rustfmt::skip]
const GIVEN: [(&str, Of, &str, u32, u32, f64, &str); 32] = [
    ("each-lane", Browser, "divergence_each_lane", 24, 256, MILLIS, "18.1"),
    ("each-lane", Browser, "divergence_uniform", 24, 256, MILLIS, "1.03"),
    ("nested", Browser, "divergence_nested1", 24, 256, MILLIS, "2.65"),
    ("nested", Browser, "divergence_nested2", 24, 256, MILLIS, "5.35"),
    ("nested", Browser, "divergence_nested3", 24, 256, MILLIS, "10.66"),
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
    let mut wrong = Vec::new();
    for (lesson, kernel, measured, given) in times.into_iter().chain(rates) {
        let digits = given.split_once('.').map_or(0, |(_, digits)| digits.len());
        let measured = format!("{measured:.digits$}");
        let slides = Lesson::by_id(lesson).expect(lesson).slides;
        let is_said = Language::ALL.into_iter().all(|language| {
            slides.iter().any(|slide| {
                [slide.text, slide.notes]
                    .iter()
                    .any(|prose| says(prose.get(language), given))
            })
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

/// Returns true if the text contains the figure, and not as part of a longer number.
fn says(text: &str, figure: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    text.match_indices(figure).any(|(start, _)| {
        let bytes = text.as_bytes();
        !is_digit(bytes.get(start.wrapping_sub(1))) && !is_digit(bytes.get(start + figure.len()))
    })
}

fn median(of: Of, kernel: &str, n: u64, block: u32) -> Option<f64> {
    let is_it = |times: &&Times| (&*times.kernel, times.n, times.block) == (kernel, n, block);
    let times = measured().times.iter().find(is_it)?;
    match of {
        Browser => times.browser,
        Cuda => times.cuda,
    }
    .map(Nanos::median)
}
