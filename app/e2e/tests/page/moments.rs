//! The playground finds the moment: a click on a finding leads to its step, and an order that goes wrong is looked for.

use crate::typing::{editor_text, in_editor, open_playground, paste, settled};
use e2e::{Browser, Graphics, Site};

#[tokio::test(flavor = "multi_thread")]
async fn a_finding_leads_to_both_of_its_steps() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/playground")).await;
    paste(
        &browser,
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) t: u32, @builtin(global_invocation_id) id: vec3u) {
  tile[t] = t;
  data[id.x] = tile[63 - t];
}
",
    )
    .await;
    let race = "[data-finding=data_race] [data-show]";
    browser.wait_for_element(race).await;
    let line = "return Number(document.querySelector('#page').dataset.step)";
    let start = browser.number(line).await;
    browser.click(race).await;
    browser.wait_for(&format!("{line} !== {start}")).await;
    let first = browser.number(line).await;
    browser.click(race).await;
    browser.wait_for(&format!("{line} !== {first}")).await;
    // The circle begins anew.
    browser.click(race).await;
    browser.wait_for(&format!("{line} === {first}")).await;
    // Two blocks that store the same word: the other block is shown, and then this one again.
    paste(
        &browser,
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  data[t] = group.x;
}
",
    )
    .await;
    browser.wait_for_element(race).await;
    settled(&browser).await;
    assert_eq!(browser.value("#picture").await, "0");
    browser.click(race).await;
    browser.wait_for_value("#picture", "1").await;
    settled(&browser).await;
    browser.click(race).await;
    browser.wait_for_value("#picture", "0").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finding_stands_under_its_line_and_one_press_repairs_the_text() {
    let race = "var<workgroup> tile: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) t: u32, @builtin(global_invocation_id) id: vec3u) {
  tile[t] = t;
  data[id.x] = tile[63 - t];
}
";
    let (_site, browser) = open_playground(Graphics::None, race).await;
    browser.wait_for_element("[data-repair]").await;
    // It stands between its line and the next one.
    let is_between = format!(
        "const lines = {}.querySelectorAll('.cm-line');
         const [above, below] = [lines[4], lines[5]].map(line => line.getBoundingClientRect());
         const card = document.querySelector('[data-finding]').getBoundingClientRect();
         return card.height > 0 && card.top >= above.bottom && card.bottom <= below.top",
        in_editor(".cm-content")
    );
    browser.wait_for(&is_between).await;
    browser.wait_for_element(".slider-faults i").await;
    browser.screenshot("playground-finding").await;
    browser.click("[data-repair]").await;
    browser.wait_for_element("#all-well").await;
    let text = editor_text(&browser).await;
    assert!(
        text.contains("  tile[t] = t;\n  workgroupBarrier();\n  data[id.x]"),
        "{text}"
    );
    browser.wait_until_gone(".slider-faults i").await;
    // The repair is one step of the text's history.
    browser.click("#undo").await;
    browser.wait_for_element("[data-repair]").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_search_for_a_wrong_order_starts_at_the_race() {
    let race = "var<workgroup> tile: array<u32, 256>;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) t: u32, @builtin(global_invocation_id) id: vec3u) {
  tile[t] = t;
  data[id.x] = tile[255 - t];
}
";
    let (_site, browser) = open_playground(Graphics::None, race).await;
    browser.click("[data-find-order]").await;
    browser
        .wait_for_text("[data-finding=data_race] output", "gives another result")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_goes_wrong_is_found() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/playground")).await;
    let reversed = |barrier: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 256>;
@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) t: u32, @builtin(global_invocation_id) id: vec3u) {{
  tile[t] = t;
  {barrier}
  data[id.x] = tile[255 - t];
}}
"
        )
    };
    paste(&browser, &reversed("workgroupBarrier();")).await;
    browser.click("#find-order").await;
    browser
        .wait_for_text("#found-order", "96 orders gave the same result.")
        .await;
    paste(&browser, &reversed("")).await;
    browser.click("#find-order").await;
    browser.wait_for_text("#found-order", "gives another result").await;
    settled(&browser).await;
    // The order is set, and the run is that of the order.
    assert_ne!(browser.value("#own-seed").await, "0");
    browser.close().await;
}
