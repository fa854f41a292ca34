//! Checks a text, and tells what is wrong with it as errors of the compiler.

use super::source;
use crate::program::KernelError;
use std::collections::HashMap;
use wgsl::{Checked, Rule};

/// Checks a text by the rules of the language.
pub(super) fn check(text: &str) -> Result<Checked<'_>, KernelError> {
    source::check(text)?;
    wgsl::check(text).map_err(|error| kernel_error(text, &error))
}

/// Checks a text whose overrides have values.
pub(super) fn check_with(
    text: &str,
    overrides: HashMap<String, f64>,
) -> Result<Checked<'_>, KernelError> {
    source::check(text)?;
    wgsl::check_with(text, overrides).map_err(|error| kernel_error(text, &error))
}

/// Returns the errors of a text, of which the first is known: after an unknown name the others follow.
pub fn with_other_names(text: &str, first: KernelError) -> Vec<KernelError> {
    let others = wgsl::unknown_names(text);
    let others = others.iter().map(|error| kernel_error(text, error));
    let others: Vec<KernelError> = others.collect();
    if !others.contains(&first) {
        return vec![first];
    }
    let rest = others.into_iter().filter(|error| *error != first);
    std::iter::once(first.clone()).chain(rest).collect()
}

pub(super) fn kernel_error(text: &str, error: &wgsl::Error) -> KernelError {
    let (line, column) = source::location(text, error.span.start as usize);
    let message = error.message.clone();
    match error.rule {
        Rule::Syntax => KernelError::Parse {
            message,
            line,
            column,
        },
        Rule::Depth => KernelError::TooDeep {
            limit: 128,
            line,
            column,
        },
        Rule::Validation => KernelError::Validation {
            message,
            line,
            column,
        },
    }
}
