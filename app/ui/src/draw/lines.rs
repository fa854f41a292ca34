//! Lanes above, their lines and sectors below, and a connection from each lane to its words.

use crate::draw::columns::Columns;
use crate::draw::palette::Palette;
use crate::draw::parts::{Room, columns, places, rooms};
use crate::draw::surface::{Align, EDGE, Rect, Surface};
use model::panels::asked::Asked;
use model::panels::lines::{Reach, ReachedLine, Sector, reach};
use model::strings::panels::lines::LinesWords;
use simt::{Access, Machine};

/// The positions of everything in the picture, in CSS pixels.
#[derive(Clone, Debug)]
pub struct Layout {
    /// For each part: its room, the columns of its lanes, and the index of its first lane.
    parts: Vec<(Room, Columns, u32)>,
    lane_height: f64,
    /// Top and height of the lines.
    top: f64,
    line_height: f64,
}

/// The number of lanes between two wider gaps, as in the lane grid.
const GROUP: u32 = 8;
/// The least width in pixels of an accessed word in a narrow line.
const LEAST_WORD: f64 = 2.0;

impl Layout {
    pub fn new(palette: &Palette, width: f64, height: f64, asked: &Asked) -> Self {
        let rooms = rooms(palette, width, asked.parts.len());
        let part = |(room, part): (Room, &simt::RequestPart)| {
            let lanes = part.lanes.count();
            let first = part.lanes.lanes().next().unwrap_or(0);
            (room, columns(palette, room, lanes, GROUP), first)
        };
        let cell = (height / 6.0).clamp(palette.cell_least, palette.cell_most);
        let label = palette.text + 2.0 * palette.gap;
        // Longer connections would only stretch the picture.
        let thread = (height - 2.0 * cell - label).clamp(palette.radius, 4.0 * palette.arc);
        Layout {
            parts: rooms.into_iter().zip(&asked.parts).map(part).collect(),
            lane_height: cell,
            top: cell + thread,
            line_height: cell,
        }
    }

    /// Returns the lane at a point.
    pub fn lane_at(&self, x: f64, y: f64) -> Option<u32> {
        let mut parts = self.parts.iter();
        parts
            .find_map(|(_, columns, first)| Some(first + columns.at(x)?))
            .filter(|_| (0.0..self.lane_height).contains(&y))
    }
}

/// The picture of one request.
struct Picture<'a> {
    surface: &'a Surface,
    palette: &'a Palette,
    layout: &'a Layout,
    colour: &'a str,
    wash: &'a str,
    /// The lane that is highlighted.
    focus: Option<u32>,
}

/// Draws a request. `focus` is the lane under the pointer, in this picture or in the lane grid.
pub fn draw(
    surface: &Surface,
    palette: &Palette,
    words: &LinesWords,
    asked: &Asked,
    machine: &Machine,
    focus: Option<u32>,
) {
    let layout = Layout::new(palette, surface.width, surface.height, asked);
    let (colour, wash) = match asked.access {
        Access::Load => (&palette.load, &palette.load_wash),
        Access::Store | Access::Atomic => (&palette.store, &palette.store_wash),
    };
    let picture = Picture {
        surface,
        palette,
        layout: &layout,
        colour,
        wash,
        focus,
    };
    surface.align(Align::Left);
    surface.font(400, palette.text, &palette.sans);
    surface.fill(&palette.soft);
    let room = palette.label - palette.radius;
    let middle = layout.line_height / 2.0;
    surface.text(words.lanes, EDGE, layout.lane_height / 2.0, room);
    surface.text(words.lines, EDGE, layout.top + middle, room);
    for (served, (room, columns, first)) in asked.parts.iter().zip(&layout.parts) {
        picture.lanes(columns, *first, served);
        let reach = reach(served, asked.access, machine);
        let places = places(palette, *room, &reach);
        picture.threads(columns, *first, &places, &reach);
        for (line, place) in reach.lines.iter().zip(&places) {
            picture.line(line, *place);
        }
        picture.numbers(&reach, &places, &asked.name);
    }
}

/// Returns left edge and width of a word in its line.
fn word_place(palette: &Palette, place: Rect, words: u32, word: u32) -> (f64, f64) {
    let pitch = place.width / f64::from(words.max(1));
    let gap = (pitch / 5.0).min(palette.gap);
    (place.x + f64::from(word) * pitch + gap / 2.0, pitch - gap)
}

impl Picture<'_> {
    fn lanes(&self, columns: &Columns, first: u32, served: &simt::RequestPart) {
        let Picture {
            surface,
            palette,
            layout,
            colour,
            focus,
            ..
        } = *self;
        let last = served.lanes.lanes().last().unwrap_or(0);
        let digits = last.to_string().len();
        let size = columns.type_size(palette, digits, layout.lane_height);
        surface.align(Align::Centre);
        for lane in served.lanes.lanes() {
            let asks = served.asking.contains(lane);
            let column = lane - first;
            let rect = Rect::new(columns.x(column), 0.0, columns.cell, layout.lane_height);
            if asks {
                surface.block(colour, rect, palette.radius);
            } else {
                surface.outline(&palette.cell_edge, 1.0, rect, palette.radius);
            }
            if focus == Some(lane) {
                surface.outline(&palette.ink, palette.stroke, rect, palette.radius);
            }
            let Some(size) = size else { continue };
            surface.font(if asks { 700 } else { 400 }, size, &palette.mono);
            surface.fill(if asks { &palette.active_ink } else { &palette.masked_ink });
            surface.text(
                &lane.to_string(),
                columns.centre(column),
                layout.lane_height / 2.0 + 0.5,
                columns.cell,
            );
        }
    }

    /// Draws a connection from each lane to each word that it accesses.
    fn threads(&self, columns: &Columns, first: u32, places: &[Rect], reach: &Reach) {
        let Picture {
            surface,
            palette,
            layout,
            colour,
            focus,
            ..
        } = *self;
        let (top, bottom) = (layout.lane_height + 1.0, layout.top - 1.0);
        let middle = (top + bottom) / 2.0;
        // Many connections at full strength would cover the picture.
        let faint = (96.0 / reach.links.len().max(1) as f64).clamp(0.3, 1.0);
        let focus = focus.filter(|lane| reach.links.iter().any(|(from, ..)| from == lane));
        surface.stroke(colour, palette.stroke);
        for &(lane, line, word) in &reach.links {
            let (Some(place), Some(reached)) = (places.get(line), reach.lines.get(line)) else {
                continue;
            };
            let strength = match focus {
                Some(focus) if focus == lane => 1.0,
                Some(_) => faint * 0.3,
                None => faint,
            };
            surface.alpha(strength);
            let (left, width) = word_place(palette, *place, reached.words.len() as u32, word);
            let (from, to) = (columns.centre(lane - first), left + width / 2.0);
            surface.begin_path();
            surface.move_to(from, top);
            surface.curve_to(from, middle, to, middle, to, bottom);
            surface.stroke_path();
        }
        surface.alpha(1.0);
    }

    /// Draws one line: its sectors are filled if they move, its words if they are accessed.
    fn line(&self, line: &ReachedLine, place: Rect) {
        let Picture {
            surface,
            palette,
            layout,
            colour,
            wash,
            ..
        } = *self;
        let (words, sectors) = (line.words.len() as u32, line.sectors.len() as u32);
        let whole = Rect {
            y: layout.top,
            height: layout.line_height,
            ..place
        };
        let pitch = place.width / f64::from(sectors.max(1));
        let gap = (pitch / 6.0).min(palette.gap);
        for (index, sector) in (0u32..).zip(&line.sectors) {
            let rect = Rect::new(
                place.x + f64::from(index) * pitch + gap / 2.0,
                layout.top,
                pitch - gap,
                layout.line_height,
            );
            let radius = palette.radius.min(pitch / 4.0);
            match sector {
                Sector::Asked => surface.block(wash, rect, radius),
                Sector::Along => {
                    surface.block(wash, rect, radius);
                    // Crossed out: the sector moves, but no lane accesses it.
                    surface.stroke(colour, 1.0);
                    surface.line(rect.x, rect.y + rect.height, rect.x + rect.width, rect.y);
                }
                Sector::Still => surface.block(&palette.sector_idle, rect, radius),
            }
            if *sector != Sector::Still && pitch > 4.0 * palette.gap {
                surface.outline(colour, 1.0, rect, radius);
            }
        }
        let sector_words = words.div_ceil(sectors.max(1)).max(1);
        let inset = (layout.line_height / 6.0).min(3.0);
        let digits = (line.number * words + words).to_string().len();
        for (word, lanes) in (0u32..).zip(&line.words).filter(|(_, lanes)| **lanes > 0) {
            let (x, width) = word_place(palette, place, words, word);
            // A word at the edge of its sector stays inside the sector's outline.
            let edge = f64::from(u32::from(word % sector_words == 0));
            let rect = Rect::new(
                x + edge,
                layout.top + inset,
                (width - edge).max(LEAST_WORD),
                layout.line_height - 2.0 * inset,
            );
            surface.block(colour, rect, palette.radius.min(width / 4.0));
            let text = match lanes {
                1 => (line.number * words + word).to_string(),
                lanes => format!("×{lanes}"),
            };
            let fits = (width - 2.0) / (0.6 * digits.max(text.chars().count()) as f64);
            if fits >= palette.text_least {
                surface.font(600, fits.min(palette.text), &palette.mono);
                surface.align(Align::Centre);
                surface.fill(&palette.active_ink);
                let y = layout.top + layout.line_height / 2.0 + 0.5;
                surface.text(&text, x + width / 2.0, y, width);
            }
        }
        surface.outline(&palette.line_edge, 1.0, whole.grown(palette.gap), palette.radius);
    }

    /// Draws the number of each line's first word, as far as there is room.
    fn numbers(&self, reach: &Reach, places: &[Rect], name: &str) {
        let Picture {
            surface,
            palette,
            layout,
            ..
        } = *self;
        surface.font(400, palette.text_small, &palette.mono);
        surface.align(Align::Left);
        surface.fill(&palette.soft);
        let y = layout.top + layout.line_height + palette.gap + palette.text * 0.75;
        let mut free = 0.0;
        for (line, place) in reach.lines.iter().zip(places) {
            let first = line.number * line.words.len() as u32;
            let text = format!("{name}[{first}]");
            let width = 0.6 * palette.text * text.chars().count() as f64;
            if place.x >= free && place.x + width <= surface.width {
                surface.text(&text, place.x, y, width);
                free = place.x + width + palette.text;
            }
        }
    }
}
