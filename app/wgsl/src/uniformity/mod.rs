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

use crate::check::Checked;
use crate::error::{Error, Result};
use crate::syntax::Declaration;
use std::collections::HashMap;
use summary::Summary;

/// The group of threads for which something must be uniform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Workgroup,
    Subgroup,
}

/// Analyzes all functions. Returns what is only worth a warning.
///
/// # Errors
/// Returns the first collective function that threads may not reach together, with the reasons.
pub(crate) fn analyze(checked: &Checked<'_>, order: &[u32]) -> Result<Vec<Error>> {
    let mut warnings = Vec::new();
    let filters = severity::filters(&checked.tree);
    let mut summaries: HashMap<u32, Summary> = HashMap::new();
    for &index in order {
        let function = &checked.functions[index as usize];
        let Declaration::Function(syntax) =
            &checked.tree.declarations[function.declaration as usize].0
        else {
            continue;
        };
        let walked = walk::walk(checked, index, syntax, &summaries, &filters)?;
        let (summary, problems) = summary::summarize(checked, index, &walked);
        for (severity, error) in problems {
            match severity {
                crate::check::Severity::Error => return Err(Box::new(error)),
                _ => warnings.push(error),
            }
        }
        summaries.insert(index, summary);
    }
    Ok(warnings)
}
