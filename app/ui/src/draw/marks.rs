//! The marks of a prediction on the lanes: a question mark for a guess, then a tick, a cross or a minus for the result.

use crate::draw::lanes::Layout;
use crate::draw::palette::Palette;
use crate::draw::surface::{Align, Rect, Surface};
use model::panels::lanes::LanesModel;
use model::run::predict::Mark;

/// Draws the marks over lanes that are already drawn.
pub fn draw(surface: &Surface, palette: &Palette, model: &LanesModel, mark_of: impl Fn(u32) -> Option<Mark>) {
    let rows = model.rows.len() as u32;
    let layout = Layout::new(palette, surface.width, surface.height, rows, model.warp_width);
    for row in 0..rows {
        for lane in 0..model.warp_width {
            if let Some(mark) = mark_of(row * model.warp_width + lane) {
                sign(surface, palette, layout.rect(row, lane), mark);
            }
        }
    }
}

/// Draws one lane's mark by colour and glyph; a cell that is too small for the glyph has only an outline.
fn sign(surface: &Surface, palette: &Palette, cell: Rect, mark: Mark) {
    let (colour, glyph) = match mark {
        Mark::Marked => (&palette.ink, "?"),
        Mark::Right => (&palette.ink, "✓"),
        Mark::Missed => (&palette.error, "−"),
        Mark::Extra => (&palette.error, "✗"),
    };
    let stroke = (cell.width.min(cell.height) / 8.0).clamp(1.0, 2.5);
    surface.outline(colour, stroke, cell, palette.radius.min(cell.height / 3.5));
    let size = (cell.height / 2.6).min(cell.width * 0.8);
    if size < palette.text_least / 1.3 {
        return;
    }
    // A background, since the mark is drawn on cells of every colour.
    let side = size * 1.15;
    let thumbnail = Rect::new(cell.x + cell.width - side, cell.y + cell.height - side, side, side);
    surface.block(colour, thumbnail, palette.radius.min(side / 3.0));
    surface.fill(&palette.panel);
    surface.font(700, size, &palette.sans);
    surface.align(Align::Centre);
    surface.text(glyph, thumbnail.x + side / 2.0, thumbnail.y + side / 2.0, side);
}
