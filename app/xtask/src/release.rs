//! `cargo xtask release`: the page and the program as files that others install. `.github/workflows/release.yml` does the
//! same for each platform.

use crate::page;
use crate::setup::plan::FOR_PAGE;
use crate::setup::setup;
use crate::shell::{self, Problem, cargo, on_path, output, root, target_folder};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Builds the page and the program for this computer, and writes archives, a wheel, an npm package, the licences, the
/// bill of materials and the checksums into a folder.
pub fn release(folder: Option<&str>) -> Result<ExitCode, Problem> {
    let usual = || target_folder().join("release-files");
    let folder = folder.map_or_else(usual, PathBuf::from);
    let python = python()?;
    let pack = |arguments: &[&Path]| {
        let mut command = Command::new(&python);
        command.arg(root().join("packaging").join("package.py"));
        shell::run(command.args(arguments))
    };
    let facts = setup(FOR_PAGE)?;
    page::build(&facts)?;
    shell::run(&mut cargo(&["build", "--locked", "--release", "--package", "warpstep"]))?;
    std::fs::create_dir_all(&folder).map_err(|error| Problem::file("making", &folder, &error))?;
    pack(&[Path::new("page"), &page::built()?, &folder])?;
    let (target, version) = (host()?, env!("CARGO_PKG_VERSION"));
    let program = format!("warpstep{}", std::env::consts::EXE_SUFFIX);
    let program = target_folder().join("release").join(program);
    let licences = target_folder().join("licences.txt");
    let target_word = Path::new(&target);
    pack(&[Path::new("licences"), target_word, &licences])?;
    let bill = folder.join(format!("sbom-{target}.cdx.json"));
    pack(&[Path::new("sbom"), target_word, &bill])?;
    pack(&[Path::new("archive"), &program, target_word, &licences, &folder])?;
    let extension = if cfg!(windows) { "zip" } else { "tar.gz" };
    let archive = folder.join(format!("warpstep-v{version}-{target}.{extension}"));
    let page = folder.join(format!("warpstep-page-v{version}.tar.gz"));
    pack(&[Path::new("wheel"), &archive, &page, &folder])?;
    pack(&[Path::new("npm"), &folder, &archive])?;
    pack(&[Path::new("sums"), &folder])?;
    println!("The release is in {}.", folder.display());
    Ok(ExitCode::SUCCESS)
}

fn python() -> Result<PathBuf, Problem> {
    let python = ["python3", "python"].into_iter().find_map(on_path);
    python.ok_or_else(|| {
        Problem::new(
            "there is no Python, which packs a release",
            "install Python 3.9 or newer",
        )
    })
}

/// Returns Rust's name of this computer's platform.
fn host() -> Result<String, Problem> {
    let about = output(Command::new("rustc").arg("-vV")).unwrap_or_default();
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| Problem::new("`rustc -vV` names no host", "check that rustc is on PATH"))
}
