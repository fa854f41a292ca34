//! The tables that lead from bytecode back to its source: statements, variables, accesses and loops.

use super::bytecode::{Atomic, Register};
use super::layout::Layout;
use super::scalar::ScalarType;
use serde::{Deserialize, Serialize};
use wgsl::Header;

/// A pipeline-overridable constant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Override {
    pub name: String,
    pub id: Option<u16>,
    pub scalar: ScalarType,
    /// Set by the caller, or else by the prologue if there is a default.
    pub(crate) register: Register,
    pub has_default: bool,
}

/// A range of source text that executes as one step: byte range, line and column of its start (from 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    pub start: u32,
    pub end: u32,
    pub line: u32,
    pub column: u32,
}

/// The lines of statements and of loops in included files, by number, rising. Their own places are those of the directive.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Headers {
    pub(crate) statements: Vec<(u32, Header)>,
    pub(crate) loops: Vec<(u32, Header)>,
}

/// A `var`, `let` or parameter of the source, stored in registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    /// Number of its consecutive registers.
    pub words: u32,
    /// The type of all its words, if they have the same one.
    pub scalar: Option<ScalarType>,
    /// The names and types of its words, in their order; `None` for a scalar.
    pub layout: Option<Layout>,
    /// The place that a pointer leads to. The pointer's value is what its index adds: bytes in a memory, words in a
    /// variable.
    pub target: Option<Target>,
    /// The bytes of the function that declares it, in the source; `None` for a variable of the entry point or of the
    /// module.
    pub scope: Option<(u32, u32)>,
    pub role: VariableRole,
    pub(crate) register: Register,
}

/// The origin of a variable's first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VariableRole {
    /// A statement of the source gives it.
    Local,
    /// The launch gives it: the variable is an argument of a translated kernel. No statement takes it, so it comes in the
    /// step of the first one.
    Argument,
}

/// The place that a pointer with the value zero leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    pub root: TargetRoot,
    /// The type of the place.
    pub layout: Layout,
}

/// A memory with a byte of it, or a variable with a word of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetRoot {
    Memory { memory: u32, byte: u32 },
    Variable { variable: u32, word: u32 },
}

/// An expression of the source that accesses memory, or reads a value from another lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Text of the expression, on one line: `data[i + stride]`.
    pub text: String,
    /// Line and column of its start, from 1.
    pub line: u32,
    pub column: u32,
    /// Its line in an included file, if it is in one: then line and column are those of the directive.
    pub header: Option<Header>,
    /// The memory, as an index into the program's bindings; private variables follow them.
    pub(crate) memory: u32,
    pub(crate) touch: Touch,
    /// Components of the vector that a store to one component belongs to; 0 for other accesses. Such a store may write
    /// the whole vector (WGSL, "Component Reference from Vector Memory View").
    pub(crate) vector: u32,
    /// True for an access in a `select` whose condition names the index: where it is false, the value is thrown away.
    pub(crate) discarded: bool,
    /// True for a volatile access of CUDA, which in lockstep orders the lanes of a warp.
    pub(crate) volatile: bool,
    /// True for an index that a marked call gives: it counts in the whole variable, also in one of several dimensions.
    pub(crate) counts_in_whole: bool,
    /// The mask of the lanes that a function of the warp names, if the text has one that is known.
    pub(crate) mask: Option<u32>,
}

/// The operation of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Touch {
    Load,
    Store,
    AtomicLoad,
    AtomicStore,
    /// `used`: something depends on the old value that it returns.
    Atomic {
        function: Atomic,
        used: bool,
    },
    /// An index that is checked against the length.
    Index,
    /// A read from another lane.
    Shuffle,
}

/// A loop of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopInfo {
    pub line: u32,
    /// 0 for an outermost loop.
    pub depth: u32,
    /// True if the loop contains a barrier that is in no loop inside it.
    pub holds_barrier: bool,
}
