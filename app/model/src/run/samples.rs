//! Playbacks for tests: gallery kernels and CUDA programs, run by the machine.

use crate::run::playback::Playback;
use launch::draft::Draft;
use launch::draft::limits::Limits;
use launch::draft::ready::ready;
use launch::translate::translate;
use lessons::{GalleryKernel, Size};
use simt::{Buffer, Contents, Dispatch, EntryPoint, Machine, Metrics, RunOptions, Trace};
use std::collections::BTreeMap;

/// Returns the playback of a gallery kernel over one or more blocks.
pub fn playback(name: &str, n: u32, block: u32) -> Playback {
    let kernel = GalleryKernel::by_name(name).expect("in the gallery");
    let program = simt::compile(&kernel.kernel.source, None).expect("compiles");
    let machine = Machine::default();
    let dispatch = kernel.dispatch(Size::fixed(n, block), &machine);
    let options = RunOptions {
        machine,
        ..RunOptions::default()
    };
    let run = simt::run(&program, &dispatch, &options).expect("runs");
    Playback::new(kernel.kernel.source.to_string(), run.trace.expect("a trace"))
}

/// Returns the playback of a CUDA program's first kernel, with the arguments and sizes of its launch.
pub fn cuda(text: &str) -> Playback {
    let draft = Draft::of_text(text.to_owned());
    let made = translate(&draft.cuda().expect("it is CUDA"), Limits::AT_EVERY_EDIT);
    let (compiled, translated) = made.expect("it is translated");
    let draft = translated.settled(&draft);
    let entries: Vec<EntryPoint> = compiled.iter().map(|(entry, _)| entry.clone()).collect();
    let ready = ready(&draft, &entries, Limits::AT_EVERY_EDIT).expect("it is ready");
    let program = compiled[0].1.as_ref().expect("it has a program");
    let run = simt::run(program, &ready.dispatch, &ready.options).expect("it runs");
    Playback::new(text.to_owned(), run.trace.expect("a trace"))
}

/// Returns the playback of the same trace, marked as truncated.
pub fn truncated(playback: &Playback) -> Playback {
    let mut trace = Trace::clone(playback.trace());
    trace.truncated = true;
    Playback::new(playback.source.clone(), trace)
}

/// Returns the trace of a gallery kernel's first block on a machine, and the counters of that block alone.
pub fn one_block(name: &str, n: u32, block: u32, machine: &Machine) -> (Trace, Metrics) {
    let kernel = GalleryKernel::by_name(name).expect("in the gallery");
    let program = simt::compile(&kernel.kernel.source, None).expect("compiles");
    let size = kernel.task.nearest(Size::fixed(n, block));
    let mut dispatch = kernel.dispatch(size, machine);
    dispatch.workgroups = [1, 1, 1];
    let options = RunOptions {
        machine: machine.clone(),
        ..RunOptions::default()
    };
    let run = simt::run(&program, &dispatch, &options).expect("runs");
    (run.trace.expect("a trace"), run.metrics)
}

/// Returns the trace of a text's first block over one buffer of zeros.
pub fn of_text(text: &str, words: u64) -> Trace {
    let program = simt::compile(text, None).expect("compiles");
    let dispatch = over(Contents::Zeros { words });
    let run = simt::run(&program, &dispatch, &RunOptions::default()).expect("runs");
    run.trace.expect("a trace")
}

/// Returns a dispatch of one block over one buffer.
pub fn over(contents: Contents) -> Dispatch {
    Dispatch {
        workgroups: [1, 1, 1],
        overrides: BTreeMap::new(),
        buffers: vec![Buffer {
            group: 0,
            binding: 0,
            contents,
        }],
    }
}
