//! Reads the results of run.sh: sheets, CUDA's samples (checked and turned into a sheet), and ncu's tables.

use crate::counters;
use crate::document::{BY_HOST, Counted, FORMAT, Report, VERSION};
use crate::plan::{CUB, MEMCPY, SGEMV_COLUMNS, SGEMV_ROWS};
use bench::{Case, PROGRAM, now};
use gpu::{Clock, Entry, Method, Sheet, SheetDevice, Way};
use simt::Machine;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// ncu's tables, one per reading.
const READINGS: [&str; 3] = ["counters-1.csv", "counters-2.csv", "counters-3.csv"];

/// Pairs of a library function and the kernel that computes the same result from the same bytes.
const LIKE: [(&str, &str); 4] = [
    (CUB, "reduce_single_pass_tile"),
    (SGEMV_ROWS, "gemv_tuned"),
    (SGEMV_COLUMNS, "gemv_tuned_columns"),
    (MEMCPY, "copy_vec4"),
];

/// Resolution of CUDA's events in nanoseconds: about half a microsecond, as CUDA documents.
const EVENT_STEP_NANOS: f64 = 500.0;

/// Reads the folder `results` next to the files of [`crate::write::write`].
///
/// # Errors
/// A part that is missing or ran on another GPU, a wrong result, or a file that cannot be parsed.
pub fn read(folder: &Path) -> Result<Report, String> {
    let folder = folder.join("results");
    let text = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).map_err(|error| format!("reading {} failed: {error}", path.display()))
    };
    let (device, driver) = one_gpu(&text)?;
    let mut sheets = Vec::new();
    let mut rounded = Vec::new();
    for name in sheet_names(&folder)? {
        let mut sheet = Sheet::parse(&text(&name)?).map_err(|error| format!("{name}: {error}"))?;
        // Samples are rounded to hundredths of a nanosecond: further digits come from the division, not from the clock.
        for sample in sheet.entries.iter_mut().flat_map(|entry| &mut entry.samples) {
            *sample = (*sample * 100.0).round() / 100.0;
        }
        if name.starts_with("rounded") {
            rounded.push(sheet);
        } else {
            sheets.push(sheet);
        }
    }
    let outputs = fs::read(folder.join("outputs.bin")).map_err(|error| error.to_string())?;
    sheets.push(cuda(&text("cases.txt")?, &text("samples.txt")?, &outputs)?);
    let readings = READINGS.map(|name| text(name).and_then(|csv| counters::rows(&csv)));
    let readings: Vec<_> = readings.into_iter().collect::<Result<_, _>>()?;
    let counters = counted(&text("counted.txt")?, counters::least(readings)?, &text("sass.txt")?)?;
    Ok(Report {
        format: FORMAT.to_owned(),
        version: VERSION,
        device,
        driver,
        sheets,
        rounded,
        counters,
    })
}

/// Returns the name and the driver version of the GPU, after checking that all parts ran on the same one.
fn one_gpu(text: &impl Fn(&str) -> Result<String, String>) -> Result<(String, String), String> {
    let parts = ["native", "cuda", "counters", "browser"];
    let gpus: Vec<String> = parts
        .iter()
        .map(|part| text(&format!("gpu-{part}.txt")))
        .collect::<Result<_, _>>()?;
    if let Some(other) = gpus.iter().position(|gpu| *gpu != gpus[0]) {
        return Err(format!(
            "{} ran on another GPU than {}: run all parts again on one",
            parts[other], parts[0]
        ));
    }
    let mut words = gpus[0].trim().split(", ");
    let name = words.next().unwrap_or_default().to_owned();
    Ok((name, words.next().unwrap_or_default().to_owned()))
}

/// Returns the file names of the sheets, sorted.
fn sheet_names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("reading {} failed: {error}", folder.display()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".json")).collect();
    names.sort();
    Ok(names)
}

/// Turns bench.cu's samples into a sheet. Each kernel has an entry timed by slope and one with single launches between
/// events; a library function also has one with launches by the host.
fn cuda(cases: &str, samples: &str, outputs: &[u8]) -> Result<Sheet, String> {
    let mut lines = samples.lines();
    let device = lines.next().unwrap_or_default().to_owned();
    let mut outputs = outputs;
    let mut entries = Vec::new();
    for case in cases.lines().map(Asked::parse) {
        let case = case?;
        let mut line = || lines.next().ok_or_else(|| format!("{}: not run", case.name));
        let about = About::parse(line()?).ok_or_else(|| format!("{}: no result", case.name))?;
        let numbers = |line: &str| -> Result<Vec<f64>, String> {
            let words = line.split_whitespace();
            words
                .map(|word| word.parse().map_err(|_| format!("{}: `{word}`", case.name)))
                .collect()
        };
        let (slopes, streams, singles) = (numbers(line()?)?, numbers(line()?)?, numbers(line()?)?);
        let (words, rest) = outputs
            .split_at_checked(4 * about.written)
            .ok_or("outputs.bin is too short")?;
        outputs = rest;
        check(&case, &about, words)?;
        let like = Case::new(&case.like, case.n, case.like_block()).map_err(|error| error.to_string())?;
        let entry = |samples: Vec<f64>, method, parameters: &[(&str, f64)]| Entry {
            kernel: case.name.clone(),
            n: u64::from(case.n),
            block: case.block,
            parameters: parameters
                .iter()
                .map(|(name, value)| ((*name).to_owned(), *value))
                .collect(),
            useful_bytes: like.kernel.useful_bytes(like.size),
            samples,
            method,
            clock: Clock::Gpu,
            repeats: about.repeats,
            step_nanos: EVENT_STEP_NANOS,
            compile_nanos: 0.0,
            first_run_nanos: about.first_nanos,
        };
        entries.push(entry(slopes, Method::Slope, &[]));
        if !streams.is_empty() {
            entries.push(entry(streams, Method::Slope, &[(BY_HOST, 1.0)]));
        }
        entries.push(entry(singles, Method::Single, &[]));
    }
    let device = SheetDevice {
        name: device,
        vendor: "nvidia".to_owned(),
        backend: "CUDA".to_owned(),
        is_fallback: false,
    };
    Ok(Sheet::new(device, now(), PROGRAM.to_owned(), Way::Cuda, entries))
}

/// A line `SET N BLOCK NAME` of cases.txt.
struct Asked {
    name: String,
    n: u32,
    /// Workgroup size; 0 for a library function.
    block: u32,
    /// The kernel whose reference defines the expected output.
    like: String,
}

impl Asked {
    fn parse(line: &str) -> Result<Asked, String> {
        let mut words = line.splitn(4, ' ').skip(1);
        let mut number = || words.next()?.parse().ok();
        let numbers = number().zip(number());
        let (Some((n, block)), Some(name)) = (numbers, words.next()) else {
            return Err(format!("cases.txt has the line `{line}`"));
        };
        let like = LIKE.iter().find(|(library, _)| *library == name);
        Ok(Asked {
            name: name.to_owned(),
            n,
            block,
            like: like.map_or(name, |(_, kernel)| kernel).to_owned(),
        })
    }

    /// Returns a workgroup size for the reference; a library's result does not depend on it.
    fn like_block(&self) -> u32 {
        if self.block == 0 { 256 } else { self.block }
    }
}

/// The first line of a case in samples.txt.
struct About {
    output: u64,
    written: usize,
    repeats: u32,
    first_nanos: f64,
}

impl About {
    fn parse(line: &str) -> Option<About> {
        let mut words = line.split(' ');
        let about = About {
            output: u64::from_str_radix(words.next()?, 16).ok()?,
            written: words.next()?.parse().ok()?,
            repeats: words.next()?.parse().ok()?,
            first_nanos: words.next()?.parse().ok()?,
        };
        (words.next()? == "cudaSuccess").then_some(about)
    }
}

/// Words compared at a time.
const PORTION: u64 = 1 << 20;

/// Compares the first launch's output with the reference, by fingerprint or word by word, so that no wrong result is
/// reported.
fn check(asked: &Asked, about: &About, written: &[u8]) -> Result<(), String> {
    // The child grids of these kernels write outputs too; only `cargo xtask cuda-check` knows what they write.
    if asked.name.starts_with("nested_launch") {
        return Ok(());
    }
    let case = Case::new(&asked.like, asked.n, asked.like_block()).map_err(|error| error.to_string())?;
    let machine = Machine::default();
    let words = case.kernel.output_words(case.size);
    let mut fingerprint = 0_u64;
    let mut wanted = vec![0; words.min(PORTION) as usize];
    for first in (0..words).step_by(PORTION as usize) {
        let wanted = &mut wanted[..(words - first).min(PORTION) as usize];
        case.kernel.reference(case.size, &machine, first, wanted);
        for &word in wanted.iter() {
            fingerprint = (fingerprint ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    if fingerprint == about.output {
        return Ok(());
    }
    let got = written.chunks_exact(4).zip(&wanted);
    let agrees = |(index, (got, want)): (u64, (&[u8], &u32))| {
        let got = u32::from_le_bytes([got[0], got[1], got[2], got[3]]);
        case.kernel.agrees(case.size, index, got, *want)
    };
    if written.len() as u64 == 4 * words && (0..).zip(got).all(agrees) {
        return Ok(());
    }
    // A kernel that relies on lanes running in lockstep may be wrong; its time is reported all the same.
    if case.kernel.least_warp_width > 1 {
        return Ok(());
    }
    Err(format!("{}: a wrong result at n = {}", asked.name, asked.n))
}

/// Combines the counters of every launch that ncu saw with the machine's.
fn counted(cases: &str, rows: Vec<BTreeMap<String, f64>>, sass: &str) -> Result<Vec<Counted>, String> {
    let asked: Vec<Asked> = cases.lines().map(Asked::parse).collect::<Result<_, _>>()?;
    if rows.len() != asked.len() {
        return Err(format!(
            "ncu saw {} launches where there are {} cases",
            rows.len(),
            asked.len()
        ));
    }
    let pairs = asked.iter().zip(rows);
    pairs
        .map(|(asked, row): (&Asked, BTreeMap<String, f64>)| {
            let case = Case::new(&asked.name, asked.n, asked.block).map_err(|error| error.to_string())?;
            counters::counted(&case, row, counters::instructions(sass, &asked.name))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = "0 16384 256 reduce_single_pass_tile\n0 16384 0 cub::DeviceReduce::Sum\n";
    /// Output of bench.cu on an H200, with fewer samples.
    const SAMPLES: &str = include_str!("tests/samples.txt");

    /// The output words of both cases: 2088666, the sum of 16384 words.
    fn outputs() -> Vec<u8> {
        [2_088_666_u32, 2_088_666]
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect()
    }

    #[test]
    fn samples_of_cuda_become_a_sheet() {
        let sheet = cuda(CASES, SAMPLES, &outputs()).unwrap();
        assert_eq!(Sheet::parse(&sheet.to_json()).as_ref(), Ok(&sheet));
        let entries: Vec<_> = sheet
            .entries
            .iter()
            .map(|entry| {
                (
                    entry.kernel.as_str(),
                    entry.method,
                    entry.parameters.len(),
                    entry.samples.len(),
                )
            })
            .collect();
        assert_eq!(
            entries,
            [
                ("reduce_single_pass_tile", Method::Slope, 0, 3),
                ("reduce_single_pass_tile", Method::Single, 0, 3),
                (CUB, Method::Slope, 0, 3),
                (CUB, Method::Slope, 1, 3),
                (CUB, Method::Single, 0, 3),
            ]
        );
        assert_eq!(sheet.entries[0].useful_bytes, 65_536);
        assert_eq!(sheet.entries[0].measurement().unwrap().nanos, 1_933.7);
    }

    #[test]
    fn what_is_wrong_or_missing_is_refused() {
        let refused = |cases: &str, samples: &str| cuda(cases, samples, &outputs()).unwrap_err();
        let wrong = SAMPLES.replacen("1fdeda003627ac6e", "1fdeda003627ac6f", 1);
        let other = [1_u32, 2_088_666]
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<_>>();
        assert_eq!(
            cuda(CASES, &wrong, &other).unwrap_err(),
            "reduce_single_pass_tile: a wrong result at n = 16384"
        );
        let failed = SAMPLES.replacen("cudaSuccess", "cudaErrorIllegalAddress", 1);
        assert_eq!(refused(CASES, &failed), "reduce_single_pass_tile: no result");
        let short: String = SAMPLES.lines().take(5).map(|line| format!("{line}\n")).collect();
        assert_eq!(refused(CASES, &short), "cub::DeviceReduce::Sum: not run");
        assert_eq!(refused("0 x y z\n", SAMPLES), "cases.txt has the line `0 x y z`");
    }

    #[test]
    fn all_parts_are_of_one_gpu() {
        let read = |other: &'static str| {
            move |name: &str| {
                Ok(if name == "gpu-cuda.txt" {
                    other
                } else {
                    "NVIDIA H200, 580.159.04, GPU-1\n"
                }
                .to_owned())
            }
        };
        assert_eq!(
            one_gpu(&read("NVIDIA H200, 580.159.04, GPU-1\n")),
            Ok(("NVIDIA H200".to_owned(), "580.159.04".to_owned()))
        );
        assert_eq!(
            one_gpu(&read("NVIDIA H200, 580.159.04, GPU-2\n")).unwrap_err(),
            "cuda ran on another GPU than native: run all parts again on one"
        );
    }

    #[test]
    fn counters_and_cases_must_be_as_many() {
        let rows = counters::rows(include_str!("tests/counters.csv")).unwrap();
        assert_eq!(
            counted("0 1048576 256 reduce_unroll8\n", rows, "").unwrap_err(),
            "ncu saw 2 launches where there are 1 cases"
        );
    }
}
