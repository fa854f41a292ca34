//! The syntax tree. Every node has its place in the text; names are slices of it.

use crate::error::Span;
use crate::lex::Literal;

/// A name with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'s> {
    pub text: &'s str,
    pub span: Span,
}

/// An expression in [`Tree::expressions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr(pub u32);

impl Expr {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A name that may have template arguments: `x`, `vec2<f32>`.
#[derive(Clone, Debug)]
pub struct Templated<'s> {
    pub name: Name<'s>,
    pub arguments: Option<Vec<Expr>>,
    /// The place with the arguments.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind<'s> {
    Literal(Value),
    /// A name of a value, or a type.
    Name(Templated<'s>),
    Call {
        callee: Templated<'s>,
        arguments: Vec<Expr>,
    },
    Unary {
        operator: Unary,
        operand: Expr,
    },
    Binary {
        operator: Binary,
        left: Expr,
        right: Expr,
    },
    Index {
        base: Expr,
        index: Expr,
    },
    Member {
        base: Expr,
        member: Name<'s>,
    },
    Parenthesis(Expr),
}

/// The value of a literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Bool(bool),
    Number(Number),
}

/// The value of a numeric literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub(crate) Literal);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Negate,
    Not,
    Complement,
    AddressOf,
    Indirection,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    ExclusiveOr,
    ShiftLeft,
    ShiftRight,
    LogicalAnd,
    LogicalOr,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Binary {
    pub fn symbol(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::Remainder => "%",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::ExclusiveOr => "^",
            Binary::ShiftLeft => "<<",
            Binary::ShiftRight => ">>",
            Binary::LogicalAnd => "&&",
            Binary::LogicalOr => "||",
            Binary::Equal => "==",
            Binary::NotEqual => "!=",
            Binary::Less => "<",
            Binary::LessEqual => "<=",
            Binary::Greater => ">",
            Binary::GreaterEqual => ">=",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Attribute<'s> {
    pub name: Name<'s>,
    pub arguments: Option<Vec<Expr>>,
    /// Set for `@diagnostic`.
    pub control: Option<Control<'s>>,
    pub span: Span,
}

/// A severity and the rule that it is for: `off, subgroup_uniformity`.
#[derive(Clone, Debug)]
pub struct Control<'s> {
    pub severity: Name<'s>,
    /// The rule, as one or two names with a dot between them.
    pub rule: Vec<Name<'s>>,
}

#[derive(Clone, Debug)]
pub struct Block<'s> {
    pub attributes: Vec<Attribute<'s>>,
    pub statements: Vec<Statement<'s>>,
    /// The place with both braces.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Statement<'s> {
    pub span: Span,
    pub kind: StatementKind<'s>,
}

#[derive(Clone, Debug)]
pub enum StatementKind<'s> {
    Empty,
    Block(Block<'s>),
    Declaration(Variable<'s>),
    ConstAssert(Expr),
    /// `left = right`; `operator` is set for `left += right`; `left` is `None` for `_ = right`.
    Assign {
        left: Option<Expr>,
        operator: Option<Binary>,
        right: Expr,
    },
    /// `left++` or `left--`.
    Step {
        left: Expr,
        operator: Binary,
    },
    Call(Expr),
    If {
        attributes: Vec<Attribute<'s>>,
        branches: Vec<Branch<'s>>,
        otherwise: Option<Block<'s>>,
    },
    Switch {
        attributes: Vec<Attribute<'s>>,
        selector: Expr,
        body_attributes: Vec<Attribute<'s>>,
        cases: Vec<Case<'s>>,
    },
    Loop {
        attributes: Vec<Attribute<'s>>,
        body: Block<'s>,
        continuing: Option<Continuing<'s>>,
    },
    For {
        attributes: Vec<Attribute<'s>>,
        start: Option<Box<Statement<'s>>>,
        condition: Option<Expr>,
        update: Option<Box<Statement<'s>>>,
        body: Block<'s>,
    },
    While {
        attributes: Vec<Attribute<'s>>,
        condition: Expr,
        body: Block<'s>,
    },
    Break,
    Continue,
    Return(Option<Expr>),
    Discard,
}

/// `if condition { body }`, the first or after an `else`.
#[derive(Clone, Debug)]
pub struct Branch<'s> {
    pub condition: Expr,
    pub body: Block<'s>,
    /// The place from `if` or `else` to the end of the condition.
    pub head: Span,
}

#[derive(Clone, Debug)]
pub struct Case<'s> {
    /// `None` is `default`.
    pub selectors: Vec<Option<Expr>>,
    pub body: Block<'s>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Continuing<'s> {
    pub body: Block<'s>,
    pub break_if: Option<BreakIf>,
}

#[derive(Clone, Copy, Debug)]
pub struct BreakIf {
    pub condition: Expr,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    Const,
    Override,
    Let,
    Var,
}

/// A declaration of a value.
#[derive(Clone, Debug)]
pub struct Variable<'s> {
    pub attributes: Vec<Attribute<'s>>,
    pub binding: Binding,
    /// The place of `const`, `override`, `let` or `var`.
    pub keyword: Span,
    /// The arguments of `var<…>`.
    pub template: Option<Vec<Expr>>,
    pub name: Name<'s>,
    pub ty: Option<Expr>,
    pub initial: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct Parameter<'s> {
    pub attributes: Vec<Attribute<'s>>,
    pub name: Name<'s>,
    pub ty: Expr,
}

#[derive(Clone, Debug)]
pub struct Function<'s> {
    pub attributes: Vec<Attribute<'s>>,
    pub name: Name<'s>,
    pub parameters: Vec<Parameter<'s>>,
    pub result_attributes: Vec<Attribute<'s>>,
    pub result: Option<Expr>,
    pub body: Block<'s>,
}

#[derive(Clone, Debug)]
pub struct Struct<'s> {
    pub name: Name<'s>,
    pub members: Vec<Parameter<'s>>,
}

#[derive(Clone, Debug)]
pub enum Declaration<'s> {
    Variable(Variable<'s>),
    Function(Function<'s>),
    Struct(Struct<'s>),
    Alias { name: Name<'s>, ty: Expr },
    ConstAssert(Expr),
}

#[derive(Clone, Debug)]
pub enum Directive<'s> {
    Enable(Vec<Name<'s>>),
    Requires(Vec<Name<'s>>),
    Diagnostic(Control<'s>),
}

/// The tree of a text.
#[derive(Clone, Debug, Default)]
pub struct Tree<'s> {
    pub expressions: Vec<(ExprKind<'s>, Span)>,
    pub directives: Vec<(Directive<'s>, Span)>,
    pub declarations: Vec<(Declaration<'s>, Span)>,
}

impl<'s> Tree<'s> {
    pub fn kind(&self, expression: Expr) -> &ExprKind<'s> {
        &self.expressions[expression.index()].0
    }

    pub fn span(&self, expression: Expr) -> Span {
        self.expressions[expression.index()].1
    }

    /// Returns the expression inside of all parentheses.
    pub fn bare(&self, mut expression: Expr) -> Expr {
        while let ExprKind::Parenthesis(inner) = self.kind(expression) {
            expression = *inner;
        }
        expression
    }

    /// Calls a function for every statement, outer ones first.
    pub fn each_statement(&self, call: &mut dyn FnMut(&Statement<'s>)) {
        for (declaration, _) in &self.declarations {
            if let Declaration::Function(function) = declaration {
                each_statement(&function.body.statements, call);
            }
        }
    }
}

/// Calls a function for every statement of a block, outer ones first.
pub fn each_statement<'a, 's>(statements: &'a [Statement<'s>], call: &mut dyn FnMut(&'a Statement<'s>)) {
    for statement in statements {
        call(statement);
        match &statement.kind {
            StatementKind::Block(block) => each_statement(&block.statements, call),
            StatementKind::If {
                branches, otherwise, ..
            } => {
                branches
                    .iter()
                    .for_each(|branch| each_statement(&branch.body.statements, call));
                otherwise.iter().for_each(|body| each_statement(&body.statements, call));
            }
            StatementKind::Switch { cases, .. } => cases
                .iter()
                .for_each(|case| each_statement(&case.body.statements, call)),
            StatementKind::Loop { body, continuing, .. } => {
                each_statement(&body.statements, call);
                continuing
                    .iter()
                    .for_each(|continuing| each_statement(&continuing.body.statements, call));
            }
            StatementKind::For {
                start, update, body, ..
            } => {
                start
                    .iter()
                    .for_each(|start| each_statement(std::slice::from_ref(start), call));
                update
                    .iter()
                    .for_each(|update| each_statement(std::slice::from_ref(update), call));
                each_statement(&body.statements, call);
            }
            StatementKind::While { body, .. } => each_statement(&body.statements, call),
            _ => {}
        }
    }
}
