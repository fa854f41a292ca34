//! `warpstep bench`: times kernels on this computer's GPU, with the same method as the page: of the gallery, or of a file.

mod comparison;
mod file;
mod table;

use crate::arguments::BenchArguments;
use crate::gallery::whole_number;
use crate::problem::Problem;
use crate::{CANNOT_RUN, FOUND};
use ::bench::{Case, CaseError, Measured, Set, run, sheet};
use gpu::{Adapter, Checks, Control, Gpu, Way};
use std::io::Write;
use std::process::ExitCode;

/// Elements and lanes in a workgroup of the gallery's kernels, without an option.
const N: u32 = 1 << 24;
const BLOCK: u32 = 256;

/// Measures and writes a table or a sheet.
pub fn write(arguments: &BenchArguments, out: &mut impl Write) -> Result<ExitCode, Problem> {
    match arguments.job() {
        Some(asked) => file::write(arguments, &asked, out),
        None => of_gallery(arguments, out),
    }
}

/// Measures kernels of the gallery. A failed kernel is reported on standard error and sets the exit status.
fn of_gallery(arguments: &BenchArguments, out: &mut impl Write) -> Result<ExitCode, Problem> {
    let number = |option, text: Option<&str>, usual| text.map_or(Ok(usual), |text| whole_number(option, text));
    let set = Set {
        kernels: arguments.kernels.clone(),
        n: number("--n", arguments.n.as_deref(), N)?,
        block: number("--block", arguments.block.as_deref(), BLOCK)?,
        rounds: arguments.rounds,
        pass_millis: arguments.pass_millis,
        rounding_nanos: arguments.rounding_nanos,
    };
    let asked = |error: CaseError| Problem::request(error.to_string());
    let mut cases = match &arguments.lesson {
        Some(id) => Case::of_lesson(id, set.n, set.block),
        None => set.cases(),
    }
    .map_err(asked)?;
    let (checks, way) = if arguments.unchecked {
        (Checks::Unchecked, Way::NativeUnchecked)
    } else {
        (Checks::Checked, Way::NativeChecked)
    };
    let gpu = connect(arguments.adapter.as_deref())?;
    leave_out(&mut cases, &gpu);
    let measured = pollster::block_on(run(&gpu, &cases, checks, &set.plan(), &Control::new(), |_| {}))
        .map_err(|error| Problem::request(error.to_string()))?;
    let failed = tell_failures(&measured);
    if failed == measured.len() {
        return Ok(ExitCode::from(CANNOT_RUN));
    }
    if arguments.json {
        out.write_all(sheet(gpu.info(), way, &measured).to_json().as_bytes())?;
    } else {
        table::write(gpu.info(), way, &measured, out)?;
    }
    Ok(ExitCode::from(if failed > 0 { FOUND } else { 0 }))
}

fn connect(adapter: Option<&str>) -> Result<Gpu, Problem> {
    let choice = match adapter {
        Some(words) => Adapter::Named(words.to_owned()),
        None => Adapter::HighPerformance,
    };
    pollster::block_on(Gpu::connect_to(&choice)).map_err(|error| {
        Problem::request(format!(
            "no kernel was timed: {error}; `bench` needs a GPU with a driver for Vulkan, Metal or Direct3D 12"
        ))
    })
}

/// Removes the kernels that use subgroups if the device does not support them.
fn leave_out(cases: &mut Vec<Case>, gpu: &Gpu) {
    if gpu.info().subgroups {
        return;
    }
    cases.retain(|case| {
        let without = case.kernel.needs_subgroups();
        if without {
            let _ = writeln!(
                std::io::stderr(),
                "{}: skipped, because this device has no subgroups",
                case.name()
            );
        }
        !without
    });
}

/// Reports every failed kernel on standard error and returns their number.
fn tell_failures(measured: &[Measured]) -> usize {
    let mut failed = 0;
    for Measured { case, result } in measured {
        if let Err(error) = result {
            failed += 1;
            let _ = writeln!(std::io::stderr(), "{}: not timed: {error}", case.name());
        }
    }
    failed
}
