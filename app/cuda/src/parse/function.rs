//! Reads templates, functions and their parameters.

use super::Parser;
use super::types::Qualifiers;
use crate::error::{Result, Span, error, fail};
use crate::lex::Kind;
use crate::syntax::{Argument, Function, Parameter, TemplateParameter, TypeName};
use std::rc::Rc;

impl Parser<'_> {
    /// Reads `template <…>`.
    pub(super) fn template(&mut self) -> Result<Vec<TemplateParameter>> {
        self.expect("template")?;
        self.expect("<")?;
        let mut parameters = Vec::new();
        while !self.take(">") {
            if self.is("typename") || self.is("class") {
                self.at += 1;
                if self.is("...") {
                    return Err(error(
                        self.here(),
                        "a template with any number of arguments (variadic) is not taken",
                    )
                    .help("write one template for each number of arguments"));
                }
                let name = match self.peek() {
                    Some(token) if token.kind == Kind::Word => self.word("a name")?.0,
                    _ => "".into(),
                };
                Rc::make_mut(&mut self.types).insert(name.clone());
                let default = self.take("=").then(|| self.whole_type()).transpose()?;
                parameters.push(TemplateParameter::Type { name, default });
            } else if self.is("template") {
                return fail(self.here(), "a template as the argument of a template is not taken");
            } else {
                let base = self.base_type(&mut Qualifiers::default())?;
                let (ty, name) = self.declarator(base)?;
                let name = name.map_or_else(|| "".into(), |(name, _)| name);
                let default = self.take("=").then(|| self.template_value()).transpose()?;
                parameters.push(TemplateParameter::Value { name, ty, default });
            }
            if !self.take(",") && !self.is(">") {
                return self.expected("`,` or `>`");
            }
        }
        Ok(parameters)
    }

    /// Returns the arguments of a template as types or values, for a specialisation.
    pub(super) fn special(&mut self) -> Result<Option<Vec<Argument>>> {
        if self.is("<") {
            Ok(Some(self.template_arguments()?))
        } else {
            Ok(None)
        }
    }

    pub(super) fn parameters(&mut self) -> Result<Vec<Parameter>> {
        self.expect("(")?;
        let mut parameters = Vec::new();
        if self.is("void") && self.is_ahead(1, ")") {
            self.at += 1;
        }
        while !self.take(")") {
            if self.is("...") {
                return fail(
                    self.here(),
                    "a function with any number of arguments (variadic) is not taken",
                );
            }
            let start = self.here();
            if !self.type_begins() && !self.peek().is_some_and(|token| token.kind == Kind::Word) {
                return self.expected("the type of a parameter");
            }
            let base = self.base_type(&mut Qualifiers::default())?;
            let (ty, name) = self.declarator(base)?;
            let span = start.to(self.before());
            let default = self.take("=").then(|| self.assignment()).transpose()?;
            let name = name.map_or_else(|| "".into(), |(name, _)| name);
            parameters.push(Parameter {
                name,
                ty,
                default,
                span,
            });
            if !self.take(",") && !self.is(")") {
                return self.expected("`,` or `)`");
            }
        }
        Ok(parameters)
    }

    /// Reads a function from its parameters on. Errors in its body are kept in it.
    pub(super) fn function(
        &mut self,
        name: Rc<str>,
        returns: TypeName,
        qualifiers: &Qualifiers,
        template: Vec<TemplateParameter>,
        start: Span,
    ) -> Result<Function> {
        let parameters = self.parameters()?;
        let span = start.to(self.before());
        let mut function = Function {
            name,
            template,
            special: None,
            kernel: qualifiers.kernel,
            returns,
            parameters,
            body: None,
            constant: false,
            fixed: qualifiers.fixed,
            members: Vec::new(),
            span,
            errors: Vec::new(),
        };
        loop {
            if self.take("const") {
                function.constant = true;
            } else if self.is("noexcept") || self.is("override") || self.is("final") || self.is("volatile") {
                self.at += 1;
            } else if self.take("->") {
                if !self.takes_decltype() {
                    function.returns = self.whole_type()?;
                }
            } else {
                break;
            }
        }
        if self.take(";") {
            return Ok(function);
        }
        if self.take("=") {
            // `= default` has an empty body, `= delete` and `= 0` have none.
            if self.is("default") {
                function.body = Some(Vec::new());
            }
            self.at += 1;
            self.expect(";")?;
            return Ok(function);
        }
        let hidden = self.hide_types(&function.parameters);
        let read = self.definition(&mut function);
        self.hidden.truncate(hidden);
        function.span = start.to(self.before());
        read.map(|()| function)
    }

    /// Reads the values of a constructor's members, and a function's body. Errors in the body are kept in it.
    fn definition(&mut self, function: &mut Function) -> Result<()> {
        if self.take(":") {
            loop {
                let (name, span) = self.word("a member's name")?;
                // A base may have template arguments: `: Base<T>(a)`.
                if self.is("<") {
                    self.template_arguments()?;
                }
                let close = if self.is("{") { "}" } else { ")" };
                if !self.take("(") {
                    self.expect("{")?;
                }
                let values = self.arguments(close)?;
                function.members.push((name, values, span));
                if !self.take(",") {
                    break;
                }
            }
        }
        if !self.is("{") {
            return self.expected("a brace `{` of the function's body");
        }
        let end = self.after_bracket(self.at);
        let unclosed = self.tokens.get(end - 1).is_none_or(|token| !token.is("}"));
        let before = std::mem::take(&mut self.errors);
        let outer = std::mem::replace(&mut self.enclosing, function.template.clone());
        let body = self.block();
        self.enclosing = outer;
        let mut errors = std::mem::replace(&mut self.errors, before);
        match body {
            Ok(body) => function.body = Some(body),
            Err(error) => {
                errors.push(*error);
                self.at = end;
            }
        }
        if !unclosed {
            self.at = end;
        }
        function.errors = errors;
        Ok(())
    }

    /// Reads the symbol after `operator`.
    pub(super) fn operator_name(&mut self) -> Result<Rc<str>> {
        let mut text = "operator".to_owned();
        if self.is("(") && self.is_ahead(1, ")") || self.is("[") && self.is_ahead(1, "]") {
            text += if self.is("(") { "()" } else { "[]" };
            self.at += 2;
            return Ok(text.into());
        }
        // `operator new` and `operator delete` are the host's.
        if self.take("new") || self.take("delete") {
            text += " ";
            text += &self.tokens[self.at - 1].text;
        }
        while let Some(token) = self.peek().filter(|token| token.kind == Kind::Symbol && !token.is("(")) {
            text += &token.text;
            self.at += 1;
        }
        Ok(text.into())
    }
}
