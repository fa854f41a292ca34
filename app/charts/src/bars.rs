//! Horizontal bar charts with intervals; published figures appear as dashed outlines below the bars.

use crate::layout::{Band, Layout};
use crate::number::Unit;
use crate::scale::Scale;
use crate::style::{Role, Style};
use crate::svg::{Align, Canvas, draw};

/// A bar chart. The caller provides all texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// Drawn above the bars if it is not empty; screen readers read it first.
    pub title: String,
    /// Not drawn; screen readers read it after the title. States in a sentence what the chart shows.
    pub description: String,
    pub rows: Vec<Row>,
    pub unit: Unit,
    pub scale: Scale,
    pub density: Density,
    /// A value to compare all bars with.
    pub line: Option<Line>,
    /// Drawn instead of the bars if there are no rows.
    pub empty: String,
    /// Drawn below the chart: method, device, size.
    pub footnote: String,
}

/// The room for a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Density {
    /// Ghosts have rows with labels below the bar.
    #[default]
    Roomy,
    /// Each row is one line: label, bar and value. Ghosts are thin and without labels, but in a row without a bar the last
    /// one takes its place. Notes are left out.
    Compact,
}

/// One bar. A value that is not finite, below 0, or 0 on a log scale is left out; label and note remain.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub label: String,
    /// Length of the bar.
    pub median: f64,
    /// Ends of the interval around the median.
    pub low: f64,
    pub high: f64,
    /// A short text at the row's right end, for example `3407 GB/s`, or the reason why there is no bar.
    pub note: String,
    pub highlighted: bool,
    pub ghosts: Vec<Ghost>,
}

/// A figure from another source, drawn as a dashed outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    pub value: f64,
    /// Name and value, with the source's own digits: `Tesla K80 27.732 ms`.
    pub label: String,
}

/// A value drawn as a dashed line across all rows. Its label is below the axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub value: f64,
    pub label: String,
}

/// Draws the chart as SVG text. Labels are above their bars if the width is below 36 times the text size, else to the
/// left of them.
pub fn bars(bars: &Bars, style: &Style) -> String {
    let layout = Layout::new(bars, style);
    let words = [bars.title.as_str(), bars.description.as_str()];
    draw(style, (layout.width, layout.height), words, |canvas| {
        paint(canvas, bars, &layout)
    })
}

fn paint(canvas: &Canvas<'_>, bars: &Bars, layout: &Layout) {
    for (line, &y) in layout.title.iter().zip(&layout.title_ys) {
        canvas.text(layout.word(line, 0, y, layout.bold(), Align::Left));
    }
    for &(x, from, to) in &layout.grid {
        canvas.line((x, from), (x, to), Role::Grid);
    }
    if let Some(line) = &layout.line {
        for &(x, from, to) in &line.segments {
            canvas.line((x, from), (x, to), Role::Ghost);
        }
        let (x, from, to) = line.sample;
        canvas.line((x, from), (x, to), Role::Ghost);
        let middle = (from + to) / 2;
        canvas.text(layout.soft_word(
            &line.label,
            line.label_x,
            middle,
            layout.small(),
            Align::Left,
        ));
    }
    for (row, band) in bars.rows.iter().zip(&layout.bands) {
        paint_row(canvas, bars, row, band, layout);
    }
    let (left, right) = layout.plot;
    canvas.line((left, layout.axis_y), (right, layout.axis_y), Role::Grid);
    for (x, label) in layout.tick_labels() {
        canvas.text(layout.soft_word(label, x, layout.tick_y, layout.small(), Align::Middle));
    }
    for (line, &y) in layout.empty.iter().zip(&layout.empty_ys) {
        canvas.text(layout.soft_word(line, layout.width / 2, y, layout.normal(), Align::Middle));
    }
    for (line, &y) in layout.footnote.iter().zip(&layout.footnote_ys) {
        canvas.text(layout.soft_word(line, 0, y, layout.small(), Align::Left));
    }
}

fn paint_row(canvas: &Canvas<'_>, bars: &Bars, row: &Row, band: &Band, layout: &Layout) {
    let colour = if row.highlighted {
        Role::Highlight
    } else {
        Role::Bar
    };
    let face = layout.face_of(row);
    canvas.text(layout.word(&band.label, 0, band.label_y, face, Align::Left));
    canvas.text(layout.soft_word(
        &band.note,
        layout.width,
        band.label_y,
        layout.small(),
        Align::Right,
    ));
    for (ghost, outline) in row
        .ghosts
        .iter()
        .filter(|ghost| bars.scale.shows(ghost.value))
        .zip(&band.ghosts)
    {
        let (left, _) = layout.plot;
        let end = layout.x(ghost.value).max(left + 2);
        canvas.outline((left, outline.top), (end, outline.bottom), Role::Ghost);
        canvas.text(layout.soft_word(
            &outline.label,
            outline.label_x,
            outline.label_y,
            layout.small(),
            Align::Left,
        ));
    }
    if !bars.scale.shows(row.median) {
        return;
    }
    let (left, _) = layout.plot;
    let end = layout.x(row.median).max(left + 1);
    canvas.fill((left, band.bar.0), (end, band.bar.1), colour);
    let middle = (band.bar.0 + band.bar.1) / 2;
    if let Some((low, high)) = band.whisker {
        let cap = (band.bar.1 - band.bar.0) / 4;
        canvas.line((low, middle), (high, middle), Role::Whisker);
        for x in [low, high] {
            canvas.line((x, middle - cap), (x, middle + cap), Role::Whisker);
        }
    }
    canvas.text(layout.word(&band.value, band.value_x, middle, face, Align::Left));
}
