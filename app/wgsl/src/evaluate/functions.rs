//! Built-in functions on constant values.

use super::arithmetic::number;
use super::packing;
use crate::syntax::Binary;
use crate::types::{Kind, Scalar, Ty, Types};
use crate::value::{Num, Problem, Value};

/// Calls a built-in function. The arguments have the types that the chosen overload asks for; `ty` is the type of its
/// result. Returns `None` for a function that is not computed before the kernel runs.
pub(crate) fn call(
    types: &mut Types,
    name: &str,
    arguments: &[Value],
    ty: Ty,
) -> Option<Result<Value, Problem>> {
    if let Some(result) = packing::call(types, name, arguments, ty) {
        return Some(result);
    }
    if let Some(result) = whole(types, name, arguments, ty) {
        return Some(result);
    }
    // All other functions work on each component.
    let count = arguments
        .iter()
        .map(|argument| argument.numbers.len())
        .max()?;
    let mut numbers = Vec::with_capacity(count);
    for at in 0..count {
        let part = |value: &Value| value.numbers[if value.numbers.len() == 1 { 0 } else { at }];
        let parts: Vec<Num> = arguments.iter().map(part).collect();
        match component(name, &parts)? {
            Ok(number) => numbers.push(number),
            Err(problem) => return Some(Err(problem)),
        }
    }
    Some(Ok(Value::new(ty, numbers)))
}

/// Functions of whole vectors and matrices.
fn whole(
    types: &mut Types,
    name: &str,
    arguments: &[Value],
    ty: Ty,
) -> Option<Result<Value, Problem>> {
    let first = arguments.first()?;
    let one = |number: Num| Ok::<Value, Problem>(Value::new(ty, vec![number]));
    let run = || -> Result<Option<Value>, Problem> {
        Ok(Some(match name {
            "all" => one(Num::Bool(first.numbers.iter().all(|number| number.truth())))?,
            "any" => one(Num::Bool(first.numbers.iter().any(|number| number.truth())))?,
            "select" => {
                let [no, yes, condition] = arguments else {
                    return Ok(None);
                };
                if condition.numbers.len() == 1 {
                    Value::new(
                        ty,
                        if condition.first().truth() {
                            &yes.numbers
                        } else {
                            &no.numbers
                        }
                        .clone(),
                    )
                } else {
                    let choose = |at: usize| if condition.numbers[at].truth() { yes } else { no }.numbers[at];
                    Value::new(ty, (0..no.numbers.len()).map(choose).collect::<Vec<_>>())
                }
            }
            "dot" => one(dot(&first.numbers, &arguments[1].numbers)?)?,
            "length" => one(length(&first.numbers)?)?,
            "distance" => {
                let parts: Result<Vec<Num>, Problem> = first
                    .numbers
                    .iter()
                    .zip(arguments[1].numbers.iter())
                    .map(|(&a, &b)| number(Binary::Subtract, a, b))
                    .collect();
                one(length(&parts?)?)?
            }
            "normalize" => {
                let size = length(&first.numbers)?;
                if size.float() == 0.0 {
                    return Err("a vector of length 0 has no direction".to_owned());
                }
                Value::new(
                    ty,
                    each(&first.numbers, |part| number(Binary::Divide, part, size))?,
                )
            }
            "cross" => {
                let (a, b) = (&first.numbers, &arguments[1].numbers);
                let part = |i: usize, j: usize| {
                    let left = number(Binary::Multiply, a[i], b[j])?;
                    number(
                        Binary::Subtract,
                        left,
                        number(Binary::Multiply, a[j], b[i])?,
                    )
                };
                Value::new(ty, vec![part(1, 2)?, part(2, 0)?, part(0, 1)?])
            }
            "faceForward" => {
                let turned = dot(&arguments[1].numbers, &arguments[2].numbers)?.float() < 0.0;
                Value::new(
                    ty,
                    each(&first.numbers, |part| {
                        Ok(if turned { part } else { negated(part) })
                    })?,
                )
            }
            "reflect" => {
                let normal = &arguments[1].numbers;
                let scalar = first.first().scalar();
                let twice = number(
                    Binary::Multiply,
                    of(2.0, scalar)?,
                    dot(normal, &first.numbers)?,
                )?;
                let parts: Result<Vec<Num>, Problem> = first
                    .numbers
                    .iter()
                    .zip(normal.iter())
                    .map(|(&part, &along)| {
                        number(
                            Binary::Subtract,
                            part,
                            number(Binary::Multiply, twice, along)?,
                        )
                    })
                    .collect();
                Value::new(ty, parts?)
            }
            "refract" => {
                let normal = &arguments[1].numbers;
                let scalar = first.first().scalar();
                let ratio = arguments[2].first().float();
                let cosine = dot(normal, &first.numbers)?.float();
                let k = of(1.0 - ratio * ratio * (1.0 - cosine * cosine), scalar)?.float();
                if k < 0.0 {
                    Value::new(ty, vec![of(0.0, scalar)?; normal.len()])
                } else {
                    let parts: Result<Vec<Num>, Problem> = first
                        .numbers
                        .iter()
                        .zip(normal.iter())
                        .map(|(part, along)| {
                            of(
                                ratio * part.float() - (ratio * cosine + k.sqrt()) * along.float(),
                                scalar,
                            )
                        })
                        .collect();
                    Value::new(ty, parts?)
                }
            }
            "transpose" => {
                let Kind::Matrix(columns, rows, _) = types.kind(first.ty) else {
                    return Ok(None);
                };
                let (columns, rows) = (usize::from(columns), usize::from(rows));
                let at = |index: usize| first.numbers[(index % columns) * rows + index / columns];
                Value::new(ty, (0..columns * rows).map(at).collect::<Vec<_>>())
            }
            "determinant" => one(determinant(&first.numbers)?)?,
            "frexp" | "modf" => {
                let mut numbers = Vec::new();
                let mut seconds = Vec::new();
                for &part in first.numbers.iter() {
                    let (a, b) = if name == "frexp" {
                        frexp(part)?
                    } else {
                        modf(part)?
                    };
                    numbers.push(a);
                    seconds.push(b);
                }
                numbers.extend(seconds);
                Value::new(ty, numbers)
            }
            "dot4I8Packed" | "dot4U8Packed" => {
                let (a, b) = (
                    first.first().integer() as u32,
                    arguments[1].first().integer() as u32,
                );
                let signed = name == "dot4I8Packed";
                let byte = |word: u32, at: u32| {
                    let byte = (word >> (8 * at)) as u8;
                    if signed {
                        i64::from(byte as i8)
                    } else {
                        i64::from(byte)
                    }
                };
                let sum: i64 = (0..4).map(|at| byte(a, at) * byte(b, at)).sum();
                one(if signed {
                    Num::I32(sum as i32)
                } else {
                    Num::U32(sum as u32)
                })?
            }
            "mix" if arguments[2].numbers.len() != first.numbers.len() => {
                let share = arguments[2].first();
                let parts: Result<Vec<Num>, Problem> = first
                    .numbers
                    .iter()
                    .zip(arguments[1].numbers.iter())
                    .map(|(&a, &b)| mix(a, b, share))
                    .collect();
                Value::new(ty, parts?)
            }
            _ => return Ok(None),
        }))
    };
    run().transpose()
}

fn each(numbers: &[Num], of: impl Fn(Num) -> Result<Num, Problem>) -> Result<Vec<Num>, Problem> {
    numbers.iter().map(|&number| of(number)).collect()
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
    let size = (1..=4)
        .find(|size| size * size == numbers.len())
        .unwrap_or(1);
    if size == 1 {
        return Ok(numbers[0]);
    }
    let mut sum = Num::zero(numbers[0].scalar());
    for column in 0..size {
        let minor: Vec<Num> = (0..size)
            .filter(|&other| other != column)
            .flat_map(|other| (1..size).map(move |row| other * size + row))
            .map(|at| numbers[at])
            .collect();
        let part = number(
            Binary::Multiply,
            numbers[column * size],
            determinant(&minor)?,
        )?;
        let operator = if column % 2 == 0 {
            Binary::Add
        } else {
            Binary::Subtract
        };
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
    Ok((
        of(part.float() - whole, part.scalar())?,
        of(whole, part.scalar())?,
    ))
}

fn mix(a: Num, b: Num, share: Num) -> Result<Num, Problem> {
    let one = of(1.0, share.scalar())?;
    let left = number(Binary::Multiply, a, number(Binary::Subtract, one, share)?)?;
    number(Binary::Add, left, number(Binary::Multiply, b, share)?)
}

/// Functions of one component. Returns `None` for a name that is none.
fn component(name: &str, parts: &[Num]) -> Option<Result<Num, Problem>> {
    let first = *parts.first()?;
    let scalar = first.scalar();
    if scalar.is_integer()
        && let Some(result) = integer(name, parts)
    {
        return Some(result);
    }
    let x = first.float();
    let y = || parts.get(1).map_or(0.0, |part| part.float());
    let z = || parts.get(2).map_or(0.0, |part| part.float());
    let outside = |allowed: &str| {
        Err(format!(
            "`{name}({x})` has no value: the argument must be {allowed}"
        ))
    };
    let value = match name {
        "abs" => x.abs(),
        "acos" | "asin" if x.abs() > 1.0 => return Some(outside("from -1 to 1")),
        "acos" => libm::acos(x),
        "asin" => libm::asin(x),
        "acosh" if x < 1.0 => return Some(outside("1 or more")),
        "acosh" => libm::acosh(x),
        "asinh" => libm::asinh(x),
        "atan" => libm::atan(x),
        "atanh" if x.abs() >= 1.0 => return Some(outside("between -1 and 1")),
        "atanh" => libm::atanh(x),
        "atan2" => libm::atan2(x, y()),
        "ceil" => x.ceil(),
        "clamp" if y() > z() => {
            return Some(Err(format!(
                "`clamp` has a low bound of {} above the high bound of {}",
                y(),
                z()
            )));
        }
        "clamp" => x.max(y()).min(z()),
        "cos" => libm::cos(x),
        "cosh" => libm::cosh(x),
        "degrees" => x * (180.0 / std::f64::consts::PI),
        "exp" => libm::exp(x),
        "exp2" => libm::exp2(x),
        "floor" => x.floor(),
        "fma" => libm::fma(x, y(), z()),
        "fract" => x - x.floor(),
        "inverseSqrt" if x <= 0.0 => return Some(outside("above 0")),
        "inverseSqrt" => 1.0 / x.sqrt(),
        "ldexp" => {
            let exponent = parts[1].integer();
            let bias = match scalar {
                Scalar::F16 => 15,
                Scalar::F32 => 127,
                _ => 1023,
            };
            if exponent > bias + 1 {
                return Some(Err(format!(
                    "the exponent {exponent} of `ldexp` is above {}",
                    bias + 1
                )));
            }
            libm::scalbn(x, exponent.clamp(-5000, 5000) as i32)
        }
        "log" | "log2" if x <= 0.0 => return Some(outside("above 0")),
        "log" => libm::log(x),
        "log2" => libm::log2(x),
        "max" => x.max(y()),
        "min" => x.min(y()),
        "mix" => return Some(mix(first, parts[1], parts[2])),
        "pow" if x < 0.0 || x == 0.0 && y() <= 0.0 => {
            return Some(Err(format!(
                "`pow({x}, {})` has no value: the base must be above 0",
                y()
            )));
        }
        "pow" => libm::pow(x, y()),
        "quantizeToF16" => match Num::of_float(x, Scalar::F16) {
            Ok(half) => half.float(),
            Err(problem) => return Some(Err(problem)),
        },
        "radians" => x * (std::f64::consts::PI / 180.0),
        "round" => libm::rint(x),
        "saturate" => x.clamp(0.0, 1.0),
        "sign" => {
            if x > 0.0 {
                1.0
            } else if x < 0.0 {
                -1.0
            } else {
                0.0
            }
        }
        "sin" => libm::sin(x),
        "sinh" => libm::sinh(x),
        "smoothstep" => {
            let (low, high, at) = (x, y(), z());
            if low == high {
                return Some(Err("`smoothstep` needs two different edges".to_owned()));
            }
            let t = ((at - low) / (high - low)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        "sqrt" if x < 0.0 => return Some(outside("0 or more")),
        "sqrt" => x.sqrt(),
        "step" => f64::from(u8::from(x <= y())),
        "tan" => libm::tan(x),
        "tanh" => libm::tanh(x),
        "trunc" => x.trunc(),
        _ => return None,
    };
    Some(of(value, scalar).map_err(|_| format!("`{name}({x})` is no finite {}", scalar.name())))
}

fn integer(name: &str, parts: &[Num]) -> Option<Result<Num, Problem>> {
    let first = parts[0];
    let scalar = first.scalar();
    let value = first.integer();
    let at = |index: usize| parts.get(index).map_or(0, |part| part.integer());
    let bits = value as u32;
    let of_bits = |bits: u32| match scalar {
        Scalar::I32 => Num::I32(bits as i32),
        _ => Num::U32(bits),
    };
    let exact = |value: i64| Num::of_integer(i128::from(value), scalar);
    Some(match name {
        "abs" if scalar == Scalar::AbstractInt => exact_or(
            value.checked_abs(),
            || format!("`abs({value})` does not fit 64 bits"),
            scalar,
        ),
        "abs" => Ok(match first {
            Num::I32(value) => Num::I32(value.wrapping_abs()),
            other => other,
        }),
        "clamp" if at(1) > at(2) => Err(format!(
            "`clamp` has a low bound of {} above the high bound of {}",
            at(1),
            at(2)
        )),
        "clamp" => exact(value.max(at(1)).min(at(2))),
        "max" => exact(value.max(at(1))),
        "min" => exact(value.min(at(1))),
        "sign" => exact(value.signum()),
        "countLeadingZeros" => Ok(of_bits(bits.leading_zeros())),
        "countOneBits" => Ok(of_bits(bits.count_ones())),
        "countTrailingZeros" => Ok(of_bits(bits.trailing_zeros())),
        "reverseBits" => Ok(of_bits(bits.reverse_bits())),
        "firstLeadingBit" => Ok(of_bits(match first {
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
        "firstTrailingBit" => Ok(of_bits(if bits == 0 {
            u32::MAX
        } else {
            bits.trailing_zeros()
        })),
        "extractBits" => bit_range(at(1), at(2)).map(|(offset, count)| {
            if count == 0 {
                return of_bits(0);
            }
            let moved = bits << (32 - offset - count);
            match scalar {
                Scalar::I32 => Num::I32((moved as i32) >> (32 - count)),
                _ => Num::U32(moved >> (32 - count)),
            }
        }),
        "insertBits" => bit_range(at(2), at(3)).map(|(offset, count)| {
            if count == 0 {
                return first;
            }
            let mask = (u32::MAX >> (32 - count)) << offset;
            of_bits(bits & !mask | ((at(1) as u32) << offset) & mask)
        }),
        _ => return None,
    })
}

fn exact_or(
    value: Option<i64>,
    problem: impl Fn() -> String,
    scalar: Scalar,
) -> Result<Num, Problem> {
    Num::of_integer(i128::from(value.ok_or_else(problem)?), scalar)
}

fn bit_range(offset: i64, count: i64) -> Result<(u32, u32), Problem> {
    match offset + count > 32 {
        true => Err(format!(
            "bits {offset} to {} do not lie in 32 bits",
            offset + count - 1
        )),
        false => Ok((offset as u32, count as u32)),
    }
}
