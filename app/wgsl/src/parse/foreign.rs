//! Recognizes texts that a preprocessor or a template engine should have read first.

use super::language;
use crate::error::{Error, Rule, Span, error};

/// Returns a better error if the text is in another language, or if the line of an error belongs to another tool.
pub(super) fn explain(text: &str, failure: Box<Error>) -> Box<Error> {
    if let Some((language, place)) = language::is_other(text) {
        return error(Rule::Syntax, place, language.sentence());
    }
    let offset = (failure.span.start as usize).min(text.len());
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |newline| offset + newline);
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
    if let Some((from, length)) = line.find("{%").zip(line.find("%}")) {
        let message = "`{% %}` is a statement of a template engine: run the engine first, and use what it writes";
        return error(Rule::Syntax, span(from, length.max(from) + 2), message);
    }
    if let Some((from, to)) = placeholder(line) {
        let message = format!(
            "`{}` is a placeholder of a template: write the value that the program puts there",
            &line[from..to]
        );
        return error(Rule::Syntax, span(from, to), message);
    }
    let module = ["import ", "@if(", "@if (", "@else", "@elif"];
    let module = module.iter().find(|word| trimmed.starts_with(**word));
    if let Some(word) = module.copied().or_else(|| line.contains("::").then_some("::")) {
        let message = of_modules(word.trim_end_matches(['(', ' ']));
        let from = line.find(word).unwrap_or(0);
        return error(Rule::Syntax, span(from, from + word.len()), message);
    }
    failure
}

/// Returns the message for a word of WGSL's extensions with modules.
pub(crate) fn of_modules(word: &str) -> String {
    format!(
        "`{word}` belongs to WESL or another language of modules: link the modules first, and use the text that comes out"
    )
}

/// Returns the placeholders of a template engine, each once, in the order of the text.
pub fn placeholders(text: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for mut line in text.lines() {
        while let Some((from, to)) = placeholder(line) {
            let name = &line[from..to];
            if !names.contains(&name) {
                names.push(name);
            }
            line = &line[to..];
        }
    }
    names
}

/// The most characters of a placeholder, so that a search for its end is short.
const LONGEST: usize = 200;

/// Finds the first placeholder of a line.
fn placeholder(line: &str) -> Option<(usize, usize)> {
    let marks = line.match_indices(['$', '#', '{']);
    let mut places = marks.filter_map(|(start, _)| Some((start, start + placeholder_length(&line[start..])?)));
    places.next()
}

/// Returns the length of the placeholder with which a text begins.
fn placeholder_length(text: &str) -> Option<usize> {
    // WGSL has no `$` and no `#`, so anything may stand between braces after them.
    let is_any = |name: &str| !name.contains('{');
    let is_name = |name: &str| {
        let allowed = |letter: char| letter.is_alphanumeric() || "_.:+-*/ ".contains(letter);
        name.chars().all(allowed)
    };
    // A name in capitals in single braces is no block.
    let is_constant = |name: &str| {
        let allowed = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
        name.starts_with(|letter: char| letter.is_ascii_uppercase()) && name.chars().all(allowed)
    };
    let between = |open: &str, close: &str, is_placeholder: &dyn Fn(&str) -> bool| {
        let inner = text.strip_prefix(open)?;
        let end = inner.char_indices().nth(LONGEST);
        let inner = end.map_or(inner, |(end, _)| &inner[..end]);
        let name = &inner[..inner.find(close)?];
        let fits = !name.trim().is_empty() && is_placeholder(name);
        fits.then_some(open.len() + name.len() + close.len())
    };
    let in_braces = between("${", "}", &is_any)
        .or_else(|| between("#{", "}", &is_any))
        .or_else(|| between("{{", "}}", &is_name))
        .or_else(|| between("{", "}", &is_constant));
    in_braces.or_else(|| {
        let name = text.strip_prefix('$')?;
        let of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = name.find(|letter| !of_name(letter)).unwrap_or(name.len());
        (length > 0).then_some(1 + length)
    })
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
            (
                "@workgroup_size({WG}) ${(16 + 2) * 16} #{N} $MAIN",
                &["{WG}", "${(16 + 2) * 16}", "#{N}", "$MAIN"],
            ),
            ("if x {return} loop {break;}", &[]),
        ] {
            assert_eq!(placeholders(text), wanted, "{text}");
        }
    }

    #[test]
    fn lines_of_other_tools_are_named() {
        let rest = "@compute @workgroup_size(1) fn main() {}";
        for (line, wanted) in [
            ("#import bevy::utils", "`#import` is a line for a preprocessor"),
            (
                "{%- include \"structs.wgsl\" -%}",
                "`{% %}` is a statement of a template engine",
            ),
            ("const N = {NAME}u;", "`{NAME}` is a placeholder"),
            ("const N = ${(16 + 2) * 16};", "`${(16 + 2) * 16}` is a placeholder"),
            ("const N = #{COUNT};", "`#{COUNT}` is a placeholder"),
            ("$MAIN {", "`$MAIN` is a placeholder"),
            ("import super::a::b;", "`import` belongs to WESL"),
            ("@if(DEBUG)", "`@if` belongs to WESL"),
            ("const A = foo::bar(1.0);", "`::` belongs to WESL"),
        ] {
            let text = format!("const A0 = 1;\n{line}\n{rest}");
            let error = crate::check(&text).expect_err(line);
            assert!(error.message.starts_with(wanted), "{line}: {}", error.message);
            let before = &text[..error.span.start as usize];
            assert_eq!(before.matches('\n').count(), 1, "{line}");
        }
    }
}
