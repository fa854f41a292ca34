//! What bench.cu times: sets of kernels and of CUDA's own libraries, each set side by side.

use crate::cases::Case;
use crate::write;
use lessons::{GalleryKernel, Size};
use std::fmt::Write;
use std::path::Path;

/// The call in bench.cu for n elements.
type Call = fn(u32) -> String;

/// Functions of CUDA's libraries beside the kernels, by their names in a set.
const LIBRARIES: [(&str, Call); 4] = [
    ("cub::DeviceReduce::Sum", |n| format!("cub_sum({n});")),
    ("cublasSgemv rows", |n| {
        format!("sgemv({}, true);", n.isqrt())
    }),
    ("cublasSgemv columns", |n| {
        format!("sgemv({}, false);", n.isqrt())
    }),
    ("cudaMemcpy", |n| format!("device_copy({n});")),
];

/// Writes bench.cu with what it includes, and cases.txt: a line `SET N BLOCK NAME` for each case, in order. A set is
/// `N:BLOCK:MILLIS:NAME,NAME,…`, the milliseconds being those of the shorter of a sample's passes; a library's block is 0.
pub fn write(folder: &Path, sets: &[&str]) -> Result<(), String> {
    let (mut calls, mut names) = (String::new(), String::new());
    for (number, set) in sets.iter().enumerate() {
        let parts: Vec<&str> = set.splitn(4, ':').collect();
        let [Ok(n), Ok(block)] = [0, 1].map(|part| parts.get(part).unwrap_or(&"").parse::<u32>())
        else {
            return Err(format!("`{set}` is not N:BLOCK:MILLIS:NAME,NAME,…"));
        };
        let &[_, _, millis, list] = parts.as_slice() else {
            return Err(format!("`{set}` is not N:BLOCK:MILLIS:NAME,NAME,…"));
        };
        for name in list.split(',') {
            let (call, n, block) = call(folder, name, n, block)?;
            let _ = writeln!(calls, "{call}");
            let _ = writeln!(names, "{number} {n} {block} {name}");
        }
        let _ = writeln!(calls, "measure({millis});");
    }
    write::twins(folder)?;
    write::put(folder, "cases.inc", calls.as_bytes())?;
    write::put(folder, "cases.txt", names.as_bytes())?;
    write::put(folder, "inputs.inc", include_bytes!("inputs.inc"))?;
    write::put(folder, "bench.cu", include_bytes!("bench.cu"))
}

fn call(folder: &Path, name: &str, n: u32, block: u32) -> Result<(String, u32, u32), String> {
    if let Some((_, call)) = LIBRARIES.iter().find(|(library, _)| *library == name) {
        return Ok((call(n), n, 0));
    }
    let kernel = GalleryKernel::by_name(name)
        .ok_or_else(|| format!("neither a kernel nor a library: `{name}`"))?;
    let size =
        Size::new(n, block).map_err(|error| format!("n = {n} in blocks of {block}: {error:?}"))?;
    let case = Case {
        kernel,
        size: kernel.task.nearest(size),
        timed: true,
    };
    let (line, files) = write::line(&case);
    for (name, bytes) in files {
        write::put(folder, &name, &bytes)?;
    }
    Ok((line, case.size.n(), case.size.block()))
}
