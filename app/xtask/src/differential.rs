//! `cargo xtask differential`: compares random kernels on the simulated machine and on every installed software driver,
//! for any length of time; with `--browser`, on a browser's own WebGPU.

use crate::setup::{plan::Part, setup};
use crate::shell::{self, Problem, cargo};
use std::path::Path;
use std::process::ExitCode;

/// Drivers that need no graphics card: name, and the file that the Vulkan loader reads.
const DRIVERS: [(&str, &str); 5] = [
    ("lavapipe", "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"),
    ("lavapipe", "/usr/share/vulkan/icd.d/lvp_icd.aarch64.json"),
    ("SwiftShader", "/usr/lib/chromium/vk_swiftshader_icd.json"),
    ("SwiftShader", "/usr/lib/chromium-browser/vk_swiftshader_icd.json"),
    ("SwiftShader", "/opt/google/chrome/vk_swiftshader_icd.json"),
];

/// Runs the comparison once per driver, or on the computer's own adapter if there is no such driver. Every difference
/// is printed with its seed and written to `target/differential/`.
pub fn differential(options: &[&str]) -> Result<ExitCode, Problem> {
    if options.contains(&"--browser") {
        let facts = setup(&[Part::Browser])?;
        let mut command = shell::example("random_kernels")?;
        let status = shell::status(facts.with_browser(command.args(options)))?;
        return Ok(ExitCode::from(u8::from(!status.success())));
    }
    let mut drivers: Vec<(&str, Option<&str>)> = DRIVERS
        .iter()
        .filter(|(_, file)| Path::new(file).is_file())
        .map(|&(name, file)| (name, Some(file)))
        .collect();
    if drivers.is_empty() {
        drivers.push(("the computer's own adapter", None));
    }
    let mut agreed = true;
    for (name, file) in drivers {
        println!("\n== {name} ==");
        let mut command = cargo(&["run", "-q", "-p", "gpu", "--example", "differential", "--"]);
        command.args(options);
        // The loader reads the variable when it starts, so each driver needs a separate process.
        if let Some(file) = file {
            command.env("VK_DRIVER_FILES", file);
        }
        agreed &= shell::status(&mut command)?.success();
    }
    Ok(if agreed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
