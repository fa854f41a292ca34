//! A strip that shows all of a large memory: the accessed words, and the range in the lens.

use super::Layout;
use crate::draw::palette::Palette;
use crate::draw::surface::{Align, Rect, Surface};
use model::panels::array::ArrayModel;

/// Draws all lines: accessed ones in colour, with a frame around the lines that the lens shows.
pub(super) fn draw(surface: &Surface, palette: &Palette, model: &ArrayModel, layout: &Layout) {
    let (left, width, height) = (palette.label, surface.width - palette.label, palette.strip);
    let pitch = width / model.lines.len() as f64;
    let gap = if pitch > 3.0 { 1.0 } else { 0.0 };
    surface.font(400, palette.text_small, &palette.mono);
    surface.fill(&palette.soft);
    surface.align(Align::Left);
    let words: u64 = model.memories.iter().map(|memory| memory.values.len() as u64).sum();
    surface.text(&model::number::grouped(words), 0.0, height / 2.0 + 1.0, left - 8.0);
    for (index, line) in model.lines.iter().enumerate() {
        let x = left + index as f64 * pitch;
        surface.fill(&palette.sector_idle);
        surface.fill_rect(x, 0.0, pitch - gap, height);
        let (loaded, stored) = line.sectors.iter().fold((0, 0), |(l, s), (load, store)| {
            (l + u32::from(*load), s + u32::from(*store))
        });
        let all = line.sectors.len().max(1) as f64;
        let (load, store) = (
            f64::from(loaded) / all * height / 2.0,
            f64::from(stored) / all * height / 2.0,
        );
        surface.fill(&palette.load);
        surface.fill_rect(x, height / 2.0 - load, pitch - gap, load);
        surface.fill(&palette.store);
        surface.fill_rect(x, height / 2.0, pitch - gap, store);
    }
    for &line in &layout.rows {
        let x = left + line as f64 * pitch;
        let frame = Rect::new(x - 1.0, 0.0, pitch.max(3.0) + 1.0, height + 1.0);
        surface.outline(&palette.ink, palette.stroke, frame, palette.gap);
    }
}
