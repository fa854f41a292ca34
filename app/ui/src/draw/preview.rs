//! A lesson at a glance: its lanes in small, and its whole mask timeline below them.

use crate::draw::palette::Palette;
use crate::draw::surface::{Rect, Surface};
use crate::draw::timeline;
use crate::model::lanes::{LaneState, LanesModel};
use crate::model::timeline::Timeline;

pub fn draw(
    surface: &Surface,
    palette: &Palette,
    lanes: &LanesModel,
    timeline: &Timeline,
    column: u32,
) {
    let rows = lanes.rows.len().max(1) as f64;
    let upper = surface.height * 0.46;
    let pitch_y = upper / rows;
    let width = lanes.warp_width.max(1);
    let pitch = (surface.width - 3.0 * palette.sector_gap) / f64::from(width);
    let size = (pitch - palette.gap).max(1.0);
    let tall = (pitch_y - palette.gap * 1.5).max(1.0);
    for (row, warp) in lanes.rows.iter().enumerate() {
        for (lane, state) in (0u32..).zip(&warp.states) {
            let x =
                f64::from(lane) * pitch + f64::from(lane / (width / 4).max(1)) * palette.sector_gap;
            let y = row as f64 * pitch_y;
            let colour = match state {
                LaneState::Active => &palette.active,
                LaneState::Masked => &palette.masked,
                LaneState::AtBarrier => &palette.barrier,
                LaneState::Finished => &palette.finished,
                LaneState::Absent => continue,
            };
            surface.block(colour, Rect::new(x, y, size, tall), palette.radius - 1.0);
        }
    }
    let top = upper + palette.row_gap * 1.6;
    let height = surface.height - top - 1.0;
    surface.save();
    surface.translate(0.0, top);
    timeline::slots(
        surface,
        palette,
        timeline,
        0.0,
        surface.width,
        height,
        palette.gap,
    );
    surface.restore();
    let each = surface.width / f64::from(timeline.rounds.max(1));
    let x = f64::from(column) * each;
    let playhead = Rect::new(
        (x - 1.0).max(0.0),
        top - 2.0,
        each.max(3.0) + 2.0,
        height + 3.0,
    );
    surface.outline(&palette.store, palette.stroke, playhead, palette.gap);
}
