//! The curriculum: one file per lesson and one ordered list.
//!
//! A lesson compares kernels of the gallery. A gallery kernel knows its dispatch for a size and its CPU reference (its
//! [`Task`]). The machine and WebGPU receive the same dispatch and are checked against the same reference.
//!
//! It draws nothing, and it does not run a kernel.
//!
//! ```
//! let lesson = &lessons::LESSONS[0];
//! let (kernel, size) = (lesson.kernels[0], lesson.size);
//! let dispatch = kernel.dispatch(size, &simt::Machine::default());
//! assert!(dispatch.workgroup_count() > 0);
//! ```

mod calculator;
pub mod claim;
mod clock;
pub mod cost;
mod curriculum;
pub mod glossary;
#[cfg(not(target_arch = "wasm32"))]
pub mod headings;
pub mod host;
mod kernel;
mod kind;
pub mod language_file;
mod lesson;
mod matrix;
pub mod measured;
pub mod multiprocessors;
pub mod occupancy;
pub mod order;
mod panel;
mod parts;
pub mod path;
pub mod picture;
pub mod published;
pub mod scheduler;
mod size;
mod stage;
mod task;
mod text;
pub mod twin;

pub use calculator::Calculator;
pub use clock::{Cause, Clock, Story};
pub use curriculum::LESSONS;
pub use kernel::{GalleryKernel, agree};
pub use kind::Kind;
pub use lesson::{Group, Lesson, Pin, Slide};
pub use matrix::{MATRIX_ADD, MATRIX_GALLERY, MatrixKernel, MatrixSize, MatrixSizeError};
pub use panel::{Offered, Panel};
pub use parts::{Limits, Parts, Share, Split};
pub use size::{Size, SizeError, Values};
pub use stage::{Part, Subject, usual_parts};
pub use task::{LaunchChain, LaunchLevel, Parameter, Task};
pub use text::{Language, Prose, Text};

use std::sync::LazyLock;

/// All kernels of the lessons, in the order in which the lessons first use them.
pub static GALLERY: LazyLock<Vec<&'static GalleryKernel>> = LazyLock::new(|| {
    let mut gallery: Vec<&'static GalleryKernel> = Vec::new();
    for kernel in curriculum::KERNELS.iter().copied().flatten() {
        if !gallery.contains(kernel) {
            gallery.push(kernel);
        }
    }
    gallery
});
