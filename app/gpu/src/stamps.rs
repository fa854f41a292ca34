//! Timestamps of the GPU's own clock at the start and end of passes, and the step of that clock.

use crate::connect::Gpu;
use crate::error::GpuError;
use crate::readback::map;

/// Number of passes that can be timed between two readings.
pub(crate) const PASSES: usize = 2;

const BYTES: u64 = 2 * PASSES as u64 * wgpu::QUERY_SIZE as u64;

/// Query set and buffers for the timestamps of [`PASSES`] passes.
#[derive(Debug)]
pub(crate) struct Stamps {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    staging: wgpu::Buffer,
    /// Nanoseconds per tick.
    period: f64,
    step: Step,
    /// Every timestamp is rounded down to a multiple of this many ticks.
    rounding: Option<u64>,
}

impl Stamps {
    /// Creates the queries. `rounding_nanos` rounds timestamps down, as a browser does that rounds to this many
    /// nanoseconds.
    pub fn new(gpu: &Gpu, rounding_nanos: Option<u64>) -> Self {
        let period = f64::from(gpu.queue.get_timestamp_period());
        let buffer = |usage| {
            let descriptor = wgpu::BufferDescriptor {
                label: None,
                size: BYTES,
                usage,
                mapped_at_creation: false,
            };
            gpu.device.create_buffer(&descriptor)
        };
        Stamps {
            queries: gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: None,
                ty: wgpu::QueryType::Timestamp,
                count: 2 * PASSES as u32,
            }),
            resolved: buffer(wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC),
            staging: buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST),
            period,
            step: Step::default(),
            rounding: rounding_nanos.map(|nanos| ((nanos as f64 / period) as u64).max(1)),
        }
    }

    /// Returns the locations of the timestamps of pass `pass` (0 or 1).
    pub fn of_pass(&self, pass: usize) -> wgpu::ComputePassTimestampWrites<'_> {
        let first = 2 * pass as u32;
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(first),
            end_of_pass_write_index: Some(first + 1),
        }
    }

    /// Encodes a copy that makes the timestamps of the first `passes` passes readable after the encoder's commands.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder, passes: usize) {
        encoder.resolve_query_set(&self.queries, 0..2 * passes as u32, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.staging, 0, BYTES);
    }

    /// Returns the durations of the first `passes` passes in nanoseconds.
    pub async fn durations(&mut self, gpu: &Gpu, passes: usize) -> Result<[f64; PASSES], GpuError> {
        let bytes = map(gpu, &self.staging, BYTES).await?;
        let mut stamps = [0_u64; 2 * PASSES];
        for (stamp, eight) in stamps.iter_mut().zip(bytes.chunks_exact(8)).take(2 * passes) {
            let mut tick = [0; 8];
            tick.copy_from_slice(eight);
            let tick = u64::from_le_bytes(tick);
            *stamp = self.rounding.map_or(tick, |step| tick - tick % step);
            self.step.see(*stamp);
        }
        let mut durations = [0.0; PASSES];
        for (duration, ends) in durations.iter_mut().zip(stamps.chunks_exact(2)) {
            // Some drivers reset the clock between passes; a negative duration becomes zero.
            *duration = ends[1].saturating_sub(ends[0]) as f64 * self.period;
        }
        Ok(durations)
    }

    /// Returns the step of the clock in nanoseconds, as derived from the timestamps so far.
    pub fn step_nanos(&self) -> f64 {
        self.step.ticks() as f64 * self.period
    }
}

impl Drop for Stamps {
    fn drop(&mut self) {
        self.resolved.destroy();
        self.staging.destroy();
        self.queries.destroy();
    }
}

/// The largest step of which all timestamps so far are multiples.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Step {
    common: u64,
    seen: u32,
}

/// With this many timestamps, a common factor by chance is practically impossible.
const ENOUGH: u32 = 8;

impl Step {
    pub fn see(&mut self, stamp: u64) {
        if stamp != 0 {
            self.common = greatest_common_divisor(self.common, stamp);
            self.seen += 1;
        }
    }

    /// Returns the step in ticks; 1 until there are enough timestamps.
    pub fn ticks(self) -> u64 {
        if self.seen < ENOUGH { 1 } else { self.common.max(1) }
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::Step;

    #[test]
    fn a_clocks_step_shows_after_a_few_stamps() {
        for (stamps, ticks) in [
            (vec![], 1),
            (vec![65_536; 3], 1),
            ((1..=8).map(|n| n * n * 65_536).collect(), 65_536),
            ((100..=120).map(|n| n * 32).collect(), 32),
            ((0..=40).map(|n| n * 65_536 + n % 7).collect::<Vec<u64>>(), 1),
            (vec![0; 20], 1),
        ] {
            let mut step = Step::default();
            stamps.iter().for_each(|&stamp| step.see(stamp));
            assert_eq!(step.ticks(), ticks, "{stamps:?}");
        }
    }
}
