//! The engine: runs kernels on the machine in a worker, in slices, so that the page stays quick and can cancel.

pub mod compiler;
pub mod protocol;
pub mod recording;
pub mod run;
pub mod worker;
