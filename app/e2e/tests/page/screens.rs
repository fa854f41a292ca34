//! Takes the screenshots of `docs/screens.md`, and the moving picture of the README.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use e2e::exports::COLLECT_EXPORTS;
use e2e::keys::RIGHT;
use e2e::{Browser, Graphics, Site};

/// A screenshot: its name, the window's size, the address, and the keys to press.
type Screen = (&'static str, (u32, u32), &'static str, &'static [&'static str]);

const SCREENS: [Screen; 13] = [
    ("list", (1280, 720), "#/?theme=dark&lang=en", &[]),
    (
        "lesson",
        (1280, 720),
        "#/neighbored?n=4096&grain=statement&step=24&theme=light&lang=en",
        &[],
    ),
    (
        "tree",
        (1280, 720),
        "#/neighbored?n=4096&step=70&panel=tree&theme=dark&lang=en",
        &[],
    ),
    (
        "slide",
        (1280, 720),
        "#/interleaved?slide=2&theme=projector&lang=zh-Hans",
        &[],
    ),
    (
        "clock",
        (1280, 720),
        "#/neighbored-less?slide=6&stage=1&theme=light&lang=en",
        &[RIGHT],
    ),
    (
        "chapter",
        (1280, 720),
        "#/unrolled-in-place?slide=7&stage=1&theme=dark&lang=en",
        &[],
    ),
    (
        "compare",
        (1280, 720),
        "#/interleaved?n=4096&with=reduce_neighbored&panel=lines&theme=light&lang=en",
        &[RIGHT],
    ),
    (
        "banks",
        (1280, 720),
        "#/shared-strided?n=4096&panel=banks&grain=statement&step=52&theme=light&lang=en",
        &[],
    ),
    (
        "scheduler",
        (1280, 720),
        "#/latency-hiding?panel=scheduler&theme=dark&lang=en",
        &[],
    ),
    (
        "occupancy",
        (1280, 720),
        "#/occupancy?panel=occupancy&theme=light&lang=zh-Hans",
        &[],
    ),
    ("playground", (1280, 720), "#/playground?theme=light&lang=en", &[]),
    (
        "older-projector",
        (1024, 768),
        "#/shared-strided?grain=statement&step=14&theme=projector&lang=en",
        &[],
    ),
    (
        "phone",
        (500, 844),
        "#/neighbored?n=4096&grain=statement&step=24&theme=light&lang=zh-Hans",
        &[],
    ),
];

#[tokio::test(flavor = "multi_thread")]
#[ignore = "writes screenshots to the folder `WARPSTEP_SCREENSHOTS`"]
async fn the_screenshots_of_the_documentation() {
    let site = Site::start();
    for (name, (width, height), address, keys) in SCREENS {
        let browser = Browser::start_sized(Graphics::Software, width, height).await;
        browser.open(&site.url(address)).await;
        for key in keys {
            browser.press(key).await;
        }
        browser
            .wait_for("return document.querySelector('#page').dataset.busy === 'false' && document.querySelector('.skeleton') === null")
            .await;
        browser.screenshot(name).await;
        browser.close().await;
    }
}

/// Returns the last file that the page wrote, in base64.
const LAST_FILE: &str = "
    const [done] = arguments;
    window.blobs.at(-1).arrayBuffer().then(bytes => done(btoa(Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join(''))));
";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "writes an animation to the folder `WARPSTEP_SCREENSHOTS`"]
async fn the_moving_picture_of_the_readme() {
    let folder = std::env::var("WARPSTEP_SCREENSHOTS").expect("a folder");
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.before_page(COLLECT_EXPORTS).await;
    browser
        .visit(&site.url("#/neighbored?n=4096&block=64&grain=statement&theme=light&lang=en"))
        .await;
    browser.click("#take-home").await;
    browser.wait_for_element("#take-dialog").await;
    browser.click("[data-take-tab=animation]").await;
    browser.choose("#take-what", "lanes/0").await;
    // From the first stride to the third.
    browser.fill("#take-to", "24").await;
    browser.fill("#take-from", "9").await;
    browser.click("#take-make").await;
    browser.wait_for_attribute("#take-film", "data-frames", "16").await;
    browser.click("#take-gif").await;
    browser.wait_for("return window.names.length === 1").await;
    let file = browser.script_of(LAST_FILE, vec![]).await;
    let bytes = BASE64_STANDARD.decode(file.as_str().expect("a file"));
    let path = std::path::Path::new(&folder).join("steps.gif");
    std::fs::write(path, bytes.expect("base64")).expect("the folder can be written");
    browser.close().await;
}
