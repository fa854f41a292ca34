//! The occupancy calculator's charts: step lines in percent of their frame, so that the style sheet sets their size.

use lessons::occupancy::{ComputeCapability, Demand, Input, curve, occupancy};

/// Occupancy against one input.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The line as an SVG path in a frame of 100 by 100; y grows downwards with falling occupancy.
    pub line: String,
    /// The current value's position: percent of the frame from the left and from the bottom. `None` if nothing runs.
    pub mark: Option<(f64, f64)>,
    /// The smallest and the largest value of the input.
    pub range: (u32, u32),
}

/// Computes the chart of one input at a demand.
pub fn plot(chip: &ComputeCapability, demand: Demand, input: Input) -> Plot {
    let (least, most, _) = input.range(chip);
    let across = |value: u32| {
        let value = f64::from(value.clamp(least, most) - least);
        value / f64::from(most - least) * 100.0
    };
    let up = |warps: u32| f64::from(warps) / f64::from(chip.warps) * 100.0;
    let steps = curve(chip, demand, input);
    let ends = steps.iter().skip(1).map(|step| step.from).chain([most]);
    let mut line = String::new();
    let mut drawing = false;
    for (step, end) in steps.iter().zip(ends) {
        let Some(warps) = step.warps else {
            drawing = false;
            continue;
        };
        let (from, to, height) = (across(step.from), across(end), 100.0 - up(warps));
        let start = if drawing {
            format!("V{height:.2}")
        } else {
            format!("M{from:.2} {height:.2}")
        };
        line.push_str(&format!("{start}H{to:.2}"));
        drawing = true;
    }
    let now = occupancy(chip, demand).ok();
    Plot {
        line,
        mark: now.map(|now| (across(input.of(demand)), up(now.warps))),
        range: (least, most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_falls_in_steps_and_ends_where_nothing_starts() {
        let chip = ComputeCapability::by_version("1.0").expect("a row");
        let demand = Demand {
            threads_per_block: 256,
            registers_per_thread: 14,
            shared_per_block: 2112,
        };
        let registers = plot(chip, demand, Input::Registers);
        // 24, 16 and 8 warps of 24; no block starts from 33 registers of 124 on.
        assert_eq!(registers.line, "M0.00 0.00H8.87V33.33H13.71V66.67H26.61");
        assert_eq!(registers.range, (0, 124));
        let (x, y) = registers.mark.expect("it starts");
        assert!((x - 14.0 / 1.24).abs() < 1e-9 && (y - 200.0 / 3.0).abs() < 1e-9);
        let refused = Input::Registers.set(demand, 33);
        assert_eq!(plot(chip, refused, Input::Shared).mark, None);
        assert_eq!(plot(chip, refused, Input::Shared).line, "");
    }
}
