//! Converts structures by their own operators, and makes them of one value by their constructors.

use crate::error::{Result, Span};
use crate::syntax::{self, Binary};
use crate::typing::Typer;
use crate::typing::body::call::{Candidate, This};
use crate::typing::body::value::Value;
use crate::typing::pointers::root::Pointer;
use crate::typing::tree::{Expr, Ty};

impl Typer<'_> {
    /// Converts a structure by its conversion operator.
    pub(crate) fn convert_structure(&mut self, value: Expr, to: &Ty, span: Span) -> Result<Option<Expr>> {
        let Ty::Structure(index) = value.ty else {
            return Ok(None);
        };
        for method in self.methods(index, "operator") {
            let given = self.objects.structures[index].given.clone();
            let ty = self.with_given(&given, Some(index), |typer| typer.ty(&method.function.returns))?;
            if self.distance(&ty, to).is_some() {
                let converted = self.call_conversion(method, value, span)?;
                return self.load_value(converted, span).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns the pointer that a structure converts to, as `operator T *` does.
    pub(crate) fn converted_pointer(&mut self, value: Expr, span: Span) -> Result<Option<Pointer>> {
        let Ty::Structure(index) = value.ty else {
            return Ok(None);
        };
        let method = self
            .methods(index, "operator")
            .into_iter()
            .find(|method| matches!(method.function.returns.kind, syntax::TypeKind::Pointer(_)));
        let Some(method) = method else {
            return Ok(None);
        };
        match self.call_conversion(method, value, span)? {
            Value::Pointer(pointer) => Ok(Some(pointer)),
            _ => Ok(None),
        }
    }

    /// Returns the pointer that an object converts to, as the left operand of an operator that it does not have.
    pub(crate) fn pointer_of_operand(
        &mut self,
        value: &Value,
        operator: Binary,
        span: Span,
    ) -> Result<Option<Pointer>> {
        let Some(Ty::Structure(index)) = self.value_type(value) else {
            return Ok(None);
        };
        let name = format!("operator{}", operator.text());
        let mut functions = self.file.functions.iter();
        let has_own = !self.methods(index, &name).is_empty() || functions.any(|function| *function.name == *name);
        let place = match value {
            Value::Place(place) if !has_own => place.clone(),
            _ => return Ok(None),
        };
        let value = self.load(place);
        self.converted_pointer(value, span)
    }

    /// Calls a conversion operator of a structure.
    fn call_conversion(&mut self, method: Candidate, value: Expr, span: Span) -> Result<Value> {
        let name = syntax::Name::plain("operator", span);
        let values = Vec::new();
        self.call_any(vec![method], &name, values, &[], This::Value(value), span)
    }

    /// Makes a structure of one value, if it has a constructor for it.
    pub(crate) fn construct_from(&mut self, value: Expr, to: &Ty, span: Span) -> Result<Option<Expr>> {
        let Ty::Structure(index) = *to else {
            return Ok(None);
        };
        let constructors: Vec<Candidate> = self
            .methods(index, "")
            .into_iter()
            .filter(|constructor| constructor.function.parameters.len() == 1)
            .collect();
        let is_structure = matches!(value.ty, Ty::Structure(_));
        if constructors.is_empty() || is_structure || self.frame.converting {
            return Ok(None);
        }
        let name = syntax::Name::plain(self.module.structures[index].name.clone(), span);
        self.frame.converting = true;
        let values = vec![Value::Expr(value)];
        let made = self.call_any(constructors, &name, values, &[], This::None, span);
        self.frame.converting = false;
        self.load_value(made?, span).map(Some)
    }
}
