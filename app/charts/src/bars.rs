//! Horizontal bar charts: for each row its filled bars, each with its value, from zero on one linear scale.

use crate::layout::{Band, Layout};
use crate::number::Unit;
use crate::style::{Role, Style};
use crate::svg::{Align, Canvas, draw};

/// A bar chart. The caller provides all texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// Drawn above the bars if it is not empty; screen readers read it first.
    pub title: String,
    /// Not drawn; screen readers read it after the title. States in a sentence what the chart shows.
    pub description: String,
    /// Names what all values have in common, such as the device and the size. It is drawn below the title.
    pub heading: String,
    /// Where values come from. The key names those that have bars, if there is more than one.
    pub sources: Vec<Source>,
    pub rows: Vec<Row>,
    pub unit: Unit,
    /// Drawn instead of the bars if there are no rows.
    pub empty: String,
    /// Drawn below the chart: method, limits.
    pub footnote: String,
}

/// A source of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub name: String,
    pub tone: Tone,
}

/// The look of a source's bars. In a row with several bars, they also differ in height and order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Values of the reader's own device: the first and highest bar.
    Own,
    /// Values that the chart is shipped with.
    Usual,
    /// Values of another program: an outline.
    Other,
}

/// One row: a label and its bars.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub label: String,
    pub highlighted: bool,
    pub bars: Vec<Bar>,
    /// A short text beside the bars, for example `3407 GB/s`, or the reason why there are none.
    pub note: String,
}

/// One bar. A value that is not finite or below 0 has no bar; its text remains.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Index among the sources.
    pub source: usize,
    pub value: f64,
    /// Ends of the interval around the value; NaN if they are unknown.
    pub low: f64,
    pub high: f64,
    /// Stands for the value's own text if it is not empty: `< 1.42 µs`.
    pub text: String,
}

impl Bar {
    /// A bar without an interval.
    pub fn of(source: usize, value: f64) -> Self {
        Bar {
            source,
            value,
            low: f64::NAN,
            high: f64::NAN,
            text: String::new(),
        }
    }
}

/// Returns true for a value that has a place on the scale.
pub(crate) fn has_place(value: f64) -> bool {
    (0.0..=MOST).contains(&value)
}

/// A larger value has no place: the scale computes with its multiples.
const MOST: f64 = 1e300;

/// Draws the chart as SVG text. Labels are to the left of their bars and wrap; a value is never shortened.
pub fn bars(bars: &Bars, style: &Style) -> String {
    let layout = Layout::new(bars, style);
    let words = [bars.title.as_str(), bars.description.as_str()];
    draw(style, (layout.width, layout.height), words, |canvas| {
        paint(canvas, bars, &layout)
    })
}

fn paint(canvas: &Canvas<'_>, bars: &Bars, layout: &Layout) {
    for (line, y) in &layout.title {
        canvas.text(layout.word(line, 0, *y, layout.bold(), Align::Left));
    }
    for (line, y) in layout.heading.iter().chain(&layout.footnote) {
        canvas.text(layout.soft_word(line, 0, *y, layout.small(), Align::Left));
    }
    for key in &layout.keys {
        let tone = bars.sources[key.source].tone;
        fill(canvas, tone, Role::Bar, key.from, key.to);
        let middle = i32::midpoint(key.from.1, key.to.1);
        canvas.text(layout.soft_word(&key.name, key.name_x, middle, layout.small(), Align::Left));
    }
    for (row, band) in bars.rows.iter().zip(&layout.bands) {
        paint_row(canvas, bars, row, band, layout);
    }
    for (line, y) in &layout.empty {
        let middle = layout.width / 2;
        canvas.text(layout.soft_word(line, middle, *y, layout.normal(), Align::Middle));
    }
}

fn paint_row(canvas: &Canvas<'_>, bars: &Bars, row: &Row, band: &Band, layout: &Layout) {
    let usual = if row.highlighted { Role::Highlight } else { Role::Bar };
    for (line, y) in &band.label {
        let right = layout.left - layout.gap();
        canvas.text(layout.word(line, right, *y, layout.face_of(row), Align::Right));
    }
    for place in &band.bars {
        let tone = bars.sources[place.source].tone;
        if let Some(end) = place.end {
            fill(canvas, tone, usual, (layout.left, place.top), (end, place.bottom));
        }
        let middle = i32::midpoint(place.top, place.bottom);
        if let Some((low, high)) = place.whisker {
            let cap = (place.bottom - place.top) / 4;
            canvas.line((low, middle), (high, middle), Role::Whisker);
            for x in [low, high] {
                canvas.line((x, middle - cap), (x, middle + cap), Role::Whisker);
            }
        }
        canvas.text(layout.word(&place.text, place.text_x, middle, place.face, Align::Left));
    }
    for (line, y) in &band.note {
        let (x, align) = band.note_at;
        canvas.text(layout.soft_word(line, x, *y, layout.small(), align));
    }
    canvas.line((0, band.bottom), (layout.width, band.bottom), Role::Grid);
}

fn fill(canvas: &Canvas<'_>, tone: Tone, usual: Role, from: (i32, i32), to: (i32, i32)) {
    match tone {
        Tone::Own => canvas.fill(from, to, Role::Own),
        Tone::Usual => canvas.fill(from, to, usual),
        Tone::Other => canvas.outline(from, to, Role::Whisker),
    }
}
