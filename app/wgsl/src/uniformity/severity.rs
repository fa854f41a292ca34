//! The severity of a rule at a place: `diagnostic(…)` and `@diagnostic(…)`.

use crate::check::{Severity, severity_of};
use crate::error::Span;
use crate::syntax::{Attribute, Block, Control, Declaration, Directive, Statement, StatementKind, Tree};

/// A severity for a rule in a range of the text.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    range: Span,
    rule: String,
    severity: Severity,
}

/// Returns the filters of a text.
pub(super) fn filters(tree: &Tree<'_>) -> Vec<Filter> {
    let mut filters = Vec::new();
    let everywhere = Span {
        start: 0,
        end: u32::MAX,
    };
    for (directive, _) in &tree.directives {
        if let Directive::Diagnostic(control) = directive {
            add(&mut filters, control, everywhere);
        }
    }
    for (declaration, span) in &tree.declarations {
        if let Declaration::Function(function) = declaration {
            attributes(&mut filters, &function.attributes, *span);
            block(&mut filters, &function.body);
        }
    }
    filters
}

/// Returns the severity of a rule at a place: that of the innermost filter, or else an error.
pub(super) fn severity(filters: &[Filter], rule: &str, place: Span) -> Severity {
    let around = filters
        .iter()
        .filter(|filter| filter.rule == rule && filter.range.start <= place.start && place.end <= filter.range.end);
    let innermost = around.min_by_key(|filter| filter.range.end - filter.range.start);
    innermost.map_or(Severity::Error, |filter| filter.severity)
}

fn add(filters: &mut Vec<Filter>, control: &Control<'_>, range: Span) {
    let [rule] = control.rule.as_slice() else {
        return;
    };
    if let Some(severity) = severity_of(control.severity.text) {
        filters.push(Filter {
            range,
            rule: rule.text.to_owned(),
            severity,
        });
    }
}

fn attributes(filters: &mut Vec<Filter>, attributes: &[Attribute<'_>], range: Span) {
    for control in attributes.iter().filter_map(|attribute| attribute.control.as_ref()) {
        add(filters, control, range);
    }
}

fn block(filters: &mut Vec<Filter>, body: &Block<'_>) {
    attributes(filters, &body.attributes, body.span);
    statements(filters, &body.statements);
}

fn statements(filters: &mut Vec<Filter>, inside: &[Statement<'_>]) {
    for statement in inside {
        let range = statement.span;
        match &statement.kind {
            StatementKind::Block(inner) => block(filters, inner),
            StatementKind::If {
                attributes: written,
                branches,
                otherwise,
            } => {
                attributes(filters, written, range);
                branches.iter().for_each(|branch| block(filters, &branch.body));
                otherwise.iter().for_each(|body| block(filters, body));
            }
            StatementKind::Switch {
                attributes: written,
                body_attributes,
                cases,
                ..
            } => {
                attributes(filters, written, range);
                attributes(filters, body_attributes, range);
                cases.iter().for_each(|case| block(filters, &case.body));
            }
            StatementKind::Loop {
                attributes: written,
                body,
                continuing,
            } => {
                attributes(filters, written, range);
                block(filters, body);
                continuing
                    .iter()
                    .for_each(|continuing| block(filters, &continuing.body));
            }
            StatementKind::For {
                attributes: written,
                body,
                ..
            }
            | StatementKind::While {
                attributes: written,
                body,
                ..
            } => {
                attributes(filters, written, range);
                block(filters, body);
            }
            _ => {}
        }
    }
}
