//! A real browser on the built page: a static server, a driver, and words for what a visitor does.

mod browser;
mod bytes;
mod engine;
mod expected;
pub mod fits;
mod hosted;
mod inputs;
mod looks;
mod site;
pub mod typing;
mod webgpu;

pub use browser::{Browser, Graphics};
pub use engine::{difference, order};
pub use expected::Expected;
pub use hosted::{Hosted, Sent};
pub use inputs::job;
pub use looks::{LOOKS, SIZES};
pub use site::{Edition, Site};
pub use webgpu::Failure;
