//! Measures jumps in a trace of a million steps.

use crate::frames::PROBE;
use crate::samples::{Samples, numbers};
use e2e::typing::paste;
use e2e::{Browser, Graphics, Site};
use serde_json::json;
use std::time::Duration;

/// Jumps to measure, and jumps per script: the driver limits the time of a script.
const STEPS: u32 = 400;
const AT_ONCE: u32 = 100;

/// Longest time in which the machine runs a million steps and the page receives them.
const PATIENCE: Duration = Duration::from_secs(120);

/// A kernel with 32 warps of 1024 lanes. Each turn of the loop is three steps of each warp: more than a million steps,
/// of which the page keeps a million.
const LONG: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1024)
fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 16384u; i++) {
    data[id.x] = data[id.x] + i;
  }
}
";

/// Jumps to pseudorandom steps, and returns the main thread's milliseconds for each, with the last random number.
const JUMPS: &str = "
    const [count, first, done] = arguments;
    const slider = document.querySelector('#slider');
    const last = Number(slider.max);
    const spent = [];
    (async () => {
        let seed = first;
        for (let i = 0; i < count; i += 1) {
            seed = (seed * 48271) % 2147483647;
            const press = Math.floor(seed / 2147483647 * last);
            spent.push(await probe.step(() => {
                slider.value = press;
                slider.dispatchEvent(new Event('input', { bubbles: true }));
            }));
        }
        done([spent, seed]);
    })();
";

/// Prints the time of a jump to any step of a long trace.
pub async fn print(site: &Site) {
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(PROBE).await;
    browser.open(&site.url("#/playground")).await;
    paste(&browser, LONG).await;
    browser.click("#grain-warp").await;
    browser
        .wait_up_to(
            "return Number(document.querySelector('#slider').max) >= 1000000",
            PATIENCE,
        )
        .await;
    let steps = browser.attribute("#page", "data-steps").await;
    let mut spent = Vec::new();
    let mut seed = json!(1);
    for _ in 0..STEPS / AT_ONCE {
        let mut jumped = browser.script_of(JUMPS, vec![json!(AT_ONCE), seed]).await;
        spent.extend(numbers(&jumped[0]));
        seed = jumped[1].take();
    }
    let millis = Samples::new(spent);
    println!(
        "A trace of {steps} steps, 1024 lanes, {STEPS} steps at random: main thread until it is on the screen p50 {:.1} ms, p99 {:.1} ms, the longest {:.1} ms; measured",
        millis.percentile(0.5),
        millis.percentile(0.99),
        millis.percentile(1.0)
    );
    browser.close().await;
}
