//! Measures steps on stage and in a comparison: from a key press until the next picture is drawn.

use crate::frames::PROBE;
use crate::samples::{Samples, numbers};
use e2e::{Browser, Graphics, Site};
use serde_json::json;

/// Key presses on each slide.
const PRESSES: u32 = 40;

struct View {
    name: &'static str,
    link: &'static str,
    /// An element that is there once the view is.
    element: &'static str,
    /// The main thread is this many times slower.
    slowdown: u32,
}

const fn slide(name: &'static str, link: &'static str) -> View {
    View {
        name,
        link,
        element: "#stage .stage-part",
        slowdown: 1,
    }
}

/// A slide with the numbers of two warps, one with 32 warps, one with two kernels of 32 warps each; and four kernels
/// side by side on a slow processor.
const VIEWS: [View; 4] = [
    slide("On stage, 64 lanes", "neighbored?slide=2&stage=1"),
    slide("On stage, 1024 lanes", "neighbored?slide=5&stage=1"),
    slide("On stage, 2 × 1024 lanes", "interleaved?slide=5&stage=1"),
    View {
        name: "Four kernels, processor 4 times slower",
        link: "neighbored?n=1024&block=256&with=reduce_neighbored_less,reduce_interleaved,reduce_unroll2",
        element: "#lanes",
        slowdown: 4,
    },
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

/// Prints the times of steps in each view.
pub async fn print(site: &Site) {
    for View {
        name,
        link,
        element,
        slowdown,
    } in VIEWS
    {
        let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
        browser.before_page(PROBE).await;
        browser.open(&site.url(&format!("#/{link}&lang=en"))).await;
        browser.wait_for_element(element).await;
        browser.wait_until_idle().await;
        browser.slow_down(slowdown).await;
        let spent = browser.script_of(PRESS, vec![json!(PRESSES)]).await;
        let millis = Samples::new(numbers(&spent));
        println!(
            "{name}, {} key presses: main thread until the picture is drawn p50 {:.1} ms, p99 {:.1} ms; measured",
            millis.count(),
            millis.percentile(0.5),
            millis.percentile(0.99)
        );
        browser.close().await;
    }
}
