//! Every CUDA text of the gallery is translated, and its translation gives the reference's result on the machine, with the
//! requests of its WGSL twin.

use cuda::{Request, Translation, translate};
use lessons::{GALLERY, GalleryKernel, Size};
use simt::{
    Buffer, Contents, Dispatch, Finding, FindingKind, Machine, Metrics, Outcome, Program, Run, RunOptions,
    SharedTraffic, Traffic,
};
use std::collections::BTreeSet;

/// Kernels that stay out, with the reason.
const LEFT_OUT: &[(&str, &str)] = &[
    (
        "nested_launch_parent",
        "a launch from the device: WebGPU starts kernels from the host alone",
    ),
    (
        "nested_launch_child",
        "a launch from the device: WebGPU starts kernels from the host alone",
    ),
];

/// Kernels whose two texts make different requests, with the reason.
const COUNTED_OTHERWISE: &[(&str, &str)] = &[
    (
        "divergence_case",
        "`mode` is a uniform buffer in WGSL, and global memory in CUDA, which is loaded in every iteration",
    ),
    (
        "reduce_single_pass_ahead",
        "CUDA stores the zero with which the sum of a block begins; WGSL begins with it",
    ),
    (
        "reduce_single_pass_once",
        "CUDA stores the zero with which the sum of a block begins; WGSL begins with it",
    ),
];

fn left_out(kernel: &GalleryKernel) -> bool {
    LEFT_OUT.iter().any(|(name, _)| kernel.kernel.name == *name)
}

/// Returns the names of the bindings of a WGSL text, in order.
fn names(source: &str) -> Vec<&str> {
    let declared = source.lines().filter(|line| line.trim_start().starts_with("@group("));
    declared
        .map(|line| {
            let name = line.split('>').nth(1).and_then(|rest| rest.split(':').next());
            name.expect("a binding has a name").trim()
        })
        .collect()
}

/// Returns the template arguments that the lesson's overrides stand for.
fn template(kernel: &GalleryKernel, dispatch: &Dispatch) -> Vec<String> {
    let Some(head) = kernel.twin.split("template <").nth(1) else {
        return Vec::new();
    };
    let parameters = head.split('>').next().unwrap_or_default();
    parameters
        .split(',')
        .map(|parameter| {
            let name = parameter.split_whitespace().last().unwrap_or_default();
            let given = dispatch.overrides.get(name).copied();
            let declared = || {
                let line = kernel
                    .kernel
                    .source
                    .lines()
                    .find(|line| line.starts_with(&format!("override {name}:")))?;
                let value = line.split('=').nth(1)?.trim().trim_end_matches([';', 'u']);
                value.parse::<f64>().ok()
            };
            given
                .or_else(declared)
                .unwrap_or_else(|| panic!("{kernel:?}: no value for {name}"))
                .to_string()
        })
        .collect()
}

/// Returns the dispatch of the translation with the lesson's buffers.
fn dispatch_of(kernel: &GalleryKernel, given: &Dispatch, made: &Translation, block: u32) -> (Dispatch, Vec<String>) {
    let names = names(&kernel.kernel.source);
    let mut buffers = Vec::new();
    let mut order = Vec::new();
    let mut words = 0;
    for binding in &made.bindings {
        let index = names
            .iter()
            .position(|name| *name == binding.name)
            .unwrap_or_else(|| panic!("{kernel:?}: {}", binding.name));
        let contents = given.buffers[index].contents.clone();
        if words == 0 {
            words = contents.byte_len() / u64::from(binding.element_bytes);
        }
        buffers.push(Buffer {
            group: 0,
            binding: binding.binding,
            contents,
        });
        order.push(binding.name.clone());
    }
    if let Some((binding, bytes)) = made.uniform {
        let mut contents = vec![0; bytes as usize];
        for scalar in &made.scalars {
            assert_eq!(scalar.name, "n", "{kernel:?}");
            contents[scalar.offset as usize..][..4].copy_from_slice(&(words as u32).to_le_bytes());
        }
        buffers.push(Buffer {
            group: 0,
            binding,
            contents: Contents::Bytes(contents),
        });
    }
    let [x, y, z] = block_of(kernel, block);
    let overrides = [("block_x", x), ("block_y", y), ("block_z", z)];
    let dispatch = Dispatch {
        workgroups: given.workgroups,
        overrides: overrides
            .map(|(name, value)| (name.to_owned(), f64::from(value)))
            .into(),
        buffers,
    };
    (dispatch, order)
}

/// Returns the block as CUDA launches it: of two dimensions where the kernel asks for its `y`.
fn block_of(kernel: &GalleryKernel, block: u32) -> [u32; 3] {
    let program = simt::compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
    let size = simt::entry_points(&kernel.kernel.source).expect("it has one");
    let _ = program;
    match size.first().and_then(|entry| entry.workgroup_size) {
        Some([x, y, z]) if y > 1 => [x, y, z],
        _ => [block, 1, 1],
    }
}

#[test]
fn translations_give_the_references_results() {
    let mut failures = Vec::new();
    let mut right = 0;
    for kernel in GALLERY.iter().filter(|kernel| !left_out(kernel)) {
        match check(kernel) {
            Ok(()) => right += 1,
            Err(why) => failures.push(format!("{kernel:?}: {why}")),
        }
    }
    assert!(failures.is_empty(), "{right} right\n{}", failures.join("\n"));
}

/// Sizes in elements, and blocks.
const SIZES: [(u32, u32); 2] = [(4096, 64), (1000, 128)];

/// A kernel's translation with its dispatch.
struct Translated {
    made: Translation,
    program: Program,
    dispatch: Dispatch,
    /// The names of the buffers, in order.
    order: Vec<String>,
}

impl Translated {
    fn run(&self) -> Result<Run, String> {
        completed(&self.program, &self.dispatch).map_err(|why| format!("{why}\n{}", self.made.wgsl))
    }
}

fn translated(kernel: &GalleryKernel, size: Size, given: &Dispatch) -> Result<Translated, String> {
    let request = Request {
        kernel: Some(kernel.kernel.name.to_string()),
        template: template(kernel, given),
        ..Request::default()
    };
    let made = translate(kernel.twin, &request).map_err(|errors| format!("{errors:?}"))?;
    wgsl::check(&made.wgsl).map_err(|error| format!("{error:?}\n{}", made.wgsl))?;
    let program =
        simt::compile_marked(&made.wgsl, None, &made.marks()).map_err(|error| format!("{error:?}\n{}", made.wgsl))?;
    let (dispatch, order) = dispatch_of(kernel, given, &made, size.block());
    Ok(Translated {
        made,
        program,
        dispatch,
        order,
    })
}

fn completed(program: &Program, dispatch: &Dispatch) -> Result<Run, String> {
    let run = simt::run(program, dispatch, &RunOptions::default());
    let run = run.map_err(|error| error.to_string())?;
    match run.outcome {
        Outcome::Completed => Ok(run),
        other => Err(format!("{other:?}")),
    }
}

fn check(kernel: &GalleryKernel) -> Result<(), String> {
    for (n, block) in SIZES {
        let machine = Machine::default();
        let size = kernel.task.nearest(Size::fixed(n, block));
        let given = kernel.dispatch(size, &machine);
        let translated = translated(kernel, size, &given)?;
        let run = translated.run()?;
        let Translated { made, order, .. } = translated;
        let undefined = |finding: &&Finding| matches!(finding.kind, FindingKind::UndefinedResult { .. });
        if let Some(finding) = run.findings.iter().find(undefined) {
            return Err(format!("{n}/{block}: {finding}\n{}", made.wgsl));
        }
        let output = names(&kernel.kernel.source)[kernel.output()];
        let place = order.iter().position(|name| name == output).ok_or("no output")?;
        let mut wanted = vec![0; kernel.output_words(size) as usize];
        kernel.reference(size, &machine, 0, &mut wanted);
        for (index, (&got, &want)) in run.buffers[place].iter().zip(&wanted).enumerate() {
            if !kernel.agrees(size, index as u64, got, want) {
                return Err(format!(
                    "{n}/{block}: word {index} is {got:#x}, not {want:#x}\n{}",
                    made.wgsl
                ));
            }
        }
    }
    Ok(())
}

/// Returns the traffic of loads, stores and atomics: to global, and to shared memory.
fn traffic(metrics: &Metrics) -> ([Traffic; 3], [SharedTraffic; 3]) {
    (
        [metrics.global_loads, metrics.global_stores, metrics.global_atomics],
        [metrics.shared_loads, metrics.shared_stores, metrics.shared_atomics],
    )
}

#[test]
fn translations_make_the_requests_of_the_twins() {
    let mut wrong = Vec::new();
    for kernel in GALLERY.iter().filter(|kernel| !left_out(kernel)) {
        let name = &kernel.kernel.name;
        let twin = simt::compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
        let mut differences = Vec::new();
        for (n, block) in SIZES {
            let size = kernel.task.nearest(Size::fixed(n, block));
            let given = kernel.dispatch(size, &Machine::default());
            let of_kernel = translated(kernel, size, &given);
            let of_kernel = of_kernel.and_then(|of_kernel| of_kernel.run());
            let of_kernel = of_kernel.unwrap_or_else(|why| panic!("{name}: {why}"));
            let of_twin = completed(&twin, &given);
            let of_twin = of_twin.unwrap_or_else(|why| panic!("{name}: {why}"));
            let (of_kernel, of_twin) = (traffic(&of_kernel.metrics), traffic(&of_twin.metrics));
            if of_kernel != of_twin {
                differences.push(format!("{n}/{block}: {of_kernel:?}\n  twin: {of_twin:?}"));
            }
        }
        let listed = COUNTED_OTHERWISE.iter().any(|(other, _)| name == other);
        match (differences.is_empty(), listed) {
            (true, false) | (false, true) => {}
            (true, true) => wrong.push(format!("{name} has its twin's requests: it leaves the list")),
            (false, false) => wrong.push(format!("{name}\n  {}", differences.join("\n  "))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every order of the warps ends in the same way with the same findings, also where the warps are narrower than the kernel
/// was written for.
#[test]
fn translations_have_the_same_findings_in_every_order() {
    let mut wrong = Vec::new();
    for kernel in GALLERY.iter().filter(|kernel| !left_out(kernel)) {
        let name = &kernel.kernel.name;
        let size = kernel.task.nearest(Size::fixed(500, 128));
        let given = kernel.dispatch(size, &Machine::default());
        let of_kernel = translated(kernel, size, &given).unwrap_or_else(|why| panic!("{name}: {why}"));
        for width in [4, 8, 16, 32] {
            let of_seed = |seed| {
                let options = RunOptions {
                    machine: Machine::default().with_warp_width(width),
                    seed,
                    traced: None,
                    ..RunOptions::default()
                };
                let run = simt::run(&of_kernel.program, &of_kernel.dispatch, &options).expect("it starts");
                let verdict = |f: &Finding| (f.kind.name(), f.line, f.other_line());
                let verdicts: BTreeSet<_> = run.findings.iter().map(verdict).collect();
                (run.outcome, verdicts)
            };
            let first = of_seed(0);
            for seed in 1..21 {
                let other = of_seed(seed);
                if other != first {
                    wrong.push(format!("{name}, width {width}, seed {seed}: {other:?}, not {first:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
