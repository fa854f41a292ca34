//! Presenting with the keys of a keyboard and of a clicker: slides, the overview, a black screen, and a jump to a
//! slide.

use e2e::keys::{ALT_LEFT, ALT_RIGHT, DOWN, END, ENTER, ESCAPE, F10, HOME, PAGE_DOWN, PAGE_UP, RIGHT};
use e2e::page::{OVERVIEW_DRAWN, PRESS, SLIDE};
use e2e::{Browser, Graphics, SIZES, Site, looks_in_turn};
use lessons::{Language, Lesson};

async fn open_slide(browser: &Browser, site: &Site, lesson: &str, slide: usize) {
    browser
        .visit(&site.url(&format!("#/{lesson}?slide={slide}&lang=en")))
        .await;
    browser.wait_for_element("#slide").await;
    browser.wait_until_idle().await;
}

async fn wait_for_slide(browser: &Browser, slide: usize) {
    browser
        .wait_for_attribute("#slide", "data-slide", &slide.to_string())
        .await;
    browser.wait_until_idle().await;
}

/// Keys of clickers and keyboards go a press forward or back; some go to other slides.
#[tokio::test(flavor = "multi_thread")]
async fn every_key_of_a_presenter_does_its_own() {
    let lesson = Lesson::by_id("neighbored").expect("a lesson");
    let last = lesson.slides.len() - 1;
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open_slide(&browser, &site, lesson.id, 1).await;
    let (from, to) = lesson.slides[0].pin.presses;
    assert!(from == 0 && to >= 3, "the keys stay within the slide");
    for (key, press) in [
        (RIGHT, "1"),
        (" ", "2"),
        (PAGE_UP, "1"),
        ("n", "2"),
        ("p", "1"),
        (F10, "2"),
        (PAGE_DOWN, "3"),
        ("r", "0"),
        (RIGHT, "1"),
    ] {
        browser.press(key).await;
        assert_eq!(browser.text(PRESS).await, press, "after {key:?}");
        assert_eq!(browser.text(SLIDE).await, "0", "after {key:?}");
    }
    for (key, slide) in [
        (ALT_RIGHT, 1),
        (ALT_RIGHT, 2),
        (ALT_LEFT, 1),
        (END, last),
        (ALT_RIGHT, last),
        (HOME, 0),
        (ALT_LEFT, 0),
    ] {
        browser.press(key).await;
        wait_for_slide(&browser, slide).await;
        let from = lesson.slides[slide].pin.presses.0.to_string();
        browser
            .wait_for(&format!("return document.querySelector('#slider').value === '{from}'"))
            .await;
    }
    // Without a slide, Space plays the run.
    browser.click("#slide-close").await;
    browser.press(" ").await;
    let playing = "return document.querySelector('#play').getAttribute('aria-label').startsWith('Pause')";
    browser.wait_for(playing).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_overview_shows_every_slide_and_leads_to_any() {
    let lesson = Lesson::by_id("interleaved").expect("a lesson");
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open_slide(&browser, &site, lesson.id, 2).await;
    browser.press("o").await;
    browser.wait_for_element("#overview").await;
    browser.wait_for(OVERVIEW_DRAWN).await;
    let cards = browser
        .script("return [...document.querySelectorAll('[data-slide-card]')].map(c => [c.textContent, c.getAttribute('aria-current')])")
        .await;
    assert_eq!(cards.as_array().expect("cards").len(), lesson.slides.len(), "{cards}");
    for (index, slide) in lesson.slides.iter().enumerate() {
        let (text, current) = (cards[index][0].as_str().expect("text"), cards[index][1].as_str());
        assert!(text.ends_with(slide.text.get(Language::English)), "{text}");
        for &kernel in slide.pin.kernels {
            assert!(text.contains(lesson.kernels[kernel].title.en), "{text}");
        }
        assert_eq!(current, (index == 1).then_some("true"), "card {index}");
    }
    // The current slide's card has the focus. Keys move it.
    let focus = "return document.activeElement.dataset.slideCard ?? ''";
    assert_eq!(browser.text(focus).await, "1");
    browser.press(HOME).await;
    browser.press(RIGHT).await;
    browser.press(RIGHT).await;
    assert_eq!(browser.text(focus).await, "2");
    browser.press(ENTER).await;
    wait_for_slide(&browser, 2).await;
    assert!(!browser.has("#overview").await);
    // Escape, which clickers send, opens and closes the overview; so does its own key.
    for (open, close) in [(ESCAPE, ESCAPE), ("o", "o")] {
        browser.press(open).await;
        browser.wait_for_element("#overview").await;
        browser.press(close).await;
        browser.wait_until_gone("#overview").await;
    }
    assert_eq!(browser.text(SLIDE).await, "2");
    browser.press("o").await;
    browser.wait_for_element("#overview").await;
    let columns = browser
        .number(
            "return getComputedStyle(document.querySelector('.overview-cards')).gridTemplateColumns.split(' ').length",
        )
        .await as usize;
    browser.press(HOME).await;
    browser.press(DOWN).await;
    let below = columns.min(lesson.slides.len() - 1);
    assert_eq!(browser.text(focus).await, below.to_string());
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_black_the_screen_and_go_to_a_slide() {
    let lesson = Lesson::by_id("neighbored").expect("a lesson");
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open_slide(&browser, &site, lesson.id, 1).await;
    let is_black = "return document.querySelector('#black') !== null";
    for (key, back) in [("b", "b"), (".", "."), ("B", RIGHT), ("b", ESCAPE)] {
        browser.press(key).await;
        browser.wait_for(is_black).await;
        let covers = "const r = document.querySelector('#black').getBoundingClientRect();
            return r.width === innerWidth && r.height === innerHeight && document.elementFromPoint(5, 5).id === 'black'";
        assert_eq!(browser.script(covers).await, true);
        browser.press(back).await;
        assert_eq!(browser.script(is_black).await, false, "{back:?}");
        // The key that ends the black screen has no other effect.
        assert_eq!(browser.text(PRESS).await, "0", "{back:?}");
    }
    browser.press("g").await;
    browser.wait_for_element("#goto").await;
    // In a text field the letters of shortcuts are text.
    browser.press("9b").await;
    assert_eq!(browser.script(is_black).await, false);
    browser.press(ENTER).await;
    let count = lesson.slides.len();
    let refused = browser.seen("#goto-error").await;
    assert!(refused.contains(&format!("from 1 to {count}")), "{refused}");
    browser.screenshot("goto-refused").await;
    browser.press("\u{e003}\u{e003}\u{e003}3").await;
    browser.press(ENTER).await;
    wait_for_slide(&browser, 2).await;
    browser.press("g").await;
    browser.wait_for_element("#goto").await;
    browser.press(ESCAPE).await;
    browser.wait_until_gone("#goto").await;
    assert_eq!(browser.text(SLIDE).await, "2");
    browser.close().await;
}

/// Keys have no effect while they are switched off, or while an input method composes.
#[tokio::test(flavor = "multi_thread")]
async fn keys_are_silent_when_they_should_be() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    open_slide(&browser, &site, "neighbored", 1).await;
    let state = "return [document.querySelector('#slide').dataset.slide, document.querySelector('#slider').value,
        document.querySelector('.veil, #black') === null, document.querySelector('#page').className].join(' ')";
    let before = browser.text(state).await;
    for key in ["b", "g", "o", "ArrowRight", "Escape", "f"] {
        browser
            .script(&format!(
                "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', isComposing: true, bubbles: true }}))"
            ))
            .await;
        assert_eq!(browser.text(state).await, before, "{key} composed");
    }
    browser.press("b").await;
    browser.wait_for_element("#black").await;
    browser.press("b").await;
    browser.press("?").await;
    browser.wait_for_element("#keys-on").await;
    browser.screenshot("help-keys").await;
    browser.click("#keys-on").await;
    browser.click(".dialog-close").await;
    for key in [
        "b", ".", "g", "o", ESCAPE, RIGHT, PAGE_DOWN, " ", "n", ALT_RIGHT, END, "f", "?",
    ] {
        browser.press(key).await;
        assert_eq!(browser.text(state).await, before, "{key:?} switched off");
    }
    browser.close().await;
}

/// The overview and the help fit every look and size.
#[tokio::test(flavor = "multi_thread")]
async fn overview_and_help_fit_every_size() {
    let site = Site::start();
    for (turn, (size, width, height)) in SIZES.into_iter().enumerate() {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for (theme, language) in looks_in_turn(turn) {
            let look = format!("theme={theme}&lang={language}");
            browser.visit(&site.url(&format!("#/neighbored?slide=2&{look}"))).await;
            browser.wait_until_idle().await;
            for (key, name) in [("o", "overview"), ("?", "help")] {
                browser.press(key).await;
                browser.wait_for_element(".dialog").await;
                if name == "overview" {
                    browser.wait_for(OVERVIEW_DRAWN).await;
                }
                browser.screenshot(&format!("{name}-{size}-{theme}-{language}")).await;
                let fits = "const d = document.querySelector('.dialog'), r = d.getBoundingClientRect();
                    return r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight
                        && d.scrollWidth <= d.clientWidth && document.documentElement.scrollWidth <= innerWidth + 1";
                assert_eq!(browser.script(fits).await, true, "{name} {size} {theme} {language}");
                browser.press(ESCAPE).await;
            }
        }
        browser.close().await;
    }
}
