//! In the browser the machine has the same traces, counters, findings and buffers as natively, bit for bit.

#[path = "../../../simt/tests/kernels/directions.rs"]
mod directions;

use e2e::{Browser, Graphics, Site, difference, job};
use engine::protocol::{Job, News};
use simt::{Kernel, Machine, RunOptions};
use std::path::Path;

#[tokio::test(flavor = "multi_thread")]
async fn every_behaviour_is_the_same_in_the_browser() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../simt/tests/kernels");
    let mut jobs = Vec::new();
    let mut names = Vec::new();
    let topics = std::fs::read_dir(root).expect("the behaviours");
    for topic in topics.map(|topic| topic.expect("a topic").path()) {
        for file in std::fs::read_dir(topic).into_iter().flatten() {
            let file = file.expect("a behaviour").path();
            if file.extension().is_none_or(|extension| extension != "wgsl") {
                continue;
            }
            let source = std::fs::read_to_string(&file).expect("a readable file");
            let (dispatch, budget) = directions::read(&source);
            for (width, seed) in [(4, 0), (32, 7)] {
                let mut options = RunOptions {
                    machine: Machine::default().with_warp_width(width),
                    seed,
                    ..RunOptions::default()
                };
                options.step_budget = budget.unwrap_or(options.step_budget);
                names.push(format!("{} {width}", file.display()));
                jobs.push(Job {
                    id: jobs.len() as u32,
                    kernel: Kernel {
                        name: "behaviour".into(),
                        source: source.clone().into(),
                        entry_point: None,
                    },
                    dispatch: dispatch.clone(),
                    options,
                    check: None,
                    with_buffers: false,
                });
            }
        }
    }
    assert!(jobs.len() > 60, "{} jobs", jobs.len());
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    let answers = browser.engine(&jobs).await;
    assert_eq!(answers.len(), jobs.len());
    for ((name, job), news) in names.iter().zip(&jobs).zip(&answers) {
        assert_eq!(difference(job, news), None, "{name}");
    }
    browser.close().await;
}

/// Mutated WGSL texts, and random kernels on random machines. `cargo xtask fuzz-browser` continues with ten thousand.
#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_random_jobs_are_the_same_in_the_browser() {
    let corpus = fuzz::corpus::sources();
    // The jobs before these have unchanged texts of the corpus.
    let first = 2 * corpus.len() as u32;
    let jobs: Vec<Job> = (first..first + 200).map(|it| job(it, &corpus)).collect();
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    for jobs in jobs.chunks(50) {
        let answers = browser.engine(jobs).await;
        assert_eq!(answers.len(), jobs.len());
        for (job, news) in jobs.iter().zip(&answers) {
            let source = &job.kernel.source;
            assert_eq!(difference(job, news), None, "input {}\n{source}", job.id);
        }
    }
    browser.close().await;
}

/// The engine refuses a text that it must not run, and then accepts the next job.
#[tokio::test(flavor = "multi_thread")]
async fn hostile_text_gets_an_error_with_a_line_and_the_engine_lives() {
    let nested = format!(
        "@compute @workgroup_size(1) fn main() {{ let a = {}1{}; }}",
        "(".repeat(10_000),
        ")".repeat(10_000)
    );
    let texts = [
        ("nested parentheses", nested),
        ("five megabytes", "// five bytes\n".repeat(375_000)),
        (
            "a function that calls itself",
            "fn f(x: u32) -> u32 { return f(x); }\n@compute @workgroup_size(1) fn main() { _ = f(1u); }".to_owned(),
        ),
        (
            "a gigantic array",
            "var<workgroup> a: array<u32, 1 << 30>;\n@compute @workgroup_size(1) fn main() { a[0] = 1u; }".to_owned(),
        ),
        (
            "CUDA",
            "__global__ void add(int *a) {\n  a[threadIdx.x] += 1;\n}".to_owned(),
        ),
        (
            "GLSL",
            "#version 450\nlayout(local_size_x = 64) in;\nvoid main() {}".to_owned(),
        ),
        ("a good one", "@compute @workgroup_size(1) fn main() {}".to_owned()),
    ];
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    let jobs: Vec<Job> = texts
        .iter()
        .zip(0..)
        .map(|((_, text), id)| Job {
            id,
            kernel: Kernel {
                name: "hostile".into(),
                source: text.clone().into(),
                entry_point: None,
            },
            dispatch: simt::Dispatch {
                workgroups: [1, 1, 1],
                overrides: Default::default(),
                buffers: Vec::new(),
            },
            options: RunOptions::default(),
            check: None,
            with_buffers: false,
        })
        .collect();
    let answers = browser.engine(&jobs).await;
    for ((name, _), news) in texts.iter().zip(&answers) {
        match news {
            News::Refused { error, .. } => {
                assert!(error.location().is_some(), "{name}: {error}");
            }
            News::Finished { .. } => assert_eq!(*name, "a good one"),
            other => panic!("{name}: {other:?}"),
        }
    }
    assert_eq!(answers.len(), texts.len());
    browser.close().await;
}
