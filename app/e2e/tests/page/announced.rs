//! What a picture shows is also announced to screen readers, and is in a table that the reader can open.

use e2e::keys::RIGHT;
use e2e::page::RUN_SHOWN;
use e2e::{Browser, Graphics, Site};

/// From now on records in `heard` which live regions change, with their texts.
const LISTEN: &str = "
    const live = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output';
    window.heard = [];
    new MutationObserver(changes => {
        for (const { target } of changes) {
            const region = (target.nodeType === Node.TEXT_NODE ? target.parentElement : target)?.closest(live);
            if (region) window.heard.push([region.id || region.className, region.textContent]);
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });";

/// In every view that steps a run, one live region announces a step, and announces it once.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_is_announced_once() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let of_lesson = "neighbored?kernel=reduce_neighbored&n=128&block=64&grain=stride&lang=en";
    for place in [
        of_lesson.to_owned(),
        format!("{of_lesson}&with=reduce_interleaved"),
        format!("{of_lesson}&slide=2"),
        format!("{of_lesson}&embed=1"),
        format!("{of_lesson}&with=reduce_interleaved&embed=1"),
        "playground?lang=en".to_owned(),
    ] {
        browser.visit(&site.url(&format!("#/{place}"))).await;
        browser.wait_for(RUN_SHOWN).await;
        // The test listens to the second step: the announcement of the beginning already describes the first one.
        let step = async || {
            let before = browser.attribute("#page", "data-step").await;
            browser.click("#next").await;
            browser.wait_for_step_after(&before).await;
        };
        step().await;
        browser.script(LISTEN).await;
        step().await;
        browser.wait_for("return window.heard.length > 0").await;
        browser.wait_until_drawn().await;
        let regions = browser
            .script("return [...new Set(window.heard.map(([region]) => region))]")
            .await;
        assert_eq!(regions, serde_json::json!(["summary"]), "{place}");
        let said = browser
            .number("return new Set(window.heard.map(([, text]) => text)).size")
            .await;
        assert_eq!(said, 1.0, "{place}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_step_is_announced_and_tables_follow_the_pictures() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=128&block=64&grain=stride&lang=en"))
        .await;
    let text = "return document.querySelector('#summary').textContent";
    browser.click("#next").await;
    browser.click("#next").await;
    let wanted = "Warps 0 and 1: in each, lanes 0, 4, 8 … 28 active; each loads 16 words from 8 sectors, stores 8 words to 4 sectors.";
    browser.wait_for(&format!("{text} === '{wanted}'")).await;
    assert_eq!(browser.attribute("#summary", "aria-live").await, "polite");
    // The tables exist only while they are open; then they follow the steps.
    assert!(!browser.has(".picture-table").await);
    browser.click("#tables").await;
    browser.wait_for_element("#lanes-table").await;
    let row = "return [...document.querySelectorAll('#lanes-table tbody tr')[36].cells].map(cell => cell.innerText).join('|')";
    assert_eq!(browser.text(row).await, "36|1|active|data[36], data[38]|data[36]");
    assert_eq!(browser.count("#array-table tbody tr").await, 32);
    browser.screenshot("announced-tables").await;
    browser.click("#next").await;
    browser
        .wait_for(&format!(
            "{} === '36|1|masked||'",
            row.replace("innerText", "textContent")
        ))
        .await;
    browser.click("#tables").await;
    browser.wait_until_gone("#lanes-table").await;
    // While the run plays, the region is empty. It announces the step at which the run stops.
    browser.click("#first").await;
    browser.click("#play").await;
    browser.wait_for(&format!("{text} === ''")).await;
    browser.click("#play").await;
    browser.wait_for(&format!("{text}.startsWith('Warp')")).await;
    browser.click("#lang-zh").await;
    browser.wait_for(&format!("{text}.startsWith('线程束')")).await;
    browser.screenshot("announced-zh").await;
    browser.close().await;
}

/// A word of the memory to which keys lead is announced, in a lesson and on stage.
#[tokio::test(flavor = "multi_thread")]
async fn words_are_announced_as_keys_walk_them() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for place in ["neighbored?lang=en", "neighbored?slide=2&stage=1&lang=en"] {
        browser.visit(&site.url(&format!("#/{place}"))).await;
        browser.wait_for(RUN_SHOWN).await;
        browser.wait_until_drawn().await;
        browser.script("document.querySelector('#array').focus()").await;
        assert_eq!(browser.content("#walked").await, "");
        let said = "return document.querySelector('#walked').textContent";
        browser.press(RIGHT).await;
        browser.wait_for(&format!("{said}.startsWith('data[')")).await;
        let first = browser.text(said).await;
        browser.press(RIGHT).await;
        browser
            .wait_for(&format!("const said = document.querySelector('#walked').textContent; return said.startsWith('data[') && said !== {first:?}"))
            .await;
        browser.script("document.querySelector('#array').blur()").await;
        browser.wait_for(&format!("{said} === ''")).await;
    }
    browser.close().await;
}
