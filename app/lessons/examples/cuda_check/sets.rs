//! The program bench.cu: it times sets of kernels and of functions of CUDA's libraries, the members of a set together.

use crate::cases::Case;
use crate::write;
use lessons::{GALLERY, GalleryKernel, Size};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Returns the call in bench.cu for n elements.
type Call = fn(u32) -> String;

/// Functions of CUDA's libraries, by their names in a set.
const LIBRARIES: [(&str, Call); 4] = [
    ("cub::DeviceReduce::Sum", |n| format!("cub_sum({n});")),
    ("cublasSgemv rows", |n| format!("sgemv({}, true);", n.isqrt())),
    ("cublasSgemv columns", |n| format!("sgemv({}, false);", n.isqrt())),
    ("cudaMemcpy", |n| format!("device_copy({n});")),
];

/// File of all twins that launch grids. They launch each other, so they share a file, and run.sh recognises its name
/// and compiles it to relocatable code.
const LAUNCHING: &str = "launching";

/// Writes the files that bench.cu includes, and cases.txt with a line `SET N BLOCK NAME` for each case, in order.
///
/// A set is `N:BLOCK:MILLIS:NAME,NAME,…`. MILLIS is the duration of the shorter of a sample's passes. A library's block
/// is 0. Each twin's cases are in a separate file, `NAME.unit.cu`: other code in a module makes its launches slower.
///
/// # Errors
/// A set cannot be parsed, names no known kernel or an invalid size, or a file cannot be written.
pub fn write(folder: &Path, sets: &[&str]) -> Result<(), String> {
    let (mut declared, mut calls, mut names) = (String::new(), String::new(), String::new());
    let mut units: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (number, set) in sets.iter().enumerate() {
        let parts: Vec<&str> = set.splitn(4, ':').collect();
        let [Ok(n), Ok(block)] = [0, 1].map(|part| parts.get(part).unwrap_or(&"").parse::<u32>()) else {
            return Err(format!("`{set}` is not N:BLOCK:MILLIS:NAME,NAME,…"));
        };
        let &[_, _, millis, list] = parts.as_slice() else {
            return Err(format!("`{set}` is not N:BLOCK:MILLIS:NAME,NAME,…"));
        };
        for name in list.split(',') {
            let (call, n, block) = match LIBRARIES.iter().find(|(library, _)| *library == name) {
                Some((_, call)) => (call(n), n, 0),
                None => {
                    let case = case(name, n, block)?;
                    let (line, files) = write::line(&case);
                    for (name, bytes) in files {
                        write::put(folder, &name, &bytes)?;
                    }
                    let function = format!("case_{}", names.lines().count());
                    let unit = if launches(case.kernel) { LAUNCHING } else { case.name() };
                    let of_unit = units.entry(unit).or_default();
                    of_unit.push(format!("void {function}() {{ {line} }}"));
                    let _ = writeln!(declared, "void {function}();");
                    (format!("{function}();"), case.size.n(), case.size.block())
                }
            };
            let _ = writeln!(calls, "  {call}");
            let _ = writeln!(names, "{number} {n} {block} {name}");
        }
        let _ = writeln!(calls, "  measure({millis});");
    }
    for (name, cases) in units {
        write_unit(folder, name, &cases)?;
    }
    let cases = format!("{declared}\nvoid all_cases(const std::function<void(double)>& measure) {{\n{calls}}}\n");
    write::put(folder, "cases.inc", cases.as_bytes())?;
    write::put(folder, "cases.txt", names.as_bytes())?;
    write::put(folder, "inputs.inc", include_bytes!("inputs.inc"))?;
    write::put(folder, "bench.inc", include_bytes!("bench.inc"))?;
    write::put(folder, "libraries.cu", include_bytes!("libraries.cu"))?;
    write::put(folder, "bench.cu", include_bytes!("bench.cu"))
}

fn case(name: &str, n: u32, block: u32) -> Result<Case, String> {
    let kernel = GalleryKernel::by_name(name).ok_or_else(|| format!("neither a kernel nor a library: `{name}`"))?;
    let size = Size::new(n, block).map_err(|error| format!("n = {n} in blocks of {block}: {error:?}"))?;
    Ok(Case {
        kernel,
        size: kernel.task.nearest(size),
        timed: true,
    })
}

/// Returns true if the kernel's twin launches grids.
fn launches(kernel: &GalleryKernel) -> bool {
    kernel.twin.contains("<<<")
}

fn write_unit(folder: &Path, unit: &str, cases: &[String]) -> Result<(), String> {
    let mut text = "#include \"bench.inc\"\n".to_owned();
    let together = |kernel: &GalleryKernel| kernel.kernel.name == unit || (unit == LAUNCHING && launches(kernel));
    for kernel in GALLERY.iter().filter(|kernel| together(kernel)) {
        let name = write::twin(folder, kernel)?;
        let _ = writeln!(text, "#include \"{name}\"");
    }
    text += &cases.join("\n");
    text.push('\n');
    write::put(folder, &format!("{unit}.unit.cu"), text.as_bytes())
}
