//! Bytecode under construction: registers, marks of steps, and the values that are known before the dispatch begins.

use super::sites::Sites;
use super::source::Source;
use super::statements;
use crate::program::{Headers, KernelError, Op, Register, Statement};
use std::collections::{HashMap, HashSet};
use wgsl::{Checked, Header, Origins, Span};

/// Limit of the instructions of a program: inlining can multiply a small text.
const MAX_OPS: usize = 1 << 20;
/// Limit of the registers of one lane.
const MAX_REGISTERS: u32 = 1 << 16;

/// The statements that a translation adds before the first one of the reader: they take the kernel's arguments. They belong
/// to the step of that first statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// There is no statement yet.
    Empty,
    /// The first added statement begins at this position.
    Added(usize),
    /// The reader's first statement has begun.
    Ended,
}

/// Bytecode under construction. Registers are numbered in the order in which they are needed; [`super::registers`]
/// assigns the final ones.
pub(super) struct Builder<'s> {
    pub(super) source: Source<'s>,
    /// The statements that steps execute, and their places in the compiled text.
    pub(super) statements: Vec<Statement>,
    pub(super) headers: Headers,
    ranges: Vec<Span>,
    pub(super) ops: Vec<Op>,
    pub(super) prologue: Vec<Op>,
    /// First register and length of each group that must stay together.
    pub(super) groups: Vec<(Register, u32)>,
    pub(super) constants: Vec<(Register, u32)>,
    by_value: HashMap<u32, Register>,
    /// Registers whose value the prologue computes.
    known: HashSet<Register>,
    next_register: u32,
    /// Span of the code being lowered, and the statement that the current step executes.
    pub(super) span: Span,
    current: Option<u32>,
    opening: Opening,
    /// The loops around the code being lowered, those of inlined functions too.
    loops: u32,
    /// The places of the calls around the code being lowered, innermost last.
    pub(super) calls: Vec<Span>,
    pub(super) sites: Sites,
}

impl<'s> Builder<'s> {
    pub(super) fn new(checked: &Checked<'s>, origins: Option<&'s Origins>) -> Self {
        let source = Source::new(checked.text, origins);
        let ranges = statements::statements(&checked.tree);
        let (statements, headers) = source.statements(&ranges);
        Builder {
            source,
            statements,
            headers: Headers {
                statements: headers,
                loops: Vec::new(),
            },
            ranges,
            ops: Vec::new(),
            prologue: Vec::new(),
            groups: Vec::new(),
            constants: Vec::new(),
            by_value: HashMap::new(),
            known: HashSet::new(),
            next_register: 0,
            span: Span::default(),
            current: None,
            opening: Opening::Empty,
            loops: 0,
            calls: Vec::new(),
            sites: Sites::default(),
        }
    }

    /// Allocates `words` consecutive registers, and returns the first.
    pub(super) fn registers(&mut self, words: u32) -> Result<Register, KernelError> {
        let first = Register(self.next_register);
        self.next_register = self.next_register.saturating_add(words);
        if self.next_register > MAX_REGISTERS {
            return Err(KernelError::TooMuchMemory {
                what: "private memory".to_owned(),
                bytes: u64::from(self.next_register) * 4,
                limit: u64::from(MAX_REGISTERS) * 4,
                at: self.place(),
            });
        }
        self.groups.push((first, words));
        Ok(first)
    }

    pub(super) fn register(&mut self) -> Result<Register, KernelError> {
        self.registers(1)
    }

    /// Returns a register that always holds `bits`.
    pub(super) fn constant(&mut self, bits: u32) -> Result<Register, KernelError> {
        if let Some(&register) = self.by_value.get(&bits) {
            return Ok(register);
        }
        let register = self.register()?;
        self.constants.push((register, bits));
        self.by_value.insert(bits, register);
        self.known.insert(register);
        Ok(register)
    }

    /// Marks a register as set before the dispatch begins (an override).
    pub(super) fn know(&mut self, register: Register) {
        self.known.insert(register);
    }

    pub(super) fn is_known(&self, register: Register) -> bool {
        self.known.contains(&register)
    }

    /// Adds an instruction whose result depends on its operands only. If they are known before the dispatch begins, it
    /// goes to the prologue and is executed once, as a compiler would fold it.
    pub(super) fn push_pure(&mut self, op: Op, to: Register, operands: &[Register]) -> Result<Register, KernelError> {
        if operands.iter().all(|operand| self.known.contains(operand)) {
            self.known.insert(to);
            self.prologue.push(op);
        } else {
            self.push(op)?;
        }
        Ok(to)
    }

    /// Returns the last instruction that does something.
    pub(super) fn last(&self) -> Option<&Op> {
        let begins = |op: &&Op| matches!(op, Op::Statement { .. } | Op::Within);
        self.ops.iter().rev().find(|op| !begins(op))
    }

    /// Adds an instruction that belongs to the statement at the current span.
    pub(super) fn push(&mut self, op: Op) -> Result<(), KernelError> {
        let statement = self.statement_of(self.span);
        if statement.is_some() && statement != self.current {
            self.current = statement;
            if let Some(statement) = statement {
                self.begin_statement(statement)?;
            }
        }
        self.push_bare(op)
    }

    /// Begins the step of a statement. One that the translation adds has no step: it belongs to that of the statement
    /// before it, as a helper function belongs to its call.
    fn begin_statement(&mut self, statement: u32) -> Result<(), KernelError> {
        let range = self.ranges[statement as usize];
        if self.source.place(range).is_none() {
            if self.opening == Opening::Empty {
                self.opening = Opening::Added(self.ops.len());
            }
            return self.push_bare(Op::Within);
        }
        let op = Op::Statement { statement };
        match std::mem::replace(&mut self.opening, Opening::Ended) {
            Opening::Added(first) => {
                self.ops[first] = op;
                // A statement of a loop keeps its own step, which each iteration begins with.
                self.push_bare(if self.loops == 0 { Op::Within } else { op })
            }
            Opening::Empty | Opening::Ended => self.push_bare(op),
        }
    }

    /// Returns true while statements take the kernel's arguments.
    pub(super) fn takes_arguments(&self) -> bool {
        matches!(self.opening, Opening::Added(_))
    }

    /// Adds an instruction that belongs to no statement, such as the end of a block.
    pub(super) fn push_bare(&mut self, op: Op) -> Result<(), KernelError> {
        if self.ops.len() >= MAX_OPS {
            return Err(KernelError::TooMuchMemory {
                what: "bytecode after inlining".to_owned(),
                bytes: MAX_OPS as u64,
                limit: MAX_OPS as u64,
                at: self.place(),
            });
        }
        match op {
            Op::Loop { .. } => self.loops += 1,
            Op::EndLoop { .. } => self.loops -= 1,
            _ => {}
        }
        let position = self.ops.len() as u32;
        self.sites.note(self.source, &self.calls, (position, &op), self.span);
        self.ops.push(op);
        Ok(())
    }

    /// Makes the next instruction begin a step, even if it belongs to the same statement as the last.
    pub(super) fn begin_step(&mut self) {
        self.current = None;
    }

    /// Returns the statement in which a span begins.
    pub(super) fn statement_of(&self, span: Span) -> Option<u32> {
        statements::statement_at(&self.ranges, span.start)
    }

    pub(super) fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    /// Returns line and column of a span.
    pub(super) fn location(&self, span: Span) -> (u32, u32) {
        self.source.location(span)
    }

    /// Returns line and column of a span, and its line in an included file.
    pub(super) fn located(&self, span: Span) -> ((u32, u32), Option<Header>) {
        let place = self.source.place(span);
        place.map_or(((0, 0), None), |place| self.source.located(place))
    }

    /// Returns line and column of the code being lowered, if they are known.
    fn place(&self) -> Option<(u32, u32)> {
        (self.span != Span::default()).then(|| self.location(self.span))
    }

    pub(super) fn unsupported(&self, feature: impl Into<String>) -> KernelError {
        let (line, column) = self.location(self.span);
        KernelError::Unsupported {
            feature: feature.into(),
            line,
            column,
        }
    }
}
