//! Finds barriers and collective functions that some threads may not reach together. Source: WGSL, section "Uniformity".
//!
//! Each function becomes a graph: an edge leads from a value, or from the control flow at a place, to what it depends
//! on. `graph` holds it, `walk` builds it from the statements, `summary` says what callers must know, and `explain` turns
//! a path into sentences. There are two groups of threads: barriers ask for uniformity in the workgroup, subgroup
//! functions in the subgroup.

mod explain;
mod graph;
mod severity;
mod summary;
mod walk;

use crate::check::{Checked, Severity};
use crate::error::Result;
use crate::separation::Separation;
use crate::syntax::Declaration;
use std::collections::HashMap;
use summary::Summary;

/// What the analysis found, in the order of the functions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Separations {
    pub(crate) errors: Vec<Separation>,
    /// What the text asks to be only warned of.
    pub(crate) warnings: Vec<Separation>,
}

/// Analyzes all functions; `order` has callees before callers.
///
/// # Errors
/// Passes on errors of the statements.
pub(crate) fn analyze(checked: &Checked<'_>, order: &[u32]) -> Result<Separations> {
    let mut separations = Separations::default();
    let mut builtins = checked.functions.iter().flat_map(|function| &function.builtins);
    if !builtins.any(|(builtin, _)| builtin.is_collective()) {
        return Ok(separations);
    }
    let filters = severity::filters(&checked.tree);
    let mut summaries: HashMap<u32, Summary> = HashMap::new();
    for &index in order {
        let function = &checked.functions[index as usize];
        let Declaration::Function(syntax) = &checked.tree.declarations[function.declaration as usize].0 else {
            continue;
        };
        let walked = walk::walk(checked, index, syntax, &summaries, &filters)?;
        let (summary, problems) = summary::summarize(checked, index, &walked);
        for (severity, separation) in problems {
            let list = match severity {
                Severity::Error => &mut separations.errors,
                Severity::Warning => &mut separations.warnings,
                Severity::Info | Severity::Off => continue,
            };
            if !list.contains(&separation) {
                list.push(separation);
            }
        }
        summaries.insert(index, summary);
    }
    Ok(separations)
}
