//! Runs the workgroups of a dispatch on several threads, where they do not talk to each other.
//!
//! Each thread runs a part of the workgroups in order, in a memory of its own. If nothing is found in any part, and no
//! part writes a word that another one accesses, the parts together are the run, bit for bit. Otherwise all workgroups
//! run again, one after the other: only that order gives each finding its count and its example.

use super::execution::{Execution, Run, RunOptions, run};
use crate::program::{Dispatch, KernelError, Op, Program, Space};
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// A part has at least this many workgroups: a thread and its memory cost about as much as a few.
const LEAST_WORKGROUPS: u64 = 16;
/// Limit in bytes of the buffers of all parts together.
const MOST_BYTES: usize = 1 << 30;
/// Steps between two looks at the other parts.
const SLICE: u64 = 1 << 20;

/// Runs a dispatch to its end, on up to `threads` threads. The result is that of [`run`].
///
/// # Errors
/// The same as [`Execution::new`].
pub fn run_on(
    threads: NonZero<usize>,
    program: &Program,
    dispatch: &Dispatch,
    options: &RunOptions,
) -> Result<Run, KernelError> {
    let parts = parts(threads, program, dispatch, options);
    let together = if parts.is_empty() {
        None
    } else {
        run_parts(program, dispatch, options, parts)?
    };
    together.map_or_else(|| run(program, dispatch, options), Ok)
}

/// Returns the workgroups of each part; none if the program may order its workgroups, or the options do.
fn parts(threads: NonZero<usize>, program: &Program, dispatch: &Dispatch, options: &RunOptions) -> Vec<Range<u64>> {
    let is_shared = |memory: u32| program.bindings[memory as usize].space == Space::Storage;
    // A footprint has no records of parts of words.
    let memories = 0..program.bindings.len() as u32;
    let is_fine: Vec<bool> = memories.map(|memory| program.finest_bytes(memory) < 4).collect();
    let talks = program.ops.iter().any(|op| match op {
        Op::Atomic { reach, .. } => is_shared(reach.memory),
        Op::Store { reach, .. } => is_shared(reach.memory) && is_fine[reach.memory as usize],
        _ => false,
    });
    let is_ordered = program.sites.iter().any(|site| site.volatile)
        || !program.reports.is_empty()
        || program.bindings.iter().any(|binding| binding.image.is_some())
        || options.seed != 0
        || !options.findings;
    if talks || is_ordered {
        return Vec::new();
    }
    let bytes = dispatch
        .buffers
        .iter()
        .map(|buffer| buffer.contents.byte_len() as usize);
    let room = MOST_BYTES / bytes.sum::<usize>().max(1);
    let workgroups = dispatch.workgroup_count();
    let count = (workgroups / LEAST_WORKGROUPS).min(threads.get().min(room) as u64);
    if count < 2 {
        return Vec::new();
    }
    let begin = |part: u64| workgroups * part / count;
    // A trace has words that workgroups before the traced one have written.
    if options.traced.is_some_and(|traced| u64::from(traced) >= begin(1)) {
        return Vec::new();
    }
    (0..count).map(|part| begin(part)..begin(part + 1)).collect()
}

/// Runs the parts, each on a thread. `None` if they are not the run.
fn run_parts(
    program: &Program,
    dispatch: &Dispatch,
    options: &RunOptions,
    parts: Vec<Range<u64>>,
) -> Result<Option<Run>, KernelError> {
    let give_up = AtomicBool::new(false);
    let budget = options.step_budget / parts.len() as u64;
    let run_part = |part: Range<u64>| -> Result<Option<Execution<'_>>, KernelError> {
        let mut execution = Execution::new(program, dispatch, options)?.only(part);
        loop {
            let progress = execution.advance(SLICE);
            if progress.finished {
                break;
            }
            // Steps of the whole part, if its other workgroups are like those so far.
            let share = progress.workgroups_done.max(1) as f64 / progress.workgroups as f64;
            let is_too_long = execution.work() as f64 / share > budget as f64;
            if !execution.is_clean() || is_too_long {
                give_up.store(true, Ordering::Relaxed);
            }
            if give_up.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        Ok(execution.is_clean().then_some(execution))
    };
    let ran: Vec<_> = thread::scope(|scope| {
        let spawned: Vec<_> = parts.into_iter().map(|part| scope.spawn(|| run_part(part))).collect();
        spawned
            .into_iter()
            .map(|thread| match thread.join() {
                Ok(ran) => ran,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    let mut executions = Vec::new();
    for part in ran {
        match part? {
            Some(execution) => executions.push(execution),
            None => return Ok(None),
        }
    }
    let mut executions = executions.into_iter();
    let Some(mut whole) = executions.next() else {
        return Ok(None);
    };
    let mut footprint = whole.footprint();
    for part in executions {
        let next = part.footprint();
        if !footprint.add(&next) {
            return Ok(None);
        }
        whole.take(part, &next);
    }
    let is_whole = whole.work() < options.step_budget;
    Ok(is_whole.then(|| whole.finish()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::compile;
    use crate::program::{Buffer, Contents, Pattern};

    const THREADS: NonZero<usize> = NonZero::new(3).expect("three");

    fn case(body: &str, workgroups: [u32; 3]) -> (Program, Dispatch) {
        let text = format!(
            "@group(0) @binding(0) var<storage, read> a: array<u32>;
             @group(0) @binding(1) var<storage, read_write> b: array<u32>;
             @group(0) @binding(2) var<storage, read_write> c: array<atomic<u32>>;
             var<workgroup> s: array<u32, 32>;
             @compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) t: u32, @builtin(workgroup_id) w: vec3u) {{
             let i = id.x + 1600u * id.y; if (false) {{ b[0] = a[0] + atomicLoad(&c[0]); }}
             {body} }}"
        );
        let program = compile(&text, None).unwrap_or_else(|error| panic!("{body}: {error}"));
        let buffers = (0..3).map(|binding| Buffer {
            group: 0,
            binding,
            contents: Contents::Pattern {
                pattern: Pattern::Index,
                words: 3200,
            },
        });
        let dispatch = Dispatch {
            workgroups,
            overrides: std::collections::BTreeMap::new(),
            buffers: buffers.collect(),
        };
        (program, dispatch)
    }

    #[test]
    fn parts_together_are_the_run() {
        for (body, has_parts) in [
            ("b[i] = 2u * a[i];", true),
            // Each workgroup does other work, and reads what all read.
            (
                "var x = 0u; for (var k = 0u; k < w.x; k++) { x += a[k]; } b[i] = x;",
                true,
            ),
            (
                "s[t] = a[i]; workgroupBarrier(); if (t == 0u) { var x = 0u; for (var k = 0u; k < 32u; k++) { x += s[k]; } b[w.x + 50u * w.y] = x; }",
                true,
            ),
            // A word of a block of 64 in each part.
            ("if (t == 0u) { b[i / 32u] = a[i] + 1u; }", true),
            ("b[i] = b[i] + 1u;", true),
            // A word of the written buffer that all workgroups read, from two places.
            ("if (i < 3100u) { b[i] = b[3150] + b[3150 + t % 2u]; }", true),
            // Words that the neighbour writes: in a part, and only at the border of two.
            ("b[i] = b[i + 32u];", false),
            (
                "if (i % 1056u >= 1024u) { b[i] = b[i + 32u]; } else { b[i] = 7u; }",
                false,
            ),
            ("if (i == 0u) { b[1] = 5u; } if (i == 3199u) { b[1] = 5u; }", false),
            // Other findings.
            ("b[i + 1u] = 1u;", false),
            ("b[i] = s[t];", false),
            // Atomics order nothing, but the old values depend on the order.
            ("b[i] = atomicAdd(&c[0], 1u);", false),
        ] {
            let (program, dispatch) = case(body, [50, 2, 1]);
            let options = RunOptions {
                traced: Some(7),
                ..RunOptions::default()
            };
            let split = parts(THREADS, &program, &dispatch, &options);
            let ran = match split.len() {
                0 => None,
                3 => run_parts(&program, &dispatch, &options, split).expect("it runs"),
                other => panic!("{other} parts"),
            };
            assert_eq!(ran.is_some(), has_parts, "{body}");
            let alone = run(&program, &dispatch, &options).expect("it runs");
            if let Some(ran) = ran {
                assert!(ran == alone, "{body}");
            }
            let whole = run_on(THREADS, &program, &dispatch, &options).expect("it runs");
            assert!(whole == alone, "{body}");
            // Where a budget ends does not depend on the threads either.
            let short = RunOptions {
                step_budget: alone.steps,
                ..options
            };
            let whole = run_on(THREADS, &program, &dispatch, &short).expect("it runs");
            let alone = run(&program, &dispatch, &short).expect("it runs");
            assert!(whole == alone, "{body}");
        }
    }

    #[test]
    fn a_dispatch_has_parts_where_they_are_worth_a_thread() {
        let options = RunOptions::default();
        for (workgroups, count) in [([15, 1, 1], 0), ([33, 1, 1], 2), ([1600, 1, 1], 3)] {
            let (program, dispatch) = case("b[i] = a[i];", workgroups);
            let parts = parts(THREADS, &program, &dispatch, &options);
            assert_eq!(parts.len(), count);
            let places: Vec<u64> = parts.into_iter().flatten().collect();
            let all = if count == 0 { 0 } else { u64::from(workgroups[0]) };
            assert_eq!(places, (0..all).collect::<Vec<u64>>());
        }
    }
}
