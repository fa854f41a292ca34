//! Measurements as a table for readers.

use ::bench::Measured;
use gpu::{Clock, DeviceInfo, Measurement, Method, Way};
use std::io::{self, Write};

/// Writes the device, then one line per kernel: median, its 95 % interval, GB/s, and the method.
pub fn write(info: &DeviceInfo, way: Way, measured: &[Measured], out: &mut impl Write) -> io::Result<()> {
    write_device(info, way, out)?;
    writeln!(
        out,
        "{:<34} {:>11} {:>5} {:>11} {:>25} {:>8}  method",
        "kernel", "n", "block", "median ms", "95 % interval", "GB/s"
    )?;
    for Measured { case, result } in measured {
        let Ok(measurement) = result else { continue };
        writeln!(
            out,
            "{:<34} {:>11} {:>5} {:>11} {:>25} {:>8}  {}",
            case.name(),
            case.size.n(),
            case.size.block(),
            median(measurement),
            interval(measurement),
            gb_per_s(measurement, measurement.useful_bytes),
            method(measurement),
        )?;
    }
    Ok(())
}

/// Writes where the times below it were measured.
pub fn write_device(info: &DeviceInfo, way: Way, out: &mut impl Write) -> io::Result<()> {
    let checks = match way {
        Way::NativeUnchecked => "unchecked",
        Way::NativeChecked | Way::Browser | Way::Cuda => "checked",
    };
    let software = if info.is_fallback {
        ", a software driver: its times say nothing about a GPU"
    } else {
        ""
    };
    writeln!(
        out,
        "measured on {} by {}, {checks}{software}\n",
        info.name, info.backend
    )
}

/// Returns the median in milliseconds. A time that cannot be distinguished from zero is shown as less than the interval's
/// upper end, if that is above zero.
pub fn median(measurement: &Measurement) -> String {
    if measurement.is_resolved() {
        millis(measurement.nanos)
    } else {
        (measurement.at_most()).map_or("–".to_owned(), |end| format!("< {}", millis(end)))
    }
}

/// Returns the ends of the median's 95 % interval, in milliseconds.
pub fn interval(measurement: &Measurement) -> String {
    format!("{} – {}", millis(measurement.low), millis(measurement.high))
}

/// Returns bytes divided by the median, in 10^9 bytes per second.
pub fn gb_per_s(measurement: &Measurement, bytes: u64) -> String {
    if measurement.is_resolved() {
        format!("{:.1}", bytes as f64 / measurement.nanos)
    } else {
        "–".to_owned()
    }
}

/// Formats nanoseconds as milliseconds with five digits.
fn millis(nanos: f64) -> String {
    let millis = nanos / 1e6;
    let whole = if millis >= 1.0 {
        millis.log10().floor() as usize + 1
    } else {
        0
    };
    format!("{millis:.*}", 5_usize.saturating_sub(whole).max(1))
}

/// Returns how the samples were taken.
pub fn method(measurement: &Measurement) -> String {
    let clock = match measurement.clock {
        Clock::Gpu => "GPU clock",
        Clock::Wall => "wall clock",
    };
    let step = measurement.step_nanos;
    let samples = measurement.samples.len();
    match measurement.method {
        Method::Slope => format!(
            "{samples} × slope of {r} and {} dispatches, {clock}, {step:.0} ns per step",
            2 * measurement.repeats,
            r = measurement.repeats
        ),
        Method::Single => format!("{samples} × one dispatch, {clock}, {step:.0} ns per step"),
    }
}

#[cfg(test)]
mod tests {
    use super::millis;

    #[test]
    fn times_have_five_digits() {
        for (nanos, text) in [
            (1_934.0, "0.00193"),
            (238_123.0, "0.23812"),
            (3_624_049.0, "3.6240"),
            (46_880_000.0, "46.880"),
            (123_456_789_000.0, "123456.8"),
        ] {
            assert_eq!(millis(nanos), text);
        }
    }
}
