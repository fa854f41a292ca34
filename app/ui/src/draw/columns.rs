//! The columns that lanes and words share: lane 5 is above word 5, and every eighth gap is a little wider.

use crate::draw::palette::Palette;
use std::ops::Range;

/// Rows are folded until numbers of this many digits can be read: lane numbers, and sums of small values. Lanes and words
/// use the same length, so that they share their columns.
pub const USUAL_DIGITS: usize = 3;

/// The width of a digit of Iosevka, by its size. Where the page has another font, digits are squeezed.
pub const DIGIT: f64 = 0.5;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Columns {
    pub left: f64,
    pub count: u32,
    /// Columns between two wider gaps.
    group: u32,
    group_gap: f64,
    /// The distance from one column to the next inside a group.
    pub pitch: f64,
    /// The width of a cell.
    pub cell: f64,
}

impl Columns {
    /// Places columns from the labels to the right edge.
    pub fn new(palette: &Palette, width: f64, count: u32, group: u32) -> Self {
        Self::between(palette, palette.label..width, count, group)
    }

    /// Returns the rows into which a row of `count` cells is folded, so that a phone shows numbers: one if numbers of
    /// `digits` digits can be read in it, else as many as give them their usual size. `height` returns the height of a cell
    /// for a number of rows.
    pub fn folds(
        palette: &Palette,
        width: f64,
        (count, group): (u32, u32),
        digits: usize,
        height: impl Fn(u32) -> f64,
    ) -> u32 {
        /// Letters of this share of the usual size can be read.
        const READABLE: f64 = 0.7;
        let has_size = |folds: u32, least: f64| {
            let columns = Columns::new(palette, width, count / folds, group);
            let size = columns.type_size(palette, digits, height(folds));
            size.is_some_and(|size| size >= least)
        };
        if has_size(1, READABLE * palette.text) {
            return 1;
        }
        let possible = || {
            let is_whole = |folds: &u32| count.is_multiple_of(*folds) && count / folds >= group;
            [2, 4].into_iter().filter(is_whole)
        };
        let usual = possible().find(|&folds| has_size(folds, palette.text));
        let readable = || possible().rfind(|&folds| has_size(folds, READABLE * palette.text));
        usual.or_else(readable).unwrap_or(1)
    }

    pub fn between(palette: &Palette, room: Range<f64>, count: u32, group: u32) -> Self {
        let (count, group) = (count.max(1), group.max(1));
        let gaps = f64::from(count.div_ceil(group) - 1) * palette.sector_gap;
        let pitch = ((room.end - room.start - gaps) / f64::from(count)).max(1.0);
        Columns {
            left: room.start,
            count,
            group,
            group_gap: palette.sector_gap,
            pitch,
            cell: (pitch - palette.gap).max(1.0),
        }
    }

    /// Returns the left edge of a column's cell.
    pub fn x(&self, column: u32) -> f64 {
        self.left + f64::from(column) * self.pitch + f64::from(column / self.group) * self.group_gap
    }

    pub fn centre(&self, column: u32) -> f64 {
        self.x(column) + self.cell / 2.0
    }

    /// Returns the column at an x coordinate.
    pub fn at(&self, x: f64) -> Option<u32> {
        (0..self.count).find(|&column| (self.x(column)..self.x(column) + self.pitch).contains(&x))
    }

    /// Returns the font size at which `digits` digits fit into a cell; `None` if it would be unreadable.
    pub fn type_size(&self, palette: &Palette, digits: usize, height: f64) -> Option<f64> {
        let fits = ((self.cell - 1.0) / (palette.squeeze * DIGIT * digits.max(1) as f64))
            .min(height - 1.0)
            .min(palette.text);
        (fits >= palette.text_least).then_some(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_folded_where_their_numbers_would_be_too_small() {
        let palette = Palette {
            label: 64.0,
            gap: 2.0,
            sector_gap: 4.0,
            text: 11.0,
            text_least: 6.5,
            squeeze: 0.8,
            ..Palette::default()
        };
        // (width, columns, height of a cell in one row, rows)
        for (width, count, height, folds) in [
            (1240.0, 32, 30.0, 1),
            (600.0, 32, 30.0, 1),
            (366.0, 32, 30.0, 2),
            (180.0, 32, 60.0, 4),
            (366.0, 8, 30.0, 1),
            // Lower rows would show no number either.
            (366.0, 32, 8.0, 1),
        ] {
            let cell = |folds: u32| height / f64::from(folds);
            let computed = Columns::folds(&palette, width, (count, 8), 2, cell);
            assert_eq!(computed, folds, "{width} {count} {height}");
        }
    }

    #[test]
    fn every_point_of_a_cell_leads_back_to_it() {
        let palette = Palette {
            label: 60.0,
            gap: 2.0,
            sector_gap: 4.0,
            ..Palette::default()
        };
        let columns = Columns::new(&palette, 700.0, 32, 8);
        for column in 0..32 {
            assert_eq!(columns.at(columns.centre(column)), Some(column));
        }
        assert_eq!(columns.at(10.0), None);
        assert!(columns.x(31) + columns.pitch <= 700.0 + 1e-9);
    }
}
