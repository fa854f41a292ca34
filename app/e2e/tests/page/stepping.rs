//! Stepping: the page shows exactly the trace, forward, back and after a reload.

use e2e::keys::{END, HOME, LEFT, RIGHT};
use e2e::{Browser, Expected, Graphics, Site};
use lessons::GALLERY;
use simt::{Access, Grain};

async fn position(browser: &Browser) -> usize {
    browser
        .attribute("#page", "data-step")
        .await
        .parse()
        .expect("a position")
}

async fn wait_for_position(browser: &Browser, position: usize) {
    browser
        .wait_for(&format!(
            "return document.querySelector('#page').dataset.step === '{position}'"
        ))
        .await;
}

/// Compares the loads and stores on the page with the trace.
pub async fn compare_words(browser: &Browser, expected: &mut Expected, position: usize, grain: Grain) {
    for (attribute, access) in [("data-loads", Access::Load), ("data-stores", Access::Store)] {
        let words = browser.attribute("#array", attribute).await;
        let mut words: Vec<&str> = words.split_whitespace().collect();
        words.sort();
        words.dedup();
        assert_eq!(
            words,
            expected.words(position, grain, access),
            "{attribute} at step {position}"
        );
    }
}

/// Compares lanes, loads, stores and the next line on the page with the trace, at the page's position.
async fn compare(browser: &Browser, expected: &mut Expected, grain: Grain) {
    let position = position(browser).await;
    assert_eq!(
        browser.attribute("#lanes", "data-lanes").await,
        expected.lanes(position),
        "lanes at step {position}"
    );
    compare_words(browser, expected, position, grain).await;
    let line = expected
        .cursor
        .trace()
        .statement(position)
        .map_or(String::new(), |statement| statement.line.to_string());
    assert_eq!(
        browser.attribute("#next-line", "data-line").await,
        line,
        "the next line at step {position}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_walk_the_trace_both_ways_and_a_reload_stays() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    let mut expected = Expected::new("reduce_neighbored", 512, 64);
    let grain = Grain::Statement;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=512&block=64&grain=statement"))
        .await;
    assert_eq!(
        browser.attribute("#page", "data-steps").await,
        expected.cursor.trace().len().to_string()
    );
    compare(&browser, &mut expected, grain).await;
    let mut visited = vec![0];
    for _ in 0..24 {
        expected.cursor.seek(*visited.last().expect("never empty"));
        let next = expected.cursor.next(grain);
        browser.press(RIGHT).await;
        wait_for_position(&browser, next).await;
        compare(&browser, &mut expected, grain).await;
        visited.push(next);
    }
    for &before in visited.iter().rev().skip(1).take(10) {
        browser.press(LEFT).await;
        wait_for_position(&browser, before).await;
        compare(&browser, &mut expected, grain).await;
    }
    let here = position(&browser).await;
    // The page updates the address once no key has been pressed for a moment.
    browser
        .wait_for(&format!("return location.hash.includes('step={here}')"))
        .await;
    browser.reload().await;
    wait_for_position(&browser, here).await;
    compare(&browser, &mut expected, grain).await;
    browser.press(END).await;
    wait_for_position(&browser, expected.cursor.trace().len()).await;
    compare(&browser, &mut expected, grain).await;
    browser.press(HOME).await;
    wait_for_position(&browser, 0).await;
    compare(&browser, &mut expected, grain).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_grain_stops_where_the_trace_says() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let mut expected = Expected::new("reduce_interleaved", 1024, 128);
    for (name, grain) in [
        ("warp", Grain::Warp),
        ("statement", Grain::Statement),
        ("stride", Grain::Iteration),
        ("barrier", Grain::Barrier),
    ] {
        browser
            .open(&site.url("#/interleaved?kernel=reduce_interleaved&n=1024&block=128"))
            .await;
        browser.press(HOME).await;
        browser.click(&format!("#grain-{name}")).await;
        let mut step = position(&browser).await;
        for _ in 0..6 {
            expected.cursor.seek(step);
            step = expected.cursor.next(grain);
            browser.click("#next").await;
            wait_for_position(&browser, step).await;
            compare(&browser, &mut expected, grain).await;
        }
    }
    browser.close().await;
}

/// In the browser, every kernel's trace has the native fingerprint.
#[tokio::test(flavor = "multi_thread")]
async fn traces_in_the_browser_are_the_native_ones() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for kernel in GALLERY.iter() {
        let name = &kernel.kernel.name;
        let lesson = lessons::LESSONS
            .iter()
            .find(|lesson| lesson.kernels.contains(kernel))
            .expect("a lesson has it");
        let size = kernel.task.nearest(lessons::Size::fixed(4096, 128));
        let (n, block) = (size.n(), size.block());
        let native = Expected::new(name, n, block).cursor.trace().fingerprint();
        browser
            .open(&site.url(&format!("#/{}?kernel={name}&n={n}&block={block}", lesson.id)))
            .await;
        browser
            .wait_for(&format!(
                "return document.querySelector('#page').dataset.kernel === '{name}'"
            ))
            .await;
        browser
            .wait_for(&format!(
                "return document.querySelector('#page').dataset.trace === '{native:016x}'"
            ))
            .await;
    }
    browser.close().await;
}
