//! The playground: a text is run as it is typed, looked at like a lesson, run on the GPU, kept, shared and opened again.

use crate::typing::{paste, settled};
use e2e::{Browser, Graphics, Site};

const ADD: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] = data[id.x] + 100u;
}
";

#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_run_as_it_is_typed() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    browser.click("#to-playground").await;
    settled(&browser).await;
    assert_eq!(browser.attribute("#messages", "data-state").await, "ran");
    browser.screenshot("playground-start").await;
    paste(&browser, ADD).await;
    assert_eq!(browser.attribute("#messages", "data-state").await, "ran");
    // Four workgroups of eight lanes, and a buffer with an element for each.
    let lanes = browser.attribute("#lanes", "data-lanes").await;
    assert_eq!(lanes.trim_end_matches('-'), "AAAAAAAA");
    browser.click("[data-side-tab=buffers]").await;
    let cell = "return document.querySelector('[data-cell=\"31\"]').innerText";
    assert_eq!(browser.text(cell).await, "131");
    browser.screenshot("playground-buffers").await;
    // The picture of the text that ran stays, and says so.
    let trace = browser.attribute("#page", "data-trace").await;
    paste(&browser, &ADD.replace("100u;", "100u")).await;
    assert_eq!(
        browser.attribute("#messages", "data-state").await,
        "refused"
    );
    assert_eq!(browser.attribute("#page", "data-trace").await, trace);
    let said = browser.seen("#messages").await;
    assert!(
        said.contains("semicolon") && said.contains("last text that ran"),
        "{said}"
    );
    browser.wait_for_element(".cm-lintRange-error").await;
    browser.screenshot("playground-error").await;
    // What was typed is there after a reload.
    browser.reload().await;
    settled(&browser).await;
    assert_eq!(
        browser.attribute("#messages", "data-state").await,
        "refused"
    );
    browser.close().await;
}
