//! The occupancy calculator answers numbers with one sentence, in every theme and both languages, and nothing is cut
//! off.

use e2e::{Browser, Graphics, Site};

const OCCUPANCY_TAB: &str = "[data-panel-tab='occupancy']";

async fn open(browser: &Browser, site: &Site, view: &str) {
    browser.visit(&site.url(&format!("#/occupancy{view}"))).await;
    browser.click_under(OCCUPANCY_TAB).await;
    browser.wait_for_element("#occupancy-result").await;
}

async fn choose(browser: &Browser, version: &str) {
    browser
        .script(&format!(
            "const list = document.querySelector('#capability');
             list.value = [...list.options].find(o => o.text.startsWith('{version}')).value;
             list.dispatchEvent(new Event('change', {{ bubbles: true }}));"
        ))
        .await;
}

async fn shows(browser: &Browser, text: &str) {
    browser.wait_for_content("#occupancy-result", text).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_calculator_answers_and_keeps_its_last_answer() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open(&browser, &site, "?machine=m2070").await;
    shows(&browser, "67 % · 32 of 48 warps · 1 block").await;
    // The calculator follows the machine.
    browser.choose("#machine", "k80").await;
    shows(&browser, "100 % · 64 of 64 warps · 2 blocks").await;
    let achieved = browser.seen("#occupancy-achieved").await;
    assert!(achieved.contains("93.0 %"), "{achieved}");
    browser.fill("#registers-per-thread", "1k").await;
    let mistake = browser.seen("#occupancy-mistake").await;
    assert!(mistake.contains("at most 255 registers"), "{mistake}");
    shows(&browser, "100 %").await;
    browser.screenshot("occupancy-mistake").await;
    // A product of two tiles on a G80.
    browser.fill("#registers-per-thread", "14").await;
    choose(&browser, "1.0").await;
    let mistake = browser.seen("#occupancy-mistake").await;
    assert!(mistake.contains("at most 512 threads"), "{mistake}");
    browser.fill("#threads-per-block", "256").await;
    browser.fill("#shared-per-block", "2112").await;
    shows(&browser, "67 % · 16 of 24 warps · 2 blocks").await;
    let bound = browser.seen("#occupancy-bound").await;
    assert_eq!(bound, "The next block is limited by: registers.");
    assert_eq!(browser.seen("#occupancy-mistake").await, "");
    browser.click("[data-panel-tab='memory']").await;
    browser.wait_until_gone("#occupancy").await;
    // The calculator keeps its input.
    browser.click(OCCUPANCY_TAB).await;
    shows(&browser, "67 %").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_calculator_fits_in_every_theme_and_language() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for theme in ["light", "dark", "projector"] {
        for language in ["en", "zh-Hans"] {
            open(&browser, &site, &format!("?theme={theme}&lang={language}")).await;
            browser.fill("#registers-per-thread", "40").await;
            choose(&browser, "8.0").await;
            browser.screenshot(&format!("occupancy-{theme}-{language}")).await;
            let fits =
                "const d = document.querySelector('.occupancy-scroll'); return d.scrollWidth <= d.clientWidth + 1";
            assert_eq!(browser.script(fits).await, true, "{theme} {language}");
        }
    }
    browser.close().await;
    let browser = Browser::start_sized(Graphics::None, 500, 844).await;
    for language in ["en", "zh-Hans"] {
        open(&browser, &site, &format!("?lang={language}")).await;
        browser.screenshot(&format!("occupancy-phone-{language}")).await;
        let fits = "const d = document.querySelector('.occupancy-scroll'); return d.scrollWidth <= d.clientWidth + 1";
        let wide = browser.text("const d = document.querySelector('.occupancy-scroll'); return [...d.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > d.getBoundingClientRect().right + 1).map(e => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 30)).join(' | ')").await;
        assert_eq!(wide, "", "phone {language}");
        assert_eq!(browser.script(fits).await, true, "phone {language}");
    }
    browser.close().await;
}
