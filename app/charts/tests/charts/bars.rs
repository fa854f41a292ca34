//! Bar charts as reviewed snapshots, and properties of all bar charts.

use crate::style;
use charts::{Bar, Bars, Palette, Row, Source, Style, Tone, Unit, bars};
use proptest::prelude::*;

/// Times of a laptop's GPU and of an H200 in a browser, and of CUDA on the H200, in nanoseconds.
const LADDER: [(&str, f64, f64, f64); 6] = [
    ("neighbored", 611e3, 236e3, 151e3),
    ("less divergence", 348e3, 133e3, 103e3),
    ("interleaved", 317e3, 121e3, 74.0e3),
    ("unroll 2", 181e3, 69.6e3, 43.7e3),
    ("unroll 4", 99.8e3, 38.4e3, 26.2e3),
    ("unroll 8", 61.9e3, 24.0e3, 19.7e3),
];

const OWN: usize = 0;
const SHIPPED: usize = 1;
const CUDA: usize = 2;

fn shipped() -> Bars {
    let row = |(index, &(label, _, nanos, _)): (usize, &(&str, f64, f64, f64))| Row {
        label: label.to_owned(),
        highlighted: index == 0,
        bars: vec![Bar::of(SHIPPED, nanos)],
        note: String::new(),
    };
    let source = |name: &str, tone| Source {
        name: name.to_owned(),
        tone,
    };
    Bars {
        title: String::new(),
        description: "Unrolling 8 blocks is 9.8 times as fast as neighbored pairs.".to_owned(),
        heading: "NVIDIA H200 in a browser · n = 16,777,216 · blocks of 256".to_owned(),
        sources: vec![
            source("this GPU: Radeon 780M", Tone::Own),
            source("NVIDIA H200 in a browser", Tone::Usual),
            source("NVIDIA H200 with CUDA", Tone::Other),
        ],
        rows: LADDER.iter().enumerate().map(row).collect(),
        unit: Unit::Time,
        empty: String::new(),
        footnote: String::new(),
    }
}

/// With the reader's own times, which have intervals.
fn measured() -> Bars {
    let mut chart = shipped();
    for (row, (_, value, ..)) in chart.rows.iter_mut().zip(LADDER) {
        let bar = Bar {
            low: value * 0.97,
            high: value * 1.04,
            ..Bar::of(OWN, value)
        };
        row.bars.insert(0, bar);
    }
    Bars {
        title: "Time of one launch".to_owned(),
        heading: "n = 16,777,216 · blocks of 256".to_owned(),
        footnote: "Lines at the ends of bars are 95 % intervals.".to_owned(),
        ..chart
    }
}

fn with_cuda() -> Bars {
    let mut chart = measured();
    for (row, (.., cuda)) in chart.rows.iter_mut().zip(LADDER) {
        row.bars.push(Bar::of(CUDA, cuda));
    }
    chart
}

#[test]
fn one_bar_for_each_row() {
    insta::assert_snapshot!("shipped_panel", bars(&shipped(), &style(268)));
    insta::assert_snapshot!("shipped_stage", bars(&shipped(), &style(640)));
}

#[test]
fn own_bars_are_above_the_shipped_ones() {
    insta::assert_snapshot!("measured_panel", bars(&measured(), &style(268)));
    insta::assert_snapshot!("measured_with_cuda", bars(&with_cuda(), &style(640)));
}

#[test]
fn a_row_without_a_bar_says_why() {
    let mut chart = measured();
    chart.rows[0] = Row {
        label: "neighbored".to_owned(),
        note: "The result differs from the CPU's at index 3, so its time means nothing.".to_owned(),
        ..Row::default()
    };
    chart.rows[5].bars[0] = Bar {
        text: "< 1.42 µs".to_owned(),
        ..Bar::of(OWN, f64::NAN)
    };
    for row in &mut chart.rows[1..5] {
        row.note = "3,407 GB/s".to_owned();
    }
    insta::assert_snapshot!("reasons", bars(&chart, &style(480)));
    insta::assert_snapshot!("reasons_in_a_panel", bars(&chart, &style(212)));
}

#[test]
fn chinese_labels() {
    let mut chart = shipped();
    chart.heading = "NVIDIA H200 浏览器中 · n = 16,777,216 · 每块 256 个线程".to_owned();
    for (row, label) in chart.rows.iter_mut().zip([
        "相邻配对",
        "减少分化的相邻配对",
        "交错配对",
        "展开 2 块",
        "展开 4 块",
        "展开 8 块",
    ]) {
        row.label = label.to_owned();
    }
    insta::assert_snapshot!(bars(&chart, &style(268)));
}

#[test]
fn no_rows() {
    let empty = "Nothing measured yet. Press “Run on this GPU” to time all eight kernels.".to_owned();
    let chart = Bars {
        rows: Vec::new(),
        empty,
        footnote: String::new(),
        ..shipped()
    };
    insta::assert_snapshot!(bars(&chart, &style(268)));
}

#[test]
fn words_cannot_break_out_of_the_svg() {
    let hostile = "</text><script>\"'&\u{0}\u{ffff}\n#000001".to_owned();
    let mut chart = measured();
    chart.title.clone_from(&hostile);
    chart.description.clone_from(&hostile);
    chart.rows[0].label.clone_from(&hostile);
    chart.footnote.clone_from(&hostile);
    let svg = bars(&chart, &style(480));
    assert!(
        !svg.contains("<script>") && !svg.contains('\u{0}') && !svg.contains('\u{ffff}'),
        "{svg}"
    );
    assert!(svg.contains("#000001"), "a label is no colour: {svg}");
    let palette = Palette {
        bar: "red\"/><script>".to_owned(),
        ..style(268).palette
    };
    assert!(!bars(&measured(), &Style { palette, ..style(268) }).contains("<script>"));
}

#[test]
fn every_colour_is_the_callers() {
    for chart in [
        measured(),
        with_cuda(),
        Bars {
            rows: Vec::new(),
            empty: "none".to_owned(),
            ..shipped()
        },
    ] {
        let svg = bars(&chart, &style(480));
        for attribute in ["fill=\"", "stroke=\""] {
            for value in svg.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(value == "none" || value.starts_with("var("), "{attribute}{value}");
            }
        }
    }
}

/// One drawn text: left end, right end, vertical middle.
#[derive(Debug)]
struct Drawn {
    left: f64,
    right: f64,
    y: f64,
    text: String,
}

/// Returns the texts of an SVG, with their widths in a wide font.
fn texts(svg: &str) -> Vec<Drawn> {
    let element = |part: &str| {
        let (attributes, rest) = part.split_once('>')?;
        let attribute = |name: &str| attributes.split(&format!(" {name}=\"")).nth(1)?.split('"').next();
        let number = |name: &str| attribute(name)?.parse::<f64>().ok();
        let escaped = rest.split("</text>").next()?.trim();
        let entities = [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&quot;", "\""),
            ("&apos;", "'"),
            ("&amp;", "&"),
        ];
        let text = entities
            .into_iter()
            .fold(escaped.to_owned(), |text, (entity, c)| text.replace(entity, c));
        let advance = |c: char| if c > '\u{2e7f}' { 1.0 } else { 0.64 };
        let bold = if attribute("font-weight").is_some() { 1.1 } else { 1.0 };
        let wide = text.chars().map(advance).sum::<f64>() * number("font-size")? * bold;
        let (x, y) = (number("x")?, number("y")?);
        let left = match attribute("text-anchor")? {
            "start" => x,
            "middle" => x - wide / 2.0,
            _ => x - wide,
        };
        Some(Drawn {
            left,
            right: left + wide,
            y,
            text,
        })
    };
    svg.split("<text").skip(1).filter_map(element).collect()
}

/// Checks that texts stay within the picture and that no two texts on a line touch.
fn assert_legible(svg: &str, width: f64) {
    let texts = texts(svg);
    for (index, one) in texts.iter().enumerate() {
        assert!(
            one.left >= -1.0 && one.right <= width + 1.0,
            "`{}` is outside: {one:?}",
            one.text
        );
        for other in &texts[index + 1..] {
            let apart = one.right <= other.left + 1.0 || other.right <= one.left + 1.0;
            assert!(
                apart || (one.y - other.y).abs() >= 8.0,
                "`{}` on `{}`: {one:?} {other:?}",
                one.text,
                other.text
            );
        }
    }
}

#[test]
fn texts_stand_apart_at_every_width() {
    for width in (180..=960).step_by(4) {
        for chart in [shipped(), measured(), with_cuda()] {
            assert_legible(&bars(&chart, &style(width)), f64::from(width));
        }
    }
}

/// Values keep their digits and labels their words, however narrow the chart is.
#[test]
fn nothing_is_cut() {
    for width in 180..=960 {
        let svg = bars(&with_cuda(), &style(width));
        assert!(!svg.contains('…'), "{width}: {svg}");
        for (label, ..) in LADDER {
            for word in label.split(' ') {
                assert!(svg.contains(word), "{width}: {word}");
            }
        }
        for value in ["611 µs", "99.8 µs", "236 µs", "24.0 µs", "19.7 µs"] {
            assert!(svg.contains(value), "{width}: {value}");
        }
    }
}

fn any_value() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        0.0..1e7,
        Just(0.0),
        Just(-1.0),
        Just(f64::NAN),
        Just(f64::INFINITY)
    ]
}

fn any_row() -> impl Strategy<Value = Row> {
    // Labels have no `N`, because the test treats `NaN` in the SVG as an error.
    let words = ("[ -MO-~]{0,40}|[一-龥]{0,12}", "[ -MO-~]{0,20}");
    let bar = (0..3_usize, any_value(), any_value(), any_value()).prop_map(|(source, value, low, high)| Bar {
        low,
        high,
        ..Bar::of(source, value)
    });
    (words, any::<bool>(), prop::collection::vec(bar, 0..4)).prop_map(|((label, note), highlighted, bars)| Row {
        label,
        highlighted,
        bars,
        note,
    })
}

proptest! {
    #[test]
    fn whatever_the_numbers_there_is_a_legible_chart(
        rows in prop::collection::vec(any_row(), 0..6),
        width in 0..900_u32,
        text_px in 0..24_u32,
        named: bool,
    ) {
        let unit = if named { Unit::Named("GB/s".to_owned()) } else { Unit::Time };
        let chart = Bars { rows, unit, ..shipped() };
        let svg = bars(&chart, &Style { width_px: width, text_px, ..style(0) });
        prop_assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{}", svg);
        let drawn_width = svg.split(" width=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse().ok());
        if text_px >= 9 {
            assert_legible(&svg, drawn_width.expect("a picture has a width"));
        }
    }
}
