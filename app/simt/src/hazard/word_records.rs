//! The records of words: sets of classes, the first few in place, more of them aside.

use super::accessors::Class;
use super::pages::Pages;

/// Classes that have their place in a record.
const PLACES: usize = 4;
pub(super) const NO_CLASSES: [Class; PLACES] = [Class::NONE; PLACES];

/// The record of a word. Some classes have their place here, more of them in `Extra`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The phase in which the classes came.
    pub(super) stamp: u32,
    pub(super) classes: [Class; PLACES],
    /// What was written first in this phase.
    pub(super) value: u32,
    /// Flags, and below them the number of the extra record, from 1.
    pub(super) notes: u32,
}

impl Cell {
    /// A free place for a class of a new site, if all that is there is by the same lane.
    pub(super) fn place_beside_own(&self, class: Class) -> Option<usize> {
        let mut free = None;
        for (place, &known) in self.classes.iter().enumerate() {
            if known == Class::NONE {
                free = free.or(Some(place));
            } else if known.differs(class) || known.site() == class.site() {
                return None;
            }
        }
        free
    }
}

/// Something was written in this phase; and different values were.
pub(super) const WRITTEN: u32 = 1 << 31;
pub(super) const DIFFER: u32 = 1 << 30;
/// Since the barrier something was written; and written without being read.
pub(super) const CHANGED: u32 = 1 << 29;
pub(super) const STORED: u32 = 1 << 28;
/// The workgroup had written it before the barrier.
pub(super) const BEFORE: u32 = 1 << 27;
pub(super) const EXTRA: u32 = BEFORE - 1;

/// What few words need.
#[derive(Clone, Debug, Default)]
pub(super) struct Extra {
    /// Classes of this phase that have no place in the record.
    pub(super) classes: Vec<Class>,
    /// Those of phases before, since the last barrier that orders the word.
    pub(super) older: Vec<Class>,
    /// Reads that nothing had set.
    pub(super) unwritten: Vec<Class>,
}

/// The records of a memory.
#[derive(Debug)]
pub(super) struct Cells {
    cells: Pages<Cell>,
    extras: Vec<Extra>,
    free: Vec<u32>,
}

impl Cells {
    pub(super) fn new(words: usize) -> Self {
        let empty = Cell {
            stamp: 0,
            classes: NO_CLASSES,
            value: 0,
            notes: 0,
        };
        Cells {
            cells: Pages::new(words, empty),
            extras: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Records are of one workgroup; the next finds them out of date, whichever words they were of.
    pub(super) fn begin_workgroup(&mut self) {
        self.cells.recycle();
    }

    /// The record of a word; `None` past the memory's end.
    #[inline(always)]
    pub(super) fn of(&mut self, word: u32) -> Option<&mut Cell> {
        self.cells.get(word)
    }

    /// Those of the words of a strip that the workgroup wrote, of records that nothing unordered is in any more.
    pub(super) fn before(&mut self, strip: u32, workgroup_began: u32) -> u64 {
        (0..64).fold(0, |before, bit| {
            let cell = self.of(64 * strip + bit);
            let wrote = cell.is_some_and(|cell| {
                cell.stamp >= workgroup_began && cell.notes & (BEFORE | CHANGED) != 0
            });
            before | u64::from(wrote) << bit
        })
    }

    pub(super) fn extra_of(&mut self, cell: &Cell) -> Option<&mut Extra> {
        let number = cell.notes & EXTRA;
        self.extras.get_mut((number as usize).checked_sub(1)?)
    }

    /// The extra record, made if there is none.
    pub(super) fn extra(&mut self, cell: &mut Cell) -> &mut Extra {
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

    pub(super) fn release(&mut self, number: u32) {
        if let Some(extra) = (number as usize).checked_sub(1) {
            let extra = &mut self.extras[extra];
            extra.classes.clear();
            extra.older.clear();
            extra.unwritten.clear();
            self.free.push(number);
        }
    }

    /// The classes of this phase.
    pub(super) fn current<'s>(&'s self, cell: &'s Cell) -> impl Iterator<Item = Class> + 's {
        let few = cell.classes.iter().filter(|&&class| class != Class::NONE);
        few.chain(self.more(cell).map_or(&[][..], |extra| &extra.classes))
            .copied()
    }

    /// The classes of phases before.
    pub(super) fn older<'s>(&'s self, cell: &Cell) -> impl Iterator<Item = Class> + 's {
        let older = self.more(cell).map_or(&[][..], |extra| &extra.older);
        older.iter().copied()
    }

    fn more(&self, cell: &Cell) -> Option<&Extra> {
        let number = (cell.notes & EXTRA) as usize;
        self.extras.get(number.checked_sub(1)?)
    }

    pub(super) fn insert(&mut self, cell: &mut Cell, class: Class) {
        match cell.classes.iter_mut().find(|c| **c == Class::NONE) {
            Some(free) => *free = class,
            None => self.extra(cell).classes.push(class),
        }
    }

    pub(super) fn replace(&mut self, cell: &mut Cell, from: Class, to: Class) {
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
    pub(super) fn age(&mut self, cell: &mut Cell) {
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
        cell.classes = NO_CLASSES;
        cell.notes &= !(WRITTEN | DIFFER);
    }
}
