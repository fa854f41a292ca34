//! The counters of one kernel compared with those of another.

use crate::panels::counters::{Counter, CounterId, Kind};

/// A row of a kernel's column.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub id: CounterId,
    pub value: Option<String>,
    pub kind: Kind,
    /// The value divided by the first kernel's: `×0.50`. `None` for the first kernel itself, for equal values, and if
    /// the quotient does not exist.
    pub ratio: Option<String>,
}

/// Builds the rows of a column. `first` holds the counters of the first kernel if this is another kernel's column.
pub fn comparisons(counters: &[Counter], first: Option<&[Counter]>) -> Vec<Comparison> {
    let row = |counter: &Counter| {
        let other = first.and_then(|first| first.iter().find(|other| other.id == counter.id));
        let ratio = other.and_then(|other| ratio(counter.number?, other.number?));
        Comparison {
            id: counter.id,
            value: counter.value.clone(),
            kind: counter.kind,
            ratio,
        }
    };
    let mut ordered: Vec<&Counter> = counters.iter().collect();
    ordered.sort_by_key(|counter| counter.id.definition().rank);
    ordered.into_iter().map(row).collect()
}

/// Returns a value divided by the first one as text; `None` for equal values, and if the quotient does not exist.
fn ratio(value: f64, first: f64) -> Option<String> {
    let ratio = value / first;
    (ratio.is_finite() && ratio != 1.0).then(|| shown_ratio(ratio))
}

/// Formats a ratio with three significant digits: `×0.50`.
pub fn shown_ratio(ratio: f64) -> String {
    match ratio {
        _ if ratio >= 100.0 => format!("×{ratio:.0}"),
        _ if ratio >= 10.0 => format!("×{ratio:.1}"),
        _ => format!("×{ratio:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter(number: Option<f64>) -> Counter {
        Counter {
            id: CounterId::Branch,
            number,
            value: number.map(|number| number.to_string()),
            kind: Kind::Exact,
            published: None,
        }
    }

    #[test]
    fn ratios_are_to_the_first_and_only_where_they_say_something() {
        let rows = [
            (Some(512.0), Some(1024.0), Some("×0.50")),
            (Some(3072.0), Some(16.0), Some("×192")),
            (Some(310.0), Some(25.0), Some("×12.4")),
            (Some(7.0), Some(7.0), None),
            (Some(7.0), Some(0.0), None),
            (None, Some(7.0), None),
            (Some(7.0), None, None),
            (Some(0.0), Some(8.0), Some("×0.00")),
        ];
        for (number, first, ratio) in rows {
            let compared = comparisons(&[counter(number)], Some(&[counter(first)]));
            assert_eq!(compared[0].ratio.as_deref(), ratio, "{number:?} {first:?}");
        }
        assert_eq!(comparisons(&[counter(Some(2.0))], None)[0].ratio, None);
    }
}
