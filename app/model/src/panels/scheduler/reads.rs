//! The names that a statement reads, and whether it computes. They come from its text, since a trace holds values and
//! no operands.

/// The names that a statement reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads<'a> {
    /// Names between square brackets, which select an address.
    pub places: Vec<&'a str>,
    /// All other names.
    pub values: Vec<&'a str>,
    /// True if the statement computes a value; a plain copy is not an operation of its own.
    pub computes: bool,
}

/// Calls that only change the type of a value, or return a length.
const FREE: [&str; 9] = [
    "i32",
    "u32",
    "f32",
    "f16",
    "bool",
    "bitcast",
    "arrayLength",
    "vec4i",
    "vec4f",
];

pub fn reads(text: &str) -> Reads<'_> {
    let text = text.split(['{', ';']).next().unwrap_or("");
    let text = text.split("//").next().unwrap_or("").trim();
    let keyword = ["if", "while", "switch", "return", "break if"]
        .into_iter()
        .find_map(|keyword| text.strip_prefix(keyword));
    let text = match keyword {
        Some(rest) if !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') => rest,
        _ => text,
    };
    let (left, right, compound) = sides(text);
    let mut reads = Reads::default();
    take(right, &mut reads);
    if let Some(left) = left {
        let mut written = Reads::default();
        take(left, &mut written);
        reads.places.extend(written.places);
        if compound {
            reads.values.extend(written.values);
            reads.computes = true;
        }
    }
    reads
}

/// Returns the target and the source of an assignment, and true if it also reads the target, as `+=` does.
fn sides(text: &str) -> (Option<&str>, &str, bool) {
    if let Some(counted) = text.strip_suffix("++").or_else(|| text.strip_suffix("--")) {
        return (Some(counted), "", true);
    }
    let bytes = text.as_bytes();
    let mut depth = 0;
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'=' if depth == 0 => {
                let before = index.checked_sub(1).and_then(|index| bytes.get(index));
                let compares = matches!(before, Some(b'=' | b'!' | b'<' | b'>')) || bytes.get(index + 1) == Some(&b'=');
                let shifts = index >= 2 && matches!(&bytes[index - 2..index], b"<<" | b">>");
                if compares && !shifts {
                    return (None, text, false);
                }
                let compound = matches!(before, Some(b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^')) || shifts;
                return (Some(&text[..index]), &text[index + 1..], compound);
            }
            _ => {}
        }
    }
    (None, text, false)
}

/// Adds the names of an expression.
fn take<'a>(text: &'a str, reads: &mut Reads<'a>) {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut rest, mut brackets, mut generics) = (text, 0, 0);
    while let Some(first) = rest.chars().next() {
        if word(first) {
            let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            rest = after;
            let calls = after.starts_with('(');
            if after.starts_with('<') && (name.starts_with("vec") || FREE.contains(&name)) {
                generics += 1;
                rest = &after[1..];
            } else if calls && !FREE.contains(&name) {
                reads.computes |= brackets == 0;
            } else if !first.is_ascii_digit() && !calls {
                match brackets {
                    0 => reads.values.push(name),
                    _ => reads.places.push(name),
                }
            }
            continue;
        }
        match first {
            '[' => brackets += 1,
            ']' => brackets -= 1,
            '>' if generics > 0 => generics -= 1,
            // This `&` takes an address; it is not an operation on bits.
            '&' if rest[1..].starts_with(word) && !text[..text.len() - rest.len()].ends_with(' ') => {}
            '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<' | '>' | '!' | '=' | '~' if brackets == 0 => {
                reads.computes = true;
            }
            _ => {}
        }
        rest = &rest[first.len_utf8()..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_by_what_they_are_for() {
        let table: [(&str, &[&str], &[&str], bool); 14] = [
            ("x = x * factor + term", &[], &["x", "factor", "term"], true),
            ("let first = input[i]", &["i"], &["input"], false),
            ("let third = input[i + 2u * lanes]", &["i", "lanes"], &["input"], false),
            ("output[i + lanes] = second", &["i", "lanes"], &["second"], false),
            (
                "data[i] += data[i + stride]",
                &["i", "stride", "i"],
                &["data", "data"],
                true,
            ),
            ("var x = i32(i)", &[], &["i"], false),
            ("var y = i32(i) + 1", &[], &["i"], true),
            ("let n = arrayLength(&input)", &[], &["input"], false),
            ("if (i >= arrayLength(&results)) {", &[], &["i", "results"], true),
            ("sum = max(sum, local[t])", &["t"], &["sum", "local"], true),
            ("k++", &[], &["k"], true),
            ("bits >>= 1u", &[], &["bits"], true),
            ("return x", &[], &["x"], false),
            ("let v = vec4<f32>(a)", &[], &["f32", "a"], false),
        ];
        for (text, places, values, computes) in table {
            let got = reads(text);
            assert_eq!(
                (&got.places[..], &got.values[..], got.computes),
                (places, values, computes),
                "{text}"
            );
        }
    }
}
