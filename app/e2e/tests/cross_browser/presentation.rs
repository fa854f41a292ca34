//! Slides.

use e2e::keys::{ALT_LEFT, ALT_RIGHT, RIGHT};
use e2e::{Browser, BrowserKind, Site};
use lessons::{Language, Lesson};

/// Waits until a slide is shown at the first press of its range, and compares its text.
async fn shows(browser: &Browser, lesson: &Lesson, slide: usize) {
    browser
        .wait_for_attribute("#slide", "data-slide", &slide.to_string())
        .await;
    browser.wait_until_idle().await;
    let text = lesson.slides[slide].text.get(Language::English);
    browser.wait_for_text("#slide .slide-text", text).await;
    let from = lesson.slides[slide].pin.presses.0;
    browser.wait_for_value("#slider", &from.to_string()).await;
}

pub async fn slides_go_on_and_back(kind: BrowserKind) {
    let lesson = Lesson::by_id("neighbored").expect("a lesson");
    let site = Site::start();
    let browser = Browser::start(kind).await;
    browser.open(&site.url("#/neighbored?lang=en")).await;
    browser.click("#slides").await;
    shows(&browser, lesson, 0).await;
    browser.screenshot(&format!("{kind:?}-slide")).await;
    // The next key walks the slide's range of presses, then shows the next slide.
    let (from, to) = lesson.slides[0].pin.presses;
    for press in from + 1..=to {
        browser.press(RIGHT).await;
        browser.wait_for_value("#slider", &press.to_string()).await;
    }
    browser.press(RIGHT).await;
    shows(&browser, lesson, 1).await;
    browser.click("#slide-back").await;
    shows(&browser, lesson, 0).await;
    // In Firefox these keys would leave the page if the page did not take them.
    browser.press(ALT_RIGHT).await;
    shows(&browser, lesson, 1).await;
    browser.press(ALT_LEFT).await;
    shows(&browser, lesson, 0).await;
    let is_full = "document.querySelector('#page').classList.contains('presenting')";
    browser.press("f").await;
    browser.wait_for(&format!("return {is_full}")).await;
    browser.screenshot(&format!("{kind:?}-full-screen")).await;
    browser.press("f").await;
    browser.wait_for(&format!("return !{is_full}")).await;
    browser.click("#slide-close").await;
    browser.wait_until_gone("#slide").await;
    browser.close().await;
}
