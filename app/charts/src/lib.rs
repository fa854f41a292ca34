//! Numbers in, SVG out.
//!
//! ```text
//! Bars { rows, unit, scale, … } + Style { width, type, palette }  --bars-->  SVG text
//! ```
//!
//! What is absent: no colour, no font, no sentence and no page; the caller brings them. Text is measured by a rule of
//! thumb and not by a browser, so the same numbers give the same SVG everywhere, in a worker too.

mod bars;
mod layout;
mod number;
mod scale;
mod style;
mod svg;
mod text;

pub use bars::{Bars, Ghost, Row, bars};
pub use number::Unit;
pub use scale::Scale;
pub use style::{Palette, Style};
