//! Turns a path of the graph into sentences.

use super::Scope;
use super::graph::{Graph, Node, Reason};
use super::walk::Demand;
use crate::check::Checked;
use crate::error::{Error, Note, Rule, Span};

/// Explains why a demand is broken: from what differs between threads to the call that needs them together.
pub(super) fn explain(
    checked: &Checked<'_>,
    graph: &Graph,
    from: Node,
    next: &[Option<Node>],
    demand: &Demand,
) -> Error {
    let mut path = Vec::new();
    let mut node = from;
    while let Some(following) = next[node.0 as usize] {
        path.push(node);
        if following == node {
            break;
        }
        node = following;
    }
    let line = |span: Span| checked.text[..span.start as usize].matches('\n').count() + 1;
    let quote = |span: Span| {
        let words: Vec<&str> = checked.text[span.range()].split_whitespace().collect();
        words.join(" ")
    };
    let mut notes: Vec<Note> = Vec::new();
    for &node in path.iter().rev() {
        let data = &graph.nodes[node.0 as usize];
        let at = line(data.span);
        let text = match &data.reason {
            Reason::None => continue,
            Reason::Builtin { name } => format!(
                "`{}` in line {at} is `{name}`, which differs between threads",
                quote(data.span)
            ),
            Reason::Memory { name } => {
                format!(
                    "`{name}` in line {at} is memory that other threads may change, so its value may differ"
                )
            }
            Reason::Variable { name } => {
                format!("so the value of `{name}` in line {at} may differ")
            }
            Reason::Result { name } => format!("so the result of `{name}` in line {at} may differ"),
            Reason::Parameter { name } => format!("the parameter `{name}` in line {at} may differ"),
            Reason::Branch { word, condition } => {
                format!(
                    "so the `{word}` with `{}` in line {} may separate threads",
                    quote(*condition),
                    line(*condition)
                )
            }
        };
        if notes.last().is_none_or(|last| last.text != text) {
            notes.push(Note {
                span: data.span,
                text,
            });
        }
    }
    for (name, span) in &demand.through {
        let text = format!(
            "`{name}` is called in line {} where threads may be separated",
            line(*span)
        );
        notes.push(Note { span: *span, text });
    }
    let group = match demand.scope {
        Scope::Workgroup => "workgroup",
        Scope::Subgroup => "subgroup",
    };
    let what = match &demand.argument {
        Some(argument) => format!(
            "`{argument}` of `{}` must be the same for all threads of the {group}",
            demand.name
        ),
        None => format!(
            "`{}` must be reached by all threads of the {group} together",
            demand.name
        ),
    };
    let steps: Vec<&str> = notes.iter().map(|note| note.text.as_str()).collect();
    let message = match steps.is_empty() {
        true => what,
        false => format!("{what}: {}", steps.join(", ")),
    };
    Error {
        rule: Rule::Uniformity,
        span: demand.span,
        message,
        notes,
    }
}
