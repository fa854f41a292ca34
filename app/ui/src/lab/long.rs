//! Finds dispatches that may take too long, before they start, so that the lab can ask the reader.

use super::run::Queue;
use super::state::{Lab, Long, Progress};
use crate::run::engine_client::{EngineClient, RunError};
use crate::run::recorded::Recorded;
use ::gpu::{Control, Gpu, GpuError, Measurement, Phase, Plan};
use engine::protocol::{Job, Report};
use leptos::prelude::*;
use lessons::Size;
use lessons::cost::Cost;
use model::lab::counts::Part;
use model::lab::experiment::Case;
use model::lab::length::{DeviceTimes, LONG_NANOS, Length, SHORT_N};
use simt::Outcome;

/// Returns the cases of a group that may take too long. The estimate is the modelled cost times the rates that this
/// device has shown. A case without a modelled cost counts as too long.
///
/// # Errors
/// The device is lost, or the reader has cancelled.
pub async fn too_long(
    lab: Lab,
    queue: &Queue,
    group: &[Case],
    device: &Gpu,
    control: &Control,
) -> Result<Vec<Long>, GpuError> {
    let mut long = Vec::new();
    for case in group.iter().filter(|case| !queue.wanted.contains(case)) {
        if case.size.n() < SHORT_N {
            continue;
        }
        lab.progress.set(Some(Progress {
            case: case.clone(),
            phase: Phase::Checking,
            fraction: queue.done(group.len() as f64),
        }));
        let Some(cost) = cost(lab, case).await else {
            long.push(Long {
                case: case.clone(),
                nanos: None,
            });
            continue;
        };
        let (mut nanos, is_measured) = estimate(lab, device, case, &cost);
        if nanos > LONG_NANOS && !is_measured {
            // The first guess is pessimistic. Before the reader is asked, a smaller n is measured that is short even by
            // this guess.
            look(lab, queue, case, device, control).await?;
            (nanos, _) = estimate(lab, device, case, &cost);
        }
        if control.is_cancelled() {
            return Err(GpuError::Cancelled);
        }
        if nanos > LONG_NANOS {
            long.push(Long {
                case: case.clone(),
                nanos: Some(nanos),
            });
        }
    }
    Ok(long)
}

/// Records the rates of a device in measurements.
pub async fn learn(lab: Lab, device: &Gpu, group: &[Case], results: &[Result<Measurement, GpuError>]) {
    for (case, result) in group.iter().zip(results) {
        if let Ok(measured) = result {
            keep(lab, device, case, measured.nanos).await;
        }
    }
}

async fn keep(lab: Lab, device: &Gpu, case: &Case, nanos: f64) {
    if !with_device_times(lab, device, |times| times.lacks(case)) {
        return;
    }
    if let Some(cost) = cost(lab, case).await {
        with_device_times(lab, device, |times| times.measured(case, nanos, cost));
    }
}

/// Returns the estimated nanoseconds of one dispatch, and true if this kernel was measured on the device before.
fn estimate(lab: Lab, device: &Gpu, case: &Case, cost: &Cost) -> (f64, bool) {
    let is_software = device.info().is_fallback;
    with_device_times(lab, device, |times| {
        (times.nanos(case, cost, is_software), times.knows(case))
    })
}

/// Passes the times of this device to `action`. A new device starts with nothing.
fn with_device_times<T: Default>(lab: Lab, device: &Gpu, action: impl FnOnce(&mut DeviceTimes) -> T) -> T {
    let name = &device.info().name;
    let acted = lab.device_times.try_update_value(|times| {
        if !times.is_of(name) {
            *times = DeviceTimes::of(name);
        }
        action(times)
    });
    acted.unwrap_or_default()
}

/// Returns the modelled cost of a case; the interpreter runs it once. `None` if the model cannot tell, or if the engine
/// failed repeatedly.
async fn cost(lab: Lab, case: &Case) -> Option<Cost> {
    let kept = lab.costs.with_value(|costs| {
        let mut costs = costs.iter();
        costs.find(|(each, _)| each == case).map(|(_, cost)| *cost)
    });
    if let Some(cost) = kept {
        return cost;
    }
    let engine = match lab.engine.get_value() {
        Some(engine) => engine,
        None => {
            let engine = EngineClient::new(Recorded::none(), |_| ());
            lab.engine.set_value(Some(engine.clone()));
            engine
        }
    };
    let cost = modelled(&engine, case).await.ok()?;
    lab.costs.update_value(|costs| costs.push((case.clone(), cost)));
    cost
}

/// The engine has failed repeatedly.
struct Ended;

/// Returns the modelled cost of a dispatch; `None` if the interpreter cannot tell. The lab has its own engine, so that
/// a reader who opens a lesson does not cancel these runs.
async fn modelled(engine: &EngineClient, case: &Case) -> Result<Option<Cost>, Ended> {
    let mut length = Length::of(case);
    while let Some(part) = length.next_part() {
        let report = run(engine, case, &part).await?;
        let report = report.filter(|report| report.outcome == Outcome::Completed);
        let ran = report.as_ref().and_then(|report| {
            let trace = report.trace.as_ref()?;
            Some((&report.metrics, trace))
        });
        length.hear(ran);
    }
    Ok(length.cost())
}

/// Runs a part of a case. `None` if the interpreter cannot run it.
async fn run(engine: &EngineClient, case: &Case, part: &Part) -> Result<Option<Report>, Ended> {
    let job = Job {
        id: 0,
        kernel: case.kernel.kernel.clone(),
        dispatch: part.dispatch.clone(),
        options: Length::options(part),
        check: None,
        with_buffers: false,
    };
    loop {
        match engine.run(job.clone(), None).await {
            Ok(report) => return Ok(Some(report)),
            Err(RunError::Refused(_) | RunError::Text(_) | RunError::Replaced) => return Ok(None),
            Err(RunError::Died | RunError::Hangs) => {}
            Err(RunError::GaveUp) => {
                // The next case gets a new worker.
                engine.start_again();
                return Err(Ended);
            }
        }
    }
}

/// Measures a case for a few rounds at a smaller n: the largest that is short even by the present guess, and at most a
/// quarter of the case's n.
async fn look(lab: Lab, queue: &Queue, case: &Case, device: &Gpu, control: &Control) -> Result<(), GpuError> {
    let mut n = case.size.n() / 4;
    let small = loop {
        let size = Size::nearest(n, case.size.block());
        let small = Case {
            size: case.kernel.task.nearest(size),
            ..case.clone()
        };
        let is_short = match cost(lab, &small).await {
            Some(cost) => estimate(lab, device, &small, &cost).0 < LONG_NANOS / 4.0,
            None => false,
        };
        if is_short || n / 4 < SHORT_N {
            break small;
        }
        n /= 4;
    };
    let plan = Plan {
        rounds: 3,
        pass_millis: 5.0,
        warm_up_millis: 0.0,
        budget_millis: 100.0,
        ..queue.experiment.plan()
    };
    let tell = |progress: ::gpu::Progress| {
        lab.progress.set(Some(Progress {
            case: small.clone(),
            phase: progress.phase,
            fraction: queue.done(1.0),
        }));
    };
    let results = ::gpu::measure(device, &[small.job()], &plan, control, tell).await?;
    match results.into_iter().next() {
        Some(Ok(measured)) => {
            let nanos = measured.nanos.max(measured.low).max(0.0);
            keep(lab, device, &small, nanos).await;
            Ok(())
        }
        Some(Err(error)) if error.ends_everything() => Err(error),
        _ => Ok(()),
    }
}
