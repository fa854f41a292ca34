//! Builds a kernel and its dispatches from a draft and its declarations, for the interpreter and for WebGPU.

use super::Draft;
use super::chain::{Between, Launch, ReadyChain, declared_overrides, launches, variables};
use super::filling::{Extent, Filling};
use super::language::Language;
use super::limits::Limits;
use serde::{Deserialize, Serialize};
use simt::{BadNumber, Binding, Buffer, Contents, Dispatch, EntryPoint, ImageSize, Kernel, KernelError, RunOptions};

/// Warp statements after which a run is stopped: about a second.
pub const STEP_BUDGET: u64 = 4_000_000;
/// The most steps that are recorded in the trace.
const TRACE_BUDGET: usize = 1_000_000;
/// The name of the custom kernel in runs.
pub const NAME: &str = "playground";

/// A draft that is ready to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ready {
    /// The kernel that the picture follows.
    pub kernel: Kernel,
    /// Its dispatch, with the contents of the buffers before it.
    pub dispatch: Dispatch,
    pub options: RunOptions,
    /// Its entry point, with the buffers in the dispatch's order.
    pub entry: EntryPoint,
    /// The names of all entry points of the text.
    pub names: Vec<String>,
    /// For a CUDA text: the WGSL text of each entry point, by name.
    pub translations: Vec<(String, Kernel)>,
    /// True if a dispatch has barriers of the whole grid: WebGPU cannot run it.
    pub waits_for_grid: bool,
    /// All dispatches, if the draft runs several.
    pub chain: Option<Box<ReadyChain>>,
}

impl Ready {
    /// Returns the variables of all dispatches.
    pub fn bindings(&self) -> &[Binding] {
        match &self.chain {
            Some(chain) => &chain.bindings,
            None => &self.entry.buffers,
        }
    }

    /// Returns the contents of these variables before the first dispatch.
    pub fn initial(&self) -> &[Buffer] {
        match &self.chain {
            Some(chain) => &chain.initial,
            None => &self.dispatch.buffers,
        }
    }

    /// Returns the kernel that WebGPU runs for an entry point: its translation, if the text is CUDA.
    pub fn gpu_kernel(&self, entry_point: &str) -> Kernel {
        let mut translations = self.translations.iter();
        match translations.find(|(name, _)| name == entry_point) {
            Some((_, kernel)) => kernel.clone(),
            None => self.kernel_of(entry_point),
        }
    }

    /// Returns a kernel of the same text with another entry point.
    pub fn kernel_of(&self, entry_point: &str) -> Kernel {
        Kernel {
            entry_point: Some(entry_point.to_owned().into()),
            ..self.kernel.clone()
        }
    }
}

/// The reason why a draft whose text is WGSL cannot run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum NotReady {
    Kernel(KernelError),
    /// More lanes than may run at every edit.
    TooManyLanes {
        lanes: u64,
        most: u64,
    },
    TooManyWords {
        name: String,
        words: u64,
        most: u64,
    },
    /// More dispatches in a chain than may run at every edit.
    TooManyStages {
        stages: usize,
        most: usize,
    },
    /// The dispatch has no workgroups.
    NoWorkgroups,
    /// An item in a buffer's list of numbers, or a member's value, is not a number of its type.
    Number {
        name: String,
        bad: BadNumber,
    },
}

/// Returns the entry point that a draft runs: the one that it names, or the first.
pub fn entry_of<'e>(draft: &Draft, entries: &'e [EntryPoint]) -> Option<&'e EntryPoint> {
    let named = entries
        .iter()
        .find(|entry| Some(&entry.name) == draft.entry_point.as_ref());
    named.or(entries.first())
}

/// The settings of one buffer: the reader's, and defaults for the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    pub filling: Filling,
    pub words: u64,
    /// The size of a texture.
    pub size: Option<ImageSize>,
}

/// Returns the contents and the size of one buffer: the reader's settings, with defaults for the missing ones.
pub fn filled(draft: &Draft, launch: &Launch, binding: &Binding, limits: Limits) -> Filled {
    let given = binding.slot.and_then(|slot| draft.setting(slot));
    let filling = given
        .and_then(|given| given.filling.clone())
        .unwrap_or_else(|| Filling::usual(binding, &launch.entry.buffers));
    // A variable of a fixed size ignores the setting.
    let words = match (binding.tail_stride, given.and_then(|given| given.words)) {
        (None, _) => binding.words(0),
        (Some(_), Some(words)) => words,
        (Some(stride), None) => match filling.own_words(&binding.layout) {
            Some(words) => {
                let element = u64::from(stride).div_ceil(4).max(1);
                words.next_multiple_of(element).max(binding.words(1))
            }
            None => binding.words(launch.lanes().max(1)).min(limits.words),
        },
    };
    let Some(image) = &binding.image else {
        return Filled {
            filling,
            words,
            size: None,
        };
    };
    // One texel per lane: the rows are as long as the dispatch is wide.
    let texels = words / u64::from((image.texel_bytes / 4).max(1));
    let size = given
        .and_then(|given| given.size)
        .unwrap_or_else(|| image.size_for(texels, launch.plane()));
    Filled {
        filling,
        words: image.words(size),
        size: Some(size),
    }
}

/// Returns what a kernel's guard compares with: the elements of the longest array, and the lanes of the dispatch.
pub fn extent(draft: &Draft, launch: &Launch, limits: Limits) -> Extent {
    let elements = launch.entry.buffers.iter().filter_map(|binding| {
        let stride = u64::from(binding.tail_stride?.max(1));
        let bytes = filled(draft, launch, binding, limits).words * 4;
        Some(bytes.saturating_sub(u64::from(binding.fixed_bytes)) / stride)
    });
    Extent {
        elements: elements.max().unwrap_or_else(|| launch.lanes()),
        lanes: launch.plane().map(u64::from),
    }
}

/// Builds the contents of one buffer. `extent` is that of the launch.
///
/// # Errors
/// Returns that it is too long, or the first number that is not of its type.
pub fn buffer_of(
    draft: &Draft,
    launch: &Launch,
    extent: Extent,
    binding: &Binding,
    limits: Limits,
) -> Result<Buffer, NotReady> {
    let filled = filled(draft, launch, binding, limits);
    let words = filled.words;
    if words > limits.words {
        return Err(NotReady::TooManyWords {
            name: binding.name.clone(),
            words,
            most: limits.words,
        });
    }
    let bad = |bad| NotReady::Number {
        name: binding.name.clone(),
        bad,
    };
    let contents = filled.filling.contents(binding, words, extent).map_err(bad)?;
    let (group, number) = binding.slot.unwrap_or_default();
    Ok(Buffer {
        group,
        binding: number,
        contents: match filled.size {
            None => contents,
            Some(size) => Contents::Image {
                size,
                texels: Box::new(contents),
            },
        },
    })
}

/// Builds the run of a draft.
///
/// # Errors
/// Returns why the draft cannot run, as far as this is known before running.
pub fn ready(draft: &Draft, entries: &[EntryPoint], limits: Limits) -> Result<Ready, NotReady> {
    let launches = launches(draft, entries)?;
    for launch in &launches {
        if let Some(error) = &launch.entry.refused {
            return Err(NotReady::Kernel(error.clone()));
        }
        let lanes = launch.lanes();
        let most = match draft.language() {
            Language::Cuda => simt::MAX_BLOCKS,
            Language::Wgsl => [simt::MAX_WORKGROUPS_PER_DIMENSION; 3],
        };
        let mut counts = launch.workgroups.into_iter().zip(most);
        // The interpreter reports invalid dispatches with its own errors, so they pass here.
        if lanes > limits.lanes && counts.all(|(count, limit)| count <= limit) {
            return Err(NotReady::TooManyLanes {
                lanes,
                most: limits.lanes,
            });
        }
    }
    let waits_for_grid = launches.iter().any(|launch| launch.entry.waits_for_grid);
    let variables = variables(&launches);
    // An extent reads every list of numbers.
    let extents: Vec<Extent> = launches.iter().map(|launch| extent(draft, launch, limits)).collect();
    let initial = variables
        .iter()
        .map(|(binding, first)| buffer_of(draft, &launches[*first], extents[*first], binding, limits))
        .collect::<Result<Vec<Buffer>, NotReady>>()?;
    let (launch, dispatch, chain) = if draft.chain.is_empty() && draft.program.is_none() {
        let launch = launches.into_iter().next();
        let none = NotReady::Kernel(KernelError::NoEntryPoint { name: None });
        let launch = launch.ok_or(none)?;
        let dispatch = Dispatch {
            workgroups: launch.workgroups,
            overrides: declared_overrides(draft, &launch.entry),
            buffers: initial,
        };
        (launch, dispatch, None)
    } else {
        let bindings = variables.into_iter().map(|(binding, _)| binding).collect();
        let chain = ReadyChain::of(draft, &launches, bindings, initial)?;
        let stage = chain.stages.get(chain.shown).ok_or(NotReady::NoWorkgroups)?;
        let dispatch = chain.dispatch(stage, Between::start(&chain).contents());
        let launch = launches[stage.pass].clone();
        (launch, dispatch, Some(Box::new(chain)))
    };
    let last = dispatch
        .workgroups
        .into_iter()
        .fold(1, u32::saturating_mul)
        .saturating_sub(1);
    Ok(Ready {
        kernel: Kernel {
            name: NAME.into(),
            source: draft.source.clone().into(),
            entry_point: Some(launch.entry.name.clone().into()),
        },
        dispatch,
        options: RunOptions {
            machine: draft.machine(),
            traced: Some(draft.picture.min(last)),
            step_budget: STEP_BUDGET,
            trace_budget: TRACE_BUDGET,
            findings: true,
            predication: draft.predication,
            scheduling: draft.scheduling,
            seed: draft.seed.into(),
            ..match draft.language() {
                Language::Wgsl => RunOptions::default(),
                Language::Cuda => RunOptions::cuda(),
            }
        },
        names: entries.iter().map(|entry| entry.name.clone()).collect(),
        translations: Vec::new(),
        entry: launch.entry,
        waits_for_grid,
        chain,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::{GALLERY, Size};
    use simt::{Machine, Outcome, Pattern, ScalarType};

    fn entries(draft: &Draft) -> Vec<EntryPoint> {
        simt::entry_points(&draft.source).expect("it is WGSL")
    }

    fn of(draft: &Draft) -> Result<Ready, NotReady> {
        ready(draft, &entries(draft), Limits::AT_EVERY_EDIT)
    }

    #[test]
    fn the_first_kernel_runs_without_a_word() {
        let draft = Draft::default();
        let ready = of(&draft).expect("ready");
        let program = simt::compile(&ready.kernel.source, None).expect("it compiles");
        let run = simt::run(&program, &ready.dispatch, &ready.options).expect("it runs");
        assert_eq!((run.outcome, run.findings), (Outcome::Completed, vec![]));
        assert_eq!(f32::from_bits(run.buffers[1][6]), 36.0);
        assert_eq!(f32::from_bits(run.buffers[1][5]), 12.5);
    }

    #[test]
    fn every_kernel_of_the_lessons_opens_with_its_own_buffers() {
        let (size, machine) = (Size::fixed(1024, 64), Machine::default());
        for kernel in GALLERY.iter() {
            let size = kernel.task.nearest(size);
            let ready =
                of(&Draft::of_kernel(kernel, size, &machine)).unwrap_or_else(|error| panic!("{kernel:?}: {error:?}"));
            let mut dispatch = kernel.dispatch(size, &machine);
            let used = |buffer: &Buffer| {
                let slot = Some((buffer.group, buffer.binding));
                ready.entry.buffers.iter().any(|each| each.slot == slot)
            };
            dispatch.buffers.retain(used);
            let by_slot = |buffer: &Buffer| (buffer.group, buffer.binding);
            dispatch.buffers.sort_by_key(by_slot);
            let mut from_draft = ready.dispatch;
            from_draft.buffers.sort_by_key(by_slot);
            assert_eq!(from_draft, dispatch, "{kernel:?}");
        }
    }

    #[test]
    fn usual_data_does_not_hide_a_race_of_values_that_are_indices() {
        let run_of = |declared: &str, body: &str| {
            let text = format!(
                "enable subgroups; {declared} @group(0) @binding(1) var<storage, read_write> h: array<u32>;
                 @group(0) @binding(2) var<storage, read_write> sums: array<atomic<u32>>;
                 var<workgroup> s: array<u32, 32>;
                 @compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) t: u32) {{ let i = id.x; {body} }}"
            );
            let ready = of(&Draft::of_text(text)).unwrap_or_else(|error| panic!("{body}: {error:?}"));
            let program = simt::compile(&ready.kernel.source, None).expect("it compiles");
            let run = simt::run(&program, &ready.dispatch, &ready.options).expect("it runs");
            let kinds = run.findings.iter().map(|finding| finding.kind.name());
            kinds.collect::<Vec<_>>()
        };
        let read = |ty: &str| format!("@group(0) @binding(0) var<storage, read> v: array<{ty}>;");
        let integers = read("u32");
        let race = vec!["data_race"];
        // With 0, 1, 2, … each of these would update each element once.
        for (declared, body) in [
            (integers.as_str(), "h[v[i]] += 1u;"),
            (&integers, "let k = v[i]; if (k < 32u) { h[k % 32u]++; }"),
            (&integers, "s[t] = v[i]; workgroupBarrier(); h[s[31u - t]] += 1u;"),
            (
                &integers,
                "var k: u32; k = v[i] + 0u; h[subgroupShuffle(k, 0u)] = h[k] + 1u;",
            ),
            (&integers, "var own = array<u32, 2>(v[i], 0u); h[own[t / 32u]] += 1u;"),
            (
                &read("vec2u"),
                "let k = v[i / 2u]; h[select(k.x, k.y, t % 2u == 1u)] += 1u;",
            ),
            (
                "@group(0) @binding(0) var<storage, read_write> v: array<i32>;",
                "if (i < 100000u) { h[v[i]] += 1u; }",
            ),
        ] {
            assert_eq!(run_of(declared, body), race, "{body}");
        }
        // Indices of a permutation, and of what is only read, stay in order; updates one after the other never race.
        for body in ["h[v[i]] = i;", "h[i] = v[v[i]];", "atomicAdd(&sums[v[i]], 1u);"] {
            assert_eq!(run_of(&integers, body), Vec::<&str>::new(), "{body}");
        }
    }

    #[test]
    fn buffers_follow_lanes_types_and_what_is_set() {
        let mut draft = Draft::of_text(
            "struct P { n: u32, k: f32 }
             override SCALE: f32 = 2.0;
             @group(0) @binding(0) var<storage, read> a: array<vec4f>;
             @group(0) @binding(1) var<storage, read_write> b: array<u32>;
             @group(0) @binding(2) var<uniform> p: P;
             @compute @workgroup_size(8, 2) fn one(@builtin(global_invocation_id) id: vec3u) { b[id.x] = u32(a[id.x].x * SCALE) + p.n; }
             @compute @workgroup_size(1) fn two() { b[0] = 1u; }"
                .to_owned(),
        );
        draft.workgroups = Some([3, 1, 1]);
        draft.overrides.insert("GONE".to_owned(), 1.0);
        let ready = of(&draft).expect("ready");
        assert_eq!(ready.names, ["one", "two"]);
        let words: Vec<u64> = ready
            .dispatch
            .buffers
            .iter()
            .map(|buffer| buffer.contents.byte_len() / 4)
            .collect();
        assert_eq!(words, [48 * 4, 48, 2]);
        assert_eq!(ready.dispatch.buffers[1].contents, Contents::Zeros { words: 48 });
        assert!(ready.dispatch.overrides.is_empty());
        let declared = &ready.entry.overrides[0];
        assert_eq!(
            (declared.name.as_str(), declared.default),
            ("SCALE", Some(2.0_f32.to_bits()))
        );
        draft.entry_point = Some("two".to_owned());
        let ready = of(&draft).expect("ready");
        assert_eq!(ready.entry.buffers.len(), 1);
        assert!(matches!(
            ready.dispatch.buffers[0].contents,
            Contents::Pattern {
                pattern: Pattern::Index,
                words: 3
            }
        ));
    }

    #[test]
    fn textures_have_a_texel_for_each_lane_unless_a_size_is_set() {
        let mut draft = Draft::of_text(
            "@group(0) @binding(0) var picture: texture_2d<f32>;
             @group(0) @binding(1) var out: texture_storage_2d<rgba8unorm, write>;
             @compute @workgroup_size(8, 4) fn main(@builtin(global_invocation_id) id: vec3u) {
                 textureStore(out, id.xy, textureLoad(picture, id.xy, 0));
             }"
            .to_owned(),
        );
        draft.workgroups = Some([4, 2, 1]);
        let sizes = |draft: &Draft| {
            let buffers = of(draft).expect("ready").dispatch.buffers;
            let size = |buffer: &Buffer| (buffer.contents.image_size(), buffer.contents.byte_len());
            buffers.iter().map(size).collect::<Vec<_>>()
        };
        assert_eq!(
            sizes(&draft),
            [(Some([32, 8, 1]), 32 * 8 * 16), (Some([32, 8, 1]), 32 * 8 * 4)]
        );
        draft.given((0, 0)).size = Some([5, 3, 1]);
        assert_eq!(sizes(&draft)[0], (Some([5, 3, 1]), 5 * 3 * 16));
    }

    #[test]
    fn what_cannot_run_is_said_before_it_does() {
        let mut draft = Draft {
            workgroups: Some([60_000, 1, 1]),
            ..Draft::default()
        };
        assert!(matches!(of(&draft), Err(NotReady::TooManyLanes { .. })));
        draft.workgroups = Some([1_000_000_000, 1, 1]);
        assert!(of(&draft).is_ok(), "the machine refuses it by name");
        draft.workgroups = Some([1, 1, 1]);
        draft.given((0, 0)).filling = Some(Filling::Numbers {
            text: "1, x".to_owned(),
            file: None,
        });
        assert_eq!(
            of(&draft),
            Err(NotReady::Number {
                name: "numbers".to_owned(),
                bad: BadNumber {
                    text: "x".to_owned(),
                    line: 1,
                    number: 2,
                    scalar: ScalarType::F32
                }
            })
        );
        let none = Draft::of_text(String::new());
        assert_eq!(
            of(&none),
            Err(NotReady::Kernel(KernelError::NoEntryPoint { name: None }))
        );
    }
}
