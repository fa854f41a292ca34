//! The reasons why a kernel does not run on the GPU or cannot be timed.

/// Each variant is one rule with its values. The page's string tables say what the user can do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    #[error("this browser has no WebGPU (`navigator.gpu` is missing)")]
    NoWebGpu,
    /// Browsers offer WebGPU only to pages from `https:` and from localhost.
    #[error("this page is not a secure context, and WebGPU requires one (https or localhost)")]
    InsecureContext,
    #[error("no GPU adapter: {detail}")]
    NoAdapter { detail: String },
    #[error("the adapter refused a device: {detail}")]
    DeviceRefused { detail: String },
    #[error("the device was lost: {reason}")]
    DeviceLost { reason: String },
    #[error("a block of {block} lanes; this adapter runs at most {most}")]
    BlockTooLarge { block: u32, most: u32 },
    #[error("a buffer of {bytes} bytes; this adapter can bind at most {most}")]
    BufferTooLarge { bytes: u64, most: u64 },
    #[error("{asked} workgroups in one dimension; this adapter dispatches at most {most}")]
    TooManyWorkgroups { asked: u32, most: u32 },
    /// Textures are not made on the GPU.
    #[error("a kernel with textures; only the simulated machine runs it")]
    Textures,
    /// WebGPU cannot let the workgroups of a dispatch wait for each other.
    #[error("a barrier of the whole grid, which WebGPU does not have; only the simulated machine runs it")]
    GridBarrier,
    #[error("output {output} of a dispatch with {buffers} buffers")]
    NoSuchOutput { output: usize, buffers: usize },
    /// The error of the browser's or driver's compiler; `line` is 1-based.
    #[error("the shader was refused: {message}")]
    ShaderRefused { message: String, line: Option<u32> },
    /// A command that WebGPU's validation rejects, for example a binding that the shader lacks.
    #[error("WebGPU refused a command: {message}")]
    CommandRefused { message: String },
    /// The first word of the output that differs from the reference, as bits.
    #[error("word {index} of the result is {got}, the reference says {expected}")]
    WrongResult { index: u64, got: u32, expected: u32 },
    #[error("the GPU has no memory left for it")]
    OutOfMemory,
    #[error("cancelled")]
    Cancelled,
    #[error("the result could not be read back")]
    MapFailed,
}

impl GpuError {
    /// Returns true if measuring other kernels is pointless: the device is lost, or the user has cancelled.
    pub fn ends_everything(&self) -> bool {
        matches!(self, GpuError::DeviceLost { .. } | GpuError::Cancelled)
    }

    pub(crate) fn from_wgpu(error: wgpu::Error) -> Self {
        match error {
            wgpu::Error::OutOfMemory { .. } => GpuError::OutOfMemory,
            wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
                GpuError::CommandRefused { message: description }
            }
        }
    }
}
