//! Parses directives, declarations and attributes.

use super::Parser;
use crate::error::{Result, invalid};
use crate::lex::Token;
use crate::syntax::{Attribute, Binding, Control, Declaration, Directive, Function, Name, Parameter, Struct, Variable};

impl<'s> Parser<'s> {
    pub(super) fn module(&mut self) -> Result<()> {
        while self.directive()? {}
        while self.peek() != Token::End {
            if self.accept(";") {
                continue;
            }
            self.declaration()?;
        }
        Ok(())
    }

    fn directive(&mut self) -> Result<bool> {
        let start = self.span();
        let directive = match self.peek() {
            Token::Word("enable") => {
                self.next();
                Directive::Enable(self.names("an extension")?)
            }
            Token::Word("requires") => {
                self.next();
                Directive::Requires(self.names("a language feature")?)
            }
            Token::Word("diagnostic") => {
                self.next();
                Directive::Diagnostic(self.control()?)
            }
            Token::Mark(";") => {
                self.next();
                return Ok(true);
            }
            _ => return Ok(false),
        };
        let end = self.expect(";", "the directive")?;
        self.tree.directives.push((directive, start.to(end)));
        Ok(true)
    }

    fn names(&mut self, noun: &str) -> Result<Vec<Name<'s>>> {
        let mut names = vec![self.bare_name(noun)?];
        while self.accept(",") {
            if self.is(";") {
                break;
            }
            names.push(self.bare_name(noun)?);
        }
        Ok(names)
    }

    /// Reads a name that the language gives, which may be a reserved word.
    fn bare_name(&mut self, noun: &str) -> Result<Name<'s>> {
        match self.next() {
            (Token::Word(text), span) => Ok(Name { text, span }),
            _ => {
                self.at -= 1;
                self.unexpected(&format!("the name of {noun}"))
            }
        }
    }

    /// Parses `(severity, rule)`.
    fn control(&mut self) -> Result<Control<'s>> {
        self.expect("(", "`diagnostic`")?;
        let severity = self.bare_name("a severity")?;
        self.expect(",", "the severity")?;
        let mut rule = vec![self.bare_name("a rule")?];
        if self.accept(".") {
            rule.push(self.bare_name("a rule")?);
        }
        self.accept(",");
        self.expect(")", "the rule")?;
        Ok(Control { severity, rule })
    }

    pub(super) fn attributes(&mut self) -> Result<Vec<Attribute<'s>>> {
        let mut attributes = Vec::new();
        while self.is("@") {
            let start = self.next().1;
            let name = self.bare_name("an attribute")?;
            let mut control = None;
            let mut arguments = None;
            if name.text == "diagnostic" {
                control = Some(self.control()?);
            } else if self.is("(") {
                arguments = Some(self.arguments()?);
            }
            attributes.push(Attribute {
                name,
                arguments,
                control,
                span: start.to(self.last_span()),
            });
        }
        Ok(attributes)
    }

    fn declaration(&mut self) -> Result<()> {
        let attributes = self.attributes()?;
        let start = attributes.first().map_or(self.span(), |attribute| attribute.span);
        let no_attributes = |attributes: &[Attribute<'_>], noun: &str| match attributes.first() {
            Some(attribute) => invalid(attribute.span, format!("{noun} cannot have attributes")),
            None => Ok(()),
        };
        let declaration = match self.peek() {
            Token::Word("const" | "override" | "var") => {
                let variable = self.variable(attributes)?;
                self.expect(";", "the declaration")?;
                Declaration::Variable(variable)
            }
            Token::Word("let") => {
                return self.refuse("`let` stands in functions only; use `const` or `override` here");
            }
            Token::Word("fn") => Declaration::Function(self.function(attributes)?),
            Token::Word("struct") => {
                no_attributes(&attributes, "a structure")?;
                Declaration::Struct(self.structure()?)
            }
            Token::Word("alias") => {
                no_attributes(&attributes, "an alias")?;
                self.next();
                let name = self.name("the alias")?;
                self.expect("=", "the name of the alias")?;
                let ty = self.ty()?;
                self.expect(";", "the alias")?;
                Declaration::Alias { name, ty }
            }
            Token::Word("const_assert") => {
                no_attributes(&attributes, "`const_assert`")?;
                self.next();
                let condition = self.expression()?;
                self.expect(";", "the condition")?;
                Declaration::ConstAssert(condition)
            }
            Token::Word(word @ ("enable" | "requires" | "diagnostic")) => {
                return self.refuse(format!("`{word}` must come before all declarations"));
            }
            _ => return self.unexpected("a declaration"),
        };
        let span = start.to(self.last_span());
        self.tree.declarations.push((declaration, span));
        Ok(())
    }

    /// Parses a declaration of a value, without its `;`.
    pub(super) fn variable(&mut self, attributes: Vec<Attribute<'s>>) -> Result<Variable<'s>> {
        let (word, keyword) = self.next();
        let binding = match word {
            Token::Word("const") => Binding::Const,
            Token::Word("override") => Binding::Override,
            Token::Word("let") => Binding::Let,
            _ => Binding::Var,
        };
        let mut template = None;
        if binding == Binding::Var && self.peek() == Token::TemplateStart {
            template = Some(self.template()?);
        }
        let name = self.name("the value")?;
        let ty = self.accept(":").then(|| self.ty()).transpose()?;
        let initial = self.accept("=").then(|| self.expression()).transpose()?;
        if initial.is_none() && matches!(binding, Binding::Const | Binding::Let) {
            return self.unexpected(&format!("`=` with the value of `{}`", name.text));
        }
        Ok(Variable {
            attributes,
            binding,
            keyword,
            template,
            name,
            ty,
            initial,
        })
    }

    fn parameter(&mut self, noun: &str) -> Result<Parameter<'s>> {
        let attributes = self.attributes()?;
        let name = self.name(noun)?;
        self.expect(":", &format!("`{}`", name.text))?;
        let ty = self.ty()?;
        Ok(Parameter { attributes, name, ty })
    }

    fn structure(&mut self) -> Result<Struct<'s>> {
        self.next();
        let name = self.name("the structure")?;
        self.expect("{", "the name of the structure")?;
        let mut members = Vec::new();
        while !self.is("}") {
            members.push(self.parameter("the member")?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect("}", "the members; members end with `,`")?;
        Ok(Struct { name, members })
    }

    fn function(&mut self, attributes: Vec<Attribute<'s>>) -> Result<Function<'s>> {
        self.next();
        let name = self.name("the function")?;
        self.expect("(", "the name of the function")?;
        let mut parameters = Vec::new();
        while !self.is(")") {
            parameters.push(self.parameter("the parameter")?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")", "the parameters")?;
        let mut result = None;
        let mut result_attributes = Vec::new();
        if self.accept("->") {
            result_attributes = self.attributes()?;
            result = Some(self.ty()?);
        }
        let body = self.block("the head of the function")?;
        Ok(Function {
            attributes,
            name,
            parameters,
            result_attributes,
            result,
            body,
        })
    }
}
