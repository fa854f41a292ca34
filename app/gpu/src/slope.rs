//! Timing by slope: passes of R and 2R dispatches, and the search for R.

use crate::buffers::encode_refill;
use crate::clock::now_nanos;
use crate::connect::Gpu;
use crate::control::Control;
use crate::error::GpuError;
use crate::measurement::{Clock, Method};
use crate::pass;
use crate::pipeline::Prepared;
use crate::plan::Plan;
use crate::stamps::{PASSES, Stamps};

/// Reads the durations of passes on one device.
#[derive(Debug)]
pub(crate) struct Timer<'a> {
    gpu: &'a Gpu,
    control: &'a Control,
    stamps: Option<Stamps>,
    /// Number of pauses before the last sample.
    pauses: u32,
}

/// The way a kernel is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sampling {
    pub method: Method,
    /// R: dispatches in the shorter pass.
    pub repeats: u32,
}

/// Wall-clock step in the coarsest browser, in nanoseconds; a round trip to the GPU takes about as long.
const WALL_STEP_NANOS: f64 = 100_000.0;

/// Coarsest known step of a GPU clock in a browser, in nanoseconds.
const GPU_STEP_NANOS: f64 = 65_536.0;

/// Largest R. With more dispatches, encoding a pass takes longer than running it.
const MOST_REPEATS: u32 = 1 << 14;

/// Largest number of passes measured to find R.
const ATTEMPTS: usize = 8;

impl<'a> Timer<'a> {
    pub fn new(gpu: &'a Gpu, control: &'a Control, plan: &Plan) -> Self {
        let by_stamps = gpu.info().timestamps && plan.clock == Clock::Gpu;
        let stamps = by_stamps.then(|| Stamps::new(gpu, plan.rounding_nanos));
        Timer {
            gpu,
            control,
            stamps,
            pauses: control.pauses(),
        }
    }

    /// Waits until the measurement is not paused. Returns true if it was paused since the last call.
    pub async fn has_rested(&mut self) -> Result<bool, GpuError> {
        self.control.turn().await?;
        let before = std::mem::replace(&mut self.pauses, self.control.pauses());
        Ok(before != self.pauses)
    }

    /// Returns true if a pause began after [`Timer::has_rested`]; a time measured meanwhile is invalid.
    pub fn was_disturbed(&self) -> bool {
        self.control.pauses() != self.pauses
    }

    pub fn clock(&self) -> Clock {
        if self.stamps.is_some() { Clock::Gpu } else { Clock::Wall }
    }

    pub fn stamps(&mut self) -> Option<&mut Stamps> {
        self.stamps.as_mut()
    }

    /// Switches to the wall clock, for devices whose timestamps do not work.
    pub fn give_up_stamps(&mut self) {
        self.stamps = None;
    }

    /// Returns the step of the clock in nanoseconds.
    pub fn step_nanos(&self) -> f64 {
        self.stamps.as_ref().map_or(WALL_STEP_NANOS, Stamps::step_nanos)
    }

    /// Returns a first estimate of the sampling of a kernel, from the time of one dispatch by this timer's clock.
    pub fn first_guess(&self, dispatch_nanos: f64, plan: &Plan) -> Sampling {
        Sampling::for_dispatch(dispatch_nanos + self.slack_nanos(), plan)
    }

    /// Corrects the estimate by measuring passes, until one lasts about as long as planned.
    pub async fn calibrate(&mut self, prepared: &Prepared, guess: Sampling, plan: &Plan) -> Result<Sampling, GpuError> {
        let mut sampling = guess;
        for _ in 0..ATTEMPTS {
            let [nanos, _] = self.passes(prepared, &[sampling.repeats]).await?;
            let dispatch = (nanos + self.slack_nanos()) / f64::from(sampling.repeats);
            let next = Sampling::for_dispatch(dispatch, plan);
            let enough = nanos >= 0.7 * plan.pass_millis * 1e6 || next.repeats <= sampling.repeats;
            sampling = next;
            if enough {
                break;
            }
        }
        Ok(sampling)
    }

    /// Returns how much of a pass's true time the clock's step may hide, in nanoseconds.
    fn slack_nanos(&self) -> f64 {
        if self.stamps.is_some() {
            GPU_STEP_NANOS
        } else {
            WALL_STEP_NANOS
        }
    }

    /// Takes one sample: nanoseconds per dispatch.
    pub async fn sample(&mut self, prepared: &Prepared, sampling: Sampling, order: Order) -> Result<f64, GpuError> {
        let r = sampling.repeats;
        match sampling.method {
            Method::Single => Ok(self.passes(prepared, &[1]).await?[0]),
            Method::Slope => {
                let (short, long) = match order {
                    Order::ShortFirst => {
                        let [short, long] = self.passes(prepared, &[r, 2 * r]).await?;
                        (short, long)
                    }
                    Order::LongFirst => {
                        let [long, short] = self.passes(prepared, &[2 * r, r]).await?;
                        (short, long)
                    }
                };
                Ok(slope(short, long, r))
            }
        }
    }

    /// Measures one or two passes with these numbers of dispatches. Returns their durations in nanoseconds. Every pass
    /// is a separate submission, and before every pass the buffers are refilled, so that all passes start equal.
    async fn passes(&mut self, prepared: &Prepared, repeats: &[u32]) -> Result<[f64; PASSES], GpuError> {
        self.control.turn().await?;
        let gpu = self.gpu;
        let mut walls = [0.0; PASSES];
        for (pass, (&repeats, wall)) in repeats.iter().zip(&mut walls).enumerate() {
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            encode_refill(&mut encoder, &prepared.bound);
            if self.stamps.is_none() {
                gpu.queue.submit([encoder.finish()]);
                gpu.settle().await?;
                encoder = gpu.device.create_command_encoder(&Default::default());
            }
            let stamps = self.stamps.as_ref().map(|stamps| stamps.of_pass(pass));
            pass::encode(&mut encoder, prepared, repeats, stamps).await;
            // Encoding yields to the event loop, so the user may have cancelled or the device may be lost by now.
            self.control.check()?;
            gpu.check()?;
            let start = now_nanos();
            gpu.queue.submit([encoder.finish()]);
            if self.stamps.is_none() {
                gpu.settle().await?;
                *wall = now_nanos() - start;
            }
        }
        let Some(stamps) = &mut self.stamps else {
            return Ok(walls);
        };
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        stamps.resolve(&mut encoder, repeats.len());
        gpu.queue.submit([encoder.finish()]);
        stamps.durations(gpu, repeats.len()).await
    }
}

/// Computes nanoseconds per dispatch from the times of R and of 2R dispatches.
fn slope(short: f64, long: f64, repeats: u32) -> f64 {
    (long - short) / f64::from(repeats)
}

/// The order of a sample's two passes. It alternates, so that a rising or falling clock frequency does not always
/// favour the same pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    ShortFirst,
    LongFirst,
}

impl Sampling {
    /// Returns the sampling of one job in one round: R is up to an eighth below its maximum and varies over jobs and
    /// over sixteen rounds. With a constant R, a coarse clock returns the same few times again and again, and kernels
    /// that differ by less than its step look equal.
    pub fn in_round(self, round: usize, job: usize) -> Self {
        const ROUNDS: u32 = 16;
        // Steps of five and of three visit all sixteenths, with large jumps between neighbours.
        let part = ((round as u32 % ROUNDS) * 5 + (job as u32 % ROUNDS) * 3) % ROUNDS;
        Sampling {
            repeats: (self.repeats - (self.repeats * part + 4 * ROUNDS) / (8 * ROUNDS)).max(1),
            ..self
        }
    }

    /// Returns the sampling for a dispatch that takes at most `nanos`: the shorter pass lasts as long as planned, and
    /// the longer pass fits into one submission.
    fn for_dispatch(nanos: f64, plan: &Plan) -> Self {
        if nanos > Plan::MAX_DISPATCH_MILLIS * 1e6 {
            return Sampling {
                method: Method::Single,
                repeats: 1,
            };
        }
        let pass = plan.pass_millis.clamp(0.0, Plan::MAX_SUBMISSION_MILLIS / 2.0) * 1e6;
        // The cast saturates, so a time of zero results in the largest R.
        let repeats = ((pass / nanos.max(1.0)) as u32).clamp(1, MOST_REPEATS);
        Sampling {
            method: Method::Slope,
            repeats,
        }
    }
}

/// A simulated device for tests of the statistics.
#[cfg(test)]
pub(crate) mod simulated {
    use super::{Sampling, slope};
    use crate::plan::Plan;
    use crate::statistics::Random;

    /// Relative standard deviation of the true time of an undisturbed pass.
    pub const NOISE: f64 = 0.002;

    /// One pass in this many is disturbed and takes up to a tenth longer.
    const DISTURBED: usize = 20;

    /// Samples kernels in the same rounds, as a clock with a given step shows them. Passes begin at any moment and have
    /// a fixed cost, the device's clock frequency drifts, and some passes are disturbed.
    pub fn sample_pairs<const N: usize>(
        dispatch_nanos: [f64; N],
        step: f64,
        plan: &Plan,
        random: &mut Random,
    ) -> [Vec<f64>; N] {
        let rounds = plan.rounds;
        let mut samples = [const { Vec::new() }; N];
        for round in 0..rounds {
            let drift = 1.0 + 0.03 * f64::from(round) / f64::from(rounds);
            for (job, (samples, nanos)) in samples.iter_mut().zip(dispatch_nanos).enumerate() {
                // Calibration ends with this R, because it is computed from the true time.
                let sampling = Sampling::for_dispatch(nanos, plan);
                let r = sampling.in_round(round as usize, job).repeats;
                let mut pass = |repeats: u32| {
                    let begin = random.below(1 << 30) as f64;
                    let mut work = nanos * drift * f64::from(repeats) * (1.0 + NOISE * normal(random));
                    if random.below(DISTURBED) == 0 {
                        work *= 1.0 + 0.1 * uniform(random);
                    }
                    let end = begin + 7_000.0 + work;
                    ((end / step).floor() - (begin / step).floor()) * step
                };
                samples.push(slope(pass(r), pass(2 * r), r));
            }
        }
        samples
    }

    /// Returns a uniform number from 0 to 1.
    fn uniform(random: &mut Random) -> f64 {
        random.next_u64() as f64 / u64::MAX as f64
    }

    /// Returns a nearly normal number, with mean 0 and standard deviation 1: the sum of twelve uniform numbers.
    fn normal(random: &mut Random) -> f64 {
        (0..12).map(|_| uniform(random)).sum::<f64>() - 6.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Random, bootstrap_median, median};

    /// Samples a kernel as a clock with a given step shows it. Passes begin at any moment and have a fixed cost.
    fn samples(dispatch_nanos: f64, step: f64, count: usize, random: &mut Random) -> Vec<f64> {
        let sampling = Sampling::for_dispatch(dispatch_nanos + step, &Plan::default());
        let mut pass = |repeats: u32| {
            let begin = random.below(1 << 30) as f64;
            let end = begin + 7_000.0 + dispatch_nanos * f64::from(repeats);
            ((end / step).floor() - (begin / step).floor()) * step
        };
        // Calibration ends with this R, because it is computed from the true time.
        let r = Sampling::for_dispatch(dispatch_nanos, &Plan::default())
            .repeats
            .max(sampling.repeats);
        (0..count).map(|_| slope(pass(r), pass(2 * r), r)).collect()
    }

    #[test]
    fn a_clock_of_65_microsecond_steps_gives_the_time_to_one_percent() {
        let mut random = Random::new(1);
        for nanos in [2_000.0, 18_600.0, 238_100.0, 3_624_000.0, 20_000_000.0] {
            let samples = samples(nanos, GPU_STEP_NANOS, 15, &mut random);
            let middle = median(&samples).unwrap();
            assert!((middle / nanos - 1.0).abs() < 0.005, "{nanos}: {middle}");
            let interval = bootstrap_median(&samples, 1).unwrap();
            assert!((interval.high - interval.low) / nanos < 0.01, "{nanos}: {interval:?}");
        }
    }

    #[test]
    fn what_a_pass_costs_besides_its_dispatches_does_not_count() {
        assert_eq!(slope(1_000.0 + 10.0 * 50.0, 1_000.0 + 20.0 * 50.0, 10), 50.0);
    }

    #[test]
    fn passes_are_as_long_as_planned_and_never_too_long() {
        let plan = Plan::default();
        let slope = |repeats| Sampling {
            method: Method::Slope,
            repeats,
        };
        for (nanos, expected) in [
            (0.0, slope(MOST_REPEATS)),
            (2e3, slope(10_000)),
            (1e6, slope(20)),
            (15e6, slope(1)),
            (50e6, slope(1)),
            (
                51e6,
                Sampling {
                    method: Method::Single,
                    repeats: 1,
                },
            ),
            (
                f64::INFINITY,
                Sampling {
                    method: Method::Single,
                    repeats: 1,
                },
            ),
        ] {
            let sampling = Sampling::for_dispatch(nanos, &plan);
            assert_eq!(sampling, expected, "{nanos}");
            if sampling.method == Method::Slope {
                let submission = 2.0 * f64::from(sampling.repeats) * nanos;
                assert!(submission <= Plan::MAX_SUBMISSION_MILLIS * 1e6, "{nanos}: {submission}");
            }
        }
    }
}
