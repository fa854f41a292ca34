//! The playground: a kernel of one's own, run at every edit, beside the panels of the lessons.

mod buffers;
mod editor;
mod face_to_face;
mod files;
mod layout;
mod messages;
mod running;
mod setup;

pub use layout::PlaygroundPage;
pub use running::follow as follow_runs;
