//! The playground: a kernel of one's own with what it is given, and what is said of a text that is none.

pub mod cells;
pub mod difference;
pub mod draft;
pub mod filling;
pub mod foreign;
pub mod hint;
pub mod ready;
