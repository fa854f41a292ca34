//! Print: one page for each slide, with the pictures of its own step.

use e2e::{Browser, Graphics, Site};
use lessons::{Language, Lesson};

const IDLE: &str = "return document.querySelector('#page').dataset.busy === 'false'";
const READY: &str = "return document.querySelector('#print')?.dataset.ready === 'true'";
const CTRL_P: &str = "\u{e009}p\u{e000}";

/// Pages of a document as the browser writes it: each is an object of its own.
pub fn pages(pdf: &[u8]) -> usize {
    let text = String::from_utf8_lossy(pdf);
    let page = text.match_indices("/Type /Page").filter(|(at, found)| {
        let after = text[at + found.len()..].chars().next();
        !after.is_some_and(char::is_alphanumeric)
    });
    page.count()
}

/// A lesson of one kernel at a time, one that compares, and one whose panel is about the machine.
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
        browser.wait_for(IDLE).await;
        browser.press(CTRL_P).await;
        browser.wait_for(READY).await;
        // By itself, once everything stands there.
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
            assert!(!shown.contains(notes), "no notes unless asked for");
            assert_eq!(sheet[2], true, "{id} {index}: sharp pictures");
            assert_eq!(sheet[3], true, "{id} {index}: fits its page");
            assert_eq!(sheet[4], true, "{id} {index}: nothing reaches out");
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
        // Pictures take their new place with the next frame.
        browser
            .script_of(
                "const [done] = arguments; requestAnimationFrame(() => requestAnimationFrame(() => done(null)))",
                Vec::new(),
            )
            .await;
        let pdf = browser.print(&format!("print-{id}-notes")).await;
        assert_eq!(pages(&pdf), count, "{id} with notes");
        browser.screenshot(&format!("print-{id}")).await;
        browser.click("#print-notes").await;
        browser.click("#print-close").await;
        // As it was: the slide, the theme.
        browser
            .wait_for("return document.querySelector('#print') === null && document.documentElement.dataset.theme === 'dark'")
            .await;
        assert_eq!(browser.attribute("#slide", "data-slide").await, "0");
    }
    // A lesson prints its slides also while none is shown, and stays as it is.
    browser.visit(&site.url("#/predication?lang=en")).await;
    browser.wait_for(IDLE).await;
    browser.press(CTRL_P).await;
    browser.wait_for(READY).await;
    let sheets = browser
        .number("return document.querySelectorAll('.sheet').length")
        .await;
    let lesson = Lesson::by_id("predication").expect("a lesson");
    assert_eq!(sheets as usize, lesson.slides.len());
    browser.click("#print-close").await;
    browser
        .wait_for("return document.querySelector('#slide, #print') === null")
        .await;
    browser.close().await;
}
