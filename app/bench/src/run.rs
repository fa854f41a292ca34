//! Measures cases on a device and turns the results into a sheet.

use crate::case::Case;
use crate::moment::now;
use crate::vouch::{NotVouched, vouch};
use gpu::{Checks, Control, DeviceInfo, Entry, Gpu, GpuError, Job, Measurement, Plan, Progress, Sheet, Way};

/// Value of a sheet's field `program`.
pub const PROGRAM: &str = concat!("Warpstep ", env!("CARGO_PKG_VERSION"));

/// A case and its measurement, or the reason why there is none.
#[derive(Debug)]
pub struct Measured {
    pub case: Case,
    pub result: Result<Measurement, GpuError>,
}

/// Measures cases together; see [`gpu::measure`]. With [`Checks::Unchecked`], every case must first run on the
/// simulated machine without an access out of bounds.
///
/// # Errors
/// [`RunError::NotVouched`] if a case must not run without checks; [`RunError::Gpu`] for an error that ends all
/// measurements.
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
    Ok(pairs.map(|(&case, result)| Measured { case, result }).collect())
}

/// The reasons why a set is not measured at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    #[error("{kernel} is not run without checks: {reason}")]
    NotVouched { kernel: &'static str, reason: NotVouched },
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

#[expect(
    unsafe_code,
    reason = "a run on the simulated machine has shown that the kernel is safe"
)]
fn unchecked(case: &Case) -> Result<Job<'static>, RunError> {
    vouch(case).map_err(|reason| RunError::NotVouched {
        kernel: case.name(),
        reason,
    })?;
    // SAFETY: this is a gallery kernel, whose indices depend only on its dispatch and its length. The simulated machine
    // ran it to its end and found no access out of bounds. Its divisors are widths and strides, which are never zero.
    Ok(unsafe { case.job().unchecked() })
}

/// Returns the sheet of the successful measurements; failed cases are left out.
pub fn sheet(info: &DeviceInfo, way: Way, measured: &[Measured]) -> Sheet {
    let entries = measured.iter().filter_map(|Measured { case, result }| {
        let measurement = result.as_ref().ok()?;
        let size = case.size;
        Some(Entry::of(measurement, u64::from(size.n()), size.block()))
    });
    Sheet::new(info.into(), now(), PROGRAM.to_owned(), way, entries.collect())
}
