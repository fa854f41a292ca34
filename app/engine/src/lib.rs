//! The engine: runs kernels on the machine in a worker, in slices, so that the page stays responsive and can cancel a run.
//!
//! Two programs: `engine` has the gallery's programs, compiled by the build script; it starts `compiler`, which has naga,
//! for any other text. The page knows [`protocol`] alone.

pub mod compiler;
pub mod draft;
pub mod gallery;
pub mod protocol;
pub mod recording;
pub mod run;
pub mod worker;
