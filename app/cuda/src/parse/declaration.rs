//! Reads declarations of variables, and other names of types.

use super::types::Qualifiers;
use super::{Parser, refuse};
use crate::error::{Result, error};
use crate::lex::Kind;
use crate::syntax::{Expr, ExprKind, Init, StatementKind, Storage, TypeKind, TypeName, Variable};
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
        let (start, depth) = (self.at, self.depth);
        let mut qualifiers = Qualifiers::default();
        let declares = self.base_type(&mut qualifiers).is_ok()
            && !matches!(self.peek(), Some(token) if token.is("(") && !self.is_inner_declarator() || token.is("{") || token.is("::") || token.is("."));
        (self.at, self.depth) = (start, depth);
        declares
    }

    /// Returns true if `(*name)` or `(&name)` is here with what follows it in a declaration; `int(*p + 1)` is a value.
    fn is_inner_declarator(&self) -> bool {
        let is_one_of = |by, marks: &[&str]| marks.iter().any(|mark| self.is_ahead(by, mark));
        let mut by = 1;
        while is_one_of(by, &["*", "&", "const", "__restrict__"]) {
            by += 1;
        }
        let named = self.ahead(by).is_some_and(|token| token.kind == Kind::Word);
        by > 1 && named && self.is_ahead(by + 1, ")") && is_one_of(by + 2, &["[", "(", "=", ";", ","])
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

    /// Reads a type that is declared in a function. It is kept with those of the file, under its own name.
    fn inner_type(&mut self) -> Result<StatementKind> {
        let start = self.here();
        if self.is("enum") {
            let enumeration = self.enumeration()?;
            self.enumerations.push(enumeration);
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

    pub(super) fn variables_of(&mut self, base: TypeName, qualifiers: &Qualifiers) -> Result<Vec<Variable>> {
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
}

/// Returns the value in the braces around the initial value of a pointer, of a reference or of an `auto` variable.
fn without_braces(ty: &TypeName, mut list: Expr) -> Expr {
    let takes_one = matches!(ty.kind, TypeKind::Pointer(_) | TypeKind::Reference(_) | TypeKind::Auto);
    match &mut list.kind {
        ExprKind::List(values) if takes_one && values.len() == 1 => values.remove(0),
        _ => list,
    }
}
