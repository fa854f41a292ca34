//! Draws charts: takes numbers and returns SVG text.
//!
//! ```text
//! Bars { rows, sources, unit, … }   --bars-->      SVG text
//! Plot { x, y, series, guides, … }  --plot-->      SVG text
//! HeatMap { columns, rows, cells }  --heat_map-->  SVG text        each with a Style { width, type, palette }
//! ```
//!
//! This crate holds no colours, fonts, texts or page code; the caller provides them. Text widths come from an estimate,
//! not from a browser, so the same numbers produce the same SVG everywhere, also in a worker.

mod bars;
mod heat_map;
mod layout;
mod number;
mod plot;
mod scale;
mod style;
mod svg;
mod text;

pub use bars::{Bar, Bars, Row, Source, Tone, bars};
pub use heat_map::{Best, HeatMap, heat_map};
pub use number::{Measure, Unit};
pub use plot::{Dimension, Guide, Plot, Point, Series, plot};
pub use scale::Scale;
pub use style::{Palette, Style};
