//! The buffers of dispatches on the GPU: filled in portions, refilled from a copy that stays as it was.

use crate::clock::Pace;
use crate::connect::Gpu;
use crate::control::Control;
use crate::error::GpuError;
use simt::{Contents, Dispatch};

/// One binding's memory.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub group: u32,
    pub binding: u32,
    pub buffer: wgpu::Buffer,
    pub bytes: u64,
    pub refill: Refill,
}

/// Where a buffer's first contents come from again, after a kernel has changed them.
#[derive(Clone, Debug)]
pub(crate) enum Refill {
    /// They are zeros.
    Clear,
    /// They are kept in this buffer.
    Copy(wgpu::Buffer),
    /// There was no memory for a copy: they are written anew, but before the check only, because that takes seconds.
    /// Timed passes go on with what the last one left; that changes nothing for kernels whose path is not their data's.
    Write(Contents),
}

/// Memory for several dispatches that run one at a time. Buffers of the same place and length are one buffer, and equal
/// contents are kept once: eight kernels over the same input need it twice, not sixteen times.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    working: Vec<(usize, wgpu::Buffer)>,
    kept: Vec<(Contents, wgpu::Buffer)>,
}

/// Words written at once: 1 MiB, a few milliseconds' work on a slow laptop.
const PORTION_WORDS: u64 = 1 << 18;

/// Portions after which the GPU is awaited, so that staging memory stays small.
const PORTIONS_IN_FLIGHT: u64 = 32;

impl Memory {
    /// The buffers of a dispatch; what they hold is known only after [`refill`].
    pub async fn bind(
        &mut self,
        gpu: &Gpu,
        dispatch: &Dispatch,
        control: &Control,
    ) -> Result<Vec<Bound>, GpuError> {
        let mut bound = Vec::with_capacity(dispatch.buffers.len());
        for (place, buffer) in dispatch.buffers.iter().enumerate() {
            // A binding cannot be empty.
            let bytes = buffer.contents.byte_len().next_multiple_of(4).max(4);
            let working = match self
                .working
                .iter()
                .find(|(at, held)| *at == place && held.size() == bytes)
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
    /// Browsers free a buffer when script happens to collect it; gigabytes cannot wait for that.
    fn drop(&mut self) {
        self.working.iter().for_each(|(_, buffer)| buffer.destroy());
        self.kept.iter().for_each(|(_, buffer)| buffer.destroy());
    }
}

/// Gives every buffer its first contents again, those that must be written anew included.
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

/// The part of a refill that the GPU does alone.
pub(crate) fn encode_refill(encoder: &mut wgpu::CommandEncoder, bound: &[Bound]) {
    for buffer in bound {
        match &buffer.refill {
            Refill::Clear => encoder.clear_buffer(&buffer.buffer, 0, None),
            Refill::Copy(kept) => {
                encoder.copy_buffer_to_buffer(kept, 0, &buffer.buffer, 0, buffer.bytes)
            }
            Refill::Write(_) => {}
        }
    }
}

/// A storage buffer that can be filled and read back.
async fn create(gpu: &Gpu, bytes: u64) -> Result<wgpu::Buffer, GpuError> {
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

/// Writes contents in portions, with the page's turns between them.
async fn write(
    gpu: &Gpu,
    to: &wgpu::Buffer,
    contents: &Contents,
    control: &Control,
) -> Result<(), GpuError> {
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
            // An empty submission sends the writes on their way, so that there is something to await.
            gpu.queue.submit([]);
            gpu.settle().await?;
        }
        pace.breathe().await;
    }
    gpu.check()
}
