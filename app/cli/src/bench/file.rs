//! `warpstep bench FILE`: times the kernel of a file, after its result on the GPU was compared with the machine's.

use super::comparison::{Compared, binding_of, compare};
use super::{connect, table};
use crate::FOUND;
use crate::arguments::{BenchArguments, JobArguments};
use crate::job::{self, Job};
use crate::kernel_name::is_file;
use crate::launches::{Launch, Launches};
use crate::metrics_object::outcome_sentence;
use crate::number;
use crate::problem::Problem;
use crate::visible::visible;
use ::bench::{PROGRAM, now, plan};
use gpu::{Control, DeviceInfo, Entry, Gpu, GpuError, Measurement, Plan, Sheet, Way};
use model::strings::dialect::in_cuda;
use simt::{BindingAccess, Buffer, Dispatch, Kernel, Machine, Run, RunOptions, Severity, Space, workgroup_size};
use std::io::{self, Write};
use std::process::ExitCode;

/// A file's kernel keeps wgpu's checks: one run cannot show that it needs none, because repeated dispatches start from what
/// the one before has left in the buffers.
const WAY: Way = Way::NativeChecked;

/// A kernel that was run on the machine and on the GPU, and timed there.
#[derive(Debug)]
struct Timed {
    job: Job,
    /// Lanes of a workgroup in x, y and z.
    block: [u32; 3],
    /// The run on the machine.
    run: Run,
    compared: Vec<Compared>,
    measurement: Measurement,
}

/// Measures and writes a table or a sheet. A result that differs from the machine's is reported and sets the exit status;
/// its time is measured nevertheless.
pub fn write(arguments: &BenchArguments, asked: &JobArguments, out: &mut impl Write) -> Result<ExitCode, Problem> {
    if !is_file(&asked.kernel) {
        let name = &asked.kernel;
        return Err(Problem::request(format!(
            "`{name}` is no .wgsl or .cu file; a kernel of the gallery is timed with --kernels {name}"
        )));
    }
    let launches = Launches::of_file(asked)?.filter(|launches| !launches.is_one());
    let Some(launches) = launches else {
        let (gpu, timed) = Timed::of(Job::new(asked)?, None, asked, arguments, None)?;
        return write_all(arguments, asked, &gpu, &[(None, timed)], &[], out);
    };
    let options = on_machine(asked);
    let mut all: Vec<(Option<Launch>, Timed)> = Vec::new();
    let mut connected = None;
    let mut time = |launch: &Launch, job: Job, run: Option<Run>| {
        let (gpu, timed) = Timed::of(job, run, asked, arguments, connected.take())?;
        connected = Some(gpu);
        all.push((Some(launch.clone()), timed));
        Ok(())
    };
    let remarks = launches.run(&options, |launch, job, run| time(launch, job, Some(run)))?;
    for (launch, asked) in &launches.alone {
        time(launch, Job::new(asked)?, None)?;
    }
    match connected {
        Some(gpu) => write_all(arguments, asked, &gpu, &all, &remarks, out),
        None => Err(Problem::request("no kernel was timed: the file has none that runs")),
    }
}

/// Writes a table for each kernel, or a sheet of all. Results that differ set the exit status.
fn write_all(
    arguments: &BenchArguments,
    asked: &JobArguments,
    gpu: &Gpu,
    all: &[(Option<Launch>, Timed)],
    remarks: &[String],
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let compared = || all.iter().flat_map(|(_, timed)| &timed.compared);
    if arguments.json {
        for compared in compared().filter(|each| !each.is_equal()) {
            compared.write(&mut io::stderr())?;
        }
        let entries = all.iter().map(|(_, timed)| timed.entry(asked)).collect();
        let sheet = Sheet::new(gpu.info().into(), now(), PROGRAM.to_owned(), WAY, entries);
        out.write_all(sheet.to_json().as_bytes())?;
    } else {
        for (index, (launch, timed)) in all.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            if let Some(launch) = launch {
                launch.head(out)?;
            }
            timed.write(gpu.info(), &asked.machine(), out)?;
        }
    }
    for remark in remarks {
        let _ = writeln!(io::stderr(), "note: {}", visible(remark));
    }
    let is_equal = compared().all(Compared::is_equal);
    Ok(ExitCode::from(if is_equal { 0 } else { FOUND }))
}

/// Refuses subgroup functions on a device without them, and says if its warps have another width than the machine's.
fn check_warps(kernel: &Kernel, info: &DeviceInfo, machine: &Machine) -> Result<(), Problem> {
    if !kernel.source.contains("enable subgroups;") {
        return Ok(());
    }
    if !info.subgroups {
        return Err(Problem::request(format!(
            "no kernel was timed: `{}` needs subgroups, and this device has none",
            kernel.name
        )));
    }
    let width = machine.warp_width;
    if let Some([least, most]) = info.warp_widths
        && [least, most] != [width, width]
    {
        let widths = if least == most {
            least.to_string()
        } else {
            format!("{least} to {most}")
        };
        let _ = writeln!(
            io::stderr(),
            "note: a warp of this device has {widths} lanes, one of the machine has {width}; their results may differ"
        );
    }
    Ok(())
}

/// Returns the options of the run on the machine.
fn on_machine(asked: &JobArguments) -> RunOptions {
    RunOptions {
        traced: Some(0),
        ..job::options(asked)
    }
}

/// Says if a run on the machine has findings, and refuses a job that a GPU may not end.
fn judge(job: &Job, run: &Run) -> Result<(), Problem> {
    let refused = |line: u32, sentence: String| {
        let path = &job.text.path;
        Problem::request(format!("{path}:{line}: no kernel was timed: {sentence}"))
    };
    if let Some((sentence, line)) = outcome_sentence(&run.outcome) {
        return Err(refused(line, sentence));
    }
    let mut findings = run.findings.iter();
    if let Some(finding) = findings.find(|finding| finding.kind.may_hang()) {
        let sentence = match job.translated {
            Some(_) => in_cuda(finding.to_string()),
            None => finding.to_string(),
        };
        return Err(refused(finding.line, sentence + "; a GPU may hang"));
    }
    let findings = run.findings.iter();
    let broken = findings.filter(|finding| finding.severity() > Severity::Hint);
    let said = match broken.count() {
        0 => return Ok(()),
        1 => "a finding".to_owned(),
        count => format!("{count} findings"),
    };
    let _ = writeln!(
        io::stderr(),
        "note: the machine has {said}, so the results may differ; `warpstep check` with the same options explains more"
    );
    Ok(())
}

/// Runs the job once on the GPU, compares its result with the machine's, and then measures its time.
async fn run_on_gpu(gpu: &Gpu, job: &Job, run: &Run, plan: &Plan) -> Result<(Vec<Compared>, Measurement), GpuError> {
    let (kernel, dispatch) = of_gpu(job, gpu.info());
    let words = gpu::run_once(gpu, &kernel, &dispatch).await?;
    let compared = compare(job, run, &words);
    let mut buffers = job.dispatch.buffers.iter();
    let output = buffers.position(|buffer| {
        let binding = binding_of(&job.program, buffer);
        binding.is_some_and(|binding| binding.access == BindingAccess::ReadWrite)
    });
    // All buffers have just been compared, so the measurement takes any result.
    let timed = gpu::Job::new(kernel, dispatch, output, buffer_bytes(job), |_, _| {}).with_agreement(|_, _, _| true);
    let results = gpu::measure(gpu, &[timed], plan, &Control::new(), |_| {}).await?;
    // A measurement of one job has one result.
    let result = results.into_iter().next();
    Ok((compared, result.unwrap_or(Err(GpuError::Cancelled))?))
}

/// Returns the kernel and the dispatch that a GPU runs. A grid of CUDA may have more blocks in x than WebGPU dispatches:
/// they run in several rows.
fn of_gpu(job: &Job, info: &DeviceInfo) -> (Kernel, Dispatch) {
    let (mut kernel, mut dispatch) = (job.kernel(), job.dispatch.clone());
    let entry_point = &job.program.entry_point;
    let folded = job
        .translated
        .as_ref()
        .and_then(|made| simt::fold(&made.wgsl, entry_point, dispatch.workgroups, info.max_workgroups));
    if let Some(folded) = folded {
        kernel.source = folded.text.into();
        dispatch.workgroups = folded.workgroups;
    }
    (kernel, dispatch)
}

/// Returns the bytes of all storage buffers.
fn buffer_bytes(job: &Job) -> u64 {
    let is_storage = |buffer: &&Buffer| {
        let binding = binding_of(&job.program, buffer);
        binding.is_some_and(|binding| binding.space == Space::Storage)
    };
    let buffers = job.dispatch.buffers.iter().filter(is_storage);
    buffers.map(|buffer| buffer.contents.byte_len()).sum()
}

impl Timed {
    /// Runs a job on the machine and on the GPU, and times it there. `run` is its run on the machine, if it has one already,
    /// and `connected` the GPU of an earlier job.
    fn of(
        mut job: Job,
        run: Option<Run>,
        asked: &JobArguments,
        arguments: &BenchArguments,
        connected: Option<Gpu>,
    ) -> Result<(Gpu, Self), Problem> {
        let Job { program, dispatch, .. } = &mut job;
        // WebGPU refuses a buffer that the kernel does not use.
        let is_used = |buffer: &Buffer| binding_of(program, buffer).is_some();
        dispatch.buffers.retain(is_used);
        let block = workgroup_size(&job.program, &job.dispatch).map_err(|error| job.text.refused(error))?;
        if job.program.waits_for_grid() {
            let path = &job.text.path;
            return Err(Problem::request(format!(
                "{path}: no kernel was timed: {}",
                GpuError::GridBarrier
            )));
        }
        let gpu = match connected {
            Some(gpu) => gpu,
            None => connect(arguments.adapter.as_deref())?,
        };
        check_warps(&job.kernel(), gpu.info(), &asked.machine())?;
        let run = match run {
            Some(run) => run,
            None => job.run(&on_machine(asked))?,
        };
        judge(&job, &run)?;
        let plan = plan(arguments.rounds, arguments.pass_millis, arguments.rounding_nanos);
        let (compared, measurement) = pollster::block_on(run_on_gpu(&gpu, &job, &run, &plan))
            .map_err(|error| Problem::request(format!("no kernel was timed: {error}")))?;
        let timed = Timed {
            job,
            block,
            run,
            compared,
            measurement,
        };
        Ok((gpu, timed))
    }

    /// Writes the device, whether the result is right, the time, and the bytes with their rates.
    fn write(&self, info: &DeviceInfo, machine: &Machine, out: &mut impl Write) -> io::Result<()> {
        let measurement = &self.measurement;
        table::write_device(info, WAY, out)?;
        writeln!(
            out,
            "{:<34} {:>16} {:>14} {:>11} {:>25}  method",
            "kernel", "grid", "block", "median ms", "95 % interval"
        )?;
        writeln!(
            out,
            "{:<34} {:>16} {:>14} {:>11} {:>25}  {}\n",
            visible(&measurement.kernel),
            extent(self.job.dispatch.workgroups),
            extent(self.block),
            table::median(measurement),
            table::interval(measurement),
            table::method(measurement),
        )?;
        if self.compared.is_empty() {
            writeln!(out, "No buffer is written: nothing can be compared with the machine.")?;
        }
        for compared in &self.compared {
            compared.write(out)?;
        }
        let metrics = &self.run.metrics;
        let mut traffic = metrics.global_loads;
        traffic.add(&metrics.global_stores);
        traffic.add(&metrics.global_atomics);
        let moved = format!("moved by {}, without caches", machine.id);
        writeln!(out, "\n{:<34} {:>16} {:>8}  kind", "bytes", "count", "GB/s")?;
        for (what, bytes, kind) in [
            ("of its buffers", buffer_bytes(&self.job), "exact"),
            ("asked for by its lanes", traffic.bytes_asked, "exact"),
            (moved.as_str(), traffic.bytes_moved, "modelled"),
        ] {
            let rate = table::gb_per_s(measurement, bytes);
            writeln!(out, "{what:<34} {bytes:>16} {rate:>8}  {kind}")?;
        }
        writeln!(out, "\nGB/s is the count divided by the measured median.")
    }

    /// Returns the measurement for a sheet. The number of elements is that of `--n`; without it, that of the lanes.
    fn entry(&self, asked: &JobArguments) -> Entry {
        let sizes = self.job.dispatch.workgroups.iter().chain(&self.block);
        let lanes: u64 = sizes.map(|&size| u64::from(size)).product();
        let elements = asked.n.as_deref().and_then(number::whole);
        let parameters = asked.run.overrides.iter().chain(&asked.run.arguments);
        Entry {
            parameters: parameters.cloned().collect(),
            ..Entry::of(
                &self.measurement,
                elements.unwrap_or(lanes),
                self.block.iter().product(),
            )
        }
    }
}

fn extent([x, y, z]: [u32; 3]) -> String {
    format!("{x} x {y} x {z}")
}
