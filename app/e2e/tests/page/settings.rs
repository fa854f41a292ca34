//! Slides and links set what they speak of: the order of the warps, masking, the occupancy calculator and the scheduler.

use e2e::keys::RIGHT;
use e2e::{Browser, Graphics, Site};

const CHANGES: &str = "return document.querySelector('#slide-changes')?.innerText ?? ''";
const HASH: &str = "return location.hash";
/// Shift, Page down, and the release of both keys: the next slide without its steps.
const NEXT_SLIDE: &str = "\u{e00a}\u{e014}\u{e000}";

async fn open(browser: &Browser, site: &Site, view: &str) {
    browser.visit(&site.url(&format!("{view}&lang=en"))).await;
    browser.wait_until_idle().await;
}

async fn wait_for_hash(browser: &Browser, pair: &str) {
    browser
        .wait_for(&format!("return location.hash.includes('{pair}')"))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_sum_is_seen_in_the_order_of_the_slide() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open(&browser, &site, "#/bad-idea?slide=3").await;
    browser.wait_for_content("#result", "14 of 64 words are right").await;
    assert_eq!(browser.seen("#order-sign").await, "order 1");
    assert_eq!(browser.text(CHANGES).await, "");
    wait_for_hash(&browser, "order=1").await;
    browser.screenshot("order-of-the-slide").await;
    browser.click("#machine-sizes").await;
    browser.wait_for_element("#order").await;
    assert_eq!(browser.value("#order").await, "1");
    browser.fill("#order", "one").await;
    browser.wait_for_content("#order-hint", "one").await;
    assert_eq!(browser.attribute("#order", "aria-invalid").await, "true");
    browser.screenshot("order-mistake").await;
    browser.fill("#order", "0").await;
    browser.wait_for_attribute("#result", "data-equal", "true").await;
    browser.wait_until_gone("#order-sign").await;
    browser.click("#machine-sizes").await;
    let said = browser.text(CHANGES).await;
    assert!(said.contains("order of warps 0, not 1"), "{said}");
    browser.press("u").await;
    browser.wait_for_content("#result", "14 of 64").await;
    assert_eq!(browser.text(CHANGES).await, "");
    // The next slide names no order.
    browser.press(NEXT_SLIDE).await;
    browser.wait_for_attribute("#result", "data-equal", "true").await;
    browser.wait_for("return !location.hash.includes('order=')").await;
    // The columns of a comparison have the same order.
    open(
        &browser,
        &site,
        "#/bad-idea?machine=xe-16&order=1&with=reduce_shared_last_warp_barriers",
    )
    .await;
    browser.wait_for_content("[data-column='0'] .verdict", "14 / 64").await;
    // On stage the result is said, too.
    open(&browser, &site, "#/bad-idea?slide=3&stage=1").await;
    browser
        .wait_for_content("#stage-result", "14 of 64 words are right")
        .await;
    browser.screenshot("order-on-stage").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_scheduler_stands_as_the_slide_says() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open(&browser, &site, "#/latency-hiding?slide=3").await;
    browser.wait_for_element("#scheduler-warps").await;
    assert_eq!(browser.value("#scheduler-work").await, "operations");
    assert_eq!(browser.value("#scheduler-warps").await, "1");
    assert_eq!(browser.value("#scheduler-arithmetic").await, "18");
    assert_eq!(browser.text(CHANGES).await, "");
    browser.slide("#scheduler-warps", 20).await;
    browser.wait_for_content("#scheduler-busy", "100 % of the cycles").await;
    browser.wait_for_content("#slide-changes", "Warps: 20, not 1").await;
    wait_for_hash(&browser, "warps=20").await;
    // A link keeps the dials.
    let link = browser.text(HASH).await;
    browser.visit(&site.url("#/")).await;
    browser.visit(&site.url(&link)).await;
    browser.wait_for_element("#scheduler-warps").await;
    assert_eq!(browser.value("#scheduler-warps").await, "20");
    browser.press("u").await;
    browser
        .wait_for("return document.querySelector('#scheduler-warps').value === '1'")
        .await;
    browser.press(NEXT_SLIDE).await;
    browser
        .wait_for("return document.querySelector('#scheduler-work')?.value === 'loads'")
        .await;
    assert_eq!(browser.value("#scheduler-warps").await, "48");
    browser.press(NEXT_SLIDE).await;
    browser
        .wait_for("return document.querySelector('#scheduler-chip')?.value === 'V100'")
        .await;
    assert_eq!(browser.value("#scheduler-warps").await, "16");
    browser.press(NEXT_SLIDE).await;
    browser
        .wait_for("return document.querySelector('#scheduler-work')?.value === 'kernel'")
        .await;
    assert_eq!(browser.value("#scheduler-warps").await, "8");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_calculator_has_the_numbers_of_the_slide() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open(&browser, &site, "#/occupancy?slide=3").await;
    browser
        .wait_for_content("#occupancy-result", "67 % · 16 of 24 warps · 2 blocks")
        .await;
    assert_eq!(browser.value("#registers-per-thread").await, "14");
    browser.fill("#registers-per-thread", "10").await;
    browser
        .wait_for_content("#occupancy-result", "100 % · 24 of 24 warps")
        .await;
    browser
        .wait_for_content("#slide-changes", "Registers per thread: 10, not 14")
        .await;
    browser.click("#as-slide").await;
    browser.wait_for_content("#occupancy-result", "67 %").await;
    // Slide 5 names no numbers: the calculator follows machine and block again.
    browser.press(NEXT_SLIDE).await;
    browser.press(NEXT_SLIDE).await;
    browser.wait_for_content("#occupancy-result", "64 of 64 warps").await;
    browser.close().await;
}

/// The switch among the machine's sizes lets the parts of a warp run apart: a kernel that relies on lockstep then fails.
#[tokio::test(flavor = "multi_thread")]
async fn parts_of_a_warp_run_apart_on_request() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/independent-threads")).await;
    browser.wait_for_attribute("#result", "data-equal", "true").await;
    assert!(!browser.has("#independent-sign").await);
    browser.click("#machine-sizes").await;
    browser.click("#independent").await;
    browser.wait_for_attribute("#result", "data-equal", "false").await;
    browser.wait_for_element("#independent-sign").await;
    wait_for_hash(&browser, "scheduling=independent").await;
    browser.screenshot("independent-threads").await;
    // A link brings the setting back, and the kernel with a barrier is right in it.
    let mended = "#/independent-threads?kernel=exchange_barrier&scheduling=independent";
    browser.visit(&site.url(mended)).await;
    browser.wait_for_attribute("#result", "data-equal", "true").await;
    browser.close().await;
}

/// J goes to the next step before which lanes of a warp come together again.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_goes_to_the_next_reconvergence() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/conditions?step=0&grain=statement")).await;
    let active = async || {
        let lanes = browser.attribute("#lanes", "data-lanes").await;
        lanes.bytes().filter(|lane| *lane == b'A').count()
    };
    browser.press("j").await;
    browser.wait_for_step_after("0").await;
    browser.wait_until_idle().await;
    let together = active().await;
    browser.press(e2e::keys::LEFT).await;
    browser.wait_until_idle().await;
    let before = active().await;
    assert!(before < together, "{before} lanes before, {together} after");
    browser.close().await;
}

/// While a warp is divided, its panel says in which line the lanes meet again, the code marks the line, and the sentence
/// leads to that step.
#[tokio::test(flavor = "multi_thread")]
async fn the_page_shows_where_lanes_meet_again() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.open(&site.url("#/divergence?lang=en")).await;
    let line = "return (document.querySelector('#to-meeting')?.innerText.match(/[0-9]+/)?.[0] ?? null)";
    browser.wait_for(&format!("{line} !== null")).await;
    let line = browser.text(line).await;
    let marked = browser.seen(&format!("#code [data-line='{line}'] .warps-here")).await;
    assert_eq!(marked, "lanes meet again");
    browser.click("#to-meeting").await;
    browser
        .wait_for(&format!(
            "return document.querySelector('#next-line')?.dataset.line === '{line}' && document.querySelector('#to-meeting') === null"
        ))
        .await;
    browser.close().await;
}

/// The picture of a GPU lights what the next statement uses, and has the sizes of the machine.
#[tokio::test(flavor = "multi_thread")]
async fn the_picture_of_a_gpu_is_lit_by_the_step() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.open(&site.url("#/threads?panel=chip&step=0&lang=en")).await;
    let lit = |units: &str| {
        format!(
            "return [...document.querySelectorAll('#chip .chip-unit.lit')].map(unit => unit.dataset.unit).join(' ') === '{units}'"
        )
    };
    browser.wait_for(&lit("arithmetic registers")).await;
    let multiprocessors = "return document.querySelectorAll('#chip .chip-grid i').length === 13";
    browser.wait_for(multiprocessors).await;
    browser.press(RIGHT).await;
    browser.press(RIGHT).await;
    browser
        .wait_for(&lit("arithmetic requests registers cache memory"))
        .await;
    browser.close().await;
}
