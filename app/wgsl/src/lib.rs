//! Checks WGSL: text in; a typed tree, or the first error with its place, out.
//!
//! Source of all rules is the WGSL specification. The crate knows no machine and no browser. From low to high:
//!
//! - `error`: places and errors. `lex`: tokens. `syntax`: the tree. `parse`: text to tree.
//! - `builtin`: the built-in functions and the rules of their arguments.
//! - `types`, `value`: types with their layout, and the values of const-expressions. `evaluate`: operators and functions
//!   on them.
//! - `check`: names, types and rules of statements, declarations and entry points.
//! - `uniformity`: whether barriers and subgroup functions are in uniform control flow, with the reasons.
//! - `requests`, `marks`: what functions and variables of a translated text stand for. `origins`: where its parts come from.
//! - `outline`: the statements of a text in any language, for changes of the text.
//! - `join`: one text of two. `fold`: a grid with a long row in several rows.
//!
//! ```
//! let text = "@compute @workgroup_size(1) fn main() { let x = 1 + true; }";
//! let error = wgsl::check(text).expect_err("a number and a truth value");
//! assert_eq!(&text[error.span.start as usize..error.span.end as usize], "1 + true");
//! ```

mod alias;
mod behavior;
mod builtin;
mod check;
mod error;
mod evaluate;
mod fold;
mod join;
mod lex;
mod marks;
mod nearest;
mod origins;
pub mod outline;
mod parse;
mod requests;
mod separation;
mod syntax;
mod types;
mod uniformity;
mod value;

pub use builtin::Builtin;
pub use check::access::swizzle;
pub use check::{Checked, EntryPoint, Function, Info, Input, Meaning, Stage, Time, Variable, Warning};
pub use error::{Error, Result, Rule, Span, short};
pub use fold::{Folded, fold};
pub use join::{JoinError, Joined, join};
pub use marks::{FenceScope, Marks, ReportKind, ReportMark};
pub use nearest::nearest;
pub use origins::{Header, Included, Integers, Origin, Origins, Role, header};
pub use parse::foreign::placeholders;
pub use parse::language::{Language, recognise};
pub use requests::{
    AtomicEffect, CountedTraffic, Effect, LoadsAndStores, MarkedCall, MarkedVariable, Numbers, Packed, Requests,
    Stored, Width,
};
pub use separation::{Cause, Scope, Separation, Step};
pub use syntax::{
    Binary, Binding, Block, Branch, BreakIf, Case, Continuing, Declaration, Expr, ExprKind, Statement, StatementKind,
    Tree, Unary, Variable as VariableDeclaration, each_statement,
};
pub use types::{Access, Count, Dimension, Kind, Member, Scalar, Space, Texture, Ty, Types};
pub use value::{Num, Value};

use std::collections::HashMap;

/// Checks a text.
///
/// # Errors
/// Returns the first rule that the text breaks, with its place.
pub fn check(text: &str) -> Result<Checked<'_>> {
    check_as(text, None)
}

/// Checks a text as a pipeline is made of it: overrides have these values, by name or number, or else their defaults, and
/// expressions of them are computed.
///
/// # Errors
/// Returns the first rule that the text breaks, with its place.
pub fn check_with(text: &str, overrides: HashMap<String, f64>) -> Result<Checked<'_>> {
    check_as(text, Some(overrides))
}

/// Returns an error for each name that the text uses and declares nowhere, in the text's order. A text that does not follow
/// the grammar has none.
pub fn unknown_names(text: &str) -> Vec<Error> {
    match parse::parse(text) {
        Ok(tree) => check::unknown_names(&tree),
        Err(_) => Vec::new(),
    }
}

/// Returns true for a word that no name may be: a keyword, or one that is reserved.
pub fn is_word(word: &str) -> bool {
    lex::is_keyword(word) || lex::is_reserved(word)
}

fn check_as(text: &str, overrides: Option<HashMap<String, f64>>) -> Result<Checked<'_>> {
    let tree = parse::parse(text)?;
    let mut checked = check::check(text, tree, overrides)?;
    let order = checked.callees_first();
    alias::check(&checked, &order)?;
    let separations = uniformity::analyze(&checked, &order)?;
    checked.separations = separations.errors;
    let separated = separations.warnings.into_iter().map(Warning::Separated);
    checked.warnings.extend(separated);
    Ok(checked)
}
