//! Structures of the host. A member whose value is known has a name of its own beside the variable's: `a.width`.

use super::array::{Array, Contents, Element};
use super::value::{Slot, Value, is_pointer, member_name};
use super::walk::Walk;
use super::{Passed, size};
use crate::syntax::{Argument, Expr, ExprKind, Init, Name, Structure, TypeKind, TypeName, Unary, Variable};
use std::rc::Rc;

/// Returns true for a type whose objects are textures or surfaces.
pub(super) fn is_texture(ty: &TypeName) -> bool {
    let TypeKind::Named(name) = &ty.kind else {
        return false;
    };
    matches!(&*name.text, "texture" | "cudaTextureObject_t" | "cudaSurfaceObject_t")
}

impl<'f> Walk<'f> {
    fn structure_of(&self, ty: &TypeName) -> Option<&'f Structure> {
        let ty = self.plain(ty);
        let name = match &ty.kind {
            TypeKind::Named(name) => name,
            TypeKind::Pointer(target) | TypeKind::Reference(target) => {
                return self.structure_of(target);
            }
            _ => return None,
        };
        let mut structures = self.file.structures.iter();
        let structure = structures.find(|structure| structure.name == name.text);
        structure.map(|structure| &**structure)
    }

    /// Returns the type of a member.
    pub(super) fn member_type(&mut self, base: &Expr, name: &Name) -> Option<TypeName> {
        let ty = self.type_of(base)?;
        let structure = self.structure_of(&ty)?;
        let mut members = structure.members.iter();
        let member = members.find(|member| member.name == name.text)?;
        Some(self.plain(&member.ty))
    }

    /// Returns the known members of a variable by their paths behind its name, with the scope that has it.
    fn members(&self, variable: &str) -> Option<(usize, Vec<(String, Slot)>)> {
        let first = variable.split('.').next().unwrap_or_default();
        let mut scopes = self.scopes.iter();
        let scope = scopes.rposition(|scope| scope.slots.contains_key(first))?;
        let begin = format!("{variable}.");
        let members = self.scopes[scope].members.range(Rc::from(&*begin)..);
        let members = members.map_while(|(name, slot)| {
            let rest = name.strip_prefix(&*begin)?;
            Some((rest.to_owned(), slot.clone()))
        });
        Some((scope, members.collect()))
    }

    pub(super) fn members_of(&self, variable: &str) -> Vec<(String, Slot)> {
        self.members(variable).map_or(Vec::new(), |(_, members)| members)
    }

    /// Gives a variable the members of another one.
    pub(super) fn give_members(&mut self, variable: &str, members: Vec<(String, Slot)>) {
        let Some((scope, _)) = self.members(variable) else {
            return;
        };
        let slots = Rc::make_mut(&mut self.scopes[scope].members);
        for (member, slot) in members {
            slots.insert(format!("{variable}.{member}").into(), slot);
        }
    }

    /// Forgets what a place of the host has: a variable, a member, or the elements of an array.
    pub(super) fn forget_place(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Name(name) => self.forget(&name.text.clone(), true),
            ExprKind::Index(base, _) => {
                if let Some(Value::Pointer(root, _)) = self.fold(base) {
                    self.contents.insert(root, Contents::Unfollowed(self.place));
                }
            }
            ExprKind::Member { .. } => {
                if let Some(path) = member_name(place) {
                    let ty = self.type_of(place);
                    self.set_member(&path, None, ty);
                    self.forget_members(&path);
                }
            }
            _ => {}
        }
    }

    /// Notes that a reference or a pointer leads to a place: what it has is not known from here on.
    pub(super) fn alias(&mut self, place: &Expr) {
        self.forget_place(place);
        let root = member_name(place);
        let root = root.as_deref().and_then(|path| path.split('.').next());
        self.aliased.extend(root.map(Rc::from));
    }

    /// Notes the places whose addresses a value has.
    pub(super) fn alias_addresses(&mut self, value: &Expr) {
        match &value.kind {
            ExprKind::Unary(Unary::Address, target) if !matches!(target.kind, ExprKind::Index(..)) => {
                self.alias(target);
            }
            ExprKind::Conditional(_, yes, no) => {
                self.alias_addresses(yes);
                self.alias_addresses(no);
            }
            ExprKind::Cast(_, inner) => self.alias_addresses(inner),
            _ => {}
        }
    }

    pub(super) fn is_aliased(&self, name: &str) -> bool {
        let root = name.split('.').next().unwrap_or_default();
        !self.aliased.is_empty() && self.aliased.contains(root)
    }

    /// Gives a member a value. A pointer whose value is not known has an array of its own.
    pub(super) fn set_member(&mut self, path: &Rc<str>, value: Option<Value>, ty: Option<TypeName>) {
        let value = match &ty {
            Some(ty) => value.and_then(|value| value.cast(&ty.kind)),
            None => value,
        };
        let value = value.filter(|_| !self.is_aliased(path));
        let is_pointer = ty.as_ref().is_some_and(is_pointer);
        let value = match value {
            None if is_pointer => {
                self.contents.remove(path);
                Some(Value::Pointer(path.clone(), Some(0)))
            }
            value => value,
        };
        let Some((scope, _)) = self.members(path) else {
            return;
        };
        let slot = Slot {
            lost: value.is_none().then(|| (path.clone(), self.place)),
            value,
            ty: ty.map(Rc::new),
            list: None,
        };
        let members = Rc::make_mut(&mut self.scopes[scope].members);
        members.insert(path.clone(), slot);
    }

    /// Forgets the members of a variable.
    pub(super) fn forget_members(&mut self, variable: &str) {
        let place = self.place;
        let Some((scope, members)) = self.members(variable) else {
            return;
        };
        for (member, _) in members {
            let name = format!("{variable}.{member}");
            let slots = Rc::make_mut(&mut self.scopes[scope].members);
            if let Some(slot) = slots.get_mut(&*name) {
                (slot.value, slot.lost) = (None, Some((name.into(), place)));
            }
        }
    }

    /// Begins the members of a variable that has just been declared.
    pub(super) fn begin_members(&mut self, variable: &Variable, ty: &TypeName) {
        let name = &variable.name;
        for (member, _) in self.members_of(name) {
            if let Some(scope) = self.scopes.last_mut() {
                Rc::make_mut(&mut scope.members).remove(&*format!("{name}.{member}"));
            }
        }
        if is_pointer(ty) {
            return;
        }
        let Some(structure) = self.structure_of(ty) else {
            return;
        };
        match &variable.init {
            Some(Init::Value(Expr {
                kind: ExprKind::List(values),
                ..
            })) => {
                for (member, value) in structure.members.iter().zip(values) {
                    let path = format!("{name}.{}", member.name).into();
                    let folded = self.fold(value);
                    let ty = self.plain(&member.ty);
                    self.set_member(&path, folded, Some(ty));
                }
            }
            Some(Init::Value(value)) => {
                if let Some(other) = member_name(value) {
                    let members = self.members_of(&other);
                    self.give_members(name, members);
                }
            }
            _ => {}
        }
    }

    /// Returns the members of the structures that a launch passes, and of the textures that it reads, by their names in the
    /// kernel.
    pub(super) fn passed_members(&mut self, kernel: &str, arguments: &[Option<Expr>]) -> Vec<(String, Passed)> {
        let file = self.file;
        let mut functions = file.functions.iter();
        let function = functions.find(|function| function.kernel && *function.name == *kernel);
        let parameters = function.map_or(&[][..], |function| &function.parameters);
        let mut names: Vec<(Rc<str>, Rc<str>)> = Vec::new();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let argument = argument.as_ref().and_then(member_name);
            names.extend(argument.map(|argument| (parameter.name.clone(), argument)));
        }
        let textures = file.variables.iter().filter(|variable| is_texture(&variable.ty));
        names.extend(textures.map(|variable| (variable.name.clone(), variable.name.clone())));
        let mut passed = Vec::new();
        for (to, from) in names {
            for (member, slot) in self.members_of(&from) {
                if let Some(value) = slot.value {
                    let text = format!("{from}.{member}");
                    let ty = slot.ty.map(|ty| (*ty).clone());
                    passed.push((format!("{to}.{member}"), self.passed_value(text, Some(value), ty)));
                }
            }
            self.add_mode(&to, &from, &mut passed);
        }
        passed
    }

    /// Adds the mode of a texture that is bound and has none.
    fn add_mode(&mut self, to: &str, from: &str, passed: &mut Vec<(String, Passed)>) {
        let members = self.members_of(from);
        let has = |wanted: &str| members.iter().any(|(member, _)| member == wanted);
        if has("texels") && !has("mode") {
            let mode = self.texture_mode(from, "normalized");
            let mode = self.passed_value(String::new(), Some(Value::Int(mode)), None);
            passed.push((format!("{to}.mode"), mode));
        }
    }

    /// Returns the bits of a texture's properties, of which those that nothing sets are zero.
    fn texture_mode(&self, variable: &str, normalized: &str) -> i64 {
        let number = |member: &str| self.member_integer(variable, member).unwrap_or(0);
        let is_normalized = number(normalized) != 0;
        let addresses = match (number("addressMode"), is_normalized) {
            (0, true) => 4,
            (2, true) => 8,
            (3, _) => 16,
            _ => 0,
        };
        number("filterMode") & 1 | i64::from(is_normalized) << 1 | addresses
    }

    /// Follows a call that makes or binds a texture, or the array of one. Returns false for another function.
    pub(super) fn binds_texture(&mut self, name: &str, arguments: &[Expr]) -> bool {
        match (name, arguments) {
            ("cudaCreateTextureObject" | "cudaCreateSurfaceObject", [object, resource, rest @ ..]) => {
                let (Some(object), Some(resource)) = (member_name(object), member_name(resource)) else {
                    return true;
                };
                self.bind_resource(&object, &resource);
                let settings = rest.first().and_then(member_name);
                if let Some(settings) = settings.filter(|_| name == "cudaCreateTextureObject") {
                    let mode = self.texture_mode(&settings, "normalizedCoords");
                    self.set_shape(&object, "mode", Some(mode));
                }
            }
            ("cudaBindTexture", [_, texture, pointer, rest @ ..]) => {
                let Some(texture) = member_name(texture) else {
                    return true;
                };
                let bytes = rest.last().and_then(|bytes| self.integer(bytes));
                self.bind_pointer(&texture, pointer, bytes);
            }
            ("cudaBindTexture2D", [_, texture, pointer, .., width, height, _]) => {
                let Some(texture) = member_name(texture) else {
                    return true;
                };
                self.bind_pointer(&texture, pointer, None);
                let sides = [width, height].map(|side| self.integer(side));
                self.set_shape(&texture, "width", sides[0]);
                self.set_shape(&texture, "height", sides[1]);
            }
            ("cudaBindTextureToArray", [texture, array, ..]) => {
                if let (Some(texture), Some(array)) = (member_name(texture), member_name(array)) {
                    self.bind_array(&texture, &array);
                }
            }
            ("cudaMallocArray", [array, description, width, rest @ ..]) => {
                let Some(array) = member_name(array) else {
                    return true;
                };
                let element = member_name(description).and_then(|name| self.member_integer(&name, "bytes"));
                let width = self.integer(width);
                let height = match rest.first() {
                    Some(height) => self.integer(height),
                    None => Some(1),
                };
                let height = height.map(|height| height.max(1));
                let root = self.array_name(&array);
                if let Some(slot) = self.slot_mut(&array) {
                    slot.value = Some(Value::Pointer(root.clone(), Some(0)));
                }
                if let (Some(element), Some(width), Some(height)) = (element, width, height)
                    && let Ok(bytes) = u64::try_from(element * width * height)
                {
                    self.allocated.insert(root.clone(), bytes);
                }
                self.contents.insert(root, Contents::Unfollowed(self.place));
                self.set_shape(&array, "width", width);
                self.set_shape(&array, "height", height);
            }
            _ => return false,
        }
        true
    }

    fn set_shape(&mut self, variable: &str, member: &str, value: Option<i64>) {
        let path = format!("{variable}.{member}").into();
        self.set_member(&path, value.map(Value::Int), None);
    }

    /// Gives a texture its array and the texels of its sides.
    fn set_texels(&mut self, texture: &str, texels: Option<Value>, sides: [Option<i64>; 2]) {
        self.set_member(&format!("{texture}.texels").into(), texels, None);
        self.set_shape(texture, "width", sides[0]);
        self.set_shape(texture, "height", sides[1]);
        self.set_shape(texture, "layers", Some(1));
    }

    fn integer(&mut self, value: &Expr) -> Option<i64> {
        self.fold(value)?.integer()
    }

    fn member_value(&self, variable: &str, member: &str) -> Option<Value> {
        self.slot(&format!("{variable}.{member}"))?.value.clone()
    }

    fn member_integer(&self, variable: &str, member: &str) -> Option<i64> {
        self.member_value(variable, member)?.integer()
    }

    /// Keeps the bytes of a texel of a description that `cudaCreateChannelDesc` makes.
    pub(super) fn describe_texel(&mut self, variable: &Variable) {
        let Some(Init::Value(value)) = &variable.init else {
            return;
        };
        let ExprKind::Call(callee, arguments) = &value.kind else {
            return;
        };
        let ExprKind::Name(name) = &callee.kind else {
            return;
        };
        if &*name.text != "cudaCreateChannelDesc" {
            return;
        }
        let given = name.arguments.as_ref().and_then(|given| given.first());
        let bytes = match given {
            Some(Argument::Type(ty)) => self.size_of(ty),
            _ => {
                let bits = arguments.iter().take(4).map(|bits| self.fold(bits)?.integer());
                bits.sum::<Option<i64>>().map(|bits| bits / 8)
            }
        };
        self.set_shape(&variable.name, "bytes", bytes);
    }

    fn bind_pointer(&mut self, texture: &Rc<str>, pointer: &Expr, bytes: Option<i64>) {
        let value = self.fold(pointer);
        // A texture that begins inside of an array is not known.
        if matches!(value, Some(Value::Pointer(_, offset)) if offset != Some(0)) {
            return self.forget_members(texture);
        }
        let element = match self.type_of(pointer).map(|ty| ty.kind) {
            Some(TypeKind::Pointer(target)) => self.size_of(&target),
            _ => None,
        };
        let root = match &value {
            Some(Value::Pointer(root, _)) => self.allocated.get(root).copied(),
            _ => None,
        };
        let bytes = bytes.or_else(|| root.and_then(|bytes| i64::try_from(bytes).ok()));
        let width = bytes.zip(element).and_then(|(bytes, each)| bytes.checked_div(each));
        self.set_texels(texture, value, [width, Some(1)]);
    }

    fn bind_array(&mut self, texture: &Rc<str>, array: &Rc<str>) {
        let value = self.slot(array).and_then(|slot| slot.value.clone());
        let sides = ["width", "height"].map(|side| self.member_integer(array, side));
        self.set_texels(texture, value, sides);
    }

    fn bind_resource(&mut self, object: &Rc<str>, resource: &Rc<str>) {
        let members = self.members_of(resource);
        let member = |wanted: &str| {
            let mut members = members.iter();
            let member = members.find(|(name, slot)| name == wanted && slot.value.is_some());
            member.and_then(|(_, slot)| slot.value.clone())
        };
        let number = |wanted: &str| member(wanted).and_then(|value| value.integer());
        let is_inside = |wanted: &str| matches!(member(wanted), Some(Value::Pointer(_, offset)) if offset != Some(0));
        if is_inside("res.linear.devPtr") || is_inside("res.pitch2D.devPtr") {
            return;
        }
        if let Some(Value::Pointer(root, _)) = member("res.array.array") {
            return self.bind_array_of(object, &root);
        }
        let (value, width, height) = match member("res.pitch2D.devPtr") {
            Some(value) => (value, number("res.pitch2D.width"), number("res.pitch2D.height")),
            None => {
                let Some(value) = member("res.linear.devPtr") else {
                    return;
                };
                let element = members
                    .iter()
                    .find(|(name, _)| name == "res.linear.devPtr")
                    .and_then(|(_, slot)| match &slot.ty.as_deref()?.kind {
                        TypeKind::Pointer(target) => Some((**target).clone()),
                        _ => None,
                    });
                let element = element.and_then(|element| self.size_of(&element));
                let bytes = number("res.linear.sizeInBytes");
                let width = bytes.zip(element).and_then(|(bytes, each)| bytes.checked_div(each));
                (value, width, Some(1))
            }
        };
        self.set_texels(object, Some(value), [width, height]);
    }

    /// Binds the array with a root: its variable has the shape.
    fn bind_array_of(&mut self, object: &Rc<str>, root: &Rc<str>) {
        let variable = self.scopes.iter().rev().find_map(|scope| {
            let mut slots = scope.slots.iter();
            let slot = slots.find(|(_, slot)| matches!(&slot.value, Some(Value::Pointer(array, _)) if array == root));
            slot.map(|(name, _)| name.clone())
        });
        if let Some(variable) = variable {
            self.bind_array(object, &variable);
        }
    }

    /// Returns the bytes of a structure of the host, all of whose members are known numbers.
    pub(super) fn structure_bytes(&mut self, value: &Expr) -> Option<Array> {
        let name = member_name(value)?;
        let ty = self.type_of(value)?;
        let structure = self.structure_of(&ty)?;
        let mut bytes: Vec<u8> = Vec::new();
        for member in size::members(structure) {
            let value = self.member_value(&name, &member.name)?;
            let ty = self.plain(&member.ty);
            let mut one = Array::new(Element::of(&ty)?);
            one.set(0, 1, &value)?;
            let align = usize::try_from(self.align_of(&ty)?).ok()?.max(1);
            bytes.resize(bytes.len().next_multiple_of(align), 0);
            bytes.extend(one.of_device());
        }
        Some(Array {
            element: Element::BYTE,
            bytes: bytes.into(),
        })
    }
}
