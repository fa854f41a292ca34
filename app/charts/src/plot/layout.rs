//! Computes the positions of everything in a plot, in whole pixels and without overlapping texts.

use super::labels::{Taken, beside, spread};
use super::{Dimension, Guide, Placed, Plot, Point, Series};
use crate::number::Unit;
use crate::scale::Axis;
use crate::style::{Role, Style};
use crate::svg::Align;
use crate::text::{Face, Weight, clean, fit, stack, width, wrap};

/// The positions in one plot.
#[derive(Debug)]
pub(super) struct Layout {
    pub width: i32,
    pub height: i32,
    /// Corners of the plot area: left and top, right and bottom.
    pub area: ((i32, i32), (i32, i32)),
    pub is_empty: bool,
    /// Positions of the grid lines.
    pub xs: Vec<i32>,
    pub ys: Vec<i32>,
    pub guides: Vec<((i32, i32), (i32, i32))>,
    pub legend: Vec<Entry>,
    pub words: Vec<Placed>,
    x: Axis,
    y: Axis,
    size: i32,
}

/// A series' symbol in the legend.
#[derive(Debug)]
pub(super) struct Entry {
    pub series: usize,
    pub sign: (i32, i32),
}

/// Smallest width, in multiples of the text size, at which lines are named at their ends.
const NAMED_AT_ENDS_FROM: i32 = 36;

impl Layout {
    pub fn new(plot: &Plot, style: &Style) -> Self {
        let (width, size) = style.sane();
        let of_level = |guide: &Guide| (guide.from.1 == guide.to.1).then_some(guide.from.1);
        let points = || plot.series.iter().flat_map(|series| &series.points);
        let is_shown = |point: &&Point| plot.x.scale.shows(point.x) && plot.y.scale.shows(point.y);
        let xs = points().filter(is_shown).map(|point| point.x);
        let ends = |point: &Point| {
            let end = |end: f64| {
                if plot.y.scale.shows(end) { end } else { point.y }
            };
            [point.y, end(point.low), end(point.high)]
        };
        let ys = points().filter(is_shown).flat_map(ends);
        let mut layout = Layout {
            width,
            height: 0,
            area: ((0, 0), (width, 0)),
            is_empty: !points().any(|point| is_shown(&point)),
            xs: Vec::new(),
            ys: Vec::new(),
            guides: Vec::new(),
            legend: Vec::new(),
            words: Vec::new(),
            x: plot.x.scale.tight(xs, plot.x.unit == Unit::Powers),
            y: plot.y.scale.tight(
                ys.chain(plot.guides.iter().filter_map(of_level)),
                plot.y.unit == Unit::Powers,
            ),
            size,
        };
        layout.place(plot);
        layout
    }

    fn place(&mut self, plot: &Plot) {
        let mut y = 0;
        self.lines(&plot.title, self.face(Weight::Bold), Role::Text, 1.5, &mut y);
        if self.is_empty {
            y += self.em(2.0);
            self.lines(&plot.empty, self.face(Weight::Normal), Role::SoftText, 1.5, &mut y);
            y += self.em(2.0);
        } else {
            self.place_plot(plot, &mut y);
        }
        if !plot.footnote.is_empty() {
            y += self.em(0.5);
            self.lines(&plot.footnote, self.small(), Role::SoftText, 1.3, &mut y);
        }
        self.height = y + self.em(0.2);
    }

    fn place_plot(&mut self, plot: &Plot, y: &mut i32) {
        let names: Vec<String> = plot.series.iter().map(|one| clean(&one.label)).collect();
        let longest = names.iter().map(|name| width(name, self.small())).max();
        let room = longest.unwrap_or(0).min(self.width * 3 / 10) + self.em(1.2);
        let all_joined = plot.series.iter().all(|series| series.joined);
        let at_ends = all_joined && self.width >= NAMED_AT_ENDS_FROM * self.size;
        let labels = ticks(&plot.y, &self.y, 6);
        let gutter = labels.iter().map(|(_, text)| width(text, self.small())).max();
        let left = gutter.unwrap_or(0) + self.em(0.6);
        let right = self.width - if at_ends { room } else { self.em(1.2) };
        let right = right.max(left + self.em(6.0));
        let high = (f64::from(right - left) * plot.aspect.clamp(0.3, 1.2)) as i32;
        let high = high.max(self.em(4.0));
        // Names that do not fit at the ends of lines are moved to a legend above the plot.
        let above = *y;
        for in_legend in [!at_ends, true] {
            *y = above;
            self.legend.clear();
            self.words.retain(|word| word.role != Role::Text || word.y < above);
            if in_legend {
                self.place_legend(&names, y);
            }
            let label_y = *y + self.em(0.7);
            *y += self.em(1.6);
            self.area = ((left, *y), (right, *y + high));
            if in_legend || self.name_ends(plot, &names, room) {
                let label = fit(&clean(&plot.y.label), self.width, self.small());
                self.word(label, 0, label_y, Align::Left, Role::SoftText);
                break;
            }
        }
        *y += high;
        self.place_ticks(plot, labels);
        *y += self.em(1.7);
        let label = fit(&clean(&plot.x.label), right - left, self.small());
        if !label.is_empty() {
            self.word(
                label,
                (left + right) / 2,
                *y + self.em(0.6),
                Align::Middle,
                Role::SoftText,
            );
            *y += self.em(1.3);
        }
        self.place_guides_and_names(plot);
    }

    /// Places the symbols and names of the legend in rows.
    fn place_legend(&mut self, names: &[String], y: &mut i32) {
        if names.iter().all(String::is_empty) {
            return;
        }
        let (mut x, sign_room) = (0, self.em(2.4));
        for (series, name) in names.iter().enumerate() {
            let name = fit(name, self.width - sign_room, self.small());
            let wide = sign_room + width(&name, self.small()) + self.em(1.2);
            if x > 0 && x + wide - self.em(1.2) > self.width {
                x = 0;
                *y += self.em(1.4);
            }
            let middle = *y + self.em(0.7);
            let sign = (x + self.em(1.0), middle);
            self.legend.push(Entry { series, sign });
            self.word(name, x + sign_room, middle, Align::Left, Role::Text);
            x += wide;
        }
        *y += self.em(1.6);
    }

    /// Places each line's name at its end. Returns false if they do not all fit.
    fn name_ends(&mut self, plot: &Plot, names: &[String], room: i32) -> bool {
        let ((_, top), (_, bottom)) = self.area;
        let last = |series: &Series| {
            let point = self.shown(series).last()?;
            Some(self.at(point.x, point.y))
        };
        let named: Vec<(usize, (i32, i32))> = plot
            .series
            .iter()
            .enumerate()
            .filter_map(|(place, series)| Some((place, last(series)?)))
            .collect();
        let wishes: Vec<i32> = named.iter().map(|(_, (_, y))| *y).collect();
        let pitch = self.em(1.2);
        let Some(heights) = spread(&wishes, pitch, (top - pitch, bottom + pitch)) else {
            return false;
        };
        let (_, (right, _)) = self.area;
        for ((place, _), y) in named.into_iter().zip(heights) {
            let name = fit(&names[place], room - self.em(0.8), self.small());
            let role = if plot.series[place].ghost {
                Role::SoftText
            } else {
                Role::of_series(place)
            };
            self.word(name, right + self.em(0.8), y, Align::Left, role);
        }
        true
    }

    fn place_ticks(&mut self, plot: &Plot, of_y: Vec<(f64, String)>) {
        let ((left, _), (_, bottom)) = self.area;
        for (value, text) in of_y {
            let (_, y) = self.at_ends(0.0, self.y.place(value));
            self.ys.push(y);
            self.word(text, left - self.em(0.5), y, Align::Right, Role::SoftText);
        }
        for (x, text) in self.ticks_that_fit(&plot.x) {
            self.xs.push(x);
            let half = width(&text, self.small()) / 2;
            let middle = x.min(self.width - half).max(half);
            self.word(text, middle, bottom + self.em(0.9), Align::Middle, Role::SoftText);
        }
    }

    /// Returns the largest set of ticks of the horizontal axis whose labels fit.
    fn ticks_that_fit(&self, dimension: &Dimension) -> Vec<(i32, String)> {
        let mut last = Vec::new();
        for wished in (1..=12).rev() {
            let placed: Vec<(i32, String)> = ticks(dimension, &self.x, wished)
                .into_iter()
                .map(|(value, text)| (self.at_ends(self.x.place(value), 0.0).0, text))
                .collect();
            let apart = |pair: &[(i32, String)]| {
                let [(left, before), (right, after)] = pair else {
                    return true;
                };
                let halves = (width(before, self.small()) + width(after, self.small())) / 2;
                left + halves + self.em(0.8) <= *right
            };
            if placed.windows(2).all(apart) {
                return placed;
            }
            last = placed;
        }
        last.truncate(1);
        last
    }

    fn place_guides_and_names(&mut self, plot: &Plot) {
        let ((left, top), (right, bottom)) = self.area;
        let area = Taken(left, top, right, bottom);
        let radius = self.sign_radius() + 1;
        let mut taken: Vec<Taken> = plot
            .series
            .iter()
            .flat_map(|series| self.shown(series))
            .map(|point| Taken::around(self.at(point.x, point.y), radius))
            .collect();
        for guide in &plot.guides {
            let ends = [guide.from, guide.to].map(|(x, y)| self.reach(x, y));
            let Some((from, to)) = clip(ends, area) else {
                continue;
            };
            self.guides.push((from, to));
            // Small squares along the line count as occupied, so that names keep clear of it.
            let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()) / self.size.max(1);
            let squares = (0..=steps).map(|step| {
                let along = |a: i32, b: i32| a + (b - a) * step / steps.max(1);
                Taken::around((along(from.0, to.0), along(from.1, to.1)), 2)
            });
            taken.extend(squares);
            let text = fit(&clean(&guide.label), (right - left) * 2 / 3, self.small());
            // The label is tried near the end of the line first, then further down.
            let spots = [0.97, 0.7, 0.45, 0.2].map(|share| {
                let along = |a: i32, b: i32| a + (f64::from(b - a) * share) as i32;
                (along(from.0, to.0), along(from.1, to.1))
            });
            let free = spots
                .into_iter()
                .find_map(|spot| beside(spot, &text, self.small(), self.em(0.35), area, &mut taken));
            if let Some((x, y)) = free {
                self.word(text, x, y, Align::Left, Role::SoftText);
            }
        }
        let mut named = Vec::new();
        for series in &plot.series {
            for point in self.shown(series).filter(|point| !point.label.is_empty()) {
                let text = clean(&point.label);
                let position = self.at(point.x, point.y);
                let gap = self.sign_radius() + self.em(0.3);
                if let Some((x, y)) = beside(position, &text, self.small(), gap, area, &mut taken) {
                    named.push((text, x, y));
                }
            }
        }
        for (text, x, y) in named {
            self.word(text, x, y, Align::Left, Role::Text);
        }
    }

    /// Returns the points of a series that the axes can show.
    pub fn shown<'p>(&self, series: &'p Series) -> impl Iterator<Item = &'p Point> + use<'p> {
        let (x, y) = (self.x.scale(), self.y.scale());
        series
            .points
            .iter()
            .filter(move |point| x.shows(point.x) && y.shows(point.y))
    }

    /// Returns the end of an interval, or the point's own value if the axis cannot show the end.
    pub fn end_of(&self, point: &Point, end: f64) -> f64 {
        if self.y.scale().shows(end) { end } else { point.y }
    }

    /// Returns the pixel of a point, clamped to the plot area.
    pub fn at(&self, x: f64, y: f64) -> (i32, i32) {
        self.at_ends(self.x.place(x), self.y.place(y))
    }

    /// Returns the pixel of a point, without clamping.
    fn reach(&self, x: f64, y: f64) -> (f64, f64) {
        let ((left, top), (right, bottom)) = self.area;
        let part = |from: i32, to: i32, place: f64| f64::from(from) + place * f64::from(to - from);
        (part(left, right, self.x.reach(x)), part(bottom, top, self.y.reach(y)))
    }

    fn at_ends(&self, x: f64, y: f64) -> (i32, i32) {
        let ((left, top), (right, bottom)) = self.area;
        let part = |from: i32, to: i32, place: f64| from + (place * f64::from(to - from)).round() as i32;
        (part(left, right, x), part(bottom, top, y))
    }

    pub fn sign_radius(&self) -> i32 {
        (self.size * 2 / 5).max(3)
    }

    fn word(&mut self, text: String, x: i32, y: i32, align: Align, role: Role) {
        let face = self.small();
        self.words.push(Placed {
            text,
            x,
            y,
            face,
            align,
            role,
        });
    }

    /// Places the lines of a longer text, from `y` downward.
    fn lines(&mut self, text: &str, face: Face, role: Role, pitch: f64, y: &mut i32) {
        let lines = wrap(&clean(text), self.width, face);
        let heights = stack(lines.len(), y, self.em(pitch));
        for (text, middle) in lines.into_iter().zip(heights) {
            let (x, align) = (0, Align::Left);
            self.words.push(Placed {
                text,
                x,
                y: middle,
                face,
                align,
                role,
            });
        }
    }

    fn face(&self, weight: Weight) -> Face {
        Face {
            size: self.size,
            weight,
        }
    }

    /// Returns the smaller face, for secondary text that must stay legible.
    fn small(&self) -> Face {
        Face {
            size: (self.size * 9 + 5) / 10,
            weight: Weight::Normal,
        }
    }

    /// Returns `times` multiples of the text size in pixels.
    fn em(&self, times: f64) -> i32 {
        (times * f64::from(self.size)).round() as i32
    }
}

/// Returns round values of an axis with their labels.
fn ticks(dimension: &Dimension, axis: &Axis, wished: usize) -> Vec<(f64, String)> {
    let values = match dimension.unit {
        Unit::Powers if axis.scale() == crate::scale::Scale::Log => axis.powers(wished),
        _ => axis.ticks(wished),
    };
    values
        .into_iter()
        .map(|value| (value, dimension.unit.tick(value)))
        .collect()
}

/// Returns the part of a line that lies within the area.
/// Source: Liang and Barsky, A New Concept and Method for Line Clipping, 1984.
fn clip(ends: [(f64, f64); 2], area: Taken) -> Option<((i32, i32), (i32, i32))> {
    let [(x, y), (to_x, to_y)] = ends;
    if ![x, y, to_x, to_y].iter().all(|value| value.is_finite()) {
        return None;
    }
    let (dx, dy) = (to_x - x, to_y - y);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (step, distance) in [
        (-dx, x - f64::from(area.0)),
        (dx, f64::from(area.2) - x),
        (-dy, y - f64::from(area.1)),
        (dy, f64::from(area.3) - y),
    ] {
        if step == 0.0 {
            if distance < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            enter = enter.max(distance / step);
        } else {
            leave = leave.min(distance / step);
        }
    }
    let point_at = |part: f64| ((x + part * dx).round() as i32, (y + part * dy).round() as i32);
    (enter < leave).then(|| (point_at(enter), point_at(leave)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_the_area() {
        let area = Taken(0, 0, 100, 50);
        for (from, to, expected) in [
            ((10.0, 10.0), (20.0, 20.0), Some(((10, 10), (20, 20)))),
            ((-50.0, 25.0), (500.0, 25.0), Some(((0, 25), (100, 25)))),
            ((0.0, 100.0), (100.0, 0.0), Some(((50, 50), (100, 0)))),
            ((-10.0, 0.0), (-10.0, 50.0), None),
            ((0.0, 60.0), (100.0, 60.0), None),
            ((f64::NAN, 0.0), (1.0, 1.0), None),
        ] {
            assert_eq!(clip([from, to], area), expected, "{from:?} {to:?}");
        }
    }
}
