//! The types of the language, and their layout in memory. Source: WGSL, sections "Types" and "Memory Layout".

use crate::syntax::Expr;
use std::collections::HashMap;

/// A type in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    Bool,
    AbstractInt,
    AbstractFloat,
    I32,
    U32,
    F32,
    F16,
}

impl Scalar {
    pub fn is_abstract(self) -> bool {
        matches!(self, Scalar::AbstractInt | Scalar::AbstractFloat)
    }

    pub fn is_float(self) -> bool {
        matches!(self, Scalar::AbstractFloat | Scalar::F32 | Scalar::F16)
    }

    pub fn is_integer(self) -> bool {
        matches!(self, Scalar::AbstractInt | Scalar::I32 | Scalar::U32)
    }

    pub fn is_numeric(self) -> bool {
        self != Scalar::Bool
    }

    /// Returns the type that a value without any other demand gets.
    pub fn concrete(self) -> Scalar {
        match self {
            Scalar::AbstractInt => Scalar::I32,
            Scalar::AbstractFloat => Scalar::F32,
            other => other,
        }
    }

    /// Returns true if a value is converted without a call.
    pub fn converts_to(self, to: Scalar) -> bool {
        match self {
            _ if self == to => true,
            Scalar::AbstractInt => to.is_numeric(),
            Scalar::AbstractFloat => matches!(to, Scalar::F32 | Scalar::F16),
            _ => false,
        }
    }

    pub fn bytes(self) -> u32 {
        if self == Scalar::F16 { 2 } else { 4 }
    }

    pub fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::AbstractInt => "abstract-int",
            Scalar::AbstractFloat => "abstract-float",
            Scalar::I32 => "i32",
            Scalar::U32 => "u32",
            Scalar::F32 => "f32",
            Scalar::F16 => "f16",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    Function,
    Private,
    Workgroup,
    Storage,
    Uniform,
    Immediate,
    Handle,
}

impl Space {
    pub fn name(self) -> &'static str {
        match self {
            Space::Function => "function",
            Space::Private => "private",
            Space::Workgroup => "workgroup",
            Space::Storage => "storage",
            Space::Uniform => "uniform",
            Space::Immediate => "immediate",
            Space::Handle => "handle",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    Read,
    Write,
    ReadWrite,
}

impl Access {
    pub fn reads(self) -> bool {
        self != Access::Write
    }

    pub fn writes(self) -> bool {
        self != Access::Read
    }

    pub fn name(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "write",
            Access::ReadWrite => "read_write",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    Fixed(u32),
    /// The expression computes it from overrides.
    Override(Expr),
    Runtime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    D1,
    D2,
    D2Array,
    D3,
    Cube,
    CubeArray,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Texture {
    Sampled(Dimension, Scalar),
    Multisampled(Scalar),
    Depth(Dimension),
    DepthMultisampled,
    External,
    /// A storage texture, with the name of its texel format.
    Storage(Dimension, &'static str, Access),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Void,
    Scalar(Scalar),
    Vector(u8, Scalar),
    /// Columns and rows.
    Matrix(u8, u8, Scalar),
    Array(Ty, Count),
    /// An index in [`Types::structs`].
    Struct(u32),
    Atomic(Scalar),
    Pointer(Space, Ty, Access),
    Reference(Space, Ty, Access),
    Texture(Texture),
    Sampler,
    SamplerComparison,
}

#[derive(Clone, Debug)]
pub struct Member {
    pub name: String,
    pub ty: Ty,
    pub offset: u32,
    pub align: u32,
    pub size: u32,
    /// True if the text gives `@align` or `@size`.
    pub has_layout: bool,
}

#[derive(Clone, Debug)]
pub struct Struct {
    pub name: String,
    pub members: Vec<Member>,
    pub align: u32,
    pub size: u32,
    /// Number of its members that are no structures, and of those in its structures.
    pub parts: u32,
}

/// All types of a text, each once.
#[derive(Clone, Debug, Default)]
pub struct Types {
    kinds: Vec<Kind>,
    found: HashMap<Kind, Ty>,
    pub structs: Vec<Struct>,
}

impl Types {
    pub fn get(&mut self, kind: Kind) -> Ty {
        if let Some(&ty) = self.found.get(&kind) {
            return ty;
        }
        let ty = Ty(self.kinds.len() as u32);
        self.kinds.push(kind);
        self.found.insert(kind, ty);
        ty
    }

    pub fn kind(&self, ty: Ty) -> Kind {
        self.kinds[ty.0 as usize]
    }

    pub fn scalar(&mut self, scalar: Scalar) -> Ty {
        self.get(Kind::Scalar(scalar))
    }

    pub fn void(&mut self) -> Ty {
        self.get(Kind::Void)
    }

    pub fn bool(&mut self) -> Ty {
        self.scalar(Scalar::Bool)
    }

    /// Returns a scalar (`size` 1) or a vector.
    pub fn vector(&mut self, size: u8, scalar: Scalar) -> Ty {
        self.get(match size {
            1 => Kind::Scalar(scalar),
            _ => Kind::Vector(size, scalar),
        })
    }

    /// Returns the number of components and their type, for a scalar (1) and a vector.
    pub fn components(&self, ty: Ty) -> Option<(u8, Scalar)> {
        match self.kind(ty) {
            Kind::Scalar(scalar) => Some((1, scalar)),
            Kind::Vector(size, scalar) => Some((size, scalar)),
            _ => None,
        }
    }

    pub fn structure(&self, ty: Ty) -> Option<&Struct> {
        match self.kind(ty) {
            Kind::Struct(index) => Some(&self.structs[index as usize]),
            _ => None,
        }
    }

    /// Returns the structure that a built-in function returns, for example `__frexp_result_f32`.
    pub fn result_struct(&mut self, name: &str, members: &[(&str, Ty)]) -> Ty {
        if let Some(index) = self.structs.iter().position(|structure| structure.name == name) {
            return self.get(Kind::Struct(index as u32));
        }
        let members: Vec<Member> = members
            .iter()
            .map(|&(name, ty)| Member {
                name: name.to_owned(),
                ty,
                offset: 0,
                align: 4,
                size: 4,
                has_layout: false,
            })
            .collect();
        self.structs.push(Struct {
            name: name.to_owned(),
            parts: members.len() as u32,
            members,
            align: 16,
            size: 16,
        });
        self.get(Kind::Struct(self.structs.len() as u32 - 1))
    }

    /// Returns the type behind a reference.
    pub fn loaded(&self, ty: Ty) -> Ty {
        match self.kind(ty) {
            Kind::Reference(_, to, _) => to,
            _ => ty,
        }
    }

    /// Returns the scalar of a scalar, vector, matrix or array of them.
    pub fn element_scalar(&self, ty: Ty) -> Option<Scalar> {
        match self.kind(ty) {
            Kind::Scalar(scalar) | Kind::Vector(_, scalar) | Kind::Matrix(_, _, scalar) => Some(scalar),
            Kind::Array(element, _) => self.element_scalar(element),
            _ => None,
        }
    }

    /// Returns the type with another scalar.
    pub fn with_scalar(&mut self, ty: Ty, scalar: Scalar) -> Ty {
        match self.kind(ty) {
            Kind::Scalar(_) => self.scalar(scalar),
            Kind::Vector(size, _) => self.get(Kind::Vector(size, scalar)),
            Kind::Matrix(columns, rows, _) => self.get(Kind::Matrix(columns, rows, scalar)),
            Kind::Array(element, count) => {
                let element = self.with_scalar(element, scalar);
                self.get(Kind::Array(element, count))
            }
            _ => ty,
        }
    }

    pub fn is_abstract(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            // Members of a text's own structure have concrete types. Its name does not begin with two underscores.
            Kind::Struct(_) => self
                .structure(ty)
                .is_some_and(|structure| structure.name.starts_with("__") && structure.name.ends_with("abstract")),
            _ => self.element_scalar(ty).is_some_and(Scalar::is_abstract),
        }
    }

    /// Returns the concrete type that an abstract one becomes.
    pub fn concrete(&mut self, ty: Ty) -> Ty {
        match self.kind(ty) {
            Kind::Struct(_) if self.is_abstract(ty) => {
                let structure = self.structure(ty).cloned();
                let Some(structure) = structure else {
                    return ty;
                };
                let name = structure.name.replace("abstract", "f32");
                let members: Vec<_> = structure
                    .members
                    .iter()
                    .map(|member| (member.name.clone(), self.concrete(member.ty)))
                    .collect();
                let members: Vec<_> = members.iter().map(|(name, ty)| (name.as_str(), *ty)).collect();
                self.result_struct(&name, &members)
            }
            _ => match self.element_scalar(ty) {
                Some(scalar) if scalar.is_abstract() => self.with_scalar(ty, scalar.concrete()),
                _ => ty,
            },
        }
    }

    /// Returns true if a value of `from` is converted to `to` without a call.
    pub fn converts(&mut self, from: Ty, to: Ty) -> bool {
        if from == to {
            return true;
        }
        match (self.element_scalar(from), self.element_scalar(to)) {
            (Some(scalar), Some(target)) if scalar.converts_to(target) => self.with_scalar(from, target) == to,
            (None, None) if self.is_abstract(from) => self.concrete(from) == to,
            _ => false,
        }
    }

    /// Returns true if values of the type can be passed, returned and stored in `let`.
    pub fn is_constructible(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Scalar(_) | Kind::Vector(..) | Kind::Matrix(..) => true,
            Kind::Array(element, Count::Fixed(_)) => self.is_constructible(element),
            Kind::Struct(index) => self.structs[index as usize]
                .members
                .iter()
                .all(|member| self.is_constructible(member.ty)),
            _ => false,
        }
    }

    /// Returns true if every size in the type is known when the text is compiled.
    pub fn has_creation_footprint(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Atomic(_) => true,
            Kind::Array(element, Count::Fixed(_)) => self.has_creation_footprint(element),
            Kind::Struct(index) => self.structs[index as usize]
                .members
                .iter()
                .all(|member| self.has_creation_footprint(member.ty)),
            Kind::Array(..) => false,
            _ => self.is_constructible(ty),
        }
    }

    /// Returns true if every size in the type is known when the pipeline is made.
    pub fn has_fixed_footprint(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Array(element, Count::Override(_)) => self.has_creation_footprint(element),
            _ => self.has_creation_footprint(ty),
        }
    }

    /// Returns true if buffers can hold the type.
    pub fn is_host_shareable(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Scalar(scalar) | Kind::Vector(_, scalar) => scalar != Scalar::Bool,
            Kind::Matrix(..) | Kind::Atomic(_) => true,
            Kind::Array(_, Count::Override(_)) => false,
            Kind::Array(element, _) => self.is_host_shareable(element),
            Kind::Struct(index) => self.structs[index as usize]
                .members
                .iter()
                .all(|member| self.is_host_shareable(member.ty)),
            _ => false,
        }
    }

    /// Returns true if a variable can have the type.
    pub fn is_storable(&self, ty: Ty) -> bool {
        !matches!(self.kind(ty), Kind::Void | Kind::Pointer(..) | Kind::Reference(..))
    }

    /// Returns true if the type is or contains one that `is` holds for.
    pub fn contains(&self, ty: Ty, is: &dyn Fn(Kind) -> bool) -> bool {
        let kind = self.kind(ty);
        is(kind)
            || match kind {
                Kind::Array(element, _) => self.contains(element, is),
                Kind::Struct(index) => self.structs[index as usize]
                    .members
                    .iter()
                    .any(|member| self.contains(member.ty, is)),
                _ => false,
            }
    }

    /// Returns the number of parts that are no structures. An array has the parts of one element.
    pub fn parts(&self, ty: Ty) -> u32 {
        match self.kind(ty) {
            Kind::Struct(index) => self.structs[index as usize].parts,
            Kind::Array(element, _) => self.parts(element),
            _ => 1,
        }
    }

    /// Returns how deep composite types nest.
    pub fn depth(&self, ty: Ty) -> u32 {
        match self.kind(ty) {
            Kind::Vector(..) => 2,
            Kind::Matrix(..) => 3,
            Kind::Array(element, _) => 1 + self.depth(element),
            Kind::Struct(index) => {
                let members = self.structs[index as usize].members.iter();
                1 + members.map(|member| self.depth(member.ty)).max().unwrap_or(0)
            }
            _ => 1,
        }
    }

    /// Returns alignment and size in bytes. Arrays without a fixed length count as one element.
    pub fn layout(&self, ty: Ty) -> (u32, u64) {
        match self.kind(ty) {
            Kind::Scalar(scalar) | Kind::Atomic(scalar) => (scalar.bytes(), u64::from(scalar.bytes())),
            Kind::Vector(size, scalar) => {
                let places = if size == 3 { 4 } else { u32::from(size) };
                (places * scalar.bytes(), u64::from(size) * u64::from(scalar.bytes()))
            }
            Kind::Matrix(columns, rows, scalar) => {
                let places = if rows == 3 { 4 } else { u32::from(rows) };
                let align = places * scalar.bytes();
                (align, u64::from(columns) * u64::from(align))
            }
            Kind::Array(element, count) => {
                let (align, _) = self.layout(element);
                let count = match count {
                    Count::Fixed(count) => u64::from(count),
                    _ => 1,
                };
                (align, count.saturating_mul(u64::from(self.stride(element))))
            }
            Kind::Struct(index) => {
                let structure = &self.structs[index as usize];
                (structure.align, u64::from(structure.size))
            }
            _ => (4, 4),
        }
    }

    /// Returns the distance of two elements of an array.
    pub fn stride(&self, element: Ty) -> u32 {
        let (align, size) = self.layout(element);
        round_up(u32::try_from(size).unwrap_or(u32::MAX), align)
    }

    /// Returns the name of a type as the text writes it.
    pub fn name(&self, ty: Ty) -> String {
        match self.kind(ty) {
            Kind::Void => "nothing".to_owned(),
            Kind::Scalar(scalar) => scalar.name().to_owned(),
            Kind::Vector(size, scalar) => format!("vec{size}<{}>", scalar.name()),
            Kind::Matrix(columns, rows, scalar) => {
                format!("mat{columns}x{rows}<{}>", scalar.name())
            }
            Kind::Array(element, Count::Fixed(count)) => {
                format!("array<{}, {count}>", self.name(element))
            }
            Kind::Array(element, _) => format!("array<{}>", self.name(element)),
            Kind::Struct(index) => self.structs[index as usize].name.clone(),
            Kind::Atomic(scalar) => format!("atomic<{}>", scalar.name()),
            Kind::Pointer(space, to, access) => {
                format!(
                    "ptr<{}, {}{}>",
                    space.name(),
                    self.name(to),
                    match space {
                        Space::Storage => format!(", {}", access.name()),
                        _ => String::new(),
                    }
                )
            }
            Kind::Reference(_, to, _) => self.name(to),
            Kind::Texture(Texture::External) => "texture_external".to_owned(),
            Kind::Texture(Texture::Storage(_, format, access)) => {
                format!("a storage texture of {format}, {}", access.name())
            }
            Kind::Texture(Texture::Depth(_) | Texture::DepthMultisampled) => "a depth texture".to_owned(),
            Kind::Texture(_) => "a texture".to_owned(),
            Kind::Sampler => "sampler".to_owned(),
            Kind::SamplerComparison => "sampler_comparison".to_owned(),
        }
    }
}

pub(crate) fn round_up(value: u32, to: u32) -> u32 {
    value.div_ceil(to.max(1)).saturating_mul(to.max(1))
}
