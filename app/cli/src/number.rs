//! Whole numbers as every option takes them: `16384`, a power such as `2^14`, or `1e6`.

/// Parses a whole number; `None` if the text is not one, or if it does not fit.
pub fn whole<Number: TryFrom<u64>>(text: &str) -> Option<Number> {
    let digits = |text: &str| -> Option<u64> {
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain)
    };
    let text = text.trim();
    let number = match text.split_once('^') {
        Some((base, power)) => digits(base)?.checked_pow(digits(power)?.try_into().ok()?)?,
        None => match text.split_once(['e', 'E']) {
            Some((number, power)) => {
                let power = 10_u64.checked_pow(digits(power)?.try_into().ok()?)?;
                digits(number)?.checked_mul(power)?
            }
            None => digits(text)?,
        },
    };
    number.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_powers_are_read() {
        for (text, number) in [
            ("0", Some(0)),
            ("16384", Some(16_384)),
            (" 64 ", Some(64)),
            ("2^14", Some(16_384)),
            ("3^2", Some(9)),
            ("2^31", Some(1 << 31)),
            ("2^32", None),
            ("2^99", None),
            ("4294967296", None),
            ("-1", None),
            ("+1", None),
            ("2^", None),
            ("^2", None),
            ("2^-1", None),
            ("1e3", Some(1_000)),
            ("25E1", Some(250)),
            ("1.5e3", None),
            ("1e", None),
            ("e3", None),
            ("1e99", None),
            ("", None),
        ] {
            assert_eq!(whole::<u32>(text), number, "{text}");
        }
        assert_eq!(whole::<u64>("2^40"), Some(1 << 40));
    }
}
