//! Partial sums, one level per row, each above the word that stores it: finished ones, the next press's, and later
//! ones.

use crate::draw::palette::Palette;
use crate::draw::surface::{Align, EDGE, Rect, Surface};
use model::panels::tree::{Sum, Tree};
use model::strings::panels::tree::TreeWords;
use std::collections::HashSet;
use std::ops::Range;

/// The positions of words and levels, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    left: f64,
    /// The first word that is shown, and the width of each.
    first: u32,
    pitch: f64,
    top: f64,
    level: f64,
}

/// The progress of the run: sums that are made, and those that the next press makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub made: usize,
    pub next: Range<usize>,
}

/// The stage of a sum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Made,
    Next,
    ToCome,
}

impl Progress {
    fn stage(&self, sum: usize) -> Stage {
        match sum {
            sum if self.next.contains(&sum) => Stage::Next,
            sum if sum < self.made => Stage::Made,
            _ => Stage::ToCome,
        }
    }
}

impl Layout {
    /// Computes the layout; `words` is the range of words that is shown.
    pub fn new(palette: &Palette, width: f64, height: f64, levels: usize, words: Range<u32>) -> Self {
        let left = palette.label;
        let row = palette.text / 2.0 + palette.gap;
        Layout {
            left,
            first: words.start,
            pitch: (width - left - palette.gap) / words.len().max(1) as f64,
            top: row,
            level: (height - 2.0 * row) / levels.max(1) as f64,
        }
    }

    fn x(&self, word: u32) -> f64 {
        self.left + (f64::from(word) - f64::from(self.first) + 0.5) * self.pitch
    }

    fn y(&self, level: u32) -> f64 {
        self.top + f64::from(level) * self.level
    }

    /// Returns the sum nearest to a point.
    pub fn sum_at<'t>(&self, tree: &'t Tree, x: f64, y: f64) -> Option<&'t Sum> {
        let level = ((y - self.top) / self.level).round();
        let of_level = tree
            .sums
            .iter()
            .filter(|sum| f64::from(sum.level) == level && x >= self.left);
        of_level.min_by(|a, b| {
            let away = |sum: &Sum| (self.x(sum.word) - x).abs();
            away(a).total_cmp(&away(b))
        })
    }
}

/// Draws the tree's words in `range`. `most_sums` is the number of sums that may be seen: while the reader predicts,
/// later sums would tell the answer.
pub fn draw(
    surface: &Surface,
    palette: &Palette,
    words: &TreeWords,
    tree: &Tree,
    progress: &Progress,
    range: Range<u32>,
    most_sums: usize,
) {
    let levels = tree.levels.len();
    let layout = Layout::new(palette, surface.width, surface.height, levels, range.clone());
    labels(surface, palette, words, tree, &layout, most_sums);
    let seen;
    let tree = if most_sums < tree.sums.len() {
        seen = Tree {
            sums: tree.sums[..most_sums].to_vec(),
            ..tree.clone()
        };
        &seen
    } else {
        tree
    };
    surface.save();
    surface.begin_path();
    let room = surface.width - layout.left;
    surface.rounded(Rect::new(layout.left, 0.0, room, surface.height), 0.0);
    surface.clip();
    for stage in [Stage::ToCome, Stage::Made, Stage::Next] {
        edges(surface, palette, tree, &layout, progress, stage);
    }
    nodes(surface, palette, tree, &layout, progress, range);
    surface.restore();
}

/// Draws the variable's name next to the leaves, and the number of lanes that add at each level, as far as there is
/// room.
fn labels(surface: &Surface, palette: &Palette, words: &TreeWords, tree: &Tree, layout: &Layout, most_sums: usize) {
    surface.align(Align::Left);
    surface.fill(&palette.soft);
    surface.font(400, palette.text, &palette.mono);
    let room = palette.label - palette.radius;
    surface.text(&tree.name, EDGE, layout.y(0), room);
    surface.font(400, palette.text, &palette.sans);
    let every = (palette.text / layout.level).ceil().max(1.0) as usize;
    for (level, added) in (1u32..).zip(&tree.levels).skip(every - 1).step_by(every) {
        let is_known = tree.sums[..most_sums.min(tree.sums.len())]
            .iter()
            .any(|sum| sum.level == level);
        let label = if is_known {
            (words.lanes)(added.lanes)
        } else {
            "?".to_owned()
        };
        surface.text(&label, EDGE, layout.y(level), room);
    }
}

/// More edges than this would cover the picture; they fade as their number grows.
const MANY: f64 = 200.0;

/// Draws an edge from each operand to its sum.
fn edges(surface: &Surface, palette: &Palette, tree: &Tree, layout: &Layout, progress: &Progress, stage: Stage) {
    let edges: usize = tree.sums.iter().map(|sum| sum.operands.len()).sum();
    let (colour, width, strength) = match stage {
        Stage::ToCome => (&palette.edge, 1.0, 0.8),
        Stage::Made => (&palette.faint, 1.0, (MANY / edges as f64).clamp(0.15, 0.7)),
        Stage::Next => (&palette.store, palette.stroke, 1.0),
    };
    surface.alpha(strength);
    surface.stroke(colour, width);
    // Thousands of edges fall on few pixels, so each pair of pixels is drawn once.
    let mut drawn = HashSet::new();
    surface.begin_path();
    for (_, sum) in tree
        .sums
        .iter()
        .enumerate()
        .filter(|(index, sum)| progress.stage(*index) == stage && (sum.needed || stage != Stage::ToCome))
    {
        for operand in &sum.operands {
            let from = tree.level_of(*operand);
            let (x0, x1) = (layout.x(operand.word), layout.x(sum.word));
            let pixels = (x0.round() as i64, from, x1.round() as i64, sum.level);
            if drawn.insert(pixels) {
                surface.move_to(x0, layout.y(from));
                surface.line_to(x1, layout.y(sum.level));
            }
        }
    }
    surface.stroke_path();
    surface.alpha(1.0);
}

/// Draws each level as a band: a cell for each leaf or sum, as wide as its word; a level shows values instead if all of them
/// fit.
fn nodes(surface: &Surface, palette: &Palette, tree: &Tree, layout: &Layout, progress: &Progress, range: Range<u32>) {
    let (wide, high) = (
        (layout.pitch * 0.8).clamp(1.0, 10.0),
        (layout.level * 0.45).clamp(1.0, 10.0),
    );
    let cell = |colour: &str, x: f64, y: f64| {
        surface.fill(colour);
        surface.fill_rect(x - wide / 2.0, y - high / 2.0, wide, high);
    };
    for word in range.clone() {
        cell(&palette.cell_edge, layout.x(word), layout.y(0));
    }
    for level in 1..=tree.levels.len() as u32 {
        let mut row: Vec<(usize, &Sum)> = tree
            .sums
            .iter()
            .enumerate()
            .filter(|(_, sum)| sum.level == level && range.contains(&sum.word))
            .collect();
        row.sort_by_key(|(_, sum)| sum.word);
        let values: Vec<String> = row.iter().map(|(_, sum)| tree.show(sum.value)).collect();
        let longest = values.iter().map(String::len).max().unwrap_or(1) as f64;
        let closest = row
            .windows(2)
            .map(|pair| layout.x(pair[1].1.word) - layout.x(pair[0].1.word))
            .fold(f64::INFINITY, f64::min);
        let wide = (longest + 1.0) * 0.6 * palette.text;
        let fits = wide <= closest && layout.level >= palette.text + palette.gap;
        surface.font(600, palette.text, &palette.mono);
        surface.align(Align::Centre);
        for ((index, sum), value) in row.into_iter().zip(values) {
            let stage = progress.stage(index);
            let (x, y) = (layout.x(sum.word), layout.y(level));
            let colour = match stage {
                Stage::Next => &palette.store,
                Stage::Made if sum.needed => &palette.active,
                Stage::Made => &palette.active_pale,
                Stage::ToCome => &palette.edge,
            };
            // A later sum has no value yet; the next press's value is the one that is about to be stored.
            if !fits || stage == Stage::ToCome {
                cell(colour, x, y);
                continue;
            }
            let half = wide / 2.0;
            // There may be less room than a number needs.
            let x = x.min(surface.width - half).max(layout.left + half);
            surface.fill(&palette.panel);
            surface.fill_rect(
                x - half + 1.0,
                y - palette.text / 2.0 - 1.0,
                wide - 2.0,
                palette.text + 2.0,
            );
            surface.fill(match stage {
                Stage::Next => &palette.store,
                _ if sum.needed => &palette.ink,
                _ => &palette.faint,
            });
            surface.text(&value, x, y + 0.5, wide);
        }
    }
}
