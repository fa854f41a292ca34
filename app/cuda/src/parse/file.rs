//! Reads a file: device functions, structures and variables are read whole; of host functions the tokens are kept.

use super::Parser;
use super::types::Qualifiers;
use crate::error::{Result, fail};
use crate::lex::{Kind, Token};
use crate::syntax::{File, Function, HostFunction, Storage, TemplateParameter};
use std::rc::Rc;

/// A declaration's kind, as its first tokens tell.
enum Ahead {
    /// A function with a body for the host alone; its name.
    Host(Rc<str>),
    /// A function or a variable of the device, or one for both.
    Device,
    /// A declaration of the host without a body.
    Other,
}

impl Parser<'_> {
    pub(super) fn file(&mut self) -> File {
        let mut file = File::default();
        while self.at < self.tokens.len() {
            let start = self.at;
            if let Err(error) = self.item(&mut file) {
                self.broken_kernel(&mut file, start, &error);
                if file.errors.len() < super::MOST_ERRORS {
                    file.errors.push(*error);
                }
                self.skip_item(start);
            }
            if self.at == start {
                self.at += 1;
            }
        }
        let inner = std::mem::take(&mut self.inner);
        file.structures.extend(inner.into_iter().map(Rc::new));
        file.enumerations.append(&mut self.enumerations);
        file.host.append(&mut self.launching);
        let friends = std::mem::take(&mut self.friends);
        let friends = friends.into_iter().filter(|friend| friend.body.is_some());
        file.functions.extend(friends.map(Rc::new));
        let standard = super::Known::default();
        let namespaces = self.namespaces.iter();
        file.namespaces = namespaces
            .filter(|name| !standard.namespaces.contains(*name))
            .cloned()
            .collect();
        file
    }

    /// Goes behind the declaration that begins at `start`.
    fn skip_item(&mut self, start: usize) {
        self.at = self.at.max(start);
        while let Some(token) = self.peek() {
            if token.is("{") {
                self.at = self.after_bracket(self.at);
                self.take(";");
                return;
            }
            self.at += 1;
            if token.is(";") || token.is("}") {
                return;
            }
        }
    }

    fn item(&mut self, file: &mut File) -> Result<()> {
        // Blocks of `extern "C"` and namespaces are read as if they were not there.
        if self.take(";") {
            return Ok(());
        }
        if self.is("}") {
            self.at += 1;
            return match self.open_blocks.checked_sub(1) {
                Some(open) => {
                    self.open_blocks = open;
                    Ok(())
                }
                None => fail(self.before(), "this brace `}` closes nothing"),
            };
        }
        if self.is("extern") && self.ahead(1).is_some_and(|next| next.kind == Kind::Text) && self.is_ahead(2, "{") {
            self.at += 3;
            self.open_blocks += 1;
            return Ok(());
        }
        if self.is("namespace") || self.is("inline") && self.is_ahead(1, "namespace") {
            self.namespace();
            return Ok(());
        }
        if self.is("using")
            || self.is("typedef")
                && !self.is_ahead(1, "struct")
                && !self.is_ahead(1, "enum")
                && !self.is_ahead(1, "union")
        {
            self.file_alias(file);
            return Ok(());
        }
        if self.is("static_assert") || self.is("asm") {
            let start = self.at;
            self.skip_item(start);
            return Ok(());
        }
        if self.is("template") && !self.is_ahead(1, "<") {
            self.asked_instances(file);
            return Ok(());
        }
        let start = self.at;
        let is_template = self.is("template");
        let template = if is_template {
            match self.template() {
                Ok(template) => template,
                Err(error) => {
                    // A template of the host may be anything.
                    self.at = start;
                    if self.is_device_ahead() {
                        return Err(error);
                    }
                    self.skip_item(start);
                    return Ok(());
                }
            }
        } else {
            Vec::new()
        };
        if self.type_is_defined() {
            return self.defined_type(file, template);
        }
        match self.look_ahead() {
            Ahead::Host(name) => {
                self.host_function(file, name, template);
                Ok(())
            }
            Ahead::Device => self.device_item(file, is_template.then_some(template)),
            Ahead::Other => {
                let start = self.at;
                if let Some(variables) = self.attempt(|parser| {
                    let variables = parser.variables()?;
                    parser.expect(";")?;
                    Ok(variables)
                }) {
                    file.variables.extend(variables);
                } else {
                    self.skip_item(start);
                }
                Ok(())
            }
        }
    }

    fn namespace(&mut self) {
        self.take("inline");
        self.at += 1;
        while let Some(token) = self.peek().filter(|token| !token.is("{") && !token.is(";")) {
            Rc::make_mut(&mut self.namespaces).insert(token.text.clone());
            self.at += 1;
        }
        self.open_blocks += u32::from(self.is("{"));
        self.at += 1;
    }

    fn file_alias(&mut self, file: &mut File) {
        let start = self.at;
        match self.alias() {
            Ok(alias) => file.aliases.extend(alias),
            Err(_) => {
                self.skip_item(start);
                file.function_pointers.extend(self.function_pointer(start));
            }
        }
    }

    /// Reads `template __global__ void k<4>(int*);`, which asks for an instance.
    fn asked_instances(&mut self, file: &mut File) {
        self.at += 1;
        let start = self.at;
        file.instances.extend(self.attempt(Self::asked_instance));
        self.at = start;
        self.skip_item(start);
    }

    fn host_function(&mut self, file: &mut File, name: Rc<str>, template: Vec<TemplateParameter>) {
        let open = self.tokens[self.at..].iter().position(|token| token.is("{"));
        let open = self.at + open.unwrap_or(0);
        let end = self.after_bracket(open);
        let tokens = self.tokens[self.at..end].to_vec();
        file.host.push(HostFunction { name, template, tokens });
        self.at = end;
    }

    /// Returns the name of an alias that begins at `start`, if it is one of a pointer to a function.
    fn function_pointer(&self, start: usize) -> Option<Rc<str>> {
        let tokens = &self.tokens[start..self.at];
        let star = tokens.windows(2).position(|pair| pair[0].is("(") && pair[1].is("*"))?;
        let name = if tokens[0].is("using") {
            tokens.get(1)?
        } else {
            tokens.get(star + 2)?
        };
        (name.kind == Kind::Word).then(|| name.text.clone())
    }

    /// Reads the name and the arguments of an instance that the text asks for.
    fn asked_instance(&mut self) -> Result<(Rc<str>, Vec<crate::syntax::Argument>)> {
        let base = self.base_type(&mut Qualifiers::default())?;
        let (_, name) = self.declarator(base)?;
        match name {
            Some((name, _)) => Ok((name, self.template_arguments()?)),
            None => self.expected("a name"),
        }
    }

    /// Keeps a kernel whose head cannot be read, so that it is listed with its error.
    fn broken_kernel(&self, file: &mut File, start: usize, error: &crate::error::Error) {
        let tokens = &self.tokens[start..];
        let head = tokens.iter().take_while(|token| !token.is("{") && !token.is(";"));
        let head: Vec<&Token> = head.collect();
        let kernel = head.iter().position(|token| token.is("__global__"));
        let Some(kernel) = kernel else { return };
        let name = head[kernel..]
            .windows(2)
            .find(|pair| pair[0].kind == Kind::Word && pair[1].is("(") && &*pair[0].text != "__launch_bounds__");
        let Some([name, _]) = name else { return };
        let span = name.span;
        file.functions.push(Rc::new(crate::syntax::Function {
            name: name.text.clone(),
            template: Vec::new(),
            special: None,
            kernel: true,
            returns: Self::named_type(crate::syntax::Name::plain("void", span)),
            parameters: Vec::new(),
            body: Some(Vec::new()),
            constant: false,
            fixed: false,
            members: Vec::new(),
            span,
            errors: vec![error.clone()],
        }));
    }

    fn is_device_ahead(&self) -> bool {
        let rest = self.tokens[self.at..].iter();
        rest.take_while(|token| !token.is("{") && !token.is(";"))
            .any(|token| matches!(&*token.text, "__global__" | "__device__"))
    }

    /// Returns true if a structure or an enumeration is defined here.
    fn type_is_defined(&self) -> bool {
        let mut index = self.at;
        if self.tokens[index..].first().is_some_and(|token| token.is("typedef")) {
            index += 1;
        }
        let Some(token) = self.tokens.get(index) else {
            return false;
        };
        if !matches!(&*token.text, "struct" | "class" | "enum" | "union") {
            return false;
        }
        let rest = self.tokens[index..].iter();
        let end = rest
            .clone()
            .find(|token| token.is("{") || token.is(";") || token.is("(") && !token.joined || token.is("="));
        let aligned = rest.take(6).any(|token| {
            matches!(
                &*token.text,
                "__align__" | "__builtin_align__" | "alignas" | "__attribute__"
            )
        });
        aligned || end.is_some_and(|token| token.is("{"))
    }

    fn defined_type(&mut self, file: &mut File, template: Vec<TemplateParameter>) -> Result<()> {
        let typedef = self.take("typedef");
        if self.is("enum") {
            let start = self.at;
            match self.enumeration() {
                Ok((name, values)) => {
                    let name = match self.peek() {
                        Some(token) if typedef && token.kind == Kind::Word => {
                            self.at += 1;
                            Rc::make_mut(&mut self.types).insert(token.text.clone());
                            Some(token.text.clone())
                        }
                        _ => name,
                    };
                    file.enumerations.push((name, values));
                    self.take(";");
                }
                Err(_) => self.skip_item(start),
            }
            return Ok(());
        }
        let mut structure = self.structure(template)?;
        // `typedef struct {…} name;` and `struct a {…} variable;`
        if let Some(token) = self.peek().filter(|token| token.kind == Kind::Word && typedef) {
            self.at += 1;
            Rc::make_mut(&mut self.types).insert(token.text.clone());
            match structure.name.is_empty() {
                true => structure.name = token.text.clone(),
                false if structure.name != token.text => {
                    let ty = Self::named_type(crate::syntax::Name::plain(structure.name.clone(), token.span));
                    file.aliases.push((token.text.clone(), ty));
                }
                false => {}
            }
            self.alignments(&mut structure.aligned)?;
        }
        file.structures.push(Rc::new(structure));
        if !self.take(";") {
            let start = self.at;
            // Variables of the structure, or a missing semicolon.
            if self.peek().is_some_and(|token| token.kind == Kind::Word) && self.is_ahead(1, ";") {
                self.skip_item(start);
            } else {
                self.expect(";")?;
            }
        }
        Ok(())
    }

    fn look_ahead(&self) -> Ahead {
        let mut device = false;
        let mut name: Option<Rc<str>> = None;
        let mut closed = false;
        let mut index = self.at;
        while let Some(token) = self.tokens.get(index) {
            match &*token.text {
                // The compiler computes a `constexpr` function for the device, too.
                "__global__" | "__device__" | "__constant__" | "__managed__" | "constexpr" => {
                    device = true;
                }
                _ if token.kind == Kind::Text => {}
                ";" | "=" if !closed || token.is(";") => break,
                "{" => {
                    return match (device, name) {
                        (true, _) => Ahead::Device,
                        (false, Some(name)) if closed => Ahead::Host(name),
                        _ => Ahead::Other,
                    };
                }
                "(" => {
                    let before = index.checked_sub(1).map(|before| &self.tokens[before]);
                    if !closed
                        && let Some(before) = before.filter(|before| before.kind == Kind::Word)
                        && !matches!(
                            &*before.text,
                            "__launch_bounds__" | "__align__" | "__attribute__" | "alignas"
                        )
                    {
                        closed = true;
                        name = Some(before.text.clone());
                    } else if !closed && before.is_some_and(|before| before.kind == Kind::Symbol) {
                        // An operator of the host.
                        closed = true;
                        name = Some("operator".into());
                    }
                    index = self.after_bracket(index);
                    continue;
                }
                _ => {}
            }
            index += 1;
        }
        if device { Ahead::Device } else { Ahead::Other }
    }

    /// Reads a function or variables of the device. `template` is empty behind `template <>`, and `None` without one.
    fn device_item(&mut self, file: &mut File, template: Option<Vec<TemplateParameter>>) -> Result<()> {
        let is_special = template.as_ref().is_some_and(Vec::is_empty);
        let template = template.unwrap_or_default();
        let start = self.here();
        let mut qualifiers = Qualifiers::default();
        let base = self.base_type(&mut qualifiers)?;
        let begin = self.at;
        let (ty, name) = self.declarator(base.clone())?;
        // `Box<T>::get` is a method of a template.
        if let Some((owner, _)) = &name
            && self.is("<")
            && self
                .attempt(|parser| {
                    parser.template_arguments()?;
                    parser.expect("::")
                })
                .is_some()
        {
            let method = if self.take("operator") {
                self.operator_name()?
            } else {
                self.word("a name")?.0
            };
            let function = self.function(method, ty, &qualifiers, template, start)?;
            return self.define_method(file, owner, function);
        }
        let operator = self.is("operator");
        // `constexpr int N(4)` is a variable.
        let after = self.after_bracket(self.at);
        let is_closed = self.tokens.get(after).is_some_and(|token| token.is(";"));
        let is_constant = matches!(qualifiers.storage, Storage::Constexpr | Storage::Constant);
        let is_value = is_constant && is_closed && !self.is_ahead(1, ")");
        if let (Some((name, _)), true) = (&name, self.is("(") && !is_value || self.is("<") || operator) {
            let special = self.special()?.or(is_special.then(Vec::new));
            let is_template_name = !template.is_empty() || special.is_some();
            if is_template_name {
                Rc::make_mut(&mut self.templates).insert(name.clone());
            }
            let mut function = self.function(name.clone(), ty, &qualifiers, template, start)?;
            function.special = special;
            file.functions.push(Rc::new(function));
            return Ok(());
        }
        if operator {
            self.at += 1;
            let name = self.operator_name()?;
            let function = self.function(name, ty, &qualifiers, template, start)?;
            file.functions.push(Rc::new(function));
            return Ok(());
        }
        if let (Some((owner, _)), true) = (&name, self.is("::")) {
            self.at += 1;
            let method = if self.take("operator") {
                self.operator_name()?
            } else {
                self.word("a name")?.0
            };
            let function = self.function(method, ty, &qualifiers, template, start)?;
            return self.define_method(file, owner, function);
        }
        if let crate::syntax::TypeKind::Named(name) = &base.kind
            && let Some(owner) = name.scope.as_ref().filter(|owner| owner.text == name.text)
            && self.is("(")
        {
            let function = self.function("".into(), base.clone(), &qualifiers, template, start)?;
            return self.define_method(file, &owner.text, function);
        }
        self.at = begin;
        if qualifiers.storage == Storage::Plain && qualifiers.kernel {
            return self.expected("a kernel's list of parameters");
        }
        let variables = self.variables_of(base, &qualifiers)?;
        self.expect(";")?;
        file.variables.extend(variables);
        Ok(())
    }

    /// Gives a method that its structure declares its body, which stands outside.
    fn define_method(&mut self, file: &mut File, owner: &Rc<str>, function: Function) -> Result<()> {
        let mut structures = file.structures.iter_mut().rev();
        let declared = structures.find_map(|structure| {
            let structure = Rc::make_mut(structure);
            // The definition's template parameters may have other names.
            let is_own = structure.name == *owner
                && structure.special.is_none()
                && (structure.template.is_empty() || structure.template.len() == function.template.len());
            if is_own {
                structure.rename(&function.template);
            }
            let mut methods = structure.methods.iter_mut().filter(|_| is_own);
            methods.find(|method| {
                method.name == function.name
                    && method.body.is_none()
                    && method.constant == function.constant
                    && method.takes_types_of(&function)
            })
        });
        let Some(method) = declared else {
            return fail(
                function.span,
                format!("the structure `{owner}` declares no such method: define the method inside of it"),
            );
        };
        let declared = Rc::make_mut(method);
        let defaults = declared.parameters.iter().map(|each| each.default.clone());
        let parameters = function.parameters.into_iter().zip(defaults);
        declared.parameters = parameters
            .map(|(parameter, default)| crate::syntax::Parameter {
                default: parameter.default.or(default),
                ..parameter
            })
            .collect();
        declared.body = function.body;
        declared.members = function.members;
        declared.errors = function.errors;
        Ok(())
    }

    /// Returns the tokens of a launch's list, cut at commas outside brackets.
    pub(super) fn cut(tokens: &[Token]) -> Vec<&[Token]> {
        let mut parts = Vec::new();
        let (mut depth, mut start) = (0i32, 0);
        for (index, token) in tokens.iter().enumerate() {
            match &*token.text {
                _ if token.kind != Kind::Symbol => {}
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "," if depth == 0 => {
                    parts.push(&tokens[start..index]);
                    start = index + 1;
                }
                _ => {}
            }
        }
        if start < tokens.len() {
            parts.push(&tokens[start..]);
        }
        parts
    }
}
