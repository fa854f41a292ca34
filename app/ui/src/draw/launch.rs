//! Levels of grids from the host to the last one: the blocks, their parents, and the size that each level writes.

use crate::draw::palette::Palette;
use crate::draw::surface::{Align, Rect, Surface};
use model::panels::launch::LaunchModel;
use model::strings::panels::launch::LaunchWords;

/// The share of the width for the blocks; the text about the next level is to their right.
const SHARE: f64 = 0.55;

pub fn draw(surface: &Surface, palette: &Palette, words: &LaunchWords, model: &LaunchModel) {
    let levels = &model.chain.levels;
    let most = levels.iter().map(|level| level.blocks).max().unwrap_or(1);
    let left = 1.5 * palette.label;
    let room = ((surface.width - left) * SHARE).max(1.0);
    let beside = left + room + palette.cell_least;
    // The host's row is about half as high as a level.
    let pitch = surface.height / (levels.len() as f64 + 0.6);
    let height = (pitch * 0.5).min(palette.cell_most);
    let wide = (room / f64::from(most.max(1))).min(2.5 * palette.cell_most);
    let y = |row: usize| match row {
        0 => 0.0,
        row => (row as f64 - 0.4) * pitch,
    };
    let cell = |row: usize, blocks: u32, at: u32| {
        let gap = (wide / 8.0).min(palette.row_gap);
        let first = left + (room - wide * f64::from(blocks)) / 2.0;
        Rect::new(
            first + f64::from(at) * wide + gap / 2.0,
            y(row),
            (wide - gap).max(1.0),
            height,
        )
    };
    let middle = |rect: Rect| (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    // Edges from each block to the blocks that it launches.
    for (row, level) in (1..).zip(levels) {
        let parents = match row {
            1 => 1,
            row => levels[row - 2].blocks,
        };
        let each = (level.blocks / parents.max(1)).max(1);
        let shown = model.chain.shown + 1 == row;
        let colour = if shown {
            &palette.ink
        } else {
            &palette.line_edge
        };
        surface.stroke(colour, if shown { palette.stroke } else { 1.0 });
        for at in 0..level.blocks {
            let (from, to) = (
                cell(row - 1, parents, at / each),
                cell(row, level.blocks, at),
            );
            surface.line(middle(from).0, from.y + from.height, middle(to).0, to.y);
        }
    }
    let block = |rect: Rect, text: &str, fill: &str, ink: &str, weight: u32| {
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
    };
    let host = cell(0, 1, 0);
    block(host, "0", &palette.finished, &palette.finished_ink, 400);
    let ink = |strong: bool| {
        surface.font(if strong { 600 } else { 400 }, palette.text, &palette.sans);
        surface.align(Align::Left);
        surface.fill(if strong { &palette.ink } else { &palette.soft });
    };
    let label = |text: &str, x: f64, y: f64, room: f64, strong: bool| {
        ink(strong);
        surface.text(text, x, y, room);
    };
    label(words.host, 0.0, middle(host).1, left, false);
    for (at, level) in levels.iter().enumerate() {
        let (row, shown) = (at + 1, at == model.chain.shown);
        for place in 0..level.blocks {
            let rect = cell(row, level.blocks, place);
            let (fill, ink, weight) = if shown {
                (&palette.active, &palette.active_ink, 700)
            } else {
                (&palette.active_pale, &palette.active_pale_ink, 400)
            };
            let number = (level.first + place).to_string();
            block(rect, &number, fill, ink, weight);
            if shown && place == model.block {
                surface.outline(
                    &palette.ink,
                    palette.stroke,
                    rect.grown(2.0),
                    palette.radius,
                );
            }
        }
        let centre = y(row) + height / 2.0;
        let line = palette.text * 0.65;
        let two = pitch >= 2.6 * palette.text;
        let up = if two { centre - line } else { centre };
        label(
            &(words.level)(level.level),
            0.0,
            up,
            left - palette.gap,
            shown,
        );
        if two {
            let text = (words.blocks)(level.blocks, model.lanes);
            label(&text, 0.0, centre + line, left - palette.gap, false);
        }
        let [blocks, _, _, next, first] = level.arguments;
        let text = match blocks {
            0 => words.ends.to_owned(),
            blocks => (words.gives)(blocks, next, first),
        };
        ink(shown);
        // The text must not be higher than its level.
        let rows = (pitch / (2.0 * line)).floor().max(1.0) as usize;
        let most = surface.width - beside;
        surface.paragraph(&text, (beside, centre), most, (rows, 2.0 * line));
    }
}
