//! Every view in every theme, in both languages and several sizes: nothing is cut off, and no page scrolls that must
//! not.

use e2e::fits::{CUT_WORDS, HEADS};
use e2e::keys::{LEFT, RIGHT};
use e2e::page::{SCROLLS, SCROLLS_SIDEWAYS};
use e2e::{Browser, Graphics, Site, is_full_run};

#[tokio::test(flavor = "multi_thread")]
async fn the_list_fits_in_every_theme_and_language() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for theme in ["light", "dark", "projector"] {
        for language in ["en", "zh-Hans"] {
            browser
                .visit(&site.url(&format!("#/?theme={theme}&lang={language}")))
                .await;
            browser.screenshot(&format!("list-{theme}-{language}")).await;
            assert_eq!(browser.script(SCROLLS_SIDEWAYS).await, false, "{theme} {language}");
        }
    }
    browser.close().await;
}

/// Every lesson fits with its slides and at the end of its run. Each theme has a third of the lessons, and each language
/// half of them; both in a full run.
#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_fits_the_projector_from_start_to_end() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let mut all = Vec::new();
    for (index, lesson) in lessons::LESSONS.iter().enumerate() {
        let theme = ["light", "dark", "projector"][index % 3];
        let languages = ["en", "zh-Hans"];
        let languages = if is_full_run() {
            &languages[..]
        } else {
            &languages[index % 2..][..1]
        };
        for language in languages {
            browser
                .visit(&site.url(&format!("#/{}?theme={theme}&lang={language}", lesson.id)))
                .await;
            for (name, button) in [("slide", "#slides"), ("end", "#last")] {
                browser.click(button).await;
                browser.wait_until_idle().await;
                browser.screenshot(&format!("{}-{language}-{name}", lesson.id)).await;
                let what = format!("{} {theme} {language} {name}", lesson.id);
                assert_eq!(browser.script(SCROLLS).await, false, "{what} scrolls");
                for faults in [out_of_place(&browser).await, browser.text(CUT_WORDS).await] {
                    if !faults.is_empty() {
                        all.push(format!("{what}: {faults}"));
                    }
                }
            }
            let step =
                "return document.querySelector('#page').dataset.step === document.querySelector('#page').dataset.steps";
            browser.wait_for(step).await;
            let result = "return document.querySelector('#result').dataset.equal";
            assert_eq!(browser.script(result).await, "true", "{}", lesson.id);
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    browser.close().await;
}

/// Slides with kernels side by side have the least room, and a projector's letters need most of it. A fourth of them in a
/// short run.
#[tokio::test(flavor = "multi_thread")]
async fn kernels_side_by_side_on_a_slide_fit_the_projector() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let mut all = Vec::new();
    let mut turn = 0;
    for lesson in lessons::LESSONS {
        let slides = (1..).zip(lesson.slides);
        for (number, _) in slides.filter(|(_, slide)| slide.pin.kernels.len() > 1) {
            turn += 1;
            if !is_full_run() && turn % 4 > 0 {
                continue;
            }
            let language = ["en", "zh-Hans"][turn / 4 % 2];
            let place = format!("#/{}?slide={number}&theme=projector&lang={language}", lesson.id);
            browser.visit(&site.url(&place)).await;
            browser.wait_for_element(".column .code-panel, .clock-story").await;
            let faults = out_of_place(&browser).await;
            if !faults.is_empty() {
                all.push(format!("{place}: {faults}"));
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    browser.close().await;
}

/// Returns the faults of a lesson: panels over the player, parts of heads outside their panel, and a question that is
/// squeezed into a narrow column.
async fn out_of_place(browser: &Browser) -> String {
    const AND_MORE: &str = "
        const player = box(document.querySelector('#player'));
        for (const panel of document.querySelectorAll('.panels .panel')) {
            if (box(panel).bottom > player.top + 1) faults.push('over the player: ' + panel.className);
        }
        const question = document.querySelector('.question');
        if (box(question).height > 60) faults.push('squeezed: ' + question.textContent);
        return faults.join('; ');";
    browser.text(&format!("{HEADS}{AND_MORE}")).await
}

/// A step changes the pictures, but never the layout.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_never_moves_the_layout() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=4096&block=128&grain=statement"))
        .await;
    // The code scrolls to the lit line.
    let layout = "return JSON.stringify([...document.querySelectorAll('section, header, footer, button:not(.code-scroll *), canvas, h1, h2, input, select')]
        .map(e => { const r = e.getBoundingClientRect(); return [e.id, Math.round(r.x), Math.round(r.y), Math.round(r.width), Math.round(r.height)]; }))";
    let before = browser.text(layout).await;
    for _ in 0..40 {
        browser.press(RIGHT).await;
    }
    browser
        .wait_for("return Number(document.querySelector('#page').dataset.step) > 100")
        .await;
    assert_eq!(browser.text(layout).await, before);
    browser.close().await;
}

/// Width and height of a phone's page, in CSS pixels.
const PHONE: (u32, u32) = (390, 844);

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_gets_one_column_that_does_not_scroll_sideways() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, PHONE.0, PHONE.1).await;
    for (name, hash) in [
        ("list", "#/"),
        ("lesson", "#/neighbored"),
        ("wide", "#/unroll?block=1024"),
        ("slide", "#/neighbored?slide=1&lang=zh-Hans"),
        ("compare", "#/neighbored?with=reduce_neighbored_less,reduce_interleaved"),
        ("occupancy", "#/occupancy?panel=occupancy"),
        ("multiprocessors", "#/waves?panel=multiprocessors"),
        ("lab", "#/lab"),
        ("playground", "#/playground"),
        ("trust", "#/trust"),
    ] {
        browser.visit(&site.url(hash)).await;
        browser.screenshot(&format!("phone-{name}")).await;
        let width = browser.number("return innerWidth").await as u32;
        assert_eq!(width, PHONE.0, "{hash}");
        assert_eq!(
            browser
                .script("return document.documentElement.scrollWidth <= innerWidth + 1")
                .await,
            true,
            "{hash}"
        );
    }
    browser.close().await;
}

/// A slide's text and an enlarged chart have the width of the page.
#[tokio::test(flavor = "multi_thread")]
async fn a_phone_has_room_for_words() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, PHONE.0, PHONE.1).await;
    browser.visit(&site.url("#/neighbored?slide=1")).await;
    let width = "return document.querySelector('.slide-text p').getBoundingClientRect().width";
    assert!(browser.number(width).await > 0.75 * f64::from(PHONE.0));
    browser.click("#slide-close").await;
    browser.click_under("#enlarge").await;
    browser.wait_for_element("[role=dialog] .chart svg").await;
    browser.screenshot("phone-times").await;
    let text = "
        const { height } = document.querySelector('[role=dialog] .chart text').getBoundingClientRect();
        return height";
    assert!(browser.number(text).await >= 10.0);
    let fits = "const { scrollWidth, clientWidth } = document.querySelector('[role=dialog]'); return scrollWidth <= clientWidth";
    assert_eq!(browser.script(fits).await, true);
    browser.close().await;
}

/// Returns the picture of the lanes, the picture with the pointer over a lane, and the picture after the pointer has
/// left: the last one is drawn as a whole.
const TWICE: &str = "
    const done = arguments[arguments.length - 1];
    const canvas = document.querySelector('#lanes');
    const frame = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const point = (name) => {
        const { right, top } = canvas.getBoundingClientRect();
        canvas.dispatchEvent(new PointerEvent(name, { clientX: right - 20, clientY: top + 8, bubbles: true }));
    };
    (async () => {
        await frame();
        const first = canvas.toDataURL();
        point('pointermove');
        await frame();
        const pointed = canvas.toDataURL();
        point('pointerleave');
        await frame();
        done([first, pointed, canvas.toDataURL()]);
    })();
";

/// A step draws only what differs from the picture before it; the result is the picture drawn as a whole.
#[tokio::test(flavor = "multi_thread")]
async fn a_picture_after_steps_is_the_picture_drawn_at_once() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for (block, theme) in [(64, "light"), (256, "dark"), (1024, "projector")] {
        let address = format!("#/neighbored?n=4096&block={block}&theme={theme}&step=20");
        browser.visit(&site.url(&address)).await;
        browser.click("#grain-warp").await;
        let mut last = String::new();
        for keys in [RIGHT, RIGHT, LEFT, "\u{e014}\u{e014}\u{e014}"] {
            browser.press(keys).await;
            let seen = browser.script_of(TWICE, Vec::new()).await;
            let [stepped, pointed, whole] = [0, 1, 2].map(|index| seen[index].as_str().unwrap_or_default().to_owned());
            assert_ne!(pointed, whole, "the pointer's outline is visible");
            assert_ne!(stepped, last, "a step changes the picture");
            assert_eq!(stepped, whole, "{address} after {keys:?}");
            last = stepped;
        }
    }
    browser.close().await;
}
