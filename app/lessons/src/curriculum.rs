//! The lessons in the order of the course: a word here and a file beside it make a lesson.

use crate::lesson::Lesson;

/// The textbooks and slides that figures are taken from, as `assets/published-figures.json` names them.
const K80: &str = "kernel-execution";
const M2070: &str = "unrolling-loops";

macro_rules! curriculum {
    ($($lesson:ident,)*) => {
        $(mod $lesson;)*
        /// All lessons in the order of the course.
        pub static LESSONS: &[&Lesson] = &[$(&$lesson::LESSON),*];
    };
}

curriculum! {
    divergence,
    neighbored,
    neighbored_less,
    interleaved,
    unroll,
}
