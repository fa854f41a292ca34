//! Arguments of calls: values, references, and pointers with the arrays that they point into.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Function, TypeKind};
use crate::typing::Typer;
use crate::typing::body::call::This;
use crate::typing::body::function::{Mode, PassedPointer};
use crate::typing::body::value::Value;
use crate::typing::pointers::root::{Pointer, Root, RootKey};
use crate::typing::tree::{Argument, Base, Expr, ExprKind, Group, Index, Place, StatementKind, Step, Ty};
use std::rc::Rc;

impl Typer<'_> {
    fn as_load(&self, place: &Place) -> Expr {
        Expr::new(ExprKind::Load(Box::new(place.clone())), place.ty.clone())
    }

    pub(crate) fn pass_this(
        &mut self,
        function: &Rc<Function>,
        this: This,
        structure: Option<usize>,
        arguments: &mut Vec<Argument>,
        after: &mut Vec<(Place, usize)>,
        span: Span,
    ) -> Result<Option<Mode>> {
        let Some(structure) = structure.filter(|_| !function.fixed && !function.name.is_empty()) else {
            return Ok(None);
        };
        let ty = Ty::Structure(structure);
        if self.module.structures[structure].members.is_empty() {
            return Ok(Some(Mode::Nothing(ty)));
        }
        let changes = self.changes_object(function, structure);
        match this {
            This::None => Ok(None),
            // An object in memory stays there: the method reads and writes the members that it names.
            This::Place(place)
                if matches!(place.base, Base::Memory { .. })
                    && place.path.is_empty()
                    && !self.module.structures[structure].has_pointers =>
            {
                self.pass_reference(place, &ty, arguments, after, span).map(Some)
            }
            This::Place(place) if changes => {
                let roots = self.roots_of(&self.as_load(&place));
                self.pass_place(place, arguments, after, span)?;
                Ok(Some(Mode::Reference(ty, roots)))
            }
            This::Place(place) => {
                let value = self.load(place);
                let roots = self.roots_of(&value);
                arguments.push(Argument::Value(value));
                Ok(Some(Mode::Value(ty, roots)))
            }
            This::Value(value) if changes => {
                self.may_refer_to(&value, span)?;
                let roots = self.roots_of(&value);
                let place = self.place_of_object(value);
                if let Base::Variable(variable) = place.base {
                    self.module.variables[variable].changed = true;
                }
                arguments.push(Argument::Reference(place));
                Ok(Some(Mode::Reference(ty, roots)))
            }
            This::Value(value) => {
                let roots = self.roots_of(&value);
                arguments.push(Argument::Value(value));
                Ok(Some(Mode::Value(ty, roots)))
            }
        }
    }

    /// Returns the place of a variable that holds an object which is a value.
    pub(crate) fn place_of_object(&mut self, value: Expr) -> Place {
        let roots = self.roots_of(&value);
        let variable = self.variable_hidden("object", value.ty.clone());
        self.set_roots(variable, &roots);
        self.emit(StatementKind::Declare(variable, Some(value)));
        self.place_of(variable)
    }

    /// Passes a pointer to a place: the variable itself, or a copy that goes back.
    fn pass_place(
        &mut self,
        place: Place,
        arguments: &mut Vec<Argument>,
        after: &mut Vec<(Place, usize)>,
        span: Span,
    ) -> Result<()> {
        match (&place.base, place.path.is_empty()) {
            (Base::Variable(variable), true) => {
                self.module.variables[*variable].changed = true;
                self.mark_written(&place, span)?;
                arguments.push(Argument::Reference(place));
            }
            (Base::Target(_), true) => arguments.push(Argument::Reference(place)),
            _ => {
                // The call may change what the indices are made of.
                let place = self.fixed(place);
                let value = self.load(place.clone());
                let roots = self.roots_of(&value);
                let variable = self.variable_hidden("copy", value.ty.clone());
                self.set_roots(variable, &roots);
                self.module.variables[variable].changed = true;
                self.emit(StatementKind::Declare(variable, Some(value)));
                arguments.push(Argument::Reference(self.place_of(variable)));
                after.push((place, variable));
            }
        }
        Ok(())
    }

    pub(crate) fn pass(
        &mut self,
        value: Value,
        parameter: &syntax::Parameter,
        ty: &Ty,
        arguments: &mut Vec<Argument>,
        after: &mut Vec<(Place, usize)>,
        span: Span,
    ) -> Result<Mode> {
        if let (Ty::Group(_), Value::Group(group)) = (ty, &value) {
            // A variable of the caller is not seen in the callee: the threads that are active there count.
            return Ok(Mode::Group(match group {
                Group::Coalesced(_) => Group::Coalesced(usize::MAX),
                other => *other,
            }));
        }
        if let TypeKind::Reference(target) = &parameter.ty.kind
            && (!target.constant && !parameter.ty.constant || matches!(ty, Ty::Array(..)))
            && let Value::Place(place) = &value
        {
            if place.ty != *ty {
                return Err(error(
                    span,
                    format!(
                        "the reference `{}` needs a `{}`, and this is `{}`",
                        parameter.name,
                        self.type_name(ty),
                        self.type_name(&place.ty)
                    ),
                ));
            }
            return self.pass_reference(place.clone(), ty, arguments, after, span);
        }
        if let Ty::Pointer(pointee) = ty {
            let Some(mut pointer) = self.pointer_of(value, span)? else {
                return fail(span, format!("the argument for `{}` must be a pointer", parameter.name));
            };
            pointer.pointee = (**pointee).clone();
            return self.pass_pointer(pointer, false, arguments, after, span);
        }
        if let Ty::Structure(index) = ty
            && self.module.structures[*index].members.is_empty()
        {
            return Ok(Mode::Nothing(ty.clone()));
        }
        let value = match value {
            Value::List(values, span_of_list) => self.compose(&values, ty, span_of_list)?,
            other => {
                let value = self.load_value(other, span)?;
                self.convert(value, ty, span)?
            }
        };
        let roots = self.roots_of(&value);
        arguments.push(Argument::Value(value));
        Ok(Mode::Value(ty.clone(), roots))
    }

    pub(crate) fn pass_reference(
        &mut self,
        place: Place,
        ty: &Ty,
        arguments: &mut Vec<Argument>,
        after: &mut Vec<(Place, usize)>,
        span: Span,
    ) -> Result<Mode> {
        match (&place.base, place.path.is_empty()) {
            (
                Base::Memory {
                    root,
                    index: Index::Dimensions(indices),
                    ..
                },
                true,
            ) if indices.is_empty() => Ok(Mode::Whole(*root)),
            (Base::Memory { .. }, true) => {
                let pointer = self.address(place, span)?;
                self.pass_pointer(pointer, true, arguments, after, span)
            }
            _ => {
                let roots = self.roots_of(&self.as_load(&place));
                self.pass_place(place, arguments, after, span)?;
                Ok(Mode::Reference(ty.clone(), roots))
            }
        }
    }

    /// Returns the array of a thread that an element lies in, with its type and the element's index.
    fn array_around(&self, place: &Place) -> Option<(Place, Ty, Expr)> {
        let mut array = place.clone();
        let Some(Step::Index(index)) = array.path.pop() else {
            return None;
        };
        let ty = self.declared(&array)?;
        let Ty::Array(element, _) = &ty else {
            return None;
        };
        let is_element = **element == place.ty;
        array.ty = ty.clone();
        is_element.then_some((array, ty, index))
    }

    fn pass_pointer(
        &mut self,
        mut pointer: Pointer,
        follow: bool,
        arguments: &mut Vec<Argument>,
        after: &mut Vec<(Place, usize)>,
        span: Span,
    ) -> Result<Mode> {
        if let Root::Place(place) = &pointer.root
            && let Some(whole) = crate::typing::pointers::offset::whole_array(place)
        {
            pointer.root = whole;
            pointer.unit = self.size_of(&pointer.pointee).max(1);
        }
        pointer = self.with_known_root(pointer, span)?;
        let root = match &pointer.root {
            Root::Memory(root) => RootKey::Memory(*root),
            Root::Null => RootKey::Null,
            Root::Array(base) => {
                let (Base::Variable(variable) | Base::Target(variable)) = base else {
                    return fail(span, "this pointer cannot be passed");
                };
                let ty = self.module.variables[*variable].ty.clone();
                self.module.variables[*variable].changed = true;
                let place = Place::new(base.clone(), ty.clone());
                // Two pointers into one array are one pointer with two offsets: WGSL takes no second one.
                let references = arguments.iter().filter_map(|argument| match argument {
                    Argument::Reference(place) => Some(place),
                    Argument::Value(_) => None,
                });
                let same = references.enumerate().find(|(_, other)| {
                    other.path.is_empty()
                        && match (&other.base, base) {
                            (Base::Variable(a), Base::Variable(b)) | (Base::Target(a), Base::Target(b)) => a == b,
                            _ => false,
                        }
                });
                match same {
                    Some((number, _)) => RootKey::Same(number),
                    None => {
                        arguments.push(Argument::Reference(place));
                        RootKey::Array(ty)
                    }
                }
            }
            Root::Place(place) => {
                if let Some((array, ty, index)) = self.array_around(place) {
                    self.pass_place(array, arguments, after, span)?;
                    pointer.offset = Some(index);
                    RootKey::Array(ty)
                } else {
                    self.pass_place((**place).clone(), arguments, after, span)?;
                    RootKey::Place(place.ty.clone())
                }
            }
        };
        let offset = pointer.offset.filter(|offset| offset.known() != Some(0));
        let offset = offset.map(|offset| {
            let ty = offset.ty.clone();
            arguments.push(Argument::Value(offset));
            ty
        });
        if let (Root::Memory(root), true) = (&pointer.root, offset.is_some()) {
            self.module.roots[*root].flat = true;
        }
        Ok(Mode::Pointer(PassedPointer {
            root,
            offset,
            unit: pointer.unit,
            pointee: pointer.pointee,
            nullable: pointer.nullable,
            follow,
        }))
    }
}
