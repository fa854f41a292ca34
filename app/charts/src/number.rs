//! Formats numbers for readers: three significant digits and the unit.

/// The unit of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Values are nanoseconds, shown in one unit for the whole chart: µs from 1 to 9,999, else ns, ms or s.
    Time,
    /// Values are shown unchanged, followed by this name.
    Named(String),
    /// Values are counts of elements or lanes: powers of two appear as `2²⁰`, other values unchanged.
    Powers,
}

/// The unit chosen for one chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    name: String,
    /// Divisor of the values.
    size: f64,
}

impl Unit {
    /// Chooses the unit by the largest value.
    pub fn for_largest(&self, largest: f64) -> Measure {
        match self {
            // A unit is used as long as its numbers have at most four digits before the point.
            Unit::Time => Measure::of_time(largest, [LONGEST * 1e6, LONGEST * 1e3, SHORTEST * 1e3]),
            Unit::Named(name) => Measure {
                name: name.clone(),
                size: 1.0,
            },
            Unit::Powers => Measure {
                name: String::new(),
                size: 1.0,
            },
        }
    }

    /// Formats the value of a single tick in the unit that suits it: `20 µs` next to `1 ms`. The name of a
    /// [`Unit::Named`] appears on its axis, not at every tick.
    pub(crate) fn tick(&self, value: f64) -> String {
        match self {
            Unit::Named(_) => Unit::Named(String::new()).for_largest(value).tick(value),
            Unit::Time => Measure::of_time(value, [1e9, 1e6, 1e3]).tick(value),
            Unit::Powers => power_of_two(value),
        }
    }
}

/// The largest number of a unit of time that is shown, and the smallest of microseconds, as rounded to their digits.
const LONGEST: f64 = 9_999.5;
const SHORTEST: f64 = 0.9995;

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
    /// Returns the unit for a value in nanoseconds; seconds, milliseconds and microseconds begin at `from`.
    fn of_time(value: f64, from: [f64; 3]) -> Self {
        let units = [("s", 1e9), ("ms", 1e6), ("µs", 1e3)];
        let reached = from.into_iter().zip(units).find(|(from, _)| value >= *from);
        let (name, size) = reached.map_or(("ns", 1.0), |(_, unit)| unit);
        Measure {
            name: name.to_owned(),
            size,
        }
    }

    /// Formats a value with three significant digits, or all before the point: `0.315 ms`, `27.7 ms`, `4,510 ms`.
    pub fn value(&self, value: f64) -> String {
        self.with_name(self.number(value))
    }

    /// Formats a value like [`Measure::value`], without the unit's name.
    pub(crate) fn number(&self, value: f64) -> String {
        let scaled = value / self.size;
        // Rounding can add a digit: 9.996 is 10.0.
        let digits = |value: f64| match value {
            0.0 => 0,
            value => 2 - value.abs().log10().floor() as i32,
        };
        let rounded = 10_f64.powi(digits(scaled));
        let digits = digits((scaled * rounded).round() / rounded);
        grouped(plain(scaled, digits.clamp(0, 9) as usize))
    }

    /// Formats the value of a tick, with all of its decimals.
    fn tick(&self, value: f64) -> String {
        let in_unit = value / self.size;
        let is_exact = |&decimals: &usize| {
            let scaled = in_unit * 10_f64.powi(decimals as i32);
            (scaled - scaled.round()).abs() < 1e-6 * scaled.abs().max(1e-3)
        };
        self.with_name(plain(in_unit, (0..9).find(is_exact).unwrap_or(9)))
    }

    fn with_name(&self, number: String) -> String {
        if self.name.is_empty() {
            number
        } else {
            format!("{number} {}", self.name)
        }
    }
}

/// Separates the thousands of a whole number.
fn grouped(number: String) -> String {
    if !number.bytes().all(|digit| digit.is_ascii_digit()) {
        return number;
    }
    let mut grouped = String::new();
    for (place, digit) in number.chars().enumerate() {
        if place > 0 && (number.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
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
            (3_624_000.0, 3_624_000.0, "3,624 µs"),
            (315_100.0, 3_624_000.0, "315 µs"),
            (315_100.0, 27_732_000.0, "0.315 ms"),
            (9_996.0, 9_996.0, "10.0 µs"),
            (9_999_400.0, 9_999_400.0, "9,999 µs"),
            (9_999_600.0, 9_999_600.0, "10.0 ms"),
            (18_600.0, 27_732_000.0, "0.0186 ms"),
            (27_732_000.0, 27_732_000.0, "27.7 ms"),
            (999.0, 999.0, "999 ns"),
            (1_000.0, 1_000.0, "1.00 µs"),
            (999.6, 999.6, "1.00 µs"),
            (2e12, 2e12, "2,000 s"),
            (0.0, 0.0, "0 ns"),
            (0.0, 5e6, "0 µs"),
        ] {
            assert_eq!(Unit::Time.for_largest(largest).value(nanos), expected);
        }
        assert_eq!(
            Unit::Named("GB/s".to_owned()).for_largest(4509.0).value(4509.0),
            "4,509 GB/s"
        );
        assert_eq!(Unit::Named(String::new()).for_largest(2.0).value(2.03), "2.03");
        assert_eq!(
            Unit::Named("GB/s".to_owned()).for_largest(5e93).value(5.377e93),
            "5.38e93 GB/s"
        );
    }

    #[test]
    fn a_tick_has_the_unit_that_suits_it() {
        for (unit, value, expected) in [
            (Unit::Time, 0.0, "0 ns"),
            (Unit::Time, 100.0, "100 ns"),
            (Unit::Time, 2_500.0, "2.5 µs"),
            (Unit::Time, 5e5, "500 µs"),
            (Unit::Time, 1e6, "1 ms"),
            (Unit::Time, 2e9, "2 s"),
            (Unit::Named("GB/s".to_owned()), 0.25, "0.25"),
            (Unit::Powers, 1024.0, "2¹⁰"),
            (Unit::Powers, 64.0, "64"),
        ] {
            assert_eq!(unit.tick(value), expected);
        }
    }
}
