//! Print: one page for each slide, with the pictures of the slide's step.

use e2e::keys::CTRL_P;
use e2e::{Browser, Graphics, Site};
use lessons::{Language, Lesson};
/// True once the pages for print are complete.
const SHEETS_READY: &str = "return document.querySelector('#print')?.dataset.ready === 'true'";

/// Counts the pages of a PDF. The browser writes each page as one object.
pub fn pages(pdf: &[u8]) -> usize {
    let text = String::from_utf8_lossy(pdf);
    let page = text.match_indices("/Type /Page").filter(|(start, matched)| {
        let after = text[start + matched.len()..].chars().next();
        !after.is_some_and(char::is_alphanumeric)
    });
    page.count()
}

/// Asserts that each sheet has the words of its slide, the picture of a step within its range, and a link to that step.
async fn assert_sheets(browser: &Browser, lesson: &Lesson, language: &str) {
    let (id, count) = (lesson.id, lesson.slides.len());
    let sheets = browser
        .script("return [...document.querySelectorAll('.sheet')].map(s => [s.dataset.press, s.innerText,
                [...s.querySelectorAll('canvas')].every(c => c.width >= Math.floor(3 * c.clientWidth) && c.width > 0),
                s.scrollHeight <= s.clientHeight + 1 && [...s.querySelectorAll('.sheet-picture, .middle, .column')].every(p => p.scrollHeight <= p.clientHeight + 1),
                [...s.querySelectorAll('*:not(.code-text *)')].every(e => e.getBoundingClientRect().right <= s.getBoundingClientRect().right)])")
        .await;
    for (index, slide) in lesson.slides.iter().enumerate() {
        let sheet = &sheets[index];
        let (text, notes) = match language {
            "en" => (slide.text.get(Language::English), slide.notes.get(Language::English)),
            _ => (
                slide.text.get(Language::SimplifiedChinese),
                slide.notes.get(Language::SimplifiedChinese),
            ),
        };
        let sheet_text = sheet[1].as_str().expect("text");
        assert!(sheet_text.contains(text), "{id} {index}: {sheet_text}");
        assert!(sheet_text.contains(&format!("{} / {count}", index + 1)), "{sheet_text}");
        // The link leads to the step of the picture.
        let link = sheet_text.lines().last().expect("a link");
        assert!(link.contains(&format!("#/{id}?")), "{link}");
        assert!(link.contains(&format!("slide={}", index + 1)), "{link}");
        assert!(link.contains("step=") || sheet[0] == "0", "{link}");
        assert!(!sheet_text.contains(notes), "notes are printed only on request");
        assert_eq!(sheet[2], true, "{id} {index}: sharp pictures");
        assert_eq!(sheet[3], true, "{id} {index}: fits its page");
        assert_eq!(sheet[4], true, "{id} {index}: nothing reaches out of the page");
        let press: usize = sheet[0].as_str().expect("a step").parse().expect("a number");
        let (from, to) = slide.pin.presses;
        assert!((from..=to).contains(&press), "{id} {index}: {press}");
    }
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
        assert_sheets(&browser, lesson, language).await;
        browser.click("#print-notes").await;
        let notes = browser.seen(".sheet .sheet-notes").await;
        let first = lesson.slides[0].notes;
        assert!(
            notes == first.get(Language::English) || notes == first.get(Language::SimplifiedChinese),
            "{notes}"
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
            .wait_for(
                "return document.querySelector('#print') === null && document.documentElement.dataset.theme === 'dark'",
            )
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

/// The browser's menu, and programs that save a page as PDF, print without asking the page. On stage, in Chinese and with
/// CUDA, they print what the stage shows.
#[tokio::test(flavor = "multi_thread")]
async fn the_browser_s_own_print_has_the_same_sheets() {
    /// Records the sheets before the page removes them.
    const RECORD: &str = "addEventListener('afterprint', () => {
        const drawn = canvas => canvas.width > 0 &&
            canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(each => each !== 0);
        window.sheets = [...document.querySelectorAll('.sheet')].map(sheet => ({
            text: sheet.innerText, link: sheet.querySelector('footer')?.textContent ?? '',
            drawn: [...sheet.querySelectorAll('canvas')].every(drawn),
            canvases: sheet.querySelectorAll('canvas').length,
            code: [...sheet.querySelectorAll('.stage-line')].map(line => line.textContent).join(' '),
        }));
    })";
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(RECORD).await;
    let lesson = Lesson::by_id("interleaved").expect("a lesson");
    let address = "#/interleaved?slide=2&text=cuda&lang=zh&stage=1&theme=dark";
    browser.visit(&site.url(address)).await;
    browser.wait_until_idle().await;
    // The sheets are prepared while the slide is shown.
    let prepared = "return document.querySelector('#page').dataset.sheets === 'true' && document.querySelector('#page').dataset.ready === 'true'";
    browser.wait_for(prepared).await;
    let pdf = browser.print("print-menu").await;
    assert_eq!(pages(&pdf), lesson.slides.len());
    browser.wait_for("return window.sheets !== undefined").await;
    let sheets = browser.script("return window.sheets").await;
    let mut canvases = 0;
    for (index, slide) in lesson.slides.iter().enumerate() {
        let sheet = &sheets[index];
        let text = sheet["text"].as_str().expect("a text");
        assert!(text.contains(slide.text.get(Language::SimplifiedChinese)), "{text}");
        let link = sheet["link"].as_str().expect("a link");
        assert!(
            link.contains(&format!("slide={}", index + 1)) && link.contains("text=cuda"),
            "{link}"
        );
        assert_eq!(sheet["drawn"], true, "slide {}", index + 1);
        canvases += sheet["canvases"].as_u64().expect("a number");
    }
    assert!(canvases > 0);
    let code = sheets.to_string();
    assert!(code.contains("__syncthreads()") && !code.contains("workgroupBarrier()"));
    // The stage is as it was.
    browser.wait_until_gone("#print").await;
    assert_eq!(browser.attribute("#page", "data-theme").await, "dark");
    assert_eq!(browser.attribute("#slide", "data-slide").await, "1");
    assert!(browser.is("return document.querySelector('#stage') !== null").await);
    browser.close().await;
}

/// Every sheet with code shows the line that its step executes.
#[tokio::test(flavor = "multi_thread")]
async fn sheets_show_the_line_of_their_step() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .before_page("window.printed = 0; window.print = () => { window.printed += 1 }")
        .await;
    for id in ["neighbored", "interleaved", "divergence", "shared-pattern"] {
        browser.visit(&site.url(&format!("#/{id}?slide=1&lang=en"))).await;
        browser.wait_until_idle().await;
        browser.press(CTRL_P).await;
        browser.wait_for(SHEETS_READY).await;
        browser.wait_for("return window.printed === 1").await;
        let lost = "return [...document.querySelectorAll('.sheet')].filter(sheet => [...sheet.querySelectorAll('.stage-code')].some(code => {
            const line = code.querySelector('.next-line')?.getBoundingClientRect(), place = code.getBoundingClientRect();
            return code.clientHeight > 0 && line !== undefined && line.bottom > place.bottom + 1;
        }) || (sheet.querySelector('.stage-code') && !/have finished/.test(sheet.innerText) && !sheet.querySelector('.stage-code .next-line'))).map(sheet => sheet.dataset.sheet).join()";
        assert_eq!(browser.text(lost).await, "", "{id}");
    }
    browser.close().await;
}
