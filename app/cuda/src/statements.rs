//! The statements of a CUDA text, for changes of the text.

use crate::error::Span;
use crate::parse;
use crate::preprocess::preprocess;
use crate::syntax::{
    Binary, Expr, ExprKind, File, Function, Init, Node, Parameter, Statement, StatementKind, Storage, TypeKind,
    TypeName, Unary, Variable, nodes, nodes_of,
};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use wgsl::outline::{
    Again, Agreement, Assignment, Block, Braces, Declaration, Outline, Statement as Outlined, StatementKind as Kind,
};

/// Returns the statements of all functions for the device; `None` for a text that cannot be read.
pub fn statements(text: &str, files: &BTreeMap<String, String>) -> Option<Outline> {
    let file = read(text, files)?;
    // A change is made in the text itself, and not in what it includes.
    let is_of_text = |function: &&Function| function.span.end as usize <= text.len();
    let functions = device_functions(&file).filter(is_of_text);
    Some(Outline {
        functions: functions.map(|function| outlined(&file, function)).collect(),
        first_thread: Some(first_thread(&file)),
    })
}

/// Returns the changes that make the assignment at a place an atomic function; `None` if CUDA has none for it.
pub fn atomic(text: &str, files: &BTreeMap<String, String>, statement: Span) -> Option<Vec<(Span, String)>> {
    let file = read(text, files)?;
    let mut functions = device_functions(&file);
    let call = functions.find_map(|function| {
        let names = Names::of(&file, function);
        nodes(function.body.as_deref()?).find_map(|node| match node {
            Node::Statement(Statement {
                kind: StatementKind::Expr(value),
                span,
            }) if *span == statement => atomic_call(text, &names, value),
            _ => None,
        })
    })?;
    Some(vec![(statement, format!("{call};"))])
}

fn read(text: &str, files: &BTreeMap<String, String>) -> Option<File> {
    let read = preprocess(text, files);
    read.errors.is_empty().then(|| parse::parse(&read.tokens))
}

fn device_functions(file: &File) -> impl Iterator<Item = &Function> {
    let methods = file.structures.iter().flat_map(|owner| &owner.methods);
    let all = file.functions.iter().chain(methods);
    all.map(|function| &**function)
        .filter(|function| function.body.is_some())
}

/// Returns a condition that holds for the first thread of a block, in the dimensions that the text names.
fn first_thread(file: &File) -> String {
    let bodies = device_functions(file).filter_map(|function| function.body.as_deref());
    let mut axes: HashSet<&str> = HashSet::from(["x"]);
    for node in bodies.flat_map(nodes) {
        if let Node::Expr(Expr {
            kind: ExprKind::Member { base, name, .. },
            ..
        }) = node
            && is_name(base, "threadIdx")
        {
            axes.insert(&name.text);
        }
    }
    let named = ["x", "y", "z"].into_iter().filter(|axis| axes.contains(axis));
    let parts: Vec<String> = named.map(|axis| format!("threadIdx.{axis} == 0")).collect();
    parts.join(" && ")
}

/// Returns true if an expression, or a part of it, is of a kind.
fn has_part(value: &Expr, is: impl Fn(&ExprKind) -> bool) -> bool {
    nodes_of(value).any(|node| match node {
        Node::Expr(part) => is(&part.kind),
        Node::Statement(_) => false,
    })
}

/// Returns the operator of `++` or `--`.
fn operator_of_step(decrement: bool) -> Binary {
    if decrement { Binary::Subtract } else { Binary::Add }
}

fn is_name(value: &Expr, wanted: &str) -> bool {
    matches!(&value.kind, ExprKind::Name(name) if *name.text == *wanted)
}

/// The names that a function sees.
struct Names<'f> {
    types: HashMap<Rc<str>, &'f TypeName>,
    /// Variables whose values may differ between the threads of a block.
    differing: HashSet<Rc<str>>,
}

impl<'f> Names<'f> {
    fn of(file: &'f File, function: &'f Function) -> Self {
        let body = function.body.as_deref().unwrap_or_default();
        let declared = |variable: &'f Variable| (variable.name.clone(), &variable.ty);
        let of_parameter = |parameter: &'f Parameter| (parameter.name.clone(), &parameter.ty);
        let locals: Vec<&Variable> = nodes(body)
            .flat_map(|node| match node {
                Node::Statement(Statement {
                    kind: StatementKind::Declare(variables),
                    ..
                }) => variables.as_slice(),
                _ => &[],
            })
            .collect();
        let globals = file.variables.iter().map(declared);
        let parameters = function.parameters.iter().map(of_parameter);
        let types = globals.chain(parameters);
        let types = types.chain(locals.iter().map(|local| declared(local)));
        let mut names = Names {
            types: types.collect(),
            differing: HashSet::from(["threadIdx".into()]),
        };
        // The arguments of a function may differ, and those of a kernel do not.
        if !function.kernel {
            let parameters = function.parameters.iter();
            names
                .differing
                .extend(parameters.map(|parameter| parameter.name.clone()));
        }
        names.differing.extend(nodes(body).filter_map(changed));
        let is_private = |local: &&&Variable| matches!(local.storage, Storage::Plain | Storage::Constexpr);
        loop {
            let before = names.differing.len();
            for local in locals.iter().filter(is_private) {
                if local.values().iter().any(|value| names.differs(value)) {
                    names.differing.insert(local.name.clone());
                }
            }
            if names.differing.len() == before {
                return names;
            }
        }
    }

    /// Returns true if an expression may have another value in another thread: it names such a variable, or calls.
    fn differs(&self, value: &Expr) -> bool {
        has_part(value, |part| match part {
            ExprKind::Name(name) => self.differing.contains(&name.text),
            ExprKind::Call(..) | ExprKind::Assign(..) | ExprKind::Step { .. } => true,
            _ => false,
        })
    }

    fn agreement(&self, value: &Expr) -> Agreement {
        if self.differs(value) {
            Agreement::MayDiffer
        } else {
            Agreement::SameForAll
        }
    }

    /// Returns the type of a variable or of an element.
    fn type_of(&self, place: &Expr) -> Option<&'f TypeName> {
        match &place.kind {
            ExprKind::Name(name) => self.types.get(&name.text).copied(),
            ExprKind::Index(base, _) | ExprKind::Unary(Unary::Deref, base) => match &self.type_of(base)?.kind {
                TypeKind::Pointer(element) | TypeKind::Array(element, _) => Some(element),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Returns the variable that an expression changes.
fn changed(node: Node<'_>) -> Option<Rc<str>> {
    let Node::Expr(value) = node else {
        return None;
    };
    match &value.kind {
        ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => match &target.kind {
            ExprKind::Name(name) => Some(name.text.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Returns a type as the text writes it, if it is one name.
fn type_text(ty: &TypeName) -> Option<String> {
    match &ty.kind {
        TypeKind::Named(name) if name.scope.is_none() && name.arguments.is_none() => Some(name.text.to_string()),
        _ => None,
    }
}

fn outlined(file: &File, function: &Function) -> Block {
    let names = Names::of(file, function);
    let body = function.body.as_deref().unwrap_or_default();
    Block {
        statements: body.iter().map(|inner| names.outlined(inner)).collect(),
        braces: Braces::Written,
        span: function.span,
    }
}

impl Names<'_> {
    /// Returns the body of a loop or of a branch.
    fn body(&self, statement: &Statement) -> Block {
        let (inside, braces) = match &statement.kind {
            StatementKind::Block(inside) => (inside.as_slice(), Braces::Written),
            _ => (std::slice::from_ref(statement), Braces::None),
        };
        Block {
            statements: inside.iter().map(|inner| self.outlined(inner)).collect(),
            braces,
            span: statement.span,
        }
    }

    fn outlined(&self, statement: &Statement) -> Outlined {
        let mut agreement = Agreement::MayDiffer;
        let mut blocks = Vec::new();
        let kind = match &statement.kind {
            StatementKind::Block(_) => {
                blocks.push(self.body(statement));
                Kind::Block
            }
            StatementKind::If { condition, yes, no } => {
                blocks.push(self.body(yes));
                blocks.extend(no.as_deref().map(|no| self.body(no)));
                match &condition.kind {
                    StatementKind::Expr(value) if no.is_none() => {
                        agreement = self.agreement(value);
                        Kind::Branch {
                            condition: value.span,
                            again: again_of(value, yes),
                        }
                    }
                    _ => Kind::Other,
                }
            }
            StatementKind::While(_, body)
            | StatementKind::Do(body, _)
            | StatementKind::For { body, .. }
            | StatementKind::Range { body, .. } => {
                blocks.push(self.body(body));
                Kind::Loop
            }
            StatementKind::Switch { body, .. } => {
                blocks.push(Block {
                    statements: body.iter().map(|inner| self.outlined(inner)).collect(),
                    braces: Braces::Written,
                    span: statement.span,
                });
                Kind::Other
            }
            StatementKind::Expr(value) => {
                let (kind, of_target) = self.effect(value);
                agreement = of_target;
                kind
            }
            StatementKind::Declare(variables) => match variables.as_slice() {
                [variable] => declaration(variable).map_or(Kind::Other, Kind::Declaration),
                _ => Kind::Other,
            },
            _ => Kind::Other,
        };
        Outlined {
            span: statement.span,
            kind,
            blocks,
            agreement,
        }
    }

    /// Returns what an expression does, and whether all threads do it to one place.
    fn effect(&self, value: &Expr) -> (Kind, Agreement) {
        let assignment = |target: &Expr, operator: Option<Binary>, value: Option<&Expr>| {
            let assignment = Assignment {
                target: target.span,
                ty: self.type_of(target).and_then(type_text),
                operator: operator.map(Binary::text),
                value: value.map(|value| value.span),
            };
            (Kind::Assignment(assignment), self.agreement(target))
        };
        match &value.kind {
            ExprKind::Assign(operator, target, value) => assignment(target, *operator, Some(value)),
            ExprKind::Step { decrement, target, .. } => assignment(target, Some(operator_of_step(*decrement)), None),
            ExprKind::Call(callee, _) if is_barrier(callee) => (Kind::Barrier, Agreement::SameForAll),
            ExprKind::Call(..) => (Kind::Call, Agreement::MayDiffer),
            _ => (Kind::Other, Agreement::MayDiffer),
        }
    }
}

/// Returns whether a condition has the same result in its branch: it changes, calls and loads nothing, and the branch
/// assigns to nothing that it names.
fn again_of(condition: &Expr, branch: &Statement) -> Again {
    let assigned = nodes(std::slice::from_ref(branch)).filter_map(changed);
    let assigned: HashSet<Rc<str>> = assigned.collect();
    let differs = has_part(condition, |part| match part {
        ExprKind::Name(name) => assigned.contains(&name.text),
        ExprKind::Call(..)
        | ExprKind::Index(..)
        | ExprKind::Unary(Unary::Deref, _)
        | ExprKind::Assign(..)
        | ExprKind::Step { .. } => true,
        _ => false,
    });
    if differs { Again::MayDiffer } else { Again::SameResult }
}

/// Returns true for the function of a barrier of blocks or warps.
fn is_barrier(callee: &Expr) -> bool {
    match &callee.kind {
        ExprKind::Name(name) => name.text.starts_with("__sync"),
        ExprKind::Member { name, .. } => &*name.text == "sync",
        _ => false,
    }
}

/// Returns the declaration of a variable that may get its value later.
fn declaration(variable: &Variable) -> Option<Declaration> {
    let Some(Init::Value(value)) = &variable.init else {
        return None;
    };
    let is_late = variable.storage == Storage::Plain && !variable.ty.constant;
    let ty = type_text(&variable.ty).filter(|_| is_late)?;
    Some(Declaration {
        name: variable.name.to_string(),
        ty,
        value: value.span,
    })
}

/// Returns the atomic function that does what an assignment does.
fn atomic_call(text: &str, names: &Names<'_>, assignment: &Expr) -> Option<String> {
    let quote = |value: &Expr| text.get(value.span.range()).unwrap_or_default();
    let words = |value: &Expr| quote(value).split_whitespace().collect::<String>();
    let (target, operator, by) = match &assignment.kind {
        ExprKind::Assign(Some(operator), target, by) => (target, Computed::Operator(*operator), quote(by)),
        ExprKind::Step { decrement, target, .. } => (target, Computed::Operator(operator_of_step(*decrement)), "1"),
        ExprKind::Assign(None, target, value) => {
            let is_target = |value: &Expr| words(value) == words(target);
            match &value.kind {
                ExprKind::Binary(operator, a, b) if is_target(a) => (target, Computed::Operator(*operator), quote(b)),
                ExprKind::Binary(operator, a, b) if is_target(b) && *operator != Binary::Subtract => {
                    (target, Computed::Operator(*operator), quote(a))
                }
                ExprKind::Call(callee, given) => {
                    let greater = ["max", "fmaxf"].iter().any(|name| is_name(callee, name));
                    let less = ["min", "fminf"].iter().any(|name| is_name(callee, name));
                    let function = match (greater, less) {
                        (true, _) => "atomicMax",
                        (_, true) => "atomicMin",
                        _ => return None,
                    };
                    let other = match given.as_slice() {
                        [a, b] if is_target(a) => b,
                        [a, b] if is_target(b) => a,
                        _ => return None,
                    };
                    // C compares a signed and an unsigned number as unsigned ones, and an atomic function does not.
                    let type_of = |value: &Expr| names.type_of(value).and_then(type_text);
                    if type_of(other).is_some_and(|ty| Some(ty) != type_of(target)) {
                        return None;
                    }
                    (target, Computed::Named(function), quote(other))
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    let whole = names.type_of(target);
    // No atomic function takes a volatile place.
    if whole.is_some_and(|ty| ty.volatile) {
        return None;
    }
    let ty = whole.and_then(type_text);
    let is_float = ty.as_deref() == Some("float");
    let (function, by) = match operator {
        Computed::Named(name) => (name, by.to_owned()),
        Computed::Operator(Binary::Add) => ("atomicAdd", by.to_owned()),
        Computed::Operator(Binary::Subtract) if is_float => ("atomicAdd", format!("-({by})")),
        Computed::Operator(Binary::Subtract) => ("atomicSub", by.to_owned()),
        Computed::Operator(Binary::And) => ("atomicAnd", by.to_owned()),
        Computed::Operator(Binary::Or) => ("atomicOr", by.to_owned()),
        Computed::Operator(Binary::Xor) => ("atomicXor", by.to_owned()),
        Computed::Operator(_) => return None,
    };
    let pointer = match &target.kind {
        ExprKind::Unary(Unary::Deref, pointer) => quote(pointer).to_owned(),
        _ => format!("&{}", quote(target)),
    };
    Some(format!("{function}({pointer}, {by})"))
}

/// The function that an assignment applies.
enum Computed {
    Operator(Binary),
    Named(&'static str),
}
