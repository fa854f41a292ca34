//! The page without a mouse.

use e2e::keys::{ENTER, LEFT, RIGHT, TAB};
use e2e::page::RUN_SHOWN;
use e2e::{Browser, BrowserKind, Site};

/// More than the controls of a lesson and the cards of the list.
const MOST_TABS: usize = 120;

/// Presses Tab until an element has the focus.
async fn tab_to(browser: &Browser, selector: &str) {
    let is_there = format!("return document.activeElement?.matches({selector:?}) === true");
    let mut passed = Vec::new();
    while !browser.is(&is_there).await {
        assert!(
            passed.len() < MOST_TABS,
            "Tab does not reach {selector}, but {passed:?}"
        );
        browser.press(TAB).await;
        let name = "const { id, tagName, textContent } = document.activeElement; return id || tagName + ' ' + textContent.slice(0, 20)";
        passed.push(browser.text(name).await);
    }
}

pub async fn a_lesson_is_found_and_stepped_by_the_keyboard_alone(kind: BrowserKind) {
    let site = Site::start();
    let browser = Browser::start(kind).await;
    browser.open(&site.url("#/?lang=en")).await;
    tab_to(&browser, "[data-lesson-card='neighbored']").await;
    browser.press(ENTER).await;
    browser.wait_for_attribute("#page", "data-lesson", "neighbored").await;
    browser.wait_for(RUN_SHOWN).await;
    tab_to(&browser, "#next").await;
    browser.press(ENTER).await;
    browser.wait_for_value("#slider", "1").await;
    browser.press(RIGHT).await;
    browser.wait_for_value("#slider", "2").await;
    browser.press(LEFT).await;
    browser.wait_for_value("#slider", "1").await;
    // On the slider the arrows do the same.
    tab_to(&browser, "#slider").await;
    browser.press(RIGHT).await;
    browser.wait_for_value("#slider", "2").await;
    browser.close().await;
}
