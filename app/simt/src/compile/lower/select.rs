//! Lowers `select`, and finds the reads that it throws away.

use super::Compiler;
use crate::program::{KernelError, Register, Ternary};
use std::collections::HashSet;
use wgsl::{Binding, Expr, ExprKind, Kind, Meaning};

impl<'c> Compiler<'c> {
    /// Lowers `select(reject, accept, condition)`. Both sides are computed.
    pub(super) fn select(&mut self, arguments: &[Expr]) -> Result<Vec<Register>, KernelError> {
        let &[reject, accept, condition] = arguments else {
            return self.unsupported("this call");
        };
        for side in [reject, accept] {
            let side = self.checked.tree.bare(side);
            if let ExprKind::Index { base, index } = *self.checked.tree.kind(side)
                && self.is_in_memory(base)
                && self.info(index).value.is_none()
                && self.names(condition, index)
            {
                self.discarded.insert(side);
            }
        }
        let (on_false, no) = self.side(reject)?;
        let no = if self.has_call(accept) || self.has_call(condition) {
            self.kept(no)?
        } else {
            no
        };
        let (on_true, yes) = self.side(accept)?;
        let yes = if self.has_call(condition) { self.kept(yes)? } else { yes };
        let condition = self.value(condition)?;
        self.check_sides(&condition, on_true, on_false)?;
        (0..yes.len())
            .map(|word| {
                let c = condition[if condition.len() == 1 { 0 } else { word }];
                self.ternary(Ternary::Select, yes[word], no[word], c)
            })
            .collect()
    }

    /// Returns true for a reference to memory or a pointer.
    pub(super) fn is_in_memory(&self, expression: Expr) -> bool {
        let ty = self.info(expression).ty.map(|ty| self.types.kind(ty));
        matches!(ty, Some(Kind::Reference(..) | Kind::Pointer(..)))
    }

    /// Returns true if a part of a condition is the index, where a `let` is its first value.
    fn names(&self, condition: Expr, index: Expr) -> bool {
        let mut wanted = vec![index];
        while let Some(initial) = self.initial_of(wanted[wanted.len() - 1]) {
            wanted.push(initial);
        }
        let mut seen = HashSet::new();
        let mut open = vec![condition];
        while let Some(next) = open.pop() {
            let is_wanted = |this: &Self, part: Expr| wanted.iter().any(|&wanted| this.is_same(part, wanted));
            if self.contains(next, &is_wanted) {
                return true;
            }
            let first = self.checked.first[next.index()];
            let parts = (first..=next.0).map(Expr);
            open.extend(parts.filter_map(|part| {
                let initial = self.initial_of(part)?;
                seen.insert(initial).then_some(initial)
            }));
        }
        false
    }

    /// Returns the first value of a `let`.
    fn initial_of(&self, expression: Expr) -> Option<Expr> {
        let expression = self.checked.tree.bare(expression);
        match (self.checked.tree.kind(expression), self.info(expression).meaning) {
            (ExprKind::Name(_), Meaning::Variable(index)) => {
                let variable = &self.checked.variables[index as usize];
                variable.initial.filter(|_| variable.binding == Binding::Let)
            }
            _ => None,
        }
    }

    /// Returns true if two expressions are written with the same operators and variables.
    fn is_same(&self, a: Expr, b: Expr) -> bool {
        let (a, b) = (self.checked.tree.bare(a), self.checked.tree.bare(b));
        let (left, right) = (self.info(a), self.info(b));
        if left.value.is_some() || right.value.is_some() {
            return left.value == right.value;
        }
        let all = |these: &[Expr], others: &[Expr]| {
            these.len() == others.len() && these.iter().zip(others).all(|(&a, &b)| self.is_same(a, b))
        };
        use ExprKind as K;
        match (self.checked.tree.kind(a), self.checked.tree.kind(b)) {
            (K::Name(_), K::Name(_)) => matches!(left.meaning, Meaning::Variable(_)) && left.meaning == right.meaning,
            (
                K::Unary { operator, operand },
                K::Unary {
                    operator: other,
                    operand: inner,
                },
            ) => operator == other && self.is_same(*operand, *inner),
            (
                K::Binary { operator, left, right },
                K::Binary {
                    operator: other,
                    left: first,
                    right: second,
                },
            ) => operator == other && all(&[*left, *right], &[*first, *second]),
            (
                K::Index { base, index },
                K::Index {
                    base: other,
                    index: other_index,
                },
            ) => all(&[*base, *index], &[*other, *other_index]),
            (
                K::Member { base, member },
                K::Member {
                    base: other,
                    member: name,
                },
            ) => member.text == name.text && self.is_same(*base, *other),
            (K::Call { arguments, .. }, K::Call { arguments: others, .. }) => {
                (left.meaning, left.ty) == (right.meaning, right.ty) && all(arguments, others)
            }
            _ => false,
        }
    }
}
