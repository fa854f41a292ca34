//! `warpstep metrics`: the counters of a profiler, over the whole dispatch.

use crate::arguments::{JobArguments, MetricsArguments};
use crate::job::{self, Job, Text};
use crate::kernel_name::is_file;
use crate::launches::{Launch, Launches, Results};
use crate::lines::{self, LineObject};
use crate::metrics_object::{MetricsObject, outcome_sentence};
use crate::number;
use crate::problem::Problem;
use crate::visible::{visible, write_json};
use serde::{Serialize, Serializer};
use simt::{Machine, MetricUnit, MetricValue, Metrics, Outcome, Run, RunOptions, has_ncu, ncu_counter};
use std::io::Write;

/// The counters of a whole dispatch, and the run that they come from.
#[derive(Debug, Serialize)]
struct Report<'a> {
    /// The launch, if the file has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    launch: Option<&'a Launch>,
    kernel: &'a str,
    #[serde(serialize_with = "id_of")]
    machine: Machine,
    /// Total number of elements; `null` for a file without `--n`.
    n: Option<u64>,
    /// Total number of lanes in a workgroup.
    block: u32,
    /// Columns and rows of a matrix; `block_shape` holds the lanes of its workgroups in x and y.
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block_shape: Option<[u32; 2]>,
    workgroups: [u32; 3],
    /// Number of workgroups that were run. The counters of equal workgroups are extrapolated from some of them.
    executed_workgroups: u64,
    /// True if all workgroups of each run had the same counters.
    blocks_alike: bool,
    outcome: &'static str,
    metrics: MetricsObject<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<LineObject>>,
}

/// Writes a machine as its name in links.
fn id_of<S: Serializer>(machine: &Machine, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&machine.id)
}

pub fn write(arguments: &MetricsArguments, out: &mut impl Write) -> Result<(), Problem> {
    if is_file(&arguments.job.kernel) {
        of_file(arguments, out)
    } else {
        of_gallery(arguments, out)
    }
}

/// Returns the options for a run that only counts, without looking for findings.
fn counting(arguments: &JobArguments) -> RunOptions {
    RunOptions {
        findings: false,
        ..job::options(arguments)
    }
}

fn of_gallery(arguments: &MetricsArguments, out: &mut impl Write) -> Result<(), Problem> {
    let machine = &arguments.job.machine();
    let chosen = job::chosen(&arguments.job)?;
    let parts = chosen.parts(machine)?;
    let text = Text::of_gallery(&chosen);
    let options = counting(&arguments.job);
    let mut job = Job {
        translated: None,
        program: text.compile(None)?,
        dispatch: parts.part.clone(),
        text,
    };
    let part = job.run(&options)?;
    let rest = match &parts.rest {
        Some(rest) => {
            job.dispatch = rest.clone();
            Some(job.run(&options)?)
        }
        None => None,
    };
    for run in rest.iter().chain([&part]) {
        if run.outcome != Outcome::Completed {
            return Err(Problem::request("the step budget was used up; raise --step-budget"));
        }
    }
    let metrics = parts.whole(&part.metrics, rest.as_ref().map(|rest| &rest.metrics));
    let executed = |run: &simt::Run| run.metrics.workgroups;
    let shapes = chosen.shapes();
    let report = Report {
        launch: None,
        kernel: &job.text.name,
        machine: machine.clone(),
        n: Some(chosen.elements()),
        block: chosen.block(),
        shape: shapes.map(|(shape, _)| shape),
        block_shape: shapes.map(|(_, block)| block),
        workgroups: parts.workgroups,
        executed_workgroups: executed(&part) + rest.as_ref().map_or(0, executed),
        blocks_alike: part.blocks_alike,
        outcome: part.outcome.name(),
        metrics: MetricsObject(&metrics),
        lines: arguments.lines.then(|| lines::by_line(&job.program, &metrics)),
    };
    report.write(arguments.json, &metrics, &job.text.source, out)
}

/// The counted runs of a file.
#[derive(Debug)]
pub enum Counted {
    One(Box<(Job, Run)>),
    /// Everything that a CUDA file launches, with sentences about what does not run.
    Launches {
        counted: Vec<(Launch, Job, Run)>,
        remarks: Vec<String>,
    },
}

/// Counts the run that the arguments ask for, or everything that a CUDA file launches.
///
/// # Errors
/// The file cannot be read, or cannot run.
pub fn count(arguments: &JobArguments) -> Result<Counted, Problem> {
    // A trace without steps is enough to learn the workgroup's size.
    let options = RunOptions {
        traced: Some(0),
        trace_budget: 0,
        ..counting(arguments)
    };
    let launches = Launches::of_file(arguments)?.filter(|launches| !launches.is_one());
    let Some(launches) = launches else {
        let job = Job::new(arguments)?;
        let run = job.run(&options)?;
        return Ok(Counted::One(Box::new((job, run))));
    };
    let mut counted: Vec<(Launch, Job, Run)> = Vec::new();
    let mut count = |launch: &Launch, mut job: Job, mut run: Run| {
        // Counters are small, and arrays are not.
        job.dispatch.buffers.clear();
        run.buffers.clear();
        counted.push((launch.clone(), job, run));
        Ok(())
    };
    let remarks = launches.run(&options, &mut count)?.to_vec();
    for (launch, asked) in &launches.alone {
        let job = Job::new(asked)?;
        let run = job.run(&options)?;
        count(launch, job, run)?;
    }
    Ok(Counted::Launches { counted, remarks })
}

fn of_file(arguments: &MetricsArguments, out: &mut impl Write) -> Result<(), Problem> {
    let (counted, remarks) = match count(&arguments.job)? {
        Counted::One(one) => {
            let (job, run) = &*one;
            return report(arguments, None, job, run).write(arguments.json, &run.metrics, &job.text.source, out);
        }
        Counted::Launches { counted, remarks } => (counted, remarks),
    };
    let reports = counted
        .iter()
        .map(|(launch, job, run)| report(arguments, Some(launch), job, run));
    let remarks = &*remarks;
    if arguments.json {
        let launches = reports.collect();
        return Results { launches, remarks }.write(out);
    }
    for ((launch, job, run), report) in counted.iter().zip(reports) {
        launch.head(out)?;
        report.write(false, &run.metrics, &job.text.source, out)?;
        writeln!(out)?;
    }
    for remark in remarks {
        writeln!(out, "note: {}", visible(remark))?;
    }
    Ok(())
}

/// Returns the report of a file's run. A run that did not complete is told on standard error.
fn report<'a>(arguments: &'a MetricsArguments, launch: Option<&'a Launch>, job: &'a Job, run: &'a Run) -> Report<'a> {
    if let Some((sentence, line)) = outcome_sentence(&run.outcome) {
        let path = visible(&job.text.path);
        let _ = writeln!(std::io::stderr(), "{path}:{line}: {sentence}");
    }
    Report {
        launch,
        kernel: &job.text.name,
        machine: arguments.job.machine(),
        n: arguments.job.n.as_deref().and_then(number::whole),
        block: run.trace.as_ref().map_or(0, |trace| trace.invocations),
        shape: None,
        block_shape: None,
        workgroups: job.dispatch.workgroups,
        executed_workgroups: run.metrics.workgroups,
        blocks_alike: run.blocks_alike,
        outcome: run.outcome.name(),
        metrics: MetricsObject(&run.metrics),
        lines: arguments.lines.then(|| lines::by_line(&job.program, &run.metrics)),
    }
}

impl Report<'_> {
    fn write(&self, json: bool, metrics: &Metrics, source: &str, out: &mut impl Write) -> Result<(), Problem> {
        if json {
            write_json(&mut *out, self)?;
            writeln!(out)?;
            return Ok(());
        }
        let [x, y, z] = self.workgroups;
        let all = u64::from(x) * u64::from(y) * u64::from(z);
        let n = self.n.map(|n| format!(", n {n}")).unwrap_or_default();
        writeln!(
            out,
            "{} on {}{n}, block {}, workgroups {x} x {y} x {z}",
            visible(self.kernel),
            self.machine.id,
            self.block
        )?;
        if self.executed_workgroups != all {
            writeln!(
                out,
                "{} of {all} workgroups were run; the counters of the others are extrapolated ({})",
                self.executed_workgroups,
                if self.blocks_alike {
                    "all workgroups are equal"
                } else {
                    "they repeat"
                }
            )?;
        }
        let names_ncu = has_ncu(&self.machine);
        for metric in metrics.named() {
            let value = match metric.value {
                None => "-".to_owned(),
                Some(MetricValue::Count(count)) => count.to_string(),
                Some(MetricValue::Real(value)) => format!("{value:.2}"),
            };
            let unit = match metric.unit {
                MetricUnit::Percent => " %",
                MetricUnit::Bytes => " B",
                MetricUnit::Count | MetricUnit::Ratio => "",
            };
            let ncu = ncu_counter(metric.name).filter(|_| names_ncu);
            let ncu = ncu.map_or(String::new(), |ncu| format!("{:<4}{ncu}", ""));
            let line = format!("  {:<30} {value:>16}{unit:<2}{ncu}", metric.name);
            writeln!(out, "{}", line.trim_end())?;
        }
        if let Some(lines) = &self.lines {
            lines::write(lines, metrics.warp_width, source, out)?;
        }
        Ok(())
    }
}
