//! Slides by keys alone, and the CUDA twin of the code.

use e2e::keys::{LEFT, RIGHT};
use e2e::page::SLIDE;
use e2e::{Browser, Graphics, Site};
use lessons::{Language, Lesson};

/// The next key steps through a slide's range of presses and then shows the next slide, from the first slide to the
/// last.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_presented_from_first_to_last_slide_by_keys() {
    let lesson = Lesson::by_id("neighbored").expect("a lesson");
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/neighbored")).await;
    browser.click("#slides").await;
    let mut seen = vec![browser.text(SLIDE).await];
    for _ in 0..200 {
        browser.wait_until_idle().await;
        browser.press(RIGHT).await;
        let slide = browser.text(SLIDE).await;
        if seen.last() != Some(&slide) {
            seen.push(slide);
            let text = browser.seen("#slide .slide-text").await;
            let wanted = lesson.slides[seen.len() - 1].text.get(Language::English);
            assert!(text.starts_with(wanted), "{text}");
        }
    }
    let all: Vec<String> = (0..lesson.slides.len()).map(|slide| slide.to_string()).collect();
    assert_eq!(seen, all);
    // One press back from the first press of a slide shows the slide before.
    browser.click("#slide-back").await;
    browser.press(LEFT).await;
    let before = (lesson.slides.len() - 3).to_string();
    assert_eq!(browser.text(SLIDE).await, before);
    browser.click("#notes-toggle").await;
    let notes = browser.seen("#slide-notes").await;
    assert_eq!(
        notes,
        lesson.slides[lesson.slides.len() - 3].notes.get(Language::English)
    );
    browser.close().await;
}

/// With a finer step unit a slide covers the same range of the run, and ends at the same step.
#[tokio::test(flavor = "multi_thread")]
async fn a_slide_ends_at_the_same_step_however_it_is_walked() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let walked = async |by: &str, back: bool| {
        browser.visit(&site.url("#/neighbored?slide=2")).await;
        browser.wait_until_idle().await;
        browser.click(by).await;
        if back {
            browser.press(LEFT).await;
        }
        let mut steps = Vec::new();
        for _ in 0..100 {
            let step = browser
                .number("return Number(document.querySelector('#page').dataset.step)")
                .await;
            if browser.text(SLIDE).await != "1" {
                break;
            }
            steps.push(step);
            browser.press(RIGHT).await;
        }
        steps
    };
    let strides = walked("#grain-stride", false).await;
    let statements = walked("#grain-statement", false).await;
    assert!(
        strides.len() > 2 && statements.len() > strides.len(),
        "{strides:?} {statements:?}"
    );
    assert_eq!(
        (strides.first(), strides.last()),
        (statements.first(), statements.last())
    );
    // One press back from its first step shows the slide before.
    assert!(walked("#grain-statement", true).await.is_empty());
    browser.close().await;
}

/// Playing stops at the end of the slide's range. Playing again starts at its beginning.
#[tokio::test(flavor = "multi_thread")]
async fn a_slide_is_played_to_its_end() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.visit(&site.url("#/neighbored?slide=2&lang=en")).await;
    browser.wait_until_idle().await;
    let lesson = Lesson::by_id("neighbored").expect("a lesson");
    let (from, to) = lesson.slides[1].pin.presses;
    let shows = |press: usize| format!("return document.querySelector('#slider').value === '{press}'");
    let plays = |does: bool| {
        format!(
            "return document.querySelector('#play').title.startsWith('{}')",
            if does { "Pause" } else { "Play" }
        )
    };
    browser.wait_for(&shows(from)).await;
    // The slider marks the slide's range.
    let marked = "const { max, style } = document.querySelector('#slider'); return ['--from', '--to'].map(end => Math.round(style.getPropertyValue(end) * max))";
    assert_eq!(browser.script(marked).await, serde_json::json!([from, to]));
    for _ in 0..2 {
        browser.click("#play").await;
        browser.wait_for(&plays(true)).await;
        browser.wait_for(&shows(from + 1)).await;
        browser.wait_for(&plays(false)).await;
        assert_eq!(browser.script(&shows(to)).await, true);
        assert_eq!(browser.text(SLIDE).await, "1");
    }
    browser.close().await;
}

/// A link to a slide opens the kernels, the panel and the press that the slide names. In full screen the slide is
/// large.
#[tokio::test(flavor = "multi_thread")]
async fn a_slide_is_linked_pinned_and_shown_full_screen() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let lesson = Lesson::by_id("occupancy").expect("a lesson");
    let pinned = lesson.slides.iter().position(|slide| slide.pin.panel.is_some());
    let slide = pinned.expect("a slide about the calculator");
    browser
        .open(&site.url(&format!("#/occupancy?slide={}", slide + 1)))
        .await;
    browser.wait_for_element("#slide").await;
    browser.wait_for_element("#occupancy-result").await;
    assert_eq!(browser.text(SLIDE).await, slide.to_string());
    browser.leave().await;
    let lesson = Lesson::by_id("interleaved").expect("a lesson");
    let several = lesson.slides.iter().position(|slide| slide.pin.kernels.len() > 1);
    let slide = several.expect("a slide that compares");
    let pin = lesson.slides[slide].pin;
    browser
        .open(&site.url(&format!("#/interleaved?slide={}", slide + 1)))
        .await;
    let columns = format!(
        "return document.querySelectorAll('[data-column][data-kernel]').length === {}",
        pin.kernels.len()
    );
    browser.wait_for(&columns).await;
    let pressed = format!(
        "return [...document.querySelectorAll('[data-column]')].every(c => c.dataset.press === '{}')",
        pin.presses.0
    );
    browser.wait_for(&pressed).await;
    browser.press("f").await;
    browser.wait_for("return document.querySelector('#page').classList.contains('presenting') && document.querySelector('.strip') === null").await;
    browser.screenshot("slide-full-screen").await;
    browser.press("f").await;
    browser
        .wait_for("return !document.querySelector('#page').classList.contains('presenting')")
        .await;
    // Another lesson opens without a slide.
    browser.open(&site.url("#/neighbored")).await;
    browser.wait_for("return document.querySelector('#page').dataset.lesson === 'neighbored' && document.querySelector('#slide') === null").await;
    browser.close().await;
}

/// The CUDA twin marks the lines that correspond to the next WGSL line.
#[tokio::test(flavor = "multi_thread")]
async fn the_cuda_twin_lights_the_same_step() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=4096&block=128"))
        .await;
    browser.press(RIGHT).await;
    let lit = "return document.querySelector('#next-line code').textContent.trim()";
    let wgsl = browser.text(lit).await;
    assert_eq!(wgsl, "data[i] += data[i + stride];");
    browser.click("#code-cuda").await;
    assert_eq!(browser.text(lit).await, "data[i] += data[i + stride];");
    let code = browser.seen("#code").await;
    assert!(code.contains("__syncthreads") && !code.contains("//@"), "{code}");
    browser.close().await;
}
