//! Tools that are cargo packages: prebuilt if `cargo binstall` can download them, else compiled with a fast-to-build
//! profile.

use super::step::Place;
use super::tools::{CargoTool, tool_folder};
use crate::shell::{self, Problem, cargo};
use std::process::Command;

pub fn install(tool: &CargoTool, place: &Place, prebuilt: bool) -> Result<(), Problem> {
    if prebuilt {
        match shell::run(&mut binstall(tool, place)) {
            Ok(()) => return Ok(()),
            Err(problem) => println!("   {}; compiling it instead", problem.what),
        }
    }
    // The build folder is kept until the tool is installed, so that an interrupted or failed compilation can resume.
    let scratch = tool_folder().join("build");
    shell::run_twice(|| compile(tool, place, &scratch)).map_err(|problem| {
        Problem::new(
            problem.what,
            format!(
                "see its messages above; to install it manually: `cargo install {} --version {} --locked {}`",
                tool.package,
                tool.version,
                tool.features.join(" ")
            ),
        )
    })?;
    if let Err(error) = std::fs::remove_dir_all(&scratch) {
        println!(
            "Note: {} could not be removed ({error}) and may be deleted.",
            scratch.display()
        );
    }
    Ok(())
}

fn binstall(tool: &CargoTool, place: &Place) -> Command {
    // If binstall compiled the tool itself, it would use the package's own, slow profile.
    let mut command = cargo(&[
        "binstall",
        "--no-confirm",
        "--locked",
        "--disable-strategies",
        "compile",
    ]);
    command.arg(format!("{}@{}", tool.package, tool.version));
    into(&mut command, place);
    command
}

fn compile(tool: &CargoTool, place: &Place, scratch: &std::path::Path) -> Command {
    let mut command = cargo(&["install", tool.package, "--version", tool.version, "--locked"]);
    command
        .args(tool.features)
        .env("CARGO_TARGET_DIR", scratch)
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", tool.opt_level)
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0");
    into(&mut command, place);
    command
}

fn into(command: &mut Command, place: &Place) {
    match place {
        Place::Cargo => {}
        Place::ToolFolder => {
            command.arg("--root").arg(tool_folder());
        }
    }
}
