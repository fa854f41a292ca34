//! Marks of the words that a slide speaks about.

use super::Layout;
use crate::draw::palette::Palette;
use crate::draw::surface::{Rect, Surface};
use model::panels::array::ArrayModel;
use model::present::stage::About;

/// Marks the words that a slide speaks about, over words that are already drawn: the others step back.
pub(super) fn mark(surface: &Surface, palette: &Palette, model: &ArrayModel, layout: &Layout, about: About) {
    if !about.some_words(model) {
        return;
    }
    let cells: Vec<(bool, Rect)> = cells(model, layout)
        .map(|(word, cell)| (about.has_word(model, word), cell))
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

/// Outlines the word of a finding, by its variable and its index there.
pub fn outline(
    surface: &Surface,
    palette: &Palette,
    model: &ArrayModel,
    focus: Option<usize>,
    (variable, index): (&str, u32),
) {
    let layout = Layout::new(palette, surface.width, surface.height, model, focus);
    let is_word = |(memory, word): (usize, u32)| {
        word == index && model.memories.get(memory).is_some_and(|memory| memory.name == variable)
    };
    for (_, cell) in cells(model, &layout).filter(|(word, _)| is_word(*word)) {
        surface.fault(palette, cell);
    }
}

/// Returns the words of the rows that are shown, each by its memory and its index there, and their cells.
fn cells<'m>(model: &'m ArrayModel, layout: &'m Layout) -> impl Iterator<Item = ((usize, u32), Rect)> + 'm {
    let lines = layout.rows.iter().filter_map(|&line| model.lines.get(line));
    (0..).zip(lines).flat_map(move |(row, line)| {
        line.words.clone().map(move |word| {
            let x = layout.columns.x(word % model.line_words);
            let cell = Rect::new(x, layout.y(row), layout.columns.cell, layout.cell);
            ((line.memory, word), cell)
        })
    })
}
