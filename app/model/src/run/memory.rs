//! The memory of a trace of a million steps, counted in the worker that records it and in the page that shows it.

#![expect(unsafe_code, reason = "allocations can only be counted by replacing the allocator")]

use crate::run::playback::Playback;
use crate::run::samples;
use engine::protocol::{News, Parts, Report, decode, encode};
use simt::{Contents, Execution, Grain, Outcome, Pattern, RunOptions, TracePart};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// An allocator that counts the bytes a thread holds, and their maximum.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // A thread's counters may be dropped before the thread frees its last bytes.
    let held = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        held.get()
    });
    if let Ok(held) = held {
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held)));
    }
}

// SAFETY: every request is passed unchanged to the system's allocator.
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
        // The old allocation is held until all of it has been copied.
        count(size as isize);
        count(-(layout.size() as isize));
        unsafe { System.realloc(place, layout, size) }
    }
}

/// Returns the result of `work`, the most bytes that it held at once, and the bytes that are left.
fn counted<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let done = work();
    let above = |bytes: isize| (bytes - before).max(0) as usize;
    (done, above(PEAK.get()), above(HELD.get()))
}

const STEPS: usize = 1_000_000;

/// 32 warps load and store in every other step. The words follow no rule, so all of them must be stored.
const WIDE: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1024)
fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 16384u; i++) {
    data[id.x] = data[id.x] * 1664525u + i;
  }
}
";

/// One warp runs while 31 wait: as many rounds as steps.
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

/// Lanes diverge unpredictably and scatter their stores.
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

/// Runs a job as the worker does: sends parts of the trace as they fill, and returns the report's bytes.
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
        reports: run.reports,
        check: None,
        took: None,
        buffers: Vec::new(),
    };
    encode(&News::Finished {
        id: 1,
        report: Box::new(report),
    })
}

/// Reads the report as the page does: completes the trace and shows some moments of it.
fn shown(text: &str, message: &[u8], mut parts: Parts) -> Playback {
    let Some(News::Finished { id, mut report }) = decode(message) else {
        panic!("the worker's own message can be decoded");
    };
    parts.complete(id, &mut report);
    let trace = report.trace.expect("all parts of the trace have arrived");
    let mut playback = Playback::new(text.to_owned(), trace);
    for position in [STEPS, STEPS / 3, 5] {
        let step_view = playback.step_view(position, Grain::Warp);
        assert_eq!((step_view.position, step_view.presses), (position, STEPS));
    }
    playback
}

/// The most bytes for worker and page. A step has 24 bytes besides its changes, and 128 more for old and new values if
/// every other step stores 32 words: 150 MB. Checkpoints may take 32 MB, and the worker holds steps, masks and the part
/// that is being written. Any other table with an entry for each step, or a second copy, is too much.
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
                // From here on the page owns these bytes.
                count(-bytes);
            })
        });
        let (playback, page, kept) = counted(|| {
            count(sent_bytes + message.len() as isize);
            let playback = shown(text, &message, sent);
            count(-(message.len() as isize));
            playback
        });
        eprintln!(
            "{name}: worker {} MB, page {} MB at its peak and {} MB then, of which the trace {} MB",
            worker >> 20,
            page >> 20,
            kept >> 20,
            playback.trace().bytes() >> 20
        );
        assert_eq!(playback.trace().len(), STEPS, "{name}");
        assert!(worker + page < MOST, "{name}: {worker} and {page} bytes");
    }
}
