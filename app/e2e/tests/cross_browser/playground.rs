//! The playground.

use e2e::keys::DELETE;
use e2e::typing::{in_editor, paste, settled, wait_in_editor};
use e2e::{Browser, BrowserKind, Site};

const ADD: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] = data[id.x] + 100u;
}
";

pub async fn an_error_has_a_line_and_a_sentence_until_it_is_mended(kind: BrowserKind) {
    let site = Site::start();
    let browser = Browser::start(kind).await;
    browser.open(&site.url("#/playground?lang=en")).await;
    settled(&browser).await;
    let state = async || browser.attribute("#messages", "data-state").await;
    assert_eq!(state().await, "ran");
    paste(&browser, &ADD.replace("+ 100u", "+ hundred")).await;
    assert_eq!(state().await, "refused");
    let said = browser.seen("#trouble .message-line").await;
    assert!(
        said.contains("`hundred`") && said.contains("(line 4, column 29)"),
        "{said}"
    );
    wait_in_editor(&browser, ".cm-lintRange-error").await;
    let underlined = format!(
        "return getComputedStyle({}).textDecorationStyle",
        in_editor(".cm-lintRange-error")
    );
    assert_eq!(browser.text(&underlined).await, "wavy");
    browser.screenshot(&format!("{kind:?}-playground")).await;
    // The message leads to its place, where the reader types.
    browser.click("#trouble .message-line").await;
    browser.wait_for("return document.activeElement.id === 'editor'").await;
    browser.press(&DELETE.repeat("hundred".len())).await;
    browser.press("100u").await;
    browser.wait_until_gone("#trouble").await;
    settled(&browser).await;
    assert_eq!(state().await, "ran");
    // There are four workgroups of eight lanes, and a buffer whose words are 0, 1, 2 and so on.
    browser.click("[data-side-tab=buffers]").await;
    browser.wait_for_text("[data-cell='31']", "131").await;
    // A link carries the text, packed by the browser.
    let trace = browser.attribute("#page", "data-trace").await;
    browser.click("#share").await;
    browser.wait_for_element("#link").await;
    let link = browser.value("#link").await;
    browser.open(&site.url("#/playground?lang=en")).await;
    paste(&browser, &ADD.replace("100u", "7u")).await;
    assert_ne!(browser.attribute("#page", "data-trace").await, trace);
    browser.visit(&link).await;
    browser.wait_for_attribute("#page", "data-trace", &trace).await;
    browser.close().await;
}
