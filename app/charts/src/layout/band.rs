//! Computes the positions of the parts of one row.

use super::{Labels, Layout, clean};
use crate::bars::{Bars, Density, Ghost, Row};
use crate::number::Measure;
use crate::text::{fit, width};

/// The positions of one row, in pixels.
#[derive(Debug)]
pub(crate) struct Band {
    pub label: String,
    pub note: String,
    /// Vertical middle of the line with label and note.
    pub label_y: i32,
    /// Top and bottom of the bar.
    pub bar: (i32, i32),
    /// Left and right end of the interval; `None` if it is unknown.
    pub whisker: Option<(i32, i32)>,
    pub value: String,
    pub value_x: i32,
    /// One outline for each ghost that the scale can show.
    pub ghosts: Vec<Outline>,
}

/// The positions of one ghost.
#[derive(Debug)]
pub(crate) struct Outline {
    pub top: i32,
    pub bottom: i32,
    pub label: String,
    pub label_x: i32,
    pub label_y: i32,
}

impl Layout {
    /// Returns the positions of the row whose top is `y`, and moves `y` to the next row. Texts end at `right`.
    pub(super) fn band(
        &self,
        bars: &Bars,
        row: &Row,
        labels: Labels,
        measure: &Measure,
        right: i32,
        y: &mut i32,
    ) -> Band {
        let note = match bars.density {
            Density::Roomy => clean(&row.note),
            Density::Compact => String::new(),
        };
        let (left, _) = self.plot;
        let (label_room, note_room) = match labels {
            // The label has priority: it is shortened only if it is too long by itself.
            Labels::Above => {
                let label = width(&clean(&row.label), self.face_of(row)).min(self.width);
                (self.width, self.width - label - self.gap())
            }
            Labels::Beside => (left - self.gap(), self.width - right - self.gap()),
        };
        let height = self.em(1.1);
        let (bar, label_y) = match labels {
            Labels::Above => {
                let label_y = *y + self.em(0.7);
                *y += self.em(1.45);
                ((*y, *y + height), label_y)
            }
            Labels::Beside => {
                *y += self.em(0.2);
                ((*y, *y + height), *y + height / 2)
            }
        };
        *y = bar.1;
        let mut end = self.x(row.median);
        let whisker =
            (bars.scale.shows(row.low) && bars.scale.shows(row.high) && row.low < row.high)
                .then(|| (self.x(row.low), self.x(row.high)));
        if let Some((_, high)) = whisker {
            end = end.max(high);
        }
        let ghosts = row
            .ghosts
            .iter()
            .filter(|ghost| bars.scale.shows(ghost.value));
        let ghosts = match bars.density {
            Density::Roomy => {
                let outline = |ghost: &Ghost| {
                    let top = *y + self.em(0.2);
                    let bottom = top + self.em(1.25);
                    *y = bottom;
                    self.outline(ghost.value, &clean(&ghost.label), right, (top, bottom))
                };
                ghosts.map(outline).collect()
            }
            Density::Compact => {
                let all: Vec<&Ghost> = ghosts.collect();
                let in_place = all.len().checked_sub(1);
                let in_place = in_place.filter(|_| !bars.scale.shows(row.median));
                let outline = |(index, ghost): (usize, &&Ghost)| {
                    if Some(index) == in_place {
                        return self.outline(ghost.value, &clean(&ghost.label), right, bar);
                    }
                    let top = *y + 1;
                    *y = top + self.em(0.25);
                    self.outline(ghost.value, "", right, (top, *y))
                };
                all.iter().enumerate().map(outline).collect()
            }
        };
        *y += match bars.density {
            Density::Roomy => self.em(0.65),
            Density::Compact => self.em(0.15),
        };
        Band {
            label: fit(&clean(&row.label), label_room, self.face_of(row)),
            note: fit(&note, note_room, self.small()),
            label_y,
            bar,
            whisker,
            value: fit(
                &measure.value(row.median),
                right - end - self.gap(),
                self.face_of(row),
            ),
            value_x: end + self.gap(),
            ghosts,
        }
    }

    /// Returns a ghost's outline. Its label is to the right of the outline if there is room, else inside.
    fn outline(&self, value: f64, label: &str, right: i32, (top, bottom): (i32, i32)) -> Outline {
        let (left, _) = self.plot;
        let end = self.x(value);
        let behind = right - end - self.gap();
        let within = end - left - 2 * self.gap();
        let wide = width(label, self.small());
        let (label_x, room) = if wide <= behind || behind >= within {
            (end + self.gap(), behind)
        } else {
            (left + self.gap(), within)
        };
        Outline {
            top,
            bottom,
            label: fit(label, room, self.small()),
            label_x,
            label_y: (top + bottom) / 2,
        }
    }
}
