//! Computes what the host would, where all names are known.

use super::Lost;
use super::value::{Value, member_name};
use super::walk::Walk;
use crate::lex::Token;
use crate::parse;
use crate::syntax::{Binary, Expr, ExprKind, StatementKind, TypeKind, TypeName, Unary};

/// The deepest nesting of expressions and calls.
pub(super) const MOST_NESTED: u32 = 60;

impl Walk<'_> {
    pub(super) fn value_of(&mut self, tokens: &[Token]) -> Option<Value> {
        if tokens.len() > 500 {
            return None;
        }
        let value = parse::expression(tokens, &self.known).ok()?;
        self.fold(&value)
    }

    /// Computes a value; adds to `unknown` the name without which there is none.
    pub(super) fn explained<T>(
        &mut self,
        unknown: &mut Option<Lost>,
        value: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        self.unknown = None;
        let result = value(self);
        if result.is_none() && unknown.is_none() {
            unknown.clone_from(&self.unknown);
        }
        result
    }

    pub(super) fn fold(&mut self, value: &Expr) -> Option<Value> {
        if self.depth > MOST_NESTED || self.budget == 0 {
            return None;
        }
        self.depth += 1;
        self.budget -= 1;
        let folded = self.fold_inside(value);
        self.depth -= 1;
        folded
    }

    fn fold_inside(&mut self, value: &Expr) -> Option<Value> {
        match &value.kind {
            ExprKind::Integer { value, .. } => Some(Value::Int(*value as i64)),
            ExprKind::Float { value, single } => {
                Some(Value::Float(if *single { f64::from(*value as f32) } else { *value }))
            }
            ExprKind::Bool(value) => Some(Value::Int(i64::from(*value))),
            ExprKind::Letter(value) => Some(Value::Int(i64::from(*value))),
            ExprKind::Null => Some(Value::Null),
            ExprKind::Name(name) => match self.value_in_slot(&name.text) {
                Some(value) => value,
                None => constant(&name.text).map(Value::Int),
            },
            ExprKind::Index(base, index) => self.element(base, index),
            ExprKind::Unary(Unary::Address, target) => match &target.kind {
                // `&x[4]`
                ExprKind::Index(base, index) => {
                    let (base, index) = (self.fold(base)?, self.fold(index));
                    moved(base, index.and_then(|index| index.integer()))
                }
                _ => None,
            },
            ExprKind::Unary(operator, value) => match (operator, self.fold(value)?) {
                (Unary::Minus, Value::Int(value)) => Some(Value::Int(value.wrapping_neg())),
                (Unary::Minus, Value::Float(value)) => Some(Value::Float(-value)),
                (Unary::Plus, value) => Some(value),
                (Unary::Not, value) => Some(Value::Int(i64::from(!value.truth()?))),
                (Unary::Complement, Value::Int(value)) => Some(Value::Int(!value)),
                _ => None,
            },
            ExprKind::Binary(operator, left, right) => self.fold_binary(*operator, left, right),
            ExprKind::Conditional(condition, yes, no) => {
                if self.fold(condition)?.truth()? {
                    self.fold(yes)
                } else {
                    self.fold(no)
                }
            }
            ExprKind::Comma(_, right) => self.fold(right),
            ExprKind::Cast(ty, value) => {
                let value = self.fold(value)?;
                self.cast(value, ty)
            }
            ExprKind::Construct(ty, values) => match (&ty.kind, values.as_slice()) {
                (TypeKind::Named(name), _) if &*name.text == "dim3" => self.extent(values),
                (_, [value]) => {
                    let value = self.fold(value)?;
                    self.cast(value, ty)
                }
                _ => None,
            },
            ExprKind::SizeOfType(ty) => self.size_of(ty).map(Value::Int),
            ExprKind::SizeOf(value) => match &value.kind {
                ExprKind::Text(text) => Some(Value::Int(text.len() as i64 + 1)),
                _ => {
                    let ty = self.type_of(value)?;
                    self.size_of(&ty).map(Value::Int)
                }
            },
            ExprKind::Member { base, name, .. } => {
                let path = member_name(value);
                if let Some(value) = path.and_then(|path| self.value_in_slot(&path)) {
                    return value;
                }
                let Value::Extent(extent) = self.fold(base)? else {
                    return None;
                };
                let axis = "xyz".find(&*name.text).filter(|_| name.text.len() == 1)?;
                Some(Value::Int(extent[axis]))
            }
            ExprKind::Call(callee, arguments) => self.fold_call(callee, arguments),
            ExprKind::List(values) => self.extent(values),
            _ => None,
        }
    }

    /// Returns the value of a variable, if there is one of this name. Keeps the place that lost it if it is not known.
    fn value_in_slot(&mut self, name: &str) -> Option<Option<Value>> {
        let slot = self.slot(name)?;
        let (value, lost) = (slot.value.clone(), slot.lost.clone());
        if value.is_none() && self.unknown.is_none() {
            self.unknown = lost;
        }
        Some(value)
    }

    fn fold_binary(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Option<Value> {
        let left = self.fold(left);
        // The left side may decide alone.
        match (operator, left.as_ref().and_then(Value::truth)) {
            (Binary::LogicalAnd, Some(false)) => return Some(Value::Int(0)),
            (Binary::LogicalOr, Some(true)) => return Some(Value::Int(1)),
            _ => {}
        }
        let right = self.fold(right);
        if let (Some(pointer @ Value::Pointer(..)), Binary::Add | Binary::Subtract) = (&left, operator) {
            let by = right.and_then(|by| by.integer());
            let by = match operator {
                Binary::Subtract => by.map(i64::wrapping_neg),
                _ => by,
            };
            return moved(pointer.clone(), by);
        }
        if let (Binary::Add, Some(pointer @ Value::Pointer(..))) = (operator, &right) {
            return moved(pointer.clone(), left.and_then(|by| by.integer()));
        }
        binary(operator, left?, right?)
    }

    fn fold_call(&mut self, callee: &Expr, arguments: &[Expr]) -> Option<Value> {
        let name = match &callee.kind {
            ExprKind::Name(name) => name,
            ExprKind::Member { base, name, .. } if arguments.is_empty() => {
                return self.method(base, &name.text);
            }
            _ => return None,
        };
        if &*name.text == "rand" && arguments.is_empty() {
            return self.rand();
        }
        if let Some(value) = self.call(name, arguments) {
            return value;
        }
        if let Some(value) = self.call_shared(&name.text, arguments) {
            return Some(value);
        }
        let values: Option<Vec<Value>> = arguments.iter().map(|value| self.fold(value)).collect();
        built_in(&name.text, &values?)
    }

    fn extent(&mut self, values: &[Expr]) -> Option<Value> {
        let mut extent = [1; 3];
        if values.len() > 3 {
            return None;
        }
        for (slot, value) in extent.iter_mut().zip(values) {
            *slot = self.fold(value)?.integer()?;
        }
        Some(Value::Extent(extent))
    }

    pub(super) fn cast(&mut self, value: Value, ty: &TypeName) -> Option<Value> {
        let ty = self.plain(ty);
        value.cast(&ty.kind)
    }

    /// Returns the value of a function for host and device whose body is one `return`.
    fn call_shared(&mut self, name: &str, arguments: &[Expr]) -> Option<Value> {
        let file = self.file;
        let function = file
            .functions
            .iter()
            .find(|function| *function.name == *name && function.parameters.len() == arguments.len())?;
        let Some(
            [
                crate::syntax::Statement {
                    kind: StatementKind::Return(Some(result)),
                    ..
                },
            ],
        ) = function.body.as_deref()
        else {
            return None;
        };
        let values: Option<Vec<Value>> = arguments.iter().map(|value| self.fold(value)).collect();
        let values = values?;
        let scopes = self.enter();
        for (parameter, value) in function.parameters.iter().zip(values) {
            let value = self.cast(value.clone(), &parameter.ty).or(Some(value));
            self.declare_value(&parameter.name, value, Some(&parameter.ty));
        }
        let value = self.fold(result);
        self.leave(scopes);
        self.cast(value?, &function.returns)
    }

    /// Returns the type of an expression, as far as the text says it.
    pub(super) fn type_of(&mut self, value: &Expr) -> Option<TypeName> {
        let named = |text: &str| TypeName {
            kind: TypeKind::Named(crate::syntax::Name::plain(text, value.span)),
            constant: false,
            volatile: false,
            span: value.span,
        };
        Some(match &value.kind {
            ExprKind::Integer { unsigned: true, .. } => named("unsigned int"),
            ExprKind::Integer { .. } => named("int"),
            ExprKind::Float { single: true, .. } => named("float"),
            ExprKind::Float { .. } => named("double"),
            ExprKind::Bool(_) => named("bool"),
            ExprKind::Name(name) => {
                let ty = self.slot(&name.text)?.ty.clone()?;
                self.plain(&ty)
            }
            ExprKind::Cast(ty, _) | ExprKind::Construct(ty, _) => self.plain(ty),
            ExprKind::Member { base, name, .. } => self.member_type(base, name)?,
            ExprKind::Unary(Unary::Deref, inner) | ExprKind::Index(inner, _) => match self.type_of(inner)?.kind {
                TypeKind::Pointer(target) | TypeKind::Array(target, _) => *target,
                _ => return None,
            },
            ExprKind::Call(callee, _) => match &callee.kind {
                // `a.data()` has the type of its container here, which says the type of its elements.
                ExprKind::Member { base, .. } => self.type_of(base)?,
                _ => return None,
            },
            ExprKind::Unary(Unary::Address, inner) => {
                let target = self.type_of(inner)?;
                TypeName {
                    kind: TypeKind::Pointer(Box::new(target)),
                    constant: false,
                    volatile: false,
                    span: value.span,
                }
            }
            ExprKind::Unary(_, inner) => self.type_of(inner)?,
            ExprKind::Binary(_, left, right) => {
                let (left, right) = (self.type_of(left), self.type_of(right));
                let strength = |ty: &Option<TypeName>| match ty.as_ref().map(|ty| &ty.kind) {
                    Some(TypeKind::Pointer(_) | TypeKind::Array(..)) => 4,
                    Some(TypeKind::Named(name)) => match &*name.text {
                        "double" => 3,
                        "float" => 2,
                        _ => 1,
                    },
                    _ => 0,
                };
                if strength(&right) > strength(&left) {
                    right?
                } else {
                    left?
                }
            }
            _ => return None,
        })
    }
}

fn moved(pointer: Value, by: Option<i64>) -> Option<Value> {
    match pointer {
        Value::Pointer(root, offset) => {
            let offset = offset.zip(by).map(|(offset, by)| offset.wrapping_add(by));
            Some(Value::Pointer(root, offset))
        }
        _ => None,
    }
}

/// Returns the value of a function of the standard library.
fn built_in(name: &str, values: &[Value]) -> Option<Value> {
    let float = |index: usize| values.get(index)?.float();
    match (name, values) {
        ("min" | "max", [Value::Int(a), Value::Int(b)]) => Some(Value::Int(match name {
            "min" => *a.min(b),
            _ => *a.max(b),
        })),
        ("min" | "fmin" | "fminf", [_, _]) => Some(Value::Float(float(0)?.min(float(1)?))),
        ("max" | "fmax" | "fmaxf", [_, _]) => Some(Value::Float(float(0)?.max(float(1)?))),
        ("abs", [Value::Int(value)]) => Some(Value::Int(value.wrapping_abs())),
        ("ceil" | "ceilf", [_]) => Some(Value::Float(float(0)?.ceil())),
        ("floor" | "floorf", [_]) => Some(Value::Float(float(0)?.floor())),
        ("round" | "roundf", [_]) => Some(Value::Float(float(0)?.round())),
        ("sqrt" | "sqrtf", [_]) => Some(Value::Float(float(0)?.sqrt())),
        ("pow" | "powf", [_, _]) => Some(Value::Float(float(0)?.powf(float(1)?))),
        ("log2" | "log2f", [_]) => Some(Value::Float(float(0)?.log2())),
        ("exp2" | "exp2f", [_]) => Some(Value::Float(float(0)?.exp2())),
        _ => None,
    }
}

pub(super) fn binary(operator: Binary, left: Value, right: Value) -> Option<Value> {
    if let (Value::Int(a), Value::Int(b)) = (&left, &right) {
        let (a, b) = (*a, *b);
        let truth = |value: bool| Some(Value::Int(i64::from(value)));
        return match operator {
            Binary::Add => a.checked_add(b).map(Value::Int),
            Binary::Subtract => a.checked_sub(b).map(Value::Int),
            Binary::Multiply => a.checked_mul(b).map(Value::Int),
            Binary::Divide => a.checked_div(b).map(Value::Int),
            Binary::Remainder => a.checked_rem(b).map(Value::Int),
            Binary::And => Some(Value::Int(a & b)),
            Binary::Or => Some(Value::Int(a | b)),
            Binary::Xor => Some(Value::Int(a ^ b)),
            Binary::ShiftLeft => a.checked_shl(u32::try_from(b).ok()?).map(Value::Int),
            Binary::ShiftRight => a.checked_shr(u32::try_from(b).ok()?).map(Value::Int),
            Binary::Equal => truth(a == b),
            Binary::NotEqual => truth(a != b),
            Binary::Less => truth(a < b),
            Binary::LessEqual => truth(a <= b),
            Binary::Greater => truth(a > b),
            Binary::GreaterEqual => truth(a >= b),
            Binary::LogicalAnd => truth(a != 0 && b != 0),
            Binary::LogicalOr => truth(a != 0 || b != 0),
        };
    }
    if matches!(operator, Binary::LogicalAnd | Binary::LogicalOr) {
        let (a, b) = (left.truth()?, right.truth()?);
        return Some(Value::Int(i64::from(match operator {
            Binary::LogicalAnd => a && b,
            _ => a || b,
        })));
    }
    let (a, b) = (left.float()?, right.float()?);
    let truth = |value: bool| Some(Value::Int(i64::from(value)));
    match operator {
        Binary::Add => Some(Value::Float(a + b)),
        Binary::Subtract => Some(Value::Float(a - b)),
        Binary::Multiply => Some(Value::Float(a * b)),
        Binary::Divide => Some(Value::Float(a / b)),
        Binary::Less => truth(a < b),
        Binary::LessEqual => truth(a <= b),
        Binary::Greater => truth(a > b),
        Binary::GreaterEqual => truth(a >= b),
        Binary::Equal => truth(a == b),
        Binary::NotEqual => truth(a != b),
        _ => None,
    }
}

/// Returns the value of a constant of C's headers or of CUDA's runtime.
fn constant(name: &str) -> Option<i64> {
    Some(match name {
        "RAND_MAX" => i64::from(i32::MAX),
        "cudaFilterModePoint" | "cudaAddressModeWrap" => 0,
        "cudaFilterModeLinear" | "cudaAddressModeClamp" => 1,
        "cudaAddressModeMirror" => 2,
        "cudaAddressModeBorder" => 3,
        _ => return None,
    })
}
