//! Measures steps on stage: from a key press until the next picture is drawn.

use crate::frames::PROBE;
use crate::samples::{Samples, numbers};
use e2e::{Browser, Graphics, Site};
use serde_json::json;

/// Key presses on each slide.
const PRESSES: u32 = 40;

/// A slide with the numbers of two warps, one with 32 warps, and one with two kernels of 32 warps each.
const SLIDES: [(&str, &str); 3] = [
    ("64 lanes", "neighbored?slide=2"),
    ("1024 lanes", "neighbored?slide=5"),
    ("2 × 1024 lanes", "interleaved?slide=5"),
];

/// Presses a key forward and back in turn, and returns the milliseconds from each press to its picture.
const PRESS: &str = "
    const [count, done] = arguments;
    const spent = [];
    (async () => {
        for (let i = 0; i < count; i += 1) {
            const key = i % 2 ? 'ArrowLeft' : 'ArrowRight';
            spent.push(await probe.step(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))));
        }
        done(spent);
    })();
";

/// Prints the times of steps on stage.
pub async fn print(site: &Site) {
    for (what, link) in SLIDES {
        let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
        browser.before_page(PROBE).await;
        browser
            .open(&site.url(&format!("#/{link}&stage=1&lang=en")))
            .await;
        browser.wait_for_element("#stage .stage-part").await;
        browser.wait_until_idle().await;
        let spent = browser.script_of(PRESS, vec![json!(PRESSES)]).await;
        let millis = Samples::new(numbers(&spent));
        println!(
            "On stage, {what}, {} key presses: main thread until the picture is drawn p50 {:.1} ms, p99 {:.1} ms; measured",
            millis.count(),
            millis.percentile(0.5),
            millis.percentile(0.99)
        );
        browser.close().await;
    }
}
