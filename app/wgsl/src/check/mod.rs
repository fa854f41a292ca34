//! Checks a text by the rules of the language, and finds the type of every expression.
//!
//! `module` orders the declarations, `variable` and `structure` check them, `function` and `statement` the bodies,
//! `entry_point` and
//! `interface` what stages ask for. `expression` finds types from the operands up, without recursion; `name`,
//! `operator`, `access`, `construct` and `builtin` each know one form. `attribute` reads attributes and directives.

pub(crate) mod access;
mod attribute;
mod builtin;
mod construct;
mod entry_point;
mod expression;
mod function;
mod interface;
mod module;
mod name;
mod operator;
mod predeclared;
mod statement;
mod structure;
mod texture;
mod unknown;
mod variable;

pub(crate) use unknown::unknown_names;

use crate::builtin::Builtin;
use crate::error::{Result, Span, invalid};
use crate::separation::Separation;
use crate::syntax::{Binding, Expr, ExprKind, Tree};
use crate::types::{Access, Kind, Scalar, Space, Ty, Types};
use crate::value::Value;
use std::collections::{BTreeSet, HashMap, HashSet};

pub(crate) use attribute::{Severity, severity_of};
pub use entry_point::EntryPoint;
pub use function::Function;
pub(crate) use interface::Uniform;
pub use interface::{Input, Stage};

/// The time when the value of an expression is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Time {
    /// When the text is compiled.
    #[default]
    Const,
    /// When a pipeline is made, from its overrides.
    Override,
    /// While the kernel runs.
    Runtime,
}

/// What a node of the tree stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Meaning {
    /// It was not looked at.
    #[default]
    None,
    Value,
    Variable(u32),
    Type(Ty),
    /// `vec3`, `array`: a type that needs template arguments.
    Generator,
    /// A word with a meaning in template lists: `storage`, `read_write`, `rgba8unorm`.
    Word,
    /// A call of a function of the text.
    Call(u32),
    Builtin(Builtin),
    Constructor,
    Function(u32),
}

/// What is known about an expression.
#[derive(Clone, Debug, Default)]
pub struct Info {
    pub meaning: Meaning,
    pub ty: Option<Ty>,
    pub time: Time,
    pub value: Option<Value>,
    /// The type that its place converts it to.
    pub target: Option<Ty>,
    /// True if it stands right of a `&&` or `||` that does not evaluate it.
    pub skipped: bool,
}

/// A declared value: constant, override, variable or parameter.
#[derive(Clone, Debug)]
pub struct Variable<'s> {
    pub name: &'s str,
    pub span: Span,
    pub binding: Binding,
    pub is_global: bool,
    pub is_parameter: bool,
    pub space: Space,
    pub access: Access,
    pub ty: Ty,
    pub time: Time,
    pub value: Option<Value>,
    pub initial: Option<Expr>,
    /// Group and binding of a resource.
    pub slot: Option<(u32, u32)>,
    /// The number that `@id` gives an override.
    pub id: Option<u16>,
    /// True for a `let` whose value is known, and for what is computed from it.
    pub is_known: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entity {
    Variable(u32),
    Function(u32),
    Type(Ty),
}

/// The state of a declaration at module scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done(Option<Entity>),
}

/// A reason for which browsers warn about a valid text.
#[derive(Clone, Debug)]
pub enum Warning {
    /// A diagnostic filter has no effect, because it names no known rule.
    UnknownRule { rule: String, span: Span },
    /// A call that all threads must make together, where the text asks for a warning only.
    Separated(Separation),
}

/// A text that follows all rules, with what the checker found.
#[derive(Debug)]
pub struct Checked<'s> {
    pub text: &'s str,
    pub tree: Tree<'s>,
    pub types: Types,
    pub infos: Vec<Info>,
    pub variables: Vec<Variable<'s>>,
    pub functions: Vec<Function>,
    pub entry_points: Vec<EntryPoint>,
    /// The variable that each declaring name declares, by the start of the name.
    pub declared: HashMap<u32, u32>,
    /// The first expression of each expression's range.
    pub first: Vec<u32>,
    /// The places of `@diagnostic(…)`.
    pub controls: Vec<Span>,
    /// Calls that all threads must make together, where some may be missing: browsers refuse the text.
    pub separations: Vec<Separation>,
    /// Browsers warn about these.
    pub warnings: Vec<Warning>,
}

impl Checked<'_> {
    /// Returns the functions so that each follows those that it calls. The checker has excluded recursion.
    pub(crate) fn callees_first(&self) -> Vec<u32> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.functions.len()];
        for root in 0..self.functions.len() as u32 {
            if seen[root as usize] {
                continue;
            }
            seen[root as usize] = true;
            let mut path = vec![(root, 0)];
            while let Some((index, next_call)) = path.last_mut() {
                match self.functions[*index as usize].calls.get(*next_call) {
                    Some(&(next, _)) => {
                        *next_call += 1;
                        if !std::mem::replace(&mut seen[next as usize], true) {
                            path.push((next, 0));
                        }
                    }
                    None => {
                        order.push(*index);
                        path.pop();
                    }
                }
            }
        }
        order
    }

    /// Returns the variables of the module that an entry point reaches, also through calls, in the order of their
    /// declarations.
    pub fn globals_of(&self, entry: &EntryPoint) -> Vec<u32> {
        let reached = function::reached(&self.functions, entry.function);
        let globals: BTreeSet<u32> = reached
            .iter()
            .flat_map(|&index| &self.functions[index as usize].globals)
            .copied()
            .collect();
        let is_variable = |index: &u32| self.variables[*index as usize].binding == Binding::Var;
        let mut globals: Vec<u32> = globals.into_iter().filter(is_variable).collect();
        globals.sort_by_key(|&index| self.variables[index as usize].span);
        globals
    }

    /// Returns the variable or parameter that a pointer or a place in memory belongs to.
    pub fn root(&self, expression: Expr) -> Option<u32> {
        let mut part = self.tree.bare(expression);
        loop {
            part = match self.tree.kind(part) {
                ExprKind::Name(_) => {
                    let Meaning::Variable(index) = self.infos[part.index()].meaning else {
                        return None;
                    };
                    let variable = &self.variables[index as usize];
                    match (self.types.kind(variable.ty), variable.initial) {
                        (Kind::Pointer(..), Some(initial)) => self.tree.bare(initial),
                        _ => return Some(index),
                    }
                }
                ExprKind::Index { base, .. } | ExprKind::Member { base, .. } => self.tree.bare(*base),
                ExprKind::Unary { operand, .. } => self.tree.bare(*operand),
                _ => return None,
            };
        }
    }
}

pub(crate) struct Checker<'s, 't> {
    text: &'s str,
    tree: &'t Tree<'s>,
    types: Types,
    infos: Vec<Info>,
    first: Vec<u32>,
    variables: Vec<Variable<'s>>,
    functions: Vec<Function>,
    entry_points: Vec<EntryPoint>,
    names: HashMap<&'s str, u32>,
    states: Vec<State>,
    /// Scopes inside of a function, innermost last.
    scopes: Vec<HashMap<&'s str, Entity>>,
    declared: HashMap<u32, u32>,
    enabled: HashSet<&'s str>,
    /// The loops and switches around the statement that is checked.
    nesting: Vec<statement::Nest>,
    /// The attributes of the members of each structure.
    struct_trees: HashMap<u32, Vec<Vec<crate::syntax::Attribute<'s>>>>,
    controls: Vec<Span>,
    warnings: Vec<Warning>,
    /// The function whose body is checked.
    current: Option<u32>,
    /// Values of overrides by name or number, where a pipeline is made.
    overrides: Option<HashMap<String, f64>>,
}

/// Checks a text.
///
/// # Errors
/// Returns the first rule that it breaks.
pub(crate) fn check<'s>(text: &'s str, tree: Tree<'s>, overrides: Option<HashMap<String, f64>>) -> Result<Checked<'s>> {
    let mut checker = Checker {
        text,
        tree: &tree,
        types: Types::default(),
        infos: vec![Info::default(); tree.expressions.len()],
        first: Vec::new(),
        variables: Vec::new(),
        functions: Vec::new(),
        entry_points: Vec::new(),
        names: HashMap::new(),
        states: Vec::new(),
        scopes: Vec::new(),
        declared: HashMap::new(),
        enabled: HashSet::new(),
        nesting: Vec::new(),
        controls: Vec::new(),
        warnings: Vec::new(),
        struct_trees: HashMap::new(),
        current: None,
        overrides,
    };
    checker.measure()?;
    checker.module()?;
    let Checker {
        types,
        infos,
        first,
        variables,
        functions,
        entry_points,
        declared,
        controls,
        warnings,
        ..
    } = checker;
    Ok(Checked {
        text,
        tree,
        types,
        infos,
        variables,
        functions,
        entry_points,
        declared,
        first,
        controls,
        separations: Vec::new(),
        warnings,
    })
}

impl<'s> Checker<'s, '_> {
    fn info(&self, expression: Expr) -> &Info {
        &self.infos[expression.index()]
    }

    fn span(&self, expression: Expr) -> Span {
        self.tree.span(expression)
    }

    /// Returns the text of an expression.
    fn quote(&self, span: Span) -> String {
        let words: Vec<&str> = self.text[span.range()].split_whitespace().collect();
        let text = words.join(" ");
        match text.char_indices().nth(60) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    /// Returns the type of an expression's value. A variable is read.
    fn value_ty(&mut self, expression: Expr) -> Result<Ty> {
        let span = self.span(expression);
        let info = &self.infos[expression.index()];
        let Some(ty) = info.ty else {
            let quoted = self.quote(span);
            return match info.meaning {
                Meaning::Type(_) | Meaning::Generator => invalid(span, format!("`{quoted}` is a type, not a value")),
                Meaning::Function(_) => invalid(span, format!("`{quoted}` is a function; call it with `()`")),
                Meaning::Word => invalid(span, format!("`{quoted}` is no value")),
                _ => invalid(span, format!("`{quoted}` has no value")),
            };
        };
        match self.types.kind(ty) {
            Kind::Reference(_, to, access) => {
                if !access.reads() {
                    return invalid(span, format!("`{}` can be written only", self.quote(span)));
                }
                if !self.types.is_constructible(to)
                    && !matches!(
                        self.types.kind(to),
                        Kind::Texture(_) | Kind::Sampler | Kind::SamplerComparison
                    )
                {
                    let name = self.types.name(to);
                    return invalid(
                        span,
                        format!("`{}` of type `{name}` cannot be read as a whole", self.quote(span)),
                    );
                }
                Ok(to)
            }
            Kind::Void => invalid(
                span,
                format!("`{}` returns nothing, so it has no value", self.quote(span)),
            ),
            _ => Ok(ty),
        }
    }

    /// Converts an expression to the type that its place asks for.
    ///
    /// # Errors
    /// Its type is another one, or its value does not fit.
    fn convert(&mut self, expression: Expr, to: Ty, noun: &str) -> Result<()> {
        let from = self.value_ty(expression)?;
        let span = self.span(expression);
        if !self.types.converts(from, to) {
            let (wanted, given) = (self.types.name(to), self.types.name(from));
            return invalid(
                span,
                format!("{noun} must be `{wanted}`; `{}` is `{given}`", self.quote(span)),
            );
        }
        self.set_target(expression, to)
    }

    /// Gives an expression its final type.
    fn set_target(&mut self, expression: Expr, to: Ty) -> Result<()> {
        let info = &self.infos[expression.index()];
        if let (Some(value), false) = (info.value.clone(), info.skipped)
            && value.ty != to
            && let Err(problem) = self.types.convert_value(&value, to)
        {
            return invalid(self.span(expression), problem);
        }
        self.infos[expression.index()].target = Some(to);
        Ok(())
    }

    /// Gives an abstract expression the concrete type it has without any demand.
    fn concretize(&mut self, expression: Expr) -> Result<Ty> {
        let ty = self.value_ty(expression)?;
        let concrete = self.types.concrete(ty);
        self.set_target(expression, concrete)?;
        Ok(concrete)
    }

    /// Returns the value of an expression after conversion.
    fn converted(&mut self, expression: Expr) -> Option<Value> {
        let info = &self.infos[expression.index()];
        let value = info.value.clone()?;
        match info.target {
            Some(target) => self.types.convert_value(&value, target).ok(),
            None => Some(value),
        }
    }

    /// Returns the scalar that numbers of two types have in common after conversion.
    fn common(&self, scalars: impl IntoIterator<Item = Scalar>) -> Option<Scalar> {
        let mut common: Option<Scalar> = None;
        for scalar in scalars {
            common = Some(match common {
                None => scalar,
                Some(other) if scalar.converts_to(other) => other,
                Some(other) if other.converts_to(scalar) => scalar,
                Some(_) => return None,
            });
        }
        common
    }
}
