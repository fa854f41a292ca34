//! Measures the speed of the machine in the browser, and of the same kernels on the browser's software WebGPU.
//! The first run is printed too: it is slower, since the browser compiles the machine while it runs.
//!
//! `cargo xtask build && WARPSTEP_DIST=$PWD/dist cargo bench -p e2e --bench browser`. It prints the best of
//! several runs, since disturbances only make a run longer.

use e2e::{Browser, Graphics, Site};
use engine::protocol::{Job, News};
use lessons::{GalleryKernel, Size};
use simt::{Machine, RunOptions};
use std::time::Duration;

const N: u32 = 1 << 20;
const RUNS: u32 = 40;
/// The kernels with barriers of the lesson `neighbored`.
const NAMES: [&str; 6] = [
    "reduce_neighbored",
    "reduce_neighbored_less",
    "reduce_interleaved",
    "reduce_unroll2",
    "reduce_unroll4",
    "reduce_unroll8",
];

/// Returns the times of the first and of the fastest run in the engine, in milliseconds.
async fn runs(browser: &Browser, kernel: &GalleryKernel, findings: bool) -> (f64, f64) {
    let machine = Machine::default();
    let job = |id| Job {
        id,
        kernel: kernel.kernel.clone(),
        dispatch: kernel.dispatch(Size::fixed(N, 256), &machine),
        options: RunOptions {
            findings,
            traced: None,
            machine: machine.clone(),
            ..RunOptions::default()
        },
        check: None,
        with_buffers: false,
    };
    let jobs: Vec<Job> = (0..RUNS).map(job).collect();
    let news = browser.engine(&jobs).await;
    let millis = news.iter().map(|news| match news {
        News::Finished { report, .. } => report.took.map_or(f64::NAN, |took| took.run_millis),
        other => panic!("{}: {other:?}", kernel.kernel.name),
    });
    let first = millis.clone().next().unwrap_or(f64::NAN);
    (first, millis.fold(f64::INFINITY, f64::min))
}

#[tokio::main(flavor = "multi_thread")]
async fn main() {
    let site = Site::start();
    let browser = Browser::start(Graphics::Software).await;
    browser.open(&site.url("#/")).await;
    let mut machine = Vec::new();
    let kernels = NAMES.map(|name| GalleryKernel::by_name(name).expect("in the gallery"));
    for kernel in kernels {
        let name = &kernel.kernel.name;
        let (first, best) = runs(&browser, kernel, false).await;
        let (_, with_findings) = runs(&browser, kernel, true).await;
        eprintln!(
            "{name:<24} machine {best:>8.2} ms {:>7.1} M elements/s, first run {first:.1} ms, with findings {with_findings:.2} ms",
            f64::from(N) / best / 1e3
        );
        machine.push(best);
    }
    let hash = format!("#/neighbored?n={N}&block=256");
    browser.open(&site.url(&hash)).await;
    browser.wait_for_element("#counters[data-run-millis]").await;
    browser.click("#measure").await;
    browser
        .wait_up_to(
            "return document.querySelector('#times').dataset.state === 'measured'",
            Duration::from_secs(900),
        )
        .await;
    eprintln!("n = {N}, block 256; the GPU is the browser's software one");
    let mut ratios = Vec::new();
    for (kernel, millis) in kernels.iter().zip(machine) {
        let name = &kernel.kernel.name;
        let row = format!("#time-table tr[data-time=\"{name}\"] td");
        let text = browser
            .text(&format!("return document.querySelector('{row}')?.textContent ?? ''"))
            .await;
        let gpu: Option<f64> = text.trim().parse().ok();
        let ratio = gpu.map(|gpu| gpu / millis);
        if name.starts_with("reduce_") {
            ratios.extend(ratio);
        }
        eprintln!(
            "{name:<24} machine {millis:>8.2} ms   GPU {:>9} ms   ratio {}",
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
