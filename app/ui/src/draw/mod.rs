//! Drawing on canvases, outside the reactive graph: a surface in CSS pixels, sharp at any device pixel ratio.

pub mod array;
pub mod columns;
pub mod lanes;
pub mod palette;
pub mod preview;
pub mod scheduler;
pub mod surface;
pub mod timeline;
