//! The way of one dispatch from the host to the GPU and back, timed phase by phase on the host's clock.

use crate::buffers::{Bound, Refill, create};
use crate::checks::Checks;
use crate::clock::now_nanos;
use crate::connect::Gpu;
use crate::error::GpuError;
use crate::job::fits;
use crate::pass;
use crate::pipeline::prepare;
use crate::readback::{map, staging, words};
use crate::statistics::median;
use simt::{Dispatch, Kernel};

/// Trips whose median is taken. The first trip of a page is not one of them: it starts the driver.
const TRIPS: usize = 7;

/// The times of a trip's phases in milliseconds, each until the GPU has finished it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundTrip {
    pub allocate: f64,
    pub copy_in: f64,
    pub compile: f64,
    pub launch: f64,
    pub copy_out: f64,
}

/// Makes several trips, and returns the median of each phase with the words of the last output.
///
/// # Errors
/// Any [`GpuError`] that keeps the kernel from running.
pub async fn round_trip(
    gpu: &Gpu,
    kernel: &Kernel,
    dispatch: &Dispatch,
    output: usize,
) -> Result<(RoundTrip, Vec<u32>), GpuError> {
    gpu.check()?;
    fits(dispatch, gpu.info())?;
    let inputs = host_arrays(dispatch, output);
    let (_, mut result) = trip(gpu, kernel, dispatch, output, &inputs).await?;
    let mut trips = Vec::with_capacity(TRIPS);
    for _ in 0..TRIPS {
        let (times, read) = trip(gpu, kernel, dispatch, output, &inputs).await?;
        trips.push(times);
        result = read;
    }
    let median_of = |phase: fn(&RoundTrip) -> f64| {
        let samples: Vec<f64> = trips.iter().map(phase).collect();
        median(&samples).unwrap_or_default()
    };
    let median = RoundTrip {
        allocate: median_of(|trip| trip.allocate),
        copy_in: median_of(|trip| trip.copy_in),
        compile: median_of(|trip| trip.compile),
        launch: median_of(|trip| trip.launch),
        copy_out: median_of(|trip| trip.copy_out),
    };
    Ok((median, words(&result)))
}

/// Returns the bytes of every buffer but the output, as the host holds them.
fn host_arrays(dispatch: &Dispatch, output: usize) -> Vec<Option<Vec<u8>>> {
    let buffers = dispatch.buffers.iter().enumerate();
    let bytes = buffers.map(|(place, buffer)| {
        (place != output).then(|| {
            let mut words = vec![0; buffer.contents.byte_len().div_ceil(4) as usize];
            buffer.contents.fill(0, &mut words);
            words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect()
        })
    });
    bytes.collect()
}

async fn trip(
    gpu: &Gpu,
    kernel: &Kernel,
    dispatch: &Dispatch,
    output: usize,
    inputs: &[Option<Vec<u8>>],
) -> Result<(RoundTrip, Vec<u8>), GpuError> {
    let mut since = now_nanos();
    let mut lap = || {
        let before = std::mem::replace(&mut since, now_nanos());
        (since - before) / 1e6
    };
    let mut bound = Vec::with_capacity(dispatch.buffers.len());
    for buffer in &dispatch.buffers {
        let bytes = buffer.contents.byte_len().next_multiple_of(4).max(4);
        bound.push(Bound {
            group: buffer.group,
            binding: buffer.binding,
            buffer: create(gpu, bytes).await?,
            bytes,
            refill: Refill::Clear,
        });
    }
    let result = bound[output].buffer.clone();
    let bytes = result.size();
    let staging = staging(gpu, bytes);
    let allocate = lap();
    for (bound, input) in bound.iter().zip(inputs) {
        if let Some(input) = input {
            gpu.queue.write_buffer(&bound.buffer, 0, input);
        }
    }
    // An empty submission flushes the pending writes.
    gpu.queue.submit([]);
    gpu.settle().await?;
    let copy_in = lap();
    let prepared = prepare(gpu, kernel, dispatch, Checks::Checked, bound).await?;
    let compile = lap();
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    pass::encode(&mut encoder, &prepared, 1, None).await;
    gpu.queue.submit([encoder.finish()]);
    gpu.settle().await?;
    let launch = lap();
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(&result, 0, &staging, 0, bytes);
    gpu.queue.submit([encoder.finish()]);
    let read = map(gpu, &staging, bytes).await?;
    let copy_out = lap();
    staging.destroy();
    prepared.bound.iter().for_each(|bound| bound.buffer.destroy());
    gpu.check()?;
    let times = RoundTrip {
        allocate,
        copy_in,
        compile,
        launch,
        copy_out,
    };
    Ok((times, read))
}
