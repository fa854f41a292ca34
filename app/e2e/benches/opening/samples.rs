//! Statistics of samples: median, its confidence interval, percentiles.

use serde_json::Value;

/// Returns the numbers of a list that a script has returned.
pub fn numbers(value: &Value) -> Vec<f64> {
    let values = value.as_array().cloned().unwrap_or_default();
    values.iter().filter_map(Value::as_f64).collect()
}

/// Sorted samples.
#[derive(Debug)]
pub struct Samples(Vec<f64>);

impl Samples {
    pub fn new(mut samples: Vec<f64>) -> Self {
        samples.sort_by(f64::total_cmp);
        Samples(samples)
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the smallest sample that is at least as large as `share` of all samples.
    pub fn percentile(&self, share: f64) -> f64 {
        let rank = (share * self.0.len() as f64).ceil() as usize;
        self.0.get(rank.max(1) - 1).copied().unwrap_or(f64::NAN)
    }

    pub fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    pub fn median(&self) -> f64 {
        let middle = |index: usize| self.0.get(index).copied().unwrap_or(f64::NAN);
        (middle(self.0.len() / 2) + middle(self.0.len().saturating_sub(1) / 2)) / 2.0
    }

    /// Returns the 95 % confidence interval of the median by ranks: of 20 samples the 6th and the 15th.
    pub fn interval(&self) -> (f64, f64) {
        let n = self.0.len() as f64;
        let low = ((n - 1.96 * n.sqrt()) / 2.0).round().max(1.0) as usize;
        let sample = |rank: usize| self.0.get(rank.saturating_sub(1)).copied();
        (
            sample(low).unwrap_or(f64::NAN),
            sample(self.0.len() + 1 - low.min(self.0.len())).unwrap_or(f64::NAN),
        )
    }
}
