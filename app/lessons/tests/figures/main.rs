//! The figures in lessons' texts and notes: each has a source, and equals it.

mod documents;
mod measured;
mod prose;
mod sentences;
mod sources;
