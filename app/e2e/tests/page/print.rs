//! Print: one page for each slide, with the pictures of the slide's step.

use e2e::keys::CTRL_P;
use e2e::{Browser, Graphics, Site};
use lessons::{Language, Lesson};
/// True once the pages for print are complete.
const SHEETS_READY: &str = "return document.querySelector('#print')?.dataset.ready === 'true'";

/// Counts the pages of a PDF. The browser writes each page as one object.
pub fn pages(pdf: &[u8]) -> usize {
    let text = String::from_utf8_lossy(pdf);
    let page = text.match_indices("/Type /Page").filter(|(at, found)| {
        let after = text[at + found.len()..].chars().next();
        !after.is_some_and(char::is_alphanumeric)
    });
    page.count()
}

/// The lessons cover slides with one kernel, slides with several, and panels about the machine.
#[tokio::test(flavor = "multi_thread")]
async fn every_slide_is_a_page_with_its_step() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .before_page("window.printed = 0; window.print = () => { window.printed += 1 }")
        .await;
    for (id, language) in [
        ("neighbored", "en"),
        ("interleaved", "zh"),
        ("occupancy", "en"),
        ("latency-hiding", "en"),
    ] {
        let lesson = Lesson::by_id(id).expect("a lesson");
        browser
            .visit(&site.url(&format!("#/{id}?slide=1&lang={language}&theme=dark")))
            .await;
        browser.wait_until_idle().await;
        browser.press(CTRL_P).await;
        browser.wait_for(SHEETS_READY).await;
        // The page prints by itself once its sheets are complete.
        browser.wait_for("return window.printed === 1").await;
        let count = lesson.slides.len();
        let pdf = browser.print(&format!("print-{id}")).await;
        assert_eq!(pages(&pdf), count, "{id}");
        let sheets = browser
            .script("return [...document.querySelectorAll('.sheet')].map(s => [s.dataset.press, s.innerText,
                [...s.querySelectorAll('canvas')].every(c => c.width >= Math.floor(3 * c.clientWidth) && c.width > 0),
                s.scrollHeight <= s.clientHeight + 1 && [...s.querySelectorAll('.sheet-picture, .middle, .column')].every(p => p.scrollHeight <= p.clientHeight + 1),
                [...s.querySelectorAll('*:not(.code-text *)')].every(e => e.getBoundingClientRect().right <= s.getBoundingClientRect().right)])")
            .await;
        for (index, slide) in lesson.slides.iter().enumerate() {
            let sheet = &sheets[index];
            let (text, notes) = match language {
                "en" => (
                    slide.text.get(Language::English),
                    slide.notes.get(Language::English),
                ),
                _ => (
                    slide.text.get(Language::SimplifiedChinese),
                    slide.notes.get(Language::SimplifiedChinese),
                ),
            };
            let shown = sheet[1].as_str().expect("text");
            assert!(shown.contains(text), "{id} {index}: {shown}");
            assert!(
                shown.contains(&format!("{} / {count}", index + 1)),
                "{shown}"
            );
            assert!(
                shown.contains(&format!("#/{id}?slide={}", index + 1)),
                "{shown}"
            );
            assert!(!shown.contains(notes), "notes are printed only on request");
            assert_eq!(sheet[2], true, "{id} {index}: sharp pictures");
            assert_eq!(sheet[3], true, "{id} {index}: fits its page");
            assert_eq!(
                sheet[4], true,
                "{id} {index}: nothing reaches out of the page"
            );
            let press: usize = sheet[0]
                .as_str()
                .expect("a step")
                .parse()
                .expect("a number");
            let (from, to) = slide.pin.presses;
            assert!((from..=to).contains(&press), "{id} {index}: {press}");
        }
        browser.click("#print-notes").await;
        let shown = browser.seen(".sheet .sheet-notes").await;
        let first = lesson.slides[0].notes;
        assert!(
            shown == first.get(Language::English)
                || shown == first.get(Language::SimplifiedChinese),
            "{shown}"
        );
        // The pictures move in the next frame.
        browser.wait_until_drawn().await;
        let pdf = browser.print(&format!("print-{id}-notes")).await;
        assert_eq!(pages(&pdf), count, "{id} with notes");
        browser.screenshot(&format!("print-{id}")).await;
        browser.click("#print-notes").await;
        browser.click("#print-close").await;
        // The page shows the same slide and theme as before.
        browser
            .wait_for("return document.querySelector('#print') === null && document.documentElement.dataset.theme === 'dark'")
            .await;
        assert_eq!(browser.attribute("#slide", "data-slide").await, "0");
    }
    // A lesson prints its slides also while it shows none, and shows none afterwards.
    browser.visit(&site.url("#/predication?lang=en")).await;
    browser.wait_until_idle().await;
    browser.press(CTRL_P).await;
    browser.wait_for(SHEETS_READY).await;
    let sheets = browser.count(".sheet").await;
    let lesson = Lesson::by_id("predication").expect("a lesson");
    assert_eq!(sheets, lesson.slides.len());
    browser.click("#print-close").await;
    browser.wait_until_gone("#slide, #print").await;
    browser.close().await;
}
