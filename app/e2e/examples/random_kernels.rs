//! Compares random kernels on the machine and on the browser's WebGPU. `cargo xtask differential --browser` runs it.
//! Options: `--kernels N` (10000), `--from SEED`, and `--file FILE`: a kernel from a file with the dispatch of the
//! seed.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use e2e::{Browser, Graphics, Site};
use generator::{RandomKernel, Source, Verdict, generate, minimise};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use tokio::runtime::Handle;
use tokio::task::block_in_place;

/// Kernels per script.
const AT_ONCE: u64 = 25;

#[tokio::main(flavor = "multi_thread")]
async fn main() -> ExitCode {
    let word = |name: &str| std::env::args().skip_while(|word| word != name).nth(1);
    let number = |name, default| word(name).and_then(|word| word.parse().ok()).unwrap_or(default);
    let (count, from) = (number("--kernels", 10_000), number("--from", 0_u64));
    let mut visit = Visit::start().await;
    if let Some(file) = word("--file") {
        let mut kernel = generate(&mut Source::from_seed(from));
        kernel.source = std::fs::read_to_string(file).expect("a readable file");
        let verdict = visit.verdicts(&[kernel]).await.remove(0);
        println!("{verdict:?}");
        visit.browser.discard();
        return ExitCode::from(u8::from(verdict != Verdict::Agree));
    }
    let begin = Instant::now();
    let [mut agreed, mut known_bugs, mut differ, mut not_run] = [0; 4];
    let end = from.saturating_add(count);
    for first in (from..end).step_by(AT_ONCE as usize) {
        let seeds: Vec<u64> = (first..end.min(first + AT_ONCE)).collect();
        let random = |seed: &u64| generate(&mut Source::from_seed(*seed));
        let kernels: Vec<RandomKernel> = seeds.iter().map(random).collect();
        let verdicts = visit.verdicts(&kernels).await;
        for ((&seed, kernel), verdict) in seeds.iter().zip(&kernels).zip(verdicts) {
            match verdict {
                Verdict::Agree => agreed += 1,
                Verdict::KnownBug => {
                    known_bugs += 1;
                    println!("seed {seed} meets the driver's known bug");
                }
                Verdict::NotRun(why) => {
                    not_run += 1;
                    println!("seed {seed} was not run: {}", why.replace('\n', " "));
                }
                verdict => {
                    differ += 1;
                    visit.report(seed, kernel, verdict).await;
                }
            }
        }
        let done = agreed + known_bugs + differ + not_run;
        if done % 1000 == 0 || done == count {
            println!(
                "{done} kernels: {agreed} agreed, {known_bugs} met a known bug, {differ} disagreements, {not_run} not run, {:.1} s",
                begin.elapsed().as_secs_f64()
            );
        }
    }
    visit.browser.discard();
    ExitCode::from(u8::from(differ != 0))
}

/// An empty page in a browser. A new browser replaces one that a kernel has ended.
struct Visit {
    site: Site,
    browser: Browser,
}

impl Visit {
    async fn start() -> Self {
        let site = Site::empty();
        let browser = open(&site).await;
        Visit { site, browser }
    }

    async fn verdicts(&mut self, kernels: &[RandomKernel]) -> Vec<Verdict> {
        let why = match self.browser.verdicts(kernels).await {
            Ok(verdicts) => return verdicts,
            Err(why) => why,
        };
        let fresh = open(&self.site).await;
        std::mem::replace(&mut self.browser, fresh).discard();
        if kernels.len() == 1 {
            return vec![Verdict::NotRun(why)];
        }
        let mut verdicts = Vec::new();
        for kernel in kernels {
            verdicts.extend(Box::pin(self.verdicts(std::slice::from_ref(kernel))).await);
        }
        verdicts
    }

    /// Prints a disagreement, and writes its kernel to a file after making it as small as possible.
    async fn report(&mut self, seed: u64, kernel: &RandomKernel, verdict: Verdict) {
        let (mut kernel, mut verdict) = (kernel.clone(), verdict);
        if matches!(verdict, Verdict::Differ(_)) {
            kernel = block_in_place(|| {
                minimise(&kernel, |smaller| {
                    let one = self.verdicts(std::slice::from_ref(smaller));
                    matches!(Handle::current().block_on(one)[..], [Verdict::Differ(_)])
                })
            });
            verdict = self.verdicts(std::slice::from_ref(&kernel)).await.remove(0);
        }
        println!("seed {seed}: {verdict:?}");
        let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        let folder = PathBuf::from(target).join("differential");
        match verdict.write(&kernel, "browser", seed, &folder) {
            Ok(file) => println!("  {}", file.display()),
            Err(error) => eprintln!("  it cannot be written: {error}"),
        }
    }
}

async fn open(site: &Site) -> Browser {
    let browser = Browser::start(Graphics::Software).await;
    browser.open(&site.url("")).await;
    browser
}
