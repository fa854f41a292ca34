//! Reads expressions by the strength of their operators.

use super::{Parser, refuse};
use crate::error::{Result, Span, error, fail};
use crate::lex::Kind;
use crate::syntax::{Binary, Expr, ExprKind, Name, TypeKind, TypeName, Unary};
use std::iter::Peekable;
use std::str::Chars;

/// The least strength in a template argument: above comparisons, because `>` ends it.
const ABOVE_GREATER: u8 = 8;

/// The meaning of `>>`.
#[derive(Clone, Copy, PartialEq)]
enum Double {
    Shift,
    /// In `f<g<a>>(…)` it ends two lists.
    EndOfLists,
}

fn make(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

impl Parser<'_> {
    /// Reads an expression with commas.
    pub(super) fn expression(&mut self) -> Result<Expr> {
        let mut left = self.assignment()?;
        while self.take(",") {
            let right = self.assignment()?;
            let span = left.span.to(right.span);
            left = make(ExprKind::Comma(Box::new(left), Box::new(right)), span);
        }
        Ok(left)
    }

    pub(super) fn assignment(&mut self) -> Result<Expr> {
        self.nested(Self::assignment_inside)
    }

    fn assignment_inside(&mut self) -> Result<Expr> {
        let target = self.conditional()?;
        let Some(token) = self.peek().filter(|token| token.kind == Kind::Symbol) else {
            return Ok(target);
        };
        let mut length = 1;
        let operator = match &*token.text {
            "=" => None,
            "+=" => Some(Binary::Add),
            "-=" => Some(Binary::Subtract),
            "*=" => Some(Binary::Multiply),
            "/=" => Some(Binary::Divide),
            "%=" => Some(Binary::Remainder),
            "&=" => Some(Binary::And),
            "|=" => Some(Binary::Or),
            "^=" => Some(Binary::Xor),
            "<<=" => Some(Binary::ShiftLeft),
            ">" if self.ahead(1).is_some_and(|next| next.is(">=") && next.joined) => {
                length = 2;
                Some(Binary::ShiftRight)
            }
            _ => return Ok(target),
        };
        self.at += length;
        let value = if self.is("{") { self.list()? } else { self.assignment()? };
        let span = target.span.to(value.span);
        Ok(make(
            ExprKind::Assign(operator, Box::new(target), Box::new(value)),
            span,
        ))
    }

    pub(super) fn conditional(&mut self) -> Result<Expr> {
        let condition = self.binary(1)?;
        if !self.take("?") {
            return Ok(condition);
        }
        let yes = self.nested(Self::expression)?;
        self.expect(":")?;
        let no = self.assignment()?;
        let span = condition.span.to(no.span);
        Ok(make(
            ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no)),
            span,
        ))
    }

    /// Reads a value in `<…>`: `>` ends it.
    pub(super) fn template_value(&mut self) -> Result<Expr> {
        self.binary_where(ABOVE_GREATER, Double::EndOfLists)
    }

    /// Returns the operator that begins here, its strength and its number of tokens.
    fn operator(&self) -> Option<(Binary, u8, usize)> {
        let token = self.peek().filter(|token| token.kind == Kind::Symbol)?;
        Some(match &*token.text {
            "||" => (Binary::LogicalOr, 1, 1),
            "&&" => (Binary::LogicalAnd, 2, 1),
            "|" => (Binary::Or, 3, 1),
            "^" => (Binary::Xor, 4, 1),
            "&" => (Binary::And, 5, 1),
            "==" => (Binary::Equal, 6, 1),
            "!=" => (Binary::NotEqual, 6, 1),
            ">" => match self.ahead(1) {
                Some(next) if next.is(">") && next.joined => (Binary::ShiftRight, 8, 2),
                Some(next) if next.is(">=") && next.joined => return None,
                _ => (Binary::Greater, 7, 1),
            },
            "<" => (Binary::Less, 7, 1),
            "<=" => (Binary::LessEqual, 7, 1),
            ">=" => (Binary::GreaterEqual, 7, 1),
            "<<" => (Binary::ShiftLeft, 8, 1),
            "+" => (Binary::Add, 9, 1),
            "-" => (Binary::Subtract, 9, 1),
            "*" => (Binary::Multiply, 10, 1),
            "/" => (Binary::Divide, 10, 1),
            "%" => (Binary::Remainder, 10, 1),
            _ => return None,
        })
    }

    fn binary(&mut self, least: u8) -> Result<Expr> {
        self.binary_where(least, Double::Shift)
    }

    fn binary_where(&mut self, least: u8, double: Double) -> Result<Expr> {
        let mut left = self.nested(Self::unary)?;
        let mut chain = 0;
        while let Some((operator, strength, length)) = self.operator() {
            if strength < least || double == Double::EndOfLists && operator == Binary::ShiftRight {
                break;
            }
            // A long chain is a deep tree, which later phases walk.
            chain += 1;
            if chain > 1000 {
                return Err(error(
                    left.span,
                    "the expression has too many operators: at most 1000 in a row are read",
                )
                .help("use a variable for a part of it"));
            }
            self.at += length;
            let right = self.nested(|parser| parser.binary(strength + 1))?;
            let span = left.span.to(right.span);
            left = make(ExprKind::Binary(operator, Box::new(left), Box::new(right)), span);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr> {
        let start = self.here();
        let Some(token) = self.peek() else {
            return self.expected("an expression");
        };
        let operator = match &*token.text {
            _ if token.kind != Kind::Symbol => None,
            "+" => Some(Unary::Plus),
            "-" => Some(Unary::Minus),
            "!" => Some(Unary::Not),
            "~" => Some(Unary::Complement),
            "*" => Some(Unary::Deref),
            "&" => Some(Unary::Address),
            _ => None,
        };
        if let Some(operator) = operator {
            self.at += 1;
            let value = self.nested(Self::unary)?;
            let span = start.to(value.span);
            return Ok(make(ExprKind::Unary(operator, Box::new(value)), span));
        }
        if self.is("++") || self.is("--") {
            let decrement = self.is("--");
            self.at += 1;
            let target = self.nested(Self::unary)?;
            let span = start.to(target.span);
            let target = Box::new(target);
            return Ok(make(
                ExprKind::Step {
                    decrement,
                    postfix: false,
                    target,
                },
                span,
            ));
        }
        if self.take("sizeof") {
            return self.size_of(start);
        }
        if self.is("(")
            && let Some(ty) = self.attempt(Self::cast_type)
        {
            // `(T){…}` and `(T) x`
            let value = if self.is("{") {
                self.list()?
            } else {
                self.nested(Self::unary)?
            };
            let span = start.to(value.span);
            let kind = match value.kind {
                ExprKind::List(values) => ExprKind::Construct(Box::new(ty), values),
                _ => ExprKind::Cast(Box::new(ty), Box::new(value)),
            };
            return Ok(make(kind, span));
        }
        let primary = self.primary()?;
        self.postfix(primary)
    }

    fn cast_type(&mut self) -> Result<TypeName> {
        self.expect("(")?;
        if !self.type_begins() {
            return self.expected("a type");
        }
        let ty = self.whole_type()?;
        self.expect(")")?;
        Ok(ty)
    }

    fn size_of(&mut self, start: Span) -> Result<Expr> {
        if let Some(ty) = self.attempt(Self::cast_type) {
            return Ok(make(ExprKind::SizeOfType(Box::new(ty)), start.to(self.before())));
        }
        let value = self.nested(Self::unary)?;
        let span = start.to(value.span);
        Ok(make(ExprKind::SizeOf(Box::new(value)), span))
    }

    pub(super) fn list(&mut self) -> Result<Expr> {
        let start = self.expect("{")?;
        let mut values = Vec::new();
        while !self.take("}") {
            let value = match self.is("{") {
                true => self.nested(Self::list)?,
                false if self.is(".") => self.designated()?,
                false => self.assignment()?,
            };
            values.push(value);
            if !self.take(",") && !self.is("}") {
                return self.expected("`,` or `}`");
            }
        }
        Ok(make(ExprKind::List(values), start.to(self.before())))
    }

    /// Reads `.name = value` of a list.
    fn designated(&mut self) -> Result<Expr> {
        let start = self.expect(".")?;
        let (text, span) = self.word("a member's name")?;
        let value = if self.is("{") {
            self.nested(Self::list)?
        } else {
            self.expect("=")?;
            if self.is("{") {
                self.nested(Self::list)?
            } else {
                self.assignment()?
            }
        };
        let name = Name {
            scope: None,
            text,
            arguments: None,
            span,
        };
        Ok(make(
            ExprKind::Designated(name, Box::new(value)),
            start.to(self.before()),
        ))
    }

    pub(super) fn arguments(&mut self, close: &str) -> Result<Vec<Expr>> {
        let mut values = Vec::new();
        while !self.take(close) {
            let value = if self.is("{") {
                self.nested(Self::list)?
            } else {
                self.assignment()?
            };
            values.push(value);
            if !self.take(",") && !self.is(close) {
                return self.expected(&format!("`,` or `{close}`"));
            }
        }
        Ok(values)
    }

    fn primary(&mut self) -> Result<Expr> {
        let Some(token) = self.peek() else {
            return self.expected("an expression");
        };
        let span = token.span;
        match token.kind {
            Kind::Integer => {
                self.at += 1;
                if let Some(next) = self.peek().filter(|next| next.joined && next.kind == Kind::Word) {
                    return fail(span, format!("`{}{}` is no number", token.text, next.text));
                }
                integer(&token.text, span)
            }
            Kind::Float => {
                self.at += 1;
                float(&token.text, span)
            }
            Kind::Letter => {
                self.at += 1;
                match letter(&token.text) {
                    Some(value) => Ok(make(ExprKind::Letter(value), span)),
                    None => fail(span, "`''` has no letter between its quotes"),
                }
            }
            Kind::Text => {
                let mut whole = Vec::new();
                while let Some(token) = self.peek().filter(|token| token.kind == Kind::Text) {
                    whole.extend(content(&token.text));
                    self.at += 1;
                }
                // Functions of C read a text up to its first zero.
                let read = whole.split(|&byte| byte == 0).next().unwrap_or_default();
                let read = String::from_utf8_lossy(read).into();
                Ok(make(ExprKind::Text(read), span.to(self.before())))
            }
            Kind::Symbol if token.is("(") => {
                self.at += 1;
                let value = self.expression()?;
                self.expect(")")?;
                Ok(make(value.kind, span.to(self.before())))
            }
            Kind::Symbol if token.is("[") => self.lambda(),
            Kind::Symbol if token.is("{") => self.list(),
            Kind::Symbol if token.is("::") => {
                let name = self.name(false)?;
                Ok(make(ExprKind::Name(name), span))
            }
            Kind::Word => self.word_expression(),
            _ if token.text.contains('"') => fail(span, "the text has no closing quote"),
            _ => self.expected("an expression"),
        }
    }

    fn word_expression(&mut self) -> Result<Expr> {
        let token = self.peek().expect("the caller has seen a word");
        let span = token.span;
        let simple = match &*token.text {
            "true" => Some(ExprKind::Bool(true)),
            "false" => Some(ExprKind::Bool(false)),
            "nullptr" | "NULL" => Some(ExprKind::Null),
            "this" => Some(ExprKind::This),
            _ => None,
        };
        if let Some(kind) = simple {
            self.at += 1;
            return Ok(make(kind, span));
        }
        if matches!(&*token.text, "static_cast" | "reinterpret_cast" | "const_cast") {
            self.at += 1;
            self.expect("<")?;
            let ty = self.whole_type()?;
            self.expect(">")?;
            self.expect("(")?;
            let value = self.expression()?;
            self.expect(")")?;
            let span = span.to(self.before());
            return Ok(make(ExprKind::Cast(Box::new(ty), Box::new(value)), span));
        }
        if let Some((why, help)) = refuse::expression(&token.text) {
            return Err(error(span, why).help(help));
        }
        if self.type_begins() {
            let built = self.attempt(|parser| {
                let ty = parser.base_type(&mut super::types::Qualifiers::default())?;
                if parser.is("(") || parser.is("{") {
                    Ok(ty)
                } else {
                    parser.expected("`(`")
                }
            });
            if let Some(ty) = built {
                let close = if self.is("(") { ")" } else { "}" };
                self.at += 1;
                let values = self.arguments(close)?;
                let span = span.to(self.before());
                // `T(x)` with one value is a conversion; the typing phase tells it from a constructor.
                return Ok(make(ExprKind::Construct(Box::new(ty), values), span));
            }
        }
        // `cg::plus<int>()`: a function object of a library.
        let mut last = self.at;
        while self.tokens.get(last + 1).is_some_and(|next| next.is("::")) {
            last += 2;
        }
        let object = self.tokens.get(last).is_some_and(|token| {
            matches!(
                &*token.text,
                "plus" | "less" | "greater" | "bit_and" | "bit_or" | "bit_xor"
            )
        });
        if object && last > self.at {
            let name = self.name(true)?;
            let span = name.span;
            let close = if self.is("{") { "}" } else { ")" };
            if !self.take("{") {
                self.expect("(")?;
            }
            let values = self.arguments(close)?;
            let ty = Box::new(Self::named_type(name));
            return Ok(make(ExprKind::Construct(ty, values), span));
        }
        let name = self.name(false)?;
        let span = name.span;
        if self.is("<<<") {
            return self.launch(name);
        }
        Ok(make(ExprKind::Name(name), span))
    }

    fn launch(&mut self, kernel: Name) -> Result<Expr> {
        self.expect("<<<")?;
        let mut setting = Vec::new();
        while !self.is(">") {
            let value = if self.is("{") {
                self.list()?
            } else {
                self.nested(|parser| parser.template_value())?
            };
            setting.push(value);
            if !self.take(",") && !self.is(">") {
                return self.expected("`,` or `>>>`");
            }
        }
        for _ in 0..3 {
            self.expect(">")?;
        }
        self.expect("(")?;
        let arguments = self.arguments(")")?;
        let span = kernel.span.to(self.before());
        Ok(make(
            ExprKind::Launch {
                kernel,
                setting,
                arguments,
            },
            span,
        ))
    }

    fn postfix(&mut self, mut base: Expr) -> Result<Expr> {
        let mut chain = 0;
        loop {
            chain += 1;
            if chain > 200 {
                return fail(base.span, "the expression has too many parts");
            }
            if self.take("(") {
                let arguments = self.arguments(")")?;
                let span = base.span.to(self.before());
                base = make(ExprKind::Call(Box::new(base), arguments), span);
            } else if self.take("[") {
                let index = self.expression()?;
                self.expect("]")?;
                let span = base.span.to(self.before());
                base = make(ExprKind::Index(Box::new(base), Box::new(index)), span);
            } else if self.is(".") || self.is("->") {
                let arrow = self.is("->");
                self.at += 1;
                self.take("template");
                if self.is("operator") {
                    return Err(error(self.here(), "a call of an operator by its name is not taken")
                        .help("write the operator between its operands"));
                }
                let name = self.member()?;
                let span = base.span.to(self.before());
                base = make(
                    ExprKind::Member {
                        base: Box::new(base),
                        name,
                        arrow,
                    },
                    span,
                );
            } else if self.is("++") || self.is("--") {
                let decrement = self.is("--");
                self.at += 1;
                let span = base.span.to(self.before());
                base = make(
                    ExprKind::Step {
                        decrement,
                        postfix: true,
                        target: Box::new(base),
                    },
                    span,
                );
            } else {
                return Ok(base);
            }
        }
    }

    fn member(&mut self) -> Result<Name> {
        let (text, span) = self.word("a member's name")?;
        let is_field = self.fields.contains(&text) && !self.templates.contains(&text);
        let arguments = if self.is("<") && !is_field {
            self.attempt(|parser| {
                let arguments = parser.template_arguments()?;
                if parser.is("(") {
                    Ok(arguments)
                } else {
                    parser.expected("`(`")
                }
            })
        } else {
            None
        };
        Ok(Name {
            scope: None,
            text,
            arguments,
            span,
        })
    }

    /// Returns a type that stands for a name.
    pub(super) fn named_type(name: Name) -> TypeName {
        let span = name.span;
        TypeName {
            kind: TypeKind::Named(name),
            constant: false,
            volatile: false,
            span,
        }
    }
}

fn integer(text: &str, span: Span) -> Result<Expr> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = &text[digits.len()..];
    let digits = digits.replace('\'', "");
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        _ if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        _ => (10, &digits[..]),
    };
    let Ok(value) = u64::from_str_radix(digits, radix) else {
        return fail(span, format!("`{text}` is no integer that a type can hold"));
    };
    let kind = ExprKind::Integer {
        value,
        unsigned: suffix.contains(['u', 'U']),
        long: suffix.contains(['l', 'L']),
    };
    Ok(make(kind, span))
}

fn float(text: &str, span: Span) -> Result<Expr> {
    let digits = text.trim_end_matches(['f', 'F', 'l', 'L']);
    let single = text.ends_with(['f', 'F']);
    if let Some((fraction, exponent)) = text.get(2..).and_then(|rest| rest.split_once(['p', 'P'])) {
        let (whole, part) = fraction.split_once('.').unwrap_or((fraction, ""));
        let bits = u64::from_str_radix(&format!("{whole}{part}"), 16);
        let power = exponent.trim_end_matches(['f', 'F', 'l', 'L']).parse::<i32>();
        return match (bits, power) {
            (Ok(bits), Ok(power)) if power.abs() < 2000 && part.len() < 16 => {
                let value = bits as f64 * 2f64.powi(power - 4 * part.len() as i32);
                Ok(make(
                    ExprKind::Float {
                        value,
                        single: single && exponent.ends_with(['f', 'F']),
                    },
                    span,
                ))
            }
            _ => fail(span, format!("`{text}` is no number")),
        };
    }
    match digits.parse::<f64>() {
        Ok(value) => Ok(make(ExprKind::Float { value, single }, span)),
        Err(_) => fail(span, format!("`{text}` is no number")),
    }
}

/// Returns the value of a letter in quotes, or `None` if there is none. A letter beyond ASCII has several bytes, of which
/// the last counts.
fn letter(text: &str) -> Option<i8> {
    let bytes = unescaped(&text[1..text.len() - 1]);
    bytes.last().map(|&byte| byte as i8)
}

/// Returns the bytes that stand between the quotes of a text.
fn content(text: &str) -> Vec<u8> {
    if let Some(raw) = text.strip_prefix("R\"") {
        let inside = raw.split_once('(').map_or("", |(_, inside)| inside);
        return inside.rsplit_once(')').map_or("", |(inside, _)| inside).into();
    }
    let inside = text.split_once('"').map_or("", |(_, inside)| inside);
    unescaped(inside.strip_suffix('"').unwrap_or(inside))
}

/// Returns the number of an escape sequence: `value` and at most `most` further digits.
fn digits(value: u32, base: u32, most: usize, letters: &mut Peekable<Chars<'_>>) -> u32 {
    let digits = std::iter::from_fn(|| letters.next_if(|letter| letter.is_digit(base)));
    digits.take(most).fold(value, |value, digit| {
        value.wrapping_mul(base).wrapping_add(digit.to_digit(base).unwrap_or(0))
    })
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut letters = text.chars().peekable();
    let push = |out: &mut Vec<u8>, letter: char| out.extend(letter.encode_utf8(&mut [0; 4]).bytes());
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            push(&mut out, letter);
            continue;
        }
        match letters.next() {
            Some('n') => out.push(b'\n'),
            Some('t') => out.push(b'\t'),
            Some('r') => out.push(b'\r'),
            Some('a') => out.push(0x07),
            Some('b') => out.push(0x08),
            Some('f') => out.push(0x0c),
            Some('v') => out.push(0x0b),
            Some('x') => out.push(digits(0, 16, usize::MAX, &mut letters) as u8),
            // A number in base 8 has at most three digits.
            Some(digit @ '0'..='7') => {
                let first = digit.to_digit(8).unwrap_or(0);
                out.push(digits(first, 8, 2, &mut letters) as u8);
            }
            Some(unit @ ('u' | 'U')) => {
                let most = if unit == 'u' { 4 } else { 8 };
                let code = digits(0, 16, most, &mut letters);
                push(&mut out, char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some('\n') | None => {}
            Some(other) => push(&mut out, other),
        }
    }
    out
}
