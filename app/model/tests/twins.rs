//! The CUDA twins as the texts that run: their stops are those of the WGSL texts, at the lines that say the same.

use launch::twin::TwinText;
use lessons::{GALLERY, GalleryKernel, Size};
use model::run::aligned::align;
use model::run::playback::Playback;
use simt::{Grain, Machine, RunOptions};

/// The share of stops at which the next line of the twin is that of the WGSL text, in percent, where it is not 100: the
/// twin has other statements there.
const PARTLY: &[(&str, u32)] = &[
    // One ballot of CUDA is one word; WGSL's has four.
    ("warp_compact", 92),
    // `__syncwarp()` and a shuffle stand where WGSL has one function.
    ("exchange_lockstep", 97),
    ("exchange_barrier", 97),
    // The compiler decides the template's conditions, so the translation has no statement for them.
    ("reduce_neighbored_unroll_warp", 95),
    ("reduce_complete_unroll", 40),
    ("reduce_neighbored_unrolled", 84),
    ("reduce_neighbored_less_unrolled", 86),
    ("reduce_interleaved_unrolled", 83),
    // A loop of shuffles in CUDA is one `subgroupAdd` in WGSL.
    ("reduce_subgroup_shuffle", 98),
    ("reduce_subgroup_add", 95),
    ("reduce_grid_stride_vec4", 96),
    ("reduce_single_pass_atomic", 96),
    ("reduce_single_pass_tile", 92),
    ("reduce_single_pass_ahead", 93),
    ("gemv_tuned", 96),
    ("gemv_tuned_columns", 97),
];

fn playbacks(kernel: &GalleryKernel) -> (Playback, Playback) {
    let machine = Machine::default();
    let size = kernel.task.nearest(Size::fixed(1024, 128));
    let given = kernel.dispatch(size, &machine);
    let program = simt::compile(&kernel.kernel.source, None).expect("it compiles");
    let twin = TwinText::of(kernel, &program, &given)
        .translate()
        .expect("it is translated");
    let dispatch = twin.dispatch(&program, &given).expect("it starts");
    let options = RunOptions { ..RunOptions::cuda() };
    let theirs = simt::run(&twin.program, &dispatch, &options).expect("it runs");
    let ours = simt::run(&program, &given, &RunOptions::default()).expect("it runs");
    let original = Playback::new(kernel.kernel.source.to_string(), ours.trace.expect("a trace"));
    let mut twin = Playback::new(kernel.twin.to_owned(), theirs.trace.expect("a trace"));
    align(&original, &mut twin, &kernel.cuda_lines());
    (original, twin)
}

#[test]
fn stops_of_both_texts_are_at_the_same_lines() {
    let mut wrong = Vec::new();
    for kernel in GALLERY.iter().filter(|kernel| kernel.runs_in_cuda()) {
        let lines = kernel.cuda_lines();
        let (mut original, mut twin) = playbacks(kernel);
        for grain in [Grain::Statement, Grain::Iteration, Grain::Barrier] {
            let count = original.cursor.stops(grain).count();
            assert_eq!(twin.cursor.stops(grain).count(), count, "{kernel:?} {grain:?}");
            let (mut same, mut all) = (0, 0);
            // The first stop is the start, whatever the first statement is; at the last one there is no next line.
            for rank in 1..count - 1 {
                let position = original.cursor.stops(grain).at(rank).expect("a stop");
                let there = twin.cursor.stops(grain).at(rank).expect("a stop");
                let (ours, theirs) = (original.step_view(position, grain), twin.step_view(there, grain));
                let wanted = ours.next.and_then(|next| lines[next.line as usize - 1]);
                if let Some(wanted) = wanted {
                    all += 1;
                    same += u32::from(theirs.next.is_some_and(|next| next.line == wanted));
                }
            }
            let percent = 100 * same / all.max(1);
            let row = PARTLY.iter().find(|(name, _)| kernel.kernel.name == *name);
            let least = row.map_or(100, |(_, least)| *least);
            if all > 0 && percent < least {
                wrong.push(format!("{kernel:?} {grain:?}: {percent} %"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
