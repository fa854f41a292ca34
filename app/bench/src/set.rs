//! What is asked for: kernels that are timed side by side.

use crate::case::{Case, CaseError};
use gpu::Plan;
use serde::{Deserialize, Serialize};

/// Kernels at one size, in rounds that take turns. Ratios within a set can be relied on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// Kernels of the gallery; all of it where there are none.
    pub kernels: Vec<String>,
    pub n: u32,
    pub block: u32,
    pub rounds: u32,
    /// How long the shorter of a sample's two passes lasts, in milliseconds.
    pub pass_millis: f64,
    /// Stamps of the GPU's clock are rounded down to multiples of so many nanoseconds, as stock browsers do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounding_nanos: Option<u64>,
}

/// What a sample costs beside its two passes, in parts of them: refilling, submitting, reading the clock.
const OVERHEAD: f64 = 3.0;

impl Set {
    /// # Errors
    /// A name or a size that does not exist.
    pub fn cases(&self) -> Result<Vec<Case>, CaseError> {
        if self.kernels.is_empty() {
            return Case::of_gallery(self.n, self.block);
        }
        let names = self.kernels.iter();
        names
            .map(|name| Case::new(name, self.n, self.block))
            .collect()
    }

    /// How it is measured: with as many rounds as asked for, whatever they take.
    pub fn plan(&self) -> Plan {
        let usual = Plan::default();
        let rounds = f64::from(self.rounds) * 3.0 * self.pass_millis * OVERHEAD;
        Plan {
            rounds: self.rounds,
            pass_millis: self.pass_millis,
            budget_millis: usual.budget_millis.max(rounds),
            rounding_nanos: self.rounding_nanos,
            ..usual
        }
    }
}
