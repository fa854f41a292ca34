//! A report of NVIDIA Nsight Compute (`ncu --csv`). `compare` has its counters beside ours, `pair` its launches.
//!
//! Both of its pages are read: `--page raw` has a column for each metric and a row of units; `--page details`, the default,
//! has a row for each metric. Lines of the program and of ncu may stand around the table, and numbers have the marks of the
//! reader's locale.

mod compare;
mod function;
mod number;
mod pair;
mod text;

pub use compare::{Compared, Verdict, compare, tally};
use function::function;
use number::{decimal_mark, number};
pub use pair::{Launched, LeftOut, kernel_name, left_out, pairs};
use simt::NCU;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
pub use text::{MOST_OTHERS, metrics, sizes, value};

/// The counters of one launch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportedLaunch {
    /// Its number in the report.
    pub id: String,
    /// The name of the function, without its type, namespaces, arguments and parameters.
    pub kernel: String,
    /// The arguments of its template, as `plain_template` writes them; empty if there are none.
    pub template: String,
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
    #[error("the file has no table of Nsight Compute: write one with `ncu --csv --page raw --print-units base`")]
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
    #[error("a cell of the table does not end: the file was cut off, or the program printed a quotation mark")]
    CutOff,
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
    let tables = tables(&text)?;
    let decimal = decimal_mark(tables.iter().flat_map(|table| &table.rows).flatten());
    let mut launches = Vec::new();
    for table in &tables {
        launches.extend(if table.column(METRIC).is_some() {
            table.of_details(decimal)?
        } else if table.header.iter().any(|name| name.contains("__")) {
            table.of_raw(decimal)
        } else {
            return Err(ReportError::OtherPage);
        });
    }
    if launches.is_empty() {
        return Err(ReportError::NoLaunch);
    }
    Ok(launches)
}

/// Returns the text: UTF-8, or UTF-16 as PowerShell writes it.
fn decoded(file: &[u8]) -> String {
    let wide = |words: &[u8], read: fn([u8; 2]) -> u16| {
        let pairs = words.chunks_exact(2);
        let units: Vec<u16> = pairs.map(|pair| read([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match file {
        [0xff, 0xfe, words @ ..] => wide(words, u16::from_le_bytes),
        [0xfe, 0xff, words @ ..] => wide(words, u16::from_be_bytes),
        _ => String::from_utf8_lossy(file).into_owned(),
    }
}

/// A header with its rows.
struct Table {
    header: Vec<String>,
    /// The units of the columns, where a row has them.
    units: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Returns the tables of a file, which may have the reports of several runs. Lines around them are left out.
fn tables(text: &str) -> Result<Vec<Table>, ReportError> {
    let Some(begin) = text.find("\"ID\",") else {
        return Err(match () {
            () if text.contains("ERR_NVGPUCTRPERM") => ReportError::NoPermission,
            () if text.contains("No kernels were profiled") => ReportError::NoLaunch,
            () if text.contains("\"Kernel Name\"") || text.contains("\"Section Name\"") => ReportError::OtherPage,
            () => ReportError::NoTable,
        });
    };
    // Only lines of the program and of ncu begin without a quotation mark.
    let lines = text[begin..].lines().filter(|line| line.starts_with('"'));
    let table = lines.collect::<Vec<_>>().join("\n");
    if table.matches('"').count() % 2 == 1 {
        return Err(ReportError::CutOff);
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(table.as_bytes());
    let mut tables: Vec<Table> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|_| ReportError::CutOff)?;
        let cells: Vec<String> = record.iter().map(str::to_owned).collect();
        let first = cells.first().map_or("", String::as_str);
        if first == ID {
            tables.push(Table {
                header: cells,
                units: Vec::new(),
                rows: Vec::new(),
            });
            continue;
        }
        let Some(table) = tables.last_mut() else {
            continue;
        };
        let is_launch = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        let is_wide = cells.len() > 2;
        if is_launch && is_wide {
            table.rows.push(cells);
        } else if first.is_empty() && is_wide && table.rows.is_empty() {
            table.units = cells;
        }
    }
    Ok(tables)
}

impl Table {
    fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|own| own == name)
    }

    /// Returns the launches of a table with a column for each metric.
    fn of_raw(&self, decimal: Option<char>) -> Vec<ReportedLaunch> {
        let launch = |row: &Vec<String>| {
            let mut launch = ReportedLaunch::of_row(self, row);
            for (column, name) in self.header.iter().enumerate() {
                let unit = self.units.get(column).map_or("", String::as_str);
                let cell = row.get(column).filter(|_| name.contains("__"));
                if let Some(value) = cell.and_then(|cell| number(cell, unit, name, decimal)) {
                    launch.metrics.insert(name.clone(), value);
                }
            }
            launch
        };
        self.rows.iter().map(launch).collect()
    }

    /// Returns the launches of a table with a row for each metric.
    fn of_details(&self, decimal: Option<char>) -> Result<Vec<ReportedLaunch>, ReportError> {
        let (Some(metric), Some(value)) = (self.column(METRIC), self.column(VALUE)) else {
            return Err(ReportError::OtherPage);
        };
        let unit = self.column(UNIT);
        let mut launches = Vec::new();
        let mut indices: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &self.rows {
            let cell = |column: usize| row.get(column).map_or("", String::as_str);
            let index = match indices.entry(cell(0)) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    launches.push(ReportedLaunch::of_row(self, row));
                    *new.insert(launches.len() - 1)
                }
            };
            let (name, unit) = (cell(metric), unit.map_or("", cell));
            if let Some(value) = number(cell(value), unit, name, decimal) {
                launches[index].metrics.insert(name.to_owned(), value);
            }
        }
        Ok(launches)
    }
}

impl ReportedLaunch {
    fn of_row(table: &Table, row: &[String]) -> Self {
        let cell = |name: &str| row.get(table.column(name)?).map(String::as_str);
        let (kernel, template) = function(cell(KERNEL).unwrap_or_default());
        ReportedLaunch {
            id: cell(ID).unwrap_or_default().to_owned(),
            kernel,
            template,
            grid: cell(GRID).and_then(read_sizes),
            block: cell(BLOCK).and_then(read_sizes),
            metrics: BTreeMap::new(),
        }
    }

    /// Returns the value of ncu's metric.
    pub fn metric(&self, name: &str) -> Option<f64> {
        Some(self.metrics.get(name)?.value)
    }

    /// Returns true if the report has labels such as `Executed Instructions` instead of the names of metrics.
    pub fn has_labels(&self) -> bool {
        !self.metrics.is_empty() && !self.metrics.keys().any(|name| name.contains("__"))
    }

    /// Returns the metrics that are no counters of ours, such as times: only the chip knows them.
    pub fn others(&self) -> impl Iterator<Item = (&str, &Reported)> {
        let is_ours = |name: &str| NCU.iter().any(|ours| ours.metrics().any(|own| own == name));
        let named = self.metrics.iter().filter(move |(name, _)| !is_ours(name));
        named.map(|(name, reported)| (name.as_str(), reported))
    }
}

/// Reads three sizes such as `(256, 1, 1)`.
fn read_sizes(cell: &str) -> Option<[u32; 3]> {
    let inner = cell.trim().strip_prefix('(')?.strip_suffix(')')?;
    let sizes: Result<Vec<u32>, _> = inner.split(',').map(|size| size.trim().parse()).collect();
    sizes.ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) const RAW: &str = r#"sum = 523776
==PROF== Connected to process 4107 (/home/ada/sum)
==PROF== Profiling "reduce" - 0: 0%....50%....100% - 4 passes
==PROF== Disconnected from process 4107
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","gpu__time_duration.sum","l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum","smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct","smsp__inst_executed.sum"
"","","","","","","","","","","","us","","%","inst"
"0","4107","sum","127.0.0.1","void tools::reduce<256>(const int *, int *, unsigned int)","1","7","(256, 1, 1)","(512, 1, 1)","0","9.0","3.17","45,568","98.42","1,234,567"
"1","4107","sum","127.0.0.1","last(int *)","1","7","(32, 1, 1)","(1, 1, 1)","0","9.0","1.20","1","100","n/a"
"#;

    pub(super) fn launch(report: &str, index: usize) -> ReportedLaunch {
        read(report.as_bytes()).expect("a report").swap_remove(index)
    }

    #[test]
    fn a_raw_page_is_read_by_names() {
        let launches = read(RAW.as_bytes()).expect("a report");
        assert_eq!(launches.len(), 2);
        let first = &launches[0];
        assert_eq!(first.kernel, "reduce");
        assert_eq!((first.grid, first.block), (Some([512, 1, 1]), Some([256, 1, 1])));
        assert_eq!(
            first.metric("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"),
            Some(45_568.0)
        );
        let efficiency = "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct";
        assert_eq!(first.metric(efficiency), Some(98.42));
        assert_eq!(launches[1].metric("smsp__inst_executed.sum"), None);
        let others = first.others().map(|(name, other)| (name, other.value, &*other.unit));
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
        assert_eq!(launches[0].metric("smsp__inst_executed.sum"), Some(27_595_520.0));
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
    fn a_file_may_have_several_tables_and_no_units() {
        let twice = format!("{RAW}{RAW}");
        let ids: Vec<String> = (read(twice.as_bytes()).expect("a report").into_iter())
            .map(|launch| launch.id)
            .collect();
        assert_eq!(ids, ["0", "1", "0", "1"]);
        let without = RAW.lines().filter(|line| !line.starts_with("\"\","));
        let without = without.collect::<Vec<_>>().join("\n");
        assert_eq!(read(without.as_bytes()).map(|launches| launches.len()), Ok(2));
        let quoted = format!("{RAW}\"the sum is\" 4\n\"done\"\nscreen of 5\" width\n");
        assert_eq!(read(quoted.as_bytes()), read(RAW.as_bytes()));
        let cut = RAW.trim_end().trim_end_matches('"');
        assert_eq!(read(cut.as_bytes()), Err(ReportError::CutOff));
    }

    #[test]
    fn a_report_of_powershell_is_read() {
        let lines = RAW.replace('\n', "\r\n");
        let mut bytes = vec![0xff, 0xfe];
        bytes.extend(lines.encode_utf16().flat_map(u16::to_le_bytes));
        assert_eq!(read(&bytes), read(RAW.as_bytes()));
    }
}
