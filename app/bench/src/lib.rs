//! Kernels of the gallery as measurements: what is asked for, the same natively and in a browser, and the sheet it gives.
//!
//! ```text
//! Set { kernels, n, block, … } --cases--> [Case] --run(gpu)--> [Measured] --sheet--> gpu::Sheet
//! ```
//!
//! What is absent: a second method of timing. All of it is `gpu::measure`.

mod case;
mod moment;
mod run;
mod set;
mod vouch;

pub use case::{Case, CaseError};
pub use moment::now;
pub use run::{Measured, PROGRAM, RunError, run, sheet};
pub use set::Set;
pub use vouch::NotVouched;
