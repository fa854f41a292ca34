//! The lab: an experiment from its form or a link, through trouble, to a chart, a table and files.

use e2e::{Browser, Graphics, Site};
use serde_json::Value;
use std::time::Duration;

/// Small and short: two kernels, two rounds.
const SMALL: &str =
    "#/lab?kernels=reduce_neighbored,reduce_unroll8&n=2^10,2^12&block=64&rounds=3&copy=off";

/// Longest wait for a run on the software device.
const RUN: Duration = Duration::from_secs(120);

const DONE: &str = "return document.querySelector('#lab').dataset.state === 'done'";

async fn sheet(browser: &Browser) -> Value {
    let text = browser
        .text("return document.querySelector('#lab-sheet').textContent")
        .await;
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_says_what_is_measured_and_a_click_measures_it() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    browser.open(&site.url(SMALL)).await;
    browser
        .wait_for_attribute("#lab", "data-state", "ready")
        .await;
    browser.screenshot("lab-empty").await;
    let nothing = browser
        .text("return document.querySelector('#lab-sheet').textContent")
        .await;
    assert_eq!(nothing, "", "nothing runs by itself");
    browser.click("#lab-run").await;
    browser.wait_for_element("#lab-cancel").await;
    browser.wait_up_to(DONE, RUN).await;
    browser.screenshot("lab-measured").await;
    let sheet = sheet(&browser).await;
    assert_eq!(sheet["format"], "warpstep-times");
    assert_eq!(sheet["way"], "browser");
    let entries = sheet["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), 4, "two kernels at two sizes");
    for entry in entries {
        assert_eq!(entry["block"], 64);
        assert_eq!(
            entry["samples"].as_array().map(Vec::len),
            Some(3),
            "{entry}"
        );
        assert!(
            entry["compile_nanos"]
                .as_f64()
                .is_some_and(|nanos| nanos > 0.0)
        );
    }
    // The same numbers stand in the table.
    let rows = "return document.querySelectorAll('#lab-table tbody tr[data-samples=\"3\"]').length";
    assert_eq!(browser.number(rows).await as usize, entries.len());
    assert_eq!(
        browser
            .number("return document.querySelectorAll('#lab-records li').length")
            .await as u32,
        1
    );
    browser.close().await;
}
