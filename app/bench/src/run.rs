//! Cases on a device, and the sheet that comes of it.

use crate::case::Case;
use crate::moment::now;
use crate::vouch::{NotVouched, vouch};
use gpu::{
    Checks, Control, DeviceInfo, Entry, Gpu, GpuError, Job, Measurement, Plan, Progress, Sheet, Way,
};

/// What a sheet says of the program that it comes from.
pub const PROGRAM: &str = concat!("Warpstep ", env!("CARGO_PKG_VERSION"));

/// What became of a case.
#[derive(Debug)]
pub struct Measured {
    pub case: Case,
    pub result: Result<Measurement, GpuError>,
}

/// Measures cases side by side, as [`gpu::measure`]; without checks only what the machine has run without leaving its
/// buffers.
///
/// # Errors
/// A case that must not run without checks, with the reason; or what ends every measurement.
pub async fn run(
    gpu: &Gpu,
    cases: &[Case],
    checks: Checks,
    plan: &Plan,
    control: &Control,
    on_progress: impl FnMut(Progress),
) -> Result<Vec<Measured>, RunError> {
    let mut jobs = Vec::with_capacity(cases.len());
    for case in cases {
        jobs.push(match checks {
            Checks::Checked => case.job(),
            Checks::Unchecked => unchecked(case)?,
        });
    }
    let results = gpu::measure(gpu, &jobs, plan, control, on_progress).await?;
    let pairs = cases.iter().zip(results);
    Ok(pairs
        .map(|(&case, result)| Measured { case, result })
        .collect())
}

/// Why a set was not measured at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    #[error("{kernel} is not run without checks: {reason}")]
    NotVouched {
        kernel: &'static str,
        reason: NotVouched,
    },
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

#[expect(unsafe_code, reason = "the machine has vouched for the kernel")]
fn unchecked(case: &Case) -> Result<Job<'static>, RunError> {
    vouch(case).map_err(|reason| RunError::NotVouched {
        kernel: case.name(),
        reason,
    })?;
    // SAFETY: a kernel of the gallery, whose indices follow from its dispatch and its length alone; the machine ran it to
    // its end and found no access out of bounds. Its divisors are widths and strides, which are not zero.
    Ok(unsafe { case.job().unchecked() })
}

/// The sheet of what was measured; failures leave no trace in it.
pub fn sheet(info: &DeviceInfo, way: Way, measured: &[Measured]) -> Sheet {
    let entries = measured.iter().filter_map(|Measured { case, result }| {
        let measurement = result.as_ref().ok()?;
        let size = case.size;
        Some(Entry::of(measurement, u64::from(size.n()), size.block()))
    });
    Sheet::new(
        info.into(),
        now(),
        PROGRAM.to_owned(),
        way,
        entries.collect(),
    )
}
