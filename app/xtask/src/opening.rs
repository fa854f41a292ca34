//! `cargo xtask opening`: measures what the page costs its readers, next to a stock Leptos counter built with the same
//! flags.

use crate::page::{self, Pieces};
use crate::setup::plan::{FOR_BROWSER, FOR_PAGE};
use crate::setup::setup;
use crate::shell::{self, Problem, cargo, root};
use std::process::ExitCode;

pub fn measure(parts: &[&str]) -> Result<ExitCode, Problem> {
    let facts = setup(&[FOR_PAGE, FOR_BROWSER].concat())?;
    page::build(&facts)?;
    let counter = root().join("target").join("counter");
    page::release(
        &facts,
        &root().join("app/e2e/benches/counter/index.html"),
        &counter,
        Pieces::Whole,
    )?;
    // The browser is measured and not this program: a development build is enough, and quick to make.
    let mut command = cargo(&["test", "-p", "e2e", "--bench", "opening", "--"]);
    command
        .args(parts)
        .env("WARPSTEP_DIST", page::built()?)
        .env("WARPSTEP_COUNTER", counter);
    shell::run(facts.with_browser(&mut command))?;
    Ok(ExitCode::SUCCESS)
}
