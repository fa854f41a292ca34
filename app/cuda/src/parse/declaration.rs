//! Reads declarations of variables, functions and structures.

use super::types::Qualifiers;
use super::{Parser, refuse};
use crate::error::{Result, Span, error, fail};
use crate::lex::Kind;
use crate::syntax::{
    Argument, Binary, Enumerator, Expr, ExprKind, Function, HostFunction, Init, Layout, Name,
    Parameter, StatementKind, Storage, Structure, TemplateParameter, TypeKind, TypeName, UNNAMED,
    Variable,
};
use std::rc::Rc;

impl Parser<'_> {
    /// Returns true if a declaration begins here, and not an expression.
    pub(super) fn declaration_begins(&mut self) -> bool {
        if !self.type_begins() {
            // An unknown name before another name is a type that is not known: `Foo x;`
            return self
                .ahead(1)
                .is_some_and(|next| next.kind == Kind::Word && !refuse::is_keyword(&next.text))
                && self.peek().is_some_and(|token| token.kind == Kind::Word);
        }
        let (at, depth) = (self.at, self.depth);
        let mut qualifiers = Qualifiers::default();
        let declares = self.base_type(&mut qualifiers).is_ok()
            && !matches!(self.peek(), Some(token) if token.is("(") && !self.is_inner_declarator() || token.is("{") || token.is("::") || token.is("."));
        (self.at, self.depth) = (at, depth);
        declares
    }

    /// Returns true if `(*name)` or `(&name)` is here with what follows it in a declaration; `int(*p + 1)` is a value.
    fn is_inner_declarator(&self) -> bool {
        let is_one_of = |at, marks: &[&str]| marks.iter().any(|mark| self.is_ahead(at, mark));
        let mut at = 1;
        while is_one_of(at, &["*", "&", "const", "__restrict__"]) {
            at += 1;
        }
        let named = self.ahead(at).is_some_and(|token| token.kind == Kind::Word);
        at > 1
            && named
            && self.is_ahead(at + 1, ")")
            && is_one_of(at + 2, &["[", "(", "=", ";", ","])
    }

    pub(super) fn declaration(&mut self) -> Result<StatementKind> {
        if matches!(self.peek(), Some(token) if matches!(&*token.text, "struct" | "class" | "enum" | "union"))
            && (self.is_ahead(1, "{") || self.is_ahead(2, "{") || self.is_aligned_ahead())
        {
            return self.inner_type();
        }
        let mut qualifiers = Qualifiers::default();
        let base = self.base_type(&mut qualifiers)?;
        if qualifiers.fixed && qualifiers.storage == Storage::Plain && !qualifiers.constant {
            return Err(error(
                base.span,
                "a `static` variable of a function, which all threads share, is not taken",
            )
            .help("declare it outside of the function with `__device__`"));
        }
        if let crate::syntax::TypeKind::Auto = base.kind
            && (self.is("[") || self.is_ahead(1, "["))
        {
            return self.unpacked(base);
        }
        let variables = self.variables_of(base, &qualifiers)?;
        self.expect(";")?;
        for variable in &variables {
            self.hide_type(&variable.name);
        }
        Ok(StatementKind::Declare(variables))
    }

    /// Reads `[a, b] = value;` behind `auto`.
    fn unpacked(&mut self, base: TypeName) -> Result<StatementKind> {
        let ty = if self.take("&") || self.take("&&") {
            TypeName {
                span: base.span,
                constant: base.constant,
                volatile: false,
                kind: crate::syntax::TypeKind::Reference(Box::new(base)),
            }
        } else {
            base
        };
        self.expect("[")?;
        let mut names = Vec::new();
        while !self.take("]") {
            names.push(self.word("a name")?);
            if !self.take(",") && !self.is("]") {
                return self.expected("`,` or `]`");
            }
        }
        let value = if self.is("{") || self.is("(") {
            let close = if self.is("{") { "}" } else { ")" };
            self.at += 1;
            let value = self.assignment()?;
            self.expect(close)?;
            value
        } else {
            self.expect("=")?;
            self.assignment()?
        };
        self.expect(";")?;
        Ok(StatementKind::Unpack { ty, names, value })
    }

    /// Keeps a structure that is declared inside of another declaration, and returns its name.
    fn keep_inner(&mut self, structure: Structure, span: Span) -> Name {
        let name = Name::plain(structure.name.clone(), span);
        self.inner.push(structure);
        name
    }

    /// Reads a type that is declared in a function. It is kept with those of the file, under its own name.
    fn inner_type(&mut self) -> Result<StatementKind> {
        let start = self.here();
        if self.is("enum") {
            let found = self.enumeration()?;
            self.enumerations.push(found);
            self.expect(";")?;
            return Ok(StatementKind::Empty);
        }
        let mut structure = self.structure(Vec::new())?;
        if structure.name.is_empty() && !self.is(";") {
            structure.name = format!("Part{}", self.inner.len() + 1).into();
        }
        let twice = self.inner.iter().any(|other| other.name == structure.name);
        if structure.name.is_empty() || twice {
            return Err(error(
                start,
                "a type without a name, or one whose name stands twice, is not taken in a function",
            )
            .help("declare it before the function"));
        }
        if let Some(error) = structure.broken.take() {
            return Err(Box::new(error));
        }
        let written = structure.name.clone();
        let enclosing = self.enclosing.clone();
        let name = if enclosing.is_empty() {
            self.keep_inner(structure, start)
        } else {
            self.keep_instance(structure, &enclosing, start)
        };
        if self.take(";") {
            return Ok(if enclosing.is_empty() {
                StatementKind::Empty
            } else {
                StatementKind::Alias(written, Self::named_type(name))
            });
        }
        // `struct P {…} a, b;`
        let variables = self.variables_of(Self::named_type(name), &Qualifiers::default())?;
        self.expect(";")?;
        Ok(StatementKind::Declare(variables))
    }

    pub(super) fn variables(&mut self) -> Result<Vec<Variable>> {
        let mut qualifiers = Qualifiers::default();
        let base = self.base_type(&mut qualifiers)?;
        self.variables_of(base, &qualifiers)
    }

    pub(super) fn variables_of(
        &mut self,
        base: TypeName,
        qualifiers: &Qualifiers,
    ) -> Result<Vec<Variable>> {
        let mut variables = Vec::new();
        loop {
            let start = self.here();
            let (ty, name) = self.declarator(base.clone())?;
            let Some((name, span)) = name else {
                return self.expected("a name");
            };
            let mut aligned = qualifiers.aligned.clone();
            while self.is("__attribute__") {
                self.alignment(&mut aligned)?;
            }
            let init = if self.take("=") {
                Some(Init::Value(if self.is("{") {
                    self.list()?
                } else {
                    self.assignment()?
                }))
            } else if self.is("{") {
                Some(Init::Value(without_braces(&ty, self.list()?)))
            } else if self.take("(") {
                Some(Init::Call(self.arguments(")")?))
            } else {
                None
            };
            let span = start.to(span);
            variables.push(Variable {
                name,
                ty,
                storage: qualifiers.storage,
                aligned,
                init,
                span,
            });
            if !self.take(",") {
                return Ok(variables);
            }
        }
    }

    /// Reads `using A = T;` or `typedef T A;`. `using namespace a;` has no result.
    pub(super) fn alias(&mut self) -> Result<Option<(Rc<str>, TypeName)>> {
        if self.take("using") {
            if self.is("namespace") || !self.is_ahead(1, "=") {
                while !self.take(";") {
                    if self.at >= self.tokens.len() {
                        return self.expected("a semicolon `;`");
                    }
                    // `using a::b;` makes `b` known.
                    self.at += 1;
                }
                return Ok(None);
            }
            let (name, _) = self.word("a name")?;
            self.expect("=")?;
            let ty = self.whole_type()?;
            self.expect(";")?;
            Rc::make_mut(&mut self.types).insert(name.clone());
            return Ok(Some((name, ty)));
        }
        self.expect("typedef")?;
        let base = self.base_type(&mut Qualifiers::default())?;
        let (ty, name) = self.declarator(base)?;
        let Some((name, _)) = name else {
            return self.expected("a name");
        };
        self.expect(";")?;
        Rc::make_mut(&mut self.types).insert(name.clone());
        Ok(Some((name, ty)))
    }

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
                let default = if self.take("=") {
                    Some(self.whole_type()?)
                } else {
                    None
                };
                parameters.push(TemplateParameter::Type { name, default });
            } else if self.is("template") {
                return fail(
                    self.here(),
                    "a template as the argument of a template is not taken",
                );
            } else {
                let base = self.base_type(&mut Qualifiers::default())?;
                let (ty, name) = self.declarator(base)?;
                let name = name.map_or_else(|| "".into(), |(name, _)| name);
                let default = if self.take("=") {
                    Some(self.template_value()?)
                } else {
                    None
                };
                parameters.push(TemplateParameter::Value { name, ty, default });
            }
            if !self.take(",") && !self.is(">") {
                return self.expected("`,` or `>`");
            }
        }
        Ok(parameters)
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
            let default = if self.take("=") {
                Some(self.assignment()?)
            } else {
                None
            };
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
            } else if self.is("noexcept")
                || self.is("override")
                || self.is("final")
                || self.is("volatile")
            {
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

    /// Reads `struct name {…};`. A structure that cannot be read is kept with its error.
    pub(super) fn structure(&mut self, template: Vec<TemplateParameter>) -> Result<Structure> {
        let layout = if self.is("union") {
            Layout::Over
        } else {
            Layout::Behind
        };
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
        let special = if self.is("<") {
            Some(self.template_arguments()?)
        } else {
            None
        };
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
                while self.is("public")
                    || self.is("private")
                    || self.is("protected")
                    || self.is("virtual")
                {
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
    fn is_aligned_ahead(&self) -> bool {
        self.ahead(1)
            .is_some_and(|token| begins_alignment(&token.text))
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
    fn keep_instance(
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
        let own = Self::named_type(name(&structure.name));
        structure.aliases.push((written, own));
        let arguments = template.iter().map(|parameter| match parameter {
            TemplateParameter::Type { name: own, .. } => {
                Argument::Type(Self::named_type(name(own)))
            }
            TemplateParameter::Value { name: own, .. } => Argument::Value(Expr {
                kind: ExprKind::Name(name(own)),
                span,
            }),
        });
        let arguments: Vec<Argument> = arguments.collect();
        let mut name = self.keep_inner(structure, span);
        name.arguments = Some(arguments);
        name
    }

    /// Reads the alignments before a structure's name, or behind its members.
    pub(super) fn alignments(&mut self, found: &mut Vec<Argument>) -> Result<()> {
        while self
            .peek()
            .is_some_and(|token| begins_alignment(&token.text))
        {
            self.alignment(found)?;
        }
        Ok(())
    }

    /// Keeps the functions with a launch among the members of a structure, whose tokens these are.
    fn keep_launching(&mut self, start: usize, end: usize) {
        let (mut at, mut head) = (start, start);
        while at + 1 < end {
            let token = &self.tokens[at];
            if token.is("(") {
                at = self.after_bracket(at);
            } else if token.is("{") {
                let after = self.after_bracket(at);
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
                (at, head) = (after, after);
            } else {
                at += 1;
                // `public:` ends with a colon.
                if token.is(";") || token.is(":") && at == head + 2 {
                    head = at;
                }
            }
        }
    }

    fn members(&mut self, structure: &mut Structure, end: usize) -> Result<()> {
        while self.at < end {
            if self.take(";") {
                continue;
            }
            if matches!(self.peek(), Some(token) if matches!(&*token.text, "public" | "private" | "protected"))
            {
                self.at += 1;
                self.expect(":")?;
                continue;
            }
            if self.is("typedef")
                && self.is_ahead(1, "enum")
                && (1..8).any(|by| self.is_ahead(by, "{"))
            {
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
                continue;
            }
            if self.is("using") || self.is("typedef") {
                structure.aliases.extend(self.alias()?);
                continue;
            }
            if !self.is("enum") && self.is_bit_field() {
                self.bit_fields(structure)?;
                continue;
            }
            if (self.is("struct") || self.is("union"))
                && (self.is_ahead(1, "{") || self.is_ahead(2, "{"))
            {
                self.inner_structure(structure)?;
                continue;
            }
            if self.is("enum") && (1..8).any(|by| self.is_ahead(by, "{")) {
                self.inner_enumeration(structure)?;
                continue;
            }
            let start = self.here();
            let template = if self.is("template") {
                self.template()?
            } else {
                Vec::new()
            };
            let mut qualifiers = Qualifiers::default();
            self.qualifiers(&mut qualifiers)?;
            if qualifiers.virtually {
                return Err(error(
                    start,
                    "a virtual function is not taken: a call must name one function",
                )
                .help("use a template parameter or a functor"));
            }
            if self.take("~") {
                self.at += 1;
                self.at = self.after_bracket(self.at);
                if self.is("{") {
                    self.at = self.after_bracket(self.at);
                }
                continue;
            }
            let own = self
                .peek()
                .is_some_and(|token| token.text == structure.name);
            if own && self.is_ahead(1, "(") {
                self.at += 1;
                let returns =
                    Self::named_type(crate::syntax::Name::plain(structure.name.clone(), start));
                let function = self.method("".into(), returns, &qualifiers, template, start)?;
                structure.methods.push(Rc::new(function));
                continue;
            }
            if self.take("operator") {
                // A conversion: `operator T*()`.
                let ty = self.whole_type()?;
                let function = self.method("operator".into(), ty, &qualifiers, template, start)?;
                structure.methods.push(Rc::new(function));
                continue;
            }
            let base = self.base_type(&mut qualifiers)?;
            let at = self.at;
            let (ty, name) = self.declarator(base.clone())?;
            if self.take("operator") {
                let name = self.operator_name()?;
                let function = self.method(name, ty, &qualifiers, template, start)?;
                if qualifiers.friendly {
                    self.friends.push(function)
                } else {
                    structure.methods.push(Rc::new(function))
                }
            } else if let (Some((name, _)), true) = (name, self.is("(")) {
                let function = self.method(name, ty, &qualifiers, template, start)?;
                if qualifiers.friendly {
                    self.friends.push(function)
                } else {
                    structure.methods.push(Rc::new(function))
                }
            } else {
                self.at = at;
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
            }
        }
        Ok(())
    }

    /// Reads an enumeration in a structure. Its names are those of the file.
    fn inner_enumeration(&mut self, outer: &mut Structure) -> Result<()> {
        let span = self.here();
        let (name, values) = self.enumeration()?;
        let ty = Self::named_type(Name::plain(name.clone().unwrap_or("int".into()), span));
        outer.members.extend(enumerators(&values, span));
        self.enumerations.push((name, values));
        if self.take(";") {
            return Ok(());
        }
        outer
            .members
            .extend(self.variables_of(ty, &Qualifiers::default())?);
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

    /// Reads a method; one for the host alone is skipped when its body cannot be read.
    fn method(
        &mut self,
        name: Rc<str>,
        returns: TypeName,
        qualifiers: &Qualifiers,
        template: Vec<TemplateParameter>,
        start: Span,
    ) -> Result<Function> {
        self.function(name, returns, qualifiers, template, start)
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
        while let Some(token) = self
            .peek()
            .filter(|token| token.kind == Kind::Symbol && !token.is("("))
        {
            text += &token.text;
            self.at += 1;
        }
        Ok(text.into())
    }

    /// Reads `enum name {…}`.
    pub(super) fn enumeration(&mut self) -> Result<(Option<Rc<str>>, Vec<Enumerator>)> {
        self.expect("enum")?;
        let _ = self.take("class") || self.take("struct");
        let name = if self.is("{") || self.is(":") {
            None
        } else {
            Some(self.word("a name")?.0)
        };
        if self.take(":") {
            self.whole_type()?;
        }
        Rc::make_mut(&mut self.types).extend(name.clone());
        self.expect("{")?;
        let mut values = Vec::new();
        while !self.take("}") {
            let (name, _) = self.word("a name")?;
            let value = if self.take("=") {
                Some(self.conditional()?)
            } else {
                None
            };
            values.push(Enumerator { name, value });
            if !self.take(",") && !self.is("}") {
                return self.expected("`,` or `}`");
            }
        }
        Ok((name, values))
    }

    /// Returns the arguments of a template as types or values, for a specialisation.
    pub(super) fn special(&mut self) -> Result<Option<Vec<Argument>>> {
        if self.is("<") {
            Ok(Some(self.template_arguments()?))
        } else {
            Ok(None)
        }
    }
}

fn begins_alignment(text: &str) -> bool {
    matches!(
        text,
        "__align__" | "__builtin_align__" | "alignas" | "__attribute__"
    )
}

/// Returns the enumerators of a structure as its constants: their values may need its template arguments.
fn enumerators(values: &[Enumerator], span: Span) -> Vec<Variable> {
    let number = |value: u64| Expr {
        kind: ExprKind::Integer {
            value,
            unsigned: false,
            long: false,
        },
        span,
    };
    let mut constants: Vec<Variable> = Vec::new();
    let (mut base, mut behind) = (number(0), 0);
    for enumerator in values {
        if let Some(value) = &enumerator.value {
            (base, behind) = (value.clone(), 0);
        }
        let kind = ExprKind::Binary(
            Binary::Add,
            Box::new(base.clone()),
            Box::new(number(behind)),
        );
        let ty = Name::plain("int", span);
        constants.push(Variable {
            name: enumerator.name.clone(),
            ty: TypeName {
                kind: TypeKind::Named(ty),
                constant: true,
                volatile: false,
                span,
            },
            storage: Storage::Constexpr,
            aligned: Vec::new(),
            init: Some(Init::Value(Expr { kind, span })),
            span,
        });
        behind += 1;
    }
    constants
}

/// Returns the value in the braces around the initial value of a pointer, of a reference or of an `auto` variable.
fn without_braces(ty: &TypeName, mut list: Expr) -> Expr {
    let takes_one = matches!(
        ty.kind,
        TypeKind::Pointer(_) | TypeKind::Reference(_) | TypeKind::Auto
    );
    match &mut list.kind {
        ExprKind::List(values) if takes_one && values.len() == 1 => values.remove(0),
        _ => list,
    }
}
