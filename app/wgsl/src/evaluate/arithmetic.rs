//! Operators on numbers, vectors and matrices.

use crate::syntax::{Binary, Unary};
use crate::types::{Kind, Scalar, Ty, Types};
use crate::value::{Num, Problem, Value};

pub(crate) fn unary(operator: Unary, value: &Value) -> Result<Value, Problem> {
    let numbers: Result<Vec<Num>, Problem> = value
        .numbers
        .iter()
        .map(|&number| {
            Ok(match (operator, number) {
                (Unary::Not, Num::Bool(value)) => Num::Bool(!value),
                (Unary::Complement, Num::AbstractInt(value)) => Num::AbstractInt(!value),
                (Unary::Complement, Num::I32(value)) => Num::I32(!value),
                (Unary::Complement, Num::U32(value)) => Num::U32(!value),
                // The negation of the least integer is itself.
                (_, Num::AbstractInt(value)) => Num::AbstractInt(value.wrapping_neg()),
                (_, Num::I32(value)) => Num::I32(value.wrapping_neg()),
                (_, Num::F32(value)) => Num::F32(-value),
                (_, Num::F16(value)) => Num::F16(-value),
                (_, Num::AbstractFloat(value)) => Num::AbstractFloat(-value),
                (_, other) => other,
            })
        })
        .collect();
    Ok(Value::new(value.ty, numbers?))
}

/// Applies an operator to two values whose scalars are the same (except for shifts). `ty` is the type of the result.
pub(crate) fn binary(types: &Types, operator: Binary, left: &Value, right: &Value, ty: Ty) -> Result<Value, Problem> {
    if operator == Binary::Multiply
        && let Some(product) = matrix_product(types, left, right, ty)
    {
        return product;
    }
    let count = left.numbers.len().max(right.numbers.len());
    let part = |value: &Value, index: usize| value.numbers[if value.numbers.len() == 1 { 0 } else { index }];
    let numbers: Result<Vec<Num>, Problem> = (0..count)
        .map(|index| number(operator, part(left, index), part(right, index)))
        .collect();
    Ok(Value::new(ty, numbers?))
}

fn matrix_product(types: &Types, left: &Value, right: &Value, ty: Ty) -> Option<Result<Value, Problem>> {
    // A vector is a matrix of one row (left) or one column (right).
    let (columns, inner, rows) = match (types.kind(left.ty), types.kind(right.ty)) {
        (Kind::Matrix(inner, rows, _), Kind::Matrix(columns, _, _)) => (columns, inner, rows),
        (Kind::Matrix(inner, rows, _), Kind::Vector(..)) => (1, inner, rows),
        (Kind::Vector(inner, _), Kind::Matrix(columns, _, _)) => (columns, inner, 1),
        _ => return None,
    };
    let mut numbers = Vec::new();
    for column in 0..columns {
        for row in 0..rows {
            let mut sum: Option<Num> = None;
            for step in 0..inner {
                let a = left.numbers[usize::from(step * rows + row)];
                let b = right.numbers[usize::from(column * inner + step)];
                let next = number(Binary::Multiply, a, b).and_then(|product| match sum {
                    Some(sum) => number(Binary::Add, sum, product),
                    None => Ok(product),
                });
                match next {
                    Ok(next) => sum = Some(next),
                    Err(problem) => return Some(Err(problem)),
                }
            }
            numbers.extend(sum);
        }
    }
    Some(Ok(Value::new(ty, numbers)))
}

/// Applies an operator to two numbers.
pub(crate) fn number(operator: Binary, a: Num, b: Num) -> Result<Num, Problem> {
    if matches!(operator, Binary::ShiftLeft | Binary::ShiftRight) {
        return shift(operator, a, b);
    }
    match (a, b) {
        (Num::Bool(a), Num::Bool(b)) => Ok(Num::Bool(match operator {
            Binary::And | Binary::LogicalAnd => a & b,
            Binary::Or | Binary::LogicalOr => a | b,
            Binary::Equal => a == b,
            _ => a != b,
        })),
        _ if a.scalar().is_float() => float(operator, a, b),
        _ => integer(operator, a, b),
    }
}

fn integer(operator: Binary, a: Num, b: Num) -> Result<Num, Problem> {
    let scalar = a.scalar();
    let (x, y) = (i128::from(a.integer()), i128::from(b.integer()));
    let symbol = operator.symbol();
    let wrapped = |value: i128| match scalar {
        Scalar::I32 => Ok(Num::I32(value as i32)),
        Scalar::U32 => Ok(Num::U32(value as u32)),
        _ => Num::of_integer(value, scalar).map_err(|_| format!("{x} {symbol} {y} does not fit 64 bits")),
    };
    match operator {
        Binary::Add => wrapped(x + y),
        Binary::Subtract => wrapped(x - y),
        Binary::Multiply => wrapped(x * y),
        Binary::Divide | Binary::Remainder if y == 0 => Err(format!("{x} {symbol} 0 has no value")),
        Binary::Divide | Binary::Remainder => {
            Num::of_integer(x / y, scalar).map_err(|_| format!("{x} {symbol} {y} does not fit {}", scalar.name()))?;
            Num::of_integer(if operator == Binary::Divide { x / y } else { x % y }, scalar)
        }
        Binary::And => wrapped(x & y),
        Binary::Or => wrapped(x | y),
        Binary::ExclusiveOr => wrapped(x ^ y),
        _ => Ok(compare(operator, x.cmp(&y))),
    }
}

fn float(operator: Binary, a: Num, b: Num) -> Result<Num, Problem> {
    let scalar = a.scalar();
    let (x, y) = (a.float(), b.float());
    let result = match operator {
        // Sums, products and quotients of two 32-bit floats in 64 bits round to the same 32 bits as at once.
        Binary::Add => x + y,
        Binary::Subtract => x - y,
        Binary::Multiply => x * y,
        Binary::Divide => x / y,
        Binary::Remainder => {
            // The quotient must be finite, too.
            Num::of_float(x / y, scalar).map_err(|_| format!("{x} % {y} has no finite quotient"))?;
            libm::fmod(x, y)
        }
        _ => {
            let order = x.partial_cmp(&y).ok_or("the values cannot be compared")?;
            return Ok(compare(operator, order));
        }
    };
    Num::of_float(result, scalar).map_err(|_| format!("{x} {} {y} is no finite {}", operator.symbol(), scalar.name()))
}

fn compare(operator: Binary, order: std::cmp::Ordering) -> Num {
    Num::Bool(match operator {
        Binary::Equal => order.is_eq(),
        Binary::NotEqual => order.is_ne(),
        Binary::Less => order.is_lt(),
        Binary::LessEqual => order.is_le(),
        Binary::Greater => order.is_gt(),
        _ => order.is_ge(),
    })
}

fn shift(operator: Binary, a: Num, b: Num) -> Result<Num, Problem> {
    let by = b.integer();
    if by < 0 {
        return Err(format!("a shift by {by} has no meaning"));
    }
    let width: i64 = if a.scalar() == Scalar::AbstractInt { 64 } else { 32 };
    if by >= width && width == 32 {
        return Err(format!("a shift by {by} is too far: {} has 32 bits", a.scalar().name()));
    }
    let value = a.integer();
    if operator == Binary::ShiftRight {
        let shifted = if by >= 64 {
            if value < 0 { -1 } else { 0 }
        } else {
            value >> by
        };
        return Num::of_integer(i128::from(shifted), a.scalar());
    }
    if value == 0 {
        return Ok(a);
    }
    let lost = || format!("{value} << {by} loses bits of {}", a.scalar().name());
    if by >= width {
        return Err(lost());
    }
    Num::of_integer(i128::from(value) << by, a.scalar()).map_err(|_| lost())
}
