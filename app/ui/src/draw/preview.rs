//! The preview of a lesson: its lanes in a small picture, and its whole mask timeline below them.

use crate::draw::lanes::runs;
use crate::draw::palette::Palette;
use crate::draw::surface::{Rect, Surface};
use crate::draw::timeline;
use model::lanes::LaneState;
use model::playback::PreviewFrame;
use model::timeline::Timeline;

/// The content of the preview, and its positions.
struct Picture<'a> {
    surface: &'a Surface,
    palette: &'a Palette,
    timeline: &'a Timeline,
    frame: &'a PreviewFrame,
    /// The distance from one row of lanes to the next.
    pitch: f64,
    /// The top edge and the height of the timeline.
    top: f64,
    height: f64,
}

impl<'a> Picture<'a> {
    fn new(
        surface: &'a Surface,
        palette: &'a Palette,
        timeline: &'a Timeline,
        frame: &'a PreviewFrame,
    ) -> Self {
        let upper = surface.height * 0.46;
        let top = upper + palette.row_gap * 1.6;
        Picture {
            surface,
            palette,
            timeline,
            frame,
            pitch: upper / frame.lanes.rows.len().max(1) as f64,
            top,
            height: surface.height - top - 1.0,
        }
    }

    /// Draws the lanes of some rows, one colour after another, so that there are only as many strokes as colours.
    fn lanes(&self, drawn: impl Fn(usize) -> bool) {
        let Picture {
            surface, palette, ..
        } = self;
        let lanes = &self.frame.lanes;
        let width = lanes.warp_width.max(1);
        let pitch = (surface.width - 3.0 * palette.sector_gap) / f64::from(width);
        let size = (pitch - palette.gap).max(1.0);
        let tall = (self.pitch - palette.gap * 1.5).max(1.0);
        for (wanted, colour) in [
            (LaneState::Active, &palette.active),
            (LaneState::Masked, &palette.masked),
            (LaneState::AtBarrier, &palette.barrier),
            (LaneState::Finished, &palette.finished),
        ] {
            surface.fill(colour);
            surface.begin_path();
            for (row, warp) in lanes.rows.iter().enumerate().filter(|(row, _)| drawn(*row)) {
                let states = (0u32..).zip(&warp.states);
                for (lane, _) in states.filter(|(_, state)| **state == wanted) {
                    let sector = f64::from(lane / (width / 4).max(1));
                    let x = f64::from(lane) * pitch + sector * palette.sector_gap;
                    let cell = Rect::new(x, row as f64 * self.pitch, size, tall);
                    surface.rounded(cell, palette.radius - 1.0);
                }
            }
            surface.fill_path();
        }
    }

    /// Draws the part of the timeline between two x coordinates, including the playhead.
    fn rounds(&self, shown: (f64, f64)) {
        let Picture {
            surface, palette, ..
        } = self;
        surface.save();
        surface.translate(0.0, self.top);
        let strip = timeline::Strip {
            left: 0.0,
            width: surface.width,
            height: self.height,
            shown,
        };
        timeline::slots(surface, palette, self.timeline, &strip);
        surface.restore();
        let playhead = self.playhead(self.frame.column);
        surface.outline(&palette.store, palette.stroke, playhead, palette.gap);
    }

    fn playhead(&self, column: u32) -> Rect {
        let each = self.surface.width / f64::from(self.timeline.rounds.max(1));
        let x = f64::from(column) * each;
        Rect::new(
            (x - 1.0).max(0.0),
            self.top - 2.0,
            each.max(3.0) + 2.0,
            self.height + 3.0,
        )
    }
}

pub fn draw(surface: &Surface, palette: &Palette, timeline: &Timeline, frame: &PreviewFrame) {
    let picture = Picture::new(surface, palette, timeline, frame);
    picture.lanes(|_| true);
    picture.rounds((0.0, surface.width));
}

/// Redraws the parts that differ from `before`, which is on the canvas. Returns false if that is impossible.
pub fn redraw(
    surface: &Surface,
    palette: &Palette,
    timeline: &Timeline,
    before: &PreviewFrame,
    frame: &PreviewFrame,
) -> bool {
    let (rows, rows_before) = (&frame.lanes.rows, &before.lanes.rows);
    if rows_before.len() != rows.len() || before.lanes.warp_width != frame.lanes.warp_width {
        return false;
    }
    let picture = Picture::new(surface, palette, timeline, frame);
    let pairs = rows_before.iter().zip(rows);
    let differs: Vec<bool> = pairs
        .map(|(before, now)| before.states != now.states)
        .collect();
    for run in runs(&differs) {
        let at = |row: usize| row as f64 * picture.pitch;
        let band = Rect::new(0.0, at(run.start), surface.width, at(run.len()));
        // Close rows share the pixels at their edges, so the neighbours are drawn again too.
        let drawn = run.start.saturating_sub(1)..run.end + 1;
        surface.within_cleared(surface.whole_pixels(band), || {
            picture.lanes(|row| drawn.contains(&row))
        });
    }
    if before.column != frame.column {
        for column in [before.column, frame.column] {
            let part = surface.whole_pixels(picture.playhead(column));
            surface.within_cleared(part, || picture.rounds((part.x, part.x + part.width)));
        }
    }
    true
}
