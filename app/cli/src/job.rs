//! One run as the command line describes it: a program, its dispatch and its machine.

use crate::arguments::JobArguments;
use crate::buffers::{self, Textures};
use crate::cuda_job;
use crate::files;
use crate::gallery::Chosen;
use crate::kernel_name::is_file;
use crate::number;
use crate::problem::Problem;
use crate::unsaid::{self, Missing, Unsaid};
use crate::unset::UnsetBuffer;
use launch::printed::{Printed, printed};
use lessons::Language;
use model::playground::repair::repair;
use model::strings;
use simt::{
    Dispatch, Kernel, KernelError, Program, Run, RunOptions, Scheduling, Wide, compile, entry_points, with_other_names,
};
use std::borrow::Cow;
use std::num::NonZero;
use std::path::Path;
use std::thread;

/// A kernel's source text and its location.
#[derive(Clone, Debug)]
pub struct Text {
    /// Path of the file, or `shaders/….wgsl` for a gallery kernel.
    pub path: String,
    /// Stem of the file name.
    pub name: String,
    pub source: Cow<'static, str>,
}

#[derive(Debug)]
pub struct Job {
    pub text: Text,
    pub program: Program,
    pub dispatch: Dispatch,
    /// The translation of a kernel in CUDA.
    pub translated: Option<Translated>,
}

/// The translation of a CUDA text.
#[derive(Debug)]
pub struct Translated {
    pub wgsl: String,
    /// The formats of `printf`.
    pub formats: Vec<cuda::Report>,
    /// Where WGSL differs from what the text says.
    pub notes: Vec<cuda::Error>,
    /// The launches that the text has, as far as their conditions are known.
    pub launches: usize,
    pub request: cuda::Request,
    /// The buffers that the host allocates and nobody sets.
    pub unset: Vec<UnsetBuffer>,
}

/// Returns the gallery kernel of the arguments, with its size.
///
/// # Errors
/// A name that is not in the gallery, an unsupported size, or an option that only files have.
pub fn chosen(arguments: &JobArguments) -> Result<Chosen, Problem> {
    for (option, given) in [
        ("--workgroups", arguments.run.workgroups.is_some()),
        ("--indirect", arguments.run.indirect.is_some()),
        ("--buffer", !arguments.run.buffer.is_empty()),
        ("--override", !arguments.run.overrides.is_empty()),
        ("--entry", arguments.run.entry.is_some()),
    ] {
        if given {
            let sentence =
                format!("{option} is for .wgsl files; the dispatch of a gallery kernel follows from --n and --block");
            return Err(Problem::request(sentence));
        }
    }
    Chosen::new(&arguments.kernel, arguments.n.as_deref(), arguments.block.as_deref())
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

    pub fn of_file(path: &str) -> Result<Self, Problem> {
        let name = Path::new(path).file_stem().unwrap_or_default();
        Ok(Text {
            path: path.to_owned(),
            name: name.to_string_lossy().into_owned(),
            source: files::text(path)?.into(),
        })
    }

    /// Compiles the text.
    pub fn compile(&self, entry: Option<&str>) -> Result<Program, Problem> {
        compile(&self.source, entry).map_err(|error| self.refused(error))
    }

    /// Returns the lanes of a dispatch in x and y. A workgroup whose size an override sets counts as one lane.
    fn lanes(&self, entry: Option<&str>, workgroups: [u32; 3]) -> Result<[u32; 2], Problem> {
        let entries = entry_points(&self.source).map_err(|error| self.refused(error))?;
        let mut entries = entries.into_iter();
        let entry_point = entries.find(|each| entry.is_none_or(|name| each.name == name));
        let [x, y, _] = entry_point.and_then(|entry| entry.workgroup_size).unwrap_or([1; 3]);
        let [across, down, _] = workgroups;
        Ok([across.saturating_mul(x), down.saturating_mul(y)])
    }

    pub fn refused(&self, error: KernelError) -> Problem {
        let hints = strings::of(Language::English).hints(&self.source, &error);
        Problem::Kernel {
            path: self.path.clone(),
            hints: self.damage().into_iter().chain(hints).collect(),
            errors: with_other_names(&self.source, error),
        }
    }

    /// Returns the problem of a CUDA text with these errors, of which there is at least one.
    pub fn refused_for(&self, errors: Vec<KernelError>) -> Problem {
        Problem::Kernel {
            path: self.path.clone(),
            hints: self.damage().into_iter().chain(narrower(&errors)).collect(),
            errors,
        }
    }

    /// Returns what has happened to the text on its way, as it is copied from a page or a chat.
    pub fn damage(&self) -> Option<String> {
        let damaged = repair(&self.source)?.found;
        let words = strings::of(Language::English).playground();
        Some((words.damaged)(&damaged))
    }
}

/// Returns the options that read numbers of 64 bits as numbers of 32 bits, where a text is refused for them.
fn narrower(errors: &[KernelError]) -> impl Iterator<Item = String> {
    let has = |asked: Wide| {
        let mut errors = errors.iter();
        errors.any(|error| matches!(error, KernelError::Cuda { wide, .. } if *wide == Some(asked)))
    };
    let options = [
        (Wide::Double, "--double-as-float reads `double` as `float`"),
        (Wide::LongLong, "--long-long-as-int reads `long long` as `int`"),
    ];
    options
        .into_iter()
        .filter(move |(asked, _)| has(*asked))
        .map(|(_, sentence)| sentence.to_owned())
}

impl Job {
    /// Returns the full run that the arguments describe.
    pub fn new(arguments: &JobArguments) -> Result<Self, Problem> {
        if cuda_job::is_cuda(&arguments.kernel) {
            return cuda_job::job(arguments);
        }
        if is_file(&arguments.kernel) {
            return Self::of_file(arguments);
        }
        let chosen = chosen(arguments)?;
        let text = Text::of_gallery(&chosen);
        Ok(Job {
            program: text.compile(None)?,
            dispatch: chosen.dispatch(&arguments.machine())?,
            text,
            translated: None,
        })
    }

    fn of_file(arguments: &JobArguments) -> Result<Self, Problem> {
        if arguments.block.is_some() {
            return Err(Problem::request(
                "--block is for gallery kernels; a file sets its workgroup size itself or with --override",
            ));
        }
        let read = |n: &str| {
            number::whole(n).ok_or_else(|| {
                Problem::request(format!(
                    "--n is `{n}`; for a .wgsl file it must be a whole number, such as 1000 or 2^24"
                ))
            })
        };
        let elements = arguments.n.as_deref().map(read).transpose()?;
        let text = Text::of_file(&arguments.kernel)?;
        let program = text.compile(arguments.run.entry.as_deref())?;
        let has_grid = arguments.run.workgroups.is_some() || arguments.run.indirect.is_some();
        // Without workgroups, the sizes of textures are those of one.
        let workgroups = arguments.run.workgroups.unwrap_or([1; 3]);
        let mut dispatch = Dispatch {
            workgroups,
            overrides: arguments.run.overrides.iter().cloned().collect(),
            buffers: buffers::buffers(
                &program,
                &arguments.run.buffer,
                &Textures {
                    given: &arguments.run.texture,
                    lanes: text.lanes(arguments.run.entry.as_deref(), workgroups)?,
                },
                elements,
            )?,
        };
        buffers::set(&program, &arguments.run.set, &mut dispatch.buffers)?;
        let mut unsaid = Vec::new();
        unsaid.extend((!has_grid).then_some(Unsaid::Workgroups));
        unsaid.extend(unsaid::of_wgsl(
            &program,
            &arguments.run.overrides,
            elements,
            &dispatch.buffers,
        ));
        if !unsaid.is_empty() {
            return Err(Problem::Unsaid {
                missing: Missing::new(Vec::new(), &program.entry_point, None, unsaid),
            });
        }
        if let (None, Some(indirect)) = (arguments.run.workgroups, arguments.run.indirect) {
            dispatch = dispatch.with_indirect(indirect).map_err(|error| text.refused(error))?;
        }
        // A browser checks the values of overrides when it makes a pipeline.
        simt::validate_overrides(&text.source, &dispatch.overrides).map_err(|error| text.refused(error))?;
        Ok(Job {
            text,
            program,
            dispatch,
            translated: None,
        })
    }

    /// Returns the kernel that a GPU runs, named by its file and its entry point.
    pub fn kernel(&self) -> Kernel {
        let wgsl = self.translated.as_ref().map(|made| made.wgsl.clone());
        let entry_point = &self.program.entry_point;
        Kernel {
            name: format!("{}:{entry_point}", self.text.name).into(),
            source: wgsl.map_or_else(|| self.text.source.clone(), Cow::Owned),
            entry_point: Some(entry_point.clone().into()),
        }
    }

    /// Returns what a run of this job printed.
    pub fn printed(&self, run: &Run) -> Vec<Printed> {
        let formats = self.translated.as_ref().map(|made| &*made.formats);
        printed(formats.unwrap_or_default(), &run.reports, Some(&self.program))
    }

    /// Runs until the dispatch completes or the step budget is used up.
    pub fn run(&self, options: &RunOptions) -> Result<Run, Problem> {
        let run = run_on_all_cores(&self.program, &self.dispatch, options);
        run.map_err(|error| self.text.refused(error))
    }
}

/// Runs a dispatch to its end, with as many threads as the process may use.
///
/// # Errors
/// The same as [`simt::run`].
pub fn run_on_all_cores(program: &Program, dispatch: &Dispatch, options: &RunOptions) -> Result<Run, KernelError> {
    let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    simt::run_on(threads, program, dispatch, options)
}

/// The warp steps after which a run is cut off, if no option says a number.
const STEPS: u64 = 500_000_000;

/// Returns the run options of the arguments. No trace is recorded.
pub fn options(arguments: &JobArguments) -> RunOptions {
    RunOptions {
        machine: arguments.machine(),
        traced: None,
        seed: arguments.run.seed,
        step_budget: arguments.run.step_budget.unwrap_or(STEPS),
        predication: arguments.run.masked_branches,
        scheduling: if arguments.run.independent_threads {
            Scheduling::Independent
        } else {
            Scheduling::Lockstep
        },
        ..if cuda_job::is_cuda(&arguments.kernel) {
            RunOptions::cuda()
        } else {
            RunOptions::default()
        }
    }
}
