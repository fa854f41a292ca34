//! A chain: entry points that run one after another on the same buffers, such as the passes of a scan.

use super::Draft;
pub use super::filling::Slot;
use super::ready::{NotReady, entry_of};
use serde::{Deserialize, Serialize};
use simt::{Binding, Buffer, Contents, Dispatch, EntryPoint, KernelError};
use std::collections::BTreeMap;

/// The most passes of a chain.
pub const MOST_PASSES: usize = 16;
/// The most dispatches of a chain, repeats counted.
pub const MOST_STAGES: usize = 64;

/// One entry of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pass {
    pub entry_point: String,
    pub workgroups: [u32; 3],
    #[serde(default = "once")]
    pub repeats: u32,
    /// Two buffers that change places after each repeat, as an iteration from one array to another needs it.
    #[serde(default)]
    pub swap: Option<[Slot; 2]>,
}

fn once() -> u32 {
    1
}

/// An entry point with its number of workgroups.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    pub entry: EntryPoint,
    pub workgroups: [u32; 3],
}

impl Launch {
    /// Returns the lanes of the dispatch in x and y.
    pub fn plane(&self) -> [u32; 2] {
        let [x, y, _] = self.entry.workgroup_size.unwrap_or([1, 1, 1]);
        let [across, down, _] = self.workgroups;
        [across.saturating_mul(x), down.saturating_mul(y)]
    }

    /// Returns the lanes of the whole dispatch; those of one lane per workgroup if an override determines the size.
    pub fn lanes(&self) -> u64 {
        let product = |sizes: [u32; 3]| {
            let sizes = sizes.into_iter().map(u64::from);
            sizes.fold(1, u64::saturating_mul)
        };
        let size = self.entry.workgroup_size.unwrap_or([1, 1, 1]);
        product(self.workgroups).saturating_mul(product(size))
    }
}

/// Returns the entry points that a draft runs: the passes of its chain, or the one that it selects.
///
/// # Errors
/// Returns that there is no entry point, or that the text no longer has one that a pass names.
pub fn launches(draft: &Draft, entries: &[EntryPoint]) -> Result<Vec<Launch>, NotReady> {
    if let Some(program) = &draft.program {
        return program.launches(entries);
    }
    if draft.chain.is_empty() {
        let none = NotReady::Kernel(KernelError::NoEntryPoint { name: None });
        let entry = entry_of(draft, entries).ok_or(none)?.clone();
        let workgroups = draft.workgroups();
        return Ok(vec![Launch { entry, workgroups }]);
    }
    let launch = |pass: &Pass| {
        let entry = entries.iter().find(|entry| entry.name == pass.entry_point);
        let entry = entry.ok_or_else(|| {
            let name = Some(pass.entry_point.clone());
            NotReady::Kernel(KernelError::NoEntryPoint { name })
        })?;
        Ok(Launch {
            entry: entry.clone(),
            workgroups: pass.workgroups,
        })
    };
    draft.chain.iter().map(launch).collect()
}

/// Returns the variables of all launches, each with the index of the first launch that has it. A buffer is the same in
/// two launches if its group, its binding and its name are.
pub fn variables(launches: &[Launch]) -> Vec<(Binding, usize)> {
    let mut arrays: Vec<(Binding, usize)> = Vec::new();
    for (stage, launch) in launches.iter().enumerate() {
        for binding in &launch.entry.buffers {
            if binding.slot.is_some() && !arrays.iter().any(|(other, _)| is_same(other, binding)) {
                arrays.push((binding.clone(), stage));
            }
        }
    }
    arrays
}

fn is_same(one: &Binding, other: &Binding) -> bool {
    one.slot == other.slot && one.name == other.name
}

/// One dispatch of a chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// The index of its pass in the draft, and the repeat of the pass, from 0.
    pub pass: usize,
    pub repeat: u32,
    pub entry_point: String,
    pub workgroups: [u32; 3],
    pub overrides: BTreeMap<String, f64>,
    /// For each buffer of the entry point, its index among the chain's buffers.
    pub places: Vec<usize>,
    /// The slots at which the entry point has them.
    pub slots: Vec<Slot>,
    /// The buffers that change places after it.
    pub swap: Option<[usize; 2]>,
    /// The host's copies to buffers after it.
    pub copies: Vec<Copy>,
}

/// A copy of the first bytes of one buffer of a chain to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Copy {
    pub from: usize,
    pub to: usize,
    pub bytes: u64,
}

/// A chain that is ready to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReadyChain {
    /// The variables of all passes.
    pub bindings: Vec<Binding>,
    /// Their contents before the first dispatch, and then the contents that belong to no variable: the arguments of
    /// launches, and what the host writes between two.
    pub initial: Vec<Buffer>,
    pub stages: Vec<Stage>,
    /// The index of the stage that the picture follows.
    pub shown: usize,
}

impl ReadyChain {
    /// Lists the dispatches of a draft's chain.
    ///
    /// # Errors
    /// Returns that there are too many of them.
    pub fn of(
        draft: &Draft,
        launches: &[Launch],
        bindings: Vec<Binding>,
        initial: Vec<Buffer>,
    ) -> Result<Self, NotReady> {
        if let Some(program) = &draft.program {
            return Ok(program.chain(initial, draft.shown));
        }
        let all: usize = draft.chain.iter().map(|pass| pass.repeats as usize).sum();
        if all > MOST_STAGES {
            return Err(NotReady::TooManyStages {
                stages: all,
                most: MOST_STAGES,
            });
        }
        let place = |slot: Slot| {
            let mut slots = bindings.iter().map(|binding| binding.slot);
            slots.position(|each| each == Some(slot))
        };
        let mut stages = Vec::with_capacity(all);
        for (number, (pass, launch)) in draft.chain.iter().zip(launches).enumerate() {
            let buffers = launch.entry.buffers.iter();
            let places = buffers.filter_map(|binding| bindings.iter().position(|other| is_same(other, binding)));
            let places: Vec<usize> = places.collect();
            let slots: Vec<Slot> = places.iter().filter_map(|&place| bindings[place].slot).collect();
            let swap = pass.swap.and_then(|[one, other]| Some([place(one)?, place(other)?]));
            for repeat in 0..pass.repeats {
                stages.push(Stage {
                    pass: number,
                    repeat,
                    entry_point: pass.entry_point.clone(),
                    workgroups: pass.workgroups,
                    overrides: declared_overrides(draft, &launch.entry),
                    places: places.clone(),
                    slots: slots.clone(),
                    swap,
                    copies: Vec::new(),
                });
            }
        }
        let shown = (draft.shown as usize).min(stages.len().saturating_sub(1));
        Ok(ReadyChain {
            bindings,
            initial,
            stages,
            shown,
        })
    }

    /// Returns, for each stage, the place of the buffer that is at `place` after the whole chain.
    pub fn places_before(&self, place: usize) -> Vec<usize> {
        let mut now = place;
        let mut places: Vec<usize> = Vec::with_capacity(self.stages.len());
        for stage in self.stages.iter().rev() {
            // The host has written it: no kernel of an earlier stage stored it.
            for copy in stage.copies.iter().rev() {
                if copy.to == now {
                    now = copy.from;
                }
            }
            now = match stage.swap {
                Some([one, other]) if now == one => other,
                Some([one, other]) if now == other => one,
                _ => now,
            };
            places.push(now);
        }
        places.reverse();
        places
    }

    /// Returns the dispatch of a stage with these contents of the chain's buffers.
    pub fn dispatch(&self, stage: &Stage, contents: &[Contents]) -> Dispatch {
        let buffer = |(&place, &(group, binding)): (&usize, &Slot)| {
            Some(Buffer {
                group,
                binding,
                contents: contents.get(place)?.clone(),
            })
        };
        Dispatch {
            workgroups: stage.workgroups,
            overrides: stage.overrides.clone(),
            buffers: stage.places.iter().zip(&stage.slots).filter_map(buffer).collect(),
        }
    }
}

/// The contents of a chain's buffers between two dispatches.
#[derive(Clone, Debug)]
pub struct Between {
    contents: Vec<Contents>,
}

impl Between {
    /// Starts with the contents before the first dispatch.
    pub fn start(chain: &ReadyChain) -> Self {
        let contents = chain.initial.iter().map(|buffer| buffer.contents.clone());
        Between {
            contents: contents.collect(),
        }
    }

    pub fn contents(&self) -> &[Contents] {
        &self.contents
    }

    /// Takes the buffers that a stage has left, in the order of its dispatch.
    pub fn take(&mut self, stage: &Stage, buffers: &[Vec<u32>]) {
        for (&place, words) in stage.places.iter().zip(buffers) {
            let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            if let Some(contents) = self.contents.get_mut(place) {
                *contents = match contents.image_size() {
                    None => Contents::Bytes(bytes),
                    Some(size) => Contents::Image {
                        size,
                        texels: Box::new(Contents::Bytes(bytes)),
                    },
                };
            }
        }
        if let Some([one, other]) = stage.swap {
            self.contents.swap(one, other);
        }
        for copy in &stage.copies {
            self.copy(copy);
        }
    }

    fn copy(&mut self, copy: &Copy) {
        let words = |place: usize| self.contents.get(place).map(Contents::words);
        let (Some(from), Some(mut to)) = (words(copy.from), words(copy.to)) else {
            return;
        };
        let count = (copy.bytes.div_ceil(4) as usize).min(from.len()).min(to.len());
        to[..count].copy_from_slice(&from[..count]);
        let bytes = to.into_iter().flat_map(u32::to_le_bytes).collect();
        self.contents[copy.to] = Contents::Bytes(bytes);
    }

    /// Returns the words of every buffer.
    pub fn words(&self) -> Vec<Vec<u32>> {
        self.contents.iter().map(Contents::words).collect()
    }
}

/// Returns the draft's values of overrides that the entry point declares. A value for another override is kept for later
/// edits.
pub fn declared_overrides(draft: &Draft, entry: &EntryPoint) -> BTreeMap<String, f64> {
    let declared = |name: &String| entry.overrides.iter().any(|each| each.name == *name);
    let overrides = draft.overrides.iter().filter(|(name, _)| declared(name));
    overrides.map(|(name, value)| (name.clone(), *value)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::filling::Filling;
    use super::super::limits::Limits;
    use super::super::ready::{Ready, ready};
    use super::*;
    use simt::{Outcome, RunOptions};

    /// A scan in three passes, with blocks of 64 lanes.
    const SCAN: &str = include_str!("scan.wgsl");

    fn pass(entry_point: &str, blocks: u32) -> Pass {
        Pass {
            entry_point: entry_point.to_owned(),
            workgroups: [blocks, 1, 1],
            repeats: 1,
            swap: None,
        }
    }

    /// Runs a chain natively; returns it with the words of all buffers after it.
    fn run(draft: &Draft) -> (Ready, Vec<Vec<u32>>) {
        let entries = simt::entry_points(&draft.source).expect("it is WGSL");
        let ready = ready(draft, &entries, Limits::AT_EVERY_EDIT).expect("ready");
        let chain = ready.chain.as_ref().expect("a chain");
        let mut between = Between::start(chain);
        for stage in &chain.stages {
            let program = simt::compile(&draft.source, Some(&stage.entry_point)).expect("compiles");
            let dispatch = chain.dispatch(stage, between.contents());
            let options = RunOptions {
                traced: None,
                ..ready.options.clone()
            };
            let run = simt::run(&program, &dispatch, &options).expect("it runs");
            assert_eq!((run.outcome, run.findings), (Outcome::Completed, vec![]));
            between.take(stage, &run.buffers);
        }
        let words = between.words();
        (ready, words)
    }

    fn scan_of(elements: u32, block: u32) -> Draft {
        let mut draft = Draft::of_text(SCAN.to_owned());
        let blocks = elements.div_ceil(block);
        draft.chain = vec![
            pass("scan_blocks", blocks),
            pass("scan_sums", 1),
            pass("add_sums", blocks),
        ];
        let data = draft.given((0, 0));
        data.words = Some(elements.into());
        data.filling = Some(Filling::Random { seed: 3 });
        draft.given((0, 1)).words = Some(blocks.into());
        draft.given((0, 1)).filling = Some(Filling::Zeros);
        draft
    }

    #[test]
    fn a_scan_in_three_passes_is_that_of_one_loop() {
        for elements in [1, 63, 64, 65, 1000, 4096] {
            let (ready, after) = run(&scan_of(elements, 64));
            let chain = ready.chain.expect("a chain");
            let names: Vec<&str> = chain.bindings.iter().map(|each| each.name.as_str()).collect();
            assert_eq!(names, ["data", "sums"]);
            let before = chain.initial[0].contents.words();
            let wanted: Vec<u32> = before
                .iter()
                .scan(0_u32, |sum, value| {
                    *sum = sum.wrapping_add(*value);
                    Some(*sum)
                })
                .collect();
            assert_eq!(after[0], wanted, "{elements} elements");
        }
    }

    #[test]
    fn repeats_swap_their_buffers() {
        let mut draft = Draft::of_text(
            "@group(0) @binding(0) var<storage, read> source: array<u32>;
             @group(0) @binding(1) var<storage, read_write> sink: array<u32>;
             @compute @workgroup_size(8) fn double(@builtin(global_invocation_id) id: vec3u) { sink[id.x] = 2 * source[id.x]; }"
                .to_owned(),
        );
        draft.chain = vec![Pass {
            repeats: 5,
            swap: Some([(0, 0), (0, 1)]),
            ..pass("double", 1)
        }];
        draft.shown = 3;
        let (ready, after) = run(&draft);
        let chain = ready.chain.expect("a chain");
        assert_eq!((chain.stages.len(), chain.shown), (5, 3));
        assert_eq!(chain.places_before(0), [1, 0, 1, 0, 1]);
        // After an odd number of swaps, the result stands in the first buffer.
        let wanted: Vec<u32> = (0..8).map(|index| 32 * index).collect();
        assert_eq!(after[0], wanted);
    }

    #[test]
    fn a_chain_that_cannot_run_says_why() {
        let entries = simt::entry_points(SCAN).expect("it is WGSL");
        let mut draft = scan_of(64, 64);
        draft.chain[1].entry_point = "gone".to_owned();
        let name = Some("gone".to_owned());
        let gone = NotReady::Kernel(KernelError::NoEntryPoint { name });
        assert_eq!(ready(&draft, &entries, Limits::AT_EVERY_EDIT).map(|_| ()), Err(gone));
        draft.chain[1] = Pass {
            repeats: 1000,
            ..pass("scan_sums", 1)
        };
        assert!(matches!(
            ready(&draft, &entries, Limits::AT_EVERY_EDIT),
            Err(NotReady::TooManyStages { stages: 1002, .. })
        ));
    }
}
