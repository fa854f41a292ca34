//! Links show what their authors saw, and leave what the reader has made.

use crate::typing::{editor_text, paste, settled};
use e2e::{Browser, Graphics, Site};
use launch::draft::Draft;
use serde_json::json;

/// More links than the playground keeps earlier texts.
const LINKS: usize = 22;

fn kernel(value: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read_write> out_: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {{
  out_[id.x] = {value}u;
}}
"
    )
}

/// Returns the address of a link with a kernel, as the page makes it.
async fn link(browser: &Browser, value: usize) -> String {
    let pack = "const [text, done] = arguments;
        const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
        new Response(stream).arrayBuffer().then(bytes => {
            const letters = btoa(String.fromCharCode(...new Uint8Array(bytes)));
            done(letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
        });";
    let json = Draft::of_text(kernel(&value.to_string())).to_json();
    let letters = browser.script_of(pack, vec![json!(json)]).await;
    format!("#/playground?code={}", letters.as_str().expect("letters"))
}

/// The page in which a link is opened.
#[derive(Clone, Copy)]
enum Opened {
    InThisPage,
    InANewPage,
}

/// Writes a kernel of the reader's own, and follows links to others.
async fn own_text_stays(opened: Opened) {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/playground")).await;
    paste(&browser, &kernel("7 + 70")).await;
    for number in 0..LINKS {
        let hash = link(&browser, number).await;
        match opened {
            Opened::InANewPage => browser.visit(&site.url(&hash)).await,
            Opened::InThisPage => browser.open(&site.url(&hash)).await,
        }
        settled(&browser).await;
        let line = format!("out_[id.x] = {number}u;");
        browser
            .wait_for(&format!(
                "return (localStorage.getItem('warpstep.playground') ?? '').includes({line:?})"
            ))
            .await;
    }
    // The reader finds the own text among the earlier ones, and nothing else.
    browser.visit(&site.url("#/playground")).await;
    let earlier = "return [...document.querySelectorAll('#open-kernel option')].map(option => option.value).filter(value => value.startsWith('earlier:'))";
    let earlier = browser.script(earlier).await;
    let earlier = earlier.as_array().cloned().unwrap_or_default();
    assert_eq!(earlier.len(), 1, "{earlier:?}");
    browser
        .choose("#open-kernel", earlier[0].as_str().unwrap_or_default())
        .await;
    settled(&browser).await;
    assert!(editor_text(&browser).await.contains("7 + 70"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_in_one_page_leave_the_readers_text() {
    own_text_stays(Opened::InThisPage).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_in_new_pages_leave_the_readers_text() {
    own_text_stays(Opened::InANewPage).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_with_settings_leaves_the_readers_settings() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    browser.click("#lang-zh").await;
    while browser.attribute("#page", "data-theme").await != "dark" {
        browser.click("#theme").await;
    }
    let settings = "return JSON.stringify(Object.fromEntries(Object.entries(localStorage).filter(([key]) => !key.endsWith('walked'))))";
    let stored = browser.text(settings).await;
    browser
        .visit(&site.url("#/neighbored?lang=en&theme=projector&text=cuda&machine=v100"))
        .await;
    browser.wait_for_attribute("#page", "data-theme", "projector").await;
    browser.wait_for_attribute("html", "lang", "en").await;
    assert_eq!(browser.text(settings).await, stored);
    browser.visit(&site.url("#/")).await;
    assert_eq!(browser.attribute("#page", "data-theme").await, "dark");
    assert_eq!(browser.attribute("html", "lang").await, "zh-Hans");
    browser.close().await;
}
