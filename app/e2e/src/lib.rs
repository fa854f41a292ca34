//! Tests of the built page in a real browser: a static server, pooled browsers, and what a visitor does with the page.

mod browser;
mod bytes;
mod compiler;
mod devtools;
mod driver;
mod engine;
mod expected;
pub mod exports;
pub mod fits;
mod hosted;
mod inputs;
pub mod keys;
mod kind;
mod link;
mod looks;
pub mod offline;
pub mod page;
mod pool;
mod site;
pub mod typing;
mod webgpu;

pub use self::engine::{difference, order};
pub use browser::Browser;
pub use expected::Expected;
pub use hosted::{Hosted, Sent};
pub use inputs::job;
pub use kind::{BrowserKind, Graphics};
pub use link::{Link, TEN_MEGABITS};
pub use looks::{SIZES, is_full_run, looks, looks_in_turn};
pub use site::{Edition, Site};
pub use webgpu::Failure;
