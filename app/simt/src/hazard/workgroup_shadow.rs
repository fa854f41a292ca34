//! What the lanes of one workgroup did to each word since the last barrier that orders it.
//!
//! A word's record keeps the *set* of what was done, by site and lane, and no order: findings are a function of the
//! sets, so they cannot depend on the schedule. Time goes in phases, from one barrier of any kind to the next; the
//! records of a memory are void once a barrier of its own kind has opened.
//!
//! Most requests of real kernels are rows, and clash with nothing: of those the sets are kept by strips of 64 words.
//! Where one does not fit into its strip, the strip's words get records of their own.

use super::access_context::Visit;
use super::accessors::Class;
use super::pages::Pages;
use super::report::Scope;
use super::word_records::{
    BEFORE, CHANGED, Cell, Cells, DIFFER, EXTRA, NO_CLASSES, STORED, WRITTEN,
};
use super::workgroup_block::{Entry, Strip};
use crate::lanes::ActiveMask;

#[derive(Debug)]
pub(crate) struct Shadow {
    strips: Pages<Strip>,
    cells: Cells,
    /// Whether a read before any write is worth a hint.
    hints: bool,
}

impl Shadow {
    pub(crate) fn new(words: usize, hints: bool) -> Self {
        Shadow {
            strips: Pages::new(words.div_ceil(64), Strip::NONE),
            cells: Cells::new(words),
            hints,
        }
    }

    pub(crate) fn begin_workgroup(&mut self) {
        self.strips.recycle();
        self.cells.begin_workgroup();
    }

    /// Notes accesses to words of a strip; `changes` gives those of some words that get another value than they have.
    /// Gives the words for which that is news, or `None` where each lane must `touch` its word.
    #[inline]
    pub(crate) fn note(
        &mut self,
        visit: &Visit<'_>,
        number: u32,
        access: Entry,
        contents: &[u32],
        changes: impl FnOnce(u64) -> u64,
    ) -> Option<u64> {
        let strip = self.strips.get(number)?;
        if strip.stamp < visit.ordered {
            let mut before = 0;
            if self.hints && strip.stamp >= visit.workgroup_began {
                before = if strip.by_word {
                    self.cells.before(number, visit.workgroup_began)
                } else {
                    strip.before | strip.written
                };
            }
            strip.clear(visit.phase, before);
        }
        let set = strip.before | strip.written;
        let unset = self.hints && visit.nature.reads && access.mask & !set != 0;
        let fits = strip.stamp == visit.phase && !strip.by_word && !unset;
        if fits && visit.nature.atomic.is_none() {
            let news = strip.add(number, access, changes);
            if news.is_some() {
                return news;
            }
        }
        self.look_at_words(visit, number, contents);
        None
    }

    /// Whether words of a strip have records of their own: those need no row to fit.
    #[inline]
    pub(crate) fn looks_at_words(&mut self, visit: &Visit<'_>, number: u32) -> bool {
        let strip = self.strips.get(number);
        strip.is_some_and(|strip| strip.by_word && strip.stamp >= visit.workgroup_began)
    }

    /// Gives each word of a strip a record of its own. Written words must still hold what was written last.
    pub(crate) fn look_at_words(&mut self, visit: &Visit<'_>, number: u32, contents: &[u32]) {
        let Some(strip) = self.strips.get(number) else {
            return;
        };
        if strip.by_word {
            strip.stamp = visit.phase;
            return;
        }
        if strip.stamp < visit.workgroup_began {
            strip.clear(visit.phase, 0);
        }
        let held = *strip;
        strip.by_word = true;
        strip.stamp = visit.phase;
        let (mut before, mut touched) = (held.before, 0);
        if held.stamp < visit.ordered {
            before |= held.written;
        } else {
            touched = held.entries().iter().fold(0, |all, e| all | e.mask);
        }
        if !self.hints {
            before = 0;
        }
        for bit in ActiveMask(before | touched).lanes() {
            let word = 64 * number + bit;
            let has = |mask: u64| mask >> bit & 1 == 1;
            let flags = [
                (held.written, WRITTEN | CHANGED | STORED),
                (held.differ, DIFFER),
            ];
            let mut notes = if has(before) { BEFORE } else { 0 };
            for (_, flag) in flags.iter().filter(|(mask, _)| has(mask & touched)) {
                notes |= flag;
            }
            let Some(place) = self.cells.of(word) else {
                continue;
            };
            let extra = place.notes & EXTRA;
            let mut cell = Cell {
                stamp: if has(touched) {
                    held.stamp
                } else {
                    visit.workgroup_began
                },
                classes: NO_CLASSES,
                value: contents.get(word as usize).copied().unwrap_or(0),
                notes,
            };
            self.cells.release(extra);
            let entries = held.entries().iter();
            for entry in entries.filter(|entry| has(entry.mask & touched)) {
                let class = Class::new(entry.site, entry.line.invocation(word));
                let many = has(entry.many);
                let class = if many { class.as_many() } else { class };
                self.cells.insert(&mut cell, class);
            }
            if let Some(place) = self.cells.of(word) {
                *place = cell;
            }
        }
    }

    /// Notes an access, which wrote `written` if it wrote. Gives false where it adds nothing to what is known.
    #[inline(always)]
    pub(crate) fn touch(
        &mut self,
        visit: &mut Visit<'_>,
        word: u32,
        class: Class,
        written: Option<u32>,
    ) -> bool {
        let Some(cell) = self.cells.of(word) else {
            return false;
        };
        if cell.stamp == visit.phase
            && cell.classes.iter().any(|known| known.covers(class))
            && written.is_none_or(|value| value == cell.value || cell.notes & DIFFER != 0)
        {
            return false;
        }
        self.arrive(visit, word, class, written)
    }

    /// The usual cases: nothing since the barrier, nothing but reads, nothing but by this lane. All others `enter`.
    fn arrive(
        &mut self,
        visit: &mut Visit<'_>,
        word: u32,
        class: Class,
        written: Option<u32>,
    ) -> bool {
        let Some(cell) = self.cells.of(word) else {
            return false;
        };
        let nature = visit.nature;
        let written_notes = match written {
            Some(_) if nature.reads => WRITTEN | CHANGED,
            Some(_) => WRITTEN | CHANGED | STORED,
            None => 0,
        };
        let is_set = |notes: u32| !self.hints || !nature.reads || notes & (BEFORE | STORED) != 0;
        if cell.notes & EXTRA != 0 {
        } else if cell.stamp < visit.ordered {
            let before =
                cell.stamp >= visit.workgroup_began && cell.notes & (BEFORE | CHANGED) != 0;
            let notes = if before { BEFORE } else { 0 };
            if is_set(notes) {
                *cell = Cell {
                    stamp: visit.phase,
                    classes: NO_CLASSES,
                    value: written.unwrap_or(0),
                    notes: notes | written_notes,
                };
                cell.classes[0] = class;
                return true;
            }
        } else if cell.stamp == visit.phase && is_set(cell.notes) {
            let only_reads = !nature.writes && cell.notes & WRITTEN == 0;
            let place = cell
                .classes
                .iter_mut()
                .find(|known| **known == Class::NONE || known.site() == class.site());
            if let (true, Some(place)) = (only_reads, place) {
                *place = if *place == Class::NONE {
                    class
                } else {
                    place.as_many()
                };
                return true;
            }
            if let Some(free) = cell.place_beside_own(class) {
                cell.classes[free] = class;
                if let Some(value) = written {
                    if cell.notes & WRITTEN == 0 {
                        cell.value = value;
                    } else if cell.value != value {
                        cell.notes |= DIFFER;
                    }
                    cell.notes |= written_notes;
                }
                return true;
            }
        }
        let mut cell = *cell;
        let news = self.enter(visit, &mut cell, word, class, written);
        if let Some(place) = self.cells.of(word) {
            *place = cell;
        }
        news
    }

    fn enter(
        &mut self,
        visit: &mut Visit<'_>,
        cell: &mut Cell,
        word: u32,
        class: Class,
        written: Option<u32>,
    ) -> bool {
        if cell.stamp < visit.ordered {
            let before =
                cell.stamp >= visit.workgroup_began && cell.notes & (BEFORE | CHANGED) != 0;
            self.cells.release(cell.notes & EXTRA);
            cell.classes = NO_CLASSES;
            cell.notes = if before { BEFORE } else { 0 };
        } else if cell.stamp < visit.phase {
            self.cells.age(cell);
        }
        cell.stamp = visit.phase;
        // The values first: whether they differ is part of what meets.
        if let Some(value) = written {
            if cell.notes & WRITTEN == 0 {
                cell.value = value;
                cell.notes |= WRITTEN | CHANGED;
            } else if cell.value != value && cell.notes & DIFFER == 0 {
                cell.notes |= DIFFER;
                self.tell_that_values_differ(visit, cell);
            }
        }
        if self.hints {
            self.watch_for_unwritten(visit, cell, word, class);
        }
        if !self.add(visit, cell, word, class) {
            // Known, but for its value.
            return written.is_some();
        }
        true
    }

    /// Adds a class, and says which of those that are there it meets. False if it is there already.
    fn add(&mut self, visit: &mut Visit<'_>, cell: &mut Cell, word: u32, class: Class) -> bool {
        let differs = cell.notes & DIFFER != 0;
        if self.cells.current(cell).any(|known| known.covers(class)) {
            return false;
        }
        let same = self.cells.current(cell).find(|c| c.site() == class.site());
        // What its site has met already: everything but the classes of the one lane it was.
        let news = |known: Class| same.is_none_or(|same| !same.differs(known));
        for known in self.cells.current(cell).filter(|&known| news(known)) {
            visit.meet(word, class, known, Scope::Unordered, differs);
        }
        for older in self.cells.older(cell) {
            visit.meet(word, class, older, Scope::WrongBarrier, true);
        }
        match same {
            Some(same) => self.cells.replace(cell, same, same.as_many()),
            None => self.cells.insert(cell, class),
        }
        true
    }

    fn tell_that_values_differ(&self, visit: &mut Visit<'_>, cell: &Cell) {
        for (at, a) in self.cells.current(cell).enumerate() {
            for b in self
                .cells
                .current(cell)
                .take(at + 1)
                .filter(|&b| a.differs(b))
            {
                visit.reports.differ(a.site(), b.site(), Scope::Unordered);
            }
        }
    }

    /// A read is worth a hint if nothing had written the word before the last barrier, nor this lane since. Where
    /// another lane stores since, before or after, the two race, and that is what is told instead.
    fn watch_for_unwritten(
        &mut self,
        visit: &mut Visit<'_>,
        cell: &mut Cell,
        word: u32,
        class: Class,
    ) {
        let nature = visit.nature;
        let stores = |class: Class| visit.natures[class.site() as usize].stores();
        if nature.reads && cell.notes & BEFORE == 0 {
            if cell.notes & STORED == 0 {
                let extra = self.cells.extra(cell);
                match extra
                    .unwritten
                    .iter_mut()
                    .find(|c| c.site() == class.site())
                {
                    Some(known) if known.covers(class) => {}
                    Some(known) => *known = known.as_many(),
                    None => {
                        extra.unwritten.push(class);
                        visit.reports.unwritten(word, visit.accessor(class));
                    }
                }
            } else {
                let raced = {
                    let mut classes = self.cells.current(cell).chain(self.cells.older(cell));
                    classes.any(|c| stores(c) && c.differs(class))
                };
                if raced {
                    self.retract(visit, cell, |_| true);
                }
            }
        }
        if nature.stores() {
            cell.notes |= STORED;
            self.retract(visit, cell, |read| read.differs(class));
        }
    }

    /// Takes back the hints for a word if any of its reads is one that `races`.
    fn retract(&mut self, visit: &mut Visit<'_>, cell: &Cell, races: impl Fn(Class) -> bool) {
        let Some(extra) = self.cells.extra_of(cell) else {
            return;
        };
        if extra.unwritten.iter().any(|&read| races(read)) {
            for read in extra.unwritten.drain(..) {
                visit.reports.retract(read.site());
            }
        }
    }
}
