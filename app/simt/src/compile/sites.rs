//! The sites of a program: leads each instruction that accesses memory back to the expression in the source.

use super::source::Source;
use crate::program::{Address, Atomic, Op, Register, Site, Touch};
use std::collections::{HashMap, HashSet};
use wgsl::Span;

/// Limit of an expression that is quoted, in characters.
const MAX_TEXT: usize = 80;

/// The sites found so far, and the source of the next instruction.
#[derive(Debug, Default)]
pub(super) struct Sites {
    pub(super) found: Vec<Site>,
    pub(super) of: Vec<(Address, u32)>,
    by_place: HashMap<(Option<Span>, u32, Touch), u32>,
    /// The expression that makes the pointer, and whether it leads to an atomic.
    pub(super) pointer: Span,
    /// Components of the vector that the pointer leads into, or 0.
    pub(super) vector: u32,
    /// True if a `select` may throw the value away.
    pub(super) discarded: bool,
    pub(super) atomic: bool,
    /// True if the index of a marked call is checked.
    pub(super) counts_in_whole: bool,
    /// Memories whose `atomicLoad` and `atomicStore` stand for plain accesses, unless they are volatile.
    pub(super) plain: HashSet<u32>,
}

impl Sites {
    /// Records an instruction at a position of the bytecode, if findings can be about it. A read from another lane has no
    /// pointer; its place is the call at `span`. An access of a function that a translation adds has the place of its call.
    pub(super) fn note(&mut self, source: Source<'_>, calls: &[Span], (position, op): (Address, &Op), span: Span) {
        let (memory, touch) = match *op {
            Op::Load { reach, .. } => (reach.memory, Touch::Load),
            Op::Store { reach, .. } => (reach.memory, Touch::Store),
            Op::Atomic { reach, function, .. } => (reach.memory, Touch::Atomic { function, used: false }),
            Op::Element { memory, .. } => (memory, Touch::Index),
            Op::Shuffle { .. } | Op::CompareMask { .. } => (u32::MAX, Touch::Shuffle),
            Op::Combine { .. } | Op::Ballot { .. } if source.mask(span).is_some() => (u32::MAX, Touch::Shuffle),
            _ => return,
        };
        let range = match touch {
            Touch::Shuffle => span,
            _ => self.pointer,
        };
        let outwards = std::iter::once(&range).chain(calls.iter().rev());
        let mut places = outwards.filter_map(|range| source.place(*range));
        let place = places.next();
        let volatile = source.is_volatile(range);
        let is_atomic = self.atomic && (volatile || !self.plain.contains(&memory));
        let touch = match touch {
            Touch::Load if is_atomic => Touch::AtomicLoad,
            Touch::Store if is_atomic => Touch::AtomicStore,
            other => other,
        };
        let key = (place, memory, touch);
        let next = self.found.len() as u32;
        let site = *self.by_place.entry(key).or_insert(next);
        if site == next {
            let is_added = place.is_none();
            let mut place = place.unwrap_or_default();
            // A pointer is named by its place.
            let quoted = source.quote(place);
            let name = quoted.trim_start_matches(['&', ' ', '\n', '\t']);
            place.start += (quoted.len() - name.len()) as u32;
            let ((line, column), header) = if is_added {
                ((0, 0), None)
            } else {
                source.located(place)
            };
            self.found.push(Site {
                text: quote(name),
                line,
                column,
                header,
                memory,
                touch,
                vector: match touch {
                    Touch::Store => self.vector,
                    _ => 0,
                },
                discarded: self.discarded,
                volatile,
                counts_in_whole: self.counts_in_whole,
                mask: match touch {
                    Touch::Shuffle => source.mask(span),
                    _ => None,
                },
            });
        }
        self.of.push((position, site));
    }

    /// Marks the atomic operations whose old value is read. A `let` that names it is no read.
    pub(super) fn find_used_results(&mut self, ops: &mut [Op]) {
        let mut read: HashSet<Register> = HashSet::new();
        for op in ops.iter_mut() {
            if let Op::Name { .. } = op {
                continue;
            }
            let written = op.result();
            read.extend(
                op.registers()
                    .map(|register| *register)
                    .filter(|&register| Some(register) != written),
            );
        }
        for &(position, site) in &self.of {
            let Op::Atomic { to, function, .. } = ops[position as usize] else {
                continue;
            };
            let exchanged = function == Atomic::CompareExchange && read.contains(&to.offset(1));
            let site = self.found.get_mut(site as usize);
            if let Some(Touch::Atomic { used, .. }) = site.map(|site| &mut site.touch) {
                *used |= read.contains(&to) || exchanged;
            }
        }
    }
}

/// Returns an expression on one line.
fn quote(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
