//! Banks as columns: the words that lanes access in each bank, one row per pass.

use crate::draw::columns::Columns;
use crate::draw::palette::Palette;
use crate::draw::parts::{columns, rooms};
use crate::draw::row_labels::RowLabels;
use crate::draw::surface::{Align, EDGE, Rect, Surface};
use model::panels::asked::Asked;
use model::panels::banks::{self, BankWord};
use model::strings::panels::banks::BanksWords;
use simt::Machine;

/// The positions of everything in the picture, in CSS pixels.
#[derive(Clone, Debug)]
pub struct Layout {
    /// For each part: the columns of its banks, and the words that are accessed in each bank.
    parts: Vec<(Columns, Vec<Vec<BankWord>>)>,
    /// The height of the bank numbers.
    head: f64,
    pitch: f64,
    /// The number of rows (passes).
    passes: usize,
}

/// The number of banks between two wider gaps.
const GROUP: u32 = 8;

impl Layout {
    pub fn new(palette: &Palette, width: f64, height: f64, asked: &Asked, machine: &Machine) -> Self {
        let rooms = rooms(palette, width, asked.parts.len());
        let parts = rooms.into_iter().zip(&asked.parts).map(|(room, part)| {
            (
                columns(palette, room, machine.bank_count, GROUP),
                banks::columns(part, machine),
            )
        });
        let parts: Vec<(Columns, Vec<Vec<BankWord>>)> = parts.collect();
        let stacks = parts.iter().flat_map(|(_, stacks)| stacks);
        let passes = stacks.map(Vec::len).max().unwrap_or(0).max(1);
        let head = palette.text + 2.0 * palette.gap;
        Layout {
            parts,
            head,
            pitch: ((height - head) / passes as f64).min(palette.cell_most + palette.gap),
            passes,
        }
    }

    fn rect(&self, palette: &Palette, columns: &Columns, bank: u32, pass: usize) -> Rect {
        let gap = palette.gap.min(self.pitch / 5.0);
        Rect::new(
            columns.x(bank),
            self.head + pass as f64 * self.pitch,
            columns.cell,
            (self.pitch - gap).max(1.0),
        )
    }

    /// Returns bank and word at a point.
    pub fn word_at(&self, x: f64, y: f64) -> Option<(u32, &BankWord)> {
        let pass = ((y - self.head) / self.pitch).floor();
        let pass = (pass >= 0.0).then_some(pass as usize)?;
        self.parts.iter().find_map(|(columns, stacks)| {
            let bank = columns.at(x)?;
            Some((bank, stacks.get(bank as usize)?.get(pass)?))
        })
    }
}

pub fn draw(surface: &Surface, palette: &Palette, words: &BanksWords, asked: &Asked, machine: &Machine) {
    let layout = Layout::new(palette, surface.width, surface.height, asked, machine);
    heads(surface, palette, words, &layout, machine);
    for (columns, stacks) in &layout.parts {
        for (bank, stack) in (0u32..).zip(stacks) {
            if stack.is_empty() {
                let rect = layout.rect(palette, columns, bank, 0);
                surface.outline(&palette.cell_edge, 1.0, rect, palette.radius);
            }
            for (pass, word) in stack.iter().enumerate() {
                let rect = layout.rect(palette, columns, bank, pass);
                cell(surface, palette, columns, rect, pass, word);
            }
        }
    }
}

/// Draws the number of each bank and each pass, as far as there is room.
fn heads(surface: &Surface, palette: &Palette, words: &BanksWords, layout: &Layout, machine: &Machine) {
    // Han characters reach higher above the middle of a line than Latin letters.
    let y = palette.text * 0.62;
    surface.fill(&palette.soft);
    surface.font(400, palette.text, &palette.sans);
    surface.align(Align::Left);
    let room = palette.label - palette.radius;
    surface.text(words.bank, EDGE, y, room);
    let every = (palette.text / layout.pitch).ceil().max(1.0) as usize;
    let mut labels = RowLabels::new(palette, layout.head, surface.height);
    for pass in (0..layout.passes).step_by(every.next_power_of_two()) {
        let middle = layout.head + (pass as f64 + 0.5) * layout.pitch - palette.gap / 2.0;
        if let Some(y) = labels.at(middle) {
            surface.text(&(words.pass)(pass as u64 + 1), EDGE, y, room);
        }
    }
    let digits = machine.bank_count.saturating_sub(1).to_string().len();
    for (columns, _) in &layout.parts {
        let size = columns.type_size(palette, digits, palette.text + 1.0);
        surface.font(400, size.unwrap_or(palette.text_least), &palette.mono);
        surface.align(Align::Centre);
        // If not every number fits, one of each group is drawn.
        let every = if size.is_some() { 1 } else { GROUP };
        for bank in (0..machine.bank_count).filter(|bank| bank.is_multiple_of(every)) {
            surface.text(
                &bank.to_string(),
                columns.centre(bank),
                y,
                columns.pitch * f64::from(every),
            );
        }
    }
}

/// Draws one word. The first pass has the colour of active lanes, later passes that of waiting ones. A frame inside
/// marks a word that several lanes share.
fn cell(surface: &Surface, palette: &Palette, columns: &Columns, rect: Rect, pass: usize, word: &BankWord) {
    let (fill, ink) = match pass {
        0 => (&palette.active, &palette.active_ink),
        _ => (&palette.barrier, &palette.barrier_ink),
    };
    surface.block(fill, rect, palette.radius.min(rect.height / 4.0));
    let inner = rect.grown(-2.0);
    // In a narrow cell the frame would cross the text.
    if word.lanes.len() > 1 && inner.height > palette.text && inner.width > 2.0 * palette.text {
        surface.outline(ink, 1.0, inner, palette.radius / 2.0);
    }
    let text = match word.lanes.as_slice() {
        [lane] => lane.to_string(),
        lanes => format!("×{}", lanes.len()),
    };
    if let Some(size) = columns.type_size(palette, text.chars().count().max(2), rect.height) {
        surface.font(700, size, &palette.mono);
        surface.align(Align::Centre);
        surface.fill(ink);
        let middle = rect.y + rect.height / 2.0 + 0.5;
        surface.text(&text, rect.x + rect.width / 2.0, middle, rect.width);
    }
}
