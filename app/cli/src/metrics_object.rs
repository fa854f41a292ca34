//! Metrics and outcomes as JSON: every metric by name, in the order of the metrics table.

use serde::{Serialize, Serializer};
use simt::{Metrics, Outcome};

/// Counts and means by name; `null` if the divisor is zero.
#[derive(Debug)]
pub struct MetricsObject<'a>(pub &'a Metrics);

impl Serialize for MetricsObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = self.0.named();
        serializer.collect_map(named.iter().map(|metric| (metric.name, metric.value)))
    }
}

/// Returns the reason why a run did not complete, with its source line.
pub fn outcome_sentence(outcome: &Outcome) -> Option<(String, u32)> {
    match outcome {
        Outcome::Completed => None,
        Outcome::Faulted(fault) => {
            let line = match fault {
                simt::Fault::Deadlock { line, .. }
                | simt::Fault::GridDeadlock { line, .. }
                | simt::Fault::IdleLoop { line } => *line,
            };
            Some((format!("stopped for good: {fault}"), line))
        }
        Outcome::BudgetExhausted { line, steps } => Some((
            format!("the budget of {steps} steps was used up: take a smaller dispatch, or a larger budget"),
            *line,
        )),
    }
}
