//! The projects of `docs/embedding`, built by their tools: both tags of each open.

use e2e::keys::RIGHT;
use e2e::{Browser, Graphics, Site};
use std::path::PathBuf;

/// Where the projects have the page.
const ADDRESS: &str = "https://example.org/warpstep/";

/// Collects the tags that are ready. A tag in a shadow root tells it too.
const COLLECT: &str = "<script>window.told = []; addEventListener('ready', (event) => told.push(event.composedPath()[0].getAttribute('lesson') ?? 'kernel'))</script>";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "wants the projects of `docs/embedding`, which `cargo xtask embedding` builds"]
async fn both_tags_of_each_project_open() {
    let folders = std::env::var("WARPSTEP_EMBEDDING").expect("the folders of the built sites");
    let page = Site::start();
    for folder in folders.lines().map(PathBuf::from) {
        eprintln!("{}", folder.display());
        let address = page.url("");
        let course = Site::of_folder(folder.clone(), move |text| {
            let text = text.replace(ADDRESS, &address);
            text.replacen("<head>", &format!("<head>{COLLECT}"), 1)
        });
        let browser = Browser::start(Graphics::None).await;
        let mut pages = ["lanes.html", "index.html"].into_iter();
        let file = pages.find(|file| folder.join(file).is_file()).expect("a page");
        browser.go(&course.url(file)).await;
        browser.wait_for("return told.includes('kernel')").await;
        // The other tag is further down, or on the next slide.
        browser
            .script("document.activeElement.blur(); scrollTo(0, 1e6); return true")
            .await;
        browser.press(RIGHT).await;
        browser.wait_for("return told.includes('neighbored')").await;
        // The tools' own pages ask other hosts for fonts and icons.
        let errors = browser.console().await;
        let ours: Vec<_> = errors.lines().filter(|error| error.contains(&page.url(""))).collect();
        assert!(ours.is_empty(), "{ours:?}");
        browser.discard();
    }
}
