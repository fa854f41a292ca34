//! Warps as rows, lanes as cells: the state is shown by colour and by hatch, bar or dot.

use crate::draw::columns::{Columns, USUAL_DIGITS};
use crate::draw::palette::Palette;
use crate::draw::row_labels::RowLabels;
use crate::draw::surface::{Align, EDGE, Rect, Surface};
use model::panels::lanes::{LaneState, LanesModel, WarpRow};
use model::present::stage::About;
use model::strings::Strings;
use std::ops::Range;

/// The positions of the rows, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    pub columns: Columns,
    /// Warps, and the rows of cells of each.
    pub rows: u32,
    folds: u32,
    pitch: f64,
    cell: f64,
}

impl Layout {
    pub fn new(palette: &Palette, width: f64, height: f64, rows: u32, warp_width: u32) -> Self {
        let share = |folds: u32| height / f64::from((rows * folds).max(1));
        // Rows grow with the panel, but not beyond the size at which they still look like rows.
        let gap = |share: f64| {
            if share > palette.cell_least {
                palette.row_gap
            } else {
                palette.gap.min(share / 4.0)
            }
        };
        let digits = (rows * warp_width).saturating_sub(1).to_string().len();
        let cell = |folds: u32| share(folds) - gap(share(folds));
        let digits = digits.max(USUAL_DIGITS);
        let folds = Columns::folds(palette, width, (warp_width, 8), digits, cell);
        let columns = Columns::new(palette, width, warp_width / folds, 8);
        let share = share(folds);
        let gap = gap(share);
        let pitch = share.min(palette.lane_most + gap);
        Layout {
            columns,
            rows,
            folds,
            pitch,
            cell: (pitch - gap).max(1.0),
        }
    }

    /// Returns the top of a warp.
    fn y(&self, row: u32) -> f64 {
        f64::from(row * self.folds) * self.pitch
    }

    /// Returns the left and top edge of a lane's cell.
    fn corner(&self, row: u32, lane: u32) -> (f64, f64) {
        let (fold, column) = (lane / self.columns.count, lane % self.columns.count);
        (self.columns.x(column), self.y(row) + f64::from(fold) * self.pitch)
    }

    /// Returns the middle of a lane's cell.
    fn centre(&self, row: u32, lane: u32) -> (f64, f64) {
        let (x, y) = self.corner(row, lane);
        (x + self.columns.cell / 2.0, y + self.cell / 2.0)
    }

    pub fn rect(&self, row: u32, lane: u32) -> Rect {
        let (x, y) = self.corner(row, lane);
        Rect::new(x, y, self.columns.cell, self.cell)
    }

    /// Returns warp and lane at a point.
    pub fn at(&self, x: f64, y: f64) -> Option<(u32, u32)> {
        let row = (y / self.pitch).floor();
        let inside = row >= 0.0 && row < f64::from(self.rows * self.folds);
        let row = inside.then_some(row as u32)?;
        let lane = row % self.folds * self.columns.count + self.columns.at(x)?;
        Some((row / self.folds, lane))
    }
}

/// The picture, or the rows of it that are drawn.
struct Picture<'a> {
    surface: &'a Surface,
    palette: &'a Palette,
    model: &'a LanesModel,
    layout: Layout,
    /// For each row: true if it is drawn.
    rows: Vec<bool>,
}

impl<'a> Picture<'a> {
    /// Returns the whole picture.
    fn new(surface: &'a Surface, palette: &'a Palette, model: &'a LanesModel) -> Self {
        let (size, rows) = ((surface.width, surface.height), model.rows.len());
        Picture {
            surface,
            palette,
            model,
            layout: Layout::new(palette, size.0, size.1, rows as u32, model.warp_width),
            rows: vec![true; rows],
        }
    }

    /// Iterates over (row, lane) of the cells in a state; `moves` selects warps that the next press does or does not
    /// move.
    fn cells(&self, wanted: LaneState, moves: Option<bool>) -> impl Iterator<Item = (u32, u32)> {
        self.rows()
            .filter(move |(_, row)| moves.is_none_or(|moves| row.moves == moves))
            .flat_map(move |(number, row)| {
                (0..)
                    .zip(&row.states)
                    .filter(move |(_, state)| **state == wanted)
                    .map(move |(lane, _)| (number, lane))
            })
    }

    fn rows(&self) -> impl Iterator<Item = (u32, &WarpRow)> {
        let rows = (0..).zip(&self.model.rows).zip(&self.rows);
        rows.filter_map(|(row, is_drawn)| is_drawn.then_some(row))
    }

    fn path(&self, wanted: LaneState, moves: Option<bool>) {
        self.surface.begin_path();
        let radius = self.palette.radius.min(self.layout.cell / 3.5);
        for (row, lane) in self.cells(wanted, moves) {
            self.surface.rounded(self.layout.rect(row, lane), radius);
        }
    }

    fn fill(&self, colour: &str, wanted: LaneState, moves: Option<bool>) {
        self.surface.fill(colour);
        self.path(wanted, moves);
        self.surface.fill_path();
    }

    fn draw(&self) {
        let Picture { palette, layout, .. } = self;
        self.fill(&palette.active, LaneState::Active, Some(true));
        self.fill(&palette.active_pale, LaneState::Active, Some(false));
        self.hatch();
        self.fill(&palette.barrier, LaneState::AtBarrier, None);
        let warps = self.model.first_warp + self.model.rows.len() as u32;
        let digits = (warps * self.model.warp_width).saturating_sub(1).to_string().len();
        let number_size = layout.columns.type_size(palette, digits, layout.cell);
        self.bars(number_size.is_some());
        self.fill(&palette.finished, LaneState::Finished, None);
        match number_size {
            Some(size) => self.numbers(size),
            None => self.dots(),
        }
    }
}

pub fn draw(surface: &Surface, palette: &Palette, strings: &Strings, model: &LanesModel, hover: Option<(u32, u32)>) {
    let picture = Picture::new(surface, palette, model);
    picture.draw();
    let layout = picture.layout;
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

/// Lanes that fade at most: smaller cells are drawn faster than they are copied, and nobody sees them fade.
const MOST_FADING: u32 = 256;

/// Returns true if lanes change their state, in rows that both pictures have, and are few enough to fade.
pub fn fades(before: &LanesModel, model: &LanesModel) -> bool {
    if model.rows.len() as u32 * model.warp_width > MOST_FADING {
        return false;
    }
    let states = |model: &LanesModel| -> Vec<(Vec<LaneState>, bool)> {
        let rows = model.rows.iter();
        rows.map(|row| (row.states.clone(), row.moves)).collect()
    };
    let (old, new) = (states(before), states(model));
    old.len() == new.len() && before.first_warp == model.first_warp && old != new
}

/// Marks the lanes that a slide speaks about, over lanes that are already drawn: the others step back.
pub fn mark(surface: &Surface, palette: &Palette, model: &LanesModel, about: About) {
    let layout = Picture::new(surface, palette, model).layout;
    let number = |row: u32, lane: u32| (model.first_warp + row) * model.warp_width + lane;
    let cells = || (0..layout.rows).flat_map(|row| (0..model.warp_width).map(move |lane| (row, lane)));
    let is_marked = |(row, lane): (u32, u32)| about.has_lane(number(row, lane));
    if !cells().any(is_marked) {
        return;
    }
    surface.alpha(palette.step_back);
    surface.fill(&palette.panel);
    surface.begin_path();
    for (row, lane) in cells().filter(|cell| !is_marked(*cell)) {
        surface.rounded(layout.rect(row, lane).grown(0.5), 0.0);
    }
    surface.fill_path();
    surface.alpha(1.0);
    surface.marks(
        palette,
        cells()
            .filter(|cell| is_marked(*cell))
            .map(|(row, lane)| layout.rect(row, lane)),
    );
}

/// Outlines the threads of a finding, by their numbers in the block.
pub fn outline(surface: &Surface, palette: &Palette, model: &LanesModel, threads: &[u32]) {
    let layout = Picture::new(surface, palette, model).layout;
    let width = model.warp_width.max(1);
    for thread in threads {
        let row = (thread / width).checked_sub(model.first_warp);
        if let Some(row) = row.filter(|row| *row < layout.rows) {
            surface.fault(palette, layout.rect(row, thread % width));
        }
    }
}

/// Redraws the rows that differ from those of `before`, which is on the canvas. Returns false if that is impossible.
pub fn redraw(
    surface: &Surface,
    palette: &Palette,
    strings: &Strings,
    before: &LanesModel,
    model: &LanesModel,
) -> bool {
    let numbers = |model: &LanesModel| (model.rows.len(), model.warp_width, model.first_warp);
    if numbers(before) != numbers(model) {
        return false;
    }
    let mut picture = Picture::new(surface, palette, model);
    let layout = picture.layout;
    let left = layout.columns.left - palette.gap / 2.0;
    let pairs = || before.rows.iter().zip(&model.rows);
    let differs: Vec<bool> = pairs()
        .map(|(before, now)| (&before.states, before.moves) != (&now.states, now.moves))
        .collect();
    // Clipping to whole pixels keeps the pixels inside the clip unchanged.
    for run in runs(&differs) {
        let (top, foot) = (layout.y(run.start as u32), layout.y(run.end as u32));
        let height = foot - top - layout.pitch + layout.cell;
        let band = surface.whole_pixels(Rect::new(left, top, surface.width - left, height));
        // Close rows share the pixels at their edges, so the neighbours are drawn again too.
        let drawn = run.start.saturating_sub(1)..run.end + 1;
        picture.rows = (0..differs.len()).map(|row| drawn.contains(&row)).collect();
        surface.within_cleared(band, || picture.draw());
    }
    // Labels may be higher than rows, so all of them are drawn again.
    if before.lit_line != model.lit_line
        || pairs().any(|(before, now)| (before.moves, before.line) != (now.moves, now.line))
    {
        let labelled = surface.whole_pixels(Rect::new(0.0, 0.0, left, surface.height));
        surface.within_cleared(labelled, || labels(surface, palette, strings, &layout, model));
    }
    true
}

/// Returns the ranges of consecutive `true` values.
pub fn runs(each: &[bool]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, _) in each.iter().enumerate().filter(|(_, holds)| **holds) {
        match runs.last_mut() {
            Some(last) if last.end == index => last.end += 1,
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

impl Picture<'_> {
    /// Draws masked lanes: a pale cell with slanted lines.
    fn hatch(&self) {
        let Picture {
            surface,
            palette,
            layout,
            ..
        } = self;
        let mut rows = self.rows().map(|(row, _)| row);
        let Some(first) = rows.next() else { return };
        let last = rows.last().unwrap_or(first);
        surface.save();
        self.path(LaneState::Masked, None);
        surface.clip();
        let (width, from, to) = (surface.width, layout.y(first), layout.y(last + 1));
        surface.fill(&palette.masked);
        surface.fill_rect(0.0, from, width, to - from);
        surface.stroke(&palette.masked_hatch, palette.stroke);
        surface.begin_path();
        // The lines do not depend on the drawn rows: they start at the picture's bottom edge with constant distance.
        let foot = layout.y(layout.rows);
        let mut x = layout.columns.left - foot;
        while x < width {
            surface.move_to(x + foot - to, to);
            surface.line_to(x + foot - from, from);
            x += palette.hatch;
        }
        surface.stroke_path();
        surface.restore();
    }

    /// Draws lanes at a barrier: a closed bar above and below their number, or through the middle if there is no
    /// number.
    fn bars(&self, numbered: bool) {
        let Picture {
            surface,
            palette,
            layout,
            ..
        } = self;
        let bar = (layout.cell / 9.0).clamp(1.0, 3.0);
        let inset = (layout.cell / 12.0).min(2.0);
        surface.fill(&palette.barrier_bar);
        for (row, lane) in self.cells(LaneState::AtBarrier, None) {
            let ((x, y), wide) = (layout.corner(row, lane), layout.columns.cell);
            if numbered {
                surface.fill_rect(x + 2.0, y + inset, wide - 4.0, bar);
                surface.fill_rect(x + 2.0, y + layout.cell - bar - inset, wide - 4.0, bar);
            } else {
                surface.fill_rect(x, y + (layout.cell - bar) / 2.0, wide, bar);
            }
        }
    }

    /// Draws a dot on finished lanes that are too small for their number.
    fn dots(&self) {
        let Picture {
            surface,
            palette,
            layout,
            ..
        } = self;
        let dot = (layout.cell / 3.0).clamp(1.0, 3.0);
        surface.fill(&palette.finished_dot);
        for (row, lane) in self.cells(LaneState::Finished, None) {
            let (x, y) = layout.centre(row, lane);
            surface.fill_rect(x - dot / 2.0, y - dot / 2.0, dot, dot);
        }
    }

    fn numbers(&self, size: f64) {
        let Picture {
            surface,
            palette,
            model,
            layout,
            ..
        } = self;
        surface.align(Align::Centre);
        for (state, moves, ink) in [
            (LaneState::Active, Some(true), &palette.active_ink),
            (LaneState::Active, Some(false), &palette.active_pale_ink),
            (LaneState::Masked, None, &palette.masked_ink),
            (LaneState::AtBarrier, None, &palette.barrier_ink),
            (LaneState::Finished, None, &palette.finished_ink),
        ] {
            let weight = if state == LaneState::Active { 700 } else { 400 };
            surface.font(weight, size, &palette.mono);
            surface.fill(ink);
            for (row, lane) in self.cells(state, moves) {
                let number = ((model.first_warp + row) * model.warp_width + lane).to_string();
                let (x, y) = layout.centre(row, lane);
                surface.text(&number, x, y + 0.5, layout.columns.cell);
            }
        }
        if layout.cell >= palette.cell_least {
            surface.fill(&palette.finished_dot);
            for (row, lane) in self.cells(LaneState::Finished, None) {
                let (x, y) = (layout.centre(row, lane).0, layout.corner(row, lane).1 + layout.cell);
                surface.fill_rect(x - 1.5, y - 5.0, 3.0, 3.0);
            }
        }
    }
}

/// Draws each warp's number, and its line if that is not the highlighted one.
fn labels(surface: &Surface, palette: &Palette, strings: &Strings, layout: &Layout, model: &LanesModel) {
    // If rows are closer than their labels, only some rows are labelled.
    let line = palette.text * 1.2;
    let every = ((line / (layout.pitch * f64::from(layout.folds))).ceil().max(1.0) as u32).next_power_of_two();
    let size = palette.text;
    let mut places = RowLabels::new(palette, 0.0, surface.height);
    for (number, row) in (0u32..)
        .zip(&model.rows)
        .filter(|(number, _)| number.is_multiple_of(every))
    {
        let Some(y) = places.at(layout.y(number) + layout.cell / 2.0 + 0.5) else {
            continue;
        };
        surface.font(if row.moves { 600 } else { 400 }, size, &palette.sans);
        surface.fill(if row.moves { &palette.ink } else { &palette.soft });
        surface.align(Align::Left);
        let elsewhere = row.line.filter(|line| Some(*line) != model.lit_line);
        surface.text(
            &(strings.warp)(model.first_warp + number),
            EDGE,
            y,
            palette.label * if elsewhere.is_some() { 0.64 } else { 0.9 },
        );
        if let Some(line) = elsewhere {
            surface.font(400, palette.text_note, &palette.mono);
            surface.fill(&palette.faint);
            surface.align(Align::Right);
            surface.text(&format!(":{line}"), palette.label - 4.0, y, palette.label * 0.28);
        }
    }
}
