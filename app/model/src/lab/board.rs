//! A class board: the sheets of many devices in one file.

use crate::lab::figures::bars::{RECORDED, bar, ratio, time_bar};
use crate::lab::figures::{Look, Measure, rate_text, rates_of, time_text};
use crate::lab::record::{Record, title};
use crate::strings::{self, Strings};
use charts::{Source, Tone};
use gpu::{Measurement, Sheet, SheetError};
use lessons::{GalleryKernel, Language, Parameter};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The value of a board's field `format`.
const FORMAT: &str = "warpstep-board";
const VERSION: u32 = 1;

/// The most members of a board: a class has fewer laptops.
pub const MOST_MEMBERS: usize = 100;

/// The longest text that is read as a board or a sheet, in bytes.
pub const MAX_BOARD_BYTES: usize = 64 << 20;

/// One device of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub name: String,
    /// The name of the file that it came from.
    pub file: String,
    pub record: Arc<Record>,
}

/// All devices of a class, in the order of their arrival.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    pub members: Vec<Member>,
}

/// The reason why a file was not added to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    Sheet(SheetError),
    /// The board already holds the same measurements, under this name.
    Duplicate {
        name: String,
    },
    Full {
        most: usize,
    },
}

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    members: Vec<FileMember>,
}

#[derive(Serialize, Deserialize)]
struct FileMember {
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    file: String,
    sheet: serde_json::Value,
}

impl Board {
    /// Adds a sheet, or the members of another board, from a file of this name. Returns one result for each: the member's
    /// name, or why it was not added.
    pub fn add(&mut self, file: &str, text: &str) -> Vec<Result<String, BoardError>> {
        let other: Option<File> = text.contains(FORMAT).then(|| serde_json::from_str(text).ok()).flatten();
        let Some(other) = other.filter(|other| other.format == FORMAT) else {
            return vec![self.add_sheet("", file, text)];
        };
        if other.version != VERSION {
            return vec![Err(BoardError::Sheet(SheetError::OtherVersion {
                version: other.version,
                known: VERSION,
            }))];
        }
        if other.members.is_empty() {
            return vec![Err(BoardError::Sheet(SheetError::Empty))];
        }
        let members = other.members.into_iter().take(MOST_MEMBERS + 1);
        members
            .map(|member| self.add_sheet(&member.name, &member.file, &member.sheet.to_string()))
            .collect()
    }

    fn add_sheet(&mut self, name: &str, file: &str, text: &str) -> Result<String, BoardError> {
        let sheet = Sheet::parse(text).map_err(BoardError::Sheet)?;
        if let Some(same) = self
            .members
            .iter()
            .find(|member| member.record.sheet.has_same_measurements(&sheet))
        {
            return Err(BoardError::Duplicate {
                name: same.name.clone(),
            });
        }
        if self.members.len() >= MOST_MEMBERS {
            return Err(BoardError::Full { most: MOST_MEMBERS });
        }
        let wanted = match name.trim() {
            "" if sheet.name.trim().is_empty() => &sheet.device.name,
            "" => &sheet.name,
            name => name,
        };
        let name = self.free_name(wanted);
        let record = Record::of(String::new(), String::new(), sheet);
        self.members.push(Member {
            name: name.clone(),
            file: file.to_owned(),
            record: Arc::new(record),
        });
        Ok(name)
    }

    /// Returns a name that is free. Laptops of one model have one name, so the second one gets a number.
    fn free_name(&self, wanted: &str) -> String {
        let wanted: String = wanted.chars().take(60).collect();
        let taken = |name: &str| self.members.iter().any(|member| member.name == name);
        if !taken(&wanted) {
            return wanted;
        }
        let numbered = (2..).map(|number| format!("{wanted} {number}"));
        // Numbers never run out, so `find` always succeeds.
        numbered.into_iter().find(|name| !taken(name)).unwrap_or(wanted)
    }

    /// Renames a member. An empty name or one that is in use changes nothing.
    pub fn rename(&mut self, index: usize, name: &str) {
        let name: String = name.trim().chars().take(60).collect();
        let taken = self.members.iter().any(|member| member.name == name);
        if let Some(member) = self.members.get_mut(index)
            && !name.is_empty()
            && !taken
        {
            member.name = name;
        }
    }

    pub fn remove(&mut self, index: usize) {
        if index < self.members.len() {
            self.members.remove(index);
        }
    }

    /// Returns the text of the file; [`Board::add`] reads it.
    pub fn to_json(&self) -> String {
        let members = self.members.iter().map(|member| FileMember {
            name: member.name.clone(),
            file: member.file.clone(),
            sheet: serde_json::to_value(&member.record.sheet).unwrap_or_default(),
        });
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            members: members.collect(),
        };
        // Serialising strings, numbers and lists cannot fail.
        serde_json::to_string(&file).unwrap_or_default() + "\n"
    }

    /// Returns every measured (n, block): those of the most devices first, then the largest.
    pub fn sizes(&self) -> Vec<(u64, u32)> {
        let mut sizes: Vec<((u64, u32), usize)> = Vec::new();
        for member in &self.members {
            let mut measured: Vec<(u64, u32)> = member
                .record
                .results()
                .map(|result| (result.entry.n, result.entry.block))
                .collect();
            measured.sort_unstable();
            measured.dedup();
            for size in measured {
                match sizes.iter_mut().find(|(each, _)| *each == size) {
                    Some((_, count)) => *count += 1,
                    None => sizes.push((size, 1)),
                }
            }
        }
        sizes.sort_by_key(|&(size, count)| std::cmp::Reverse((count, size)));
        sizes.into_iter().map(|(size, _)| size).collect()
    }

    /// Returns true if one of these devices has measured the kernel at a size.
    pub fn has(&self, devices: Devices, kernel: &BoardKernel, size: (u64, u32)) -> bool {
        let mut members = self.members.iter();
        members.any(|member| Devices::of(member) == devices && member.time(kernel, size).is_some())
    }

    /// Returns the kernels that some device measured at a size, each with its parameter's value, in the order of
    /// arrival.
    pub fn kernels(&self, size: (u64, u32)) -> Vec<BoardKernel> {
        let mut kernels: Vec<BoardKernel> = Vec::new();
        for member in &self.members {
            for result in member.record.results() {
                let kernel = BoardKernel::of(result.entry);
                if (result.entry.n, result.entry.block) == size && !kernels.contains(&kernel) {
                    kernels.push(kernel);
                }
            }
        }
        kernels
    }
}

/// A kernel with the values of its parameters. Times of other values are in another chart.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardKernel {
    pub name: String,
    pub parameters: BTreeMap<String, f64>,
}

impl BoardKernel {
    fn of(entry: &gpu::Entry) -> Self {
        let mut parameters = entry.parameters.clone();
        let kernel = GalleryKernel::by_name(&entry.kernel);
        if let Some(iterations) = kernel.and_then(|kernel| kernel.task.iterations()) {
            let name = Parameter::Iterations.name().to_owned();
            parameters.entry(name).or_insert(f64::from(iterations));
        }
        BoardKernel {
            name: entry.kernel.clone(),
            parameters,
        }
    }

    /// Returns the title in charts.
    pub fn title(&self, language: Language) -> String {
        let mut title = title(&self.name, language);
        let words = strings::of(language).board();
        let parameters = [Parameter::Iterations, Parameter::Blocks];
        for (name, value) in &self.parameters {
            let parameter = parameters.into_iter().find(|each| each.name() == name);
            let text = parameter.map_or_else(
                || format!("{name} {value}"),
                |parameter| (words.with_parameter)(parameter, *value as u64),
            );
            title.push_str(&format!(" · {text}"));
        }
        title
    }
}

impl Member {
    /// Returns this device's measurement of a kernel at a size.
    pub fn time(&self, kernel: &BoardKernel, size: (u64, u32)) -> Option<&Measurement> {
        let mut results = self.record.results();
        let result = results
            .find(|result| (result.entry.n, result.entry.block) == size && BoardKernel::of(result.entry) == *kernel);
        Some(result?.time)
    }

    /// Returns the first kernel's measurement at a size: the baseline of this device's speed-ups.
    fn first_time(&self, size: (u64, u32)) -> Option<&Measurement> {
        let mut results = self.record.results();
        let result = results.find(|result| {
            (result.entry.n, result.entry.block) == size && result.entry.kernel != super::experiment::COPY
        });
        Some(result?.time)
    }
}

/// The devices that share a chart. The times of a software implementation say nothing about a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Devices {
    Gpus,
    Software,
}

impl Devices {
    pub fn of(member: &Member) -> Self {
        if member.record.sheet.device.is_fallback {
            Devices::Software
        } else {
            Devices::Gpus
        }
    }
}

/// The content of a chart: one kernel at one size (n, block) on devices of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub devices: Devices,
    pub kernel: &'a BoardKernel,
    pub size: (u64, u32),
    pub measure: Measure,
}

/// Draws a chart with a row for each device.
pub fn chart(board: &Board, subject: Subject<'_>, strings: &Strings, language: Language, look: &Look<'_>) -> String {
    let Subject {
        devices,
        kernel,
        size,
        measure,
    } = subject;
    let row = |member: &Member| {
        let time = member.time(kernel, size);
        let first = member.first_time(size);
        let bar = time.map(|time| match measure {
            Measure::Time => time_bar(time),
            Measure::Bandwidth => bar(RECORDED, rates_of(time)),
            Measure::SpeedUp => {
                let ratio = first.map_or([f64::NAN; 3], |first| ratio(first, time));
                bar(RECORDED, ratio)
            }
        });
        let note = match (time, measure) {
            (None, _) => strings.none.to_owned(),
            (Some(time), Measure::Time) => rate_text(time, strings),
            (Some(time), _) => time_text(time),
        };
        charts::Row {
            label: member.name.clone(),
            note,
            highlighted: false,
            bars: bar.into_iter().collect(),
        }
    };
    let members = board.members.iter();
    let rows: Vec<charts::Row> = members
        .filter(|member| Devices::of(member) == devices)
        .map(row)
        .collect();
    let bars = charts::Bars {
        title: match devices {
            Devices::Gpus => kernel.title(language),
            Devices::Software => (strings.board().in_software)(&kernel.title(language)),
        },
        description: String::new(),
        unit: match measure {
            Measure::Time => charts::Unit::Time,
            Measure::Bandwidth => charts::Unit::Named(strings.bandwidth.to_owned()),
            Measure::SpeedUp => charts::Unit::Named("×".to_owned()),
        },
        heading: String::new(),
        sources: vec![Source {
            name: String::new(),
            tone: Tone::Own,
        }],
        empty: strings.lab().nothing_here.to_owned(),
        footnote: String::new(),
        rows,
    };
    charts::bars(&bars, &look.style())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gpu::{Clock, Entry, Method, SheetDevice, Way};

    fn sheet(device: &str, nanos: f64) -> Sheet {
        let entry = |kernel: &str, n: u64, nanos: f64| Entry {
            kernel: kernel.to_owned(),
            n,
            block: 256,
            parameters: Default::default(),
            useful_bytes: 4 * n,
            samples: vec![nanos, nanos * 1.01, nanos * 0.99],
            method: Method::Slope,
            clock: Clock::Gpu,
            repeats: 10,
            step_nanos: 1.0,
            compile_nanos: 1e6,
            first_run_nanos: 1e5,
        };
        let device = SheetDevice {
            name: device.to_owned(),
            vendor: String::new(),
            backend: "WebGPU".to_owned(),
            is_fallback: false,
        };
        let entries = vec![
            entry("reduce_neighbored", 1 << 20, nanos),
            entry("reduce_unroll8", 1 << 20, nanos / 8.0),
            entry("reduce_unroll8", 1 << 22, nanos / 2.0),
        ];
        Sheet::new(device, String::new(), "Warpstep".to_owned(), Way::Browser, entries)
    }

    #[test]
    fn files_come_once_and_bad_ones_have_a_reason() {
        let mut board = Board::default();
        assert_eq!(board.add("a.json", &sheet("A", 1e6).to_json()), [Ok("A".to_owned())]);
        assert_eq!(board.add("a.json", &sheet("A", 2e6).to_json()), [Ok("A 2".to_owned())]);
        assert_eq!(
            board.add("a.json", &sheet("A", 1e6).to_json()),
            [Err(BoardError::Duplicate { name: "A".to_owned() })]
        );
        let refused = board.add("a.json", "{}");
        assert!(
            matches!(refused[0], Err(BoardError::Sheet(SheetError::NotASheet { .. }))),
            "{refused:?}"
        );
        for number in 0..MOST_MEMBERS {
            board.add("a.json", &sheet("B", 3e6 + number as f64).to_json());
        }
        assert_eq!(board.members.len(), MOST_MEMBERS);
        assert_eq!(
            board.add("a.json", &sheet("C", 9.0).to_json()),
            [Err(BoardError::Full { most: MOST_MEMBERS })]
        );
    }

    #[test]
    fn a_board_reads_as_it_was_saved() {
        let mut board = Board::default();
        board.add("a.json", &sheet("A", 1e6).to_json());
        board.add("a.json", &sheet("B", 2e6).to_json());
        board.rename(1, "Ming's laptop");
        board.rename(0, "Ming's laptop");
        let mut read = Board::default();
        let answers = read.add("b.json", &board.to_json());
        assert_eq!(answers, [Ok("A".to_owned()), Ok("Ming's laptop".to_owned())]);
        assert_eq!(read, board);
        read.remove(0);
        read.remove(7);
        assert_eq!(read.members.len(), 1);
        for text in [
            board
                .to_json()
                .replace("\"version\":1,\"members\"", "\"version\":9,\"members\""),
            "{\"format\":\"warpstep-board\",\"version\":1,\"members\":[]}".to_owned(),
            "{\"format\":\"warpstep-board\"".to_owned(),
        ] {
            let answers = read.add("b.json", &text);
            assert!(answers.iter().all(std::result::Result::is_err), "{answers:?}");
        }
    }

    #[test]
    fn a_file_says_its_name() {
        let mut named = sheet("NVIDIA H200", 1e6);
        named.name = "Table 4".to_owned();
        let mut board = Board::default();
        board.add("table-4.json", &named.to_json());
        assert_eq!(board.members[0].name, "Table 4");
        assert_eq!(board.members[0].file, "table-4.json");
        // The same measurements under another name are the same.
        named.name = "Table 5".to_owned();
        let again = board.add("b.json", &named.to_json());
        assert!(matches!(again[0], Err(BoardError::Duplicate { .. })), "{again:?}");
    }

    #[test]
    fn one_chart_has_one_number_of_iterations_and_one_kind_of_device() {
        let loops = |device: &str, iterations: Option<f64>| {
            let mut sheet = sheet(device, 1e6);
            for entry in &mut sheet.entries {
                entry.kernel = "divergence_parity".to_owned();
                entry
                    .parameters
                    .extend(iterations.map(|value| ("ITERATIONS".to_owned(), value)));
            }
            sheet
        };
        let mut software = loops("llvmpipe", None);
        software.device.is_fallback = true;
        let mut board = Board::default();
        for sheet in [
            loops("A", None),
            loops("B", Some(64.0)),
            loops("C", Some(10_000.0)),
            software,
        ] {
            board.add("a.json", &sheet.to_json());
        }
        let size = (1 << 20, 256);
        let kernels = board.kernels(size);
        let titles: Vec<String> = kernels.iter().map(|kernel| kernel.title(Language::English)).collect();
        assert_eq!(titles, ["by lane · 64 iterations", "by lane · 10,000 iterations"]);
        let members = |kernel: &BoardKernel, devices: Devices| {
            let members = board.members.iter();
            let there = members.filter(|member| Devices::of(member) == devices && member.time(kernel, size).is_some());
            there.map(|member| member.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(members(&kernels[0], Devices::Gpus), ["A", "B"]);
        assert_eq!(members(&kernels[0], Devices::Software), ["llvmpipe"]);
        assert_eq!(members(&kernels[1], Devices::Gpus), ["C"]);
    }

    #[test]
    fn what_most_devices_have_is_shown_first() {
        let mut board = Board::default();
        board.add("a.json", &sheet("A", 1e6).to_json());
        let mut less = sheet("B", 1e6);
        less.entries.truncate(2);
        board.add("a.json", &less.to_json());
        assert_eq!(board.sizes(), [(1 << 20, 256), (1 << 22, 256)]);
        let names: Vec<String> = board
            .kernels((1 << 20, 256))
            .into_iter()
            .map(|kernel| kernel.name)
            .collect();
        assert_eq!(names, ["reduce_neighbored", "reduce_unroll8"]);
    }
}
