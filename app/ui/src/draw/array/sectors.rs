//! Below each line, a block for each of its sectors that moves, and an outline if the line moves.

use super::Layout;
use crate::draw::palette::Palette;
use crate::draw::surface::{Rect, Surface};
use model::panels::array::{ArrayModel, Line};

/// Draws one outline for the line, with a block in it for each sector that moves.
pub(super) fn draw(surface: &Surface, palette: &Palette, model: &ArrayModel, layout: &Layout, row: usize, line: &Line) {
    let (y, height) = (layout.y(row) + layout.cell + palette.gap, layout.bars - palette.gap);
    let moves = line.sectors.iter().any(|(loaded, stored)| *loaded || *stored);
    let first = layout.columns.x(0);
    let end = layout.columns.x(model.line_words - 1) + layout.columns.cell;
    let last_word = line.words.end - 1 - (line.words.start - line.words.start % model.line_words);
    let of_sector = model.words_of_sector(line);
    for (sector, (loaded, stored)) in (0..).zip(&line.sectors) {
        let from = sector * of_sector;
        let to = (from + of_sector - 1).min(model.line_words - 1);
        if from > last_word {
            break;
        }
        let (x, right) = (layout.columns.x(from), layout.columns.x(to) + layout.columns.cell);
        let radius = height / 2.0;
        let whole = Rect::new(x, y, right - x, height);
        let half = Rect {
            height: height / 2.0 - 0.5,
            ..whole
        };
        match (loaded, stored) {
            (true, true) => {
                surface.block(&palette.load, half, radius);
                surface.block(
                    &palette.store,
                    Rect {
                        y: y + height / 2.0 + 0.5,
                        ..half
                    },
                    radius,
                );
            }
            (true, false) => surface.block(&palette.load, whole, radius),
            (false, true) => surface.block(&palette.store, whole, radius),
            (false, false) => surface.block(&palette.sector_idle, whole, radius),
        }
    }
    if moves {
        let line = Rect::new(first, y, end - first, height).grown(palette.gap);
        surface.outline(&palette.line_edge, 1.0, line, height);
    }
}
