//! Random jobs for the engine: mutated WGSL texts, and random kernels on random machines.

use engine::protocol::Job;
use fuzz::{Dice, mutate_text};
use generator::{Source, generate};
use simt::{Buffer, Contents, Dispatch, Kernel, Machine, Pattern, RunOptions, compile};

/// The limit of statements for one run, which keeps every run short.
const STEP_BUDGET: u64 = 100_000;

/// The limit of steps for one trace: it cuts most traces in the middle of a kernel, and keeps them small for the
/// driver.
const TRACE_BUDGET: usize = 2_000;

/// Returns job `number`. Even numbers are texts of a corpus and mutations of them, odd numbers are random kernels.
pub fn job(number: u32, corpus: &[Vec<u8>]) -> Job {
    let mut dice = Dice::new(u64::from(number));
    let (source, dispatch) = if number.is_multiple_of(2) {
        let text = match corpus.get(number as usize / 2) {
            Some(text) => text.clone(),
            None => {
                let [one, other] = [0; 2].map(|_| &corpus[dice.below(corpus.len())]);
                mutate_text(one, other, &mut dice)
            }
        };
        let text = String::from_utf8_lossy(&text).into_owned();
        let dispatch = any_dispatch(&text);
        (text, dispatch)
    } else {
        let kernel = generate(&mut Source::from_seed(u64::from(number)));
        (kernel.source, kernel.dispatch)
    };
    let workgroups = dispatch.workgroup_count() as usize;
    let width = 1 << dice.below(7);
    let options = RunOptions {
        machine: Machine::PRESETS[dice.below(Machine::PRESETS.len())]
            .clone()
            .with_warp_width(width),
        traced: (dice.below(4) != 0).then(|| dice.below(workgroups) as u32),
        step_budget: STEP_BUDGET,
        trace_budget: TRACE_BUDGET,
        findings: dice.below(4) != 0,
        predication: dice.below(2) == 0,
        seed: dice.below(3) as u64,
        ..RunOptions::default()
    };
    Job {
        id: number,
        kernel: Kernel {
            name: "random".into(),
            source: source.into(),
            entry_point: None,
        },
        dispatch,
        options,
        check: None,
        with_buffers: false,
    }
}

/// Returns a dispatch of two workgroups with a large enough buffer for each binding, so that a text that compiles also
/// runs.
fn any_dispatch(text: &str) -> Dispatch {
    let bindings = compile(text, None).map_or(Vec::new(), |program| program.bindings);
    let buffers = bindings.iter().filter_map(|binding| {
        let (group, binding, bytes) = (binding.slot?.0, binding.slot?.1, binding.fixed_bytes);
        let words = u64::from(bytes / 4).min(4096) + 64;
        let contents = Contents::Pattern {
            pattern: Pattern::Bytes,
            words,
        };
        Some(Buffer {
            group,
            binding,
            contents,
        })
    });
    Dispatch {
        workgroups: [2, 1, 1],
        overrides: Default::default(),
        buffers: buffers.collect(),
    }
}
