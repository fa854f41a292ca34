//! Numbers in, SVG out.
//!
//! ```text
//! Bars { rows, unit, scale, … }     --bars-->      SVG text
//! Plot { x, y, series, guides, … }  --plot-->      SVG text
//! HeatMap { columns, rows, cells }  --heat_map-->  SVG text        each with a Style { width, type, palette }
//! ```
//!
//! What is absent: no colour, no font, no sentence and no page; the caller brings them. Text is measured by a rule of
//! thumb and not by a browser, so the same numbers give the same SVG everywhere, in a worker too.

mod bars;
mod heat_map;
mod layout;
mod number;
mod plot;
mod scale;
mod style;
mod svg;
mod text;

pub use bars::{Bars, Ghost, Row, bars};
pub use heat_map::{Best, HeatMap, heat_map};
pub use number::Unit;
pub use plot::{Dimension, Guide, Plot, Point, Series, plot};
pub use scale::Scale;
pub use style::{Palette, Style};
