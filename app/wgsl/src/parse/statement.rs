//! Parses statements.

use super::Parser;
use crate::error::{Result, invalid};
use crate::lex::Token;
use crate::syntax::{
    Attribute, Binary, Block, Branch, BreakIf, Case, Continuing, Expr, ExprKind, Statement, StatementKind,
};

impl<'s> Parser<'s> {
    pub(super) fn block(&mut self, after: &str) -> Result<Block<'s>> {
        let attributes = self.attributes()?;
        self.block_with(attributes, after)
    }

    fn block_with(&mut self, attributes: Vec<Attribute<'s>>, after: &str) -> Result<Block<'s>> {
        let start = self.expect("{", after)?;
        let mut statements = Vec::new();
        self.deeper(|this| {
            while !this.is("}") {
                if this.peek() == Token::End {
                    return this.unexpected("`}`");
                }
                statements.push(this.statement()?);
            }
            Ok(())
        })?;
        let end = self.next().1;
        Ok(Block {
            attributes,
            statements,
            span: start.to(end),
        })
    }

    fn statement(&mut self) -> Result<Statement<'s>> {
        let attributes = self.attributes()?;
        let start = attributes.first().map_or(self.span(), |attribute| attribute.span);
        let takes_attributes = matches!(
            self.peek(),
            Token::Mark("{") | Token::Word("if" | "switch" | "loop" | "for" | "while")
        );
        if let (Some(attribute), false) = (attributes.first(), takes_attributes) {
            return invalid(attribute.span, "this statement cannot have attributes");
        }
        let kind = match self.peek() {
            Token::Mark(";") => {
                self.next();
                StatementKind::Empty
            }
            Token::Mark("{") => StatementKind::Block(self.block_with(attributes, "the attributes")?),
            Token::Word("if") => self.branch(attributes)?,
            Token::Word("switch") => self.switch(attributes)?,
            Token::Word("loop") => self.endless(attributes)?,
            Token::Word("for") => self.counted(attributes)?,
            Token::Word("while") => {
                self.next();
                let condition = self.expression()?;
                let body = self.block("the condition")?;
                StatementKind::While {
                    attributes,
                    condition,
                    body,
                }
            }
            Token::Word("continuing") => {
                return self.refuse("`continuing` must be the last part of a `loop`");
            }
            Token::Word("break") => {
                self.next();
                if self.is_word("if") {
                    return self.refuse("`break if` must be the last statement of `continuing`");
                }
                self.expect(";", "`break`")?;
                StatementKind::Break
            }
            Token::Word("continue") => {
                self.next();
                self.expect(";", "`continue`")?;
                StatementKind::Continue
            }
            Token::Word("return") => {
                self.next();
                let value = if self.is(";") { None } else { Some(self.expression()?) };
                self.expect(";", "`return`")?;
                StatementKind::Return(value)
            }
            Token::Word("discard") => {
                self.next();
                self.expect(";", "`discard`")?;
                StatementKind::Discard
            }
            Token::Word("const_assert") => {
                self.next();
                let condition = self.expression()?;
                self.expect(";", "the condition")?;
                StatementKind::ConstAssert(condition)
            }
            Token::Word("let" | "const" | "var") => {
                let variable = self.variable(Vec::new())?;
                self.expect(";", "the declaration")?;
                StatementKind::Declaration(variable)
            }
            Token::Word("override") => {
                return self.refuse("`override` stands outside of functions");
            }
            Token::Word("else") => return self.refuse("this `else` belongs to no `if`"),
            Token::Word("case" | "default") => {
                return self.refuse("this case belongs to no `switch`");
            }
            _ => {
                let kind = self.simple()?;
                self.expect(";", "the statement")?;
                kind
            }
        };
        Ok(Statement {
            span: start.to(self.last_span()),
            kind,
        })
    }

    /// Parses a call, an assignment, `++` or `--`, without `;`.
    fn simple(&mut self) -> Result<StatementKind<'s>> {
        if self.accept("_") {
            self.expect("=", "`_`")?;
            let right = self.expression()?;
            return Ok(StatementKind::Assign {
                left: None,
                operator: None,
                right,
            });
        }
        let left = self.left()?;
        if matches!(self.tree.kind(left), ExprKind::Call { .. }) && (self.is(";") || self.is(")")) {
            return Ok(StatementKind::Call(left));
        }
        let Token::Mark(mark) = self.peek() else {
            return self.unexpected("`=`, or `(` of a call");
        };
        let operator = match mark {
            "++" | "--" => {
                self.next();
                let operator = if mark == "++" { Binary::Add } else { Binary::Subtract };
                return Ok(StatementKind::Step { left, operator });
            }
            "=" => None,
            "+=" => Some(Binary::Add),
            "-=" => Some(Binary::Subtract),
            "*=" => Some(Binary::Multiply),
            "/=" => Some(Binary::Divide),
            "%=" => Some(Binary::Remainder),
            "&=" => Some(Binary::And),
            "|=" => Some(Binary::Or),
            "^=" => Some(Binary::ExclusiveOr),
            "<<=" => Some(Binary::ShiftLeft),
            ">>=" => Some(Binary::ShiftRight),
            _ => return self.unexpected("`=`, or `(` of a call"),
        };
        self.next();
        let right = self.expression()?;
        Ok(StatementKind::Assign {
            left: Some(left),
            operator,
            right,
        })
    }

    /// Parses the left side of an assignment, or a call.
    fn left(&mut self) -> Result<Expr> {
        match self.peek() {
            Token::Word(_) | Token::Mark("(" | "&" | "*") => self.unary(),
            _ => self.unexpected("a statement"),
        }
    }

    fn branch(&mut self, attributes: Vec<Attribute<'s>>) -> Result<StatementKind<'s>> {
        let mut start = self.span();
        let mut branches = Vec::new();
        let mut otherwise = None;
        loop {
            self.next();
            let condition = self.expression()?;
            let head = start.to(self.last_span());
            let body = self.block("the condition")?;
            branches.push(Branch { condition, body, head });
            start = self.span();
            if !self.accept_word("else") {
                break;
            }
            if !self.is_word("if") {
                otherwise = Some(self.block("`else`")?);
                break;
            }
        }
        Ok(StatementKind::If {
            attributes,
            branches,
            otherwise,
        })
    }

    fn switch(&mut self, attributes: Vec<Attribute<'s>>) -> Result<StatementKind<'s>> {
        self.next();
        let selector = self.expression()?;
        let body_attributes = self.attributes()?;
        self.expect("{", "the value of the switch")?;
        let mut cases = Vec::new();
        while !self.is("}") {
            let start = self.span();
            let mut selectors = Vec::new();
            if self.accept_word("default") {
                selectors.push(None);
                self.accept(":");
            } else if self.accept_word("case") {
                loop {
                    if self.accept_word("default") {
                        selectors.push(None);
                    } else {
                        selectors.push(Some(self.expression()?));
                    }
                    if !self.accept(",") || self.is(":") || self.is("{") || self.is("@") {
                        break;
                    }
                }
                self.accept(":");
            } else {
                return self.unexpected("`case` or `default`");
            }
            let body = self.deeper(|this| this.block("the case"))?;
            cases.push(Case {
                selectors,
                body,
                span: start,
            });
        }
        self.next();
        Ok(StatementKind::Switch {
            attributes,
            selector,
            body_attributes,
            cases,
        })
    }

    fn endless(&mut self, attributes: Vec<Attribute<'s>>) -> Result<StatementKind<'s>> {
        self.next();
        let body_attributes = self.attributes()?;
        let start = self.expect("{", "`loop`")?;
        let mut statements = Vec::new();
        let mut continuing = None;
        self.deeper(|this| {
            while !this.is("}") {
                if this.peek() == Token::End {
                    return this.unexpected("`}`");
                }
                if this.accept_word("continuing") {
                    continuing = Some(this.continuing()?);
                    if !this.is("}") {
                        return this.refuse("`continuing` must be the last part of its loop");
                    }
                } else {
                    statements.push(this.statement()?);
                }
            }
            Ok(())
        })?;
        let end = self.next().1;
        let body = Block {
            attributes: body_attributes,
            statements,
            span: start.to(end),
        };
        Ok(StatementKind::Loop {
            attributes,
            body,
            continuing,
        })
    }

    fn continuing(&mut self) -> Result<Continuing<'s>> {
        let attributes = self.attributes()?;
        let start = self.expect("{", "`continuing`")?;
        let mut statements = Vec::new();
        let mut break_if = None;
        self.deeper(|this| {
            while !this.is("}") {
                if this.peek() == Token::End {
                    return this.unexpected("`}`");
                }
                if this.is_word("break") && this.peek_after(1) == Token::Word("if") {
                    let start = this.span();
                    this.next();
                    this.next();
                    let condition = this.expression()?;
                    let span = start.to(this.last_span());
                    break_if = Some(BreakIf { condition, span });
                    this.expect(";", "the condition")?;
                    if !this.is("}") {
                        return this.refuse("`break if` must be the last statement of `continuing`");
                    }
                } else {
                    statements.push(this.statement()?);
                }
            }
            Ok(())
        })?;
        let end = self.next().1;
        let body = Block {
            attributes,
            statements,
            span: start.to(end),
        };
        Ok(Continuing { body, break_if })
    }

    fn counted(&mut self, attributes: Vec<Attribute<'s>>) -> Result<StatementKind<'s>> {
        self.next();
        self.expect("(", "`for`")?;
        let mut start = None;
        if !self.is(";") {
            let from = self.span();
            let kind = match self.peek() {
                Token::Word("let" | "const" | "var") => StatementKind::Declaration(self.variable(Vec::new())?),
                _ => self.simple()?,
            };
            start = Some(Box::new(Statement {
                span: from.to(self.last_span()),
                kind,
            }));
        }
        self.expect(";", "the start of the `for`")?;
        let condition = if self.is(";") { None } else { Some(self.expression()?) };
        self.expect(";", "the condition of the `for`")?;
        let mut update = None;
        if !self.is(")") {
            let from = self.span();
            let kind = self.simple()?;
            update = Some(Box::new(Statement {
                span: from.to(self.last_span()),
                kind,
            }));
        }
        self.expect(")", "the head of the `for`")?;
        let body = self.block("the head of the `for`")?;
        Ok(StatementKind::For {
            attributes,
            start,
            condition,
            update,
            body,
        })
    }
}
