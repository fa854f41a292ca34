//! Plots and heat maps as reviewed snapshots, and their properties.

use crate::style;
use charts::{Best, Dimension, Guide, HeatMap, Plot, Point, Scale, Series, Unit, heat_map, plot};
use proptest::prelude::*;

fn point(x: f64, y: f64, label: &str) -> Point {
    Point {
        x,
        y,
        low: y * 0.94,
        high: y * 1.07,
        label: label.to_owned(),
    }
}

fn dimension(label: &str, unit: Unit) -> Dimension {
    Dimension {
        label: label.to_owned(),
        unit,
        scale: Scale::Log,
    }
}

fn line(label: &str, floor: f64, bandwidth: f64) -> Series {
    Series {
        label: label.to_owned(),
        points: (10..=28)
            .step_by(2)
            .map(|power| f64::from(power).exp2())
            .map(|n| point(n, floor + 4.0 * n / bandwidth, ""))
            .collect(),
        joined: true,
        highlighted: false,
        ghost: false,
    }
}

/// Times of fictitious kernels: a fixed cost in nanoseconds and a bandwidth in bytes per nanosecond.
fn against_n() -> Plot {
    Plot {
        title: "Sum of n integers, block 256".to_owned(),
        description: "Four kernels from 2¹⁰ to 2²⁸ elements.".to_owned(),
        x: dimension("elements", Unit::Powers),
        y: dimension("time of one dispatch", Unit::Time),
        aspect: 0.5,
        series: vec![
            line("neighbored", 4_000.0, 300.0),
            line("interleaved", 3_600.0, 610.0),
            line("unroll 8", 2_400.0, 3_400.0),
            Series {
                highlighted: true,
                ..line("grid stride, vec4", 2_600.0, 4_500.0)
            },
            Series {
                ghost: true,
                ..line("unroll 8 on NVIDIA H200", 1_900.0, 3_658.0)
            },
        ],
        guides: Vec::new(),
        empty: "nothing measured yet".to_owned(),
        footnote: "median of 15 samples with 95 % interval, measured on a laptop".to_owned(),
    }
}

fn roofline() -> Plot {
    let roof = 4_240.0;
    let kernels = [
        ("neighbored", 0.04, 60.0),
        ("interleaved", 0.12, 140.0),
        ("unroll 8", 0.25, 900.0),
        ("grid stride, vec4", 0.26, 1_040.0),
        ("matrix × vector", 0.5, 2_050.0),
        ("distances", 6.0, 20_000.0),
    ];
    let points = kernels.map(|(label, intensity, speed)| point(intensity, speed, label));
    Plot {
        title: "Roofline".to_owned(),
        description: "Each kernel below what memory lets through.".to_owned(),
        x: dimension("operations per byte moved", Unit::Named(String::new())),
        y: dimension("10⁹ operations/s", Unit::Named("10⁹ operations/s".to_owned())),
        aspect: 0.6,
        series: vec![Series {
            label: String::new(),
            points: points.into(),
            joined: false,
            highlighted: false,
            ghost: false,
        }],
        guides: vec![Guide {
            label: "copy 4240 GB/s".to_owned(),
            from: (1e-3, roof * 1e-3),
            to: (1e3, roof * 1e3),
        }],
        empty: String::new(),
        footnote: String::new(),
    }
}

fn blocks() -> HeatMap {
    let n = [14, 18, 22, 26];
    let block = [32, 64, 128, 256, 512, 1024];
    let time =
        |n: i32, block: i32| f64::from(n).exp2() / 800.0 * (1.0 + 64.0 / f64::from(block)) + f64::from(block) * 3.0;
    HeatMap {
        title: "interleaved: time by block and n".to_owned(),
        description: "Blocks of 512 are the fastest.".to_owned(),
        x_label: "lanes of a block".to_owned(),
        columns: block.map(|block| block.to_string()).into(),
        y_label: "elements".to_owned(),
        rows: ["2¹⁴", "2¹⁸", "2²²", "2²⁶"].map(str::to_owned).into(),
        cells: n
            .iter()
            .map(|&n| block.iter().map(|&block| time(n, block)).collect())
            .collect(),
        unit: Unit::Time,
        best: Best::Least,
        empty: "nothing measured yet".to_owned(),
        footnote: "in milliseconds, measured on a laptop".to_owned(),
    }
}

#[test]
fn times_against_n() {
    insta::assert_snapshot!(plot(&against_n(), &style(720)));
}

#[test]
fn times_against_n_on_a_phone() {
    insta::assert_snapshot!(plot(&against_n(), &style(330)));
}

#[test]
fn a_roof_over_kernels() {
    insta::assert_snapshot!(plot(&roofline(), &style(560)));
}

#[test]
fn a_heat_map_of_blocks() {
    let mut map = blocks();
    map.cells[1][2] = f64::NAN;
    insta::assert_snapshot!(heat_map(&map, &style(560)));
}

#[test]
fn without_a_point_there_is_a_sentence() {
    let nothing = Plot {
        series: Vec::new(),
        ..against_n()
    };
    assert!(plot(&nothing, &style(400)).contains("nothing measured yet"));
    let map = HeatMap {
        rows: Vec::new(),
        ..blocks()
    };
    assert!(heat_map(&map, &style(400)).contains("nothing measured yet"));
}

/// Returns every pair of x and y in the picture's attributes.
fn coordinates(svg: &str) -> Vec<f64> {
    let names = [" x=\"", " y=\"", " cx=\"", " cy=\""];
    let numbers = names.iter().flat_map(|name| svg.split(name).skip(1));
    numbers
        .filter_map(|rest| rest.split('"').next()?.parse().ok())
        .collect()
}

proptest! {
    #[test]
    fn any_values_give_a_picture_within_its_edges(
        values in prop::collection::vec((any::<f64>(), any::<f64>(), any::<f64>()), 0..12),
        label in "\\PC{0,30}",
        width in 100..900_u32,
        log: bool,
        joined: bool,
    ) {
        let mut chart = against_n();
        chart.x.scale = if log { Scale::Log } else { Scale::Linear };
        chart.series = vec![Series {
            label: label.clone(),
            points: values.iter().map(|&(x, y, low)| Point { x, y, low, high: -low, label: label.clone() }).collect(),
            joined,
            highlighted: joined,
            ghost: false,
        }];
        chart.guides = values.iter().map(|&(x, y, z)| Guide { label: label.clone(), from: (x, y), to: (z, x) }).collect();
        let svg = plot(&chart, &style(width));
        prop_assert!(svg.trim_end().ends_with("</svg>"));
        let most = coordinates(&svg).into_iter().fold(0.0, f64::max);
        prop_assert!(most <= 10_000.0, "{most}");
        let mut map = blocks();
        map.cells = values.iter().map(|&(x, y, z)| vec![x, y, z]).collect();
        prop_assert!(heat_map(&map, &style(width)).trim_end().ends_with("</svg>"));
    }
}
