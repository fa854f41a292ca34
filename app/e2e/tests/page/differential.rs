//! What WGSL decides is the same on the machine and on the browser's own WebGPU, whose compiler is not the machine's.
//! Bytes are equal; the floats of one buffer of random kernels, `inexact`, are within 2^-10.

use e2e::{Browser, Graphics, Site};
use generator::{RandomKernel, Source, Verdict, generate};
use lessons::{GALLERY, Size};
use simt::{Machine, Outcome, RunOptions, compile, run};

const RANDOM_KERNELS: u64 = 60;
const AT_ONCE: usize = 20;

async fn on_an_empty_page() -> (Site, Browser) {
    let site = Site::empty();
    let browser = Browser::start(Graphics::Software).await;
    browser.open(&site.url("")).await;
    (site, browser)
}

#[tokio::test(flavor = "multi_thread")]
async fn random_kernels_agree_with_the_browser() {
    let (_site, browser) = on_an_empty_page().await;
    let seeds: Vec<u64> = (0..RANDOM_KERNELS).collect();
    for seeds in seeds.chunks(AT_ONCE) {
        let random = |seed: &u64| generate(&mut Source::from_seed(*seed));
        let kernels: Vec<RandomKernel> = seeds.iter().map(random).collect();
        let verdicts = browser.verdicts(&kernels).await.expect("answers");
        for ((seed, kernel), verdict) in seeds.iter().zip(&kernels).zip(verdicts) {
            let agreed = matches!(verdict, Verdict::Agree | Verdict::KnownBug);
            assert!(agreed, "seed {seed}: {verdict:?}\n{}", kernel.source);
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kernel_of_the_gallery_agrees_with_the_browser() {
    let (_site, browser) = on_an_empty_page().await;
    // As wide as the subgroups of the browser's software device.
    let options = RunOptions {
        machine: Machine::default().with_warp_width(4),
        ..RunOptions::default()
    };
    // Whole blocks, and an end that no block divides.
    let sizes = [(4096, 64), (1000, 256)].map(|(n, block)| Size::new(n, block).expect("a size"));
    let kernels: Vec<_> = GALLERY
        .iter()
        .flat_map(|kernel| {
            sizes.map(|size| {
                (
                    kernel.kernel.source.as_ref(),
                    kernel.dispatch(size, &options.machine),
                )
            })
        })
        .collect();
    let answers = browser.webgpu(&kernels).await.expect("answers");
    assert_eq!(answers.len(), 2 * GALLERY.len());
    for ((source, dispatch), theirs) in kernels.iter().zip(answers) {
        let program = compile(source, None).expect("it compiles");
        let ours = run(&program, dispatch, &options).expect("it runs");
        assert_eq!(ours.outcome, Outcome::Completed, "{source}");
        assert_eq!(Ok(ours.buffers), theirs, "{source}");
    }
    browser.close().await;
}
