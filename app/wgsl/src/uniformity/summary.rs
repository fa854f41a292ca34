//! What callers must know of a function, and the places where its own threads may not be together.

use super::explain::explain;
use super::graph::{Graph, Node};
use super::walk::{Demand, Walked};
use crate::check::{Checked, Severity, Uniform};
use crate::separation::{Scope, Separation};

/// A call of a collective function somewhere below, as a caller sees it.
#[derive(Clone, Debug)]
pub(super) struct Need {
    pub(super) demand: Demand,
}

/// What callers must know of a parameter.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameter {
    /// The value, or the contents behind the pointer, must be uniform.
    pub(super) value_needs: Vec<Need>,
    pub(super) content_needs: Vec<Need>,
    pub(super) value_in_result: bool,
    pub(super) contents_in_result: bool,
    /// What the contents behind a pointer depend on after the call; `None` for other parameters.
    pub(super) output: Option<Output>,
}

#[derive(Clone, Debug)]
pub(super) struct Output {
    pub(super) uniform: Uniform,
    pub(super) from_values: Vec<usize>,
    pub(super) from_contents: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Summary {
    /// The call must be in uniform control flow.
    pub(super) call_needs: Vec<Need>,
    pub(super) result: Uniform,
    pub(super) parameters: Vec<Parameter>,
}

/// Looks at the graph of a function. Returns its summary, and the demands that it breaks.
pub(super) fn summarize(checked: &Checked<'_>, index: u32, walked: &Walked) -> (Summary, Vec<(Severity, Separation)>) {
    let graph = &walked.graph;
    let users = graph.users();
    let anywhere = users.dependents(&[Graph::NOT_UNIFORM]);
    let in_workgroup = users.dependents(&[Graph::NOT_UNIFORM, Graph::SUBGROUP_ONLY]);
    let broken = |scope: Scope, node: Node| match scope {
        Scope::Subgroup => anywhere[node.0 as usize].is_some(),
        Scope::Workgroup => in_workgroup[node.0 as usize].is_some(),
    };
    let uniform = |node: Node| {
        if anywhere[node.0 as usize].is_some() {
            Uniform::No
        } else if in_workgroup[node.0 as usize].is_some() {
            Uniform::Subgroup
        } else {
            Uniform::Workgroup
        }
    };
    let mut problems = Vec::new();
    for (node, demand) in &walked.demands {
        if broken(demand.scope, *node) {
            let next = if demand.scope == Scope::Subgroup {
                &anywhere
            } else {
                &in_workgroup
            };
            problems.push((demand.severity, explain(checked, graph, *node, next, demand)));
        }
    }
    // Nobody calls an entry point.
    if checked.functions[index as usize].is_entry_point {
        let summary = Summary {
            call_needs: Vec::new(),
            result: Uniform::No,
            parameters: Vec::new(),
        };
        return (summary, problems);
    }
    let needs = |source: Node| -> Vec<Need> {
        let next = users.dependents(&[source]);
        let mut demanded: Vec<Need> = Vec::new();
        for (node, demand) in &walked.demands {
            let is_new = !demanded
                .iter()
                .any(|need| need.demand.scope == demand.scope && need.demand.severity == demand.severity);
            if next[node.0 as usize].is_some() && is_new {
                demanded.push(Need { demand: demand.clone() });
            }
        }
        demanded
    };
    let count = checked.functions[index as usize].parameters.len();
    let from = |target: Node| -> (Vec<usize>, Vec<usize>) {
        let depends = |source: Node| users.dependents(&[source])[target.0 as usize].is_some();
        let contents: Vec<usize> = (0..count)
            .filter(|&position| walked.contents_in[position].is_some_and(&depends))
            .collect();
        let values = (0..count)
            .filter(|&position| !contents.contains(&position) && depends(walked.values_in[position]))
            .collect();
        (values, contents)
    };
    let (result_values, result_contents) = from(walked.result);
    let parameters = (0..count)
        .map(|position| {
            let content_needs = walked.contents_in[position].map(&needs).unwrap_or_default();
            Parameter {
                value_needs: needs(walked.values_in[position]),
                content_needs,
                value_in_result: result_values.contains(&position),
                contents_in_result: result_contents.contains(&position),
                output: walked.contents_out[position].map(|node| {
                    let (from_values, from_contents) = from(node);
                    Output {
                        uniform: uniform(node),
                        from_values,
                        from_contents,
                    }
                }),
            }
        })
        .collect();
    let summary = Summary {
        call_needs: needs(Graph::START),
        result: uniform(walked.result),
        parameters,
    };
    (summary, problems)
}
