//! Random kernels on the machine and on real WebGPU implementations: every word that the language decides is equal. The
//! floats of one buffer, `inexact`, are compared within 2^-10, those of all others exactly.

#[path = "../../examples/differential/compare.rs"]
mod compare;

use crate::adapter;
use compare::{Verdict, compare};
use generator::{Source, generate};
use std::path::Path;
use std::process::Command;

/// Set for the process that runs on the second driver: part of the adapter's name.
const ADAPTER: &str = "WARPSTEP_TEST_ADAPTER";

/// Chromium's software driver, as Linux distributions install it.
const SWIFTSHADER: [&str; 3] = [
    "/usr/lib/chromium/vk_swiftshader_icd.json",
    "/usr/lib/chromium-browser/vk_swiftshader_icd.json",
    "/opt/google/chrome/vk_swiftshader_icd.json",
];

#[test]
fn random_kernels_agree_with_the_device() {
    let mut gpu = adapter::connect();
    let wanted = std::env::var(ADAPTER);
    let seeds = match &wanted {
        Ok(name) => {
            assert!(gpu.info().name.contains(name), "{:?}", gpu.info());
            60
        }
        Err(_) => 200,
    };
    let mut not_run = Vec::new();
    for seed in 0..seeds {
        let kernel = generate(&mut Source::from_seed(seed));
        match compare(&gpu, &kernel) {
            Verdict::NotRun(why) => not_run.push((seed, why)),
            verdict => assert_eq!(verdict, Verdict::Agree, "seed {seed}\n{}", kernel.source),
        }
        if gpu.is_lost() {
            gpu = adapter::connect();
        }
    }
    assert!(
        not_run.len() * 50 <= seeds as usize,
        "one in fifty at most: {not_run:?}"
    );
}

/// The Vulkan loader reads which driver to take when it starts, so another driver needs another process.
#[test]
fn random_kernels_agree_with_swiftshader_where_it_is_installed() {
    let Some(driver) = SWIFTSHADER.iter().find(|path| Path::new(path).is_file()) else {
        return;
    };
    let own = std::env::current_exe().expect("a test is a program");
    let test = concat!(module_path!(), "::random_kernels_agree_with_the_device");
    let name = test.split_once("::").map_or(test, |(_, name)| name);
    let output = Command::new(own)
        .args(["--exact", name, "--nocapture"])
        .env("VK_DRIVER_FILES", driver)
        .env(ADAPTER, "SwiftShader")
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
