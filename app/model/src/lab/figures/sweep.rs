//! Times against one setting as lines, and bandwidth over n and block as a heat map.

use super::{Figure, Look, Subject, bar_of, operation_rates_of, rates_of};
use crate::lab::list;
use crate::lab::record::{Record, Result, title};
use charts::{Best, Dimension, HeatMap, Plot, Point, Scale, Series, Unit};
use lessons::GalleryKernel;

/// Returns the elements per lane of a kernel, if it has a fixed number.
fn per_lane(kernel: &str) -> Option<f64> {
    GalleryKernel::by_name(kernel)?.task.elements_per_lane().map(f64::from)
}

/// Counts the distinct numbers of elements per lane among the record's kernels.
pub fn per_lane_values(record: &Record) -> usize {
    let is_measured = |name: &&str| *name != super::super::experiment::COPY;
    let mut values: Vec<u32> = record
        .kernels()
        .into_iter()
        .filter(is_measured)
        .filter_map(|name| per_lane(name).map(|value| value as u32))
        .collect();
    values.sort_unstable();
    values.dedup();
    values.len()
}

/// Returns a result's position on the figure's x axis.
fn place(figure: Figure, result: &Result<'_>) -> Option<f64> {
    match figure {
        Figure::Sizes | Figure::Bandwidth | Figure::Operations => Some(result.entry.n as f64),
        Figure::Blocks => Some(f64::from(result.entry.block)),
        Figure::PerLane => per_lane(&result.entry.kernel),
        Figure::Parameter => result.entry.parameters.values().next().copied(),
        Figure::Times | Figure::SpeedUp | Figure::HeatMap | Figure::Roofline | Figure::Simulated | Figure::Kernels => {
            None
        }
    }
}

/// Returns the label of the line that a result's point belongs to.
fn line_of(figure: Figure, result: &Result<'_>, subject: &Subject<'_>, blocks: bool) -> String {
    let kernel = title(&result.entry.kernel, subject.language);
    let block = result.entry.block;
    let with_block = |text: String| {
        if blocks { format!("{text} · {block}") } else { text }
    };
    match figure {
        // One line connects several kernels, which differ in the value on the x axis.
        Figure::PerLane => with_block(subject.strings.lab().per_lane.to_owned()),
        Figure::Blocks => kernel,
        Figure::Parameter => with_block(kernel),
        _ => with_block(result.title(subject.language)),
    }
}

pub fn lines(figure: Figure, subject: &Subject<'_>, look: &Look<'_>) -> String {
    let of_size = |result: &Result<'_>| !figure.is_of_one_size() || result.entry.n == subject.n;
    let is_drawn =
        |result: &Result<'_>| figure != Figure::PerLane || result.entry.kernel != super::super::experiment::COPY;
    let results: Vec<Result<'_>> = subject.record.results().filter(of_size).filter(is_drawn).collect();
    let blocks = Subject::has_blocks(&results);
    let mut series: Vec<Series> = Vec::new();
    for result in &results {
        let Some(x) = place(figure, result) else {
            continue;
        };
        let values = match figure {
            Figure::Bandwidth => Some(rates_of(result.time)),
            Figure::Operations => operation_rates_of(result),
            _ => Some(bar_of(result.time)),
        };
        let Some([y, low, high]) = values else {
            continue;
        };
        let point = Point {
            x,
            y,
            low,
            high,
            label: match figure {
                Figure::PerLane => title(&result.entry.kernel, subject.language),
                _ => String::new(),
            },
        };
        let label = line_of(figure, result, subject, blocks);
        match series.iter_mut().find(|line| line.label == label) {
            Some(line) => line.points.push(point),
            None => series.push(Series {
                label,
                points: vec![point],
                joined: true,
                highlighted: false,
                ghost: result.entry.kernel == super::super::experiment::COPY,
            }),
        }
    }
    for line in &mut series {
        line.points.sort_by(|one, other| one.x.total_cmp(&other.x));
    }
    let words = subject.strings.lab();
    let plot = Plot {
        title: subject.title(figure),
        description: (words.figure_title)(figure).to_owned(),
        x: Dimension {
            label: match figure {
                Figure::Blocks => subject.strings.block.to_owned(),
                Figure::PerLane => words.per_lane.to_owned(),
                Figure::Parameter => parameter_label(subject),
                _ => subject.strings.elements.to_owned(),
            },
            unit: Unit::Powers,
            scale: Scale::Log,
        },
        y: match figure {
            Figure::Bandwidth => Dimension {
                label: subject.strings.bandwidth.to_owned(),
                unit: Unit::Named(String::new()),
                scale: Scale::Log,
            },
            Figure::Operations => Dimension {
                label: words.gigaflops.to_owned(),
                unit: Unit::Named(String::new()),
                scale: Scale::Log,
            },
            _ => Dimension {
                label: words.time.to_owned(),
                unit: Unit::Time,
                scale: Scale::Log,
            },
        },
        aspect: ASPECT,
        series,
        guides: Vec::new(),
        empty: words.nothing_here.to_owned(),
        footnote: subject.source(),
    };
    charts::plot(&plot, &look.style())
}

/// Height divided by width: a projector has this much room next to a form.
pub const ASPECT: f64 = 0.46;

fn parameter_label(subject: &Subject<'_>) -> String {
    let name = subject.record.parameter().map_or("", |(name, _)| name);
    let kernels = subject.record.kernels();
    let parameter = kernels
        .iter()
        .filter_map(|name| GalleryKernel::by_name(name)?.task.parameter())
        .find(|parameter| parameter.name() == name);
    parameter.map_or_else(
        || name.to_owned(),
        |parameter| (subject.strings.lab().parameter)(parameter).to_owned(),
    )
}

/// Draws one kernel's bandwidth over n and block. Times would only show that more elements take longer.
pub fn heat_map(subject: &Subject<'_>, look: &Look<'_>) -> String {
    let (sizes, blocks) = (subject.record.sizes(), subject.record.blocks());
    let cell = |n: u64, block: u32| {
        let mut results = subject.record.results();
        let result = results
            .find(|result| (result.entry.n, result.entry.block) == (n, block) && result.entry.kernel == subject.kernel);
        result.map_or(f64::NAN, |result| rates_of(result.time)[0])
    };
    let of_block = |block: &u32| sizes.iter().map(|n| cell(*n, *block)).collect();
    let words = subject.strings.lab();
    let map = HeatMap {
        title: format!(
            "{}: {}",
            title(subject.kernel, subject.language),
            (words.figure_title)(Figure::HeatMap)
        ),
        description: words.heat_about.to_owned(),
        x_label: subject.strings.elements.to_owned(),
        columns: sizes
            .iter()
            .map(|n| u32::try_from(*n).map_or_else(|_| n.to_string(), list::superscript))
            .collect(),
        y_label: subject.strings.block.to_owned(),
        rows: blocks.iter().map(u32::to_string).collect(),
        cells: blocks.iter().map(of_block).collect(),
        unit: Unit::Named(subject.strings.bandwidth.to_owned()),
        best: Best::Most,
        empty: words.nothing_here.to_owned(),
        footnote: format!("{} {}", words.heat_about, subject.source()),
    };
    charts::heat_map(&map, &look.style())
}
