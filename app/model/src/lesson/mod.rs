//! The list of lessons: its search and its pictures.

pub mod find;
pub mod lesson_picture;
