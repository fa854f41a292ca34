//! The variables in memory that lanes share: bindings and workgroup memory.

use super::bytecode::{BarrierKind, Register};
use super::dispatch::ImageSize;
use super::layout::Layout;
use super::scalar::ScalarType;
use serde::{Deserialize, Serialize};

/// The address space of a variable that lanes share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Space {
    /// Global memory: `var<storage>`.
    Storage,
    /// Constant memory: `var<uniform>`.
    Uniform,
    /// Shared memory: `var<workgroup>`.
    Workgroup,
}

impl Space {
    /// Returns its name in WGSL.
    pub const fn name(self) -> &'static str {
        match self {
            Space::Storage => "storage",
            Space::Uniform => "uniform",
            Space::Workgroup => "workgroup",
        }
    }
}

/// The access that a binding allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BindingAccess {
    Read,
    ReadWrite,
}

/// A variable in memory that lanes share: a binding, or workgroup memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    pub name: String,
    pub space: Space,
    /// Group and binding; `None` for workgroup memory.
    pub slot: Option<(u32, u32)>,
    pub access: BindingAccess,
    /// Line and column of its declaration, from 1.
    pub declared: (u32, u32),
    /// Size in bytes without the runtime-sized tail; a workgroup array sized by an override counts as one element.
    pub fixed_bytes: u32,
    /// Stride in bytes of the array at its end, if that has a size known only at run time or from an override.
    pub tail_stride: Option<u32>,
    /// The type of each word.
    pub layout: Layout,
    /// Bytes from one element to the next, if the variable is an array.
    pub(crate) element_bytes: Option<u32>,
    /// Shape and format, if it is a texture.
    pub image: Option<Image>,
    /// The register with the length of a workgroup array that is sized by an override.
    pub(crate) length: Option<Register>,
    /// The bytes for which each word stands: fewer than 4 if a translated array of bytes has a word for each.
    pub(crate) word_bytes: u32,
    /// The space by whose rules accesses are counted. It differs from `space` for constants that are in a storage buffer.
    pub(crate) counted_as: Space,
    /// True for the arguments of a translated kernel: its text has them as values, so no trace has their loads.
    pub(crate) holds_arguments: bool,
    /// True if its values are indices of elements that the kernel updates, such as the keys of a histogram. Only an
    /// [`EntryPoint`](crate::EntryPoint) knows.
    pub indexes_updates: bool,
    /// Its size in bytes is a multiple of this: 4, or less for a translated buffer of bytes.
    pub(crate) size_unit: u32,
}

/// A texture without a sampler: an array of texels with a size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    pub shape: ImageShape,
    /// The name of the format in WGSL, such as `rgba8unorm`.
    pub format: String,
    /// Bytes of a texel: 4, 8 or 16.
    pub texel_bytes: u32,
    pub kind: ImageKind,
}

impl Image {
    /// Returns the size of an image of about that many texels whose rows are as long as `row`.
    pub fn size_for(&self, texels: u64, row: [u32; 2]) -> ImageSize {
        let texels = u32::try_from(texels.max(1)).unwrap_or(u32::MAX);
        let x = row[0].clamp(1, texels);
        let y = row[1].clamp(1, texels / x);
        match self.shape {
            ImageShape::Line => [texels, 1, 1],
            ImageShape::Plane => [x, texels / x, 1],
            ImageShape::Layers | ImageShape::Volume => [x, y, texels / x / y],
        }
    }

    /// Returns the size of an image of exactly that many texels that is as nearly square as possible.
    pub fn even_size_for(&self, texels: u64) -> ImageSize {
        let texels = u32::try_from(texels.max(1)).unwrap_or(u32::MAX);
        let rows = (1..=texels.isqrt()).rev();
        let rows = rows.into_iter().find(|rows| texels.is_multiple_of(*rows));
        match (self.shape, rows) {
            (ImageShape::Line, _) | (_, None) => [texels, 1, 1],
            (_, Some(rows)) => [texels / rows, rows, 1],
        }
    }

    /// Returns the words of an image of a size.
    pub fn words(&self, size: ImageSize) -> u64 {
        let texels = size.into_iter().map(u64::from);
        let texels = texels.fold(1, u64::saturating_mul);
        texels.saturating_mul(u64::from(self.texel_bytes / 4))
    }
}

/// The dimensions of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageShape {
    Line,
    Plane,
    /// Planes, one for each layer.
    Layers,
    Volume,
}

/// The kind of a texture's binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageKind {
    /// `texture_2d<f32>` and so on. Its format is the widest of its type.
    Sampled,
    /// `texture_depth_2d` and so on.
    Depth,
    /// `texture_storage_2d<…>` and so on.
    Storage,
}

impl Binding {
    /// Returns the scalar type of all its words, if they have the same one.
    pub fn scalar(&self) -> Option<ScalarType> {
        self.layout.scalar()
    }

    /// Returns the barrier that orders accesses of a workgroup to it.
    pub(crate) fn barrier(&self) -> BarrierKind {
        match (self.space, &self.image) {
            (_, Some(_)) => BarrierKind::Texture,
            (Space::Storage, None) => BarrierKind::Storage,
            (Space::Workgroup | Space::Uniform, None) => BarrierKind::Workgroup,
        }
    }

    /// Returns the bytes from one element of its runtime-sized array to the next, as the text's first language has them:
    /// translated bytes are in words, and `tail_stride` is that of the words.
    pub fn element_stride(&self) -> Option<u32> {
        match (self.tail_stride, &self.layout) {
            (Some(_), Layout::Array { stride, .. }) => Some(*stride),
            (stride, _) => stride,
        }
    }

    /// Returns the size in words of a buffer for the variable with `elements` elements in its runtime-sized array.
    pub fn words(&self, elements: u64) -> u64 {
        let tail = self
            .tail_stride
            .map_or(0, |stride| u64::from(stride).saturating_mul(elements));
        u64::from(self.fixed_bytes).saturating_add(tail).div_ceil(4)
    }
}
