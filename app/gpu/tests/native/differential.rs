//! Runs random kernels on the simulated machine and on real WebGPU implementations: every word that WGSL defines is
//! equal. The floats of one buffer, `inexact`, are compared within 2^-10, all others exactly.

#[path = "../../examples/differential/compare.rs"]
mod compare;

use crate::adapter;
use crate::skipped::skip;
use compare::{compare, kernel_of};
use generator::Verdict;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// Environment variables of a process that runs some seeds on one driver: `SEEDS` holds the first seed and the end of
/// the range, `ADAPTER` part of the adapter's name.
const SEEDS: &str = "WARPSTEP_TEST_SEEDS";
const ADAPTER: &str = "WARPSTEP_TEST_ADAPTER";

/// Chromium's software driver, as Linux distributions install it.
const SWIFTSHADER: [&str; 3] = [
    "/usr/lib/chromium/vk_swiftshader_icd.json",
    "/usr/lib/chromium-browser/vk_swiftshader_icd.json",
    "/opt/google/chrome/vk_swiftshader_icd.json",
];

/// Runs twenty kernels, or the range in the environment variable in a process that a test below starts.
#[test]
fn random_kernels_agree_with_the_device() {
    let mut gpu = adapter::connect();
    if let Ok(name) = std::env::var(ADAPTER) {
        assert!(gpu.info().name.contains(&name), "{:?}", gpu.info());
    }
    for seed in seeds() {
        eprintln!("{MARK}{seed}");
        let kernel = kernel_of(seed);
        match compare(&gpu, &kernel) {
            Verdict::Agree | Verdict::KnownBug => {}
            Verdict::NotRun(why) => eprintln!("{NOT_RUN}{seed}: {why}"),
            verdict => panic!("seed {seed}: {verdict:?}\n{}", kernel.source),
        }
        if gpu.is_lost() {
            gpu = adapter::connect();
        }
    }
}

fn seeds() -> Range<u64> {
    let given = std::env::var(SEEDS).unwrap_or_else(|_| "0 20".to_owned());
    let numbers: Vec<u64> = given.split(' ').filter_map(|word| word.parse().ok()).collect();
    numbers[0]..numbers[1]
}

/// Markers in the process's output: before each seed, and for a seed that could not be run on this driver.
const MARK: &str = "SEED ";
const NOT_RUN: &str = "NOT RUN ";

/// Runs seeds in separate processes: Mesa's driver crashes on one kernel in some hundreds, and the Vulkan loader
/// chooses its driver when it starts. Returns the number of kernels that could not be run.
fn in_processes(seeds: Range<u64>, variables: &[(&str, &str)]) -> usize {
    let program = std::env::current_exe().expect("the path of the test program is known");
    let test = concat!(module_path!(), "::random_kernels_agree_with_the_device");
    let name = test.split_once("::").map_or(test, |(_, name)| name);
    let (mut next, mut not_run) = (seeds.start, 0);
    while next < seeds.end {
        let output = Command::new(&program)
            .args(["--exact", name, "--nocapture"])
            .env(SEEDS, format!("{next} {}", seeds.end))
            .envs(variables.iter().copied())
            .output()
            .expect("the test program starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        not_run += said.matches(NOT_RUN).count();
        if output.status.success() {
            assert!(said.contains(MARK), "the test ran no seed: {said}");
            break;
        }
        // A failed test ends with an exit code; a process killed by a signal means that the driver crashed.
        assert!(output.status.code().is_none(), "{said}");
        let reached = said.rsplit(MARK).next().and_then(|rest| rest.lines().next());
        let reached: u64 = reached
            .and_then(|seed| seed.parse().ok())
            .expect("the output names a seed");
        (next, not_run) = (reached + 1, not_run + 1);
    }
    not_run
}

/// About ten of a hundred kernels meet a mistake of naga's, which `compare` names. A few crash a driver.
const MOST_NOT_RUN_IN_A_HUNDRED: usize = 18;

#[test]
fn two_hundred_random_kernels_agree() {
    let not_run = in_processes(20..220, &[]);
    assert!(
        not_run <= MOST_NOT_RUN_IN_A_HUNDRED * 2,
        "{not_run} kernels could not be run"
    );
}

#[test]
fn sixty_random_kernels_agree_with_swiftshader_where_it_is_installed() {
    let Some(driver) = SWIFTSHADER.iter().find(|path| Path::new(path).is_file()) else {
        return skip("SwiftShader, which comes with Chromium, is not installed");
    };
    let not_run = in_processes(0..60, &[("VK_DRIVER_FILES", driver), (ADAPTER, "SwiftShader")]);
    assert!(
        not_run <= MOST_NOT_RUN_IN_A_HUNDRED * 60 / 100,
        "{not_run} kernels could not be run"
    );
}
