//! The list of lessons.

use e2e::page::SETTLED;
use e2e::{Browser, BrowserKind, Site};
use lessons::{LESSONS, Language};

/// True once the pictures of the cards in the window are drawn.
const CARDS_DRAWN: &str = "
    const isDrawn = card => card.getContext('2d').getImageData(0, 0, card.width, card.height).data.some(level => level > 0);
    const cards = [...document.querySelectorAll('canvas.card-picture')];
    return cards.filter(card => card.getBoundingClientRect().top < innerHeight).every(isDrawn);";

pub async fn the_list_of_lessons_opens_and_leads_to_a_lesson(kind: BrowserKind) {
    let site = Site::start();
    let browser = Browser::start(kind).await;
    browser.open(&site.url("#/?lang=en")).await;
    assert_eq!(browser.count("[data-lesson-card]").await, LESSONS.len());
    let text = browser.seen("#page").await;
    for lesson in LESSONS {
        let title = lesson.title.get(Language::English);
        assert!(text.contains(title), "{title} is not in the list");
    }
    browser.wait_for(CARDS_DRAWN).await;
    browser.screenshot(&format!("{kind:?}-list")).await;
    let last = LESSONS[LESSONS.len() - 1].id;
    browser.click(&format!("[data-lesson-card='{last}']")).await;
    browser.wait_for_attribute("#page", "data-lesson", last).await;
    browser.wait_for(SETTLED).await;
    browser.close().await;
}
