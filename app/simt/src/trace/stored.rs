//! The trace of a workgroup: one step for each statement that a warp executed, with masks, requests and changed values.
//!
//! A trace is complete in itself, also after a fault: it contains the initial memory, and for each step the old and the
//! new value of everything that it changed, so that a [`crate::Cursor`] can move in both directions. A step takes 12
//! bytes (`packed.rs`), and its events take few words (`writer.rs`, `events.rs`). Masks are in a table, since a trace
//! has few different ones. Words are in blocks (`words.rs`): full blocks can be sent as [`TracePart`]s while the run
//! continues.

use super::others::OthersChanges;
use super::packed::PackedStep;
use super::words::Words;
use crate::lanes::{ActiveMask, LaneValues};
use crate::program::{
    Access, BarrierKind, Layout, LoopInfo, Program, SourceAccess, Space, Statement, Variable, VariableRole,
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// One statement executed by one warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Lanes active when the statement began.
    pub mask: ActiveMask,
    /// Index into [`Trace::statements`].
    pub statement: u32,
    pub warp: u32,
}

/// Memory that the traced workgroup accessed, as it was before the workgroup began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceMemory {
    pub name: String,
    pub space: Space,
    /// Group and binding; `None` for workgroup memory.
    pub slot: Option<(u32, u32)>,
    /// The type of each word.
    pub layout: Layout,
    /// Length of the whole variable in words.
    pub total_words: u64,
    /// The word at which `initial` begins.
    pub first_word: u32,
    /// The accessed range, extended to whole lines.
    pub initial: Vec<u32>,
    /// The word that means that nobody has set it, if the language leaves it undefined.
    pub unset: Option<u32>,
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
    /// The accesses of the source, each once.
    pub accesses: Vec<SourceAccess>,
    pub variables: Vec<Variable>,
    pub loops: Vec<LoopInfo>,
    pub memories: Vec<TraceMemory>,
    /// True if the trace ends before the workgroup because it reached its limit.
    pub truncated: bool,
    pub(super) steps: Vec<PackedStep>,
    /// The first step of each round of the schedule. In a round every warp that can continue executes one statement.
    pub(super) rounds: Vec<u32>,
    /// All masks that occur.
    pub(super) masks: Vec<ActiveMask>,
    /// Lists of addresses that are neither uniform nor affine, each stored once; `gaps` has the distances of those that
    /// rise slowly.
    pub(super) lists: Words,
    pub(super) gaps: Vec<u8>,
    pub(super) events: Words,
    /// Changes of memory by other workgroups, in the order of steps: each comes after its step.
    pub(super) others: Vec<OthersChanges>,
}

/// A complete block of the trace's words, which can be removed while the trace still grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracePart {
    pub table: TraceTable,
    pub words: Vec<u32>,
}

/// The table that a block of words belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TraceTable {
    Lists,
    Events,
}

/// The facts about the workgroup in a trace.
pub(crate) struct Header {
    pub(crate) warp_width: u32,
    pub(crate) warps: u32,
    pub(crate) invocations: u32,
    pub(crate) workgroup_size: [u32; 3],
    pub(crate) workgroup_id: [u32; 3],
    pub(crate) line_bytes: u32,
    pub(crate) sector_bytes: u32,
}

/// One load or store instruction of one warp: `bytes` at each active lane's byte address, in `words` consecutive words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request<'a> {
    pub access: Access,
    /// Index into [`Trace::memories`].
    pub memory: u32,
    pub words: u32,
    /// The bytes that each lane asks for: those of whole words, except in arrays of bytes and of 16-bit floats.
    pub bytes: u32,
    /// The bytes for which each word of the memory stands: 4, or fewer in an array of bytes that a translation lays out
    /// with a word for each.
    pub word_bytes: u32,
    /// Lanes whose address is in bounds.
    pub mask: ActiveMask,
    /// Byte addresses inside the variable.
    pub addresses: LaneValues<'a>,
    /// Stores and atomic operations: for each word, the old and the new value of each lane.
    pub changes: &'a [u32],
}

/// A `var` or `let` gets values in the lanes of `mask`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assignment<'a> {
    /// Index into [`Trace::variables`], and the word of the variable.
    pub variable: u32,
    pub word: u32,
    pub mask: ActiveMask,
    pub old: LaneValues<'a>,
    pub new: LaneValues<'a>,
}

/// An event inside a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a> {
    /// The active lanes split at a branch: these continue first, the others wait.
    Diverge {
        first: ActiveMask,
        waiting: ActiveMask,
    },
    /// Lanes that had split continue together.
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
    /// Creates a trace without steps.
    pub(crate) fn of(program: &Program, header: Header) -> Self {
        Trace {
            warp_width: header.warp_width,
            warps: header.warps,
            invocations: header.invocations,
            workgroup_size: header.workgroup_size,
            workgroup_id: header.workgroup_id,
            line_bytes: header.line_bytes,
            sector_bytes: header.sector_bytes,
            statements: program.statements.clone(),
            accesses: program.accesses(),
            variables: program.variables.clone(),
            loops: program.loops.clone(),
            memories: Vec::new(),
            truncated: false,
            steps: Vec::new(),
            rounds: Vec::new(),
            masks: Vec::new(),
            lists: Words::default(),
            gaps: Vec::new(),
            events: Words::default(),
            others: Vec::new(),
        }
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns a step by its number.
    pub fn step(&self, step: usize) -> Option<Step> {
        self.steps.get(step).map(|packed| self.unpacked(*packed))
    }

    /// Returns all steps, in the order in which they happened.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> + '_ {
        self.steps.iter().map(|packed| self.unpacked(*packed))
    }

    fn unpacked(&self, packed: PackedStep) -> Step {
        let (statement, warp) = packed.place();
        Step {
            mask: self.mask(packed.mask),
            statement,
            warp,
        }
    }

    pub(super) fn mask(&self, number: u32) -> ActiveMask {
        self.masks.get(number as usize).copied().unwrap_or_default()
    }

    /// Returns the first step of each round of the schedule, rising. In a round every warp that can continue executes
    /// one statement.
    pub fn rounds(&self) -> &[u32] {
        &self.rounds
    }

    /// Returns the round of a step, from 0.
    pub fn round(&self, step: usize) -> u32 {
        let begun = self.rounds.partition_point(|&first| first as usize <= step);
        begun.saturating_sub(1) as u32
    }

    /// Returns the size in bytes of the steps, without the values that they changed.
    pub fn overhead_bytes(&self) -> usize {
        let changed: usize = (0..self.len())
            .flat_map(|step| self.events(step))
            .map(|event| match event {
                Event::Request(request) => request.changes.len(),
                Event::Assign(assignment) => assignment.old.words() + assignment.new.words(),
                _ => 0,
            })
            .sum();
        size_of::<PackedStep>() * self.len()
            + 4 * (self.rounds.len() + self.lists.len() + self.events.len() - changed)
            + size_of_val(&self.masks[..])
            + self.gaps.len()
    }

    /// Returns the size in bytes of the trace.
    pub fn bytes(&self) -> usize {
        let initial = self.memories.iter().map(|memory| memory.initial.capacity());
        size_of::<PackedStep>() * self.steps.capacity()
            + 4 * (self.rounds.capacity() + initial.sum::<usize>())
            + size_of::<ActiveMask>() * self.masks.capacity()
            + self.gaps.capacity()
            + self.lists.bytes()
            + self.events.bytes()
            + self.others.iter().map(OthersChanges::bytes).sum::<usize>()
    }

    /// Removes a complete part, if there is one. The trace cannot be read until all its parts are back.
    pub fn take_part(&mut self) -> Option<TracePart> {
        let part = |table, words| TracePart { table, words };
        let list = self.lists.take();
        let list = list.map(|words| part(TraceTable::Lists, words));
        list.or_else(|| Some(part(TraceTable::Events, self.events.take()?)))
    }

    /// Puts back all parts, those of each table in their order. Returns false if they are not the parts of this trace.
    #[must_use]
    pub fn put_parts(&mut self, parts: Vec<TracePart>) -> bool {
        let (lists, events): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| part.table == TraceTable::Lists);
        let words = |parts: Vec<TracePart>| parts.into_iter().map(|part| part.words).collect();
        let lists = self.lists.put(words(lists));
        self.events.put(words(events)) && lists
    }

    /// Returns the requests of a step, in order.
    pub fn requests(&self, step: usize) -> impl Iterator<Item = Request<'_>> {
        self.events(step).filter_map(|event| match event {
            Event::Request(request) => Some(request),
            _ => None,
        })
    }

    /// Returns the assignments that a step's statement makes, in order. The first step of a warp has others before them,
    /// which give the arguments of a translated kernel their values: no statement does that.
    pub fn assignments(&self, step: usize) -> impl Iterator<Item = Assignment<'_>> {
        let mut given = HashSet::new();
        let mut is_given = move |assignment: &Assignment<'_>| {
            let word = (assignment.variable, assignment.word);
            self.is_argument(assignment.variable) && self.is_first_of_warp(step) && given.insert(word)
        };
        self.events(step).filter_map(move |event| match event {
            Event::Assign(assignment) if !is_given(&assignment) => Some(assignment),
            _ => None,
        })
    }

    fn is_argument(&self, variable: u32) -> bool {
        let variable = self.variables.get(variable as usize);
        variable.is_some_and(|variable| variable.role == VariableRole::Argument)
    }

    fn is_first_of_warp(&self, step: usize) -> bool {
        let warp = |packed: &PackedStep| packed.place().1;
        let warp_of_step = self.steps.get(step).map(warp);
        let earlier = self.steps.get(..step).unwrap_or_default();
        earlier.iter().all(|packed| Some(warp(packed)) != warp_of_step)
    }

    /// Returns the statement that a step executes.
    pub fn statement(&self, step: usize) -> Option<Statement> {
        let (statement, _) = self.steps.get(step)?.place();
        self.statements.get(statement as usize).copied()
    }

    /// Returns a hash that is the same on every platform: traces with equal hashes are equal.
    pub fn fingerprint(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(&self.to_bytes())
    }

    /// Serializes the trace without the parts that can be removed; it contains their hashes instead.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// Reads a trace, without its parts, from its bytes; `None` if they are no trace.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}

impl Request<'_> {
    /// Returns the byte address by which memory serves a lane, for an address in the variable.
    pub fn served_at(&self, address: u32) -> u32 {
        match self.word_bytes {
            4 => address,
            bytes => address / 4 * bytes,
        }
    }

    /// Returns old and new value of word `word` in the `rank`-th lane of a store; `None` for a load.
    pub fn change(&self, rank: u32, word: u32) -> Option<(u32, u32)> {
        let index = 2 * (word * self.mask.count() + rank) as usize;
        Some((*self.changes.get(index)?, *self.changes.get(index + 1)?))
    }
}
