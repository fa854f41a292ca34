//! The motion of a step: loaded values fly along their arrows, and stored values fly from their lane to their word.

use super::arrows::{Curve, lane_y, own_word};
use super::{Layout, cells};
use crate::draw::palette::Palette;
use crate::draw::surface::{Align, Rect, Surface};
use model::panels::array::{ArrayModel, Touch};

/// Values that fly at most; more would cover the picture.
const MOST_VALUES: usize = 64;

/// A value in flight.
struct Value {
    text: String,
    at: (f64, f64),
    is_stored: bool,
}

/// Draws the values of a step over the picture of the words `before` it; `now` holds the values after it. `share` is the
/// share of the way, from 0 to 1. Returns false if no value flies.
pub fn flying(surface: &Surface, palette: &Palette, before: &ArrayModel, now: &ArrayModel, share: f64) -> bool {
    let layout = Layout::new(palette, surface.width, surface.height, before, None);
    let values: Vec<Value> = before
        .touches
        .iter()
        .flat_map(|touch| values(palette, &layout, before, now, touch, ease(share)))
        .collect();
    if values.is_empty() || values.len() > MOST_VALUES {
        return false;
    }
    let size = cells::type_size(palette, before, &layout);
    for value in values {
        draw(surface, palette, &layout, size, &value);
    }
    true
}

/// Starts and ends slowly.
fn ease(share: f64) -> f64 {
    share * share * (3.0 - 2.0 * share)
}

/// Returns the values that one lane moves, at their places.
fn values(
    palette: &Palette,
    layout: &Layout,
    before: &ArrayModel,
    now: &ArrayModel,
    touch: &Touch,
    share: f64,
) -> Vec<Value> {
    let place = |(memory, word)| layout.place(before, memory, word);
    let Some(target) = own_word(touch) else {
        return Vec::new();
    };
    let Some((row, x)) = place(target) else {
        return Vec::new();
    };
    let (top, lane) = (layout.y(row), lane_y(palette, layout, row));
    let upright = |from: f64, to: f64| (x, from + (to - from) * share);
    let loads = touch.loads.iter().filter_map(|&word| {
        let from = place(word).filter(|_| word != target || touch.stores.is_empty())?;
        let place_now = if from == (row, x) {
            upright(top + layout.cell / 2.0, lane)
        } else {
            Curve::new(palette, layout, from, (row, x)).at(share)
        };
        Some(Value {
            text: before.show(word.0, word.1)?,
            at: place_now,
            is_stored: false,
        })
    });
    let mut values: Vec<Value> = loads.collect();
    if values.is_empty() && !touch.stores.is_empty() {
        values.extend(now.show(target.0, target.1).map(|text| Value {
            text,
            at: upright(lane, top + layout.cell / 2.0),
            is_stored: true,
        }));
    }
    values
}

/// Draws one value as a small cell; without its digits where they would be unreadable.
fn draw(surface: &Surface, palette: &Palette, layout: &Layout, size: Option<f64>, value: &Value) {
    let (x, y) = value.at;
    let (fill, edge) = if value.is_stored {
        (&palette.store_wash, &palette.store)
    } else {
        (&palette.load_wash, &palette.load)
    };
    let (wide, high) = match size {
        Some(size) => (layout.columns.cell * 0.86, size * 1.3),
        None => (palette.radius * 2.0, palette.radius * 2.0),
    };
    let cell = Rect::new(x - wide / 2.0, y - high / 2.0, wide, high);
    surface.block(fill, cell, palette.radius);
    surface.outline(edge, palette.stroke, cell, palette.radius);
    if let Some(size) = size {
        surface.align(Align::Centre);
        surface.font(700, size, &palette.mono);
        surface.fill(&palette.cell_ink);
        surface.text(&value.text, x, y + 0.5, wide);
    }
}
