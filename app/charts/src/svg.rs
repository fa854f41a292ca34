//! The drawing surface: plotters' SVG backend, with the caller's colours and with texts for screen readers.

use crate::style::{Palette, Role, Style};
use crate::text::{Face, Weight};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Horizontal alignment of a text to its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Middle,
    Right,
}

/// One piece of text; `y` is the vertical middle of its line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub x: i32,
    pub y: i32,
    pub face: Face,
    pub align: Align,
    pub role: Role,
}

/// A picture being drawn. Drawing writes to memory and cannot fail, so errors are ignored here.
pub(crate) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
    font_family: &'a str,
}

/// The symbol of a series' points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Disc,
    Square,
    Up,
    Diamond,
    Down,
    Cross,
    Ring,
    Plus,
}

impl Sign {
    /// Returns the symbol of a series by its index.
    pub fn of_series(place: usize) -> Sign {
        const ALL: [Sign; 8] = [
            Sign::Disc,
            Sign::Square,
            Sign::Up,
            Sign::Diamond,
            Sign::Down,
            Sign::Cross,
            Sign::Ring,
            Sign::Plus,
        ];
        ALL[place % ALL.len()]
    }
}

/// Opacity of the shaded interval of a line.
const SHADE: f64 = 0.18;

/// Factor by which plotters divides the size of text when it writes SVG.
const PLOTTERS_TEXT: f64 = 1.24;

/// Draws a picture of this size; `words` are its title and description.
pub(crate) fn draw(style: &Style, size: (i32, i32), words: [&str; 2], paint: impl FnOnce(&Canvas<'_>)) -> String {
    let mut svg = String::new();
    {
        let backend = SVGBackend::with_string(&mut svg, (size.0.max(1) as u32, size.1.max(1) as u32));
        let canvas = Canvas {
            area: backend.into_drawing_area(),
            font_family: &style.font_family,
        };
        paint(&canvas);
        let _drawn = canvas.area.present();
    }
    finish(&svg, &style.palette, words)
}

impl Canvas<'_> {
    pub fn text(&self, word: Word<'_>) {
        if word.text.is_empty() {
            return;
        }
        let weight = match word.face.weight {
            Weight::Normal => FontStyle::Normal,
            Weight::Bold => FontStyle::Bold,
        };
        let align = match word.align {
            Align::Left => HPos::Left,
            Align::Middle => HPos::Center,
            Align::Right => HPos::Right,
        };
        let font = FontDesc::new(
            FontFamily::Name(self.font_family),
            f64::from(word.face.size) * PLOTTERS_TEXT,
            weight,
        );
        let colour = marker(word.role);
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(align, VPos::Center));
        // plotters centres lower-case letters at this height; digits and capitals are taller.
        let y = word.y + (word.face.size + 6) / 12;
        let _drawn = self.area.draw(&Text::new(word.text, (word.x, y), style));
    }

    /// Draws a filled rectangle.
    pub fn fill(&self, from: (i32, i32), to: (i32, i32), role: Role) {
        let _drawn = self.area.draw(&Rectangle::new([from, to], marker(role).filled()));
    }

    /// Draws the outline of a rectangle.
    pub fn outline(&self, from: (i32, i32), to: (i32, i32), role: Role) {
        let _drawn = self
            .area
            .draw(&Rectangle::new([from, to], marker(role).stroke_width(1)));
    }

    /// Draws a translucent rectangle; a `share` of 1 is opaque.
    pub fn wash(&self, from: (i32, i32), to: (i32, i32), role: Role, share: f64) {
        let colour = marker(role).mix(share.clamp(0.0, 1.0)).filled();
        let _drawn = self.area.draw(&Rectangle::new([from, to], colour));
    }

    /// Draws a lightly filled polygon: the interval behind a line.
    pub fn shade(&self, points: Vec<(i32, i32)>, role: Role) {
        let _drawn = self.area.draw(&Polygon::new(points, marker(role).mix(SHADE).filled()));
    }

    /// Draws a line through points; `wide` is in pixels.
    pub fn path(&self, points: Vec<(i32, i32)>, role: Role, wide: u32) {
        let _drawn = self
            .area
            .draw(&PathElement::new(points, marker(role).stroke_width(wide)));
    }

    /// Draws a series' symbol, so that series do not differ by colour alone.
    pub fn sign(&self, sign: Sign, (x, y): (i32, i32), radius: i32, role: Role) {
        let r = radius.max(1);
        let polygon = |points: Vec<(i32, i32)>| {
            let _drawn = self.area.draw(&Polygon::new(points, marker(role).filled()));
        };
        match sign {
            Sign::Disc => {
                let _drawn = self.area.draw(&Circle::new((x, y), r, marker(role).filled()));
            }
            Sign::Square => self.fill((x - r + 1, y - r + 1), (x + r - 1, y + r - 1), role),
            Sign::Up => polygon(vec![(x - r, y + r - 1), (x + r, y + r - 1), (x, y - r)]),
            Sign::Diamond => polygon(vec![(x - r, y), (x, y - r), (x + r, y), (x, y + r)]),
            Sign::Down => polygon(vec![(x - r, y - r + 1), (x + r, y - r + 1), (x, y + r)]),
            Sign::Cross => {
                self.path(vec![(x - r, y - r), (x + r, y + r)], role, 2);
                self.path(vec![(x - r, y + r), (x + r, y - r)], role, 2);
            }
            Sign::Ring => {
                let _drawn = self.area.draw(&Circle::new((x, y), r, marker(role).stroke_width(2)));
            }
            Sign::Plus => {
                self.path(vec![(x - r, y), (x + r, y)], role, 2);
                self.path(vec![(x, y - r), (x, y + r)], role, 2);
            }
        }
    }

    /// Draws a line that is one pixel wide.
    pub fn line(&self, from: (i32, i32), to: (i32, i32), role: Role) {
        let _drawn = self
            .area
            .draw(&PathElement::new([from, to], marker(role).stroke_width(1)));
    }
}

/// Returns a placeholder colour that plotters can write; [`finish`] replaces it by the caller's colour.
fn marker(role: Role) -> RGBColor {
    RGBColor(0, 0, role.id())
}

fn finish(svg: &str, palette: &Palette, [title, description]: [&str; 2]) -> String {
    let mut svg = svg.replace(" opacity=\"1\"", "");
    for role in Role::all() {
        // Only attributes hold an unescaped quotation mark, so no label can be mistaken for a placeholder.
        let colour = escape(palette.of(role));
        let dashes = if role == Role::Ghost {
            " stroke-dasharray=\"3 2\""
        } else {
            ""
        };
        svg = svg.replace(&format!("\"#0000{:02X}\"", role.id()), &format!("\"{colour}\"{dashes}"));
    }
    svg = round_sizes(&svg);
    let label = if title.is_empty() { description } else { title };
    let head = format!(
        "<svg class=\"chart\" role=\"img\" aria-label=\"{}\" style=\"font-variant-numeric:tabular-nums\" ",
        escape(label)
    );
    svg = svg.replacen("<svg ", &head, 1);
    let mut words = String::new();
    for (tag, text) in [("title", title), ("desc", description)] {
        if !text.is_empty() {
            words.push_str(&format!("<{tag}>{}</{tag}>\n", escape(text)));
        }
    }
    match svg.find(">\n") {
        Some(end) => svg.insert_str(end + 2, &words),
        None => svg.push_str(&words),
    }
    svg
}

/// Rounds text sizes: plotters multiplies and divides them, which leaves `11.000000000000002`.
fn round_sizes(svg: &str) -> String {
    const BEFORE: &str = "font-size=\"";
    let mut rounded = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(end) = rest.find(BEFORE).map(|end| end + BEFORE.len()) {
        let (head, tail) = rest.split_at(end);
        rounded.push_str(head);
        let number = tail.split('"').next().unwrap_or_default();
        match number.parse::<f64>() {
            Ok(size) => rounded.push_str(&format!("{}", (size * 100.0).round() / 100.0)),
            Err(_) => rounded.push_str(number),
        }
        rest = &tail[number.len()..];
    }
    rounded + rest
}

/// Escapes text for element content and attributes; drops characters that XML does not allow.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            c if is_xml(c) => escaped.push(c),
            _ => {}
        }
    }
    escaped
}

/// Returns true if XML allows the character. Source: XML 1.0, production 2 (Char).
pub(crate) fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}
