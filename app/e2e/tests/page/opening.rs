//! The first view of a lesson and of the list shows a run that was recorded when the page was built, without waiting
//! for the engine. Every other view asks the engine.

use e2e::keys::RIGHT;
use e2e::page::FIRST_STEP_DRAWN;
use e2e::{Browser, Graphics, Site};
use serde_json::Value;

/// The first lesson of the course, one with a small recording and two with large ones.
const LESSONS: [&str; 4] = ["divergence", "neighbored", "thread-or-warp", "gemv"];

/// Runs before the page: holds back messages to workers while `holding` is set, and records requests in `requests`.
const HOLD_ORDERS: &str = "window.holding = true; window.orders = []; window.requests = [];
    const Native = window.Worker;
    window.Worker = class extends Native {
        postMessage(...given) {
            if (window.holding) window.orders.push(() => super.postMessage(...given)); else super.postMessage(...given);
        }
    };
    const ask = window.fetch;
    window.fetch = (what, ...rest) => { window.requests.push(String(what)); return ask(what, ...rest); };";

/// Posts the messages that were held back.
const RELEASE: &str = "window.holding = false; window.orders.forEach(post => post())";

/// Runs before the page: recorded runs cannot be loaded.
const REFUSE_OPENINGS: &str = "const ask = window.fetch;
    window.fetch = (what, ...rest) => /\\/opening-/.test(String(what))
        ? Promise.reject(new TypeError('Failed to fetch')) : ask(what, ...rest);";

async fn requested_openings(browser: &Browser) -> Value {
    browser
        .script("return window.requests.filter(what => what.includes('opening-')).length")
        .await
}

/// A recorded run is equal to the engine's, to the last bit of the trace.
#[tokio::test(flavor = "multi_thread")]
async fn lessons_open_without_their_engine_and_show_what_it_would() {
    let site = Site::start();
    for lesson in LESSONS {
        // A browser that has visited the page stores it together with the engine, so each lesson gets fresh ones.
        let recorded = Browser::start(Graphics::None).await;
        recorded.before_page(HOLD_ORDERS).await;
        let engine = Browser::start(Graphics::None).await;
        engine.before_page(REFUSE_OPENINGS).await;
        let address = site.url(&format!("#/{lesson}?lang=en"));
        recorded.open(&address).await;
        assert_eq!(recorded.script("return orders.length").await, 0, "{lesson}");
        let step = recorded.attribute("#page", "data-step").await;
        recorded.press(RIGHT).await;
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
        assert_eq!(recorded.text(counters).await, engine.text(counters).await, "{lesson}");
        // A recorded run was not timed in this browser, so the page shows no time.
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
    browser.click("[data-kernel-tab=\"reduce_interleaved\"]").await;
    browser.wait_for("return orders.length > 0").await;
    browser.script(RELEASE).await;
    browser
        .wait_for_attribute("#page", "data-kernel", "reduce_interleaved")
        .await;
    // When the reader returns to the recorded run, the engine makes it again.
    browser.click("[data-kernel-tab=\"reduce_neighbored\"]").await;
    browser
        .wait_for_attribute("#page", "data-kernel", "reduce_neighbored")
        .await;
    assert_eq!(browser.attribute("#result", "data-equal").await, "true");
    assert_eq!(requested_openings(&browser).await, 1);
    browser.close().await;
}

/// Runs before the page: the host never answers requests for recorded runs.
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
    browser.wait_for(FIRST_STEP_DRAWN).await;
    // The previews of the other lessons need the engine.
    browser.wait_for("return orders.length > 0").await;
    browser.screenshot("list-before-its-engine").await;
    browser.script(RELEASE).await;
    browser.wait_until_ready().await;
    assert_eq!(requested_openings(&browser).await, 1);
    browser.close().await;
}

/// A link to any step of a lesson's first run requests its recording. A link to another run requests none.
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
        assert_eq!(requested_openings(&browser).await, openings, "{link}");
        browser.close().await;
    }
}

/// Runs before the page: the program comes when `begin` is called.
const HOLD_PROGRAM: &str = "const held = new Promise(begin => { window.begin = begin; });
    for (const name of ['compileStreaming', 'instantiateStreaming']) {
        const original = WebAssembly[name];
        WebAssembly[name] = async (...given) => {
            const program = await original.apply(WebAssembly, given);
            await held;
            return program;
        };
    }";

/// The text, the left edge and the middle of a lesson's title, kernels and question. The kernels' times come later, in the room
/// that is kept for them.
const HEADING: &str = "return JSON.stringify(['.header h1', '.tabs', '.question'].map(name => {
    const element = document.querySelector(name), { x, y, height } = element.getBoundingClientRect();
    const names = [...element.querySelectorAll('button > span:first-child')].map(name => name.innerText);
    return [names.join() || element.innerText, Math.round(x), Math.round(y + height / 2)]; }))";

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_shows_its_heading_before_its_program_and_leaves_it_in_place() {
    let site = Site::start();
    for link in [
        "neighbored?lang=en",
        "gemv?lang=zh&theme=dark",
        "unroll?lang=en&theme=projector",
    ] {
        let browser = Browser::start(Graphics::None).await;
        browser.before_page(HOLD_PROGRAM).await;
        browser.go(&site.url(&format!("#/{link}"))).await;
        browser.wait_for_element("#skeleton .question").await;
        let before = browser.text(HEADING).await;
        browser.screenshot("heading-before-its-program").await;
        browser.script("window.begin()").await;
        browser.wait_until_ready().await;
        assert_eq!(browser.text(HEADING).await, before, "{link}");
        assert_eq!(browser.count("#skeleton").await, 0, "{link}");
        browser.close().await;
    }
    // An unknown lesson and the list have no such heading; a slide has another one.
    for link in ["", "nothing", "neighbored?slide=2", "neighbored?embed=1"] {
        let browser = Browser::start(Graphics::None).await;
        browser.before_page(HOLD_PROGRAM).await;
        browser.go(&site.url(&format!("#/{link}"))).await;
        browser.wait_for_element("#skeleton .brand").await;
        assert_eq!(browser.count("#skeleton .question").await, 0, "{link}");
        browser.close().await;
    }
}

/// The text and the place of the list's headline.
const HEADLINE: &str = "return JSON.stringify(['.intro h1', '.intro .lead', '.find-examples'].map(name => {
    const element = [...document.querySelectorAll(name)].find(each => each.getClientRects().length);
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.innerText, ...[x, y, width, height].map(Math.round)]; }))";

#[tokio::test(flavor = "multi_thread")]
async fn the_list_shows_its_headline_before_its_program_and_leaves_it_in_place() {
    let site = Site::start();
    for (width, language) in [(1280, "en"), (1280, "zh-Hans"), (1000, "en"), (500, "en")] {
        let browser = Browser::start_sized(Graphics::None, width, 800).await;
        browser.before_page(HOLD_PROGRAM).await;
        browser.go(&site.url(&format!("#/?lang={language}"))).await;
        browser.wait_for_element("#skeleton .intro h1").await;
        let before = browser.text(HEADLINE).await;
        browser.screenshot("list-before-its-program").await;
        browser.script("window.begin()").await;
        browser.wait_until_ready().await;
        browser.wait_until_gone("#skeleton").await;
        assert_eq!(browser.text(HEADLINE).await, before, "{width} {language}");
        browser.close().await;
    }
}
