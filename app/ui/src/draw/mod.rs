//! Drawing on canvases, outside the reactive graph, in CSS pixels and sharp at any device pixel ratio.

pub mod array;
pub mod banks;
pub mod blocks;
pub mod columns;
pub mod grid;
pub mod icons;
pub mod lanes;
pub mod launch;
pub mod lesson_picture;
pub mod lines;
pub mod marks;
pub mod multiprocessors;
pub mod palette;
mod parts;
pub mod preview;
mod row_labels;
pub mod scheduler;
pub mod surface;
pub mod svg;
pub mod timeline;
#[cfg(test)]
mod token_colours;
pub mod tree;
mod wrap;
