//! Numbers with the marks of any locale.

use super::Reported;

/// Returns true for what may stand between the digits of a number.
fn is_mark(c: char) -> bool {
    matches!(c, '.' | ',' | '\'' | ' ' | '\u{a0}' | '\u{202f}' | '’')
}

/// Returns the marks in a number with the digits behind each; `None` if it is no plain number.
fn marks(cell: &str) -> Option<Vec<(char, usize)>> {
    let begins = cell.starts_with(|c: char| c.is_ascii_digit());
    if !begins || !cell.chars().all(|c| c.is_ascii_digit() || is_mark(c)) {
        return None;
    }
    let mut marks: Vec<(char, usize)> = Vec::new();
    for c in cell.chars() {
        match marks.last_mut() {
            _ if is_mark(c) => marks.push((c, 0)),
            Some((_, digits)) => *digits += 1,
            None => {}
        }
    }
    Some(marks)
}

/// Returns the decimal mark of a file: the last mark of a number where it cannot stand between thousands.
pub fn decimal_mark<'a>(cells: impl Iterator<Item = &'a String>) -> Option<char> {
    let mark = |cell: &String| match marks(cell.trim())?.as_slice() {
        [(mark, digits)] if *digits != 3 => Some(*mark),
        [.., (before, _), (last, _)] if before != last => Some(*last),
        _ => None,
    };
    cells.into_iter().find_map(mark)
}

/// Reads a number with the marks of any locale, in the base of its unit. `None` for texts and for `n/a`.
pub fn number(cell: &str, unit: &str, name: &str, decimal: Option<char>) -> Option<Reported> {
    let cell = cell.trim();
    let scale = scale_of(unit);
    let base = unit[usize::from(scale != 1.0)..].to_owned();
    let Some(marks) = marks(cell) else {
        let value = cell.parse().ok().filter(|value: &f64| value.is_finite())?;
        return Some(Reported {
            value: value * scale,
            unit: base,
            half_a_digit: 0.5 * scale,
        });
    };
    let decimals = match marks.as_slice() {
        [] => 0,
        [.., (before, _), (last, digits)] if before != last => *digits,
        [_, .., _] => 0,
        [(_, digits)] if *digits != 3 => *digits,
        // One mark and three digits: thousands, unless something speaks against it.
        [(mark, digits)] => {
            let whole = cell.find(is_mark).unwrap_or(0);
            let is_share = name.ends_with(".pct") || unit == "%";
            let speaks_against = whole > 3 || cell.starts_with('0') || scale != 1.0 || is_share;
            let is_decimal = match decimal {
                Some(decimal) => decimal == *mark && !name.ends_with(".sum"),
                None => false,
            };
            if speaks_against || is_decimal { *digits } else { 0 }
        }
    };
    let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
    let digit = 10_f64.powi(-(decimals as i32)) * scale;
    let value = digits.parse::<f64>().ok()? * digit;
    Some(Reported {
        value: Some(value).filter(|value| value.is_finite())?,
        unit: base,
        half_a_digit: if decimals == 0 && scale == 1.0 {
            0.0
        } else {
            digit / 2.0
        },
    })
}

/// Returns the factor of a unit such as `Kbyte` and `Msector`.
fn scale_of(unit: &str) -> f64 {
    let mut letters = unit.chars();
    let prefix = letters.next();
    let is_prefix = letters.next().is_some_and(|next| next.is_ascii_lowercase());
    match prefix {
        Some('K') if is_prefix => 1e3,
        Some('M') if is_prefix => 1e6,
        Some('G') if is_prefix => 1e9,
        Some('T') if is_prefix => 1e12,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_marks_of_any_country() {
        let count = "smsp__inst_executed.sum";
        // (cell, unit, metric, decimal mark of the file, value)
        for (cell, unit, name, decimal, value) in [
            ("45,568", "", count, None, Some(45_568.0)),
            ("45.568", "", count, Some(','), Some(45_568.0)),
            ("27.595.520", "", count, None, Some(27_595_520.0)),
            ("1 234 567", "", count, None, Some(1_234_567.0)),
            ("65,77", "%", "x__a.pct", None, Some(65.77)),
            ("1,362.20", "", "x__a.ratio", None, Some(1362.2)),
            ("1.362,20", "", "x__a.ratio", None, Some(1362.2)),
            ("64.0", "", count, None, Some(64.0)),
            ("65,536.00", "", count, None, Some(65_536.0)),
            ("2048.000000", "", count, None, Some(2048.0)),
            ("2.0", "Kbyte", count, None, Some(2000.0)),
            ("2.048", "Kbyte", count, None, Some(2048.0)),
            ("99.999", "%", "x__a.pct", None, Some(99.999)),
            ("0.125", "", "x__a.ratio", None, Some(0.125)),
            ("3.125", "", "x__a.ratio", Some('.'), Some(3.125)),
            ("6.4e+01", "", count, None, Some(64.0)),
            ("n/a", "", count, None, None),
            ("inf", "", count, None, None),
            ("", "", count, None, None),
        ] {
            let number = number(cell, unit, name, decimal).map(|number| number.value);
            let is_near = match (number, value) {
                (Some(number), Some(value)) => (number - value).abs() < 1e-9 * value,
                (number, value) => number == value,
            };
            assert!(is_near, "{cell}: {number:?}");
        }
    }
}
