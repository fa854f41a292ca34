//! Slides on stage: every slide can be read from the last row, and nothing is cut, covered or has to be scrolled.

use e2e::fits::{RECORD_DRAWN, STAGE_FAULTS};
use e2e::keys::{ENTER, ESCAPE, LEFT, RIGHT};
use e2e::page::{PRESS, SLIDE};
use e2e::{Browser, Graphics, Site, is_full_run};
use lessons::order::CHAPTERS;
use lessons::{LESSONS, Part, Slide};

const LANGUAGES: [&str; 2] = ["en", "zh-Hans"];
/// The windows of projectors: wide, 4:3, and full high definition.
const WINDOWS: [(u32, u32); 3] = [(1280, 720), (1024, 768), (1920, 1080)];

/// Runs before the page: full screen changes nothing, since the screen of a headless browser is small.
const SCREEN: &str = "Element.prototype.requestFullscreen = () => Promise.resolve();";

/// Shows a slide on stage without a new visit, at its first step.
async fn go(browser: &Browser, lesson: &str, slide: usize, language: &str) {
    let link = format!("#/{lesson}?slide={}&stage=1&lang={language}", slide + 1);
    browser.script(&format!("location.hash = {link:?}")).await;
    browser
        .wait_for(&format!(
            "const page = document.querySelector('#page').dataset, slide = document.querySelector('#slide');
             return page.lesson === {lesson:?} && page.ready === 'true' && page.busy === 'false'
                && slide?.dataset.slide === '{slide}' && document.documentElement.lang === {language:?}
                && document.querySelector('#stage.waiting') === null"
        ))
        .await;
    // Canvases are drawn in the frame after a change, and text is laid out by the size of its place.
    browser.wait_for_frames(3).await;
}

/// Every slide is seen in each window, in one of the languages; in both in a full run. In a short run each window has a third
/// of the slides.
async fn slides_fit(window: usize) {
    let (width, height) = WINDOWS[window];
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, width, height).await;
    browser.before_page(RECORD_DRAWN).await;
    browser.visit(&site.url("#/neighbored?slide=1&stage=1")).await;
    let slides = LESSONS
        .iter()
        .flat_map(|lesson| (0..lesson.slides.len()).map(move |slide| (lesson.id, slide)));
    let mut all = Vec::new();
    for (number, (lesson, slide)) in slides.enumerate() {
        if !is_full_run() && number % WINDOWS.len() != window {
            continue;
        }
        let languages = if is_full_run() {
            &LANGUAGES[..]
        } else {
            &LANGUAGES[number / WINDOWS.len() % 2..][..1]
        };
        for language in languages {
            go(&browser, lesson, slide, language).await;
            let name = format!("stage-{width}-{lesson}-{}-{language}", slide + 1);
            browser.screenshot(&name).await;
            let faults = browser.text(STAGE_FAULTS).await;
            if !faults.is_empty() {
                all.push(format!("{name}: {faults}"));
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slides_fit_a_projector() {
    slides_fit(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slides_fit_an_older_projector() {
    slides_fit(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slides_fit_full_high_definition() {
    slides_fit(2).await;
}

/// The places of all parts. They depend on the slide and not on its steps.
const PLACES: &str = "return JSON.stringify([...document.querySelectorAll('#stage .stage-part, #stage .stage-line, #stage canvas')]
    .map(part => { const { x, y, width, height } = part.getBoundingClientRect(); return [x, y, width, height].map(Math.round); }))";

#[tokio::test(flavor = "multi_thread")]
async fn the_layout_stands_still_within_a_slide() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.visit(&site.url("#/neighbored?slide=1&stage=1")).await;
    for (lesson, slide) in [
        ("neighbored", 1),
        ("neighbored", 2),
        ("interleaved", 2),
        ("divergence", 3),
    ] {
        go(&browser, lesson, slide, "en").await;
        let places = browser.text(PLACES).await;
        let (from, to) = LESSONS.iter().find(|each| each.id == lesson).expect("a lesson").slides[slide]
            .pin
            .presses;
        for press in from + 1..=to {
            browser.press(RIGHT).await;
            assert_eq!(browser.text(PRESS).await, press.to_string());
            browser.wait_for_frames(2).await;
            assert_eq!(browser.text(PLACES).await, places, "{lesson} {press}");
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn presenting_shows_the_stage_and_a_key_leaves_it() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.before_page(SCREEN).await;
    browser.visit(&site.url("#/neighbored?slide=2&lang=en")).await;
    assert!(!browser.has("#stage").await);
    browser.press("f").await;
    browser.wait_for_element("#stage .stage-part").await;
    browser.wait_until_ready().await;
    // Nothing but the slide: no header, no tabs, and the tools wait for the pointer.
    for gone in [".header", ".strip", ".slot-tabs", ".stage .panel > h2"] {
        let is_seen = format!(
            "return [...document.querySelectorAll({gone:?})].some(each => each.getBoundingClientRect().width > 0)"
        );
        assert!(!browser.is(&is_seen).await, "{gone}");
    }
    let handle = "return Number(getComputedStyle(document.querySelector('.stage-handle')).opacity)";
    assert!(browser.number(handle).await < 0.01);
    browser
        .script("document.querySelector('#stage').dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))")
        .await;
    browser.wait_for(&format!("{handle} > 0.99")).await;
    // The link opens the same slide on stage at the same step.
    let press = browser.text(PRESS).await;
    browser.wait_for("return location.hash.includes('stage=1')").await;
    let link = browser.text("return location.href").await;
    browser.press(RIGHT).await;
    browser.press(LEFT).await;
    // Escape shows all slides, as clickers expect, and goes back to the slide.
    browser.press(ESCAPE).await;
    browser.wait_for_element("#overview").await;
    browser.press(ESCAPE).await;
    browser.wait_until_gone("#overview").await;
    assert!(browser.has("#stage").await);
    browser.press("f").await;
    browser.wait_until_gone("#stage").await;
    browser.wait_for_element(".panels").await;
    let root = "return document.documentElement.hasAttribute('data-stage')";
    assert!(!browser.is(root).await);
    browser.visit(&link).await;
    browser.wait_for_element("#stage .stage-part").await;
    assert_eq!(browser.text(SLIDE).await, "1");
    assert_eq!(browser.text(PRESS).await, press);
    browser.close().await;
}

/// Presses → and returns the number of different pictures of the memory panel in the next forty frames, the last one
/// included, and the number of the last frame that differs. The page's clock goes on by 16 ms in each frame, however long
/// that takes.
const MOTION: &str = "
    const done = arguments[arguments.length - 1];
    const canvas = document.querySelector('#array'), now = Date.now;
    let clock = now() + 1000;
    Date.now = () => clock;
    const pictures = [canvas.toDataURL()];
    let frame = 0, changed = 0;
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    const look = () => {
        const picture = canvas.toDataURL();
        if (picture !== pictures.at(-1)) { pictures.push(picture); changed = frame; }
        clock += 16;
        if (++frame < 40) return requestAnimationFrame(look);
        Date.now = now;
        done([pictures.length - 1, changed]);
    };
    requestAnimationFrame(look);";

/// Presses → twice, two frames and no time of the page's clock apart, and returns true if the picture is the last one at
/// once.
const TWICE: &str = "
    const done = arguments[arguments.length - 1];
    const canvas = document.querySelector('#array'), now = Date.now;
    let clock = now() + 2000;
    Date.now = () => clock;
    const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    const frames = count => new Promise(over => { const next = () => count-- > 0 ? requestAnimationFrame(next) : over(); next(); });
    (async () => {
        press();
        await frames(2);
        press();
        await frames(3);
        const soon = canvas.toDataURL();
        clock += 1000;
        await frames(5);
        Date.now = now;
        done(canvas.toDataURL() === soon);
    })();";

#[tokio::test(flavor = "multi_thread")]
async fn values_fly_along_their_arrows_and_no_key_waits_for_them() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    let slide = site.url("#/neighbored?slide=2&stage=1");
    browser.visit(&slide).await;
    browser.wait_for_frames(3).await;
    let moved = browser.script_of(MOTION, Vec::new()).await;
    let (pictures, last) = (moved[0].as_u64(), moved[1].as_u64());
    assert!(pictures > Some(2), "{moved}");
    // A motion takes 220 ms, which are fourteen frames, and some frames to draw.
    assert!(last < Some(25), "{moved}");
    assert_eq!(browser.script_of(TWICE, Vec::new()).await, true);
    // Readers who asked for less motion see the result at once.
    browser.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    browser.visit(&site.url("#/neighbored?slide=3&stage=1")).await;
    browser.wait_for_frames(3).await;
    let moved = browser.script_of(MOTION, Vec::new()).await;
    assert_eq!(moved[0].as_u64(), Some(1), "{moved}");
    browser.close().await;
}

/// A slide about the times has its chart, two kernels at work, what was counted, and the cause: beside the lesson and on stage.
#[tokio::test(flavor = "multi_thread")]
async fn a_slide_about_the_times_shows_the_lanes_and_the_cause_beside_the_chart() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.open(&site.url("#/neighbored?slide=6&lang=en")).await;
    let all = "const part = selector => document.querySelector(`.clock-story ${selector}`);
        const lanes = [...document.querySelectorAll('.clock-lanes canvas')].map(canvas => canvas.dataset.lanes ?? '');
        return part('.chart svg') !== null && lanes.length === 2 && lanes[0] !== lanes[1] && lanes.every(letters => letters !== '')
          && part('#clock-table tbody tr') !== null && part('.clock-ratio').innerText.startsWith('×')
          && part('#clock-cause').innerText.length > 20 && part('#remember').innerText.startsWith('Remember:')";
    browser.wait_for(all).await;
    browser.screenshot("clock-beside-the-lesson").await;
    browser.click("#on-stage").await;
    browser.wait_for_element("#stage").await;
    browser.wait_for(all).await;
    browser.screenshot("clock-on-stage").await;
    // The lanes are those of the moment: a step changes them.
    let before = browser
        .text("return document.querySelector('.clock-lanes canvas').dataset.lanes")
        .await;
    browser.press(RIGHT).await;
    browser
        .wait_for(&format!(
            "return document.querySelector('.clock-lanes canvas').dataset.lanes !== {before:?}"
        ))
        .await;
    browser.close().await;
}

/// The last slide of a chapter has the times of its kernels and the sentence of each lesson; a table of a source stands on
/// the slide that it is the point of. On stage nothing reaches over the foot.
#[tokio::test(flavor = "multi_thread")]
async fn a_chapter_ends_with_its_ladder_and_tables_of_the_sources_are_on_slides() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    let above = "const foot = document.querySelector('.stage-foot').getBoundingClientRect().top;
        const above = selector => document.querySelector(selector)?.getBoundingClientRect().bottom <= foot + 1;";
    for chapter in CHAPTERS.iter() {
        let lessons: Vec<_> = chapter.lessons().collect();
        let (Some(last), true) = (lessons.last(), lessons.len() > 1) else {
            continue;
        };
        let slide = format!("#/{}?slide={}&stage=1&lang=en", last.id, last.slides.len());
        browser.visit(&site.url(&slide)).await;
        let (bars, kept) = (chapter.ladder().count(), lessons.len());
        let whole = format!(
            "{above} return document.querySelectorAll('#chapter li').length === {kept} && above('#chapter')
               && ({bars} === 0 || document.querySelector('.chapter-story .chart svg') !== null && above('.chapter-story .chart'))"
        );
        browser.wait_for(&whole).await;
    }
    browser.screenshot("chapter-on-stage").await;
    browser.click("#chapter a").await;
    browser
        .wait_for("return location.hash.startsWith('#/gemv-fast-x')")
        .await;
    let is_printed = |slide: &&Slide| {
        let mut parts = slide.pin.parts.iter();
        parts.any(|part| matches!(part, Part::Published(_)))
    };
    let mut printed = 0;
    for lesson in LESSONS {
        let slides = lesson.slides.iter().enumerate();
        for (index, _) in slides.filter(|(_, slide)| is_printed(slide)) {
            let slide = format!("#/{}?slide={}&stage=1&lang=en", lesson.id, index + 1);
            browser.visit(&site.url(&slide)).await;
            let whole = format!(
                "{above} return above('#printed') && document.querySelectorAll('#printed tbody tr').length > 3"
            );
            browser.wait_for(&whole).await;
            printed += 1;
        }
    }
    assert!(printed > 3);
    browser.close().await;
}

/// A key opens the bar below the slide, which stays whole above it. A class's questions are answered without leaving the
/// stage: another kernel, another size, a comparison; a key goes back to the slide's own run.
#[tokio::test(flavor = "multi_thread")]
async fn the_bar_stands_below_the_slide_and_changes_what_runs() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.before_page(SCREEN).await;
    browser.visit(&site.url("#/neighbored?slide=2&stage=1&lang=en")).await;
    browser.wait_for_element("#stage .stage-part").await;
    let is_below = "const top = document.querySelector('.stage-tools').getBoundingClientRect().top;
        return top > 0 && document.querySelector('.stage-foot').getBoundingClientRect().bottom <= top + 1";
    browser.press("c").await;
    browser.wait_for(is_below).await;
    browser
        .wait_for("return document.activeElement.closest('.stage-tools') !== null")
        .await;
    browser.screenshot("bar-below-the-slide").await;
    let kernels = |names: &str| {
        format!(
            "return [...document.querySelectorAll('.stage-pane')].map(pane => pane.dataset.kernel).join(' ') === '{names}'"
        )
    };
    browser.wait_for(&kernels("reduce_neighbored")).await;
    browser.choose("#stage-kernel", "reduce_interleaved").await;
    browser.wait_for(&kernels("reduce_interleaved")).await;
    browser.click("#stage-compare").await;
    browser.wait_for(&kernels("reduce_interleaved reduce_unroll2")).await;
    browser.wait_for(is_below).await;
    browser.press(ESCAPE).await;
    browser
        .wait_for("return document.querySelector('.stage-tools').getBoundingClientRect().height === 0")
        .await;
    assert!(browser.has("#stage").await);
    browser.press("u").await;
    browser.wait_for(&kernels("reduce_neighbored")).await;
    browser.close().await;
}

/// The box beside the pointer does not cover the row that it speaks about.
#[tokio::test(flavor = "multi_thread")]
async fn a_tip_does_not_cover_its_own_row() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.visit(&site.url("#/neighbored?slide=2&stage=1&lang=en")).await;
    browser.wait_for_element("#stage .stage-part").await;
    browser.wait_until_idle().await;
    for share in [0.25, 0.75] {
        let point = format!(
            "const canvas = document.querySelector('#lanes'), box = canvas.getBoundingClientRect();
             window.pointed = {{ y: box.top + {share} * box.height, row: box.height / 2 }};
             canvas.dispatchEvent(new PointerEvent('pointermove', {{ clientX: box.left + 300, clientY: window.pointed.y, bubbles: true }}));"
        );
        browser.script(&point).await;
        browser
            .wait_for(
                "const tip = document.querySelector('.tip')?.getBoundingClientRect(), { y, row } = window.pointed;
                 return tip !== undefined && (tip.top >= y + row / 2 || tip.bottom <= y - row / 2)",
            )
            .await;
    }
    browser.close().await;
}

/// Figures and words on stage are reached by keyboard, and explain themselves there.
#[tokio::test(flavor = "multi_thread")]
async fn figures_and_words_on_stage_answer_to_keys() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    browser.visit(&site.url("#/neighbored?slide=4&stage=1&lang=en")).await;
    browser.wait_for_element(".stage-figure button").await;
    browser.wait_until_idle().await;
    let figure = browser.seen(".stage-figure button").await;
    browser
        .script("document.querySelector('.stage-figure button').focus()")
        .await;
    browser.press(ENTER).await;
    browser.wait_for_element("#why-result").await;
    assert!(browser.seen("#why-result").await.contains(&figure));
    browser.press(ESCAPE).await;
    browser.wait_until_gone("#why").await;
    browser.visit(&site.url("#/neighbored?slide=2&stage=1&lang=en")).await;
    browser.wait_for_element("#stage .stage-part").await;
    browser.wait_until_idle().await;
    let step = browser.seen("#place").await;
    browser.script("document.querySelector('#array').focus()").await;
    let mut words = Vec::new();
    for _ in 0..3 {
        browser.press(RIGHT).await;
        browser.wait_for_element(".tip").await;
        words.push(browser.seen(".tip").await);
    }
    words.dedup();
    assert_eq!(words.len(), 3, "each key leads to another word: {words:?}");
    assert_eq!(browser.seen("#place").await, step, "no step was made");
    browser.press(ENTER).await;
    browser.wait_for_element(".dialog").await;
    browser.close().await;
}

/// No label of a canvas lies over its edge: beside the labels there are pixels of the background alone.
#[tokio::test(flavor = "multi_thread")]
async fn labels_lose_no_stroke_at_the_edge() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 1280, 720).await;
    // For each picture, the pixels with ink in its first column, and in the room for labels.
    let edges = "const seen = [...document.querySelectorAll('#stage canvas, .panels canvas')].filter(canvas => canvas.clientHeight > 0 && canvas.width > 0);
        return seen.map(canvas => { const context = canvas.getContext('2d'), scale = canvas.width / canvas.getBoundingClientRect().width;
        const read = (x, width) => context.getImageData(x, 0, width, canvas.height).data;
        const inked = data => { let count = 0; for (let index = 0; index < data.length; index += 4) count += data[index + 3] > 40 && data[index] + data[index + 1] + data[index + 2] < 450; return count; };
        return [inked(read(0, Math.max(1, Math.floor(scale / 2)))), inked(read(0, Math.round(60 * scale)))]; });";
    for link in [
        "#/shared-pattern?slide=2&stage=1&lang=en",
        "#/neighbored?slide=2&stage=1&lang=en",
        "#/neighbored?lang=en",
        "#/neighbored?lang=zh-Hans",
        "#/shared-pattern?panel=banks&lang=en",
    ] {
        browser.visit(&site.url(link)).await;
        browser.wait_until_drawn().await;
        browser.wait_for_frames(3).await;
        let inked = browser.script(edges).await;
        let pictures = inked.as_array().expect("a list");
        let at_edge = pictures.iter().filter(|picture| picture[0] != 0);
        assert_eq!(at_edge.count(), 0, "{link} has ink at an edge: {inked}");
        let labelled = pictures.iter().filter(|picture| picture[1] != 0);
        assert!(labelled.count() > 0, "labels of {link}: {inked}");
    }
    browser.close().await;
}
