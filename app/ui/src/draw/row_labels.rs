//! The places of labels beside rows that may be lower than a letter.

use crate::draw::palette::Palette;

/// Places labels from top to bottom; those without room are left out.
#[derive(Clone, Copy, Debug)]
pub struct RowLabels {
    /// The height of a letter.
    letter: f64,
    /// The middles of the highest and the lowest possible label.
    first: f64,
    last: f64,
    /// The middle of the next possible label.
    free: f64,
}

impl RowLabels {
    /// Labels between these heights.
    pub fn new(palette: &Palette, top: f64, foot: f64) -> Self {
        let letter = palette.text;
        // Han characters reach higher above the middle of a line than Latin letters.
        let first = top + letter * 0.62;
        RowLabels {
            letter,
            first,
            last: (foot - letter * 0.5).max(first),
            free: first,
        }
    }

    /// Returns the middle of the label of a row with this middle; `None` if it would cover the one before.
    pub fn at(&mut self, middle: f64) -> Option<f64> {
        let place = middle.clamp(self.first, self.last);
        let is_free = place >= self.free;
        if is_free {
            self.free = place + self.letter * 1.1;
        }
        is_free.then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_never_cover_each_other() {
        let palette = Palette {
            text: 10.0,
            ..Palette::default()
        };
        // (height, rows, labels)
        for (height, rows, count) in [(100.0, 4, 4), (100.0, 32, 8), (6.0, 2, 1), (24.0, 2, 2)] {
            let mut labels = RowLabels::new(&palette, 0.0, height);
            let pitch = height / f64::from(rows);
            let middles = (0..rows).map(|row| (f64::from(row) + 0.5) * pitch);
            let placed: Vec<f64> = middles.filter_map(|middle| labels.at(middle)).collect();
            assert_eq!(placed.len(), count, "{height} {rows}: {placed:?}");
            let apart = placed.windows(2).all(|pair| pair[1] - pair[0] >= 10.0);
            assert!(apart, "{height} {rows}: {placed:?}");
        }
    }
}
