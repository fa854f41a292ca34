//! Arrows from loaded words to the lane, and from the lane to the word that it stores.

use super::Layout;
use crate::draw::palette::Palette;
use crate::draw::surface::{Align, Surface};
use model::panels::array::{ArrayModel, Touch};

/// Draws an arrow from each loaded word to its lane, and from the lane to the word that it stores. If some are `chosen`, the
/// others fade.
pub(super) fn draw(
    surface: &Surface,
    palette: &Palette,
    model: &ArrayModel,
    layout: &Layout,
    chosen: impl Fn(&Touch) -> bool,
) {
    // Many arrows at full strength would cover the picture, so they fade as their number grows.
    let seen =
        |touch: &&Touch| own_word(touch).is_some_and(|(memory, word)| layout.place(model, memory, word).is_some());
    let many = model
        .touches
        .iter()
        .filter(seen)
        .map(|touch| touch.loads.len())
        .sum::<usize>() as f64;
    let faint = (72.0 / many.max(1.0)).clamp(0.16, 1.0);
    let has_room = has_room(palette, layout);
    let is_plain = !model.touches.iter().any(&chosen);
    surface.round_ends();
    // If several lanes have the same own word, the number of the first one stands above it.
    let mut numbered: Vec<(usize, u32)> = Vec::new();
    let summed = if has_room {
        summed_rows(surface, palette, model, layout)
    } else {
        Vec::new()
    };
    for touch in &model.touches {
        let strength = match (is_plain, chosen(touch)) {
            (true, _) => faint,
            (false, true) => 1.0,
            (false, false) => faint * 0.3,
        };
        surface.alpha(strength);
        let stored = own_word(touch);
        let row = stored.and_then(|(memory, word)| layout.place(model, memory, word));
        let is_summed = row.is_some_and(|(row, _)| summed.contains(&row));
        let is_first = stored.is_some_and(|stored| !numbered.contains(&stored));
        numbered.extend(stored.filter(|_| is_first));
        arrow(surface, palette, model, layout, touch, has_room && is_first, is_summed);
    }
    surface.alpha(1.0);
}

/// Returns the place of a lane's sum over its arc: the row, the middle and the arc's width.
fn arc_of(model: &ArrayModel, layout: &Layout, touch: &Touch) -> Option<(usize, f64, f64)> {
    let stored = own_word(touch)?;
    let (row, x) = layout.place(model, stored.0, stored.1)?;
    let &(memory, word) = touch.loads.iter().find(|&&word| word != stored)?;
    let (from_row, from_x) = layout.place(model, memory, word)?;
    (from_row == row).then(|| (row, f64::midpoint(x, from_x), (x - from_x).abs()))
}

/// The sums over the arcs of a row.
#[derive(Default)]
struct RowSums {
    row: usize,
    /// Left and right ends of their texts.
    taken: Vec<(f64, f64)>,
    is_crowded: bool,
}

/// Returns the rows in which every lane's sum fits over its arc, and no two sums meet.
fn summed_rows(surface: &Surface, palette: &Palette, model: &ArrayModel, layout: &Layout) -> Vec<usize> {
    surface.font(700, palette.text_small, &palette.mono);
    let mut rows: Vec<RowSums> = Vec::new();
    for touch in &model.touches {
        let stored = own_word(touch);
        let place = stored.and_then(|(memory, word)| layout.place(model, memory, word));
        let Some((row, _)) = place else { continue };
        let index = rows.iter().position(|sums| sums.row == row);
        let index = index.unwrap_or_else(|| {
            rows.push(RowSums {
                row,
                ..RowSums::default()
            });
            rows.len() - 1
        });
        let sums = &mut rows[index];
        let Some((sum, (_, middle, arc))) = sum_of(model, touch).zip(arc_of(model, layout, touch)) else {
            sums.is_crowded = true;
            continue;
        };
        let wide = surface.text_width(&sum);
        let (left, right) = (middle - wide / 2.0, middle + wide / 2.0);
        let mut taken = sums.taken.iter();
        sums.is_crowded |= wide > arc || taken.any(|&(from, to)| left < to && from < right);
        sums.taken.push((left, right));
    }
    let free = rows.iter().filter(|sums| !sums.is_crowded);
    free.map(|sums| sums.row).collect()
}

/// Returns the lane and what it adds: `0: 23 + 44`.
fn sum_of(model: &ArrayModel, touch: &Touch) -> Option<String> {
    model.sum(touch).map(|sum| format!("{}: {sum}", touch.lane))
}

/// True if the lanes' numbers fit above their words.
fn has_room(palette: &Palette, layout: &Layout) -> bool {
    layout.arc >= palette.text
}

/// Returns the height of a lane's number above its own word.
fn label(palette: &Palette, layout: &Layout) -> f64 {
    if has_room(palette, layout) { palette.text } else { 0.0 }
}

/// Returns the place of a lane above its own word: the end of an arrow that leads to the lane.
pub(super) fn lane_y(palette: &Palette, layout: &Layout, row: usize) -> f64 {
    let label = label(palette, layout);
    layout.y(row) - (layout.arc - label).clamp(palette.radius + 2.0, palette.arc - label)
}

/// A cubic curve from a loaded word to the own word of the lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Curve {
    from: (f64, f64),
    first: (f64, f64),
    second: (f64, f64),
    to: (f64, f64),
}

impl Curve {
    /// Takes both words as (row, x).
    pub(super) fn new(
        palette: &Palette,
        layout: &Layout,
        (from_row, from_x): (usize, f64),
        (row, x): (usize, f64),
    ) -> Self {
        let (top, from_y) = (layout.y(row), layout.y(from_row));
        let from = (from_x, from_y - 1.0);
        if from_row == row {
            let lift = top - layout.arc.max(palette.radius * 2.0) + label(palette, layout) * 0.6;
            return Curve {
                from,
                first: (from_x, lift),
                second: (x + (from_x - x).signum() * 2.0, lift),
                to: (x, top - palette.radius - 1.0),
            };
        }
        let bend = (from_y - top).abs() * 0.35 + palette.radius;
        // From a row below, the arrow ends under its word: through it, it would cross out the value.
        let (lean, end) = if from_row > row {
            let foot = top + layout.cell + layout.bars;
            (foot + bend.min(layout.arc), foot)
        } else {
            (top - bend.min(layout.arc + palette.radius), top - palette.radius - 1.0)
        };
        Curve {
            from,
            first: (from_x, from_y - bend),
            second: (x, lean),
            to: (x, end),
        }
    }

    /// Returns the point at a share of the way.
    pub(super) fn at(&self, share: f64) -> (f64, f64) {
        let rest = 1.0 - share;
        let weights = [
            rest.powi(3),
            3.0 * rest.powi(2) * share,
            3.0 * rest * share.powi(2),
            share.powi(3),
        ];
        let points = [self.from, self.first, self.second, self.to];
        let sum = |side: fn(&(f64, f64)) -> f64| {
            let parts = points.iter().zip(weights);
            parts.map(|(point, weight)| side(point) * weight).sum()
        };
        (sum(|point| point.0), sum(|point| point.1))
    }
}

/// Returns the word at which a lane is drawn: the one that it stores, or else the first one that it loads.
pub(super) fn own_word(touch: &Touch) -> Option<(usize, u32)> {
    touch.stores.first().or(touch.loads.first()).copied()
}

fn arrow(
    surface: &Surface,
    palette: &Palette,
    model: &ArrayModel,
    layout: &Layout,
    touch: &Touch,
    is_numbered: bool,
    is_summed: bool,
) {
    let target = own_word(touch).and_then(|(memory, word)| layout.place(model, memory, word));
    let Some((row, x)) = target else { return };
    let top = layout.y(row);
    let stores = !touch.stores.is_empty();
    let lane_y = lane_y(palette, layout, row);
    for &(memory, word) in &touch.loads {
        let Some((from_row, from_x)) = layout.place(model, memory, word) else {
            continue;
        };
        if (from_row, from_x) == (row, x) {
            continue;
        }
        surface.stroke(&palette.load, palette.stroke);
        let curve = Curve::new(palette, layout, (from_row, from_x), (row, x));
        surface.begin_path();
        surface.move_to(curve.from.0, curve.from.1);
        surface.curve_to(
            curve.first.0,
            curve.first.1,
            curve.second.0,
            curve.second.1,
            curve.to.0,
            curve.to.1,
        );
        surface.stroke_path();
    }
    let head = palette.radius + 0.5;
    if stores {
        surface.fill(&palette.store);
        surface.begin_path();
        surface.move_to(x - head, top - head - 1.0);
        surface.line_to(x + head, top - head - 1.0);
        surface.line_to(x, top - 0.5);
        surface.fill_path();
    } else {
        // A lane that only loads: the arrow points upwards, to the lane.
        surface.stroke(&palette.load, palette.stroke);
        surface.line(x, top - 1.0, x, lane_y + 2.0);
        surface.fill(&palette.load);
        surface.begin_path();
        surface.move_to(x - head, lane_y + head);
        surface.line_to(x + head, lane_y + head);
        surface.line_to(x, lane_y - 0.5);
        surface.fill_path();
    }
    if is_numbered {
        let size = (layout.columns.pitch * 1.6 / touch.lane.to_string().len() as f64).min(palette.text_small);
        surface.font(700, size.max(palette.text_least), &palette.mono);
        surface.align(Align::Centre);
        surface.fill(&palette.active);
        // Numbers stay readable where their arrows fade.
        let strength = surface.current_alpha();
        surface.alpha(strength.max(0.5));
        let arcs = touch
            .loads
            .iter()
            .any(|&(memory, word)| layout.place(model, memory, word).is_some_and(|place| place != (row, x)));
        let near = top - head - palette.text * 0.75;
        let y = if arcs || !stores {
            top - layout.arc + palette.text * 0.62
        } else {
            near
        };
        match sum_of(model, touch).zip(arc_of(model, layout, touch)) {
            Some((sum, (_, middle, _))) if is_summed => {
                surface.font(700, palette.text_small, &palette.mono);
                let wide = surface.text_width(&sum) + palette.gap;
                // The arc ends at its label.
                surface.fill(&palette.panel);
                surface.fill_rect(middle - wide / 2.0, y - palette.text * 0.5, wide, palette.text);
                surface.fill(&palette.active);
                surface.text(&sum, middle, y, wide);
            }
            _ => surface.text(&touch.lane.to_string(), x, y, layout.columns.pitch * 2.0),
        }
    }
}
