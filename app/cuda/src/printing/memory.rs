//! Declarations of arrays in memory, and the loads and stores of their elements.

use super::Printer;
use super::fragment::{Fragment, fragment};
use super::types::scalar_text;
use crate::error::Span;
use crate::typing::tree::{Base, Change, Expr, Index, MemoryRoot, Module, Place, Scalar, Space, Step, Ty};

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
    let accessed: Vec<&Ty> = if root.accessed.is_empty() {
        vec![&root.element]
    } else {
        root.accessed.iter().collect()
    };
    let three = accessed.iter().any(|ty| matches!(ty, Ty::Vector(_, 3)));
    let one = accessed.len() == 1 && !three;
    let narrow = accessed.iter().any(|ty| is_narrow(ty)) || is_narrow(&root.element);
    // Shared bytes have a word each, if nothing else lies among them. Those of three parts have no words of their own.
    let alone = one && (root.unbounded || *accessed[0] == root.element);
    if narrow && (root.space != Space::Shared || !alone) {
        return Shape::Packed;
    }
    let word = |ty: &Ty| match ty {
        Ty::Scalar(scalar) | Ty::Vector(scalar, _) => Some(*scalar),
        _ => None,
    };
    let is_half = |ty: &Ty| word(ty) == Some(Scalar::Half);
    let halves = is_half(&root.element) || accessed.iter().any(|ty| is_half(ty));
    // WGSL has no atomic 16-bit floats.
    if halves && root.atomic {
        return Shape::Packed;
    }
    // Constant memory is read by uniform bindings, whose elements take four words.
    if root.space == Space::Constant
        && let (true, Ty::Scalar(scalar @ (Scalar::Int | Scalar::Uint | Scalar::Float))) = (one, accessed[0])
    {
        return Shape::Quads(*scalar);
    }
    if one && *accessed[0] == root.element {
        let plain = !root.unbounded && (!root.flat || root.lengths.is_empty());
        return if plain {
            Shape::Declared
        } else {
            Shape::Flat(root.element.clone())
        };
    }
    if one && root.unbounded {
        return Shape::Flat(accessed[0].clone());
    }
    if halves {
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
                let element = if root.atomic {
                    "atomic<u32>"
                } else {
                    scalar_text(*scalar)
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

    /// Returns the distance from the start in units of `stride` bytes, as an `i32` or `u32`.
    fn distance(&mut self, root: usize, index: &Index, stride: u32, span: Option<Span>) -> Fragment {
        match index {
            Index::Flat { offset: None, .. } => Fragment::from("0"),
            Index::Flat {
                offset: Some(offset),
                unit,
            } => self.scaled(offset, *unit, stride, span),
            Index::Dimensions(indices) => {
                let info = &self.module.roots[root];
                let element = crate::typing::size_of(self.module, &info.element).max(1);
                let lengths = info.lengths.clone();
                let signed = indices.iter().all(|index| index.ty == crate::typing::tree::INT);
                let mut sum = Vec::new();
                for (dimension, index) in indices.iter().enumerate() {
                    let inner: u32 = lengths.iter().skip(dimension + 1).product();
                    let factor = inner * element / stride.max(1);
                    let value = match (signed, &index.ty) {
                        (false, ty) if *ty == crate::typing::tree::INT => {
                            fragment!("u32({})", self.expr(index))
                        }
                        _ => self.operand(index),
                    };
                    let alone = indices.len() == 1 && factor < 2 && !value.text().starts_with("u32(");
                    sum.push(match factor {
                        0 | 1 if alone => self.expr(index),
                        0 | 1 => value,
                        factor => {
                            let suffix = if signed { "" } else { "u" };
                            fragment!("{} * {}{}", value, factor.to_string(), suffix)
                        }
                    });
                }
                if sum.is_empty() {
                    Fragment::from("0")
                } else {
                    Fragment::join(&sum, " + ")
                }
            }
        }
    }

    fn scaled(&mut self, offset: &Expr, unit: u32, stride: u32, span: Option<Span>) -> Fragment {
        let suffix = if offset.ty == crate::typing::tree::INT { "" } else { "u" };
        if unit == stride {
            return self.expr(offset);
        }
        let value = self.operand(offset);
        if unit > stride {
            let factor = unit / stride.max(1);
            fragment!("{} * {}{}", value, factor.to_string(), suffix)
        } else {
            let divisor = stride / unit.max(1);
            let whole = fragment!("{} / {}{}", value, divisor.to_string(), suffix);
            match span {
                Some(span) => whole.of(self.whole_origin(span)),
                None => whole,
            }
        }
    }

    /// Returns the distance as `u32`.
    fn unsigned_distance(&mut self, root: usize, index: &Index, stride: u32, span: Option<Span>) -> Fragment {
        let distance = self.distance(root, index, stride, span);
        let unsigned = match index {
            Index::Flat {
                offset: Some(offset), ..
            } => offset.ty == crate::typing::tree::UINT,
            Index::Flat { offset: None, .. } => return Fragment::from("0u"),
            Index::Dimensions(indices) => indices.iter().any(|index| index.ty == crate::typing::tree::UINT),
        };
        if unsigned {
            distance
        } else {
            fragment!("u32({})", distance)
        }
    }

    fn path(&mut self, mut place: Fragment, path: &[Step]) -> Fragment {
        for step in path {
            place = match step {
                Step::Member(name) => fragment!("{}.{}", place, *name),
                Step::Index(index) => fragment!("{}[{}]", place, self.expr(index)),
                // Loads and stores have taken them apart.
                Step::Bits(..) => place,
                Step::Component(component) => {
                    fragment!("{}.{}", place, ["x", "y", "z", "w"][usize::from(*component)])
                }
            };
        }
        place
    }

    /// Returns a place that WGSL can name, without its path; `None` if it must be put together.
    fn direct(&mut self, place: &Place) -> Option<Fragment> {
        match &place.base {
            Base::Variable(variable) => {
                self.used.insert(*variable);
                Some(Fragment::from(&self.module.variables[*variable].name))
            }
            Base::Target(variable) => {
                let name = &self.module.variables[*variable].name;
                Some(if place.path.is_empty() {
                    fragment!("*{}", *name)
                } else {
                    fragment!("(*{})", *name)
                })
            }
            Base::Memory { root, index, ty } => {
                let name = self.module.roots[*root].name.clone();
                match self.shapes[*root].clone() {
                    Shape::Declared => {
                        let mut element = Fragment::from(&name);
                        for index in self.dimensions(index) {
                            element = fragment!("{}[{}]", element, index);
                        }
                        Some(element)
                    }
                    Shape::Flat(element) if element == *ty => {
                        let stride = crate::typing::size_of(self.module, ty).max(1);
                        Some(fragment!(
                            "{}[{}]",
                            name,
                            self.distance(*root, index, stride, whole_place(place))
                        ))
                    }
                    Shape::Words(scalar) if *ty == Ty::Scalar(scalar) && !self.module.roots[*root].atomic => Some(
                        fragment!("{}[{}]", name, self.distance(*root, index, 4, whole_place(place))),
                    ),
                    _ => None,
                }
            }
        }
    }

    /// Returns the index in each dimension of an array as it is declared.
    fn dimensions(&mut self, index: &Index) -> Vec<Fragment> {
        match index {
            Index::Dimensions(indices) => indices.iter().map(|index| self.expr(index)).collect(),
            Index::Flat { .. } => Vec::new(),
        }
    }

    /// Returns the indices of an atomic: one for each dimension of an array as it is declared, or one for all of it.
    pub(super) fn atomic_indices(&mut self, place: &Place) -> Vec<Fragment> {
        let Base::Memory { root, index, .. } = &place.base else {
            return Vec::new();
        };
        match self.shapes[*root] {
            Shape::Declared => self.dimensions(index),
            _ => vec![self.distance(*root, index, 4, whole_place(place))],
        }
    }

    /// Returns the number of an element of an array of bytes or halves.
    pub(super) fn packed_index(&mut self, place: &Place, ty: &Ty) -> Fragment {
        let Base::Memory { root, index, .. } = &place.base else {
            return Fragment::default();
        };
        let size = crate::typing::size_of(self.module, ty).max(1);
        self.unsigned_distance(*root, index, narrow_unit(ty, size), whole_place(place))
    }

    /// Returns a pointer to an atomic.
    pub(super) fn atomic_pointer(&mut self, place: &Place) -> Fragment {
        let Base::Memory { root, .. } = &place.base else {
            return Fragment::default();
        };
        let mut element = Fragment::from(&self.module.roots[*root].name);
        for index in self.atomic_indices(place) {
            element = fragment!("{}[{}]", element, index);
        }
        fragment!("&{}", element).at(place.span)
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
            Base::Memory { root, ty, .. } if self.module.roots[*root].atomic && matches!(ty, Ty::Scalar(_)) => {
                Some(*root)
            }
            _ => None,
        }
    }

    /// Returns the text of a word as another type.
    pub(super) fn cast_word(text: &str, from: Scalar, to: Scalar) -> String {
        Self::cast(Fragment::from(text), from, to).text().to_owned()
    }

    /// Returns a word as another type.
    pub(super) fn cast(word: Fragment, from: Scalar, to: Scalar) -> Fragment {
        if from == to {
            word
        } else {
            fragment!("bitcast<{}>({})", scalar_text(to), word)
        }
    }

    pub(super) fn load(&mut self, place: &Place) -> Fragment {
        self.load_inside(place).at(place.span)
    }

    fn load_inside(&mut self, place: &Place) -> Fragment {
        if let Some(root) = self.is_atomic(place)
            && !matches!(self.shapes[root], Shape::Packed)
            && let Base::Memory {
                ty: Ty::Scalar(scalar), ..
            } = &place.base
        {
            let load = fragment!("atomicLoad({})", self.atomic_pointer(place));
            return Self::cast(load, self.atomic_word(root), *scalar);
        }
        if let Some(direct) = self.direct(place) {
            return self.path(direct, &place.path);
        }
        let Base::Memory { root, index, ty } = &place.base else {
            return Fragment::default();
        };
        let (root, ty) = (*root, ty.clone());
        let name = self.module.roots[root].name.clone();
        let value = match self.shapes[root].clone() {
            Shape::Quads(scalar) => {
                let offset = self.unsigned_distance(root, index, 4, whole_place(place));
                let word = fragment!("{}({})", self.quads_load(root, scalar), offset).at(place.span);
                Self::cast(word, scalar, ty.scalar().unwrap_or(scalar))
            }
            Shape::Packed => {
                let offset = self.packed_index(place, &ty);
                fragment!("{}({})", self.packed_load(root, &ty), offset).at(place.span)
            }
            _ => {
                let offset = self.unsigned_distance(root, index, 4, whole_place(place));
                match &ty {
                    Ty::Scalar(scalar) => {
                        let Shape::Words(word) = self.shapes[root] else {
                            return Fragment::default();
                        };
                        Self::cast(fragment!("{}[{}]", name, offset), word, *scalar)
                    }
                    _ => fragment!("{}({})", self.words_load(root, &ty), offset).at(place.span),
                }
            }
        };
        self.path(value, &place.path)
    }

    /// Returns the statement of a store.
    pub(super) fn store(&mut self, place: &Place, change: Option<Change>, value: &Expr) -> Fragment {
        if let Some(root) = self.is_atomic(place)
            && !matches!(self.shapes[root], Shape::Packed)
            && let Base::Memory {
                ty: Ty::Scalar(scalar), ..
            } = &place.base
        {
            let pointer = self.atomic_pointer(place);
            let value = self.stored_value(place, change, value);
            let word = Self::cast(value, *scalar, self.atomic_word(root));
            return fragment!("atomicStore({}, {});", pointer, word);
        }
        if let Some(direct) = self.direct(place) {
            let target = self.path(direct, &place.path).at(place.span);
            return self.assign(&target, change, value);
        }
        let Base::Memory { root, index, ty } = &place.base else {
            return Fragment::default();
        };
        let (root, ty) = (*root, ty.clone());
        let value = self.stored_value(place, change, value);
        if let Shape::Packed = self.shapes[root] {
            let size = crate::typing::size_of(self.module, &ty).max(1);
            let word = self.unsigned_distance(root, index, narrow_unit(&ty, size), whole_place(place));
            // One component is a byte of its own.
            let (helper, word) =
                if let ([Step::Component(component)], Ty::Vector(scalar, parts)) = (place.path.as_slice(), &ty) {
                    let helper = self.packed_store(root, &Ty::Scalar(*scalar));
                    let start = if narrow_unit(&ty, size) == size {
                        fragment!("{} * {}u", in_brackets(word), parts.to_string())
                    } else {
                        in_brackets(word)
                    };
                    (helper, fragment!("{} + {}u", start, component.to_string()))
                } else {
                    (self.packed_store(root, &ty), word)
                };
            let call = fragment!("{}({}, {})", helper, word, value).at(place.span);
            return fragment!("{};", call);
        }
        let word = self.unsigned_distance(root, index, 4, whole_place(place));
        match (&ty, place.path.as_slice()) {
            (Ty::Vector(scalar, _), [Step::Component(component)]) => {
                let word = fragment!("{} + {}u", word, component.to_string());
                self.store_word(root, (word, place), value, *scalar)
            }
            (Ty::Scalar(scalar), _) => self.store_word(root, (word, place), value, *scalar),
            _ => {
                let helper = self.words_store(root, &ty);
                let call = fragment!("{}({}, {})", helper, word, value).at(place.span);
                fragment!("{};", call)
            }
        }
    }

    /// Returns the value that a store stores: for a change it has the one that is there.
    fn stored_value(&mut self, place: &Place, change: Option<Change>, value: &Expr) -> Fragment {
        let Some(Change { operator, checked }) = change else {
            return self.expr(value);
        };
        let operator = operator.text();
        let (old, by) = (self.load(place), self.operand(value));
        let changed = fragment!("{} {} {}", old, operator, by);
        match checked {
            Some(span) => {
                let origin = self.operation_origin(span, operator, &changed);
                changed.of(origin)
            }
            None => changed,
        }
    }

    fn store_word(
        &mut self,
        root: usize,
        (offset, place): (Fragment, &Place),
        value: Fragment,
        scalar: Scalar,
    ) -> Fragment {
        let Shape::Words(stored) = self.shapes[root] else {
            return Fragment::default();
        };
        let word = fragment!("{}[{}]", self.module.roots[root].name, offset);
        if self.module.roots[root].atomic {
            let value = Self::cast(value, scalar, Scalar::Uint);
            fragment!("atomicStore({}, {});", fragment!("&{}", word).at(place.span), value)
        } else {
            let value = Self::cast(value, scalar, stored);
            fragment!("{} = {};", word.at(place.span), value)
        }
    }
}

/// Returns an index as an operand: in brackets if it has an operator.
fn in_brackets(index: Fragment) -> Fragment {
    if index.text().contains(' ') {
        fragment!("({})", index)
    } else {
        index
    }
}

/// Returns the place of an access that must begin at a multiple of its size: one of a number or a vector.
fn whole_place(place: &Place) -> Option<Span> {
    match &place.base {
        Base::Memory {
            ty: Ty::Scalar(_) | Ty::Vector(..),
            ..
        } => place.span,
        _ => None,
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
