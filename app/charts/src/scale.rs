//! Maps values to positions on an axis, and chooses the round values of its ticks.

/// The relation between values and lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A length is proportional to its value; the axis begins at 0.
    Linear,
    /// Equal steps are equal factors; the axis begins at a power of ten. For values that span decades.
    Log,
}

/// A scale fitted to the values of one chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    scale: Scale,
    first: f64,
    last: f64,
}

impl Scale {
    /// Returns an axis for these values, without those that the scale cannot show. Without values it runs from 0 to 1,
    /// or from 1 to 10 on a log scale.
    pub(crate) fn axis(self, values: impl Iterator<Item = f64>) -> Axis {
        let in_range = values.filter(|&value| self.shows(value));
        let (least, most) = in_range.fold((f64::INFINITY, 0.0_f64), |(low, high), v| (low.min(v), high.max(v)));
        let (first, last) = match self {
            Scale::Linear => (0.0, if most > 0.0 { most } else { 1.0 }),
            Scale::Log if most > 0.0 => (10_f64.powf(least.log10().floor()), most),
            Scale::Log => (1.0, 10.0),
        };
        // An axis must have a length, even if its only value is the power of ten at which it begins.
        Axis {
            scale: self,
            first,
            last: if last > first { last } else { 10.0 * first },
        }
    }

    /// Returns an axis whose ends are close to the values: at 1, 2 or 5 times a power of ten, or at powers of two.
    pub(crate) fn tight(self, values: impl Iterator<Item = f64>, by_two: bool) -> Axis {
        if self == Scale::Linear {
            let whole = self.axis(values);
            let step = round_step(whole.last / 5.0);
            let last = (whole.last / step * (1.0 - 1e-9)).ceil() * step;
            return Axis { last, ..whole };
        }
        let in_range = values.filter(|&value| self.shows(value));
        let (least, most) = in_range.fold((f64::INFINITY, 0.0_f64), |(low, high), v| (low.min(v), high.max(v)));
        if most <= 0.0 {
            return self.axis(std::iter::empty());
        }
        let (mut first, mut last) = if by_two {
            (least.log2().floor().exp2(), most.log2().ceil().exp2())
        } else {
            (1.0 / round_step(1.0 / least), round_step(most))
        };
        if last <= first * 1.01 {
            (first, last) = (first / 2.0, last * 2.0);
        }
        Axis {
            scale: self,
            first,
            last,
        }
    }

    /// Returns true if the scale can show a value: it is finite, not below 0, and above 0 on a log scale. Values that
    /// are too small or too large for a division are excluded.
    pub(crate) fn shows(self, value: f64) -> bool {
        match self {
            Scale::Linear => value == 0.0 || (MIN..MAX).contains(&value),
            Scale::Log => (MIN..MAX).contains(&value),
        }
    }
}

const MIN: f64 = 1e-100;
const MAX: f64 = 1e100;

impl Axis {
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// Returns the position of a value between the axis's begin (0) and end (1), clamped to it.
    pub fn place(&self, value: f64) -> f64 {
        self.reach(value).clamp(0.0, 1.0)
    }

    /// Returns the position like [`Axis::place`], without clamping.
    pub fn reach(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value / self.last,
            Scale::Log => (value / self.first).ln() / (self.last / self.first).ln(),
        }
    }

    /// Returns powers of two from begin to end, about `wished` of them.
    pub fn powers(&self, wished: usize) -> Vec<f64> {
        let (first, last) = (
            (self.first.log2() - 1e-9).ceil() as i32,
            (self.last.log2() + 1e-9).floor() as i32,
        );
        let count = (last - first).max(0) as usize;
        let stride = count.div_ceil(wished.clamp(1, 20)).max(1);
        (first..=last)
            .step_by(stride)
            .map(|power| f64::from(power).exp2())
            .collect()
    }

    /// Returns round values from begin to end: about `wished` of them, and at most twice as many.
    pub fn ticks(&self, wished: usize) -> Vec<f64> {
        let wished = wished.clamp(1, 20);
        match self.scale {
            Scale::Linear => {
                let step = round_step(self.last / wished as f64);
                let count = (self.last / step * (1.0 + 1e-9)).floor() as usize;
                (0..=count).map(|index| index as f64 * step).collect()
            }
            Scale::Log => {
                let first = (self.first.log10() - 1e-9).ceil() as i32;
                let decades = (self.last.log10() + 1e-9).floor() as i32 - first;
                if decades < 1 {
                    let few = (first - 1..=first + 1)
                        .flat_map(|decade| [1.0, 2.0, 5.0].map(|factor| factor * 10_f64.powi(decade)));
                    let within = self.first * (1.0 - 1e-9)..=self.last * (1.0 + 1e-9);
                    return few.filter(|value| within.contains(value)).collect();
                }
                let stride = (decades as usize).div_ceil(wished).max(1);
                (0..=decades)
                    .step_by(stride)
                    .map(|decade| 10_f64.powi(first + decade))
                    .collect()
            }
        }
    }
}

/// Returns the smallest of 1, 2 and 5 times a power of ten that is not below `wished`.
fn round_step(wished: f64) -> f64 {
    let power = 10_f64.powf(wished.log10().floor());
    let factor = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|factor| factor * power >= wished * (1.0 - 1e-9))
        .unwrap_or(10.0);
    factor * power
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ticks_are_round() {
        for (scale, values, wished, expected) in [
            (Scale::Linear, vec![3.624], 4, vec![0.0, 1.0, 2.0, 3.0]),
            (Scale::Linear, vec![1.5], 3, vec![0.0, 0.5, 1.0, 1.5]),
            (Scale::Linear, vec![], 2, vec![0.0, 0.5, 1.0]),
            (Scale::Linear, vec![f64::NAN, 20.0, -1.0], 2, vec![0.0, 10.0, 20.0]),
            (Scale::Log, vec![0.02, 30.0], 5, vec![0.01, 0.1, 1.0, 10.0]),
            (Scale::Log, vec![2.0, 6.0], 5, vec![1.0, 2.0, 5.0]),
            (Scale::Log, vec![1.0, 1e6], 3, vec![1.0, 100.0, 1e4, 1e6]),
            (Scale::Log, vec![0.0], 3, vec![1.0, 10.0]),
        ] {
            let ticks = scale.axis(values.iter().copied()).ticks(wished);
            assert_eq!(ticks.len(), expected.len(), "{values:?}: {ticks:?}");
            let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * b.abs();
            assert!(ticks.iter().zip(&expected).all(close), "{values:?}: {ticks:?}");
        }
    }

    #[test]
    fn lengths_stand_for_values() {
        let linear = Scale::Linear.axis([4.0].into_iter());
        assert_eq!(
            [0.0, 1.0, 4.0, 9.0].map(|value| linear.place(value)),
            [0.0, 0.25, 1.0, 1.0]
        );
        let log = Scale::Log.axis([0.01, 100.0].into_iter());
        assert!((log.place(1.0) - 0.5).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn any_values_give_an_axis(values in prop::collection::vec(any::<f64>(), 0..8), wished in 0..40_usize) {
            for scale in [Scale::Linear, Scale::Log] {
                let axis = scale.axis(values.iter().copied());
                let ticks = axis.ticks(wished);
                prop_assert!((1..=41).contains(&ticks.len()), "{ticks:?}");
                prop_assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]));
                for value in values.iter().copied().filter(|&value| scale.shows(value)).chain(ticks) {
                    prop_assert!((0.0..=1.0).contains(&axis.place(value)));
                }
            }
        }
    }
}
