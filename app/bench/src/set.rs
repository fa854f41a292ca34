//! A set: the kernels to time together, and how.

use crate::case::{Case, CaseError};
use gpu::Plan;
use serde::{Deserialize, Serialize};

/// Kernels at one size, measured in alternating rounds, so that ratios within a set are reliable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// Names of gallery kernels; an empty list means the whole gallery.
    pub kernels: Vec<String>,
    pub n: u32,
    pub block: u32,
    pub rounds: u32,
    /// Duration of the shorter of a sample's two passes, in milliseconds.
    pub pass_millis: f64,
    /// Timestamps of the GPU's clock are rounded down to multiples of this many nanoseconds, as browsers with default
    /// settings do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounding_nanos: Option<u64>,
}

/// Time of a sample relative to its two passes; it includes refilling, submitting and reading the clock.
const OVERHEAD: f64 = 3.0;

impl Set {
    /// Returns the cases of the set.
    ///
    /// # Errors
    /// A name or a size that does not exist.
    pub fn cases(&self) -> Result<Vec<Case>, CaseError> {
        if self.kernels.is_empty() {
            return Case::of_gallery(self.n, self.block);
        }
        let names = self.kernels.iter();
        names.map(|name| Case::new(name, self.n, self.block)).collect()
    }

    /// Returns the measurement's plan; see [`plan`].
    pub fn plan(&self) -> Plan {
        plan(self.rounds, self.pass_millis, self.rounding_nanos)
    }
}

/// Returns a plan whose budget is large enough for all requested rounds. `pass_millis` is the duration of the shorter of a
/// sample's two passes, in milliseconds.
pub fn plan(rounds: u32, pass_millis: f64, rounding_nanos: Option<u64>) -> Plan {
    let usual = Plan::default();
    let budget = f64::from(rounds) * 3.0 * pass_millis * OVERHEAD;
    Plan {
        rounds,
        pass_millis,
        budget_millis: usual.budget_millis.max(budget),
        rounding_nanos,
        ..usual
    }
}
