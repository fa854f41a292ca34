//! The lessons in the order of the course. To add a lesson, write a file in `curriculum/` and add its name here.

mod reductions;

use crate::kernel::GalleryKernel;
use crate::lesson::Lesson;

/// The textbooks and slides that figures come from, by their keys in `assets/published-figures.json`.
const K80: &str = "kernel-execution";
const M2070: &str = "unrolling-loops";
const V100: &str = "matrix-vector";
const HARRIS: &str = "harris";

macro_rules! curriculum {
    ($($lesson:ident,)*) => {
        $(mod $lesson;)*
        /// All lessons in the order of the course.
        pub static LESSONS: &[&Lesson] = &[$(&$lesson::LESSON),*];
        /// Each lesson's kernels. A program that needs only kernels does not link the lessons' texts.
        pub(crate) static KERNELS: &[&[&GalleryKernel]] = &[$($lesson::LESSON.kernels),*];
    };
}

curriculum! {
    threads,
    host,
    divergence,
    thread_or_warp,
    conditions,
    leaving_loops,
    predication,
    switch,
    nested,
    each_lane,
    vote,
    sorting,
    independent_threads,
    recursion,
    neighbored,
    neighbored_less,
    neighbored_unroll_warp,
    interleaved,
    unroll,
    unroll_warps,
    complete_unroll,
    unrolled_in_place,
    shared_modulo,
    shared_strided,
    shared_sequential,
    first_add,
    bad_idea,
    shared_max,
    subgroup,
    grid_stride,
    single_pass,
    matrix_add,
    bank_conflicts,
    gemv,
    gemv_fast_x,
    gemv_shuffle,
    shared_pattern,
    waves,
    occupancy,
    loop_unrolling,
    ilp,
    littles_law,
    latency_hiding,
    formulas,
    launch,
    cuda_to_wgsl,
}
