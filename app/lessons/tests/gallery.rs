//! Every kernel of the gallery compiles, runs, equals its CPU reference, and breaks no rule except those that it
//! declares.

use lessons::multiprocessors::{Gpu, MOST_BLOCKS};
use lessons::occupancy::ComputeCapability;
use lessons::scheduler::Dial;
use lessons::{GALLERY, GalleryKernel, LESSONS, Language, Part, Pin, Size};
use proptest::prelude::*;
use simt::{Cursor, Machine, Outcome, Run, RunOptions, Trace, WarpState, compile, run};
use std::collections::HashMap;
use std::sync::Arc;

fn execute(kernel: &GalleryKernel, size: Size, machine: &Machine, traced: Option<u32>) -> Run {
    let options = RunOptions {
        machine: machine.clone(),
        traced,
        ..RunOptions::default()
    };
    execute_with(kernel, size, &options)
}

fn execute_with(kernel: &GalleryKernel, size: Size, options: &RunOptions) -> Run {
    let program = compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
    let dispatch = kernel.dispatch(size, &options.machine);
    run(&program, &dispatch, options).expect("a gallery kernel starts")
}

fn trace(kernel: &GalleryKernel, size: Size, block: u32) -> Trace {
    execute(kernel, size, &Machine::default(), Some(block))
        .trace
        .expect("a trace was asked for")
}

/// Covers sizes that blocks divide, sizes with a partial or nearly empty last block, every block size, and narrow and
/// wide warps.
#[test]
fn results_equal_the_reference_and_no_rule_is_broken() {
    for kernel in GALLERY.iter() {
        for (n, block) in [
            (16_384, 1024),
            (4096, 64),
            (64, 64),
            (1000, 128),
            (8193, 256),
            (65, 1024),
            (5000, 512),
            (4096, 32),
            (333, 32),
        ] {
            for width in [4, 8, 32, 64] {
                if width < kernel.least_warp_width {
                    continue;
                }
                let (size, machine) = (
                    kernel.task.nearest(Size::fixed(n, block)),
                    Machine::default().with_warp_width(width),
                );
                let run = execute(kernel, size, &machine, None);
                let mut wanted = vec![0; kernel.output_words(size) as usize];
                kernel.reference(size, &machine, 0, &mut wanted);
                let name = &kernel.kernel.name;
                assert_eq!(run.outcome, Outcome::Completed, "{name} {n}/{block}/{width}");
                let mut kinds: Vec<_> = run.findings.iter().map(|f| f.kind.name()).collect();
                kinds.dedup();
                // A nearly empty block may be too small for a race.
                if (n, block) == (16_384, 1024) || !kinds.is_empty() {
                    assert_eq!(kinds, kernel.findings, "{name} {n}/{block}/{width}");
                }
                let got = &run.buffers[kernel.output()];
                assert_eq!(got.len(), wanted.len(), "{name} {n}/{block}/{width}");
                for (index, (&got, &wanted)) in (0..).zip(got.iter().zip(&wanted)) {
                    assert!(
                        kernel.agrees(size, index, got, wanted),
                        "{name} {n}/{block}/{width}: word {index} is {got:#x}, not {wanted:#x}"
                    );
                }
            }
        }
    }
}

/// A kernel is right at every value of the parameter that experiments vary. Only kernels that name a parameter accept
/// one.
#[test]
fn results_equal_the_reference_with_any_value_of_a_parameter() {
    let mut varied = 0;
    for kernel in GALLERY.iter() {
        let Some(parameter) = kernel.task.parameter() else {
            assert!(kernel.task.with_parameter(2).is_none(), "{kernel:?}");
            continue;
        };
        varied += 1;
        for value in [1, 3, 100] {
            let task = kernel.task.with_parameter(value).expect("a value in range");
            assert!(value <= parameter.most());
            let (size, machine) = (task.nearest(Size::fixed(8_196, 128)), Machine::default());
            let program = compile(&kernel.kernel.source, None).expect("it compiles");
            let dispatch = task.dispatch(size, u64::from(size.n()), &machine);
            let run = run(&program, &dispatch, &RunOptions::default()).expect("it starts");
            let mut wanted = vec![0; task.output_words(size) as usize];
            task.reference(size, &machine, 0, &mut wanted);
            assert!(run.buffers[task.output()] == wanted, "{kernel:?} with {value}");
        }
    }
    assert!(varied >= 10, "{varied}");
}

/// Checks masks alone: split by lane, each warp executes both paths with half its lanes; split by warp, one path with
/// all.
#[test]
fn the_two_divergence_kernels_run_their_paths_at_half_and_at_full_width() {
    for (name, efficiency, divergent) in [("divergence_parity", 50.0, 512), ("divergence_warp", 100.0, 0)] {
        let kernel = GalleryKernel::by_name(name).expect("it is in the gallery");
        let run = execute(kernel, Size::fixed(16_384, 64), &Machine::default(), None);
        let source = &kernel.kernel.source;
        let program = compile(source, None).expect("it compiles");
        // The statements inside the two paths: the loops and their bodies.
        let from = source.find("% 2u == 0u").expect("the condition");
        let to = source.find("data[i] = value").expect("the store");
        let paths = program
            .statements
            .iter()
            .enumerate()
            .filter(|(_, s)| (from..to).contains(&(s.start as usize)))
            .map(|(index, _)| index);
        assert_eq!(run.metrics.efficiency_of(paths), Some(efficiency), "{name}");
        assert_eq!(
            run.metrics.divergent_branch, divergent,
            "{name}: one split for each warp, or none"
        );
    }
}

/// A lesson prints these counts: warps without a vote count nothing, and each warp stores kept elements, zeros, or both.
#[test]
fn ballots_are_counted_where_a_lane_votes() {
    let kernel = GalleryKernel::by_name("warp_compact").expect("it is in the gallery");
    let run = execute(kernel, Size::fixed(16_384, 128), &Machine::default(), None);
    let source = &kernel.kernel.source;
    let program = compile(source, None).expect("it compiles");
    let executions = |text: &str| {
        let statements = program.statements.iter().zip(&run.metrics.statements);
        let of_text = statements
            .filter(|(statement, _)| source[statement.start as usize..statement.end as usize].starts_with(text));
        of_text.map(|(_, counted)| counted.executions).sum::<u64>()
    };
    assert_eq!(executions("let votes"), 512);
    assert_eq!(512 - executions("count += countOneBits"), 170);
    assert_eq!(executions("kept[base + place] = x"), 342);
    assert_eq!(executions("kept[i] = 0"), 298);
    assert_eq!(run.metrics.global_stores.requests, 342 + 298);
}

/// Counts how often warps execute the statements that change the data: the work inside the paths.
fn executions_in_paths(name: &str) -> u64 {
    let kernel = GalleryKernel::by_name(name).expect("it is in the gallery");
    let run = execute(kernel, Size::fixed(16_384, 64), &Machine::default(), None);
    let source = &kernel.kernel.source;
    let program = compile(source, None).expect("it compiles");
    let statements = program.statements.iter().zip(&run.metrics.statements);
    let of_paths = statements
        .filter(|(statement, _)| source[statement.start as usize..statement.end as usize].starts_with("value = ("));
    of_paths.map(|(_, counted)| counted.executions).sum()
}

/// Each level of nesting doubles the instructions that a warp issues. One path per lane multiplies them by 32.
#[test]
fn nested_conditions_double_the_work_and_a_path_for_each_lane_takes_32_times() {
    let warps = 16_384 / 32;
    let iterations = 64;
    for (level, name) in (1..).zip(["divergence_nested1", "divergence_nested2", "divergence_nested3"]) {
        assert_eq!(executions_in_paths(name), (warps * iterations) << level, "{name}");
    }
    let uniform = executions_in_paths("divergence_uniform");
    assert_eq!(uniform, warps * iterations);
    assert_eq!(executions_in_paths("divergence_each_lane"), 32 * uniform);
}

/// Two identical runs have identical traces, bit for bit, also after a round trip through bytes.
#[test]
fn the_same_input_gives_the_same_trace() {
    for kernel in GALLERY.iter() {
        let [first, second] = [(); 2].map(|()| trace(kernel, kernel.task.nearest(Size::fixed(4096, 128)), 0));
        assert_eq!(first.fingerprint(), second.fingerprint());
        assert_eq!(Trace::from_bytes(&first.to_bytes()), Some(first));
    }
}

/// The choice of the traced block changes neither counters nor results.
#[test]
fn tracing_changes_nothing_but_the_trace() {
    for kernel in GALLERY.iter() {
        let size = kernel.task.nearest(Size::fixed(4096, 128));
        let [none, some] = [None, Some(1)].map(|traced| execute(kernel, size, &Machine::default(), traced));
        assert_eq!((none.metrics, none.buffers), (some.metrics, some.buffers));
    }
}

/// Machines count differently, but tracing never changes what a machine counts.
#[test]
fn every_machine_counts_the_same_with_and_without_a_trace() {
    for kernel in GALLERY.iter() {
        for machine in Machine::PRESETS {
            let size = kernel.task.nearest(Size::fixed(64, 64));
            let [none, some] = [None, Some(0)].map(|traced| execute(kernel, size, &machine, traced).metrics);
            let name = &kernel.kernel.name;
            assert_eq!(none.named(), some.named(), "{name} on {}", machine.id);
        }
    }
}

/// Returns everything that a cursor shows at its position: memories, warps, variables.
fn moment(cursor: &Cursor) -> (Vec<Vec<u32>>, Vec<WarpState>, Vec<Option<u32>>) {
    let trace = cursor.trace();
    let memories = (0..trace.memories.len())
        .map(|memory| cursor.memory(memory).to_vec())
        .collect();
    let warps = (0..trace.warps).map(|warp| cursor.warp(warp)).collect();
    let lanes = (0..trace.warps).flat_map(|warp| (0..trace.warp_width).map(move |lane| (warp, lane)));
    let values = lanes
        .flat_map(|(warp, lane)| (0..trace.variables.len()).map(move |variable| (warp, variable, lane)))
        .map(|(warp, variable, lane)| cursor.variable(warp, variable, 0, lane))
        .collect();
    (memories, warps, values)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A position looks the same, independent of the positions that the cursor visited before.
    #[test]
    fn a_position_does_not_depend_on_the_way_to_it(kernel in 0..GALLERY.len(), moves in prop::collection::vec(0.0..=1.0_f64, 1..8)) {
        let kernel = GALLERY[kernel];
        let trace = Arc::new(trace(kernel, kernel.task.nearest(Size::fixed(1000, 64)), 0));
        let mut wandering = Cursor::new(Arc::clone(&trace));
        for target in moves {
            let position = (target * wandering.end() as f64) as usize;
            wandering.seek(position);
            let mut direct = Cursor::new(Arc::clone(&trace));
            direct.seek(position);
            prop_assert_eq!(moment(&wandering), moment(&direct));
        }
        wandering.seek(0);
        prop_assert_eq!(moment(&wandering), moment(&Cursor::new(trace)));
    }
}

/// At the end of the trace, the cursor's memory equals the machine's.
#[test]
fn the_end_of_the_trace_is_the_result() {
    for kernel in GALLERY.iter() {
        // The buffers also contain what other blocks write, so the last block is traced.
        let size = kernel.task.nearest(Size::fixed(512, 64));
        let last = kernel.blocks(size) - 1;
        let run = execute(kernel, size, &Machine::default(), Some(last));
        let trace = run.trace.expect("a trace was asked for");
        let mut cursor = Cursor::new(trace);
        cursor.seek(usize::MAX);
        for (index, memory) in cursor.trace().memories.iter().enumerate() {
            // Workgroup memory does not outlive its workgroup.
            let Some(buffer) = run.buffers.get(index).filter(|_| memory.slot.is_some()) else {
                continue;
            };
            let touched = &buffer[memory.first_word as usize..][..memory.initial.len()];
            assert_eq!(cursor.memory(index), touched, "{}", kernel.kernel.name);
        }
    }
}

/// A trace needs at most this many bytes per step, in addition to the changed values.
#[test]
fn traces_are_small() {
    for kernel in GALLERY.iter() {
        let size = kernel.task.nearest(Size::fixed(16_384, 256));
        let trace = trace(kernel, size, 0);
        // Gathered addresses are loaded data themselves, so they need as many bytes as the words that they address. A
        // statement with sixteen loads has sixteen addresses.
        let has_many = ["divergence_sorted", "gemv_tuned_columns"].contains(&&*kernel.kernel.name);
        let each = if has_many { 32 } else { 24 };
        let (bytes, tables) = (trace.overhead_bytes(), 256);
        assert!(
            bytes <= each * trace.len() + tables,
            "{}: {bytes} bytes for {} steps",
            kernel.kernel.name,
            trace.len()
        );
    }
}

/// A slide's range of presses lies within the longest of its runs, so that the next key can reach its end.
#[test]
fn slides_end_within_the_runs_they_show() {
    let mut presses = HashMap::new();
    let mut beyond = Vec::new();
    for lesson in LESSONS {
        for (number, slide) in (1..).zip(lesson.slides) {
            let of_kernel = |&place: &usize| {
                let kernel = lesson.kernels[place];
                let size = kernel.task.nearest(slide.pin.size.unwrap_or(lesson.size));
                let Pin {
                    machine,
                    predication,
                    scheduling,
                    order,
                    grain,
                    block,
                    ..
                } = slide.pin;
                let name: &str = &kernel.kernel.name;
                let presses = presses.entry((name, size, machine, predication, order, grain, block, scheduling));
                *presses.or_insert_with(|| {
                    let options = RunOptions {
                        machine: slide.pin.shown_machine(),
                        predication,
                        scheduling,
                        seed: order.into(),
                        traced: Some(block),
                        ..RunOptions::default()
                    };
                    let run = execute_with(kernel, size, &options);
                    let cursor = Cursor::new(run.trace.expect("a trace was asked for"));
                    cursor.stops(grain).count() - 1
                })
            };
            let longest = slide.pin.kernels.iter().map(of_kernel).max();
            let longest = longest.expect("a slide shows a kernel");
            if slide.pin.presses.1 > longest {
                beyond.push(format!("{} {number}: {:?} of {longest}", lesson.id, slide.pin.presses));
            }
        }
    }
    assert!(beyond.is_empty(), "{}", beyond.join("\n"));
}

/// Every lesson has all texts in every language, and its slides refer to kernels and panels that it has.
#[test]
fn lessons_are_complete() {
    for lesson in LESSONS {
        assert!(!lesson.kernels.is_empty());
        let slides = lesson.slides.iter();
        let texts = slides.clone().flat_map(|slide| [slide.text, slide.notes]);
        let texts: Vec<_> = [lesson.question, lesson.answer].into_iter().chain(texts).collect();
        for language in Language::ALL {
            let mut said = texts.iter().map(|text| text.get(language));
            assert!(said.all(|text| !text.trim().is_empty()), "{}", lesson.id);
            assert!(!lesson.title.get(language).trim().is_empty(), "{}", lesson.id);
        }
        // The slide about its chapter is beyond the lesson's own.
        let in_lesson = slides.clone().filter(|slide| !slide.pin.parts.contains(&Part::Chapter));
        let count = in_lesson.count();
        assert!((2..=8).contains(&count), "{} has {count} slides", lesson.id);
        for pin in slides.map(|slide| slide.pin) {
            assert!((1..=4).contains(&pin.kernels.len()), "{}", lesson.id);
            assert!(
                pin.kernels.iter().all(|&kernel| kernel < lesson.kernels.len()),
                "{}",
                lesson.id
            );
            assert!(pin.presses.0 <= pin.presses.1, "{}", lesson.id);
            let named = pin.machine.is_none_or(|name| Machine::by_name(name).is_ok());
            assert!(named, "{} has the machine {:?}", lesson.id, pin.machine);
            let version = pin.calculator.capability;
            let row = version.map(|version| ComputeCapability::by_version(version).expect("a row"));
            assert_eq!(row.map(ComputeCapability::version), version, "{}", lesson.id);
            assert!(pin.dials.chip().is_some(), "{}: {:?}", lesson.id, pin.dials);
            for dial in Dial::ALL {
                assert!(dial.range().contains(&pin.dials.get(dial)), "{}", lesson.id);
            }
            let gpu = pin.placement.gpu;
            assert!(gpu.is_none_or(|id| Gpu::by_id(id).is_some()), "{gpu:?}");
            let blocks = pin.placement.blocks;
            assert!(blocks.is_none_or(|blocks| (1..=MOST_BLOCKS).contains(&blocks)));
            let panel = pin.panel.is_none_or(|panel| lesson.panels.contains(&panel));
            assert!(panel, "{} shows a panel that it does not name", lesson.id);
        }
        for kernel in lesson.kernels {
            assert_eq!(kernel.check(kernel.task.nearest(lesson.size)), Ok(()));
        }
        // A lesson opens with a size that its first kernel accepts unchanged.
        assert_eq!(lesson.kernels[0].check(lesson.size), Ok(()), "{}", lesson.id);
    }
}

/// Trees whose last six steps are unrolled begin with 64 words. Every other kernel runs in blocks of one warp.
#[test]
fn blocks_begin_at_one_warp_where_the_kernel_can() {
    let larger: Vec<_> = GALLERY
        .iter()
        .filter(|kernel| kernel.check(Size::fixed(4096, 32)).is_err())
        .filter(|kernel| kernel.task.nearest(Size::fixed(4096, 64)) == Size::fixed(4096, 64))
        .map(|kernel| kernel.kernel.name.as_ref())
        .collect();
    assert_eq!(
        larger,
        [
            "reduce_neighbored_unroll_warp",
            "reduce_unroll_warps8",
            "reduce_complete_unroll8",
            "reduce_complete_unroll",
            "reduce_shared_last_warp",
            "reduce_shared_last_warp_barriers",
        ]
    );
}
