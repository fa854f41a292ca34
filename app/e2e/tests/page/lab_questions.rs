//! Questions of the lab before a dispatch that may take long.

use crate::lab::{entries, measure, open, wait_for_state};
use e2e::Browser;
use e2e::page::COLLECT_WORKERS;
use serde_json::Value;

/// The dispatches that the lab asks about: kernel, n, modelled nanoseconds, and the kind of that number.
const QUESTIONS: &str = "return JSON.stringify([...document.querySelectorAll('.lab-status li')].map(line =>
    [line.dataset.kernel, Number(line.dataset.n), Number(line.dataset.nanos), line.querySelector('.kind')?.textContent]))";

async fn questions(browser: &Browser) -> Vec<(String, u64, f64, String)> {
    wait_for_state(browser, "asking").await;
    let text = browser.text(QUESTIONS).await;
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The time of this kernel grows faster than n: a line through its times would call the larger n short.
#[tokio::test(flavor = "multi_thread")]
async fn a_kernel_that_grows_faster_than_n_is_asked_about_in_time() {
    let link = "#/lab?kernels=matmul_tile_rows&n=2^14,2^18&block=256&rounds=9&copy=off";
    let (_site, browser) = open(link, "").await;
    browser.click("#lab-run").await;
    let questions = questions(&browser).await;
    browser.screenshot("lab-asking-grown").await;
    browser.click("#lab-leave-out").await;
    wait_for_state(&browser, "done").await;
    let entries = entries(&browser).await;
    assert_eq!(entries.len(), 1, "{entries:?}");
    let samples = entries[0]["samples"].as_array().expect("samples");
    // A sample is a difference of two times: on a busy machine a single one may be far off.
    let mut samples: Vec<f64> = samples.iter().filter_map(Value::as_f64).collect();
    samples.sort_by(f64::total_cmp);
    let median = samples[samples.len() / 2];
    let (kernel, n, nanos, kind) = &questions[0];
    assert_eq!(
        (kernel.as_str(), *n, kind.as_str()),
        ("matmul_tile_rows", 1 << 18, "modelled")
    );
    // There are 16 times the elements, each a sum 4 times as long. A line through the times predicts 16 times the time.
    let growth = nanos / median;
    assert!(growth > 32.0, "{growth}");
    browser.close().await;
}

/// A long dispatch can cost the device: the lab measures a small one first and asks the reader.
#[tokio::test(flavor = "multi_thread")]
async fn a_dispatch_that_would_take_long_is_asked_about() {
    let link = "#/lab?kernels=reduce_neighbored&n=2^10,2^24&block=64&rounds=2&copy=off";
    let (_site, browser) = open(link, "").await;
    browser.click("#lab-run").await;
    let questions = questions(&browser).await;
    browser.screenshot("lab-asking").await;
    assert_eq!(questions.len(), 1);
    let (kernel, n, nanos, kind) = &questions[0];
    assert_eq!(
        (kernel.as_str(), *n, kind.as_str()),
        ("reduce_neighbored", 1 << 24, "modelled")
    );
    assert!(*nanos > 5e8, "{nanos}");
    browser.click("#lab-leave-out").await;
    wait_for_state(&browser, "done").await;
    let entries = entries(&browser).await;
    let sizes: Vec<u64> = entries.iter().filter_map(|entry| entry["n"].as_u64()).collect();
    assert_eq!(sizes, [1_024]);
    browser.close().await;
}

/// A simulator that keeps stopping cannot say that a dispatch is short, and a long one may hang a GPU.
#[tokio::test(flavor = "multi_thread")]
async fn a_dispatch_of_unknown_length_is_asked_about() {
    let link = "#/lab?kernels=reduce_neighbored&n=2^10,2^14&block=64&rounds=2&copy=off";
    let (_site, browser) = open(link, COLLECT_WORKERS).await;
    browser.script("window.deadly = true").await;
    browser.click("#lab-run").await;
    wait_for_state(&browser, "asking").await;
    let said = browser.seen(".lab-status").await;
    assert!(
        said.contains("unknown") && said.contains("the simulator stopped"),
        "{said}"
    );
    browser.screenshot("lab-asking-unknown").await;
    // A simulator that works again says that the dispatch is short.
    browser.script("window.deadly = false").await;
    browser.click("#lab-cancel").await;
    measure(&browser).await;
    assert_eq!(entries(&browser).await.len(), 2);
    browser.close().await;
}
