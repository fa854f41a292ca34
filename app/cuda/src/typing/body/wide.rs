//! Integers of 64 bits, which have 32 here: operations that may need the others are checked in the run.

use crate::error::Span;
use crate::syntax::{
    Binary, Expr, ExprKind, Function, Node, Statement, StatementKind, TypeKind, TypeName, Unary, nodes,
};
use crate::typing::Typer;
use crate::typing::tree::{Expr as TypedExpr, ExprKind as TypedKind, FLOAT, INT, Scalar, Ty, UINT};
use std::collections::HashSet;
use std::rc::Rc;

const WIDE: [&str; 10] = [
    "long",
    "unsigned long",
    "ulong",
    "size_t",
    "ptrdiff_t",
    "ssize_t",
    "long long",
    "unsigned long long",
    "int64_t",
    "uint64_t",
];

/// The most aliases, pointers and arrays that a type is behind, and the most operators that an operand is inside of.
const MOST_STEPS: u32 = 40;

impl Typer<'_> {
    /// Returns the names of a function that stand for integers of 64 bits, or for memory with them.
    pub(crate) fn wide_names(&self, function: &Function) -> HashSet<Rc<str>> {
        let parameters = function.parameters.iter();
        let wide = parameters.filter(|parameter| self.is_wide_type(&parameter.ty));
        let mut names: HashSet<Rc<str>> = wide.map(|parameter| parameter.name.clone()).collect();
        for node in nodes(function.body.as_deref().unwrap_or_default()) {
            if let Node::Statement(Statement {
                kind: StatementKind::Declare(variables),
                ..
            }) = node
            {
                let wide = variables.iter().filter(|variable| self.is_wide_type(&variable.ty));
                names.extend(wide.map(|variable| variable.name.clone()));
            }
        }
        names
    }

    /// Returns true for a type of 64 bits, an array of it, or a pointer or a reference to it.
    pub(crate) fn is_wide_type(&self, written: &TypeName) -> bool {
        let mut ty = written;
        // An alias may lead back to itself.
        for _ in 0..MOST_STEPS {
            ty = match &ty.kind {
                TypeKind::Pointer(inner) | TypeKind::Reference(inner) | TypeKind::Array(inner, _) => inner,
                TypeKind::Named(name) => {
                    let mut aliases = self.file.aliases.iter();
                    match aliases.find(|(alias, _)| **alias == *name.text) {
                        Some((_, alias)) => alias,
                        None => return WIDE.contains(&&*name.text),
                    }
                }
                _ => return false,
            };
        }
        false
    }

    /// Returns true if the type of an expression has 64 bits, as far as its text says.
    pub(crate) fn is_wide(&self, written: &Expr) -> bool {
        self.is_wide_within(written, MOST_STEPS)
    }

    fn is_wide_within(&self, written: &Expr, steps: u32) -> bool {
        let Some(steps) = steps.checked_sub(1) else {
            return false;
        };
        let is_wide = |part: &Expr| self.is_wide_within(part, steps);
        match &written.kind {
            ExprKind::Integer { value, long, .. } => *long || *value > u64::from(u32::MAX),
            ExprKind::SizeOf(_) | ExprKind::SizeOfType(_) => true,
            ExprKind::Name(name) => {
                self.frame.wide.contains(&name.text)
                    || self.frame.lookup(&name.text).is_none()
                        && self
                            .file
                            .variables
                            .iter()
                            .any(|global| global.name == name.text && self.is_wide_type(&global.ty))
            }
            ExprKind::Member { name, .. } => {
                let structures = self.file.structures.iter();
                let mut members = structures.flat_map(|structure| &structure.members);
                members.any(|member| member.name == name.text && self.is_wide_type(&member.ty))
            }
            ExprKind::Cast(ty, _) | ExprKind::Construct(ty, _) => self.is_wide_type(ty),
            ExprKind::Call(callee, _) => {
                let ExprKind::Name(name) = &callee.kind else {
                    return false;
                };
                let mut functions = self.file.functions.iter();
                functions.any(|function| function.name == name.text && self.is_wide_type(&function.returns))
            }
            ExprKind::Binary(operator, left, right) => match operator {
                Binary::ShiftLeft | Binary::ShiftRight => is_wide(left),
                operator if operator.compares() => false,
                Binary::LogicalAnd | Binary::LogicalOr => false,
                _ => is_wide(left) || is_wide(right),
            },
            ExprKind::Conditional(_, yes, no) => is_wide(yes) || is_wide(no),
            ExprKind::Unary(Unary::Not, _) => false,
            ExprKind::Unary(_, inner)
            | ExprKind::Index(inner, _)
            | ExprKind::Comma(_, inner)
            | ExprKind::Step { target: inner, .. }
            | ExprKind::Assign(_, inner, _) => is_wide(inner),
            _ => false,
        }
    }

    /// Returns the operands of an operation. Of a signed integer of 64 bits and an unsigned one of 32 the common type in C++
    /// is the signed one, which has 32 bits here.
    pub(crate) fn with_common_sign(
        &mut self,
        (left, left_text): (TypedExpr, &Expr),
        (right, right_text): (TypedExpr, &Expr),
    ) -> (TypedExpr, TypedExpr) {
        match (left.ty == INT, right.ty == INT) {
            (true, false) if right.ty == UINT && self.is_wide(left_text) && !self.is_wide(right_text) => {
                let right = self.convert_scalar(right, Scalar::Int);
                (left, right)
            }
            (false, true) if left.ty == UINT && self.is_wide(right_text) && !self.is_wide(left_text) => {
                (self.convert_scalar(left, Scalar::Int), right)
            }
            _ => (left, right),
        }
    }

    /// Marks an operation whose result may need more than 32 bits of its 64.
    ///
    /// A difference of unsigned integers that wraps has the right low bits, and `i - 1 < n` means that on purpose.
    pub(crate) fn mark_wide(&mut self, operator: Binary, left: &Expr, right: &Expr, span: Span) {
        let is_wide = match operator {
            Binary::Add | Binary::Multiply => self.is_wide(left) || self.is_wide(right),
            Binary::ShiftLeft => self.is_wide(left),
            // Below 32 it loses nothing.
            Binary::ShiftRight => {
                let is_near = matches!(right.kind, ExprKind::Integer { value: ..32, .. });
                !is_near && self.is_wide(left)
            }
            _ => false,
        };
        if is_wide {
            self.module.wide.insert(span);
        }
    }

    /// Marks the conversion of a value to a type of 64 bits, if its 32 bits here may not hold the value. `span` is the place
    /// of the value.
    pub(crate) fn converted_to_wide(&mut self, mut made: TypedExpr, span: Span) -> TypedExpr {
        let may_lose = match &made.kind {
            TypedKind::Convert(inner) => {
                inner.ty == FLOAT && (made.ty == INT || made.ty == UINT) || inner.ty == UINT && made.ty == INT
            }
            _ => false,
        };
        if may_lose && made.value.is_none() {
            self.module.wide.insert(span);
            made.checked = true;
            made.span = Some(span);
        }
        made
    }

    /// Returns true if an operation of this type is marked. Signed ones are checked in any case.
    pub(crate) fn is_marked_wide(&self, ty: &Ty, span: Span) -> bool {
        *ty == UINT && self.module.wide.contains(&span)
    }
}
