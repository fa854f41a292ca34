//! Blocks on multiprocessors: a row for each multiprocessor, time from left to right, a box for each block.

use crate::draw::palette::Palette;
use crate::draw::row_labels::RowLabels;
use crate::draw::surface::{Align, EDGE, Rect, Surface};
use lessons::multiprocessors::Spread;
use model::strings::panels::multiprocessors::MultiprocessorWords;

/// Steps between marks of the time axis: the first that leaves room for its number is used.
const STEPS: [u32; 3] = [1, 2, 5];

pub fn draw(surface: &Surface, palette: &Palette, words: &MultiprocessorWords, spread: &Spread) {
    let grid = spread.grid;
    let total = spread.placed_time();
    if grid.multiprocessors == 0 || total <= 0.0 {
        return;
    }
    let foot = palette.text + palette.gap;
    let rows = f64::from(grid.multiprocessors);
    let pitch = ((surface.height - foot) / rows).min(1.5 * palette.cell_most);
    let gap = (pitch / 6.0).min(palette.row_gap);
    let left = palette.label;
    let room = (surface.width - left).max(1.0);
    let x = |time: f64| left + time / total * room;
    // Rows without blocks show that their multiprocessor is idle.
    surface.fill(&palette.finished);
    for row in 0..grid.multiprocessors {
        let y = f64::from(row) * pitch;
        surface.fill_rect(left, y, room, (pitch - gap).max(0.5));
    }
    let places = spread.placed.iter().map(|each| each.place + 1).max();
    let height = (pitch - gap) / f64::from(places.unwrap_or(1));
    let last = if grid.last_wave() < grid.wave() {
        grid.last_wave() as usize
    } else {
        0
    };
    let full = spread.placed.len().saturating_sub(last);
    let first = spread.skipped_waves * grid.wave();
    for (number, each) in (first..).zip(&spread.placed) {
        let is_full = ((number - first) as usize) < full;
        let (fill, ink) = if is_full {
            (&palette.active, &palette.active_ink)
        } else {
            (&palette.active_pale, &palette.active_pale_ink)
        };
        let (from, to) = (x(each.start), x(each.end));
        let seam = if height > 4.0 { 1.0 } else { 0.0 };
        let y = f64::from(each.multiprocessor) * pitch + f64::from(each.place) * height;
        let rect = Rect::new(
            from + seam / 2.0,
            y,
            (to - from - seam).max(0.75),
            (height - seam).max(0.5),
        );
        surface.block(fill, rect, palette.radius.min(height / 4.0));
        let text = number.to_string();
        let size = (rect.height - 2.0).min(palette.text_small);
        let fits = rect.width >= 0.75 * size * text.len() as f64;
        if size >= palette.text_least && fits {
            surface.font(600, size, &palette.mono);
            surface.align(Align::Centre);
            surface.fill(ink);
            let (middle, centre) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
            surface.text(&text, middle, centre + 0.5, rect.width);
        }
    }
    labels(surface, palette, words, grid.multiprocessors, pitch);
    ruler(surface, palette, words, spread, rows * pitch + foot / 2.0);
}

fn labels(surface: &Surface, palette: &Palette, words: &MultiprocessorWords, rows: u32, pitch: f64) {
    surface.font(400, palette.text_small, &palette.sans);
    surface.fill(&palette.soft);
    surface.align(Align::Left);
    let mut labels = RowLabels::new(palette, 0.0, f64::from(rows) * pitch);
    for row in 0..rows {
        if let Some(y) = labels.at((f64::from(row) + 0.5) * pitch) {
            surface.text(&(words.row)(row), EDGE, y, palette.label - 6.0);
        }
    }
}

/// Draws times in cycles at regular distances.
fn ruler(surface: &Surface, palette: &Palette, words: &MultiprocessorWords, spread: &Spread, y: f64) {
    let (total, before) = (spread.placed_time(), spread.skipped_time());
    let left = palette.label;
    let cycle = (surface.width - left).max(1.0) / total;
    let tens = (0..10).map(|power| 10_u32.saturating_pow(power));
    let mut steps = tens.flat_map(|ten| STEPS.map(|step| step.saturating_mul(ten)));
    let step = steps.find(|step| f64::from(*step) * cycle >= 1.5 * palette.label);
    let step = f64::from(step.unwrap_or(u32::MAX));
    surface.font(400, palette.text_note, &palette.sans);
    surface.fill(&palette.faint);
    surface.align(Align::Left);
    surface.text(words.cycles, EDGE, y, left - 6.0);
    let mut time = (before / step).ceil() * step;
    while left + (time - before) * cycle < surface.width - 2.0 * palette.text {
        let x = left + (time - before) * cycle;
        surface.text(&format!("{time:.0}"), x, y, 1.5 * palette.label);
        time += step;
    }
}
