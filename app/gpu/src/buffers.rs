//! The GPU buffers of a dispatch: they are filled in portions and refilled from an unchanged copy.

use crate::clock::Pace;
use crate::connect::Gpu;
use crate::control::Control;
use crate::error::GpuError;
use simt::{Contents, Dispatch};

/// The memory of one binding.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub group: u32,
    pub binding: u32,
    pub buffer: wgpu::Buffer,
    pub bytes: u64,
    pub refill: Refill,
}

/// The way in which a buffer gets its initial contents back after a kernel has changed them.
#[derive(Clone, Debug)]
pub(crate) enum Refill {
    /// The initial contents are zeros.
    Clear,
    /// This buffer holds a copy of the initial contents.
    Copy(wgpu::Buffer),
    /// There was no memory for a copy. The contents are written again, but only before the check, because that takes
    /// seconds. A timed pass starts with what the pass before it left. This does not change the time of a kernel whose
    /// control flow does not depend on its data.
    Write(Contents),
}

/// Buffers for several dispatches that run one at a time. Buffers with the same index and length share one GPU buffer,
/// and equal contents are stored once: eight kernels over the same input need two buffers for it, not sixteen.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    working: Vec<(usize, wgpu::Buffer)>,
    kept: Vec<(Contents, wgpu::Buffer)>,
}

/// Words written at a time: 1 MiB, which takes a slow laptop a few milliseconds.
const PORTION_WORDS: u64 = 1 << 18;

/// Number of portions after which the writer waits for the GPU, so that staging memory stays small.
const PORTIONS_IN_FLIGHT: u64 = 32;

impl Memory {
    /// Returns the buffers of a dispatch. Their contents are undefined until [`refill`] has run.
    pub async fn bind(&mut self, gpu: &Gpu, dispatch: &Dispatch, control: &Control) -> Result<Vec<Bound>, GpuError> {
        let mut bound = Vec::with_capacity(dispatch.buffers.len());
        for (place, buffer) in dispatch.buffers.iter().enumerate() {
            // WebGPU does not allow an empty binding.
            let bytes = buffer.contents.byte_len().next_multiple_of(4).max(4);
            let working = match self
                .working
                .iter()
                .find(|(other, held)| *other == place && held.size() == bytes)
            {
                Some((_, held)) => held.clone(),
                None => {
                    let made = create(gpu, bytes).await?;
                    self.working.push((place, made.clone()));
                    made
                }
            };
            let refill = self.keep(gpu, &buffer.contents, bytes, control).await?;
            bound.push(Bound {
                group: buffer.group,
                binding: buffer.binding,
                buffer: working,
                bytes,
                refill,
            });
        }
        Ok(bound)
    }

    async fn keep(
        &mut self,
        gpu: &Gpu,
        contents: &Contents,
        bytes: u64,
        control: &Control,
    ) -> Result<Refill, GpuError> {
        if matches!(contents, Contents::Zeros { .. }) {
            return Ok(Refill::Clear);
        }
        if let Some((_, kept)) = self.kept.iter().find(|(held, _)| held == contents) {
            return Ok(Refill::Copy(kept.clone()));
        }
        match create(gpu, bytes).await {
            Ok(kept) => {
                write(gpu, &kept, contents, control).await?;
                self.kept.push((contents.clone(), kept.clone()));
                Ok(Refill::Copy(kept))
            }
            Err(GpuError::OutOfMemory) => Ok(Refill::Write(contents.clone())),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Memory {
    /// Frees the memory at once: a browser would free it only at the next garbage collection, which is too late for
    /// gigabytes.
    fn drop(&mut self) {
        self.working.iter().for_each(|(_, buffer)| buffer.destroy());
        self.kept.iter().for_each(|(_, buffer)| buffer.destroy());
    }
}

/// Restores the initial contents of every buffer, including those that must be written again.
pub(crate) async fn refill(gpu: &Gpu, bound: &[Bound], control: &Control) -> Result<(), GpuError> {
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    encode_refill(&mut encoder, bound);
    gpu.queue.submit([encoder.finish()]);
    for buffer in bound {
        if let Refill::Write(contents) = &buffer.refill {
            write(gpu, &buffer.buffer, contents, control).await?;
        }
    }
    gpu.check()
}

/// Encodes the part of a refill that the GPU can do alone: clears and copies.
pub(crate) fn encode_refill(encoder: &mut wgpu::CommandEncoder, bound: &[Bound]) {
    for buffer in bound {
        match &buffer.refill {
            Refill::Clear => encoder.clear_buffer(&buffer.buffer, 0, None),
            Refill::Copy(kept) => encoder.copy_buffer_to_buffer(kept, 0, &buffer.buffer, 0, buffer.bytes),
            Refill::Write(_) => {}
        }
    }
}

/// Creates a storage buffer that can be filled and read back.
pub(crate) async fn create(gpu: &Gpu, bytes: u64) -> Result<wgpu::Buffer, GpuError> {
    let memory = gpu.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let validation = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes,
        usage: wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::UNIFORM
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let (invalid, full) = (validation.pop(), memory.pop());
    match (invalid.await, full.await) {
        (None, None) => gpu.check().map(|()| buffer),
        (Some(error), _) | (None, Some(error)) => Err(GpuError::from_wgpu(error)),
    }
}

/// Writes contents in portions and lets the page run between them.
async fn write(gpu: &Gpu, to: &wgpu::Buffer, contents: &Contents, control: &Control) -> Result<(), GpuError> {
    let total = contents.byte_len().div_ceil(4);
    let mut words = vec![0; total.min(PORTION_WORDS) as usize];
    let mut bytes = vec![0; words.len() * 4];
    let mut pace = Pace::new();
    for portion in 0..total.div_ceil(PORTION_WORDS) {
        control.turn().await?;
        let first = portion * PORTION_WORDS;
        let count = (total - first).min(PORTION_WORDS) as usize;
        contents.fill(first, &mut words[..count]);
        for (four, word) in bytes.chunks_exact_mut(4).zip(&words[..count]) {
            four.copy_from_slice(&word.to_le_bytes());
        }
        gpu.queue.write_buffer(to, first * 4, &bytes[..count * 4]);
        if portion % PORTIONS_IN_FLIGHT == PORTIONS_IN_FLIGHT - 1 {
            // An empty submission flushes the pending writes, so that there is work to wait for.
            gpu.queue.submit([]);
            gpu.settle().await?;
        }
        pace.breathe().await;
    }
    gpu.check()
}
