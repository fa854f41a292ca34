//! The page's program in two: what its first step calls, and the rest, which comes after it, or when it is called.

use e2e::{Browser, Graphics, Site};
use serde_json::{Value, json};

/// Holds the rest back, for ever; what asks for it and waits gets it.
const HOLD: &str = "const ask = window.fetch;
    window.fetch = (what, ...rest) => /_rest.wasm$/.test(String(what)) ? new Promise(() => {}) : ask(what, ...rest);";

/// The rest cannot be had until a reader has been told: a network that is gone for a while.
const GONE: &str = "window.told = [];
    window.fetch = ((ask) => (what, ...rest) => /_rest.wasm$/.test(String(what)) && !told.length
        ? Promise.reject(new TypeError('Failed to fetch')) : ask(what, ...rest))(window.fetch);
    XMLHttpRequest.prototype.send = ((send) => function (...given) {
        if (!told.length) throw new DOMException('Failed to load', 'NetworkError');
        return send.apply(this, given);
    })(XMLHttpRequest.prototype.send);
    window.alert = (sentence) => {
        told.push(sentence);
        for (const begin = performance.now(); performance.now() < begin + 100; );
    };";

const STEPPED: &str = "return performance.getEntriesByName('warpstep-first-step').length > 0";

/// How the rest was asked for, and whether before the first step.
const ASKED: &str = "const step = performance.getEntriesByName('warpstep-first-step')[0].startTime;
    return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('_rest.wasm'))
        .map(({ initiatorType, startTime }) => [initiatorType, startTime < step])";

const RIGHT: &str = "\u{e014}";

/// A page that was built where no browser counts is in one piece.
fn has_rest() -> bool {
    let page = std::fs::read_to_string(Site::dist().join("index.html"));
    page.is_ok_and(|page| page.contains("warpstep-rest"))
}

/// Also in the other language and theme. Where a run was not recorded and its engine is slow, what tells of that may need it.
#[tokio::test(flavor = "multi_thread")]
async fn the_rest_is_asked_for_once_and_after_the_first_step() {
    if !has_rest() {
        return;
    }
    let site = Site::start();
    for hash in [
        "#/",
        "#/?lang=zh-Hans&theme=projector",
        "#/neighbored",
        "#/neighbored?lang=zh-Hans&theme=dark",
        "#/thread-or-warp",
    ] {
        let browser = Browser::start(Graphics::None).await;
        browser.open(&site.url(hash)).await;
        let asked = browser.script(ASKED).await;
        assert_eq!(asked, json!([["fetch", false]]), "{hash}");
        browser.close().await;
    }
}

/// Nothing goes wrong where something is called of the rest before that is there, which nobody has counted: it is asked for at
/// once, and what waits for it goes on.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_called_before_the_rest_is_there_waits_for_it() {
    if !has_rest() {
        return;
    }
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(HOLD).await;
    browser.go(&site.url("#/neighbored?lang=en")).await;
    browser.wait_for(STEPPED).await;
    assert_eq!(browser.script(ASKED).await, json!([]));
    // As the program does on its way there.
    browser.script("warpstepRest.now()").await;
    assert_eq!(
        browser.script(ASKED).await,
        json!([["xmlhttprequest", false]])
    );
    browser.wait_for_element("#page[data-ready=\"true\"]").await;
    browser.click("#help").await;
    browser
        .wait_for_element("[aria-labelledby=help-title]")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_whose_network_is_gone_is_told_and_goes_on_when_it_is_back() {
    if !has_rest() {
        return;
    }
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(GONE).await;
    browser.open(&site.url("#/neighbored?lang=zh-Hans")).await;
    let step = browser.attribute("#page", "data-step").await;
    browser.press(RIGHT).await;
    browser.wait_for_step_after(&step).await;
    let told = browser.script("return told").await;
    let Value::Array(told) = told else {
        panic!("{told} is no list")
    };
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0]
            .as_str()
            .is_some_and(|told| told.contains("请检查网络")),
        "{told:?}"
    );
    browser.close().await;
}
