//! Finds the types of expressions, from the operands up.
//!
//! An expression's parts stand before it in the tree, in one range without gaps. So a loop over the range is enough, and
//! no text can exhaust the stack.

use super::{Checker, Info, Meaning, Time};
use crate::error::{Result, invalid};
use crate::lex::Literal;
use crate::syntax::{Binary, Expr, ExprKind, Number, Value as LiteralValue};
use crate::types::{Scalar, Ty};
use crate::value::{Num, Value};

/// Limit of nested operators and calls, where browsers stop.
const MAX_DEPTH: u32 = 512;

pub(super) fn parts(kind: &ExprKind<'_>) -> Vec<Expr> {
    match kind {
        ExprKind::Literal(_) => Vec::new(),
        ExprKind::Name(name) => name.arguments.clone().unwrap_or_default(),
        ExprKind::Call { callee, arguments } => {
            let mut parts = callee.arguments.clone().unwrap_or_default();
            parts.extend(arguments);
            parts
        }
        ExprKind::Unary { operand, .. } => vec![*operand],
        ExprKind::Binary { left, right, .. } => vec![*left, *right],
        ExprKind::Index { base, index } => vec![*base, *index],
        ExprKind::Member { base, .. } => vec![*base],
        ExprKind::Parenthesis(inner) => vec![*inner],
    }
}

impl<'s> Checker<'s, '_> {
    /// Finds the range of each expression.
    ///
    /// # Errors
    /// An expression is too deep.
    pub(super) fn measure(&mut self) -> Result<()> {
        let tree = self.tree;
        let mut depths: Vec<u32> = Vec::with_capacity(tree.expressions.len());
        for (index, (kind, span)) in tree.expressions.iter().enumerate() {
            let mut first = index as u32;
            let mut depth = 0;
            for part in parts(kind) {
                first = first.min(self.first[part.index()]);
                depth = depth.max(depths[part.index()]);
            }
            if depth + 1 > MAX_DEPTH {
                let message = format!(
                    "this expression nests deeper than {MAX_DEPTH}, where browsers stop; use a `let` for a part of it"
                );
                return invalid(*span, message);
            }
            self.first.push(first);
            depths.push(depth + 1);
        }
        Ok(())
    }

    /// Finds the type of an expression and of all its parts.
    pub(super) fn expression(&mut self, root: Expr) -> Result<()> {
        let tree = self.tree;
        let first = self.first[root.index()];
        // The right sides of `&&` and `||` that may be skipped: the last expression of the left side, and the right one.
        let mut ends: Vec<(u32, Binary, Expr)> = Vec::new();
        for index in first..=root.0 {
            if let ExprKind::Binary {
                operator: operator @ (Binary::LogicalAnd | Binary::LogicalOr),
                left,
                right,
            } = tree.kind(Expr(index))
            {
                ends.push((left.0, *operator, *right));
            }
        }
        for index in first..=root.0 {
            let expression = Expr(index);
            let skipped = self.infos[expression.index()].skipped;
            let mut info = self.typed(expression, skipped)?;
            info.skipped = skipped;
            if skipped {
                info.value = None;
            }
            self.infos[expression.index()] = info;
            for &(left, operator, right) in &ends {
                if left != index {
                    continue;
                }
                let decided = self.infos[index as usize]
                    .value
                    .as_ref()
                    .is_some_and(|value| value.first() == Num::Bool(operator == Binary::LogicalOr));
                if decided || skipped {
                    self.skip(right);
                }
            }
        }
        Ok(())
    }

    /// Marks an expression that is not evaluated. Types in it are: they are checked all the same.
    fn skip(&mut self, root: Expr) {
        for inner in self.first[root.index()]..=root.0 {
            self.infos[inner as usize].skipped = true;
        }
        for inner in self.first[root.index()]..=root.0 {
            let (ExprKind::Name(name) | ExprKind::Call { callee: name, .. }) = self.tree.kind(Expr(inner)) else {
                continue;
            };
            for argument in name.arguments.iter().flatten() {
                for part in self.first[argument.index()]..=argument.0 {
                    self.infos[part as usize].skipped = false;
                }
            }
        }
    }

    fn typed(&mut self, expression: Expr, skipped: bool) -> Result<Info> {
        let tree = self.tree;
        let span = self.span(expression);
        match tree.kind(expression) {
            ExprKind::Literal(literal) => self.literal(literal, span),
            ExprKind::Name(name) => self.name(name, skipped),
            ExprKind::Parenthesis(inner) => {
                let inner = self.info(*inner).clone();
                match inner.meaning {
                    Meaning::Type(_) | Meaning::Generator | Meaning::Word | Meaning::Function(_) => {
                        invalid(span, format!("`{}` is no value", self.quote(span)))
                    }
                    _ => Ok(Info {
                        target: None,
                        meaning: Meaning::Value,
                        ..inner
                    }),
                }
            }
            ExprKind::Unary { operator, operand } => self.unary(*operator, *operand, span),
            ExprKind::Binary { operator, left, right } => self.binary(*operator, *left, *right, span),
            ExprKind::Index { base, index } => self.index(*base, *index, span),
            ExprKind::Member { base, member } => self.member(*base, *member),
            ExprKind::Call { callee, arguments } => self.call(expression, callee, arguments),
        }
    }

    fn literal(&mut self, literal: &LiteralValue, span: crate::error::Span) -> Result<Info> {
        let number = match *literal {
            LiteralValue::Bool(value) => Num::Bool(value),
            LiteralValue::Number(Number(number)) => match number {
                Literal::AbstractInt(value) => Num::AbstractInt(value),
                Literal::AbstractFloat(value) => Num::AbstractFloat(value),
                Literal::I32(value) => Num::I32(value),
                Literal::U32(value) => Num::U32(value),
                Literal::F32(value) => Num::F32(value),
                Literal::F16(value) => {
                    self.need_f16(span)?;
                    Num::F16(value)
                }
            },
        };
        let ty = self.types.scalar(number.scalar());
        Ok(self.constant(Value::new(ty, vec![number])))
    }

    pub(super) fn need_f16(&self, span: crate::error::Span) -> Result<()> {
        if self.enabled.contains("f16") {
            return Ok(());
        }
        invalid(
            span,
            "half-precision floats need `enable f16;` at the start of the text",
        )
    }

    pub(super) fn constant(&self, value: Value) -> Info {
        Info {
            meaning: Meaning::Value,
            ty: Some(value.ty),
            value: Some(value),
            ..Info::default()
        }
    }

    /// Returns a value that is not known yet.
    pub(super) fn unknown(&self, ty: Ty, time: Time) -> Info {
        Info {
            meaning: Meaning::Value,
            ty: Some(ty),
            time,
            ..Info::default()
        }
    }

    /// Returns the latest time of some expressions. A read of a variable happens at run time.
    pub(super) fn time(&self, expressions: &[Expr]) -> Time {
        expressions
            .iter()
            .map(|&part| self.read_time(part))
            .max()
            .unwrap_or_default()
    }

    pub(super) fn read_time(&self, expression: Expr) -> Time {
        let info = self.info(expression);
        match info.ty.map(|ty| self.types.kind(ty)) {
            Some(crate::types::Kind::Reference(..)) => Time::Runtime,
            _ => info.time,
        }
    }

    /// Checks an expression that must be known when the text is compiled, and returns it as a number.
    pub(super) fn const_integer(&mut self, expression: Expr, noun: &str) -> Result<i64> {
        self.expression(expression)?;
        let ty = self.value_ty(expression)?;
        let span = self.span(expression);
        let Some((1, scalar)) = self.types.components(ty) else {
            return invalid(span, format!("{noun} must be an integer"));
        };
        if !scalar.is_integer() {
            return invalid(span, format!("{noun} must be an integer; this is `{}`", scalar.name()));
        }
        self.concretize(expression)?;
        match &self.info(expression).value {
            Some(value) => Ok(value.first().integer()),
            None => invalid(span, format!("{noun} must be a const-expression")),
        }
    }

    pub(super) fn const_assert(&mut self, condition: Expr) -> Result<()> {
        self.expression(condition)?;
        let ty = self.value_ty(condition)?;
        let span = self.span(condition);
        if self.types.kind(ty) != crate::types::Kind::Scalar(Scalar::Bool) {
            return invalid(span, "`const_assert` needs a truth value");
        }
        match &self.info(condition).value {
            Some(value) if value.first().truth() => Ok(()),
            Some(_) => invalid(span, format!("the assertion `{}` is false", self.quote(span))),
            None => invalid(span, "`const_assert` needs a const-expression"),
        }
    }
}
