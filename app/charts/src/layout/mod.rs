//! Computes the positions of everything in a bar chart, in whole pixels and without overlaps.

mod band;
mod ticks;

use crate::bars::{Bars, Density, Row};
use crate::number::Measure;
use crate::scale::Axis;
use crate::style::{Role, Style};
use crate::svg::{Align, Word, is_xml};
use crate::text::{Face, Weight, fit, width, wrap};
pub(crate) use band::Band;

/// The positions in one chart.
#[derive(Debug)]
pub(crate) struct Layout {
    pub width: i32,
    pub height: i32,
    /// Left and right end of the axis.
    pub plot: (i32, i32),
    pub bands: Vec<Band>,
    /// Ticks from left to right, with their labels.
    pub ticks: Vec<(i32, String)>,
    /// Segments of grid lines: x, top and bottom.
    pub grid: Vec<(i32, i32, i32)>,
    pub line: Option<LinePlace>,
    pub axis_y: i32,
    pub tick_y: i32,
    pub title: Vec<String>,
    pub title_ys: Vec<i32>,
    pub empty: Vec<String>,
    pub empty_ys: Vec<i32>,
    pub footnote: Vec<String>,
    pub footnote_ys: Vec<i32>,
    size: i32,
    axis: Axis,
}

/// The positions of the line across all rows.
#[derive(Debug)]
pub(crate) struct LinePlace {
    /// x, top and bottom of each segment.
    pub segments: Vec<(i32, i32, i32)>,
    /// A short piece of the line before its label, in the same form.
    pub sample: (i32, i32, i32),
    pub label: String,
    pub label_x: i32,
}

/// The place of labels: above their bars or to the left of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Labels {
    Above,
    Beside,
}

/// Smallest width, in multiples of the text size, with room for labels to the left of the bars.
const BESIDE_FROM: i32 = 36;

impl Layout {
    pub fn new(bars: &Bars, style: &Style) -> Self {
        let (width, size) = style.sane();
        let labels = if bars.density == Density::Compact || width >= BESIDE_FROM * size {
            Labels::Beside
        } else {
            Labels::Above
        };
        let shown = |&value: &f64| bars.scale.shows(value);
        let ends = |row: &Row| [row.median, row.low, row.high];
        let measured = bars
            .rows
            .iter()
            .filter(|row| shown(&row.median))
            .flat_map(ends);
        let ghosts = bars
            .rows
            .iter()
            .flat_map(|row| row.ghosts.iter().map(|ghost| ghost.value));
        let line = bars.line.iter().map(|line| line.value);
        let values: Vec<f64> = measured.chain(ghosts).chain(line).filter(shown).collect();
        let axis = bars.scale.axis(values.iter().copied());
        let measure = bars
            .unit
            .for_largest(values.iter().copied().fold(0.0, f64::max));
        let mut layout = Layout {
            width,
            height: 0,
            plot: (0, width),
            bands: Vec::new(),
            ticks: Vec::new(),
            grid: Vec::new(),
            line: None,
            axis_y: 0,
            tick_y: 0,
            title: Vec::new(),
            title_ys: Vec::new(),
            empty: Vec::new(),
            empty_ys: Vec::new(),
            footnote: Vec::new(),
            footnote_ys: Vec::new(),
            size,
            axis,
        };
        layout.title = wrap(&clean(&bars.title), width, layout.bold());
        layout.footnote = wrap(&clean(&bars.footnote), width, layout.small());
        layout.place(bars, labels, &measure);
        layout
    }

    fn place(&mut self, bars: &Bars, labels: Labels, measure: &Measure) {
        let mut y = 0;
        self.title_ys = stack(self.title.len(), &mut y, self.em(1.5));
        if !self.title.is_empty() {
            y += self.em(0.4);
        }
        let (left, right) = self.columns(bars, labels);
        self.plot = (left, left + self.plot_width(bars, right - left, measure));
        let top = y;
        for row in &bars.rows {
            let band = self.band(bars, row, labels, measure, right, &mut y);
            self.bands.push(band);
        }
        if bars.rows.is_empty() {
            self.plot = (0, self.width);
            self.empty = wrap(
                &clean(&bars.empty),
                self.width - 2 * self.size,
                self.normal(),
            );
            y += self.em(2.0);
            self.empty_ys = stack(self.empty.len(), &mut y, self.em(1.5));
            y += self.em(2.0);
        } else {
            self.ticks = self.ticks_that_fit(measure);
            for x in self.ticks.iter().map(|(x, _)| *x).collect::<Vec<_>>() {
                self.grid.extend(self.segments(x, labels, (top, y), bars));
            }
        }
        let bottom = y;
        self.axis_y = y;
        y += self.em(0.3);
        if !self.ticks.is_empty() {
            self.tick_y = y + self.em(0.6);
            y += self.em(1.3);
        }
        let line = bars
            .line
            .as_ref()
            .filter(|line| bars.scale.shows(line.value));
        self.line = line.filter(|_| !bars.rows.is_empty()).map(|line| {
            let (x, from) = (self.em(0.3), y + self.em(0.2));
            y += self.em(1.3);
            let label_x = x + self.gap();
            LinePlace {
                segments: self.segments(self.x(line.value), labels, (top, bottom), bars),
                sample: (x, from, y),
                label: fit(&clean(&line.label), self.width - label_x, self.small()),
                label_x,
            }
        });
        if !self.footnote.is_empty() {
            y += self.em(0.5);
            self.footnote_ys = stack(self.footnote.len(), &mut y, self.em(1.3));
        }
        self.height = y + self.em(0.2);
    }

    /// Returns where bars begin, and where the texts of their values must end.
    fn columns(&self, bars: &Bars, labels: Labels) -> (i32, i32) {
        if labels == Labels::Above {
            return (0, self.width);
        }
        let widest = |texts: &mut dyn Iterator<Item = i32>| texts.max().unwrap_or(0);
        let label = widest(
            &mut bars
                .rows
                .iter()
                .map(|row| width(&clean(&row.label), self.face_of(row))),
        );
        let note = widest(
            &mut bars
                .rows
                .iter()
                .filter(|_| bars.density == Density::Roomy)
                .map(|row| width(&clean(&row.note), self.small())),
        );
        let gap = |column: i32| if column > 0 { self.em(1.0) } else { 0 };
        let most = match bars.density {
            Density::Roomy => self.width * 3 / 10,
            Density::Compact => self.width * 9 / 20,
        };
        let (label, note) = (label.min(most), note.min(self.width / 4));
        (label + gap(label), self.width - note - gap(note))
    }

    /// Returns the width of the longest axis with which every value's text fits after its bar.
    fn plot_width(&self, bars: &Bars, room: i32, measure: &Measure) -> i32 {
        let of_row = |row: &Row| {
            let ends = [row.median, row.high]
                .into_iter()
                .filter(|&value| bars.scale.shows(value));
            let end = ends.map(|value| self.axis.place(value)).fold(0.0, f64::max);
            let text = width(&measure.value(row.median), self.face_of(row)) + self.gap();
            f64::from(room - text) / end.max(1e-3)
        };
        let rows = bars.rows.iter().filter(|row| bars.scale.shows(row.median));
        let fits = rows.map(of_row).fold(f64::from(room), f64::min);
        (fits as i32).clamp((room / 4).max(1), room.max(1))
    }

    /// Returns the x position of a value on the axis.
    pub fn x(&self, value: f64) -> i32 {
        let (left, right) = self.plot;
        let place = if value.is_finite() {
            self.axis.place(value.max(0.0))
        } else {
            0.0
        };
        left + (place * f64::from(right - left)).round() as i32
    }

    pub fn normal(&self) -> Face {
        Face {
            size: self.size,
            weight: Weight::Normal,
        }
    }

    pub fn bold(&self) -> Face {
        Face {
            size: self.size,
            weight: Weight::Bold,
        }
    }

    /// Returns the smaller face, for secondary text that must stay legible.
    pub fn small(&self) -> Face {
        Face {
            size: (self.size * 9 + 5) / 10,
            weight: Weight::Normal,
        }
    }

    /// Returns the face of a row's label and value.
    pub fn face_of(&self, row: &Row) -> Face {
        if row.highlighted {
            self.bold()
        } else {
            self.normal()
        }
    }

    pub fn word<'t>(&self, text: &'t str, x: i32, y: i32, face: Face, align: Align) -> Word<'t> {
        Word {
            text,
            x,
            y,
            face,
            align,
            role: Role::Text,
        }
    }

    pub fn soft_word<'t>(
        &self,
        text: &'t str,
        x: i32,
        y: i32,
        face: Face,
        align: Align,
    ) -> Word<'t> {
        Word {
            role: Role::SoftText,
            ..self.word(text, x, y, face, align)
        }
    }

    /// Returns `times` multiples of the text size in pixels.
    fn em(&self, times: f64) -> i32 {
        (times * f64::from(self.size)).round() as i32
    }

    /// Returns the distance between a bar and a text.
    fn gap(&self) -> i32 {
        self.em(0.45)
    }
}

/// Returns the vertical middles of `lines` lines, from `y` downward, and moves `y` below them.
pub(crate) fn stack(lines: usize, y: &mut i32, line_height: i32) -> Vec<i32> {
    (0..lines)
        .map(|_| {
            let middle = *y + line_height / 2;
            *y += line_height;
            middle
        })
        .collect()
}

/// Returns the text on one line, without characters that XML forbids.
pub(crate) fn clean(text: &str) -> String {
    let one_line = text
        .chars()
        .filter(|&c| is_xml(c))
        .map(|c| if c.is_whitespace() { ' ' } else { c });
    one_line.collect::<String>().trim().to_owned()
}
