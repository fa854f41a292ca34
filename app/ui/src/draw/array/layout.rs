//! The positions of the lines of memory in the panel: all lines as rows, or a strip of all lines with a lens.

use crate::draw::columns::Columns;
use crate::draw::palette::Palette;
use model::panels::array::ArrayModel;

/// The positions of the lines, in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    pub columns: Columns,
    /// Indices of the lines that are shown as rows; the index in `rows` is the row.
    pub rows: Vec<usize>,
    pub(super) top: f64,
    pub(super) pitch: f64,
    /// Space for arrows above a row, and the height of its cells.
    pub(super) arc: f64,
    pub(super) cell: f64,
    pub(super) bars: f64,
    /// True if a strip at the top shows all lines, and the rows show only some of them.
    pub(super) strip: bool,
}

impl Layout {
    /// Computes the layout. `focus` is a line to show in the lens: the one under the pointer.
    pub fn new(palette: &Palette, width: f64, height: f64, model: &ArrayModel, focus: Option<usize>) -> Self {
        let columns = Columns::new(palette, width, model.line_words, model.sector_words);
        let bars = palette.radius + palette.gap;
        let least = palette.cell_least + bars + palette.gap;
        let all = model.lines.len().max(1);
        let fits = height / all as f64 >= least;
        let (rows, top): (Vec<usize>, f64) = if fits {
            ((0..all.min(model.lines.len())).collect(), 0.0)
        } else {
            let top = palette.strip + 3.0 * palette.gap;
            let room = ((height - top) / (least + palette.arc / 2.0)).floor().max(1.0) as usize;
            (model.lens(room, focus), top)
        };
        let pitch =
            ((height - top) / rows.len().max(1) as f64).min(palette.cell_most + palette.arc + bars + palette.gap);
        let cell = (pitch - bars - palette.gap)
            .min(palette.cell_most)
            .max(1.0)
            .min((pitch * 0.5).max(palette.cell_least));
        let arc = (pitch - cell - bars - palette.gap).max(0.0);
        Layout {
            columns,
            rows,
            top,
            pitch,
            arc,
            cell,
            bars,
            strip: !fits,
        }
    }

    pub(super) fn y(&self, row: usize) -> f64 {
        self.top + row as f64 * self.pitch + self.arc
    }

    fn row_of(&self, model: &ArrayModel, memory: usize, word: u32) -> Option<usize> {
        self.rows.iter().position(|&line| {
            model
                .lines
                .get(line)
                .is_some_and(|line| line.memory == memory && line.words.contains(&word))
        })
    }

    /// Returns the row and the x coordinate of the middle of a word's top edge, if the word is shown.
    pub(super) fn place(&self, model: &ArrayModel, memory: usize, word: u32) -> Option<(usize, f64)> {
        let row = self.row_of(model, memory, word)?;
        Some((row, self.columns.centre(word % model.line_words)))
    }

    /// Returns memory and word at a point.
    pub fn word_at(&self, model: &ArrayModel, x: f64, y: f64) -> Option<(usize, u32)> {
        let row = ((y - self.top) / self.pitch).floor();
        let row = (row >= 0.0).then_some(row as usize)?;
        let line = model.lines.get(*self.rows.get(row)?)?;
        let word = line.words.start - line.words.start % model.line_words + self.columns.at(x)?;
        line.words.contains(&word).then_some((line.memory, word))
    }

    /// Returns the line at a point of the strip.
    pub fn line_at(&self, palette: &Palette, model: &ArrayModel, width: f64, x: f64, y: f64) -> Option<usize> {
        let inside = self.strip && y < self.top && x >= palette.label;
        let share = (x - palette.label) / (width - palette.label).max(1.0);
        inside.then(|| ((share * model.lines.len() as f64) as usize).min(model.lines.len().saturating_sub(1)))
    }
}
