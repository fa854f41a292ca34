//! Levels of grids from the host to the last one: the blocks, their parents, and the size that each level writes.

use crate::draw::palette::Palette;
use crate::draw::surface::{Align, Rect, Surface};
use lessons::LaunchLevel;
use model::panels::launch::LaunchModel;
use model::strings::panels::launch::LaunchWords;

/// The share of the width for the blocks; the text about the next level is to their right.
const SHARE: f64 = 0.55;

/// The places of the blocks.
struct Layout {
    /// The left edge of the blocks, and the width that they have.
    left: f64,
    room: f64,
    /// The left edge of the texts beside them.
    beside: f64,
    /// The distance of two levels, and the height of a block.
    pitch: f64,
    height: f64,
    /// The width of a block with the gap.
    wide: f64,
    gap: f64,
}

impl Layout {
    fn new(surface: &Surface, palette: &Palette, levels: &[LaunchLevel]) -> Self {
        let most = levels.iter().map(|level| level.blocks).max().unwrap_or(1);
        let left = 1.5 * palette.label;
        let room = ((surface.width - left) * SHARE).max(1.0);
        // The host's row is about half as high as a level.
        let pitch = surface.height / (levels.len() as f64 + 0.6);
        let height = (pitch * 0.5).min(palette.cell_most);
        let wide = (room / f64::from(most.max(1))).min(2.5 * palette.cell_most);
        Layout {
            left,
            room,
            beside: left + room + palette.cell_least,
            pitch,
            height,
            wide,
            gap: (wide / 8.0).min(palette.row_gap),
        }
    }

    /// Returns the top of a row; the host has the first one.
    fn top(&self, row: usize) -> f64 {
        match row {
            0 => 0.0,
            row => (row as f64 - 0.4) * self.pitch,
        }
    }

    /// Returns the place of a block in a row of so many.
    fn cell(&self, row: usize, blocks: u32, index: u32) -> Rect {
        let first = self.left + (self.room - self.wide * f64::from(blocks)) / 2.0;
        Rect::new(
            first + f64::from(index) * self.wide + self.gap / 2.0,
            self.top(row),
            (self.wide - self.gap).max(1.0),
            self.height,
        )
    }
}

/// Returns the middle of a rectangle.
fn middle(rect: Rect) -> (f64, f64) {
    (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0)
}

pub fn draw(surface: &Surface, palette: &Palette, words: &LaunchWords, model: &LaunchModel) {
    let layout = Layout::new(surface, palette, &model.chain.levels);
    edges(surface, palette, &layout, model);
    let host = layout.cell(0, 1, 0);
    let colours = (&*palette.finished, &*palette.finished_ink);
    block(surface, palette, host, "0", colours, 400);
    text_ink(surface, palette, false);
    surface.text(words.host, 0.0, middle(host).1, layout.left);
    for index in 0..model.chain.levels.len() {
        level(surface, palette, words, &layout, model, index);
    }
}

/// Draws an edge from each block to the blocks that it launches.
fn edges(surface: &Surface, palette: &Palette, layout: &Layout, model: &LaunchModel) {
    let levels = &model.chain.levels;
    for (row, level) in (1..).zip(levels) {
        let parents = match row {
            1 => 1,
            row => levels[row - 2].blocks,
        };
        let each = (level.blocks / parents.max(1)).max(1);
        let is_shown = model.chain.shown + 1 == row;
        let (colour, width) = if is_shown {
            (&palette.ink, palette.stroke)
        } else {
            (&palette.line_edge, 1.0)
        };
        surface.stroke(colour, width);
        for index in 0..level.blocks {
            let from = layout.cell(row - 1, parents, index / each);
            let to = layout.cell(row, level.blocks, index);
            surface.line(middle(from).0, from.y + from.height, middle(to).0, to.y);
        }
    }
}

/// Draws a block with its number, if the number has room. The colours are those of the block and of the number.
fn block(surface: &Surface, palette: &Palette, rect: Rect, text: &str, (fill, ink): (&str, &str), weight: u32) {
    surface.block(fill, rect, palette.radius);
    let size = (rect.width / (0.65 * text.chars().count() as f64))
        .min(rect.height - 2.0)
        .min(palette.text);
    if size >= palette.text_least {
        surface.font(weight, size, &palette.mono);
        surface.align(Align::Centre);
        surface.fill(ink);
        let (x, y) = middle(rect);
        surface.text(text, x, y + 0.5, rect.width);
    }
}

/// Sets the font and the colour of the texts beside the blocks.
fn text_ink(surface: &Surface, palette: &Palette, is_strong: bool) {
    let (weight, colour) = if is_strong {
        (600, &palette.ink)
    } else {
        (400, &palette.soft)
    };
    surface.font(weight, palette.text, &palette.sans);
    surface.align(Align::Left);
    surface.fill(colour);
}

/// Draws the blocks of a level, with the texts to their left and to their right.
fn level(
    surface: &Surface,
    palette: &Palette,
    words: &LaunchWords,
    layout: &Layout,
    model: &LaunchModel,
    index: usize,
) {
    let level = &model.chain.levels[index];
    let (row, is_shown) = (index + 1, index == model.chain.shown);
    let (colours, weight) = if is_shown {
        ((&*palette.active, &*palette.active_ink), 700)
    } else {
        ((&*palette.active_pale, &*palette.active_pale_ink), 400)
    };
    for place in 0..level.blocks {
        let rect = layout.cell(row, level.blocks, place);
        let number = (level.first + place).to_string();
        block(surface, palette, rect, &number, colours, weight);
        if is_shown && place == model.block {
            let rect = rect.grown(2.0);
            surface.outline(&palette.ink, palette.stroke, rect, palette.radius);
        }
    }
    let centre = layout.top(row) + layout.height / 2.0;
    let line = palette.text * 0.65;
    let has_two = layout.pitch >= 2.6 * palette.text;
    let up = if has_two { centre - line } else { centre };
    let most = layout.left - palette.gap;
    text_ink(surface, palette, is_shown);
    surface.text(&(words.level)(level.level), 0.0, up, most);
    if has_two {
        let text = (words.blocks)(level.blocks, model.lanes);
        text_ink(surface, palette, false);
        surface.text(&text, 0.0, centre + line, most);
    }
    let [blocks, _, _, next, first] = level.arguments;
    let text = match blocks {
        0 => words.ends.to_owned(),
        blocks => (words.gives)(blocks, next, first),
    };
    text_ink(surface, palette, is_shown);
    // The text must not be higher than its level.
    let rows = (layout.pitch / (2.0 * line)).floor().max(1.0) as usize;
    let most = surface.width - layout.beside;
    surface.paragraph(&text, (layout.beside, centre), most, (rows, 2.0 * line));
}
