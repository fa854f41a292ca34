//! Rows of lanes in a small picture.

use crate::draw::palette::Palette;
use crate::draw::surface::{Rect, Surface};
use model::panels::lanes::LaneState;

/// Draws rows of lanes, one colour after another, so that there are only as many strokes as colours. `pitch` is the distance
/// from one row to the next.
pub fn cells<'a>(
    surface: &Surface,
    palette: &Palette,
    rows: impl Iterator<Item = &'a [LaneState]> + Clone,
    pitch: f64,
) {
    let tall = (pitch - palette.gap.min(pitch / 4.0) * 1.5).max(1.0);
    for (wanted, colour) in [
        (LaneState::Active, &palette.active),
        (LaneState::Masked, &palette.masked),
        (LaneState::AtBarrier, &palette.barrier),
        (LaneState::Finished, &palette.finished),
    ] {
        surface.fill(colour);
        surface.begin_path();
        for (row, states) in rows.clone().enumerate() {
            let each = (surface.width - 3.0 * palette.sector_gap) / states.len().max(1) as f64;
            let wide = each - palette.gap.min(each / 4.0);
            for (lane, _) in states.iter().enumerate().filter(|(_, state)| **state == wanted) {
                let sector = lane / (states.len() / 4).max(1);
                let x = lane as f64 * each + sector as f64 * palette.sector_gap;
                let cell = Rect::new(x, row as f64 * pitch, wide, tall);
                surface.rounded(cell, (wide.min(tall) / 4.0).min(palette.radius - 1.0));
            }
        }
        surface.fill_path();
    }
}
