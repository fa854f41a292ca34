//! Translates CUDA to WGSL: a text with kernels in; the WGSL text of one of them, with a map of its lines, out.
//!
//! The crate knows no machine and no browser. From low to high; a folder imports only from folders before it:
//!
//! - `error`: places and errors. `lex`: tokens. `library`: functions of CUDA's headers. `preprocess`: directives and
//!   macros. `syntax`: the tree without types.
//! - `parse`: tokens to tree.
//! - `statements`: the statements of a text, for changes of the text.
//! - `format`: formats of `printf`.
//! - `typing`: names, types, overloads, templates, effects; launches in host code.
//! - `printing`: the WGSL text, and the places of the CUDA text that its parts stand for.
//!
//! ```
//! let text = "__global__ void twice(float *x) { x[threadIdx.x] *= 2; }";
//! let translation = cuda::translate(text, &cuda::Request::default()).expect("a kernel");
//! assert!(translation.wgsl.contains("fn twice"));
//! ```

mod error;
mod format;
mod lex;
mod library;
mod parse;
mod preprocess;
mod printing;
mod statements;
mod syntax;
mod translate;
mod typing;

pub use error::{Cause, Error, Span};
pub use statements::{atomic, statements};
pub use translate::{
    Binding, KernelInfo, LaunchInfo, Left, Others, Parameter, ParameterKind, Program, Report, ReportedCall, Request,
    Scalar, ScalarKind, Step, Text, Translation, Unknown, kernels, translate,
};
pub use typing::tree::Scalar as NumberType;
pub use typing::{Double, HostWrite, LaunchArgument, LaunchFault, LeftOut, LongLong, Reached, Source, Target, Written};

/// The lexer alone, for tests: returns the tokens of a text, comments among them.
#[doc(hidden)]
pub fn tokens(source: &str) -> Vec<String> {
    let tokens = lex::lex(source).into_iter();
    let tokens = tokens.filter(|token| token.kind != lex::Kind::Break);
    tokens.map(|token| token.text.to_string()).collect()
}

/// The parser alone, for tests: returns the names of functions, and the errors.
#[doc(hidden)]
pub fn outline(source: &str) -> (Vec<String>, Vec<Error>) {
    let read = preprocess::preprocess(source, &std::collections::BTreeMap::new());
    let file = parse::parse(&read.tokens);
    let mut errors = read.errors;
    errors.extend(file.errors.iter().cloned());
    for function in &file.functions {
        errors.extend(function.errors.iter().cloned());
    }
    let names = file.functions.iter().map(|function| function.name.to_string());
    (names.collect(), errors)
}
