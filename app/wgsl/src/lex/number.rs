//! Reads numeric literals. Source: WGSL, section "Numeric Literals".

/// The value of a numeric literal, by its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Literal {
    AbstractInt(i64),
    AbstractFloat(f64),
    I32(i32),
    U32(u32),
    F32(f32),
    /// A half-precision float, held exactly.
    F16(f32),
}

/// Reads the literal at the start of `text`. Returns it with its length, or the length and the reason of an error.
pub(super) fn read(text: &str) -> Result<(Literal, usize), (usize, String)> {
    let bytes = text.as_bytes();
    let is_hex = text.len() > 1 && bytes[0] == b'0' && matches!(bytes[1], b'x' | b'X');
    let digits = |offset: usize| -> usize {
        let is_digit = |byte: &u8| {
            if is_hex {
                byte.is_ascii_hexdigit()
            } else {
                byte.is_ascii_digit()
            }
        };
        bytes[offset.min(bytes.len())..]
            .iter()
            .take_while(|byte| is_digit(byte))
            .count()
    };
    let start = if is_hex { 2 } else { 0 };
    let whole = digits(start);
    let mut offset = start + whole;
    let mut fraction = 0..0;
    let mut is_float = false;
    if bytes.get(offset) == Some(&b'.') {
        is_float = true;
        let length = digits(offset + 1);
        fraction = offset + 1..offset + 1 + length;
        offset = fraction.end;
    }
    let mut exponent = None;
    let marks: [u8; 2] = if is_hex { [b'p', b'P'] } else { [b'e', b'E'] };
    if bytes.get(offset).is_some_and(|byte| marks.contains(byte)) {
        let sign = usize::from(matches!(bytes.get(offset + 1), Some(b'+' | b'-')));
        let from = offset + 1 + sign;
        let length = bytes[from.min(bytes.len())..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if length == 0 {
            return Err((offset + 1, "the exponent of this number has no digits".to_owned()));
        }
        is_float = true;
        exponent = Some(&text[offset + 1..from + length]);
        offset = from + length;
    }
    if whole + fraction.len() == 0 {
        return Err((offset, "this number has no digits".to_owned()));
    }
    let body = &text[..offset];
    let suffix = match bytes.get(offset) {
        Some(&byte @ (b'i' | b'u')) if !is_float => Some(byte),
        Some(&byte @ (b'f' | b'h')) if !is_hex || exponent.is_some() => Some(byte),
        _ => None,
    };
    let end = offset + usize::from(suffix.is_some());
    if let Some(next) = text[end..].chars().next()
        && (unicode_ident::is_xid_continue(next))
    {
        let length = text[end..]
            .find(|c: char| !unicode_ident::is_xid_continue(c))
            .unwrap_or(text.len() - end);
        return Err((end + length, format!("`{}` is no number", &text[..end + length])));
    }
    let leading_zero = !is_hex && whole > 1 && bytes[0] == b'0';
    if leading_zero && !is_float {
        return Err((end, format!("`{body}` begins with a zero, which WGSL does not allow")));
    }
    let literal = if is_float || matches!(suffix, Some(b'f' | b'h')) {
        let hexadecimal = is_hex.then(|| {
            let exponent = exponent.unwrap_or("0");
            hexadecimal(&text[start..start + whole], &text[fraction], exponent)
        });
        float(body, hexadecimal, suffix)
    } else {
        integer(&text[start..offset], if is_hex { 16 } else { 10 }, suffix)
    };
    match literal {
        Ok(literal) => Ok((literal, end)),
        Err(kind) => Err((end, format!("`{}` does not fit {kind}", &text[..end]))),
    }
}

/// Returns the integer of these digits, or the type that it does not fit.
fn integer(digits: &str, radix: u32, suffix: Option<u8>) -> Result<Literal, &'static str> {
    match suffix {
        Some(b'i') => i32::from_str_radix(digits, radix)
            .map(Literal::I32)
            .map_err(|_| "`i32`"),
        Some(_) => u32::from_str_radix(digits, radix)
            .map(Literal::U32)
            .map_err(|_| "`u32`"),
        None => i64::from_str_radix(digits, radix)
            .map(Literal::AbstractInt)
            .map_err(|_| "a 64-bit integer"),
    }
}

/// Returns the float of a decimal text, or of the value of a hexadecimal one; or the type that it does not fit.
fn float(text: &str, hexadecimal: Option<Option<f64>>, suffix: Option<u8>) -> Result<Literal, &'static str> {
    let is_hex = hexadecimal.is_some();
    let value = hexadecimal.unwrap_or_else(|| text.parse::<f64>().ok());
    let value = value.filter(|value| value.is_finite()).ok_or("a 64-bit float")?;
    match suffix {
        None => Ok(Literal::AbstractFloat(value)),
        Some(b'f') => {
            // Decimal text is rounded once, not by way of 64 bits.
            let single = if is_hex {
                value as f32
            } else {
                text.parse::<f32>().unwrap_or(f32::INFINITY)
            };
            if !single.is_finite() || is_hex && f64::from(single) != value {
                return Err("`f32`");
            }
            Ok(Literal::F32(single))
        }
        Some(_) => {
            let half = half::f16::from_f64(value);
            if !half.is_finite() || is_hex && half.to_f64() != value {
                return Err("`f16`");
            }
            Ok(Literal::F16(half.to_f32()))
        }
    }
}

/// Returns the value of a hexadecimal float; `None` if 64 bits cannot hold it exactly.
fn hexadecimal(whole: &str, fraction: &str, exponent: &str) -> Option<f64> {
    let digits: Vec<u32> = whole
        .chars()
        .chain(fraction.chars())
        .filter_map(|digit| digit.to_digit(16))
        .collect();
    let first = digits.iter().position(|&digit| digit != 0);
    let Some(first) = first else {
        return Some(0.0);
    };
    let last = digits.iter().rposition(|&digit| digit != 0)?;
    if last - first >= 16 {
        return None;
    }
    let mantissa = digits[first..=last]
        .iter()
        .fold(0_u64, |value, &digit| value * 16 + u64::from(digit));
    let exponent: i64 = exponent.parse::<i64>().ok()?.clamp(-100_000, 100_000);
    let exponent = exponent + 4 * (whole.len() as i64 - 1 - last as i64);
    let zeros = i64::from(mantissa.trailing_zeros());
    let (mantissa, exponent) = (mantissa >> zeros, exponent + zeros);
    if mantissa >= 1 << 53 {
        return None;
    }
    let value = libm::scalbn(mantissa as f64, i32::try_from(exponent).ok()?);
    let is_exact = value != 0.0 && value.is_finite() && libm::scalbn(value, -(exponent as i32)) == mantissa as f64;
    is_exact.then_some(value)
}
