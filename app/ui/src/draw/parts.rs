//! The parts of a request side by side, each with its own room: one for a whole warp, two for half-warps.

use crate::draw::columns::Columns;
use crate::draw::palette::Palette;
use crate::draw::surface::Rect;
use model::panels::lines::Reach;

/// The room of one part: left edge and width in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Room {
    pub(super) left: f64,
    pub(super) width: f64,
}

/// Returns the room of each of `count` parts, to the right of the labels.
pub(super) fn rooms(palette: &Palette, width: f64, count: usize) -> Vec<Room> {
    let gap = palette.cell_least;
    let count = count.max(1);
    // Outlines extend a little beyond their contents.
    let whole = (width - palette.label - palette.gap - gap * (count - 1) as f64).max(1.0);
    let share = whole / count as f64;
    let room = |part: usize| Room {
        left: palette.label + part as f64 * (share + gap),
        width: share,
    };
    (0..count).map(room).collect()
}

/// Returns columns that fill a part's room.
pub(super) fn columns(palette: &Palette, room: Room, count: u32, group: u32) -> Columns {
    Columns::between(palette, room.left..room.left + room.width, count, group)
}

/// Returns left edge and width of each line. The gap is wider where lines in between are not accessed.
pub(super) fn places(palette: &Palette, room: Room, reach: &Reach) -> Vec<Rect> {
    let count = reach.lines.len();
    // Many lines leave no room for gaps.
    let gap = (room.width / count.max(1) as f64 / 8.0).min(palette.sector_gap);
    let gaps = reach.lines.windows(2).map(|pair| {
        let apart = pair[1].number > pair[0].number + 1;
        if apart { 3.0 * gap } else { gap }
    });
    let gaps: Vec<f64> = gaps.collect();
    let width = (room.width - gaps.iter().sum::<f64>()) / count.max(1) as f64;
    let mut x = room.left;
    let place = |index: usize| {
        let place = Rect::new(x, 0.0, width, 0.0);
        x += width + gaps.get(index).copied().unwrap_or(0.0);
        place
    };
    (0..count).map(place).collect()
}
