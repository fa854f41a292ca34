//! The columns that lanes and words share: lane 5 is above word 5, and every eighth gap is a little wider.

use crate::draw::palette::Palette;
use std::ops::Range;

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
        // A digit of a monospaced font is 0.6 of its size wide. It stays readable if it is squeezed by a fifth.
        let fits = ((self.cell - 1.0) * 1.25 / (0.6 * digits.max(1) as f64))
            .min(height - 1.0)
            .min(palette.text);
        (fits >= palette.text_least).then_some(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
