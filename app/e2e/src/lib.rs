//! A real browser on the built page: a static server, a driver, and words for what a visitor does.

mod browser;
mod engine;
mod expected;
mod site;

pub use browser::{Browser, Graphics};
pub use expected::Expected;
pub use site::Site;
