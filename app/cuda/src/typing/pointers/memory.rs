//! The roots of arrays, and the declarations of shared memory.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Init, Storage};
use crate::typing::Typer;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::scope::binding::Binding;
use crate::typing::tree::{MemoryRoot, Space, Ty};

impl Typer<'_> {
    pub(crate) fn declare_shared(&mut self, variable: &syntax::Variable) -> Result<()> {
        let span = variable.span;
        if let Some(Init::Value(value)) = &variable.init {
            return Err(
                error(value.span, "a `__shared__` variable has no initial value (initialiser)")
                    .help("let one thread store it, then call `__syncthreads()`"),
            );
        }
        let ty = self.ty(&variable.ty)?;
        let external = variable.storage == Storage::ExternShared;
        if !external
            && !matches!(ty, Ty::Pointer(_))
            && let Some(binding) = self.joint_array(&ty, span)
        {
            self.bind(variable.name.clone(), binding);
            return Ok(());
        }
        let (element, lengths) = match ty {
            Ty::Pointer(element) if external => ((*element).clone(), Vec::new()),
            Ty::Pointer(_) => {
                return fail(span, "a shared array needs its length, or `extern` before it");
            }
            other => parts(other),
        };
        if external {
            let root = self.dynamic_shared(&variable.name, element.clone(), span);
            let unit = self.size_of(&element).max(1);
            let pointer = Pointer::new(Root::Memory(root), None, unit, element.clone());
            let changes = self.frame.changed.contains(&variable.name);
            let index = self.declare_pointer(&variable.name, element, Some(pointer), changes, span)?;
            self.bind(variable.name.clone(), Binding::Pointer(index));
            return Ok(());
        }
        let key = (variable as *const syntax::Variable as usize, self.frame.instance);
        let root = match self.arrays.shared.iter().find(|(other, _)| *other == key) {
            Some(&(_, root)) => root,
            None => {
                let root = self.root(&variable.name, Space::Shared, element, lengths, false, span);
                self.arrays.shared.push((key, root));
                root
            }
        };
        self.bind(variable.name.clone(), Binding::Memory(root));
        Ok(())
    }

    /// Returns the root of dynamic shared memory. All its declarations begin at the same byte, so the first one makes it.
    pub(crate) fn dynamic_shared(&mut self, name: &str, element: Ty, span: Span) -> usize {
        let mut roots = self.module.roots.iter();
        let existing = roots.position(|root| root.space == Space::Shared && root.unbounded);
        existing.unwrap_or_else(|| {
            self.module.shared_bytes = true;
            self.root(name, Space::Shared, element, Vec::new(), true, span)
        })
    }

    pub(crate) fn root(
        &mut self,
        name: &str,
        space: Space,
        element: Ty,
        lengths: Vec<u32>,
        unbounded: bool,
        span: Span,
    ) -> usize {
        let original = name.into();
        let name = self.unique(name);
        self.module.roots.push(MemoryRoot {
            name,
            original,
            space,
            element,
            lengths,
            unbounded,
            binding: None,
            read: false,
            written: false,
            rewritten: false,
            atomic: false,
            flat: false,
            accessed: Vec::new(),
            span,
        });
        self.module.roots.len() - 1
    }
}

/// Returns the element type and the lengths of an array.
pub(crate) fn parts(ty: Ty) -> (Ty, Vec<u32>) {
    let mut lengths = Vec::new();
    let mut element = ty;
    while let Ty::Array(inner, length) = element {
        lengths.push(length);
        element = (*inner).clone();
    }
    (element, lengths)
}
