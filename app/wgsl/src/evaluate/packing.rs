//! Functions that see a value as bits: `bitcast`, `pack…` and `unpack…`.

use crate::builtin::Builtin;
use crate::types::{Kind, Scalar, Ty, Types};
use crate::value::{Num, Problem, Value};
use half::f16;

/// Calls a function of this file; `None` if it is another one.
pub(super) fn call(types: &Types, builtin: Builtin, arguments: &[Value], ty: Ty) -> Option<Result<Value, Problem>> {
    let first = arguments.first()?;
    let word = |number: u32| Some(Ok(Value::new(ty, vec![Num::U32(number)])));
    let join = |bits: u32, part: &dyn Fn(Num) -> u32| {
        let parts = first.numbers.iter().enumerate();
        parts.fold(0_u32, |word, (index, &number)| {
            word | part(number) << (bits * index as u32)
        })
    };
    let bits = || first.first().integer() as u32;
    let split = |width: u32, part: &dyn Fn(u32) -> Num| {
        let mask = u32::MAX >> (32 - width);
        let parts: Vec<Num> = (0..32 / width)
            .map(|index| part(bits() >> (width * index) & mask))
            .collect();
        Some(Ok(Value::new(ty, parts)))
    };
    let norm = |number: Num, low: f64, scale: f64| {
        // In 32 bits, as hardware computes it.
        let value = number.float() as f32;
        let scaled = 0.5 + (scale as f32) * value.clamp(low as f32, 1.0);
        scaled.floor() as i32
    };
    match builtin {
        Builtin::Bitcast => Some(bitcast(types, first, ty)),
        Builtin::Pack4x8snorm => word(join(8, &|number| norm(number, -1.0, 127.0) as u32 & 0xff)),
        Builtin::Pack4x8unorm => word(join(8, &|number| norm(number, 0.0, 255.0) as u32 & 0xff)),
        Builtin::Pack2x16snorm => word(join(16, &|number| norm(number, -1.0, 32767.0) as u32 & 0xffff)),
        Builtin::Pack2x16unorm => word(join(16, &|number| norm(number, 0.0, 65535.0) as u32 & 0xffff)),
        Builtin::Pack4xI8 | Builtin::Pack4xU8 => word(join(8, &|number| number.integer() as u32 & 0xff)),
        Builtin::Pack4xI8Clamp => word(join(8, &|number| number.integer().clamp(-128, 127) as u32 & 0xff)),
        Builtin::Pack4xU8Clamp => word(join(8, &|number| number.integer().clamp(0, 255) as u32)),
        Builtin::Pack2x16float => {
            if first
                .numbers
                .iter()
                .any(|number| Num::of_float(number.float(), Scalar::F16).is_err())
            {
                return Some(Err("a component does not fit f16".to_owned()));
            }
            word(join(16, &|number| u32::from(f16::from_f64(number.float()).to_bits())))
        }
        Builtin::Unpack4x8snorm => split(8, &|part| Num::F32((f32::from(part as u8 as i8) / 127.0).max(-1.0))),
        Builtin::Unpack4x8unorm => split(8, &|part| Num::F32(part as f32 / 255.0)),
        Builtin::Unpack2x16snorm => split(16, &|part| {
            Num::F32((f32::from(part as u16 as i16) / 32767.0).max(-1.0))
        }),
        Builtin::Unpack2x16unorm => split(16, &|part| Num::F32(part as f32 / 65535.0)),
        Builtin::Unpack4xI8 => split(8, &|part| Num::I32(i32::from(part as u8 as i8))),
        Builtin::Unpack4xU8 => split(8, &Num::U32),
        Builtin::Unpack2x16float => {
            let halves = [bits() as u16, (bits() >> 16) as u16].map(f16::from_bits);
            if halves.iter().any(|half| !half.is_finite()) {
                return Some(Err("a component is no finite number".to_owned()));
            }
            Some(Ok(Value::new(ty, halves.map(|half| Num::F32(half.to_f32())))))
        }
        _ => None,
    }
}

fn bitcast(types: &Types, value: &Value, ty: Ty) -> Result<Value, Problem> {
    let mut halves: Vec<u16> = Vec::new();
    for number in value.numbers.iter() {
        let bits = number.bits().ok_or("an abstract number has no bits")?;
        halves.push(bits as u16);
        if number.scalar() != Scalar::F16 {
            halves.push((bits >> 16) as u16);
        }
    }
    let scalar = match types.kind(ty) {
        Kind::Scalar(scalar) | Kind::Vector(_, scalar) => scalar,
        _ => return Err("the type has no bits".to_owned()),
    };
    let word = |pair: &[u16]| u32::from(pair[0]) | u32::from(pair[1]) << 16;
    let numbers: Vec<Num> = match scalar {
        Scalar::F16 => halves
            .iter()
            .map(|&bits| Num::F16(f16::from_bits(bits).to_f32()))
            .collect(),
        Scalar::F32 => halves
            .chunks_exact(2)
            .map(|pair| Num::F32(f32::from_bits(word(pair))))
            .collect(),
        Scalar::I32 => halves.chunks_exact(2).map(|pair| Num::I32(word(pair) as i32)).collect(),
        _ => halves.chunks_exact(2).map(|pair| Num::U32(word(pair))).collect(),
    };
    if numbers
        .iter()
        .any(|number| number.scalar().is_float() && !number.float().is_finite())
    {
        return Err("the bits are no finite number".to_owned());
    }
    Ok(Value::new(ty, numbers))
}
