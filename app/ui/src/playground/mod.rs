//! The playground: the reader's own kernel, which runs after every edit, with the panels of the lessons.

mod added_text;
mod buffer_row;
mod buffers;
mod chain;
mod checked;
mod editor;
mod editor_tools;
mod expected;
mod face_to_face;
mod file_field;
mod files;
mod findings;
mod headers;
mod launch;
mod layout;
mod member_fields;
mod messages;
mod moments;
mod order;
mod running;
mod setup;
mod stops;
mod tabs;
mod translation;
mod verdict;
mod versions;
mod welcome;

pub use layout::PlaygroundPage;
pub use running::follow as follow_runs;
