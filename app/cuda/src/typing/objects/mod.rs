//! Structures, their methods and operators, lambdas, and the choice between overloads.

pub(crate) mod bundle;
mod construct;
mod conversion;
mod fit;
pub(crate) mod lambda;
pub(crate) mod operator;
pub(crate) mod overload;
mod overloaded_operator;
mod qualified_name;
pub(crate) mod structure;
pub(crate) mod vector;
