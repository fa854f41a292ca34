//! A grid in one dimension: the row of its blocks, the followed block with its warps, and the elements of its threads.

use crate::draw::palette::Palette;
use crate::draw::surface::{Align, EDGE, Rect, Surface};
use model::panels::grid::{GridModel, Place};
use model::strings::panels::grid::GridWords;

/// The most blocks in the row; the picture leaves out others.
const MOST: u32 = 16;
/// The share of a row's height that its boxes fill.
const BOX: f64 = 0.56;
/// The height of a gap's place in the row of blocks, in blocks' widths.
const GAP: f64 = 1.2;

/// A place in the picture, in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    left: f64,
    width: f64,
    height: f64,
    /// The row of blocks with the boxes of its places.
    row: Vec<(Place, Rect)>,
}

/// A part of the picture that a reader can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    Block(u32),
    Thread(u32),
}

impl Layout {
    pub fn new(palette: &Palette, width: f64, height: f64, model: &GridModel) -> Self {
        // The names of the rows stand on the left.
        let left = (5.5 * palette.text).min(width / 4.0);
        let room = (width - left).max(1.0);
        let places = model.row(MOST);
        let share = |place: &Place| match place {
            Place::Block(_) => 1.0,
            Place::Gap(_) => GAP,
        };
        let all: f64 = places.iter().map(share).sum();
        let each = room / all.max(1.0);
        let pitch = height / 3.0;
        let mut x = left;
        let mut row = Vec::with_capacity(places.len());
        for place in places {
            let wide = share(&place) * each;
            row.push((place, Rect::new(x, 0.0, (wide - palette.gap).max(1.0), pitch * BOX)));
            x += wide;
        }
        Layout {
            left,
            width: room,
            height,
            row,
        }
    }

    fn pitch(&self) -> f64 {
        self.height / 3.0
    }

    /// Returns the box of one of the two lower rows.
    fn band(&self, row: usize) -> Rect {
        Rect::new(self.left, row as f64 * self.pitch(), self.width, self.pitch() * BOX)
    }

    /// Returns the left edge of a thread in a lower row.
    fn across(&self, model: &GridModel, thread: u32) -> f64 {
        self.left + f64::from(thread) / f64::from(model.block.max(1)) * self.width
    }

    pub fn at(&self, model: &GridModel, x: f64, y: f64) -> Option<Chosen> {
        let inside = |rect: &Rect| (rect.x..rect.x + rect.width).contains(&x);
        if y < self.pitch() {
            let hit = self.row.iter().find(|(_, rect)| inside(rect));
            return hit.and_then(|(place, _)| match place {
                Place::Block(block) => Some(Chosen::Block(*block)),
                Place::Gap(_) => None,
            });
        }
        let share = (x - self.left) / self.width;
        let thread = (share * f64::from(model.block)).floor();
        (0.0..f64::from(model.block))
            .contains(&thread)
            .then_some(Chosen::Thread(thread as u32))
    }
}

pub fn draw(surface: &Surface, palette: &Palette, words: &GridWords, model: &GridModel, thread: u32) {
    let layout = Layout::new(palette, surface.width, surface.height, model);
    let name = |row: usize, text: &str| {
        surface.font(400, palette.text, &palette.sans);
        surface.align(Align::Left);
        surface.fill(&palette.soft);
        let middle = layout.band(row).y + layout.pitch() * BOX / 2.0;
        surface.text(text, EDGE, middle, layout.left - palette.gap);
    };
    name(0, words.grid);
    name(1, &(words.block)(model.followed));
    name(2, words.elements);
    blocks(surface, palette, model, &layout);
    warps(surface, palette, words, model, &layout);
    elements(surface, palette, words, model, &layout);
    index(surface, palette, model, &layout, thread);
}

/// Draws the row of blocks, and lines from the followed one to the row of its warps.
fn blocks(surface: &Surface, palette: &Palette, model: &GridModel, layout: &Layout) {
    for (place, rect) in &layout.row {
        let (text, ink) = match place {
            Place::Block(block) => {
                let is_followed = *block == model.followed;
                let (fill, ink) = if is_followed {
                    (&palette.active, &palette.active_ink)
                } else {
                    (&palette.active_pale, &palette.active_pale_ink)
                };
                surface.block(fill, *rect, palette.radius);
                // The part of the block without elements.
                let busy = f64::from(model.busy(*block)) / f64::from(model.block.max(1));
                if busy < 1.0 {
                    let x = rect.x + busy * rect.width;
                    let rest = Rect {
                        x,
                        width: (rect.width * (1.0 - busy)).max(2.0),
                        ..*rect
                    };
                    surface.block(&palette.masked, rest, palette.radius);
                }
                if is_followed {
                    let below = layout.band(1);
                    surface.stroke(&palette.ink, palette.stroke);
                    let foot = rect.y + rect.height;
                    surface.line(rect.x, foot, below.x, below.y);
                    surface.line(rect.x + rect.width, foot, below.x + below.width, below.y);
                }
                (block.to_string(), ink)
            }
            Place::Gap(_) => ("…".to_owned(), &palette.soft),
        };
        centred(surface, palette, &text, *rect, ink);
    }
}

/// Writes a text in the middle of a box, if it fits.
fn centred(surface: &Surface, palette: &Palette, text: &str, rect: Rect, ink: &str) {
    let fits = rect.width / (0.62 * text.chars().count() as f64);
    let size = palette.text.min(fits).min(rect.height - 1.0);
    if size < palette.text_least {
        return;
    }
    surface.font(600, size, &palette.sans);
    surface.align(Align::Centre);
    surface.fill(ink);
    surface.text(
        text,
        rect.x + rect.width / 2.0,
        rect.y + rect.height / 2.0 + 0.5,
        rect.width,
    );
}

fn warps(surface: &Surface, palette: &Palette, words: &GridWords, model: &GridModel, layout: &Layout) {
    let band = layout.band(1);
    let busy = model.busy(model.followed);
    for warp in 0..model.warps() {
        let first = warp * model.warp_width;
        let end = (first + model.warp_width).min(model.block);
        let (from, to) = (layout.across(model, first), layout.across(model, end));
        let rect = Rect {
            x: from,
            width: (to - from - palette.gap).max(1.0),
            ..band
        };
        surface.block(&palette.active_pale, rect, palette.gap);
        if busy < end {
            let x = layout.across(model, busy.max(first));
            surface.block(
                &palette.masked,
                Rect {
                    x,
                    width: (from + rect.width - x).max(1.0),
                    ..band
                },
                palette.gap,
            );
        }
        let (text, short) = ((words.warp)(warp), warp.to_string());
        surface.font(600, palette.text, &palette.sans);
        let label = if surface.text_width(&text) < rect.width {
            &text
        } else {
            &short
        };
        centred(surface, palette, label, rect, &palette.active_pale_ink);
    }
}

/// Draws the elements below their threads, with the first and the last index.
fn elements(surface: &Surface, palette: &Palette, words: &GridWords, model: &GridModel, layout: &Layout) {
    let band = layout.band(2);
    let busy = model.busy(model.followed);
    let end = layout.across(model, busy);
    if busy > 0 {
        let rect = Rect {
            width: (end - band.x - palette.gap).max(1.0),
            ..band
        };
        surface.block(&palette.cell, rect, palette.gap);
        surface.outline(&palette.cell_edge, 1.0, rect, palette.gap);
        surface.font(600, palette.text, &palette.mono);
        surface.fill(&palette.cell_ink);
        let middle = band.y + band.height / 2.0 + 0.5;
        let first = model.index(0).to_string();
        let last = model.index(model.last_busy()).to_string();
        // The first number stands beside the mark of the first thread.
        let inset = 0.6 * palette.text;
        let half = (rect.width / 2.0 - inset).max(1.0);
        surface.align(Align::Left);
        surface.text(&first, rect.x + inset, middle, half);
        if busy > 1 {
            surface.align(Align::Right);
            surface.text(&last, rect.x + rect.width - inset, middle, half);
        }
    }
    if busy < model.block {
        let rest = Rect {
            x: end,
            width: band.x + band.width - end,
            ..band
        };
        surface.outline(&palette.masked_hatch, 1.0, rest, palette.gap);
        surface.font(400, palette.text, &palette.sans);
        if surface.text_width(words.no_element) < rest.width - 2.0 * palette.gap {
            surface.align(Align::Centre);
            surface.fill(&palette.soft);
            surface.text(
                words.no_element,
                rest.x + rest.width / 2.0,
                rest.y + rest.height / 2.0 + 0.5,
                rest.width,
            );
        }
    }
}

/// Draws the chosen thread, and a line from it to its element.
fn index(surface: &Surface, palette: &Palette, model: &GridModel, layout: &Layout, thread: u32) {
    let (from, to) = (layout.across(model, thread), layout.across(model, thread + 1));
    let (above, below) = (layout.band(1), layout.band(2));
    let wide = (to - from).max(2.0 * palette.stroke);
    surface.block(
        &palette.active,
        Rect {
            x: from,
            width: wide,
            ..above
        },
        palette.gap,
    );
    let middle = from + wide / 2.0;
    surface.stroke(&palette.ink, palette.stroke);
    surface.line(middle, above.y + above.height, middle, below.y);
    surface.outline(
        &palette.ink,
        palette.stroke,
        Rect {
            x: from,
            width: wide,
            ..below
        },
        palette.gap,
    );
}
