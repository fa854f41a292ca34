//! Structures with pointers. In WGSL such a member is the pointer's offset; the array that it points into is known here, for
//! each variable. A kernel's parameter is no structure at all: its members are arguments and buffers of their own.

use crate::error::{Result, Span, error, fail};
use crate::syntax;
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::pointers::root::{Pointer, Root, RootKey, Roots};
use crate::typing::scope::binding::{Binding, Bundle};
use crate::typing::tree::{Base, Expr, ExprKind, INT, Member, Place, Space, Step, Ty, VariableId, VariableKind};
use std::rc::Rc;

impl Typer<'_> {
    /// Returns true if values of the type have pointers in them.
    pub(crate) fn has_pointers(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Structure(index) => self.module.structures[*index].has_pointers,
            Ty::Array(element, _) => self.has_pointers(element),
            _ => false,
        }
    }

    /// Makes arguments and buffers of a structure's members. `name` is that of the parameter or of the member.
    pub(crate) fn bundle(
        &mut self,
        name: &str,
        structure: usize,
        binding: &mut u32,
        scalars: &mut Vec<Member>,
        span: Span,
    ) -> Result<Bundle> {
        let mut members = Vec::new();
        for (member, ty) in self.module.structures[structure].members.clone() {
            let original = format!("{name}.{member}");
            let wanted = original.replace('.', "_");
            let bound = match &ty {
                Ty::Pointer(pointee) => {
                    let pointee = (**pointee).clone();
                    let (mut element, _) = crate::typing::pointers::memory::parts(pointee.clone());
                    // Each cast of a `void *` says what lies there: its memory is bytes.
                    if element == Ty::Void {
                        element = Ty::Scalar(crate::typing::tree::Scalar::Uchar);
                    }
                    if self.has_pointers(&element) {
                        return Err(self.no_buffer(&original, &element, span));
                    }
                    let root = self.root(&wanted, Space::Global, element, Vec::new(), true, span);
                    self.module.roots[root].original = original.as_str().into();
                    self.module.roots[root].binding = Some(*binding);
                    *binding += 1;
                    let pointer =
                        Pointer::new(Root::Memory(root), None, self.size_of(&pointee).max(1), pointee.clone());
                    let changes = self.frame.changed.contains(&*format!(".{member}"));
                    let index = self.declare_pointer(&wanted, pointee, Some(pointer), changes, span)?;
                    Binding::Pointer(index)
                }
                Ty::Structure(inner) => {
                    Binding::Bundle(Rc::new(self.bundle(&original, *inner, binding, scalars, span)?))
                }
                Ty::Array(element, _) if self.is_unlike(element) || self.has_pointers(element) => {
                    return fail(
                        span,
                        format!(
                            "the member `{original}` of the type `{}` is not taken in an argument",
                            self.type_name(&ty)
                        ),
                    );
                }
                Ty::Scalar(_) | Ty::Vector(..) | Ty::Array(..) => {
                    let variable = self.variable(&wanted, ty.clone(), VariableKind::Local);
                    scalars.push(Member {
                        variable,
                        name: self.module.variables[variable].name.clone(),
                        original: original.as_str().into(),
                        ty: ty.clone(),
                        offset: 0,
                        first: false,
                    });
                    Binding::Variable(variable)
                }
                other => {
                    return fail(
                        span,
                        format!(
                            "the member `{original}` of the type `{}` beside a pointer is not taken",
                            self.type_name(other)
                        ),
                    );
                }
            };
            members.push((member, bound));
        }
        Ok(Bundle { structure, members })
    }

    /// Makes arguments and buffers of a structure in constant memory, which all functions read.
    pub(crate) fn constant_bundle(&mut self, variable: &syntax::Variable, structure: usize) -> Result<Binding> {
        let mut scalars = Vec::new();
        let mut binding = self.arrays.next_binding;
        let first = self.module.roots.len();
        // A frame of its own, so that its names are those of no function.
        let bundle = self.with_given(&[], None, |typer| {
            let bundle = typer.bundle(&variable.name, structure, &mut binding, &mut scalars, variable.span)?;
            typer.settled(bundle, &scalars)
        })?;
        self.arrays.next_binding = binding;
        self.arrays.constant_members.extend(first..self.module.roots.len());
        self.lay_out(scalars);
        Ok(Binding::Bundle(bundle.into()))
    }

    /// Takes the buffers away that a kernel does not use of a structure in constant memory, which has those of all kernels.
    pub(crate) fn drop_unused_members(&mut self) {
        for &root in &self.arrays.constant_members {
            let root = &mut self.module.roots[root];
            if !root.read && !root.written {
                root.binding = None;
            }
        }
    }

    /// Replaces the variables of a bundle by members of the uniform buffer.
    fn settled(&mut self, bundle: Bundle, scalars: &[Member]) -> Result<Bundle> {
        let mut members = Vec::new();
        for (name, binding) in bundle.members {
            let binding = match binding {
                Binding::Variable(variable) => {
                    let member = scalars.iter().find(|member| member.variable == variable);
                    let member = member.map_or("".into(), |member| member.name.clone());
                    let ty = self.module.variables[variable].ty.clone();
                    Binding::Constant(Expr::new(ExprKind::Uniform(member), ty))
                }
                Binding::Pointer(index) => match self.frame.pointers[index].pointer.clone() {
                    Some(pointer) => Binding::Fixed(pointer),
                    None => Binding::Failed,
                },
                Binding::Bundle(inner) => Binding::Bundle(Rc::new(self.settled((*inner).clone(), scalars)?)),
                other => other,
            };
            members.push((name, binding));
        }
        Ok(Bundle { members, ..bundle })
    }

    /// Returns the error for a pointer whose elements cannot lie in a buffer.
    pub(crate) fn no_buffer(&self, name: &str, element: &Ty, span: Span) -> Box<crate::error::Error> {
        match element {
            Ty::Void => error(
                span,
                format!("the pointer `{name}` to `void` has no type of elements"),
            )
            .help("write the type of the elements"),
            other => error(
                span,
                format!(
                    "`{name}` points to structures with pointers (`{}`), which is not taken: WGSL has no pointers in memory",
                    self.type_name(other)
                ),
            )
            .help("use one buffer for each array, and indices for links"),
        }
    }

    /// Makes a variable of a bundle, so that it can be used as a whole.
    pub(crate) fn whole(&mut self, bundle: &Bundle, span: Span) -> Result<Expr> {
        let ty = Ty::Structure(bundle.structure);
        let mut parts = Vec::new();
        let mut roots = Vec::new();
        let members = self.module.structures[bundle.structure].members.clone();
        for (name, binding) in &bundle.members {
            let value = self.bound(binding.clone(), span)?;
            let ty = members.iter().find(|(member, _)| member == name);
            let ty = ty.map_or(Ty::Void, |(_, ty)| ty.clone());
            parts.push(self.part((name, &ty), value, &mut roots, span)?);
        }
        self.rooted(Expr::new(ExprKind::Compose(parts), ty), roots)
    }

    /// Returns a member's value as WGSL has it, and adds the arrays that it points into.
    pub(crate) fn part(
        &mut self,
        (name, ty): (&Rc<str>, &Ty),
        value: Value,
        roots: &mut Roots,
        span: Span,
    ) -> Result<Expr> {
        if let Value::Bundle(inner) = &value {
            let whole = self.whole(inner, span)?;
            for (path, root, unit) in self.roots_of(&whole) {
                roots.push((format!("{name}.{path}").into(), root, unit));
            }
            return Ok(whole);
        }
        if let Value::Place(place) = &value
            && let Ty::Array(..) = place.ty
        {
            return Ok(self.load(place.clone()));
        }
        // The number 0 is a null pointer in a member that is one.
        let pointer = match &value {
            Value::Expr(value) if value.ty.scalar().is_some() && !matches!(ty, Ty::Pointer(_)) => None,
            _ => self.pointer_of(value.clone(), span)?,
        };
        match pointer {
            Some(pointer) => {
                let unit = match &pointer.offset {
                    Some(_) => pointer.unit,
                    None => self.size_of(&pointer.pointee).max(1),
                };
                roots.push((name.clone(), self.root_key(&pointer, span)?, unit));
                let offset = self.offset_in(&pointer, pointer.unit);
                Ok(self.int_of(offset))
            }
            None => {
                let value = self.load_value(value, span)?;
                for (path, root, unit) in self.roots_of(&value) {
                    roots.push((format!("{name}.{path}").into(), root, unit));
                }
                Ok(value)
            }
        }
    }

    fn root_key(&self, pointer: &Pointer, span: Span) -> Result<RootKey> {
        match &pointer.root {
            Root::Memory(root) => Ok(RootKey::Memory(*root)),
            Root::Null => Ok(RootKey::Null),
            Root::Array(_) | Root::Place(_) => Err(error(
                span,
                "a pointer in a structure to a variable of one thread is not taken",
            )
            .help("use global or shared memory, or pass the variable itself")),
        }
    }

    /// Makes a variable with a value whose pointers have these arrays.
    pub(crate) fn rooted(&mut self, value: Expr, roots: Roots) -> Result<Expr> {
        let value = self.temporary("object", value);
        if let ExprKind::Variable(variable) = value.kind {
            self.arrays.pointed.insert(variable, roots);
        }
        Ok(value)
    }

    /// Returns the arrays that the pointers of a structure point into, as far as they are known.
    pub(crate) fn roots_of(&self, value: &Expr) -> Roots {
        let place = match &value.kind {
            ExprKind::Variable(variable) => {
                return self.arrays.pointed.get(variable).cloned().unwrap_or_default();
            }
            ExprKind::Load(place) => place,
            _ => return Vec::new(),
        };
        let Some((variable, path)) = variable_path(place) else {
            return Vec::new();
        };
        let start = if path.is_empty() {
            String::new()
        } else {
            format!("{path}.")
        };
        let pointed = self.arrays.pointed.get(&variable).into_iter().flatten();
        pointed
            .filter_map(|(path, root, unit)| {
                let rest = path.strip_prefix(&start)?;
                Some((rest.into(), root.clone(), *unit))
            })
            .collect()
    }

    /// Returns the pointer that a member of a structure is.
    pub(crate) fn member_pointer(&mut self, place: Place, pointee: Ty, span: Span) -> Result<Pointer> {
        let Some((variable, path)) = variable_path(&place) else {
            return Err(error(
                span,
                "a pointer in an array of structures, or in memory, is not taken: WGSL has no pointers in memory",
            )
            .help("use one buffer, and indices for links"));
        };
        let members = self.arrays.pointed.get(&variable).into_iter().flatten();
        let pointed = members
            .clone()
            .find(|(member, ..)| **member == *path)
            .map(|(_, root, unit)| (root.clone(), *unit));
        let Some((root, unit)) = pointed else {
            return fail(span, format!("the pointer `{path}` has no value yet"));
        };
        let offset = Place { ty: INT, ..place };
        let offset = Expr::new(ExprKind::Load(Box::new(offset)), INT);
        if let RootKey::Memory(root) = root {
            self.module.roots[root].flat = true;
        }
        let root = match root {
            RootKey::Memory(root) => Root::Memory(root),
            _ => Root::Null,
        };
        Ok(Pointer {
            // A member without an array is null in all threads.
            nullable: !matches!(root, Root::Null),
            root,
            offset: Some(offset),
            unit,
            pointee,
        })
    }

    /// Gives a member of a structure a pointer.
    pub(crate) fn assign_member_pointer(&mut self, place: Place, value: Pointer, span: Span) -> Result<()> {
        let Some((variable, path)) = variable_path(&place) else {
            return Err(error(
                span,
                "a pointer in an array of structures, or in memory, is not taken: WGSL has no pointers in memory",
            )
            .help("use one buffer, and indices for links"));
        };
        let key = self.root_key(&value, span)?;
        let roots = self.arrays.pointed.entry(variable).or_default();
        let unit = match roots.iter_mut().find(|(member, ..)| **member == *path) {
            Some((_, target, unit)) => {
                if *target == RootKey::Null {
                    (*target, *unit) = (key, value.unit);
                } else if key != RootKey::Null && *target != key {
                    return Err(error(
                        span,
                        format!("`{path}` would point into different arrays: that is a choice between two roots"),
                    )
                    .help("use two pointers, or one array and an index"));
                }
                *unit
            }
            None => {
                roots.push((path.as_str().into(), key, value.unit));
                value.unit
            }
        };
        let offset = self.offset_in(&value, unit);
        let offset = self.int_of(offset);
        let place = Place { ty: INT, ..place };
        self.store(place, None, offset, span)
    }

    /// Carries the arrays that a value's pointers point into over to the place where it is stored.
    pub(crate) fn carry_roots(&mut self, place: &Place, roots: Roots, span: Span) -> Result<()> {
        if roots.is_empty() {
            return Ok(());
        }
        let Some((variable, path)) = variable_path(place) else {
            return fail(
                span,
                "a structure with pointers cannot be stored in memory: WGSL has no pointers in memory",
            );
        };
        let pointed = self.arrays.pointed.entry(variable).or_default();
        for (member, root, unit) in roots {
            let name: Rc<str> = match path.as_str() {
                "" => member,
                path => format!("{path}.{member}").into(),
            };
            match pointed.iter_mut().find(|(member, ..)| *member == name) {
                Some((_, key, step)) if *key == RootKey::Null => (*key, *step) = (root, unit),
                Some((_, key, step)) if *key != root || *step != unit => {
                    return Err(error(
                        span,
                        format!("`{name}` would point into different arrays: that is a choice between two roots"),
                    )
                    .help("use two structures"));
                }
                Some(_) => {}
                None => pointed.push((name, root, unit)),
            }
        }
        Ok(())
    }

    /// Builds a structure with pointers from the values of its members.
    pub(crate) fn build_rooted(&mut self, structure: usize, written: &[syntax::Expr], span: Span) -> Result<Expr> {
        let members = self.module.structures[structure].members.clone();
        let mut parts = Vec::new();
        let mut roots = Vec::new();
        for (index, (name, ty)) in members.iter().enumerate() {
            let part = match written.get(index) {
                None if matches!(ty, Ty::Pointer(_)) => {
                    roots.push((name.clone(), RootKey::Null, 1));
                    self.null_offset()
                }
                None => Expr::new(ExprKind::Zero, ty.clone()),
                Some(value) if matches!(ty, Ty::Pointer(_)) => {
                    let part = self.expr(value)?;
                    if self.pointer_of(part.clone(), value.span)?.is_none() {
                        return fail(value.span, "a pointer is needed here");
                    }
                    self.part((name, ty), part, &mut roots, value.span)?
                }
                Some(value) => {
                    let part = self.rvalue_as(value, ty)?;
                    self.part((name, ty), Value::Expr(part), &mut roots, value.span)?
                }
            };
            parts.push(part);
        }
        let ty = Ty::Structure(structure);
        let value = self.rooted(Expr::new(ExprKind::Compose(parts), ty), roots);
        let _ = span;
        value
    }

    /// Keeps the arrays of a call's result.
    pub(crate) fn result_roots(&mut self, call: Expr, roots: &Roots) -> Result<Expr> {
        if roots.is_empty() {
            Ok(call)
        } else {
            self.rooted(call, roots.clone())
        }
    }

    /// Gives a variable the arrays that its structure's pointers point into.
    pub(crate) fn set_roots(&mut self, variable: VariableId, roots: &Roots) {
        if !roots.is_empty() {
            self.arrays.pointed.insert(variable, roots.clone());
        }
    }

    /// Moves a pointer of a structure by an index.
    pub(crate) fn move_member_pointer(
        &mut self,
        place: Place,
        operator: syntax::Binary,
        by: Expr,
        span: Span,
    ) -> Result<()> {
        let Some(pointer) = self.pointer_of(Value::Place(place.clone()), span)? else {
            return fail(span, "a pointer is needed here");
        };
        let moved = self.walk(pointer, operator, by, span)?;
        self.assign_member_pointer(place, moved, span)
    }
}

/// Returns the variable of a place, and the path of its members.
fn variable_path(place: &Place) -> Option<(VariableId, String)> {
    let (Base::Variable(variable) | Base::Target(variable)) = place.base else {
        return None;
    };
    let names: Option<Vec<&str>> = place
        .path
        .iter()
        .map(|step| match step {
            Step::Member(name) => Some(&**name),
            Step::Index(_) | Step::Component(_) | Step::Bits(..) => None,
        })
        .collect();
    Some((variable, names?.join(".")))
}
