//! A compiled kernel: flat register bytecode, and the tables that lead back to its source.

use super::access::{Access, SourceAccess};
use super::binding::Binding;
use super::bytecode::{Address, Op, Register};
use super::check::Checked;
use super::source_tables::{Headers, LoopInfo, Override, Site, Statement, Touch, Variable};
use serde::{Deserialize, Serialize};
use wgsl::{Header, ReportKind, Separation};

/// Built-in values of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum BuiltIn {
    GlobalInvocationId,
    GlobalInvocationIndex,
    LocalInvocationId,
    LocalInvocationIndex,
    WorkgroupId,
    WorkgroupIndex,
    NumWorkgroups,
    SubgroupSize,
    SubgroupInvocationId,
    SubgroupId,
    NumSubgroups,
}

/// A kernel ready to run with any overrides and buffers. [`crate::compile`] creates it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    pub entry_point: String,
    /// True if places and names are those of a text in another language, from which its own was translated.
    pub(crate) is_translated: bool,
    /// Calls that all threads must make together, where some may be missing: browsers refuse the text.
    pub separations: Vec<Separation>,
    pub statements: Vec<Statement>,
    pub(crate) headers: Headers,
    pub bindings: Vec<Binding>,
    pub overrides: Vec<Override>,
    pub variables: Vec<Variable>,
    pub loops: Vec<LoopInfo>,
    /// The kinds of its reports.
    pub(crate) reports: Vec<ReportKind>,
    /// The operations that are checked.
    pub(crate) checked: Vec<Checked>,
    /// Accesses of the source; inlined copies share one site.
    pub sites: Vec<Site>,
    /// The line and the source text of each condition of an `if`.
    pub(crate) conditions: Vec<(u32, String)>,
    /// The site of each instruction that has one, by position in the bytecode, rising.
    pub(crate) site_of: Vec<(Address, u32)>,
    /// Executed once before the dispatch, on uniform registers: defaults of overrides, sizes, module constants.
    pub(crate) prologue: Vec<Op>,
    pub(crate) ops: Vec<Op>,
    /// Built-in values: the built-in, its component, and its register.
    pub(crate) builtins: Vec<(BuiltIn, u32, Register)>,
    /// Uniform registers with a value known at compile time.
    pub(crate) constants: Vec<(Register, u32)>,
    pub(crate) workgroup_size: [Register; 3],
    /// Groups of registers that must stay together while registers are assigned; empty afterwards.
    pub(crate) groups: Vec<(Register, u32)>,
    /// Registers of variables that may be read before they are written: they start as zero.
    pub(crate) zeroed: Vec<Register>,
    /// True if there are atomic operations or volatile accesses: then an invocation may wait for another warp.
    pub(crate) may_wait: bool,
    pub(crate) lane_registers: u32,
    pub(crate) uniform_registers: u32,
    pub(crate) mask_registers: u32,
}

impl Program {
    /// Returns the accesses of the source to buffers and workgroup memory, each once.
    pub(crate) fn accesses(&self) -> Vec<SourceAccess> {
        let access = |site: &Site| {
            let access = match site.touch {
                Touch::Load | Touch::AtomicLoad => Access::Load,
                Touch::Store | Touch::AtomicStore => Access::Store,
                Touch::Atomic { .. } => Access::Atomic,
                Touch::Index | Touch::Shuffle => return None,
            };
            let is_shared = (site.memory as usize) < self.bindings.len();
            // An access that a translation adds has no line.
            (is_shared && site.line > 0).then(|| SourceAccess {
                line: site.line,
                column: site.column,
                length: site.text.chars().count() as u32,
                access,
            })
        };
        let mut accesses: Vec<SourceAccess> = self.sites.iter().filter_map(access).collect();
        accesses.sort_unstable_by_key(|each| (each.line, each.column, each.length, each.access));
        accesses.dedup();
        accesses
    }

    /// Returns the bytes of the smallest scalar of a memory that is loaded or stored, at most 4.
    pub(crate) fn finest_bytes(&self, memory: u32) -> u32 {
        let bytes = self.ops.iter().filter_map(|op| match op {
            Op::Load { reach, .. } | Op::Store { reach, .. } => (reach.memory == memory).then(|| reach.stored.bytes()),
            _ => None,
        });
        bytes.min().unwrap_or(4)
    }

    /// Returns true if its workgroups wait for each other at barriers of the whole grid, which no GPU has in WGSL.
    pub fn waits_for_grid(&self) -> bool {
        self.reports.contains(&ReportKind::GridBarrier)
    }

    /// Returns the line of a statement in an included file, if it stands in one.
    pub fn header_of(&self, statement: u32) -> Option<&Header> {
        numbered(&self.headers.statements, statement)
    }

    /// Returns the line of a loop in an included file, if it stands in one.
    pub(crate) fn header_of_loop(&self, number: u32) -> Option<&Header> {
        numbered(&self.headers.loops, number)
    }

    /// Returns the line of a statement, from 1; 0 if there is none.
    pub(crate) fn line_of(&self, statement: u32) -> u32 {
        self.statements
            .get(statement as usize)
            .map_or(0, |statement| statement.line)
    }
}

/// Returns the item with a number.
fn numbered(all: &[(u32, Header)], number: u32) -> Option<&Header> {
    let index = all.binary_search_by_key(&number, |(each, _)| *each);
    index.ok().map(|index| &all[index].1)
}
