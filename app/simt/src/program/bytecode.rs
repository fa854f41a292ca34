//! Flat register bytecode: the instructions of a compiled kernel.
//!
//! Registers hold one 32-bit value for each lane; composites take consecutive registers. Values that are provably equal
//! in all active lanes of a workgroup are in uniform registers. Control flow is structured: `If`, `Loop` and `Switch`
//! push a frame on the mask stack, and their ends pop it. Functions are inlined, so every pointer has a known root.
//! Overrides are ordinary uniform registers, set at the start of a run, so one program serves every workgroup size.

use super::arithmetic::{Binary, Ternary, Unary};
use super::check::Check;
use serde::{Deserialize, Serialize};
use wgsl::Stored;

/// A register: an index into the lane registers, or, with the top bit, into the uniform registers, or, with the bit
/// below, into the mask registers, which hold one condition for each lane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Register(pub u32);

impl Register {
    const UNIFORM: u32 = 1 << 31;
    const MASK: u32 = 1 << 30;

    pub(crate) const fn uniform(index: u32) -> Self {
        Register(index | Self::UNIFORM)
    }

    pub(crate) const fn is_uniform(self) -> bool {
        self.0 & Self::UNIFORM != 0
    }

    pub(crate) const fn mask(index: u32) -> Self {
        Register(index | Self::MASK)
    }

    pub(crate) const fn is_mask(self) -> bool {
        self.0 & Self::MASK != 0
    }

    pub(crate) const fn index(self) -> usize {
        (self.0 & !(Self::UNIFORM | Self::MASK)) as usize
    }

    pub(crate) const fn offset(self, words: u32) -> Self {
        Register(self.0 + words)
    }
}

impl std::fmt::Debug for Register {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}{}",
            match (self.is_uniform(), self.is_mask()) {
                (true, _) => 'u',
                (false, true) => 'm',
                (false, false) => 'r',
            },
            self.index()
        )
    }
}

/// Index of a position in the bytecode.
pub type Address = u32;

/// The address of an element whose index is out of bounds. No variable is so large that this address plus an offset
/// would be valid.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// One instruction. `condition` registers hold 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Op {
    /// Begins a source statement: the schedule may switch warps here, and the trace begins a step.
    Statement {
        statement: u32,
    },
    /// Begins a statement that a translation has added: it belongs to the step of the statement before it.
    Within,
    Unary {
        function: Unary,
        to: Register,
        a: Register,
    },
    Binary {
        function: Binary,
        to: Register,
        a: Register,
        b: Register,
    },
    Ternary {
        function: Ternary,
        to: Register,
        a: Register,
        b: Register,
        c: Register,
    },
    /// Copies to an expression's register, for all lanes.
    Copy {
        to: Register,
        from: Register,
    },
    /// Writes a variable's register in the active lanes, and records it in the trace.
    Assign {
        variable: u32,
        to: Register,
        from: Register,
    },
    /// Records in the trace the value that a `let` names.
    Name {
        variable: u32,
        word: u32,
        from: Register,
    },
    /// Writes a hidden register (a call's result or argument) in the active lanes.
    Set {
        to: Register,
        from: Register,
    },
    /// Reads word `index` of the `words` registers from `base` on, for each lane; yields zero past the end. `bytes`: those of
    /// the whole value that a lane reads, at its first word, and 0 at the others.
    Gather {
        to: Register,
        base: Register,
        index: Register,
        words: u32,
        bytes: u32,
    },
    /// Writes word `index` of a variable's registers in the active lanes; does nothing past the end. `bytes` as in
    /// [`Op::Gather`].
    Scatter {
        variable: u32,
        from: Register,
        base: Register,
        index: Register,
        words: u32,
        bytes: u32,
    },
    /// Computes the byte address of an element: `base + index * stride` if `index < length`, else `NOWHERE`.
    Element {
        to: Register,
        base: Register,
        index: Register,
        length: Register,
        stride: u32,
        memory: u32,
    },
    /// Computes the number of elements of a runtime-sized array that begins `offset` bytes into its buffer.
    ArrayLength {
        to: Register,
        memory: u32,
        offset: u32,
        stride: u32,
    },
    /// Returns the texels of an image along an axis: 0 to 2 for x, y and z.
    ImageSize {
        to: Register,
        memory: u32,
        axis: u32,
    },
    /// One request: loads consecutive scalars from each active lane's address to consecutive registers.
    Load {
        to: Register,
        reach: Reach,
    },
    Store {
        from: Register,
        reach: Reach,
    },
    /// One request that reads, modifies and writes a word in each active lane, one lane after the other, or the parts in one
    /// word. `to` gets the old value, and `to + 1` tells whether a comparison held.
    Atomic {
        function: Atomic,
        to: Register,
        reach: Reach,
        value: Register,
        compare: Register,
    },
    /// Copies a value from another lane to each active lane; `index` names the lane as `mode` says.
    Shuffle {
        mode: Shuffle,
        to: Register,
        from: Register,
        index: Register,
    },
    /// Combines values of all active lanes.
    Combine {
        function: Binary,
        scan: Scan,
        to: Register,
        from: Register,
        /// The neutral element of `function`.
        neutral: u32,
    },
    /// Sets a bit for each active lane whose condition holds, in the four registers from `to` on.
    Ballot {
        to: Register,
        condition: Register,
    },
    If {
        condition: Register,
        otherwise: Address,
        hidden: bool,
        /// Instructions of the two sides, if a compiler would mask them instead of branching.
        short: Option<[u8; 2]>,
    },
    Else {
        end: Address,
    },
    EndIf,
    Loop {
        number: u32,
        continuing: Address,
    },
    /// Begins the body of an iteration.
    Iterate,
    /// Lanes that executed `continue` join here.
    Continuing {
        end: Address,
    },
    /// Lanes whose condition equals `leave` leave the loop.
    BreakIf {
        condition: Register,
        leave: bool,
    },
    /// `idle`: nothing in the loop changes what it reads, so lanes that are still in it never leave it.
    EndLoop {
        body: Address,
        idle: bool,
    },
    Break,
    Continue,
    /// The cases follow, the default last.
    Switch {
        first: Address,
    },
    /// A case of the innermost switch: takes the lanes whose condition holds, unless an earlier case took them.
    Case {
        condition: Register,
        next: Address,
    },
    EndSwitch,
    /// Begins an inlined function: `Return` inside goes to its end.
    Enter {
        leave: Address,
    },
    Leave,
    Return,
    Barrier {
        kind: BarrierKind,
    },
    /// A barrier of the lanes of a warp, or of those that each of them names. In lockstep they are together already.
    Meet {
        mask: Option<Register>,
    },
    /// Begins a report of each active lane; one `Tell` for each word of its values follows.
    Report {
        mark: u32,
    },
    Tell {
        from: Register,
    },
    /// Compares the active lanes with the masks that they name in a function of the warp.
    CompareMask {
        mask: Register,
    },
    /// Checks the operands of an operation, and computes nothing.
    Check {
        check: Check,
        operation: u32,
        a: Register,
        b: Register,
    },
    /// Follows a check: only lanes whose condition is `holds` are meant.
    Where {
        condition: Register,
        holds: bool,
    },
    End,
}

/// The memory that an instruction accesses: `words` consecutive scalars from each lane's address plus `offset`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reach {
    pub(crate) memory: u32,
    pub(crate) address: Register,
    pub(crate) offset: u32,
    pub(crate) words: u32,
    /// The form of each scalar in memory.
    pub(crate) stored: Stored,
}

impl Reach {
    /// Returns the number of bytes of each lane.
    pub(crate) fn bytes(self) -> u32 {
        self.stored.bytes() * self.words
    }
}

/// The function by which an atomic operation computes the new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Atomic {
    /// The function of old and given value.
    Apply(Binary),
    Exchange,
    /// The given value if the old one equals `compare`.
    CompareExchange,
    /// One more, or zero if the old value is the given one or larger.
    Increment,
    /// One less, or the given value if the old one is zero or larger than it.
    Decrement,
}

impl Atomic {
    /// Returns true if the operation compares the word with a value before it changes it.
    pub(crate) fn compares(self) -> bool {
        match self {
            Atomic::Apply(function) => function.is_order(),
            Atomic::CompareExchange => true,
            Atomic::Exchange | Atomic::Increment | Atomic::Decrement => false,
        }
    }
}

/// The rule that chooses the source lane of a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Shuffle {
    /// The first active lane.
    First,
    /// The lane with the number `index`.
    Lane,
    /// The lane `index` lanes further on, or back.
    Down,
    Up,
    /// The lane whose number is `lane ^ index`.
    Xor,
    /// The lane `index` of the same quad of four lanes.
    Quad,
}

/// The lanes that each result combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Scan {
    /// All active lanes.
    Reduce,
    /// The active lanes up to the lane itself, or before it.
    Inclusive,
    Exclusive,
}

/// The memory that a barrier orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BarrierKind {
    Workgroup,
    Storage,
    Both,
    Texture,
    /// All memory, for all workgroups of the dispatch, which wait for each other.
    Grid,
}
