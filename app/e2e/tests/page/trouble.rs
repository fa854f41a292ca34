//! Trouble: the engine dies, the device is lost. A sentence, nothing lost, and the page goes on.

use e2e::{Browser, Graphics, Site, order};
use lessons::{GalleryKernel, Size};
use simt::{Machine, RunOptions};
use ui::protocol::Job;

/// Keeps hold of the page's workers, so that a test can hurt them.
pub const KEEP_WORKERS: &str = "window.workers = []; window.deadly = false; const Born = window.Worker;
    window.Worker = class extends Born { constructor(...given) { super(...given); window.workers.push(this);
        if (window.deadly) setTimeout(() => window.die(this)); } };
    window.die = worker => worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));";

/// Keeps hold of the page's devices, so that a test can lose them.
const KEEP_DEVICES: &str = "window.devices = []; const ask = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (...given) {
        const device = await ask.apply(this, given); window.devices.push(device); return device; };";

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_dies_is_started_again() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(KEEP_WORKERS).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=512&block=64"))
        .await;
    let before = browser.attribute("#page", "data-steps").await;
    browser
        .script(
            "workers.at(-1).dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))",
        )
        .await;
    browser
        .wait_for("return document.querySelector('#notices').innerText.length > 10")
        .await;
    assert_eq!(
        browser.attribute("#page", "data-steps").await,
        before,
        "the last good trace stays"
    );
    browser.screenshot("engine-died").await;
    // The new engine answers: another kernel runs.
    browser
        .click("[data-kernel-tab=\"reduce_interleaved\"]")
        .await;
    browser
        .wait_for_attribute("#page", "data-kernel", "reduce_interleaved")
        .await;
    browser
        .wait_for_attribute("#result", "data-equal", "true")
        .await;
    assert_eq!(browser.script("return workers.length >= 2").await, true);
    browser.close().await;
}

/// A panic inside the engine is a trap in its wasm, and no event that a test makes up.
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_panics_is_started_again() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(KEEP_WORKERS).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=512&block=64"))
        .await;
    let before = browser.attribute("#page", "data-steps").await;
    // No page, link or file can ask for such a machine: its warps have no lanes.
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
    browser
        .script(&format!(
            "workers.at(-1).postMessage(Uint8Array.from(atob('{}'), letter => letter.charCodeAt(0)))",
            order(&deadly)
        ))
        .await;
    browser
        .wait_for("return document.querySelector('#notices').innerText.length > 10")
        .await;
    assert_eq!(
        browser.attribute("#page", "data-steps").await,
        before,
        "the last good trace stays"
    );
    browser
        .click("[data-kernel-tab=\"reduce_interleaved\"]")
        .await;
    browser.wait_for("return document.querySelector('#result').dataset.equal === 'true' && document.querySelector('#page').dataset.kernel === 'reduce_interleaved'").await;
    assert_eq!(browser.script("return workers.length >= 2").await, true);
    browser.discard();
}

/// What there is of the speaker's window never comes: nothing of the page is left that could answer.
const NO_SPEAKER: &str = "const ask = window.fetch;
    window.fetch = (what, ...rest) => String(what?.url ?? what).includes('_split_speaker')
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

/// An engine that keeps dying is not started for ever: a button remains.
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_keeps_dying_waits_for_the_reader() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(KEEP_WORKERS).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=512&block=64"))
        .await;
    browser.script("deadly = true; die(workers.at(-1))").await;
    browser.click("[data-kernel-tab=\"reduce_unroll4\"]").await;
    browser.wait_for_element("#start-engine").await;
    assert_eq!(
        browser.script("return workers.length < 10").await,
        true,
        "not for ever"
    );
    browser.click("#next").await;
    browser.script("deadly = false").await;
    browser.click("#start-engine").await;
    browser.click("[data-kernel-tab=\"reduce_unroll4\"]").await;
    browser.wait_for("return document.querySelector('#result').dataset.equal === 'true' && document.querySelector('#page').dataset.kernel === 'reduce_unroll4'").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_device_gets_a_sentence_and_a_new_one() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    browser.before_page(KEEP_DEVICES).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=4096&block=64"))
        .await;
    browser
        .wait_for_attribute("#times", "data-state", "ready")
        .await;
    browser.click("#measure").await;
    browser
        .wait_for_attribute("#times", "data-state", "measuring")
        .await;
    browser.script("devices.at(-1).destroy()").await;
    browser
        .wait_for("return document.querySelector('#notices').innerText.length > 10")
        .await;
    browser.wait_for_element("#measure").await;
    browser.screenshot("device-lost").await;
    browser.click("#next").await;
    // The next measurement gets a device of its own.
    browser.click("#measure").await;
    browser.wait_for("return devices.length >= 2").await;
    browser.wait_for_element("#cancel-measure").await;
    browser.click("#cancel-measure").await;
    browser.wait_for_element("#measure").await;
    browser.discard();
}

/// A dispatch that takes long shows how far it is and can be stopped; the last good picture stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_run_can_be_stopped_and_the_page_stays_awake() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .open(&site.url("#/divergence?kernel=divergence_parity&n=512&block=64"))
        .await;
    browser.script(
        "window.worst = 0; let last = performance.now();
         const beat = now => { window.worst = Math.max(window.worst, now - last); last = now; requestAnimationFrame(beat); };
         requestAnimationFrame(beat);",
    )
    .await;
    browser.fill("#n", "1048576").await;
    browser.wait_for_element("#cancel-run").await;
    browser.screenshot("long-run").await;
    browser.click("#cancel-run").await;
    browser
        .wait_for_attribute("#page", "data-busy", "false")
        .await;
    let steps = browser
        .number("return Number(document.querySelector('#page').dataset.steps)")
        .await;
    assert!(steps > 0.0, "the last good trace stays");
    // Not a time: whether the page answered at all while the machine worked.
    let worst = browser.number("return window.worst").await;
    assert!(worst < 1000.0, "the page slept for {worst} ms");
    browser.close().await;
}

/// Refuses the page's parts while it is told to.
const REFUSE_PARTS: &str = "window.refused = 0; window.refusing = true; const ask = window.fetch;
    window.fetch = (what, ...rest) => {
        if (!window.refusing || !/_split_/.test(String(what))) return ask(what, ...rest);
        window.refused += 1; return Promise.reject(new TypeError('Failed to fetch')); };";

#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_does_not_come_gets_a_sentence_and_may_be_asked_for_again() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(REFUSE_PARTS).await;
    browser
        .open(&site.url("#/neighbored?step=40&lang=en"))
        .await;
    let sentence = "could not be loaded";
    for (opens, there) in [("#take-home", "#take-dialog"), ("[data-why]", "#why")] {
        browser.script("window.refusing = true").await;
        browser.click(opens).await;
        browser
            .wait_for(&format!(
                "return document.querySelector('#notices').innerText.includes('{sentence}')"
            ))
            .await;
        // The page lives: its keys step, its notice goes.
        let step = browser.attribute("#page", "data-step").await;
        browser.click("#notices button").await;
        browser.press("\u{e014}").await;
        browser.wait_for_step_after(&step).await;
        browser.script("window.refusing = false").await;
        browser.click(opens).await;
        browser.wait_for_element(there).await;
        browser.press("\u{e00c}").await;
    }
    browser.script("window.refusing = true").await;
    browser.click("[data-panel-tab=tree]").await;
    browser.wait_for_element(".part-missing").await;
    assert!(browser.seen(".part-missing").await.contains(sentence));
    browser.screenshot("part-missing").await;
    browser.script("window.refusing = false").await;
    browser.click(".part-missing button").await;
    browser.wait_for_element("#tree").await;
    let refused = browser.number("return window.refused").await;
    assert!(refused >= 3.0, "{refused} parts were refused");
    browser.close().await;
}
