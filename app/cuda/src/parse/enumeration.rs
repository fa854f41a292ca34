//! Reads enumerations.

use super::Parser;
use super::types::Qualifiers;
use crate::error::{Result, Span};
use crate::syntax::{Binary, Enumerator, Expr, ExprKind, Init, Name, Storage, Structure, TypeKind, TypeName, Variable};
use std::rc::Rc;

impl Parser<'_> {
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
            let value = self.take("=").then(|| self.conditional()).transpose()?;
            values.push(Enumerator { name, value });
            if !self.take(",") && !self.is("}") {
                return self.expected("`,` or `}`");
            }
        }
        Ok((name, values))
    }

    /// Reads an enumeration in a structure. Its names are those of the file.
    pub(super) fn inner_enumeration(&mut self, outer: &mut Structure) -> Result<()> {
        let span = self.here();
        let (name, values) = self.enumeration()?;
        let ty = Self::named_type(Name::plain(name.clone().unwrap_or("int".into()), span));
        outer.members.extend(enumerators(&values, span));
        self.enumerations.push((name, values));
        if self.take(";") {
            return Ok(());
        }
        outer.members.extend(self.variables_of(ty, &Qualifiers::default())?);
        self.expect(";")?;
        Ok(())
    }
}

/// Returns the enumerators of a structure as its constants: their values may need its template arguments.
pub(super) fn enumerators(values: &[Enumerator], span: Span) -> Vec<Variable> {
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
        let kind = ExprKind::Binary(Binary::Add, Box::new(base.clone()), Box::new(number(behind)));
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
