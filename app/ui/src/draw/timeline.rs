//! The mask timeline: a row for each warp, a column for each round; bars are shares of active lanes.

use crate::draw::palette::Palette;
use crate::draw::row_labels::RowLabels;
use crate::draw::surface::{Align, EDGE, Surface};
use model::panels::timeline::{Slot, Stretch, Timeline};
use model::strings::Strings;
use std::ops::Range;

/// Returns the left edge of the picture, to the right of the labels.
pub fn left(palette: &Palette) -> f64 {
    palette.label
}

/// Returns the share of the width (0 to 1) at an x coordinate.
pub fn share_at(palette: &Palette, width: f64, x: f64) -> f64 {
    ((x - left(palette)) / (width - left(palette)).max(1.0)).clamp(0.0, 1.0)
}

/// Draws the slots, which change with the trace and not with the step.
pub fn draw(surface: &Surface, palette: &Palette, strings: &Strings, model: &Timeline) {
    let left = left(palette);
    let (width, height) = (surface.width - left, surface.height);
    let strip = Strip {
        left,
        width,
        height,
        shown: (left, left + width),
    };
    slots(surface, palette, model, &strip);
    let pitch = height / f64::from(model.warps.max(1));
    let every = (palette.text / pitch).ceil().max(1.0) as u32;
    let every = every.next_power_of_two();
    surface.font(400, palette.text_small, &palette.sans);
    surface.fill(&palette.soft);
    surface.align(Align::Left);
    let mut labels = RowLabels::new(palette, 0.0, height);
    for warp in (0..model.warps).step_by(every as usize) {
        if let Some(y) = labels.at((f64::from(warp) + 0.5) * pitch) {
            surface.text(&(strings.warp)(warp), EDGE, y, left - 6.0);
        }
    }
}

/// The area in which slots are drawn, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strip {
    pub left: f64,
    pub width: f64,
    pub height: f64,
    /// Slots that do not overlap this range of x are left out.
    pub shown: (f64, f64),
}

/// Draws the slots in any area; lesson cards draw them small.
pub fn slots(surface: &Surface, palette: &Palette, model: &Timeline, strip: &Strip) {
    let Strip {
        left,
        width,
        height,
        shown,
    } = *strip;
    let (rows, columns) = (f64::from(model.warps.max(1)), f64::from(model.rounds.max(1)));
    let (pitch, column) = (height / rows, width / columns);
    let row_gap = if pitch > 8.0 {
        palette.gap + 1.0
    } else {
        (pitch / 5.0).min(1.0)
    };
    let column_gap = if column > 4.0 { 1.0 } else { 0.0 };
    let tall = pitch - row_gap;
    // At most two pieces per pixel, however long the trace.
    let most = (2.0 * width.max(1.0)) as u32;
    let place = move |rounds: &Range<u32>| {
        let wide = f64::from(rounds.end - rounds.start) * column;
        (left + f64::from(rounds.start) * column, wide)
    };
    let is_shown = move |stretch: &Stretch| {
        let (x, wide) = place(&stretch.rounds);
        x <= shown.1 && x + wide >= shown.0
    };
    let of_warp = |warp: u32| {
        let y = f64::from(warp) * pitch;
        let mut pieces = model.pieces(warp, most);
        pieces.retain(is_shown);
        // Wide columns separate the statements; narrow columns and long waits have no seams.
        if column_gap > 0.0 {
            pieces = pieces.into_iter().flat_map(single).collect();
            pieces.retain(is_shown);
        }
        pieces.into_iter().map(move |Stretch { rounds, slot }| {
            let (x, wide) = place(&rounds);
            (x, y, (wide - column_gap).max(0.5), slot)
        })
    };
    let pieces: Vec<(f64, f64, f64, Slot)> = (0..model.warps).flat_map(of_warp).collect();
    let each = |draw: &mut dyn FnMut(f64, f64, f64, Slot)| {
        for &(x, y, wide, slot) in &pieces {
            draw(x, y, wide, slot);
        }
    };
    surface.fill(&palette.masked);
    each(&mut |x, y, wide, slot| {
        if let Slot::Works { .. } = slot {
            surface.fill_rect(x, y, wide, tall);
        }
    });
    surface.fill(&palette.active);
    each(&mut |x, y, wide, slot| {
        if let Slot::Works { lanes, .. } = slot {
            let share = f64::from(lanes) / f64::from(model.warp_width.max(1));
            let bar = (tall * share).max(1.0).min(tall);
            surface.fill_rect(x, y + tall - bar, wide, bar);
        }
    });
    surface.fill(&palette.barrier);
    each(&mut |x, y, wide, slot| {
        if slot == Slot::AtBarrier {
            surface.fill_rect(x, y, wide, tall);
        }
    });
    surface.fill(&palette.finished);
    each(&mut |x, y, wide, slot| {
        if slot == Slot::Finished {
            let thin = (tall / 6.0).clamp(1.0, 3.0);
            surface.fill_rect(x, y + tall - thin, wide, thin);
        }
    });
}

/// Splits a range of work into its statements.
fn single(stretch: Stretch) -> Vec<Stretch> {
    let slot = stretch.slot;
    if !matches!(slot, Slot::Works { .. }) {
        return vec![stretch];
    }
    let each = |round| Stretch {
        rounds: round..round + 1,
        slot,
    };
    stretch.rounds.map(each).collect()
}
