//! Horizontal bars with intervals, and figures from elsewhere as dashed outlines beneath them.

use crate::layout::{Band, Layout};
use crate::number::Unit;
use crate::scale::Scale;
use crate::style::{Role, Style};
use crate::svg::{Align, Canvas, draw};

/// A bar chart. Every text is the caller's.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// Drawn above the bars where it is not empty, and read aloud first.
    pub title: String,
    /// Read aloud after the title, not drawn: what the picture says, in a sentence.
    pub description: String,
    pub rows: Vec<Row>,
    pub unit: Unit,
    pub scale: Scale,
    /// Drawn in place of bars where there is no row.
    pub empty: String,
    /// Drawn beneath: method, device, size.
    pub footnote: String,
}

/// One bar. Values that are not finite, below 0, or 0 on a log scale are left out; label and note stay.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub label: String,
    /// The bar's length.
    pub median: f64,
    /// The ends of the interval around it.
    pub low: f64,
    pub high: f64,
    /// A few words at the row's right end, for example `3407 GB/s`, or why there is no bar.
    pub note: String,
    pub highlighted: bool,
    pub ghosts: Vec<Ghost>,
}

/// A figure from elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    pub value: f64,
    /// What it is and how much, in the source's own digits: `Tesla K80 27.732 ms`.
    pub label: String,
}

/// Draws the chart as SVG text. Below a width of 36 times the text size labels stand above their bars, from there on
/// beside them.
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
