//! Slides and the stage: what an audience sees, and what the speaker does.

pub mod changes;
pub mod cited_lines;
pub mod keys;
pub mod quoted;
pub mod slides;
pub mod speaker;
pub mod stage;
