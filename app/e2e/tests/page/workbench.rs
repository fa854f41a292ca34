//! The playground as a workbench: expected contents, chains of entry points, one undo, stops, two versions, and results.

use crate::typing::{open_file, open_playground, paste, settled};
use e2e::keys::{BACKSPACE, RIGHT, TAB};
use e2e::{Browser, Graphics};
use std::time::Duration;

/// A homework kernel with a mistake: it loads at the index in the workgroup.
const LOCAL_INDEX: &str = "@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) g: vec3u, @builtin(local_invocation_index) t: u32) {
  y[g.x] = x[t];
}
";

/// A scan in three passes with blocks of 256 lanes.
const SCAN: &str = include_str!("../../../launch/src/draft/scan.wgsl");

/// True if the player offers to play.
const PAUSED: &str = "return document.querySelector('#play').title.startsWith('Play')";
const STEP: &str = "return Number(document.querySelector('#page').dataset.step)";
const NEXT_LINE: &str = "return document.querySelector('#editor').shadowRoot.querySelector('#next-line')?.dataset.line";

/// Sets a field and waits for its run.
async fn fill(browser: &Browser, field: &str, text: &str) {
    browser.fill(field, text).await;
    // Enter may have closed only the list that the field offers: the field then changes when it loses the focus.
    browser.script("document.activeElement?.blur()").await;
    settled(browser).await;
}

/// Writes into a field of several lines.
async fn write(browser: &Browser, field: &str, text: &str) {
    browser
        .script(&format!(
            "const field = document.querySelector({field:?});
             field.value = {text:?};
             field.dispatchEvent(new Event('change', {{ bubbles: true }}));"
        ))
        .await;
    settled(browser).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_value_leads_to_the_line_that_stored_it() {
    let (_site, browser) = open_playground(Graphics::None, LOCAL_INDEX).await;
    browser.wait_for_element("#all-well").await;
    // One action: say what is expected.
    browser.choose("#expected-0-1", "of:0:0:copy").await;
    browser
        .wait_for_text(
            "[data-expected=y]",
            "24 of 32 values of y are wrong. The first is y[8]: expected 8, got 0. Block 1 stored it last.",
        )
        .await;
    assert!(!browser.has("#all-well").await);
    browser.screenshot("playground-expected").await;
    // Two: the sentence leads to the block and the step.
    browser.click("[data-expected=y] button").await;
    browser.wait_for_value("#picture", "1").await;
    browser.wait_for(&format!("{NEXT_LINE} === '5'")).await;
    // The wrong values are listed, the first one first, and marked in the buffer.
    browser.wait_for_element("#wrong-values").await;
    assert!(browser.seen("#wrong-values tbody tr").await.contains("y[8]"));
    assert_eq!(browser.count("#wrong-values tbody tr").await, 24);
    browser.wait_for_count(".cells td.wrong", ">= 24").await;
    // The mended kernel is as expected.
    paste(&browser, &LOCAL_INDEX.replace("x[t]", "x[g.x]")).await;
    browser
        .wait_for_text("[data-expected=y]", "y is as expected (32 values")
        .await;
    // A list is compared as far as it goes; a wrong number in it is named.
    browser.click("[data-side-tab=setup]").await;
    browser.choose("#expected-0-1", "numbers").await;
    write(&browser, "#expected-0-1-numbers", "0 1 2 4").await;
    browser
        .wait_for_text("[data-expected=y]", "1 of 4 values of y is wrong")
        .await;
    write(&browser, "#expected-0-1-numbers", "0 1 two").await;
    browser
        .wait_for_text("[data-expected=y]", "item 3 (line 1) is “two”, which is no f32")
        .await;
    // A bound of one's own.
    write(&browser, "#expected-0-1-numbers", "0 1 2 3.4").await;
    browser.wait_for_text("[data-expected=y]", "1 of 4 values").await;
    browser.choose("#tolerance-0-1", "bound").await;
    fill(&browser, "#tolerance-0-1-absolute", "0.5").await;
    browser
        .wait_for_text("[data-expected=y]", "the largest difference is 4.00e-1")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_entry_point_is_the_reference() {
    let (_site, browser) = open_playground(
        Graphics::None,
        "@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) g: vec3u) {
  y[g.x] = x[g.x] * x[g.x] + g.x / 31u;
}
@compute @workgroup_size(1)
fn plain() {
  for (var i = 0u; i < arrayLength(&y); i++) {
    y[i] = x[i] * x[i];
  }
}
",
    )
    .await;
    browser.choose("#expected-0-1", "entry:plain").await;
    browser
        .wait_for_text(
            "[data-expected=y]",
            "1 of 32 values of y is wrong. The first is y[31]: expected 961, got 962.",
        )
        .await;
    // The way there from the row above the picture.
    browser.click("#first-wrong").await;
    browser.wait_for_value("#picture", "3").await;
    browser.wait_for(&format!("{NEXT_LINE} === '5'")).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_is_one_run_on_the_machine_and_on_the_gpu() {
    let (site, browser) = open_playground(Graphics::Software, SCAN).await;
    browser.click("#start-chain").await;
    settled(&browser).await;
    for (field, value) in [
        ("#pass-0-x", "16"),
        ("#pass-1-x", "1"),
        ("#pass-2-x", "16"),
        ("#buffer-0-0-elements", "1000"),
        ("#buffer-0-1-elements", "16"),
    ] {
        fill(&browser, field, value).await;
    }
    browser.choose("#expected-0-0", "of:0:0:scan").await;
    browser
        .wait_for_text("[data-expected=data]", "data is as expected (1,000 values)")
        .await;
    browser.wait_for_count("#stages button", "=== 3").await;
    browser.screenshot("playground-chain").await;
    // The end of a dispatch is followed by the start of the next, and back.
    let pressed = "return document.querySelector('#stages [aria-pressed=true]').dataset.stage";
    assert_eq!(browser.text(pressed).await, "0");
    browser.click("#last").await;
    browser.click("#next").await;
    browser.wait_for(&format!("{pressed} === '1'")).await;
    browser.wait_for(&format!("{STEP} === 0")).await;
    browser.click("#back").await;
    browser.wait_for(&format!("{pressed} === '0'")).await;
    browser.wait_for(&format!("{STEP} > 10")).await;
    // At its end, Play plays the next dispatch, and after the last one the first.
    browser.click("#play").await;
    browser.wait_for(&format!("{pressed} === '1'")).await;
    browser.wait_for(&format!("{STEP} > 0")).await;
    browser.click("[data-stage='2']").await;
    browser.wait_for(&format!("{pressed} === '2'")).await;
    browser.click("#grain-barrier").await;
    browser.click("#last").await;
    browser.wait_for(PAUSED).await;
    browser.click("#play").await;
    browser.wait_for(&format!("{pressed} === '0'")).await;
    browser.wait_for(&format!("{STEP} > 0")).await;
    browser.wait_for(PAUSED).await;
    browser.click("[data-stage='2']").await;
    browser.wait_for(&format!("{pressed} === '2'")).await;
    // Each dispatch has its counters.
    browser.click("[data-side-tab=counters]").await;
    browser.wait_for_count("#chain-counters tbody tr", "=== 3").await;
    // The GPU runs all of them in one submission.
    browser.click("[data-side-tab=gpu]").await;
    browser.click("#run-gpu").await;
    browser.wait_for_attribute("#face", "data-state", "equal").await;
    assert!(browser.seen("[data-compared=data]").await.contains("all 1,000 values"));
    // A link keeps the chain.
    browser.click("#share").await;
    browser.wait_for_element("#link").await;
    let link = browser.value("#link").await;
    let other = Browser::start(Graphics::None).await;
    other.open(&link).await;
    other
        .wait_for_text("[data-expected=data]", "data is as expected (1,000 values)")
        .await;
    other.wait_for(&format!("{pressed} === '2'")).await;
    other.close().await;
    browser.close().await;
    drop(site);
}

/// Returns a text with the declarations of the scan and the entry point that begins with this name.
fn scan_of(name: &str) -> String {
    let mut parts = SCAN.split("@compute");
    let head = parts.next().unwrap_or_default();
    let entry = parts.find(|part| part.contains(&format!("fn {name}(")));
    format!("{head}@compute{}", entry.expect("an entry point"))
}

#[tokio::test(flavor = "multi_thread")]
async fn kernels_of_several_texts_run_in_one_chain() {
    let first = scan_of("scan_blocks");
    let (_site, browser) = open_playground(Graphics::Software, &first).await;
    fill(&browser, "#workgroups-x", "16").await;
    fill(&browser, "#buffer-0-0-elements", "1000").await;
    fill(&browser, "#buffer-0-1-elements", "16").await;
    // A text with a mistake is refused with its reason, and nothing changes.
    open_file(&browser, "#add-text-file", "bad.wgsl", "fn main( {").await;
    browser
        .wait_for_text("#added-text", "The other text was not added")
        .await;
    for (name, passes) in [("scan_sums", "=== 2"), ("add_sums", "=== 3")] {
        let text = scan_of(name);
        open_file(&browser, "#add-text-file", &format!("{name}.wgsl"), &text).await;
        browser.wait_for_count(".pass", passes).await;
        settled(&browser).await;
        browser
            .wait_for_text(
                "#added-text",
                &format!("Added {name}. Both texts use these buffers: data, sums."),
            )
            .await;
    }
    for (field, value) in [("#pass-1-x", "1"), ("#pass-2-x", "16")] {
        fill(&browser, field, value).await;
    }
    browser.choose("#expected-0-0", "of:0:0:scan").await;
    browser
        .wait_for_text("[data-expected=data]", "data is as expected (1,000 values)")
        .await;
    browser.screenshot("playground-joined").await;
    // No order of the warps changes the result of the whole chain.
    browser.click("#find-order").await;
    browser.wait_for_text("#found-order", "96 orders").await;
    // The GPU runs it, and each dispatch has its time.
    browser.click("[data-side-tab=gpu]").await;
    browser.click("#run-gpu").await;
    browser.wait_for_attribute("#face", "data-state", "equal").await;
    browser.click("#time-gpu").await;
    browser
        .wait_up_to(
            "return document.querySelectorAll('#own-times tbody tr').length === 4",
            Duration::from_secs(120),
        )
        .await;
    browser.screenshot("playground-chain-times").await;
    // One undo takes the last text away again.
    browser.click("#undo").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_that_is_not_set_is_named_before_what_follows_from_it() {
    let (_site, browser) = open_playground(
        Graphics::None,
        "struct P { pitch: u32 }
@group(0) @binding(0) var<uniform> p: P;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  b[id.y * p.pitch + id.x] = a[id.y * p.pitch + id.x];
}
",
    )
    .await;
    browser
        .wait_for_text(
            "#unset-member",
            "p.pitch is not set, and its default of 256 leads out of bounds. With 32 every access stays inside",
        )
        .await;
    browser.screenshot("playground-unset").await;
    browser.click("[data-side-tab=counters]").await;
    browser.click("#unset-member button").await;
    browser
        .wait_for("return document.activeElement.id === 'member-0-0-pitch'")
        .await;
    fill(&browser, "#member-0-0-pitch", "32").await;
    browser.wait_for_element("#all-well").await;
    assert!(!browser.has("#unset-member").await);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_that_stops_shows_where_and_what_ran_before() {
    let (_site, browser) = open_playground(
        Graphics::None,
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(8)
fn first(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] += 1u;
}
@compute @workgroup_size(8)
fn endless(@builtin(global_invocation_id) id: vec3u) {
  var i = 0u;
  while i < 5u {
    data[id.x] += 1u;
  }
}
@compute @workgroup_size(8)
fn last(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] += 1u;
}
",
    )
    .await;
    browser.click("#start-chain").await;
    browser
        .wait_for_attribute("[data-stage='1']", "data-state", "stopped")
        .await;
    browser.wait_for_element("#outcome").await;
    let pressed = "return document.querySelector('#stages [aria-pressed=true]').dataset.stage";
    assert_eq!(browser.text(pressed).await, "0");
    assert!(!browser.has("#all-well").await);
    // The third dispatch did not run: the one that stopped is shown in its place, and its finding once.
    browser.click("[data-stage='2']").await;
    browser.wait_for(&format!("{pressed} === '1'")).await;
    assert_eq!(browser.count("[data-finding=unfinished_loop]").await, 1);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_of_a_million_elements_is_right() {
    let (_site, browser) = open_playground(Graphics::Software, SCAN).await;
    browser.click("#start-chain").await;
    settled(&browser).await;
    // The settings of a big run are made in a small one.
    for (field, value) in [("#pass-0-x", "1"), ("#pass-1-x", "1"), ("#pass-2-x", "1")] {
        fill(&browser, field, value).await;
    }
    fill(&browser, "#override-BLOCK", "256").await;
    browser.choose("#expected-0-0", "of:0:0:scan").await;
    browser.choose("#buffer-0-0-fill", "random").await;
    for (field, value) in [
        ("#buffer-0-1-elements", "3907"),
        ("#buffer-0-0-elements", "1000003"),
        ("#pass-2-x", "3907"),
        ("#pass-0-x", "3907"),
    ] {
        browser.fill(field, value).await;
        browser
            .wait_up_to(
                "return document.querySelector('#messages').dataset.settled === 'true' && document.querySelector('#page').dataset.busy === 'false'",
                Duration::from_secs(120),
            )
            .await;
    }
    browser
        .wait_up_to(
            "return document.querySelector('[data-expected=data]')?.innerText.includes('as expected (1,000,003 values)')",
            Duration::from_secs(120),
        )
        .await;
    browser.click("[data-side-tab=counters]").await;
    browser.wait_for_count("#chain-counters tbody tr", "=== 3").await;
    browser.screenshot("playground-million").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_undo_goes_back_through_text_and_settings() {
    let (_site, browser) = open_playground(Graphics::None, LOCAL_INDEX).await;
    fill(&browser, "#workgroups-x", "2").await;
    browser.choose("#buffer-0-0-fill", "ones").await;
    settled(&browser).await;
    paste(&browser, &LOCAL_INDEX.replace("x[t]", "x[g.x]")).await;
    fill(&browser, "#buffer-0-0-elements", "7").await;
    let text = "return document.querySelector('#editor').shadowRoot.querySelector('.cm-content').innerText";
    let undo = async || {
        browser.click("#undo").await;
        settled(&browser).await;
    };
    undo().await;
    browser.wait_for_value("#buffer-0-0-elements", "16").await;
    assert!(browser.text(text).await.contains("x[g.x]"));
    undo().await;
    assert!(browser.text(text).await.contains("x[t]"));
    assert_eq!(browser.value("#buffer-0-0-fill").await, "ones");
    undo().await;
    browser.wait_for_value("#buffer-0-0-fill", "ramp").await;
    undo().await;
    browser.wait_for_value("#workgroups-x", "4").await;
    for _ in 0..4 {
        browser.click("#redo").await;
        settled(&browser).await;
    }
    browser.wait_for_value("#buffer-0-0-elements", "7").await;
    assert!(browser.text(text).await.contains("x[g.x]"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_kernel_has_no_settings_of_the_last_one() {
    let (_site, browser) = open_playground(Graphics::None, LOCAL_INDEX).await;
    fill(&browser, "#workgroups-y", "2").await;
    fill(&browser, "#buffer-0-0-elements", "5").await;
    paste(&browser, SCAN).await;
    browser.wait_for_value("#workgroups-y", "1").await;
    assert_eq!(browser.value("#buffer-0-0-elements").await, "256");
    // Each entry point keeps its number of workgroups.
    fill(&browser, "#workgroups-x", "9").await;
    browser.choose("#entry", "scan_sums").await;
    browser.wait_for_value("#workgroups-x", "4").await;
    fill(&browser, "#workgroups-x", "1").await;
    browser.choose("#entry", "scan_blocks").await;
    browser.wait_for_value("#workgroups-x", "9").await;
    // The text that was replaced is an earlier one, with its settings.
    browser.choose("#open-kernel", "earlier:0").await;
    browser.wait_for_value("#workgroups-y", "2").await;
    browser.wait_for_value("#buffer-0-0-elements", "5").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_run_stops_at_lines_and_where_a_condition_becomes_true() {
    let text = "@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) t: u32) {
  var sum = 0.0;
  for (var i = 0u; i < 4u; i++) {
    sum += data[t];
  }
  let root = sqrt(sum - 12.0);
  data[t] = root / f32(t % 4u);
}
";
    let (_site, browser) = open_playground(Graphics::None, text).await;
    // Enter in the field continues, too.
    browser.fill("#stop-when", "t == 40 && sum > 100").await;
    browser.wait_for_text("#stopped", "true in warp 1, lane 8").await;
    let stopped = browser.number(STEP).await;
    assert!(stopped > 0.0);
    // Nothing else stops it.
    browser.click("#continue").await;
    browser.wait_for_text("#stopped", "end of the block").await;
    browser.fill("#stop-when", "total > 1").await;
    browser
        .wait_for_text("#stopped", "The kernel has no value total.")
        .await;
    browser.fill("#stop-when", BACKSPACE).await;
    browser.click("#first-nan").await;
    browser.wait_for(&format!("{NEXT_LINE} === '8'")).await;
    browser.click("#first-infinity").await;
    browser.wait_for(&format!("{NEXT_LINE} === '9'")).await;
    // A breakpoint left of line 6 stops in each of the four iterations.
    browser.click("#first").await;
    let dot = "const root = document.querySelector('#editor').shadowRoot;
             const number = [...root.querySelectorAll('.cm-lineNumbers .cm-gutterElement')]
                 .find(number => number.textContent === '6' && getComputedStyle(number).visibility !== 'hidden').getBoundingClientRect();
             root.querySelector('.cm-breakpoints').dispatchEvent(new MouseEvent('mousedown', { clientX: 1, clientY: number.top + number.height / 2, bubbles: true, cancelable: true }));";
    browser.script(dot).await;
    browser.wait_for_attribute("#continue", "aria-disabled", "false").await;
    let mut before = browser.number(STEP).await;
    for _ in 0..4 {
        browser.click("#continue").await;
        browser.wait_for(&format!("{STEP} > {before}")).await;
        browser.wait_for(&format!("{NEXT_LINE} === '6'")).await;
        before = browser.number(STEP).await;
    }
    browser.click("#continue").await;
    browser.wait_for_text("#stopped", "end of the block").await;
    // So does a run that plays, though no press of this length ends there.
    browser.click("#grain-barrier").await;
    browser.click("#first").await;
    browser.click("#play").await;
    browser.wait_for_text("#stopped", "line 6").await;
    browser.wait_for(&format!("{NEXT_LINE} === '6'")).await;
    browser.wait_for(PAUSED).await;
    // It stops where the condition becomes true, too.
    browser.script(dot).await;
    browser.fill("#stop-when", "t == 40 && sum > 100").await;
    browser.click("#play").await;
    browser.wait_for_text("#stopped", "true in warp 1, lane 8").await;
    browser.wait_for(PAUSED).await;
    assert_eq!(browser.number(STEP).await, stopped);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pinned_version_stands_beside_the_next_edit() {
    let (site, browser) = open_playground(Graphics::Software, LOCAL_INDEX).await;
    browser.click("[data-side-tab=versions]").await;
    browser.click("#pin").await;
    browser.wait_for_text("#versions", "The texts are equal.").await;
    paste(&browser, &LOCAL_INDEX.replace("y[g.x]", "y[8u * g.x % 31u]")).await;
    browser.wait_for_count("#text-changes tr.added", "=== 1").await;
    let counter = "[data-counter=gst_transactions]";
    browser.wait_for_element(counter).await;
    browser.wait_for_text("[data-version-buffer=y]", "differs in").await;
    // Both are timed in the same rounds.
    browser.click("#time-versions").await;
    browser.wait_for_element("#version-times").await;
    let times =
        "return [...document.querySelectorAll('#version-times tbody td')].map(cell => cell.innerText).join('|')";
    let times = browser.text(times).await;
    let cells: Vec<&str> = times.split('|').collect();
    assert!(
        crate::times::is_a_time(cells[0]) && crate::times::is_a_time(cells[1]),
        "{times}"
    );
    // A time that could not be distinguished from zero has no ratio.
    let is_resolved = cells[..2].iter().all(|cell| !cell.contains('<'));
    let ratio = cells[2].trim();
    match is_resolved {
        true => assert!(ratio.starts_with('×') && !ratio.contains("NaN"), "{times}"),
        false => assert_eq!(ratio, "–", "{times}"),
    }
    // Both are stepped together.
    browser.wait_for_element("#pinned-title").await;
    browser.click("#next").await;
    browser.screenshot("playground-versions").await;
    // A link and a reload keep the pinned version, the step and the panel.
    browser.click("[data-panel-tab=lines]").await;
    browser.click("#share").await;
    browser.wait_for_element("#link").await;
    let link = browser.value("#link").await;
    assert!(link.contains("step=") && link.contains("panel=lines"), "{link}");
    let step = browser.number(STEP).await;
    let other = Browser::start(Graphics::None).await;
    other.open(&link).await;
    other.wait_for(&format!("{STEP} === {step}")).await;
    other.wait_for_element("#pinned-title").await;
    other.close().await;
    browser.reload().await;
    browser.wait_for_element("#pinned-title").await;
    browser.click("[data-side-tab=versions]").await;
    browser.click("#return-to-pinned").await;
    browser.wait_for_text("#versions", "The texts are equal.").await;
    browser.click("#unpin").await;
    browser.wait_until_gone("#pinned-title").await;
    browser.close().await;
    drop(site);
}

#[tokio::test(flavor = "multi_thread")]
async fn results_are_taken_out() {
    let (_site, browser) = open_playground(Graphics::None, LOCAL_INDEX).await;
    settled(&browser).await;
    for (form, part) in [
        ("buffers.csv", "y,y[9],1"),
        ("counters.csv", "gst_transactions,"),
        ("results.json", "\"entry_point\": \"main\""),
        ("results.txt", "gst_transactions: "),
    ] {
        // A browser saves one file after each thing that its reader does.
        browser.press(TAB).await;
        browser.click(&format!("[data-save='{form}']")).await;
        let (_, bytes) = browser.downloaded(form).await;
        let text = String::from_utf8(bytes).expect("text");
        assert!(text.contains(part), "{form}: {text}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn values_and_the_editor_look_as_asked() {
    let (_site, browser) = open_playground(
        Graphics::None,
        "struct P { mode: u32 }
@group(0) @binding(0) var<uniform> p: P;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) t: u32) {
  let at = vec2u(t, t + 1u);
  let mine = &y[t];
  *mine = 255u;
  if (p.mode == 7u) { *mine = 8u; }
  *mine = *mine + at.y;
}
",
    )
    .await;
    // A member that the text compares with a constant offers it.
    browser.wait_for_count("#member-0-0-mode-choices option", ">= 1").await;
    fill(&browser, "#member-0-0-mode", "7").await;
    // Any values of the lanes are columns of their table, pointers with the places that they lead to.
    browser.click("#last").await;
    browser.click("#back").await;
    browser.click("#tables").await;
    for name in ["at", "mine", "*mine"] {
        let pick = format!("#lanes-table .picks [data-value={name:?}]");
        browser.wait_for_element(&pick).await;
        browser.click(&pick).await;
    }
    let row =
        "return [...document.querySelectorAll('#lanes-table tbody tr')[3].cells].map(cell => cell.innerText).join('|')";
    let cells = browser.text(row).await;
    assert!(cells.contains("(3, 4)|&y[3]|8"), "{cells}");
    browser.click("#tables").await;
    // Buffers in other notations.
    browser.click("[data-side-tab=buffers]").await;
    browser.click("[data-buffer-tab=y]").await;
    for (notation, text) in [("hex", "0000000c"), ("bits", "00001100"), ("value", "12")] {
        browser.click(&format!("[data-notation={notation}]")).await;
        browser.wait_for_text("[data-buffer=y] [data-cell='3']", text).await;
    }
    // Letters and width are kept for the next visit.
    let style = "return document.querySelector('#editor').getAttribute('style')";
    let usual = browser.text(style).await;
    browser.click("#larger-letters").await;
    browser.wait_for(&format!("{style} !== {usual:?}")).await;
    browser.script("document.querySelector('#divider').focus()").await;
    browser.press(RIGHT).await;
    browser.wait_for_attribute("#divider", "aria-valuenow", "50").await;
    browser.reload().await;
    browser.wait_for_attribute("#divider", "aria-valuenow", "50").await;
    browser.wait_for(&format!("{style} !== {usual:?}")).await;
    browser.close().await;
}
