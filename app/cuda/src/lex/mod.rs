//! Cuts a text into tokens. Line breaks and comments are tokens too: directives end at the former, and the translation
//! keeps the latter.

use crate::error::Span;
use logos::Logos;
use std::rc::Rc;

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip(r"[ \t\r\f\u{b}\u{feff}]+|\\[ \t]*\r?\n"))]
pub(crate) enum Kind {
    #[token("\n")]
    Break,
    #[regex(r"//([^\n\\]|\\[^\n]|\\[ \t]*\r?\n)*\\?", allow_greedy = true)]
    LineComment,
    #[token("/*", end_of_comment)]
    BlockComment,
    // A pattern with all letters of Unicode would be half of this program part.
    #[regex(r"[A-Za-z_]", end_of_word)]
    #[regex(r"[^\x00-\x7f]", word_of_letters, priority = 1)]
    Word,
    #[regex(r"0[xX][0-9a-fA-F']+[uUlL]*")]
    #[regex(r"0[bB][01']+[uUlL]*")]
    #[regex(r"[0-9][0-9']*[uUlL]*")]
    Integer,
    #[regex(r"([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[fFlL]?")]
    #[regex(r"[0-9]+[eE][+-]?[0-9]+[fFlL]?")]
    #[regex(r"[0-9]+[fF]")]
    #[regex(r"0[xX][0-9a-fA-F]*\.?[0-9a-fA-F]*[pP][+-]?[0-9]+[fFlL]?")]
    Float,
    #[regex(r#"(u8|L|u|U)?"([^"\\\n]|\\[^\n]|\\\r?\n)*""#)]
    #[token("R\"", end_of_raw_text)]
    Text,
    #[regex(r"'([^'\\\n]|\\[^\n])*'")]
    Letter,
    #[token("<<<")]
    #[token("<< <")]
    #[token("<<=")]
    #[token("...")]
    #[regex(r"->|::|##|\+\+|--|<<|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=")]
    #[regex(r"[-+*/%&|^~!=<>?:;,.(){}\[\]#]")]
    Symbol,
    /// Anything else; also the mark of a text's end.
    Other,
}

/// Skips to the end of a word, which may go on in the next line.
fn end_of_word(lexer: &mut logos::Lexer<'_, Kind>) {
    let mut rest = lexer.remainder();
    let all = rest.len();
    loop {
        rest = rest.trim_start_matches(unicode_ident::is_xid_continue);
        let continued = rest.strip_prefix("\\\n").or(rest.strip_prefix("\\\r\n"));
        let Some(next) = continued else {
            break;
        };
        rest = next;
    }
    lexer.bump(all - rest.len());
}

/// Skips to the end of a word that begins with this character. Returns false if none can.
fn word_of_letters(lexer: &mut logos::Lexer<'_, Kind>) -> bool {
    let begins = lexer.slice().starts_with(unicode_ident::is_xid_start);
    if begins {
        end_of_word(lexer);
    }
    begins
}

/// Skips to the end of a comment, or of the text.
fn end_of_comment(lexer: &mut logos::Lexer<'_, Kind>) {
    let rest = lexer.remainder();
    lexer.bump(rest.find("*/").map_or(rest.len(), |offset| offset + 2));
}

/// Skips to the end of `R"x(…)x"`, or of the line if it is none.
fn end_of_raw_text(lexer: &mut logos::Lexer<'_, Kind>) {
    let rest = lexer.remainder();
    let end = rest.find('(').and_then(|open| {
        let close = format!("){}\"", &rest[..open]);
        rest.find(&close).map(|offset| offset + close.len())
    });
    lexer.bump(end.unwrap_or_else(|| rest.find('\n').unwrap_or(rest.len())));
}

/// The words of C++ that stand for symbols, and `<<<` as an editor that does not know it formats it.
const ALTERNATIVE: [(&str, &str); 6] = [
    ("<< <", "<<<"),
    ("and", "&&"),
    ("or", "||"),
    ("not", "!"),
    ("not_eq", "!="),
    ("xor", "^"),
];

/// The names of macros whose expansion a token comes from: they are not expanded in it again.
#[derive(Debug)]
pub(crate) struct Hidden {
    pub name: Rc<str>,
    pub rest: Option<Rc<Hidden>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub text: Rc<str>,
    pub span: Span,
    /// True if nothing stands between this token and the one before it.
    pub joined: bool,
    pub hidden: Option<Rc<Hidden>>,
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Symbol | Kind::Word) && *self.text == *text
    }
}

/// Returns the tokens of a text.
pub(crate) fn lex(text: &str) -> Vec<Token> {
    tokens(text).collect()
}

/// Reads the tokens of a text one after the other. Bytes that are no token are tokens of the kind `Other`.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token> {
    let mut end = usize::MAX;
    Kind::lexer(text).spanned().map(move |(kind, range)| {
        let written = &text[range.clone()];
        // A line may end within a word.
        let joined = match kind {
            Ok(Kind::Word) if written.contains('\n') => written.replace("\\\r\n", "").replace("\\\n", ""),
            _ => String::new(),
        };
        let written = if joined.is_empty() { written } else { &joined };
        let symbol = ALTERNATIVE.iter().find(|(word, _)| *word == written);
        let token = Token {
            kind: match symbol {
                Some(_) => Kind::Symbol,
                None => kind.unwrap_or(Kind::Other),
            },
            text: symbol.map_or(written, |(_, symbol)| symbol).into(),
            span: Span::new(range.start, range.end),
            joined: range.start == end,
            hidden: None,
        };
        end = range.end;
        token
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_as_in_c() {
        for (text, tokens) in [
            ("a+++b", "a ++ + b"),
            ("x>>=1", "x > >= 1"),
            ("k<<<1, 2>>>(p)", "k <<< 1 , 2 > > > ( p )"),
            ("k << <1, 2 >> > (p)", "k <<< 1 , 2 > > > ( p )"),
            ("1.5f .5 1e3 0x1Fu 10'000 1f 7UL", "1.5f .5 1e3 0x1Fu 10'000 1f 7UL"),
            ("a/* b */c // d", "a /* b */ c // d"),
            ("\"a\\\"b\" 'c' '\\n'", "\"a\\\"b\" 'c' '\\n'"),
            ("#define X \\\n 1", "# define X 1"),
            ("R\"(a\"b)\" c", "R\"(a\"b)\" c"),
            ("/* open", "/* open"),
            ("a @ b", "a @ b"),
            ("a and not b or c", "a && ! b || c"),
            ("thread\\\nIdx.x + on\\\n  e", "threadIdx . x + on e"),
            ("p->q::r ...", "p -> q :: r ..."),
            ("größe + 块 ； u\u{a0}U", "größe + 块 ； u \u{a0} U"),
        ] {
            let words: Vec<String> = lex(text).iter().map(|t| t.text.to_string()).collect();
            assert_eq!(words.join(" "), tokens, "{text}");
        }
    }
}
