//! The animation in a frame of another page: in small sizes, by keyboard, without storage, and with a message where a
//! sandbox stops it.

use e2e::fits::{CUT_WORDS, HEADS};
use e2e::keys::RIGHT;
use e2e::page::{COLUMNS, SCROLLS};
use e2e::{Browser, Graphics, Site};
use serde_json::Value;

/// True once the frame is ready and no run is under way.
const FRAME_SETTLED: &str = "return document.querySelector('#page.in-frame[data-ready=true]') !== null && document.querySelector('#page').dataset.busy === 'false'";

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_shows_a_kernel_with_its_player_in_any_size() {
    let site = Site::start();
    for (width, height) in [(640, 400), (500, 300), (640, 640)] {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for (place, language) in [
            ("neighbored?n=4096&block=64&step=40&embed=1&theme=light&lang=en", "en"),
            (
                "neighbored?n=4096&block=64&step=40&panel=tree&embed=1&theme=dark&lang=zh",
                "zh-Hans",
            ),
        ] {
            browser.visit(&site.url(&format!("#/{place}"))).await;
            browser.wait_for(FRAME_SETTLED).await;
            browser.screenshot(&format!("frame-{width}x{height}-{language}")).await;
            assert_eq!(browser.text("return document.documentElement.lang").await, language);
            assert!(!browser.has(".header, .strip, .code-panel, nav").await);
            let inside = "
                const high = window.innerHeight;
                const outside = ['#play', '#next', '#slider', '#open-whole', 'main canvas'].filter(name => {
                    const shown = [...document.querySelectorAll(name)].filter(element => element.getClientRects().length > 0);
                    return shown.length === 0 || shown.some(element => { const rect = element.getBoundingClientRect(); return rect.bottom > high + 1 || rect.right > window.innerWidth + 1 || rect.height < 6; });
                });
                return outside.join();
            ";
            assert_eq!(browser.text(inside).await, "", "{width}x{height} {place}");
            let whole = browser.attribute("#open-whole", "href").await;
            assert!(
                whole.starts_with("#/neighbored?") && !whole.contains("embed"),
                "{whole}"
            );
        }
        browser.close().await;
    }
}

/// Every panel in a frame as narrow as on a phone's page: nothing reaches out of its panel, no word is cut off.
#[tokio::test(flavor = "multi_thread")]
async fn every_view_finds_its_room_in_a_narrow_frame() {
    let site = Site::start();
    let out = "
        for (const panel of document.querySelectorAll('.panels .panel')) {
            for (const part of panel.querySelectorAll('button, select, input, canvas, td, p')) {
                if (isShown(part) && (box(part).right > box(panel).right + 1 || box(part).left < box(panel).left - 1)) faults.push('out of its panel: ' + panel.className + ', ' + (part.id || part.className || part.textContent));
            }
        }
        return faults.join('; ');";
    let views = [
        "neighbored?panel=lines&step=3",
        "bank-conflicts?panel=banks&step=3",
        "neighbored?panel=tree&step=3",
        "matrix-add?panel=blocks",
        "launch?panel=launch",
        "latency-hiding?panel=scheduler",
        "each-lane?panel=formulas",
        "occupancy?panel=occupancy",
        "neighbored?with=reduce_neighbored_less,reduce_interleaved&step=3",
    ];
    let mut all = Vec::new();
    for (width, height) in [(360, 640), (320, 480)] {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for view in views {
            for language in ["en", "zh-Hans"] {
                let place = format!("#/{view}&embed=1&lang={language}");
                browser.visit(&site.url(&place)).await;
                browser.wait_for(FRAME_SETTLED).await;
                let heads = browser.text(&format!("{HEADS}{out}")).await;
                for faults in [heads, browser.text(CUT_WORDS).await] {
                    if !faults.is_empty() {
                        all.push(format!("{width}x{height} {place}: {faults}"));
                    }
                }
            }
        }
        browser.close().await;
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_is_played_by_keys_and_nothing_opens_over_it() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 640, 400).await;
    browser.visit(&site.url("#/neighbored?n=4096&block=64&embed=1")).await;
    browser.wait_for(FRAME_SETTLED).await;
    browser.press(RIGHT).await;
    browser.wait_for_step_after("0").await;
    for key in ["?", "o", "b", "s", "d", "t"] {
        browser.press(key).await;
    }
    assert!(!browser.has("[role=dialog], #black, .veil").await);
    let after = browser.attribute("#page", "data-step").await;
    browser.press(RIGHT).await;
    browser.wait_for_step_after(&after).await;
    browser.close().await;
}

/// Returns a page of another site with a frame of this size.
fn host(address: &str, (width, height): (u32, u32), attributes: &str) -> String {
    format!(
        "<!doctype html><html data-ready=\"true\"><link rel=\"icon\" href=\"data:,\"><title>A course</title><iframe id=\"guest\" width=\"{width}\" height=\"{height}\" style=\"border:0\" title=\"guest\" {attributes} src=\"{}\"></iframe></html>",
        address.replace('&', "&amp;")
    )
}

/// A frame of a comparison shows all kernels, next to each other or one below the other, and steps them together.
#[tokio::test(flavor = "multi_thread")]
async fn a_frame_of_a_comparison_shows_all_of_its_kernels() {
    let site = Site::start();
    let kernels = ["reduce_neighbored", "reduce_neighbored_less", "reduce_interleaved"];
    // For each column: its kernel, its press, and whether it can be scrolled into view with pictures that have a
    // height.
    let columns = "
        const main = document.querySelector('main'), shown = main.getBoundingClientRect();
        return [...document.querySelectorAll('[data-column]')].map(column => {
            column.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            const box = column.getBoundingClientRect();
            const inside = box.left >= shown.left - 1 && box.right <= shown.right + 1 && box.top >= shown.top - 1 && box.top < shown.bottom;
            const pictures = [...column.querySelectorAll('canvas')].filter(canvas => canvas.getBoundingClientRect().height > 24);
            return `${column.dataset.kernel}:${column.dataset.press}:${inside && pictures.length > 0}`;
        }).join(' ')";
    let beside = "const [first, second] = document.querySelectorAll('[data-column]'); return first.getBoundingClientRect().top === second.getBoundingClientRect().top";
    for (count, size, is_beside) in [
        (2, (960, 540), true),
        (2, (640, 360), true),
        (2, (360, 640), false),
        (3, (960, 540), true),
        (3, (640, 360), true),
        (3, (360, 640), false),
    ] {
        let with = kernels[1..count].join(",");
        let address = site.url(&format!(
            "#/neighbored?kernel={}&with={with}&n=4096&block=64&grain=stride&embed=1&lang=en",
            kernels[0]
        ));
        let course = Site::of_page(host(&address, size, ""));
        let browser = Browser::start(Graphics::None).await;
        browser.visit(&course.url("")).await;
        browser.enter_frame("#guest").await;
        browser.wait_for(FRAME_SETTLED).await;
        browser.wait_for_count(COLUMNS, &format!("=== {count}")).await;
        for press in 0..3 {
            let wanted = kernels[..count].iter();
            let wanted: Vec<String> = wanted.map(|name| format!("{name}:{press}:true")).collect();
            let wanted = wanted.join(" ");
            browser
                .wait_for(&format!("return (() => {{ {columns} }})() === {wanted:?}"))
                .await;
            browser.click("#next").await;
        }
        assert_eq!(browser.script(beside).await, is_beside, "{count} {size:?}");
        assert!(!browser.is(SCROLLS).await, "{count} {size:?}");
        let whole = browser.attribute("#open-whole", "href").await;
        assert!(whole.contains(&with), "{whole}");
        browser.leave_frame().await;
        browser
            .screenshot(&format!("frame-columns-{count}-{}x{}", size.0, size.1))
            .await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_runs_in_a_page_of_another_origin_without_storage() {
    let site = Site::start();
    let address = site.url("#/neighbored?n=4096&block=64&step=40&embed=1");
    // Some browsers give no storage to frames of other sites.
    let denied = "
        if (window !== window.top) {
            for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB']) {
                Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
            }
            Object.defineProperty(Navigator.prototype, 'serviceWorker', { get() { throw new DOMException('denied', 'SecurityError'); } });
        }
    ";
    for script in ["", denied] {
        let course = Site::of_page(host(&address, (640, 400), ""));
        let browser = Browser::start(Graphics::None).await;
        if !script.is_empty() {
            browser.before_page(script).await;
        }
        browser.visit(&course.url("")).await;
        browser.enter_frame("#guest").await;
        browser.wait_for(FRAME_SETTLED).await;
        browser.click("#next").await;
        browser.wait_for_step_after("40").await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_whose_sandbox_takes_its_origin_says_so() {
    let site = Site::start();
    let course = Site::of_page(host(
        &site.url("#/neighbored?n=4096&block=64&embed=1"),
        (640, 400),
        "sandbox=\"allow-scripts\"",
    ));
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&course.url("")).await;
    browser.enter_frame("#guest").await;
    browser
        .wait_for("return document.querySelector('#sandboxed')?.hidden === false")
        .await;
    let said = browser.seen("#sandboxed").await;
    assert!(said.contains("allow-same-origin") && said.contains("沙箱"), "{said}");
    browser.screenshot("frame-sandboxed").await;
    // The browser reports the blocked programs of such a frame as errors.
    browser.discard();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dialog_gives_the_html_with_its_size_and_a_preview() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let clipboard = "
        if (navigator.clipboard) navigator.clipboard.writeText = async text => { window.written = text; };
    ";
    browser.before_page(clipboard).await;
    for address in [
        "#/neighbored?n=4096&block=64&step=40&theme=dark&lang=en",
        "#/playground?lang=en",
    ] {
        browser.visit(&site.url(address)).await;
        browser.click("#take-home").await;
        browser.wait_for_element("#take-dialog").await;
        browser.click("[data-take-tab=frame]").await;
        browser
            .wait_for("return document.querySelector('#take-snippet')?.value.startsWith('<iframe') ?? false")
            .await;
        browser.fill("#take-width", "320").await;
        browser.fill("#take-height", "300").await;
        browser
            .wait_for("return document.querySelector('#take-snippet').value.includes('width=\"320\" height=\"300\"')")
            .await;
        browser.click("#take-copy-snippet").await;
        browser
            .wait_for("return window.written === document.querySelector('#take-snippet').value")
            .await;
        // The attributes that the other page's frame would have.
        let parsed = "
            const frame = new DOMParser().parseFromString(window.written, 'text/html').querySelector('iframe');
            return [frame.src, frame.title, frame.width, frame.height];
        ";
        let parsed = browser.script(parsed).await;
        let source = parsed[0].as_str().unwrap_or_default().to_owned();
        assert!(source.contains("embed=1") && source.contains("lang=en"), "{source}");
        assert!(
            parsed[1].as_str().unwrap_or_default().starts_with("Warpstep: "),
            "{parsed}"
        );
        assert_eq!((&parsed[2], &parsed[3]), (&Value::from("320"), &Value::from("300")));
        let name = if address.contains("playground") {
            "playground"
        } else {
            "lesson"
        };
        browser.enter_frame("#take-frame").await;
        browser.wait_for(FRAME_SETTLED).await;
        browser.leave_frame().await;
        browser.screenshot(&format!("take-frame-{name}")).await;
        browser.visit(&source).await;
        browser.wait_for(FRAME_SETTLED).await;
    }
    browser.close().await;
}
