//! The dispatch of a translated CUDA kernel: its sizes, arrays and scalars as the overrides and buffers of its WGSL text.

use cuda::{Binding, LaunchArgument, LaunchInfo, NumberType, Scalar, Translation};
use simt::{Buffer, Contents, Dispatch};
use std::collections::BTreeMap;

/// The overrides of a translation that stand for the block's size.
pub const BLOCK: [&str; 3] = ["block_x", "block_y", "block_z"];
/// The override of a translation for the bytes of dynamic shared memory.
pub const SHARED_BYTES: &str = "shared_bytes";

/// The sizes of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// The bytes of dynamic shared memory. A kernel without such memory ignores them.
    pub shared_bytes: u32,
}

impl Sizes {
    /// Returns a dispatch of the kernel without buffers.
    pub fn dispatch(&self, made: &Translation) -> Dispatch {
        // WGSL has no array of length 0.
        let shared = f64::from(self.shared_bytes.max(4));
        let shared = made.shared_bytes.then_some((SHARED_BYTES.to_owned(), shared));
        Dispatch {
            workgroups: self.grid,
            overrides: block_overrides(self.block).chain(shared).collect(),
            buffers: Vec::new(),
        }
    }
}

/// Returns the overrides of a translation for a block's size.
pub fn block_overrides(block: [u32; 3]) -> impl Iterator<Item = (String, f64)> {
    let axes = BLOCK.into_iter().zip(block);
    axes.map(|(name, size)| (name.to_owned(), f64::from(size)))
}

/// Returns the buffer of an array that starts with these bytes. It ends with its last element, or has the length that the
/// text declares, and is as long as WebGPU asks for.
pub fn array(binding: &Binding, mut bytes: Vec<u8>) -> Buffer {
    let declared = binding
        .length
        .map_or(0, |length| length as usize * binding.element_bytes as usize);
    let unit = match (binding.length, binding.uniform) {
        (_, true) => 16,
        (Some(_), false) => 4,
        // The greatest power of two up to a word that divides an element.
        (None, false) => 1 << binding.element_bytes.trailing_zeros().min(2),
    };
    let least = unit.max(binding.element_bytes as usize);
    let length = bytes.len().max(declared).next_multiple_of(unit).max(least);
    bytes.resize(length, 0);
    buffer(binding.binding, bytes)
}

/// Returns the buffer of the kernel's scalars, if it has any. `values` gives the numbers of one scalar: one, or those of the
/// components of a vector.
///
/// # Errors
/// Returns the first error of `values`.
pub fn scalars<Error>(
    made: &Translation,
    mut values: impl FnMut(&Scalar) -> Result<Vec<f64>, Error>,
) -> Result<Option<Buffer>, Error> {
    let Some((binding, size)) = made.uniform else {
        return Ok(None);
    };
    let mut bytes = vec![0; size as usize];
    for scalar in &made.scalars {
        let places = bytes[scalar.offset as usize..].chunks_exact_mut(4);
        for (place, number) in places.zip(values(scalar)?) {
            place.copy_from_slice(&word(scalar.number, number).to_le_bytes());
        }
    }
    Ok(Some(buffer(binding, bytes)))
}

fn buffer(binding: u32, bytes: Vec<u8>) -> Buffer {
    Buffer {
        group: 0,
        binding,
        contents: Contents::Bytes(bytes),
    }
}

/// Returns the bits of a number as a scalar of a type holds it. Narrow integers wrap, as C converts them.
pub fn word(ty: Option<NumberType>, number: f64) -> u32 {
    match ty {
        Some(NumberType::Half) => u32::from(half::f16::from_f64(number).to_bits()),
        Some(NumberType::Float) => (number as f32).to_bits(),
        Some(NumberType::Char) => i32::from(number as i64 as i8).cast_unsigned(),
        Some(NumberType::Uchar) => u32::from(number as i64 as u8),
        Some(NumberType::Short) => i32::from(number as i64 as i16).cast_unsigned(),
        Some(NumberType::Ushort) => u32::from(number as i64 as u16),
        Some(NumberType::Bool) => u32::from(number != 0.0),
        _ => number as i64 as u32,
    }
}

/// Returns what a launch passes for a parameter of the translated kernel.
pub fn argument<'a>(made: &Translation, launch: Option<&'a LaunchInfo>, name: &str) -> Option<&'a LaunchArgument> {
    let mut kernels = made.kernels.iter();
    let kernel = kernels.find(|kernel| kernel.name == made.kernel)?;
    let mut parameters = kernel.parameters.iter();
    match parameters.position(|parameter| parameter.name == name) {
        Some(index) => launch?.arguments.get(index),
        None => launch?.members.get(name),
    }
}

/// Returns what the host's code has written to the device's variables before the kernel's first launch.
pub fn symbols(read: &cuda::Text<'_>, kernel: &str) -> BTreeMap<String, Vec<u8>> {
    let mut symbols = BTreeMap::new();
    for step in read.program().steps {
        let written = step.symbols.into_iter();
        symbols.extend(written.filter_map(|(name, written)| match written {
            cuda::Written::Bytes(bytes) => Some((name, bytes)),
            cuda::Written::Unfollowed => None,
        }));
        if step.launch.kernel == kernel {
            break;
        }
    }
    symbols
}
