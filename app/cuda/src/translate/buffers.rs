//! The buffers of a translated kernel, and the scalars in its uniform buffer.

use crate::typing;
use crate::typing::tree::{self, Module, Ty};

/// A buffer of the kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    pub name: String,
    pub binding: u32,
    /// The type of the numbers in its elements, unless they are structures; and the bytes of an element.
    pub number: Option<tree::Scalar>,
    pub element_bytes: u32,
    /// The number of elements, if the text declares it.
    pub length: Option<u32>,
    pub written: bool,
    /// The first bytes that the text gives; `None` for a parameter.
    pub initial: Option<Vec<u8>>,
    /// True for a uniform buffer, whose size is a multiple of 16 bytes.
    pub uniform: bool,
}

/// A scalar parameter of the kernel, in the uniform buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct Scalar {
    pub name: String,
    /// The type of its numbers; `None` if it has none.
    pub number: Option<tree::Scalar>,
    /// The offset in bytes.
    pub offset: u32,
    pub kind: ScalarKind,
}

/// The argument of a launch that a scalar holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarKind {
    Value,
    /// The first element of a pointer in its buffer; 0 if nothing says another.
    First,
}

pub(super) fn bindings(module: &Module) -> Vec<Binding> {
    let mut bindings: Vec<Binding> = Vec::new();
    for (index, root) in module.roots.iter().enumerate() {
        let Some(binding) = root.binding else {
            continue;
        };
        let length = (!root.unbounded).then(|| root.lengths.iter().product());
        let mut initial = module.initial.iter();
        let initial = initial.find(|(root_index, _)| *root_index == index);
        bindings.push(Binding {
            name: root.original.to_string(),
            binding,
            number: number_of(&root.element),
            element_bytes: typing::size_of(module, &root.element),
            length,
            written: root.written,
            initial: initial.map(|(_, bytes)| bytes.clone()),
            uniform: root.space == tree::Space::Constant,
        });
    }
    bindings.sort_by_key(|binding| binding.binding);
    bindings
}

/// Returns the scalars of the uniform buffer; a structure's members are named after it: `s.limit`.
pub(super) fn scalars(module: &Module) -> Vec<Scalar> {
    let mut scalars = Vec::new();
    for member in &module.uniform {
        let start = scalars.len();
        flatten(module, &member.original, &member.ty, member.offset, &mut scalars);
        if member.first {
            scalars[start..]
                .iter_mut()
                .for_each(|scalar| scalar.kind = ScalarKind::First);
        }
    }
    scalars
}

fn flatten(module: &Module, name: &str, ty: &Ty, offset: u32, scalars: &mut Vec<Scalar>) {
    let Ty::Structure(index) = ty else {
        scalars.push(Scalar {
            name: name.to_owned(),
            number: number_of(ty),
            offset,
            kind: ScalarKind::Value,
        });
        return;
    };
    let structure = &module.structures[*index];
    for ((member, ty), inner) in structure.members.iter().zip(&structure.offsets) {
        let name = format!("{name}.{member}");
        flatten(module, &name, ty, offset + inner, scalars);
    }
}

pub(super) fn uniform(module: &Module) -> Option<(u32, u32)> {
    let last = module.uniform.last()?;
    let bytes = last.offset + typing::size_of(module, &last.ty).max(4);
    let aligns = module.uniform.iter();
    let aligns = aligns.map(|member| typing::align_of(module, &member.ty));
    let align = aligns.max().unwrap_or(1).max(16);
    Some((module.uniform_binding, bytes.next_multiple_of(align)))
}

/// Returns the numbers of a type.
fn number_of(ty: &Ty) -> Option<tree::Scalar> {
    match ty {
        Ty::Scalar(scalar) | Ty::Vector(scalar, _) => Some(*scalar),
        Ty::Array(element, _) => number_of(element),
        Ty::Structure(_) | Ty::Void | Ty::Pointer(_) | Ty::Group(_) => None,
    }
}
