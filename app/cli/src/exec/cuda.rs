//! Executes a request with a CUDA text: compiles it, or runs one or several of its kernels.

use super::answer::{Answer, CompiledCuda, Kernel, KernelLaunch, KernelParameter, NamedBuffer, Ran, RanCuda, Refusal};
use super::request::{self, ArgumentValue};
use super::run::{BASE64, Refused};
use crate::job::run_on_all_cores;
use crate::metrics_object::outcome_sentence;
use ::cuda::{Cause, Double, LongLong, ParameterKind, Scalar, ScalarKind, Translation};
use base64::Engine;
use launch::dispatch::{self, Sizes};
use launch::printed::{Printed, printed};
use launch::translate::advice::Cuda;
use simt::{Machine, RunOptions};
use std::collections::BTreeMap;

/// Returns the request with the reader's choices for types of 64 bits.
fn asked(files: &BTreeMap<String, String>, double: bool, long_long: bool) -> ::cuda::Request {
    ::cuda::Request {
        files: files.clone(),
        double: if double { Double::AsFloat } else { Double::Refused },
        long_long: if long_long { LongLong::AsInt } else { LongLong::Refused },
        ..::cuda::Request::default()
    }
}

pub fn compile(text: &str, request: &request::Compile) -> Answer {
    let asked = asked(&request.files, request.double_as_float, request.long_long_as_int);
    let made = match ::cuda::translate(text, &asked) {
        Ok(made) => made,
        Err(errors) => return listed(text, &asked, &errors),
    };
    // CUDA's threads may leave before a barrier, so control flow need not be uniform as in WGSL.
    if let Err(error) = simt::compile_marked(&made.wgsl, None, &made.marks()) {
        return Answer::Refused(Refusal::from(&error));
    }
    let kernels = kernels(&made.kernels, &made.launches);
    Answer::CompiledCuda(Box::new(CompiledCuda {
        kernels,
        notes: made
            .notes
            .iter()
            .map(|note| format!("line {}: {note}", note.line))
            .collect(),
        wgsl: made.wgsl,
        lines: made.lines,
    }))
}

/// Answers for a text without a translation: with its kernels, if they only want template arguments.
fn listed(text: &str, asked: &::cuda::Request, errors: &[::cuda::Error]) -> Answer {
    let wants = |error: &::cuda::Error| error.cause == Cause::TemplateArgument;
    if !errors.iter().all(wants) {
        return Answer::Refused(Refusal::of_cuda(errors));
    }
    Answer::CompiledCuda(Box::new(CompiledCuda {
        kernels: kernels(&::cuda::kernels(text, asked), &[]),
        notes: Vec::new(),
        wgsl: String::new(),
        lines: Vec::new(),
    }))
}

fn kernels(infos: &[::cuda::KernelInfo], launches: &[::cuda::LaunchInfo]) -> Vec<Kernel> {
    let described = |kernel: &::cuda::KernelInfo| Kernel {
        name: kernel.name.clone(),
        parameters: kernel
            .parameters
            .iter()
            .map(|parameter| KernelParameter {
                name: parameter.name.clone(),
                kind: match parameter.kind {
                    ParameterKind::Pointer => "pointer",
                    ParameterKind::Scalar => "scalar",
                },
                ty: parameter.ty.clone(),
                first: parameter.inside.then_some(0),
            })
            .collect(),
        instances: kernel.instances.clone(),
        refused: kernel.refused.as_ref().map(ToString::to_string),
        launches: launches
            .iter()
            .filter(|launch| launch.kernel == kernel.name)
            .map(|launch| KernelLaunch {
                grid: launch.grid,
                block: launch.block,
                shared_bytes: launch.shared_bytes,
                line: launch.line,
            })
            .collect(),
    };
    infos.iter().map(described).collect()
}

pub fn run(text: &str, request: request::Run) -> Answer {
    match ran(text, request) {
        Ok(ran) => Answer::RanCuda(Box::new(ran)),
        Err(Stopped::Machine(Refused::Request(message))) => Answer::request(message),
        Err(Stopped::Machine(Refused::Kernel(error))) => Answer::refused(&error),
        Err(Stopped::Text(errors)) => Answer::Refused(Refusal::of_cuda(&errors)),
    }
}

enum Stopped {
    Machine(Refused),
    Text(Vec<::cuda::Error>),
}

fn wrong<T>(message: impl Into<String>) -> Result<T, Stopped> {
    Err(Stopped::Machine(Refused::Request(message.into())))
}

/// One launch of a run.
struct Step<'r> {
    kernel: Option<&'r str>,
    template: &'r [ArgumentValue],
    grid: Option<[u32; 3]>,
    block: Option<[u32; 3]>,
    shared_bytes: Option<u32>,
    args: &'r BTreeMap<String, ArgumentValue>,
    /// For a parameter's name, the name of its buffer.
    bind: &'r BTreeMap<String, String>,
    /// True if `bind` names other parameters, and not buffers.
    alias: bool,
}

fn ran(text: &str, request: request::Run) -> Result<RanCuda, Stopped> {
    if !(request.warp_width.is_power_of_two() && request.warp_width <= 64) {
        return wrong(format!(
            "`warp_width` is {}; it must be a power of two from 1 to 64",
            request.warp_width
        ));
    }
    let cuda = &request.cuda_fields;
    let mut memory: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut order = Vec::new();
    for buffer in &request.buffers {
        let Some(name) = &buffer.name else {
            return wrong("a buffer of a CUDA kernel has a `name`");
        };
        let bytes = BASE64.decode(&buffer.base64);
        let bytes = bytes.map_err(|error| {
            Stopped::Machine(Refused::Request(format!("the buffer `{name}` is not base64: {error}")))
        })?;
        order.push((name.clone(), bytes.len()));
        memory.insert(name.clone(), bytes);
    }
    let first = Step {
        kernel: cuda.kernel.as_deref(),
        template: &cuda.template,
        grid: cuda.grid,
        block: cuda.block,
        shared_bytes: cuda.shared_bytes,
        args: &cuda.args,
        bind: &cuda.alias,
        alias: true,
    };
    let steps: Vec<Step> = match &cuda.steps {
        None => vec![first],
        Some(steps) => steps
            .iter()
            .map(|step| Step {
                kernel: step.kernel.as_deref(),
                template: &step.template,
                grid: step.grid,
                block: step.block,
                shared_bytes: step.shared_bytes,
                args: &step.args,
                bind: &step.bind,
                alias: false,
            })
            .collect(),
    };
    let mut whole: Option<Ran> = None;
    let mut printed = Vec::new();
    for step in &steps {
        let (ran, lines) = launch(text, step, &request, &mut memory)?;
        printed.extend(lines);
        match &mut whole {
            None => whole = Some(ran),
            Some(whole) => {
                whole.findings.extend(ran.findings);
                whole.metrics.add(&ran.metrics);
                (whole.outcome, whole.stopped) = (ran.outcome, ran.stopped);
            }
        }
        if whole.as_ref().is_some_and(|whole| whole.stopped.is_some()) {
            break;
        }
    }
    let Some(ran) = whole else {
        return wrong("`steps` is empty");
    };
    let named = order.into_iter().map(|(name, length)| {
        let bytes = &memory[&name];
        NamedBuffer {
            base64: BASE64.encode(&bytes[..length.min(bytes.len())]),
            name,
        }
    });
    Ok(RanCuda {
        buffers: named.collect(),
        printed,
        ran,
    })
}

fn launch(
    text: &str,
    step: &Step,
    request: &request::Run,
    memory: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(Ran, Vec<Printed>), Stopped> {
    let cuda = &request.cuda_fields;
    let asked = ::cuda::Request {
        kernel: step.kernel.map(str::to_owned),
        template: step.template.iter().map(ArgumentValue::text).collect(),
        alias: aliases(step),
        // Buffers have the names of parameters, or `bind` gives each parameter one.
        buffers: memory.keys().chain(step.bind.keys()).cloned().collect(),
        ..asked(&cuda.files, cuda.double_as_float, cuda.long_long_as_int)
    };
    let made = ::cuda::translate(text, &asked).map_err(Stopped::Text)?;
    let folded = made.launch.map(|launch| &made.launches[launch]);
    let (Some(grid), Some(block)) = (
        step.grid.or(folded.and_then(|launch| launch.grid)),
        step.block.or(folded.and_then(|launch| launch.block)),
    ) else {
        return wrong("missing fields `grid` and `block`: the text's launch does not say them");
    };
    let shared = step
        .shared_bytes
        .or(folded.and_then(|launch| launch.shared_bytes))
        .unwrap_or(0);
    let program = simt::compile_marked(&made.wgsl, None, &made.marks())
        .map_err(|error| Stopped::Machine(Refused::Kernel(error)))?;
    let sizes = Sizes {
        grid,
        block,
        shared_bytes: shared,
    };
    let mut dispatch = sizes.dispatch(&made);
    let mut names = Vec::new();
    for binding in &made.bindings {
        let name = step.bind.get(&binding.name).unwrap_or(&binding.name).clone();
        let given = memory.get(&name).cloned();
        let Some(bytes) = given.or_else(|| binding.initial.clone()) else {
            return wrong(format!("the buffer `{name}` is missing"));
        };
        let array = dispatch::array(binding, bytes);
        names.push((name, array.contents.byte_len() as usize));
        dispatch.buffers.push(array);
    }
    let scalars = dispatch::scalars(&made, |scalar| values(&made, step, folded, scalar))?;
    dispatch.buffers.extend(scalars);
    let options = RunOptions {
        machine: Machine::default().with_warp_width(request.warp_width),
        traced: None,
        step_budget: request.step_budget,
        findings: request.findings,
        seed: request.seed,
        ..RunOptions::cuda()
    };
    let mut run =
        run_on_all_cores(&program, &dispatch, &options).map_err(|error| Stopped::Machine(Refused::Kernel(error)))?;
    simt::weigh(&program, &dispatch, &options, &mut run);
    let trials = simt::trials_in(&Cuda { request: &asked }, text, &run.findings);
    simt::mend(&trials, &dispatch, &options, &mut run, &|_| 0);
    for ((name, length), words) in names.iter().zip(&run.buffers) {
        // A buffer that the kernel does not use stays.
        if !words.is_empty() {
            let mut bytes: Vec<u8> = words.iter().copied().flat_map(u32::to_le_bytes).collect();
            bytes.truncate(*length);
            memory.insert(name.clone(), bytes);
        }
    }
    let lines = printed(&made.reports, &run.reports, Some(&program));
    let ran = Ran {
        outcome: run.outcome.name(),
        stopped: outcome_sentence(&run.outcome),
        buffers: Vec::new(),
        findings: run.findings,
        metrics: run.metrics,
    };
    Ok((ran, lines))
}

/// Returns, for a parameter, the parameter whose buffer it shares: by an alias, or because both are bound to one buffer.
fn aliases(step: &Step) -> BTreeMap<String, String> {
    let mut first: BTreeMap<&str, &str> = BTreeMap::new();
    let mut bound = BTreeMap::new();
    for (parameter, buffer) in step.bind {
        if step.alias {
            bound.insert(parameter.clone(), buffer.clone());
            continue;
        }
        match first.get(buffer.as_str()) {
            Some(other) => {
                bound.insert(parameter.clone(), (*other).to_owned());
            }
            None => {
                first.insert(buffer, parameter);
            }
        }
    }
    bound
}

/// Returns the numbers of a scalar: those of the request, or that of the text's launch.
fn values(
    made: &Translation,
    step: &Step,
    folded: Option<&::cuda::LaunchInfo>,
    scalar: &Scalar,
) -> Result<Vec<f64>, Stopped> {
    let is_first = scalar.kind == ScalarKind::First;
    if let Some(given) = step.args.get(&scalar.name) {
        return Ok(given.numbers());
    }
    // A caller that says the sizes gives its own buffers: the offset of the text's launch is not theirs.
    let is_moved = is_first && step.grid.is_some();
    let argument = dispatch::argument(made, folded, &scalar.name).filter(|_| !is_moved);
    let number = argument.and_then(|argument| argument.number);
    match number.or(is_first.then_some(0.0)) {
        Some(number) => Ok(vec![number]),
        None => wrong(format!("the argument `{}` is missing in `args`", scalar.name)),
    }
}
