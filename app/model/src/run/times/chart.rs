//! The chart of times: for each kernel the reader's own bar over the shipped one.

use super::{TimeRow, Times};
use crate::lab::figures::Look;
use crate::lab::figures::bars::bar;
use crate::strings::Strings;
use charts::{Bar, Source, Tone};
use lessons::measured;

/// The size of a chart, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartSize {
    pub width: f64,
    pub text: f64,
}

/// Says if a chart has the times of the CUDA kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CudaBars {
    #[default]
    Hidden,
    Shown,
}

/// The places of the sources in the key.
const OWN: usize = 0;
const SHIPPED: usize = 1;
const CUDA: usize = 2;

/// Draws the chart as SVG that follows the theme. `kernels` are those of the page, which are highlighted; `device` is the
/// reader's GPU, if its times are in the chart.
pub fn chart(
    times: &Times,
    kernels: &[&str],
    device: Option<&str>,
    cuda: CudaBars,
    strings: &Strings,
    size: ChartSize,
) -> String {
    let row = |row: &TimeRow| {
        let bars: Vec<Bar> = own_bar(row).into_iter().chain(shipped_bars(row, cuda)).collect();
        let note = match (&row.error, bars.is_empty()) {
            (Some(error), _) => (strings.gpu_error)(error),
            (None, true) => "–".to_owned(),
            (None, false) => String::new(),
        };
        charts::Row {
            label: row.title.to_owned(),
            highlighted: kernels.contains(&row.kernel.as_str()),
            bars,
            note,
        }
    };
    let rows: Vec<charts::Row> = times.rows.iter().map(row).collect();
    let work = (strings.times_of)(times.size.n(), times.block());
    let names = [
        (strings.own_on)(device.unwrap_or_default()),
        (strings.shipped_on)(&measured::measured().device),
        (strings.cuda_on)(&measured::measured().device),
    ];
    // The heading names a single source, and the key several.
    let mut drawn = rows.iter().flat_map(|row| &row.bars).map(|bar| bar.source);
    let heading = match drawn.next() {
        Some(first) if drawn.all(|source| source == first) => format!("{} · {work}", names[first]),
        _ => work,
    };
    let tones = [Tone::Own, Tone::Usual, Tone::Other];
    let sources = names.into_iter().zip(tones);
    let bars = charts::Bars {
        title: String::new(),
        description: String::new(),
        heading,
        sources: sources.map(|(name, tone)| Source { name, tone }).collect(),
        rows,
        unit: charts::Unit::Time,
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

/// Returns the bar of the reader's own time; while it is measured, that of the samples so far.
fn own_bar(row: &TimeRow) -> Option<Bar> {
    match (&row.measured, row.so_far) {
        (Some(time), _) => Some(Bar {
            text: if time.millis.is_nan() {
                time.median.clone()
            } else {
                String::new()
            },
            ..bar(OWN, [time.millis, time.low, time.high].map(nanos))
        }),
        (None, Some(millis)) => Some(Bar::of(OWN, nanos(millis))),
        (None, None) => None,
    }
}

/// Returns the bars of the shipped times of the same work as the row.
fn shipped_bars(row: &TimeRow, cuda: CudaBars) -> impl Iterator<Item = Bar> {
    let shipped = row.shipped_here();
    let cuda = shipped
        .filter(|_| cuda == CudaBars::Shown)
        .and_then(|shipped| shipped.cuda);
    let shipped = shipped.map(|shipped| Bar::of(SHIPPED, nanos(shipped.millis)));
    let cuda = cuda.map(|millis| Bar::of(CUDA, nanos(millis)));
    shipped.into_iter().chain(cuda)
}

fn nanos(millis: f64) -> f64 {
    millis * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::times::Charted;
    use crate::strings;
    use lessons::{Language, Lesson, Size};

    /// Draws the chart of a lesson's shipped times.
    fn drawn(lesson: &str, size: Size, cuda: CudaBars, language: Language) -> (Times, String) {
        let lesson = Lesson::by_id(lesson).expect("a lesson");
        let times = Times::of(&Charted::lesson(lesson), size, None, language);
        let size = ChartSize {
            width: 900.0,
            text: 12.0,
        };
        let svg = chart(&times, &[], None, cuda, strings::of(language), size);
        (times, svg)
    }

    /// The heading names a single source; a key names several.
    #[test]
    fn the_device_is_named_once() {
        for (language, shipped, cuda) in [
            (
                Language::English,
                "measured on NVIDIA H200 in a browser",
                "NVIDIA H200 with CUDA",
            ),
            (
                Language::SimplifiedChinese,
                "在 NVIDIA H200 的浏览器中实测",
                "NVIDIA H200（CUDA）",
            ),
        ] {
            let size = Size::fixed(1 << 24, 256);
            let (_, alone) = drawn("neighbored", size, CudaBars::Hidden, language);
            assert_eq!(alone.matches(shipped).count(), 1, "{alone}");
            assert!(!alone.contains(cuda), "{alone}");
            let (_, both) = drawn("neighbored", size, CudaBars::Shown, language);
            for name in [shipped, cuda] {
                assert_eq!(both.matches(name).count(), 1, "{name}: {both}");
            }
        }
    }

    /// Only times of the same n, block, iterations and device stand on one axis. The table has the others.
    #[test]
    fn one_axis_has_times_of_the_same_work() {
        // (lesson, size, device of the published times, true if the shipped times are in the chart)
        for (lesson, size, device, is_drawn) in [
            ("divergence", Size::fixed(16_384, 1024), "Tesla K80", false),
            ("neighbored", Size::fixed(1 << 24, 512), "Tesla M2070", false),
            ("neighbored", Size::fixed(1 << 24, 256), "Tesla M2070", true),
        ] {
            let (times, svg) = drawn(lesson, size, CudaBars::Hidden, Language::English);
            let published = times.rows.iter().find_map(|row| row.published.as_ref());
            assert_eq!(published.expect("a time").device, device);
            assert!(!svg.contains(device), "{lesson} {size:?}");
            assert_eq!(svg.contains("µs"), is_drawn, "{lesson} {size:?}");
            assert!(times.has_others(), "{lesson} {size:?}");
        }
    }
}
