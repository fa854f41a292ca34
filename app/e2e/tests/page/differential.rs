//! Kernels have the same results on the machine and on the browser's WebGPU, which has another compiler, wherever WGSL
//! defines them. Bytes are equal; only the floats of one buffer of random kernels, `inexact`, may differ by 2^-10.

#[path = "../../../simt/tests/accepted/directions.rs"]
mod accepted;

use e2e::{Browser, Graphics, Site};
use generator::{RandomKernel, Source, Verdict, generate};
use launch::twin::TwinText;
use lessons::{GALLERY, GalleryKernel, Size};
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

/// The words are those that the specification demands; the machine's test has the same table.
#[tokio::test(flavor = "multi_thread")]
async fn texts_that_use_rare_rules_run_in_the_browser() {
    let (_site, browser) = on_an_empty_page().await;
    let texts = accepted::texts();
    let read: Vec<_> = texts.iter().map(|(_, text)| accepted::read(text)).collect();
    let kernels: Vec<_> = texts
        .iter()
        .zip(&read)
        .map(|((_, text), (dispatch, _))| (text.as_str(), dispatch.clone()))
        .collect();
    let answers = browser.webgpu(&kernels).await.expect("answers");
    assert_eq!(answers.len(), texts.len());
    for (((name, _), (_, words)), theirs) in texts.iter().zip(&read).zip(answers) {
        let theirs = theirs.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(theirs, std::slice::from_ref(words), "{name}");
    }
    browser.close().await;
}

/// The translations of the CUDA twins give the reference's results on the browser's WebGPU, and take its checks.
#[tokio::test(flavor = "multi_thread")]
async fn every_twin_of_the_gallery_agrees_with_the_browser() {
    let (_site, browser) = on_an_empty_page().await;
    let machine = Machine::default().with_warp_width(4);
    let sizes = [(4096, 64), (1000, 256)].map(|(n, block)| Size::fixed(n, block));
    let mut cases = Vec::new();
    for kernel in GALLERY.iter().filter(|kernel| kernel.runs_in_cuda()) {
        if kernel.least_warp_width > machine.warp_width {
            continue;
        }
        let program = compile(&kernel.kernel.source, None).expect("it compiles");
        for size in sizes.map(|size| kernel.task.nearest(size)) {
            if size.block() > 256 {
                continue;
            }
            let given = kernel.dispatch(size, &machine);
            let twin = TwinText::of(kernel, &program, &given).translate();
            let twin = twin.unwrap_or_else(|error| panic!("{kernel:?}: {error}"));
            // CUDA's warps have 32 lanes, and those texts count on it; the browser's software device has narrower ones.
            if twin.wgsl.contains("enable subgroups") {
                continue;
            }
            let dispatch = twin.dispatch(&program, &given).expect("it starts");
            let place = twin.place(&program.bindings[kernel.output()].name);
            cases.push((kernel, size, twin.wgsl, dispatch, place.expect("an output")));
        }
    }
    assert!(cases.len() > 90, "{} cases", cases.len());
    let kernels: Vec<_> = cases
        .iter()
        .map(|(_, _, text, dispatch, _)| (text.as_str(), dispatch.clone()))
        .collect();
    let answers = browser.webgpu(&kernels).await.expect("answers");
    assert_eq!(answers.len(), cases.len());
    for ((kernel, size, text, _, place), theirs) in cases.iter().zip(answers) {
        let theirs = theirs.unwrap_or_else(|error| panic!("{kernel:?}: {error:?}\n{text}"));
        let mut expected = vec![0; kernel.output_words(*size) as usize];
        kernel.reference(*size, &machine, 0, &mut expected);
        for (index, (&got, &wanted)) in (0..).zip(theirs[*place].iter().zip(&expected)) {
            assert!(
                kernel.agrees(*size, index, got, wanted),
                "{kernel:?} {size:?}: word {index} is {got:#x}, not {wanted:#x}"
            );
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kernel_of_the_gallery_agrees_with_the_browser() {
    let (_site, browser) = on_an_empty_page().await;
    // The warps are as wide as the subgroups of the browser's software device.
    let options = RunOptions {
        machine: Machine::default().with_warp_width(4),
        ..RunOptions::default()
    };
    // One size is a multiple of the block, the other is not.
    let sizes = [(4096, 64), (1000, 256)].map(|(n, block)| Size::fixed(n, block));
    // The device takes blocks of at most 256, and some kernels need wider subgroups than it has.
    let takes = |kernel: &GalleryKernel, size: Size| {
        size.block() <= 256 && kernel.least_warp_width <= options.machine.warp_width
    };
    let cases: Vec<_> = GALLERY
        .iter()
        .flat_map(|kernel| sizes.map(|size| (*kernel, kernel.task.nearest(size))))
        .filter(|(kernel, size)| takes(kernel, *size))
        .collect();
    assert!(cases.len() > 90, "{} cases", cases.len());
    let kernels: Vec<_> = cases
        .iter()
        .map(|(kernel, size)| {
            let dispatch = kernel.dispatch(*size, &options.machine);
            (kernel.kernel.source.as_ref(), dispatch)
        })
        .collect();
    let answers = browser.webgpu(&kernels).await.expect("answers");
    assert_eq!(answers.len(), cases.len());
    for (((kernel, size), (source, dispatch)), theirs) in cases.iter().zip(&kernels).zip(answers) {
        let name = &kernel.kernel.name;
        let program = compile(source, None).expect("it compiles");
        let ours = run(&program, dispatch, &options).expect("it runs");
        assert_eq!(ours.outcome, Outcome::Completed, "{name}");
        let theirs = theirs.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(ours.buffers.len(), theirs.len(), "{name}");
        for (place, (ours, theirs)) in ours.buffers.iter().zip(&theirs).enumerate() {
            assert_eq!(ours.len(), theirs.len(), "{name}");
            for (index, (&ours, &theirs)) in (0..).zip(ours.iter().zip(theirs)) {
                let near = place == kernel.output() && kernel.agrees(*size, index, theirs, ours);
                assert!(ours == theirs || near, "{name}, word {index} of buffer {place}");
            }
        }
    }
    browser.close().await;
}
