//! Reads structures and unions: their bases, members and methods, and the types inside of them.

use super::Parser;
use super::enumeration::enumerators;
use super::types::Qualifiers;
use crate::error::{Result, Span, error};
use crate::syntax::{
    Argument, Expr, ExprKind, HostFunction, Layout, Name, Storage, Structure, TemplateParameter, UNNAMED, Variable,
};
use std::rc::Rc;

impl Parser<'_> {
    /// Reads `struct name {…};`. A structure that cannot be read is kept with its error.
    pub(super) fn structure(&mut self, template: Vec<TemplateParameter>) -> Result<Structure> {
        let layout = if self.is("union") { Layout::Over } else { Layout::Behind };
        self.at += 1;
        let mut aligned = Vec::new();
        self.alignments(&mut aligned)?;
        let span = self.here();
        let name: Rc<str> = if self.is("{") {
            "".into()
        } else {
            self.word("a structure's name")?.0
        };
        Rc::make_mut(&mut self.types).insert(name.clone());
        let special = self.special()?;
        let mut structure = Structure {
            name,
            layout,
            aligned,
            template,
            special,
            bases: Vec::new(),
            span,
            members: Vec::new(),
            bits: Vec::new(),
            methods: Vec::new(),
            aliases: Vec::new(),
            broken: None,
        };
        self.take("final");
        if self.take(":") {
            loop {
                while self.is("public") || self.is("private") || self.is("protected") || self.is("virtual") {
                    self.at += 1;
                }
                let name = self.name(true)?;
                structure.bases.push(Self::named_type(name));
                if !self.take(",") {
                    break;
                }
            }
        }
        if !self.is("{") {
            return self.expected("a brace `{`");
        }
        let end = self.after_bracket(self.at);
        self.keep_launching(self.at + 1, end);
        self.at += 1;
        let before = std::mem::take(&mut self.errors);
        let around = self.around.clone();
        if !structure.template.is_empty() {
            self.around = structure.template.clone();
        }
        let read = self.members(&mut structure, end - 1);
        self.around = around;
        if let Err(error) = read {
            let error = match layout {
                Layout::Behind => *error,
                Layout::Over => structure.refused_union(),
            };
            structure.broken.get_or_insert(error);
        }
        self.errors = before;
        self.at = end;
        self.alignments(&mut structure.aligned)?;
        Ok(structure)
    }

    /// Returns true if the next word but one begins an alignment.
    pub(super) fn is_aligned_ahead(&self) -> bool {
        self.ahead(1).is_some_and(|token| begins_alignment(&token.text))
    }

    /// Keeps a structure that is declared inside of another declaration, and returns its name.
    pub(super) fn keep_inner(&mut self, structure: Structure, span: Span) -> Name {
        let name = Name::plain(structure.name.clone(), span);
        self.inner.push(structure);
        name
    }

    /// Keeps a structure that is declared inside of another one, and returns its name there.
    fn keep_in_structure(&mut self, inner: Structure, span: Span) -> Name {
        let around = self.around.clone();
        if around.is_empty() {
            self.keep_inner(inner, span)
        } else {
            self.keep_instance(inner, &around, span)
        }
    }

    /// Keeps a structure that is declared inside of a template, with the template's parameters. Returns the name of the
    /// instance with the template's own arguments.
    pub(super) fn keep_instance(
        &mut self,
        mut structure: Structure,
        template: &[TemplateParameter],
        span: Span,
    ) -> Name {
        let written = structure.name.clone();
        structure.name = format!("{written}Of{}", self.inner.len() + 1).into();
        structure.template = template.to_vec();
        Rc::make_mut(&mut self.types).insert(structure.name.clone());
        let name = |text: &Rc<str>| Name::plain(text.clone(), span);
        let instance = Self::named_type(name(&structure.name));
        structure.aliases.push((written, instance));
        let arguments = template.iter().map(|parameter| match parameter {
            TemplateParameter::Type { name: text, .. } => Argument::Type(Self::named_type(name(text))),
            TemplateParameter::Value { name: text, .. } => Argument::Value(Expr {
                kind: ExprKind::Name(name(text)),
                span,
            }),
        });
        let arguments: Vec<Argument> = arguments.collect();
        let mut name = self.keep_inner(structure, span);
        name.arguments = Some(arguments);
        name
    }

    /// Reads the alignments before a structure's name, or behind its members.
    pub(super) fn alignments(&mut self, alignments: &mut Vec<Argument>) -> Result<()> {
        while self.peek().is_some_and(|token| begins_alignment(&token.text)) {
            self.alignment(alignments)?;
        }
        Ok(())
    }

    /// Keeps the functions with a launch among the members of a structure, whose tokens these are.
    fn keep_launching(&mut self, start: usize, end: usize) {
        let (mut index, mut head) = (start, start);
        while index + 1 < end {
            let token = &self.tokens[index];
            if token.is("(") {
                index = self.after_bracket(index);
            } else if token.is("{") {
                let after = self.after_bracket(index);
                let tokens = &self.tokens[head..after];
                let called = tokens.windows(2).find(|pair| pair[1].is("("));
                if let Some(name) = called.map(|pair| pair[0].text.clone())
                    && tokens.iter().any(|token| token.is("<<<"))
                {
                    self.launching.push(HostFunction {
                        name,
                        template: Vec::new(),
                        tokens: tokens.to_vec(),
                    });
                }
                (index, head) = (after, after);
            } else {
                index += 1;
                // `public:` ends with a colon.
                if token.is(";") || token.is(":") && index == head + 2 {
                    head = index;
                }
            }
        }
    }

    fn members(&mut self, structure: &mut Structure, end: usize) -> Result<()> {
        while self.at < end {
            let begins_body = |parser: &Self| (1..8).any(|by| parser.is_ahead(by, "{"));
            if self.take(";") {
                continue;
            }
            if matches!(self.peek(), Some(token) if matches!(&*token.text, "public" | "private" | "protected")) {
                self.at += 1;
                self.expect(":")?;
            } else if self.is("typedef") && self.is_ahead(1, "enum") && begins_body(self) {
                self.alias_of_enumeration(structure)?;
            } else if self.is("using") || self.is("typedef") {
                structure.aliases.extend(self.alias()?);
            } else if !self.is("enum") && self.is_bit_field() {
                self.bit_fields(structure)?;
            } else if (self.is("struct") || self.is("union")) && (self.is_ahead(1, "{") || self.is_ahead(2, "{")) {
                self.inner_structure(structure)?;
            } else if self.is("enum") && begins_body(self) {
                self.inner_enumeration(structure)?;
            } else {
                self.method_or_fields(structure)?;
            }
        }
        Ok(())
    }

    /// Reads `typedef enum {…} name;` in a structure.
    fn alias_of_enumeration(&mut self, structure: &mut Structure) -> Result<()> {
        self.at += 1;
        let span = self.here();
        let (name, values) = self.enumeration()?;
        structure.members.extend(enumerators(&values, span));
        let (alias, _) = self.word("a name")?;
        Rc::make_mut(&mut self.types).insert(alias.clone());
        let written = alias.clone();
        let name = name.unwrap_or(alias);
        let ty = Self::named_type(Name::plain(name.clone(), span));
        structure.aliases.push((written, ty));
        self.enumerations.push((Some(name), values));
        self.expect(";")?;
        Ok(())
    }

    /// Reads a method, a constructor, a conversion, or variables.
    fn method_or_fields(&mut self, structure: &mut Structure) -> Result<()> {
        let start = self.here();
        let template = if self.is("template") {
            self.template()?
        } else {
            Vec::new()
        };
        let mut qualifiers = Qualifiers::default();
        self.qualifiers(&mut qualifiers)?;
        if qualifiers.virtually {
            return Err(
                error(start, "a virtual function is not taken: a call must name one function")
                    .help("use a template parameter or a functor"),
            );
        }
        if self.take("~") {
            self.at += 1;
            self.at = self.after_bracket(self.at);
            if self.is("{") {
                self.at = self.after_bracket(self.at);
            }
            return Ok(());
        }
        let is_constructor = self.peek().is_some_and(|token| token.text == structure.name);
        if is_constructor && self.is_ahead(1, "(") {
            self.at += 1;
            let returns = Self::named_type(Name::plain(structure.name.clone(), start));
            let function = self.function("".into(), returns, &qualifiers, template, start)?;
            structure.methods.push(Rc::new(function));
            return Ok(());
        }
        if self.take("operator") {
            // A conversion: `operator T*()`.
            let ty = self.whole_type()?;
            let function = self.function("operator".into(), ty, &qualifiers, template, start)?;
            structure.methods.push(Rc::new(function));
            return Ok(());
        }
        let base = self.base_type(&mut qualifiers)?;
        let start_of_declarator = self.at;
        let (ty, name) = self.declarator(base.clone())?;
        let method = if self.take("operator") {
            Some(self.operator_name()?)
        } else {
            name.filter(|_| self.is("(")).map(|(name, _)| name)
        };
        if let Some(name) = method {
            let function = self.function(name, ty, &qualifiers, template, start)?;
            if qualifiers.friendly {
                self.friends.push(function)
            } else {
                structure.methods.push(Rc::new(function))
            }
            return Ok(());
        }
        self.at = start_of_declarator;
        let mut variables = self.variables_of(base, &qualifiers)?;
        if qualifiers.fixed && qualifiers.storage == Storage::Plain {
            for variable in &mut variables {
                variable.storage = Storage::Constexpr;
            }
        }
        self.fields
            .extend(variables.iter().map(|variable| variable.name.clone()));
        for variable in &variables {
            super::bits::check_behind(structure, variable)?;
        }
        structure.members.extend(variables);
        self.expect(";")?;
        Ok(())
    }

    /// Reads a structure in a structure. One without names lends its members to the one around it.
    fn inner_structure(&mut self, outer: &mut Structure) -> Result<()> {
        let start = self.here();
        let mut inner = self.structure(Vec::new())?;
        if let Some(error) = inner.broken.take() {
            return Err(Box::new(error));
        }
        if inner.name.is_empty() {
            if inner.layout == outer.layout && self.take(";") {
                outer.members.append(&mut inner.members);
                return Ok(());
            }
            let number = self.inner.len() + 1;
            inner.name = format!("{}Part{number}", outer.name).into();
            if self.is(";") {
                let ty = Self::named_type(self.keep_in_structure(inner, start));
                outer.members.push(Variable {
                    name: format!("{UNNAMED}{number}").into(),
                    ty,
                    storage: Storage::Plain,
                    aligned: Vec::new(),
                    init: None,
                    span: start,
                });
                return Ok(());
            }
        }
        let written = inner.name.clone();
        let name = self.keep_in_structure(inner, start);
        let ty = Self::named_type(name.clone());
        outer.aliases.push((written, ty));
        if self.take(";") {
            return Ok(());
        }
        let variables = self.variables_of(Self::named_type(name), &Qualifiers::default())?;
        self.fields
            .extend(variables.iter().map(|variable| variable.name.clone()));
        outer.members.extend(variables);
        self.expect(";")?;
        Ok(())
    }
}

fn begins_alignment(text: &str) -> bool {
    matches!(text, "__align__" | "__builtin_align__" | "alignas" | "__attribute__")
}
