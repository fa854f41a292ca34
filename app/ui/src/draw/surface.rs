//! A canvas or an SVG measured in CSS pixels, and the few strokes that the pictures consist of.

use crate::draw::palette::Palette;
use crate::draw::svg::Svg;
use crate::draw::wrap::wrap;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, Path2d};

/// Where labels begin at the left edge: letters such as w and b reach a little beyond their origin.
pub const EDGE: f64 = 1.0;

/// An empty drawing area for one picture.
#[derive(Debug)]
pub struct Surface {
    /// Draws; with `svg` it only measures text and parses colours.
    context: CanvasRenderingContext2d,
    /// Records strokes instead of drawing them.
    svg: Option<Rc<RefCell<Svg>>>,
    pub width: f64,
    pub height: f64,
}

/// A copy of what a canvas showed.
#[derive(Clone, Debug)]
pub struct Still(HtmlCanvasElement);

impl Still {
    /// Copies what a canvas shows; `None` if it has no pixels.
    pub fn of(canvas: &HtmlCanvasElement) -> Option<Self> {
        if canvas.width() == 0 || canvas.height() == 0 {
            return None;
        }
        let document = web_sys::window()?.document()?;
        let copy: HtmlCanvasElement = document.create_element("canvas").ok()?.dyn_into().ok()?;
        copy.set_width(canvas.width());
        copy.set_height(canvas.height());
        let context: CanvasRenderingContext2d = copy.get_context("2d").ok()??.dyn_into().ok()?;
        context.draw_image_with_html_canvas_element(canvas, 0.0, 0.0).ok()?;
        Some(Still(copy))
    }
}

/// A rectangle on the surface, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Rect { x, y, width, height }
    }

    /// Returns the rectangle enlarged by `by` on every side.
    pub fn grown(self, by: f64) -> Self {
        Rect::new(self.x - by, self.y - by, self.width + 2.0 * by, self.height + 2.0 * by)
    }
}

/// A shape in its own units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape<'a> {
    /// The path as in an SVG's `d`.
    pub path: &'a str,
    /// The transform from its units to the surface: a, b, c, d, e, f.
    pub matrix: [f64; 6],
    pub fill: Option<&'a str>,
    /// Colour, and width in the shape's units.
    pub stroke: Option<(&'a str, f64)>,
    pub dashes: &'a [f64],
}

/// The horizontal alignment of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Centre,
    Right,
}

/// Returns a canvas' size on the page in CSS pixels, and the number of canvas pixels in one CSS pixel.
fn place(canvas: &HtmlCanvasElement, sharpness: f64) -> Option<((f64, f64), f64)> {
    let size = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
    let ratio = web_sys::window()?.device_pixel_ratio().max(1.0) * sharpness;
    Some((size, ratio))
}

fn dots((width, height): (f64, f64), ratio: f64) -> (u32, u32) {
    ((width * ratio).round() as u32, (height * ratio).round() as u32)
}

impl Surface {
    /// Sizes the canvas to its place on the page and clears it. `sharpness` multiplies the screen's resolution. Returns
    /// `None` while the canvas has no size.
    pub fn new(canvas: &HtmlCanvasElement, sharpness: f64) -> Option<Self> {
        let (size, ratio) = place(canvas, sharpness)?;
        Self::sized(canvas, size, ratio)
    }

    /// Returns the canvas with its current content; `None` if its size on the page has changed since it was drawn.
    pub fn standing(canvas: &HtmlCanvasElement, sharpness: f64) -> Option<Self> {
        let (size, ratio) = place(canvas, sharpness)?;
        let fits = (canvas.width(), canvas.height()) == dots(size, ratio);
        fits.then(|| Self::over(canvas, size, ratio)).flatten()
    }

    /// Gives the canvas a size in CSS pixels and `ratio` canvas pixels for each of them.
    pub fn sized(canvas: &HtmlCanvasElement, (width, height): (f64, f64), ratio: f64) -> Option<Self> {
        if width < 1.0 || height < 1.0 {
            return None;
        }
        let (wide, high) = dots((width, height), ratio);
        if canvas.width() != wide || canvas.height() != high {
            canvas.set_width(wide);
            canvas.set_height(high);
        }
        let surface = Self::over(canvas, (width, height), ratio)?;
        surface.context.clear_rect(0.0, 0.0, width, height);
        Some(surface)
    }

    fn over(canvas: &HtmlCanvasElement, (width, height): (f64, f64), ratio: f64) -> Option<Self> {
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        // Setting a transform of plain numbers does not fail.
        let _ = context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
        context.set_text_baseline("middle");
        Some(Surface {
            context,
            svg: None,
            width,
            height,
        })
    }

    /// Returns the canvas without what it shows.
    pub fn cleared(&self) -> &Self {
        self.context.clear_rect(0.0, 0.0, self.width, self.height);
        self
    }

    /// Replaces what the canvas shows by a copy.
    pub fn show(&self, still: &Still) {
        self.cleared().lay(still);
    }

    /// Draws a copy over what the canvas shows.
    pub fn lay(&self, still: &Still) {
        self.context.save();
        // Pixel for pixel. Neither call fails: the numbers are plain, and the copy has pixels.
        let _ = self.context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
        let _ = self.context.draw_image_with_html_canvas_element(&still.0, 0.0, 0.0);
        self.context.restore();
    }

    /// Returns the smallest rectangle around `rect` that cuts no pixel of the canvas.
    pub fn whole_pixels(&self, rect: Rect) -> Rect {
        let canvas = self.context.canvas();
        let ratio = canvas.map_or(1.0, |canvas| f64::from(canvas.width()) / self.width);
        let down = |place: f64| (place * ratio).floor() / ratio;
        let up = |place: f64| (place * ratio).ceil() / ratio;
        let (x, y) = (down(rect.x), down(rect.y));
        let (right, bottom) = (up(rect.x + rect.width), up(rect.y + rect.height));
        Rect::new(x, y, right - x, bottom - y)
    }

    /// Clears a part of the canvas and draws inside it only.
    pub fn within_cleared(&self, part: Rect, draw: impl FnOnce()) {
        let Rect { x, y, width, height } = part;
        self.context.save();
        self.context.clear_rect(x, y, width, height);
        self.context.begin_path();
        self.context.rect(x, y, width, height);
        self.context.clip();
        draw();
        self.context.restore();
    }

    /// Returns a surface that records strokes as SVG; `canvas` is used to measure text.
    pub fn of_svg(canvas: &HtmlCanvasElement, name: &str, (width, height): (f64, f64)) -> Option<Self> {
        let surface = Self::sized(canvas, (width, height), 1.0)?;
        Some(Surface {
            svg: Some(Rc::new(RefCell::new(Svg::new(name, width, height)))),
            ..surface
        })
    }

    /// Returns the SVG file with this background colour; `None` for a canvas.
    pub fn svg_file(&self, ground: &str, title: &str) -> Option<String> {
        let svg = self.svg.as_ref()?;
        Some(svg.borrow().file(&self.plain_colour(ground), title))
    }

    /// Draws a picture that fills `rect` in its own coordinates.
    pub fn within(&self, rect: Rect, draw: impl FnOnce(&Surface)) {
        self.save();
        self.translate(rect.x, rect.y);
        draw(&Surface {
            context: self.context.clone(),
            svg: self.svg.clone(),
            width: rect.width,
            height: rect.height,
        });
        self.restore();
    }

    /// Records or draws a stroke.
    fn pen(&self, write: impl FnOnce(&mut Svg), draw: impl FnOnce(&CanvasRenderingContext2d)) {
        match &self.svg {
            Some(svg) => write(&mut svg.borrow_mut()),
            None => draw(&self.context),
        }
    }

    /// Returns a colour in a form that every SVG program reads: `#rrggbb` or `rgba(…)`.
    fn plain_colour(&self, colour: &str) -> String {
        // An invalid colour keeps the previous fill style, so that is set to a known one first.
        self.context.set_fill_style_str("rgba(0, 0, 0, 0)");
        self.context.set_fill_style_str(colour);
        let plain = self.context.fill_style().as_string();
        plain.unwrap_or_else(|| colour.to_owned())
    }

    pub fn fill(&self, colour: &str) {
        self.pen(
            |svg| svg.set_fill(&self.plain_colour(colour)),
            |context| context.set_fill_style_str(colour),
        );
    }

    pub fn stroke(&self, colour: &str, width: f64) {
        self.pen(
            |svg| svg.set_stroke(&self.plain_colour(colour), width),
            |context| {
                context.set_stroke_style_str(colour);
                context.set_line_width(width);
            },
        );
    }

    pub fn font(&self, weight: u32, size: f64, family: &str) {
        self.context.set_font(&format!("{weight} {size}px {family}"));
        if let Some(svg) = &self.svg {
            svg.borrow_mut().set_font(weight, size, family);
        }
    }

    pub fn align(&self, align: Align) {
        self.pen(
            |svg| svg.set_align(align),
            |context| {
                context.set_text_align(match align {
                    Align::Left => "left",
                    Align::Centre => "center",
                    Align::Right => "right",
                });
            },
        );
    }

    /// Draws text, squeezed to `most` pixels if it is wider.
    pub fn text(&self, text: &str, x: f64, y: f64, most: f64) {
        self.pen(
            |svg| {
                // Another program may not have the page's letters: its own get the same width.
                svg.text(text, x, y, self.text_width(text).min(most));
            },
            |context| {
                let _ = context.fill_text_with_max_width(text, x, y, most);
            },
        );
    }

    /// Draws text around a vertical centre in up to `lines` lines of height `pitch`. It is squeezed if these do not
    /// suffice, or if it almost fits into one line.
    pub fn paragraph(&self, text: &str, (x, y): (f64, f64), most: f64, (lines, pitch): (usize, f64)) {
        /// Squeezing letters to this factor is hardly visible.
        const NEARLY: f64 = 0.85;
        let width = |text: &str| self.text_width(text);
        let broken = if width(text) * NEARLY > most {
            wrap(text, most, width)
        } else {
            vec![text]
        };
        if broken.len() > lines {
            return self.text(text, x, y, most);
        }
        let first = y - pitch * broken.len().saturating_sub(1) as f64 / 2.0;
        for (row, line) in broken.into_iter().enumerate() {
            self.text(line, x, first + pitch * row as f64, most);
        }
    }

    /// Sets the opacity of the following strokes, from 0 to 1.
    pub fn alpha(&self, alpha: f64) {
        self.pen(|svg| svg.set_alpha(alpha), |context| context.set_global_alpha(alpha));
    }

    pub fn current_alpha(&self) -> f64 {
        match &self.svg {
            Some(svg) => svg.borrow().alpha(),
            None => self.context.global_alpha(),
        }
    }

    pub fn round_ends(&self) {
        self.pen(Svg::set_round_ends, |context| context.set_line_cap("round"));
    }

    pub fn save(&self) {
        self.pen(Svg::save, CanvasRenderingContext2d::save);
    }

    pub fn restore(&self) {
        self.pen(Svg::restore, CanvasRenderingContext2d::restore);
    }

    pub fn translate(&self, x: f64, y: f64) {
        self.pen(
            |svg| svg.translate(x, y),
            |context| {
                let _ = context.translate(x, y);
            },
        );
    }

    pub fn begin_path(&self) {
        self.pen(Svg::begin_path, CanvasRenderingContext2d::begin_path);
    }

    pub fn move_to(&self, x: f64, y: f64) {
        self.pen(|svg| svg.move_to(x, y), |context| context.move_to(x, y));
    }

    pub fn line_to(&self, x: f64, y: f64) {
        self.pen(|svg| svg.line_to(x, y), |context| context.line_to(x, y));
    }

    pub fn curve_to(&self, x1: f64, y1: f64, x2: f64, y2: f64, x: f64, y: f64) {
        self.pen(
            |svg| svg.curve_to((x1, y1), (x2, y2), (x, y)),
            |context| context.bezier_curve_to(x1, y1, x2, y2, x, y),
        );
    }

    pub fn fill_path(&self) {
        self.pen(Svg::fill_path, CanvasRenderingContext2d::fill);
    }

    pub fn stroke_path(&self) {
        self.pen(Svg::stroke_path, CanvasRenderingContext2d::stroke);
    }

    /// Restricts drawing to the current path until the saved state is restored.
    pub fn clip(&self) {
        self.pen(Svg::clip, CanvasRenderingContext2d::clip);
    }

    pub fn fill_rect(&self, x: f64, y: f64, width: f64, height: f64) {
        self.pen(
            |svg| svg.fill_rect(Rect::new(x, y, width, height)),
            |context| context.fill_rect(x, y, width, height),
        );
    }

    /// Fills or strokes a shape of an SVG of the page, transformed by its matrix.
    pub fn shape(&self, shape: &Shape<'_>) {
        self.pen(
            |svg| svg.shape(shape),
            |context| {
                let Ok(path) = Path2d::new_with_path_string(shape.path) else {
                    return;
                };
                context.save();
                let [a, b, c, d, e, f] = shape.matrix;
                // A matrix of plain numbers is always accepted.
                let _ = context.transform(a, b, c, d, e, f);
                if let Some(fill) = shape.fill {
                    context.set_fill_style_str(fill);
                    context.fill_with_path_2d(&path);
                }
                if let Some((stroke, width)) = shape.stroke {
                    context.set_stroke_style_str(stroke);
                    context.set_line_width(width);
                    let dashes: js_sys::Array = shape.dashes.iter().map(|dash| JsValue::from(*dash)).collect();
                    let _ = context.set_line_dash(&dashes);
                    context.stroke_with_path(&path);
                }
                context.restore();
            },
        );
    }

    /// Returns the width of a text in the current font.
    pub fn text_width(&self, text: &str) -> f64 {
        self.context.measure_text(text).map_or(0.0, |text| text.width())
    }

    /// Adds a rounded rectangle to the current path.
    pub fn rounded(&self, rect: Rect, radius: f64) {
        let Rect { x, y, width, height } = rect;
        let radius = radius.min(width / 2.0).min(height / 2.0).max(0.0);
        self.pen(
            |svg| svg.rounded(rect, radius),
            |context| {
                // Corners of a pixel are invisible, but take time to draw.
                let is_round = radius > 1.0;
                let rounded = || context.round_rect_with_f64(x, y, width, height, radius);
                if !is_round || rounded().is_err() {
                    context.rect(x, y, width, height);
                }
            },
        );
    }

    /// Fills a rounded rectangle.
    pub fn block(&self, colour: &str, rect: Rect, radius: f64) {
        self.fill(colour);
        self.begin_path();
        self.rounded(rect, radius);
        self.fill_path();
    }

    /// Draws an outline inside the rectangle.
    pub fn outline(&self, colour: &str, line: f64, rect: Rect, radius: f64) {
        self.stroke(colour, line);
        self.begin_path();
        self.rounded(rect.grown(-line / 2.0), radius);
        self.stroke_path();
    }

    /// Outlines the cell of a thread or a word that a finding is about.
    pub fn fault(&self, palette: &Palette, cell: Rect) {
        let line = palette.stroke * 1.5;
        self.outline(&palette.error, line, cell.grown(line), palette.radius);
    }

    /// Draws one outline around each run of cells that stand side by side.
    pub fn marks(&self, palette: &Palette, cells: impl Iterator<Item = Rect>) {
        let mut runs: Vec<Rect> = Vec::new();
        for cell in cells {
            let gap = 2.0 * (palette.gap + palette.sector_gap);
            match runs.last_mut() {
                Some(run) if run.y == cell.y && cell.x - (run.x + run.width) <= gap => {
                    run.width = cell.x + cell.width - run.x;
                }
                _ => runs.push(cell),
            }
        }
        for run in runs {
            let line = palette.stroke * 1.5;
            let grown = run.grown(line);
            let right = (grown.x + grown.width).min(self.width);
            let top = grown.y.max(0.0);
            let frame = Rect {
                y: top,
                width: right - grown.x,
                height: (grown.y + grown.height).min(self.height) - top,
                ..grown
            };
            self.outline(&palette.ink, line, frame, palette.radius);
        }
    }

    pub fn line(&self, x0: f64, y0: f64, x1: f64, y1: f64) {
        self.begin_path();
        self.move_to(x0, y0);
        self.line_to(x1, y1);
        self.stroke_path();
    }
}
