//! `cargo xtask fuzz-browser`: runs random texts and kernels in the engine of the built page and natively.

use crate::page;
use crate::setup::{plan::Part, setup};
use crate::shell::{self, Problem};
use std::process::ExitCode;

/// Runs the example `random_jobs` of `e2e`; `options` are passed on to it.
pub fn in_browser(options: &[&str]) -> Result<ExitCode, Problem> {
    let facts = setup(&[Part::Browser])?;
    let mut command = shell::example("random_jobs")?;
    command.args(options).env("WARPSTEP_DIST", page::built()?);
    let status = shell::status(facts.with_browser(&mut command))?;
    Ok(ExitCode::from(u8::from(!status.success())))
}
