//! Plots of lines and points over two axes: times against sizes, a roofline, one quantity against another.

mod labels;
mod layout;

use crate::number::Unit;
use crate::scale::Scale;
use crate::style::{Role, Style};
use crate::svg::{Align, Canvas, Sign, draw};
use layout::Layout;

/// A plot. The caller provides all texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Drawn above the plot if it is not empty; screen readers read it first.
    pub title: String,
    /// Not drawn; screen readers read it after the title. States in a sentence what the plot shows.
    pub description: String,
    pub x: Dimension,
    pub y: Dimension,
    /// Height of the plot area divided by its width, 0.3 to 1.2.
    pub aspect: f64,
    pub series: Vec<Series>,
    pub guides: Vec<Guide>,
    /// Drawn instead of the plot if there is no point.
    pub empty: String,
    /// Drawn below the plot: method, device, size.
    pub footnote: String,
}

/// One axis of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    /// The quantity in a few words, with its unit if the ticks show none: `GB/s`.
    pub label: String,
    pub unit: Unit,
    pub scale: Scale,
}

/// Points that belong together. The first eight series of a plot differ in colour and symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub label: String,
    /// Points that the axes cannot show are left out.
    pub points: Vec<Point>,
    /// If true, a line joins the points in the order of `points`.
    pub joined: bool,
    /// If true, the line is stronger.
    pub highlighted: bool,
    /// If true, the data comes from another source: drawn with dashes and without symbols.
    pub ghost: bool,
}

/// One point.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    /// Ends of the interval around `y`; there is no interval if they are not finite.
    pub low: f64,
    pub high: f64,
    /// Drawn next to the point if there is room; empty for no label.
    pub label: String,
}

/// A straight line on the plot, such as a roof or a diagonal. It is straight as drawn, also on log axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Guide {
    pub label: String,
    pub from: (f64, f64),
    pub to: (f64, f64),
}

/// Draws the plot as SVG text.
pub fn plot(plot: &Plot, style: &Style) -> String {
    let layout = Layout::new(plot, style);
    let words = [plot.title.as_str(), plot.description.as_str()];
    draw(style, (layout.width, layout.height), words, |canvas| {
        paint(canvas, plot, &layout);
    })
}

fn paint(canvas: &Canvas<'_>, plot: &Plot, layout: &Layout) {
    for word in &layout.words {
        canvas.text(word.word());
    }
    if layout.is_empty {
        return;
    }
    let ((left, top), (right, bottom)) = layout.area;
    for &x in &layout.xs {
        canvas.line((x, top), (x, bottom), Role::Grid);
    }
    for &y in &layout.ys {
        canvas.line((left, y), (right, y), Role::Grid);
    }
    for &(from, to) in &layout.guides {
        canvas.path(vec![from, to], Role::SoftText, 1);
    }
    for (place, series) in plot.series.iter().enumerate() {
        paint_series(canvas, place, series, layout);
    }
    for entry in &layout.legend {
        let (x, y) = entry.sign;
        let half = layout.sign_radius() * 2;
        let role = role_of(plot, entry.series);
        if plot.series.get(entry.series).is_some_and(|one| one.joined) {
            canvas.path(vec![(x - half, y), (x + half, y)], role, 2);
        }
        sign(canvas, plot, entry.series, (x, y), layout);
    }
}

fn role_of(plot: &Plot, place: usize) -> Role {
    match plot.series.get(place) {
        Some(series) if series.ghost => Role::Ghost,
        _ => Role::of_series(place),
    }
}

fn sign(canvas: &Canvas<'_>, plot: &Plot, place: usize, position: (i32, i32), layout: &Layout) {
    if plot.series.get(place).is_some_and(|series| !series.ghost) {
        let role = Role::of_series(place);
        canvas.sign(Sign::of_series(place), position, layout.sign_radius(), role);
    }
}

fn paint_series(canvas: &Canvas<'_>, place: usize, series: &Series, layout: &Layout) {
    let role = if series.ghost {
        Role::Ghost
    } else {
        Role::of_series(place)
    };
    let points: Vec<&Point> = layout.shown(series).collect();
    let position = |point: &Point| layout.at(point.x, point.y);
    if series.joined {
        let ends = |end: fn(&Point) -> f64| {
            points
                .iter()
                .map(move |point| layout.at(point.x, layout.end_of(point, end(point))))
        };
        let upper = ends(|point| point.high);
        let lower = ends(|point| point.low).rev();
        if points.len() > 1 && !series.ghost {
            canvas.shade(upper.chain(lower).collect(), role);
        }
        let wide = if series.highlighted { 3 } else { 2 };
        canvas.path(points.iter().map(|point| position(point)).collect(), role, wide);
    }
    for point in &points {
        let (x, y) = position(point);
        let [(_, low), (_, high)] = [point.low, point.high].map(|end| layout.at(point.x, layout.end_of(point, end)));
        if low != high {
            canvas.line((x, low), (x, high), role);
        }
        if !series.ghost {
            canvas.sign(Sign::of_series(place), (x, y), layout.sign_radius(), role);
        }
    }
}

/// A placed text that owns its string.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub text: String,
    pub x: i32,
    pub y: i32,
    pub face: crate::text::Face,
    pub align: Align,
    pub role: Role,
}

impl Placed {
    fn word(&self) -> crate::svg::Word<'_> {
        crate::svg::Word {
            text: &self.text,
            x: self.x,
            y: self.y,
            face: self.face,
            align: self.align,
            role: self.role,
        }
    }
}
