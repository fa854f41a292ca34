//! The kernel's text in coloured tokens, and the position of a statement in it.

use simt::{Access, SourceAccess, Statement, Trace};

/// The class of a token, for syntax colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    Plain,
    Keyword,
    Type,
    Number,
    Attribute,
    Comment,
}

impl Piece {
    /// Returns the CSS class that colours it.
    pub const fn class(self) -> &'static str {
        match self {
            Piece::Plain => "",
            Piece::Keyword => "keyword",
            Piece::Type => "type",
            Piece::Number => "number",
            Piece::Attribute => "attribute",
            Piece::Comment => "comment",
        }
    }
}

/// Keywords of WGSL, of the CUDA versions and of host programs.
const KEYWORDS: [&str; 32] = [
    "__constant__",
    "__global__",
    "__restrict__",
    "__shared__",
    "constexpr",
    "template",
    "volatile",
    "alias",
    "await",
    "break",
    "case",
    "const",
    "const_assert",
    "continue",
    "continuing",
    "default",
    "diagnostic",
    "discard",
    "else",
    "enable",
    "fn",
    "for",
    "if",
    "let",
    "new",
    "of",
    "loop",
    "override",
    "return",
    "struct",
    "switch",
    "while",
];
const TYPES: [&str; 17] = [
    "float", "float4", "int", "int4", "uint", "unsigned", "void", "array", "atomic", "bool", "f16", "f32", "i32",
    "mat4x4f", "ptr", "u32", "vec3u",
];

/// Splits the text into lines and each line into coloured tokens.
pub fn pieces(source: &str) -> Vec<Vec<(Piece, String)>> {
    let owned = |line: Vec<(Piece, &str)>| {
        let line = line.into_iter();
        line.map(|(piece, text)| (piece, text.to_owned())).collect()
    };
    source.lines().map(line_pieces).map(owned).collect()
}

fn line_pieces(line: &str) -> Vec<(Piece, &str)> {
    let mut out: Vec<(Piece, &str)> = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let until = |stop: &dyn Fn(char) -> bool| rest.find(stop).unwrap_or(rest.len());
        let (piece, length) = match first {
            '/' if rest.starts_with("//") => (Piece::Comment, rest.len()),
            '@' => (
                Piece::Attribute,
                1 + rest[1..].find(|c| !word(c)).unwrap_or(rest.len() - 1),
            ),
            '0'..='9' => (Piece::Number, until(&|c| !word(c) && c != '.')),
            c if word(c) => {
                let length = until(&|c| !word(c));
                let piece = match &rest[..length] {
                    "var" | "true" | "false" => Piece::Keyword,
                    name if KEYWORDS.contains(&name) => Piece::Keyword,
                    name if TYPES.contains(&name) || is_vector(name) => Piece::Type,
                    _ => Piece::Plain,
                };
                (piece, length)
            }
            c => (Piece::Plain, c.len_utf8()),
        };
        let (text, after) = rest.split_at(length);
        match out.last_mut() {
            Some((last, joined)) if *last == piece && piece == Piece::Plain => {
                let start = line.len() - rest.len() - joined.len();
                *joined = &line[start..start + joined.len() + length];
            }
            _ => out.push((piece, text)),
        }
        rest = after;
    }
    out
}

fn is_vector(name: &str) -> bool {
    matches!(
        name.as_bytes(),
        [b'v', b'e', b'c', b'2'..=b'4', ..] | [b'm', b'a', b't', b'2'..=b'4', b'x', ..]
    )
}

/// A range in one line, in characters from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The line number, from 1.
    pub line: u32,
    pub from: u32,
    pub to: u32,
}

/// Returns the accesses to memory in a part of a line.
pub fn accesses(trace: &Trace, part: Spot) -> Vec<(Spot, Access)> {
    let in_part = |access: &&SourceAccess| {
        let from = access.column.saturating_sub(1);
        access.line == part.line && (part.from..part.to).contains(&from)
    };
    let spot = |access: &SourceAccess| {
        let from = access.column - 1;
        let to = (from + access.length).min(part.to);
        let spot = Spot {
            line: part.line,
            from,
            to,
        };
        (spot, access.access)
    };
    trace.accesses.iter().filter(in_part).map(spot).collect()
}

/// Returns the position of a statement: the part of its first line that it covers.
pub fn spot(source: &str, statement: Statement) -> Spot {
    let start = statement.start as usize;
    let text = source.get(start..statement.end as usize).unwrap_or("");
    let first = text.lines().next().unwrap_or("").trim_end();
    let line_start = source
        .get(..start)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |newline| newline + 1);
    let from = source.get(line_start..start).map_or(0, |before| before.chars().count()) as u32;
    Spot {
        line: statement.line,
        from,
        to: from + first.chars().count() as u32,
    }
}

/// Returns the number of lines before the body of a kernel in WGSL or CUDA: its declarations and its head. 0 if the text has
/// no function.
pub fn header_lines(source: &str) -> u32 {
    let numbered = (1..).zip(source.lines());
    let mut opening = numbered
        .skip_while(|(_, line)| !(line.starts_with("fn ") || line.starts_with("__global__")))
        .filter(|(_, line)| line.trim_end().ends_with('{'));
    opening.next().map_or(0, |(number, _)| number)
}

/// Returns the last line (from 1) of the braces that open on or after `line`: the end of a loop.
pub fn block_end(source: &str, line: u32) -> u32 {
    let mut depth = 0;
    for (number, text) in (1..).zip(source.lines()).skip(line.saturating_sub(1) as usize) {
        for c in text.split("//").next().unwrap_or("").chars() {
            match c {
                '{' => depth += 1,
                '}' => {
                    depth -= 1;
                    if depth <= 0 {
                        return number;
                    }
                }
                _ => {}
            }
        }
    }
    u32::MAX
}

/// Returns the variable that a `for` on this line (from 1) declares.
pub fn loop_variable(source: &str, line: u32) -> Option<&str> {
    let text = source.lines().nth(line.checked_sub(1)? as usize)?;
    let after = text.split_once("var ")?.1;
    let end = after
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(after.len());
    (end > 0).then(|| &after[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples;
    use lessons::GALLERY;
    use simt::Grain;

    #[test]
    fn pieces_join_to_the_text() {
        for kernel in GALLERY.iter() {
            let lines: Vec<String> = pieces(&kernel.kernel.source)
                .iter()
                .map(|line| line.iter().map(|(_, text)| text.as_str()).collect())
                .collect();
            assert_eq!(lines, kernel.kernel.source.lines().collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_kernel_has_a_header_that_ends_before_its_first_statement() {
        for kernel in GALLERY.iter() {
            let source = &kernel.kernel.source;
            let header = header_lines(source) as usize;
            let before: Vec<&str> = source.lines().take(header).collect();
            assert!(before.last().is_some_and(|line| line.ends_with('{')));
            assert!(before.iter().any(|line| line.starts_with("fn ")));
            let body = source.lines().nth(header);
            assert!(body.is_some_and(|line| line.starts_with("  ")), "{body:?}");
        }
        assert_eq!(header_lines("var<private> x: i32;"), 0);
    }

    #[test]
    fn pieces_are_told_apart() {
        let line = line_pieces("  let x: u32 = 2u * f(@id y); // why");
        let texts = |piece| {
            line.iter()
                .filter(|(each, _)| *each == piece)
                .map(|(_, text)| *text)
                .collect::<Vec<_>>()
        };
        assert_eq!(texts(Piece::Keyword), ["let"]);
        assert_eq!(texts(Piece::Type), ["u32"]);
        assert_eq!(texts(Piece::Number), ["2u"]);
        assert_eq!(texts(Piece::Attribute), ["@id"]);
        assert_eq!(texts(Piece::Comment), ["// why"]);
    }

    #[test]
    fn the_stride_loop_is_found_in_the_text() {
        let source = "a\nfor (var stride = 1u; stride < n; stride *= 2u) {\n  if (x) { // }\n  }\n}\nb";
        assert_eq!(loop_variable(source, 2), Some("stride"));
        assert_eq!(block_end(source, 2), 5);
        assert_eq!(loop_variable(source, 6), None);
    }

    /// `data[i] += data[i + stride]` loads both words and stores one.
    #[test]
    fn a_statement_has_the_places_of_its_accesses() {
        let mut playback = samples::playback("reduce_neighbored", 128, 64);
        let source = GALLERY.iter().find(|kernel| kernel.kernel.name == "reduce_neighbored");
        let source = source.expect("a kernel").kernel.source.clone();
        let end = playback.cursor.end();
        let mut views = (0..end).map(|position| playback.step_view(position, Grain::Warp));
        let adds = views.find(|view| view.array.stores.requests > 0).expect("it adds");
        let words = |(spot, access): &(Spot, Access)| {
            let line = source.lines().nth(spot.line as usize - 1).expect("a line");
            let (from, to) = (spot.from as usize, spot.to as usize);
            (line.chars().skip(from).take(to - from).collect::<String>(), *access)
        };
        let accesses: Vec<(String, Access)> = adds.accesses.iter().map(words).collect();
        assert_eq!(
            accesses,
            [
                ("data[i]".to_owned(), Access::Load),
                ("data[i]".to_owned(), Access::Store),
                ("data[i + stride]".to_owned(), Access::Load),
            ]
        );
    }

    #[test]
    fn a_statement_has_a_place_on_its_first_line() {
        let source = "fn f() {\n  if (a) {\n    b();\n  }\n}";
        let statement = Statement {
            start: 11,
            end: 30,
            line: 2,
            column: 3,
        };
        assert_eq!(
            spot(source, statement),
            Spot {
                line: 2,
                from: 2,
                to: 10
            }
        );
    }
}
