//! The tree of a text before types are known. Every node has its place in the reader's text.

mod visit;

pub(crate) use visit::{Node, nodes, nodes_of};

use crate::error::{Error, Span};
use crate::lex::Token;
use std::rc::Rc;

/// A name, as in `a`, `cg::tile<32>` or `Op<T>::apply`.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub scope: Option<Box<Name>>,
    pub text: Rc<str>,
    /// The template arguments, if it has `<…>`.
    pub arguments: Option<Vec<Argument>>,
    pub span: Span,
}

impl Name {
    /// Returns a name without a scope and without template arguments.
    pub fn plain(text: impl Into<Rc<str>>, span: Span) -> Self {
        Name {
            scope: None,
            text: text.into(),
            arguments: None,
            span,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Type(TypeName),
    Value(Expr),
}

impl Argument {
    /// Returns the argument as a text; `None` if it is hard to compare.
    pub fn text(&self) -> Option<String> {
        match self {
            Argument::Type(ty) => ty.text(),
            Argument::Value(value) => match &value.kind {
                ExprKind::Integer { value, .. } => Some(value.to_string()),
                ExprKind::Bool(value) => Some(value.to_string()),
                ExprKind::Name(name) => Some(name.text.to_string()),
                _ => None,
            },
        }
    }
}

/// A type as it is written.
#[derive(Clone, Debug)]
pub(crate) struct TypeName {
    pub kind: TypeKind,
    pub constant: bool,
    pub volatile: bool,
    pub span: Span,
}

impl TypeName {
    /// Returns true if accesses to what a name of this type stands for, or points to, are volatile.
    pub fn names_volatile(&self) -> bool {
        match &self.kind {
            TypeKind::Pointer(target) | TypeKind::Reference(target) => target.volatile || target.names_volatile(),
            TypeKind::Array(element, _) => element.volatile || element.names_volatile(),
            TypeKind::Named(_) | TypeKind::Auto => false,
        }
    }

    /// Returns the type as a text; `None` if it has parts that are hard to compare.
    pub fn text(&self) -> Option<String> {
        let constant = if self.constant { "const " } else { "" };
        Some(match &self.kind {
            TypeKind::Named(name) => {
                let mut whole = format!("{constant}{}", name.text);
                for argument in name.arguments.iter().flatten() {
                    whole += &argument.text()?;
                    whole.push(',');
                }
                whole
            }
            TypeKind::Auto => return None,
            TypeKind::Pointer(target) => format!("{constant}{}*", target.text()?),
            TypeKind::Reference(target) => format!("{constant}{}&", target.text()?),
            TypeKind::Array(element, _) => format!("{constant}{}*", element.text()?),
        })
    }
}

#[derive(Clone, Debug)]
pub(crate) enum TypeKind {
    /// A built-in type by its full C name (`unsigned int`), or a name of the text.
    Named(Name),
    Auto,
    Pointer(Box<TypeName>),
    Reference(Box<TypeName>),
    /// An array; the length is missing in `a[]`.
    Array(Box<TypeName>, Option<Box<Expr>>),
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Integer {
        value: u64,
        unsigned: bool,
        long: bool,
    },
    /// `single` is true for a literal with `f`.
    Float {
        value: f64,
        single: bool,
    },
    Bool(bool),
    Letter(i8),
    /// Texts one behind another are one.
    Text(Rc<str>),
    Null,
    This,
    Name(Name),
    Unary(Unary, Box<Expr>),
    Step {
        decrement: bool,
        postfix: bool,
        target: Box<Expr>,
    },
    Binary(Binary, Box<Expr>, Box<Expr>),
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    Call(Box<Expr>, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Member {
        base: Box<Expr>,
        name: Name,
        arrow: bool,
    },
    Cast(Box<TypeName>, Box<Expr>),
    /// `T(a, b)` or `T{a, b}`.
    Construct(Box<TypeName>, Vec<Expr>),
    List(Vec<Expr>),
    /// `.name = value` in a list.
    Designated(Name, Box<Expr>),
    Lambda(Rc<Lambda>),
    SizeOfType(Box<TypeName>),
    SizeOf(Box<Expr>),
    /// `k<<<grid, block, bytes, stream>>>(arguments)`.
    Launch {
        kernel: Name,
        setting: Vec<Expr>,
        arguments: Vec<Expr>,
    },
}

/// `[captures](parameters) -> returns {…}`.
#[derive(Clone, Debug)]
pub(crate) struct Lambda {
    /// The way of names that are not listed, as `[&]` and `[=]` say.
    pub passing: Option<Passing>,
    pub captures: Vec<(Rc<str>, Passing)>,
    pub parameters: Vec<Parameter>,
    pub returns: Option<TypeName>,
    pub body: Vec<Statement>,
    /// The words of the body that may be names of variables around it.
    pub words: Vec<Rc<str>>,
}

/// The way in which a lambda takes a variable of the function around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    Copy,
    Reference,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Unary {
    Plus,
    Minus,
    Not,
    Complement,
    Deref,
    Address,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    LogicalAnd,
    LogicalOr,
}

impl Binary {
    pub fn text(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::Remainder => "%",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Xor => "^",
            Binary::ShiftLeft => "<<",
            Binary::ShiftRight => ">>",
            Binary::Equal => "==",
            Binary::NotEqual => "!=",
            Binary::Less => "<",
            Binary::LessEqual => "<=",
            Binary::Greater => ">",
            Binary::GreaterEqual => ">=",
            Binary::LogicalAnd => "&&",
            Binary::LogicalOr => "||",
        }
    }

    pub fn compares(self) -> bool {
        use Binary::*;
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    Empty,
    Expr(Expr),
    Declare(Vec<Variable>),
    Block(Vec<Statement>),
    If {
        condition: Box<Statement>,
        yes: Box<Statement>,
        no: Option<Box<Statement>>,
    },
    While(Box<Statement>, Box<Statement>),
    Do(Box<Statement>, Expr),
    For {
        init: Box<Statement>,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Box<Statement>,
    },
    /// `for (int v : a)`.
    Range {
        variable: Box<Variable>,
        over: Expr,
        body: Box<Statement>,
    },
    Switch {
        value: Expr,
        /// The place of `switch (value)`.
        head: Span,
        body: Vec<Statement>,
    },
    /// `case` with its value, or `default`.
    Label(Option<Expr>),
    Break,
    Continue,
    Return(Option<Expr>),
    /// `using A = T` or `typedef T A`.
    Alias(Rc<str>, TypeName),
    /// `auto [a, b] = value`: names of the parts of a value, or with `auto &` of what lies at a place.
    Unpack {
        ty: TypeName,
        names: Vec<(Rc<str>, Span)>,
        value: Expr,
    },
    /// `static_assert` with its text.
    Assert(Expr, Rc<str>),
}

/// The memory of a variable, as its declaration says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Storage {
    #[default]
    Plain,
    Shared,
    ExternShared,
    Constant,
    Device,
    /// A constant that the compiler must know.
    Constexpr,
}

impl Storage {
    /// Returns true for a variable of the device that the host writes by its name.
    pub fn is_of_device(self) -> bool {
        matches!(self, Storage::Device | Storage::Constant)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: Rc<str>,
    pub ty: TypeName,
    pub storage: Storage,
    /// The alignments that its declaration asks for: bytes, or a type with the same alignment.
    pub aligned: Vec<Argument>,
    pub init: Option<Init>,
    pub span: Span,
}

impl Variable {
    /// Returns the values that its declaration gives it.
    pub fn values(&self) -> &[Expr] {
        match &self.init {
            Some(Init::Value(value)) => std::slice::from_ref(value),
            Some(Init::Call(values)) => values,
            None => &[],
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Init {
    /// `= value` or `= {…}`.
    Value(Expr),
    /// `(a, b)`.
    Call(Vec<Expr>),
}

#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub name: Rc<str>,
    pub ty: TypeName,
    pub default: Option<Expr>,
    pub span: Span,
}

impl Function {
    /// Returns true if two functions have as many parameters, of the same types as far as they can be compared.
    pub fn takes_types_of(&self, other: &Function) -> bool {
        let same = |(one, other): (&Parameter, &Parameter)| match (one.ty.text(), other.ty.text()) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        let mut pairs = self.parameters.iter().zip(&other.parameters);
        self.parameters.len() == other.parameters.len() && pairs.all(same)
    }
}

impl Parameter {
    /// Returns true for a pointer that points to nothing if the call does not say where.
    pub fn is_null_by_default(&self) -> bool {
        let is_pointer = matches!(self.ty.kind, TypeKind::Pointer(_));
        let default = self.default.as_ref().map(|value| &value.kind);
        is_pointer && matches!(default, Some(ExprKind::Null | ExprKind::Integer { value: 0, .. }))
    }
}

#[derive(Clone, Debug)]
pub(crate) enum TemplateParameter {
    Type {
        name: Rc<str>,
        default: Option<TypeName>,
    },
    Value {
        name: Rc<str>,
        ty: TypeName,
        default: Option<Expr>,
    },
}

impl TemplateParameter {
    pub fn name(&self) -> &Rc<str> {
        match self {
            TemplateParameter::Type { name, .. } | TemplateParameter::Value { name, .. } => name,
        }
    }
}

/// A function for the device, or a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: Rc<str>,
    pub template: Vec<TemplateParameter>,
    /// The template arguments that this specialisation is for.
    pub special: Option<Vec<Argument>>,
    pub kernel: bool,
    pub returns: TypeName,
    pub parameters: Vec<Parameter>,
    /// `None` for a declaration without a body.
    pub body: Option<Vec<Statement>>,
    /// The method does not change its object.
    pub constant: bool,
    /// The method has no object.
    pub fixed: bool,
    /// The values of members that a constructor lists after `:`.
    pub members: Vec<(Rc<str>, Vec<Expr>, Span)>,
    /// The place of all of it, from the first qualifier on.
    pub span: Span,
    /// Errors in the body; they matter if the function is used.
    pub errors: Vec<Error>,
}

/// The beginning of the name of a member that has none: it lends its own members to the structure around it.
pub(crate) const UNNAMED: &str = "unnamed_";

/// The way in which the members of a structure lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Behind,
    /// All begin at the same byte: a union.
    Over,
}

#[derive(Clone, Debug)]
pub(crate) struct Structure {
    pub name: Rc<str>,
    pub layout: Layout,
    /// The alignments that its declaration asks for.
    pub aligned: Vec<Argument>,
    pub template: Vec<TemplateParameter>,
    /// The template arguments that this specialisation is for.
    pub special: Option<Vec<Argument>>,
    pub bases: Vec<TypeName>,
    pub members: Vec<Variable>,
    /// The bit fields that lie in members.
    pub bits: Vec<BitField>,
    pub methods: Vec<Rc<Function>>,
    pub aliases: Vec<(Rc<str>, TypeName)>,
    /// The first error, if the structure cannot be read; it matters if the structure is used.
    pub broken: Option<Error>,
    /// The place of its name.
    pub span: Span,
}

/// A bit field: its bits in a member of the structure. One without a name only takes room.
#[derive(Clone, Debug)]
pub(crate) struct BitField {
    pub name: Rc<str>,
    pub member: Rc<str>,
    pub ty: TypeName,
    pub shift: u32,
    pub width: u32,
}

impl Structure {
    /// Gives template parameters a second name, by which a method that is defined outside knows them.
    pub fn rename(&mut self, others: &[TemplateParameter]) {
        for (parameter, other) in self.template.iter().zip(others) {
            let (parameter, other, span) = (parameter.name().clone(), other, self.span);
            let name = other.name().clone();
            let is_known = self.aliases.iter().any(|(alias, _)| *alias == name)
                || self.members.iter().any(|member| member.name == name);
            if name == parameter || is_known {
                continue;
            }
            let written = Name::plain(parameter, span);
            match other {
                TemplateParameter::Type { .. } => {
                    let ty = TypeName {
                        kind: TypeKind::Named(written),
                        constant: false,
                        volatile: false,
                        span,
                    };
                    self.aliases.push((name, ty));
                }
                TemplateParameter::Value { ty, .. } => self.members.push(Variable {
                    name,
                    ty: TypeName {
                        constant: true,
                        ..ty.clone()
                    },
                    storage: Storage::Constexpr,
                    aligned: Vec::new(),
                    init: Some(Init::Value(Expr {
                        kind: ExprKind::Name(written),
                        span,
                    })),
                    span,
                }),
            }
        }
    }

    /// Returns the error for a union with other members than words.
    pub fn refused_union(&self) -> Error {
        *crate::error::error(
            self.span,
            "WGSL has no unions: one is taken if its members are numbers, vectors, and arrays of one dimension of them",
        )
        .help("use a structure, or read the bits with `__float_as_int` and its kin")
    }
}

/// A function of the host: its tokens, of which launches are read.
#[derive(Clone, Debug)]
pub(crate) struct HostFunction {
    pub name: Rc<str>,
    pub template: Vec<TemplateParameter>,
    pub tokens: Vec<Token>,
}

#[derive(Clone, Debug)]
pub(crate) struct Enumerator {
    pub name: Rc<str>,
    pub value: Option<Expr>,
}

/// All of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    pub functions: Vec<Rc<Function>>,
    pub structures: Vec<Rc<Structure>>,
    pub variables: Vec<Variable>,
    pub aliases: Vec<(Rc<str>, TypeName)>,
    /// Aliases of pointers to functions.
    pub function_pointers: Vec<Rc<str>>,
    pub enumerations: Vec<(Option<Rc<str>>, Vec<Enumerator>)>,
    pub host: Vec<HostFunction>,
    pub namespaces: Vec<Rc<str>>,
    /// The instances that the text asks for: `template void f<int>(int *);`.
    pub instances: Vec<(Rc<str>, Vec<Argument>)>,
    /// Errors that belong to no function.
    pub errors: Vec<Error>,
}
