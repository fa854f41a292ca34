//! A speaker goes back, answers a question, and returns: the slide is there as it was.

use e2e::keys::{ENTER, ESCAPE, LEFT, RIGHT};
use e2e::page::{PRESS, SLIDE};
use e2e::typing::{paste, settled};
use e2e::{Browser, Graphics, Site};

/// The place in the presentation: the slide, the step unit, the press and the executed steps.
const PLACE: &str = "
    const unit = document.querySelector('.grains [aria-pressed=true]').id;
    return [document.querySelector('#slide').dataset.slide, unit, document.querySelector('#slider').value,
        document.querySelector('#page').dataset.step].join(' ')";

/// As many steps back as forward lead through the same places, across slides and in every step unit.
#[tokio::test(flavor = "multi_thread")]
async fn steps_back_undo_steps_forward() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    // (lesson, slide, keys before the steps, steps)
    let table = [
        ("neighbored", 1, "", 12),
        ("neighbored", 2, "4", 9),
        ("neighbored", 1, "2", 45),
        ("shared-sequential", 1, "3", 14),
        ("divergence", 1, "1", 12),
        ("latency-hiding", 2, "5", 14),
        ("interleaved", 2, "2", 11),
    ];
    for (lesson, slide, keys, steps) in table {
        browser.visit(&site.url(&format!("#/{lesson}?slide={slide}"))).await;
        for key in keys.chars() {
            browser.press(&key.to_string()).await;
        }
        browser.wait_until_idle().await;
        let mut places = vec![browser.text(PLACE).await];
        for _ in 0..steps {
            browser.press(RIGHT).await;
            browser.wait_until_idle().await;
            browser.wait_for_frames(1).await;
            places.push(browser.text(PLACE).await);
        }
        assert!(places.first() != places.last(), "{lesson}: {places:?}");
        // The last slide's end is not left.
        places.dedup();
        for place in places.iter().rev().skip(1) {
            browser.press(LEFT).await;
            browser.wait_until_idle().await;
            browser.wait_for_frames(1).await;
            assert_eq!(&browser.text(PLACE).await, place, "{lesson} {slide} {keys}");
        }
    }
    browser.close().await;
}

/// Without steps to undo, ← at a slide's start shows the end of the slide before, and → comes back.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_back_at_a_slides_start_shows_the_end_of_the_slide_before() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/neighbored?slide=2")).await;
    let start = browser.text(PLACE).await;
    browser.press(LEFT).await;
    browser.wait_until_idle().await;
    let slides = lessons::Lesson::by_id("neighbored").expect("a lesson").slides;
    let end = slides[0].pin.presses.1;
    assert_eq!(browser.text(SLIDE).await, "0");
    assert_eq!(browser.text(PRESS).await, end.to_string());
    browser.press(RIGHT).await;
    browser.wait_until_idle().await;
    assert_eq!(browser.text(PLACE).await, start);
    browser.close().await;
}

const CHANGES: &str = "return document.querySelector('#slide-changes')?.innerText ?? ''";

/// The page names the changes of a slide, one key removes them, and the next slide is as it was pinned.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_question_has_changed_is_named_and_put_back() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/neighbored?slide=2&lang=en")).await;
    assert_eq!(browser.text(CHANGES).await, "");
    browser.fill("#block", "128").await;
    browser.wait_until_idle().await;
    browser.choose("#machine", "v100").await;
    browser.wait_until_idle().await;
    browser.click("#machine-sizes").await;
    browser.wait_for_element("#predication").await;
    browser.click("#predication").await;
    browser.click("#machine-sizes").await;
    browser.wait_until_idle().await;
    let said = browser.text(CHANGES).await;
    for change in ["block size 128, not 64", "V100", "short branches masked"] {
        assert!(said.contains(change), "{said}");
    }
    // A switched mask is seen without a dialog.
    assert_eq!(browser.seen("#masked-sign").await, "masked");
    // On stage the same is said.
    browser
        .visit(&site.url("#/neighbored?slide=2&stage=1&block=128&lang=en"))
        .await;
    browser.wait_for_element("#slide-changes").await;
    browser.press("u").await;
    browser.wait_until_idle().await;
    browser.wait_until_gone("#slide-changes").await;
    browser.visit(&site.url("#/neighbored?slide=2&block=128&lang=en")).await;
    browser.press("\u{e00a}\u{e014}\u{e000}").await;
    browser.wait_until_idle().await;
    assert_eq!(browser.text(SLIDE).await, "2");
    assert_eq!(browser.text(CHANGES).await, "");
    assert_eq!(browser.value("#block").await, "64");
    browser.close().await;
}

/// The pencil opens the playground; closing it, or the browser's back, returns to the same slide and step.
#[tokio::test(flavor = "multi_thread")]
async fn the_playground_returns_to_the_same_slide_and_step() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for stage in ["", "&stage=1"] {
        for back in ["document.querySelector('#to-lesson').click()", "history.back()"] {
            browser.visit(&site.url(&format!("#/neighbored?slide=3{stage}"))).await;
            browser.press(RIGHT).await;
            browser.wait_for_frames(2).await;
            let place = browser.text(PLACE).await;
            // Without a pause: the address bar may still have an older step.
            browser.script("document.querySelector('#edit-kernel').click()").await;
            browser.wait_for_element("#playground").await;
            browser.wait_until_ready().await;
            browser.wait_for_element("#to-lesson").await;
            browser.script(back).await;
            browser.wait_for_element("#slide").await;
            browser.wait_until_ready().await;
            browser.wait_until_idle().await;
            assert_eq!(browser.text(PLACE).await, place, "{stage} {back}");
            assert_eq!(browser.has("#stage").await, !stage.is_empty());
        }
    }
    browser.close().await;
}

/// A playground that is loaded again still knows its lesson, until it has another text.
#[tokio::test(flavor = "multi_thread")]
async fn a_playground_that_is_loaded_again_returns_to_its_lesson() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let edit = async || {
        browser.script("document.querySelector('#edit-kernel').click()").await;
        browser.wait_for_element("#to-lesson").await;
        browser.wait_until_idle().await;
        browser.reload().await;
        browser.wait_for_element("#to-lesson").await;
    };
    browser.visit(&site.url("#/neighbored?slide=3")).await;
    edit().await;
    browser.click("#to-lesson").await;
    browser.wait_for_element("#slide").await;
    browser.wait_until_ready().await;
    edit().await;
    paste(&browser, "// Another text\n@compute @workgroup_size(1) fn main() {}\n").await;
    browser.wait_until_gone("#to-lesson").await;
    browser.reload().await;
    settled(&browser).await;
    assert!(!browser.has("#to-lesson").await);
    browser.close().await;
}

/// While a dialog is open on the audience's screen, the slide below does not move, and Escape closes the dialog, from both
/// windows.
#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_keeps_the_slide_where_it_is() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/neighbored?slide=1&lang=en")).await;
    let audience = browser.window().await;
    browser.press("s").await;
    let speaker = browser.use_opened(std::slice::from_ref(&audience)).await;
    browser.wait_for_attribute("#speaker", "data-ready", "true").await;
    for (opens, dialog) in [("o", "#overview"), ("?", "#help-dialog"), ("d", "#glossary")] {
        browser.use_window(&audience).await;
        browser.press(opens).await;
        browser.wait_for_element("[role=dialog]").await;
        let place = browser.text(PLACE).await;
        browser.press("n").await;
        browser.press("4").await;
        assert_eq!(browser.text(PLACE).await, place, "{dialog}");
        browser.use_window(&speaker).await;
        browser.wait_for_content("#speaker-told", "dialog").await;
        browser.press(RIGHT).await;
        browser.press("4").await;
        browser.click("#speaker-next-step").await;
        browser.press(ESCAPE).await;
        browser.use_window(&audience).await;
        browser.wait_until_gone("[role=dialog]").await;
        assert_eq!(browser.text(PLACE).await, place, "{dialog}");
    }
    browser.close().await;
}

/// The keys mean the same in the speaker's window, or it says that they work in the audience's window only.
#[tokio::test(flavor = "multi_thread")]
async fn keys_mean_the_same_in_the_speakers_window() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/neighbored?slide=1&lang=en")).await;
    let audience = browser.window().await;
    browser.press("s").await;
    let speaker = browser.use_opened(std::slice::from_ref(&audience)).await;
    browser.wait_for_attribute("#speaker", "data-ready", "true").await;
    // G asks for a number, which the audience does not see; the digits are the number.
    browser.press("g").await;
    browser.wait_for_element("#speaker-goto").await;
    browser.press("4").await;
    browser.press(ENTER).await;
    browser.wait_for_attribute("#speaker", "data-slide", "3").await;
    assert!(!browser.has("#speaker-goto").await);
    browser.use_window(&audience).await;
    assert!(browser.text(PLACE).await.starts_with("3 grain-stride"));
    // A digit alone is a step unit in both windows.
    browser.use_window(&speaker).await;
    browser.press("2").await;
    browser.use_window(&audience).await;
    browser
        .wait_for("return document.querySelector('#grain-statement').ariaPressed === 'true'")
        .await;
    browser.use_window(&speaker).await;
    browser.press("m").await;
    browser.use_window(&audience).await;
    browser.wait_for_element("#predict-bar").await;
    browser.use_window(&speaker).await;
    browser.press("m").await;
    browser.press("o").await;
    browser.use_window(&audience).await;
    browser.wait_for_element("#overview").await;
    browser.use_window(&speaker).await;
    browser.wait_for_content("#speaker-told", "dialog").await;
    browser.press("o").await;
    browser.use_window(&audience).await;
    browser.wait_until_gone("#overview").await;
    browser.use_window(&speaker).await;
    for key in ["?", "d", "f"] {
        browser.press(key).await;
        browser
            .wait_for_content("#speaker-told", "audience's window only")
            .await;
        assert!(browser.seen("#speaker-told").await.contains(key), "{key}");
    }
    // A change on the screen is known here, and put back from here.
    browser.use_window(&audience).await;
    browser.fill("#block", "128").await;
    browser.wait_until_idle().await;
    browser.use_window(&speaker).await;
    browser.wait_for_content("#speaker-told", "block size 128").await;
    browser.press("u").await;
    browser.use_window(&audience).await;
    browser.wait_for_value("#block", "64").await;
    browser.close().await;
}

/// The rectangle of the lanes on stage.
const LANES: &str = "const { x, y, width, height } = document.querySelector('#lanes').getBoundingClientRect(); return [x, y, width, height].map(Math.round).join()";

/// A prediction on stage leaves the lanes as large as they are, the tree hides later levels, and after an answer the
/// clicker steps.
#[tokio::test(flavor = "multi_thread")]
async fn a_class_predicts_on_stage() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.before_page(e2e::fits::RECORD_DRAWN).await;
    browser.visit(&site.url("#/neighbored?slide=1&stage=1&lang=en")).await;
    browser.press(RIGHT).await;
    browser.wait_for_frames(20).await;
    let lanes = browser.text(LANES).await;
    let labels = "return window.drawnTexts.get(document.querySelector('#tree')).filter(text => /threads?$/.test(text.text)).length";
    let all = browser.number(labels).await;
    browser.press("m").await;
    browser.wait_for_element("#predict-bar").await;
    browser.wait_for_frames(3).await;
    assert_eq!(browser.text(LANES).await, lanes);
    assert!(browser.number(labels).await < all);
    browser.fill("#predict-answer", "0-30:4").await;
    browser.press(ENTER).await;
    browser.press(RIGHT).await;
    assert_eq!(browser.text(PRESS).await, "2");
    browser.wait_for_attribute("#predict-bar", "data-state", "right").await;
    assert_eq!(browser.text(LANES).await, lanes);
    browser.close().await;
}

/// The words that say where the run stands.
const POSITION: &str = "return document.querySelector('#place, .place').textContent";

/// The lines of the editor that the page marks as changed.
const CHANGED_LINES: &str = "return [...document.querySelector('#editor').shadowRoot.querySelectorAll('.changed-line')].map(line => line.textContent.trim()).join('|')";

/// Asks a question of the list; returns true if the list says what is changed already.
async fn ask(browser: &Browser, answer: &str) -> bool {
    browser.script("document.querySelector('#what-if').click()").await;
    browser.wait_for_element(".what-if-list").await;
    let besides = browser
        .text("return document.querySelector('.what-if-list').textContent")
        .await
        .contains("Besides");
    browser
        .script(&format!("document.querySelector({answer:?}).click()"))
        .await;
    browser.wait_until_gone(".what-if-list").await;
    besides
}

/// Returns a script that says whether all warps have so many lanes.
fn has_width(lanes: u32) -> String {
    format!("return document.querySelector('#lanes').dataset.lanes.split('/').every(row => row.length === {lanes})")
}

async fn ask_about_widths(browser: &Browser, site: &Site) {
    for stage in ["", "&stage=1"] {
        let hash = format!("#/neighbored?slide=2&lang=en{stage}");
        browser.visit(&site.url(&hash)).await;
        browser.wait_until_ready().await;
        browser.press(RIGHT).await;
        browser.wait_for_frames(3).await;
        let before = browser.text(POSITION).await;
        assert!(!ask(browser, "[data-width='64']").await, "nothing was changed");
        browser.wait_for(&has_width(64)).await;
        assert_eq!(browser.text(POSITION).await, before, "the stride stays");
        assert!(browser.text(CHANGES).await.contains("warps of 64 lanes"));
        assert!(ask(browser, "[data-width='16']").await, "it says what is changed");
        browser.wait_for(&has_width(16)).await;
        browser.press("u").await;
        browser.wait_for(&has_width(32)).await;
        browser.wait_until_gone("#slide-changes").await;
    }
}

async fn ask_about_blocks(browser: &Browser, site: &Site) {
    browser.visit(&site.url("#/neighbored?lang=en")).await;
    browser.wait_until_ready().await;
    ask(browser, "[data-width='64']").await;
    browser.wait_for(&has_width(64)).await;
    browser.press("u").await;
    browser.wait_for(&has_width(32)).await;
    let caption = browser
        .text("return document.querySelector('#caption').innerText")
        .await;
    ask(browser, "[data-block='96']").await;
    browser.wait_for_element("#playground").await;
    browser
        .wait_for("return document.querySelector('#lanes')?.dataset.lanes?.length === 3 * 33 - 1")
        .await;
    let stride = |caption: &str| -> Vec<String> { caption.split_whitespace().take(2).map(str::to_owned).collect() };
    browser
        .wait_for("return document.querySelector('#caption').textContent.includes('stride')")
        .await;
    assert_eq!(
        stride(
            &browser
                .text("return document.querySelector('#caption').innerText")
                .await
        ),
        stride(&caption)
    );
    assert_eq!(browser.text(CHANGED_LINES).await, "override BLOCK: u32 = 96u;");
    browser.script("document.activeElement.blur()").await;
    browser.press("u").await;
    browser.wait_for_element("#question").await;
    browser.wait_for(&has_width(32)).await;
}

async fn ask_about_barriers(browser: &Browser, site: &Site) {
    // The text in CUDA stays in CUDA.
    browser.visit(&site.url("#/neighbored?lang=en&text=cuda")).await;
    browser.wait_until_ready().await;
    ask(browser, "#what-if-barriers").await;
    browser.wait_for_element("#playground").await;
    browser.wait_until_ready().await;
    browser
        .wait_for(&format!("{CHANGED_LINES} === '// __syncthreads();'"))
        .await;
    assert!(
        browser
            .text("return document.querySelector('#asked-if').textContent")
            .await
            .contains("no barriers")
    );
    // Without its barrier the kernel has a race, and the page says so.
    browser
        .wait_for("return document.querySelector('.playground-text').innerText.toLowerCase().includes('race')")
        .await;
}

/// One click changes the width of warps, the block or the barriers. The moment and the language stay, the change is
/// named and marked, and U goes back.
#[tokio::test(flavor = "multi_thread")]
async fn what_if_questions_are_one_click() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    ask_about_widths(&browser, &site).await;
    ask_about_blocks(&browser, &site).await;
    ask_about_barriers(&browser, &site).await;
    browser.close().await;
}
