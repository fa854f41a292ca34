//! An upright phone: the first screen shows code, lanes and memory of the lit statement, and a finger steps through the
//! run.

use e2e::{Browser, Graphics, Site};
use serde_json::Value;

const PHONE: (u32, u32) = (390, 844);

/// Returns how much of the window header and player take, and whether the lit line and the first rows of lanes and of
/// the lesson's panel are above the player.
const FIRST_SCREEN: &str = "
    const box = selector => document.querySelector(selector)?.getBoundingClientRect();
    const player = box('#player'), lit = box('.next-line'), code = box('.code-scroll');
    const seen = (part, least) => !!part && part.top >= 0 && player.top - part.top >= Math.min(least, part.height);
    return {
        taken: (box('.header').height + player.height) / innerHeight,
        code: seen(lit, lit?.height) && lit.top >= code.top - 1 && lit.bottom <= code.bottom + 1,
        lanes: seen(box('#lanes'), 44),
        memory: seen(box('.array-panel canvas, .slot-panel'), 60),
    };";

#[tokio::test(flavor = "multi_thread")]
async fn the_first_screen_of_a_phone_shows_code_lanes_and_memory() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, PHONE.0, PHONE.1).await;
    browser.open(&site.url("#/neighbored")).await;
    for language in ["en", "zh"] {
        // The panels about multiprocessors stand in the place of the lanes.
        let lessons = lessons::LESSONS.iter();
        for lesson in lessons.filter(|lesson| !["occupancy", "waves"].contains(&lesson.id)) {
            let place = format!("{} {language}", lesson.id);
            let hash = format!("#/{}?lang={language}", lesson.id);
            browser.script(&format!("location.hash = '{hash}'")).await;
            browser
                .wait_for(&format!(
                    "const page = document.querySelector('#page').dataset;
                     return page.lesson === '{}' && page.busy === 'false' && !!document.querySelector('.next-line')",
                    lesson.id
                ))
                .await;
            browser.script("scrollTo(0, 0)").await;
            // The text scrolls to the lit line in the next frames.
            let has_line = format!("return (() => {{ {FIRST_SCREEN} }})().code");
            browser.wait_for(&has_line).await;
            let seen = browser.script(FIRST_SCREEN).await;
            let taken = seen["taken"].as_f64().expect("a share");
            assert!(taken <= 0.25, "{place}: {taken}");
            for part in ["code", "lanes", "memory"] {
                assert_eq!(seen[part], Value::Bool(true), "{place}: {part}");
            }
        }
    }
    browser.screenshot("phone-first-screen").await;
    browser.close().await;
}

/// A menu opens over the page, and closes at a press elsewhere and when the reader goes elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn a_menu_closes_when_the_reader_goes_on() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, PHONE.0, PHONE.1).await;
    browser.open(&site.url("#/neighbored")).await;
    let has_fields = "return document.querySelector('.fields').checkVisibility()";
    assert_eq!(browser.script(has_fields).await, false);
    browser.click("#set-up").await;
    assert_eq!(browser.script(has_fields).await, true);
    browser.click("#place").await;
    assert_eq!(browser.script(has_fields).await, false);
    browser.click("#compare").await;
    browser.wait_for_element("#compare-panels").await;
    browser.click("#tools").await;
    browser
        .wait_for("return document.querySelector('#theme').checkVisibility()")
        .await;
    browser.script("location.hash = '#/'").await;
    browser.wait_for_element("[data-lesson-card]").await;
    browser.script("location.hash = '#/divergence'").await;
    browser.wait_for_element("#lanes").await;
    browser
        .wait_for("return document.querySelector('.menu-surface.open') === null")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finger_that_moves_sideways_steps() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, PHONE.0, PHONE.1).await;
    browser.open(&site.url("#/neighbored?step=0")).await;
    // From one place to another over the lanes, in CSS pixels.
    let swipe = async |over: &str, right: i32, down: i32| {
        let script = format!(
            "const over = document.querySelector('{over}');
             const send = (kind, x, y) => over.dispatchEvent(new PointerEvent(kind, {{
                 bubbles: true, pointerType: 'touch', isPrimary: true, clientX: x, clientY: y }}));
             send('pointerdown', 200, 400); send('pointerup', 200 + {right}, 400 + {down});
             return document.querySelector('#page').dataset.step"
        );
        browser.script(&script).await;
        let step = browser
            .script("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(document.querySelector('#slider').value))))")
            .await;
        step.as_str().unwrap_or_default().to_owned()
    };
    for (over, right, down, press) in [
        ("#lanes", -90, 10, "1"),
        ("#lanes", -90, 0, "2"),
        // A tap, a movement of the page, and the slider's own movement.
        ("#lanes", -20, 0, "2"),
        ("#lanes", -90, 80, "2"),
        ("#slider", -90, 0, "2"),
        ("#lanes", 90, 0, "1"),
        (".code-panel", 90, 0, "0"),
        ("#lanes", 90, 0, "0"),
    ] {
        assert_eq!(swipe(over, right, down).await, press, "{over} {right} {down}");
    }
    browser.close().await;
}

/// On the stage of a phone, the caption has the window's width.
#[tokio::test(flavor = "multi_thread")]
async fn captions_on_a_phones_stage_have_its_width() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, PHONE.0, PHONE.1).await;
    for language in ["en", "zh"] {
        browser
            .visit(&site.url(&format!("#/neighbored?slide=2&stage=1&lang={language}")))
            .await;
        browser.wait_until_ready().await;
        browser
            .wait_for("return document.querySelector('#caption').innerText.length > 10")
            .await;
        browser.screenshot(&format!("phone-stage-{language}")).await;
        let share = "const width = selector => document.querySelector(selector).getBoundingClientRect().width;
            return width('#caption') / width('.stage-foot')";
        let share = browser.number(share).await;
        assert!(share > 0.9, "{language}: {share}");
    }
    browser.close().await;
}
