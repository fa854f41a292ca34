//! Compiles WGSL: text in, a [`Program`] or an error with its line out. The only folder that uses naga.
//!
//! It promises that every program it returns can be executed: what the machine does not support is a [`KernelError`].
//! Source of all rules is the WGSL specification, as naga's front end and validator implement it.
//!
//! - `source` finds the statements of the text, `module`, `function`, `control`, `expression`, `math`, `collective` and
//!   `image` lower naga's module to bytecode; `place`, `types` and `instance` hold what they know, `builder` the bytecode so
//!   far. `report` and `request` lower functions that stand for something of the language from which the text was translated,
//!   `check` emits checks of operations that this language leaves undefined.
//! - `sites` leads instructions back to the source text, for findings.
//! - `uniformity` assigns the registers at the end.

mod builder;
mod check;
mod collective;
mod compiler;
mod control;
mod declared;
mod defaults;
mod expression;
mod front;
mod function;
mod image;
mod instance;
mod join;
#[cfg(test)]
mod lower;
mod math;
mod module;
mod place;
mod report;
mod request;
mod sites;
mod source;
#[cfg(test)]
mod two_ways;
mod types;
mod uniformity;

pub use defaults::{DeclaredOverride, declared_overrides};
pub use front::{for_naga, with_other_names};
pub use join::{JoinError, join};

use crate::program::{Binding, KernelError, Program, Space};
use compiler::Compiler;
use naga::ShaderStage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wgsl::{Checked, Marks};

/// Compiles one compute entry point (`None`: the only one).
///
/// # Errors
/// Returns what is wrong with the text, with its line, or the feature that the machine does not support.
pub fn compile(text: &str, entry_point: Option<&str>) -> Result<Program, KernelError> {
    compile_marked(text, entry_point, &Marks::default())
}

/// Compiles one compute entry point, whose text stands for one in another language.
///
/// # Errors
/// The same as [`compile`].
pub fn compile_marked(
    text: &str,
    entry_point: Option<&str>,
    marks: &Marks,
) -> Result<Program, KernelError> {
    let front = front::read(&front::check(text)?)?;
    let program = Compiler::new(&front, text, marks).compile(entry_point)?;
    Ok(uniformity::assign_registers(program))
}

/// A compute entry point of a text, and what a dispatch of it needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EntryPoint {
    pub name: String,
    /// Invocations in x, y and z with every override at its default; `None` if it depends on an override without one.
    pub workgroup_size: Option<[u32; 3]>,
    /// The buffers that it uses, in the order of their declarations; empty if it is refused.
    pub buffers: Vec<Binding>,
    /// The overrides of the text; empty if it is refused.
    pub overrides: Vec<DeclaredOverride>,
    /// True if its workgroups wait for each other at barriers of the whole grid, which no GPU has in WGSL.
    pub waits_for_grid: bool,
    /// The reason why the machine cannot execute it, if there is one.
    pub refused: Option<KernelError>,
}

/// Returns the compute entry points of a text, in order. For a valid text without any the list is empty.
///
/// # Errors
/// Returns what is wrong with the text, with its line.
pub fn entry_points(text: &str) -> Result<Vec<EntryPoint>, KernelError> {
    let compiled = compile_all(text)?;
    Ok(compiled.into_iter().map(|(entry, _)| entry).collect())
}

/// Compiles every compute entry point of a text in one pass of the front end. The program is `None` where
/// [`EntryPoint::refused`] says why.
///
/// # Errors
/// Returns what is wrong with the text, with its line.
pub fn compile_all(text: &str) -> Result<Vec<(EntryPoint, Option<Program>)>, KernelError> {
    compile_all_marked(text, &Marks::default())
}

/// Compiles every compute entry point of a text that stands for one in another language.
///
/// # Errors
/// The same as [`compile_all`].
pub fn compile_all_marked(
    text: &str,
    marks: &Marks,
) -> Result<Vec<(EntryPoint, Option<Program>)>, KernelError> {
    let checked = front::check(text)?;
    let front = match front::read(&checked) {
        Ok(front) => front,
        Err(error) => return Ok(refused(&checked, &error)),
    };
    let compute = front
        .module
        .entry_points
        .iter()
        .filter(|entry| entry.stage == ShaderStage::Compute);
    let found = compute.map(|entry| {
        let compiler = || Compiler::new(&front, text, marks);
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
            waits_for_grid: false,
            refused: None,
        };
        match compiler().compile(Some(&entry.name)) {
            Ok(program) => {
                let program = uniformity::assign_registers(program);
                found.overrides = defaults::declared_overrides(&program);
                found.waits_for_grid = program.waits_for_grid();
                let buffers = program.bindings.iter();
                found.buffers = buffers
                    .filter(|binding| binding.space != Space::Workgroup)
                    .cloned()
                    .collect();
                (found, Some(program))
            }
            Err(error) => {
                found.refused = Some(error);
                (found, None)
            }
        }
    });
    Ok(found.collect())
}

/// Returns the compute entry points of a text that is valid, but cannot be executed.
fn refused(checked: &Checked<'_>, error: &KernelError) -> Vec<(EntryPoint, Option<Program>)> {
    let entries = checked
        .entry_points
        .iter()
        .filter(|entry| entry.stage == wgsl::Stage::Compute);
    let entries = entries.map(|entry| EntryPoint {
        name: checked.functions[entry.function as usize].name.clone(),
        workgroup_size: entry.known_size,
        buffers: Vec::new(),
        overrides: Vec::new(),
        waits_for_grid: false,
        refused: Some(error.clone()),
    });
    entries.map(|entry| (entry, None)).collect()
}

/// Checks a text as a browser does before it makes a pipeline.
///
/// # Errors
/// Returns the first rule that the text breaks, uniformity of control flow included.
pub fn validate(text: &str) -> Result<(), KernelError> {
    let checked = front::check(text)?;
    match checked.separations.first() {
        Some(separation) => Err(KernelError::Validation {
            message: separation.to_string(),
            line: separation.line,
            column: separation.column,
        }),
        None => Ok(()),
    }
}

/// Checks a text as a browser does when it makes a pipeline: overrides have these values, or else their defaults.
///
/// # Errors
/// Returns the first rule that an expression of overrides breaks.
pub fn validate_overrides(
    text: &str,
    overrides: &BTreeMap<String, f64>,
) -> Result<(), KernelError> {
    let given = overrides.iter().map(|(name, value)| (name.clone(), *value));
    front::check_with(text, given.collect()).map(|_| ())
}
