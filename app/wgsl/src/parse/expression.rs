//! Parses expressions.

use super::Parser;
use crate::error::{Result, Rule, Span, error};
use crate::lex::Token;
use crate::syntax::{Binary, Expr, ExprKind, Name, Number, Templated, Unary, Value};

/// The groups of operators that the grammar keeps apart: operators of two different groups need parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Multiplicative,
    Additive,
    Shift,
    Relational,
    Bitwise(Binary),
    Logical(Binary),
}

fn group(operator: Binary) -> Group {
    match operator {
        Binary::Multiply | Binary::Divide | Binary::Remainder => Group::Multiplicative,
        Binary::Add | Binary::Subtract => Group::Additive,
        Binary::ShiftLeft | Binary::ShiftRight => Group::Shift,
        Binary::And | Binary::Or | Binary::ExclusiveOr => Group::Bitwise(operator),
        Binary::LogicalAnd | Binary::LogicalOr => Group::Logical(operator),
        _ => Group::Relational,
    }
}

fn binary_of(token: Token<'_>) -> Option<Binary> {
    let Token::Mark(mark) = token else {
        return None;
    };
    Some(match mark {
        "+" => Binary::Add,
        // After an operand, `--` is two signs.
        "-" | "--" => Binary::Subtract,
        "*" => Binary::Multiply,
        "/" => Binary::Divide,
        "%" => Binary::Remainder,
        "&" => Binary::And,
        "|" => Binary::Or,
        "^" => Binary::ExclusiveOr,
        "<<" => Binary::ShiftLeft,
        ">>" => Binary::ShiftRight,
        "&&" => Binary::LogicalAnd,
        "||" => Binary::LogicalOr,
        "==" => Binary::Equal,
        "!=" => Binary::NotEqual,
        "<" => Binary::Less,
        "<=" => Binary::LessEqual,
        ">" => Binary::Greater,
        ">=" => Binary::GreaterEqual,
        _ => return None,
    })
}

impl<'s> Parser<'s> {
    pub(super) fn add(&mut self, kind: ExprKind<'s>, span: Span) -> Expr {
        self.tree.expressions.push((kind, span));
        Expr(self.tree.expressions.len() as u32 - 1)
    }

    pub(super) fn expression(&mut self) -> Result<Expr> {
        self.deeper(|this| {
            let first = this.unary()?;
            this.operators(first)
        })
    }

    /// Parses the operators after a first operand.
    fn operators(&mut self, first: Expr) -> Result<Expr> {
        let left = self.arithmetic(first)?;
        let Some(operator) = binary_of(self.peek()) else {
            return Ok(left);
        };
        match group(operator) {
            Group::Bitwise(_) => {
                let mut left = left;
                self.no_mixture(left, operator)?;
                while let Some(next) = binary_of(self.peek()) {
                    if next != operator {
                        return self.needs_parentheses(operator, next);
                    }
                    self.next();
                    let right = self.unary()?;
                    left = self.pair(operator, left, right);
                }
                Ok(left)
            }
            Group::Logical(_) | Group::Relational => {
                let mut left = self.relational(left)?;
                let Some(operator) = binary_of(self.peek()) else {
                    return Ok(left);
                };
                if !matches!(group(operator), Group::Logical(_)) {
                    return self.needs_parentheses(self.outer(left).unwrap_or(operator), operator);
                }
                while let Some(next) = binary_of(self.peek()) {
                    if next != operator {
                        return self.needs_parentheses(operator, next);
                    }
                    self.next();
                    let first = self.unary()?;
                    let right = self.arithmetic(first)?;
                    let right = self.relational(right)?;
                    left = self.pair(operator, left, right);
                }
                Ok(left)
            }
            _ => self.needs_parentheses(self.outer(left).unwrap_or(operator), operator),
        }
    }

    /// Parses at most one comparison, whose left side is read.
    fn relational(&mut self, left: Expr) -> Result<Expr> {
        let Some(operator) = binary_of(self.peek()).filter(|&operator| group(operator) == Group::Relational) else {
            return Ok(left);
        };
        self.next();
        let first = self.unary()?;
        let right = self.arithmetic(first)?;
        Ok(self.pair(operator, left, right))
    }

    /// Parses `*`, `/`, `%`, `+`, `-`, or one shift.
    fn arithmetic(&mut self, first: Expr) -> Result<Expr> {
        let mut left = first;
        if let Some(operator @ (Binary::ShiftLeft | Binary::ShiftRight)) = binary_of(self.peek()) {
            self.next();
            let right = self.unary()?;
            left = self.pair(operator, left, right);
            return match binary_of(self.peek())
                .filter(|&next| !matches!(group(next), Group::Relational | Group::Logical(_)))
            {
                Some(next) => self.needs_parentheses(operator, next),
                None => Ok(left),
            };
        }
        left = self.product(left)?;
        while let Some(operator @ (Binary::Add | Binary::Subtract)) = binary_of(self.peek()) {
            if self.is("--") {
                self.split();
            }
            self.next();
            let right = self.unary()?;
            let right = self.product(right)?;
            left = self.pair(operator, left, right);
        }
        Ok(left)
    }

    fn product(&mut self, mut left: Expr) -> Result<Expr> {
        while let Some(operator) = binary_of(self.peek()).filter(|&operator| group(operator) == Group::Multiplicative) {
            self.next();
            let right = self.unary()?;
            left = self.pair(operator, left, right);
        }
        Ok(left)
    }

    /// Makes two tokens `-` of the token `--`.
    fn split(&mut self) {
        let span = self.span();
        let middle = span.start + 1;
        self.tokens[self.at] = (
            Token::Mark("-"),
            Span {
                start: span.start,
                end: middle,
            },
        );
        self.tokens.insert(
            self.at + 1,
            (
                Token::Mark("-"),
                Span {
                    start: middle,
                    end: span.end,
                },
            ),
        );
    }

    /// Returns the operator of an expression without parentheses.
    fn outer(&self, expression: Expr) -> Option<Binary> {
        match self.tree.kind(expression) {
            ExprKind::Binary { operator, .. } => Some(*operator),
            _ => None,
        }
    }

    fn no_mixture(&self, left: Expr, operator: Binary) -> Result<()> {
        match self.outer(left) {
            Some(inner) => self.needs_parentheses(inner, operator),
            None => Ok(()),
        }
    }

    fn needs_parentheses<T>(&self, first: Binary, second: Binary) -> Result<T> {
        let (first, second) = (first.symbol(), second.symbol());
        let message = if first == second {
            format!("`{first}` cannot be chained; put parentheses around one of the two")
        } else {
            format!("`{first}` and `{second}` in one expression need parentheses around one of them")
        };
        self.refuse(message)
    }

    fn pair(&mut self, operator: Binary, left: Expr, right: Expr) -> Expr {
        let span = self.tree.span(left).to(self.tree.span(right));
        self.add(ExprKind::Binary { operator, left, right }, span)
    }

    pub(super) fn unary(&mut self) -> Result<Expr> {
        let operator = match self.peek() {
            Token::Mark("-") => Unary::Negate,
            Token::Mark("!") => Unary::Not,
            Token::Mark("~") => Unary::Complement,
            Token::Mark("&") => Unary::AddressOf,
            Token::Mark("*") => Unary::Indirection,
            Token::Mark("--") => {
                self.split();
                Unary::Negate
            }
            Token::Mark("++") => {
                return self.refuse("`++` before an expression is not part of WGSL; write `x += 1`");
            }
            _ => return self.singular(),
        };
        let start = self.next().1;
        let operand = self.deeper(Self::unary)?;
        let span = start.to(self.tree.span(operand));
        Ok(self.add(ExprKind::Unary { operator, operand }, span))
    }

    /// Parses a primary expression with what follows: indices and members.
    fn singular(&mut self) -> Result<Expr> {
        let primary = self.primary()?;
        self.components(primary)
    }

    pub(super) fn components(&mut self, mut base: Expr) -> Result<Expr> {
        let mut count = 0;
        loop {
            count += 1;
            if count > 4 * super::MAX_DEPTH {
                return Err(error(Rule::Depth, self.span(), "this expression has too many indices"));
            }
            let start = self.tree.span(base);
            if self.accept("[") {
                let index = self.expression()?;
                let end = self.expect("]", "the index")?;
                base = self.add(ExprKind::Index { base, index }, start.to(end));
            } else if self.accept(".") {
                let member = match self.peek() {
                    Token::Word(text) => {
                        self.check_name(text, self.span())?;
                        Name {
                            text,
                            span: self.next().1,
                        }
                    }
                    _ => return self.unexpected("the name of a member"),
                };
                base = self.add(ExprKind::Member { base, member }, start.to(member.span));
            } else {
                return Ok(base);
            }
        }
    }

    fn primary(&mut self) -> Result<Expr> {
        let span = self.span();
        match self.peek() {
            Token::Number(literal) => {
                self.next();
                Ok(self.add(ExprKind::Literal(Value::Number(Number(literal))), span))
            }
            Token::Word(word @ ("true" | "false")) => {
                self.next();
                Ok(self.add(ExprKind::Literal(Value::Bool(word == "true")), span))
            }
            Token::Word(_) => {
                let callee = self.templated()?;
                if self.is("(") {
                    let arguments = self.arguments()?;
                    let span = callee.span.to(self.last_span());
                    return Ok(self.add(ExprKind::Call { callee, arguments }, span));
                }
                let span = callee.span;
                Ok(self.add(ExprKind::Name(callee), span))
            }
            Token::Mark("(") => {
                self.next();
                let inner = self.expression()?;
                let end = self.expect(")", "the expression in parentheses")?;
                Ok(self.add(ExprKind::Parenthesis(inner), span.to(end)))
            }
            Token::TemplateStart => self.refuse(
                "this `<` is read as the start of a template list, because a `>` follows; put parentheses around the comparison",
            ),
            _ => self.unexpected("an expression"),
        }
    }

    /// Parses a name with its template arguments.
    pub(super) fn templated(&mut self) -> Result<Templated<'s>> {
        let Token::Word(text) = self.peek() else {
            return self.unexpected("a name");
        };
        self.check_name(text, self.span())?;
        let name = Name {
            text,
            span: self.next().1,
        };
        let mut span = name.span;
        let mut arguments = None;
        if self.peek() == Token::TemplateStart {
            arguments = Some(self.template()?);
            span = span.to(self.last_span());
        }
        Ok(Templated { name, arguments, span })
    }

    /// Parses a template list, from its `<`.
    pub(super) fn template(&mut self) -> Result<Vec<Expr>> {
        let open = self.next().1;
        let mut arguments = Vec::new();
        loop {
            if self.peek() == Token::TemplateEnd {
                if arguments.is_empty() {
                    return self.unexpected("a template argument");
                }
                break;
            }
            arguments.push(self.expression()?);
            if !self.accept(",") && self.peek() != Token::TemplateEnd {
                let line = self.text[..open.start as usize].matches('\n').count() + 1;
                return self.refuse(format!(
                    "`,` or `>` is missing in the template list that begins in line {line}; there is {}. Comparisons like `a < b, c > d` are read as one: put parentheses around each",
                    self.found()
                ));
            }
        }
        self.next();
        Ok(arguments)
    }

    /// Parses `(…)`.
    pub(super) fn arguments(&mut self) -> Result<Vec<Expr>> {
        self.expect("(", "the name")?;
        let mut arguments = Vec::new();
        while !self.is(")") {
            arguments.push(self.expression()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")", "the arguments")?;
        Ok(arguments)
    }

    /// Parses a type, which has the form of an expression.
    pub(super) fn ty(&mut self) -> Result<Expr> {
        self.deeper(|this| {
            if !matches!(this.peek(), Token::Word(_)) {
                return this.unexpected("a type");
            }
            let name = this.templated()?;
            let span = name.span;
            Ok(this.add(ExprKind::Name(name), span))
        })
    }
}
