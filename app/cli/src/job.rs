//! One run as the command line describes it: a program, its dispatch and its machine.

use crate::arguments::JobArguments;
use crate::buffers;
use crate::gallery::Chosen;
use crate::problem::Problem;
use simt::{Dispatch, KernelError, Program, Run, RunOptions, compile};
use std::borrow::Cow;
use std::path::Path;

/// A kernel's text and where it stands.
#[derive(Debug)]
pub struct Text {
    /// The file, or `shaders/….wgsl` for a kernel of the gallery.
    pub path: String,
    /// The file's stem.
    pub name: String,
    pub source: Cow<'static, str>,
}

#[derive(Debug)]
pub struct Job {
    pub text: Text,
    pub program: Program,
    pub dispatch: Dispatch,
}

/// True where the kernel is a file rather than a name of the gallery.
pub fn is_file(kernel: &str) -> bool {
    kernel.ends_with(".wgsl") || kernel.contains(['/', '\\']) || Path::new(kernel).is_file()
}

/// A kernel of the gallery at its size.
///
/// # Errors
/// A name that is not in the gallery, a size that cannot run, or an option that only a file has.
pub fn chosen(arguments: &JobArguments) -> Result<Chosen, Problem> {
    for (option, given) in [
        ("--workgroups", arguments.workgroups.is_some()),
        ("--indirect", arguments.indirect.is_some()),
        ("--buffer", !arguments.buffer.is_empty()),
        ("--override", !arguments.overrides.is_empty()),
        ("--entry", arguments.entry.is_some()),
    ] {
        if given {
            let sentence = format!(
                "{option} is for .wgsl files; the dispatch of a gallery kernel follows from --n and --block"
            );
            return Err(Problem::request(sentence));
        }
    }
    Chosen::new(
        &arguments.kernel,
        arguments.n.as_deref(),
        arguments.block.as_deref(),
    )
}

impl Text {
    pub fn of_gallery(chosen: &Chosen) -> Self {
        let kernel = chosen.kernel();
        Text {
            path: format!("shaders/{}.wgsl", kernel.name),
            name: kernel.name.to_string(),
            source: kernel.source.clone(),
        }
    }

    fn of_file(path: &str) -> Result<Self, Problem> {
        let input = |error| Problem::Input {
            path: path.to_owned(),
            error,
        };
        let name = Path::new(path).file_stem().unwrap_or_default();
        Ok(Text {
            path: path.to_owned(),
            name: name.to_string_lossy().into_owned(),
            source: std::fs::read_to_string(path).map_err(input)?.into(),
        })
    }

    /// Compiles the text.
    pub fn compile(&self, entry: Option<&str>) -> Result<Program, Problem> {
        compile(&self.source, entry).map_err(|error| self.refused(error))
    }

    pub fn refused(&self, error: KernelError) -> Problem {
        Problem::Kernel {
            path: self.path.clone(),
            error,
        }
    }
}

impl Job {
    /// The run that the arguments describe, in full.
    pub fn new(arguments: &JobArguments) -> Result<Self, Problem> {
        if is_file(&arguments.kernel) {
            return Self::of_file(arguments);
        }
        let chosen = chosen(arguments)?;
        let text = Text::of_gallery(&chosen);
        Ok(Job {
            program: text.compile(None)?,
            dispatch: chosen.dispatch(&arguments.machine)?,
            text,
        })
    }

    fn of_file(arguments: &JobArguments) -> Result<Self, Problem> {
        if arguments.block.is_some() {
            return Err(Problem::request(
                "--block is for gallery kernels; a file says its workgroup's size itself, or by --override",
            ));
        }
        let elements = arguments
            .n
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(|_| Problem::request("--n must be a whole number for a .wgsl file"))?;
        let text = Text::of_file(&arguments.kernel)?;
        let program = text.compile(arguments.entry.as_deref())?;
        let mut dispatch = Dispatch {
            workgroups: arguments.workgroups.unwrap_or_default(),
            overrides: arguments.overrides.iter().cloned().collect(),
            buffers: buffers::buffers(&program, &arguments.buffer, elements)?,
        };
        match (arguments.workgroups, arguments.indirect) {
            (Some(_), _) => {}
            (None, Some(indirect)) => {
                dispatch = dispatch
                    .with_indirect(indirect)
                    .map_err(|error| text.refused(error))?;
            }
            (None, None) => {
                return Err(Problem::request(
                    "say how many workgroups the file's kernel is dispatched with: --workgroups X,Y,Z",
                ));
            }
        }
        Ok(Job {
            text,
            program,
            dispatch,
        })
    }

    /// Runs to the end, or to the budget's.
    pub fn run(&self, options: &RunOptions) -> Result<Run, Problem> {
        simt::run(&self.program, &self.dispatch, options).map_err(|error| self.text.refused(error))
    }
}

/// What the arguments say of how to run. No trace is kept.
pub fn options(arguments: &JobArguments) -> RunOptions {
    RunOptions {
        machine: arguments.machine.clone(),
        traced: None,
        seed: arguments.seed,
        step_budget: arguments.step_budget,
        predication: arguments.masked_branches,
        ..RunOptions::default()
    }
}
