//! Marks of the words that a slide speaks about.

use super::Layout;
use crate::draw::palette::Palette;
use crate::draw::surface::{Rect, Surface};
use model::array::ArrayModel;
use model::stage::About;

/// Marks the words that a slide speaks about, over words that are already drawn: the others step back.
pub(super) fn mark(
    surface: &Surface,
    palette: &Palette,
    model: &ArrayModel,
    layout: &Layout,
    about: About,
) {
    if !about.some_words(model) {
        return;
    }
    let lines = layout.rows.iter().filter_map(|&line| model.lines.get(line));
    let cells: Vec<(bool, Rect)> = (0..)
        .zip(lines)
        .flat_map(|(row, line)| {
            line.words.clone().map(move |word| {
                let x = layout.columns.x(word % model.line_words);
                let cell = Rect::new(x, layout.y(row), layout.columns.cell, layout.cell);
                (about.has_word(model, (line.memory, word)), cell)
            })
        })
        .collect();
    surface.alpha(palette.step_back);
    surface.fill(&palette.panel);
    surface.begin_path();
    for (_, cell) in cells.iter().filter(|(is_marked, _)| !is_marked) {
        surface.rounded(cell.grown(0.5), 0.0);
    }
    surface.fill_path();
    surface.alpha(1.0);
    let marked = cells.iter().filter(|(is_marked, _)| *is_marked);
    surface.marks(palette, marked.map(|(_, cell)| *cell));
}
