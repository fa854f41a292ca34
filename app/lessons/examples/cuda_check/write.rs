//! Writes the program for the GPU: check.cu, the twins, and a line of C++ for each case.

use crate::cases::{Case, Request};
use crate::text::{declared, parameters, workgroup_size};
use lessons::{GALLERY, GalleryKernel};
use simt::{Contents, Dispatch, Lines, Pattern};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Launches of a timed case; its time is their median.
const LAUNCHES: u32 = 21;
/// Buffers with more words than this are written to a file.
const INLINE_WORDS: usize = 8;

pub fn write(folder: &Path, request: &Request) -> Result<(), String> {
    twins(folder)?;
    let mut cases = String::new();
    for case in request.cases() {
        let (line, files) = line(&case);
        let _ = writeln!(cases, "{line}");
        for (name, bytes) in files {
            put(folder, &name, &bytes)?;
        }
    }
    put(folder, "cases.inc", cases.as_bytes())?;
    put(folder, "inputs.inc", include_bytes!("inputs.inc"))?;
    put(folder, "check.cu", include_bytes!("check.cu"))
}

/// Writes every kernel's twin, and a file that includes them all.
fn twins(folder: &Path) -> Result<(), String> {
    let mut twins = String::new();
    for kernel in GALLERY.iter() {
        let name = twin(folder, kernel)?;
        let _ = writeln!(twins, "#include \"{name}\"");
    }
    put(folder, "twins.inc", twins.as_bytes())
}

/// Writes a kernel's twin. Returns the name of the file.
pub fn twin(folder: &Path, kernel: &GalleryKernel) -> Result<String, String> {
    let name = format!("{}.cu", kernel.kernel.name);
    put(folder, &name, kernel.twin.as_bytes())?;
    Ok(name)
}

/// Writes a file to the folder. Creates the folder if necessary.
pub fn put(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(folder.join(name), bytes));
    written.map_err(|error| format!("writing {name} to {} failed: {error}", folder.display()))
}

/// Returns the line `run(name<overrides>, blocks, threads, output, launches, {buffers}, {values});`, and the files that
/// it reads, as (name, bytes).
pub fn line(case: &Case) -> (String, Vec<(String, Vec<u8>)>) {
    let (kernel, dispatch) = (case.kernel, case.dispatch());
    let source = &kernel.kernel.source;

    // The twin itself computes a value that follows from others.
    let is_literal = |text: &str| {
        let digits = text.trim_end_matches(['u', 'i', 'f', 'h']);
        digits.parse::<f64>().is_ok() || matches!(text, "true" | "false")
    };
    let overrides: Vec<(&str, String)> = declared(source, "override ")
        .filter_map(|(name, default)| match dispatch.overrides.get(name) {
            Some(value) => Some((name, value.to_string())),
            None => is_literal(default).then(|| (name, default.to_owned())),
        })
        .collect();
    let value = |name: &str| {
        let overridden = overrides.iter().find(|(declared, _)| *declared == name);
        let constant = || declared(source, "const ").find(|(declared, _)| *declared == name);
        overridden
            .map(|(_, value)| value.clone())
            .or_else(|| constant().map(|(_, value)| value.to_owned()))
            .unwrap_or_else(|| name.to_owned())
    };
    let arguments: Vec<&str> = overrides.iter().map(|(_, value)| value.as_str()).collect();
    let threads: Vec<String> = workgroup_size(source).map(value).collect();

    let (mut files, given) = (Vec::new(), case.given(&dispatch));
    let output = given.iter().position(|given| given.binding == kernel.output());
    let output = output.expect("the twin receives the output buffer");
    let buffers: Vec<String> = given
        .iter()
        .map(|given| {
            let contents = contents(case, given.contents, &mut files);
            match given.symbol {
                Some(name) => format!("in({name}, {contents})"),
                None => contents,
            }
        })
        .collect();
    let parameters = parameters(kernel.twin, case.name());
    let values = parameters.iter().filter_map(|name| launched(name, &dispatch));
    let values: Vec<String> = values.map(|word| word.to_string()).collect();

    let [x, y, z] = dispatch.workgroups;
    let line = format!(
        "run({}<{}>, {{{x}, {y}, {z}}}, {{{}}}, {output}, {}, {{{}}}, {{{}}});",
        case.name(),
        arguments.join(", "),
        threads.join(", "),
        if case.timed { LAUNCHES } else { 1 },
        buffers.join(", "),
        values.join(", "),
    );
    (line, files)
}

/// Returns a value that WGSL reads from a buffer and CUDA receives as a parameter: a grid's level or the number of its
/// first block.
fn launched(parameter: &str, dispatch: &Dispatch) -> Option<u32> {
    let word = ["level", "first"].iter().position(|name| *name == parameter)?;
    Some(dispatch.buffers.last()?.contents.words()[3 + word])
}

/// Formats a buffer's contents as a call of check.cu. Appends long contents to `files`.
fn contents(case: &Case, contents: &Contents, files: &mut Vec<(String, Vec<u8>)>) -> String {
    let (pattern, words) = match contents {
        Contents::Zeros { words } => return format!("zeros({words})"),
        Contents::Bytes(bytes) => {
            let words = contents.words();
            if words.len() <= INLINE_WORDS {
                let words: Vec<String> = words.iter().map(u32::to_string).collect();
                return format!("these({{{}}})", words.join(", "));
            }
            let name = format!("{}_{}.bin", case.name(), case.size.n());
            files.push((name.clone(), bytes.clone()));
            return format!("file({}, \"{name}\")", words.len());
        }
        Contents::Pattern { pattern, words } => (*pattern, words),
        // No lesson has a texture.
        Contents::Image { texels, .. } => return self::contents(case, texels, files),
    };
    match pattern {
        Pattern::Ones => format!("ones({words})"),
        Pattern::Index => format!("index({words})"),
        Pattern::Bytes => format!("bytes({words})"),
        Pattern::RandomBytes => unreachable!("no lesson has random bytes"),
        Pattern::Digits => format!("digits({words})"),
        Pattern::Bits => format!("bits({words})"),
        Pattern::SignedFloats => format!("signed_floats({words})"),
        Pattern::Runs { length, first, second } => format!("runs({words}, {length}, {first}, {second})"),
        Pattern::Plane { width, row, column } => {
            format!("plane({words}, {width}, {row}, {column})")
        }
        Pattern::Slope { length, lines } => {
            format!("slope({words}, {length}, {})", lines == Lines::Rows)
        }
        Pattern::LogRoots => format!("log_roots({words})"),
    }
}
