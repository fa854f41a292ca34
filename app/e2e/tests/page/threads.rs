//! The first lessons: the picture of a grid, the host's program, and the two orders of the list.

use e2e::keys::RIGHT;
use e2e::{Browser, Graphics, Site};
use lessons::host::Phase;
use serde_json::json;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn a_block_and_a_thread_of_the_grid_are_chosen() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/threads")).await;
    let picture = "#grid-picture";
    assert_eq!(browser.attribute(picture, "data-blocks").await, "8");
    assert_eq!(browser.attribute(picture, "data-followed").await, "0");
    // The middle of the last block in the upper row, then of the row of threads.
    let tap = |across: f64, down: f64| {
        format!(
            "const canvas = document.querySelector('#grid-picture'), box = canvas.getBoundingClientRect();
            const place = {{ clientX: box.left + {across} * box.width, clientY: box.top + {down} * box.height, bubbles: true }};
            canvas.dispatchEvent(new PointerEvent('pointerdown', place)); return null"
        )
    };
    browser.script(&tap(0.97, 0.1)).await;
    browser.wait_for_attribute(picture, "data-followed", "7").await;
    browser.wait_until_idle().await;
    let facts = ".panel:has(> #grid-picture) .facts";
    assert!(browser.seen(facts).await.contains("7 × 128 + 0 = 896"));
    browser.script(&tap(0.999, 0.45)).await;
    browser.wait_for_attribute(picture, "data-thread", "127").await;
    let said = browser.seen(facts).await;
    assert!(said.contains("7 × 128 + 127 = 1023 · no element"), "{said}");
    browser.screenshot("grid").await;
    browser.close().await;
}

/// The last block follows its slide, and the guard masks the lanes that have no element.
#[tokio::test(flavor = "multi_thread")]
async fn a_slide_follows_the_block_that_it_speaks_of() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/threads?slide=6")).await;
    assert_eq!(browser.value("#picture").await, "7");
    browser.press(RIGHT).await;
    browser.wait_for_step_after("4").await;
    browser.wait_until_idle().await;
    let lanes = browser.attribute("#lanes", "data-lanes").await;
    let lanes = lanes.replace('/', "");
    let (with, without) = lanes.split_at(104);
    assert!(with.bytes().all(|lane| lane == with.as_bytes()[0]), "{lanes}");
    assert!(without.bytes().all(|lane| lane == without.as_bytes()[0]), "{lanes}");
    assert_ne!(with.as_bytes()[0], without.as_bytes()[0], "{lanes}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_phases_of_the_host_are_timed_on_request() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    browser.visit(&site.url("#/host")).await;
    assert_eq!(browser.attribute("#host", "data-state").await, "unknown");
    let time =
        |phase: Phase, language: &str| format!("[data-phase=\"{}\"] .host-time[data-language={language}]", phase.id());
    assert!(browser.content(&time(Phase::CopyIn, "cuda")).await.contains("ms"));
    assert_eq!(browser.content(&time(Phase::CopyIn, "webgpu")).await, "");
    browser.click("#time-host").await;
    browser
        .wait_up_to(
            "return ['done', 'failed'].includes(document.querySelector('#host').dataset.state)",
            Duration::from_secs(240),
        )
        .await;
    let said = browser.content(".host-panel .slot-scroll").await;
    assert_eq!(browser.attribute("#host", "data-state").await, "done", "{said}");
    for phase in [Phase::Allocate, Phase::CopyIn, Phase::Launch, Phase::CopyOut] {
        let time = browser.content(&time(phase, "webgpu")).await;
        assert!(time.contains('s') && time.contains("measured"), "{phase:?}: {time}");
    }
    browser.screenshot("host-measured").await;
    browser.close().await;
}

/// The program on the left is no picture: it adds two arrays as it is shown, with the kernel that is shown.
#[tokio::test(flavor = "multi_thread")]
async fn the_host_program_for_webgpu_runs_as_it_is_shown() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    browser.visit(&site.url("#/host")).await;
    let program = Phase::ALL.map(Phase::webgpu).join("\n");
    let script = format!(
        "const [code, n, BLOCK, done] = arguments;
        const bytes = 4 * n, hostA = Int32Array.from({{ length: n }}, (_, i) => 3 * i), hostB = Int32Array.from({{ length: n }}, (_, i) => 7 - i);
        (async () => {{
            {program}
            return [hostC.length, hostC.every((sum, i) => sum === hostA[i] + hostB[i])];
        }})().then(done, error => done(String(error)));"
    );
    let kernel = lessons::GalleryKernel::by_name("vector_sum").expect("a kernel");
    let got = browser
        .script_of(&script, vec![json!(kernel.kernel.source), json!(1000), json!(128)])
        .await;
    assert_eq!(got, json!([1000, true]));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_says_what_to_know_first() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/gemv")).await;
    browser.click("#answer").await;
    browser
        .wait_for_element("#lesson-note .related a[href='#/interleaved']")
        .await;
    browser.screenshot("know-first").await;
    browser.close().await;
}
