//! What a lesson and the list open with: runs that were recorded when the page was built, so that the first step waits for no
//! engine; and the engine, wherever there is no such run.

use e2e::{Browser, Graphics, Site};
use serde_json::Value;

/// The first of the course, one of the smallest and two of the largest recordings.
const LESSONS: [&str; 4] = ["divergence", "neighbored", "thread-or-warp", "gemv"];

/// Holds back what the page posts to its workers while it is told to, and keeps what it fetches. A release build's alone
/// has openings.
const HOLD_ORDERS: &str = "window.holding = true; window.orders = []; window.asked = [];
    const Born = window.Worker;
    window.Worker = class extends Born {
        postMessage(...given) {
            if (window.holding) window.orders.push(() => super.postMessage(...given)); else super.postMessage(...given);
        }
    };
    const ask = window.fetch;
    window.fetch = (what, ...rest) => { window.asked.push(String(what)); return ask(what, ...rest); };";

/// Lets the orders through.
const RELEASE: &str = "window.holding = false; window.orders.forEach(post => post())";

/// No opening comes.
const REFUSE_OPENINGS: &str = "const ask = window.fetch;
    window.fetch = (what, ...rest) => /\\/opening-/.test(String(what))
        ? Promise.reject(new TypeError('Failed to fetch')) : ask(what, ...rest);";

async fn asked_for_openings(browser: &Browser) -> Value {
    browser
        .script("return window.asked.filter(what => what.includes('opening-')).length")
        .await
}

/// A recorded run is what the engine finds, to the last bit of the trace.
#[tokio::test(flavor = "multi_thread")]
async fn lessons_open_without_their_engine_and_show_what_it_would() {
    let site = Site::start();
    for lesson in LESSONS {
        // A browser that has been there keeps the page with its engine.
        let recorded = Browser::start(Graphics::None).await;
        recorded.before_page(HOLD_ORDERS).await;
        let engine = Browser::start(Graphics::None).await;
        engine.before_page(REFUSE_OPENINGS).await;
        let address = site.url(&format!("#/{lesson}?lang=en"));
        recorded.open(&address).await;
        assert_eq!(recorded.script("return orders.length").await, 0, "{lesson}");
        let step = recorded.attribute("#page", "data-step").await;
        recorded.press("\u{e014}").await;
        recorded.wait_for_step_after(&step).await;
        engine.open(&address).await;
        for (element, attribute) in [
            ("#page", "data-trace"),
            ("#page", "data-steps"),
            ("#result", "data-equal"),
        ] {
            assert_eq!(
                recorded.attribute(element, attribute).await,
                engine.attribute(element, attribute).await,
                "{lesson} {attribute}"
            );
        }
        let counters = "return document.querySelector('#counters').innerText";
        assert_eq!(
            recorded.text(counters).await,
            engine.text(counters).await,
            "{lesson}"
        );
        // Nothing was timed in this browser, and the page does not say so.
        let timed = "return document.querySelector('#counters').dataset.runMillis ?? null";
        assert_eq!(recorded.script(timed).await, Value::Null, "{lesson}");
        assert!(engine.script(timed).await.is_string(), "{lesson}");
        recorded.close().await;
        engine.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_comes_after_the_first_step_and_answers_the_rest() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(HOLD_ORDERS).await;
    browser.open(&site.url("#/neighbored")).await;
    browser
        .click("[data-kernel-tab=\"reduce_interleaved\"]")
        .await;
    browser.wait_for("return orders.length > 0").await;
    browser.script(RELEASE).await;
    browser
        .wait_for_attribute("#page", "data-kernel", "reduce_interleaved")
        .await;
    // The run that was recorded can be had again: the engine makes it.
    browser
        .click("[data-kernel-tab=\"reduce_neighbored\"]")
        .await;
    browser
        .wait_for_attribute("#page", "data-kernel", "reduce_neighbored")
        .await;
    assert_eq!(browser.attribute("#result", "data-equal").await, "true");
    assert_eq!(asked_for_openings(&browser).await, 1);
    browser.close().await;
}

/// A host that never answers.
const NEVER_COMES: &str = "const ask = window.fetch;
    window.fetch = (what, options) => /\\/opening-/.test(String(what))
        ? new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason)))
        : ask(what, options);";

#[tokio::test(flavor = "multi_thread")]
async fn an_opening_that_never_comes_gives_way_to_the_engine() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(NEVER_COMES).await;
    browser.open(&site.url("#/neighbored")).await;
    assert_eq!(browser.attribute("#result", "data-equal").await, "true");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_begins_with_its_first_pictures() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(HOLD_ORDERS).await;
    browser.visit(&site.url("#/")).await;
    let drawn = "return performance.getEntriesByName('warpstep-first-step').length > 0";
    browser.wait_for(drawn).await;
    // The others want the engine.
    browser.wait_for("return orders.length > 0").await;
    browser.screenshot("list-before-its-engine").await;
    browser.script(RELEASE).await;
    browser
        .wait_for("return document.querySelector('#page').dataset.ready === 'true'")
        .await;
    assert_eq!(asked_for_openings(&browser).await, 1);
    browser.close().await;
}

/// A link to a step of the run that a lesson opens with asks for no other run; a link to another size does.
#[tokio::test(flavor = "multi_thread")]
async fn links_to_another_run_ask_for_no_opening() {
    let site = Site::start();
    for (link, openings) in [
        ("#/neighbored?step=9&lang=zh&theme=dark&grain=warp", 1),
        ("#/neighbored?n=512&block=64", 0),
        ("#/neighbored?kernel=reduce_interleaved", 0),
        ("#/neighbored?with=reduce_interleaved", 0),
        ("#/neighbored?slide=2", 0),
        ("#/trust", 0),
    ] {
        let browser = Browser::start(Graphics::None).await;
        browser.before_page(HOLD_ORDERS).await;
        browser.before_page("window.holding = false").await;
        browser.open(&site.url(link)).await;
        assert_eq!(asked_for_openings(&browser).await, openings, "{link}");
        browser.close().await;
    }
}
