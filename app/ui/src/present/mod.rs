//! Tools for a speaker: all slides as cards, a jump to any slide, a black screen, printing, and a window with notes.

mod black;
pub mod channel;
mod goto;
mod overview;
mod print;
pub mod slides;
mod speaker;
pub mod stage;
pub mod thumbnails;
mod trail;

pub use black::Black;
pub use goto::GoTo;
pub use overview::Overview;
pub use print::Print;
pub use speaker::{Speaker, presentation};
pub use thumbnails::Thumbnails;
