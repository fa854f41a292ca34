//! Predictions of the next press: the reader marks lanes or writes them, and the run itself decides.

use e2e::{Browser, Graphics, Site};

const BAR: &str = "#predict-bar";

/// Marks a lane by the pointer. The tip under the pointer tells which lane it is.
async fn mark(browser: &Browser, lane: u32) {
    let script = format!(
        "const done = arguments[arguments.length - 1];
         const canvas = document.querySelector('#lanes');
         const {{ left, top, width, height }} = canvas.getBoundingClientRect();
         const event = (type, x, y, buttons) => canvas.dispatchEvent(new PointerEvent(type, {{ clientX: left + x, clientY: top + y, buttons, bubbles: true }}));
         (async () => {{
             for (let y = 8; y < height; y += 12) for (let x = 2; x < width; x += 6) {{
                 event('pointermove', x, y, 0);
                 await new Promise(resolve => setTimeout(resolve));
                 if (document.querySelector('.tip')?.innerText.startsWith('thread {lane} ')) {{
                     event('pointerdown', x, y, 1);
                     event('pointerup', x, y, 0);
                     return true;
                 }}
             }}
             return false;
         }})().then(done);"
    );
    assert_eq!(browser.script_of(&script, Vec::new()).await, true, "lane {lane}");
}

#[tokio::test(flavor = "multi_thread")]
async fn lanes_are_marked_and_judged_by_the_next_press() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=128&block=64&grain=stride&lang=en"))
        .await;
    browser.press("m").await;
    browser.wait_for_element(BAR).await;
    browser.screenshot("predict-asked").await;
    // The first stride uses lanes 0, 2, 4 …; the reader predicts the first half of the lanes.
    browser.fill("#predict-answer", "0-31").await;
    let signs = browser.attribute("#lanes", "data-marks").await;
    assert_eq!(signs, format!("{}/{}", "m".repeat(32), ".".repeat(32)));
    browser.screenshot("predict-marked").await;
    browser.click("#next").await;
    browser.wait_for_attribute(BAR, "data-state", "wrong").await;
    let signs = browser.attribute("#lanes", "data-marks").await;
    assert_eq!(signs, format!("{}/{}", "r+".repeat(16), "-.".repeat(16)));
    assert_eq!(
        browser.seen("#predict-said").await,
        "✗ 32 of 64 threads right: 16 missed, 16 too many."
    );
    assert_eq!(browser.seen("#predict-score").await, "0 of 1");
    browser.screenshot("predict-wrong").await;
    // The next prediction removes the signs of the last one, and is right.
    browser.fill("#predict-answer", "0-60:4").await;
    browser.wait_for_attribute(BAR, "data-state", "asked").await;
    browser.click("#next").await;
    browser.wait_for_attribute(BAR, "data-state", "right").await;
    assert_eq!(browser.seen("#predict-score").await, "1 of 2");
    browser.screenshot("predict-right").await;
    // A jump is no press, so it decides nothing.
    browser.fill("#predict-answer", "0").await;
    browser.click("#last").await;
    browser.wait_for_attribute(BAR, "data-state", "asked").await;
    assert_eq!(browser.seen("#predict-score").await, "1 of 2");
    // A text that is no list of lanes gets a message, and the marks stay.
    browser.click("#first").await;
    browser.fill("#predict-answer", "0, 2, x").await;
    browser.wait_for_attribute(BAR, "data-state", "refused").await;
    assert!(
        browser
            .seen("#predict-said")
            .await
            .contains("“x” is not a list of threads")
    );
    browser.screenshot("predict-refused").await;
    // Another lesson starts the score again.
    browser.script("location.hash = '#/interleaved?n=128'").await;
    browser
        .wait_for("return document.querySelector('#page').dataset.lesson === 'interleaved' && document.querySelector('#predict-score').innerText === '0 of 0'")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lanes_are_marked_by_pointer_and_numbers_are_guessed() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=128&block=64&grain=stride&lang=en"))
        .await;
    browser.click("#predict").await;
    browser.wait_for_element(BAR).await;
    for lane in [0, 2, 33] {
        mark(&browser, lane).await;
    }
    let answer = "return document.querySelector('#predict-answer').value";
    browser.wait_for(&format!("{answer} === '0, 2, 33'")).await;
    mark(&browser, 2).await;
    browser.wait_for(&format!("{answer} === '0, 33'")).await;
    // Each of two warps loads twice and stores once, one line each time.
    browser.choose("#predict-question", "lines").await;
    browser.wait_for(&format!("{answer} === ''")).await;
    browser.fill("#predict-answer", "6").await;
    browser.click("#next").await;
    browser.wait_for_attribute(BAR, "data-state", "right").await;
    assert_eq!(browser.seen("#predict-said").await, "✓ 6: right.");
    browser.close().await;
}

/// A prediction is about a statement, and stepping by modelled cycles does not stop at statements. So each ends the
/// other, and no prediction waits for ever.
#[tokio::test(flavor = "multi_thread")]
async fn predicting_and_stepping_by_cycle_end_each_other() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .visit(&site.url("#/neighbored?n=128&block=64&cycle=0&lang=en"))
        .await;
    browser.wait_for_element("#cycle").await;
    browser.press("m").await;
    browser.wait_for_element(BAR).await;
    browser
        .wait_for_attribute("#grain-statement", "aria-pressed", "true")
        .await;
    assert!(!browser.has("#cycle").await);
    browser.fill("#predict-answer", "0-63").await;
    browser.click("#next").await;
    browser.wait_for_attribute(BAR, "data-state", "right").await;
    browser.click("#grain-cycle").await;
    browser.wait_for_element("#cycle").await;
    browser.wait_until_gone(BAR).await;
    browser.close().await;
}
