//! `warpstep compare`: the counters of a report of NVIDIA Nsight Compute beside those of the machine.

use crate::arguments::CompareArguments;
use crate::job::Job;
use crate::metrics::{Counted, count};
use crate::metrics_object::outcome_sentence;
use crate::problem::Problem;
use crate::visible::visible;
use crate::{CANNOT_RUN, FOUND, files};
use model::strings;
use model::trust::report::{self, Launched, MOST_OTHERS, ReportedLaunch, Verdict, sizes, value};
use simt::{Run, has_ncu};
use std::io::Write;
use std::process::ExitCode;

/// Limit of a report in bytes: one of all metrics has some hundred kilobytes a launch.
const REPORT_BYTES: u64 = 256 << 20;

/// A run of ours.
struct Ours<'a> {
    /// The call with its line, or the kernel's name.
    name: String,
    launched: Launched,
    run: &'a Run,
}

/// Compares each run with the launch of the report that has its kernel.
pub fn write(arguments: &CompareArguments, out: &mut impl Write) -> Result<ExitCode, Problem> {
    let (Some(path), Some(job)) = (&arguments.report, arguments.job()) else {
        writeln!(out, "{}", report::metrics())?;
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
    let reported = report::read(&file).map_err(|error| Problem::request(format!("{}: {error}", visible(path))))?;
    let counted = count(&job)?;
    let ours = runs(&counted);
    let launched: Vec<Launched> = ours.iter().map(|run| run.launched.clone()).collect();
    let pairs = report::pairs(&launched, &reported);
    writeln!(out, "{} beside {}", visible(path), machine.name)?;
    let mut results = Vec::new();
    for (ours, index) in ours.iter().zip(&pairs) {
        let launch = index.map(|index| &reported[index]);
        results.push(write_pair(ours, launch, out)?);
    }
    let left = report::left_out(&pairs, &reported);
    if let Some(names) = &left.names {
        let launches = match left.launches {
            1 => "1 other launch of the report was".to_owned(),
            count => format!("{count} other launches of the report were"),
        };
        writeln!(out, "\nnote: {launches} not compared: {}", visible(names))?;
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
        let name_of_kernel = report::kernel_name(&job.program.entry_point, &job.text.name);
        let call = call.unwrap_or(name_of_kernel);
        let threads = run.trace.as_ref().map(|trace| trace.workgroup_size);
        Ours {
            name,
            launched: Launched::new(call, job.dispatch.workgroups, threads),
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

/// Writes the counters of a run beside those of its launch in the report.
fn write_pair(ours: &Ours<'_>, launch: Option<&ReportedLaunch>, out: &mut impl Write) -> Result<Compared, Problem> {
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
    let launched = &ours.launched;
    if !launched.has_sizes_of(launch) {
        writeln!(
            out,
            "  it has a grid of {} and blocks of {}, and this run a grid of {} and blocks of {}: give the same launch",
            sizes(launch.grid),
            sizes(launch.block),
            sizes(Some(launched.blocks)),
            sizes(launched.threads)
        )?;
        return Ok(Compared::Not);
    }
    let rows = report::compare(launch, &ours.run.metrics, &ours.run.outcome);
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
    let is_different = rows
        .iter()
        .any(|row| matches!(row.verdict, Verdict::Differs | Verdict::Unfinished));
    Ok(if is_different {
        Compared::Differing
    } else {
        Compared::Agreeing
    })
}

fn write_rows(rows: &[report::Compared], out: &mut impl Write) -> Result<(), Problem> {
    writeln!(out, "  {:<30} {:>14} {:>14}", "counter", "machine", "ncu")?;
    let english = strings::of(lessons::Language::English);
    for row in rows {
        let sentence = match row.verdict {
            Verdict::Equal => "equal".to_owned(),
            Verdict::Explained(likeness) => format!("differs: {}", (english.trust().likeness)(likeness)),
            Verdict::Unfinished => format!("differs: {}", english.report().part),
            Verdict::Differs => "differs".to_owned(),
        };
        writeln!(
            out,
            "  {:<30} {:>14} {:>14}  {sentence}",
            row.name,
            value(row.ours),
            value(row.chip)
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
        let value = format!("{} {}", value(reported.value), visible(&reported.unit));
        writeln!(out, "    {} {}", visible(name), value.trim_end())?;
    }
    if let Some(more) = others.len().checked_sub(MOST_OTHERS).filter(|more| *more > 0) {
        writeln!(out, "    and {more} more")?;
    }
    Ok(())
}
