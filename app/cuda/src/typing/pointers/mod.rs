//! Pointers and the memory that they point into: roots, offsets, layouts, unions and bit fields.

pub(crate) mod bits;
pub(crate) mod choice;
pub(crate) mod joint;
pub(crate) mod layout;
pub(crate) mod memory;
pub(crate) mod null;
pub(crate) mod offset;
pub(crate) mod overlay;
pub(crate) mod pointer;
pub(crate) mod reinterpret;
pub(crate) mod root;
mod target;
mod variable;
