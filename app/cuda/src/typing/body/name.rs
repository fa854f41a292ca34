//! Gives names of an expression their meaning: variables, members, constants and built-in values.

use crate::error::{Result, Span, error, fail};
use crate::syntax;
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::device::constant::constant;
use crate::typing::scope::binding::Binding;
use crate::typing::scope::types::is_namespace;
use crate::typing::tree::{
    BOOL, Base, BuiltIn, Expr, ExprKind, Index, Number, Place, RootId, Scalar, Ty, UINT, VariableKind,
};

impl Typer<'_> {
    pub(crate) fn name(&mut self, name: &syntax::Name) -> Result<Value> {
        let span = name.span;
        self.note_volatile_name(&name.text);
        if let Some(value) = self.same_types(name)? {
            return Ok(Value::Expr(value));
        }
        if let Some(scope) = &name.scope
            && !is_namespace(&scope.text)
        {
            return self.scoped_name(scope, name);
        }
        if let Some(binding) = self.frame.lookup(&name.text).cloned() {
            return self.bound(binding, span);
        }
        if let Some((place, structure)) = self.frame.this.clone() {
            if let Some(value) = self.overlaid(&place, name)? {
                return Ok(value);
            }
            if self.module.structures[structure]
                .members
                .iter()
                .any(|(member, _)| *member == name.text)
            {
                return Ok(Value::Place(self.member_of(place, name)?));
            }
            if let Some(value) = self.fixed_member(structure, &name.text)? {
                return Ok(Value::Expr(value));
            }
        }
        if let Some(structure) = self.frame.structure
            && let Some(value) = self.fixed_member(structure, &name.text)?
        {
            return Ok(Value::Expr(value));
        }
        if let Some(value) = self.built_in_name(&name.text) {
            return Ok(value);
        }
        if let Some(binding) = self.global(&name.text, span)? {
            return self.bound(binding, span);
        }
        if let Some(value) = constant(&name.text) {
            return Ok(Value::Expr(value));
        }
        if name.scope.as_ref().is_some_and(|scope| &*scope.text == "std")
            || matches!(&*name.text, "cout" | "cerr" | "endl")
        {
            return Err(error(
                span,
                format!("`std::{}` is not taken: device code has no standard library", name.text),
            )
            .help(match &*name.text {
                "cout" | "cerr" | "endl" => "write `printf`",
                _ => "write it as a `__device__` function",
            }));
        }
        Err(self.undeclared(&name.text, span, "name"))
    }

    /// Returns the value of `std::is_same_v<A, B>` and `std::is_same<A, B>::value`.
    fn same_types(&mut self, name: &syntax::Name) -> Result<Option<Expr>> {
        let templated = match (&*name.text, &name.scope) {
            ("is_same_v", _) => name,
            ("value", Some(scope)) if &*scope.text == "is_same" => scope,
            _ => return Ok(None),
        };
        let Some([a, b]) = templated.arguments.as_deref() else {
            return Ok(None);
        };
        let (a, b) = (self.given(a)?, self.given(b)?);
        Ok(Some(Expr::literal(Number::Int(i64::from(a == b)), BOOL)))
    }

    /// Returns an array of memory as a whole, or a variable in memory.
    pub(crate) fn whole_root(&self, root: RootId) -> Place {
        let info = &self.module.roots[root];
        let lengths = info.lengths.iter().rev();
        let ty = lengths.fold(info.element.clone(), |ty, &length| Ty::Array(ty.into(), length));
        let base = Base::Memory {
            root,
            index: Index::Dimensions(Vec::new()),
            ty: ty.clone(),
        };
        Place::new(base, ty)
    }

    pub(crate) fn bound(&mut self, binding: Binding, span: Span) -> Result<Value> {
        Ok(match binding {
            Binding::Variable(variable) => {
                let kind = self.module.variables[variable].kind;
                let ty = self.module.variables[variable].ty.clone();
                let base = match kind {
                    VariableKind::Reference => Base::Target(variable),
                    _ => Base::Variable(variable),
                };
                Value::Place(Place::new(base, ty))
            }
            Binding::Pointer(index) => Value::PointerVariable(index),
            Binding::Alias(place) => Value::Place(place),
            Binding::Constant(value) => Value::Expr(value),
            Binding::Memory(root) => Value::Place(self.whole_root(root)),
            Binding::Group(group) => Value::Group(group),
            Binding::Bundle(bundle) => Value::Bundle(bundle),
            Binding::Fixed(pointer) => Value::Pointer(pointer),
            Binding::Lambda(lambda) => Value::Lambda(lambda),
            Binding::Failed => return fail(span, ""),
            Binding::Type(_) => return fail(span, "a type is not expected here"),
        })
    }

    fn built_in_name(&mut self, name: &str) -> Option<Value> {
        let vector = |built_in| Expr::new(ExprKind::BuiltIn(built_in), Ty::Vector(Scalar::Uint, 3));
        let value = match name {
            "threadIdx" => self.built_in(BuiltIn::ThreadIdx, vector(BuiltIn::ThreadIdx)),
            "blockIdx" => self.built_in(BuiltIn::BlockIdx, vector(BuiltIn::BlockIdx)),
            "gridDim" => self.built_in(BuiltIn::GridDim, vector(BuiltIn::GridDim)),
            "blockDim" => {
                let parts = (0..3)
                    .map(|axis| Expr::new(ExprKind::BuiltIn(BuiltIn::BlockDim(axis)), UINT))
                    .collect();
                Expr::new(ExprKind::Compose(parts), Ty::Vector(Scalar::Uint, 3))
            }
            "warpSize" => self.warp_size(),
            _ => return None,
        };
        Some(Value::Expr(value))
    }

    pub(crate) fn built_in(&mut self, built_in: BuiltIn, value: Expr) -> Expr {
        self.frame.built_ins.insert(built_in);
        value
    }
}
