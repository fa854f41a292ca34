//! Structures, their methods and operators, lambdas, and the choice between overloads.

pub(crate) mod bundle;
pub(crate) mod lambda;
pub(crate) mod operator;
pub(crate) mod overload;
pub(crate) mod structure;
pub(crate) mod vector;
