//! Reads buffers back from the GPU in portions.

use crate::connect::Gpu;
use crate::error::GpuError;
use crate::health::Answer;

/// Bytes read at a time.
const PORTION_BYTES: u64 = 4 << 20;

/// Creates a buffer to copy into and to map.
pub(crate) fn staging(gpu: &Gpu, bytes: u64) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes,
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// Returns the words of a mapped buffer.
pub(crate) fn words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect()
}

/// Maps the first `bytes` of a staging buffer, copies them and unmaps the buffer.
pub(crate) async fn map(gpu: &Gpu, staging: &wgpu::Buffer, bytes: u64) -> Result<Vec<u8>, GpuError> {
    gpu.check()?;
    let slice = staging.slice(..bytes);
    let answer = Answer::new();
    let bring = answer.clone();
    slice.map_async(wgpu::MapMode::Read, move |mapped| bring.bring(mapped));
    let mapped = gpu.wait_for(&answer).await?;
    // A failed map is most often the first sign of a lost device; the browser reports the loss a little later.
    #[cfg(target_arch = "wasm32")]
    if mapped.is_err() {
        crate::web::next_turn().await;
    }
    gpu.check()?;
    mapped.map_err(|_| GpuError::MapFailed)?;
    let copy = slice.get_mapped_range().map(|view| view.to_vec());
    staging.unmap();
    copy.map_err(|_| GpuError::MapFailed)
}

/// Reads a buffer in order, portion by portion.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    gpu: &'a Gpu,
    from: &'a wgpu::Buffer,
    staging: wgpu::Buffer,
    at: u64,
    end: u64,
}

impl<'a> Reader<'a> {
    /// Creates a reader of the first `bytes` of a buffer.
    pub fn new(gpu: &'a Gpu, from: &'a wgpu::Buffer, bytes: u64) -> Self {
        Reader {
            gpu,
            from,
            staging: staging(gpu, bytes.clamp(4, PORTION_BYTES)),
            at: 0,
            end: bytes,
        }
    }

    /// Returns the next words, or an empty vector at the end.
    pub async fn next(&mut self) -> Result<Vec<u32>, GpuError> {
        let bytes = (self.end - self.at).min(PORTION_BYTES);
        if bytes == 0 {
            return Ok(Vec::new());
        }
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(self.from, self.at, &self.staging, 0, bytes);
        self.gpu.queue.submit([encoder.finish()]);
        let read = map(self.gpu, &self.staging, bytes).await?;
        self.at += bytes;
        Ok(words(&read))
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        self.staging.destroy();
    }
}
