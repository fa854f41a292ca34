//! Declarations of arrays in memory, and the loads and stores of their elements.

use super::Printer;
use super::types::scalar_text;
use crate::typing::tree::{
    Base, Change, Expr, Index, MemoryRoot, Module, Place, Scalar, Space, Step, Ty,
};

/// The form of an array in WGSL.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// As CUDA declares it: every access names an index for each dimension.
    Declared,
    /// An array of elements of one type.
    Flat(Ty),
    /// Words of this type, for accesses of several types.
    Words(Scalar),
    /// Words of which bytes or halves are read by shifts, among accesses of other sizes.
    Packed,
    /// A uniform array of four words each.
    Quads(Scalar),
}

fn is_narrow(ty: &Ty) -> bool {
    let narrow = |scalar: &Scalar| scalar.bytes() < 4 && *scalar != Scalar::Half;
    matches!(ty, Ty::Scalar(scalar) | Ty::Vector(scalar, _) if narrow(scalar))
}

/// Chooses the form of an array from its accesses.
pub(super) fn shape(_: &Module, root: &MemoryRoot) -> Shape {
    let accessed: Vec<&Ty> = match root.accessed.is_empty() {
        true => vec![&root.element],
        false => root.accessed.iter().collect(),
    };
    let three = accessed.iter().any(|ty| matches!(ty, Ty::Vector(_, 3)));
    let one = accessed.len() == 1 && !three;
    let narrow = accessed.iter().any(|ty| is_narrow(ty)) || is_narrow(&root.element);
    // Shared bytes have a word each, if nothing else lies among them. Those of three parts have no words of their own.
    let alone = one && (root.unbounded || *accessed[0] == root.element);
    if narrow && (root.space != Space::Shared || !alone) {
        return Shape::Packed;
    }
    // Constant memory is read by uniform bindings, whose elements take four words.
    if root.space == Space::Constant
        && let (true, Ty::Scalar(scalar @ (Scalar::Int | Scalar::Uint | Scalar::Float))) =
            (one, accessed[0])
    {
        return Shape::Quads(*scalar);
    }
    if one && *accessed[0] == root.element {
        let plain = !root.unbounded && (!root.flat || root.lengths.is_empty());
        return match plain {
            true => Shape::Declared,
            false => Shape::Flat(root.element.clone()),
        };
    }
    if one && root.unbounded {
        return Shape::Flat(accessed[0].clone());
    }
    let word = |ty: &Ty| match ty {
        Ty::Scalar(scalar) | Ty::Vector(scalar, _) => Some(*scalar),
        _ => None,
    };
    let is_half = |ty: &Ty| word(ty) == Some(Scalar::Half);
    if is_half(&root.element) || accessed.iter().any(|ty| is_half(ty)) {
        return Shape::Packed;
    }
    let mut scalars = accessed.iter().filter_map(|ty| word(ty));
    let first = scalars.next().unwrap_or(Scalar::Uint);
    Shape::Words(first)
}

impl Printer<'_> {
    fn element_text(&mut self, root: &MemoryRoot, ty: &Ty) -> String {
        match (root.atomic, ty) {
            (true, Ty::Scalar(Scalar::Float)) => "atomic<u32>".to_owned(),
            (true, Ty::Scalar(_)) => format!("atomic<{}>", self.type_text(ty)),
            _ => self.type_text(ty),
        }
    }

    /// Returns the number of bytes that an array declares; `None` if it is not known.
    pub(super) fn bytes(&self, root: &MemoryRoot) -> Option<u32> {
        if root.unbounded {
            return None;
        }
        let element = crate::typing::size_of(self.module, &root.element);
        let lengths = root.lengths.iter();
        Some(lengths.fold(element, |bytes, length| bytes.saturating_mul(*length)))
    }

    pub(super) fn shape_type(&mut self, root: &MemoryRoot, shape: &Shape) -> String {
        match shape {
            Shape::Declared => {
                let element = self.element_text(root, &root.element);
                root.lengths
                    .iter()
                    .rev()
                    .fold(element, |inner, length| format!("array<{inner}, {length}>"))
            }
            Shape::Flat(ty) => {
                let element = self.element_text(root, ty);
                let size = crate::typing::size_of(self.module, ty).max(1);
                self.array_text(root, &element, size)
            }
            Shape::Words(scalar) => {
                let element = match root.atomic {
                    true => "atomic<u32>",
                    false => scalar_text(*scalar),
                };
                self.array_text(root, element, 4)
            }
            Shape::Packed => {
                let element = if self.is_byte_atomic(root) {
                    "atomic<u32>"
                } else {
                    "u32"
                };
                self.array_text(root, element, 4)
            }
            Shape::Quads(scalar) => {
                let words = self.bytes(root).unwrap_or(4).div_ceil(4);
                let letter = &scalar_text(*scalar)[..1];
                format!("array<vec4{letter}, {}>", words.div_ceil(4).max(1))
            }
        }
    }

    fn array_text(&self, root: &MemoryRoot, element: &str, size: u32) -> String {
        match (self.bytes(root), root.space) {
            (Some(bytes), _) => format!("array<{element}, {}>", bytes.div_ceil(size).max(1)),
            (None, Space::Shared) => format!("array<{element}, max(1u, shared_bytes / {size}u)>"),
            (None, _) => format!("array<{element}>"),
        }
    }

    /// Returns true if lanes may store different bytes of one word.
    pub(super) fn is_byte_atomic(&self, root: &MemoryRoot) -> bool {
        root.written
            && root.accessed.iter().any(|ty| match ty {
                // Vectors of narrow numbers are stored part by part, but four bytes as a word.
                Ty::Vector(scalar, size) if scalar.bytes() < 4 => scalar.bytes() != 1 || *size != 4,
                ty => !crate::typing::size_of(self.module, ty).is_multiple_of(4),
            })
            || root.atomic
    }

    /// Returns the distance from the start in units of `stride` bytes, as an `i32` or `u32` text.
    fn distance(&mut self, root: usize, index: &Index, stride: u32) -> String {
        match index {
            Index::Flat { offset: None, .. } => "0".to_owned(),
            Index::Flat {
                offset: Some(offset),
                unit,
            } => self.scaled(offset, *unit, stride),
            Index::Dimensions(indices) => {
                let info = &self.module.roots[root];
                let element = crate::typing::size_of(self.module, &info.element).max(1);
                let lengths = info.lengths.clone();
                let signed = indices
                    .iter()
                    .all(|index| index.ty == crate::typing::tree::INT);
                let mut sum = String::new();
                for (dimension, index) in indices.iter().enumerate() {
                    let inner: u32 = lengths.iter().skip(dimension + 1).product();
                    let factor = inner * element / stride.max(1);
                    let text = match (signed, &index.ty) {
                        (false, ty) if *ty == crate::typing::tree::INT => {
                            format!("u32({})", self.expr(index))
                        }
                        _ => self.operand(index),
                    };
                    let alone = indices.len() == 1 && factor < 2 && !text.starts_with("u32(");
                    let text = match factor {
                        0 | 1 if alone => self.expr(index),
                        0 | 1 => text,
                        factor => format!("{text} * {factor}{}", if signed { "" } else { "u" }),
                    };
                    if !sum.is_empty() {
                        sum += " + ";
                    }
                    sum += &text;
                }
                if sum.is_empty() { "0".to_owned() } else { sum }
            }
        }
    }

    fn scaled(&mut self, offset: &Expr, unit: u32, stride: u32) -> String {
        let suffix = if offset.ty == crate::typing::tree::INT {
            ""
        } else {
            "u"
        };
        if unit == stride {
            return self.expr(offset);
        }
        let text = self.operand(offset);
        match unit > stride {
            true => format!("{text} * {}{suffix}", unit / stride.max(1)),
            false => format!("{text} / {}{suffix}", stride / unit.max(1)),
        }
    }

    /// Returns the distance as `u32`.
    fn unsigned_distance(&mut self, root: usize, index: &Index, stride: u32) -> String {
        let text = self.distance(root, index, stride);
        let unsigned = match index {
            Index::Flat {
                offset: Some(offset),
                ..
            } => offset.ty == crate::typing::tree::UINT,
            Index::Flat { offset: None, .. } => return "0u".to_owned(),
            Index::Dimensions(indices) => indices
                .iter()
                .any(|index| index.ty == crate::typing::tree::UINT),
        };
        if unsigned {
            text
        } else {
            format!("u32({text})")
        }
    }

    fn path(&mut self, mut text: String, path: &[Step]) -> String {
        for step in path {
            match step {
                Step::Member(name) => text = format!("{text}.{name}"),
                Step::Index(index) => text = format!("{text}[{}]", self.expr(index)),
                Step::Component(component) => {
                    text = format!("{text}.{}", ["x", "y", "z", "w"][usize::from(*component)])
                }
            }
        }
        text
    }

    /// Returns a place that WGSL can name, without its path; `None` if it must be put together.
    fn direct(&mut self, place: &Place) -> Option<String> {
        match &place.base {
            Base::Variable(variable) => {
                self.used.insert(*variable);
                Some(self.module.variables[*variable].name.to_string())
            }
            Base::Target(variable) => {
                let name = &self.module.variables[*variable].name;
                Some(match place.path.is_empty() {
                    true => format!("*{name}"),
                    false => format!("(*{name})"),
                })
            }
            Base::Memory { root, index, ty } => {
                let name = self.module.roots[*root].name.clone();
                match self.shapes[*root].clone() {
                    Shape::Declared => {
                        let mut text = name.to_string();
                        if let Index::Dimensions(indices) = index {
                            for index in indices {
                                text = format!("{text}[{}]", self.expr(index));
                            }
                        }
                        Some(text)
                    }
                    Shape::Flat(element) if element == *ty => {
                        let stride = crate::typing::size_of(self.module, ty).max(1);
                        Some(format!("{name}[{}]", self.distance(*root, index, stride)))
                    }
                    Shape::Words(scalar)
                        if *ty == Ty::Scalar(scalar) && !self.module.roots[*root].atomic =>
                    {
                        Some(format!("{name}[{}]", self.distance(*root, index, 4)))
                    }
                    _ => None,
                }
            }
        }
    }

    /// Returns the place of an atomic.
    pub(super) fn atomic_place(&mut self, place: &Place) -> String {
        let Base::Memory { root, index, .. } = &place.base else {
            return String::new();
        };
        let name = self.module.roots[*root].name.clone();
        match self.shapes[*root].clone() {
            Shape::Declared => self.direct(place).unwrap_or_default(),
            _ => format!("{name}[{}]", self.distance(*root, index, 4)),
        }
    }

    /// Returns the scalar that an atomic root holds.
    pub(super) fn atomic_word(&self, root: usize) -> Scalar {
        match &self.shapes[root] {
            Shape::Declared => match self.module.roots[root].element.scalar() {
                Some(Scalar::Int) => Scalar::Int,
                _ => Scalar::Uint,
            },
            Shape::Flat(Ty::Scalar(Scalar::Int)) => Scalar::Int,
            _ => Scalar::Uint,
        }
    }

    fn is_atomic(&self, place: &Place) -> Option<usize> {
        match &place.base {
            Base::Memory { root, ty, .. }
                if self.module.roots[*root].atomic && matches!(ty, Ty::Scalar(_)) =>
            {
                Some(*root)
            }
            _ => None,
        }
    }

    /// Returns the text of a word as another type.
    pub(super) fn cast_word(text: &str, from: Scalar, to: Scalar) -> String {
        match from == to {
            true => text.to_owned(),
            false => format!("bitcast<{}>({text})", scalar_text(to)),
        }
    }

    pub(super) fn load(&mut self, place: &Place) -> String {
        if let Some(root) = self.is_atomic(place)
            && !matches!(self.shapes[root], Shape::Packed)
            && let Base::Memory {
                ty: Ty::Scalar(scalar),
                ..
            } = &place.base
        {
            let text = format!("atomicLoad(&{})", self.atomic_place(place));
            return Self::cast_word(&text, self.atomic_word(root), *scalar);
        }
        if let Some(text) = self.direct(place) {
            return self.path(text, &place.path);
        }
        let Base::Memory { root, index, ty } = &place.base else {
            return String::new();
        };
        let (root, ty) = (*root, ty.clone());
        let value = match self.shapes[root].clone() {
            Shape::Quads(scalar) => {
                let at = self.unsigned_distance(root, index, 4);
                let at = if at.contains(' ') {
                    format!("({at})")
                } else {
                    at
                };
                let name = &self.module.roots[root].name;
                let text = format!("{name}[{at} / 4u][{at} % 4u]");
                Self::cast_word(&text, scalar, ty.scalar().unwrap_or(scalar))
            }
            Shape::Packed => {
                let size = crate::typing::size_of(self.module, &ty).max(1);
                let at = self.unsigned_distance(root, index, narrow_unit(&ty, size));
                let helper = self.packed_load(root, &ty);
                format!("{helper}({at})")
            }
            _ => {
                let at = self.unsigned_distance(root, index, 4);
                match &ty {
                    Ty::Scalar(scalar) => {
                        let Shape::Words(own) = self.shapes[root] else {
                            return String::new();
                        };
                        let name = &self.module.roots[root].name;
                        let text = format!("{name}[{at}]");
                        Self::cast_word(&text, own, *scalar)
                    }
                    _ => {
                        let helper = self.words_load(root, &ty);
                        format!("{helper}({at})")
                    }
                }
            }
        };
        self.path(value, &place.path)
    }

    /// Returns the statements of a store.
    pub(super) fn store(&mut self, place: &Place, change: Option<Change>, value: &Expr) -> String {
        if let Some(root) = self.is_atomic(place)
            && !matches!(self.shapes[root], Shape::Packed)
            && let Base::Memory {
                ty: Ty::Scalar(scalar),
                ..
            } = &place.base
        {
            let lvalue = self.atomic_place(place);
            let text = self.stored_value(place, change, value);
            let word = Self::cast_word(&text, *scalar, self.atomic_word(root));
            return format!("atomicStore(&{lvalue}, {word});");
        }
        if let Some(text) = self.direct(place) {
            let lvalue = self.path(text, &place.path);
            return self.assign(&lvalue, change, value);
        }
        let Base::Memory { root, index, ty } = &place.base else {
            return String::new();
        };
        let (root, ty) = (*root, ty.clone());
        let text = self.stored_value(place, change, value);
        if let Shape::Packed = self.shapes[root] {
            let size = crate::typing::size_of(self.module, &ty).max(1);
            let at = self.unsigned_distance(root, index, narrow_unit(&ty, size));
            // One component is a byte of its own.
            if let ([Step::Component(component)], Ty::Vector(scalar, parts)) =
                (place.path.as_slice(), &ty)
            {
                let helper = self.packed_store(root, &Ty::Scalar(*scalar));
                let at = if at.contains(' ') {
                    format!("({at})")
                } else {
                    at
                };
                let start = match narrow_unit(&ty, size) == size {
                    true => format!("{at} * {parts}u"),
                    false => at,
                };
                return format!("{helper}({start} + {component}u, {text});");
            }
            let helper = self.packed_store(root, &ty);
            return format!("{helper}({at}, {text});");
        }
        let at = self.unsigned_distance(root, index, 4);
        match (&ty, place.path.as_slice()) {
            (Ty::Vector(scalar, _), [Step::Component(component)]) => {
                let at = format!("{at} + {component}u");
                self.store_word(root, &at, &text, *scalar)
            }
            (Ty::Scalar(scalar), _) => self.store_word(root, &at, &text, *scalar),
            _ => {
                let helper = self.words_store(root, &ty);
                format!("{helper}({at}, {text});")
            }
        }
    }

    /// Returns the value that a store stores: for a change it has the one that is there.
    fn stored_value(&mut self, place: &Place, change: Option<Change>, value: &Expr) -> String {
        let Some(Change { operator, checked }) = change else {
            return self.expr(value);
        };
        let operator = operator.text();
        let (old, by) = (self.load(place), self.operand(value));
        let sign = self.sign(checked, operator, &format!("{old} {operator} {by}"));
        format!("{old}{sign} {operator} {by}")
    }

    fn store_word(&mut self, root: usize, at: &str, text: &str, scalar: Scalar) -> String {
        let Shape::Words(own) = self.shapes[root] else {
            return String::new();
        };
        let name = &self.module.roots[root].name;
        match self.module.roots[root].atomic {
            true => format!(
                "atomicStore(&{name}[{at}], {});",
                Self::cast_word(text, scalar, Scalar::Uint)
            ),
            false => format!("{name}[{at}] = {};", Self::cast_word(text, scalar, own)),
        }
    }
}

/// Returns the unit of a packed access in bytes: its own size, or that of a number for three of them, which may begin at any
/// number.
pub(super) fn narrow_unit(ty: &Ty, size: u32) -> u32 {
    match ty {
        Ty::Vector(scalar, 3) => scalar.bytes(),
        _ => size,
    }
}
