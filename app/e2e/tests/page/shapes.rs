//! The panels of a run's shape: the tree of partial sums, blocks with their warps, and the chain of launches.

use e2e::keys::{END, LEFT, RIGHT};
use e2e::{Browser, Graphics, Site};

async fn open(browser: &Browser, site: &Site, hash: &str, panel: &str) {
    browser.visit(&site.url(hash)).await;
    browser.click(&format!("[data-panel-tab='{panel}']")).await;
    browser.wait_for_element(".slot-panel canvas").await;
}

async fn press(browser: &Browser, key: &str) {
    let before = browser.attribute("#page", "data-step").await;
    browser.press(key).await;
    browser.wait_for_step_after(&before).await;
}

/// A reduction of 64 elements: each press makes a level of the tree, with half as many sums as the level before.
#[tokio::test(flavor = "multi_thread")]
async fn the_tree_grows_level_by_level_and_back() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for (lesson, kernel) in [
        ("neighbored", "reduce_neighbored"),
        ("interleaved", "reduce_interleaved"),
        ("shared-sequential", "reduce_shared_sequential"),
    ] {
        let hash = format!("#/{lesson}?kernel={kernel}&n=512&block=64");
        open(&browser, &site, &hash, "tree").await;
        assert_eq!(browser.attribute("#tree", "data-sums").await, "63");
        assert_eq!(browser.attribute("#tree", "data-levels").await, "6");
        assert_eq!(browser.attribute("#tree", "data-made").await, "0");
        let there = (1..=6).map(|level| (RIGHT, level));
        let back = (1..6).rev().map(|level| (LEFT, level));
        for (key, level) in there.chain(back) {
            press(&browser, key).await;
            let (made, next) = (64 - (64 >> (level - 1)), 64 >> level);
            browser
                .wait_for_attribute("#tree", "data-made", &made.to_string())
                .await;
            // The warps reach the sum one after another; the first of them is at it.
            let marked = browser.attribute("#tree", "data-next").await;
            assert_eq!(marked, next.to_string(), "{kernel}, level {level}");
        }
        press(&browser, END).await;
        browser.wait_for_attribute("#tree", "data-made", "63").await;
        let label = browser.attribute("#tree", "aria-label").await;
        assert!(label.ends_with("6 levels, 63 of 63 additions made"), "{label}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_warp_of_a_narrow_block_covers_two_rows() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    // Each case: kernel and block, number of blocks in x, y and z, warps of a block, and rows of the matrix per warp.
    let table = [
        ("matrix_add_32x32&block=1024", "4 4 1", "32", "1"),
        ("matrix_add_16x32&block=512", "8 4 1", "16", "2"),
        ("matrix_add_16x16&block=256", "8 8 1", "8", "2"),
    ];
    for (kernel, grid, warps, rows) in table {
        let hash = format!("#/matrix-add?kernel={kernel}&grain=statement");
        open(&browser, &site, &hash, "blocks").await;
        let attribute = async |name: &str| browser.attribute("#blocks-picture", name).await;
        assert_eq!(attribute("data-grid").await, grid, "{kernel}");
        assert_eq!(attribute("data-warps").await, warps, "{kernel}");
        assert_eq!(attribute("data-block-rows").await, rows, "{kernel}");
        assert_eq!(
            attribute("data-memory-rows").await,
            "",
            "{kernel} has accessed nothing yet"
        );
        for _ in 0..2 {
            press(&browser, RIGHT).await;
        }
        browser
            .wait_for_attribute("#blocks-picture", "data-memory-rows", rows)
            .await;
        browser.click(".request-choice button[aria-label='Next warp']").await;
        browser.wait_for_attribute("#blocks-picture", "data-warp", "1").await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_level_of_launches_shows_what_it_has_written() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for (kernel, level, written) in [
        ("nested_launch_parent", "0", "4 1 1 2 3"),
        ("nested_launch_child", "1", "8 1 1 3 7"),
    ] {
        let hash = format!("#/launch?kernel={kernel}&grain=statement");
        open(&browser, &site, &hash, "launch").await;
        assert_eq!(browser.attribute("#launch", "data-levels").await, "2 4 8");
        assert_eq!(browser.attribute("#launch", "data-shown").await, level);
        assert_eq!(browser.attribute("#launch", "data-written").await, "- - - - -");
        press(&browser, END).await;
        browser.wait_for_attribute("#launch", "data-written", written).await;
        // One statement earlier the last word is not written.
        press(&browser, LEFT).await;
        let (all_but_last, _) = written.rsplit_once(' ').expect("five words");
        let before = format!("{all_but_last} -");
        browser.wait_for_attribute("#launch", "data-written", &before).await;
    }
    browser.close().await;
}
