//! Tools for a speaker: all slides as cards, a jump to any slide, a black screen, printing, and a window with notes.

mod black;
mod card;
pub mod channel;
mod goto;
mod overview;
pub mod print;
pub mod slides;
mod speaker;
pub mod stage;
mod trail;
mod wants;

pub use black::Black;
pub use card::CardPage;
pub use goto::GoTo;
pub use overview::Overview;
pub use print::Print;
pub use speaker::{Speaker, presentation};
pub use wants::wants_thumbnails;
