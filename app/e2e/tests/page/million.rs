//! A trace of a million steps: the page gets all of it, in parts, and shows any of its steps like the machine's.

use crate::stepping::compare_words;
use crate::typing::paste;
use e2e::{Browser, Expected, Graphics, Site};
use simt::{Buffer, Contents, Dispatch, Grain, Pattern, RunOptions, compile};
use std::collections::BTreeMap;
use std::time::Duration;

const STEPS: usize = 1_000_000;

/// Longest time in which the machine runs a million steps and the page receives them.
const PATIENCE: Duration = Duration::from_secs(120);

/// Lanes diverge by pseudorandom numbers, so that the trace is as large as possible.
const LONG: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1024)
fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 12000u; i++) {
    let x = data[id.x] * 1664525u + 1013904223u;
    if ((x >> 16u) % 3u == 0u) { data[id.x] = x; } else { data[id.x] = x ^ i; }
  }
}
";

/// Runs the same kernel natively, with the playground's dispatch.
fn expected() -> Expected {
    let program = compile(LONG, None).expect("it compiles");
    let dispatch = Dispatch {
        workgroups: [4, 1, 1],
        overrides: BTreeMap::new(),
        buffers: vec![Buffer {
            group: 0,
            binding: 0,
            contents: Contents::Pattern {
                pattern: Pattern::Index,
                words: 4096,
            },
        }],
    };
    let options = RunOptions {
        step_budget: 4_000_000,
        trace_budget: STEPS,
        ..RunOptions::default()
    };
    Expected::of(&program, &dispatch, &options)
}

/// Goes to a press by the slider.
async fn go(browser: &Browser, press: usize) {
    browser.slide("#slider", press).await;
    browser
        .wait_for_attribute("#page", "data-step", &press.to_string())
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_step_of_a_million_is_the_machines() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/playground")).await;
    paste(&browser, LONG).await;
    browser
        .wait_up_to(
            &format!("return document.querySelector('#page').dataset.steps === '{STEPS}'"),
            PATIENCE,
        )
        .await;
    let mut expected = expected();
    // The page has put the parts together to the native trace, bit for bit.
    assert_eq!(
        browser.attribute("#page", "data-trace").await,
        format!("{:016x}", expected.cursor.trace().fingerprint())
    );
    browser.click("#grain-warp").await;
    let grain = Grain::Warp;
    // The presses go far ahead, far back, and one step each way.
    for press in [STEPS - 1, 3, 777_777, 777_778, 777_777, 262_144, 500_001, STEPS] {
        go(&browser, press).await;
        assert_eq!(
            browser.attribute("#lanes", "data-lanes").await,
            expected.lanes(press),
            "lanes at step {press}"
        );
        compare_words(&browser, &mut expected, press, grain).await;
    }
    // The kernel runs longer than the trace, and the page says so.
    let said = browser.seen("#caption").await;
    assert_eq!(said, "The picture ends here; the kernel goes on.");
    let said = browser.seen("#cut-off").await;
    assert!(said.contains("grew too large"), "{said}");
    browser.screenshot("million").await;
    browser.close().await;
}
