//! The runs of a CUDA file: all launches of its host code in order, on the same arrays.

use crate::arguments::JobArguments;
use crate::cuda_job;
use crate::job::{Job, Text, Translated};
use crate::problem::Problem;
use crate::visible::{visible, write_json};
use cuda::Translation;
use launch::draft::Draft;
use launch::draft::chain::{Between, ReadyChain};
use launch::draft::language::CudaText;
use launch::draft::limits::Limits;
use launch::draft::program::{Program, Reached};
use launch::draft::ready::ready;
use launch::draft::translated::{Launched, TranslatedKernel};
use launch::translate::Compiled;
use model::strings;
use serde::Serialize;
use simt::{Outcome, Run, RunOptions};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;

/// A launch of a file.
#[derive(Clone, Debug, Serialize)]
pub struct Launch {
    /// The line of the launch; `None` for a kernel that the file does not launch.
    pub line: Option<u32>,
    /// The call as CUDA writes it, with its values, or the kernel's name.
    pub text: String,
}

impl Launch {
    /// Writes a heading with the launch.
    pub fn head(&self, out: &mut impl Write) -> std::io::Result<()> {
        let text = visible(&self.text);
        match self.line {
            Some(line) => writeln!(out, "line {line}: {text}"),
            None => writeln!(out, "{text}"),
        }
    }

    /// Returns the call with its line, as the name of a test.
    pub fn named(&self) -> String {
        match self.line {
            Some(line) => format!("{} in line {line}", self.text),
            None => self.text.clone(),
        }
    }

    /// Returns the sentence about a finding's launch.
    pub fn sentence(&self) -> String {
        match self.line {
            Some(line) => format!("in the launch in line {line}: {}", self.text),
            None => format!("in the kernel {}", self.text),
        }
    }
}

/// The results of the launches of a file as one JSON object.
#[derive(Debug, Serialize)]
pub struct Results<'a, Result> {
    pub launches: Vec<Result>,
    /// Sentences about launches and kernels that do not run.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub remarks: &'a [String],
}

impl<Result: Serialize> Results<'_, Result> {
    pub fn write(&self, out: &mut impl Write) -> std::result::Result<(), Problem> {
        write_json(&mut *out, self)?;
        Ok(writeln!(out)?)
    }
}

/// The runs of a CUDA file whose arguments leave all to it.
pub struct Launches {
    text: Text,
    request: cuda::Request,
    compiled: Vec<Compiled>,
    kernels: Vec<TranslatedKernel>,
    /// The launches that run in a row.
    row: Option<(Program, ReadyChain)>,
    /// The kernels that run alone: those of launches outside of the row, or all of a file without launches.
    pub alone: Vec<(Launch, JobArguments)>,
    /// Sentences about launches and kernels that do not run.
    pub remarks: Vec<String>,
}

impl Launches {
    /// Returns what a CUDA file runs; `None` if the arguments say what runs, or if the text has errors.
    ///
    /// # Errors
    /// Returns that a file cannot be read.
    pub fn of_file(arguments: &JobArguments) -> Result<Option<Self>, Problem> {
        let run = &arguments.run;
        let names_a_kernel = run.kernel_name.is_some() || !run.template.is_empty();
        if !cuda_job::is_cuda(&arguments.kernel) || names_a_kernel || !arguments.says_nothing() {
            return Ok(None);
        }
        let text = Text::of_file(&arguments.kernel)?;
        let request = cuda_job::request(arguments)?;
        let cuda = CudaText {
            source: text.source.to_string(),
            files: request.files.clone(),
            double: request.double,
            long_long: request.long_long,
        };
        // The errors of a text are those of its first run.
        let Ok((compiled, translated)) = launch::translate::translate(&cuda, Limits::ONCE) else {
            return Ok(None);
        };
        let settled = translated.settled(&Draft::of_text(cuda.source));
        let entries: Vec<_> = compiled.iter().map(|(entry, _)| entry.clone()).collect();
        let chain = match &translated.program {
            Some(_) => ready(&settled, &entries, Limits::ONCE).ok(),
            None => None,
        };
        let row = translated.program.zip(chain.and_then(|ready| Some(*ready.chain?)));
        let mut launches = Launches {
            text,
            request,
            compiled,
            kernels: translated.kernels,
            row,
            alone: Vec::new(),
            remarks: Vec::new(),
        };
        launches.add_others(arguments);
        let left = translated.left.as_ref();
        let words = strings::of(lessons::Language::English).cuda_words();
        let others = launches.alone.len() + usize::from(launches.row.is_some());
        let alone = match others {
            0 | 1 => "",
            _ => " Kernels that no earlier launch has run ran by themselves, on arrays that no launch had.",
        };
        let left = left.map(|left| (words.alone)(left) + alone);
        launches.remarks.extend(left);
        Ok(Some(launches))
    }

    /// Adds the kernels that no launch of the row runs.
    fn add_others(&mut self, arguments: &JobArguments) {
        let calls = self.row.iter().flat_map(|(program, _)| &program.calls);
        let in_row: Vec<&str> = calls.map(|call| &*call.entry_point).collect();
        let others = self.kernels.iter();
        let others = others.filter(|kernel| !in_row.contains(&&*kernel.name));
        let (launched, free): (Vec<_>, Vec<_>) = others.partition(|each| each.launch.is_some());
        let has_launches = self.row.is_some() || !launched.is_empty();
        let (launched, never): (Vec<_>, Vec<_>) = launched.into_iter().partition(|kernel| {
            let launch = kernel.launch.as_ref();
            launch.is_none_or(|launch| launch.reached == Reached::Maybe)
        });
        let alone = |kernel: &&TranslatedKernel| {
            let mut arguments_of_launch = arguments.clone();
            arguments_of_launch.run.kernel_name = Some(kernel.kernel.name.clone());
            arguments_of_launch.run.template.clone_from(&kernel.kernel.template);
            let launch = kernel.launch.as_ref();
            let launch = Launch {
                line: launch.map(|launch| launch.line),
                text: launch.map_or_else(|| kernel.name.clone(), |launch| launch.text.clone()),
            };
            (launch, arguments_of_launch)
        };
        let mut all: Vec<_> = launched.iter().map(alone).collect();
        if !has_launches {
            all.extend(free.iter().map(alone));
        }
        let remarks = free.iter().filter(|_| has_launches).map(|kernel| {
            let name = &kernel.kernel.name;
            let quote = if name.contains('(') { "'" } else { "" };
            format!("the file does not launch `{name}`, and it was not run; --kernel {quote}{name}{quote} runs it")
        });
        self.remarks.extend(remarks);
        let never = never.iter().filter_map(|kernel| kernel.launch.as_ref());
        self.remarks.extend(never.map(|launch| {
            let Launched { line, text, .. } = launch;
            format!("the conditions around the launch in line {line} do not hold, and it was not run: {text}")
        }));
        self.alone = all;
    }

    /// Returns true if there is one run.
    pub fn is_one(&self) -> bool {
        self.row.is_none() && self.alone.len() == 1 && self.remarks.is_empty()
    }

    /// Runs the launches that follow each other, up to the first that does not complete. All of them share one budget of
    /// steps. Returns the remarks, with one about the launches for which nothing of it is left.
    ///
    /// # Errors
    /// Returns why a launch cannot begin, or what `take` returns.
    pub fn run(
        &self,
        options: &RunOptions,
        mut take: impl FnMut(&Launch, Job, Run) -> Result<(), Problem>,
    ) -> Result<Vec<String>, Problem> {
        let mut remarks = self.remarks.clone();
        let Some((program, chain)) = &self.row else {
            return Ok(remarks);
        };
        let mut options = options.clone();
        let count = chain.stages.len();
        let mut between = Between::start(chain);
        let mut translated: BTreeMap<&str, Translation> = BTreeMap::new();
        for (number, (call, stage)) in program.calls.iter().zip(&chain.stages).enumerate() {
            let name = &*call.entry_point;
            let lost = || Problem::request(format!("the kernel `{name}` is not translated"));
            let kernel = self.kernels.iter().find(|kernel| kernel.name == name);
            let kernel = kernel.ok_or_else(lost)?;
            let request = self.request(kernel);
            let made = match translated.entry(name) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(free) => {
                    let made = cuda::translate(&self.text.source, &request);
                    free.insert(made.map_err(|_| lost())?)
                }
            };
            let mut programs = self.compiled.iter();
            let compiled = programs.find(|(entry, _)| entry.name == name);
            let mut program = compiled.and_then(|(_, program)| program.clone()).ok_or_else(lost)?;
            program.entry_point.clone_from(&made.entry_point);
            let job = Job {
                text: self.text.clone(),
                program,
                dispatch: chain.dispatch(stage, between.contents()),
                translated: Some(Translated {
                    wgsl: made.wgsl.clone(),
                    formats: made.reports.clone(),
                    notes: made.notes.clone(),
                    launches: 1,
                    request,
                    unset: Vec::new(),
                }),
            };
            let run = job.run(&options).map_err(|problem| {
                let line = call.line;
                Problem::request(format!("the launch in line {line}, {}: {problem}", call.text))
            })?;
            between.take(stage, &run.buffers);
            let launch = Launch {
                line: Some(call.line),
                text: call.text.clone(),
            };
            let outcome = run.outcome.clone();
            options.step_budget = options.step_budget.saturating_sub(run.steps);
            take(&launch, job, run)?;
            let is_used_up = options.step_budget == 0 || matches!(outcome, Outcome::BudgetExhausted { .. });
            let left = count - number - 1;
            if is_used_up && left > 0 {
                let launches = if left == 1 { "launch" } else { "launches" };
                remarks.push(format!(
                    "{left} more {launches} did not run: the budget of steps was used up; `--step-budget` raises it"
                ));
                break;
            }
            if outcome != Outcome::Completed {
                break;
            }
        }
        Ok(remarks)
    }

    /// Returns the translation that a kernel is of.
    fn request(&self, kernel: &TranslatedKernel) -> cuda::Request {
        cuda::Request {
            kernel: Some(kernel.kernel.name.clone()),
            template: kernel.kernel.template.clone(),
            ..self.request.clone()
        }
    }
}
