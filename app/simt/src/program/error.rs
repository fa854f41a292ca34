//! Errors of a kernel that cannot start, with the line where it is wrong.

use serde::{Deserialize, Serialize};

/// An error of a kernel that cannot start. Each variant is one rule; lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum KernelError {
    /// The text is longer than the front end accepts.
    #[error("the source has {bytes} bytes; at most {limit} are read")]
    TooLong {
        bytes: usize,
        limit: usize,
        /// The line that exceeds the limit.
        line: u32,
    },
    /// Brackets nest deeper than the front end accepts.
    #[error("brackets nest deeper than {limit}")]
    TooDeep { limit: usize, line: u32, column: u32 },
    /// The text is not WGSL.
    #[error("{message}")]
    Parse { message: String, line: u32, column: u32 },
    /// The text is WGSL, but breaks a rule of the language.
    #[error("{message}")]
    Validation { message: String, line: u32, column: u32 },
    /// The text is CUDA that is not translated.
    #[error("{message}")]
    Cuda {
        message: String,
        line: u32,
        column: u32,
        /// The numbers of 64 bits that the text has here, and that could be read as numbers of 32 bits.
        wide: Option<Wide>,
    },
    /// Valid WGSL that this machine does not execute.
    #[error("the machine does not execute {feature}")]
    Unsupported { feature: String, line: u32, column: u32 },
    /// There is no compute entry point of that name, or none at all.
    #[error("no compute entry point {}", name.as_deref().map_or("in the source".to_owned(), |n| format!("named `{n}`")))]
    NoEntryPoint { name: Option<String> },
    /// There are several compute entry points, and none was named.
    #[error("the source has several compute entry points, so one must be named: {}", names.join(", "))]
    SeveralEntryPoints { names: Vec<String> },
    /// The dispatch sets an override that the kernel does not declare.
    #[error("the kernel has no override `{name}`")]
    UnknownOverride { name: String },
    /// The dispatch sets no value for an override without a default.
    #[error("the override `{name}` has no default and was given no value")]
    MissingOverride { name: String },
    /// An override's value does not fit its type.
    #[error("the value {value} does not fit the override `{name}`")]
    OverrideValue { name: String, value: String },
    /// A binding of the kernel has no buffer.
    #[error("`{name}` (group {group}, binding {binding}) has no buffer")]
    MissingBuffer { name: String, group: u32, binding: u32 },
    /// A buffer is smaller than its variable, or not a whole number of words.
    #[error("the buffer for `{name}` has {bytes} bytes; the kernel wants {wanted}")]
    BufferSize { name: String, bytes: u64, wanted: String },
    /// The workgroup is empty or larger than the machine supports.
    #[error("a workgroup of {x} × {y} × {z} cannot run; its product must be 1 to {limit}")]
    WorkgroupSize { x: u32, y: u32, z: u32, limit: u32 },
    /// The dispatch has too many workgroups in one dimension.
    #[error("a dispatch of {x} × {y} × {z} workgroups cannot run; each number must be at most {limit}")]
    WorkgroupCount { x: u32, y: u32, z: u32, limit: u32 },
    /// The offset of the indirect arguments is no multiple of 4.
    #[error("the offset {offset} of the indirect arguments is not a multiple of 4")]
    IndirectOffset { offset: u64 },
    /// The indirect arguments extend past the end of their buffer.
    #[error("the 12 bytes of the indirect arguments at offset {offset} do not lie within the buffer of {bytes} bytes")]
    IndirectRange { offset: u64, bytes: u64 },
    /// The buffer for the indirect arguments does not exist.
    #[error("group {group}, binding {binding} should hold the indirect arguments, but has no buffer")]
    IndirectBuffer { group: u32, binding: u32 },
    /// Workgroup memory, private memory or buffers exceed the machine's limit.
    #[error("{bytes} bytes of {what} are more than the {limit} that the machine holds")]
    TooMuchMemory {
        what: String,
        bytes: u64,
        limit: u64,
        /// Place of the declaration, if there is one.
        at: Option<(u32, u32)>,
    },
}

impl KernelError {
    /// Returns line and column (from 1) in the source, if the error has a place.
    pub fn location(&self) -> Option<(u32, u32)> {
        match *self {
            KernelError::TooDeep { line, column, .. }
            | KernelError::Parse { line, column, .. }
            | KernelError::Validation { line, column, .. }
            | KernelError::Cuda { line, column, .. }
            | KernelError::Unsupported { line, column, .. } => Some((line, column)),
            KernelError::TooLong { line, .. } => Some((line, 1)),
            KernelError::TooMuchMemory { at, .. } => at,
            KernelError::NoEntryPoint { .. }
            | KernelError::SeveralEntryPoints { .. }
            | KernelError::UnknownOverride { .. }
            | KernelError::MissingOverride { .. }
            | KernelError::OverrideValue { .. }
            | KernelError::MissingBuffer { .. }
            | KernelError::BufferSize { .. }
            | KernelError::WorkgroupSize { .. }
            | KernelError::WorkgroupCount { .. }
            | KernelError::IndirectOffset { .. }
            | KernelError::IndirectRange { .. }
            | KernelError::IndirectBuffer { .. } => None,
        }
    }
}

/// A type of 64 bits in CUDA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wide {
    Double,
    LongLong,
}
