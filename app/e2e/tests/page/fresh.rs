//! Nothing on screen is stale: what describes a moment follows the moment, and what was refused leaves nothing behind.

use e2e::keys::{ENTER, ESCAPE, RIGHT, TAB};
use e2e::page::PRESS;
use e2e::{Browser, Graphics, Site};

/// Moves the pointer to the middle of the first lane or word of a picture.
fn point(canvas: &str) -> String {
    format!(
        "const canvas = document.querySelector('{canvas}'), box = canvas.getBoundingClientRect();
         const token = name => Number(getComputedStyle(document.documentElement).getPropertyValue(name));
         const label = token('--draw-label') * token('--enlarge');
         canvas.dispatchEvent(new PointerEvent('pointermove', {{ clientX: box.left + label + 6, clientY: box.top + 8, bubbles: true }}))"
    )
}

/// The stride that the tip at the pointer and the caption name.
const STRIDES: &str = "
    const tip = document.querySelector('.tip')?.innerText.match(/stride = (\\d+)/)?.[1];
    const caption = document.querySelector('#caption').innerText.match(/stride (\\d+)/)?.[1];
    return `${tip} ${caption}`";

#[tokio::test(flavor = "multi_thread")]
async fn a_tip_at_the_pointer_follows_the_steps() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    for hash in ["#/neighbored?step=0&lang=en", "#/neighbored?slide=2&stage=1&lang=en"] {
        browser.visit(&site.url(hash)).await;
        browser.press(RIGHT).await;
        browser.wait_for_frames(3).await;
        browser.script(&point("#lanes")).await;
        browser.wait_for_element(".tip").await;
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..3 {
            browser.wait_for_frames(4).await;
            let strides = browser.text(STRIDES).await;
            let (tip, caption) = strides.split_once(' ').expect("two strides");
            assert_eq!(tip, caption, "{hash}");
            seen.insert(strides);
            browser.press(RIGHT).await;
        }
        assert_eq!(seen.len(), 3, "{hash}: {seen:?}");
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_sentence_about_the_deck_replaces_an_older_one() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/neighbored?lang=en")).await;
    for number in 1..=3 {
        browser.click("#take").await;
        browser.wait_for_count("#notices .notice", "=== 1").await;
        let said = format!("Added to your deck as slide {number}.");
        browser.wait_for_content("#notices .notice p", &said).await;
    }
    browser.close().await;
}

/// The block that the field shows, and true if a message is open.
const FIELD: &str = "return `${document.querySelector('#block').value} ${document.querySelector('#block-error').innerText.trim() !== ''}`";

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_field_shows_the_value_in_use_again() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    let refuse = async || {
        browser.visit(&site.url("#/neighbored?step=0&lang=en")).await;
        browser.click("#block").await;
        browser.script("document.querySelector('#block').select()").await;
        browser.press("96").await;
        browser.press(ENTER).await;
        assert_eq!(browser.text(FIELD).await, "96 true");
    };
    refuse().await;
    browser.press(ESCAPE).await;
    assert_eq!(browser.text(FIELD).await, "64 false");
    // The text goes with the focus, the message with what the reader does next.
    refuse().await;
    browser.press(TAB).await;
    assert_eq!(browser.text(FIELD).await, "64 true");
    browser.press(RIGHT).await;
    assert_eq!(browser.text(FIELD).await, "64 false");
    refuse().await;
    browser.choose("#machine", "v100").await;
    browser.click("#question").await;
    assert_eq!(browser.text(FIELD).await, "64 false");
    refuse().await;
    browser.click("#next").await;
    assert_eq!(browser.text(FIELD).await, "64 false");
    assert_eq!(browser.text(PRESS).await, "1");
    // The message leads to where 96 runs.
    refuse().await;
    browser.click("#block-in-playground").await;
    browser.wait_for_element("#playground").await;
    browser.wait_until_ready().await;
    browser
        .wait_for("return document.querySelector('#block-size').innerText.includes('96 × 1 × 1 threads')")
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comparison_has_a_caption_for_each_kernel() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser
        .visit(&site.url("#/interleaved?with=reduce_neighbored&lang=en"))
        .await;
    browser.press(RIGHT).await;
    browser.wait_for_frames(2).await;
    let said = browser.seen("#caption").await;
    assert!(said.contains("interleaved stride 64"), "{said}");
    assert!(said.contains("neighbored stride 1"), "{said}");
    browser.close().await;
}
