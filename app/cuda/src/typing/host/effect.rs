//! Follows what an expression of the host does: it assigns, calls, allocates and frees.

use super::Reached;
use super::value::{Value, is_pointer, member_name};
use super::walk::Walk;
use crate::error::Span;
use crate::syntax::{Binary, Expr, ExprKind, Unary};
use std::rc::Rc;

impl Walk<'_> {
    pub fn effect(&mut self, value: &Expr) {
        match &value.kind {
            ExprKind::Assign(operator, target, value) => self.assign_to(*operator, target, value),
            ExprKind::Step { decrement, target, .. } => self.add_to(if *decrement { -1 } else { 1 }, target),
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.effect(right);
            }
            ExprKind::Call(callee, arguments) => {
                if let ExprKind::Name(name) = &callee.kind {
                    if &*name.text == "swap"
                        && let [a, b] = arguments.as_slice()
                        && let (ExprKind::Name(a), ExprKind::Name(b)) = (&a.kind, &b.kind)
                    {
                        return self.swap(&a.text, &b.text);
                    }
                    if name.text.starts_with("cudaLaunch") {
                        self.launch_call(arguments, value.span);
                        return;
                    }
                }
                self.calls_in(value);
            }
            _ => self.calls_in(value),
        }
    }

    fn assign_to(&mut self, operator: Option<Binary>, target: &Expr, value: &Expr) {
        self.calls_in(value);
        let mut assigned = self.fold(value);
        if let Some(operator) = operator {
            let old = self.fold(target);
            assigned = old
                .zip(assigned)
                .and_then(|(old, by)| super::fold::binary(operator, old, by));
        }
        match &target.kind {
            ExprKind::Name(name) => {
                self.assign(&name.text, assigned);
                self.forget_members(&name.text);
                if let (Some(other), None) = (member_name(value), operator) {
                    let members = self.members_of(&other);
                    self.give_members(&name.text, members);
                }
            }
            // `description.addressMode[0]` stands for all axes.
            ExprKind::Index(base, _) if matches!(&base.kind, ExprKind::Member { name, .. } if &*name.text == "addressMode") => {
                if let Some(path) = member_name(base) {
                    self.set_member(&path, assigned, None);
                }
            }
            ExprKind::Index(base, index) => self.store_one(base, index, assigned),
            ExprKind::Unary(Unary::Deref, base) => {
                self.written_through(base);
                if let ExprKind::Unary(Unary::Address, variable) = &base.kind {
                    self.forget_place(variable);
                }
            }
            ExprKind::Member { base, name: axis, .. } => {
                let is_extent = matches!(self.fold(base), Some(Value::Extent(_)));
                if let (false, Some(path)) = (is_extent, member_name(target)) {
                    // The structures of CUDA's runtime are not in the text.
                    let ty = self.type_of(target);
                    let ty = ty.or_else(|| self.type_of(value).filter(is_pointer));
                    return self.set_member(&path, assigned, ty);
                }
                let ExprKind::Name(name) = &base.kind else {
                    return;
                };
                let axis = "xyz".find(&*axis.text);
                let number = assigned.and_then(|value| value.integer());
                if let Some(slot) = self.slot_mut(&name.text) {
                    match (&mut slot.value, axis, number) {
                        (Some(Value::Extent(extent)), Some(axis), Some(number)) => {
                            extent[axis] = number;
                        }
                        (value, ..) => *value = None,
                    }
                }
            }
            _ => {}
        }
    }

    fn add_to(&mut self, by: i64, target: &Expr) {
        let old = self.fold(target).and_then(|value| value.integer());
        let new = old.and_then(|old| old.checked_add(by)).map(Value::Int);
        match &target.kind {
            ExprKind::Name(name) => self.assign(&name.text, new),
            ExprKind::Index(base, index) => self.store_one(base, index, new),
            ExprKind::Unary(Unary::Deref, base) => self.written_through(base),
            _ => {
                if let Some(path) = member_name(target) {
                    let ty = self.type_of(target);
                    self.set_member(&path, new, ty);
                }
            }
        }
    }

    fn swap(&mut self, a: &str, b: &str) {
        let members = [a, b].map(|name| self.members_of(name));
        if members.iter().any(|members| !members.is_empty()) {
            self.forget_members(a);
            self.forget_members(b);
        }
        let [first, second] = [a, b].map(|name| self.slot(name)?.value.clone());
        self.assign(a, second);
        self.assign(b, first);
    }

    /// Follows the host functions that an expression calls, and forgets names whose address it takes.
    pub fn calls_in(&mut self, value: &Expr) {
        match &value.kind {
            ExprKind::Unary(Unary::Address, target) => self.forget_place(target),
            ExprKind::Conditional(condition, yes, no) => {
                for part in [condition, yes, no] {
                    self.calls_in(part);
                }
            }
            ExprKind::List(values) | ExprKind::Construct(_, values) => {
                values.iter().for_each(|value| self.calls_in(value));
            }
            ExprKind::Call(callee, arguments) => {
                if let ExprKind::Name(name) = &callee.kind
                    && self.binds_texture(&name.text, arguments)
                {
                    return;
                }
                // A copy to the device only reads what is behind its second argument.
                let is_copy = matches!(&callee.kind, ExprKind::Name(name) if name.text.starts_with("cudaMemcpyTo"));
                for (index, argument) in arguments.iter().enumerate() {
                    if !(is_copy && index == 1) {
                        self.calls_in(argument);
                    }
                }
                if let ExprKind::Member { base, name, .. } = &callee.kind
                    && !matches!(&*name.text, "data" | "begin" | "end" | "size")
                {
                    self.written_through(base);
                    if let Some(object) = member_name(base) {
                        self.forget_members(&object);
                    }
                }
                if let ExprKind::Name(name) = &callee.kind {
                    if &*name.text == "swap" {
                        arguments.iter().for_each(|place| self.forget_place(place));
                    }
                    match (&*name.text, arguments.as_slice()) {
                        ("cudaMalloc" | "cudaMallocManaged", [pointer, bytes, ..]) => {
                            self.allocate(pointer, bytes);
                        }
                        ("cudaFree", [pointer]) => self.free(pointer, value.span),
                        (text, _) if self.writes_array(text, arguments) => {}
                        (text, _) => {
                            if self.call(name, arguments).is_none() {
                                self.passed_on(text, arguments);
                            }
                        }
                    }
                }
            }
            ExprKind::Unary(_, inner) | ExprKind::Cast(_, inner) => self.calls_in(inner),
            ExprKind::Binary(_, left, right) => {
                self.calls_in(left);
                self.calls_in(right);
            }
            ExprKind::Assign(..) | ExprKind::Step { .. } => self.effect(value),
            _ => {}
        }
    }

    /// Keeps the bytes that the host allocates for a pointer.
    fn allocate(&mut self, pointer: &Expr, bytes: &Expr) {
        let mut pointer = pointer;
        while let ExprKind::Cast(_, inner) | ExprKind::Unary(_, inner) = &pointer.kind {
            pointer = inner;
        }
        let bytes = self.fold(bytes).and_then(|bytes| bytes.integer());
        let Some(name) = member_name(pointer) else {
            return;
        };
        let array = self.array_name(&name);
        self.freed.remove(&array);
        if let ExprKind::Member { .. } = &pointer.kind {
            let ty = self.type_of(pointer);
            self.set_member(&name, Some(Value::Pointer(array.clone(), Some(0))), ty);
        } else if array != name
            && let Some(slot) = self.slot_mut(&name)
        {
            slot.value = Some(Value::Pointer(array.clone(), Some(0)));
        }
        if let Some(bytes) = bytes.and_then(|bytes| u64::try_from(bytes).ok()) {
            self.allocated.insert(array, bytes);
        }
    }

    /// Returns the place at which the host has freed an array of the variable that has its name here.
    pub(super) fn freed_at(&self, root: &Rc<str>) -> Option<Span> {
        let (place, depth) = self.freed.get(root)?;
        (*depth == self.depth_of(root)).then_some(*place)
    }

    /// Keeps the place at which the host frees an array, if it is known that the program comes there.
    fn free(&mut self, pointer: &Expr, place: Span) {
        if self.reached == Reached::Maybe
            && self.quiet == 0
            && let ExprKind::Name(name) = &pointer.kind
            && let Some(Value::Pointer(root, Some(0))) = self.fold(pointer)
            // Of another name, the array may be an earlier one of the root's name.
            && root == name.text
        {
            let depth = self.depth_of(&root);
            self.freed.insert(root, (place, depth));
        }
    }
}
