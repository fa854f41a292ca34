//! Prints expressions, with the brackets that WGSL wants.

use super::Printer;
use super::fragment::{Fragment, fragment};
use crate::syntax::{Binary, Unary};
use crate::typing::tree::{Argument, Base, BuiltIn, Expr, ExprKind, Number, Place, Scalar, Ty};
use wgsl::{Origin, Role};

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
fn list(mut values: Vec<(Fragment, bool)>) -> Fragment {
    let mut closes = false;
    for (value, condition) in values.iter_mut().rev() {
        if *condition && closes && value.text().contains('<') {
            *value = fragment!("({})", *value);
        }
        closes |= value.text().contains('>');
    }
    let values: Vec<Fragment> = values.into_iter().map(|(value, _)| value).collect();
    Fragment::join(&values, ", ")
}

impl Printer<'_> {
    pub(super) fn expr(&mut self, value: &Expr) -> Fragment {
        let printed = self.expr_inside(value);
        match (value.span, value.checked, &value.kind) {
            (Some(span), true, ExprKind::Binary(operator, ..)) => {
                let origin = self.operation_origin(span, operator.text(), &printed);
                printed.of(origin)
            }
            (Some(span), true, ExprKind::Convert(_) | ExprKind::Atomic(..)) => {
                let origin = self.operation_origin(span, "", &printed);
                printed.of(origin)
            }
            (Some(span), true, ExprKind::Unary(..)) => {
                let origin = self.operation_origin(span, "-", &printed);
                printed.of(origin)
            }
            (span, ..) => printed.at(span),
        }
    }

    fn expr_inside(&mut self, value: &Expr) -> Fragment {
        match &value.kind {
            ExprKind::Literal(number) => Fragment::from(&self.literal(*number, &value.ty)),
            ExprKind::Constant(name) => Fragment::from(name),
            ExprKind::Uniform(name) => match value.ty {
                Ty::Scalar(Scalar::Bool) => {
                    fragment!("({}.{} != 0u)", self.module.uniform_name, *name)
                }
                _ => fragment!("{}.{}", self.module.uniform_name, *name),
            },
            ExprKind::Variable(variable) => {
                self.used.insert(*variable);
                Fragment::from(&self.module.variables[*variable].name)
            }
            ExprKind::BuiltIn(built_in) => Fragment::from(match built_in {
                BuiltIn::ThreadIdx => "threadIdx",
                BuiltIn::BlockIdx => "blockIdx",
                BuiltIn::GridDim => "gridDim",
                BuiltIn::WarpSize => "warpSize",
                BuiltIn::LaneId => "lane_id",
                BuiltIn::BlockDim(0) => "block_x",
                BuiltIn::BlockDim(1) => "block_y",
                BuiltIn::BlockDim(_) => "block_z",
            }),
            ExprKind::Unary(operator, inner) => {
                let sign = match operator {
                    Unary::Minus => "-",
                    Unary::Not => "!",
                    Unary::Complement => "~",
                    Unary::Plus | Unary::Deref | Unary::Address => "",
                };
                fragment!("{}{}", sign, self.operand(inner))
            }
            ExprKind::Binary(operator, left, right) => {
                let left = self.side(left, *operator, true);
                let right = self.side(right, *operator, false);
                fragment!("{} {} {}", left, operator.text(), right)
            }
            ExprKind::Select(condition, yes, no) => {
                let values = [no, yes, condition].map(|part| (self.expr(part), is_condition(part)));
                fragment!("select({})", list(values.to_vec()))
            }
            ExprKind::Convert(inner) => self.conversion(inner, &value.ty),
            ExprKind::Bitcast(inner) => {
                let inner = self.expr(inner);
                fragment!("bitcast<{}>({})", self.type_text(&value.ty), inner)
            }
            ExprKind::Compose(parts) => {
                let parts = self.arguments(parts);
                fragment!("{}({})", self.type_text(&value.ty), parts)
            }
            ExprKind::Zero => Fragment::from(&match value.ty {
                Ty::Scalar(Scalar::Bool) => "false".to_owned(),
                Ty::Scalar(scalar) if scalar.is_float() => self.literal(Number::Float(0.0), &value.ty),
                Ty::Scalar(_) => self.literal(Number::Int(0), &value.ty),
                _ => format!("{}()", self.type_text(&value.ty)),
            }),
            ExprKind::Component(base, component) => {
                if let (ExprKind::Compose(parts), true) = (&base.kind, base.is_pure())
                    && let Some(part) = parts.get(usize::from(*component))
                {
                    return self.expr(&part.clone());
                }
                let component = ["x", "y", "z", "w"][usize::from(*component)];
                fragment!("{}.{}", self.operand(base), component)
            }
            ExprKind::Member(base, name) => fragment!("{}.{}", self.operand(base), *name),
            ExprKind::Call(function, arguments) => {
                let callee = &self.module.functions[*function];
                let mut values: Vec<(Fragment, bool)> = arguments
                    .iter()
                    .map(|argument| match argument {
                        Argument::Value(value) => (self.expr(value), is_condition(value)),
                        Argument::Reference(place) => (self.reference(place), false),
                    })
                    .collect();
                values.extend(
                    self.built_in_parameters(callee)
                        .into_iter()
                        .map(|(name, ..)| (Fragment::from(name), false)),
                );
                fragment!("{}({})", callee.name, list(values))
            }
            ExprKind::Intrinsic(name, values) => {
                self.subgroups |= name.starts_with("subgroup");
                fragment!("{}({})", *name, self.arguments(values))
            }
            ExprKind::Masked(call, mask) => {
                let span = value.span.unwrap_or_default();
                let role = Role::Masked(*mask);
                self.expr(call).of(Origin { span, role })
            }
            ExprKind::Helper(name, values) => fragment!("{}({})", *name, self.arguments(values)),
            ExprKind::Load(place) => self.load(place),
            ExprKind::Atomic(operation, place, values) => self.atomic(*operation, place, values),
        }
    }

    /// Prints a pointer to a variable of the caller.
    fn reference(&mut self, place: &Place) -> Fragment {
        let printed = match place.base {
            Base::Target(variable) => Fragment::from(&self.module.variables[variable].name),
            Base::Variable(variable) => {
                self.used.insert(variable);
                fragment!("&{}", self.module.variables[variable].name)
            }
            Base::Memory { .. } => Fragment::default(),
        };
        printed.at(place.span)
    }

    /// Prints values as the arguments of a call.
    pub(super) fn arguments(&mut self, values: &[Expr]) -> Fragment {
        let values = values.iter().map(|value| (self.expr(value), is_condition(value)));
        list(values.collect())
    }

    /// Prints a value as an operand of anything: in brackets if it has an operator.
    pub(super) fn operand(&mut self, value: &Expr) -> Fragment {
        let printed = self.expr(value);
        if self.has_operator(value) || printed.text().starts_with(['-', '*']) {
            fragment!("({})", printed)
        } else {
            printed
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
                | (Some(Scalar::Uint), Some(Scalar::Uchar | Scalar::Ushort)) => self.has_operator(inner),
                _ => false,
            },
            _ => false,
        }
    }

    /// Prints an operand of an operator, with brackets only where they are needed.
    fn side(&mut self, value: &Expr, operator: Binary, left: bool) -> Fragment {
        let inner = match &value.kind {
            ExprKind::Binary(inner, ..) => *inner,
            ExprKind::Convert(_) if value.ty == Ty::Scalar(Scalar::Bool) => Binary::NotEqual,
            _ => {
                let printed = self.expr(value);
                let encloses =
                    printed.text().starts_with('-') && !left || self.has_operator(value) && strength(operator) == 0;
                return if encloses { fragment!("({})", printed) } else { printed };
            }
        };
        let printed = self.expr(value);
        let (inside, outer) = (strength(inner), strength(operator));
        let bare = match (inside, outer) {
            (0, _) | (_, 0) => inner == operator && left && !matches!(inner, Binary::ShiftLeft | Binary::ShiftRight),
            (1, 1) => inner == operator && left,
            (2, 2) => false,
            _ => inside > outer || inside == outer && left,
        };
        if bare { printed } else { fragment!("({})", printed) }
    }

    fn conversion(&mut self, inner: &Expr, ty: &Ty) -> Fragment {
        let (Some(from), Some(to)) = (inner.ty.scalar(), ty.scalar()) else {
            return self.expr(inner);
        };
        if to == Scalar::Bool {
            let zero = if from.is_float() {
                self.literal(Number::Float(0.0), &inner.ty)
            } else {
                self.literal(Number::Int(0), &inner.ty)
            };
            return fragment!("{} != {}", self.side(inner, Binary::NotEqual, true), zero);
        }
        let value = self.expr(inner);
        self.halves |= to == Scalar::Half;
        match (from, to) {
            (Scalar::Char | Scalar::Short, Scalar::Int) | (Scalar::Uchar | Scalar::Ushort, Scalar::Uint) => value,
            (Scalar::Uchar, Scalar::Ushort) | (Scalar::Char, Scalar::Short) => value,
            (_, Scalar::Int) => fragment!("i32({})", value),
            (_, Scalar::Uint) => fragment!("u32({})", value),
            (_, Scalar::Float) => fragment!("f32({})", value),
            (_, Scalar::Half) => fragment!("f16({})", value),
            (_, Scalar::Char) => fragment!("extractBits(i32({}), 0u, 8u)", value),
            (_, Scalar::Short) => fragment!("extractBits(i32({}), 0u, 16u)", value),
            // A float is converted as a signed number first: C wraps it.
            (Scalar::Float | Scalar::Half, Scalar::Uchar) => {
                fragment!("extractBits(u32(i32({})), 0u, 8u)", value)
            }
            (_, Scalar::Uchar) => fragment!("extractBits(u32({}), 0u, 8u)", value),
            (_, Scalar::Ushort) => fragment!("extractBits(u32({}), 0u, 16u)", value),
            (_, Scalar::Bool) => value,
        }
    }
}
