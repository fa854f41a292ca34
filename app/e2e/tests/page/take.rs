//! Exported pictures: complete, with a good name, self-contained, and the same as on the page.

use e2e::exports::{COLLECT_EXPORTS, last_file, open_dialog};
use e2e::keys::ESCAPE;
use e2e::{Browser, Graphics, Site};
use serde_json::Value;

/// Each case: the address, the panel's name, and a text that its picture must contain.
const PANELS: &[(&str, &str, &str)] = &[
    ("neighbored?n=4096&block=64&step=40", "lanes", "warp 1"),
    ("neighbored?n=4096&block=64&step=40", "memory", "data"),
    ("neighbored?n=4096&block=64&step=40", "timeline", "at barrier"),
    ("neighbored?n=4096&block=64&step=40", "code", "storageBarrier"),
    ("neighbored?n=4096&block=64&step=40", "counters", "load"),
    ("neighbored?n=4096&block=64&step=40", "times", "µs"),
    ("neighbored?n=4096&block=64&step=40", "stage", "storageBarrier"),
    ("neighbored?n=4096&panel=tree&step=40", "tree", "Tree"),
    ("interleaved?n=4096&panel=lines&step=40", "lines", "Lines"),
    ("shared-strided?n=4096&panel=banks&step=40", "banks", "Banks"),
    ("latency-hiding?panel=scheduler", "scheduler", "Scheduler"),
    ("formulas?panel=formulas", "formulas", "branch_efficiency"),
    ("occupancy?panel=occupancy", "occupancy", "Occupancy"),
    ("waves?panel=multiprocessors", "multiprocessors", "Multiprocessors"),
    ("matrix-add?panel=blocks", "blocks", "Blocks"),
    ("launch?panel=launch", "launch", "Launch"),
    (
        "neighbored?n=4096&with=reduce_neighbored_less&step=20",
        "stage",
        "reduce_neighbored_less",
    ),
    ("playground?step=3", "lanes", "Warpstep"),
    ("playground?step=3", "stage", "fn main"),
];

/// Goes to another address in the same visit, and waits for its run.
async fn go(browser: &Browser, site: &Site, address: &str) {
    browser.press(ESCAPE).await;
    browser.wait_until_gone("#take-dialog").await;
    browser.open(&site.url("#/")).await;
    browser.wait_for_element("#page.in-list").await;
    browser.open(&site.url(&format!("#/{address}"))).await;
    browser
        .wait_for("const page = document.querySelector('#page'); return document.querySelector('main.panels:not(.waiting)') !== null && page.dataset.ready === 'true' && page.dataset.busy === 'false'")
        .await;
}

/// Returns the parts of an SVG that other programs than browsers do not understand, and texts outside of it.
const FAULTS: &str = "
    const text = arguments[0];
    const tree = new DOMParser().parseFromString(text, 'image/svg+xml');
    const faults = [...tree.querySelectorAll('parsererror')].map(error => error.textContent);
    for (const word of ['NaN', 'undefined', 'var(', 'oklch', 'color(', 'Infinity', 'url(http', '<script', 'foreignObject']) {
        if (text.includes(word)) faults.push(word);
    }
    if (!/font-family=\"[^\"]*(sans-serif|monospace)\"/.test(text)) faults.push('no generic font');
    const ends = tree.documentElement.getAttribute('viewBox').split(' ').map(Number);
    for (const element of tree.querySelectorAll('text')) {
        const [x, y] = ['x', 'y'].map(name => Number(element.getAttribute(name)));
        const clipped = element.closest('[clip-path]');
        if (!clipped && (x < -1 || y < 0 || x > ends[2] || y > ends[3] + 1)) faults.push(`outside: ${element.textContent} at ${x} ${y} of ${ends}`);
    }
    return faults;
";

#[tokio::test(flavor = "multi_thread")]
async fn every_panel_has_a_picture_that_stands_alone() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COLLECT_EXPORTS).await;
    browser.visit(&site.url("#/")).await;
    let mut count = 0;
    for (address, panel, word) in PANELS {
        go(&browser, &site, &format!("{address}&lang=en&theme=light")).await;
        open_dialog(&browser, panel).await;
        let place = address.split('?').next().unwrap_or_default();
        browser.screenshot(&format!("take-{place}-{panel}")).await;
        browser.click("#take-svg").await;
        count += 1;
        let (name, svg) = last_file(&browser, count).await;
        assert!(
            name.starts_with("warpstep-") && name.contains(&format!("-{panel}-step-")) && name.ends_with(".svg"),
            "{name}"
        );
        let faults = browser
            .script(&format!(
                "return (function () {{ {FAULTS} }})({})",
                Value::from(svg.as_str())
            ))
            .await;
        assert_eq!(faults, Value::Array(Vec::new()), "{address} {panel}");
        let said = format!(
            "return new DOMParser().parseFromString({}, 'image/svg+xml').documentElement.textContent.replace(/\\s+/g, ' ')",
            Value::from(svg.as_str())
        );
        let said = browser.text(&said).await;
        for part in [*word, "step ", "Warpstep"] {
            assert!(said.contains(part), "{address} {panel} does not contain {part}: {said}");
        }
    }
    browser.close().await;
}

/// Compares a grid of points in the exported picture and on the page's canvas. Returns the number of equal points, the
/// number of points, the number of colours, the scale, and the file's type.
const COMPARE: &str = "
    const [selector, panel, done] = arguments;
    const blob = window.blobs.at(-1);
    const canvas = document.querySelector(selector);
    const [inside, outside] = [canvas.getBoundingClientRect(), document.querySelector(panel).getBoundingClientRect()];
    const image = new Image();
    image.onload = () => {
        const copy = document.createElement('canvas');
        [copy.width, copy.height] = [image.naturalWidth, image.naturalHeight];
        const context = copy.getContext('2d', { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        const own = document.createElement('canvas');
        [own.width, own.height] = [canvas.width, canvas.height];
        const page = own.getContext('2d', { willReadFrequently: true });
        page.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--panel');
        page.fillRect(0, 0, own.width, own.height);
        page.drawImage(canvas, 0, 0);
        const scale = image.naturalWidth / outside.width;
        const read = (context, { width, height }) => {
            const { data } = context.getImageData(0, 0, width, height);
            return (x, y) => data.subarray(4 * (Math.floor(y) * width + Math.floor(x))).subarray(0, 3);
        };
        const [there, here] = [read(context, copy), read(page, own)];
        let [same, all, colours] = [0, 0, new Set()];
        for (let x = 1.5; x < canvas.width - 1; x += 3) {
            for (let y = 1.5; y < canvas.height - 1; y += 3) {
                const wanted = here(x, y);
                // The panel begins between two pixels, so an edge may be one pixel away.
                const near = [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]].some(([right, down]) => {
                    const found = there((inside.left - outside.left + x + right) * scale, (inside.top - outside.top + y + down) * scale);
                    return [0, 1, 2].every(part => Math.abs(found[part] - wanted[part]) < 32);
                });
                [same, all] = [same + near, all + 1];
                colours.add(wanted.join());
            }
        }
        done([same, all, colours.size, image.naturalWidth / outside.width, blob.type]);
    };
    const reader = new FileReader();
    reader.onload = () => { image.src = reader.result; };
    reader.readAsDataURL(blob);
";

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_the_panel_of_the_page_in_every_theme() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COLLECT_EXPORTS).await;
    browser.visit(&site.url("#/")).await;
    let mut count = 0;
    for theme in ["light", "dark", "projector"] {
        let address = format!("neighbored?n=4096&block=64&step=40&theme={theme}");
        go(&browser, &site, &address).await;
        for (panel, canvas) in [("lanes", "#lanes"), ("memory", "#array"), ("timeline", "#timeline")] {
            open_dialog(&browser, panel).await;
            for (button, scale, kind) in [("#take-svg", 1.0, "image/svg+xml"), ("#take-png", 3.0, "image/png")] {
                browser.click(button).await;
                count += 1;
                let (name, _) = last_file(&browser, count).await;
                assert!(name.ends_with(&button[6..]), "{name}");
                let arguments = vec![canvas.into(), format!(".panel:has({canvas})").into()];
                let counts = browser.script_of(COMPARE, arguments).await;
                let [same, all, colours, ratio] = [0, 1, 2, 3].map(|index| counts[index].as_f64().unwrap_or(0.0));
                assert!(colours >= 3.0, "{theme} {panel}: the canvas is empty");
                // With finer pixels the edges of letters and slanted lines differ.
                assert!(same / all > 0.85, "{theme} {panel} {button}: {same} of {all}");
                assert!((ratio - scale).abs() < 0.02, "{theme} {panel} {button}: {ratio}");
                assert_eq!(counts[4], kind);
            }
            browser.press(ESCAPE).await;
            browser.wait_until_gone("#take-dialog").await;
            // The menu that opened the dialog gets the focus back.
            browser.wait_for("return document.activeElement.id === 'tools'").await;
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_copied_or_the_page_says_what_to_do_instead() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let clipboard = "
        window.written = [];
        if (navigator.clipboard) navigator.clipboard.write = async items => {
            if (window.refuses) throw new DOMException('no', 'NotAllowedError');
            for (const item of items) window.written.push((await item.getType('image/png')).size);
        };
    ";
    browser.before_page(clipboard).await;
    browser
        .visit(&site.url("#/neighbored?n=4096&block=64&step=40&lang=en"))
        .await;
    open_dialog(&browser, "lanes").await;
    browser.click("#take-copy").await;
    browser
        .wait_for("return document.querySelector('#take-said').textContent === 'Copied'")
        .await;
    assert!(browser.number("return window.written[0]").await > 1000.0);
    browser.script("window.refuses = true").await;
    browser.click("#take-copy").await;
    browser.wait_for_content("#take-said", "Save the PNG instead").await;
    browser.close().await;
}
