//! The letters of lessons: none is too small for its window, pictures keep their numbers, and labels do not overlap.

use e2e::fits::{RECORD_DRAWN, lesson_faults};
use e2e::{Browser, Graphics, Site, is_full_run};
use lessons::LESSONS;

const LANGUAGES: [&str; 2] = ["en", "zh-Hans"];

/// Shows each lesson as it opens, and its first comparison, in one of the languages; in both in a full run.
async fn letters_can_be_read((width, height): (u32, u32), least: f64) {
    const NARROW: u32 = 700;
    let site = Site::start();
    let browser = Browser::start_sized(Graphics::None, width, height).await;
    browser.before_page(RECORD_DRAWN).await;
    browser.visit(&site.url("#/neighbored")).await;
    let mut all = Vec::new();
    for (number, lesson) in LESSONS.iter().enumerate() {
        let languages = if is_full_run() {
            &LANGUAGES[..]
        } else {
            &LANGUAGES[number % 2..][..1]
        };
        let beside = lesson
            .kernels
            .get(1)
            .map_or_else(String::new, |other| format!("&with={}", other.kernel.name));
        for language in languages {
            for beside in ["", &beside] {
                let hash = format!("#/{}?lang={language}{beside}", lesson.id);
                browser.script(&format!("location.hash = {hash:?}")).await;
                browser
                    .wait_for(&format!(
                        "const page = document.querySelector('#page').dataset;
                         return page.lesson === {:?} && page.ready === 'true' && page.busy === 'false'
                            && document.documentElement.lang === {language:?}
                            && (document.querySelector('#compare-panels') !== null) === {}",
                        lesson.id,
                        !beside.is_empty(),
                    ))
                    .await;
                browser.wait_for_frames(3).await;
                let faults = browser.text(&lesson_faults(least, width > NARROW)).await;
                if !faults.is_empty() {
                    all.push(format!("{width} × {height} {hash}: {faults}"));
                }
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_of_lessons_can_be_read_on_a_projector() {
    letters_can_be_read((1280, 720), 11.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_of_lessons_can_be_read_in_full_high_definition() {
    letters_can_be_read((1920, 1080), 13.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_of_lessons_can_be_read_on_a_phone() {
    letters_can_be_read((390, 844), 11.0).await;
}
