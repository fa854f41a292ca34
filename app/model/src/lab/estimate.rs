//! An estimate of the time that an experiment will take.

use crate::lab::experiment::Experiment;

/// Returns an experiment's wall time in milliseconds, modelled from the plan's time for each kernel.
///
/// Checking a kernel takes the compiler's time and the time to fill and read back its words. Sampling takes about three
/// passes per round, or the kernel's budget if the kernel is slow.
pub fn wall_millis(experiment: &Experiment) -> f64 {
    const COMPILE_MILLIS: f64 = 60.0;
    const MILLIS_A_WORD: f64 = 8e-6;
    /// A sample takes a short pass and one of twice the length, with a refill before each.
    const PASSES_A_SAMPLE: f64 = 3.4;
    let plan = experiment.plan();
    let cases = experiment.cases();
    let words: f64 = cases.iter().map(|case| f64::from(case.size.n())).sum();
    let sampling = f64::from(plan.rounds) * PASSES_A_SAMPLE * plan.pass_millis;
    let each = COMPILE_MILLIS + 2.0 * PASSES_A_SAMPLE * plan.pass_millis + sampling;
    let mut sizes = experiment.sizes.len().max(1) as f64;
    sizes = sizes.min(cases.len() as f64);
    let warm_up = sizes * plan.warm_up_millis;
    words * MILLIS_A_WORD + cases.len() as f64 * each.min(plan.budget_millis + COMPILE_MILLIS) + warm_up
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::experiment::{Limits, Preset};
    use lessons::LESSONS;

    #[test]
    fn more_to_measure_takes_longer() {
        let millis = |preset: Preset| wall_millis(&preset.experiment(LESSONS[9], Limits::LEAST));
        assert!(millis(Preset::One) > 1_000.0);
        assert!(millis(Preset::One) < millis(Preset::Kernels));
        assert!(millis(Preset::Kernels) < millis(Preset::Sizes));
        let one = Preset::One.experiment(LESSONS[9], Limits::LEAST);
        let twice = Experiment {
            rounds: 2 * one.rounds,
            ..one.clone()
        };
        let ratio = wall_millis(&twice) / wall_millis(&one);
        assert!((1.3..2.0).contains(&ratio), "{ratio}");
    }
}
