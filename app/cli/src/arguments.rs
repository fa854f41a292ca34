//! The command-line arguments.

use crate::buffers::{
    BufferArgument, SetArgument, TextureArgument, parse_buffer, parse_indirect, parse_set, parse_texture,
};
use crate::kernel_name::is_file;
use crate::machine::parse_machine;
use crate::number;
use clap::{Args, Parser, Subcommand, ValueEnum};
use simt::{Indirect, Machine};

#[derive(Debug, Parser)]
#[command(
    name = "warpstep",
    version,
    about = "Runs CUDA and WGSL kernels on a simulated lockstep SIMT machine: finds races and other errors, and counts what a profiler counts."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the lessons and their kernels, and the machines.
    Lessons,
    /// Print the counters of a profiler, under nvprof's names.
    Metrics(MetricsArguments),
    /// Run a kernel and report violations of rules. Exit status: 0 clean, 1 findings, 2 cannot run.
    Check(CheckArguments),
    /// Compare the counters of a report of NVIDIA Nsight Compute (ncu --csv) with those of the machine. Exit status: 0 each is
    /// equal or has a reason, 1 some differ, 2 cannot compare.
    Compare(CompareArguments),
    /// Write the steps of one workgroup as JSON (see app/cli/trace.schema.json).
    Trace(TraceArguments),
    /// Check kernels of the gallery, or the kernel of a file, on this computer's GPU and time them. Exit status: 0 done,
    /// 1 a kernel failed or a file's result differs, 2 cannot run.
    Bench(BenchArguments),
    /// Answer requests, one JSON object per line (see app/cli/README.md).
    Exec,
    /// Print the completions of a shell; for bash: source <(warpstep completions bash).
    Completions {
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page, and those of the commands, one after the other.
    #[command(hide = true)]
    Man,
}

#[derive(Debug, Args)]
pub struct MetricsArguments {
    #[command(flatten)]
    pub job: JobArguments,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Also print the counters of every source line.
    #[arg(long)]
    pub lines: bool,
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub job: JobArguments,
    /// Print one JSON object: the same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// The form of the result: for a reader, or for other programs.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The least severity that makes the exit status 1.
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = Deny::Warning)]
    pub deny: Deny,
}

impl CheckArguments {
    /// Returns the form of the result.
    pub fn form(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// The form of what `check` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
    /// A log for code scanning.
    Sarif,
    /// A report in which each run is a test.
    Junit,
    /// Annotations of a pull request on GitHub.
    Github,
}

/// The least severity that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    Hint,
    Warning,
    Error,
}

#[derive(Debug, Args)]
pub struct CompareArguments {
    /// The report, as `ncu --csv` prints it.
    #[arg(value_name = "REPORT", required_unless_present = "metrics")]
    pub report: Option<String>,
    /// The .cu or .wgsl file that ran, or a kernel of the gallery; with the options of `check`.
    #[arg(value_name = "KERNEL", required_unless_present = "metrics")]
    pub kernel: Option<String>,
    /// Print the metrics to ask ncu for, separated by commas, and nothing else.
    #[arg(long, conflicts_with = "report")]
    pub metrics: bool,
    /// Number of elements, as for `check`.
    #[arg(long, value_name = "N")]
    pub n: Option<String>,
    /// Lanes in a block, as for `check`.
    #[arg(long, value_name = "B")]
    pub block: Option<String>,
    #[command(flatten)]
    pub run: RunArguments,
}

impl CompareArguments {
    /// Returns the kernel with its dispatch, on a machine that ncu has: its chips are current ones, also for a kernel of the
    /// gallery. `None` without a kernel.
    pub fn job(&self) -> Option<JobArguments> {
        let mut run = self.run.clone();
        run.machine = run.machine.or_else(current_machine);
        Some(JobArguments {
            kernel: self.kernel.clone()?,
            n: self.n.clone(),
            block: self.block.clone(),
            run,
        })
    }
}

/// Returns the machine of a reader's own kernel: a current GPU.
fn current_machine() -> Option<Machine> {
    Machine::by_id(lessons::measured::MACHINE)
}

#[derive(Debug, Args)]
pub struct TraceArguments {
    #[command(flatten)]
    pub job: JobArguments,
    /// The workgroup to trace, by its linear index, x first.
    #[arg(long, value_name = "INDEX", default_value_t = 0)]
    pub workgroup: u32,
    /// Largest number of steps in the trace.
    #[arg(long, value_name = "STEPS", default_value_t = 1_000_000)]
    pub most_steps: usize,
}

#[derive(Debug, Args)]
pub struct BenchArguments {
    /// A .wgsl or .cu file, with the options of `check`. Its result on the GPU is compared with the machine's.
    #[arg(value_name = "FILE", conflicts_with_all = ["kernels", "lesson", "unchecked"])]
    pub kernel: Option<String>,
    /// Kernels of the gallery, separated by commas; all of them without a file, this option and --lesson.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub kernels: Vec<String>,
    /// The kernels of a lesson.
    #[arg(long, value_name = "ID", conflicts_with = "kernels")]
    pub lesson: Option<String>,
    /// Number of elements, such as 1000 or 2^28 (default 2^24). A kernel that does not support this size runs at the
    /// nearest supported one. For a file: elements of each array without a --buffer.
    #[arg(long, value_name = "N")]
    pub n: Option<String>,
    /// Lanes in a workgroup (default 256), or X,Y,Z for a .cu file.
    #[arg(long, value_name = "B")]
    pub block: Option<String>,
    /// Interleaved rounds; each takes one sample of every kernel.
    #[arg(long, value_name = "R", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub rounds: u32,
    /// Duration of the shorter of a sample's two passes, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 20.0, value_parser = parse_millis)]
    pub pass_millis: f64,
    /// Compile without checks of bounds, loops and divisions; a run on the simulated machine first verifies that none
    /// is needed.
    #[arg(long)]
    pub unchecked: bool,
    /// Round the GPU's clock down to multiples of this many nanoseconds, as browsers with default settings do to 65536.
    #[arg(long, value_name = "NS", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub rounding_nanos: Option<u64>,
    /// The GPU whose name contains this text; the fastest without this option.
    #[arg(long, value_name = "WORDS")]
    pub adapter: Option<String>,
    /// Print a sheet: one JSON object with every sample.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub run: RunArguments,
}

impl BenchArguments {
    /// Returns the kernel of a file with its dispatch; `None` if kernels of the gallery are timed.
    pub fn job(&self) -> Option<JobArguments> {
        Some(JobArguments {
            kernel: self.kernel.clone()?,
            n: self.n.clone(),
            block: self.block.clone(),
            run: self.run.clone(),
        })
    }
}

/// A kernel and its dispatch.
#[derive(Clone, Debug, Args)]
pub struct JobArguments {
    /// A gallery kernel (see `warpstep lessons`), or a .wgsl or .cu file.
    pub kernel: String,
    /// Number of elements, or COLUMNSxROWS for a matrix. For a file: elements of each array without a --buffer.
    #[arg(long, value_name = "N")]
    pub n: Option<String>,
    /// Lanes in a workgroup of a gallery kernel: a number, or XxY for a matrix. For a .cu file: X,Y,Z.
    #[arg(long, value_name = "B")]
    pub block: Option<String>,
    #[command(flatten)]
    pub run: RunArguments,
}

impl JobArguments {
    /// Returns the machine. A reader's own kernel is counted for a current GPU, and a kernel of the gallery for that of its
    /// source.
    pub fn machine(&self) -> Machine {
        let usual = || {
            let current = is_file(&self.kernel).then(current_machine);
            current.flatten().unwrap_or_default()
        };
        self.run.machine.clone().unwrap_or_else(usual)
    }

    /// Returns the options that name a kernel of a CUDA file.
    pub fn naming(&self) -> Vec<String> {
        let run = &self.run;
        let mut options = Vec::new();
        if let Some(name) = &run.kernel_name {
            options.extend(["--kernel".to_owned(), name.clone()]);
        }
        if !run.template.is_empty() {
            options.extend(["--template".to_owned(), run.template.join(",")]);
        }
        options
    }

    /// Returns true if nothing is said about a file's launch.
    pub fn says_nothing(&self) -> bool {
        let run = &self.run;
        self.n.is_none()
            && self.block.is_none()
            && run.workgroups.is_none()
            && run.indirect.is_none()
            && run.buffer.is_empty()
            && run.set.is_empty()
            && run.overrides.is_empty()
            && run.arguments.is_empty()
            && run.alias.is_empty()
            && run.shared.is_none()
    }
}

/// The machine, and what only a file's kernel needs. Every command that takes a kernel has these options.
#[derive(Clone, Debug, Args)]
#[group(requires = "kernel")]
pub struct RunArguments {
    /// Execute short branches with masks, as compilers do, instead of branching.
    #[arg(long)]
    pub masked_branches: bool,
    /// Let the parts of a warp run apart after a branch, as GPUs since Volta may, until a barrier.
    #[arg(long)]
    pub independent_threads: bool,
    /// A machine's name (see `warpstep lessons`), or
    /// custom:warp=32,request=32,line=128,sector=32,banks=32,bank=4,loads=sectors with any of these; by default h200 for
    /// a file and for `compare`, and k80 for a kernel of the gallery.
    #[arg(long, value_name = "NAME", value_parser = parse_machine)]
    pub machine: Option<Machine>,
    /// Number of workgroups of a file's dispatch.
    #[arg(long, visible_alias = "grid", value_name = "X,Y,Z", value_parser = parse_workgroups)]
    pub workgroups: Option<[u32; 3]>,
    /// Read the number of workgroups of a file's dispatch from 12 bytes of a buffer.
    #[arg(long, value_name = "GROUP.BINDING+OFFSET", value_parser = parse_indirect, conflicts_with = "workgroups")]
    pub indirect: Option<Indirect>,
    /// Contents of a file's buffer: zeros:N, ones:N, index:N, bytes:N (words of 4 bytes), @FILE, or numbers.
    #[arg(long, value_name = "GROUP.BINDING=…", value_parser = parse_buffer)]
    pub buffer: Vec<BufferArgument>,
    /// Value of a member of a buffer, such as sim.dt=0.01, or of a plain variable.
    #[arg(long, value_name = "NAME.MEMBER=VALUE", value_parser = parse_set)]
    pub set: Vec<SetArgument>,
    /// Size of a texture in texels; without it a texture has a texel for each lane.
    #[arg(long, value_name = "GROUP.BINDING=XxYxZ", value_parser = parse_texture)]
    pub texture: Vec<TextureArgument>,
    /// Value of an override.
    #[arg(long = "override", value_name = "NAME=VALUE", value_parser = parse_override)]
    pub overrides: Vec<(String, f64)>,
    /// Entry point of a file that has several.
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// Kernel of a .cu file that has several.
    #[arg(long = "kernel", value_name = "NAME")]
    pub kernel_name: Option<String>,
    /// Template arguments of a .cu file's kernel, separated by commas.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub template: Vec<String>,
    /// Argument of a .cu file's kernel.
    #[arg(long = "arg", value_name = "NAME=VALUE", value_parser = parse_override)]
    pub arguments: Vec<(String, f64)>,
    /// A pointer of a .cu file's kernel that has another one's buffer.
    #[arg(long, value_name = "OUT=IN", value_parser = parse_alias)]
    pub alias: Vec<(String, String)>,
    /// Bytes of dynamic shared memory of a .cu file's launch.
    #[arg(long, value_name = "BYTES")]
    pub shared: Option<u32>,
    /// A file that a .cu file includes.
    #[arg(long, value_name = "FILE")]
    pub include: Vec<String>,
    /// Read `double` as `float` in a .cu file.
    #[arg(long)]
    pub double_as_float: bool,
    /// Read `long long` as `int` in a .cu file.
    #[arg(long)]
    pub long_long_as_int: bool,
    /// Order in which warps take turns: 0 is round-robin, other values shuffle it.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Largest number of warp steps of all runs of a file [default: 500000000, and 30000000 for `check`]
    #[arg(long, value_name = "STEPS")]
    pub step_budget: Option<u64>,
}

/// Parses the duration of a pass in milliseconds; a longer pass could make the system reset the GPU.
fn parse_millis(text: &str) -> Result<f64, String> {
    let most = gpu::Plan::MAX_SUBMISSION_MILLIS / 2.0;
    match text.parse() {
        Ok(millis) if millis > 0.0 && millis <= most => Ok(millis),
        _ => Err(format!("give a number of milliseconds up to {most}")),
    }
}

/// Parses one to three counts; missing counts are 1.
fn parse_workgroups(text: &str) -> Result<[u32; 3], String> {
    let counts: Vec<u32> = text
        .split(',')
        .map(number::whole)
        .collect::<Option<_>>()
        .ok_or("give one to three whole numbers up to 4294967295, such as 4,1,1")?;
    match counts[..] {
        [x] => Ok([x, 1, 1]),
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err("give one to three whole numbers up to 4294967295, such as 4,1,1".to_owned()),
    }
}

fn parse_alias(text: &str) -> Result<(String, String), String> {
    let names = text.split_once('=').ok_or("give two parameters, such as out=in")?;
    Ok((names.0.trim().to_owned(), names.1.trim().to_owned()))
}

fn parse_override(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("give a name and a value, such as BLOCK=64")?;
    let value = match value.trim() {
        "true" => 1.0,
        "false" => 0.0,
        number => number.parse().map_err(|_| format!("`{number}` is not a number"))?,
    };
    Ok((name.trim().to_owned(), value))
}
