//! The values that a kernel compares a member with, as choices for its field.

/// The most choices of a member.
const MOST: usize = 16;

/// A value that a text compares a member with, and the constant that stands for it, if one does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub value: String,
    pub name: Option<String>,
}

/// Returns the values with which a text compares a member, by `==`, `!=` or the cases of a `switch`.
pub fn choices(source: &str, member: &str) -> Vec<Choice> {
    let tokens = tokens(source);
    let mut all: Vec<Choice> = Vec::new();
    let mut add = |token: &str| {
        let choice = choice(&tokens, token);
        if let Some(choice) = choice.filter(|choice| !all.contains(choice)) {
            all.push(choice);
        }
    };
    let is_member = |index: usize| tokens[index] == member && index > 0 && tokens[index - 1] == ".";
    for index in (0..tokens.len()).filter(|&index| is_member(index)) {
        let next = |by: usize| tokens.get(index + by).copied().unwrap_or_default();
        if matches!(next(1), "==" | "!=") {
            add(next(2));
        }
        // `1u == params.mode`
        let before = (index >= 4).then(|| (tokens[index - 4], tokens[index - 3]));
        if let Some((value, "==" | "!=")) = before {
            add(value);
        }
        let mut open = index;
        while open > 0 && tokens[open] != "switch" && index - open < 6 {
            open -= 1;
        }
        if tokens[open] == "switch" {
            for value in cases(&tokens[index..]) {
                add(value);
            }
        }
    }
    all.truncate(MOST);
    all
}

/// Returns the selectors of the cases of a `switch`, from its expression on.
fn cases<'t>(tokens: &[&'t str]) -> Vec<&'t str> {
    let (mut depth, mut values, mut in_case) = (0, Vec::new(), false);
    for &token in tokens {
        match token {
            "{" => {
                depth += 1;
                in_case = false;
            }
            "}" => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            ":" => in_case = false,
            "case" if depth == 1 => in_case = true,
            "," => {}
            value if in_case => values.push(value),
            _ => {}
        }
    }
    values
}

/// Returns a choice for a literal, or for a constant with a literal value.
fn choice(tokens: &[&str], token: &str) -> Option<Choice> {
    let literal = |token: &str| {
        let digits = token.trim_end_matches(['u', 'i']);
        let is_number = digits.starts_with(|letter: char| letter.is_ascii_digit());
        is_number.then(|| digits.to_owned())
    };
    if let Some(value) = literal(token) {
        return Some(Choice { value, name: None });
    }
    let index = (1..tokens.len()).find(|&index| tokens[index] == token && tokens[index - 1] == "const")?;
    let value = tokens[index..].iter().skip_while(|each| **each != "=").nth(1)?;
    Some(Choice {
        value: literal(value)?,
        name: Some(token.to_owned()),
    })
}

/// Splits a text into names, numbers and signs, without comments.
fn tokens(source: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for line in source.lines() {
        let mut rest = line.split("//").next().unwrap_or("").trim_start();
        while let Some(first) = rest.chars().next() {
            let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
            let end = if is_name(first) {
                rest.find(|letter| !is_name(letter)).unwrap_or(rest.len())
            } else if rest.starts_with("==") || rest.starts_with("!=") {
                2
            } else {
                first.len_utf8()
            };
            let (token, after) = rest.split_at(end);
            tokens.push(token);
            rest = after.trim_start();
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_from_comparisons_and_cases() {
        let text = "const SUM = 0u;
            const PRODUCT: u32 = 1u;
            struct Params { mode: u32, axis: i32, n: u32 }
            fn f() {
                if params.mode == SUM { } // params.mode == 9u
                if PRODUCT != params.mode { }
                if params.mode == 7u || params.n < 3u { }
                switch params.axis {
                    case 0, 1: { if other.mode == 5u { switch x { case 8: {} default: {} } } }
                    case 2 { }
                    default { }
                }
                switch (params.mode) { case 4u: {} default: {} }
            }";
        let texts = |member: &str| {
            let each = choices(text, member).into_iter().map(|choice| match choice.name {
                Some(name) => format!("{}={name}", choice.value),
                None => choice.value,
            });
            each.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(texts("mode"), "0=SUM 1=PRODUCT 7 5 4");
        assert_eq!(texts("axis"), "0 1 2");
        assert_eq!(texts("n"), "");
    }
}
