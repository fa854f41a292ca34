//! A lesson: stepping, links, comparisons, and a browser without WebGPU.

use e2e::keys::{END, HOME, LEFT, RIGHT};
use e2e::page::{COLUMNS, PRESSES, RUN_SHOWN, SETTLED};
use e2e::{Browser, BrowserKind, Expected, Site};
use serde_json::json;
use simt::Grain;

/// Waits until the page is at a position, and compares its lanes with the trace.
async fn shows(browser: &Browser, expected: &mut Expected, position: usize) {
    browser
        .wait_for_attribute("#page", "data-step", &position.to_string())
        .await;
    assert_eq!(
        browser.attribute("#lanes", "data-lanes").await,
        expected.lanes(position),
        "lanes at step {position}"
    );
}

/// Walks a run to its end and back, one press after the other, and compares each place with the trace.
async fn walk(browser: &Browser, expected: &mut Expected, grain: Grain, next: impl AsyncFn(), back: impl AsyncFn()) {
    let mut visited = vec![0];
    shows(browser, expected, 0).await;
    while visited.last() != Some(&expected.cursor.trace().len()) {
        let position = expected.cursor.next(grain);
        next().await;
        shows(browser, expected, position).await;
        visited.push(position);
    }
    assert_eq!(browser.attribute("#next", "aria-disabled").await, "true");
    for &position in visited.iter().rev().skip(1) {
        back().await;
        shows(browser, expected, position).await;
    }
}

/// Opens a lesson whose kernel runs in eight workgroups of 64 lanes, and returns the native run.
async fn open_run(browser: &Browser, site: &Site, grain: &str) -> Expected {
    let run = "kernel=reduce_neighbored&n=512&block=64";
    browser
        .open(&site.url(&format!("#/neighbored?{run}&grain={grain}&lang=en")))
        .await;
    browser.wait_for(RUN_SHOWN).await;
    let expected = Expected::new("reduce_neighbored", 512, 64);
    let native = format!("{:016x}", expected.cursor.trace().fingerprint());
    assert_eq!(browser.attribute("#page", "data-trace").await, native);
    expected
}

pub async fn the_player_walks_a_run_to_its_end_and_back(kind: BrowserKind) {
    let site = Site::start();
    let browser = Browser::start(kind).await;
    let mut expected = open_run(&browser, &site, "stride").await;
    let (next, back) = (
        async || browser.click("#next").await,
        async || browser.click("#back").await,
    );
    walk(&browser, &mut expected, Grain::Iteration, next, back).await;
    browser.screenshot(&format!("{kind:?}-lesson")).await;
    browser.click("#last").await;
    let end = expected.cursor.trace().len();
    shows(&browser, &mut expected, end).await;
    browser.click("#first").await;
    shows(&browser, &mut expected, 0).await;
    // The player plays until it is paused.
    let plays = |word: &str| format!("return document.querySelector('#play').ariaLabel.startsWith('{word}')");
    browser.click("#play").await;
    browser.wait_for(&plays("Pause")).await;
    browser.wait_for_step_after("0").await;
    browser.click("#play").await;
    browser.wait_for(&plays("Play")).await;
    browser.close().await;
}

pub async fn keys_walk_a_run_to_its_end_and_back(kind: BrowserKind) {
    let site = Site::start();
    let browser = Browser::start(kind).await;
    let mut expected = open_run(&browser, &site, "statement").await;
    let (next, back) = (async || browser.press(RIGHT).await, async || browser.press(LEFT).await);
    walk(&browser, &mut expected, Grain::Statement, next, back).await;
    browser.press(END).await;
    let end = expected.cursor.trace().len();
    shows(&browser, &mut expected, end).await;
    browser.press(HOME).await;
    shows(&browser, &mut expected, 0).await;
    browser.close().await;
}

pub async fn a_link_with_a_size_and_a_step_opens_there(kind: BrowserKind) {
    let site = Site::start();
    let browser = Browser::start(kind).await;
    let mut expected = Expected::new("reduce_interleaved", 1024, 128);
    browser
        .open(&site.url("#/interleaved?kernel=reduce_interleaved&n=1024&block=128&step=40"))
        .await;
    browser.wait_for(RUN_SHOWN).await;
    shows(&browser, &mut expected, 40).await;
    for (name, value) in [("data-n", "1024"), ("data-block", "128")] {
        assert_eq!(browser.attribute("#page", name).await, value, "{name}");
    }
    // The address follows the reader, and a reload shows the same place.
    browser.press(RIGHT).await;
    browser.wait_for_step_after("40").await;
    let here = browser.attribute("#page", "data-step").await;
    browser
        .wait_for(&format!("return location.hash.includes('step={here}')"))
        .await;
    browser.reload().await;
    browser.wait_for(RUN_SHOWN).await;
    shows(&browser, &mut expected, here.parse().expect("a position")).await;
    browser.close().await;
}

pub async fn a_typed_size_is_taken_or_gets_a_sentence(kind: BrowserKind) {
    let site = Site::start();
    let browser = Browser::start(kind).await;
    open_run(&browser, &site, "statement").await;
    browser.fill("#n", "63").await;
    browser.wait_for_text("#n-error", "Write 64 or more").await;
    assert_eq!(browser.attribute("#page", "data-n").await, "512");
    browser.fill("#n", "1000").await;
    browser.wait_for_attribute("#page", "data-n", "1000").await;
    browser.wait_for(RUN_SHOWN).await;
    assert_eq!(browser.content("#n-error").await, "");
    browser.close().await;
}

pub async fn two_kernels_are_compared(kind: BrowserKind) {
    const NAMES: [&str; 2] = ["reduce_neighbored", "reduce_neighbored_less"];
    const PRESSED: usize = 4;
    let site = Site::start();
    let browser = Browser::start(kind).await;
    browser
        .open(&site.url("#/neighbored?n=1024&block=128&grain=statement"))
        .await;
    browser.click("#compare").await;
    browser.wait_for_count(COLUMNS, "=== 2").await;
    browser.wait_for(SETTLED).await;
    for _ in 0..PRESSED {
        browser.press(RIGHT).await;
    }
    let pressed = format!(
        "return [...document.querySelectorAll('[data-column]')].every(column => column.dataset.press === '{PRESSED}')"
    );
    browser.wait_for(&pressed).await;
    let lanes = NAMES.map(|name| {
        let mut expected = Expected::new(name, 1024, 128);
        let mut position = 0;
        for _ in 0..PRESSED {
            expected.cursor.seek(position);
            position = expected.cursor.next(Grain::Statement);
        }
        expected.lanes(position)
    });
    let columns = "return [...document.querySelectorAll('[data-column]')].map(column => [column.dataset.kernel, column.querySelector('.lanes-panel canvas').dataset.lanes])";
    let expected = json!([[NAMES[0], lanes[0]], [NAMES[1], lanes[1]]]);
    assert_eq!(browser.script(columns).await, expected);
    browser.screenshot(&format!("{kind:?}-compare")).await;
    // The link restores both.
    browser
        .wait_for("return location.hash.includes('with=reduce_neighbored_less') && location.hash.includes('step=' + document.querySelector('#page').dataset.step)")
        .await;
    browser.reload().await;
    browser.wait_for_count(COLUMNS, "=== 2").await;
    browser.wait_for(SETTLED).await;
    assert_eq!(browser.script(PRESSES).await, json!([PRESSED, PRESSED]));
    assert_eq!(browser.script(columns).await, expected);
    browser.close().await;
}

pub async fn without_webgpu_the_page_says_so_and_steps(kind: BrowserKind) {
    const SENTENCE: &str = "This browser has no WebGPU, so nothing can be timed here; stepping needs none.";
    let site = Site::start();
    let browser = Browser::start(kind).await;
    browser.open(&site.url("#/neighbored?lang=en")).await;
    browser.wait_for_text("#gpu-absent", SENTENCE).await;
    browser.press(RIGHT).await;
    browser.wait_for_step_after("0").await;
    browser.open(&site.url("#/lab?lang=en")).await;
    browser.wait_for_attribute("#lab", "data-state", "absent").await;
    browser.wait_for_text("#gpu-absent", SENTENCE).await;
    browser.close().await;
}

pub async fn code_and_counters_have_their_styles(kind: BrowserKind) {
    let site = Site::start();
    let browser = Browser::start(kind).await;
    browser.open(&site.url("#/neighbored?lang=en")).await;
    browser.wait_for(RUN_SHOWN).await;
    // A reader who copies code does not copy its line numbers.
    let selects = "const style = getComputedStyle(document.querySelector('.code-line > i'));
        return style.getPropertyValue('user-select') || style.getPropertyValue('-webkit-user-select')";
    assert_eq!(browser.text(selects).await, "none");
    // A counter that can be explained is underlined under the mouse.
    let underlined =
        "const { textDecorationLine, textDecorationStyle } = getComputedStyle(document.querySelector('.why-button'));
        return textDecorationLine + ' ' + textDecorationStyle";
    assert_eq!(browser.text(underlined).await, "underline dotted");
    browser.close().await;
}
