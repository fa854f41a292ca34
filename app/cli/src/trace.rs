//! `warpstep trace`: the steps of one workgroup as one JSON object, as `trace.schema.json` describes.

use crate::arguments::TraceArguments;
use crate::job::{self, Job};
use crate::problem::Problem;
use crate::visible::write_json;
use launch::printed::Printed;
use serde::Serialize;
use simt::{RunOptions, TraceDocument};
use std::io::Write;

/// A trace, and what the kernel printed.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    printed: Vec<Printed>,
    #[serde(flatten)]
    trace: TraceDocument<'a>,
}

pub fn write(arguments: &TraceArguments, out: &mut impl Write) -> Result<(), Problem> {
    let job = Job::new(&arguments.job)?;
    let count = job.dispatch.workgroup_count();
    if u64::from(arguments.workgroup) >= count {
        return Err(Problem::request(format!(
            "there is no workgroup {}: {count} are dispatched, numbered from 0",
            arguments.workgroup
        )));
    }
    let run = job.run(&RunOptions {
        traced: Some(arguments.workgroup),
        trace_budget: arguments.most_steps,
        ..job::options(&arguments.job)
    })?;
    let Some(trace) = &run.trace else {
        return Err(Problem::request(
            "the run ended before the workgroup began; raise --step-budget",
        ));
    };
    let document = TraceDocument {
        kernel: &job.text.name,
        entry_point: &job.program.entry_point,
        source: &job.text.source,
        machine: &arguments.job.machine(),
        outcome: &run.outcome,
        workgroup: arguments.workgroup,
        trace,
    };
    let mut out = std::io::BufWriter::new(out);
    // The trace is of one workgroup, and so are the texts.
    let mut printed = job.printed(&run);
    printed.retain(|printed| printed.block == arguments.workgroup);
    let document = Document {
        printed,
        trace: document,
    };
    write_json(&mut out, &document)?;
    writeln!(out)?;
    Ok(out.flush()?)
}
