//! Reads statements.

use super::{Parser, refuse};
use crate::error::{Cause, Result, error, fail};
use crate::lex::Kind;
use crate::syntax::{Statement, StatementKind, Storage, Variable};

impl Parser<'_> {
    /// Reads the statements up to `}`. After an error it goes on behind the next `;` or block.
    pub(super) fn block(&mut self) -> Result<Vec<Statement>> {
        let hidden = self.hidden.len();
        let open = self.expect("{")?;
        let mut statements = Vec::new();
        while !self.take("}") {
            if self.at >= self.tokens.len() {
                return fail(open, "this brace `{` has no `}`");
            }
            let start = self.at;
            match self.nested(Self::statement) {
                Ok(statement) => statements.push(statement),
                // Everything behind nests as deep.
                Err(error) if error.cause == Cause::Depth => return Err(error),
                Err(error) => {
                    let is_undeclared = error.cause == Cause::Undeclared;
                    self.report(*error);
                    if self.errors.len() >= super::MOST_ERRORS {
                        return fail(open, "too many errors");
                    }
                    // The tokens behind the name of a template belong to it.
                    while is_undeclared
                        && let Some(token) = self.peek()
                        && ![";", "{", "}"].contains(&&*token.text)
                    {
                        self.at += 1;
                    }
                    self.recover(start);
                }
            }
        }
        self.hidden.truncate(hidden);
        Ok(statements)
    }

    /// Goes to the end of the statement that begins at `start`.
    fn recover(&mut self, start: usize) {
        let reached = self.at;
        self.at = start;
        while let Some(token) = self.peek() {
            if token.is("}") {
                return;
            }
            if token.is(";") && self.at + 1 >= reached {
                self.at += 1;
                return;
            }
            if token.is("{") {
                self.at = self.after_bracket(self.at);
                if self.at >= reached {
                    return;
                }
                continue;
            }
            // A statement without its semicolon ends where the next line's statement was found.
            if self.at >= reached && self.at > start && begins_statement(&token.text) {
                return;
            }
            self.at += 1;
        }
    }

    pub(super) fn statement(&mut self) -> Result<Statement> {
        let start = self.here();
        let kind = self.statement_kind()?;
        Ok(Statement {
            kind,
            span: start.to(self.before()),
        })
    }

    fn boxed(&mut self) -> Result<Box<Statement>> {
        Ok(Box::new(self.nested(Self::statement)?))
    }

    fn statement_kind(&mut self) -> Result<StatementKind> {
        let Some(token) = self.peek() else {
            return self.expected("a statement");
        };
        if token.is(";") {
            self.at += 1;
            return Ok(StatementKind::Empty);
        }
        if token.is("{") {
            return Ok(StatementKind::Block(self.block()?));
        }
        if token.is("[") && self.is_ahead(1, "[") {
            self.at = self.after_bracket(self.at);
            return self.statement_kind();
        }
        if let Some((why, help)) = refuse::statement(&token.text).filter(|_| token.kind == Kind::Word) {
            return Err(error(token.span, why).help(help));
        }
        match &*token.text {
            "if" => self.if_statement(),
            "while" => {
                self.at += 1;
                self.expect("(")?;
                let condition = self.condition()?;
                Ok(StatementKind::While(condition, self.boxed()?))
            }
            "do" => self.do_loop(),
            "for" => self.for_loop(),
            "switch" => self.switch(),
            "case" => {
                self.at += 1;
                let value = self.conditional()?;
                self.expect(":")?;
                Ok(StatementKind::Label(Some(value)))
            }
            "default" => {
                self.at += 1;
                self.expect(":")?;
                Ok(StatementKind::Label(None))
            }
            "break" => self.simple(StatementKind::Break),
            "continue" => self.simple(StatementKind::Continue),
            "return" => {
                self.at += 1;
                let value = match self.is(";") {
                    true => None,
                    false if self.is("{") => Some(self.list()?),
                    false => Some(self.expression()?),
                };
                self.expect(";")?;
                Ok(StatementKind::Return(value))
            }
            "using" | "typedef" => match self.alias()? {
                Some((name, ty)) => Ok(StatementKind::Alias(name, ty)),
                None => Ok(StatementKind::Empty),
            },
            "namespace" => {
                while !self.take(";") {
                    if self.at >= self.tokens.len() {
                        return self.expected("a semicolon `;`");
                    }
                    self.at += 1;
                }
                Ok(StatementKind::Empty)
            }
            "static_assert" => self.static_assert(),
            _ if self.is_ahead(1, ":") && token.kind == Kind::Word && !self.is_ahead(1, "::") => Err(error(
                token.span,
                format!("the label `{}` is for `goto`, which is not taken", token.text),
            )
            .help("write a loop with `break` or `continue`")),
            "struct" | "class" | "enum" | "union" => self.declaration(),
            _ if self.declaration_begins() => self.declaration(),
            _ => {
                let value = self.expression()?;
                self.expect(";")?;
                Ok(StatementKind::Expr(value))
            }
        }
    }

    fn if_statement(&mut self) -> Result<StatementKind> {
        self.at += 1;
        self.take("constexpr");
        self.expect("(")?;
        let condition = self.condition()?;
        let yes = self.boxed()?;
        let no = self.take("else").then(|| self.boxed()).transpose()?;
        Ok(StatementKind::If { condition, yes, no })
    }

    fn do_loop(&mut self) -> Result<StatementKind> {
        self.at += 1;
        let body = self.boxed()?;
        if !self.take("while") {
            return self.expected("`while` after the body of `do`");
        }
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        self.expect(";")?;
        Ok(StatementKind::Do(body, condition))
    }

    fn switch(&mut self) -> Result<StatementKind> {
        let start = self.here();
        self.at += 1;
        self.expect("(")?;
        let value = self.expression()?;
        self.expect(")")?;
        let head = start.to(self.before());
        let body = self.block()?;
        Ok(StatementKind::Switch { value, head, body })
    }

    fn static_assert(&mut self) -> Result<StatementKind> {
        self.at += 1;
        self.expect("(")?;
        let condition = self.assignment()?;
        let text = if self.take(",") {
            match self.assignment()?.kind {
                crate::syntax::ExprKind::Text(text) => text,
                _ => "".into(),
            }
        } else {
            "".into()
        };
        self.expect(")")?;
        self.expect(";")?;
        Ok(StatementKind::Assert(condition, text))
    }

    fn simple(&mut self, kind: StatementKind) -> Result<StatementKind> {
        self.at += 1;
        self.expect(";")?;
        Ok(kind)
    }

    /// Reads a condition, which may declare a variable, and its `)`.
    fn condition(&mut self) -> Result<Box<Statement>> {
        let start = self.here();
        let kind = if self.declaration_begins() {
            let variables = self.variables()?;
            StatementKind::Declare(variables)
        } else {
            StatementKind::Expr(self.expression()?)
        };
        self.expect(")")?;
        Ok(Box::new(Statement {
            kind,
            span: start.to(self.before()),
        }))
    }

    /// Reads the head of `for (int v : a)` up to the colon.
    fn range_variable(&mut self) -> Result<Variable> {
        let start = self.here();
        if !self.type_begins() {
            return self.expected("a type");
        }
        let base = self.base_type(&mut super::types::Qualifiers::default())?;
        let (ty, name) = self.declarator(base)?;
        let Some((name, span)) = name else {
            return self.expected("a name");
        };
        self.expect(":")?;
        Ok(Variable {
            name,
            ty,
            storage: Storage::Plain,
            aligned: Vec::new(),
            init: None,
            span: start.to(span),
        })
    }

    fn for_loop(&mut self) -> Result<StatementKind> {
        self.at += 1;
        self.expect("(")?;
        if let Some(variable) = self.attempt(Self::range_variable) {
            let over = if self.is("{") { self.list()? } else { self.expression()? };
            self.expect(")")?;
            let body = self.boxed()?;
            let variable = Box::new(variable);
            return Ok(StatementKind::Range { variable, over, body });
        }
        let start = self.here();
        let kind = if self.take(";") {
            StatementKind::Empty
        } else if self.declaration_begins() {
            self.declaration()?
        } else {
            let value = self.expression()?;
            self.expect(";")?;
            StatementKind::Expr(value)
        };
        let init = Box::new(Statement {
            kind,
            span: start.to(self.before()),
        });
        let condition = if self.is(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let step = if self.is(")") { None } else { Some(self.expression()?) };
        self.expect(")")?;
        let body = self.boxed()?;
        Ok(StatementKind::For {
            init,
            condition,
            step,
            body,
        })
    }
}

/// Returns true for words with which most statements begin.
fn begins_statement(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "if",
        "for",
        "while",
        "do",
        "switch",
        "return",
        "break",
        "continue",
        "int",
        "unsigned",
        "float",
        "const",
        "__syncthreads",
        "__shared__",
        "goto",
        "try",
        "double",
        "auto",
    ];
    WORDS.contains(&word)
}
