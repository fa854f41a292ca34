//! A compiled kernel: flat register bytecode, and the tables that lead back to its source.
//!
//! Registers hold one 32-bit value for each lane of a warp; composites take consecutive registers. Values that are
//! provably alike in all active lanes live in uniform registers, once per warp. Control flow is structured: `If`,
//! `Loop` and `Switch` push a frame on the warp's mask stack, their ends pop it. Functions are inlined, so every
//! pointer has a known root. Overrides are ordinary uniform registers, set at the start of a run: one program serves
//! every block size.

use super::arithmetic::{Binary, Ternary, Unary};
use serde::{Deserialize, Serialize};

/// A register: an index into the lane registers, or, with the top bit, into the uniform registers, or, with the bit
/// below, into the mask registers, which hold a condition of each lane.
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

/// What an index out of bounds leads to. No variable is that large, so no sum of it and an offset is an address.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// One instruction. `condition` registers hold 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Op {
    /// A source statement begins: the schedule may switch warps here, and the trace begins a step.
    Statement {
        statement: u32,
    },
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
    /// Copies into an expression's register, for all lanes.
    Copy {
        to: Register,
        from: Register,
    },
    /// Writes a variable's register in the active lanes, and says so to the trace.
    Assign {
        variable: u32,
        to: Register,
        from: Register,
    },
    /// A `let` names a value: nothing to do but to say so to the trace.
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
    /// Reads word `index` of the `words` registers from `base` on, each lane its own; past the end gives zero.
    Gather {
        to: Register,
        base: Register,
        index: Register,
        words: u32,
    },
    /// Writes word `index` of a variable's registers in the active lanes; past the end is dropped.
    Scatter {
        variable: u32,
        from: Register,
        base: Register,
        index: Register,
        words: u32,
    },
    /// Byte address of an element: `base + index * stride` where `index < length`, else the address that is nowhere.
    Element {
        to: Register,
        base: Register,
        index: Register,
        length: Register,
        stride: u32,
        memory: u32,
    },
    /// Elements of a run-time sized array that begins `offset` bytes into its buffer.
    ArrayLength {
        to: Register,
        memory: u32,
        offset: u32,
        stride: u32,
    },
    /// One request: what each active lane reaches goes into consecutive registers, one for each scalar.
    Load {
        to: Register,
        reach: Reach,
    },
    Store {
        from: Register,
        reach: Reach,
    },
    /// `hidden` marks a branch that no source branch stands for (`&&`, `||`).
    /// One request that reads, changes and writes a word in each active lane, one lane after the other. `to` gets the
    /// old value, and `to + 1` whether a comparison held.
    Atomic {
        function: Atomic,
        to: Register,
        memory: u32,
        address: Register,
        offset: u32,
        value: Register,
        compare: Register,
    },
    /// Each active lane gets the value of another, which `index` names as the mode says.
    Shuffle {
        mode: Shuffle,
        to: Register,
        from: Register,
        index: Register,
    },
    /// Values of all active lanes are combined.
    Combine {
        function: Binary,
        scan: Scan,
        to: Register,
        from: Register,
        /// What `function` leaves everything else unchanged by.
        neutral: u32,
    },
    /// A bit for each active lane whose condition holds, in the four words from `to` on.
    Ballot {
        to: Register,
        condition: Register,
    },
    If {
        condition: Register,
        otherwise: Address,
        hidden: bool,
        /// Instructions of its two sides where a compiler would rather mask than branch.
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
    /// The body of an iteration begins.
    Iterate,
    /// Lanes that continued come back here.
    Continuing {
        end: Address,
    },
    /// Lanes whose condition equals `leave` are done with the loop.
    BreakIf {
        condition: Register,
        leave: bool,
    },
    EndLoop {
        body: Address,
    },
    Break,
    Continue,
    /// Its cases come next, the default last.
    Switch {
        first: Address,
    },
    /// A case of the innermost switch: the lanes, of those that no case has taken yet, whose condition holds.
    Case {
        condition: Register,
        next: Address,
    },
    EndSwitch,
    /// Opens an inlined function: `Return` inside goes to its end.
    Enter {
        leave: Address,
    },
    Leave,
    Return,
    Barrier {
        kind: BarrierKind,
    },
    End,
}

/// Where an instruction reaches: `words` consecutive scalars from each lane's address plus `offset`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reach {
    pub(crate) memory: u32,
    pub(crate) address: Register,
    pub(crate) offset: u32,
    pub(crate) words: u32,
    /// Bytes of each: 4, or 2 for 16-bit floats.
    pub(crate) each: u32,
}

impl Reach {
    /// Bytes of each lane.
    pub(crate) fn bytes(self) -> u32 {
        self.each * self.words
    }
}

/// What an atomic operation makes of the old value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Atomic {
    /// What the function gives for old and new.
    Apply(Binary),
    Exchange,
    /// The new value where the old one equals `compare`.
    CompareExchange,
}

/// Which lane a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Shuffle {
    /// The first active lane.
    First,
    /// The lane of that number.
    Lane,
    /// So many lanes on, or back.
    Down,
    Up,
    /// The lane whose number differs in these bits.
    Xor,
    /// The lane of that number in one's own four.
    Quad,
}

/// Which lanes a lane's result combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Scan {
    /// All active ones.
    Reduce,
    /// Those up to itself, or before itself.
    Inclusive,
    Exclusive,
}

/// Which memory a barrier orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BarrierKind {
    Workgroup,
    Storage,
    Both,
}

/// A scalar's type, for showing values and for giving override values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScalarType {
    Bool,
    I32,
    U32,
    F32,
    /// Two 16-bit floats in each word of memory. Registers hold them widened, as `F32`.
    F16,
}

impl ScalarType {
    /// The value as text, for example `-3`, `true` or `0.5`.
    pub fn show(self, bits: u32) -> String {
        match self {
            ScalarType::Bool => (bits != 0).to_string(),
            ScalarType::I32 => (bits as i32).to_string(),
            ScalarType::U32 => bits.to_string(),
            ScalarType::F32 => f32::from_bits(bits).to_string(),
            ScalarType::F16 => {
                let [low, high] = [bits as u16, (bits >> 16) as u16].map(half::f16::from_bits);
                format!("{low}, {high}")
            }
        }
    }
}

impl ScalarType {
    /// A number as the bits of a word: what [`ScalarType::show`] writes, and `0x` numbers. Without a type it is a float where
    /// it has a point or an exponent. 16-bit floats come two to a word and have none of their own.
    pub fn read(scalar: Option<ScalarType>, text: &str) -> Option<u32> {
        let float = || text.parse::<f32>().ok().map(f32::to_bits);
        let unsigned = || match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => text.parse::<u32>().ok(),
        };
        let signed = || text.parse::<i32>().ok().map(|value| value as u32);
        match scalar {
            Some(ScalarType::F32) => float(),
            Some(ScalarType::Bool) if text == "true" => Some(1),
            Some(ScalarType::Bool) if text == "false" => Some(0),
            _ => unsigned()
                .or_else(signed)
                .or_else(|| text.contains(['.', 'e', 'E']).then(float).flatten()),
        }
    }
}

/// Where a variable that lanes share lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Space {
    /// Global memory: `var<storage>`.
    Storage,
    /// Constant memory: `var<uniform>`.
    Uniform,
    /// Shared memory: `var<workgroup>`.
    Workgroup,
}

impl Space {
    /// Its name in WGSL.
    pub const fn name(self) -> &'static str {
        match self {
            Space::Storage => "storage",
            Space::Uniform => "uniform",
            Space::Workgroup => "workgroup",
        }
    }
}

/// What a kernel may do with a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BindingAccess {
    Read,
    ReadWrite,
}

/// A variable in memory that lanes share: a binding, or workgroup memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    pub name: String,
    pub space: Space,
    /// Group and binding; `None` for workgroup memory.
    pub slot: Option<(u32, u32)>,
    pub access: BindingAccess,
    /// Line and column of its declaration.
    pub declared: (u32, u32),
    /// Size in bytes without the run-time sized tail; workgroup arrays sized by an override count one element.
    pub fixed_bytes: u32,
    /// Stride in bytes of the run-time (or override) sized array at its end, if there is one.
    pub tail_stride: Option<u32>,
    /// The element's scalar type where all words have the same one.
    pub scalar: Option<ScalarType>,
    /// Bytes from one element to the next where the variable itself is an array.
    pub(crate) element_bytes: Option<u32>,
    /// For a workgroup array sized by an override: the register that holds its length.
    pub(crate) length: Option<Register>,
}

impl Binding {
    /// Words of a buffer that holds the variable with so many elements in its run-time sized array, if it has one.
    pub fn words(&self, elements: u64) -> u64 {
        let tail = self
            .tail_stride
            .map_or(0, |stride| u64::from(stride).saturating_mul(elements));
        u64::from(self.fixed_bytes).saturating_add(tail).div_ceil(4)
    }
}

/// A pipeline-overridable constant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Override {
    pub name: String,
    pub id: Option<u16>,
    pub scalar: ScalarType,
    /// Set by the caller, else by the prologue where there is a default.
    pub(crate) register: Register,
    pub has_default: bool,
}

/// A stretch of source that executes as one step: byte range, and where it begins (from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    pub start: u32,
    pub end: u32,
    pub line: u32,
    pub column: u32,
}

/// A `var` or `let` of the source, kept in registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    /// Consecutive registers it takes.
    pub words: u32,
    /// Where all its words have the same type.
    pub scalar: Option<ScalarType>,
    pub(crate) register: Register,
}

/// Where the source touches memory, or takes a value from another lane, in its own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// The expression that leads there, on one line: `data[i + stride]`.
    pub text: String,
    /// Where it begins, from 1.
    pub line: u32,
    pub column: u32,
    /// The memory, as an index into the program's bindings; private variables follow those.
    pub(crate) memory: u32,
    pub(crate) touch: Touch,
}

/// What a site does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Touch {
    Load,
    Store,
    AtomicLoad,
    AtomicStore,
    /// `used`: something depends on the old value it gives.
    Atomic {
        function: Atomic,
        used: bool,
    },
    /// An index, checked against the length.
    Index,
    /// A value from another lane.
    Shuffle,
}

/// A loop of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopInfo {
    pub line: u32,
    /// 0 for an outermost loop.
    pub depth: u32,
    /// True where a barrier stands in the loop and in no loop inside it.
    pub holds_barrier: bool,
}

/// Values a lane starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum BuiltIn {
    GlobalInvocationId,
    LocalInvocationId,
    LocalInvocationIndex,
    WorkgroupId,
    NumWorkgroups,
    SubgroupSize,
    SubgroupInvocationId,
    SubgroupId,
    NumSubgroups,
}

/// A kernel ready to run, whatever its overrides and buffers. Made by [`crate::compile`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    pub entry_point: String,
    pub statements: Vec<Statement>,
    pub bindings: Vec<Binding>,
    pub overrides: Vec<Override>,
    pub variables: Vec<Variable>,
    pub loops: Vec<LoopInfo>,
    /// Accesses of the source; inlined copies share one.
    pub sites: Vec<Site>,
    /// The site of each instruction that has one, by position in the bytecode, rising.
    pub(crate) site_of: Vec<(Address, u32)>,
    /// Runs once before the dispatch, on uniform registers: overrides' defaults, sizes, module constants.
    pub(crate) prologue: Vec<Op>,
    pub(crate) ops: Vec<Op>,
    /// What a lane starts with: the built-in, its component, and where it goes.
    pub(crate) builtins: Vec<(BuiltIn, u32, Register)>,
    /// Uniform registers with a value known when compiling.
    pub(crate) constants: Vec<(Register, u32)>,
    pub(crate) workgroup_size: [Register; 3],
    /// Groups of registers that stay together while they get their places; empty afterwards.
    pub(crate) groups: Vec<(Register, u32)>,
    /// Registers of variables that may be read before they are written: they start as zero.
    pub(crate) zeroed: Vec<Register>,
    /// The most invocations may do together: a program with atomic operations may wait for another warp.
    pub(crate) has_atomics: bool,
    pub(crate) lane_registers: u32,
    pub(crate) uniform_registers: u32,
    pub(crate) mask_registers: u32,
}

impl Program {
    /// Whether 16-bit floats of a memory are loaded or stored.
    pub(crate) fn touches_halves(&self, memory: u32) -> bool {
        self.ops.iter().any(|op| match op {
            Op::Load { reach, .. } | Op::Store { reach, .. } => {
                reach.memory == memory && reach.each == 2
            }
            _ => false,
        })
    }

    /// Line of a statement, from 1; 0 where there is none.
    pub(crate) fn line_of(&self, statement: u32) -> u32 {
        self.statements
            .get(statement as usize)
            .map_or(0, |statement| statement.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_the_words_of_their_variable() {
        for (number, scalar, bits) in [
            ("1", Some(ScalarType::F32), Some(1.0_f32.to_bits())),
            ("1", Some(ScalarType::U32), Some(1)),
            ("-1", Some(ScalarType::I32), Some(u32::MAX)),
            ("4294967295", None, Some(u32::MAX)),
            ("0xff", None, Some(255)),
            ("1.5", None, Some(1.5_f32.to_bits())),
            ("4294967296", None, None),
            ("true", Some(ScalarType::Bool), Some(1)),
            ("", None, None),
            ("x", Some(ScalarType::F32), None),
        ] {
            assert_eq!(ScalarType::read(scalar, number), bits, "{number}");
        }
    }
}
