//! The curriculum: one file per lesson and one ordered list.
//!
//! A lesson compares kernels of the gallery. A gallery kernel knows its dispatch for a size and its CPU reference;
//! machine and WebGPU are handed the same of both.

mod divergence;
mod gallery;
mod matrix;
mod part;
pub mod published;
mod reduce_interleaved;
mod reduce_neighbored;
mod reduce_neighbored_less;
mod reduce_unroll;
mod size;
mod text;

pub use gallery::{GALLERY, GalleryKernel, Shape};
pub use matrix::{MATRIX_ADD, MATRIX_GALLERY, MatrixKernel, MatrixSize, MatrixSizeError};
pub use part::Parts;
pub use size::{Size, SizeError};
pub use text::{Language, Text};

/// Lessons that belong together in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Divergence,
    ReductionInGlobalMemory,
}

/// One lesson: a question, and the kernels whose comparison answers it.
#[derive(Debug)]
pub struct Lesson {
    /// Stable name for links.
    pub id: &'static str,
    pub group: Group,
    pub title: Text,
    /// What to find out by stepping.
    pub question: Text,
    /// What happens in the kernel, in two or three sentences.
    pub idea: Text,
    /// The answer, shown on request.
    pub answer: Text,
    /// The lesson's own kernels first, then those it is compared with.
    pub kernels: &'static [&'static GalleryKernel],
    /// The size it opens with.
    pub size: Size,
}

/// All lessons in the order of the course.
pub const LESSONS: [&Lesson; 5] = [
    &divergence::LESSON,
    &reduce_neighbored::LESSON,
    &reduce_neighbored_less::LESSON,
    &reduce_interleaved::LESSON,
    &reduce_unroll::LESSON,
];

impl Lesson {
    /// The lesson with this id.
    pub fn by_id(id: &str) -> Option<&'static Lesson> {
        LESSONS.into_iter().find(|lesson| lesson.id == id)
    }
}
