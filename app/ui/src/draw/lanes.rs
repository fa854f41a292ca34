//! Warps as rows, lanes as cells: state by colour and by hatch, bar or dot.

use crate::draw::columns::Columns;
use crate::draw::palette::Palette;
use crate::draw::surface::{Align, Rect, Surface};
use crate::model::lanes::{LaneState, LanesModel};
use crate::strings::Strings;

/// Where the rows lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    pub columns: Columns,
    pub rows: u32,
    pitch: f64,
    cell: f64,
}

impl Layout {
    pub fn new(palette: &Palette, width: f64, height: f64, rows: u32, warp_width: u32) -> Self {
        let columns = Columns::new(palette, width, warp_width, 8);
        let share = height / f64::from(rows.max(1));
        // Rows grow with the panel up to a size at which they still look like rows.
        let gap = if share > palette.cell_least {
            palette.row_gap
        } else {
            palette.gap.min(share / 4.0)
        };
        let pitch = share.min(palette.lane_most + gap);
        Layout {
            columns,
            rows,
            pitch,
            cell: (pitch - gap).max(1.0),
        }
    }

    fn y(&self, row: u32) -> f64 {
        f64::from(row) * self.pitch
    }

    pub fn rect(&self, row: u32, lane: u32) -> Rect {
        Rect::new(
            self.columns.x(lane),
            self.y(row),
            self.columns.cell,
            self.cell,
        )
    }

    /// Warp and lane under a point.
    pub fn at(&self, x: f64, y: f64) -> Option<(u32, u32)> {
        let row = (y / self.pitch).floor();
        let inside = row >= 0.0 && row < f64::from(self.rows);
        Some((inside.then_some(row as u32)?, self.columns.at(x)?))
    }
}

pub fn draw(
    surface: &Surface,
    palette: &Palette,
    strings: &Strings,
    model: &LanesModel,
    hover: Option<(u32, u32)>,
) {
    let layout = Layout::new(
        palette,
        surface.width,
        surface.height,
        model.rows.len() as u32,
        model.warp_width,
    );
    let cells = |wanted: LaneState, moves: Option<bool>| {
        let rows = (0..)
            .zip(&model.rows)
            .filter(move |(_, row)| moves.is_none_or(|moves| row.moves == moves));
        rows.flat_map(move |(at, row)| {
            (0..)
                .zip(&row.states)
                .filter(move |(_, state)| **state == wanted)
                .map(move |(lane, _)| (at, lane))
        })
    };
    let path = |wanted, moves| {
        surface.context.begin_path();
        for (row, lane) in cells(wanted, moves) {
            surface.rounded(
                layout.rect(row, lane),
                palette.radius.min(layout.cell / 3.5),
            );
        }
    };
    let fill = |colour: &str, wanted, moves| {
        surface.fill(colour);
        path(wanted, moves);
        surface.context.fill();
    };
    fill(&palette.active, LaneState::Active, Some(true));
    fill(&palette.active_pale, LaneState::Active, Some(false));
    hatch(surface, palette, &layout, &path);
    fill(&palette.barrier, LaneState::AtBarrier, None);
    let digits = (model.rows.len() as u32 * model.warp_width)
        .saturating_sub(1)
        .to_string()
        .len();
    let number_size = layout.columns.type_size(palette, digits, layout.cell);
    bars(
        surface,
        palette,
        &layout,
        cells(LaneState::AtBarrier, None),
        number_size.is_some(),
    );
    fill(&palette.finished, LaneState::Finished, None);
    match number_size {
        Some(size) => numbers(surface, palette, &layout, model, size),
        None => dots(surface, palette, &layout, cells(LaneState::Finished, None)),
    }
    labels(surface, palette, strings, &layout, model);
    if let Some((row, lane)) = hover.filter(|(row, _)| *row < layout.rows) {
        surface.outline(
            &palette.ink,
            palette.stroke,
            layout.rect(row, lane).grown(1.0),
            palette.radius,
        );
    }
}

/// Masked lanes: a pale cell with slanted lines.
fn hatch(
    surface: &Surface,
    palette: &Palette,
    layout: &Layout,
    path: &impl Fn(LaneState, Option<bool>),
) {
    let context = &surface.context;
    context.save();
    path(LaneState::Masked, None);
    context.clip();
    let (width, height) = (surface.width, layout.y(layout.rows));
    surface.fill(&palette.masked);
    context.fill_rect(0.0, 0.0, width, height);
    surface.stroke(&palette.masked_hatch, palette.stroke);
    context.begin_path();
    let mut x = layout.columns.left - height;
    while x < width {
        context.move_to(x, height);
        context.line_to(x + height, 0.0);
        x += palette.hatch;
    }
    context.stroke();
    context.restore();
}

/// Lanes at a barrier: a closed bar above and below their number, or through the middle of cells without one.
fn bars(
    surface: &Surface,
    palette: &Palette,
    layout: &Layout,
    cells: impl Iterator<Item = (u32, u32)>,
    numbered: bool,
) {
    let bar = (layout.cell / 9.0).clamp(1.0, 3.0);
    let inset = (layout.cell / 12.0).min(2.0);
    surface.fill(&palette.barrier_bar);
    for (row, lane) in cells {
        let (x, y, wide) = (layout.columns.x(lane), layout.y(row), layout.columns.cell);
        if numbered {
            surface
                .context
                .fill_rect(x + 2.0, y + inset, wide - 4.0, bar);
            surface
                .context
                .fill_rect(x + 2.0, y + layout.cell - bar - inset, wide - 4.0, bar);
        } else {
            surface
                .context
                .fill_rect(x, y + (layout.cell - bar) / 2.0, wide, bar);
        }
    }
}

/// Finished lanes too small for their number: a dot.
fn dots(
    surface: &Surface,
    palette: &Palette,
    layout: &Layout,
    cells: impl Iterator<Item = (u32, u32)>,
) {
    let dot = (layout.cell / 3.0).clamp(1.0, 3.0);
    surface.fill(&palette.finished_dot);
    for (row, lane) in cells {
        let (x, y) = (
            layout.columns.centre(lane),
            layout.y(row) + layout.cell / 2.0,
        );
        surface
            .context
            .fill_rect(x - dot / 2.0, y - dot / 2.0, dot, dot);
    }
}

fn numbers(surface: &Surface, palette: &Palette, layout: &Layout, model: &LanesModel, size: f64) {
    surface.align(Align::Centre);
    for bold in [true, false] {
        surface.font(if bold { 700 } else { 400 }, size, &palette.mono);
        for (at, row) in (0..).zip(&model.rows) {
            for (lane, state) in (0..).zip(&row.states) {
                let ink = match state {
                    LaneState::Active if row.moves => &palette.active_ink,
                    LaneState::Active => &palette.active_pale_ink,
                    LaneState::Masked => &palette.masked_ink,
                    LaneState::AtBarrier => &palette.barrier_ink,
                    LaneState::Finished => &palette.finished_ink,
                    LaneState::Absent => continue,
                };
                if bold != (*state == LaneState::Active) {
                    continue;
                }
                surface.fill(ink);
                let number = (at * model.warp_width + lane).to_string();
                let (x, y) = (
                    layout.columns.centre(lane),
                    layout.y(at) + layout.cell / 2.0 + 0.5,
                );
                surface.text(&number, x, y, layout.columns.cell);
                if *state == LaneState::Finished && layout.cell >= palette.cell_least {
                    surface.fill(&palette.finished_dot);
                    surface
                        .context
                        .fill_rect(x - 1.5, layout.y(at) + layout.cell - 5.0, 3.0, 3.0);
                }
            }
        }
    }
}

/// The warp's number, and the line it stands at where that is not the lit one.
fn labels(
    surface: &Surface,
    palette: &Palette,
    strings: &Strings,
    layout: &Layout,
    model: &LanesModel,
) {
    // Rows closer than their labels are labelled now and then.
    let line = palette.text * 1.2;
    let every = ((line / layout.pitch).ceil().max(1.0) as u32).next_power_of_two();
    let size = palette.text;
    for (at, row) in (0u32..)
        .zip(&model.rows)
        .filter(|(at, _)| at.is_multiple_of(every))
    {
        let y = (layout.y(at) + layout.cell / 2.0 + 0.5).max(size / 2.0);
        surface.font(if row.moves { 600 } else { 400 }, size, &palette.sans);
        surface.fill(if row.moves {
            &palette.ink
        } else {
            &palette.soft
        });
        surface.align(Align::Left);
        let elsewhere = row.line.filter(|line| Some(*line) != model.lit_line);
        surface.text(
            &(strings.warp)(at),
            0.0,
            y,
            palette.label * if elsewhere.is_some() { 0.64 } else { 0.9 },
        );
        if let Some(line) = elsewhere {
            surface.font(400, size - 1.5, &palette.mono);
            surface.fill(&palette.faint);
            surface.align(Align::Right);
            surface.text(
                &format!(":{line}"),
                palette.label - 4.0,
                y,
                palette.label * 0.28,
            );
        }
    }
}
