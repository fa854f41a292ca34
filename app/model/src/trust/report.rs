//! A report of NVIDIA Nsight Compute (`ncu --csv`), and its counters beside ours.
//!
//! Both of its pages are read: `--page raw` has a column for each metric and a row of units; `--page details`, the default,
//! has a row for each metric. Lines of the program and of ncu may stand around the table, and numbers have the marks of the
//! reader's locale.

use simt::{Likeness, Metrics, NCU, NcuCounter, ncu_counter};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The counters of one launch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportedLaunch {
    /// Its number in the report.
    pub id: String,
    /// The name of the function, without its type, namespaces, arguments and parameters.
    pub kernel: String,
    /// The arguments of its template, as [`plain_template`] writes them; empty if there are none.
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
    #[error("the table cannot be read: {0}")]
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
            () if text.contains("\"Kernel Name\"") || text.contains("\"Section Name\"") => {
                ReportError::OtherPage
            }
            () => ReportError::NoTable,
        });
    };
    if text[begin..].matches('"').count() % 2 == 1 {
        return Err(ReportError::Row(
            "it ends in the middle of a cell".to_owned(),
        ));
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(&text.as_bytes()[begin..]);
    let mut tables: Vec<Table> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| ReportError::Row(error.to_string()))?;
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
            grid: cell(GRID).and_then(sizes),
            block: cell(BLOCK).and_then(sizes),
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

/// Returns the function of a name such as `void space::reduce<(int)256>(int *)` or `_Z6reducePi`, and its template
/// arguments without spaces and casts.
fn function(name: &str) -> (String, String) {
    if let Some(mangled) = name.strip_prefix("_Z") {
        let digits = mangled.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        let length = mangled[..digits].parse().unwrap_or(0);
        let own = mangled[digits..].get(..length).unwrap_or(name);
        return (own.to_owned(), String::new());
    }
    let name = name
        .replace("<unnamed>::", "")
        .replace("(anonymous namespace)::", "");
    // The parameters begin at the first bracket outside of template arguments.
    let mut depth = 0_u32;
    let mut begin = 0;
    let (mut arguments, mut end) = (None, name.len());
    for (at, c) in name.char_indices() {
        match c {
            '<' => {
                if depth == 0 {
                    arguments = Some(at);
                }
                depth += 1;
            }
            '>' => depth = depth.saturating_sub(1),
            '(' | '[' if depth == 0 => {
                end = at;
                break;
            }
            ':' if depth == 0 => (begin, arguments) = (at + 1, None),
            // The type ends at a space; a space behind the name stands before a mark.
            ' ' if depth == 0 && !name[at + 1..].starts_with(['[', '(']) => {
                (begin, arguments) = (at + 1, None);
            }
            _ => {}
        }
    }
    let own = name[begin..arguments.unwrap_or(end).max(begin)].trim();
    let template = arguments.map_or("", |arguments| &name[arguments..end]);
    (own.to_owned(), plain_template(template))
}

/// Returns template arguments without brackets, spaces, casts and suffixes of numbers.
pub fn plain_template(arguments: &str) -> String {
    let inner = arguments
        .trim()
        .trim_start_matches('<')
        .trim_end_matches('>');
    let plain = inner.split(',').map(|argument| {
        let argument = argument.trim();
        let argument = match argument.strip_prefix('(') {
            Some(cast) => cast.split_once(')').map_or(argument, |(_, value)| value),
            None => argument,
        };
        let is_number = argument.starts_with(|c: char| c.is_ascii_digit());
        if is_number {
            argument.trim_end_matches(['u', 'U', 'l', 'L'])
        } else {
            argument
        }
        .trim()
    });
    plain.collect::<Vec<_>>().join(",")
}

/// Reads three sizes such as `(256, 1, 1)`.
fn sizes(cell: &str) -> Option<[u32; 3]> {
    let inner = cell.trim().strip_prefix('(')?.strip_suffix(')')?;
    let sizes: Result<Vec<u32>, _> = inner.split(',').map(|size| size.trim().parse()).collect();
    sizes.ok()?.try_into().ok()
}

/// Returns true for what may stand between the digits of a number.
fn is_mark(c: char) -> bool {
    matches!(c, '.' | ',' | '\'' | ' ' | '\u{a0}' | '\u{202f}' | '’')
}

/// Returns the marks in a number with the digits behind each; `None` if it is no plain number.
fn marks(cell: &str) -> Option<Vec<(char, usize)>> {
    let begins = cell.starts_with(|c: char| c.is_ascii_digit());
    if !begins || !cell.chars().all(|c| c.is_ascii_digit() || is_mark(c)) {
        return None;
    }
    let mut marks: Vec<(char, usize)> = Vec::new();
    for c in cell.chars() {
        match marks.last_mut() {
            _ if is_mark(c) => marks.push((c, 0)),
            Some((_, digits)) => *digits += 1,
            None => {}
        }
    }
    Some(marks)
}

/// Returns the decimal mark of a file: the last mark of a number where it cannot stand between thousands.
fn decimal_mark<'a>(cells: impl Iterator<Item = &'a String>) -> Option<char> {
    let mark = |cell: &String| match marks(cell.trim())?.as_slice() {
        [(mark, digits)] if *digits != 3 => Some(*mark),
        [.., (before, _), (last, _)] if before != last => Some(*last),
        _ => None,
    };
    cells.into_iter().find_map(mark)
}

/// Reads a number with the marks of any locale, in the base of its unit. `None` for texts and for `n/a`.
fn number(cell: &str, unit: &str, name: &str, decimal: Option<char>) -> Option<Reported> {
    let cell = cell.trim();
    let scale = scale_of(unit);
    let base = unit[usize::from(scale != 1.0)..].to_owned();
    let Some(marks) = marks(cell) else {
        let value = cell.parse().ok().filter(|value: &f64| value.is_finite())?;
        return Some(Reported {
            value: value * scale,
            unit: base,
            half_a_digit: 0.5 * scale,
        });
    };
    let decimals = match marks.as_slice() {
        [] => 0,
        [.., (before, _), (last, digits)] if before != last => *digits,
        [_, .., _] => 0,
        [(_, digits)] if *digits != 3 => *digits,
        // One mark and three digits: thousands, unless something speaks against it.
        [(mark, digits)] => {
            let whole = cell.find(is_mark).unwrap_or(0);
            let is_share = name.ends_with(".pct") || unit == "%";
            let speaks_against = whole > 3 || cell.starts_with('0') || scale != 1.0 || is_share;
            let is_decimal = match decimal {
                Some(decimal) => decimal == *mark && !name.ends_with(".sum"),
                None => false,
            };
            if speaks_against || is_decimal {
                *digits
            } else {
                0
            }
        }
    };
    let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
    let digit = 10_f64.powi(-(decimals as i32)) * scale;
    let value = digits.parse::<f64>().ok()? * digit;
    Some(Reported {
        value: Some(value).filter(|value| value.is_finite())?,
        unit: base,
        half_a_digit: if decimals == 0 && scale == 1.0 {
            0.0
        } else {
            digit / 2.0
        },
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
pub fn compare(launch: &ReportedLaunch, metrics: &Metrics) -> Vec<Compared> {
    let row = |counter: &NcuCounter| {
        let chip = counter.value(|name| launch.metric(name))?;
        let ours = ours(metrics, counter.name)?;
        let halves = counter
            .metrics()
            .filter_map(|name| launch.metrics.get(name));
        let half_a_digit: f64 = halves.map(|reported| reported.half_a_digit).sum();
        let room = half_a_digit * counter.scale + 1e-9 * ours.abs().max(1.0);
        let pair = Pair {
            counter,
            ours,
            chip,
            launch,
            metrics,
        };
        Some(Compared {
            name: counter.name,
            ours,
            chip,
            verdict: match () {
                () if (chip - ours).abs() <= room => Verdict::Equal,
                () if pair.is_explained() => Verdict::Explained(counter.likeness),
                () => Verdict::Differs,
            },
        })
    };
    NCU.iter().filter_map(row).collect()
}

/// The largest share of wavefronts that the chip repeats: measured on an H200 (`lessons::measured`).
const MOST_REPEATED: f64 = 0.03;

/// The two values of a counter, and the other counters of both sides by our names.
struct Pair<'a> {
    counter: &'a NcuCounter,
    ours: f64,
    chip: f64,
    launch: &'a ReportedLaunch,
    metrics: &'a Metrics,
}

impl Pair<'_> {
    fn ours(&self, name: &str) -> f64 {
        ours(self.metrics, name).unwrap_or(0.0)
    }

    /// Returns true if the report has this counter, and it differs from ours.
    fn differs(&self, name: &str) -> bool {
        let chip = ncu_counter(name).and_then(|own| own.value(|name| self.launch.metric(name)));
        chip.is_some_and(|chip| chip != self.ours(name))
    }

    /// Returns true if the counter's likeness explains the difference.
    fn is_explained(&self) -> bool {
        let (name, excess) = (self.counter.name, self.chip - self.ours);
        match self.counter.likeness {
            Likeness::Equal => false,
            // The lanes ask for the same sectors, some of them for the same bytes.
            Likeness::Distinct => {
                let is_load = name.starts_with("gld");
                let sectors = if is_load {
                    "gld_sectors"
                } else {
                    "gst_sectors"
                };
                self.chip > 0.0 && excess < 0.0 && !self.differs(sectors)
            }
            Likeness::Arbitrated => {
                let is_load = name.starts_with("shared_ld");
                let wavefronts = if is_load {
                    "shared_ld_wavefronts"
                } else {
                    "shared_st_wavefronts"
                };
                (0.0..=MOST_REPEATED * self.ours(wavefronts)).contains(&excess)
            }
            Likeness::Atomics => self.ours > 0.0 && self.chip > 0.0,
            Likeness::Compiler => self.chip > 0.0 || name.contains("branch"),
            Likeness::Registers => true,
        }
    }
}

fn ours(metrics: &Metrics, name: &str) -> Option<f64> {
    Some((simt::metric(name)?.value)(metrics)?.real())
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
    fn functions_are_found_in_their_names() {
        for (name, kernel, template) in [
            ("copy", "copy", ""),
            ("copy(float *, int)", "copy", ""),
            ("void k<(int)4>(float *)", "k", "4"),
            ("void k<256u, float>(float *)", "k", "256,float"),
            ("space::inner::k(int)", "k", ""),
            ("<unnamed>::transpose(const float *)", "transpose", ""),
            (
                "void <unnamed>::copyk<<unnamed>::Op>(float *, <unnamed>::Op)",
                "copyk",
                "Op",
            ),
            (
                "void (anonymous namespace)::k<(anonymous namespace)::Op>(int)",
                "k",
                "Op",
            ),
            ("void Outer<int>::copy(int *)", "copy", ""),
            ("copy [clone .1]", "copy", ""),
            ("_Z4copyPfi", "copy", ""),
            ("", "", ""),
        ] {
            assert_eq!(
                function(name),
                (kernel.to_owned(), template.to_owned()),
                "{name}"
            );
        }
    }

    #[test]
    fn numbers_have_the_marks_of_any_country() {
        let count = "smsp__inst_executed.sum";
        // (cell, unit, metric, decimal mark of the file, value)
        for (cell, unit, name, decimal, value) in [
            ("45,568", "", count, None, Some(45_568.0)),
            ("45.568", "", count, Some(','), Some(45_568.0)),
            ("27.595.520", "", count, None, Some(27_595_520.0)),
            ("1 234 567", "", count, None, Some(1_234_567.0)),
            ("65,77", "%", "x__a.pct", None, Some(65.77)),
            ("1,362.20", "", "x__a.ratio", None, Some(1362.2)),
            ("1.362,20", "", "x__a.ratio", None, Some(1362.2)),
            ("64.0", "", count, None, Some(64.0)),
            ("65,536.00", "", count, None, Some(65_536.0)),
            ("2048.000000", "", count, None, Some(2048.0)),
            ("2.0", "Kbyte", count, None, Some(2000.0)),
            ("2.048", "Kbyte", count, None, Some(2048.0)),
            ("99.999", "%", "x__a.pct", None, Some(99.999)),
            ("0.125", "", "x__a.ratio", None, Some(0.125)),
            ("3.125", "", "x__a.ratio", Some('.'), Some(3.125)),
            ("6.4e+01", "", count, None, Some(64.0)),
            ("n/a", "", count, None, None),
            ("inf", "", count, None, None),
            ("", "", count, None, None),
        ] {
            let number = number(cell, unit, name, decimal).map(|number| number.value);
            let is_near = match (number, value) {
                (Some(number), Some(value)) => (number - value).abs() < 1e-9 * value,
                (number, value) => number == value,
            };
            assert!(is_near, "{cell}: {number:?}");
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
        assert_eq!(
            read(without.as_bytes()).map(|launches| launches.len()),
            Ok(2)
        );
        let quoted = format!("{RAW}\"the sum is\" 4\n\"done\"\n");
        assert_eq!(read(quoted.as_bytes()), read(RAW.as_bytes()));
        let cut = RAW.trim_end().trim_end_matches('"');
        assert!(matches!(read(cut.as_bytes()), Err(ReportError::Row(_))));
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
