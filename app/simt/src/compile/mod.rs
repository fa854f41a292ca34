//! The one door to naga: WGSL text in, a [`Program`] or the error's line out.

mod builder;
mod control;
mod cooperation;
mod expression;
mod function;
mod math;
mod module;
mod place;
mod sites;
mod types;

use crate::error::KernelError;
use crate::program::Program;
use crate::{source, uniformity};
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// Compiles one compute entry point (`None`: the only one there is).
///
/// # Errors
/// What is wrong with the text, with its line; or what the machine does not execute.
pub fn compile(text: &str, entry_point: Option<&str>) -> Result<Program, KernelError> {
    source::check(text)?;
    let module = naga::front::wgsl::parse_str(&source::without_subgroups_directive(text)).map_err(
        |error| {
            let (line, column) = error
                .location(text)
                .map_or((1, 1), |at| (at.line_number, at.line_position));
            KernelError::Parse {
                message: error.message().to_owned(),
                line,
                column,
            }
        },
    )?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&module)
        .map_err(|error| {
            let (line, column) = error
                .location(text)
                .map_or((1, 1), |at| (at.line_number, at.line_position));
            KernelError::Validation {
                message: chain(error.as_inner()),
                line,
                column,
            }
        })?;
    let program = module::Compiler::new(&module, &info, text).compile(entry_point)?;
    Ok(uniformity::assign_registers(program))
}

/// An error with its causes, outermost first.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}
