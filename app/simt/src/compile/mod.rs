//! Compiles WGSL: text in, a [`Program`] or an error with its line out.
//!
//! The crate `wgsl` decides what is valid, and its tree is lowered to bytecode. A program that is returned can be executed:
//! what the machine does not support is a [`KernelError`].
//!
//! - `lower` lowers what the tree of a text says to bytecode. `shape` and `place` hold types and pointers, `builder` the
//!   bytecode so far.
//! - `statements` lists what steps execute. `sites` leads instructions back to the text, for findings. `source` knows lines.
//! - `update_indices` finds the arrays that default data must fill with care, and `registers` assigns the registers at the
//!   end.
//! - `front` checks a text, `join` makes one of two, `defaults` finds the values of overrides.

mod builder;
mod defaults;
mod front;
mod join;
mod lower;
mod place;
mod registers;
mod shape;
mod sites;
mod source;
mod statements;
mod update_indices;

pub use defaults::{DeclaredOverride, declared_overrides};
pub use front::with_other_names;
pub use join::{JoinError, join};

use crate::program::{Binding, KernelError, Program, Space};
use lower::Compiler;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wgsl::Marks;

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
pub fn compile_marked(text: &str, entry_point: Option<&str>, marks: &Marks) -> Result<Program, KernelError> {
    let checked = front::check_translated(text, marks.origins.as_ref())?;
    let program = Compiler::new(&checked, marks).compile(entry_point)?;
    Ok(registers::assign(program))
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
pub fn compile_all_marked(text: &str, marks: &Marks) -> Result<Vec<(EntryPoint, Option<Program>)>, KernelError> {
    let checked = front::check_translated(text, marks.origins.as_ref())?;
    let compute = checked
        .entry_points
        .iter()
        .filter(|entry| entry.stage == wgsl::Stage::Compute);
    let entry_points = compute.map(|entry| {
        let compiler = || Compiler::new(&checked, marks);
        let decided = || {
            let program = compiler().compile_size(entry).ok()?;
            defaults::default_workgroup_size(&registers::assign(program))
        };
        let mut entry_point = EntryPoint {
            name: checked.functions[entry.function as usize].name.clone(),
            workgroup_size: entry.known_size.or_else(decided),
            buffers: Vec::new(),
            overrides: Vec::new(),
            waits_for_grid: false,
            refused: None,
        };
        match compiler().compile(Some(&entry_point.name)) {
            Ok(program) => {
                let program = registers::assign(update_indices::mark(program));
                entry_point.overrides = defaults::declared_overrides(&program);
                entry_point.waits_for_grid = program.waits_for_grid();
                let buffers = program.bindings.iter();
                entry_point.buffers = buffers
                    .filter(|binding| binding.space != Space::Workgroup)
                    .cloned()
                    .collect();
                (entry_point, Some(program))
            }
            Err(error) => {
                entry_point.refused = Some(error);
                (entry_point, None)
            }
        }
    });
    Ok(entry_points.collect())
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

/// A sentence with which a browser warns about a text that it takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    pub message: String,
    /// Line and column, from 1.
    pub line: u32,
    pub column: u32,
}

/// Returns the warnings of a browser about a text, in order.
///
/// # Errors
/// Returns what is wrong with the text, with its line.
pub fn warnings(text: &str) -> Result<Vec<Warning>, KernelError> {
    let checked = front::check(text)?;
    let warnings = checked.warnings.iter().map(|warning| match warning {
        wgsl::Warning::UnknownRule { rule, span } => {
            let (line, column) = source::location(text, span.start as usize);
            Warning {
                message: format!("the rule `{rule}` is not known, so this filter has no effect"),
                line,
                column,
            }
        }
        wgsl::Warning::Separated(separation) => Warning {
            message: separation.to_string(),
            line: separation.line,
            column: separation.column,
        },
    });
    Ok(warnings.collect())
}

/// Checks a text as a browser does when it makes a pipeline: overrides have these values, or else their defaults.
///
/// # Errors
/// Returns the first rule that an expression of overrides breaks.
pub fn validate_overrides(text: &str, overrides: &BTreeMap<String, f64>) -> Result<(), KernelError> {
    let given = overrides.iter().map(|(name, value)| (name.clone(), *value));
    front::check_with(text, given.collect()).map(|_| ())
}
