//! Runs random jobs in the engine's worker in a browser and natively, and compares them. `cargo xtask fuzz-browser`
//! runs it. Options: `--inputs N` (10000) and `--from NUMBER`. It ends if a worker dies.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use e2e::{Browser, Graphics, Site, difference, job};
use engine::protocol::{Job, News};
use fuzz::corpus;
use std::process::ExitCode;
use std::time::Instant;

/// Jobs per script.
const AT_ONCE: u32 = 50;

#[tokio::main(flavor = "multi_thread")]
async fn main() -> ExitCode {
    let number = |name: &str, default| {
        let word = std::env::args().skip_while(|word| word != name).nth(1);
        word.and_then(|word| word.parse().ok()).unwrap_or(default)
    };
    let (inputs, from) = (number("--inputs", 10_000), number("--from", 0_u32));
    let (site, corpus) = (Site::start(), corpus::sources());
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/")).await;
    let begin = Instant::now();
    let [mut finished, mut refused, mut different] = [0; 3];
    let end = from.saturating_add(inputs);
    for first in (from..end).step_by(AT_ONCE as usize) {
        let numbers = first..end.min(first.saturating_add(AT_ONCE));
        let jobs: Vec<Job> = numbers.clone().map(|number| job(number, &corpus)).collect();
        let answers = browser.engine(&jobs).await;
        assert_eq!(answers.len(), jobs.len(), "inputs {numbers:?}");
        for (job, news) in jobs.iter().zip(&answers) {
            match news {
                News::Finished { .. } => finished += 1,
                _ => refused += 1,
            }
            if let Some(what) = difference(job, news) {
                different += 1;
                println!("input {}: {what}\n{}", job.id, job.kernel.source);
            }
        }
        if numbers.end % 1000 == 0 || numbers.end == end {
            println!(
                "{} inputs: {finished} ran, {refused} refused, {different} differ, {:.1} s",
                numbers.end - from,
                begin.elapsed().as_secs_f64()
            );
        }
    }
    browser.close().await;
    ExitCode::from(u8::from(different != 0))
}
