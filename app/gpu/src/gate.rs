//! The check before every timing: one dispatch, whose output is compared with the reference word by word.

use crate::buffers::refill;
use crate::clock::{Pace, now_nanos};
use crate::connect::Gpu;
use crate::control::Control;
use crate::error::GpuError;
use crate::job::Job;
use crate::pass;
use crate::pipeline::Prepared;
use crate::readback::Reader;
use crate::stamps::Stamps;

/// Refills the buffers and dispatches once. Returns the duration in nanoseconds: by the GPU's clock if there are
/// timestamps, else by the wall clock, which includes the round trip to the GPU.
pub(crate) async fn dispatch_once(
    gpu: &Gpu,
    prepared: &Prepared,
    stamps: Option<&mut Stamps>,
    control: &Control,
) -> Result<f64, GpuError> {
    control.turn().await?;
    refill(gpu, &prepared.bound, control).await?;
    gpu.settle().await?;
    let start = now_nanos();
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    pass::encode(
        &mut encoder,
        prepared,
        1,
        stamps.as_ref().map(|stamps| stamps.of_pass(0)),
    )
    .await;
    if let Some(stamps) = &stamps {
        stamps.resolve(&mut encoder, 1);
    }
    gpu.queue.submit([encoder.finish()]);
    let refused = scope.pop().await;
    gpu.settle().await?;
    let wall = now_nanos() - start;
    gpu.check()?;
    if let Some(error) = refused {
        return Err(GpuError::from_wgpu(error));
    }
    match stamps {
        Some(stamps) => Ok(stamps.durations(gpu, 1).await?[0]),
        None => Ok(wall),
    }
}

/// Compares a job's output, as it now is on the GPU, with the reference. A job without one has nothing to compare.
///
/// # Errors
/// [`GpuError::WrongResult`] names the first word that differs.
pub(crate) async fn compare(gpu: &Gpu, job: &Job<'_>, prepared: &Prepared, control: &Control) -> Result<(), GpuError> {
    let Some(output) = job.output else {
        return Ok(());
    };
    let missing = GpuError::NoSuchOutput {
        output,
        buffers: prepared.bound.len(),
    };
    let output = prepared.bound.get(output).ok_or(missing)?;
    let mut reader = Reader::new(gpu, &output.buffer, output.bytes);
    let mut portion = Portion::new();
    let mut first = 0;
    loop {
        let got = reader.next().await?;
        if got.is_empty() {
            return Ok(());
        }
        let mut rest = got.as_slice();
        while !rest.is_empty() {
            control.turn().await?;
            let (now, later) = rest.split_at(portion.words.min(rest.len()));
            compare_words(job, first, now)?;
            first += now.len() as u64;
            rest = later;
            portion.adapt();
            portion.pace.breathe().await;
        }
    }
}

fn compare_words(job: &Job<'_>, first: u64, got: &[u32]) -> Result<(), GpuError> {
    let mut expected = vec![0; got.len()];
    (job.reference)(first, &mut expected);
    match (first..)
        .zip(got.iter().zip(&expected))
        .find(|(index, (got, expected))| !(job.agrees)(*index, **got, **expected))
    {
        None => Ok(()),
        Some((index, (&got, &expected))) => Err(GpuError::WrongResult { index, got, expected }),
    }
}

/// The number of words to compare at a time. A reference word may cost one operation or thousands, so the number adapts
/// to the measured time.
struct Portion {
    words: usize,
    since: f64,
    pace: Pace,
}

impl Portion {
    const SHORT_NANOS: f64 = 2e6;
    const LONG_NANOS: f64 = 4e6;

    fn new() -> Self {
        Portion {
            words: 64,
            since: now_nanos(),
            pace: Pace::new(),
        }
    }

    fn adapt(&mut self) {
        let now = now_nanos();
        let took = now - self.since;
        if took < Self::SHORT_NANOS {
            self.words = (self.words * 2).min(1 << 20);
        } else if took > Self::LONG_NANOS {
            self.words = (self.words / 2).max(1);
        }
        self.since = now;
    }
}
