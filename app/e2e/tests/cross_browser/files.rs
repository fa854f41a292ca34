//! Files that the browser saves, and the files of the page that it keeps.

use e2e::exports::open_dialog;
use e2e::offline::{is_host_reached, wait_until_stored};
use e2e::page::RUN_SHOWN;
use e2e::{Browser, BrowserKind, Site};

pub async fn a_picture_is_saved_as_a_file(kind: BrowserKind) {
    let site = Site::start();
    let browser = Browser::start(kind).await;
    browser
        .open(&site.url("#/neighbored?n=4096&block=64&step=40&lang=en"))
        .await;
    browser.wait_for(RUN_SHOWN).await;
    open_dialog(&browser, "lanes").await;
    browser.click("#take-svg").await;
    let (name, svg) = browser.downloaded(".svg").await;
    assert!(name.starts_with("warpstep-reduce_neighbored-lanes-step-"), "{name}");
    let svg = String::from_utf8(svg).expect("a text");
    assert!(svg.contains("warp 1") && svg.trim_end().ends_with("</svg>"), "{svg}");
    browser.click("#take-png").await;
    let (name, png) = browser.downloaded(".png").await;
    assert!(name.starts_with("warpstep-reduce_neighbored-lanes-step-"), "{name}");
    let is_whole = png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xaeB`\x82");
    assert!(is_whole, "{name} has {} bytes", png.len());
    browser.close().await;
}

pub async fn the_page_opens_again_after_its_host_has_stopped(kind: BrowserKind) {
    let site = Site::start();
    let browser = Browser::start(kind).await;
    browser.open(&site.url("#/neighbored?lang=en")).await;
    wait_until_stored(&browser).await;
    let playground = site.url("#/playground?lang=en");
    drop(site);
    assert!(!is_host_reached(&browser).await);
    browser.reload_as_reader().await;
    browser.wait_for(RUN_SHOWN).await;
    let lesson = browser.attribute("#page", "data-lesson").await;
    assert_eq!(lesson, "neighbored");
    browser.visit(&playground).await;
    e2e::typing::settled(&browser).await;
    let state = browser.attribute("#messages", "data-state").await;
    assert_eq!(state, "ran");
    // The request that failed is an error on the console.
    browser.discard();
}
