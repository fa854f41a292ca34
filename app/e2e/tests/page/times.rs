//! Measurements on WebGPU: every kernel of a lesson has the right result and a time; and the page without a GPU.

use e2e::keys::{ESCAPE, RIGHT};
use e2e::{Browser, Graphics, Site};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn all_kernels_run_with_correct_sums_and_get_a_chart() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=16384&block=256"))
        .await;
    browser.wait_for_attribute("#times", "data-state", "ready").await;
    let chart = browser.content("#times .chart").await;
    assert!(!chart.contains("this GPU: "), "nothing runs by itself: {chart}");
    browser.click("#measure").await;
    browser.wait_for_attribute("#times", "data-state", "measuring").await;
    // The page can be stepped while the GPU works.
    browser.press(RIGHT).await;
    browser.wait_for_step_after("0").await;
    browser
        .wait_up_to(
            "return document.querySelector('#times').dataset.state === 'measured'",
            Duration::from_secs(240),
        )
        .await;
    let chart = browser.content("#times .chart").await;
    assert!(chart.contains("neighbored"), "{chart}");
    browser.click("#enlarge").await;
    browser.wait_for_element(".dialog .chart svg").await;
    assert!(!browser.has("#time-table .time-error").await);
    let lesson = lessons::Lesson::by_id("neighbored").expect("a lesson");
    let mut any_is_known = false;
    for kernel in lesson.kernels {
        let row = format!("#time-table tr[data-time=\"{}\"] td", kernel.kernel.name);
        let median = browser.content(&row).await;
        assert!(is_a_time(&median), "{}: {median}", kernel.kernel.name);
        any_is_known |= !median.contains('<');
    }
    let table = browser.content("#time-table").await;
    assert!(any_is_known || table.contains('<'), "{table}");
    browser.wait_for_element("#times-empty").await;
    let source = browser.seen("#times-source").await;
    assert!(
        source.to_lowercase().contains("swiftshader"),
        "the measured device is named: {source}"
    );
    browser.screenshot("times-measured").await;
    browser.close().await;
}

/// The clock and the picture have an n each. What was measured at one is there again when the reader comes back to it.
#[tokio::test(flavor = "multi_thread")]
async fn the_clock_and_the_picture_have_an_n_each() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    let lesson = lessons::Lesson::by_id("recursion").expect("a lesson");
    assert_eq!(lesson.clock.size.n(), 1 << 24);
    browser.open(&site.url("#/recursion?n=16384&block=64")).await;
    let heading = async || {
        let chosen = "return document.querySelector('#clock-size').selectedOptions[0].innerText";
        let text = browser.script(chosen).await;
        text.as_str().unwrap_or_default().replace('\u{a0}', " ")
    };
    let measure = async || {
        browser.wait_for_attribute("#times", "data-state", "ready").await;
        browser.click("#measure").await;
        browser
            .wait_up_to(
                "return document.querySelector('#times').dataset.state === 'measured'",
                Duration::from_secs(120),
            )
            .await;
        heading().await
    };
    assert_eq!(heading().await, "clock · n 2²⁴");
    let of_clock = measure().await;
    // A software GPU is too slow for the lesson's n, and says so.
    assert_ne!(of_clock, "clock · n 2²⁴");
    let sentence = browser.seen("#smaller-n").await;
    assert!(sentence.contains("16,777,216"), "{sentence}");
    let chart = browser.content("#times .chart").await;

    browser.choose("#clock-size", "picture").await;
    assert_eq!(measure().await, "picture · n 2¹⁴");
    assert!(!browser.has("#smaller-n").await);

    browser.choose("#clock-size", "clock").await;
    browser.wait_for_attribute("#times", "data-state", "measured").await;
    assert_eq!(heading().await, of_clock);
    browser.wait_for_content("#times .chart", &chart).await;
    browser.close().await;
}

/// Returns true for a time such as `1,234 µs` or an upper limit such as `< 0.1 ms`: on a software GPU the noise may be
/// longer than a kernel.
pub fn is_a_time(text: &str) -> bool {
    let number = text.trim().trim_start_matches("< ").split(' ').next();
    let value = number.and_then(|number| number.replace(',', "").parse::<f64>().ok());
    value.is_some_and(|value| value > 0.0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_measurement_can_be_stopped() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=16384&block=64"))
        .await;
    browser.wait_for_attribute("#times", "data-state", "ready").await;
    browser.click("#measure").await;
    browser.wait_for_element("#cancel-measure").await;
    browser.click("#cancel-measure").await;
    browser.wait_for_element("#measure").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_the_adapter_cannot_run_gets_a_sentence_and_still_steps() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=16384&block=1024"))
        .await;
    browser.choose("#clock-size", "picture").await;
    browser.wait_for_element("#gpu-too-small").await;
    browser.click("#gpu-too-small summary").await;
    let sentence = browser.seen("#gpu-too-small").await;
    assert!(sentence.contains("1024") || sentence.contains("1,024"), "{sentence}");
    assert!(sentence.contains("256"), "the limit of the adapter: {sentence}");
    browser.press(RIGHT).await;
    browser.wait_for_step_after("0").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_adapter_the_page_says_why_and_steps() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=512&block=64"))
        .await;
    browser.wait_for_element("#gpu-absent").await;
    browser.click("#gpu-absent summary").await;
    let sentence = browser.seen("#gpu-absent").await;
    assert!(sentence.contains("WebGPU") && sentence.len() > 40, "{sentence}");
    // The published times are shown without a GPU too, with their source.
    browser.click("#enlarge").await;
    browser.wait_for_element(".dialog #time-table").await;
    let table = browser.content("#time-table").await;
    assert!(table.contains("M2070") && table.contains("11.722"), "{table}");
    browser.press(ESCAPE).await;
    for _ in 0..3 {
        browser.press(RIGHT).await;
    }
    browser
        .wait_for("return Number(document.querySelector('#page').dataset.step) > 2")
        .await;
    browser.screenshot("without-gpu").await;
    browser.close().await;
}

/// Next to a run, with a projector's large letters, no number of the chart is cut.
#[tokio::test(flavor = "multi_thread")]
async fn the_chart_next_to_a_run_is_as_wide_as_its_panel() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for lesson in lessons::LESSONS {
        for language in ["en", "zh-Hans"] {
            let theme = "projector";
            browser
                .visit(&site.url(&format!("#/{}?theme={theme}&lang={language}", lesson.id)))
                .await;
            browser.wait_for_element("#times").await;
            browser
                .script("document.querySelector('#times-open[aria-expanded=false]')?.click()")
                .await;
            browser.wait_for_element("#times .chart svg").await;
            let wider =
                "const place = document.querySelector('.times-scroll'); return place.scrollWidth > place.clientWidth";
            assert_eq!(browser.script(wider).await, false, "{} {theme} {language}", lesson.id);
            let cut = "const box = document.querySelector('#times .chart svg').getBoundingClientRect();
                return [...document.querySelectorAll('#times .chart text')].filter(text => text.getBoundingClientRect().right > box.right + 1 || text.textContent.includes('…')).map(text => text.textContent).join()";
            assert_eq!(browser.text(cut).await, "", "{} {language}", lesson.id);
        }
    }
    browser.close().await;
}
