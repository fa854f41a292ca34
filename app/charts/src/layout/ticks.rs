//! Computes the positions of ticks, their labels and the grid lines.

use super::{Labels, Layout};
use crate::bars::Bars;
use crate::number::Measure;
use crate::text::width;

impl Layout {
    /// Returns a vertical line in segments that leave out texts and, if labels are above the bars, the lines with
    /// labels.
    pub(super) fn segments(
        &self,
        x: i32,
        labels: Labels,
        (top, bottom): (i32, i32),
        bars: &Bars,
    ) -> Vec<(i32, i32, i32)> {
        let mut segments = Vec::new();
        let mut from = match (labels, self.bands.first()) {
            (Labels::Above, Some(first)) => first.bar.0 - self.em(0.2),
            _ => top,
        };
        let mut gap = |until: i32, resume: i32| {
            if until > from {
                segments.push((x, from, until));
            }
            from = from.max(resume);
        };
        for (row, band) in bars.rows.iter().zip(&self.bands) {
            let half = self.em(0.6);
            if labels == Labels::Above {
                gap(band.label_y - half, band.bar.0 - self.em(0.2));
            }
            let is_in = |from: i32, wide: i32| (from - 2..=from + wide + 2).contains(&x);
            if is_in(band.value_x, width(&band.value, self.face_of(row))) {
                gap(band.bar.0, band.bar.1);
            }
            for ghost in &band.ghosts {
                if is_in(ghost.label_x, width(&ghost.label, self.small())) {
                    gap(ghost.top, ghost.bottom);
                }
            }
        }
        gap(bottom, bottom);
        segments
    }

    /// Returns the largest set of ticks whose labels fit.
    pub(super) fn ticks_that_fit(&self, measure: &Measure) -> Vec<(i32, String)> {
        let candidates = (1..=6).rev().map(|wished| {
            let values = self.axis.ticks(wished);
            let labels = measure.ticks(&values);
            values
                .iter()
                .map(|&value| self.x(value))
                .zip(labels)
                .collect::<Vec<_>>()
        });
        let mut last = Vec::new();
        for ticks in candidates {
            let spans: Vec<(i32, i32)> = ticks
                .iter()
                .map(|(x, label)| self.tick_span(*x, label))
                .collect();
            if spans
                .windows(2)
                .all(|pair| pair[0].1 + self.em(0.8) <= pair[1].0)
            {
                return ticks;
            }
            last = ticks;
        }
        last.truncate(1);
        last
    }

    /// Returns the middle and the text of every tick's label; the labels stay within the chart.
    pub fn tick_labels(&self) -> impl Iterator<Item = (i32, &str)> {
        self.ticks.iter().map(|(x, label)| {
            let (from, to) = self.tick_span(*x, label);
            ((from + to) / 2, label.as_str())
        })
    }

    fn tick_span(&self, x: i32, label: &str) -> (i32, i32) {
        let wide = width(label, self.small());
        let from = (x - wide / 2).min(self.width - wide).max(0);
        (from, from + wide)
    }
}
