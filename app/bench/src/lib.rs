//! Measures gallery kernels: the same sets natively and in a browser, with a sheet as the result.
//!
//! ```text
//! Set { kernels, n, block, … } --cases--> [Case] --run(gpu)--> [Measured] --sheet--> gpu::Sheet
//! ```
//!
//! This crate holds no timing method: all timing is done by `gpu::measure`.

mod case;
mod moment;
mod run;
mod set;
mod vouch;

pub use case::{Case, CaseError};
pub use moment::now;
pub use run::{Measured, PROGRAM, RunError, run, sheet};
pub use set::{Set, plan};
pub use vouch::NotVouched;
