//! How fast the machine is in the browser, next to the same kernels on the browser's software WebGPU, in one page.
//! The first runs of a page are slower: the browser compiles the machine while it runs.
//!
//! `cargo xtask build && WARPSTEP_DIST=dist cargo bench -p e2e --bench browser`. The best of some runs: what disturbs
//! only ever adds.

use e2e::{Browser, Graphics, Site};
use lessons::GALLERY;
use std::time::Duration;

const N: u32 = 1 << 20;
const RUNS: u32 = 12;

#[tokio::main(flavor = "multi_thread")]
async fn main() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    let mut machine = Vec::new();
    for kernel in GALLERY.iter() {
        let name = &kernel.kernel.name;
        let mut best = f64::INFINITY;
        for picture in 0..RUNS {
            let hash = format!("#/neighbored?kernel={name}&n={N}&block=256&picture={picture}");
            browser.open(&site.url("#/")).await;
            browser.open(&site.url(&hash)).await;
            browser.wait_for_element("#counters[data-run-millis]").await;
            let millis = browser
                .number("return Number(document.querySelector('#counters').dataset.runMillis)")
                .await;
            best = best.min(millis);
        }
        machine.push(best);
    }
    browser.click("#measure").await;
    browser
        .wait_up_to(
            "return document.querySelector('#times').dataset.state === 'measured'",
            Duration::from_secs(900),
        )
        .await;
    eprintln!("n = {N}, block 256; the GPU is the browser's software one");
    let mut ratios = Vec::new();
    for (kernel, millis) in GALLERY.iter().zip(machine) {
        let name = &kernel.kernel.name;
        let row = format!("#time-table tr[data-time=\"{name}\"] td");
        let text = browser
            .text(&format!(
                "return document.querySelector('{row}')?.textContent ?? ''"
            ))
            .await;
        let gpu: Option<f64> = text.trim().parse().ok();
        let ratio = gpu.map(|gpu| gpu / millis);
        if name.starts_with("reduce_") {
            ratios.extend(ratio);
        }
        let speed = f64::from(N) / millis / 1e3;
        eprintln!(
            "{name:<24} machine {millis:>8.2} ms {speed:>7.1} M elements/s   GPU {:>9} ms   ratio {}",
            text.trim(),
            ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.1}"))
        );
    }
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64;
    eprintln!(
        "geometric mean over {} barrier kernels: {:.1}",
        ratios.len(),
        mean.exp()
    );
    browser.close().await;
}
