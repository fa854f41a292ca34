//! The words of one line: their values, their next accesses, and marks for values that the last press changed.

use super::Layout;
use crate::draw::columns::{DIGIT, USUAL_DIGITS};
use crate::draw::palette::Palette;
use crate::draw::surface::{Align, EDGE, Rect, Surface};
use model::panels::array::{ArrayModel, Line};

/// One value that is longer than the others may be squeezed to this share of its width.
const MOST_SQUEEZED: f64 = 0.55;
const LONGEST_SQUEEZED: usize = 5;

/// Returns one font size for all values, so that none looks more important; `None` if the longest does not fit.
pub(super) fn type_size(palette: &Palette, model: &ArrayModel, layout: &Layout) -> Option<f64> {
    let words = layout
        .rows
        .iter()
        .filter_map(|&line| model.lines.get(line))
        .flat_map(|line| line.words.clone().map(|word| (line.memory, word)));
    let longest = words
        .filter_map(|(memory, word)| model.show(memory, word))
        .map(|value| value.len())
        .max()?;
    layout.columns.type_size(palette, longest.max(2), layout.cell)
}

pub(super) fn draw(
    surface: &Surface,
    palette: &Palette,
    model: &ArrayModel,
    layout: &Layout,
    (row, line): (usize, &Line),
    size: Option<f64>,
) {
    let y = layout.y(row);
    surface.align(Align::Left);
    surface.font(400, palette.text_small, &palette.mono);
    surface.fill(&palette.soft);
    let first = line.words.start - line.words.start % model.line_words;
    // A long name wraps.
    surface.paragraph(
        &model.element_name(line.memory, first),
        (EDGE, y + layout.cell / 2.0),
        palette.label - 8.0,
        (2, palette.text * 1.1),
    );
    let width = layout.columns.cell;
    for word in line.words.clone() {
        let (x, here) = (layout.columns.x(word % model.line_words), (line.memory, word));
        let (loaded, stored) = (model.is_loaded(here), model.is_stored(here));
        let (fill, edge, stroke) = match (loaded, stored) {
            (_, true) => (&palette.store_wash, &palette.store, palette.stroke),
            (true, false) => (&palette.load_wash, &palette.load, palette.stroke),
            (false, false) => (&palette.cell, &palette.cell_edge, 1.0),
        };
        let rect = Rect::new(x, y, width, layout.cell);
        surface.block(fill, rect, palette.radius - 1.0);
        surface.outline(edge, stroke, rect, palette.radius - 1.0);
        if model.changed.binary_search(&here).is_ok() {
            // A folded corner marks a value that the last press changed.
            let fold = (layout.cell / 3.0).min(6.0);
            surface.fill(&palette.store);
            surface.begin_path();
            surface.move_to(x + width - fold, y);
            surface.line_to(x + width, y);
            surface.line_to(x + width, y + fold);
            surface.fill_path();
        }
        let Some(value) = model.show(line.memory, word) else {
            continue;
        };
        let least = palette.text_least;
        let squeezed = value.len() <= LONGEST_SQUEEZED && value.len() as f64 * DIGIT * least * MOST_SQUEEZED <= width;
        let own_size = || {
            layout
                .columns
                .type_size(palette, value.len().max(USUAL_DIGITS), layout.cell)
        };
        let Some(size) = size.or_else(own_size).or(squeezed.then_some(least)) else {
            // Too long for the cell: three dots are drawn, and the pointer shows the value.
            surface.fill(&palette.cell_ink_far);
            let dots: &[f64] = if width > palette.text {
                &[-3.0, 0.0, 3.0]
            } else {
                &[0.0]
            };
            for dot in dots {
                surface.fill_rect(x + width / 2.0 + dot - 0.75, y + layout.cell / 2.0 - 0.75, 1.5, 1.5);
            }
            continue;
        };
        let near = loaded || stored || model.touches.is_empty();
        surface.align(Align::Centre);
        surface.font(if stored { 700 } else { 400 }, size, &palette.mono);
        surface.fill(if near { &palette.cell_ink } else { &palette.cell_ink_far });
        surface.text(&value, x + width / 2.0, y + layout.cell / 2.0 + 0.5, width);
    }
}
