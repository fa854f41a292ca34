//! Bar charts as reviewed snapshots, and properties of all bar charts.

use crate::style;
use charts::{Bars, Density, Ghost, Line, Palette, Row, Scale, Style, Unit, bars};
use proptest::prelude::*;

/// Browser times on an H200 with n = 2^28, and the textbook's times on a Tesla M2070 with n = 2^24.
const LADDER: [(&str, f64, &str, Option<f64>); 6] = [
    ("neighbored", 3.6240e6, "296 GB/s", Some(11.722)),
    ("less divergence", 1.9660e6, "546 GB/s", Some(9.321)),
    ("interleaved", 1.7890e6, "600 GB/s", Some(6.967)),
    ("unroll 2", 0.9132e6, "1176 GB/s", Some(3.430)),
    ("unroll 4", 0.5021e6, "2139 GB/s", Some(1.829)),
    ("unroll 8", 0.3151e6, "3407 GB/s", Some(1.422)),
];

fn row(label: &str, median: f64, note: &str) -> Row {
    Row {
        label: label.to_owned(),
        median,
        low: median * 0.97,
        high: median * 1.04,
        note: note.to_owned(),
        highlighted: false,
        ghosts: Vec::new(),
    }
}

fn ladder() -> Bars {
    let rows = LADDER
        .iter()
        .enumerate()
        .map(|(index, &(label, median, note, _))| Row {
            highlighted: index == 0,
            ..row(label, median, note)
        });
    Bars {
        title: "Sum of 2²⁸ integers, block 256".to_owned(),
        description: "Unrolling 8 blocks is 11.5 times as fast as neighbored pairs.".to_owned(),
        rows: rows.collect(),
        unit: Unit::Time,
        scale: Scale::Linear,
        density: Density::Roomy,
        line: None,
        empty: String::new(),
        footnote: "median of 15 samples with 95 % interval, measured on NVIDIA H200".to_owned(),
    }
}

fn with_ghosts(mut chart: Bars) -> Bars {
    for (row, (.., published)) in chart.rows.iter_mut().zip(LADDER) {
        let ghost = |ms: f64| Ghost {
            value: ms * 1e6,
            label: format!("Tesla M2070 {ms:.3} ms"),
        };
        row.ghosts.extend(published.map(ghost));
    }
    chart
}

#[test]
fn narrow_panel() {
    insta::assert_snapshot!(bars(&ladder(), &style(268)));
}

#[test]
fn narrow_panel_with_published_figures() {
    insta::assert_snapshot!(bars(&with_ghosts(ladder()), &style(268)));
}

#[test]
fn wide_panel_over_decades() {
    let mut chart = Bars {
        scale: Scale::Log,
        ..with_ghosts(ladder())
    };
    chart.rows.push(Row {
        low: f64::NAN,
        high: f64::NAN,
        ..row("vec4 + subgroups", 2_381.0, "n = 2¹⁴")
    });
    chart.rows.push(row("by lane", f64::NAN, "wrong result"));
    insta::assert_snapshot!(bars(&chart, &style(480)));
}

#[test]
fn a_compact_chart_has_one_line_for_each_row() {
    let compact = |chart: Bars| Bars {
        density: Density::Compact,
        title: String::new(),
        footnote: String::new(),
        ..chart
    };
    insta::assert_snapshot!(
        "compact",
        bars(&compact(with_ghosts(ladder())), &style(212))
    );
    // Without measurements, the last ghost stands in the place of each bar.
    let mut chart = compact(with_ghosts(ladder()));
    for row in &mut chart.rows {
        (row.median, row.low, row.high) = (f64::NAN, f64::NAN, f64::NAN);
    }
    insta::assert_snapshot!("compact_without_bars", bars(&chart, &style(212)));
}

#[test]
fn a_line_that_all_bars_are_compared_with() {
    let line = Some(Line {
        value: 1_420.0,
        label: "empty dispatch 1.42 µs".to_owned(),
    });
    for (name, width) in [("line_narrow", 268), ("line_wide", 480)] {
        let chart = Bars {
            line: line.clone(),
            ..ladder()
        };
        insta::assert_snapshot!(name, bars(&chart, &style(width)));
    }
    // A line without a value is not drawn.
    let chart = Bars {
        line: Some(Line {
            value: f64::NAN,
            label: "empty dispatch".to_owned(),
        }),
        ..ladder()
    };
    assert_eq!(bars(&chart, &style(268)), bars(&ladder(), &style(268)));
}

#[test]
fn chinese_labels() {
    let mut chart = ladder();
    chart.title = "2²⁸ 个整数求和，每块 256 个线程".to_owned();
    chart.footnote =
        "15 次采样的中位数与 95 % 置信区间，在 NVIDIA H200 上测得；越短越好。".to_owned();
    for (row, label) in chart.rows.iter_mut().zip([
        "相邻配对",
        "减少分化",
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
    let empty =
        "Nothing measured yet. Press “Run on this GPU” to time all eight kernels.".to_owned();
    let chart = Bars {
        rows: Vec::new(),
        empty,
        footnote: String::new(),
        ..ladder()
    };
    insta::assert_snapshot!(bars(&chart, &style(268)));
}

#[test]
fn words_cannot_break_out_of_the_svg() {
    let hostile = "</text><script>\"'&\u{0}\u{ffff}\n#000001".to_owned();
    let mut chart = ladder();
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
    assert!(
        !bars(
            &ladder(),
            &Style {
                palette,
                ..style(268)
            }
        )
        .contains("<script>")
    );
}

#[test]
fn every_colour_is_the_callers() {
    for chart in [
        ladder(),
        with_ghosts(ladder()),
        Bars {
            rows: Vec::new(),
            density: Density::Roomy,
            line: None,
            empty: "none".to_owned(),
            ..ladder()
        },
    ] {
        let svg = bars(&chart, &style(480));
        for attribute in ["fill=\"", "stroke=\""] {
            for value in svg
                .split(attribute)
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
            {
                assert!(
                    value == "none" || value.starts_with("var("),
                    "{attribute}{value}"
                );
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
        let attribute = |name: &str| {
            attributes
                .split(&format!(" {name}=\""))
                .nth(1)?
                .split('"')
                .next()
        };
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
            .fold(escaped.to_owned(), |text, (entity, c)| {
                text.replace(entity, c)
            });
        let advance = |c: char| if c > '\u{2e7f}' { 1.0 } else { 0.64 };
        let bold = if attribute("font-weight").is_some() {
            1.1
        } else {
            1.0
        };
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
        for scale in [Scale::Linear, Scale::Log] {
            for chart in [ladder(), with_ghosts(ladder())] {
                assert_legible(
                    &bars(&Bars { scale, ..chart }, &style(width)),
                    f64::from(width),
                );
            }
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
    let ghost = (any_value(), "[ -MO-~]{0,30}").prop_map(|(value, label)| Ghost { value, label });
    let values = (any_value(), any_value(), any_value());
    let words = ("[ -MO-~]{0,40}|[一-龥]{0,12}", "[ -MO-~]{0,20}");
    (
        values,
        words,
        any::<bool>(),
        prop::collection::vec(ghost, 0..3),
    )
        .prop_map(
            |((median, low, high), (label, note), highlighted, ghosts)| Row {
                label,
                median,
                low,
                high,
                note,
                highlighted,
                ghosts,
            },
        )
}

proptest! {
    #[test]
    fn whatever_the_numbers_there_is_a_legible_chart(
        rows in prop::collection::vec(any_row(), 0..6),
        width in 0..900_u32,
        text_px in 0..24_u32,
        log: bool,
        named: bool,
    ) {
        let scale = if log { Scale::Log } else { Scale::Linear };
        let unit = if named { Unit::Named("GB/s".to_owned()) } else { Unit::Time };
        let chart = Bars { rows, scale, unit, ..ladder() };
        let svg = bars(&chart, &Style { width_px: width, text_px, ..style(0) });
        prop_assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{}", svg);
        let drawn_width = svg.split(" width=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse().ok());
        if text_px >= 9 {
            assert_legible(&svg, drawn_width.expect("a picture has a width"));
        }
    }
}
