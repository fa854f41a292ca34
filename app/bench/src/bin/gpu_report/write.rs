//! Writes the files that the computer with the GPU needs besides the programs: the plan, the page, the script.

use crate::counters::{METRICS, chip_metric};
use crate::plan::{self, ReportSet};
use bench::Set;
use lessons::{GALLERY, GalleryKernel};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The file that names the chosen kernels, one a line. Without it a report is of all measurements.
pub const CHOSEN: &str = "kernels.txt";

/// Writes run.sh, serve.py, the browser's page and plan, and the list of CUDA sets for `cuda_check`. With chosen
/// kernels, only these are measured, at the size of the lessons' charts.
///
/// # Errors
/// A kernel that the gallery does not have, or a file that cannot be written.
pub fn write(folder: &Path, chosen: &[&str]) -> Result<(), String> {
    if let Some(unknown) = chosen.iter().find(|name| GalleryKernel::by_name(name).is_none()) {
        return Err(format!("the gallery has no kernel `{unknown}`"));
    }
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        let written = fs::create_dir_all(path.parent().unwrap_or(folder)).and_then(|()| fs::write(&path, text));
        written.map_err(|error| format!("writing {} failed: {error}", path.display()))
    };
    let (sets, rounded) = if chosen.is_empty() {
        (plan::sets(), plan::rounded())
    } else {
        let names = chosen.iter().map(|&name| name.to_owned());
        put(CHOSEN, &lines(names.clone()))?;
        (vec![plan::of_the_charts(names.collect())], Vec::new())
    };
    let of_browser: Vec<&Set> = sets.iter().map(|set| &set.set).collect();
    let json = serde_json::to_string_pretty(&of_browser).map_err(|error| error.to_string())?;
    put("site/plan.json", &json)?;
    put("site/index.html", include_str!("index.html"))?;
    put("site/subgroups.js", include_str!("../../../../../assets/subgroups.js"))?;
    put("serve.py", include_str!("serve.py"))?;
    put("native.sh", &native(&sets, &rounded))?;
    put("metrics.txt", &METRICS.map(chip_metric).join(","))?;
    put("run.sh", include_str!("run.sh"))?;
    put("cuda-sets.txt", &lines(sets.iter().map(cuda_set)))?;
    let all = GALLERY.iter().map(|kernel| &*kernel.kernel.name);
    let counted = plan::counted(all.filter(|name| chosen.is_empty() || chosen.contains(name)));
    put("counters-sets.txt", &lines(counted.iter().map(|set| cuda(set, &[]))))
}

fn lines(texts: impl Iterator<Item = String>) -> String {
    texts.fold(String::new(), |all, text| all + &text + "\n")
}

/// Returns a set as `N:BLOCK:MILLIS:NAME,NAME,…`.
fn cuda(set: &Set, libraries: &[&str]) -> String {
    let names = set.kernels.iter().map(String::as_str);
    let names: Vec<&str> = names.chain(libraries.iter().copied()).collect();
    format!("{}:{}:{}:{}", set.n, set.block, set.pass_millis, names.join(","))
}

fn cuda_set(set: &ReportSet) -> String {
    cuda(&set.set, set.libraries)
}

/// Returns the calls of the native program; each call writes one sheet.
fn native(sets: &[ReportSet], rounded: &[Set]) -> String {
    let mut script = String::new();
    let mut call = |name: String, set: &Set, unchecked: bool| {
        let _ = write!(
            script,
            "bench {name} --kernels {} --n {} --block {} --rounds {} --pass-millis {}",
            set.kernels.join(","),
            set.n,
            set.block,
            set.rounds,
            set.pass_millis
        );
        if unchecked {
            script.push_str(" --unchecked");
        }
        if let Some(nanos) = set.rounding_nanos {
            let _ = write!(script, " --rounding-nanos {nanos}");
        }
        script.push('\n');
    };
    for (number, set) in sets.iter().enumerate() {
        call(format!("checked-{number}"), &set.set, false);
        if set.unchecked {
            call(format!("unchecked-{number}"), &set.set, true);
        }
    }
    for (number, set) in rounded.iter().enumerate() {
        call(format!("rounded-{number}"), set, false);
    }
    script
}
