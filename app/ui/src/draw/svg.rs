//! Strokes recorded as SVG: the same picture as on a canvas, for print and for the reader's slides.

use crate::draw::surface::{Align, Rect, Shape};
use model::export::escaped;
use std::fmt::Write as _;

/// The state that `save` and `restore` keep.
#[derive(Clone, Debug)]
struct State {
    fill: String,
    stroke: String,
    line: f64,
    font: String,
    align: Align,
    alpha: f64,
    is_round: bool,
    shift: (f64, f64),
    /// Clips that began after this state was saved.
    clips: usize,
    size: f64,
}

/// A picture under construction.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
    path: String,
    state: State,
    kept: Vec<State>,
    clips: usize,
    /// The prefix of clip names, since one file may contain several pictures.
    name: String,
}

impl Svg {
    pub fn new(name: &str, width: f64, height: f64) -> Self {
        let state = State {
            fill: String::new(),
            stroke: String::new(),
            line: 1.0,
            font: String::new(),
            align: Align::Left,
            alpha: 1.0,
            is_round: false,
            shift: (0.0, 0.0),
            clips: 0,
            size: 0.0,
        };
        Svg {
            width,
            height,
            body: String::new(),
            path: String::new(),
            state,
            kept: Vec::new(),
            clips: 0,
            name: name.to_owned(),
        }
    }

    /// Returns the file with this background colour; screen readers announce `title`.
    pub fn file(&self, ground: &str, title: &str) -> String {
        let (width, height) = (short(self.width), short(self.height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" {}/>\n{}</svg>\n",
            escaped(title),
            paint("fill", ground),
            self.body
        )
    }

    pub fn set_fill(&mut self, colour: &str) {
        self.state.fill = paint("fill", colour);
    }

    pub fn set_stroke(&mut self, colour: &str, width: f64) {
        self.state.stroke = paint("stroke", colour);
        self.state.line = width;
    }

    pub fn set_font(&mut self, weight: u32, size: f64, family: &str) {
        self.state.size = size;
        self.state.font = format!(
            "font-weight=\"{weight}\" font-size=\"{}\" font-family=\"{}\"",
            short(size),
            escaped(family)
        );
    }

    pub fn set_align(&mut self, align: Align) {
        self.state.align = align;
    }

    pub fn set_alpha(&mut self, alpha: f64) {
        self.state.alpha = alpha;
    }

    pub fn alpha(&self) -> f64 {
        self.state.alpha
    }

    pub fn set_round_ends(&mut self) {
        self.state.is_round = true;
    }

    pub fn translate(&mut self, x: f64, y: f64) {
        self.state.shift.0 += x;
        self.state.shift.1 += y;
    }

    pub fn save(&mut self) {
        self.kept.push(self.state.clone());
        self.state.clips = 0;
    }

    pub fn restore(&mut self) {
        if let Some(state) = self.kept.pop() {
            let ends = "</g>\n".repeat(self.state.clips);
            self.body.push_str(&ends);
            self.state = state;
        }
    }

    pub fn begin_path(&mut self) {
        self.path.clear();
    }

    pub fn move_to(&mut self, x: f64, y: f64) {
        self.points('M', &[(x, y)]);
    }

    pub fn line_to(&mut self, x: f64, y: f64) {
        self.points('L', &[(x, y)]);
    }

    pub fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), end: (f64, f64)) {
        self.points('C', &[first, second, end]);
    }

    pub fn rounded(&mut self, rect: Rect, radius: f64) {
        let Rect { x, y, width, height } = rect;
        let (right, bottom) = (x + width, y + height);
        self.move_to(x + radius, y);
        for (line, corner, end) in [
            ((right - radius, y), (right, y), (right, y + radius)),
            ((right, bottom - radius), (right, bottom), (right - radius, bottom)),
            ((x + radius, bottom), (x, bottom), (x, bottom - radius)),
            ((x, y + radius), (x, y), (x + radius, y)),
        ] {
            self.points('L', &[line]);
            if radius > 0.0 {
                self.points('Q', &[corner, end]);
            }
        }
        self.path.push('Z');
    }

    /// Restricts drawing to the current path.
    pub fn clip(&mut self) {
        self.clips += 1;
        self.state.clips += 1;
        let (name, number) = (&self.name, self.clips);
        // Writing into a `String` cannot fail.
        let _ = writeln!(
            self.body,
            "<clipPath id=\"{name}-{number}\"><path d=\"{}\"/></clipPath><g clip-path=\"url(#{name}-{number})\">",
            self.path
        );
    }

    pub fn fill_path(&mut self) {
        if !self.path.is_empty() {
            let rest = self.rest();
            let _ = writeln!(self.body, "<path d=\"{}\" {}{rest}/>", self.path, self.state.fill);
        }
    }

    pub fn stroke_path(&mut self) {
        if !self.path.is_empty() {
            let ends = if self.state.is_round {
                " stroke-linecap=\"round\""
            } else {
                ""
            };
            let rest = self.rest();
            let _ = writeln!(
                self.body,
                "<path d=\"{}\" fill=\"none\" {} stroke-width=\"{}\"{ends}{rest}/>",
                self.path,
                self.state.stroke,
                short(self.state.line)
            );
        }
    }

    pub fn fill_rect(&mut self, rect: Rect) {
        let (x, y) = self.state.shift;
        let rest = self.rest();
        let _ = writeln!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}{rest}/>",
            short(rect.x + x),
            short(rect.y + y),
            short(rect.width.max(0.0)),
            short(rect.height.max(0.0)),
            self.state.fill
        );
    }

    /// Adds text of a width in pixels.
    pub fn text(&mut self, text: &str, x: f64, y: f64, width: f64) {
        let (left, top) = self.state.shift;
        let anchor = match self.state.align {
            Align::Left => "start",
            Align::Centre => "middle",
            Align::Right => "end",
        };
        let width = format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", short(width));
        let rest = self.rest();
        let _ = writeln!(
            self.body,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" {} {}{width}{rest} xml:space=\"preserve\">{}</text>",
            short(x + left),
            // Many programs support the alphabetic baseline only.
            short(y + top + MIDDLE * self.state.size),
            self.state.fill,
            self.state.font,
            escaped(text)
        );
    }

    fn points(&mut self, command: char, points: &[(f64, f64)]) {
        self.path.push(command);
        let (left, top) = self.state.shift;
        for (x, y) in points {
            let _ = write!(self.path, "{} {} ", short(x + left), short(y + top));
        }
    }

    pub fn shape(&mut self, shape: &Shape<'_>) {
        let [a, b, c, d, e, f] = shape.matrix.map(|number| (number * 1e4).round() / 1e4);
        let (left, top) = self.state.shift;
        let fill = paint("fill", shape.fill.unwrap_or("none"));
        let stroke = shape.stroke.map_or(String::new(), |(colour, width)| {
            format!(" {} stroke-width=\"{}\"", paint("stroke", colour), short(width))
        });
        let dashes: Vec<String> = shape.dashes.iter().map(f64::to_string).collect();
        let dashes = if dashes.is_empty() {
            String::new()
        } else {
            format!(" stroke-dasharray=\"{}\"", dashes.join(" "))
        };
        let rest = self.rest();
        let _ = writeln!(
            self.body,
            "<path d=\"{}\" transform=\"matrix({a} {b} {c} {d} {} {})\" {fill}{stroke}{dashes}{rest}/>",
            escaped(shape.path),
            short(e + left),
            short(f + top),
        );
    }

    fn rest(&self) -> String {
        if self.state.alpha < 1.0 {
            format!(" opacity=\"{}\"", short(self.state.alpha))
        } else {
            String::new()
        }
    }
}

/// The distance from the middle of letters to the baseline, as a factor of the font size.
const MIDDLE: f64 = 0.35;

/// Returns a colour as attributes; older programs read the opacity only from its own attribute.
fn paint(name: &str, colour: &str) -> String {
    let parts = colour
        .strip_prefix("rgba(")
        .and_then(|rest| rest.strip_suffix(')')?.rsplit_once(','));
    match parts {
        Some((plain, opacity)) => format!(
            "{name}=\"rgb({})\" {name}-opacity=\"{}\"",
            escaped(plain.trim()),
            escaped(opacity.trim())
        ),
        None => format!("{name}=\"{}\"", escaped(colour)),
    }
}

/// Rounds to hundredths of a pixel, which are finer than any printer.
fn short(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_are_written_down_in_their_order() {
        let mut svg = Svg::new("lanes", 100.0, 50.0);
        svg.set_fill("#0072b2");
        svg.fill_rect(Rect::new(1.0, 2.0, 30.004, 4.5));
        svg.save();
        svg.translate(0.0, 10.0);
        svg.begin_path();
        svg.move_to(1.0, 1.0);
        svg.line_to(2.0, 3.0);
        svg.set_stroke("#000", 1.5);
        svg.set_alpha(0.5);
        svg.stroke_path();
        svg.restore();
        svg.set_font(700, 11.0, "\"DejaVu Sans\", serif");
        svg.set_align(Align::Centre);
        svg.text("a<b", 5.0, 6.0, 9.0);
        assert_eq!(
            svg.file("#fff", "Lanes & more"),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\" viewBox=\"0 0 100 50\" role=\"img\">\n\
             <title>Lanes &amp; more</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <rect x=\"1\" y=\"2\" width=\"30\" height=\"4.5\" fill=\"#0072b2\"/>\n\
             <path d=\"M1 11 L2 13 \" fill=\"none\" stroke=\"#000\" stroke-width=\"1.5\" opacity=\"0.5\"/>\n\
             <text x=\"5\" y=\"9.85\" text-anchor=\"middle\" fill=\"#0072b2\" font-weight=\"700\" font-size=\"11\" font-family=\"&quot;DejaVu Sans&quot;, serif\" textLength=\"9\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">a&lt;b</text>\n\
             </svg>\n"
        );
    }

    #[test]
    fn a_clip_ends_with_what_was_saved() {
        let mut svg = Svg::new("lanes", 10.0, 10.0);
        svg.save();
        svg.begin_path();
        svg.rounded(Rect::new(0.0, 0.0, 4.0, 4.0), 1.0);
        svg.clip();
        svg.fill_rect(Rect::new(0.0, 0.0, 9.0, 9.0));
        svg.restore();
        svg.fill_rect(Rect::new(0.0, 0.0, 9.0, 9.0));
        let file = svg.file("#fff", "");
        let begin = file.find("<g clip-path=\"url(#lanes-1)\">").unwrap();
        let end = file.find("</g>").unwrap();
        let rects: Vec<usize> = file.match_indices("<rect x").map(|(place, _)| place).collect();
        assert!(begin < rects[0] && rects[0] < end && end < rects[1], "{file}");
        assert_eq!(file.matches("<clipPath id=\"lanes-1\">").count(), 1);
    }

    #[test]
    fn a_colour_that_shows_what_is_behind_it_says_so_in_two_attributes() {
        let mut svg = Svg::new("lanes", 10.0, 10.0);
        svg.set_fill("rgba(1, 2, 3, 0.5)");
        svg.fill_rect(Rect::new(0.0, 0.0, 1.0, 1.0));
        let file = svg.file("#fff", "");
        assert!(file.contains("fill=\"rgb(1, 2, 3)\" fill-opacity=\"0.5\""), "{file}");
    }
}
