//! Language files: the page loads the lessons' longer texts for one language, and steps without them.

use e2e::keys::RIGHT;
use e2e::{Browser, Graphics, Site, looks};
use lessons::{LESSONS, Language, Lesson, language_file};
use serde_json::json;

/// Returns the contents of the built page's files whose names begin and end like this.
fn files(begin: &str, end: &str) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(Site::dist()).expect("a built page");
    let wanted = entries.flatten().filter(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with(begin) && name.ends_with(end)
    });
    wanted
        .map(|entry| std::fs::read(entry.path()).expect("a file of the page"))
        .collect()
}

#[test]
fn language_files_hold_every_text_and_the_programs_hold_none() {
    for language in Language::ALL {
        let contents = files(language_file::stem(language), ".txt");
        let expected = language_file::write(language).into_bytes();
        assert_eq!(contents, [expected], "{language:?}");
    }
    let programs = files("", ".wasm").concat();
    let programs = String::from_utf8_lossy(&programs).into_owned();
    for lesson in LESSONS {
        for language in Language::ALL {
            for text in [lesson.question, lesson.slides[0].text, lesson.slides[0].notes] {
                let text = text.get(language);
                assert!(!programs.contains(text), "{}: {text}", lesson.id);
            }
        }
        // The list shows the titles at once, so the program holds them.
        assert!(programs.contains(lesson.title.en), "{}", lesson.id);
    }
}

/// Refuses language files while `refusing` is set.
const REFUSE_TEXTS: &str = "window.refusing = true; const ask = window.fetch;
    window.fetch = (what, ...rest) => {
        if (!window.refusing || !/\\/texts-/.test(String(what))) return ask(what, ...rest);
        return Promise.reject(new TypeError('Failed to fetch')); };";

/// The place and size of everything on the page. The times are left out: they depend on the adapter.
const LAYOUT: &str = "return JSON.stringify([...document.querySelectorAll('section:not(.times-panel), header, footer, canvas, #question, .tabs button, .card, .counter-grid')]
    .map(e => { const r = e.getBoundingClientRect(); return [e.id || e.className, Math.round(r.x), Math.round(r.y), Math.round(r.width), Math.round(r.height)]; }))";

/// True once the lesson's question is shown.
const QUESTION_SHOWN: &str = "return document.querySelector('#question').innerText !== ''";

/// True once every card of the list shows its question.
const CARDS_SHOWN: &str = "return [...document.querySelectorAll('.card p')].every(text => text.innerText !== '')";

/// The names of the language files that the page requested, without the content hash.
const REQUESTED: &str = "return performance.getEntriesByType('resource').map(({ name }) => name.match(/\\/(texts-(en|zh-Hans))[^/]*$/)?.[1]).filter(stem => stem)";

#[tokio::test(flavor = "multi_thread")]
async fn every_view_requests_the_file_of_its_language_once() {
    let site = Site::start();
    for place in ["#/?", "#/neighbored?", "#/lab?"] {
        for (id, language) in [("en", Language::English), ("zh-Hans", Language::SimplifiedChinese)] {
            let browser = Browser::start(Graphics::None).await;
            browser.visit(&site.url(&format!("{place}lang={id}"))).await;
            let requested = browser.script(REQUESTED).await;
            assert_eq!(requested, json!([language_file::stem(language)]), "{place} {id}");
            browser.close().await;
        }
    }
}

/// A notice has a row of its own, which goes with it.
const WITHOUT_NOTICES: &str = "document.querySelector('#notices').style.display = 'none'";

/// The page reserves the space of texts that come late.
#[tokio::test(flavor = "multi_thread")]
async fn texts_that_come_late_move_nothing() {
    let site = Site::start();
    for width in [980, 1100, 1280] {
        let browser = Browser::start_sized(Graphics::None, width, 900).await;
        browser.before_page(REFUSE_TEXTS).await;
        for (place, is_drawn) in [
            ("?", CARDS_SHOWN),
            ("neighbored?n=16384&block=1024&machine=k80&", QUESTION_SHOWN),
            ("unroll?n=1073741824&block=1024&machine=k80&", QUESTION_SHOWN),
            ("neighbored?n=4096&block=128&machine=k80&", QUESTION_SHOWN),
        ] {
            for (theme, language) in looks() {
                browser
                    .visit(&site.url(&format!("#/{place}theme={theme}&lang={language}")))
                    .await;
                browser.wait_for_element("#load-texts").await;
                browser.script(WITHOUT_NOTICES).await;
                let before = browser.text(LAYOUT).await;
                // A script clicks: a card would rise under the pointer.
                browser
                    .script("window.refusing = false; document.querySelector('#load-texts').click()")
                    .await;
                browser.wait_for(is_drawn).await;
                browser.wait_until_ready().await;
                let after = browser.text(LAYOUT).await;
                assert_eq!(after, before, "{place} {theme} {language} {width}");
            }
        }
        browser.close().await;
    }
}

fn lesson(id: &str) -> &'static Lesson {
    Lesson::by_id(id).expect("a lesson")
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_texts_the_page_steps_and_says_so() {
    let question = lesson("neighbored").question.get(Language::English);
    let site = Site::start();
    for (width, height) in [(1280, 720), (500, 844)] {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        browser.before_page(REFUSE_TEXTS).await;
        browser
            .visit(&site.url("#/neighbored?lang=en&n=16384&block=1024&machine=k80"))
            .await;
        browser.wait_for_element("#load-texts").await;
        browser
            .wait_for("return Number(document.querySelector('#page').dataset.steps) > 0")
            .await;
        let step = browser.attribute("#page", "data-step").await;
        browser.press(RIGHT).await;
        browser.wait_for_step_after(&step).await;
        assert_eq!(browser.seen("#question").await, "");
        browser.screenshot(&format!("texts-missing-{width}")).await;
        browser.script(WITHOUT_NOTICES).await;
        let before = browser.text(LAYOUT).await;
        browser.script("window.refusing = false").await;
        browser.script("document.querySelector('#load-texts').click()").await;
        browser.wait_for(QUESTION_SHOWN).await;
        assert_eq!(browser.seen("#question").await, question);
        assert_eq!(browser.text(LAYOUT).await, before, "{width}");
        browser
            .wait_for("return document.querySelector('#notices').innerText === ''")
            .await;
        browser.screenshot(&format!("texts-there-{width}")).await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_language_loads_its_own_texts_once() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/neighbored?slide=2&lang=en")).await;
    let slide = lesson("neighbored").slides[1].text;
    for (button, language) in [
        ("#lang-zh", Language::SimplifiedChinese),
        ("#lang-en", Language::English),
        ("#lang-zh", Language::SimplifiedChinese),
    ] {
        browser.click(button).await;
        let text = slide.get(language);
        browser
            .wait_for(&format!(
                "return document.querySelector('#slide').innerText.includes({text:?})"
            ))
            .await;
    }
    let requested = browser.script(REQUESTED).await;
    assert_eq!(requested, json!(["texts-en", "texts-zh-Hans"]));
    browser.close().await;
}
