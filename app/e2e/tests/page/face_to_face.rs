//! The playground's kernel on the browser's GPU: its buffers are compared with the simulator's, value by value, and it
//! is timed.

use crate::typing::{paste, settled};
use e2e::{Browser, Graphics, Site};

const ADD: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] = data[id.x] + 100u;
}
";

/// Stores the width of a subgroup: 32 lanes on the machine, 4 on the software device.
const WIDTH: &str = "enable subgroups;
@group(0) @binding(0) var<storage, read_write> width: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_size) size: u32) {
  width[id.x] = size;
}
";

/// A kernel that ends, but not within the machine's limit of steps.
const LONG: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 300000u; i++) {
    data[id.x] += i;
  }
}
";

/// Opens the playground's GPU tab with this text in the editor.
async fn open(graphics: Graphics, text: &str) -> (Site, Browser) {
    let site = Site::start();
    let browser = Browser::start(graphics).await;
    browser.open(&site.url("#/playground")).await;
    paste(&browser, text).await;
    settled(&browser).await;
    browser.click("[data-side-tab=gpu]").await;
    (site, browser)
}

async fn wait_for_state(browser: &Browser, state: &str) {
    browser.wait_for_attribute("#face", "data-state", state).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_buffers_are_said_to_be_and_then_timed() {
    let (_site, browser) = open(Graphics::Software, ADD).await;
    wait_for_state(&browser, "none").await;
    browser.click("#run-gpu").await;
    wait_for_state(&browser, "equal").await;
    let compared = "[data-compared=data]";
    assert_eq!(browser.attribute(compared, "data-differing").await, "0");
    assert!(browser.seen(compared).await.contains("all 32 values"));
    browser.screenshot("playground-gpu-equal").await;
    browser.click("#time-gpu").await;
    browser.wait_for_element("#own-median").await;
    let median = browser.seen("#own-median b").await;
    assert!(crate::times::is_a_time(&median), "{median}");
    browser.screenshot("playground-gpu-timed").await;
    // A changed text has no result yet.
    paste(&browser, &ADD.replace("100u", "7u")).await;
    wait_for_state(&browser, "none").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn different_values_are_shown_next_to_each_other() {
    let (_site, browser) = open(Graphics::Software, WIDTH).await;
    browser.click("#run-gpu").await;
    wait_for_state(&browser, "differs").await;
    let differing = browser.attribute("[data-compared=width]", "data-differing").await;
    assert_eq!(differing, "256");
    let row = "return [...document.querySelectorAll('.compared tbody tr:nth-child(3) > *')].map(cell => cell.innerText).join(' ').trim()";
    assert_eq!(browser.text(row).await, "2 32 4");
    browser.screenshot("playground-gpu-differs").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kernel_that_may_hang_a_gpu_needs_a_second_click() {
    let (_site, browser) = open(Graphics::Software, LONG).await;
    browser.wait_for_element("#outcome").await;
    browser.click("#run-gpu").await;
    wait_for_state(&browser, "asking").await;
    assert!(browser.seen("#gpu-warning").await.contains("does not end"));
    browser.screenshot("playground-gpu-asking").await;
    browser.click("#run-gpu").await;
    browser
        .wait_for("return ['equal', 'differs'].includes(document.querySelector('#face').dataset.state)")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_gpu_the_page_says_so() {
    let (_site, browser) = open(Graphics::None, ADD).await;
    browser.wait_for_element("#no-gpu").await;
    assert!(!browser.seen("#no-gpu").await.is_empty());
    let disabled = "return document.querySelector('#run-gpu').disabled";
    assert_eq!(browser.script(disabled).await, true);
    browser.screenshot("playground-no-gpu").await;
    browser.close().await;
}
