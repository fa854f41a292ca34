//! Names that a file declares outside of functions: enumerators, constants, and variables in memory.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Init, Storage};
use crate::typing::Typer;
use crate::typing::pointers::memory::parts;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::scope::binding::Binding;
use crate::typing::tree::{self, Space, Ty};

impl Typer<'_> {
    /// Returns what a name of the file means.
    pub(crate) fn global(&mut self, name: &str, span: Span) -> Result<Option<Binding>> {
        if let Some(binding) = self.names.globals.get(name) {
            return Ok(Some(binding.clone()));
        }
        let file = self.file;
        for (_, values) in &file.enumerations {
            if values.iter().any(|value| *value.name == *name) {
                let mut next = 0;
                for value in values {
                    if let Some(written) = &value.value {
                        next = self.with_given(&[], None, |typer| typer.constant(written))?;
                    }
                    let number = tree::Expr::int(next);
                    self.names.globals.insert(value.name.clone(), Binding::Constant(number));
                    next = next.wrapping_add(1);
                }
                return Ok(self.names.globals.get(name).cloned());
            }
        }
        let Some(variable) = file.variables.iter().find(|variable| *variable.name == *name) else {
            return Ok(None);
        };
        if self.names.active_globals.iter().any(|active| **active == *name) {
            return fail(span, format!("the value of `{name}` needs itself"));
        }
        self.names.active_globals.push(variable.name.clone());
        let binding = self.global_variable(variable, span);
        self.names.active_globals.pop();
        if binding.is_err() {
            self.names.globals.insert(variable.name.clone(), Binding::Failed);
        }
        let binding = binding?;
        self.names.globals.insert(variable.name.clone(), binding.clone());
        Ok(Some(binding))
    }

    fn global_variable(&mut self, variable: &syntax::Variable, span: Span) -> Result<Binding> {
        let constant = variable.ty.constant || variable.storage == Storage::Constexpr;
        match variable.storage {
            Storage::Plain | Storage::Constexpr if constant => self.host_constant(variable, span),
            // A texture of the file is bound by the host.
            Storage::Plain if is_texture(&variable.ty) => {
                match self.with_given(&[], None, |typer| typer.ty(&variable.ty))? {
                    Ty::Structure(index) => self.constant_bundle(variable, index),
                    _ => fail(variable.span, "this texture is not taken"),
                }
            }
            Storage::Plain | Storage::Constexpr => {
                Err(error(span, format!("`{}` is a variable of the host", variable.name))
                    .help("pass it to the kernel, or write `__device__` or `__constant__` before it"))
            }
            Storage::Shared | Storage::ExternShared | Storage::Constant | Storage::Device => {
                self.variable_in_memory(variable)
            }
        }
    }

    fn host_constant(&mut self, variable: &syntax::Variable, span: Span) -> Result<Binding> {
        let init = initial(variable);
        let is_auto = matches!(variable.ty.kind, syntax::TypeKind::Auto);
        let ty = self.with_given(&[], None, |typer| match init {
            Some(init) if is_auto => Ok(typer.rvalue(init)?.ty),
            _ => typer.ty(&variable.ty),
        })?;
        let Some(init) = init else {
            return fail(span, format!("the constant `{}` has no value", variable.name));
        };
        let value = self.with_given(&[], None, |typer| typer.rvalue_as(init, &ty))?;
        match value.value {
            Some(number) => {
                let constant = self.module_constant(&variable.name, ty, number);
                Ok(Binding::Constant(constant))
            }
            None => fail(
                span,
                format!("the value of `{}` is not known before the run", variable.name),
            ),
        }
    }

    fn variable_in_memory(&mut self, variable: &syntax::Variable) -> Result<Binding> {
        let ty = self.with_given(&[], None, |typer| {
            Ok(match typer.declared_type(variable)? {
                Some(ty) => ty,
                None => typer.ty(&variable.ty)?,
            })
        })?;
        if variable.storage == Storage::ExternShared
            && let Ty::Pointer(element) = &ty
        {
            let element = (**element).clone();
            let root = self.dynamic_shared(&variable.name, element.clone(), variable.span);
            return Ok(Binding::Fixed(Pointer::new(
                Root::Memory(root),
                None,
                self.size_of(&element).max(1),
                element,
            )));
        }
        if let (Ty::Structure(index), Storage::Constant) = (&ty, variable.storage)
            && self.has_pointers(&ty)
        {
            return self.constant_bundle(variable, *index);
        }
        if let Ty::Pointer(_) = ty {
            return fail(
                variable.span,
                format!("the pointer `{}` outside of functions is not taken", variable.name),
            );
        }
        let first = if variable.storage.is_of_device() {
            self.with_given(&[], None, |typer| typer.first_bytes(variable, &ty))?
        } else {
            Vec::new()
        };
        // A device constant with a known value is one of the module.
        if variable.ty.constant
            && let (Ty::Scalar(_), Some(init)) = (&ty, initial(variable))
        {
            let value = self.with_given(&[], None, |typer| typer.rvalue_as(init, &ty))?;
            if let Some(number) = value.value {
                let constant = self.module_constant(&variable.name, ty, number);
                return Ok(Binding::Constant(constant));
            }
        }
        if variable.storage == Storage::Shared
            && let Some(binding) = self.joint_array(&ty, variable.span)
        {
            return Ok(binding);
        }
        let (element, lengths) = parts(ty);
        let space = match variable.storage {
            Storage::Constant => Space::Constant,
            Storage::Device => Space::Global,
            _ => Space::Shared,
        };
        let root = self.root(&variable.name, space, element, lengths, false, variable.span);
        if space != Space::Shared {
            self.module.roots[root].binding = Some(self.arrays.next_binding);
            self.arrays.next_binding += 1;
            self.module.initial.push((root, first));
        }
        Ok(Binding::Memory(root))
    }
}

/// Returns the value that a declaration gives its variable.
fn initial(variable: &syntax::Variable) -> Option<&syntax::Expr> {
    match variable.init.as_ref()? {
        Init::Value(value) => Some(value),
        Init::Call(values) => values.first(),
    }
}

fn is_texture(ty: &syntax::TypeName) -> bool {
    let syntax::TypeKind::Named(name) = &ty.kind else {
        return false;
    };
    matches!(&*name.text, "texture" | "cudaTextureObject_t" | "cudaSurfaceObject_t")
}
