//! Formats numbers for readers: three significant digits and the unit.

/// The unit of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Values are nanoseconds, shown in ns, µs, ms or s; one of these for the whole chart.
    Time,
    /// Values are shown unchanged, followed by this name.
    Named(String),
    /// Values are counts of elements or lanes: powers of two appear as `2²⁰`, other values unchanged.
    Powers,
}

/// The unit chosen for one chart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measure {
    name: String,
    /// Divisor of the values.
    size: f64,
}

impl Unit {
    /// Chooses the unit by the largest value.
    pub(crate) fn for_largest(&self, largest: f64) -> Measure {
        match self {
            Unit::Named(name) => Measure {
                name: name.clone(),
                size: 1.0,
            },
            Unit::Powers => Measure {
                name: String::new(),
                size: 1.0,
            },
            Unit::Time => {
                let sizes = [("s", 1e9), ("ms", 1e6), ("µs", 1e3)];
                let (name, size) = sizes
                    .into_iter()
                    .find(|(_, size)| largest >= *size)
                    .unwrap_or(("ns", 1.0));
                Measure {
                    name: name.to_owned(),
                    size,
                }
            }
        }
    }
}

impl Unit {
    /// Formats the value of a single tick in the unit that suits it: `20 µs` next to `1 ms`. The name of a
    /// [`Unit::Named`] appears on its axis, not at every tick.
    pub(crate) fn tick(&self, value: f64) -> String {
        match self {
            Unit::Named(_) => Unit::Named(String::new())
                .for_largest(value)
                .ticks(&[value])
                .concat(),
            Unit::Time => self.for_largest(value).ticks(&[value]).concat(),
            Unit::Powers => power_of_two(value),
        }
    }
}

/// Formats a power of two from 1024 on as `2¹⁰`, and every other value unchanged.
fn power_of_two(value: f64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    const PLAIN_TO: f64 = 1024.0;
    let power = value.log2();
    if value < PLAIN_TO || power.fract() != 0.0 {
        return format!("{value}");
    }
    let digits = format!("{power}");
    let raised = digits
        .chars()
        .filter_map(|digit| DIGITS.get(digit.to_digit(10)? as usize));
    format!("2{}", raised.collect::<String>())
}

impl Measure {
    /// Formats a value with three significant digits: `0.315 ms`, `27.7 ms`, `4510 ms`.
    pub fn value(&self, value: f64) -> String {
        self.with_name(self.number(value))
    }

    /// Formats a value like [`Measure::value`], without the unit's name.
    pub fn number(&self, value: f64) -> String {
        let shown = value / self.size;
        let digits = if shown == 0.0 {
            0
        } else {
            2 - shown.abs().log10().floor() as i32
        };
        plain(shown, digits.clamp(0, 9) as usize)
    }

    /// Formats the values of ticks, all with the same number of decimals.
    pub fn ticks(&self, values: &[f64]) -> Vec<String> {
        let decimals = |value: f64| -> usize {
            (0..9)
                .find(|&decimals| {
                    let scaled = value / self.size * 10_f64.powi(decimals);
                    (scaled - scaled.round()).abs() < 1e-6 * scaled.abs().max(1e-3)
                })
                .map_or(9, |decimals| decimals as usize)
        };
        let most = values
            .iter()
            .map(|&value| decimals(value))
            .max()
            .unwrap_or(0);
        // The ticks of a log axis span decades: next to 0.01, a tick 100.00 would suggest a false precision.
        let spread = values
            .iter()
            .any(|&value| value != 0.0 && values.iter().any(|&other| other > 99.0 * value));
        values
            .iter()
            .map(|&value| {
                let digits = if spread {
                    decimals(value)
                } else if value == 0.0 {
                    0
                } else {
                    most
                };
                self.with_name(plain(value / self.size, digits))
            })
            .collect()
    }

    fn with_name(&self, number: String) -> String {
        if self.name.is_empty() {
            number
        } else {
            format!("{number} {}", self.name)
        }
    }
}

/// Formats a number with this many decimals, or with an exponent if its digits would not fit a label.
fn plain(value: f64, decimals: usize) -> String {
    let size = value.abs();
    if size >= 1e9 || (size > 0.0 && size < 1e-7) {
        format!("{value:.2e}")
    } else {
        format!("{value:.decimals$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_matter() {
        for (nanos, largest, expected) in [
            (3_624_000.0, 3_624_000.0, "3.62 ms"),
            (315_100.0, 3_624_000.0, "0.315 ms"),
            (18_600.0, 27_732_000.0, "0.0186 ms"),
            (27_732_000.0, 27_732_000.0, "27.7 ms"),
            (999.0, 999.0, "999 ns"),
            (1_000.0, 1_000.0, "1.00 µs"),
            (2e12, 2e12, "2000 s"),
            (0.0, 0.0, "0 ns"),
            (0.0, 5e6, "0 ms"),
        ] {
            assert_eq!(Unit::Time.for_largest(largest).value(nanos), expected);
        }
        assert_eq!(
            Unit::Named("GB/s".to_owned())
                .for_largest(4509.0)
                .value(4509.0),
            "4509 GB/s"
        );
        assert_eq!(
            Unit::Named(String::new()).for_largest(2.0).value(2.03),
            "2.03"
        );
        assert_eq!(
            Unit::Named("GB/s".to_owned())
                .for_largest(5e93)
                .value(5.377e93),
            "5.38e93 GB/s"
        );
    }

    #[test]
    fn ticks_share_their_decimals() {
        let ticks =
            |values: &[f64], largest| Unit::Time.for_largest(largest).ticks(values).join(", ");
        assert_eq!(
            ticks(&[0.0, 5e5, 1e6, 1.5e6], 1.5e6),
            "0 ms, 0.5 ms, 1.0 ms, 1.5 ms"
        );
        assert_eq!(ticks(&[0.0, 2e6, 4e6], 5e6), "0 ms, 2 ms, 4 ms");
        assert_eq!(
            ticks(&[1e4, 1e5, 1e6, 1e7], 2e7),
            "0.01 ms, 0.1 ms, 1 ms, 10 ms"
        );
        assert_eq!(ticks(&[], 1.0), "");
    }
}
