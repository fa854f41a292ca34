//! A compiled kernel: flat register bytecode, and the tables that lead back to its source.
//!
//! Registers hold one 32-bit value for each lane; composites take consecutive registers. Values that are provably equal
//! in all active lanes of a workgroup are in uniform registers. Control flow is structured: `If`, `Loop` and `Switch`
//! push a frame on the mask stack, and their ends pop it. Functions are inlined, so every pointer has a known root.
//! Overrides are ordinary uniform registers, set at the start of a run, so one program serves every workgroup size.

use super::access::{Access, SourceAccess};
use super::arithmetic::{Binary, Ternary, Unary};
use super::check::{Check, Checked};
use super::dispatch::ImageSize;
use super::layout::Layout;
use super::narrow::Narrow;
use serde::{Deserialize, Serialize};
use wgsl::{Header, ReportKind, Separation, Stored};

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

/// The type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScalarType {
    Bool,
    I32,
    U32,
    F32,
    /// Two 16-bit floats in each word of memory. Registers hold them as `F32`.
    F16,
    /// In the memory of a translated text alone.
    Narrow(Narrow),
}

impl ScalarType {
    /// Formats the values in a word, for example as `-3`, `true`, `0.5`, or `1, 2, 3, 4` for bytes.
    pub fn show(self, bits: u32) -> String {
        match self {
            ScalarType::Bool => (bits != 0).to_string(),
            ScalarType::I32 => (bits as i32).to_string(),
            ScalarType::U32 => bits.to_string(),
            ScalarType::F32 => show_float(f32::from_bits(bits)),
            ScalarType::F16 | ScalarType::Narrow(_) => {
                let first_bits = (0..32_u32).step_by(8 * self.bytes() as usize);
                let values: Vec<String> = first_bits.map(|at| self.show_one(bits >> at)).collect();
                values.join(", ")
            }
        }
    }

    /// Formats one value that stands in the low bits: of a type smaller than a word only these.
    pub fn show_one(self, bits: u32) -> String {
        match self {
            ScalarType::F16 => half::f16::from_bits(bits as u16).to_string(),
            ScalarType::Narrow(narrow) => narrow.show(bits),
            _ => self.show(bits),
        }
    }
}

/// Formats a float with the digits that identify it, at most nine, and with an exponent where it is very large or small.
fn show_float(value: f32) -> String {
    let size = value.abs();
    if size != 0.0 && size.is_finite() && !(1e-5..1e10).contains(&size) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

/// The address space of a variable that lanes share.
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
    /// Returns its name in WGSL.
    pub const fn name(self) -> &'static str {
        match self {
            Space::Storage => "storage",
            Space::Uniform => "uniform",
            Space::Workgroup => "workgroup",
        }
    }
}

/// The access that a binding allows.
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
    /// Line and column of its declaration, from 1.
    pub declared: (u32, u32),
    /// Size in bytes without the runtime-sized tail; a workgroup array sized by an override counts as one element.
    pub fixed_bytes: u32,
    /// Stride in bytes of the array at its end, if that has a size known only at run time or from an override.
    pub tail_stride: Option<u32>,
    /// The type of each word.
    pub layout: Layout,
    /// Bytes from one element to the next, if the variable is an array.
    pub(crate) element_bytes: Option<u32>,
    /// Shape and format, if it is a texture.
    pub image: Option<Image>,
    /// The register with the length of a workgroup array that is sized by an override.
    pub(crate) length: Option<Register>,
    /// The bytes for which each word stands: fewer than 4 if a translated array of bytes has a word for each.
    pub(crate) word_bytes: u32,
    /// The space by whose rules accesses are counted. It differs from `space` for constants that are in a storage buffer.
    pub(crate) counted_as: Space,
    /// True for the arguments of a translated kernel: its text has them as values, so no trace has their loads.
    pub(crate) holds_arguments: bool,
    /// True if its values are indices of elements that the kernel updates, such as the keys of a histogram. Only an
    /// [`EntryPoint`](crate::EntryPoint) knows.
    pub indexes_updates: bool,
    /// Its size in bytes is a multiple of this: 4, or less for a translated buffer of bytes.
    pub(crate) size_unit: u32,
}

/// A texture without a sampler: an array of texels with a size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    pub shape: ImageShape,
    /// The name of the format in WGSL, such as `rgba8unorm`.
    pub format: String,
    /// Bytes of a texel: 4, 8 or 16.
    pub texel_bytes: u32,
    pub kind: ImageKind,
}

impl Image {
    /// Returns the size of an image of about that many texels whose rows are as long as `row`.
    pub fn size_for(&self, texels: u64, row: [u32; 2]) -> ImageSize {
        let texels = u32::try_from(texels.max(1)).unwrap_or(u32::MAX);
        let x = row[0].clamp(1, texels);
        let y = row[1].clamp(1, texels / x);
        match self.shape {
            ImageShape::Line => [texels, 1, 1],
            ImageShape::Plane => [x, texels / x, 1],
            ImageShape::Layers | ImageShape::Volume => [x, y, texels / x / y],
        }
    }

    /// Returns the size of an image of exactly that many texels that is as nearly square as possible.
    pub fn even_size_for(&self, texels: u64) -> ImageSize {
        let texels = u32::try_from(texels.max(1)).unwrap_or(u32::MAX);
        let rows = (1..=texels.isqrt()).rev();
        let rows = rows.into_iter().find(|rows| texels.is_multiple_of(*rows));
        match (self.shape, rows) {
            (ImageShape::Line, _) | (_, None) => [texels, 1, 1],
            (_, Some(rows)) => [texels / rows, rows, 1],
        }
    }

    /// Returns the words of an image of a size.
    pub fn words(&self, size: ImageSize) -> u64 {
        let texels = size.into_iter().map(u64::from);
        let texels = texels.fold(1, u64::saturating_mul);
        texels.saturating_mul(u64::from(self.texel_bytes / 4))
    }
}

/// The dimensions of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageShape {
    Line,
    Plane,
    /// Planes, one for each layer.
    Layers,
    Volume,
}

/// The kind of a texture's binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageKind {
    /// `texture_2d<f32>` and so on. Its format is the widest of its type.
    Sampled,
    /// `texture_depth_2d` and so on.
    Depth,
    /// `texture_storage_2d<…>` and so on.
    Storage,
}

impl Binding {
    /// Returns the scalar type of all its words, if they have the same one.
    pub fn scalar(&self) -> Option<ScalarType> {
        self.layout.scalar()
    }

    /// Returns the barrier that orders accesses of a workgroup to it.
    pub(crate) fn barrier(&self) -> BarrierKind {
        match (self.space, &self.image) {
            (_, Some(_)) => BarrierKind::Texture,
            (Space::Storage, None) => BarrierKind::Storage,
            (Space::Workgroup | Space::Uniform, None) => BarrierKind::Workgroup,
        }
    }

    /// Returns the bytes from one element of its runtime-sized array to the next, as the text's first language has them:
    /// translated bytes are in words, and `tail_stride` is that of the words.
    pub fn element_stride(&self) -> Option<u32> {
        match (self.tail_stride, &self.layout) {
            (Some(_), Layout::Array { stride, .. }) => Some(*stride),
            (stride, _) => stride,
        }
    }

    /// Returns the size in words of a buffer for the variable with `elements` elements in its runtime-sized array.
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
            Op::Load { reach, .. } | Op::Store { reach, .. } => {
                (reach.memory == memory).then(|| reach.stored.bytes())
            }
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
    let found = all.binary_search_by_key(&number, |(each, _)| *each);
    found.ok().map(|index| &all[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_shown_with_few_digits() {
        for (value, shown) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.1, "0.1"),
            (16_777_216.0, "16777216"),
            (1e10, "1e10"),
            (f32::MAX, "3.4028235e38"),
            (-1.5e-42, "-1.5e-42"),
            (1e-5, "0.00001"),
            (f32::INFINITY, "inf"),
            (f32::NAN, "NaN"),
        ] {
            assert_eq!(ScalarType::F32.show(value.to_bits()), shown);
        }
    }
}
