//! Tests that measurements on a software driver are consistent; they do not test speed.

use crate::adapter;
use crate::skipped::skip;
use gpu::{Clock, Control, Gpu, GpuError, Job, Measurement, Method, Phase, Plan, Progress, measure};
use lessons::{GalleryKernel, Size};
use simt::Machine;
use std::sync::LazyLock;

static MACHINE: LazyLock<Machine> = LazyLock::new(Machine::default);

fn job(name: &str, n: u32) -> Job<'static> {
    let kernel = GalleryKernel::by_name(name).expect("a kernel of the gallery");
    adapter::job(kernel, Size::fixed(n, 64), &MACHINE)
}

fn short() -> Plan {
    Plan {
        rounds: 5,
        pass_millis: 5.0,
        budget_millis: 400.0,
        warm_up_millis: 20.0,
        ..Plan::default()
    }
}

fn run(
    gpu: &Gpu,
    jobs: &[Job<'_>],
    plan: &Plan,
    control: &Control,
    on_progress: impl FnMut(Progress),
) -> Result<Vec<Result<Measurement, GpuError>>, GpuError> {
    pollster::block_on(measure(gpu, jobs, plan, control, on_progress))
}

#[test]
fn two_kernels_have_times_and_intervals() {
    let gpu = adapter::connect();
    let jobs = [job("reduce_neighbored", 1 << 16), job("reduce_unroll8", 1 << 16)];
    let mut seen = Vec::new();
    let measured =
        run(&gpu, &jobs, &short(), &Control::new(), |progress| seen.push(progress)).expect("the device is not lost");
    for (job, measured) in jobs.iter().zip(&measured) {
        let measured = measured.as_ref().expect("a measurement");
        assert_eq!(measured.kernel, job.kernel.name);
        assert!(measured.nanos > 0.0 && measured.nanos.is_finite(), "{measured:?}");
        assert!(
            measured.low <= measured.nanos && measured.nanos <= measured.high,
            "{measured:?}"
        );
        assert_eq!(measured.samples.len(), 5, "{measured:?}");
        assert!(measured.repeats >= 1 && measured.first_run_nanos > 0.0 && measured.compile_nanos > 0.0);
        assert_eq!(
            measured.clock,
            if gpu.info().timestamps { Clock::Gpu } else { Clock::Wall }
        );
        assert_eq!(measured.gb_per_s, 4.0 * f64::from(1 << 16) / measured.nanos);
    }
    assert_eq!(seen.last().map(|progress| progress.fraction), Some(1.0));
    assert!(seen.windows(2).all(|pair| pair[0].fraction <= pair[1].fraction));
    assert!(
        seen.iter()
            .all(|progress| (0.0..=1.0).contains(&progress.fraction) && progress.job < 2)
    );
    // Rounds alternate: A B, then B A. Each sample has a median, and the last one is the result.
    let sampled = seen
        .iter()
        .filter_map(|progress| Some((progress.job, progress.so_far?)));
    let sampled: Vec<(usize, f64)> = sampled.collect();
    let jobs = sampled.iter().map(|(job, _)| *job);
    assert_eq!(jobs.take(4).collect::<Vec<_>>(), [0, 1, 1, 0]);
    for (job, measured) in measured.iter().enumerate() {
        let last = sampled.iter().rfind(|(sampled, _)| *sampled == job);
        let measured = measured.as_ref().expect("a measurement");
        assert_eq!(last.map(|(_, nanos)| *nanos), Some(measured.nanos));
    }
}

#[test]
fn one_kernels_failure_is_its_own() {
    let gpu = adapter::connect();
    let mut broken = job("reduce_interleaved", 4_096);
    broken.kernel.source = "fn nothing() {}".into();
    let honest = job("reduce_interleaved", 4_096);
    let wrong = Job::new(honest.kernel.clone(), honest.dispatch.clone(), 1, 0, |_, out| {
        out.fill(u32::MAX)
    });
    let jobs = [broken, wrong, honest];
    let measured = run(&gpu, &jobs, &short(), &Control::new(), |_| {}).expect("the device is not lost");
    assert!(
        matches!(measured[0], Err(GpuError::ShaderRefused { .. })),
        "{:?}",
        measured[0]
    );
    assert!(
        matches!(measured[1], Err(GpuError::WrongResult { index: 0, .. })),
        "{:?}",
        measured[1]
    );
    assert!(measured[2].is_ok(), "{:?}", measured[2]);
}

#[test]
fn cancelled_before_the_first_sample_there_is_nothing() {
    let gpu = adapter::connect();
    let jobs = [job("reduce_neighbored", 4_096)];
    let control = Control::new();
    control.cancel();
    assert_eq!(
        run(&gpu, &jobs, &short(), &control, |_| {}).err(),
        Some(GpuError::Cancelled)
    );
}

#[test]
fn cancelled_later_what_was_measured_is_kept() {
    let gpu = adapter::connect();
    let jobs = [job("reduce_neighbored", 4_096), job("reduce_unroll8", 4_096)];
    let control = Control::new();
    let measured = run(&gpu, &jobs, &short(), &control, |progress| {
        if progress.phase == Phase::Timing && progress.job == 1 {
            control.cancel();
        }
    })
    .expect("one kernel had a sample");
    assert_eq!(measured[0].as_ref().map(|measured| measured.samples.len()), Ok(1));
    assert_eq!(measured[1], Err(GpuError::Cancelled));
    // The device still works.
    assert!(run(&gpu, &jobs, &short(), &Control::new(), |_| {}).is_ok());
}

#[test]
fn a_pause_holds_everything_until_it_ends_and_no_sample_is_missing() {
    let gpu = adapter::connect();
    let jobs = [job("reduce_neighbored", 4_096), job("reduce_unroll8", 4_096)];
    let control = Control::new();
    let paused = std::cell::Cell::new(None);
    let measured = run(&gpu, &jobs, &short(), &control, |progress| {
        if progress.phase != Phase::Timing || paused.get().is_some() {
            return;
        }
        control.pause();
        assert!(control.is_paused());
        paused.set(Some(std::time::Instant::now()));
        let resumes = control.clone();
        std::thread::spawn(move || {
            std::thread::sleep(PAUSE);
            resumes.resume();
        });
    })
    .expect("the device is not lost");
    let since = paused.get().expect("the timing phase was reached").elapsed();
    assert!(since >= PAUSE, "{since:?}");
    for measured in measured {
        let measured = measured.expect("a measurement");
        assert_eq!(measured.samples.len(), 5);
    }
}

const PAUSE: std::time::Duration = std::time::Duration::from_millis(300);

#[test]
fn a_paused_measurement_can_be_cancelled() {
    let gpu = adapter::connect();
    let jobs = [job("reduce_neighbored", 4_096)];
    let control = Control::new();
    control.pause();
    let cancels = control.clone();
    std::thread::spawn(move || {
        std::thread::sleep(PAUSE);
        cancels.cancel();
    });
    assert_eq!(
        run(&gpu, &jobs, &short(), &control, |_| {}).err(),
        Some(GpuError::Cancelled)
    );
}

#[test]
fn a_device_lost_on_the_way_ends_the_measurement() {
    for lost_in in [Phase::Checking, Phase::Calibrating] {
        let gpu = adapter::connect();
        let jobs = [job("reduce_neighbored", 4_096), job("reduce_unroll8", 4_096)];
        let measured = run(&gpu, &jobs, &short(), &Control::new(), |progress| {
            if progress.phase == lost_in && progress.job == 1 {
                gpu.destroy();
            }
        });
        assert!(
            matches!(measured, Err(GpuError::DeviceLost { .. })),
            "{lost_in:?}: {measured:?}"
        );
    }
}

#[test]
fn stamps_as_coarse_as_chromes_are_noticed() {
    let gpu = adapter::connect();
    if !gpu.info().timestamps {
        return skip("this adapter has no timestamps");
    }
    let jobs = [job("reduce_unroll8", 1 << 16)];
    let rounded = Plan {
        rounding_nanos: Some(65_536),
        ..short()
    };
    let time = |plan: &Plan| {
        let measured = run(&gpu, &jobs, plan, &Control::new(), |_| {}).expect("the device is not lost");
        measured.into_iter().next().expect("one job").expect("a measurement")
    };
    let (coarse, fine) = (time(&rounded), time(&short()));
    assert_eq!(coarse.step_nanos % 65_536.0, 0.0, "{coarse:?}");
    assert!(coarse.nanos > 0.0, "{coarse:?}");
    assert!(fine.step_nanos < 65_536.0, "{fine:?}");
}

#[test]
fn without_timestamps_the_wall_clock_tells_the_time() {
    let gpu = adapter::connect();
    let jobs = [job("reduce_unroll8", 1 << 16)];
    let plan = Plan {
        clock: Clock::Wall,
        ..short()
    };
    let measured = run(&gpu, &jobs, &plan, &Control::new(), |_| {}).expect("the device is not lost");
    let measured = measured[0].as_ref().expect("a measurement");
    assert_eq!(measured.clock, Clock::Wall);
    // The duration depends on the load of the computer, so only its presence is asserted.
    assert!(measured.first_run_nanos > 0.0, "{measured:?}");
    assert!(!measured.samples.is_empty(), "{measured:?}");
    let within = measured.low..=measured.high;
    assert!(within.contains(&measured.nanos), "{measured:?}");
}

#[test]
fn a_budget_ends_the_timing_of_slow_kernels() {
    let gpu = adapter::connect();
    let jobs = [job("reduce_neighbored", 1 << 18)];
    let plan = Plan {
        rounds: 1_000,
        budget_millis: 100.0,
        ..short()
    };
    let measured = run(&gpu, &jobs, &plan, &Control::new(), |_| {}).expect("the device is not lost");
    let measured = measured[0].as_ref().expect("a measurement");
    assert!((1..1_000).contains(&measured.samples.len()), "{measured:?}");
}

#[test]
fn a_kernel_slower_than_its_budget_is_timed_by_its_first_run() {
    let gpu = adapter::connect();
    let jobs = [job("reduce_neighbored", 1 << 16)];
    let plan = Plan {
        budget_millis: 0.0,
        ..short()
    };
    let measured = run(&gpu, &jobs, &plan, &Control::new(), |_| {}).expect("the device is not lost");
    let measured = measured[0].as_ref().expect("a measurement");
    assert_eq!(
        (measured.method, measured.samples.as_slice()),
        (Method::Single, &[measured.first_run_nanos][..])
    );
}

#[test]
fn kernels_of_one_measurement_do_not_spoil_each_others_buffers() {
    let gpu = adapter::connect();
    let lesson = lessons::Lesson::by_id("neighbored").expect("a lesson");
    let jobs: Vec<Job<'_>> = lesson
        .kernels
        .iter()
        .map(|kernel| job(&kernel.kernel.name, 1_000))
        .collect();
    let plan = Plan {
        rounds: 1,
        pass_millis: 1.0,
        warm_up_millis: 0.0,
        ..short()
    };
    let measured = run(&gpu, &jobs, &plan, &Control::new(), |_| {}).expect("the device is not lost");
    for (job, measured) in jobs.iter().zip(measured) {
        assert!(measured.is_ok(), "{}: {measured:?}", job.kernel.name);
    }
}
