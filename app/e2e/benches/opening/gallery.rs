//! Measures many animations at once: the list of lessons in a window with sixteen cards, and in a larger one.

use crate::frames::{PROBE, dropped};
use crate::samples::Samples;
use e2e::{Browser, Graphics, Site};
use std::time::Duration;

const SECONDS: u64 = 10;
/// Headless Chromium draws sixty frames per second.
const FRAME_MILLIS: f64 = 1000.0 / 60.0;

const WIDTH: u32 = 1920;
/// The height of a window with more than sixteen cards.
const HIGH: u32 = 2400;

/// Returns the height of a window in which the sixteenth card's picture is complete.
const SIXTEEN: &str = "
    const feet = [...document.querySelectorAll('canvas.card-picture')].map(card => card.getBoundingClientRect().bottom);
    return Math.ceil(feet.sort((one, other) => one - other)[15]);
";

/// Prints dropped frames and the main thread's time per frame.
pub async fn print(site: &Site) {
    let browser = Browser::start_sized(Graphics::None, WIDTH, HIGH).await;
    browser.open(&site.url("#/")).await;
    let height = browser.number(SIXTEEN).await as u32;
    browser.close().await;
    for height in [height, HIGH] {
        animate(site, height).await;
    }
}

async fn animate(site: &Site, height: u32) {
    let browser = Browser::start_sized(Graphics::None, WIDTH, height).await;
    browser.before_page(PROBE).await;
    browser.open(&site.url("#/")).await;
    // Now every card in the window has its trace and is drawn.
    browser
        .wait_for("return performance.getEntriesByName('warpstep-first-step').length > 0 && document.querySelector('#page').dataset.busy === 'false'")
        .await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    browser
        .script("probe.frames.length = 0; probe.draws.length = 0; probe.timers = 0; return null")
        .await;
    tokio::time::sleep(Duration::from_secs(SECONDS)).await;
    let found = browser
        .script("const beats = new Set(probe.draws.map(([stamp]) => stamp)); const cards = [...document.querySelectorAll('canvas.card-picture')].filter(card => card.getBoundingClientRect().top < innerHeight).length; return [probe.frames.map(([stamp]) => stamp), probe.frames.map(([, spent]) => spent), probe.frames.filter(([stamp]) => beats.has(stamp)).map(([, spent]) => spent), [cards]]")
        .await;
    let column = |at: usize| -> Vec<f64> {
        let values = found[at].as_array().cloned().unwrap_or_default();
        values.iter().filter_map(|value| value.as_f64()).collect()
    };
    let (stamps, all, beats) = (column(0), Samples::new(column(1)), Samples::new(column(2)));
    println!(
        "Kernels at once: {:.0} animated for {SECONDS} s; measured",
        column(3).first().copied().unwrap_or(0.0)
    );
    println!(
        "  {} frames, {} dropped",
        stamps.len(),
        dropped(&stamps, FRAME_MILLIS)
    );
    println!(
        "  main thread in a frame: p50 {:.1} ms, p99 {:.1} ms; in the {} frames that draw some of them: p50 {:.1} ms, p99 {:.1} ms",
        all.percentile(0.5),
        all.percentile(0.99),
        beats.count(),
        beats.percentile(0.5),
        beats.percentile(0.99),
    );
    browser.close().await;
}
