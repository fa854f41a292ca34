//! The chart of times: bars with intervals, and dashed outlines for times of the same work from elsewhere.

use super::{Ghost, Shipped, Time, TimeRow, Times};
use crate::lab::figures::{Look, scale};
use crate::strings::Strings;
use charts::Density;
use lessons::measured;

/// The size of a chart, in CSS pixels, and the room for a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartSize {
    pub width: f64,
    pub text: f64,
    pub density: Density,
}

/// Draws the chart as SVG that follows the theme. `kernel` is the kernel of the page, which is highlighted.
pub fn chart(times: &Times, kernel: &str, strings: &Strings, size: ChartSize) -> String {
    let rows = &times.rows;
    let row = |row: &TimeRow| {
        let nanos = |millis: f64| millis * 1e6;
        let measured = row.measured.as_ref();
        let of_measured =
            |value: fn(&Time) -> f64| measured.map_or(f64::NAN, |time| nanos(value(time)));
        let ghost = published_here(row).map(|ghost| charts::Ghost {
            value: nanos(ghost.millis),
            label: format!(
                "{} {} ms",
                (strings.published_by)(&ghost.device, ghost.build, ghost.library.as_deref()),
                ghost.text
            ),
        });
        let shipped = shipped_here(row).map(|shipped| charts::Ghost {
            value: nanos(shipped.millis),
            label: match size.density {
                Density::Roomy => format!("{} {} ms", measured::measured().device, shipped.text),
                // It stands in the place of a bar; the source below the chart names the device.
                Density::Compact => format!("{} ms", shipped.text),
            },
        });
        charts::Row {
            label: row.title.to_owned(),
            median: of_measured(|time| time.millis),
            low: of_measured(|time| time.low),
            high: of_measured(|time| time.high),
            note: measured
                .map(|time| match time.millis.is_nan() {
                    true => format!("{} {}", time.median, strings.milliseconds),
                    false => format!("{} {}", time.bandwidth, strings.bandwidth),
                })
                .unwrap_or_default(),
            highlighted: row.kernel == kernel,
            ghosts: ghost.into_iter().chain(shipped).collect(),
        }
    };
    let values = rows.iter().flat_map(|row| {
        [
            row.measured.as_ref().map(|time| time.millis),
            published_here(row).map(|ghost| ghost.millis),
            shipped_here(row).map(|shipped| shipped.millis),
        ]
    });
    let bars = charts::Bars {
        title: String::new(),
        description: String::new(),
        rows: rows.iter().map(row).collect(),
        unit: charts::Unit::Time,
        scale: scale(values.flatten()),
        density: size.density,
        line: times.empty.as_ref().map(|empty| charts::Line {
            value: empty.at_most * 1e6,
            label: (strings.empty_dispatch)(&empty.median),
        }),
        empty: String::new(),
        footnote: String::new(),
    };
    let look = Look {
        width: size.width,
        text: size.text,
        token: &|token| format!("var(--{token})"),
    };
    charts::bars(&bars, &look.style())
}

/// Returns the published time if it is of the same work as the bar.
fn published_here(row: &TimeRow) -> Option<&Ghost> {
    row.published.as_ref().filter(|ghost| ghost.is_of(row.of))
}

/// Returns the shipped time if it is of the same work as the bar.
fn shipped_here(row: &TimeRow) -> Option<&Shipped> {
    row.shipped.as_ref().filter(|shipped| shipped.of == row.of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strings;
    use lessons::published::Build;
    use lessons::{Language, Lesson, Size};

    /// A published time of another program says so beside its bar.
    #[test]
    fn a_time_of_a_library_or_of_a_debug_build_is_labelled() {
        let lesson = Lesson::by_id("gemv-shuffle").expect("a lesson");
        // (language, labels)
        for (language, labels) in [
            (
                Language::English,
                [
                    "Tesla V100-PCIE 1.594 ms",
                    "cublasSgemv, Tesla V100-PCIE 1.864 ms",
                    "cublasSgemv, Tesla V100-PCIE 1.382 ms",
                ],
            ),
            (
                Language::SimplifiedChinese,
                [
                    "Tesla V100-PCIE 1.594 ms",
                    "cublasSgemv，Tesla V100-PCIE 1.864 ms",
                    "cublasSgemv，Tesla V100-PCIE 1.382 ms",
                ],
            ),
        ] {
            let times = Times::of(lesson, Size::fixed(1 << 28, 128), None, language);
            let size = ChartSize {
                width: 900.0,
                text: 12.0,
                density: Density::Roomy,
            };
            let strings = strings::of(language);
            let svg = chart(&times, "", strings, size);
            for label in labels {
                assert!(svg.contains(label), "{label}: {svg}");
            }
            let debug = (strings.published_by)("Tesla K80", Build::Debug, None);
            assert!(debug.contains("-g -G"), "{debug}");
        }
    }

    /// Only times of the same n, block and iterations stand on one axis. The table has the others.
    #[test]
    fn one_axis_has_times_of_the_same_work() {
        // (lesson, size, device of the published times, true if they are in the chart)
        for (lesson, size, device, is_drawn) in [
            // The source runs 10,000 iterations, and our kernels 64.
            ("divergence", Size::fixed(16_384, 1024), "Tesla K80", false),
            ("neighbored", Size::fixed(1 << 24, 512), "Tesla M2070", true),
            (
                "neighbored",
                Size::fixed(1 << 24, 256),
                "Tesla M2070",
                false,
            ),
            (
                "neighbored",
                Size::fixed(1 << 20, 512),
                "Tesla M2070",
                false,
            ),
        ] {
            let lesson = Lesson::by_id(lesson).expect("a lesson");
            let times = Times::of(lesson, size, None, Language::English);
            let published = times.rows.iter().find_map(|row| row.published.as_ref());
            assert_eq!(published.expect("a time").device, device);
            let size = ChartSize {
                width: 900.0,
                text: 12.0,
                density: Density::Roomy,
            };
            let svg = chart(&times, "", strings::of(Language::English), size);
            assert_eq!(svg.contains(device), is_drawn, "{} {size:?}", lesson.id);
            assert!(is_drawn || times.has_other_conditions());
        }
    }
}
