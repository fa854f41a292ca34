//! The panels below the lanes, in every theme, both languages and several sizes: pictures have room, no number is cut
//! off.

use e2e::keys::RIGHT;
use e2e::{Browser, Graphics, Site};

/// The address, the panel, and how often the next key is pressed.
const VIEWS: &[(&str, &str, usize)] = &[
    ("neighbored?kernel=reduce_neighbored&n=512&block=128", "lines", 3),
    (
        "matrix-add?kernel=matrix_add_16x16&machine=k80-l1&grain=statement",
        "lines",
        2,
    ),
    ("unroll?kernel=reduce_unroll8&n=4096&block=128&machine=g80", "lines", 1),
    ("gemv?kernel=gemv_row_major", "lines", 3),
    (
        "shared-strided?kernel=reduce_shared_strided&n=512&block=128",
        "banks",
        4,
    ),
    (
        "shared-sequential?kernel=reduce_shared_sequential&n=512&block=128&machine=g80",
        "banks",
        1,
    ),
    ("bank-conflicts?kernel=matmul_tile_columns&grain=statement", "banks", 12),
    (
        "bank-conflicts?kernel=matmul_tile_rows&machine=g80&grain=statement",
        "banks",
        12,
    ),
    ("neighbored?kernel=reduce_neighbored&n=512&block=128", "tree", 4),
    ("interleaved?kernel=reduce_interleaved&n=512&block=64", "tree", 3),
    ("unroll-warps?kernel=reduce_unroll_warps8&n=4096&block=128", "tree", 4),
    (
        "shared-sequential?kernel=reduce_shared_sequential&n=1024&block=512",
        "tree",
        5,
    ),
    (
        "matrix-add?kernel=matrix_add_16x16&block=256&grain=statement",
        "blocks",
        2,
    ),
    ("matrix-add?kernel=matrix_add_32x32&grain=statement", "blocks", 2),
    (
        "bank-conflicts?kernel=matmul_tile_columns&grain=statement",
        "blocks",
        12,
    ),
    ("launch?grain=statement", "launch", 9),
    ("launch?kernel=nested_launch_child&grain=statement", "launch", 14),
];

async fn visit(browser: &Browser, site: &Site, view: &str, panel: &str, presses: usize) {
    browser.visit(&site.url(&format!("#/{view}"))).await;
    browser.click_under(&format!("[data-panel-tab='{panel}']")).await;
    browser.wait_for_element(".slot-panel canvas").await;
    for _ in 0..presses {
        let before = browser.attribute("#page", "data-step").await;
        if before == browser.attribute("#page", "data-steps").await {
            break;
        }
        browser.press(RIGHT).await;
        browser.wait_for_step_after(&before).await;
    }
}

/// Returns what is cut off in the panel, or too small; empty if nothing is.
async fn faults(browser: &Browser) -> String {
    let script = "const section = document.querySelector('.slot-panel'), canvas = section.querySelector('canvas');
         const box = section.getBoundingClientRect(), picture = canvas.getBoundingClientRect();
         const faults = [];
         if (picture.height < 60) faults.push('a picture of ' + picture.height);
         if (document.documentElement.scrollWidth > innerWidth + 1) faults.push('the page scrolls sideways');
         for (const each of section.querySelectorAll('dd, dt:not(.unseen), h2 em, .nothing-asked')) {
           const own = each.getBoundingClientRect();
           if (own.bottom > box.bottom + 1 || own.right > box.right + 1) faults.push('outside: ' + each.textContent);
           if (each.scrollWidth > each.clientWidth + 1) faults.push('cut off: ' + each.textContent);
         }
         return faults.join('; ');";
    browser.text(script).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_view_has_room_in_every_theme_and_language() {
    let site = Site::start();
    let mut all = Vec::new();
    let sizes = [(1280, 720), (1920, 1080), (500, 844)];
    for (turn, (width, height)) in sizes.into_iter().enumerate() {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for (index, (view, panel, presses)) in VIEWS.iter().enumerate() {
            let theme = ["light", "dark", "projector"][(index + turn) % 3];
            let language = ["en", "zh-Hans"][(index / 3 + turn) % 2];
            let here = format!("{view}&theme={theme}&lang={language}");
            visit(&browser, &site, &here, panel, *presses).await;
            if width < 960 {
                browser
                    .script("document.querySelector('.slot-panel').scrollIntoView()")
                    .await;
            }
            let name = format!("panel-{panel}-{index}-{theme}-{language}-{width}");
            browser.screenshot(&name).await;
            let faults = faults(&browser).await;
            if !faults.is_empty() {
                all.push(format!("{name}: {faults}"));
            }
        }
        browser.close().await;
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
