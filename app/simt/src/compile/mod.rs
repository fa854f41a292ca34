//! The one door to naga: WGSL text in, a [`Program`] or the error's line out.

mod builder;
mod collective;
mod compiler;
mod control;
mod declared;
mod defaults;
mod expression;
mod function;
mod instance;
mod math;
mod module;
mod place;
mod sites;
mod source;
mod types;
mod uniformity;

pub use defaults::DeclaredOverride;
pub use source::without_subgroups_directive;

use crate::program::{Binding, KernelError, Program, Space};
use compiler::Compiler;
use naga::valid::{Capabilities, ModuleInfo, ValidationError, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use serde::{Deserialize, Serialize};

/// Compiles one compute entry point (`None`: the only one there is).
///
/// # Errors
/// What is wrong with the text, with its line; or what the machine does not execute.
pub fn compile(text: &str, entry_point: Option<&str>) -> Result<Program, KernelError> {
    let (module, info) = front_end(text)?;
    let program = Compiler::new(&module, &info, text).compile(entry_point)?;
    Ok(uniformity::assign_registers(program))
}

/// A compute entry point of a text, and what it asks of whoever dispatches it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EntryPoint {
    pub name: String,
    /// Lanes in x, y and z with every override at its default; `None` where an override without one decides.
    pub workgroup_size: Option<[u32; 3]>,
    /// The buffers it uses, in the order of their declarations; none where it is refused.
    pub buffers: Vec<Binding>,
    /// The text's overrides; none where it is refused.
    pub overrides: Vec<DeclaredOverride>,
    /// Why the machine cannot execute it, if so.
    pub refused: Option<KernelError>,
}

/// The compute entry points of a text, in its order. A valid text without any gives an empty list.
///
/// # Errors
/// What is wrong with the text, with its line.
pub fn entry_points(text: &str) -> Result<Vec<EntryPoint>, KernelError> {
    let (module, info) = front_end(text)?;
    let compute = module
        .entry_points
        .iter()
        .filter(|entry| entry.stage == ShaderStage::Compute);
    let found = compute.map(|entry| {
        let compiler = || Compiler::new(&module, &info, text);
        let decided = || {
            let program = compiler().compile_size(entry).ok()?;
            defaults::default_workgroup_size(&uniformity::assign_registers(program))
        };
        let mut found = EntryPoint {
            name: entry.name.clone(),
            workgroup_size: match entry.workgroup_size_overrides {
                None => Some(entry.workgroup_size),
                Some(_) => decided(),
            },
            buffers: Vec::new(),
            overrides: Vec::new(),
            refused: None,
        };
        match compiler().compile(Some(&entry.name)) {
            Ok(program) => {
                let program = uniformity::assign_registers(program);
                found.overrides = defaults::declared_overrides(&program);
                let buffers = program.bindings.into_iter();
                found.buffers = buffers
                    .filter(|binding| binding.space != Space::Workgroup)
                    .collect();
            }
            Err(error) => found.refused = Some(error),
        }
        found
    });
    Ok(found.collect())
}

/// The text as naga's module, checked.
fn front_end(text: &str) -> Result<(Module, ModuleInfo), KernelError> {
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
            // An error in a type has no place of its own.
            let declared = || match error.as_inner() {
                ValidationError::Layouter(layout) => {
                    declared::declared_with(&module, layout.ty).to_range()
                }
                _ => None,
            };
            let (line, column) = match (error.location(text), declared()) {
                (Some(at), _) => (at.line_number, at.line_position),
                (None, Some(range)) => source::location(text, range.start),
                (None, None) => (1, 1),
            };
            KernelError::Validation {
                message: match error.as_inner() {
                    ValidationError::Layouter(layout) => layout.inner.to_string(),
                    other => chain(other),
                },
                line,
                column,
            }
        })?;
    Ok((module, info))
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
