//! The list of lessons: its search, its chapters, and the marks of lessons that were walked to their end.

use e2e::keys::END;
use e2e::{Browser, Graphics, Site};

/// The ids of the lessons that are shown.
const SHOWN: &str = "return [...document.querySelectorAll('.card')].filter(card => card.getBoundingClientRect().height > 0)
    .map(card => card.dataset.lessonCard).join(' ')";

#[tokio::test(flavor = "multi_thread")]
async fn lessons_are_found_as_one_types() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/?lang=en")).await;
    browser.wait_for_element("#find-lesson").await;
    let all = browser.text(SHOWN).await;
    assert_eq!(all.split(' ').count(), lessons::LESSONS.len());
    browser.click("#find-lesson").await;
    browser.press("matmul").await;
    browser
        .wait_for(&format!(
            "return (() => {{ {SHOWN} }})() === 'bank-conflicts'"
        ))
        .await;
    browser.press("zz").await;
    browser.wait_for_element("#nothing-found").await;
    assert_eq!(browser.text(SHOWN).await, "");
    browser.screenshot("list-nothing-found").await;
    browser
        .script("const field = document.querySelector('#find-lesson'); field.value = ''; field.dispatchEvent(new Event('input', { bubbles: true }))")
        .await;
    assert_eq!(browser.text(SHOWN).await, all);
    // A chapter's name brings the chapter to the top.
    browser.click("[data-to-chapter='2']").await;
    browser
        .wait_for("return document.querySelector('[data-chapter=\"2\"]').getBoundingClientRect().top < innerHeight / 2")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_that_was_walked_to_its_end_has_a_mark() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/neighbored?lang=en")).await;
    browser.press(END).await;
    browser
        .wait_for("return document.querySelector('#page').dataset.step === document.querySelector('#page').dataset.steps")
        .await;
    let marked = "return [...document.querySelectorAll('.card')].filter(card => card.querySelector('.walked')).map(card => card.dataset.lessonCard).join(' ')";
    for _ in 0..2 {
        browser.visit(&site.url("#/?lang=en")).await;
        browser.wait_for_element("#find-lesson").await;
        assert_eq!(browser.text(marked).await, "neighbored");
    }
    browser.close().await;
}
