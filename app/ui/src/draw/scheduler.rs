//! The scheduler: warps as rows, cycles from left to right. Each state has a colour and a height: a full cell for
//! issued, its outline for eligible, a bar in the middle for waiting for a result, a line at the bottom for waiting for
//! memory, and nothing for finished.

use crate::draw::palette::Palette;
use crate::draw::row_labels::RowLabels;
use crate::draw::surface::{Align, EDGE, Rect, Surface};
use lessons::scheduler::{Issue, Pipe, Schedule, WarpCycle};
use model::strings::Strings;

/// The visible part of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zoom {
    /// Cells that are wide enough to be distinguished, around the playhead.
    Cycles,
    Whole,
}

/// The visible cycles and their positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    left: f64,
    width: f64,
    /// The first visible cycle.
    pub first: u32,
    /// The width of a cycle in pixels.
    pub column: f64,
}

impl Layout {
    /// A cycle is wide enough for the name of an instruction, if `names` has any and the surface has room.
    pub fn new(palette: &Palette, width: f64, cycles: u32, names: &[&str], playhead: u32, zoom: Zoom) -> Self {
        let left = palette.label;
        let room = (width - left).max(1.0);
        let cycle = palette.cycle * if names.is_empty() { 1.0 } else { 2.0 };
        let seen = (room / cycle).floor().max(1.0) as u32;
        let whole = zoom == Zoom::Whole || cycles < seen;
        let column = if whole {
            // One more column: the playhead is there at the end.
            (room / f64::from(cycles + 1)).min(cycle)
        } else {
            room / f64::from(seen)
        };
        let first = if whole {
            0
        } else {
            playhead.saturating_sub(seen / 3).min((cycles + 1).saturating_sub(seen))
        };
        Layout {
            left,
            width,
            first,
            column,
        }
    }

    fn x(&self, cycle: u32) -> f64 {
        self.left + (f64::from(cycle) - f64::from(self.first)) * self.column
    }

    /// Returns the cycle at an x coordinate.
    pub fn at(&self, x: f64) -> Option<u32> {
        let cycle = ((x - self.left) / self.column).floor();
        (cycle >= 0.0).then(|| self.first + cycle as u32)
    }
}

pub fn draw(
    surface: &Surface,
    palette: &Palette,
    strings: &Strings,
    schedule: &Schedule,
    names: &[&str],
    playhead: u32,
    zoom: Zoom,
) {
    let layout = Layout::new(palette, surface.width, schedule.cycles, names, playhead, zoom);
    let rows = schedule.warps.len().max(1) as f64;
    let foot = palette.text + palette.gap;
    let pitch = ((surface.height - foot) / rows).min(palette.cell_most);
    let gap = (pitch / 5.0).min(palette.gap);
    for state in WarpCycle::ALL {
        for (row, issues) in schedule.warps.iter().enumerate() {
            let rect = Rect::new(0.0, row as f64 * pitch, 0.0, (pitch - gap).max(0.5));
            pieces(surface, palette, &layout, issues, state, rect);
        }
    }
    if layout.column >= palette.text_note && pitch - gap >= palette.text_note {
        for (row, issues) in schedule.warps.iter().enumerate() {
            let middle = row as f64 * pitch + (pitch - gap) / 2.0;
            write_names(surface, palette, &layout, issues, names, middle);
        }
    }
    labels(surface, palette, strings, schedule.warps.len(), pitch);
    ruler(surface, palette, &layout, rows * pitch + foot / 2.0);
    let x = layout.x(playhead);
    let frame = Rect::new(x, 0.0, layout.column.max(3.0), rows * pitch - gap);
    surface.outline(&palette.store, palette.stroke + 0.5, frame.grown(1.0), 2.0);
}

/// Draws all pieces of a row in one state.
fn pieces(surface: &Surface, palette: &Palette, layout: &Layout, issues: &[Issue], state: WarpCycle, row: Rect) {
    let seam = if layout.column > 5.0 { 1.0 } else { 0.0 };
    let stretch = |from: u32, to: u32| {
        let x = layout.x(from).max(layout.left);
        let wide = layout.x(to).min(layout.width) - x;
        (to > from && wide > 0.0).then_some((x, (wide - seam).max(0.75)))
    };
    surface.fill(match state {
        WarpCycle::Issued => &palette.active,
        WarpCycle::Eligible => &palette.active_pale,
        WarpCycle::StalledOnArithmetic => &palette.wait,
        WarpCycle::StalledOnMemory => &palette.wait_memory,
        WarpCycle::Finished => &palette.finished,
    });
    let bar = |x: f64, wide: f64, top: f64, share: f64| {
        let height = (row.height * share).max(1.0);
        surface.fill_rect(x, row.y + row.height * top, wide, height);
    };
    let mut waited_from = 0;
    for issue in issues {
        let from = std::mem::replace(&mut waited_from, issue.cycle + 1);
        let memory = issue.waited_for == Pipe::Load;
        match state {
            WarpCycle::Issued => {
                if let Some((x, wide)) = stretch(issue.cycle, issue.cycle + 1) {
                    bar(x, wide.max(1.25), 0.0, 1.0);
                }
            }
            WarpCycle::Eligible => {
                if let Some((x, wide)) = stretch(issue.ready, issue.cycle) {
                    bar(x, wide, 0.0, 1.0);
                    // A hollow cell: the warp could issue, but another one was selected.
                    let inner = row.height / 3.5;
                    surface.fill(&palette.panel);
                    surface.fill_rect(x, row.y + inner, wide, row.height - 2.0 * inner);
                    surface.fill(&palette.active_pale);
                }
            }
            WarpCycle::StalledOnArithmetic if !memory => {
                if let Some((x, wide)) = stretch(from, issue.ready) {
                    bar(x, wide, 0.4, 0.25);
                }
            }
            WarpCycle::StalledOnMemory if memory => {
                if let Some((x, wide)) = stretch(from, issue.ready) {
                    bar(x, wide, 0.75, 0.25);
                }
            }
            _ => {}
        }
    }
}

/// Writes the names of a row's instructions into their cells.
fn write_names(surface: &Surface, palette: &Palette, layout: &Layout, issues: &[Issue], names: &[&str], y: f64) {
    surface.font(600, palette.text_note, &palette.sans);
    surface.fill(&palette.active_ink);
    surface.align(Align::Centre);
    for (issue, name) in issues.iter().zip(names) {
        let x = layout.x(issue.cycle);
        if x >= layout.left && x + layout.column <= layout.width {
            surface.text(name, x + layout.column / 2.0, y, layout.column - 2.0);
        }
    }
}

fn labels(surface: &Surface, palette: &Palette, strings: &Strings, warps: usize, pitch: f64) {
    // The first label is moved away from the edge, so the next one needs more room.
    let every = (1.4 * palette.text / pitch.max(0.1)).ceil().max(1.0) as usize;
    let mut places = RowLabels::new(palette, 0.0, warps as f64 * pitch);
    surface.font(400, palette.text_small, &palette.sans);
    surface.fill(&palette.soft);
    surface.align(Align::Left);
    for warp in (0..warps).step_by(every.next_power_of_two()) {
        let Some(y) = places.at((warp as f64 + 0.5) * pitch) else {
            continue;
        };
        let name = (strings.warp)(warp as u32);
        surface.text(&name, EDGE, y, palette.label - 6.0);
    }
}

/// Draws cycle numbers at regular distances.
fn ruler(surface: &Surface, palette: &Palette, layout: &Layout, y: f64) {
    let room = palette.label / layout.column;
    let every = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
        .into_iter()
        .find(|every| f64::from(*every) >= room)
        .unwrap_or(50_000);
    surface.font(400, palette.text_note, &palette.sans);
    surface.fill(&palette.faint);
    surface.align(Align::Left);
    let mut cycle = layout.first.next_multiple_of(every);
    while layout.x(cycle) < surface.width - palette.text * 2.0 {
        surface.text(&cycle.to_string(), layout.x(cycle), y, palette.label);
        cycle += every;
    }
}
