//! Types `&&`, `||` and `?:`, which compute a side only under a condition.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Binary, Unary};
use crate::typing::Typer;
use crate::typing::body::convert::common;
use crate::typing::body::value::Value;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::tree::{BOOL, Expr, ExprKind, Number, Statement, StatementKind, Ty};

impl Typer<'_> {
    /// Returns the value of a condition.
    pub(crate) fn condition(&mut self, written: &syntax::Expr) -> Result<Expr> {
        let value = self.expr(written)?;
        if let Some(pointer) = self.pointer_of_pointer(&value, written.span)? {
            return Ok(self.is_some(&pointer));
        }
        // `assert(i < n && "words")`: a text is a pointer that is not null.
        if let Value::Text = value {
            return Ok(Expr::literal(Number::Int(1), BOOL));
        }
        let value = self.load_value(value, written.span)?;
        self.truth(value, written.span)
    }

    /// The right side is computed only if the left one does not decide.
    pub(super) fn logical(
        &mut self,
        operator: Binary,
        left: &syntax::Expr,
        right: &syntax::Expr,
        span: Span,
    ) -> Result<Expr> {
        let left = self.condition(left)?;
        let deciding = i64::from(operator == Binary::LogicalOr);
        let decides = |value: &Expr| matches!(value.kind, ExprKind::Literal(_)) && value.known() == Some(deciding);
        // The right side is not computed, so that it refuses nothing: `p && p[0] > 0` with a null pointer.
        if left.known() == Some(deciding) {
            return Ok(left);
        }
        let (effects, right) = self.apart(|typer| typer.condition(right))?;
        if effects.is_empty() && decides(&right) {
            if !left.is_pure() {
                self.emit(StatementKind::Drop(left));
            }
            return Ok(right);
        }
        if effects.is_empty() {
            return self.binary(operator, left, right, span);
        }
        let variable = self.variable_hidden("condition", BOOL);
        self.module.variables[variable].changed = true;
        self.emit(StatementKind::Declare(variable, Some(left)));
        let place = self.place_of(variable);
        let read = Expr::new(ExprKind::Variable(variable), BOOL);
        let mut inside = effects;
        inside.push(Statement {
            kind: StatementKind::Store(place, None, right),
            span: self.frame.span,
        });
        match operator {
            Binary::LogicalAnd => self.emit(StatementKind::If(read.clone(), inside, Vec::new())),
            _ => {
                let not = Expr::new(ExprKind::Unary(Unary::Not, Box::new(read.clone())), BOOL);
                self.emit(StatementKind::If(not, inside, Vec::new()));
            }
        }
        Ok(read)
    }

    pub(super) fn conditional(
        &mut self,
        condition: &syntax::Expr,
        yes: &syntax::Expr,
        no: &syntax::Expr,
        span: Span,
    ) -> Result<Value> {
        let condition = self.condition(condition)?;
        if let Some(number) = condition.known() {
            let (taken, other) = if number != 0 { (yes, no) } else { (no, yes) };
            let value = self.expr(taken)?;
            // The other side is not computed, but both have one type.
            if !is_plain(other) {
                return Ok(value);
            }
            let Some(ty) = self.type_alone(other) else {
                return Ok(value);
            };
            return match value {
                Value::Expr(value) if value.ty.scalar().is_some() && ty.scalar().is_some() => {
                    let ty = self.meeting(&value.ty, &ty, span)?;
                    Ok(Value::Expr(self.convert(value, &ty, span)?))
                }
                Value::Place(place) if place.ty.scalar().is_some() && ty != place.ty => {
                    let value = self.load(place);
                    let ty = self.meeting(&value.ty, &ty, span)?;
                    Ok(Value::Expr(self.convert(value, &ty, span)?))
                }
                value => Ok(value),
            };
        }
        let (yes_effects, yes_value) = self.apart(|typer| typer.expr(yes))?;
        let (no_effects, no_value) = self.apart(|typer| typer.expr(no))?;
        let is_pointer = |value: &Value| {
            matches!(value, Value::Pointer(_) | Value::PointerVariable(_))
                || matches!(value, Value::Place(place) if matches!(place.ty, Ty::Array(..) | Ty::Pointer(_)))
        };
        if is_pointer(&yes_value) || is_pointer(&no_value) {
            return self.conditional_pointer(condition, yes_value, no_value, span);
        }
        let (mut yes_effects, mut no_effects) = (yes_effects, no_effects);
        // The value of a structure with pointers is put together by statements.
        let (more, yes_value) = self.apart(|typer| typer.load_value(yes_value, yes.span))?;
        yes_effects.extend(more);
        let (more, no_value) = self.apart(|typer| typer.load_value(no_value, no.span))?;
        no_effects.extend(more);
        let ty = self.meeting(&yes_value.ty, &no_value.ty, span)?;
        if self.has_pointers(&ty) {
            return Err(error(
                span,
                "a choice between two structures with pointers is not taken: that is a choice between two roots",
            )
            .help("choose between the values that they lead to"));
        }
        let yes_value = self.convert(yes_value, &ty, yes.span)?;
        let no_value = self.convert(no_value, &ty, no.span)?;
        let plain = matches!(ty, Ty::Scalar(_) | Ty::Vector(..));
        if yes_effects.is_empty() && no_effects.is_empty() && plain && yes_value.is_pure() && no_value.is_pure() {
            return Ok(Value::Expr(Expr::select(condition, yes_value, no_value)));
        }
        let variable = self.variable_hidden("chosen", ty.clone());
        self.module.variables[variable].changed = true;
        self.emit(StatementKind::Declare(variable, None));
        let place = self.place_of(variable);
        let span = self.frame.span;
        let store = |value| Statement {
            kind: StatementKind::Store(place.clone(), None, value),
            span,
        };
        yes_effects.push(store(yes_value));
        no_effects.push(store(no_value));
        self.emit(StatementKind::If(condition, yes_effects, no_effects));
        Ok(Value::Expr(Expr::new(ExprKind::Variable(variable), ty)))
    }

    /// Returns the type of an expression that is not computed; `None` if it has none.
    fn type_alone(&mut self, written: &syntax::Expr) -> Option<Ty> {
        let roots = self.module.roots.clone();
        let built_ins = self.frame.built_ins.clone();
        let typed = self.apart(|typer| typer.rvalue(written)).ok();
        // It reads no memory, so that it decides no form of an array.
        for (root, before) in self.module.roots.iter_mut().zip(roots) {
            *root = before;
        }
        self.frame.built_ins = built_ins;
        typed.map(|(_, value)| value.ty)
    }

    fn conditional_pointer(&mut self, condition: Expr, yes: Value, no: Value, span: Span) -> Result<Value> {
        let (Some(yes), Some(no)) = (self.pointer_of(yes, span)?, self.pointer_of(no, span)?) else {
            return fail(span, "both sides of `?:` must be pointers");
        };
        let (yes, no) = (self.with_known_root(yes, span)?, self.with_known_root(no, span)?);
        let is_null = |pointer: &Pointer| matches!(pointer.root, Root::Null);
        let nullable = [&yes, &no].iter().any(|pointer| pointer.nullable || is_null(pointer));
        let (yes, no) = if yes.root.same(&no.root) || is_null(&yes) || is_null(&no) {
            (yes, no)
        } else {
            (self.in_choice(yes, span), self.in_choice(no, span))
        };
        // The side that is not null says the array.
        let side = if is_null(&yes) { no.clone() } else { yes.clone() };
        if !yes.root.same(&no.root) && !is_null(&yes) && !is_null(&no) {
            self.want_joint(&yes.root, &no.root);
            let names = [&yes, &no].map(|pointer| match &pointer.root {
                Root::Memory(root) => {
                    format!("`{}`", self.module.roots[*root].original)
                }
                _ => "another array".to_owned(),
            });
            return Err(error(
                span,
                format!(
                    "the pointer may point into {} or {}: that is a choice between two roots",
                    names[0], names[1]
                ),
            )
            .help("use `if`, with one access in each branch"));
        }
        if is_null(&side) {
            return Ok(Value::Pointer(side));
        }
        let (a, b) = (self.offset_in(&yes, side.unit), self.offset_in(&no, side.unit));
        let (a, b) = (self.int_of(a), self.int_of(b));
        Ok(Value::Pointer(Pointer {
            offset: Some(Expr::select(condition, a, b)),
            nullable,
            ..side
        }))
    }

    /// Returns the type in which two values meet.
    pub(crate) fn meeting(&mut self, a: &Ty, b: &Ty, span: Span) -> Result<Ty> {
        match (a, b) {
            _ if a == b => Ok(a.clone()),
            (Ty::Scalar(a), Ty::Scalar(b)) => Ok(Ty::Scalar(common(*a, *b))),
            _ => Err(self.unconvertible(b, a, span)),
        }
    }
}

/// Returns true if an expression calls and changes nothing.
fn is_plain(written: &syntax::Expr) -> bool {
    match &written.kind {
        syntax::ExprKind::Integer { .. }
        | syntax::ExprKind::Float { .. }
        | syntax::ExprKind::Bool(_)
        | syntax::ExprKind::Letter(_)
        | syntax::ExprKind::Name(_) => true,
        syntax::ExprKind::Unary(Unary::Minus | Unary::Plus | Unary::Complement, inner) => is_plain(inner),
        syntax::ExprKind::Unary(Unary::Not | Unary::Deref, inner) => is_plain(inner),
        syntax::ExprKind::Binary(_, left, right) => is_plain(left) && is_plain(right),
        syntax::ExprKind::Index(base, index) => is_plain(base) && is_plain(index),
        syntax::ExprKind::Member { base, .. } => is_plain(base),
        syntax::ExprKind::Conditional(condition, yes, no) => is_plain(condition) && is_plain(yes) && is_plain(no),
        syntax::ExprKind::Cast(_, inner) => is_plain(inner),
        syntax::ExprKind::Construct(_, values) => values.iter().all(is_plain),
        // A template of the kernel's text may end by this choice: only functions without a declaration are called.
        syntax::ExprKind::Call(callee, values) => {
            let is_plain_function = match &callee.kind {
                syntax::ExprKind::Name(name) => PLAIN_FUNCTIONS.contains(&&*name.text),
                _ => false,
            };
            is_plain_function && values.iter().all(is_plain)
        }
        _ => false,
    }
}

/// CUDA's functions of numbers whose type matters to the other side of `?:`.
const PLAIN_FUNCTIONS: &[&str] = &[
    "min", "max", "abs", "fabsf", "fminf", "fmaxf", "floorf", "ceilf", "truncf", "sqrtf", "__brev", "__clz", "__ffs",
    "__popc",
];
