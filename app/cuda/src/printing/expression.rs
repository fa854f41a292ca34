//! Prints expressions, with the brackets that WGSL wants.

use super::Printer;
use crate::syntax::{Binary, Unary};
use crate::typing::tree::{Argument, Base, BuiltIn, Expr, ExprKind, Number, Place, Scalar, Ty};

/// The strength of an operator; 0 for those that WGSL never mixes with others.
fn strength(operator: Binary) -> u8 {
    match operator {
        Binary::Multiply | Binary::Divide | Binary::Remainder => 4,
        Binary::Add | Binary::Subtract => 3,
        _ if operator.compares() => 2,
        Binary::LogicalAnd | Binary::LogicalOr => 1,
        _ => 0,
    }
}

/// Returns true if a value is written with a comparison that no brackets enclose.
fn is_condition(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Binary(operator, ..) => strength(*operator) == 2 || strength(*operator) == 1,
        _ => false,
    }
}

/// Returns a list with commas. WGSL reads `a < b, c > (d)` as a template: a comparison before a `>` gets brackets.
fn list(mut texts: Vec<(String, bool)>) -> String {
    let mut closes = false;
    for (text, condition) in texts.iter_mut().rev() {
        if *condition && closes && text.contains('<') {
            *text = format!("({text})");
        }
        closes |= text.contains('>');
    }
    let texts: Vec<String> = texts.into_iter().map(|(text, _)| text).collect();
    texts.join(", ")
}

impl Printer<'_> {
    pub(super) fn expr(&mut self, value: &Expr) -> String {
        match &value.kind {
            ExprKind::Literal(number) => self.literal(*number, &value.ty),
            ExprKind::Constant(name) => name.to_string(),
            ExprKind::Uniform(name) => match value.ty {
                Ty::Scalar(Scalar::Bool) => format!("({}.{name} != 0u)", self.module.uniform_name),
                _ => format!("{}.{name}", self.module.uniform_name),
            },
            ExprKind::Variable(variable) => {
                self.used.insert(*variable);
                self.module.variables[*variable].name.to_string()
            }
            ExprKind::BuiltIn(built_in) => match built_in {
                BuiltIn::ThreadIdx => "threadIdx",
                BuiltIn::BlockIdx => "blockIdx",
                BuiltIn::GridDim => "gridDim",
                BuiltIn::WarpSize => "warpSize",
                BuiltIn::LaneId => "lane_id",
                BuiltIn::BlockDim(0) => "block_x",
                BuiltIn::BlockDim(1) => "block_y",
                BuiltIn::BlockDim(_) => "block_z",
            }
            .to_owned(),
            ExprKind::Unary(operator, inner) => {
                let sign = match operator {
                    Unary::Minus => "-",
                    Unary::Not => "!",
                    Unary::Complement => "~",
                    Unary::Plus | Unary::Deref | Unary::Address => "",
                };
                let operand = self.operand(inner);
                let checked = self.sign(value.checked, sign, &format!("{sign}{operand}"));
                format!("{sign}{checked}{operand}")
            }
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (
                    self.side(left, *operator, true),
                    self.side(right, *operator, false),
                );
                let operator = operator.text();
                let printed = format!("{a} {operator} {b}");
                let sign = self.sign(value.checked, operator, &printed);
                format!("{a}{sign} {operator} {b}")
            }
            ExprKind::Select(condition, yes, no) => {
                let texts = [no, yes, condition].map(|part| (self.expr(part), is_condition(part)));
                format!("select({})", list(texts.to_vec()))
            }
            ExprKind::Convert(inner) => self.conversion(inner, &value.ty),
            ExprKind::Bitcast(inner) => {
                let inner_text = self.expr(inner);
                format!("bitcast<{}>({inner_text})", self.type_text(&value.ty))
            }
            ExprKind::Compose(parts) => {
                let parts = self.arguments(parts);
                format!("{}({parts})", self.type_text(&value.ty))
            }
            ExprKind::Zero => match value.ty {
                Ty::Scalar(Scalar::Bool) => "false".to_owned(),
                Ty::Scalar(scalar) if scalar.is_float() => {
                    self.literal(Number::Float(0.0), &value.ty)
                }
                Ty::Scalar(_) => self.literal(Number::Int(0), &value.ty),
                _ => format!("{}()", self.type_text(&value.ty)),
            },
            ExprKind::Component(base, component) => {
                if let (ExprKind::Compose(parts), true) = (&base.kind, base.is_pure())
                    && let Some(part) = parts.get(usize::from(*component))
                {
                    return self.expr(&part.clone());
                }
                format!(
                    "{}.{}",
                    self.operand(base),
                    ["x", "y", "z", "w"][usize::from(*component)]
                )
            }
            ExprKind::Member(base, name) => format!("{}.{name}", self.operand(base)),
            ExprKind::Call(function, arguments) => {
                let callee = &self.module.functions[*function];
                let mut texts: Vec<(String, bool)> = arguments
                    .iter()
                    .map(|argument| match argument {
                        Argument::Value(value) => (self.expr(value), is_condition(value)),
                        Argument::Reference(place) => (self.reference(place), false),
                    })
                    .collect();
                texts.extend(
                    self.built_in_parameters(callee)
                        .into_iter()
                        .map(|(name, ..)| (name.to_owned(), false)),
                );
                format!("{}({})", callee.name, list(texts))
            }
            ExprKind::Intrinsic(name, values) => {
                self.subgroups |= name.starts_with("subgroup");
                format!("{name}({})", self.arguments(values))
            }
            ExprKind::Helper(name, values) => format!("{name}({})", self.arguments(values)),
            ExprKind::Load(place) => self.load(place),
            ExprKind::Atomic(operation, place, values) => self.atomic(*operation, place, values),
        }
    }

    /// Prints a pointer to a variable of the caller.
    fn reference(&mut self, place: &Place) -> String {
        match place.base {
            Base::Target(variable) => self.module.variables[variable].name.to_string(),
            Base::Variable(variable) => {
                self.used.insert(variable);
                format!("&{}", self.module.variables[variable].name)
            }
            Base::Memory { .. } => String::new(),
        }
    }

    /// Prints values as the arguments of a call.
    pub(super) fn arguments(&mut self, values: &[Expr]) -> String {
        let texts = values
            .iter()
            .map(|value| (self.expr(value), is_condition(value)));
        list(texts.collect())
    }

    /// Prints a value as an operand of anything: in brackets if it has an operator.
    pub(super) fn operand(&mut self, value: &Expr) -> String {
        let text = self.expr(value);
        match self.has_operator(value) || text.starts_with('-') || text.starts_with('*') {
            true => format!("({text})"),
            false => text,
        }
    }

    fn has_operator(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Binary(..) | ExprKind::Unary(..) => true,
            ExprKind::Component(base, component) => match &base.kind {
                ExprKind::Compose(parts) if base.is_pure() => parts
                    .get(usize::from(*component))
                    .is_some_and(|part| self.has_operator(part)),
                _ => false,
            },
            ExprKind::Convert(inner) => match (value.ty.scalar(), inner.ty.scalar()) {
                (Some(Scalar::Bool), _) => true,
                (Some(Scalar::Int), Some(Scalar::Char | Scalar::Short))
                | (Some(Scalar::Uint), Some(Scalar::Uchar | Scalar::Ushort)) => {
                    self.has_operator(inner)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Prints an operand of an operator, with brackets only where they are needed.
    fn side(&mut self, value: &Expr, operator: Binary, left: bool) -> String {
        let inner = match &value.kind {
            ExprKind::Binary(inner, ..) => *inner,
            ExprKind::Convert(_) if value.ty == Ty::Scalar(Scalar::Bool) => Binary::NotEqual,
            _ => {
                let text = self.expr(value);
                return match text.starts_with('-') && !left
                    || self.has_operator(value) && strength(operator) == 0
                {
                    true => format!("({text})"),
                    false => text,
                };
            }
        };
        let text = self.expr(value);
        let (own, outer) = (strength(inner), strength(operator));
        let bare = match (own, outer) {
            (0, _) | (_, 0) => {
                inner == operator
                    && left
                    && !matches!(inner, Binary::ShiftLeft | Binary::ShiftRight)
            }
            (1, 1) => inner == operator && left,
            (2, 2) => false,
            _ => own > outer || own == outer && left,
        };
        match bare {
            true => text,
            false => format!("({text})"),
        }
    }

    fn conversion(&mut self, inner: &Expr, ty: &Ty) -> String {
        let (Some(from), Some(to)) = (inner.ty.scalar(), ty.scalar()) else {
            return self.expr(inner);
        };
        if to == Scalar::Bool {
            let zero = match from.is_float() {
                true => self.literal(Number::Float(0.0), &inner.ty),
                false => self.literal(Number::Int(0), &inner.ty),
            };
            return format!("{} != {zero}", self.side(inner, Binary::NotEqual, true));
        }
        let text = self.expr(inner);
        self.halves |= to == Scalar::Half;
        match (from, to) {
            (Scalar::Char | Scalar::Short, Scalar::Int)
            | (Scalar::Uchar | Scalar::Ushort, Scalar::Uint) => text,
            (Scalar::Uchar, Scalar::Ushort) | (Scalar::Char, Scalar::Short) => text,
            (_, Scalar::Int) => format!("i32({text})"),
            (_, Scalar::Uint) => format!("u32({text})"),
            (_, Scalar::Float) => format!("f32({text})"),
            (_, Scalar::Half) => format!("f16({text})"),
            (_, Scalar::Char) => format!("extractBits(i32({text}), 0u, 8u)"),
            (_, Scalar::Short) => format!("extractBits(i32({text}), 0u, 16u)"),
            // A float is converted as a signed number first: C wraps it.
            (Scalar::Float | Scalar::Half, Scalar::Uchar) => {
                format!("extractBits(u32(i32({text})), 0u, 8u)")
            }
            (_, Scalar::Uchar) => format!("extractBits(u32({text}), 0u, 8u)"),
            (_, Scalar::Ushort) => format!("extractBits(u32({text}), 0u, 16u)"),
            (_, Scalar::Bool) => text,
        }
    }
}
