//! The names of the host's code: their scopes, their types, and their values as far as they are known.

use super::Lost;
use super::value::{Scope, Slot, Value, is_pointer};
use super::walk::{Depth, Walk};
use crate::error::Span;
use crate::syntax::{Expr, ExprKind, Init, TypeKind, TypeName, Variable};
use std::rc::Rc;

impl Walk<'_> {
    /// Leaves the caller's names out of sight, and returns them.
    pub fn enter(&mut self) -> Vec<Scope> {
        let outer = self.scopes.split_off(self.scopes.len().min(1));
        self.scopes.push(Scope::default());
        outer
    }

    pub fn leave(&mut self, outer: Vec<Scope>) {
        self.scopes.truncate(1);
        self.scopes.extend(outer);
    }

    pub fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::default());
        let result = work(self);
        self.scopes.pop();
        result
    }

    pub fn slot(&self, name: &str) -> Option<&Slot> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.slots.get(name).or_else(|| scope.members.get(name)))
    }

    /// Returns the number of calls and of scopes around the variable that a name means here.
    pub fn depth_of(&self, name: &str) -> Depth {
        let holds = |scope: &Scope| scope.slots.contains_key(name) || scope.members.contains_key(name);
        (self.calls.len(), self.scopes.iter().rposition(holds))
    }

    pub fn slot_mut(&mut self, name: &str) -> Option<&mut Slot> {
        let mut scopes = self.scopes.iter_mut().rev();
        let scope = scopes.find(|scope| scope.slots.contains_key(name) || scope.members.contains_key(name))?;
        if scope.slots.contains_key(name) {
            Rc::make_mut(&mut scope.slots).get_mut(name)
        } else {
            Rc::make_mut(&mut scope.members).get_mut(name)
        }
    }

    /// Returns a type with its aliases and template parameters replaced.
    pub fn plain(&self, ty: &TypeName) -> TypeName {
        let mut ty = ty.clone();
        self.replace(&mut ty, 0);
        ty
    }

    fn replace(&self, ty: &mut TypeName, depth: u32) {
        match &mut ty.kind {
            TypeKind::Pointer(target) | TypeKind::Reference(target) | TypeKind::Array(target, _) => {
                self.replace(target, depth + 1)
            }
            TypeKind::Named(name) if depth < 20 && name.arguments.is_none() => {
                let given = self.scopes.iter().rev();
                let given = given
                    .filter_map(|scope| scope.types.get(&name.text))
                    .next()
                    .map(|ty| (**ty).clone());
                let alias = || {
                    let mut aliases = self.file.aliases.iter();
                    let aliased = aliases.find(|(alias, _)| *alias == name.text);
                    aliased.map(|(_, ty)| ty.clone())
                };
                if let Some(plain) = given.or_else(alias) {
                    let constant = ty.constant;
                    *ty = plain;
                    ty.constant |= constant;
                    self.replace(ty, depth + 1);
                }
            }
            TypeKind::Named(_) | TypeKind::Auto => {}
        }
    }

    pub fn declare_value(&mut self, name: &Rc<str>, value: Option<Value>, ty: Option<&TypeName>) {
        let ty = ty.map(|ty| Rc::new(self.plain(ty)));
        let slot = Slot {
            lost: self.lost(name, &value),
            value,
            ty,
            list: None,
        };
        if let Some(scope) = self.scopes.last_mut() {
            Rc::make_mut(&mut scope.slots).insert(name.clone(), slot);
        }
    }

    /// Returns the name without which a value is missing: the one that its expression lacks, or its own.
    fn lost(&self, name: &Rc<str>, value: &Option<Value>) -> Option<Lost> {
        // No statement loses the value of a parameter.
        let here = (self.place != Span::default()).then(|| (name.clone(), self.place));
        let first = self.unknown.clone().or(here);
        first.filter(|_| value.is_none())
    }

    pub fn declare(&mut self, variable: &Variable) {
        self.unknown = None;
        self.aliased.remove(&variable.name);
        self.begin_array(variable);
        let ty = self.plain(&variable.ty);
        let array = || Value::Pointer(variable.name.clone(), Some(0));
        let (value, written, list) = match (&variable.init, &ty.kind) {
            (Some(Init::Value(value)), TypeKind::Array(..)) => {
                let list: Option<Rc<[Expr]>> = match &value.kind {
                    ExprKind::List(values) => Some(values.clone().into()),
                    _ => None,
                };
                (Some(array()), None, list)
            }
            (_, TypeKind::Array(..)) => (Some(array()), None, None),
            (_, TypeKind::Named(name)) if matches!(&*name.text, "vector" | "array") => (Some(array()), None, None),
            (Some(Init::Value(value)), TypeKind::Pointer(_)) => {
                self.calls_in(value);
                let folded = self.fold(value).and_then(|folded| folded.cast(&ty.kind));
                (Some(folded.unwrap_or_else(array)), None, None)
            }
            (_, TypeKind::Pointer(_)) => (Some(array()), None, None),
            (Some(Init::Value(value)), _) => {
                self.calls_in(value);
                (self.fold(value), Some(value), None)
            }
            (Some(Init::Call(values)), TypeKind::Named(name)) if &*name.text == "dim3" => {
                let list = Expr {
                    kind: ExprKind::List(values.clone()),
                    span: variable.span,
                };
                (self.fold(&list), None, None)
            }
            (Some(Init::Call(values)), _) => match values.as_slice() {
                [value] => (self.fold(value), Some(value), None),
                _ => (None, None, None),
            },
            (None, TypeKind::Named(name)) if &*name.text == "dim3" => (Some(Value::Extent([1; 3])), None, None),
            (None, _) => (None, None, None),
        };
        let ty = match (&ty.kind, written) {
            (TypeKind::Auto, Some(value)) => self.type_of(value),
            _ => Some(ty),
        };
        let value = value.and_then(|value| match &ty {
            Some(ty) if !matches!(ty.kind, TypeKind::Array(..)) => value.cast(&ty.kind),
            _ => Some(value),
        });
        match (&variable.init, &variable.ty.kind) {
            (Some(Init::Value(value)), TypeKind::Reference(target)) if !target.constant => {
                self.alias(value);
            }
            (Some(Init::Value(value)), _) => self.alias_addresses(value),
            _ => {}
        }
        self.declare_value(&variable.name, value, ty.as_ref());
        if let Some(ty) = &ty {
            self.begin_members(variable, ty);
            self.describe_texel(variable);
        }
        if let Some(slot) = self.slot_mut(&variable.name) {
            slot.list = list;
        }
    }

    /// Gives a name a value, as its type holds it.
    pub fn assign(&mut self, name: &str, value: Option<Value>) {
        let ty = self.slot(name).and_then(|slot| slot.ty.clone());
        let value = match ty {
            Some(ty) if !matches!(ty.kind, TypeKind::Array(..)) => value.and_then(|value| value.cast(&ty.kind)),
            _ => value,
        };
        let value = value.filter(|_| !self.is_aliased(name));
        let lost = self.lost(&name.into(), &value);
        if let Some(slot) = self.slot_mut(name) {
            (slot.value, slot.lost) = (value, lost);
        }
    }

    /// Forgets a name's value. A pointer whose address was passed on has an array of its own, as after `cudaMalloc`.
    pub fn forget(&mut self, name: &str, addressed: bool) {
        let mut scopes = self.scopes.iter().rev();
        let owner = scopes.find_map(|scope| Some(scope.slots.get_key_value(name)?.0.clone()));
        let Some(owner) = owner else {
            return;
        };
        let place = self.place;
        self.forget_members(name);
        if let Some(slot) = self.slot_mut(name) {
            let pointer = slot.ty.as_ref().is_some_and(|ty| is_pointer(ty));
            slot.lost = Some((owner.clone(), place));
            slot.value = (pointer && addressed).then_some(Value::Pointer(owner.clone(), Some(0)));
            if pointer && addressed {
                self.allocated.remove(&owner);
            }
        }
    }

    /// Forgets values that differ from those of another way to here.
    pub fn merge(&mut self, other: &[Scope]) {
        let place = self.place;
        let forget = |name: &Rc<str>, slot: &mut Slot, other: Option<&Slot>| {
            if other.is_none_or(|other| other.value != slot.value) {
                (slot.value, slot.lost) = (None, Some((name.clone(), place)));
            }
        };
        for (scope, other) in self.scopes.iter_mut().zip(other) {
            if !Rc::ptr_eq(&scope.slots, &other.slots) {
                for (name, slot) in Rc::make_mut(&mut scope.slots) {
                    forget(name, slot, other.slots.get(name));
                }
            }
            if !Rc::ptr_eq(&scope.members, &other.members) {
                for (name, slot) in Rc::make_mut(&mut scope.members) {
                    forget(name, slot, other.members.get(name));
                }
            }
        }
    }
}
