//! Computes the constant expressions of `#if`.

use super::Preprocessor;
use crate::error::{Result, Span, fail};
use crate::lex::{Kind, Token};

const MOST_NESTED: usize = 64;

impl Preprocessor<'_> {
    /// Returns true if the condition of `#if` holds.
    pub(super) fn holds(&mut self, line: &[Token], span: Span) -> Result<bool> {
        let mut given = Vec::new();
        let mut index = 0;
        while index < line.len() {
            let token = &line[index];
            index += 1;
            let word = &*token.text;
            if !matches!(word, "defined" | "__has_include") {
                given.push(token.clone());
                continue;
            }
            let bracket = line.get(index).is_some_and(|next| next.is("("));
            let name = line.get(index + usize::from(bracket));
            let Some(name) = name else {
                return fail(span, format!("`{word}` needs a name"));
            };
            let defined = word == "defined" && self.macros.contains_key(&name.text);
            if bracket {
                while line.get(index).is_some_and(|next| !next.is(")")) {
                    index += 1;
                }
            }
            index += 1;
            let number = if defined { "1" } else { "0" };
            given.push(Token {
                kind: Kind::Integer,
                text: number.into(),
                ..token.clone()
            });
        }
        let tokens = self.expand(given)?;
        let mut reader = Reader {
            tokens: &tokens,
            at: 0,
            span,
        };
        let value = reader.ternary(0)?;
        if reader.at < tokens.len() {
            return fail(
                span,
                format!("`{}` is not expected in the condition of `#if`", tokens[reader.at].text),
            );
        }
        Ok(value != 0)
    }
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    span: Span,
}

/// Operators with their strength.
const OPERATORS: &[(&str, u8)] = &[
    ("||", 1),
    ("&&", 2),
    ("|", 3),
    ("^", 4),
    ("&", 5),
    ("==", 6),
    ("!=", 6),
    ("<", 7),
    (">", 7),
    ("<=", 7),
    (">=", 7),
    ("<<", 8),
    ("+", 9),
    ("-", 9),
    ("*", 10),
    ("/", 10),
    ("%", 10),
];

impl Reader<'_> {
    fn take(&mut self, text: &str) -> bool {
        let is_here = self.tokens.get(self.at).is_some_and(|token| token.is(text));
        self.at += usize::from(is_here);
        is_here
    }

    fn ternary(&mut self, depth: usize) -> Result<i64> {
        let condition = self.binary(1, depth)?;
        if !self.take("?") {
            return Ok(condition);
        }
        let yes = self.ternary(depth + 1)?;
        if !self.take(":") {
            return fail(self.span, "`?` in a condition needs `:`");
        }
        let no = self.ternary(depth + 1)?;
        Ok(if condition != 0 { yes } else { no })
    }

    fn binary(&mut self, least: u8, depth: usize) -> Result<i64> {
        let mut left = self.unary(depth)?;
        while let Some(token) = self.tokens.get(self.at) {
            let operator = OPERATORS.iter().find(|(text, _)| token.is(text));
            let Some(&(operator, strength)) = operator.filter(|(_, strength)| *strength >= least) else {
                break;
            };
            self.at += 1;
            let right = self.binary(strength + 1, depth + 1)?;
            let truth = |value: bool| i64::from(value);
            left = match operator {
                "||" => truth(left != 0 || right != 0),
                "&&" => truth(left != 0 && right != 0),
                "|" => left | right,
                "^" => left ^ right,
                "&" => left & right,
                "==" => truth(left == right),
                "!=" => truth(left != right),
                "<" => truth(left < right),
                ">" => truth(left > right),
                "<=" => truth(left <= right),
                ">=" => truth(left >= right),
                "<<" => left.wrapping_shl(right as u32),
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                "*" => left.wrapping_mul(right),
                _ if right == 0 => {
                    return fail(self.span, "division by zero in the condition of `#if`");
                }
                "/" => left.wrapping_div(right),
                _ => left.wrapping_rem(right),
            };
        }
        Ok(left)
    }

    fn unary(&mut self, depth: usize) -> Result<i64> {
        if depth > MOST_NESTED {
            return fail(self.span, "a condition nests too deep");
        }
        for operator in ["!", "-", "+", "~"] {
            if self.take(operator) {
                let value = self.unary(depth + 1)?;
                return Ok(match operator {
                    "!" => i64::from(value == 0),
                    "-" => value.wrapping_neg(),
                    "~" => !value,
                    _ => value,
                });
            }
        }
        if self.take("(") {
            let value = self.ternary(depth + 1)?;
            return if self.take(")") {
                Ok(value)
            } else {
                fail(self.span, "`)` is missing in the condition of `#if`")
            };
        }
        let Some(token) = self.tokens.get(self.at) else {
            return fail(self.span, "the condition of `#if` ends too early");
        };
        self.at += 1;
        match token.kind {
            Kind::Integer => Ok(integer(&token.text)),
            Kind::Word if &*token.text == "true" => Ok(1),
            // A name without a macro is 0, with or without arguments.
            Kind::Word => {
                if self.take("(") {
                    while self.at < self.tokens.len() && !self.take(")") {
                        self.at += 1;
                    }
                }
                Ok(0)
            }
            _ => fail(
                self.span,
                format!("`{}` is not expected in the condition of `#if`", token.text),
            ),
        }
    }
}

/// Returns the value of an integer's text; one that is too large wraps.
fn integer(text: &str) -> i64 {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']).replace('\'', "");
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        _ if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        _ => (10, &digits[..]),
    };
    let add = |sum: i64, digit: char| {
        let digit = i64::from(digit.to_digit(radix).unwrap_or(0));
        sum.wrapping_mul(i64::from(radix)).wrapping_add(digit)
    };
    digits.chars().fold(0, add)
}

#[cfg(test)]
mod tests {
    use crate::preprocess::preprocess;
    use std::collections::BTreeMap;

    fn shown(text: &str) -> String {
        let files = BTreeMap::from([("a.h".to_owned(), "#define FROM_A 7\nint a;\n".to_owned())]);
        let read = preprocess(text, &files);
        if let Some(error) = read.errors.first() {
            return format!("error: {}", error.message);
        }
        let words: Vec<&str> = read.tokens.iter().map(|token| &*token.text).collect();
        words.join(" ")
    }

    #[test]
    fn directives_and_macros_follow_c() {
        for (text, wanted) in [
            ("#define N 4\nN + N", "4 + 4"),
            ("#define F(a, b) a*b\nF(1, (2,3))", "1 * ( 2 , 3 )"),
            ("#define F(a) a\nF F(1)", "F 1"),
            ("#define S(a) #a\nS(x + 1)", "\"x + 1\""),
            ("#define J(a, b) a##b\nJ(x, 1)", "x1"),
            ("#define A B\n#define B A\nA B", "A B"),
            ("#define f g\n#define g(x) x+1\nf(2)", "2 + 1"),
            ("#define X\n#ifdef X\n1\n#else\n2\n#endif", "1"),
            (
                "#if 0\n#if 1\n1\n#endif\n#elif 2 > 1 && !defined(Q)\n3\n#else\n4\n#endif",
                "3",
            ),
            ("#if __CUDA_ARCH__ >= 700\n1\n#endif", "1"),
            ("#include \"a.h\"\n#include <b/c.h>\nFROM_A", "int a ; 7"),
            ("#define N 1\n#undef N\nN", "N"),
            ("#pragma unroll\nx", "x"),
            ("#define V(...) f(__VA_ARGS__)\nV(1, 2)", "f ( 1 , 2 )"),
            ("#define L(x) \\\n  x + \\\n  1\nL(2)", "2 + 1"),
            ("#if (1 ? 0 : 1)\n1\n#endif\n2", "2"),
            ("#if X\n1", "error: `#if` has no `#endif`"),
            ("#endif", "error: `#endif` without `#if`"),
            (
                "#define F(a) a\nF(1",
                "error: the call of the macro `F` has no end: `)` is missing",
            ),
            (
                "#define F(a) a\nF(1, 2)",
                "error: the macro `F` takes 1 arguments, and 2 are given",
            ),
            ("#if 1 / 0\n#endif", "error: division by zero in the condition of `#if`"),
            ("/* open", "error: a comment has no end: `*/` is missing"),
            ("#foo", "error: `#foo` is no directive"),
        ] {
            assert_eq!(shown(text), wanted, "{text}");
        }
    }

    #[test]
    fn macros_that_double_and_double_end_early() {
        let mut text = "#define A0 x x\n".to_owned();
        for level in 1..60 {
            text += &format!("#define A{level} A{0} A{0}\n", level - 1);
        }
        // Without a limit there would be 2^60 tokens.
        assert!(shown(&(text + "A59")).contains("expands to too much text"));
    }
}
