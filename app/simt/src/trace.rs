//! What happened: one step for each statement that a warp executed, with masks, requests and changed values.
//!
//! A trace is complete in itself (also after a fault): it holds the memory it began with, and each step the old and
//! the new value of everything it changed, so that a [`crate::Cursor`] walks both ways. Steps are 24 bytes; the
//! events between them are packed words, uniform and affine lane values in one or two of them.

use crate::lanes::{ActiveMask, LaneValues};
use crate::program::{BarrierKind, LoopInfo, ScalarType, Space, Statement, Variable};
use serde::{Deserialize, Serialize};

/// One warp executed one statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Lanes active when the statement began.
    pub mask: ActiveMask,
    /// Where its events begin in the packed words.
    pub(crate) first_event: u32,
    /// The round of the schedule: in each round every warp that can executes one statement.
    pub round: u32,
    /// Index into [`Trace::statements`].
    pub statement: u32,
    pub warp: u32,
}

/// Memory that the traced workgroup touched, as it was before the workgroup began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceMemory {
    pub name: String,
    pub space: Space,
    /// Group and binding; `None` for workgroup memory.
    pub slot: Option<(u32, u32)>,
    pub scalar: Option<ScalarType>,
    /// Length of the whole variable in words.
    pub total_words: u64,
    /// The word at which `initial` begins.
    pub first_word: u32,
    /// The touched range, widened to whole lines.
    pub initial: Vec<u32>,
}

/// The trace of one workgroup. `PartialEq` compares everything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    pub warp_width: u32,
    /// Warps of the workgroup.
    pub warps: u32,
    /// Invocations of the workgroup; the last warp may be partly absent.
    pub invocations: u32,
    pub workgroup_size: [u32; 3],
    pub workgroup_id: [u32; 3],
    pub line_bytes: u32,
    pub sector_bytes: u32,
    pub statements: Vec<Statement>,
    pub variables: Vec<Variable>,
    pub loops: Vec<LoopInfo>,
    pub memories: Vec<TraceMemory>,
    pub steps: Vec<Step>,
    /// True where the trace stops before the workgroup's end because it grew too large.
    pub truncated: bool,
    pub(crate) events: Vec<u32>,
}

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    Load,
    Store,
    /// Reads, changes and writes, one lane after the other.
    Atomic,
}

impl Access {
    /// True for loads and atomic operations.
    pub const fn reads(self) -> bool {
        matches!(self, Access::Load | Access::Atomic)
    }

    /// True for stores and atomic operations.
    pub const fn writes(self) -> bool {
        matches!(self, Access::Store | Access::Atomic)
    }
}

/// One load or store instruction of one warp: `words` consecutive words at each active lane's byte address.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request<'a> {
    pub access: Access,
    /// Index into [`Trace::memories`].
    pub memory: u32,
    pub words: u32,
    /// Lanes whose address is in bounds.
    pub mask: ActiveMask,
    /// Byte addresses inside the variable.
    pub addresses: LaneValues<'a>,
    /// Stores and atomic operations: word after word, the old and the new value of each lane.
    pub changes: &'a [u32],
}

/// A `var` or `let` got values in the lanes of `mask`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assignment<'a> {
    /// Index into [`Trace::variables`], and the word of it.
    pub variable: u32,
    pub word: u32,
    pub mask: ActiveMask,
    pub old: LaneValues<'a>,
    pub new: LaneValues<'a>,
}

/// Something that happened inside a step, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a> {
    /// The active lanes split at a branch: these go first, the others wait.
    Diverge {
        first: ActiveMask,
        waiting: ActiveMask,
    },
    /// Lanes that had split run together again.
    Reconverge {
        mask: ActiveMask,
    },
    /// The lanes of the step begin iteration `iteration` (from 1) of a loop.
    Iterate {
        number: u32,
        iteration: u32,
    },
    Request(Request<'a>),
    Assign(Assignment<'a>),
    /// The warp waits at a barrier.
    Arrive {
        kind: BarrierKind,
    },
    /// The barrier opens for all warps of the workgroup.
    Release,
    /// Lanes finished the kernel.
    Return {
        mask: ActiveMask,
    },
}

impl Trace {
    /// The events of a step, in the order they happened.
    pub fn events(&self, step: usize) -> impl DoubleEndedIterator<Item = Event<'_>> {
        let end = self
            .steps
            .get(step + 1)
            .map_or(self.events.len(), |next| next.first_event as usize);
        let words = self
            .steps
            .get(step)
            .map_or(&[][..], |step| &self.events[step.first_event as usize..end]);
        let whole = self
            .steps
            .get(step)
            .map_or(ActiveMask::NONE, |step| step.mask);
        // A step has few events; collecting them lets the cursor walk backwards.
        Events { words, whole }.collect::<Vec<_>>().into_iter()
    }

    /// The requests of a step, in order.
    pub fn requests(&self, step: usize) -> impl Iterator<Item = Request<'_>> {
        self.events(step).filter_map(|event| match event {
            Event::Request(request) => Some(request),
            _ => None,
        })
    }

    /// The statement a step executes.
    pub fn statement(&self, step: usize) -> Option<Statement> {
        self.steps
            .get(step)
            .and_then(|step| self.statements.get(step.statement as usize))
            .copied()
    }

    /// The same for every platform: two traces are equal when their fingerprints are.
    pub fn fingerprint(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(&self.to_bytes())
    }

    /// The trace as bytes, for sending it from the worker to the page.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// The trace back from its bytes; `None` if they are not a trace.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}

// The packed form: a head word (tag in the low 8 bits, small fields above), then the event's words. A tag with the bit
// `WHOLE` has no mask of its own: its lanes are the step's.
pub(crate) const WHOLE: u32 = 0x80;
pub(crate) const DIVERGE: u32 = 0;
pub(crate) const RECONVERGE: u32 = 1;
pub(crate) const ITERATE: u32 = 2;
pub(crate) const LOAD: u32 = 3;
pub(crate) const STORE: u32 = 4;
pub(crate) const ASSIGN: u32 = 5;
pub(crate) const ARRIVE: u32 = 6;
pub(crate) const RELEASE: u32 = 7;
pub(crate) const RETURN: u32 = 8;
pub(crate) const ATOMIC: u32 = 9;

pub(crate) const UNIFORM: u32 = 0;
pub(crate) const AFFINE: u32 = 1;
pub(crate) const LIST: u32 = 2;

struct Events<'a> {
    words: &'a [u32],
    /// The step's lanes.
    whole: ActiveMask,
}

impl<'a> Events<'a> {
    fn word(&mut self) -> u32 {
        let [first, rest @ ..] = self.words else {
            return 0;
        };
        self.words = rest;
        *first
    }

    fn take(&mut self, count: usize) -> &'a [u32] {
        let (taken, rest) = self.words.split_at(count.min(self.words.len()));
        self.words = rest;
        taken
    }

    fn lanes(&mut self, head: u32) -> ActiveMask {
        if head & WHOLE != 0 {
            self.whole
        } else {
            self.mask()
        }
    }

    fn mask(&mut self) -> ActiveMask {
        ActiveMask(u64::from(self.word()) | u64::from(self.word()) << 32)
    }

    fn values(&mut self, mask: ActiveMask) -> LaneValues<'a> {
        match self.word() {
            UNIFORM => LaneValues::Uniform(self.word()),
            AFFINE => LaneValues::Affine {
                base: self.word(),
                step: self.word(),
            },
            _ => LaneValues::List(self.take(mask.count() as usize)),
        }
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        if self.words.is_empty() {
            return None;
        }
        let head = self.word();
        let (tag, small) = (head & 0x7f, head >> 8);
        Some(match tag {
            DIVERGE => Event::Diverge {
                first: self.mask(),
                waiting: self.mask(),
            },
            RECONVERGE => Event::Reconverge {
                mask: self.lanes(head),
            },
            ITERATE => Event::Iterate {
                number: small,
                iteration: self.word(),
            },
            LOAD | STORE | ATOMIC => {
                let (memory, words) = (small & 0xffff, small >> 16);
                let mask = self.lanes(head);
                let addresses = self.values(mask);
                let access = match tag {
                    LOAD => Access::Load,
                    STORE => Access::Store,
                    _ => Access::Atomic,
                };
                let changed = if tag == LOAD {
                    0
                } else {
                    2 * words * mask.count()
                };
                Event::Request(Request {
                    access,
                    memory,
                    words,
                    mask,
                    addresses,
                    changes: self.take(changed as usize),
                })
            }
            ASSIGN => {
                let mask = self.lanes(head);
                let (variable, word) = (small, self.word());
                Event::Assign(Assignment {
                    variable,
                    word,
                    mask,
                    old: self.values(mask),
                    new: self.values(mask),
                })
            }
            ARRIVE => Event::Arrive {
                kind: match small {
                    0 => BarrierKind::Workgroup,
                    1 => BarrierKind::Storage,
                    _ => BarrierKind::Both,
                },
            },
            RELEASE => Event::Release,
            _ => Event::Return {
                mask: self.lanes(head),
            },
        })
    }
}

impl Request<'_> {
    /// Old and new value of word `word` in the `rank`-th lane of a store; `None` for a load.
    pub fn change(&self, rank: u32, word: u32) -> Option<(u32, u32)> {
        let index = 2 * (word * self.mask.count() + rank) as usize;
        Some((*self.changes.get(index)?, *self.changes.get(index + 1)?))
    }
}
