//! The typed tree: what is printed. Effects are statements, pointers are places, and every node has its type.

use crate::error::Span;
use crate::format::Piece;
use crate::syntax::{Binary, Unary};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wgsl::FenceScope;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    Bool,
    Char,
    Uchar,
    Short,
    Ushort,
    Int,
    Uint,
    Half,
    Float,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ty {
    Void,
    Scalar(Scalar),
    Vector(Scalar, u8),
    Array(Rc<Ty>, u32),
    /// The index of a structure in the module.
    Structure(usize),
    Pointer(Rc<Ty>),
    /// A group of cooperative groups.
    Group(Group),
}

/// A group of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Group {
    Block,
    /// A tile with this number of lanes.
    Tile(u32),
    /// The threads that were active at its start: the variable of their mask; `usize::MAX` for those that are active now.
    Coalesced(usize),
    Grid,
}

pub(crate) const BOOL: Ty = Ty::Scalar(Scalar::Bool);
pub(crate) const INT: Ty = Ty::Scalar(Scalar::Int);
pub(crate) const UINT: Ty = Ty::Scalar(Scalar::Uint);
pub(crate) const FLOAT: Ty = Ty::Scalar(Scalar::Float);

/// A value that the compiler knows. Integers are those of their type, as 64 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Int(i64),
    Float(f32),
}

pub(crate) type VariableId = usize;
pub(crate) type RootId = usize;
pub(crate) type FunctionId = usize;

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    /// The value, if the compiler knows it; the kind says how it is written.
    pub value: Option<Number>,
    /// The place of the expression of the text that it stands for; `None` for one that the translation adds.
    pub span: Option<Span>,
    /// True for an operation of the text that C++ leaves undefined for some operands.
    pub checked: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Literal(Number),
    /// A constant of the module, by name.
    Constant(Rc<str>),
    /// A member of the uniform buffer, by name.
    Uniform(Rc<str>),
    Variable(VariableId),
    BuiltIn(BuiltIn),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// The condition, and the values if it is true and if it is false; both are computed.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A conversion to the node's type.
    Convert(Box<Expr>),
    Bitcast(Box<Expr>),
    /// A value of the node's type from its parts.
    Compose(Vec<Expr>),
    Zero,
    Component(Box<Expr>, u8),
    Member(Box<Expr>, Rc<str>),
    Call(FunctionId, Vec<Argument>),
    /// A function that WGSL has.
    Intrinsic(&'static str, Vec<Expr>),
    /// A function of the warp, with the mask of the lanes that the text names.
    Masked(Box<Expr>, u32),
    /// A function that the translation writes before the kernel.
    Helper(&'static str, Vec<Expr>),
    Load(Box<Place>),
    Atomic(Atomic, Box<Place>, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Atomic {
    Add,
    Subtract,
    Max,
    Min,
    And,
    Or,
    Xor,
    Exchange,
    /// Compares with the first argument and stores the second.
    CompareExchange,
    Increment,
    Decrement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum BuiltIn {
    ThreadIdx,
    BlockIdx,
    GridDim,
    WarpSize,
    LaneId,
    /// The extent of a block in x, y or z: an override, no argument.
    BlockDim(u8),
}

#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Value(Expr),
    /// A pointer to a variable of the caller.
    Reference(Place),
}

#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub base: Base,
    pub path: Vec<Step>,
    pub ty: Ty,
    /// The place of the expression of the text that names it; `None` for one that the translation adds.
    pub span: Option<Span>,
}

#[derive(Clone, Debug)]
pub(crate) enum Base {
    Variable(VariableId),
    /// The target of a parameter, which is a variable of a caller.
    Target(VariableId),
    /// An element of memory, of this type.
    Memory {
        root: RootId,
        index: Index,
        ty: Ty,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum Index {
    /// One index for each dimension of the declaration.
    Dimensions(Vec<Expr>),
    /// A distance from the start, in units of so many bytes.
    Flat { offset: Option<Box<Expr>>, unit: u32 },
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    Member(Rc<str>),
    Index(Expr),
    Component(u8),
    /// The bits of a bit field in a number of this type: the first, and their number. Loads and stores take them apart.
    Bits(Scalar, u32, u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    Declare(VariableId, Option<Expr>),
    /// A store, or a change of what is there.
    Store(Place, Option<Change>, Expr),
    /// A call whose result is dropped.
    Call(Expr),
    If(Expr, Vec<Statement>, Vec<Statement>),
    While(Expr, Vec<Statement>),
    For {
        init: Option<Box<Statement>>,
        condition: Option<Expr>,
        step: Option<Box<Statement>>,
        body: Vec<Statement>,
    },
    /// A loop without a condition, and what is done before each repetition.
    Loop(Vec<Statement>, Vec<Statement>),
    /// Ends the loop, as the last statement before its repetition.
    BreakIf(Expr),
    Switch(Expr, Vec<Case>),
    Break,
    Continue,
    Return(Option<Expr>),
    Block(Vec<Statement>),
    /// A barrier of the block, or of its warps.
    Barrier,
    WarpBarrier,
    /// A call of the report with this number.
    Report(usize, Vec<Expr>),
    /// The value of an expression is not needed, but it is computed.
    Drop(Expr),
}

/// The operator of a change, as in `sum += x`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub operator: Binary,
    /// The place of a change of the text that C++ leaves undefined for some operands.
    pub checked: Option<Span>,
}

impl Change {
    /// Returns a change that the translation makes itself.
    pub fn own(operator: Binary) -> Self {
        Change {
            operator,
            checked: None,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The values; `None` is the default.
    pub values: Vec<Option<Expr>>,
    pub body: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: Rc<str>,
    pub ty: Ty,
    pub kind: VariableKind,
    /// True if it changes after its declaration.
    pub changed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableKind {
    Local,
    /// A constant that the compiler knows.
    Constant,
    Parameter,
    /// A parameter that points to a variable of a caller.
    Reference,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Global,
    Constant,
    Shared,
}

/// An array or a scalar of memory.
#[derive(Clone, Debug)]
pub(crate) struct MemoryRoot {
    pub name: Rc<str>,
    /// The name in the CUDA text.
    pub original: Rc<str>,
    pub space: Space,
    pub element: Ty,
    /// The declared lengths. A buffer of unknown length has none, and `unbounded` is true.
    pub lengths: Vec<u32>,
    pub unbounded: bool,
    /// Its binding; `None` for shared memory.
    pub binding: Option<u32>,
    pub read: bool,
    pub written: bool,
    /// True if more than one store of a thread may write it.
    pub rewritten: bool,
    pub atomic: bool,
    /// True if a pointer walks over it.
    pub flat: bool,
    /// The types of accesses.
    pub accessed: Vec<Ty>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Structure {
    pub name: Rc<str>,
    pub members: Vec<(Rc<str>, Ty)>,
    /// The offset of each member in bytes, as in C.
    pub offsets: Vec<u32>,
    /// The alignment of each member in bytes, where its declaration asks for more than its type.
    pub aligned: Vec<Option<u32>>,
    /// Its size and alignment in bytes, as in C: members may be structures, so that both are computed once.
    pub size: u32,
    pub align: u32,
    /// Values have pointers in them.
    pub has_pointers: bool,
    /// WGSL lays it out in another way than C.
    pub is_unlike: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: Rc<str>,
    pub parameters: Vec<VariableId>,
    pub returns: Ty,
    pub body: Vec<Statement>,
    pub built_ins: BTreeSet<BuiltIn>,
    pub span: Span,
    /// It returns a copy of what CUDA's function returns a reference to.
    pub copies: bool,
}

/// A scalar of the kernel's parameters.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub variable: VariableId,
    pub name: Rc<str>,
    /// The name in the CUDA text.
    pub original: Rc<str>,
    pub ty: Ty,
    pub offset: u32,
    /// It is the first element of a pointer.
    pub first: bool,
}

/// A function that does nothing, whose calls the machine reports.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub function: Rc<str>,
    pub kind: ReportKind,
    /// The types of its parameters.
    pub types: Vec<Ty>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ReportKind {
    /// A format with its values.
    Printed(Vec<Piece>, Vec<Shown>),
    /// The place of the condition.
    Assertion(Span),
    /// The place of the call whose mask is the argument.
    Mask(Span),
    Fence(FenceScope),
    GridBarrier,
}

/// A value of `printf`: one word, or a text that is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Shown {
    Signed,
    Unsigned,
    Float,
    Text(String),
    /// The texts for a word that is not zero and for zero.
    Choice(String, String),
}

/// All that is printed: a kernel and what it needs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Module {
    pub constants: Vec<(Rc<str>, Ty, Number)>,
    pub structures: Vec<Structure>,
    pub roots: Vec<MemoryRoot>,
    pub variables: Vec<Variable>,
    /// Callees before callers.
    pub functions: Vec<Function>,
    pub kernel: Option<Function>,
    pub uniform: Vec<Member>,
    pub uniform_binding: u32,
    pub uniform_name: Rc<str>,
    pub helpers: BTreeSet<&'static str>,
    /// The bytes of dynamic shared memory are an override.
    pub shared_bytes: bool,
    /// The functions whose calls the machine reports.
    pub reports: Vec<Report>,
    /// The first values of arrays of the device.
    pub initial: Vec<(RootId, Vec<u8>)>,
    /// The text names signed integers of 64 bits, which have 32 here.
    pub shortens_integers: bool,
    /// The places of operations on integers of 64 bits whose result may need them.
    pub wide: BTreeSet<Span>,
    /// The places of statements with volatile accesses.
    pub volatile: BTreeSet<u32>,
    /// The names of variables and members in the CUDA text, where WGSL has others.
    pub names: BTreeMap<Rc<str>, Rc<str>>,
}

impl Expr {
    /// Returns the expressions of which this one consists directly, also those in the indices of its places.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Unary(_, a)
            | ExprKind::Convert(a)
            | ExprKind::Bitcast(a)
            | ExprKind::Component(a, _)
            | ExprKind::Masked(a, _)
            | ExprKind::Member(a, _) => vec![a],
            ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Select(a, b, c) => vec![a, b, c],
            ExprKind::Compose(parts) | ExprKind::Intrinsic(_, parts) | ExprKind::Helper(_, parts) => {
                parts.iter().collect()
            }
            ExprKind::Call(_, arguments) => {
                let parts = arguments.iter().map(|argument| match argument {
                    Argument::Value(value) => vec![value],
                    Argument::Reference(place) => place.indices(),
                });
                parts.flatten().collect()
            }
            ExprKind::Load(place) => place.indices(),
            ExprKind::Atomic(_, place, values) => {
                let mut parts = place.indices();
                parts.extend(values);
                parts
            }
            ExprKind::Literal(_)
            | ExprKind::Constant(_)
            | ExprKind::Uniform(_)
            | ExprKind::Variable(_)
            | ExprKind::BuiltIn(_)
            | ExprKind::Zero => Vec::new(),
        }
    }
}

impl Place {
    /// Returns the indices by which it is found.
    pub fn indices(&self) -> Vec<&Expr> {
        let mut indices: Vec<&Expr> = match &self.base {
            Base::Memory {
                index: Index::Dimensions(indices),
                ..
            } => indices.iter().collect(),
            Base::Memory {
                index: Index::Flat { offset, .. },
                ..
            } => offset.iter().map(|offset| &**offset).collect(),
            Base::Variable(_) | Base::Target(_) => Vec::new(),
        };
        indices.extend(self.path.iter().filter_map(|step| match step {
            Step::Index(index) => Some(index),
            Step::Member(_) | Step::Component(_) | Step::Bits(..) => None,
        }));
        indices
    }
}

impl Place {
    /// Returns a variable, or an element of memory, as a whole.
    pub fn new(base: Base, ty: Ty) -> Self {
        Place {
            base,
            path: Vec::new(),
            ty,
            span: None,
        }
    }

    /// Gives it the place of the expression that names it.
    pub fn at(self, span: Option<Span>) -> Self {
        Place { span, ..self }
    }
}

impl Expr {
    pub fn new(kind: ExprKind, ty: Ty) -> Self {
        Expr {
            kind,
            ty,
            value: None,
            span: None,
            checked: false,
        }
    }

    /// Returns the choice between two values of one type.
    pub fn select(condition: Expr, yes: Expr, no: Expr) -> Self {
        let ty = yes.ty.clone();
        let [condition, yes, no] = [condition, yes, no].map(Box::new);
        Expr::new(ExprKind::Select(condition, yes, no), ty)
    }

    pub fn literal(value: Number, ty: Ty) -> Self {
        Expr {
            kind: ExprKind::Literal(value),
            ty,
            value: Some(value),
            span: None,
            checked: false,
        }
    }

    pub fn int(value: i64) -> Self {
        Self::literal(Number::Int(value), INT)
    }

    pub fn uint(value: u32) -> Self {
        Self::literal(Number::Int(i64::from(value)), UINT)
    }

    /// Returns the integer that the compiler knows.
    pub fn known(&self) -> Option<i64> {
        match self.value {
            Some(Number::Int(value)) => Some(value),
            _ => None,
        }
    }

    /// Returns true if computing the expression twice costs nothing and changes nothing.
    pub fn is_simple(&self) -> bool {
        match &self.kind {
            ExprKind::Literal(_)
            | ExprKind::Constant(_)
            | ExprKind::Uniform(_)
            | ExprKind::Variable(_)
            | ExprKind::BuiltIn(_)
            | ExprKind::Zero => true,
            ExprKind::Component(base, _) | ExprKind::Member(base, _) => base.is_simple(),
            ExprKind::Load(place) => {
                matches!(place.base, Base::Variable(_)) && place.path.iter().all(|step| !matches!(step, Step::Index(_)))
            }
            _ => false,
        }
    }

    /// Returns true if the expression reads no memory and calls nothing, so that it may be computed although its value is
    /// not used.
    pub fn is_pure(&self) -> bool {
        match &self.kind {
            ExprKind::Literal(_)
            | ExprKind::Constant(_)
            | ExprKind::Uniform(_)
            | ExprKind::Variable(_)
            | ExprKind::BuiltIn(_)
            | ExprKind::Zero => true,
            ExprKind::Unary(_, a)
            | ExprKind::Convert(a)
            | ExprKind::Bitcast(a)
            | ExprKind::Component(a, _)
            | ExprKind::Member(a, _) => a.is_pure(),
            ExprKind::Binary(operator, a, b) => {
                let divides = matches!(operator, Binary::Divide | Binary::Remainder);
                a.is_pure() && b.is_pure() && (!divides || b.value.is_some() || !self.ty.is_integer())
            }
            ExprKind::Select(a, b, c) => a.is_pure() && b.is_pure() && c.is_pure(),
            ExprKind::Compose(parts) => parts.iter().all(Expr::is_pure),
            ExprKind::Intrinsic(name, parts) => !name.starts_with("subgroup") && parts.iter().all(Expr::is_pure),
            ExprKind::Load(place) => match place.base {
                Base::Memory { .. } => false,
                Base::Variable(_) | Base::Target(_) => !place.path.iter().any(|step| matches!(step, Step::Index(_))),
            },
            ExprKind::Call(..) | ExprKind::Helper(..) | ExprKind::Masked(..) | ExprKind::Atomic(..) => false,
        }
    }
}

impl Scalar {
    pub fn is_integer(self) -> bool {
        !matches!(self, Scalar::Half | Scalar::Float)
    }

    pub fn is_float(self) -> bool {
        !self.is_integer()
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Scalar::Char | Scalar::Short | Scalar::Int)
    }

    /// Returns the number of bytes in memory.
    pub fn bytes(self) -> u32 {
        match self {
            Scalar::Bool | Scalar::Char | Scalar::Uchar => 1,
            Scalar::Short | Scalar::Ushort | Scalar::Half => 2,
            Scalar::Int | Scalar::Uint | Scalar::Float => 4,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Char => "char",
            Scalar::Uchar => "unsigned char",
            Scalar::Short => "short",
            Scalar::Ushort => "unsigned short",
            Scalar::Int => "int",
            Scalar::Uint => "unsigned int",
            Scalar::Half => "half",
            Scalar::Float => "float",
        }
    }
}

impl Ty {
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Ty::Scalar(scalar) => Some(*scalar),
            _ => None,
        }
    }

    pub fn is_integer(&self) -> bool {
        self.scalar().is_some_and(Scalar::is_integer)
    }
}
