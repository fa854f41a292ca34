//! Every view in every theme, language and size that matters: nothing is cut off, no page scrolls that should not.

use e2e::{Browser, Graphics, Site};

#[tokio::test(flavor = "multi_thread")]
async fn the_list_fits_in_every_theme_and_language() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for theme in ["light", "dark", "projector"] {
        for language in ["en", "zh-Hans"] {
            browser
                .visit(&site.url(&format!("#/?theme={theme}&lang={language}")))
                .await;
            browser
                .screenshot(&format!("list-{theme}-{language}"))
                .await;
            let scrolls = "return document.documentElement.scrollWidth > innerWidth + 1";
            assert_eq!(browser.script(scrolls).await, false, "{theme} {language}");
        }
    }
    browser.close().await;
}

/// Every lesson, with its slides, walked to its end: in each theme one lesson of three, in both languages.
#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_fits_the_projector_from_start_to_end() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for (index, lesson) in lessons::LESSONS.iter().enumerate() {
        let theme = ["light", "dark", "projector"][index % 3];
        for language in ["en", "zh-Hans"] {
            browser
                .visit(&site.url(&format!("#/{}?theme={theme}&lang={language}", lesson.id)))
                .await;
            for (name, button) in [("slide", "#slides"), ("end", "#last")] {
                browser.click(button).await;
                browser
                    .wait_for("return document.querySelector('#page').dataset.busy === 'false'")
                    .await;
                browser
                    .screenshot(&format!("{}-{language}-{name}", lesson.id))
                    .await;
                let scrolls = "return document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth + 1";
                let what = format!("{} {theme} {language} {name}", lesson.id);
                assert_eq!(browser.script(scrolls).await, false, "{what} scrolls");
            }
            let step = "return document.querySelector('#page').dataset.step === document.querySelector('#page').dataset.steps";
            browser.wait_for(step).await;
            let result = "return document.querySelector('#result').dataset.equal";
            assert_eq!(browser.script(result).await, "true", "{}", lesson.id);
        }
    }
    browser.close().await;
}

/// A step changes pictures, never the layout.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_never_moves_the_layout() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=4096&block=128&grain=statement"))
        .await;
    let layout = "return JSON.stringify([...document.querySelectorAll('section, header, footer, button, canvas, h1, h2, input, select')]
        .map(e => { const r = e.getBoundingClientRect(); return [e.id, Math.round(r.x), Math.round(r.y), Math.round(r.width), Math.round(r.height)]; }))";
    let before = browser.text(layout).await;
    for _ in 0..40 {
        browser.press("\u{e014}").await;
    }
    browser
        .wait_for("return Number(document.querySelector('#page').dataset.step) > 100")
        .await;
    assert_eq!(browser.text(layout).await, before);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_gets_one_column_that_does_not_scroll_sideways() {
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, 500, 844).await;
    for hash in ["#/", "#/neighbored", "#/unroll?block=1024"] {
        browser.visit(&site.url(hash)).await;
        browser
            .screenshot(&format!(
                "phone-{}",
                hash.trim_start_matches("#/")
                    .split('?')
                    .next()
                    .unwrap_or_default()
            ))
            .await;
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
