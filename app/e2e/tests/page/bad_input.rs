//! Invalid input gets a message next to it. The last valid picture stays, and the page goes on.

use e2e::keys::HOME;
use e2e::{Browser, Graphics, Site};

/// Checks that the page still steps.
async fn steps(browser: &Browser) {
    let before = browser.attribute("#page", "data-step").await;
    browser.click("#next").await;
    browser.wait_for_step_after(&before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_size_that_cannot_run_gets_a_sentence_and_nothing_is_lost() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .open(&site.url("#/neighbored?kernel=reduce_neighbored&n=512&block=64"))
        .await;
    // Each case: the typed text, and a part of the message.
    for (typed, named) in [
        ("0", "64"),
        ("63", "64"),
        ("abc", "abc"),
        ("-5", "-5"),
        ("99999999999999", "2^29"),
    ] {
        browser.fill("#n", typed).await;
        browser
            .wait_for("return (document.querySelector('#n-error')?.innerText ?? '').length > 10")
            .await;
        let sentence = browser.seen("#n-error").await;
        assert!(sentence.contains(named), "{typed}: {sentence}");
        assert_eq!(
            browser.attribute("#page", "data-n").await,
            "512",
            "the last valid size stays"
        );
    }
    browser.screenshot("bad-size").await;
    steps(&browser).await;
    // A size that is no multiple of the block runs, since kernels check their index.
    browser.fill("#n", "1000").await;
    browser.wait_for_attribute("#page", "data-n", "1000").await;
    browser.wait_for_attribute("#result", "data-equal", "true").await;
    assert_eq!(
        browser
            .script("return (document.querySelector('#n-error')?.innerText ?? '')")
            .await,
        ""
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_with_nonsense_leads_to_the_nearest_page() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    // Each case: the address, and the kernel that is shown; for the list it is empty.
    let table = [
        ("#/neighbored?kernel=nonsense&n=512", "reduce_neighbored"),
        ("#/neighbored?n=0&block=7", "reduce_neighbored"),
        ("#/neighbored?n=%FF%00&step=-1&grain=%3Cscript%3E", "reduce_neighbored"),
        (
            "#/neighbored?step=99999999999999999999&machine=abacus&theme=plaid&lang=xx",
            "reduce_neighbored",
        ),
        ("#/no-such-lesson", ""),
        ("#%%%&&&===???", ""),
    ];
    for (hash, kernel) in table {
        browser.visit(&site.url(hash)).await;
        let chosen = browser.attribute("#page", "data-kernel").await;
        assert_eq!(chosen, kernel, "{hash}");
        let notices = browser
            .text("return document.querySelector('#notices').innerText")
            .await;
        assert!(notices.trim().len() > 10, "{hash} gets a message");
        if !kernel.is_empty() {
            browser.press(HOME).await;
            steps(&browser).await;
        }
    }
    browser.close().await;
}
