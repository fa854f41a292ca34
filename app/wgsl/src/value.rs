//! The values of const-expressions.

use crate::types::{Count, Kind, Scalar, Ty, Types};
use half::f16;
use std::rc::Rc;

/// A number or truth value. The variant is its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Num {
    Bool(bool),
    AbstractInt(i64),
    AbstractFloat(f64),
    I32(i32),
    U32(u32),
    F32(f32),
    /// A half-precision float, held exactly.
    F16(f32),
}

/// The reason why a const-expression has no value.
pub type Problem = String;

impl Num {
    pub fn scalar(self) -> Scalar {
        match self {
            Num::Bool(_) => Scalar::Bool,
            Num::AbstractInt(_) => Scalar::AbstractInt,
            Num::AbstractFloat(_) => Scalar::AbstractFloat,
            Num::I32(_) => Scalar::I32,
            Num::U32(_) => Scalar::U32,
            Num::F32(_) => Scalar::F32,
            Num::F16(_) => Scalar::F16,
        }
    }

    pub fn zero(scalar: Scalar) -> Num {
        match scalar {
            Scalar::Bool => Num::Bool(false),
            Scalar::AbstractInt => Num::AbstractInt(0),
            Scalar::AbstractFloat => Num::AbstractFloat(0.0),
            Scalar::I32 => Num::I32(0),
            Scalar::U32 => Num::U32(0),
            Scalar::F32 => Num::F32(0.0),
            Scalar::F16 => Num::F16(0.0),
        }
    }

    /// Returns the value as a 64-bit float; truth values are 0 and 1.
    pub fn float(self) -> f64 {
        match self {
            Num::Bool(value) => f64::from(u8::from(value)),
            Num::AbstractInt(value) => value as f64,
            Num::AbstractFloat(value) => value,
            Num::I32(value) => f64::from(value),
            Num::U32(value) => f64::from(value),
            Num::F32(value) | Num::F16(value) => f64::from(value),
        }
    }

    /// Returns an integer or truth value; floats are cut.
    pub fn integer(self) -> i64 {
        match self {
            Num::Bool(value) => i64::from(value),
            Num::AbstractInt(value) => value,
            Num::I32(value) => i64::from(value),
            Num::U32(value) => i64::from(value),
            Num::AbstractFloat(value) => value as i64,
            Num::F32(value) | Num::F16(value) => value as i64,
        }
    }

    pub fn truth(self) -> bool {
        match self {
            Num::Bool(value) => value,
            other => other.float() != 0.0,
        }
    }

    /// Returns a float of a type, rounded once.
    ///
    /// # Errors
    /// The value is not finite, or too large for the type.
    pub fn of_float(value: f64, scalar: Scalar) -> Result<Num, Problem> {
        if !value.is_finite() {
            return Err(format!("the result is no finite {}", scalar.name()));
        }
        let result = match scalar {
            Scalar::AbstractFloat => Num::AbstractFloat(value),
            // Browsers refuse what is above the largest number, even where rounding would lead back to it.
            Scalar::F16 if value.abs() > 65504.0 => {
                return Err(format!("{value} does not fit f16"));
            }
            Scalar::F16 => Num::F16(f16::from_f64(value).to_f32()),
            _ => Num::F32(value as f32),
        };
        if result.float().is_finite() {
            Ok(result)
        } else {
            Err(format!("{value} does not fit {}", scalar.name()))
        }
    }

    /// Returns an integer of a type.
    ///
    /// # Errors
    /// The value does not fit the type.
    pub fn of_integer(value: i128, scalar: Scalar) -> Result<Num, Problem> {
        let result = match scalar {
            Scalar::AbstractInt => i64::try_from(value).ok().map(Num::AbstractInt),
            Scalar::U32 => u32::try_from(value).ok().map(Num::U32),
            _ => i32::try_from(value).ok().map(Num::I32),
        };
        result.ok_or_else(|| format!("{value} does not fit {}", scalar.name()))
    }

    /// Converts as the language does without a call.
    ///
    /// # Errors
    /// The value does not fit the type.
    pub fn convert(self, to: Scalar) -> Result<Num, Problem> {
        match (self, to) {
            _ if self.scalar() == to => Ok(self),
            (Num::AbstractInt(value), Scalar::I32 | Scalar::U32) => Num::of_integer(i128::from(value), to),
            (Num::AbstractInt(value), Scalar::F32) => Ok(Num::F32(value as f32)),
            (Num::AbstractInt(value), _) => Num::of_float(value as f64, to),
            (value, _) => Num::of_float(value.float(), to),
        }
    }

    /// Converts as a constructor does: `i32(1.5)`, `u32(-1i)`, `bool(2)`.
    ///
    /// # Errors
    /// An abstract value does not fit the type.
    pub fn cast(self, to: Scalar) -> Result<Num, Problem> {
        if self.scalar() == to {
            return Ok(self);
        }
        Ok(match (to, self) {
            (Scalar::Bool, value) => Num::Bool(value.truth()),
            (Scalar::I32 | Scalar::U32, Num::AbstractInt(_)) => return self.convert(to),
            (Scalar::I32, Num::U32(value)) => Num::I32(value as i32),
            (Scalar::U32, Num::I32(value)) => Num::U32(value as u32),
            // A cast of Rust cuts the fraction and clamps, as the language asks.
            (Scalar::I32, Num::F32(value) | Num::F16(value)) => Num::I32(clamp_to_i32(value)),
            (Scalar::U32, Num::F32(value) | Num::F16(value)) => Num::U32(clamp_to_u32(value)),
            (Scalar::I32, Num::AbstractFloat(value)) => Num::I32(value as i32),
            (Scalar::U32, Num::AbstractFloat(value)) => Num::U32(value as u32),
            (Scalar::I32, Num::Bool(value)) => Num::I32(i32::from(value)),
            (Scalar::U32, Num::Bool(value)) => Num::U32(u32::from(value)),
            (Scalar::F32, Num::I32(value)) => Num::F32(value as f32),
            (Scalar::F32, Num::U32(value)) => Num::F32(value as f32),
            _ => return Num::of_float(self.float(), to),
        })
    }

    /// Returns the bits that memory holds; `None` for abstract values.
    pub fn bits(self) -> Option<u32> {
        Some(match self {
            Num::Bool(value) => u32::from(value),
            Num::I32(value) => value as u32,
            Num::U32(value) => value,
            Num::F32(value) => value.to_bits(),
            Num::F16(value) => u32::from(f16::from_f32(value).to_bits()),
            Num::AbstractInt(_) | Num::AbstractFloat(_) => return None,
        })
    }

    /// Returns a literal that has this value.
    pub fn text(self) -> String {
        match self {
            Num::Bool(value) => value.to_string(),
            Num::AbstractInt(value) if value == i64::MIN => format!("({} - 1)", value + 1),
            Num::AbstractInt(value) => value.to_string(),
            Num::AbstractFloat(value) => format!("{value:?}"),
            Num::I32(i32::MIN) => "i32(-2147483648)".to_owned(),
            Num::I32(value) => format!("{value}i"),
            Num::U32(value) => format!("{value}u"),
            Num::F32(value) => format!("{value:?}f"),
            Num::F16(value) => format!("{value:?}h"),
        }
    }
}

/// The largest `f32` that is an `i32`, as clamping of a float to the integer's range gives it.
fn clamp_to_i32(value: f32) -> i32 {
    value.clamp(-2_147_483_648.0, 2_147_483_520.0) as i32
}

fn clamp_to_u32(value: f32) -> u32 {
    value.clamp(0.0, 4_294_967_040.0) as u32
}

/// The value of a const-expression: its type, and the numbers in it in the order of memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub ty: Ty,
    pub numbers: Rc<[Num]>,
}

impl Value {
    pub fn new(ty: Ty, numbers: impl Into<Rc<[Num]>>) -> Self {
        Value {
            ty,
            numbers: numbers.into(),
        }
    }

    pub fn first(&self) -> Num {
        self.numbers[0]
    }
}

/// Limit of the numbers of one value. A larger one is not computed before the kernel runs.
const MAX_NUMBERS: u64 = 1 << 16;

impl Types {
    /// Returns how many numbers a value of the type has; `None` if it is no value, or too large.
    pub fn numbers(&self, ty: Ty) -> Option<usize> {
        fn count(types: &Types, ty: Ty) -> Option<u64> {
            Some(match types.kind(ty) {
                Kind::Scalar(_) => 1,
                Kind::Vector(size, _) => u64::from(size),
                Kind::Matrix(columns, rows, _) => u64::from(columns) * u64::from(rows),
                Kind::Array(element, Count::Fixed(length)) => u64::from(length).checked_mul(count(types, element)?)?,
                Kind::Struct(_) => {
                    let members = types.structure(ty)?.members.iter();
                    members.map(|member| count(types, member.ty)).sum::<Option<u64>>()?
                }
                _ => return None,
            })
        }
        count(self, ty)
            .filter(|&count| count <= MAX_NUMBERS)
            .map(|count| count as usize)
    }

    /// Returns the value of a type that is all zeros.
    pub fn zero(&self, ty: Ty) -> Option<Value> {
        fn fill(types: &Types, ty: Ty, numbers: &mut Vec<Num>) {
            match types.kind(ty) {
                Kind::Scalar(scalar) => numbers.push(Num::zero(scalar)),
                Kind::Vector(size, scalar) => {
                    numbers.extend((0..size).map(|_| Num::zero(scalar)));
                }
                Kind::Matrix(columns, rows, scalar) => {
                    numbers.extend((0..columns * rows).map(|_| Num::zero(scalar)));
                }
                Kind::Array(element, Count::Fixed(length)) => {
                    for _ in 0..length {
                        fill(types, element, numbers);
                    }
                }
                Kind::Struct(index) => {
                    for member in &types.structs[index as usize].members {
                        fill(types, member.ty, numbers);
                    }
                }
                _ => {}
            }
        }
        let count = self.numbers(ty)?;
        let mut numbers = Vec::with_capacity(count);
        fill(self, ty, &mut numbers);
        Some(Value::new(ty, numbers))
    }

    /// Converts a value as the language does without a call.
    ///
    /// # Errors
    /// A number does not fit the type.
    pub fn convert_value(&mut self, value: &Value, to: Ty) -> Result<Value, Problem> {
        if value.ty == to {
            return Ok(value.clone());
        }
        let zero = self.zero(to).ok_or("the type has no values")?;
        let numbers: Result<Vec<Num>, Problem> = value
            .numbers
            .iter()
            .zip(zero.numbers.iter())
            .map(|(number, like)| number.convert(like.scalar()))
            .collect();
        Ok(Value::new(to, numbers?))
    }

    /// Returns the type as a constructor names it: abstract types without their scalar.
    fn maker(&self, ty: Ty) -> String {
        if !self.is_abstract(ty) {
            return self.name(ty);
        }
        match self.kind(ty) {
            Kind::Vector(size, _) => format!("vec{size}"),
            Kind::Matrix(columns, rows, _) => format!("mat{columns}x{rows}"),
            _ => "array".to_owned(),
        }
    }

    /// Returns the text of an expression with this value.
    pub fn value_text(&self, value: &Value) -> String {
        fn write(types: &Types, ty: Ty, numbers: &mut std::slice::Iter<'_, Num>, text: &mut String) {
            let parts: Vec<Ty> = match types.kind(ty) {
                Kind::Scalar(_) => {
                    if let Some(number) = numbers.next() {
                        text.push_str(&number.text());
                    }
                    return;
                }
                Kind::Vector(size, _) => {
                    text.push_str(&types.maker(ty));
                    text.push('(');
                    for part in 0..size {
                        text.push_str(if part > 0 { "," } else { "" });
                        text.push_str(&numbers.next().map_or(String::new(), |number| number.text()));
                    }
                    text.push(')');
                    return;
                }
                Kind::Matrix(columns, rows, _) => {
                    text.push_str(&types.maker(ty));
                    text.push('(');
                    for part in 0..columns * rows {
                        text.push_str(if part > 0 { "," } else { "" });
                        text.push_str(&numbers.next().map_or(String::new(), |number| number.text()));
                    }
                    text.push(')');
                    return;
                }
                Kind::Array(element, Count::Fixed(length)) => vec![element; length as usize],
                _ => types
                    .structure(ty)
                    .map(|structure| structure.members.iter().map(|member| member.ty).collect())
                    .unwrap_or_default(),
            };
            text.push_str(&types.maker(ty));
            text.push('(');
            for (index, part) in parts.into_iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                write(types, part, numbers, text);
            }
            text.push(')');
        }
        let mut text = String::new();
        write(self, value.ty, &mut value.numbers.iter(), &mut text);
        text
    }
}
