//! `warpstep compare`: the counters of a report of NVIDIA Nsight Compute beside those of the machine.

use crate::arguments::{CompareArguments, JobArguments};
use crate::job::Job;
use crate::metrics::{Counted, count};
use crate::problem::Problem;
use crate::visible::visible;
use crate::{FOUND, files};
use model::number::grouped;
use model::strings;
use model::trust::report::{self, Compared, ReportedLaunch, Verdict};
use simt::{Machine, Metrics, NCU, Run, has_ncu};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;

/// Limit of a report in bytes: one of all metrics has some hundred kilobytes a launch.
const REPORT_BYTES: u64 = 256 << 20;

/// Metrics that only the chip knows, in a list: the first ones stand for the others.
const MOST_OTHERS: usize = 12;

/// A run of ours, with what identifies it in a report.
struct Ours<'a> {
    /// The call with its line, or the kernel's name.
    name: String,
    /// The function's name.
    entry_point: &'a str,
    blocks: [u32; 3],
    threads: u32,
    metrics: &'a Metrics,
}

/// Compares each run with the launch of the report that has its kernel.
pub fn write(arguments: &CompareArguments, out: &mut impl Write) -> Result<ExitCode, Problem> {
    let (Some(path), Some(kernel)) = (&arguments.report, &arguments.kernel) else {
        let metrics: BTreeSet<&str> = NCU.iter().flat_map(|counter| counter.metrics()).collect();
        let metrics: Vec<&str> = metrics.into_iter().collect();
        writeln!(out, "{}", metrics.join(","))?;
        return Ok(ExitCode::SUCCESS);
    };
    let mut job = JobArguments {
        kernel: kernel.clone(),
        n: arguments.n.clone(),
        block: arguments.block.clone(),
        run: arguments.run.clone(),
    };
    // ncu's chips are current ones, also for a kernel of the gallery.
    let current = || Machine::by_id(lessons::measured::MACHINE);
    job.run.machine = job.run.machine.or_else(current);
    let machine = job.machine();
    if !has_ncu(&machine) {
        return Err(Problem::request(format!(
            "ncu counts on NVIDIA's GPUs since Volta, and {} has other sizes; leave --machine out",
            machine.id
        )));
    }
    let file = files::bytes(path, REPORT_BYTES)?;
    let reported = report::read(&file)
        .map_err(|error| Problem::request(format!("{}: {error}", visible(path))))?;
    let counted = count(&job)?;
    let ours = runs(&counted);
    let pairs = pairs(&ours, &reported);
    writeln!(out, "{} beside {}", visible(path), machine.name)?;
    let mut differs = false;
    for (ours, launch) in &pairs {
        writeln!(out, "\n{}", visible(&ours.name))?;
        let Some(launch) = launch else {
            writeln!(out, "  the report has no launch of this kernel")?;
            differs = true;
            continue;
        };
        differs |= write_pair(ours, launch, out)?;
    }
    let paired = |launch: &ReportedLaunch| {
        let mut launches = pairs.iter().filter_map(|(_, launch)| *launch);
        launches.any(|own| std::ptr::eq(own, launch))
    };
    let left: Vec<&str> = (reported.iter().filter(|launch| !paired(launch)))
        .map(|launch| &*launch.kernel)
        .collect();
    if !left.is_empty() {
        let names: BTreeSet<&str> = left.iter().copied().collect();
        let names: Vec<_> = names.into_iter().map(visible).collect();
        let launches = match left.len() {
            1 => "1 other launch of the report was".to_owned(),
            count => format!("{count} other launches of the report were"),
        };
        writeln!(out, "\nnote: {launches} not compared: {}", names.join(", "))?;
    }
    Ok(if differs {
        ExitCode::from(FOUND)
    } else {
        ExitCode::SUCCESS
    })
}

impl<'a> Ours<'a> {
    fn new(name: String, job: &'a Job, run: &'a Run) -> Self {
        Ours {
            name,
            entry_point: match &*job.program.entry_point {
                // A kernel of the gallery has the name of its file.
                "main" => &job.text.name,
                entry_point => entry_point,
            },
            blocks: job.dispatch.workgroups,
            threads: run.trace.as_ref().map_or(0, |trace| trace.invocations),
            metrics: &run.metrics,
        }
    }
}

fn runs(counted: &Counted) -> Vec<Ours<'_>> {
    match counted {
        Counted::One(one) => {
            let (job, run) = &**one;
            vec![Ours::new(job.kernel().name.into_owned(), job, run)]
        }
        Counted::Launches { counted, .. } => {
            let named = counted.iter();
            let named = named.map(|(launch, job, run)| Ours::new(launch.named(), job, run));
            named.collect()
        }
    }
}

/// Returns each run with the next launch of its kernel. A report of one kernel belongs to a file of one.
fn pairs<'a>(
    ours: &'a [Ours<'a>],
    reported: &'a [ReportedLaunch],
) -> Vec<(&'a Ours<'a>, Option<&'a ReportedLaunch>)> {
    let names = |names: &mut dyn Iterator<Item = &str>| names.collect::<BTreeSet<_>>().len();
    let is_one = names(&mut ours.iter().map(|run| run.entry_point)) == 1
        && names(&mut reported.iter().map(|launch| &*launch.kernel)) == 1;
    let mut left: Vec<&ReportedLaunch> = reported.iter().collect();
    let next = |run: &'a Ours<'a>| {
        let is_its = |launch: &&ReportedLaunch| {
            let rest = run.entry_point.strip_prefix(&*launch.kernel);
            // Instances of a template have its name and their arguments.
            is_one || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        let index = left.iter().position(is_its)?;
        Some(left.remove(index))
    };
    let launches: Vec<_> = ours.iter().map(next).collect();
    ours.iter().zip(launches).collect()
}

/// Writes the counters of a pair. Returns true if some differ.
fn write_pair(
    ours: &Ours<'_>,
    launch: &ReportedLaunch,
    out: &mut impl Write,
) -> Result<bool, Problem> {
    let threads = launch
        .block
        .map(|[x, y, z]| x.saturating_mul(y).saturating_mul(z));
    if let (Some(grid), Some(block)) = (launch.grid, launch.block)
        && (grid != ours.blocks || threads != Some(ours.threads))
    {
        let [x, y, z] = ours.blocks;
        writeln!(
            out,
            "  the report's launch has {} blocks of {}, and this one {x} x {y} x {z} blocks of {} threads: give the same launch",
            times(grid),
            times(block),
            ours.threads
        )?;
        return Ok(true);
    }
    let rows = report::compare(launch, ours.metrics);
    if rows.is_empty() {
        writeln!(
            out,
            "  the report has none of the counters; ask ncu for them: --metrics $(warpstep compare --metrics)"
        )?;
        return Ok(true);
    }
    writeln!(out, "  {:<30} {:>14} {:>14}", "counter", "machine", "ncu")?;
    let words = strings::of(lessons::Language::English).trust();
    for Compared {
        name,
        ours,
        chip,
        verdict,
    } in &rows
    {
        let sentence = match verdict {
            Verdict::Equal => "equal".to_owned(),
            Verdict::Explained(likeness) => format!("differs: {}", (words.likeness)(*likeness)),
            Verdict::Differs => "differs".to_owned(),
        };
        writeln!(
            out,
            "  {name:<30} {:>14} {:>14}  {sentence}",
            shown(*ours),
            shown(*chip)
        )?;
    }
    let others: Vec<_> = launch.others().collect();
    if !others.is_empty() {
        writeln!(out, "  only the chip knows:")?;
    }
    for (name, reported) in others.iter().take(MOST_OTHERS) {
        let value = format!("{} {}", shown(reported.value), visible(&reported.unit));
        writeln!(out, "    {} {}", visible(name), value.trim_end())?;
    }
    if let Some(more) = others
        .len()
        .checked_sub(MOST_OTHERS)
        .filter(|more| *more > 0)
    {
        writeln!(out, "    and {more} more")?;
    }
    Ok(rows.iter().any(|row| row.verdict == Verdict::Differs))
}

fn times([x, y, z]: [u32; 3]) -> String {
    format!("{x} x {y} x {z}")
}

/// Writes a count in groups of three digits, and anything else with two decimals.
fn shown(value: f64) -> String {
    if value.fract() == 0.0 && (0.0..1e15).contains(&value) {
        grouped(value as u64)
    } else {
        format!("{value:.2}")
    }
}
