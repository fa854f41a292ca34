//! Custom machines: sliders change the sizes, a link restores them, and the picture is that machine's.

use crate::typing::settled;
use e2e::{Browser, Expected, Graphics, Site};
use simt::Machine;

const START: &str = "#/neighbored?kernel=reduce_neighbored&n=16384&block=64";

async fn lanes(browser: &Browser) -> String {
    browser.attribute("#lanes", "data-lanes").await
}

/// Moves the slider with this index in the list, as a pointer does.
async fn slide(browser: &Browser, place: usize, exponent: u32) {
    browser
        .script(&format!(
            "const slider = document.querySelectorAll('.sizes input[type=range]')[{place}];
             slider.value = {exponent};
             slider.dispatchEvent(new Event('input', {{ bubbles: true }}));"
        ))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sliders_make_a_machine_that_a_link_brings_back() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url(START)).await;
    browser.wait_for_element("#lanes[data-lanes]").await;
    browser.click("#machine-sizes").await;
    browser.wait_for_element(".sizes").await;
    browser.screenshot("machine-sizes").await;
    slide(&browser, 0, 3).await;
    let expected = |machine: &str, predication| {
        let machine = Machine::by_name(machine).expect("a machine");
        Expected::on(machine, predication, "reduce_neighbored", 16_384, 64).lanes(0)
    };
    let eight = expected("custom:warp=8", false);
    browser
        .wait_for(&format!(
            "return document.querySelector('#lanes').dataset.lanes === '{eight}'"
        ))
        .await;
    browser
        .wait_for(
            "return location.hash.includes('machine=custom:warp=8,line=128,sector=32,banks=32,bank=4,loads=sectors')",
        )
        .await;
    browser.click("#predication").await;
    browser
        .wait_for("return location.hash.includes('branches=masked')")
        .await;
    browser.screenshot("machine-custom").await;
    // The link alone restores the machine.
    let hash = browser.text("return location.hash").await;
    browser.open(&site.url("#/")).await;
    browser.open(&site.url(&hash)).await;
    browser.wait_for_element("#lanes[data-lanes]").await;
    assert_eq!(lanes(&browser).await, expected("custom:warp=8", true), "{hash}");
    assert_eq!(browser.value("#machine").await, "custom");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wide_warps_fit_the_picture() {
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url(&format!("{START}&machine=rdna3-64"))).await;
    browser.wait_for_element("#lanes[data-lanes]").await;
    let machine = Machine::by_name("rdna3-64").expect("a machine");
    assert_eq!(
        lanes(&browser).await,
        Expected::on(machine, false, "reduce_neighbored", 16_384, 64).lanes(0)
    );
    browser.screenshot("machine-64-lanes").await;
    browser.close().await;
}

/// A browser that names an NVIDIA card's architecture. The GPU itself stays the software device.
const LOVELACE: &str = "const named = { vendor: 'nvidia', architecture: 'lovelace', device: '', description: '' };
    Object.defineProperty(GPUDevice.prototype, 'adapterInfo', { get: () => named });";

#[tokio::test(flavor = "multi_thread")]
async fn a_first_draft_is_counted_for_the_gpu_of_this_computer() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    browser.before_page(LOVELACE).await;
    browser.open(&site.url("#/playground")).await;
    browser
        .wait_for("return document.querySelector('#own-machine')?.value === 'rtx-4070'")
        .await;
    // The welcome stays, since the reader has changed nothing.
    assert!(browser.has("#welcome").await);
    // An example has the machine of the text before it.
    browser.click("[data-example]").await;
    browser.wait_until_gone("#welcome").await;
    assert_eq!(browser.value("#own-machine").await, "rtx-4070");
    // A machine that the reader has chosen stays, for another example and for the next visit.
    browser.choose("#own-machine", "v100").await;
    settled(&browser).await;
    browser.choose("#open-kernel", "cuda:vector_sum").await;
    settled(&browser).await;
    assert_eq!(browser.value("#own-machine").await, "v100");
    browser.reload().await;
    browser
        .wait_for("return document.querySelector('#own-machine')?.value === 'v100'")
        .await;
    browser.close().await;
}
