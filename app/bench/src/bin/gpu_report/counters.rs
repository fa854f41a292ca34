//! Reads the chip's counters as ncu prints them, and counts the same metrics on the simulated machine.

use crate::document::Counted;
use bench::Case;
use lessons::measured::MACHINE;
use simt::{Machine, RunOptions, compile, ncu_counter, run};
use std::collections::BTreeMap;

/// The counters that the report has, by our names. Each is one metric of ncu.
pub const METRICS: [&str; 9] = [
    "gld_requests",
    "gst_requests",
    "gld_sectors",
    "gst_sectors",
    "gld_efficiency",
    "gst_efficiency",
    "shared_st_wavefronts",
    "shared_st_bank_conflicts",
    "shared_ld_wavefronts",
];

/// Returns ncu's metric for one of [`METRICS`].
pub fn chip_metric(name: &str) -> &'static str {
    let counter = ncu_counter(name).and_then(|counter| counter.metrics().next());
    counter.unwrap_or_default()
}

/// Parses ncu's table into rows in launch order, with values by our metric names. Efficiencies of no bytes are left
/// out.
///
/// # Errors
/// A table that lacks one of the columns, or a cell that is not a number.
pub fn rows(csv: &str) -> Result<Vec<BTreeMap<String, f64>>, String> {
    let mut lines = csv
        .lines()
        .map(cells)
        .skip_while(|cells| cells.first().is_none_or(|cell| cell != "ID"));
    let header = lines.next().ok_or("ncu printed no table")?;
    // The first line after the header holds units.
    let mut rows = Vec::new();
    for cells in lines.skip(1) {
        let mut row = BTreeMap::new();
        for ours in METRICS {
            let chip = chip_metric(ours);
            let column = header.iter().position(|name| name == chip);
            let column = column.ok_or_else(|| format!("ncu's table has no column {chip}"))?;
            let cell = cells.get(column).map_or("", String::as_str);
            let number = cell.replace(',', "").parse::<f64>();
            match number {
                Ok(number) if number.is_finite() => {
                    row.insert(ours.to_owned(), number);
                }
                _ if ours.ends_with("efficiency") => {}
                _ => return Err(format!("{chip} is `{cell}` in row {}", rows.len())),
            }
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Returns the minimum of each counter over several readings of the same launches. Arbitration sometimes repeats a
/// request to shared memory but never removes one; all other counters are equal in all readings.
///
/// # Errors
/// Readings with different numbers of launches, or no reading.
pub fn least(readings: Vec<Vec<BTreeMap<String, f64>>>) -> Result<Vec<BTreeMap<String, f64>>, String> {
    let mut readings = readings.into_iter();
    let mut least = readings.next().ok_or("ncu read nothing")?;
    for reading in readings {
        if reading.len() != least.len() {
            return Err(format!(
                "ncu saw {} launches in one reading and {} in another",
                least.len(),
                reading.len()
            ));
        }
        for (least, row) in least.iter_mut().zip(reading) {
            for (name, value) in row {
                let smallest = least.entry(name).or_insert(value);
                *smallest = smallest.min(value);
            }
        }
    }
    Ok(least)
}

/// Splits a line into cells; ncu quotes every cell.
fn cells(line: &str) -> Vec<String> {
    let trimmed = line.trim().trim_start_matches('"').trim_end_matches('"');
    trimmed.split("\",\"").map(str::to_owned).collect()
}

/// Parses lines `SYMBOL NAME=COUNT …` of a compiled program and returns the instruction counts of one kernel.
pub fn instructions(sass: &str, kernel: &str) -> BTreeMap<String, u32> {
    // A template's symbol contains the length of its name before the name and `I` with the arguments after it.
    let symbol = format!("{}{kernel}I", kernel.len());
    let line = sass.lines().find(|line| {
        let name = line.split(' ').next().unwrap_or_default();
        name.contains(&symbol)
    });
    let words = line.unwrap_or_default().split(' ').skip(1);
    words
        .filter_map(|word| {
            let (name, count) = word.split_once('=')?;
            Some((name.to_owned(), count.parse().ok()?))
        })
        .collect()
}

/// Runs a case on the simulated machine and combines its counters with the chip's.
///
/// # Errors
/// A kernel that the machine cannot run.
pub fn counted(
    case: &Case,
    chip: BTreeMap<String, f64>,
    instructions: BTreeMap<String, u32>,
) -> Result<Counted, String> {
    let (kernel, size) = (case.kernel, case.size);
    let named = |error: simt::KernelError| format!("{}: {error}", case.name());
    let machine = Machine::by_id(MACHINE).ok_or_else(|| format!("there is no machine {MACHINE}"))?;
    let program = compile(&kernel.kernel.source, None).map_err(named)?;
    let options = RunOptions {
        machine: machine.clone(),
        traced: None,
        findings: false,
        ..RunOptions::default()
    };
    let run = run(&program, &kernel.dispatch(size, &machine), &options).map_err(named)?;
    if run.outcome != simt::Outcome::Completed {
        return Err(format!("{}: the run on the machine did not complete", case.name()));
    }
    let ours = run.metrics.named().into_iter();
    let machine = ours.filter_map(|metric| {
        METRICS.iter().find(|name| **name == metric.name)?;
        Some((metric.name.to_owned(), metric.value?.real()))
    });
    Ok(Counted {
        kernel: case.name().to_owned(),
        n: u64::from(size.n()),
        block: size.block(),
        chip,
        machine: machine.collect(),
        instructions,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two launches as ncu printed them on an H200, without unused columns.
    const PRINTED: &str = include_str!("tests/counters.csv");

    #[test]
    fn ncus_table_is_read_by_our_names() {
        let without_stores = PRINTED.replace("\"12.50\"", "\"n/a\"");
        let rows = rows(&without_stores).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0]["gld_requests"], 45_568.0);
        assert_eq!(rows[0]["gst_sectors"], 34_304.0);
        assert_eq!(rows[0]["gld_efficiency"], 98.42);
        assert_eq!(rows[1]["shared_st_wavefronts"], 81_920.0);
        assert_eq!(rows[1].get("gst_efficiency"), None);
    }

    #[test]
    fn the_least_of_several_readings_stands() {
        let reading = |wavefronts: f64| vec![BTreeMap::from([("shared_st_wavefronts".to_owned(), wavefronts)])];
        let readings = [514.0, 512.0, 513.0].map(reading);
        assert_eq!(least(readings.into()).unwrap(), reading(512.0));
        assert_eq!(
            least(vec![reading(1.0), vec![]]).unwrap_err(),
            "ncu saw 1 launches in one reading and 0 in another"
        );
        assert_eq!(least(vec![]).unwrap_err(), "ncu read nothing");
    }

    #[test]
    fn tables_that_are_none_are_refused() {
        assert_eq!(rows("").unwrap_err(), "ncu printed no table");
        assert!(
            rows("\"ID\",\"x\"\n\"\",\"\"\n\"0\",\"1\"")
                .unwrap_err()
                .starts_with("ncu's table has no column ")
        );
        let broken = PRINTED.replace("\"45,568\"", "\"n/a\"");
        assert_eq!(
            rows(&broken).unwrap_err(),
            "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum is `n/a` in row 0"
        );
    }

    #[test]
    fn instructions_are_those_of_the_kernel_with_exactly_this_name() {
        let sass =
            "_Z22reduce_neighbored_lessILj256EEvPiS0_j LDG=3 STG=2\n_Z17reduce_neighboredILj256EEvPiS0_j LDG=1 BAR=8\n";
        let of_kernel = |kernel| instructions(sass, kernel).into_iter().collect::<Vec<_>>();
        assert_eq!(
            of_kernel("reduce_neighbored"),
            [("BAR".to_owned(), 8), ("LDG".to_owned(), 1)]
        );
        assert_eq!(of_kernel("reduce"), []);
    }

    #[test]
    fn the_machine_counts_what_the_chip_did() {
        for (name, chip) in ["reduce_unroll8", "reduce_shared_sequential"]
            .into_iter()
            .zip(rows(PRINTED).unwrap())
        {
            let case = Case::new(name, 1 << 20, 256).unwrap();
            let mut counted = counted(&case, chip, BTreeMap::new()).unwrap();
            assert_eq!(counted.chip.len(), METRICS.len());
            // The chip repeats one in a hundred loads from shared memory because of arbitration.
            let without_reason = |counted: &Counted| -> Vec<String> {
                let differing = counted.differing().into_iter();
                let without = differing.filter(|each| each.reason.is_none());
                without.map(|each| each.name.to_owned()).collect()
            };
            assert_eq!(without_reason(&counted), [""; 0]);
            counted.chip.insert("gst_requests".to_owned(), 1.0);
            assert_eq!(without_reason(&counted), ["gst_requests"]);
        }
    }
}
