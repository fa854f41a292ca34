//! A sheet: measurements that programs exchange as one JSON file.
//!
//! The page exports a sheet, `warpstep bench --json` prints one, a class board collects many, and the measurements that
//! ship with the project are sheets too. A sheet says who measured what, where, when and how, with every sample.

use crate::info::DeviceInfo;
use crate::measurement::{Circumstances, Clock, Measurement, Method};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Value of a sheet's field `format`.
const FORMAT: &str = "warpstep-times";

/// Version of the layout described here. It increases with a change that old programs would misread.
const VERSION: u32 = 1;

/// Longest text that is accepted as a sheet, in bytes.
pub const MAX_SHEET_BYTES: usize = 8 << 20;

/// Limits: measurements in a sheet, samples in a measurement, characters in a name.
const MAX_ENTRIES: usize = 4_096;
const MAX_SAMPLES: usize = 10_000;
const MAX_NAME: usize = 200;

/// Measurements that one program took on one device in one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    format: String,
    version: u32,
    /// The name that the reader has given to the file, for a class board. Empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub device: SheetDevice,
    /// Time of the export, RFC 3339 in UTC: `2026-11-21T09:30:00Z`. Empty if the program cannot read a calendar.
    pub taken: String,
    /// The program and its version, for example `Warpstep 0.1.0`.
    pub program: String,
    pub way: Way,
    pub entries: Vec<Entry>,
}

/// The measured device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetDevice {
    /// The same as [`DeviceInfo::name`]; a class may rename a laptop.
    pub name: String,
    pub vendor: String,
    /// `WebGPU`, `Vulkan`, `Metal`, `Dx12` or `CUDA`.
    pub backend: String,
    /// True for a software implementation: its times say nothing about a GPU.
    pub is_fallback: bool,
}

/// The path from source code to the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// WGSL in a browser, which checks every access.
    Browser,
    /// WGSL through wgpu, with wgpu's checks of bounds and loops.
    NativeChecked,
    /// WGSL through wgpu, without these checks.
    NativeUnchecked,
    /// The CUDA twin of a kernel, or a function of a CUDA library.
    Cuda,
}

/// One kernel at one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// File stem of the shader, or a library function such as `cub::DeviceReduce::Sum`.
    pub kernel: String,
    /// Number of input elements.
    pub n: u64,
    /// Lanes in a workgroup; 0 if a library chooses.
    pub block: u32,
    /// Overrides other than the workgroup size, and the parameters of a sweep, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, f64>,
    /// Bytes that any kernel for this task must move.
    pub useful_bytes: u64,
    /// Nanoseconds per dispatch, in the order the samples were taken.
    pub samples: Vec<f64>,
    pub method: Method,
    pub clock: Clock,
    /// Dispatches in the shorter pass of a sample.
    pub repeats: u32,
    /// Step of the clock in nanoseconds.
    pub step_nanos: f64,
    pub compile_nanos: f64,
    pub first_run_nanos: f64,
}

/// The reasons why a text is not a sheet; each variant is one rule with its values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    #[error("{bytes} bytes; a sheet has at most {most}")]
    TooLong { bytes: usize, most: usize },
    /// The text is not JSON, or lacks the fields of a sheet. `line` is 1-based; 0 if there is none.
    #[error("line {line}: {message}")]
    NotASheet { line: usize, message: String },
    #[error("a sheet of version {version}; this program reads version {known}")]
    OtherVersion { version: u32, known: u32 },
    #[error("the sheet has no measurement")]
    Empty,
    #[error("{count} {what}; at most {most}")]
    TooMany {
        what: &'static str,
        count: usize,
        most: usize,
    },
    /// A value that no measurement can have: not finite, below 0, or a name that is empty or too long.
    #[error("`{field}` of `{kernel}` is not a value that a measurement can have")]
    Senseless { kernel: String, field: &'static str },
}

impl From<&DeviceInfo> for SheetDevice {
    fn from(info: &DeviceInfo) -> Self {
        SheetDevice {
            name: info.name.clone(),
            vendor: info.vendor.clone(),
            backend: info.backend.clone(),
            is_fallback: info.is_fallback,
        }
    }
}

impl Entry {
    /// Creates the entry of a measurement of `n` elements in workgroups of `block` lanes, without parameters.
    pub fn of(measurement: &Measurement, n: u64, block: u32) -> Self {
        Entry {
            kernel: measurement.kernel.to_string(),
            n,
            block,
            parameters: BTreeMap::new(),
            useful_bytes: measurement.useful_bytes,
            samples: measurement.samples.clone(),
            method: measurement.method,
            clock: measurement.clock,
            repeats: measurement.repeats,
            step_nanos: measurement.step_nanos,
            compile_nanos: measurement.compile_nanos,
            first_run_nanos: measurement.first_run_nanos,
        }
    }

    /// Computes the measurement again from the samples, with its median and interval. Returns `None` without a sample.
    pub fn measurement(&self) -> Option<Measurement> {
        let about = Circumstances {
            kernel: self.kernel.clone().into(),
            useful_bytes: self.useful_bytes,
            method: self.method,
            clock: self.clock,
            repeats: self.repeats,
            step_nanos: self.step_nanos,
            compile_nanos: self.compile_nanos,
            first_run_nanos: self.first_run_nanos,
        };
        Measurement::of(self.samples.clone(), about)
    }

    fn check(&self) -> Result<(), SheetError> {
        let senseless = |field| {
            Err(SheetError::Senseless {
                kernel: self.kernel.chars().take(MAX_NAME).collect(),
                field,
            })
        };
        if !is_name(&self.kernel) {
            return senseless("kernel");
        }
        if self.n == 0 {
            return senseless("n");
        }
        if self.samples.len() > MAX_SAMPLES {
            return Err(SheetError::TooMany {
                what: "samples",
                count: self.samples.len(),
                most: MAX_SAMPLES,
            });
        }
        // On a coarse clock a slope may be zero or negative; such a sample is valid.
        if self.samples.is_empty() || self.samples.iter().any(|sample| !sample.is_finite()) {
            return senseless("samples");
        }
        for (field, value) in [
            ("step_nanos", self.step_nanos),
            ("compile_nanos", self.compile_nanos),
            ("first_run_nanos", self.first_run_nanos),
        ] {
            if !value.is_finite() || value < 0.0 {
                return senseless(field);
            }
        }
        let is_parameter = |(name, value): (&String, &f64)| is_name(name) && value.is_finite();
        if self.parameters.len() > 16 || !self.parameters.iter().all(is_parameter) {
            return senseless("parameters");
        }
        Ok(())
    }
}

fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= MAX_NAME && !text.chars().any(char::is_control)
}

impl Sheet {
    /// Creates a sheet in the current version of the format.
    pub fn new(device: SheetDevice, taken: String, program: String, way: Way, entries: Vec<Entry>) -> Self {
        Sheet {
            format: FORMAT.to_owned(),
            version: VERSION,
            name: String::new(),
            device,
            taken,
            program,
            way,
            entries,
        }
    }

    /// Returns true if two sheets are of one measurement, under any name.
    pub fn has_same_measurements(&self, other: &Sheet) -> bool {
        let facts = |sheet: &Sheet| (sheet.taken.clone(), sheet.program.clone(), sheet.way);
        self.device == other.device && facts(self) == facts(other) && self.entries == other.entries
    }

    /// Parses a sheet from a file with arbitrary content.
    ///
    /// # Errors
    /// [`SheetError`]: the first rule that the text breaks.
    pub fn parse(text: &str) -> Result<Sheet, SheetError> {
        if text.len() > MAX_SHEET_BYTES {
            return Err(SheetError::TooLong {
                bytes: text.len(),
                most: MAX_SHEET_BYTES,
            });
        }
        let not_a_sheet = |error: serde_json::Error| SheetError::NotASheet {
            line: error.line(),
            message: without_place(&error),
        };
        // The version is checked before the fields, because another version may have other fields.
        let about: About = serde_json::from_str(text).map_err(not_a_sheet)?;
        if about.format != FORMAT {
            return Err(SheetError::NotASheet {
                line: 0,
                message: format!("`format` is not `{FORMAT}`"),
            });
        }
        if about.version != VERSION {
            return Err(SheetError::OtherVersion {
                version: about.version,
                known: VERSION,
            });
        }
        let sheet: Sheet = serde_json::from_str(text).map_err(not_a_sheet)?;
        sheet.check()?;
        Ok(sheet)
    }

    /// Returns the text of the file: indented JSON that ends with a line feed.
    pub fn to_json(&self) -> String {
        // A sheet holds only strings, numbers and lists, so serialization cannot fail.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        text + "\n"
    }

    fn check(&self) -> Result<(), SheetError> {
        let texts = [
            ("device.name", &self.device.name),
            ("device.backend", &self.device.backend),
            ("program", &self.program),
        ];
        if let Some((field, _)) = texts.into_iter().find(|(_, text)| !is_name(text)) {
            return Err(SheetError::Senseless {
                kernel: String::new(),
                field,
            });
        }
        if !self.name.is_empty() && !is_name(&self.name) {
            return Err(SheetError::Senseless {
                kernel: String::new(),
                field: "name",
            });
        }
        if self.entries.is_empty() {
            return Err(SheetError::Empty);
        }
        if self.entries.len() > MAX_ENTRIES {
            return Err(SheetError::TooMany {
                what: "measurements",
                count: self.entries.len(),
                most: MAX_ENTRIES,
            });
        }
        self.entries.iter().try_for_each(Entry::check)
    }
}

/// The fields that every version of a sheet has.
#[derive(Deserialize)]
struct About {
    format: String,
    version: u32,
}

/// Returns serde's message without its suffix "at line 1 column 2", because the line has its own field.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry() -> Entry {
        Entry {
            kernel: "reduce_interleaved".to_owned(),
            n: 1 << 20,
            block: 256,
            parameters: BTreeMap::new(),
            useful_bytes: 4 << 20,
            samples: vec![2_000.5, 2_100.25, 1_990.0],
            method: Method::Slope,
            clock: Clock::Gpu,
            repeats: 100,
            step_nanos: 1.0,
            compile_nanos: 3e6,
            first_run_nanos: 9_000.0,
        }
    }

    fn sheet(entries: Vec<Entry>) -> Sheet {
        let device = SheetDevice {
            name: "NVIDIA H200".to_owned(),
            vendor: "nvidia".to_owned(),
            backend: "Vulkan".to_owned(),
            is_fallback: false,
        };
        let taken = "2026-11-21T09:30:00Z".to_owned();
        Sheet::new(device, taken, "Warpstep 0.1.0".to_owned(), Way::Browser, entries)
    }

    #[test]
    fn a_sheet_reads_as_it_was_written() {
        let written = sheet(vec![
            entry(),
            Entry {
                parameters: [("WORK".to_owned(), 4.0)].into(),
                ..entry()
            },
        ]);
        assert_eq!(Sheet::parse(&written.to_json()), Ok(written));
        let measurement = entry().measurement().unwrap();
        assert_eq!(measurement.nanos, 2_000.5);
        assert_eq!(Entry::of(&measurement, 1 << 20, 256), entry());
    }

    #[test]
    fn what_is_no_sheet_is_refused_with_a_reason() {
        let good = sheet(vec![entry()]).to_json();
        let with = |from: &str, to: &str| {
            assert!(good.contains(from), "{from}");
            good.replacen(from, to, 1)
        };
        for (text, reason) in [
            (String::new(), "line 1: EOF while parsing a value"),
            ("kernel,ms\nreduce,1".to_owned(), "line 1: expected value"),
            ("{}".to_owned(), "line 1: missing field `format`"),
            (
                with("warpstep-times", "other"),
                "line 0: `format` is not `warpstep-times`",
            ),
            (
                with("\"version\": 1", "\"version\": 7"),
                "a sheet of version 7; this program reads version 1",
            ),
            (
                with("\"taken\"", "\"token\""),
                "line 10: unknown field `token`, expected one of `format`, `version`, `name`, `device`, `taken`, `program`, `way`, `entries`",
            ),
            (sheet(vec![]).to_json(), "the sheet has no measurement"),
            (with("2000.5", "1e999"), "line 20: number out of range"),
            (
                with("\"n\": 1048576", "\"n\": 0"),
                "`n` of `reduce_interleaved` is not a value that a measurement can have",
            ),
            (
                with("\"step_nanos\": 1.0", "\"step_nanos\": -1.0"),
                "`step_nanos` of `reduce_interleaved` is not a value that a measurement can have",
            ),
            (
                sheet(vec![Entry {
                    samples: vec![],
                    ..entry()
                }])
                .to_json(),
                "`samples` of `reduce_interleaved` is not a value that a measurement can have",
            ),
            (
                with("NVIDIA H200", " "),
                "`device.name` of `` is not a value that a measurement can have",
            ),
            (
                sheet(vec![entry(); MAX_ENTRIES + 1]).to_json(),
                "4097 measurements; at most 4096",
            ),
            (
                " ".repeat(MAX_SHEET_BYTES + 1),
                "8388609 bytes; a sheet has at most 8388608",
            ),
        ] {
            let start: String = text.chars().take(60).collect();
            let refused = Sheet::parse(&text).unwrap_err();
            assert_eq!(refused.to_string(), reason, "{start}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(cut in 0..2_000_usize, noise in "\\PC{0,8}") {
            let good = sheet(vec![entry()]).to_json();
            let cut = cut.min(good.len());
            // A text that is cut and changed anywhere is either parsed or refused.
            let spoilt = format!("{}{noise}{}", &good[..cut], &good[cut..]);
            if let Ok(read) = Sheet::parse(&spoilt) {
                prop_assert_eq!(Sheet::parse(&read.to_json()), Ok(read));
            }
        }
    }
}
