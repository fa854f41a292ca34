//! What a trace of a million steps takes in memory, counted: of the worker that makes it and of the page that shows it.

#![expect(
    unsafe_code,
    reason = "an allocator can only be counted by standing in for it"
)]

use crate::engine::protocol::{News, Parts, Report, decode, encode};
use crate::model::moment::Scene;
use crate::model::samples;
use simt::{Contents, Execution, Grain, Outcome, Pattern, RunOptions, TracePart};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Bytes that a thread holds, and the most that it has held.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // A thread that ends frees what it holds after its counters are gone.
    let held = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        held.get()
    });
    if let Ok(held) = held {
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held)));
    }
}

// SAFETY: every request goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The old place is held until all of it has been copied.
        count(size as isize);
        count(-(layout.size() as isize));
        unsafe { System.realloc(place, layout, size) }
    }
}

/// What a piece of work returns, the most bytes that it held at once, and how many of them are left.
fn counted<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let done = work();
    let of = |bytes: isize| (bytes - before).max(0) as usize;
    (done, of(PEAK.get()), of(HELD.get()))
}

const STEPS: usize = 1_000_000;

/// 32 warps that load and store in every other step: words that follow no rule, so that all of them must be kept.
const WIDE: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1024)
fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 16384u; i++) {
    data[id.x] = data[id.x] * 1664525u + i;
  }
}
";

/// One warp works while 31 wait: as many rounds as steps.
const ALONE: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1024)
fn main(@builtin(local_invocation_index) id: u32) {
  if (id == 0u) {
    for (var i = 0u; i < 500000u; i++) {
      data[id] = data[id] * 3u + i;
    }
  }
  storageBarrier();
  data[id] = id;
}
";

/// Lanes split by what cannot be foreseen, and scatter what they store.
const SPLIT: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1024)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var i = 0u; i < 8192u; i++) {
    x = x * 1664525u + 1013904223u;
    if ((x >> 16u) % 3u == 0u) { data[(x >> 8u) % 4096u] = x; } else { x = x ^ 5u; }
  }
}
";

/// What the worker does with a job: parts go out as they fill, the report at the end, as bytes.
fn work(text: &str, parts: &mut dyn FnMut(TracePart)) -> Vec<u8> {
    let program = simt::compile(text, None).expect("it compiles");
    let dispatch = samples::over(Contents::Pattern {
        pattern: Pattern::Bytes,
        words: 4096,
    });
    let options = RunOptions {
        trace_budget: STEPS,
        step_budget: 4_000_000,
        ..RunOptions::default()
    };
    let mut execution = Execution::new(&program, &dispatch, &options).expect("it runs");
    while !execution.advance(20_000).finished {
        while let Some(part) = execution.take_trace_part() {
            parts(part);
        }
    }
    while let Some(part) = execution.take_trace_part() {
        parts(part);
    }
    let run = execution.finish();
    let report = Report {
        fingerprint: run.trace.as_ref().map_or(0, simt::Trace::fingerprint),
        buffers_fingerprint: 0,
        trace: run.trace,
        entry_point: program.entry_point.clone(),
        metrics: run.metrics,
        blocks_alike: run.blocks_alike,
        findings: Vec::new(),
        outcome: Outcome::Completed,
        check: None,
        took: None,
        buffers: Vec::new(),
    };
    encode(&News::Finished {
        id: 1,
        report: Box::new(report),
    })
}

/// What the page does with the report: the trace is made whole and looked at.
fn shown(text: &str, message: &[u8], mut parts: Parts) -> Scene {
    let Some(News::Finished { id, mut report }) = decode(message) else {
        panic!("the worker's own message is read");
    };
    parts.complete(id, &mut report);
    let trace = report.trace.expect("all of its parts are there");
    let mut scene = Scene::new(text.to_owned(), trace);
    for position in [STEPS, STEPS / 3, 5] {
        let moment = scene.moment(position, Grain::Warp);
        assert_eq!((moment.position, moment.presses), (position, STEPS));
    }
    scene
}

/// What both may take. A step has 24 bytes besides what it changes, and where every other step stores 32 words 128 more
/// for their old and new values: 150 MB. Checkpoints may take 32 MB, and the worker holds steps, masks and what is being
/// written. Any other table with a place for each step, or a second copy, is too much.
const MOST: usize = 256 << 20;

#[test]
fn a_million_steps_are_held_once() {
    for (name, text) in [("wide", WIDE), ("alone", ALONE), ("split", SPLIT)] {
        let mut sent = Parts::default();
        let mut sent_bytes = 0;
        let (message, worker, _) = counted(|| {
            work(text, &mut |part| {
                let bytes = size_of_val(&part.words[..]) as isize;
                sent_bytes += bytes;
                sent.keep(1, part.table, part.words);
                // It is the page's now.
                count(-bytes);
            })
        });
        let (scene, page, kept) = counted(|| {
            count(sent_bytes + message.len() as isize);
            let scene = shown(text, &message, sent);
            count(-(message.len() as isize));
            scene
        });
        eprintln!(
            "{name}: worker {} MB, page {} MB at its peak and {} MB then, of which the trace {} MB",
            worker >> 20,
            page >> 20,
            kept >> 20,
            scene.trace.bytes() >> 20
        );
        assert_eq!(scene.trace.len(), STEPS, "{name}");
        assert!(worker + page < MOST, "{name}: {worker} and {page} bytes");
    }
}
