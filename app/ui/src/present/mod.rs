//! What a speaker needs besides the slide: all slides as cards, a way to any of them, a black screen, a window of notes.

mod black;
pub mod channel;
mod goto;
mod overview;
pub mod plates;
mod print;
pub mod slides;
mod speaker;

pub use black::Black;
pub use goto::GoTo;
pub use overview::Overview;
pub use plates::Plates;
pub use print::Print;
pub use speaker::{Speaker, presentation};
