//! Finds what the evaluation of an expression does: whether it reads memory or calls functions.

use super::Compiler;
use crate::compile::shape::Shape;
use wgsl::{Binary as Operator, Binding, Expr, ExprKind, Meaning, Unary as Prefix};

impl<'c> Compiler<'c> {
    /// Returns true if evaluating an expression neither reads memory nor calls a function.
    pub(super) fn is_pure(&self, expression: Expr) -> bool {
        let info = self.info(expression);
        if info.value.is_some() {
            return true;
        }
        match self.checked.tree.kind(expression) {
            ExprKind::Literal(_) => true,
            ExprKind::Parenthesis(inner) => self.is_pure(*inner),
            ExprKind::Name(_) => match info.meaning {
                Meaning::Variable(index) => {
                    let variable = &self.checked.variables[index as usize];
                    variable.binding != Binding::Var || !variable.is_global
                }
                _ => true,
            },
            ExprKind::Unary { operator, operand } => match operator {
                Prefix::AddressOf | Prefix::Indirection => false,
                _ => self.is_pure(*operand),
            },
            ExprKind::Binary {
                operator: Operator::LogicalAnd | Operator::LogicalOr,
                ..
            } => false,
            ExprKind::Binary { left, right, .. } => self.is_pure(*left) && self.is_pure(*right),
            ExprKind::Index { .. } => false,
            // Several components of a vector are not an access to a part of it.
            ExprKind::Member { base, member } => {
                member.text.len() > 1
                    && matches!(self.shape(*base).plain(self.types), Shape::Vector(..))
                    && self.is_pure(*base)
            }
            ExprKind::Call { arguments, .. } => {
                let is_pure = match info.meaning {
                    Meaning::Call(_) => false,
                    Meaning::Builtin(builtin) => builtin.is_function_of_its_arguments(),
                    _ => true,
                };
                is_pure && arguments.iter().all(|&argument| self.is_pure(argument))
            }
        }
    }

    /// Returns true if an expression calls a function of the text, which may change variables.
    pub(super) fn has_call(&self, expression: Expr) -> bool {
        self.contains(expression, &|this, inner| {
            matches!(this.info(inner).meaning, Meaning::Call(_))
        })
    }

    /// Returns true for an expression of which a part fulfils a condition.
    pub(super) fn contains(&self, expression: Expr, is: &dyn Fn(&Self, Expr) -> bool) -> bool {
        // The parts of an expression come before it, without others between.
        let first = self.checked.first[expression.index()];
        (first..=expression.0).any(|index| is(self, Expr(index)))
    }
}
