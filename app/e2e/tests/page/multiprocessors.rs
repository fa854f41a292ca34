//! The multiprocessors panel: its blocks, shares and guidelines are those of the model, and a link keeps its settings.

use e2e::{Browser, Graphics, SIZES, Site, looks_in_turn};
use lessons::multiprocessors::MOST_BLOCKS;

/// Waits until the picture has this number of blocks on each multiprocessor.
async fn wait_for_blocks(browser: &Browser, counts: &[u32]) {
    let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
    browser
        .wait_for_attribute("#multiprocessors", "data-blocks", &counts.join(" "))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_go_to_the_multiprocessor_with_the_fewest() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/waves?panel=multiprocessors")).await;
    browser.wait_for_element("#multiprocessors").await;
    // Two blocks of the unrolled reduction, on 13 multiprocessors of a K80.
    let mut two = [0; 13];
    two[..2].fill(1);
    wait_for_blocks(&browser, &two).await;
    let facts = browser.seen("#multiprocessors-facts").await;
    assert!(facts.contains("15.38 %"), "{facts}");
    let printed = browser.seen("#multiprocessors-printed").await;
    assert!(printed.contains("12.76 %"), "{printed}");
    browser
        .wait_for_attribute("[data-guideline=more-blocks]", "data-verdict", "not-met")
        .await;
    browser.slide("#multiprocessors-blocks", 39).await;
    wait_for_blocks(&browser, &[3; 13]).await;
    browser
        .wait_for_attribute("[data-guideline=multiple]", "data-verdict", "met")
        .await;
    browser.click("#multiprocessors-of-run").await;
    wait_for_blocks(&browser, &two).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_keeps_gpu_and_blocks() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let view = format!("#/waves?panel=multiprocessors&gpu=v100&blocks={MOST_BLOCKS}");
    browser.visit(&site.url(&view)).await;
    browser.wait_for_element("#multiprocessors").await;
    // 512 blocks: six for each of 80 multiprocessors, and one more for 32 of them.
    let counts: Vec<u32> = (0..80).map(|index| 6 + u32::from(index < 32)).collect();
    wait_for_blocks(&browser, &counts).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_panel_fits_in_every_theme_size_and_language() {
    let site = Site::start();
    for (turn, (name, width, height)) in SIZES.into_iter().enumerate() {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for (theme, language) in looks_in_turn(turn) {
            let view = format!("#/waves?panel=multiprocessors&blocks=27&theme={theme}&lang={language}");
            browser.visit(&site.url(&view)).await;
            browser.wait_for_element("#multiprocessors").await;
            browser
                .script("document.querySelector('.multiprocessors-panel').scrollIntoView()")
                .await;
            browser
                .screenshot(&format!("multiprocessors-{name}-{theme}-{language}"))
                .await;
            let fits = "const p = document.querySelector('.multiprocessors-panel .slot-scroll'); return p.scrollWidth <= p.clientWidth + 1 && document.documentElement.scrollWidth <= innerWidth + 1";
            assert_eq!(browser.script(fits).await, true, "{name} {theme} {language}");
        }
        browser.close().await;
    }
}
