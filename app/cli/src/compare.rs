//! `warpstep compare`: the counters of a report of NVIDIA Nsight Compute beside those of the machine.

use crate::arguments::CompareArguments;
use crate::job::Job;
use crate::metrics::{Counted, count};
use crate::metrics_object::outcome_sentence;
use crate::problem::Problem;
use crate::visible::visible;
use crate::{CANNOT_RUN, FOUND, files};
use model::number::grouped;
use model::strings;
use model::trust::report::{self, ReportedLaunch, Verdict};
use simt::{NCU, Run, has_ncu};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;

/// Limit of a report in bytes: one of all metrics has some hundred kilobytes a launch.
const REPORT_BYTES: u64 = 256 << 20;

/// The time of a launch, which belongs beside its counters.
const TIME: &str = "gpu__time_duration.sum";

/// Metrics that only the chip knows, in a list: the first ones stand for the others.
const MOST_OTHERS: usize = 12;

/// A run of ours, with what identifies it in a report.
struct Ours<'a> {
    /// The call with its line, or the kernel's name.
    name: String,
    /// The function's name, and the arguments of its template if the call has some.
    function: String,
    template: String,
    blocks: [u32; 3],
    threads: [u32; 3],
    run: &'a Run,
}

/// Compares each run with the launch of the report that has its kernel.
pub fn write(arguments: &CompareArguments, out: &mut impl Write) -> Result<ExitCode, Problem> {
    let (Some(path), Some(job)) = (&arguments.report, arguments.job()) else {
        let metrics = NCU.iter().flat_map(|counter| counter.metrics());
        let metrics: BTreeSet<&str> = metrics.chain([TIME]).collect();
        let metrics: Vec<&str> = metrics.into_iter().collect();
        writeln!(out, "{}", metrics.join(","))?;
        return Ok(ExitCode::SUCCESS);
    };
    let machine = job.machine();
    if !has_ncu(&machine) {
        return Err(Problem::request(format!(
            "ncu counts on NVIDIA's GPUs since Volta, and {} is none of them; leave --machine out",
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
    let mut results = Vec::new();
    for (ours, launch) in &pairs {
        results.push(write_pair(ours, *launch, out)?);
    }
    let is_paired = |launch: &&ReportedLaunch| {
        let mut launches = pairs.iter().filter_map(|(_, launch)| *launch);
        launches.any(|paired| std::ptr::eq(paired, *launch))
    };
    let left = reported.iter().filter(|launch| !is_paired(launch));
    let left: Vec<&str> = left.map(|launch| &*launch.kernel).collect();
    if !left.is_empty() {
        let names: BTreeSet<&str> = left.iter().copied().collect();
        let names: Vec<_> = names.into_iter().map(visible).collect();
        let launches = match left.len() {
            1 => "1 other launch of the report was".to_owned(),
            count => format!("{count} other launches of the report were"),
        };
        writeln!(out, "\nnote: {launches} not compared: {}", names.join(", "))?;
    }
    if let Counted::Launches { remarks, .. } = &counted {
        for remark in remarks {
            writeln!(out, "\nnote: {}", visible(remark))?;
        }
    }
    Ok(match results.into_iter().max() {
        Some(Compared::Differing) => ExitCode::from(FOUND),
        Some(Compared::Agreeing) => ExitCode::SUCCESS,
        Some(Compared::Not) | None => ExitCode::from(CANNOT_RUN),
    })
}

/// The result of a comparison; the last one decides for several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Compared {
    /// The report has nothing to compare.
    Not,
    /// Each counter is equal, or has a reason.
    Agreeing,
    Differing,
}

impl<'a> Ours<'a> {
    /// `call` is the launch as CUDA writes it.
    fn new(name: String, call: Option<&str>, job: &Job, run: &'a Run) -> Self {
        let call = call.and_then(|call| call.split("<<<").next());
        let (function, template) = match call {
            Some(call) => call.split_once('<').unwrap_or((call, "")),
            // A kernel of the gallery has the name of its file.
            None if job.program.entry_point == "main" => (&*job.text.name, ""),
            None => (&*job.program.entry_point, ""),
        };
        let trace = run.trace.as_ref();
        Ours {
            name,
            function: function.trim().to_owned(),
            template: report::plain_template(template),
            blocks: job.dispatch.workgroups,
            threads: trace.map_or([0; 3], |trace| trace.workgroup_size),
            run,
        }
    }
}

fn runs(counted: &Counted) -> Vec<Ours<'_>> {
    match counted {
        Counted::One(one) => {
            let (job, run) = &**one;
            vec![Ours::new(job.kernel().name.into_owned(), None, job, run)]
        }
        Counted::Launches { counted, .. } => {
            let named = counted
                .iter()
                .map(|(launch, job, run)| Ours::new(launch.named(), Some(&launch.text), job, run));
            named.collect()
        }
    }
}

/// Returns each run with the next launch of its kernel. A report of one kernel belongs to a file of one.
fn pairs<'a>(
    ours: &'a [Ours<'a>],
    reported: &'a [ReportedLaunch],
) -> Vec<(&'a Ours<'a>, Option<&'a ReportedLaunch>)> {
    let functions: BTreeSet<&str> = ours.iter().map(|run| &*run.function).collect();
    let kernels: BTreeSet<&str> = reported.iter().map(|launch| &*launch.kernel).collect();
    let is_one = functions.len() == 1 && kernels.len() == 1;
    let mut left: Vec<&ReportedLaunch> = reported.iter().collect();
    let next = |run: &'a Ours<'a>| {
        let is_its = |launch: &&ReportedLaunch| {
            let rest = run.function.strip_prefix(&*launch.kernel);
            match rest {
                Some("") => may_agree(&run.template, &launch.template),
                // The text's own name of an instance of a template.
                Some(rest) if !launch.template.is_empty() => rest.starts_with('_'),
                _ => is_one,
            }
        };
        let index = left.iter().position(is_its)?;
        Some(left.remove(index))
    };
    let launches: Vec<_> = ours.iter().map(next).collect();
    ours.iter().zip(launches).collect()
}

/// Returns false for template arguments with different numbers. A type may have several names.
fn may_agree(ours: &str, other: &str) -> bool {
    let is_number =
        |argument: &str| !argument.is_empty() && argument.bytes().all(|byte| byte.is_ascii_digit());
    let mut pairs = ours.split(',').zip(other.split(','));
    pairs.all(|(argument, other)| argument == other || !is_number(argument) || !is_number(other))
}

/// Writes the counters of a run beside those of its launch in the report.
fn write_pair(
    ours: &Ours<'_>,
    launch: Option<&ReportedLaunch>,
    out: &mut impl Write,
) -> Result<Compared, Problem> {
    writeln!(out, "\n{}", visible(&ours.name))?;
    if let Some((sentence, line)) = outcome_sentence(&ours.run.outcome) {
        writeln!(out, "  line {line}: {sentence}")?;
    }
    let Some(launch) = launch else {
        writeln!(out, "  the report has no launch of this kernel")?;
        return Ok(Compared::Not);
    };
    let (id, kernel) = (visible(&launch.id), visible(&launch.kernel));
    writeln!(out, "  launch {id} of the report: {kernel}")?;
    let differs =
        |ours: [u32; 3], other: Option<[u32; 3]>| other.is_some_and(|other| other != ours);
    if differs(ours.blocks, launch.grid) || differs(ours.threads, launch.block) {
        let text_of = |sizes: Option<[u32; 3]>| sizes.map_or_else(|| "?".to_owned(), times);
        writeln!(
            out,
            "  it has a grid of {} and blocks of {}, and this run a grid of {} and blocks of {}: give the same launch",
            text_of(launch.grid),
            text_of(launch.block),
            times(ours.blocks),
            times(ours.threads)
        )?;
        return Ok(Compared::Not);
    }
    let rows = report::compare(launch, &ours.run.metrics);
    if rows.is_empty() {
        let labels = if launch.has_labels() {
            "it names metrics by their labels"
        } else {
            "it has none of the counters"
        };
        writeln!(
            out,
            "  {labels}; ask ncu for them: --metrics $(warpstep compare --metrics)"
        )?;
        return Ok(Compared::Not);
    }
    write_rows(&rows, out)?;
    write_others(launch, out)?;
    let is_different = rows.iter().any(|row| row.verdict == Verdict::Differs);
    Ok(if is_different {
        Compared::Differing
    } else {
        Compared::Agreeing
    })
}

fn write_rows(rows: &[report::Compared], out: &mut impl Write) -> Result<(), Problem> {
    writeln!(out, "  {:<30} {:>14} {:>14}", "counter", "machine", "ncu")?;
    let words = strings::of(lessons::Language::English).trust();
    for row in rows {
        let sentence = match row.verdict {
            Verdict::Equal => "equal".to_owned(),
            Verdict::Explained(likeness) => format!("differs: {}", (words.likeness)(likeness)),
            Verdict::Differs => "differs".to_owned(),
        };
        writeln!(
            out,
            "  {:<30} {:>14} {:>14}  {sentence}",
            row.name,
            shown(row.ours),
            shown(row.chip)
        )?;
    }
    Ok(())
}

/// Writes the metrics that only the chip knows.
fn write_others(launch: &ReportedLaunch, out: &mut impl Write) -> Result<(), Problem> {
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
    Ok(())
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
