//! Checks a text, and tells what is wrong with it as errors of the compiler.

use super::source::{self, Source};
use crate::program::KernelError;
use std::collections::HashMap;
use wgsl::{Checked, Origins, Rule};

/// Checks a text by the rules of the language.
pub(super) fn check(text: &str) -> Result<Checked<'_>, KernelError> {
    check_translated(text, None)
}

/// Checks a text that was translated. Errors have the places of the first text.
pub(super) fn check_translated<'t>(text: &'t str, origins: Option<&Origins>) -> Result<Checked<'t>, KernelError> {
    source::check(text)?;
    wgsl::check(text).map_err(|error| kernel_error(Source::new(text, origins), &error))
}

/// Checks a text whose overrides have values.
pub(super) fn check_with(text: &str, overrides: HashMap<String, f64>) -> Result<Checked<'_>, KernelError> {
    source::check(text)?;
    wgsl::check_with(text, overrides).map_err(|error| kernel_error(Source::new(text, None), &error))
}

/// Returns the errors of a text, of which the first is known: after an unknown name the others follow.
pub fn with_other_names(text: &str, first: KernelError) -> Vec<KernelError> {
    let others = wgsl::unknown_names(text);
    let source = Source::new(text, None);
    let others = others.iter().map(|error| kernel_error(source, error));
    let others: Vec<KernelError> = others.collect();
    if !others.contains(&first) {
        return vec![first];
    }
    let rest = others.into_iter().filter(|error| *error != first);
    std::iter::once(first.clone()).chain(rest).collect()
}

pub(super) fn kernel_error(source: Source<'_>, error: &wgsl::Error) -> KernelError {
    let (line, column) = source.location(error.span);
    let message = error.message.clone();
    match error.rule {
        Rule::Syntax => KernelError::Parse { message, line, column },
        Rule::Depth => KernelError::TooDeep {
            limit: 128,
            line,
            column,
        },
        Rule::Validation => KernelError::Validation { message, line, column },
    }
}
