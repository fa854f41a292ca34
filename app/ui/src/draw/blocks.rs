//! Grid, block and memory side by side: the followed block, its division into warps, and one warp's words in memory.

use crate::draw::palette::Palette;
use crate::draw::surface::{Align, Rect, Surface};
use model::panels::asked::Asked;
use model::panels::blocks::{BlocksModel, Row, Run};
use model::strings::panels::blocks::BlocksWords;
use simt::Access;

/// The positions of the three pictures, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    grid: Rect,
    block: Rect,
    memory: Rect,
    /// Width and height of a lane.
    lane: (f64, f64),
}

/// Shares of the width of the grid and the block; the memory has the remainder.
const SHARES: (f64, f64) = (0.16, 0.36);

/// Returns the most lines of the heading above each picture, and the height of one line.
fn head(palette: &Palette, width: f64) -> (usize, f64) {
    let is_narrow = width < 32.0 * palette.text;
    (if is_narrow { 2 } else { 1 }, 1.15 * palette.text)
}

impl Layout {
    pub fn new(palette: &Palette, width: f64, height: f64, model: &BlocksModel) -> Self {
        let (lines, line) = head(palette, width);
        let head = lines as f64 * line + 3.0 * palette.gap;
        let gap = palette.cell_least;
        let room = (width - 2.0 * gap).max(1.0);
        let (grid, block) = (room * SHARES.0, room * SHARES.1);
        let below = |x: f64, width: f64| Rect::new(x, head, width, (height - head).max(1.0));
        let block_place = below(grid + gap, block);
        let most = palette.cell_most;
        let lane = (
            (block / f64::from(model.size[0].max(1))).min(most),
            (block_place.height / f64::from(model.rows().max(1))).min(most),
        );
        Layout {
            grid: below(0.0, grid),
            block: block_place,
            memory: below(grid + block + 2.0 * gap, room - grid - block),
            lane,
        }
    }

    /// Returns the warp at a point of the block.
    pub fn warp_at(&self, model: &BlocksModel, x: f64, y: f64) -> Option<u32> {
        let column = ((x - self.block.x) / self.lane.0).floor();
        let row = ((y - self.block.y) / self.lane.1).floor();
        let inside = (0.0..f64::from(model.size[0])).contains(&column) && (0.0..f64::from(model.rows())).contains(&row);
        inside.then(|| model.warp_of(column as u32, row as u32))
    }

    /// Returns the font size at which a warp's lane numbers fit; `None` if it would be unreadable.
    fn lane_size(&self, palette: &Palette, run: &Run) -> Option<f64> {
        let digits = (run.first + run.lanes - 1).to_string().len() as f64;
        let size = (self.lane.0 * 1.1 / (0.6 * digits))
            .min(self.lane.1 - 1.0)
            .min(palette.text);
        (size >= palette.text_least).then_some(size)
    }

    fn run(&self, run: &Run) -> Rect {
        Rect::new(
            self.block.x + f64::from(run.x) * self.lane.0,
            self.block.y + f64::from(run.row) * self.lane.1,
            f64::from(run.lanes) * self.lane.0,
            self.lane.1,
        )
    }
}

/// Draws the panel. `warp` is the followed warp, and `asked` is the shown request of it.
pub fn draw(
    surface: &Surface,
    palette: &Palette,
    words: &BlocksWords,
    model: &BlocksModel,
    warp: u32,
    asked: Option<&Asked>,
) {
    let layout = Layout::new(palette, surface.width, surface.height, model);
    let title = |text: &str, place: Rect| {
        surface.font(400, palette.text, &palette.sans);
        surface.align(Align::Left);
        surface.fill(&palette.soft);
        let (lines, line) = head(palette, surface.width);
        let middle = lines as f64 * line / 2.0 + 1.0;
        surface.paragraph(text, (place.x, middle), place.width, (lines, line));
    };
    title(&(words.grid)(model.grid), layout.grid);
    title(&(words.block)(model.size), layout.block);
    grid(surface, palette, model, layout.grid);
    let runs = model.runs();
    for run in &runs {
        self::run(surface, palette, &layout, run, run.warp == warp);
    }
    names(surface, palette, &layout, &runs, warp);
    let Some(asked) = asked else {
        title(words.nothing, layout.memory);
        return;
    };
    let matrix = model.row_words.is_some();
    let text = (words.memory)(&asked.name, model.row_of(asked), asked.space, matrix);
    title(&text, layout.memory);
    let rows = model.touched(asked);
    memory(surface, palette, words, model, layout.memory, asked, &rows);
}

/// Draws the blocks of the grid, or one area if they are too small, and highlights the followed block.
fn grid(surface: &Surface, palette: &Palette, model: &BlocksModel, place: Rect) {
    const LEAST: f64 = 3.0;
    let [columns, rows] = [model.grid[0].max(1), (model.grid[1] * model.grid[2]).max(1)];
    let (wide, high) = (
        (place.width / f64::from(columns)).min(palette.cell_most),
        (place.height / f64::from(rows)).min(palette.cell_most),
    );
    let cell = |x: u32, y: u32| {
        let gap = if wide.min(high) > LEAST { 1.0 } else { 0.0 };
        Rect::new(
            place.x + f64::from(x) * wide,
            place.y + f64::from(y) * high,
            wide - gap,
            high - gap,
        )
    };
    if wide.min(high) > LEAST {
        for y in 0..rows {
            for x in 0..columns {
                surface.block(&palette.sector_idle, cell(x, y), palette.gap);
            }
        }
    } else {
        let all = Rect::new(place.x, place.y, wide * f64::from(columns), high * f64::from(rows));
        surface.block(&palette.sector_idle, all, palette.gap);
    }
    let followed = cell(model.block[0], model.block[2] * model.grid[1] + model.block[1]);
    let seen = Rect {
        width: followed.width.max(LEAST),
        height: followed.height.max(LEAST),
        ..followed
    };
    surface.block(&palette.active, seen, palette.gap);
    surface.outline(&palette.ink, 1.0, seen.grown(1.0), palette.gap);
}

/// Draws adjacent lanes of a warp, with their numbers if the warp is followed and they fit.
fn run(surface: &Surface, palette: &Palette, layout: &Layout, run: &Run, followed: bool) {
    let (fill, ink) = ink(palette, run.warp, followed);
    let whole = layout.run(run);
    let gap = (layout.lane.0.min(layout.lane.1) / 6.0).min(1.0);
    let inner = Rect::new(
        whole.x,
        whole.y,
        (whole.width - gap).max(0.5),
        (whole.height - gap).max(0.5),
    );
    surface.block(fill, inner, palette.gap);
    let Some(size) = layout.lane_size(palette, run).filter(|_| followed) else {
        return;
    };
    surface.fill(ink);
    surface.align(Align::Centre);
    surface.font(600, size, &palette.mono);
    let middle = whole.y + whole.height / 2.0 + 0.5;
    for (place, lane) in (0u32..run.lanes).zip(run.first..) {
        let x = whole.x + (f64::from(place) + 0.5) * layout.lane.0;
        surface.text(&lane.to_string(), x, middle, layout.lane.0);
    }
}

/// Draws the number of each warp in the middle of its rows, unless the followed warp shows its lanes' numbers.
fn names(surface: &Surface, palette: &Palette, layout: &Layout, runs: &[Run], followed: u32) {
    surface.align(Align::Centre);
    for warp_runs in runs.chunk_by(|a, b| a.warp == b.warp) {
        let (Some(first), Some(last)) = (warp_runs.first(), warp_runs.last()) else {
            continue;
        };
        if first.warp == followed && layout.lane_size(palette, first).is_some() {
            continue;
        }
        let (top, bottom) = (layout.run(first), layout.run(last));
        // A warp that continues at the beginning of the next row has its number in its first row.
        let height = if first.x == last.x {
            bottom.y + bottom.height - top.y
        } else {
            top.height
        };
        let size = (height - 1.0).min(palette.text);
        let name = first.warp.to_string();
        if size < palette.text_least || name.len() as f64 * 0.6 * size > top.width {
            continue;
        }
        let (fill, ink) = ink(palette, first.warp, first.warp == followed);
        let (x, y) = (top.x + top.width / 2.0, top.y + height / 2.0);
        // Without a background the gap between two rows would cross the number.
        let wide = name.len() as f64 * size;
        let behind = Rect::new(x - wide / 2.0, y - size / 2.0, wide, size - 1.0);
        surface.block(fill, behind, palette.gap);
        surface.font(600, size, &palette.sans);
        surface.fill(ink);
        surface.text(&name, x, y + 0.5, top.width);
    }
}

/// Returns the fill and text colours of a warp: full colour for the followed one, two alternating tints for others.
fn ink(palette: &Palette, warp: u32, followed: bool) -> (&str, &str) {
    match (followed, warp % 2) {
        (true, _) => (&palette.active, &palette.active_ink),
        (false, 0) => (&palette.active_pale, &palette.active_pale_ink),
        (false, _) => (&palette.finished, &palette.finished_ink),
    }
}

/// Draws rows of memory with the boundaries of lines; accessed words are filled.
fn memory(
    surface: &Surface,
    palette: &Palette,
    words: &BlocksWords,
    model: &BlocksModel,
    place: Rect,
    asked: &Asked,
    rows: &[Row],
) {
    let colour = match asked.access {
        Access::Load => &palette.load,
        Access::Store | Access::Atomic => &palette.store,
    };
    let label = palette.label.min(place.width / 3.0);
    let width = model.row_of(asked);
    let word = (place.width - label - palette.gap) / f64::from(width);
    let line = (model.machine.line_bytes / 4).max(1);
    let pitch = (place.height / rows.len().max(1) as f64).min(palette.cell_most);
    let height = (pitch - palette.gap.min(pitch / 4.0)).max(1.0);
    let left = place.x + label;
    let every = (palette.text / pitch).ceil().max(1.0) as usize;
    for (index, row) in rows.iter().enumerate() {
        let y = place.y + index as f64 * pitch;
        let begin = row.number * width;
        // Lines need not begin where rows do.
        let mut from = begin;
        while from < begin + width {
            let to = ((from / line + 1) * line).min(begin + width);
            let lies = Rect::new(
                left + f64::from(from - begin) * word,
                y,
                (f64::from(to - from) * word - 1.0).max(1.0),
                height,
            );
            surface.block(&palette.sector_idle, lies, palette.gap);
            from = to;
        }
        surface.fill(colour);
        for &inside in &row.words {
            let x = left + f64::from(inside) * word;
            let gap = (word / 5.0).min(1.0);
            surface.fill_rect(x, y, (word - gap).max(1.0), height);
        }
        if index.is_multiple_of(every) {
            surface.font(400, palette.text, &palette.sans);
            surface.align(Align::Left);
            surface.fill(&palette.soft);
            let middle = (y + height / 2.0).max(place.y + palette.text / 2.0);
            surface.text(&(words.row)(row.number), place.x, middle, label - palette.radius);
        }
    }
}
