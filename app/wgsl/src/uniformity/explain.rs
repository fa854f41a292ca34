//! Turns a path of the graph into the steps of an explanation.

use super::graph::{Graph, Node, Reason};
use super::walk::Demand;
use crate::check::Checked;
use crate::error::Span;
use crate::separation::{Cause, Separation, Step};

/// Explains why a demand is broken.
pub(super) fn explain(
    checked: &Checked<'_>,
    graph: &Graph,
    from: Node,
    next: &[Option<Node>],
    demand: &Demand,
) -> Separation {
    let mut path = Vec::new();
    let mut node = from;
    while let Some(following) = next[node.0 as usize] {
        path.push(node);
        if following == node {
            break;
        }
        node = following;
    }
    let line = |span: Span| checked.text[..span.start as usize].matches('\n').count() as u32 + 1;
    let quote = |span: Span| {
        let words: Vec<&str> = checked.text[span.range()].split_whitespace().collect();
        words.join(" ")
    };
    let mut steps: Vec<Step> = Vec::new();
    for &node in path.iter().rev() {
        let data = &graph.nodes[node.0 as usize];
        let cause = match &data.reason {
            Reason::None => continue,
            Reason::Builtin { name } => Cause::Builtin {
                text: quote(data.span),
                name: name.clone(),
            },
            Reason::Memory { name } => Cause::Memory { name: name.clone() },
            Reason::Variable { name } => Cause::Variable { name: name.clone() },
            Reason::Result { name } => Cause::Result { name: name.clone() },
            Reason::Parameter { name } => Cause::Parameter { name: name.clone() },
            Reason::Branch { word, condition } => Cause::Branch {
                word: (*word).to_owned(),
                condition: quote(*condition),
            },
        };
        // A declaration and a read of one variable are one step.
        let repeats = steps.last().is_some_and(|last| match (&last.cause, &cause) {
            (Cause::Variable { name: a }, Cause::Variable { name: b }) => a == b,
            (a, b) => a == b,
        });
        if !repeats {
            steps.push(Step {
                line: line(data.span),
                cause,
            });
        }
    }
    for (name, span) in demand.through.iter().rev() {
        steps.push(Step {
            line: line(*span),
            cause: Cause::Call { name: name.clone() },
        });
    }
    let start = demand.span.start as usize;
    let line_start = checked.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    Separation {
        line: line(demand.span),
        column: checked.text[line_start..start].chars().count() as u32 + 1,
        function: demand.name.clone(),
        scope: demand.scope,
        argument: demand.argument.clone(),
        steps,
    }
}
