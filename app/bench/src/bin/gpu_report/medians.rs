//! The excerpt of the report that ships in the page: medians with their intervals, and the counters of the trust page.

use crate::document::{Report, is_the_time};
use gpu::Way;
use lessons::measured::{Counters, Measured, Nanos, Times};
use std::path::{Path, PathBuf};

/// Name prefixes of the kernels whose twins keep their structure. In other twins the compiler merges loops, so their
/// counters say nothing about the kernel.
const COUNTED: [&str; 3] = ["reduce_", "gemv_", "matrix_add"];

/// Extracts the medians with their intervals, and the counters of the kernels in [`COUNTED`].
pub fn medians(report: &Report) -> Measured {
    let mut times: Vec<Times> = Vec::new();
    for sheet in &report.sheets {
        // Launches by the host and single launches include time between launches, so they are left out.
        let entries = sheet.entries.iter();
        let entries = entries.filter(|entry| is_the_time(entry, sheet.way));
        for entry in entries {
            let Some(measured) = entry.measurement() else {
                continue;
            };
            let same = |row: &Times| (&row.kernel, row.n, row.block) == (&entry.kernel, entry.n, entry.block);
            let index = match times.iter().position(same) {
                Some(index) => index,
                None => {
                    times.push(Times {
                        kernel: entry.kernel.clone(),
                        n: entry.n,
                        block: entry.block,
                        browser: None,
                        checked: None,
                        unchecked: None,
                        cuda: None,
                    });
                    times.len() - 1
                }
            };
            let place = match sheet.way {
                Way::Browser => &mut times[index].browser,
                Way::NativeChecked => &mut times[index].checked,
                Way::NativeUnchecked => &mut times[index].unchecked,
                Way::Cuda => &mut times[index].cuda,
            };
            let tenths = |nanos: f64| (nanos * 10.0).round() / 10.0;
            *place = Some(Nanos(
                tenths(measured.low),
                tenths(measured.nanos),
                tenths(measured.high),
            ));
        }
    }
    let counted = report
        .counters
        .iter()
        .filter(|counted| COUNTED.iter().any(|start| counted.kernel.starts_with(start)));
    let counters = counted.filter_map(|counted| {
        Some(Counters {
            kernel: counted.kernel.clone(),
            n: u32::try_from(counted.n).ok()?,
            block: counted.block,
            chip: counted.chip.clone(),
            joined_loads: counted.joined_loads(),
        })
    });
    let days = report.sheets.iter().map(|sheet| sheet.taken.get(..10));
    Measured {
        device: report.device.clone(),
        driver: report.driver.clone(),
        taken: days.flatten().min().unwrap_or_default().to_owned(),
        times,
        counters: counters.collect(),
    }
}

/// Returns the path of the excerpt, next to its report.
pub fn beside(report: &Path) -> PathBuf {
    let name = report.file_stem().unwrap_or_default().to_string_lossy();
    report.with_file_name(format!("{name}-medians.json"))
}

/// Writes compact JSON with one kernel per line.
///
/// # Errors
/// None that a valid excerpt can cause.
pub fn to_json(measured: &Measured) -> Result<String, String> {
    let text = serde_json::to_string(measured).map_err(|error| error.to_string())?;
    Ok(text.replace("{\"kernel\"", "\n{\"kernel\"") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/measured-h200.json");

    /// Compares the excerpt with the report; with `WARPSTEP_BLESS=1` it first writes the excerpt.
    #[test]
    fn the_page_ships_the_medians_of_the_report() {
        let path = Path::new(REPORT);
        let text = std::fs::read_to_string(path).expect("the report is readable");
        let report: Report = serde_json::from_str(&text).expect("a report");
        let excerpt = to_json(&medians(&report)).expect("JSON");
        if std::env::var_os("WARPSTEP_BLESS").is_some() {
            std::fs::write(beside(path), &excerpt).expect("written");
        }
        let shipped = std::fs::read_to_string(beside(path)).expect("the excerpt is readable");
        assert!(
            shipped == excerpt,
            "the excerpt is out of date: update it with WARPSTEP_BLESS=1"
        );
    }
}
