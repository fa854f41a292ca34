//! `warpstep check`: runs a kernel and reports violations of rules, in the form of compiler messages.

mod diagnostic;
mod formats;

use crate::arguments::{CheckArguments, Deny, Format, JobArguments};
use crate::files;
use crate::job::{self, Job};
use crate::launches::{Launch, Launches, Results};
use crate::metrics_object::outcome_sentence;
use crate::printed;
use crate::problem::Problem;
use crate::unset;
use crate::usual;
use crate::visible::{visible, write_json};
use crate::{CANNOT_RUN, FOUND};
use diagnostic::{Diagnostic, Style, place};
use formats::Messages;
use launch::printed::Printed;
use launch::translate::advice::Cuda;
use lessons::Language;
use model::strings;
use model::strings::dialect::in_cuda;
use serde::Serialize;
use simt::{Dispatch, Edit, Finding, FindingKind, KernelError, Outcome, RaisedLimit, Run, RunOptions, Warning};
use std::collections::HashSet;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// The result as one JSON object.
#[derive(Debug, Serialize)]
struct Report {
    /// The launch, if the file has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    launch: Option<Launch>,
    /// The reason why usual values were taken for what nothing says, and the command that has run.
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed: Option<String>,
    outcome: &'static str,
    /// The reason why the run did not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<Stopped>,
    findings: Vec<FindingObject>,
    /// A browser warns about these, and takes the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Warning>,
    /// The lines that the kernel prints.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    printed: Vec<Printed>,
    /// Where the translation of a CUDA text differs from what the text says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteObject>,
    /// Limits that a WebGPU device must be asked for.
    raised_limits: Vec<LimitObject>,
}

#[derive(Debug, Serialize)]
struct NoteObject {
    message: String,
    line: u32,
    column: u32,
}

/// A limit of WebGPU: its name there, what the kernel needs, and what every device offers.
#[derive(Debug, Serialize)]
struct LimitObject {
    name: &'static str,
    needed: u64,
    default: u64,
}

#[derive(Debug, Serialize)]
struct Stopped {
    message: String,
    line: u32,
}

/// A finding with its location, its first workgroup and invocation, and how often it happened.
#[derive(Debug, Serialize)]
struct FindingObject {
    kind: &'static str,
    severity: &'static str,
    message: String,
    line: u32,
    column: u32,
    workgroup: u32,
    invocation: u32,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    /// The change of the text that the help speaks of: lines `first` to `last` become `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    edit: Option<Edit>,
}

/// Runs what the arguments ask for, or everything that a CUDA file launches, and writes what was found.
pub fn write(arguments: &CheckArguments, out: &mut impl Write) -> Result<ExitCode, Problem> {
    let is_for_programs = !matches!(arguments.form(), Format::Text | Format::Json);
    let told = told(arguments, out);
    if let (true, Err(problem)) = (is_for_programs, &told) {
        let path = match problem {
            Problem::Output(_) => return told,
            Problem::Kernel { path, .. } => path.clone(),
            _ => arguments.job.kernel.clone(),
        };
        let messages = [Messages {
            run: path.clone(),
            path,
            diagnostics: refusals_of(problem, 1),
        }];
        write_messages(arguments, &messages, out)?;
    }
    told
}

/// Returns the messages about a problem; one without a place is at `line`.
fn refusals_of(problem: &Problem, line: u32) -> Vec<Diagnostic> {
    match problem {
        Problem::Kernel { errors, hints, .. } => refusals(errors, hints),
        _ => vec![Diagnostic::of_problem(problem.to_string(), line)],
    }
}

/// Writes messages for other programs.
fn write_messages(arguments: &CheckArguments, messages: &[Messages], out: &mut impl Write) -> Result<(), Problem> {
    match arguments.form() {
        Format::Text | Format::Json => {}
        Format::Sarif => formats::sarif(messages, out)?,
        Format::Junit => {
            // A browser's warning about the text has no code, and changes no status.
            let is_denied = |each: &Diagnostic| {
                is_denied(arguments.deny, each.severity) && (each.code.is_some() || each.severity == "error")
            };
            formats::junit(messages, is_denied, out)?;
        }
        Format::Github => formats::github(messages, out)?,
    }
    Ok(())
}

/// Returns true if a message of this severity makes the exit status 1.
fn is_denied(deny: Deny, severity: &str) -> bool {
    match severity {
        "error" => true,
        "warning" => deny != Deny::Error,
        "hint" => deny == Deny::Hint,
        _ => false,
    }
}

fn told(arguments: &CheckArguments, out: &mut impl Write) -> Result<ExitCode, Problem> {
    let options = RunOptions {
        step_budget: arguments.job.run.step_budget.unwrap_or(STEPS),
        ..job::options(&arguments.job)
    };
    let launches = Launches::of_file(&arguments.job)?;
    let is_one = launches.as_ref().is_none_or(Launches::is_one);
    let mut told = Told {
        out,
        arguments,
        messages: Vec::new(),
        is_one,
        is_whole: launches.is_some(),
        reports: Vec::new(),
        remarks: Vec::new(),
        shown: HashSet::new(),
        found: false,
        cannot_run: false,
        steps: options.step_budget,
    };
    let Some(launches) = launches else {
        told.alone(None, &arguments.job, &options)?;
        return told.end(&[]);
    };
    let remarks = launches.run(&options, |launch, job, mut run| {
        told.steps = told.steps.saturating_sub(run.steps);
        // Text tells a message once, and JSON with each launch.
        if matches!(arguments.form(), Format::Json | Format::Junit) || told.has_new(&job, &run) {
            mend(&job, &options, &mut run);
        }
        told.run(Some(launch), &job, &run, None)
    })?;
    for (launch, asked) in &launches.alone {
        told.alone(Some(launch), asked, &options)?;
    }
    told.end(&remarks)
}

/// Weighs the findings of a run, tries their fixes, and keeps those that help.
fn mend(job: &Job, options: &RunOptions, run: &mut Run) {
    simt::weigh(&job.program, &job.dispatch, options, run);
    let trials = match &job.translated {
        Some(made) => {
            let language = Cuda { request: &made.request };
            simt::trials_in(&language, &job.text.source, &run.findings)
        }
        None => {
            let entry_point = Some(job.program.entry_point.as_str());
            simt::trials(&job.text.source, entry_point, &run.findings)
        }
    };
    simt::mend(&trials, &job.dispatch, options, run, &|_| 0);
}

/// Runs one kernel. If nothing says how, it runs with usual values; a sentence about them is returned.
fn run_alone(asked: &JobArguments, options: &RunOptions) -> Result<(Job, Run, Option<String>), Problem> {
    match Job::new(asked) {
        Ok(job) => {
            let run = job.run(options)?;
            Ok((job, run, None))
        }
        Err(Problem::Unsaid { missing }) if asked.says_nothing() => {
            let (job, run, assumed) = usual::run(missing, asked, options)?;
            Ok((job, run, Some(assumed)))
        }
        Err(problem) => Err(problem),
    }
}

/// The code, line, column and sentence of a message.
type Key = (Option<&'static str>, u32, u32, String);

fn key(diagnostic: &Diagnostic) -> Key {
    let Diagnostic { code, line, column, .. } = *diagnostic;
    (code, line, column, diagnostic.message.clone())
}

/// Collects what is written about the runs.
struct Told<'o, Out> {
    out: &'o mut Out,
    arguments: &'o CheckArguments,
    /// The messages of all runs, for other programs.
    messages: Vec<Messages>,
    /// There is one run alone.
    is_one: bool,
    /// The file says what runs, and not the options.
    is_whole: bool,
    reports: Vec<Report>,
    remarks: Vec<String>,
    /// The messages about earlier launches.
    shown: HashSet<Key>,
    found: bool,
    cannot_run: bool,
    /// The steps that are left of the budget.
    steps: u64,
}

impl<Out: Write> Told<'_, Out> {
    /// Runs a kernel by itself, and tells what is found or why it cannot run.
    fn alone(&mut self, launch: Option<&Launch>, asked: &JobArguments, options: &RunOptions) -> Result<(), Problem> {
        if self.steps == 0
            && let Some(launch) = launch
        {
            let text = &launch.text;
            self.remarks.push(format!(
                "`{text}` did not run: the budget of steps was used up; `--step-budget` raises it"
            ));
            return Ok(());
        }
        let options = &RunOptions {
            step_budget: self.steps,
            ..options.clone()
        };
        match run_alone(asked, options) {
            Ok((job, mut run, assumed)) => {
                self.steps = self.steps.saturating_sub(run.steps);
                let unset = unset::sentences(&job, options, &run);
                mend(&job, options, &mut run);
                self.run(launch, &job, &run, assumed)?;
                self.remarks.extend(unset);
                Ok(())
            }
            Err(Problem::Kernel { path, errors, hints }) if errors.iter().all(|error| error.location().is_some()) => {
                self.cannot_run = true;
                self.messages.push(Messages {
                    run: launch.map_or_else(|| path.clone(), Launch::named),
                    path: path.clone(),
                    diagnostics: refusals(&errors, &hints),
                });
                refuse(&asked.kernel, &path, &errors, &hints)
            }
            Err(problem) if self.is_one => Err(problem),
            Err(problem) => {
                self.cannot_run = true;
                let line = launch.and_then(|launch| launch.line).unwrap_or(1);
                self.messages.push(Messages {
                    run: launch.map_or_else(|| asked.kernel.clone(), Launch::named),
                    path: asked.kernel.clone(),
                    diagnostics: refusals_of(&problem, line),
                });
                let sentence = visible(&problem.to_string());
                Ok(writeln!(std::io::stderr(), "error: {sentence}\n")?)
            }
        }
    }

    /// Returns true if a run has a message that no earlier launch has had.
    fn has_new(&self, job: &Job, run: &Run) -> bool {
        let all = diagnostics(job, run);
        all.iter().any(|one| !self.shown.contains(&key(one)))
    }

    fn run(&mut self, launch: Option<&Launch>, job: &Job, run: &Run, assumed: Option<String>) -> Result<(), Problem> {
        self.found |= is_broken(run, self.arguments.deny);
        let launch = launch.filter(|_| !self.is_one);
        match self.arguments.form() {
            Format::Text => self.show(launch, job, run, assumed)?,
            Format::Json => self.reports.push(Report {
                launch: launch.cloned(),
                assumed,
                ..report(job, run, &raised(job)?)
            }),
            Format::Sarif | Format::Junit | Format::Github => {
                let name = &job.program.entry_point;
                let mut diagnostics = diagnostics(job, run);
                // A line gets a message once, however many launches have it; a test fails for itself.
                diagnostics.retain(|each| self.shown.insert(key(each)) || self.arguments.form() == Format::Junit);
                let run = launch.map_or_else(|| name.clone(), Launch::named);
                self.messages.push(Messages {
                    run,
                    path: job.text.path.clone(),
                    diagnostics,
                });
                if let Some(sentence) = assumed {
                    writeln!(std::io::stderr(), "note: {}", visible(&sentence))?;
                }
            }
        }
        Ok(())
    }

    /// Writes the remarks, and returns the exit status.
    fn end(mut self, remarks: &[String]) -> Result<ExitCode, Problem> {
        self.remarks.extend_from_slice(remarks);
        let remarks = &self.remarks[..];
        match self.arguments.form() {
            Format::Text => {
                for remark in remarks {
                    writeln!(self.out, "note: {}", visible(remark))?;
                }
            }
            Format::Json => match <[Report; 1]>::try_from(self.reports) {
                Ok([report]) if self.is_one => {
                    write_json(&mut *self.out, &report)?;
                    writeln!(self.out)?;
                }
                reports => {
                    let launches = reports.map_or_else(|reports| reports, Vec::from);
                    if !self.is_one {
                        Results { launches, remarks }.write(self.out)?;
                    }
                }
            },
            Format::Sarif | Format::Junit | Format::Github => {
                for remark in remarks {
                    writeln!(std::io::stderr(), "note: {}", visible(remark))?;
                }
                write_messages(self.arguments, &self.messages, self.out)?;
            }
        }
        Ok(ExitCode::from(match (self.found, self.cannot_run) {
            (true, _) => FOUND,
            (false, true) => CANNOT_RUN,
            (false, false) => 0,
        }))
    }
}

/// The warp steps of all runs of a file, if no option says a number: they take some seconds.
const STEPS: u64 = 30_000_000;

/// Returns true if a run has findings that are denied, or did not complete for another reason than its size.
fn is_broken(run: &Run, deny: Deny) -> bool {
    let mut findings = run.findings.iter();
    findings.any(|finding| is_denied(deny, finding.severity().name())) || matches!(run.outcome, Outcome::Faulted(_))
}

/// Returns what is said of a run that did not complete: its severity and its sentence, with the line.
fn stopped(run: &Run, dispatch: &Dispatch) -> Option<(&'static str, String, u32)> {
    let (sentence, line) = outcome_sentence(&run.outcome)?;
    Some(match run.outcome {
        Outcome::BudgetExhausted { .. } => {
            let all = dispatch.workgroups.into_iter().map(u64::from);
            let all: u64 = all.product();
            let whole = run.metrics.workgroups.saturating_sub(1);
            let sentence = format!(
                "{whole} of {all} blocks were checked: then the budget of steps was used up; `--step-budget` raises it"
            );
            ("note", sentence, line)
        }
        Outcome::Completed | Outcome::Faulted(_) => ("error", sentence, line),
    })
}

/// Returns the messages about errors in the source text; the hints belong to the first.
fn refusals(errors: &[KernelError], hints: &[String]) -> Vec<Diagnostic> {
    let message = |(index, error): (usize, &KernelError)| {
        let (line, column) = error.location().unwrap_or((1, 1));
        Diagnostic {
            column,
            help: (index == 0 && !hints.is_empty()).then(|| hints.join("\n")),
            ..Diagnostic::of_problem(error.to_string(), line)
        }
    };
    errors.iter().enumerate().map(message).collect()
}

/// Reports the errors in the source text, each with its location, on standard error.
fn refuse(kernel: &str, path: &str, errors: &[KernelError], hints: &[String]) -> Result<(), Problem> {
    let source = files::text(kernel).unwrap_or_default();
    let style = Style::new(std::io::stderr().is_terminal());
    for diagnostic in refusals(errors, hints) {
        diagnostic.write(path, &source, style, &mut std::io::stderr().lock())?;
    }
    Ok(())
}

fn raised(job: &Job) -> Result<Vec<RaisedLimit>, Problem> {
    simt::raised_limits(&job.program, &job.dispatch).map_err(|error| job.text.refused(error))
}

/// Returns the notes of a translation.
fn notes(job: &Job) -> impl Iterator<Item = &cuda::Error> {
    job.translated.iter().flat_map(|made| &made.notes)
}

/// Returns what a browser warns about in a WGSL text.
fn warnings(job: &Job) -> Vec<Warning> {
    match job.translated {
        Some(_) => Vec::new(),
        None => simt::warnings(&job.text.source).unwrap_or_default(),
    }
}

fn report(job: &Job, run: &Run, raised: &[RaisedLimit]) -> Report {
    let in_language = |text: String| match job.translated {
        Some(_) => in_cuda(text),
        None => text,
    };
    let finding = |finding: &Finding| FindingObject {
        kind: finding.kind.name(),
        severity: finding.severity().name(),
        message: in_language(finding.to_string()),
        line: finding.line,
        column: finding.column,
        workgroup: finding.workgroup,
        invocation: finding.invocation,
        count: finding.count,
        help: finding.fix().map(in_language),
        edit: finding.edit.clone(),
    };
    Report {
        launch: None,
        assumed: None,
        outcome: run.outcome.name(),
        stopped: stopped(run, &job.dispatch).map(|(_, message, line)| Stopped { message, line }),
        findings: run.findings.iter().map(finding).collect(),
        warnings: warnings(job),
        printed: job.printed(run),
        notes: notes(job)
            .map(|note| NoteObject {
                message: note.message.clone(),
                line: note.line,
                column: note.column,
            })
            .collect(),
        raised_limits: raised
            .iter()
            .map(|raised| LimitObject {
                name: raised.limit.name(),
                needed: raised.needed,
                default: raised.limit.default(),
            })
            .collect(),
    }
}

/// Returns the messages about a run.
fn diagnostics(job: &Job, run: &Run) -> Vec<Diagnostic> {
    let source = &*job.text.source;
    let mut diagnostics: Vec<Diagnostic> = run
        .findings
        .iter()
        .map(|finding| {
            let mut diagnostic = Diagnostic::of(finding, &job.program, source);
            if job.translated.is_some() {
                diagnostic.message = in_cuda(diagnostic.message);
                diagnostic.notes = diagnostic.notes.into_iter().map(in_cuda).collect();
                diagnostic.help = diagnostic.help.map(in_cuda);
            }
            diagnostic
        })
        .collect();
    // These findings already explain why the run stopped, and more precisely.
    let told = run.findings.iter().any(|finding| {
        let is_endless = matches!(finding.kind, FindingKind::OutOfBounds { endless: Some(_), .. });
        is_endless || finding.kind.may_hang()
    });
    if let Some((severity, message, line)) = stopped(run, &job.dispatch).filter(|_| !told) {
        let (column, width) = place(&job.program, source, line);
        diagnostics.push(Diagnostic {
            severity,
            code: Some(run.outcome.name()),
            message,
            line,
            column,
            width,
            notes: Vec::new(),
            help: None,
            change: Vec::new(),
        });
    }
    diagnostics.extend(warnings(job).into_iter().map(|warning| Diagnostic {
        severity: "warning",
        code: None,
        message: warning.message,
        line: warning.line,
        column: warning.column,
        width: 1,
        notes: Vec::new(),
        help: None,
        change: Vec::new(),
    }));
    diagnostics.extend(notes(job).map(|note| Diagnostic::of_note(note, source)));
    diagnostics
}

impl<Out: Write> Told<'_, Out> {
    /// Writes the messages about a run and their number. A message that an earlier launch has had is counted alone.
    fn show(&mut self, launch: Option<&Launch>, job: &Job, run: &Run, assumed: Option<String>) -> Result<(), Problem> {
        let style = Style::new(std::io::stdout().is_terminal());
        let path = visible(&job.text.path);
        let all = diagnostics(job, run);
        let mut again = 0;
        for mut diagnostic in all.iter().cloned() {
            if !self.shown.insert(key(&diagnostic)) {
                again += u32::from(diagnostic.severity != "note");
                continue;
            }
            if let Some(launch) = launch.filter(|_| diagnostic.severity != "note") {
                diagnostic.notes.insert(0, launch.sentence());
            }
            diagnostic.write(&job.text.path, &job.text.source, style, self.out)?;
            writeln!(self.out)?;
        }
        printed::write(&job.printed(run), run.reports.left_out, self.out)?;
        let raised = raised(job)?;
        if !raised.is_empty() {
            let words = strings::of(Language::English).playground();
            writeln!(self.out, "note: {}\n", (words.raised)(&raised))?;
        }
        if let Some(sentence) = assumed {
            writeln!(self.out, "note: {}", visible(&sentence))?;
        }
        let counts: Vec<String> = [("error", "errors"), ("warning", "warnings"), ("hint", "hints")]
            .into_iter()
            .filter_map(|(severity, plural)| {
                let count = all.iter().filter(|each| each.severity == severity).count();
                let noun = if count == 1 { severity } else { plural };
                (count > 0).then(|| format!("{count} {noun}"))
            })
            .collect();
        let mut summary = if counts.is_empty() {
            "no findings".to_owned()
        } else {
            counts.join(", ")
        };
        if again > 0 {
            summary += &format!(" ({again} as in a launch before)");
        }
        let [x, y, z] = job.dispatch.workgroups;
        match launch {
            None => {
                writeln!(self.out, "{path}: {summary} in {x} x {y} x {z} workgroups")?;
                let launches = job.translated.as_ref().map_or(0, |made| made.launches);
                if launches > 1 && !self.is_whole {
                    writeln!(
                        self.out,
                        "note: the options ask for one run; without them all {launches} launches of the file run"
                    )?;
                }
            }
            Some(launch) => {
                let place = launch.line.map_or(String::new(), |line| format!(":{line}"));
                let text = visible(&launch.text);
                writeln!(self.out, "{path}{place}: {text}: {summary}")?;
            }
        }
        Ok(())
    }
}
