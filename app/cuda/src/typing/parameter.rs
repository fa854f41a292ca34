//! Parameters of a kernel: a pointer becomes a binding, and a value a member of the uniform structure.

use super::Typer;
use super::tree::{self, Member, Space, Ty, VariableKind};
use crate::error::{Error, Result, error, fail};
use crate::syntax::{self, Function};
use crate::typing::pointers::memory::parts;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::scope::binding::Binding;

/// The most parameters: CUDA's take 4 kilobytes, which are 512 pointers.
const MOST_PARAMETERS: usize = 512;

impl Typer<'_> {
    /// Declares the parameters of a kernel. Returns the first error of one: the body can be read nevertheless.
    pub(super) fn kernel_parameters(&mut self, function: &Function) -> Result<Option<Box<Error>>> {
        if function.parameters.len() > MOST_PARAMETERS {
            return fail(
                self.frame.span,
                format!("a kernel with more than {MOST_PARAMETERS} parameters is not taken"),
            );
        }
        let mut binding = 0;
        let mut scalars = Vec::new();
        let mut failure = None;
        for (index, parameter) in function.parameters.iter().enumerate() {
            let earlier = &function.parameters[..index];
            if !parameter.name.is_empty() && earlier.iter().any(|other| other.name == parameter.name) {
                return fail(
                    parameter.span,
                    format!("the parameter `{}` is declared twice", parameter.name),
                );
            }
            match self.kernel_parameter(parameter, &mut binding, &mut scalars) {
                Ok(()) => {}
                Err(error) => {
                    self.bind(parameter.name.clone(), Binding::Failed);
                    match failure {
                        None => failure = Some(error),
                        Some(_) => self.diagnostics.failures.push(*error),
                    }
                }
            }
        }
        self.module.uniform_binding = binding;
        self.arrays.next_binding = binding + 1;
        self.lay_out(scalars);
        Ok(failure)
    }

    fn kernel_parameter(
        &mut self,
        parameter: &syntax::Parameter,
        binding: &mut u32,
        scalars: &mut Vec<Member>,
    ) -> Result<()> {
        let span = parameter.span;
        if Self::is_reference(&parameter.ty) {
            return Err(error(span, "a parameter of a kernel cannot be a reference").help("use a pointer or a value"));
        }
        // An array as a parameter is a pointer to its first element.
        let ty = match self.ty(&parameter.ty)? {
            Ty::Array(element, _) => Ty::Pointer(element),
            other => other,
        };
        match ty {
            Ty::Pointer(element) => {
                self.kernel_pointer(parameter, (*element).clone(), binding, scalars)?;
            }
            Ty::Structure(index) if self.has_pointers(&ty) || self.is_unlike(&ty) => {
                let name = parameter.name.to_string();
                let bundle = self.bundle(&name, index, binding, scalars, span)?;
                let bound = if self.changes_itself(index) {
                    // Its methods change it from call to call, so that it is a variable.
                    let whole = self.whole(&bundle, span)?;
                    let tree::ExprKind::Variable(variable) = whole.kind else {
                        return fail(span, "this parameter is not taken");
                    };
                    self.module.variables[variable].changed = true;
                    Binding::Variable(variable)
                } else {
                    Binding::Bundle(bundle.into())
                };
                self.bind(parameter.name.clone(), bound);
            }
            Ty::Scalar(_) | Ty::Vector(..) | Ty::Structure(_) => {
                if let Ty::Structure(index) = ty
                    && self.module.structures[index].members.is_empty()
                {
                    let value = tree::Expr::new(tree::ExprKind::Zero, ty);
                    self.bind(parameter.name.clone(), Binding::Constant(value));
                    return Ok(());
                }
                let variable = self.variable(&parameter.name, ty.clone(), VariableKind::Local);
                self.note_enumeration(variable, &parameter.ty);
                self.bind(parameter.name.clone(), Binding::Variable(variable));
                let name = self.module.variables[variable].name.clone();
                scalars.push(Member {
                    variable,
                    name,
                    original: parameter.name.clone(),
                    ty,
                    offset: 0,
                    first: false,
                });
            }
            other => {
                return fail(span, format!("a kernel cannot take `{}`", self.type_name(&other)));
            }
        }
        Ok(())
    }

    fn kernel_pointer(
        &mut self,
        parameter: &syntax::Parameter,
        pointee: Ty,
        binding: &mut u32,
        scalars: &mut Vec<Member>,
    ) -> Result<()> {
        let span = parameter.span;
        let (mut element, lengths) = parts(pointee);
        // Each cast of a `void *` says what lies there: its memory is bytes.
        if element == Ty::Void {
            element = Ty::Scalar(tree::Scalar::Uchar);
        }
        if self.has_pointers(&element) {
            return Err(self.no_buffer(&parameter.name, &element, span));
        }
        let is_named = |names: &[String]| names.iter().any(|name| **name == *parameter.name);
        if is_named(&self.options.null) {
            let null = Pointer::null(element.clone());
            let index = self.declare_pointer(&parameter.name, element, Some(null), false, span)?;
            self.bind(parameter.name.clone(), Binding::Pointer(index));
            return Ok(());
        }
        // Two parameters with one buffer are one binding: WebGPU has no writable aliases.
        let name = self
            .options
            .alias
            .get(&*parameter.name)
            .cloned()
            .unwrap_or_else(|| parameter.name.to_string());
        let mut roots = self.module.roots.iter();
        let shared = roots.position(|root| *root.original == *name);
        let root = match shared {
            Some(root) => root,
            None => {
                let root = self.root(&name, Space::Global, element.clone(), Vec::new(), true, span);
                self.module.roots[root].binding = Some(*binding);
                *binding += 1;
                root
            }
        };
        let pointee = lengths
            .iter()
            .rev()
            .fold(element, |ty, &length| Ty::Array(ty.into(), length));
        let unit = self.size_of(&pointee).max(1);
        // The launch passes an element that need not be the first: its index is a hidden argument.
        let offset = is_named(&self.options.inside).then(|| {
            let wanted = format!("{}_offset", parameter.name);
            let variable = self.variable(&wanted, tree::INT, VariableKind::Local);
            let name = self.module.variables[variable].name.clone();
            scalars.push(Member {
                variable,
                name,
                original: parameter.name.clone(),
                ty: tree::INT,
                offset: 0,
                first: true,
            });
            tree::Expr::new(tree::ExprKind::Variable(variable), tree::INT)
        });
        let pointer = Pointer::new(Root::Memory(root), offset, unit, pointee.clone());
        let changes = self.frame.changed.contains(&parameter.name);
        let index = self.declare_pointer(&parameter.name, pointee, Some(pointer), changes, span)?;
        self.protect(index, &parameter.ty);
        self.bind(parameter.name.clone(), Binding::Pointer(index));
        Ok(())
    }

    pub(super) fn lay_out(&mut self, scalars: Vec<Member>) {
        // The kernel's own arguments come first; those of structures in constant memory follow.
        let last = self.module.uniform.last();
        let mut offset = last.map_or(0, |last| last.offset + self.size_of(&last.ty).max(4));
        for member in scalars {
            let (size, align) = match &member.ty {
                // WGSL's layout: three words are aligned like four.
                Ty::Vector(_, 3) => (12, 16),
                Ty::Vector(_, size) => (u32::from(*size) * 4, u32::from(*size) * 4),
                Ty::Structure(_) | Ty::Array(..) => (
                    self.size_of(&member.ty),
                    super::align_of(&self.module, &member.ty).max(4),
                ),
                _ => (4, 4),
            };
            offset = offset.next_multiple_of(align);
            self.module.uniform.push(Member { offset, ..member });
            offset += size;
        }
        self.module.uniform_name = "parameters".into();
    }
}
