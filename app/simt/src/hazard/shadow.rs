//! What the lanes of one workgroup did to each word since the last barrier that orders it.
//!
//! A word's record keeps the *set* of what was done, by site and lane, and no order: findings are a function of the
//! sets, so they cannot depend on the schedule. Time goes in phases, from one barrier of any kind to the next; the
//! records of a memory are void once a barrier of its own kind has opened.

use super::class::Class;
use super::nature::{Clash, Nature};
use super::pages::Pages;
use super::report::{Accessor, Meeting, Reports, Scope};

/// The record of a word. Two classes have their place here, more of them in `Extra`.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The phase in which the classes came.
    stamp: u32,
    classes: [Class; 2],
    /// What was written first in this phase.
    value: u32,
    /// Flags, and below them the number of the extra record, from 1.
    notes: u32,
}

/// Something was written in this phase; and different values were.
const WRITTEN: u32 = 1 << 31;
const DIFFER: u32 = 1 << 30;
/// Since the barrier something was written; and written without being read.
const CHANGED: u32 = 1 << 29;
const STORED: u32 = 1 << 28;
/// The workgroup had written it before the barrier.
const BEFORE: u32 = 1 << 27;
const EXTRA: u32 = BEFORE - 1;

/// What few words need.
#[derive(Clone, Debug, Default)]
struct Extra {
    /// Classes of this phase beyond the first two.
    classes: Vec<Class>,
    /// Those of phases before, since the last barrier that orders the word.
    older: Vec<Class>,
    /// Reads that nothing had set.
    unwritten: Vec<Class>,
}

#[derive(Debug)]
pub(crate) struct Shadow {
    cells: Pages<Cell>,
    extras: Vec<Extra>,
    free: Vec<u32>,
    /// Whether a read before any write is worth a hint.
    hints: bool,
}

impl Shadow {
    pub(crate) fn new(words: usize, hints: bool) -> Self {
        let empty = Cell {
            stamp: 0,
            classes: [Class::NONE; 2],
            value: 0,
            notes: 0,
        };
        Shadow {
            cells: Pages::new(words, empty),
            extras: Vec::new(),
            free: Vec::new(),
            hints,
        }
    }

    /// Records are of one workgroup; the next finds them out of date, whichever words they were of.
    pub(crate) fn begin_workgroup(&mut self) {
        self.cells.recycle();
    }

    /// Notes an access, which wrote `written` if it wrote. Gives false where it adds nothing to what is known.
    #[inline]
    pub(crate) fn touch(
        &mut self,
        visit: &mut Visit<'_>,
        word: u32,
        class: Class,
        written: Option<u32>,
    ) -> bool {
        let Some(cell) = self.cells.get(word) else {
            return false;
        };
        if cell.stamp == visit.phase
            && (cell.classes[0].covers(class) || cell.classes[1].covers(class))
            && written.is_none_or(|value| value == cell.value || cell.notes & DIFFER != 0)
        {
            return false;
        }
        let nature = visit.nature;
        let written_notes = match written {
            Some(_) if nature.reads => WRITTEN | CHANGED,
            Some(_) => WRITTEN | CHANGED | STORED,
            None => 0,
        };
        let is_set = |notes: u32| !self.hints || !nature.reads || notes & (BEFORE | STORED) != 0;
        // The two usual cases: nothing since the barrier, and nothing but by this lane.
        if cell.notes & EXTRA != 0 {
        } else if cell.stamp < visit.ordered {
            let before =
                cell.stamp >= visit.workgroup_began && cell.notes & (BEFORE | CHANGED) != 0;
            let notes = if before { BEFORE } else { 0 };
            if is_set(notes) {
                *cell = Cell {
                    stamp: visit.phase,
                    classes: [class, Class::NONE],
                    value: written.unwrap_or(0),
                    notes: notes | written_notes,
                };
                return true;
            }
        } else if cell.stamp == visit.phase
            && cell.classes[1] == Class::NONE
            && !cell.classes[0].differs(class)
            && cell.classes[0].site() != class.site()
            && is_set(cell.notes)
        {
            if let Some(value) = written {
                if cell.notes & WRITTEN == 0 {
                    cell.value = value;
                } else if cell.value != value {
                    cell.notes |= DIFFER;
                }
                cell.notes |= written_notes;
            }
            cell.classes[1] = class;
            return true;
        }
        let mut cell = *cell;
        let news = self.enter(visit, &mut cell, word, class, written);
        if let Some(place) = self.cells.get(word) {
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
            self.release(cell.notes & EXTRA);
            cell.classes = [Class::NONE; 2];
            cell.notes = if before { BEFORE } else { 0 };
        } else if cell.stamp < visit.phase {
            self.age(cell);
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
        if self.current(cell).any(|known| known.covers(class)) {
            return false;
        }
        let same = self.current(cell).find(|c| c.site() == class.site());
        // What its site has met already: everything but the classes of the one lane it was.
        let news = |known: Class| same.is_none_or(|same| !same.differs(known));
        for known in self.current(cell).filter(|&known| news(known)) {
            visit.meet(word, class, known, Scope::Unordered, differs);
        }
        for older in self.older(cell) {
            visit.meet(word, class, older, Scope::WrongBarrier, true);
        }
        match same {
            Some(same) => self.replace(cell, same, same.as_many()),
            None => self.insert(cell, class),
        }
        true
    }

    fn tell_that_values_differ(&self, visit: &mut Visit<'_>, cell: &Cell) {
        for (at, a) in self.current(cell).enumerate() {
            for b in self.current(cell).take(at + 1).filter(|&b| a.differs(b)) {
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
                let extra = self.extra(cell);
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
                    let mut classes = self.current(cell).chain(self.older(cell));
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
        if let Some(extra) = self.extra_of(cell) {
            if extra.unwritten.iter().any(|&read| races(read)) {
                for read in extra.unwritten.drain(..) {
                    visit.reports.retract(read.site());
                }
            }
        }
    }
}

/// Everything about the moment of an access, and where to report what it meets.
#[derive(Debug)]
pub(crate) struct Visit<'a> {
    pub(crate) phase: u32,
    /// First phase after the last barrier that orders this memory, and first of the workgroup.
    pub(crate) ordered: u32,
    pub(crate) workgroup_began: u32,
    pub(crate) workgroup: u32,
    /// Of the access, and of all sites.
    pub(crate) nature: Nature,
    pub(crate) natures: &'a [Nature],
    pub(crate) reports: &'a mut Reports,
}

impl Visit<'_> {
    fn accessor(&self, class: Class) -> Accessor {
        Accessor {
            site: class.site(),
            workgroup: self.workgroup,
            lane: Some(class.lane()),
        }
    }

    fn meet(&mut self, word: u32, class: Class, known: Class, scope: Scope, differs: bool) {
        let nature = |class: Class| self.natures[class.site() as usize];
        let clash = nature(class).clash(nature(known));
        if clash == Clash::None || !class.differs(known) {
            return;
        }
        let mut other = self.accessor(known);
        // Only the first lane of a class is remembered.
        other.lane = other.lane.filter(|&lane| lane != class.lane());
        self.reports.meet(Meeting {
            scope,
            clash,
            differs,
            word,
            one: self.accessor(class),
            other,
        });
    }
}

/// The sets of a record, wherever they are kept.
impl Shadow {
    fn extra_of(&mut self, cell: &Cell) -> Option<&mut Extra> {
        let number = cell.notes & EXTRA;
        self.extras.get_mut((number as usize).checked_sub(1)?)
    }

    /// The extra record, made if there is none.
    fn extra(&mut self, cell: &mut Cell) -> &mut Extra {
        if cell.notes & EXTRA == 0 {
            let number = self.free.pop().unwrap_or_else(|| {
                self.extras.push(Extra::default());
                self.extras.len() as u32
            });
            cell.notes |= number & EXTRA;
        }
        let number = (cell.notes & EXTRA) as usize;
        &mut self.extras[number - 1]
    }

    fn release(&mut self, number: u32) {
        if let Some(extra) = (number as usize).checked_sub(1) {
            let extra = &mut self.extras[extra];
            extra.classes.clear();
            extra.older.clear();
            extra.unwritten.clear();
            self.free.push(number);
        }
    }

    /// The classes of this phase.
    fn current<'s>(&'s self, cell: &'s Cell) -> impl Iterator<Item = Class> + 's {
        let few = cell.classes.iter().filter(|&&class| class != Class::NONE);
        few.chain(self.more(cell).map_or(&[][..], |extra| &extra.classes))
            .copied()
    }

    /// The classes of phases before.
    fn older<'s>(&'s self, cell: &Cell) -> impl Iterator<Item = Class> + 's {
        let older = self.more(cell).map_or(&[][..], |extra| &extra.older);
        older.iter().copied()
    }

    fn more(&self, cell: &Cell) -> Option<&Extra> {
        let number = (cell.notes & EXTRA) as usize;
        self.extras.get(number.checked_sub(1)?)
    }

    fn insert(&mut self, cell: &mut Cell, class: Class) {
        match cell.classes.iter_mut().find(|c| **c == Class::NONE) {
            Some(free) => *free = class,
            None => self.extra(cell).classes.push(class),
        }
    }

    fn replace(&mut self, cell: &mut Cell, from: Class, to: Class) {
        let place = cell.classes.iter_mut().find(|class| **class == from);
        if let Some(class) = place {
            *class = to;
        } else if let Some(extra) = self.extra_of(cell) {
            let class = extra.classes.iter_mut().find(|class| **class == from);
            if let Some(class) = class {
                *class = to;
            }
        }
    }

    /// A barrier opened that does not order this memory: what was current becomes older.
    fn age(&mut self, cell: &mut Cell) {
        let current: Vec<Class> = self.current(cell).collect();
        let extra = self.extra(cell);
        extra.classes.clear();
        for class in current {
            let known = extra.older.iter_mut().find(|c| c.site() == class.site());
            match known {
                None => extra.older.push(class),
                Some(known) if class.is_many() || known.lane() != class.lane() => {
                    *known = known.as_many();
                }
                Some(_) => {}
            }
        }
        cell.classes = [Class::NONE; 2];
        cell.notes &= !(WRITTEN | DIFFER);
    }
}
