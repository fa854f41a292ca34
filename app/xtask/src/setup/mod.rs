//! The set-up: find what is installed, plan what is missing, install it, and check again.

mod apt;
mod cargo_tool;
pub mod facts;
pub mod plan;
mod step;
mod system;
pub mod tools;
mod wasm_opt;
mod wasm_split;
mod wasm_target;

use crate::shell::{self, Problem, seconds};
use apt::Apt;
use facts::Facts;
use plan::{Part, Plan, plan};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use step::Step;

/// Installs the missing parts. If nothing is missing, this takes a fraction of a second and prints nothing.
pub fn setup(parts: &[Part]) -> Result<Facts, Problem> {
    let facts = Facts::gather();
    let first = plan(&facts, parts);
    refuse_what_needs_hands(&first)?;
    for note in &first.notes {
        println!("Note: {note}.");
    }
    if first.steps.is_empty() {
        return Ok(facts);
    }

    println!("To be installed:");
    for step in &first.steps {
        println!("  - {step}");
    }
    if first.steps.iter().any(Step::compiles) {
        println!(
            "Tools are compiled now, which takes minutes. `cargo install cargo-binstall` first, and the next set-up downloads them in seconds."
        );
    }
    let mut apt = Apt::new(facts.apt);
    let begin = Instant::now();
    for (index, step) in first.steps.iter().enumerate() {
        println!("\nSet-up {} of {}: {step}", index + 1, first.steps.len());
        let begin = Instant::now();
        let installed = {
            let _clock = Clock::start();
            install(step, &mut apt)
        };
        match installed {
            Err(problem) if step.can_be_done_without() => {
                println!("Note: continuing without it: {}.", problem.what);
            }
            result => result?,
        }
        println!("   done in {}", seconds(begin.elapsed()));
    }
    println!("\nSet-up took {}.\n", seconds(begin.elapsed()));

    // A step that reports success without installing anything would otherwise cause a confusing build error much later.
    let facts = Facts::gather();
    let second = plan(&facts, parts);
    refuse_what_needs_hands(&second)?;
    match second.steps.iter().find(|step| !step.can_be_done_without()) {
        None => Ok(facts),
        Some(step) => Err(Problem::new(
            format!("the set-up finished without an error, but this is still missing: {step}"),
            "run `cargo xtask setup` again, or install it manually",
        )),
    }
}

fn install(step: &Step, apt: &mut Apt) -> Result<(), Problem> {
    match step {
        Step::WasmTarget { roads } => wasm_target::install(roads, apt),
        Step::RustComponent(name) => shell::run_twice(|| shell::rustup(&["component", "add", name])),
        Step::CargoTool { tool, place, prebuilt } => cargo_tool::install(tool, place, *prebuilt),
        Step::WasmOpt => wasm_opt::install(),
        Step::WasmSplit => wasm_split::install(),
        Step::Packages(packages) => apt.install(packages),
    }
}

/// Shows the time that has gone by while a step runs, until it is dropped.
struct Clock {
    stop: Option<mpsc::Sender<()>>,
}

impl Clock {
    const EVERY: Duration = Duration::from_secs(20);

    fn start() -> Self {
        let (stop, stopped) = mpsc::channel::<()>();
        std::thread::spawn(move || {
            let begin = Instant::now();
            while stopped.recv_timeout(Clock::EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
                println!("   {} so far", seconds(begin.elapsed()));
            }
        });
        Clock { stop: Some(stop) }
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.stop.take();
    }
}

fn refuse_what_needs_hands(plan: &Plan) -> Result<(), Problem> {
    match plan.by_hand.as_slice() {
        [] => Ok(()),
        [problem] => Err(problem.clone()),
        problems => Err(Problem::new(
            problems
                .iter()
                .map(|problem| problem.what.clone())
                .collect::<Vec<_>>()
                .join("; "),
            problems
                .iter()
                .map(|problem| problem.remedy.clone())
                .collect::<Vec<_>>()
                .join("; "),
        )),
    }
}
