//! `warpstep check`: runs a kernel and reports violations of rules, in the form of compiler messages.

mod diagnostic;

use crate::arguments::CheckArguments;
use crate::files;
use crate::job::{self, Job};
use crate::metrics_object::outcome_sentence;
use crate::printed;
use crate::problem::Problem;
use crate::visible::{visible, write_json};
use crate::{CANNOT_RUN, FOUND};
use diagnostic::{Diagnostic, Style, place};
use launch::printed::Printed;
use launch::translate::advice::Cuda;
use lessons::Language;
use model::strings;
use model::strings::dialect::in_cuda;
use serde::Serialize;
use simt::{Edit, Finding, FindingKind, KernelError, RaisedLimit, Run, Severity, Warning};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// The result as one JSON object.
#[derive(Debug, Serialize)]
struct Report {
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

pub fn write(arguments: &CheckArguments, out: &mut impl Write) -> Result<ExitCode, Problem> {
    let run = |arguments: &CheckArguments| {
        let job = Job::new(&arguments.job)?;
        let options = job::options(&arguments.job);
        let mut run = job.run(&options)?;
        let entry_point = Some(job.program.entry_point.as_str());
        let trials = match &job.translated {
            Some(made) => {
                let language = Cuda {
                    request: &made.request,
                };
                simt::trials_in(&language, &job.text.source, &run.findings)
            }
            None => simt::trials(&job.text.source, entry_point, &run.findings),
        };
        simt::mend(&trials, &job.dispatch, &options, &mut run);
        Ok((job, run))
    };
    match run(arguments) {
        Ok((job, run)) => {
            if arguments.json {
                report(&job, &run, &raised(&job)?).write(out)?;
            } else {
                show(&job, &run, out)?;
            }
            Ok(status(&run))
        }
        Err(Problem::Kernel {
            path,
            errors,
            hints,
        }) if errors.iter().all(|error| error.location().is_some()) => {
            refuse(arguments, &path, &errors, &hints)
        }
        Err(problem) => Err(problem),
    }
}

/// Returns the exit status; hints alone are not a failure.
fn status(run: &Run) -> ExitCode {
    let broken = run
        .findings
        .iter()
        .any(|finding| finding.severity() > Severity::Hint);
    if broken || outcome_sentence(&run.outcome).is_some() {
        ExitCode::from(FOUND)
    } else {
        ExitCode::SUCCESS
    }
}

/// Reports the errors in the source text, each with its location, on standard error; the hints belong to the first.
fn refuse(
    arguments: &CheckArguments,
    path: &str,
    errors: &[KernelError],
    hints: &[String],
) -> Result<ExitCode, Problem> {
    let source = files::text(&arguments.job.kernel).unwrap_or_default();
    let style = Style::new(std::io::stderr().is_terminal());
    for (index, error) in errors.iter().enumerate() {
        let (line, column) = error.location().unwrap_or((1, 1));
        let diagnostic = Diagnostic {
            severity: "error",
            code: None,
            message: error.to_string(),
            line,
            column,
            width: 1,
            notes: Vec::new(),
            help: (index == 0 && !hints.is_empty()).then(|| hints.join("\n")),
            change: Vec::new(),
        };
        diagnostic.write(path, &source, style, &mut std::io::stderr().lock())?;
    }
    Ok(ExitCode::from(CANNOT_RUN))
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
        outcome: run.outcome.name(),
        stopped: outcome_sentence(&run.outcome).map(|(message, line)| Stopped { message, line }),
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

impl Report {
    fn write(&self, out: &mut impl Write) -> Result<(), Problem> {
        write_json(&mut *out, self)?;
        Ok(writeln!(out)?)
    }
}

fn show(job: &Job, run: &Run, out: &mut impl Write) -> Result<(), Problem> {
    let style = Style::new(std::io::stdout().is_terminal());
    let source = &job.text.source;
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
        let is_endless = matches!(
            finding.kind,
            FindingKind::OutOfBounds {
                endless: Some(_),
                ..
            }
        );
        is_endless || finding.kind.may_hang()
    });
    if let Some((message, line)) = outcome_sentence(&run.outcome).filter(|_| !told) {
        let (column, width) = place(&job.program, source, line);
        diagnostics.push(Diagnostic {
            severity: "error",
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
    for diagnostic in &diagnostics {
        diagnostic.write(&job.text.path, source, style, out)?;
        writeln!(out)?;
    }
    printed::write(&job.printed(run), run.reports.left_out, out)?;
    let raised = raised(job)?;
    if !raised.is_empty() {
        let words = strings::of(Language::English).playground();
        writeln!(out, "note: {}\n", (words.raised)(&raised))?;
    }
    let [x, y, z] = job.dispatch.workgroups;
    let counted = |severity: &str, plural: &str| {
        let count = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == severity)
            .count();
        let noun = if count == 1 { severity } else { plural };
        (count > 0).then(|| format!("{count} {noun}"))
    };
    let counts: Vec<String> = [
        ("error", "errors"),
        ("warning", "warnings"),
        ("hint", "hints"),
    ]
    .into_iter()
    .filter_map(|(severity, plural)| counted(severity, plural))
    .collect();
    let found = if counts.is_empty() {
        "no findings".to_owned()
    } else {
        counts.join(", ")
    };
    writeln!(
        out,
        "{}: {found} in {x} x {y} x {z} workgroups",
        visible(&job.text.path)
    )?;
    Ok(())
}
