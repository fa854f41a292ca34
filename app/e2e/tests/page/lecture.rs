//! A whole lecture, as a teacher gives it: a deck of eleven slides from four lessons is composed, presented with a clicker
//! and a speaker's window, interrupted by five questions of the class, saved, shared and printed.

use crate::explained::CLICK_FIRST_WORD;
use e2e::keys::{CTRL_P, ENTER, ESCAPE, LEFT, PAGE_DOWN, RIGHT};
use e2e::page::{COLLECT_FILES, SCROLLS, SLIDE};
use e2e::{Browser, Graphics, Site};
use fantoccini::wd::WindowHandle;
use lessons::{Language, Lesson};
use serde_json::json;

/// The lessons of the lecture, with the slides that are taken, from 1.
const TAKEN: [(&str, &[usize]); 4] = [
    ("divergence", &[1, 2]),
    ("neighbored", &[1, 2, 3]),
    ("interleaved", &[1, 2]),
    ("shared-sequential", &[1, 2, 3]),
];

/// Questions of the class: the slide at which each is asked, and the question.
const QUESTIONS: [(usize, &str); 5] = [
    (2, "what if a warp had 64 lanes?"),
    (4, "which lanes next?"),
    (4, "which lane wrote this word?"),
    (5, "why is this number 3,072?"),
    (9, "what does it do without the barrier?"),
];

/// The slide, its step, and the run.
const PLACE: &str = "const page = document.querySelector('#page').dataset;
    return [document.querySelector('#slide').dataset.slide, page.step, page.kernel, page.n, page.block].join(' ')";

/// Everything on stage is inside of the window, and the sentence is not cut.
const FITS: &str = "const inside = box => box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1 && box.bottom <= innerHeight + 1;
    const words = document.querySelector('#slide');
    return words.scrollHeight <= words.clientHeight + 1
        && [...document.querySelectorAll('.stage-part, .stage-foot, .slide-text, .words-slide')].every(part => inside(part.getBoundingClientRect()))";

async fn compose(browser: &Browser, site: &Site) {
    for (lesson, slides) in TAKEN {
        for slide in slides {
            browser
                .visit(&site.url(&format!("#/{lesson}?slide={slide}&lang=en")))
                .await;
            browser.wait_until_idle().await;
            browser.click("#take").await;
            browser.wait_for_element("#notices #to-deck").await;
        }
    }
    browser.open(&site.url("#/deck?lang=en")).await;
    browser.wait_for_attribute("#deck", "data-slides", "10").await;
    browser.click("#deck-add-words").await;
    browser.wait_for_attribute("#deck", "data-slides", "11").await;
    let set = async |selector: &str, text: &str| {
        browser
            .script_of(
                "const [selector, text, done] = arguments; const field = document.querySelector(selector);
                 field.value = text; field.dispatchEvent(new Event('input', { bubbles: true })); done(null);",
                vec![json!(selector), json!(text)],
            )
            .await;
    };
    set("#deck-title", "Reductions").await;
    set("[data-place='10'] [data-words=title]", "Reductions").await;
    set("[data-place='10'] [data-words=text]", "From one lane to all lanes").await;
    set("[data-place='10'] [data-words=notes]", "Wait for silence.").await;
    for place in (1..=10).rev() {
        browser.click(&format!("[data-place='{place}'] [data-does=up]")).await;
    }
    let first = browser.value("[data-place='0'] [data-words=title]").await;
    assert_eq!(first, "Reductions");
    let drawn = "return document.querySelectorAll('.deck-picture [data-drawn=true]').length === 10";
    browser.wait_for(drawn).await;
    browser.screenshot("lecture-deck").await;
}

/// Returns the sentences of the deck.
fn sentences() -> Vec<&'static str> {
    let taken = TAKEN.iter().flat_map(|(lesson, slides)| {
        let lesson = Lesson::by_id(lesson).expect("a lesson");
        slides
            .iter()
            .map(|slide| lesson.slides[slide - 1].text.get(Language::English))
    });
    std::iter::once("From one lane to all lanes").chain(taken).collect()
}

/// Answers a question of the class in the audience's window. Afterwards the slide is as it was.
async fn answer(browser: &Browser, question: &str) {
    let place = browser.text(PLACE).await;
    match question {
        "which lane wrote this word?" => {
            browser.script_of(CLICK_FIRST_WORD, Vec::new()).await;
            browser.wait_for_element("#word-said").await;
            browser.screenshot("lecture-word").await;
            browser.press(ESCAPE).await;
            browser.wait_until_gone("#word").await;
        }
        "what if a warp had 64 lanes?" => {
            browser.script("document.querySelector('#what-if').click()").await;
            browser.wait_for_element("[data-width='64']").await;
            browser
                .script("document.querySelector(\"[data-width='64']\").click()")
                .await;
            browser.wait_until_idle().await;
            browser.wait_for_element("#slide-changes").await;
            browser.screenshot("lecture-what-if").await;
            browser.press("u").await;
            browser.wait_until_idle().await;
            browser.wait_until_gone("#slide-changes").await;
        }
        "which lanes next?" => {
            browser.press("m").await;
            browser.wait_for_element("#predict-bar").await;
            browser.fill("#predict-answer", "0-63:2").await;
            browser.press(ENTER).await;
            browser.press(RIGHT).await;
            browser
                .wait_for("return ['right', 'wrong'].includes(document.querySelector('#predict-bar').dataset.state)")
                .await;
            browser.screenshot("lecture-predict").await;
            browser.press("m").await;
            browser.wait_until_gone("#predict-bar").await;
            browser.press(LEFT).await;
            browser.wait_for_frames(2).await;
        }
        "what does it do without the barrier?" => {
            browser.script("document.querySelector('#edit-kernel').click()").await;
            browser.wait_for_element("#playground #to-lesson").await;
            browser.wait_until_ready().await;
            browser.screenshot("lecture-playground").await;
            browser.script("document.querySelector('#to-lesson').click()").await;
            browser.wait_for_element("#stage #slide").await;
            browser.wait_until_ready().await;
            browser.wait_until_idle().await;
        }
        "why is this number 3,072?" => {
            // The counters are in the lesson: F leaves the stage, and returns to it.
            browser.press("f").await;
            browser.wait_for_element("[data-why=divergent_branch]").await;
            browser.click("[data-why=divergent_branch]").await;
            browser.wait_for_element("#why-result").await;
            browser.screenshot("lecture-why").await;
            browser.press(ESCAPE).await;
            browser.wait_until_gone("#why").await;
            browser.press("f").await;
            browser.wait_for_element("#stage #slide").await;
        }
        _ => unreachable!("{question}"),
    }
    assert_eq!(browser.text(PLACE).await, place, "{question}");
}

/// Asserts that both windows show a slide with its sentence, and that the slide fits.
async fn assert_shown(browser: &Browser, [speaker, audience]: [&WindowHandle; 2], index: usize, sentence: &str) {
    browser.use_window(speaker).await;
    browser
        .wait_for_attribute("#speaker", "data-slide", &index.to_string())
        .await;
    assert!(browser.seen("#speaker-text").await.contains(sentence));
    browser.use_window(audience).await;
    browser.wait_until_idle().await;
    browser.wait_until_drawn().await;
    assert_eq!(browser.text(SLIDE).await, index.to_string());
    assert!(browser.seen("#stage").await.contains(sentence));
    assert!(!browser.has("#notices p").await, "slide {}", index + 1);
    assert!(browser.is(FITS).await, "slide {}", index + 1);
    assert!(!browser.is(SCROLLS).await, "slide {}", index + 1);
    browser.screenshot(&format!("lecture-{:02}", index + 1)).await;
}

/// Reads the deck as a student: without notes, from the first slide, and from there to the lesson.
async fn read_as_a_student(link: &str) {
    let student = Browser::start_sized(Graphics::None, 1280, 720).await;
    student.open(&format!("{link}&lang=en")).await;
    student.wait_for_element("#words-page .words-slide").await;
    assert!(!student.has("#notes-toggle, #deck").await);
    student.press(RIGHT).await;
    student.wait_for_element("#walk").await;
    student.wait_until_idle().await;
    assert_eq!(student.text(SLIDE).await, "1");
    student.click("#walk").await;
    student.wait_until_gone("#slide").await;
    assert_eq!(student.attribute("#page", "data-lesson").await, "divergence");
    student.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lecture_is_composed_given_saved_shared_and_printed() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser
        .before_page("window.print = () => { window.printed = true }")
        .await;
    browser.before_page(COLLECT_FILES).await;
    compose(&browser, &site).await;
    browser.click("#deck-present").await;
    browser.wait_for_element("#stage .words-slide").await;
    let audience = browser.window().await;
    browser.press("s").await;
    let speaker = browser.use_opened(std::slice::from_ref(&audience)).await;
    browser.wait_for_attribute("#speaker", "data-slide", "0").await;
    assert_eq!(browser.seen("#speaker-notes").await, "Wait for silence.");
    let sentences = sentences();
    for (index, sentence) in sentences.iter().enumerate() {
        assert_shown(&browser, [&speaker, &audience], index, sentence).await;
        for (_, question) in QUESTIONS.iter().filter(|(slide, _)| *slide == index) {
            answer(&browser, question).await;
        }
        // The clicker steps through the slide's range, in the speaker's window and in the audience's by turns.
        let window = if index % 2 == 0 { &speaker } else { &audience };
        for _ in 0..200 {
            browser.use_window(window).await;
            browser.press(PAGE_DOWN).await;
            browser.use_window(&audience).await;
            browser.wait_until_idle().await;
            browser.wait_for_frames(2).await;
            if index + 1 == sentences.len() || browser.text(SLIDE).await != index.to_string() {
                break;
            }
        }
    }
    // The way back is the way forward.
    let last = browser.text(PLACE).await;
    browser.press(LEFT).await;
    browser.wait_until_idle().await;
    browser.wait_for_frames(2).await;
    assert_ne!(browser.text(PLACE).await, last);
    browser.press(RIGHT).await;
    browser.wait_until_idle().await;
    browser.wait_for_frames(2).await;
    assert_eq!(browser.text(PLACE).await, last);
    // The handout has a page for each slide.
    browser.press(CTRL_P).await;
    browser.wait_for("return window.printed === true").await;
    let pdf = browser.print("lecture").await;
    assert_eq!(crate::print::pages(&pdf), sentences.len());
    browser.click("#print-close").await;
    browser.press("f").await;
    browser.click("#slide-close").await;
    browser.wait_for_attribute("#deck", "data-slides", "11").await;
    browser.click("#deck-save").await;
    browser.wait_for("return window.saved.length === 1").await;
    let file = browser.text("return window.saved[0]").await;
    assert!(model::deck::Deck::parse(&file, model::deck::Pictures::Needed).is_ok_and(|deck| deck.slides.len() == 11));
    browser.click("#deck-share").await;
    browser.wait_for_element("#deck-link-read").await;
    let link = browser.value("#deck-link-read").await;
    browser.close().await;
    read_as_a_student(&link).await;
}
