//! The parts of a request side by side, each with room of its own: one for a whole warp, two for half-warps.

use crate::draw::columns::Columns;
use crate::draw::palette::Palette;

/// Room of one part, from left to right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Room {
    pub(super) left: f64,
    pub(super) width: f64,
}

/// Where each of `count` parts lies beside the label column.
pub(super) fn rooms(palette: &Palette, width: f64, count: usize) -> Vec<Room> {
    let gap = palette.cell_least;
    let count = count.max(1);
    // Outlines lie a little outside of what they surround.
    let whole = (width - palette.label - palette.gap - gap * (count - 1) as f64).max(1.0);
    let share = whole / count as f64;
    let room = |part: usize| Room {
        left: palette.label + part as f64 * (share + gap),
        width: share,
    };
    (0..count).map(room).collect()
}

/// Columns that fill a part's room.
pub(super) fn columns(palette: &Palette, room: Room, count: u32, group: u32) -> Columns {
    Columns::between(palette, room.left..room.left + room.width, count, group)
}
