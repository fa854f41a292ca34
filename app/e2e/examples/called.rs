//! Which functions of a page that counts them are called until its first step stands there, and while its poster walks, in any
//! of the ways in which readers open it: `cargo xtask build` runs it. `PLACE FUNCTIONS FILE`: where in the page's memory a
//! byte for each of so many functions lies, and the file that gets a letter for each, `1` where it was called.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use e2e::{Browser, Graphics, Site};
use std::time::Duration;

/// Keeps the page's program where a script finds it; the rest of it never comes.
const COUNTING: &str = "const made = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...given) => {
        const making = await made(...given);
        window.counting ??= making.instance ?? making;
        return making;
    };
    const ask = window.fetch;
    window.fetch = (what, ...rest) => String(what).includes('_rest.wasm') ? new Promise(() => {}) : ask(what, ...rest);";

const STEPPED: &str = "return performance.getEntriesByName('warpstep-first-step').length > 0";

/// Goes the way to the rest once, as if that came.
const BRING: &str = "warpstepRest.now = () => {}; counting.exports.rest_slot(0)";

/// What a page does of itself when its first step stands there: frames, sizes, fonts.
const SETTLED: Duration = Duration::from_millis(500);

/// What a reader's link may say beside the lesson.
const LINKS: [&str; 5] = [
    "#/",
    "#/?lang=zh-Hans&theme=dark",
    "#/?theme=projector",
    "#/neighbored?lang=zh-Hans&theme=projector",
    "#/neighbored?theme=dark",
];

const RIGHT: &str = "\u{e014}";

#[tokio::main(flavor = "multi_thread")]
async fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = || words.next().expect("PLACE FUNCTIONS FILE");
    let (place, functions, file) = (word(), word(), word());
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COUNTING).await;
    let count = format!(
        "return [...new Uint8Array(counting.exports.memory.buffer, {place}, {functions})].join('')"
    );
    let lessons = lessons::LESSONS
        .iter()
        .map(|lesson| format!("#/{}", lesson.id));
    let mut called = Vec::new();
    for hash in LINKS.map(str::to_owned).into_iter().chain(lessons) {
        // Another hash alone would not open the page anew.
        browser.leave().await;
        browser.go(&site.url(&hash)).await;
        browser.wait_for(STEPPED).await;
        browser.press(RIGHT).await;
        tokio::time::sleep(SETTLED).await;
        browser.script(BRING).await;
        let found = browser.text(&count).await.into_bytes();
        called.resize(found.len(), b'0');
        for (called, found) in called.iter_mut().zip(found) {
            *called = (*called).max(found);
        }
        println!(
            "{hash}: {}",
            called.iter().filter(|letter| **letter == b'1').count()
        );
    }
    browser.close().await;
    std::fs::write(&file, called).expect("a file that can be written");
}
