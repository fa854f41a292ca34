//! Computes the positions of everything in a bar chart, in whole pixels and without overlaps.

use crate::bars::{Bar, Bars, Row, has_place};
use crate::number::Measure;
use crate::style::{Role, Style};
use crate::svg::{Align, Word};
use crate::text::{Face, Weight, clean, stack, width, wrap};

/// A line of text and its vertical middle.
pub(crate) type Line = (String, i32);

/// The positions in one chart.
#[derive(Debug)]
pub(crate) struct Layout {
    pub width: i32,
    pub height: i32,
    /// Left end of all bars.
    pub left: i32,
    pub title: Vec<Line>,
    pub heading: Vec<Line>,
    pub keys: Vec<Key>,
    pub bands: Vec<Band>,
    pub empty: Vec<Line>,
    pub footnote: Vec<Line>,
    size: i32,
    /// Pixels for one unit of value.
    scale: f64,
}

/// A sample of a source's bars and its name.
#[derive(Debug)]
pub(crate) struct Key {
    pub source: usize,
    pub from: (i32, i32),
    pub to: (i32, i32),
    pub name: String,
    pub name_x: i32,
}

/// The positions of one row.
#[derive(Debug)]
pub(crate) struct Band {
    pub label: Vec<Line>,
    pub bars: Vec<Place>,
    pub note: Vec<Line>,
    /// Where the lines of the note end or begin.
    pub note_at: (i32, Align),
    pub bottom: i32,
}

/// The positions of one bar and its value.
#[derive(Debug)]
pub(crate) struct Place {
    pub source: usize,
    pub top: i32,
    pub bottom: i32,
    /// Right end of the bar; `None` if the value has no place on the scale.
    pub end: Option<i32>,
    /// Left and right end of the interval; `None` if it is unknown or too short to see.
    pub whisker: Option<(i32, i32)>,
    pub text: String,
    pub text_x: i32,
    pub face: Face,
}

/// The columns beside the bars.
struct Columns {
    /// Room of labels.
    label: i32,
    /// Room of notes at the right; `None` if notes stand below the labels.
    note: Option<i32>,
}

/// An interval that is shorter, in pixels, is not drawn: it would look like a wider end of the bar.
const LEAST_WHISKER: i32 = 3;

impl Layout {
    pub fn new(bars: &Bars, style: &Style) -> Self {
        let (width, size) = style.sane();
        let values = bars.rows.iter().flat_map(|row| &row.bars);
        let ends = values.flat_map(|bar| [bar.value, bar.high]);
        let largest = ends.filter(|&value| has_place(value)).fold(0.0, f64::max);
        let measure = bars.unit.for_largest(largest);
        let mut layout = Layout {
            width,
            height: 0,
            left: 0,
            title: Vec::new(),
            heading: Vec::new(),
            keys: Vec::new(),
            bands: Vec::new(),
            empty: Vec::new(),
            footnote: Vec::new(),
            size,
            scale: 0.0,
        };
        let mut y = 0;
        layout.title = layout.lines(&bars.title, width, layout.bold(), 1.5, &mut y);
        layout.heading = layout.lines(&bars.heading, width, layout.small(), 1.3, &mut y);
        layout.keys = layout.keys(bars, &mut y);
        if y > 0 {
            y += layout.em(0.3);
        }
        let columns = layout.columns(bars, &measure);
        layout.left = columns.label + layout.gap();
        layout.scale = layout.scale(bars, &measure, &columns);
        for row in &bars.rows {
            let band = layout.band(bars, row, &measure, &columns, &mut y);
            layout.bands.push(band);
        }
        if bars.rows.is_empty() {
            y += layout.em(2.0);
            let room = width - 2 * size;
            layout.empty = layout.lines(&bars.empty, room, layout.normal(), 1.5, &mut y);
            y += layout.em(2.0);
        }
        if !bars.footnote.is_empty() {
            y += layout.em(0.4);
            layout.footnote = layout.lines(&bars.footnote, width, layout.small(), 1.3, &mut y);
        }
        layout.height = y + layout.em(0.2);
        layout
    }

    /// Wraps a text, places its lines from `y` downward and moves `y` below them.
    fn lines(&self, text: &str, room: i32, face: Face, pitch: f64, y: &mut i32) -> Vec<Line> {
        let lines = wrap(&clean(text), room, face);
        let ys = stack(lines.len(), y, self.em(pitch));
        lines.into_iter().zip(ys).collect()
    }

    /// Returns the samples of the sources that have bars, side by side, if there are at least two.
    fn keys(&self, bars: &Bars, y: &mut i32) -> Vec<Key> {
        let has_bars = |source: usize| {
            let all = bars.rows.iter().flat_map(|row| &row.bars);
            all.into_iter().any(|bar| bar.source == source && has_place(bar.value))
        };
        let drawn: Vec<usize> = (0..bars.sources.len()).filter(|&source| has_bars(source)).collect();
        if drawn.len() < 2 {
            return Vec::new();
        }
        let (sample, height) = (self.em(0.8), self.em(1.4));
        let mut x = 0;
        let mut keys = Vec::new();
        for source in drawn {
            let room = self.width - sample - self.gap();
            let name = clean(&bars.sources[source].name);
            // A name of a device is never cut within a row; a longer one than the chart has lines of its own.
            for (index, name) in wrap(&name, room, self.small()).into_iter().enumerate() {
                let wide = sample + self.gap() + width(&name, self.small());
                if index > 0 || x + wide > self.width {
                    *y += if x > 0 { height } else { 0 };
                    x = 0;
                }
                let (top, name_x) = (*y + self.em(0.3), x + sample + self.gap());
                let bottom = top + sample;
                let is_first = index == 0;
                keys.push(Key {
                    source,
                    from: (x, if is_first { top } else { bottom }),
                    to: (x + sample, bottom),
                    name,
                    name_x,
                });
                x += wide + self.em(1.2);
            }
        }
        *y += height;
        keys
    }

    /// Shares the width: values have priority, then bars, then labels, which wrap.
    fn columns(&self, bars: &Bars, measure: &Measure) -> Columns {
        let value = bars.rows.iter().flat_map(|row| {
            let face = |place| self.face_of_bar(row, place);
            let text = move |(place, bar): (usize, &Bar)| width(&text(bar, measure), face(place));
            row.bars.iter().enumerate().map(text).collect::<Vec<_>>()
        });
        let value = value.max().unwrap_or(0) + self.gap();
        let label = |row: &Row| width(&clean(&row.label), self.face_of(row));
        let label = bars.rows.iter().map(label).max().unwrap_or(0);
        let words = bars.rows.iter().flat_map(|row| {
            let face = self.face_of(row);
            let words = row.label.split_whitespace();
            words.map(move |word| width(&clean(word), face))
        });
        let most = words.max().unwrap_or(0).max(self.width * 2 / 5);
        let with_bars = bars.rows.iter().filter(|row| !row.bars.is_empty());
        let note = with_bars.map(|row| width(&clean(&row.note), self.small()));
        let note = note.max().unwrap_or(0);
        let least_bar = self.em(LEAST_BAR);
        let beside = self.width - value - self.gap() - least_bar;
        let label = label.min(most).min(beside).max(self.em(2.0).min(label));
        let needed = note + self.em(1.0);
        let note = (note == 0 || label + needed <= beside).then_some(match note {
            0 => 0,
            _ => needed,
        });
        Columns { label, note }
    }

    /// Returns the pixels for one unit, so that each value's text fits after its bar.
    fn scale(&self, bars: &Bars, measure: &Measure, columns: &Columns) -> f64 {
        let right = self.width - columns.note.unwrap_or(0);
        let of_row = |row: &Row| {
            let of_bar = |(place, bar): (usize, &Bar)| {
                let end = [bar.value, bar.high].into_iter().filter(|&end| has_place(end));
                let end = end.fold(0.0, f64::max);
                let text = width(&text(bar, measure), self.face_of_bar(row, place)) + self.gap();
                let room = f64::from((right - self.left - text).max(1));
                if end > 0.0 { room / end } else { f64::INFINITY }
            };
            let all = row.bars.iter().enumerate().map(of_bar);
            all.fold(f64::INFINITY, f64::min)
        };
        let fits = bars.rows.iter().map(of_row).fold(f64::INFINITY, f64::min);
        if fits.is_finite() { fits } else { 0.0 }
    }

    /// Returns the positions of the row whose top is `y`, and moves `y` to the next row.
    fn band(&self, bars: &Bars, row: &Row, measure: &Measure, columns: &Columns, y: &mut i32) -> Band {
        let face = self.face_of(row);
        let label = wrap(&clean(&row.label), columns.label, face);
        let has_bars = !row.bars.is_empty();
        let note_room = match (has_bars, columns.note) {
            (false, _) => self.width - self.left,
            (true, Some(room)) => room,
            (true, None) => columns.label,
        };
        let note = wrap(&clean(&row.note), note_room, self.small());
        let is_below = has_bars && columns.note.is_none();
        let (line, small_line) = (self.em(1.25), self.em(1.15));
        let heights: Vec<i32> = (0..row.bars.len())
            .map(|place| match (row.bars.len(), place) {
                (1, _) => self.em(1.25),
                (_, 0) => self.em(1.2),
                _ => self.em(1.05),
            })
            .collect();
        let of_notes = small_line * note.len() as i32;
        let label_high = line * label.len() as i32 + if is_below { of_notes } else { 0 };
        let side_high = if is_below { 0 } else { of_notes };
        let bars_high = heights.iter().sum::<i32>();
        let padding = self.em(0.25);
        let high = label_high.max(bars_high).max(side_high).max(line);
        let top = *y + padding;
        let centred = |height: i32| top + (high - height) / 2;
        let mut label_y = centred(label_high);
        let label_ys = stack(label.len(), &mut label_y, line);
        let mut note_at = if is_below { label_y } else { centred(side_high) };
        let note_ys = stack(note.len(), &mut note_at, small_line);
        let mut bar_top = centred(bars_high);
        let mut places = Vec::new();
        for (place, (bar, height)) in row.bars.iter().zip(heights).enumerate() {
            places.push(self.place(bars, row, (place, bar), measure, (bar_top, height)));
            bar_top += height;
        }
        *y = top + high + padding;
        Band {
            label: label.into_iter().zip(label_ys).collect(),
            bars: places,
            note: note.into_iter().zip(note_ys).collect(),
            note_at: match (has_bars, is_below) {
                (false, _) => (self.left, Align::Left),
                (true, true) => (columns.label, Align::Right),
                (true, false) => (self.width, Align::Right),
            },
            bottom: *y,
        }
    }

    fn place(
        &self,
        bars: &Bars,
        row: &Row,
        (number, bar): (usize, &Bar),
        measure: &Measure,
        (top, height): (i32, i32),
    ) -> Place {
        // Of several bars, the first one is the highest, and a gap separates them.
        let inset = match (row.bars.len(), bars.sources[bar.source].tone) {
            (1, _) => self.em(0.1),
            (_, crate::bars::Tone::Own) => self.em(0.1),
            _ => self.em(0.2),
        };
        let has_bar = has_place(bar.value);
        let end = has_bar.then(|| self.x(bar.value).max(self.left + 1));
        let is_known = has_bar && has_place(bar.low) && has_place(bar.high);
        let whisker = is_known
            .then(|| (self.x(bar.low), self.x(bar.high)))
            .filter(|(low, high)| high - low >= LEAST_WHISKER);
        let after = whisker
            .map_or(self.left, |(_, high)| high)
            .max(end.unwrap_or(self.left));
        Place {
            source: bar.source,
            top: top + inset,
            bottom: top + height - inset,
            end,
            whisker,
            text: text(bar, measure),
            text_x: if has_bar { after + self.gap() } else { self.left },
            face: self.face_of_bar(row, number),
        }
    }

    fn x(&self, value: f64) -> i32 {
        let end = f64::from(self.left) + value * self.scale;
        end.round().min(f64::from(self.width)) as i32
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

    /// Returns the face of a row's label.
    pub fn face_of(&self, row: &Row) -> Face {
        if row.highlighted { self.bold() } else { self.normal() }
    }

    /// Returns the face of a value: that of the row's label for its first bar, and the smaller one for the others.
    fn face_of_bar(&self, row: &Row, place: usize) -> Face {
        match place {
            0 => self.face_of(row),
            _ => self.small(),
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

    pub fn soft_word<'t>(&self, text: &'t str, x: i32, y: i32, face: Face, align: Align) -> Word<'t> {
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
    pub fn gap(&self) -> i32 {
        self.em(0.45)
    }
}

/// Bars keep at least this room, in multiples of the text size.
const LEAST_BAR: f64 = 3.0;

/// Returns the text of a value.
fn text(bar: &Bar, measure: &Measure) -> String {
    match bar.text.is_empty() {
        true if has_place(bar.value) => measure.value(bar.value),
        _ => clean(&bar.text),
    }
}
