//! A report of NVIDIA Nsight Compute (`ncu --csv`), and its counters beside ours.
//!
//! Both of its pages are read: `--page raw` has a column for each metric and a row of units; `--page details`, the default,
//! has a row for each metric. Lines of the program and of ncu may stand around the table, and numbers have the marks of the
//! reader's locale.

use simt::{Likeness, MetricValue, Metrics, NCU, NcuCounter};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The counters of one launch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportedLaunch {
    /// The name of the function, without its type, namespaces, arguments and parameters.
    pub kernel: String,
    /// Blocks of the grid and threads of a block; `None` in reports of old versions.
    pub grid: Option<[u32; 3]>,
    pub block: Option<[u32; 3]>,
    pub metrics: BTreeMap<String, Reported>,
}

/// A value as it is printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Reported {
    pub value: f64,
    /// Empty for counts without one.
    pub unit: String,
    /// Half of its last printed digit; 0 for a whole number.
    pub half_a_digit: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    #[error(
        "the file has no table of Nsight Compute: write one with `ncu --csv --page raw --print-units base`"
    )]
    NoTable,
    #[error(
        "ncu had no permission to read the GPU's counters (ERR_NVGPUCTRPERM): run it as root, or let the administrator permit it"
    )]
    NoPermission,
    #[error(
        "this is another page of ncu's report, or a summary of several launches: write one with `ncu --csv --page raw`"
    )]
    OtherPage,
    #[error("the table has no launch: ncu profiled no kernel")]
    NoLaunch,
    #[error("the table has a row that cannot be read: {0}")]
    Row(String),
}

/// The names of the leading columns.
const ID: &str = "ID";
const KERNEL: &str = "Kernel Name";
const GRID: &str = "Grid Size";
const BLOCK: &str = "Block Size";
const METRIC: &str = "Metric Name";
const UNIT: &str = "Metric Unit";
const VALUE: &str = "Metric Value";

/// Reads the launches of a report, in their order.
///
/// # Errors
/// The file is no such report, or has no launch.
pub fn read(file: &[u8]) -> Result<Vec<ReportedLaunch>, ReportError> {
    let text = decoded(file);
    let Some((header, rows)) = table(&text)? else {
        return Err(if text.contains("ERR_NVGPUCTRPERM") {
            ReportError::NoPermission
        } else {
            ReportError::NoTable
        });
    };
    let launches = if header.iter().any(|name| name == METRIC) {
        of_details(&header, &rows)?
    } else if header.iter().any(|name| name.contains("__")) {
        of_raw(&header, &rows)
    } else {
        return Err(ReportError::OtherPage);
    };
    if launches.is_empty() {
        return Err(ReportError::NoLaunch);
    }
    Ok(launches)
}

/// Returns the text: UTF-8, or UTF-16 as PowerShell writes it.
fn decoded(file: &[u8]) -> String {
    let Some(words) = file.strip_prefix(&[0xff, 0xfe]) else {
        return String::from_utf8_lossy(file).into_owned();
    };
    let words = words.chunks_exact(2);
    let units: Vec<u16> = words
        .map(|two| u16::from_le_bytes([two[0], two[1]]))
        .collect();
    String::from_utf16_lossy(&units)
}

type Table = (Vec<String>, Vec<Vec<String>>);

/// Returns the header of the first table and its rows. Rows of another table, and lines around it, are left out.
fn table(text: &str) -> Result<Option<Table>, ReportError> {
    let Some(begin) = text.find("\"ID\",") else {
        let is_other = text.contains("\"Kernel Name\"") || text.contains("\"Section Name\"");
        return if is_other {
            Err(ReportError::OtherPage)
        } else {
            Ok(None)
        };
    };
    // A line of the table begins with a quote: others may have quotes that never end.
    let lines = text[begin..].lines().filter(|line| line.starts_with('"'));
    let table = lines.collect::<Vec<_>>().join("\n");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(table.as_bytes());
    let cells = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
    let records: Result<Vec<Vec<String>>, _> =
        reader.records().map(|record| record.map(cells)).collect();
    let mut records = records
        .map_err(|error| ReportError::Row(error.to_string()))?
        .into_iter();
    let Some(header) = records.next() else {
        return Ok(None);
    };
    let is_of_table = |row: &Vec<String>| row.first().is_none_or(|cell| cell != ID);
    Ok(Some((header, records.take_while(is_of_table).collect())))
}

/// Returns the launches of a table with a column for each metric. The row after the header has the units.
fn of_raw(header: &[String], rows: &[Vec<String>]) -> Vec<ReportedLaunch> {
    let [units, rows @ ..] = rows else {
        return Vec::new();
    };
    let launch = |row: &Vec<String>| {
        let mut launch = ReportedLaunch::of_row(header, row);
        for (column, name) in header.iter().enumerate() {
            let unit = units.get(column).map_or("", String::as_str);
            let value = row.get(column).and_then(|cell| number(cell, unit, name));
            if let (true, Some(value)) = (name.contains("__"), value) {
                launch.metrics.insert(name.clone(), value);
            }
        }
        launch
    };
    rows.iter().map(launch).collect()
}

/// Returns the launches of a table with a row for each metric.
fn of_details(header: &[String], rows: &[Vec<String>]) -> Result<Vec<ReportedLaunch>, ReportError> {
    let column = |name: &str| header.iter().position(|own| own == name);
    let (Some(metric), Some(value)) = (column(METRIC), column(VALUE)) else {
        return Err(ReportError::OtherPage);
    };
    let unit = column(UNIT);
    let mut launches = Vec::new();
    let mut indices: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        let cell = |column: usize| row.get(column).map_or("", String::as_str);
        let index = match indices.entry(cell(0)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                launches.push(ReportedLaunch::of_row(header, row));
                *new.insert(launches.len() - 1)
            }
        };
        let name = cell(metric);
        if let Some(value) = number(cell(value), unit.map_or("", cell), name) {
            launches[index].metrics.insert(name.to_owned(), value);
        }
    }
    Ok(launches)
}

impl ReportedLaunch {
    fn of_row(header: &[String], row: &[String]) -> Self {
        let cell = |name: &str| {
            let column = header.iter().position(|own| own == name)?;
            row.get(column).map(String::as_str)
        };
        ReportedLaunch {
            kernel: function(cell(KERNEL).unwrap_or_default()).to_owned(),
            grid: cell(GRID).and_then(sizes),
            block: cell(BLOCK).and_then(sizes),
            metrics: BTreeMap::new(),
        }
    }

    /// Returns the value of ncu's metric.
    pub fn metric(&self, name: &str) -> Option<f64> {
        Some(self.metrics.get(name)?.value)
    }

    /// Returns the metrics that are no counters of ours, such as times: only the chip knows them.
    pub fn others(&self) -> impl Iterator<Item = (&str, &Reported)> {
        let is_ours = |name: &str| NCU.iter().any(|ours| ours.metrics().any(|own| own == name));
        let named = self.metrics.iter().filter(move |(name, _)| !is_ours(name));
        named.map(|(name, reported)| (name.as_str(), reported))
    }
}

/// Returns the function of a demangled name such as `void space::reduce<256>(int *, int *)`.
fn function(name: &str) -> &str {
    // Namespaces without a name have brackets, too.
    let name = name.rsplit("<unnamed>::").next().unwrap_or(name);
    let name = name
        .rsplit("(anonymous namespace)::")
        .next()
        .unwrap_or(name);
    let end = name.find(['<', '(']).unwrap_or(name.len());
    let name = &name[..end];
    let begin = name.rfind([' ', ':']).map_or(0, |at| at + 1);
    &name[begin..]
}

/// Reads three sizes such as `(256, 1, 1)`.
fn sizes(cell: &str) -> Option<[u32; 3]> {
    let inner = cell.trim().strip_prefix('(')?.strip_suffix(')')?;
    let sizes: Result<Vec<u32>, _> = inner.split(',').map(|size| size.trim().parse()).collect();
    sizes.ok()?.try_into().ok()
}

/// Reads a number with the marks of any locale, in the base of its unit. `None` for texts and for `n/a`.
fn number(cell: &str, unit: &str, name: &str) -> Option<Reported> {
    let is_mark = |c: char| matches!(c, '.' | ',' | '\'' | ' ' | '\u{a0}' | '\u{202f}' | '’');
    let cell = cell.trim();
    let is_number = cell.starts_with(|c: char| c.is_ascii_digit())
        && cell.chars().all(|c| c.is_ascii_digit() || is_mark(c));
    if !is_number {
        return None;
    }
    let after = |mark: usize| cell[mark..].chars().skip(1).count();
    let last = cell.rfind(is_mark);
    // A count has marks between thousands, and decimals only if they were asked for: `65,536.00`. Anything else has two
    // decimals at most, so that three digits after the last mark are thousands.
    let decimals = last.map_or(0, after);
    let is_count = name.ends_with(".sum");
    let has_decimals = last.is_some()
        && if is_count {
            decimals == 2
        } else {
            decimals < 3
        };
    let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
    let decimals = if has_decimals { decimals as i32 } else { 0 };
    let scale = scale_of(unit);
    let digit = 10_f64.powi(-decimals) * scale;
    let half_a_digit = match (decimals, scale != 1.0) {
        (0, false) => 0.0,
        _ => digit / 2.0,
    };
    Some(Reported {
        value: digits.parse::<f64>().ok()? * digit,
        unit: unit[usize::from(scale != 1.0)..].to_owned(),
        half_a_digit,
    })
}

/// Returns the factor of a unit such as `Kbyte` and `Msector`.
fn scale_of(unit: &str) -> f64 {
    let mut letters = unit.chars();
    let prefix = letters.next();
    let is_prefix = letters.next().is_some_and(|next| next.is_ascii_lowercase());
    match prefix {
        Some('K') if is_prefix => 1e3,
        Some('M') if is_prefix => 1e6,
        Some('G') if is_prefix => 1e9,
        Some('T') if is_prefix => 1e12,
        _ => 1.0,
    }
}

/// One of our counters beside the chip's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Our name.
    pub name: &'static str,
    pub ours: f64,
    pub chip: f64,
    pub verdict: Verdict,
}

/// The relation of the two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Equal,
    /// They need not be equal, for this reason.
    Explained(Likeness),
    /// They should be equal.
    Differs,
}

/// Compares the counters that both sides have, in the order of the metrics' table.
pub fn compare(launch: &ReportedLaunch, ours: &Metrics) -> Vec<Compared> {
    let value = |name: &str| match (simt::metric(name)?.value)(ours)? {
        MetricValue::Count(count) => Some(count as f64),
        MetricValue::Real(value) => Some(value),
    };
    let row = |counter: &NcuCounter| {
        let chip = counter.value(|name| launch.metric(name))?;
        let ours = value(counter.name)?;
        let halves = counter
            .metrics()
            .filter_map(|name| launch.metrics.get(name));
        let half_a_digit: f64 = halves.map(|reported| reported.half_a_digit).sum();
        let room = half_a_digit * counter.scale + 1e-9 * ours.abs().max(1.0);
        Some(Compared {
            name: counter.name,
            ours,
            chip,
            verdict: if (chip - ours).abs() <= room {
                Verdict::Equal
            } else if explains(counter, chip - ours, &value) {
                Verdict::Explained(counter.likeness)
            } else {
                Verdict::Differs
            },
        })
    };
    NCU.iter().filter_map(row).collect()
}

/// The largest share of wavefronts that the chip repeats: measured on an H200 (`lessons::measured`).
const MOST_REPEATED: f64 = 0.03;

/// Returns true if the counter's likeness explains by how much the chip has more than our counters, which `ours` returns.
fn explains(counter: &NcuCounter, excess: f64, ours: &impl Fn(&str) -> Option<f64>) -> bool {
    match counter.likeness {
        Likeness::Equal => false,
        Likeness::Distinct => excess < 0.0,
        Likeness::Arbitrated => {
            let wavefronts = if counter.name.starts_with("shared_ld") {
                "shared_ld_wavefronts"
            } else {
                "shared_st_wavefronts"
            };
            let most = MOST_REPEATED * ours(wavefronts).unwrap_or(0.0);
            (0.0..=most).contains(&excess)
        }
        Likeness::Atomics | Likeness::Compiler | Likeness::Registers => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RAW: &str = r#"sum = 523776
==PROF== Connected to process 4107 (/home/ada/sum)
==PROF== Profiling "reduce" - 0: 0%....50%....100% - 4 passes
==PROF== Disconnected from process 4107
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","gpu__time_duration.sum","l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum","smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct","smsp__inst_executed.sum"
"","","","","","","","","","","","us","","%","inst"
"0","4107","sum","127.0.0.1","void tools::reduce<256>(const int *, int *, unsigned int)","1","7","(256, 1, 1)","(512, 1, 1)","0","9.0","3.17","45,568","98.42","1,234,567"
"1","4107","sum","127.0.0.1","last(int *)","1","7","(32, 1, 1)","(1, 1, 1)","0","9.0","1.20","1","100","n/a"
"#;

    fn launch(report: &str, index: usize) -> ReportedLaunch {
        read(report.as_bytes())
            .expect("a report")
            .swap_remove(index)
    }

    #[test]
    fn a_raw_page_is_read_by_names() {
        let launches = read(RAW.as_bytes()).expect("a report");
        assert_eq!(launches.len(), 2);
        let first = &launches[0];
        assert_eq!(first.kernel, "reduce");
        assert_eq!(
            (first.grid, first.block),
            (Some([512, 1, 1]), Some([256, 1, 1]))
        );
        assert_eq!(
            first.metric("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"),
            Some(45_568.0)
        );
        let efficiency = "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct";
        assert_eq!(first.metric(efficiency), Some(98.42));
        assert_eq!(launches[1].metric("smsp__inst_executed.sum"), None);
        let others = first
            .others()
            .map(|(name, other)| (name, other.value, &*other.unit));
        let others: Vec<_> = others.collect();
        assert_eq!(others, [("gpu__time_duration.sum", 3.17, "us")]);
    }

    #[test]
    fn a_details_page_is_read_with_its_ragged_rows() {
        let details = r#""ID","Process ID","Kernel Name","Block Size","Grid Size","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name"
"0","1","scale(float *)","(64, 1, 1)","(4, 1, 1)","Command line profiler metrics","smsp__inst_executed.sum","inst","27.595.520"
"0","1","scale(float *)","(64, 1, 1)","(4, 1, 1)","Command line profiler metrics","smsp__thread_inst_executed_per_inst_executed.ratio","","31,50",
"0","1","scale(float *)","(64, 1, 1)","(4, 1, 1)","Speed","","","","Bottleneck"
"3","1","other(float *)","(64, 1, 1)","(4, 1, 1)","Command line profiler metrics","smsp__inst_executed.sum","Kinst","1.25"
"#;
        let launches = read(details.as_bytes()).expect("a report");
        let value = |index: usize, name: &str| launches[index].metrics.get(name).cloned();
        assert_eq!(launches.len(), 2);
        assert_eq!(
            launches[0].metric("smsp__inst_executed.sum"),
            Some(27_595_520.0)
        );
        let lanes = "smsp__thread_inst_executed_per_inst_executed.ratio";
        assert_eq!(launches[0].metric(lanes), Some(31.5));
        let rounded = Reported {
            value: 1250.0,
            unit: "inst".to_owned(),
            half_a_digit: 5.0,
        };
        assert_eq!(launches[1].kernel, "other");
        // A count with a decimal is one that ncu rounded to thousands.
        assert_eq!(value(1, "smsp__inst_executed.sum"), Some(rounded));
    }

    #[test]
    fn files_of_other_kinds_are_refused_in_a_sentence() {
        let denied = "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n";
        let summary = r#""Process ID","Kernel Name","Metric Name","Minimum","Maximum""#;
        let source = r#""ID","Kernel Name","Rule""#;
        let empty = "\"ID\",\"Kernel Name\",\"smsp__inst_executed.sum\"\n\"\",\"\",\"inst\"\n";
        for (file, error) in [
            ("", ReportError::NoTable),
            ("a,b\n1,2\n", ReportError::NoTable),
            (denied, ReportError::NoPermission),
            (summary, ReportError::OtherPage),
            (source, ReportError::OtherPage),
            (empty, ReportError::NoLaunch),
        ] {
            assert_eq!(read(file.as_bytes()), Err(error), "{file}");
        }
    }

    #[test]
    fn a_report_of_powershell_is_read() {
        let lines = RAW.replace('\n', "\r\n");
        let mut bytes = vec![0xff, 0xfe];
        bytes.extend(lines.encode_utf16().flat_map(u16::to_le_bytes));
        assert_eq!(read(&bytes), read(RAW.as_bytes()));
    }

    #[test]
    fn counters_are_equal_or_have_a_reason() {
        let reported = launch(RAW, 0);
        let mut ours = Metrics {
            warp_width: 32,
            instructions: 1_000_000,
            ..Metrics::default()
        };
        ours.global_loads.requests = 45_568;
        ours.global_loads.bytes_asked = 9842;
        ours.global_loads.bytes_moved = 10_000;
        let rows = |ours: &Metrics| -> Vec<(&str, Verdict)> {
            let rows = compare(&reported, ours).into_iter();
            rows.map(|row| (row.name, row.verdict)).collect()
        };
        assert_eq!(
            rows(&ours),
            [
                ("gld_requests", Verdict::Equal),
                ("gld_efficiency", Verdict::Equal),
                ("inst_executed", Verdict::Explained(Likeness::Compiler)),
            ]
        );
        ours.global_loads.requests += 1;
        ours.global_loads.bytes_asked = 12_000;
        assert_eq!(
            rows(&ours)[..2],
            [
                ("gld_requests", Verdict::Differs),
                ("gld_efficiency", Verdict::Explained(Likeness::Distinct)),
            ]
        );
        // The chip cannot have more bytes than the lanes ask for.
        ours.global_loads.bytes_asked = 8000;
        assert_eq!(rows(&ours)[1], ("gld_efficiency", Verdict::Differs));
    }
}
