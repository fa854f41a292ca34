//! The bodies of functions: statements, expressions, values, conversions and calls.

pub(crate) mod arguments;
mod assign;
pub(crate) mod call;
pub(crate) mod changes;
mod condition;
pub(crate) mod convert;
pub(crate) mod declaration;
pub(crate) mod ending;
pub(crate) mod expression;
pub(crate) mod function;
pub(crate) mod initial;
pub(crate) mod loops;
mod name;
pub(crate) mod operand;
pub(crate) mod result;
pub(crate) mod statement;
pub(crate) mod switch;
pub(crate) mod unset;
pub(crate) mod value;
pub(crate) mod wide;
