//! The speaker's window: it and the audience's window step together, and different presentations do not mix.

use e2e::keys::{HOME, LEFT, RIGHT};
use e2e::page::{COLLECT_WORKERS, SCROLLS_SIDEWAYS};
use e2e::{Browser, Graphics, Site, looks};
use lessons::{Language, Lesson};
/// The place of the audience's window: slide and press.
const PLACE: &str =
    "return `${document.querySelector('#slide')?.dataset.slide} ${document.querySelector('#slider').value}`";

/// Waits until the speaker's window shows a place: slide and press. The speaker's window must be in use.
async fn wait_for_place(browser: &Browser, place: &str) {
    let (slide, press) = place.split_once(' ').expect("two numbers");
    browser
        .wait_for(&format!(
            "const s = document.querySelector('#speaker'); return s?.dataset.slide === '{slide}' && s.dataset.press === '{press}'"
        ))
        .await;
}

/// Keys alone present the whole deck. After every key the other window shows the same slide and the same step.
#[tokio::test(flavor = "multi_thread")]
async fn a_deck_is_presented_by_keys_with_the_speaker_in_step() {
    let lesson = Lesson::by_id("neighbored").expect("a lesson");
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/neighbored?lang=en")).await;
    let audience = browser.window().await;
    browser.press("s").await;
    let speaker = browser.use_opened(std::slice::from_ref(&audience)).await;
    wait_for_place(&browser, "0 0").await;
    browser.screenshot("speaker").await;
    let mut seen = Vec::new();
    for _ in 0..200 {
        browser.use_window(&audience).await;
        browser.wait_until_idle().await;
        let place = browser.text(PLACE).await;
        let repeated = seen.last() == Some(&place);
        browser.use_window(&speaker).await;
        wait_for_place(&browser, &place).await;
        let (slide, press) = place.split_once(' ').expect("two numbers");
        let index: usize = slide.parse().expect("a number");
        let slides = lesson.slides;
        assert_eq!(
            browser.seen("#speaker-notes").await,
            slides[index].notes.get(Language::English)
        );
        assert_eq!(
            browser.seen("#speaker-text").await,
            slides[index].text.get(Language::English)
        );
        let next = slides.get(index + 1);
        let next = next.map_or("This is the last slide.", |next| next.text.get(Language::English));
        assert_eq!(browser.seen("#speaker-next").await, next);
        let number = format!("{} / {}", index + 1, slides.len());
        assert_eq!(browser.seen("#speaker-number").await, number);
        let step = browser.seen("#speaker-step").await;
        assert!(step.starts_with(&format!("step {press} of ")), "{step}");
        if repeated {
            break;
        }
        seen.push(place);
        browser.use_window(&audience).await;
        browser.press(RIGHT).await;
    }
    let wanted: usize = lesson
        .slides
        .iter()
        .map(|slide| slide.pin.presses.1.min(11) - slide.pin.presses.0 + 1)
        .sum();
    // The run may end before the last slide's range of presses does.
    assert!(seen.len() + 1 >= wanted && seen.len() > 15, "{seen:?}");
    let last = format!("{} ", lesson.slides.len() - 1);
    assert!(seen.last().expect("places").starts_with(&last), "{seen:?}");
    // The other way round: keys and buttons in the speaker's window move the audience's window.
    browser.use_window(&audience).await;
    browser.press(HOME).await;
    browser.wait_until_idle().await;
    browser.use_window(&speaker).await;
    wait_for_place(&browser, "0 0").await;
    browser.press(RIGHT).await;
    wait_for_place(&browser, "0 1").await;
    browser.press(" ").await;
    wait_for_place(&browser, "0 2").await;
    browser.click("#speaker-back").await;
    wait_for_place(&browser, "0 1").await;
    browser.click("#speaker-slide-next").await;
    wait_for_place(&browser, "1 3").await;
    browser.press(LEFT).await;
    // ← at a slide's start shows the end of the slide before.
    wait_for_place(&browser, "0 5").await;
    browser.press("b").await;
    browser.wait_for_element("#speaker-black").await;
    browser.use_window(&audience).await;
    browser.wait_for_element("#black").await;
    assert_eq!(browser.text(PLACE).await, "0 5");
    browser.close().await;
}

/// A window that opens late asks for the place, a reload of either window keeps it, two presentations do not mix, and
/// the speaker's window says when the audience's is closed.
#[tokio::test(flavor = "multi_thread")]
async fn windows_come_late_stay_apart_and_go() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/neighbored?slide=2&lang=en")).await;
    let first = browser.window().await;
    browser.press("s").await;
    let first_speaker = browser.use_opened(std::slice::from_ref(&first)).await;
    wait_for_place(&browser, "1 3").await;
    // A reload of the speaker's window keeps its stopwatch.
    browser.click("#watch-toggle").await;
    let paused = browser.seen("#speaker-watch").await;
    browser.reload().await;
    wait_for_place(&browser, "1 3").await;
    assert_eq!(browser.seen("#speaker-watch").await, paused);
    browser.click("#watch-reset").await;
    assert_eq!(browser.seen("#speaker-watch").await, "0:00");
    browser.click("#watch-toggle").await;
    browser
        .wait_for("return document.querySelector('#speaker-watch').textContent !== '0:00'")
        .await;
    // A reload of the audience's window keeps the connection.
    browser.use_window(&first).await;
    browser.reload().await;
    browser.wait_until_idle().await;
    browser.press(RIGHT).await;
    browser.use_window(&first_speaker).await;
    wait_for_place(&browser, "1 4").await;
    let second = browser.new_window().await;
    browser.open(&site.url("#/interleaved?slide=1&lang=zh")).await;
    let before = browser.windows().await;
    browser.press("s").await;
    let second_speaker = browser.use_opened(&before).await;
    wait_for_place(&browser, "0 0").await;
    let notes = browser.seen("#speaker-notes").await;
    let lesson = Lesson::by_id("interleaved").expect("a lesson");
    assert_eq!(notes, lesson.slides[0].notes.get(Language::SimplifiedChinese));
    browser.press(RIGHT).await;
    browser
        .wait_for("return document.querySelector('#speaker').dataset.press !== '0'")
        .await;
    browser.use_window(&first_speaker).await;
    wait_for_place(&browser, "1 4").await;
    browser.use_window(&second).await;
    browser.close_window().await;
    browser.use_window(&second_speaker).await;
    browser.wait_for_element("#speaker-gone").await;
    browser.screenshot("speaker-gone").await;
    browser.use_window(&first_speaker).await;
    assert_eq!(browser.attribute("#speaker", "data-gone").await, "false");
    browser.close().await;
}

/// If the browser blocks the window, the page shows a link that opens it. The speaker's window starts no worker.
#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_window_opens_by_a_link_and_runs_nothing() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.before_page(COLLECT_WORKERS).await;
    browser.before_page("window.open = () => null;").await;
    browser.open(&site.url("#/neighbored?slide=1&lang=en")).await;
    let audience = browser.window().await;
    assert_eq!(browser.number("return workers.length").await, 1.0);
    browser.press("s").await;
    browser.wait_for_element("#speaker-link").await;
    browser.screenshot("speaker-blocked").await;
    let link = browser
        .text("return document.querySelector('#speaker-link').href")
        .await;
    browser.click("#speaker-link").await;
    browser.use_opened(std::slice::from_ref(&audience)).await;
    wait_for_place(&browser, "0 0").await;
    browser.close_window().await;
    browser.use_window(&audience).await;
    assert!(!browser.has("#speaker-link").await);
    // The same link in a window that counts workers.
    browser.new_window().await;
    browser.before_page(COLLECT_WORKERS).await;
    browser.open(&link).await;
    wait_for_place(&browser, "0 0").await;
    assert_eq!(browser.number("return workers.length").await, 0.0);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_speakers_window_fits_in_every_look() {
    let site = Site::start();
    for (size, width, height) in [("usual", 960, 640), ("phone", 500, 844)] {
        let browser = Browser::start_sized(Graphics::None, width, height).await;
        for (theme, language) in looks() {
            browser
                .visit(&site.url(&format!("#/neighbored?slide=5&theme={theme}&lang={language}")))
                .await;
            let audience = browser.window().await;
            browser.press("s").await;
            browser.use_opened(std::slice::from_ref(&audience)).await;
            wait_for_place(&browser, "4 1").await;
            browser.screenshot(&format!("speaker-{size}-{theme}-{language}")).await;
            assert_eq!(browser.script(SCROLLS_SIDEWAYS).await, false, "{theme} {language}");
            assert_eq!(browser.attribute("html", "data-theme").await, theme);
            browser.close_window().await;
            browser.use_window(&audience).await;
        }
        browser.close().await;
    }
}

/// An answer of the audience's window comes every second; it builds nothing again that it does not change.
#[tokio::test(flavor = "multi_thread")]
async fn the_pictures_of_the_speakers_window_are_loaded_once() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/neighbored?lang=en")).await;
    let audience = browser.window().await;
    browser.press("s").await;
    browser.use_opened(std::slice::from_ref(&audience)).await;
    wait_for_place(&browser, "0 0").await;
    browser.wait_for_element("#speaker-picture").await;
    browser
        .script(
            "window.loads = 0;
             for (const frame of document.querySelectorAll('iframe')) frame.isFirst = true;
             new MutationObserver(() => { window.loads += 1; }).observe(document.querySelector('.speaker-words'), { subtree: true, childList: true, attributes: true });",
        )
        .await;
    for _ in 0..3 {
        let clock = browser.seen("#speaker-watch").await;
        browser
            .wait_for(&format!(
                "return document.querySelector('#speaker-watch').innerText !== {clock:?}"
            ))
            .await;
    }
    assert_eq!(browser.number("return window.loads").await, 0.0);
    let are_first = "return [...document.querySelectorAll('iframe')].every(frame => frame.isFirst)";
    assert!(browser.is(are_first).await);
    browser.close().await;
}
