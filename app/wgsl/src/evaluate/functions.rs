//! Built-in functions on constant values.

use super::arithmetic::number;
use super::packing;
use crate::builtin::Builtin;
use crate::syntax::Binary;
use crate::types::{Kind, Scalar, Ty, Types};
use crate::value::{Num, Problem, Value};

/// Calls a built-in function. The arguments have the types that the chosen overload asks for; `ty` is the type of its
/// result. Returns `None` for a function that is not computed before the kernel runs.
pub(crate) fn call(types: &mut Types, builtin: Builtin, arguments: &[Value], ty: Ty) -> Option<Result<Value, Problem>> {
    if let Some(result) = packing::call(types, builtin, arguments, ty) {
        return Some(result);
    }
    if let Some(result) = whole(types, builtin, arguments, ty) {
        return Some(result);
    }
    // All other functions work on each component.
    let count = arguments.iter().map(|argument| argument.numbers.len()).max()?;
    let mut numbers = Vec::with_capacity(count);
    for index in 0..count {
        let part = |value: &Value| value.numbers[if value.numbers.len() == 1 { 0 } else { index }];
        let parts: Vec<Num> = arguments.iter().map(part).collect();
        match component(builtin, &parts)? {
            Ok(number) => numbers.push(number),
            Err(problem) => return Some(Err(problem)),
        }
    }
    Some(Ok(Value::new(ty, numbers)))
}

/// Functions of whole vectors and matrices.
fn whole(types: &mut Types, builtin: Builtin, arguments: &[Value], ty: Ty) -> Option<Result<Value, Problem>> {
    let first = &*arguments.first()?.numbers;
    let numbers = |index: usize| &*arguments[index].numbers;
    let one = |number: Num| Ok(vec![number]);
    let result: Result<Vec<Num>, Problem> = match builtin {
        Builtin::All => one(Num::Bool(first.iter().all(|number| number.truth()))),
        Builtin::Any => one(Num::Bool(first.iter().any(|number| number.truth()))),
        Builtin::Select => {
            let [no, yes, condition] = arguments else {
                return None;
            };
            Ok(select(&no.numbers, &yes.numbers, &condition.numbers))
        }
        Builtin::Dot => dot(first, numbers(1)).and_then(one),
        Builtin::Length => length(first).and_then(one),
        Builtin::Distance => pairs(first, numbers(1), |a, b| number(Binary::Subtract, a, b))
            .and_then(|difference| length(&difference))
            .and_then(one),
        Builtin::Normalize => normalize(first),
        Builtin::Cross => cross(first, numbers(1)),
        Builtin::FaceForward => dot(numbers(1), numbers(2)).map(|cosine| {
            let turned = cosine.float() < 0.0;
            let side = |&part: &Num| if turned { part } else { negated(part) };
            first.iter().map(side).collect()
        }),
        Builtin::Reflect => reflect(first, numbers(1)),
        Builtin::Refract => refract(first, numbers(1), numbers(2)[0].float()),
        Builtin::Transpose => {
            let Kind::Matrix(columns, rows, _) = types.kind(arguments[0].ty) else {
                return None;
            };
            let (columns, rows) = (usize::from(columns), usize::from(rows));
            let part = |index: usize| first[(index % columns) * rows + index / columns];
            Ok((0..columns * rows).map(part).collect())
        }
        Builtin::Determinant => determinant(first).and_then(one),
        Builtin::Frexp => two_results(first, frexp),
        Builtin::Modf => two_results(first, modf),
        Builtin::Dot4I8Packed | Builtin::Dot4U8Packed => {
            let signed = builtin == Builtin::Dot4I8Packed;
            one(dot_of_bytes(first[0], numbers(1)[0], signed))
        }
        Builtin::Mix if numbers(2).len() != first.len() => pairs(first, numbers(1), |a, b| mix(a, b, numbers(2)[0])),
        _ => return None,
    };
    Some(result.map(|numbers| Value::new(ty, numbers)))
}

/// Returns the results of a function of the components of two vectors.
fn pairs(a: &[Num], b: &[Num], function: impl Fn(Num, Num) -> Result<Num, Problem>) -> Result<Vec<Num>, Problem> {
    a.iter().zip(b).map(|(&a, &b)| function(a, b)).collect()
}

fn select(no: &[Num], yes: &[Num], condition: &[Num]) -> Vec<Num> {
    if let [condition] = condition {
        return if condition.truth() { yes } else { no }.to_vec();
    }
    let choose = |index: usize| if condition[index].truth() { yes } else { no }[index];
    (0..no.len()).map(choose).collect()
}

fn normalize(vector: &[Num]) -> Result<Vec<Num>, Problem> {
    let size = length(vector)?;
    if size.float() == 0.0 {
        return Err("a vector of length 0 has no direction".to_owned());
    }
    let parts = vector.iter();
    parts.map(|&part| number(Binary::Divide, part, size)).collect()
}

fn cross(a: &[Num], b: &[Num]) -> Result<Vec<Num>, Problem> {
    let part = |i: usize, j: usize| {
        let left = number(Binary::Multiply, a[i], b[j])?;
        let right = number(Binary::Multiply, a[j], b[i])?;
        number(Binary::Subtract, left, right)
    };
    Ok(vec![part(1, 2)?, part(2, 0)?, part(0, 1)?])
}

fn reflect(vector: &[Num], normal: &[Num]) -> Result<Vec<Num>, Problem> {
    let two = of(2.0, vector[0].scalar())?;
    let twice = number(Binary::Multiply, two, dot(normal, vector)?)?;
    pairs(vector, normal, |part, along| {
        let along = number(Binary::Multiply, twice, along)?;
        number(Binary::Subtract, part, along)
    })
}

fn refract(vector: &[Num], normal: &[Num], ratio: f64) -> Result<Vec<Num>, Problem> {
    let scalar = vector[0].scalar();
    let cosine = dot(normal, vector)?.float();
    let k = of(1.0 - ratio * ratio * (1.0 - cosine * cosine), scalar)?.float();
    if k < 0.0 {
        return Ok(vec![of(0.0, scalar)?; normal.len()]);
    }
    pairs(vector, normal, |part, along| {
        let along = (ratio * cosine + k.sqrt()) * along.float();
        of(ratio * part.float() - along, scalar)
    })
}

/// Returns the first results of a function of the components, then the second ones.
fn two_results(numbers: &[Num], function: impl Fn(Num) -> Result<(Num, Num), Problem>) -> Result<Vec<Num>, Problem> {
    let results: Result<Vec<(Num, Num)>, Problem> = numbers.iter().map(|&number| function(number)).collect();
    let (mut firsts, seconds): (Vec<Num>, Vec<Num>) = results?.into_iter().unzip();
    firsts.extend(seconds);
    Ok(firsts)
}

fn dot_of_bytes(a: Num, b: Num, signed: bool) -> Num {
    let (a, b) = (a.integer() as u32, b.integer() as u32);
    let byte = |word: u32, index: u32| {
        let byte = (word >> (8 * index)) as u8;
        if signed { i64::from(byte as i8) } else { i64::from(byte) }
    };
    let sum: i64 = (0..4).map(|index| byte(a, index) * byte(b, index)).sum();
    if signed {
        Num::I32(sum as i32)
    } else {
        Num::U32(sum as u32)
    }
}

fn of(value: f64, scalar: Scalar) -> Result<Num, Problem> {
    Num::of_float(value, scalar)
}

fn negated(number: Num) -> Num {
    match number {
        Num::F32(value) => Num::F32(-value),
        Num::F16(value) => Num::F16(-value),
        Num::AbstractFloat(value) => Num::AbstractFloat(-value),
        other => other,
    }
}

fn dot(a: &[Num], b: &[Num]) -> Result<Num, Problem> {
    let mut sum = Num::zero(a[0].scalar());
    for (&x, &y) in a.iter().zip(b) {
        sum = number(Binary::Add, sum, number(Binary::Multiply, x, y)?)?;
    }
    Ok(sum)
}

fn length(parts: &[Num]) -> Result<Num, Problem> {
    let scalar = parts[0].scalar();
    if let [part] = parts {
        return of(part.float().abs(), scalar);
    }
    of(dot(parts, parts)?.float().sqrt(), scalar)
}

fn determinant(numbers: &[Num]) -> Result<Num, Problem> {
    let size = (1..=4).find(|size| size * size == numbers.len()).unwrap_or(1);
    if size == 1 {
        return Ok(numbers[0]);
    }
    let mut sum = Num::zero(numbers[0].scalar());
    for column in 0..size {
        let minor: Vec<Num> = (0..size)
            .filter(|&other| other != column)
            .flat_map(|other| (1..size).map(move |row| other * size + row))
            .map(|index| numbers[index])
            .collect();
        let part = number(Binary::Multiply, numbers[column * size], determinant(&minor)?)?;
        let operator = if column % 2 == 0 { Binary::Add } else { Binary::Subtract };
        sum = number(operator, sum, part)?;
    }
    Ok(sum)
}

fn frexp(part: Num) -> Result<(Num, Num), Problem> {
    let (fraction, exponent) = libm::frexp(part.float());
    let exponent = match part.scalar() {
        Scalar::AbstractFloat => Num::AbstractInt(i64::from(exponent)),
        _ => Num::I32(exponent),
    };
    Ok((of(fraction, part.scalar())?, exponent))
}

fn modf(part: Num) -> Result<(Num, Num), Problem> {
    let whole = part.float().trunc();
    Ok((of(part.float() - whole, part.scalar())?, of(whole, part.scalar())?))
}

fn mix(a: Num, b: Num, share: Num) -> Result<Num, Problem> {
    let one = of(1.0, share.scalar())?;
    let left = number(Binary::Multiply, a, number(Binary::Subtract, one, share)?)?;
    number(Binary::Add, left, number(Binary::Multiply, b, share)?)
}

/// Functions of one component. Returns `None` for another one.
fn component(builtin: Builtin, parts: &[Num]) -> Option<Result<Num, Problem>> {
    let first = *parts.first()?;
    let scalar = first.scalar();
    if scalar.is_integer()
        && let Some(result) = integer(builtin, parts)
    {
        return Some(result);
    }
    let x = first.float();
    let y = || parts.get(1).map_or(0.0, |part| part.float());
    let z = || parts.get(2).map_or(0.0, |part| part.float());
    if let Some(problem) = outside_of_domain(builtin, [x, y(), z()]) {
        return Some(Err(problem));
    }
    let value = match builtin {
        Builtin::Abs => x.abs(),
        Builtin::Acos => libm::acos(x),
        Builtin::Asin => libm::asin(x),
        Builtin::Acosh => libm::acosh(x),
        Builtin::Asinh => libm::asinh(x),
        Builtin::Atan => libm::atan(x),
        Builtin::Atanh => libm::atanh(x),
        Builtin::Atan2 => libm::atan2(x, y()),
        Builtin::Ceil => x.ceil(),
        Builtin::Clamp => x.max(y()).min(z()),
        Builtin::Cos => libm::cos(x),
        Builtin::Cosh => libm::cosh(x),
        Builtin::Degrees => x * (180.0 / std::f64::consts::PI),
        Builtin::Exp => libm::exp(x),
        Builtin::Exp2 => libm::exp2(x),
        Builtin::Floor => x.floor(),
        Builtin::Fma => libm::fma(x, y(), z()),
        Builtin::Fract => x - x.floor(),
        Builtin::InverseSqrt => 1.0 / x.sqrt(),
        Builtin::Ldexp => {
            let exponent = parts[1].integer();
            let bias = match scalar {
                Scalar::F16 => 15,
                Scalar::F32 => 127,
                _ => 1023,
            };
            if exponent > bias + 1 {
                return Some(Err(format!("the exponent {exponent} of `ldexp` is above {}", bias + 1)));
            }
            libm::scalbn(x, exponent.clamp(-5000, 5000) as i32)
        }
        Builtin::Log => libm::log(x),
        Builtin::Log2 => libm::log2(x),
        Builtin::Max => x.max(y()),
        Builtin::Min => x.min(y()),
        Builtin::Mix => return Some(mix(first, parts[1], parts[2])),
        Builtin::Pow => libm::pow(x, y()),
        Builtin::QuantizeToF16 => match Num::of_float(x, Scalar::F16) {
            Ok(half) => half.float(),
            Err(problem) => return Some(Err(problem)),
        },
        Builtin::Radians => x * (std::f64::consts::PI / 180.0),
        Builtin::Round => libm::rint(x),
        Builtin::Saturate => x.clamp(0.0, 1.0),
        Builtin::Sign => {
            if x > 0.0 {
                1.0
            } else if x < 0.0 {
                -1.0
            } else {
                0.0
            }
        }
        Builtin::Sin => libm::sin(x),
        Builtin::Sinh => libm::sinh(x),
        Builtin::Smoothstep => {
            let (low, high, position) = (x, y(), z());
            let t = ((position - low) / (high - low)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        Builtin::Sqrt => x.sqrt(),
        Builtin::Step => f64::from(u8::from(x <= y())),
        Builtin::Tan => libm::tan(x),
        Builtin::Tanh => libm::tanh(x),
        Builtin::Trunc => x.trunc(),
        _ => return None,
    };
    Some(of(value, scalar).map_err(|_| {
        let (name, scalar) = (builtin.name(), scalar.name());
        format!("`{name}({x})` is no finite {scalar}")
    }))
}

/// Returns the reason why a function of one component has no value for its arguments, if there is one.
fn outside_of_domain(builtin: Builtin, [x, y, z]: [f64; 3]) -> Option<Problem> {
    let allowed = match builtin {
        Builtin::Acos | Builtin::Asin if x.abs() > 1.0 => "from -1 to 1",
        Builtin::Acosh if x < 1.0 => "1 or more",
        Builtin::Atanh if x.abs() >= 1.0 => "between -1 and 1",
        Builtin::Clamp if y > z => {
            return Some(format!("`clamp` has a low bound of {y} above the high bound of {z}"));
        }
        Builtin::InverseSqrt | Builtin::Log | Builtin::Log2 if x <= 0.0 => "above 0",
        Builtin::Pow if x < 0.0 || x == 0.0 && y <= 0.0 => {
            return Some(format!("`pow({x}, {y})` has no value: the base must be above 0"));
        }
        Builtin::Smoothstep if x == y => {
            return Some("`smoothstep` needs two different edges".to_owned());
        }
        Builtin::Sqrt if x < 0.0 => "0 or more",
        _ => return None,
    };
    let name = builtin.name();
    Some(format!("`{name}({x})` has no value: the argument must be {allowed}"))
}

fn integer(builtin: Builtin, parts: &[Num]) -> Option<Result<Num, Problem>> {
    let first = parts[0];
    let scalar = first.scalar();
    let value = first.integer();
    let argument = |index: usize| parts.get(index).map_or(0, |part| part.integer());
    let bits = value as u32;
    let of_bits = |bits: u32| match scalar {
        Scalar::I32 => Num::I32(bits as i32),
        _ => Num::U32(bits),
    };
    let exact = |value: i64| Num::of_integer(i128::from(value), scalar);
    Some(match builtin {
        Builtin::Abs => Ok(match first {
            Num::AbstractInt(value) => Num::AbstractInt(value.wrapping_abs()),
            Num::I32(value) => Num::I32(value.wrapping_abs()),
            other => other,
        }),
        Builtin::Clamp if argument(1) > argument(2) => Err(format!(
            "`clamp` has a low bound of {} above the high bound of {}",
            argument(1),
            argument(2)
        )),
        Builtin::Clamp => exact(value.max(argument(1)).min(argument(2))),
        Builtin::Max => exact(value.max(argument(1))),
        Builtin::Min => exact(value.min(argument(1))),
        Builtin::Sign => exact(value.signum()),
        Builtin::CountLeadingZeros => Ok(of_bits(bits.leading_zeros())),
        Builtin::CountOneBits => Ok(of_bits(bits.count_ones())),
        Builtin::CountTrailingZeros => Ok(of_bits(bits.trailing_zeros())),
        Builtin::ReverseBits => Ok(of_bits(bits.reverse_bits())),
        Builtin::FirstLeadingBit => Ok(of_bits(match first {
            Num::I32(value) => {
                let significant = if value < 0 { !value } else { value } as u32;
                if significant == 0 {
                    u32::MAX
                } else {
                    31 - significant.leading_zeros()
                }
            }
            _ if bits == 0 => u32::MAX,
            _ => 31 - bits.leading_zeros(),
        })),
        Builtin::FirstTrailingBit => Ok(of_bits(if bits == 0 { u32::MAX } else { bits.trailing_zeros() })),
        Builtin::ExtractBits => bit_range(argument(1), argument(2)).map(|(offset, count)| {
            if count == 0 {
                return of_bits(0);
            }
            let moved = bits << (32 - offset - count);
            match scalar {
                Scalar::I32 => Num::I32((moved as i32) >> (32 - count)),
                _ => Num::U32(moved >> (32 - count)),
            }
        }),
        Builtin::InsertBits => bit_range(argument(2), argument(3)).map(|(offset, count)| {
            if count == 0 {
                return first;
            }
            let mask = (u32::MAX >> (32 - count)) << offset;
            of_bits(bits & !mask | ((argument(1) as u32) << offset) & mask)
        }),
        _ => return None,
    })
}

fn bit_range(offset: i64, count: i64) -> Result<(u32, u32), Problem> {
    if offset + count > 32 {
        Err(format!("bits {offset} to {} do not lie in 32 bits", offset + count - 1))
    } else {
        Ok((offset as u32, count as u32))
    }
}
