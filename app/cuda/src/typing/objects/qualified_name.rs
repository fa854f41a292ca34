//! Names behind `::`: constants, types, enumerators and static methods.

use crate::error::{Result, Span, fail};
use crate::syntax::{self, ExprKind as Written, Init, Storage};
use crate::typing::Typer;
use crate::typing::body::call::This;
use crate::typing::body::value::Value;
use crate::typing::scope::binding::Binding;
use crate::typing::tree::{Expr, Ty};

/// The levels for which a constant of a structure counts: its frames on the stack are larger than those of an expression.
const CONSTANT_DEPTH: u32 = 10;

impl Typer<'_> {
    /// Returns a `static constexpr` member.
    pub(crate) fn fixed_member(&mut self, structure: usize, name: &str) -> Result<Option<Expr>> {
        let info = self.objects.structures[structure].clone();
        let Some(member) = info
            .declaration
            .members
            .iter()
            .find(|member| *member.name == *name && member.storage == Storage::Constexpr)
        else {
            // A base has them for the structures that are made of it.
            for base in info.bases {
                if let Some(constant) = self.fixed_member(base, name)? {
                    return Ok(Some(constant));
                }
            }
            return Ok(None);
        };
        let Some(Init::Value(value)) = &member.init else {
            return Ok(None);
        };
        let member = member.clone();
        let value = value.clone();
        // A constant of a template may ask for the next instance.
        self.instances.depth += CONSTANT_DEPTH;
        let constant = self.with_given(&info.given, Some(structure), |typer| {
            let ty = typer.ty(&member.ty)?;
            typer.rvalue_as(&value, &ty)
        });
        self.instances.depth -= CONSTANT_DEPTH;
        constant.map(Some)
    }

    /// Returns the type that a structure or an instance names: `Op<T>::type`.
    pub(crate) fn member_type(&mut self, scope: &syntax::Name, name: &syntax::Name) -> Result<Ty> {
        let structure = self.structure_of(scope)?;
        if structure.is_none() && self.file.namespaces.contains(&scope.text) {
            let plain = syntax::Name {
                scope: None,
                ..name.clone()
            };
            return self.named(&plain, name.span);
        }
        let Some(Ty::Structure(index)) = structure else {
            return Err(self.undeclared(&scope.text, scope.span, "type"));
        };
        let info = self.objects.structures[index].clone();
        let alias = info
            .declaration
            .aliases
            .iter()
            .find(|(alias, _)| *alias == name.text)
            .cloned();
        match alias {
            Some((_, alias)) => self.with_given(&info.given, Some(index), |typer| typer.ty(&alias)),
            None => fail(name.span, format!("`{}` has no type `{}`", scope.text, name.text)),
        }
    }

    pub(crate) fn structure_of(&mut self, scope: &syntax::Name) -> Result<Option<Ty>> {
        if let Some(Binding::Failed) = self.frame.lookup(&scope.text) {
            return fail(scope.span, "");
        }
        if let (Some(Binding::Type(ty)), None) = (self.frame.lookup(&scope.text), &scope.arguments) {
            return Ok(Some(ty.clone()));
        }
        if let Some((_, alias)) = self.file.aliases.iter().find(|(alias, _)| *alias == scope.text) {
            let alias = alias.clone();
            return self.ty(&alias).map(Some);
        }
        self.structure_type(scope, scope.span)
    }

    /// Returns what `A::b` means as a value.
    pub(crate) fn scoped_name(&mut self, scope: &syntax::Name, name: &syntax::Name) -> Result<Value> {
        let enumeration = self
            .file
            .enumerations
            .iter()
            .any(|(enumeration_name, _)| enumeration_name.as_deref() == Some(&*scope.text));
        if enumeration
            && let Some(binding) = self.global(&name.text, name.span)?
            && let Binding::Constant(value) = binding
        {
            return Ok(Value::Expr(value));
        }
        let structure = self.structure_of(scope)?;
        if let Some(Ty::Structure(index)) = structure
            && let Some(value) = self.fixed_member(index, &name.text)?
        {
            return Ok(Value::Expr(value));
        }
        let is_enumerated =
            |(_, values): &(_, Vec<syntax::Enumerator>)| values.iter().any(|value| value.name == name.text);
        let in_structure = structure.is_some() && self.file.enumerations.iter().any(is_enumerated);
        if (in_structure || self.file.namespaces.contains(&scope.text))
            && let Some(binding) = self.global(&name.text, name.span)?
        {
            return self.bound(binding, name.span);
        }
        Err(self.undeclared(&format!("{}::{}", scope.text, name.text), name.span, "name"))
    }

    /// Calls a static method.
    pub(crate) fn call_fixed(
        &mut self,
        scope: &syntax::Name,
        name: &syntax::Name,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Value> {
        // A namespace of the text itself.
        let structure = self.structure_of(scope)?;
        let missing = self
            .options
            .missing
            .iter()
            .any(|header| !crate::typing::scope::types::is_standard(header));
        if structure.is_none() && !missing && !self.file.namespaces.contains(&scope.text) {
            return Err(self.undeclared(&scope.text, scope.span, "namespace"));
        }
        let Some(Ty::Structure(index)) = structure else {
            let plain = syntax::Name {
                scope: None,
                ..name.clone()
            };
            let callee = syntax::Expr {
                kind: Written::Name(plain),
                span,
            };
            return self.call(&callee, arguments, span);
        };
        let methods = self.methods(index, &name.text);
        if methods.is_empty() {
            return fail(span, format!("`{}` has no method `{}`", scope.text, name.text));
        }
        let values = self.values(arguments)?;
        self.call_any(methods, name, values, arguments, This::None, span)
    }
}
