//! The target of the pointer, and the box next to it.

/// The target of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hover {
    Lane { warp: u32, lane: u32 },
    Word { memory: usize, word: u32 },
    Line(usize),
}

/// A small box beside the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Tip {
    pub x: f64,
    pub y: f64,
    pub title: String,
    pub lines: Vec<String>,
}
