//! A canvas measured in CSS pixels, and the few strokes that the pictures are made of.

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// A cleared canvas, ready for one picture.
#[derive(Debug)]
pub struct Surface {
    pub context: CanvasRenderingContext2d,
    pub width: f64,
    pub height: f64,
}

/// A place on the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Rect {
            x,
            y,
            width,
            height,
        }
    }

    /// Larger on every side.
    pub fn grown(self, by: f64) -> Self {
        Rect::new(
            self.x - by,
            self.y - by,
            self.width + 2.0 * by,
            self.height + 2.0 * by,
        )
    }
}

/// Where text hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Centre,
    Right,
}

impl Surface {
    /// Sizes the canvas to its place on the page and clears it: so many times as sharp as the screen. `None` while it has
    /// no place.
    pub fn new(canvas: &HtmlCanvasElement, sharpness: f64) -> Option<Self> {
        let (width, height) = (
            f64::from(canvas.client_width()),
            f64::from(canvas.client_height()),
        );
        let ratio = web_sys::window()?.device_pixel_ratio().max(1.0) * sharpness;
        if width < 1.0 || height < 1.0 {
            return None;
        }
        let (wide, high) = (
            (width * ratio).round() as u32,
            (height * ratio).round() as u32,
        );
        if canvas.width() != wide || canvas.height() != high {
            canvas.set_width(wide);
            canvas.set_height(high);
        }
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        // Setting a transform of plain numbers does not fail.
        let _ = context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
        context.clear_rect(0.0, 0.0, width, height);
        context.set_text_baseline("middle");
        Some(Surface {
            context,
            width,
            height,
        })
    }

    pub fn fill(&self, colour: &str) {
        self.context.set_fill_style_str(colour);
    }

    pub fn stroke(&self, colour: &str, width: f64) {
        self.context.set_stroke_style_str(colour);
        self.context.set_line_width(width);
    }

    pub fn font(&self, weight: u32, size: f64, family: &str) {
        self.context
            .set_font(&format!("{weight} {size}px {family}"));
    }

    pub fn align(&self, align: Align) {
        self.context.set_text_align(match align {
            Align::Left => "left",
            Align::Centre => "center",
            Align::Right => "right",
        });
    }

    /// Text squeezed into `most` pixels where it would be wider.
    pub fn text(&self, text: &str, x: f64, y: f64, most: f64) {
        let _ = self.context.fill_text_with_max_width(text, x, y, most);
    }

    /// Adds a rounded rectangle to the current path.
    pub fn rounded(
        &self,
        Rect {
            x,
            y,
            width,
            height,
        }: Rect,
        radius: f64,
    ) {
        let radius = radius.min(width / 2.0).min(height / 2.0).max(0.0);
        if self
            .context
            .round_rect_with_f64(x, y, width, height, radius)
            .is_err()
        {
            self.context.rect(x, y, width, height);
        }
    }

    /// A rounded rectangle filled at once.
    pub fn block(&self, colour: &str, rect: Rect, radius: f64) {
        self.fill(colour);
        self.context.begin_path();
        self.rounded(rect, radius);
        self.context.fill();
    }

    /// An outline that lies inside the rectangle.
    pub fn outline(&self, colour: &str, line: f64, rect: Rect, radius: f64) {
        self.stroke(colour, line);
        self.context.begin_path();
        self.rounded(rect.grown(-line / 2.0), radius);
        self.context.stroke();
    }

    pub fn line(&self, x0: f64, y0: f64, x1: f64, y1: f64) {
        self.context.begin_path();
        self.context.move_to(x0, y0);
        self.context.line_to(x1, y1);
        self.context.stroke();
    }
}
