//! The engine: runs kernels on the interpreter in a worker, in slices, so that the page stays responsive and can cancel
//! a run.
//!
//! It has two programs. `engine` contains the gallery's programs, compiled by the build script. It starts `compiler`
//! for any other text. The page uses [`protocol`] and [`recording`] only. It knows no Leptos and draws nothing.

pub mod compiler;
pub mod gallery;
pub mod protocol;
pub mod recording;
pub mod run;
pub mod worker;
