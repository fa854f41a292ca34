//! A sheet: measurements on their way between programs, as one JSON file.
//!
//! The page exports it, `warpstep bench --json` prints it, a class board gathers many, and measurements that ship with
//! the project are sheets too. Whoever reads one knows who measured what, where, when and how, with every sample.

use crate::info::DeviceInfo;
use crate::measurement::{Circumstances, Clock, Measurement, Method};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the field `format` of a sheet says.
const FORMAT: &str = "warpstep-times";

/// The layout described here; a change that old programs would misread counts it up.
const VERSION: u32 = 1;

/// Longest text that is read as a sheet, in bytes.
pub const MAX_SHEET_BYTES: usize = 8 << 20;

/// Most measurements in a sheet, most samples in a measurement, most characters in a name.
const MAX_ENTRIES: usize = 4_096;
const MAX_SAMPLES: usize = 10_000;
const MAX_NAME: usize = 200;

/// Measurements of one device, taken by one program in one sitting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    format: String,
    version: u32,
    pub device: SheetDevice,
    /// Moment of the export, RFC 3339 in UTC: `2026-11-21T09:30:00Z`. Empty where the program has no calendar.
    pub taken: String,
    /// The program and its version: `Warpstep 0.1.0`.
    pub program: String,
    pub way: Way,
    pub entries: Vec<Entry>,
}

/// The device that was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetDevice {
    /// As [`DeviceInfo::name`]; a class may give a laptop a name of its own.
    pub name: String,
    pub vendor: String,
    /// `WebGPU`, `Vulkan`, `Metal`, `Dx12` or `CUDA`.
    pub backend: String,
    /// True for a software implementation: its times say nothing about a GPU.
    pub is_fallback: bool,
}

/// What a kernel goes through on its way to the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// WGSL in a browser, which checks every access.
    Browser,
    /// WGSL through wgpu, with its checks of bounds and loops.
    NativeChecked,
    /// WGSL through wgpu without them.
    NativeUnchecked,
    /// The CUDA twin, or a library of CUDA's.
    Cuda,
}

/// One kernel at one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The file stem of its shader, or a library's function: `cub::DeviceReduce::Sum`.
    pub kernel: String,
    /// Elements of the input.
    pub n: u64,
    /// Lanes in a block; 0 where a library chooses.
    pub block: u32,
    /// Overrides besides the block's size, and a sweep's own parameters, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, f64>,
    /// Bytes that any kernel for this task must move.
    pub useful_bytes: u64,
    /// Nanoseconds of one dispatch, each sample in the order it was taken.
    pub samples: Vec<f64>,
    pub method: Method,
    pub clock: Clock,
    /// Dispatches in the shorter pass of a sample.
    pub repeats: u32,
    /// Step of the clock that was read, in nanoseconds.
    pub step_nanos: f64,
    pub compile_nanos: f64,
    pub first_run_nanos: f64,
}

/// Why a text is no sheet; each variant is one rule with its values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    #[error("{bytes} bytes; a sheet has at most {most}")]
    TooLong { bytes: usize, most: usize },
    /// No JSON at all, or JSON without the fields of a sheet. `line` is 1-based, 0 where there is none.
    #[error("line {line}: {message}")]
    NotASheet { line: usize, message: String },
    #[error("a sheet of version {version}; this program reads version {known}")]
    OtherVersion { version: u32, known: u32 },
    #[error("no measurement in it")]
    Empty,
    #[error("{count} {what}; at most {most}")]
    TooMany {
        what: &'static str,
        count: usize,
        most: usize,
    },
    /// A value that no measurement gives: not finite, below 0, a name of no length or of a thousand characters.
    #[error("`{field}` of `{kernel}` is no value that a measurement gives")]
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

    /// The measurement, its median and interval worked out anew from the samples. `None` without a sample.
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
        // A slope on a coarse clock may come out at zero or below: that is what was measured.
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
    !text.trim().is_empty()
        && text.chars().count() <= MAX_NAME
        && !text.chars().any(char::is_control)
}

impl Sheet {
    pub fn new(
        device: SheetDevice,
        taken: String,
        program: String,
        way: Way,
        entries: Vec<Entry>,
    ) -> Self {
        Sheet {
            format: FORMAT.to_owned(),
            version: VERSION,
            device,
            taken,
            program,
            way,
            entries,
        }
    }

    /// Reads a sheet from a file that may hold anything.
    ///
    /// # Errors
    /// [`SheetError`], the first rule that the text breaks.
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
        // The version comes before the fields, which another version may have others of.
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

    /// The file's text: indented, ending in a line feed.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists only: nothing in it can fail.
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

/// What every version of a sheet begins with.
#[derive(Deserialize)]
struct About {
    format: String,
    version: u32,
}

/// serde's sentence without its ending "at line 1 column 2", which stands in a field of its own.
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
        Sheet::new(
            device,
            taken,
            "Warpstep 0.1.0".to_owned(),
            Way::Browser,
            entries,
        )
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
                "line 10: unknown field `token`, expected one of `format`, `version`, `device`, `taken`, `program`, `way`, `entries`",
            ),
            (sheet(vec![]).to_json(), "no measurement in it"),
            (with("2000.5", "1e999"), "line 20: number out of range"),
            (
                with("\"n\": 1048576", "\"n\": 0"),
                "`n` of `reduce_interleaved` is no value that a measurement gives",
            ),
            (
                with("\"step_nanos\": 1.0", "\"step_nanos\": -1.0"),
                "`step_nanos` of `reduce_interleaved` is no value that a measurement gives",
            ),
            (
                sheet(vec![Entry {
                    samples: vec![],
                    ..entry()
                }])
                .to_json(),
                "`samples` of `reduce_interleaved` is no value that a measurement gives",
            ),
            (
                with("NVIDIA H200", " "),
                "`device.name` of `` is no value that a measurement gives",
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
            // A text cut and spoilt anywhere is read or refused.
            let spoilt = format!("{}{noise}{}", &good[..cut], &good[cut..]);
            if let Ok(read) = Sheet::parse(&spoilt) {
                prop_assert_eq!(Sheet::parse(&read.to_json()), Ok(read));
            }
        }
    }
}
