//! Recognizes texts that a preprocessor or a template engine should have read first.

use crate::error::{Error, Rule, Span, error};

/// Returns a better error if the line of an error belongs to another tool.
pub(super) fn explain(text: &str, found: Box<Error>) -> Box<Error> {
    let at = (found.span.start as usize).min(text.len());
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..]
        .find('\n')
        .map_or(text.len(), |newline| at + newline);
    let line = &text[start..end];
    let span = |from: usize, to: usize| Span::new(start + from, start + to);
    let trimmed = line.trim_start();
    if let Some(rest) = trimmed.strip_prefix('#') {
        let word: String = rest
            .trim_start()
            .chars()
            .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
            .collect();
        let from = line.len() - trimmed.len();
        let message = format!(
            "`#{word}` is a line for a preprocessor, which WGSL does not have: run the preprocessor first, and use what it writes"
        );
        return error(Rule::Syntax, span(from, line.len()), message);
    }
    if let Some((from, to)) = placeholder(line) {
        let message = format!(
            "`{}` is a placeholder of a template: write the value that the program puts there",
            &line[from..to]
        );
        return error(Rule::Syntax, span(from, to), message);
    }
    found
}

/// Returns the placeholders of a template engine, each once, in the order of the text.
pub fn placeholders(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for mut line in text.lines() {
        while let Some((from, to)) = placeholder(line) {
            let name = &line[from..to];
            if !found.contains(&name) {
                found.push(name);
            }
            line = &line[to..];
        }
    }
    found
}

/// Finds the first placeholder of a line.
fn placeholder(line: &str) -> Option<(usize, usize)> {
    let marks = [("${", "}"), ("{{", "}}")];
    let found = marks
        .into_iter()
        .filter_map(|(open, close)| between(line, open, close));
    found.min()
}

/// Finds a name or an expression between two marks.
fn between(line: &str, open: &str, close: &str) -> Option<(usize, usize)> {
    let from = line.find(open)?;
    let inner = &line[from + open.len()..];
    let length = inner.find(close)?;
    let name = inner[..length].trim();
    let is_name = !name.is_empty()
        && name
            .chars()
            .all(|letter| letter.is_alphanumeric() || "_.:+-*/ ".contains(letter));
    is_name.then_some((from, from + open.len() + length + close.len()))
}

#[cfg(test)]
mod tests {
    use super::placeholders;

    #[test]
    fn placeholders_are_found_once_and_in_order() {
        for (text, wanted) in [
            (
                "const A = {{ WIDTH }};\nconst B = ${n} + {{ WIDTH }};",
                &["{{ WIDTH }}", "${n}"][..],
            ),
            ("array<${T}, ${N}>", &["${T}", "${N}"]),
            ("fn main() {{ x = 1; }}", &[]),
            ("${} {{}} ${ {{", &[]),
        ] {
            assert_eq!(placeholders(text), wanted, "{text}");
        }
    }
}
