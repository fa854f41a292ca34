//! Names and what they mean: scopes, types, templates, enumerations, and the names of the translation.

pub(crate) mod binding;
pub(crate) mod constant;
pub(crate) mod enumeration;
pub(crate) mod frame;
mod global;
pub(crate) mod names;
pub(crate) mod order;
pub(crate) mod suggest;
pub(crate) mod template;
pub(crate) mod types;
pub(crate) mod unknown;
