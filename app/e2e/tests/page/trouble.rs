//! Trouble: the engine dies, the device is lost, a view does not load. The page says so, loses nothing and goes on.

use crate::typing::{paste, wait_in_editor};
use e2e::keys::{ESCAPE, RIGHT};
use e2e::page::{COLLECT_DEVICES, COLLECT_WORKERS, NOTICE_SHOWN};
use e2e::{Browser, Graphics, Site, order};
use engine::protocol::Job;
use lessons::{GalleryKernel, Size};
use simt::{Machine, RunOptions};

/// A short run.
const RUN: &str = "#/neighbored?kernel=reduce_neighbored&n=512&block=64";

/// Opens an address. `script` runs before the page.
async fn open(graphics: Graphics, script: &str, hash: &str) -> (Site, Browser) {
    let site = Site::start();
    let browser = Browser::start(graphics).await;
    browser.before_page(script).await;
    browser.open(&site.url(hash)).await;
    (site, browser)
}

/// Chooses a kernel and waits for its result, which only a living engine can make.
async fn run(browser: &Browser, kernel: &str) {
    browser.click(&format!("[data-kernel-tab=\"{kernel}\"]")).await;
    browser
        .wait_for(&format!(
            "return document.querySelector('#result')?.dataset.equal === 'true' && document.querySelector('#page').dataset.kernel === '{kernel}'"
        ))
        .await;
}

/// Breaks the engine by a script, and expects a notice and a new engine. The last trace stays until that has run a
/// kernel.
async fn break_engine(browser: &Browser, script: &str) {
    let before = browser.attribute("#page", "data-steps").await;
    browser.script(script).await;
    browser.wait_for(NOTICE_SHOWN).await;
    let after = browser.attribute("#page", "data-steps").await;
    assert_eq!(after, before, "the last good trace stays");
    browser.screenshot("engine-died").await;
    run(browser, "reduce_interleaved").await;
    assert!(browser.is("return workers.length >= 2").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_dies_is_started_again() {
    let (_site, browser) = open(Graphics::None, COLLECT_WORKERS, RUN).await;
    break_engine(&browser, "die(workers.at(-1))").await;
    browser.close().await;
}

/// A panic inside the engine is a trap in its WebAssembly, unlike the event that the test before sends.
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_panics_is_started_again() {
    let (_site, browser) = open(Graphics::None, COLLECT_WORKERS, RUN).await;
    // No page, link or file can ask for this machine: its warps have no lanes.
    let kernel = GalleryKernel::by_name("reduce_neighbored").expect("in the gallery");
    let deadly = Job {
        id: u32::MAX,
        kernel: kernel.kernel.clone(),
        dispatch: kernel.dispatch(Size::fixed(512, 64), &Machine::default()),
        options: RunOptions {
            machine: Machine {
                warp_width: 0,
                ..Machine::default()
            },
            ..RunOptions::default()
        },
        check: None,
        with_buffers: false,
    };
    let post = format!(
        "workers.at(-1).postMessage(Uint8Array.from(atob('{}'), letter => letter.charCodeAt(0)))",
        order(&deadly)
    );
    break_engine(&browser, &post).await;
    browser.discard();
}

/// Runs before the page: the view of the speaker's window cannot be loaded, and that window has no other.
const NO_SPEAKER: &str = "const ask = window.fetch;
    window.fetch = (what, ...rest) => String(what?.url ?? what).includes('_split_deck')
        ? Promise.reject(new TypeError('Failed to fetch')) : ask(what, ...rest);";

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_breaks_says_so_and_is_loaded_again_by_its_button() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(NO_SPEAKER).await;
    browser.go(&site.url("#/speaker?id=gone")).await;
    browser.wait_for_element("#broken button").await;
    browser.script("window.isOld = true").await;
    browser.click("#broken button").await;
    browser
        .wait_for("return !window.isOld && document.querySelector('#broken') !== null")
        .await;
    browser.discard();
}

/// An engine that keeps dying is not started again without end: a button waits for the reader.
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_keeps_dying_waits_for_the_reader() {
    let (_site, browser) = open(Graphics::None, COLLECT_WORKERS, RUN).await;
    browser.script("deadly = true; die(workers.at(-1))").await;
    browser.click("[data-kernel-tab=\"reduce_unroll4\"]").await;
    browser.wait_for_element("#start-engine").await;
    assert!(
        browser.is("return workers.length < 10").await,
        "the page gives up after some tries"
    );
    // The picture of the kernel before would look like that of this one.
    browser.wait_for_attribute("#page", "data-steps", "0").await;
    browser.screenshot("engine-gave-up").await;
    browser.script("deadly = false").await;
    browser.click("#start-engine").await;
    run(&browser, "reduce_unroll4").await;
    browser.close().await;
}

/// When the engine stops at a text, no result of an older text stays beside it.
#[tokio::test(flavor = "multi_thread")]
async fn a_text_at_which_the_engine_stops_has_no_results_of_another_one() {
    let text = |value: u32| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> out_: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {{
  out_[id.x] = {value}u;
}}
"
        )
    };
    let (_site, browser) = open(Graphics::None, COLLECT_WORKERS, "#/playground?lang=en").await;
    paste(&browser, &text(1)).await;
    browser.wait_for_element("#all-well").await;
    // The engine dies at the first of these texts, and the page gives up at the last one.
    browser.script("window.deadly = true; window.die(workers.at(-1))").await;
    for value in 2..=4 {
        paste(&browser, &text(value)).await;
        browser.wait_for_text("#trouble", "engine").await;
        assert!(!browser.has("#all-well").await, "text {value}");
        assert_eq!(browser.attribute("#page", "data-steps").await, "0");
    }
    browser.screenshot("playground-engine-gave-up").await;
    browser.script("window.deadly = false").await;
    browser.click("#start-engine").await;
    browser.wait_for_element("#all-well").await;
    browser.wait_until_gone("#trouble").await;
    browser.close().await;
}

/// Makes the next view of the page fail: the browser has no room for its elements.
const NO_ELEMENTS: &str = "const make = document.createElement;
    document.createElement = function (name) {
        if (!['div', 'p', 'button'].includes(name)) throw new Error('no room');
        return make.call(this, name);
    };";

/// A page that has failed takes no more text: what it shows would not belong to it.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_has_failed_takes_no_text() {
    let (_site, browser) = open(Graphics::None, "", "#/playground").await;
    wait_in_editor(&browser, ".cm-content").await;
    browser.script(NO_ELEMENTS).await;
    browser.click("#help").await;
    browser.wait_for_element("#broken").await;
    assert!(browser.has("#page[inert]").await);
    browser.screenshot("broken").await;
    browser.discard();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_device_gets_a_sentence_and_a_new_one() {
    let link = "#/neighbored?kernel=reduce_neighbored&n=4096&block=64";
    let (_site, browser) = open(Graphics::Software, COLLECT_DEVICES, link).await;
    browser.wait_for_attribute("#times", "data-state", "ready").await;
    browser.click("#measure").await;
    browser.wait_for_attribute("#times", "data-state", "measuring").await;
    browser.script("devices.at(-1).destroy()").await;
    browser.wait_for(NOTICE_SHOWN).await;
    browser.wait_for_element("#measure").await;
    browser.screenshot("device-lost").await;
    browser.click("#next").await;
    // The next measurement gets another device.
    browser.click("#measure").await;
    browser.wait_for("return devices.length >= 2").await;
    browser.wait_for_element("#cancel-measure").await;
    browser.click("#cancel-measure").await;
    browser.wait_for_element("#measure").await;
    browser.discard();
}

/// A long run shows its progress and can be stopped. The last trace stays, and the page answers all the time.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_run_can_be_stopped_and_the_page_stays_awake() {
    /// Counts the frames that the page draws while the run is under way, in `framesOfRun`.
    const COUNT_FRAMES: &str = "window.framesOfRun = 0;
        const frame = () => { if (document.querySelector('#cancel-run')) window.framesOfRun += 1; requestAnimationFrame(frame); };
        requestAnimationFrame(frame);";
    let link = "#/divergence?kernel=divergence_parity&n=512&block=64";
    let (_site, browser) = open(Graphics::None, "", link).await;
    browser.script(COUNT_FRAMES).await;
    browser.fill("#n", "1048576").await;
    browser.wait_for_element("#cancel-run").await;
    browser.press(ESCAPE).await;
    // A page that waited for the engine would draw no frame before the run is over.
    browser.wait_for("return window.framesOfRun > 10").await;
    browser.screenshot("long-run").await;
    browser.click("#cancel-run").await;
    browser.wait_for_attribute("#page", "data-busy", "false").await;
    let steps = browser
        .number("return Number(document.querySelector('#page').dataset.steps)")
        .await;
    assert!(steps > 0.0, "the last good trace stays");
    browser.close().await;
}

/// Runs before the page: lazy views cannot be loaded while `refusing` is set.
const REFUSE_VIEWS: &str = "window.refused = 0; window.refusing = true; const ask = window.fetch;
    window.fetch = (what, ...rest) => {
        if (!window.refusing || !/_split_/.test(String(what))) return ask(what, ...rest);
        window.refused += 1; return Promise.reject(new TypeError('Failed to fetch')); };";

#[tokio::test(flavor = "multi_thread")]
async fn a_view_that_does_not_load_gets_a_sentence_and_can_be_requested_again() {
    let link = "#/neighbored?step=40&lang=en";
    let (_site, browser) = open(Graphics::None, REFUSE_VIEWS, link).await;
    let sentence = "could not be loaded";
    for (opens, there) in [("#take-home", "#take-dialog"), ("[data-why]", "#why")] {
        browser.script("window.refusing = true").await;
        browser.click(opens).await;
        browser.wait_for_text("#notices", sentence).await;
        // The page goes on: its keys step, and the notice can be closed.
        let step = browser.attribute("#page", "data-step").await;
        browser.click("#notices button").await;
        browser.press(RIGHT).await;
        browser.wait_for_step_after(&step).await;
        browser.script("window.refusing = false").await;
        browser.click(opens).await;
        browser.wait_for_element(there).await;
        browser.press(ESCAPE).await;
    }
    browser.script("window.refusing = true").await;
    browser.click("[data-panel-tab=tree]").await;
    // Some of the views that are missing stand in parts of the page that are hidden here.
    let seen = format!(
        "const seen = [...document.querySelectorAll('.part-missing')].find(it => it.innerText.includes('{sentence}'));
        if (seen) seen.id = 'seen';
        return seen !== undefined"
    );
    browser.wait_for(&seen).await;
    browser.screenshot("part-missing").await;
    browser.script("window.refusing = false").await;
    browser.click("#seen button").await;
    browser.wait_for_element("#tree").await;
    // The other views that could not be loaded are requested with it.
    browser
        .wait_for("return document.querySelector('.part-missing') === null")
        .await;
    let refused = browser.number("return window.refused").await;
    assert!(refused >= 3.0, "{refused} views were refused");
    let console = browser.console().await;
    let is_of_refused = |line: &str| line.contains("Failed to fetch") || line.starts_with("    at ");
    assert!(console.lines().all(is_of_refused), "{console}");
    browser.close().await;
}

/// Runs before the page: collects the warnings of the console.
const COLLECT_WARNINGS: &str = "window.warnings = [];
    for (const kind of ['warn', 'error']) {
        const original = console[kind];
        console[kind] = (...words) => { window.warnings.push(words.join(' ')); original.apply(console, words); };
    }";

/// A build that is not finished warns where a view reads a value that it does not follow.
#[tokio::test(flavor = "multi_thread")]
async fn no_view_warns_on_the_console() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COLLECT_WARNINGS).await;
    for place in [
        "",
        "neighbored",
        "neighbored?slide=1",
        "neighbored?slide=1&stage=1",
        "neighbored?with=reduce_interleaved",
        "trust",
        "lab",
        "playground",
        "deck",
    ] {
        browser.visit(&site.url(&format!("#/{place}"))).await;
        browser.wait_until_idle().await;
        assert_eq!(browser.text("return window.warnings.join('; ')").await, "", "{place}");
    }
    browser.close().await;
}
