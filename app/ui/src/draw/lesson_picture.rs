//! The picture of a lesson's card: lanes, the words that they access, pairs of words, or a whole run.

use crate::draw::palette::Palette;
use crate::draw::preview::cells;
use crate::draw::surface::{Rect, Surface};
use crate::draw::timeline;
use model::lesson::lesson_picture::{LessonPicture, Link};
use std::ops::Range;

/// Heights in pixels: of the highest row of lanes, and of a row of words.
const ROW_MOST: f64 = 22.0;
const WORDS: f64 = 14.0;

pub fn draw(surface: &Surface, palette: &Palette, picture: &LessonPicture) {
    let (width, height) = (surface.width, surface.height);
    match picture {
        LessonPicture::Rows(rows) => {
            let pitch = (height / rows.len().max(1) as f64).min(ROW_MOST);
            surface.save();
            surface.translate(0.0, (height - pitch * rows.len() as f64) / 2.0);
            cells(surface, palette, rows.iter().map(Vec::as_slice), pitch);
            surface.restore();
        }
        LessonPicture::Run(timeline) => {
            let strip = timeline::Strip {
                left: 0.0,
                width,
                height,
                shown: (0.0, width),
            };
            timeline::slots(surface, palette, timeline, &strip);
        }
        LessonPicture::Words { lanes, words, links } => {
            let area = Rect::new(0.0, 0.0, width, height);
            cells(surface, palette, std::iter::once(lanes.as_slice()), WORDS + palette.gap);
            accesses(surface, palette, area, (lanes.len(), words), links);
        }
        LessonPicture::Pairs { words, pairs } => arcs(surface, palette, (width, height), *words, pairs),
    }
}

/// A variable's words side by side.
struct Strip {
    left: f64,
    top: f64,
    each: f64,
}

impl Strip {
    fn middle(&self, word: u32) -> f64 {
        self.left + (f64::from(word) + 0.5) * self.each
    }

    /// Draws all words as cells, or as one bar if there is no room for cells.
    fn draw(&self, surface: &Surface, palette: &Palette, words: u32) {
        let whole = Rect::new(self.left, self.top, f64::from(words) * self.each, WORDS);
        if self.each > 2.5 {
            self.fill(surface, &palette.cell_edge, 0..words, |_| true)
        } else {
            surface.block(&palette.cell_edge, whole, 2.0)
        }
    }

    fn fill(&self, surface: &Surface, colour: &str, words: Range<u32>, is_drawn: impl Fn(u32) -> bool) {
        let wide = (self.each * 0.8).max(1.2);
        surface.fill(colour);
        surface.begin_path();
        for word in words.filter(|word| is_drawn(*word)) {
            let cell = Rect::new(self.middle(word) - wide / 2.0, self.top, wide, WORDS);
            surface.rounded(cell, wide / 4.0);
        }
        surface.fill_path();
    }
}

/// Draws the variables below the lanes, and a line for each access.
fn accesses(surface: &Surface, palette: &Palette, area: Rect, (lanes, words): (usize, &[u32]), links: &[Link]) {
    let gap = 6.0;
    let room = (area.width + gap) / words.len().max(1) as f64;
    let strip = |place: usize| Strip {
        left: place as f64 * room,
        top: area.height - WORDS,
        each: (room - gap) / f64::from(words[place].max(1)),
    };
    for (place, count) in words.iter().enumerate() {
        strip(place).draw(surface, palette, *count);
    }
    let lane = area.width / lanes.max(1) as f64;
    for (stores, colour) in [(false, &palette.load), (true, &palette.store)] {
        let links = links.iter().filter(|link| link.stores == stores);
        surface.stroke(colour, 1.0);
        surface.begin_path();
        for link in links.clone() {
            let strip = strip(link.word.0);
            surface.move_to((f64::from(link.lane) + 0.5) * lane, WORDS + 1.0);
            surface.line_to(strip.middle(link.word.1), strip.top);
        }
        surface.stroke_path();
        for link in links {
            let word = link.word.1;
            strip(link.word.0).fill(surface, colour, word..word + 1, |_| true);
        }
    }
}

/// Draws an arc from each word that is loaded to the word that it is added to.
fn arcs(surface: &Surface, palette: &Palette, (width, height): (f64, f64), words: u32, pairs: &[(u32, u32)]) {
    let strip = Strip {
        left: 0.0,
        top: height - WORDS,
        each: width / f64::from(words.max(1)),
    };
    strip.draw(surface, palette, words);
    surface.stroke(&palette.load, 1.2);
    surface.begin_path();
    for &(from, to) in pairs {
        let (from, to) = (strip.middle(from), strip.middle(to));
        // The top of a curve is at three quarters of its control points.
        let rise = ((from - to).abs() * 0.6).clamp(10.0, (strip.top - 2.0) / 0.75);
        let top = strip.top - rise;
        surface.move_to(from, strip.top);
        surface.curve_to(from, top, to, top, to, strip.top);
    }
    surface.stroke_path();
    let loads = |word: u32| pairs.iter().any(|(from, _)| *from == word);
    let stores = |word: u32| pairs.iter().any(|(_, to)| *to == word);
    strip.fill(surface, &palette.load, 0..words, loads);
    strip.fill(surface, &palette.store, 0..words, stores);
}
