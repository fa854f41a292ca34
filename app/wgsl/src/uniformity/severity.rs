//! The severity of a rule at a place: `diagnostic(…)` and `@diagnostic(…)`.

use crate::check::{Severity, severity_of};
use crate::error::Span;
use crate::syntax::{
    Attribute, Block, Control, Declaration, Directive, Statement, StatementKind, Tree,
};

/// A severity for a rule in a range of the text.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    range: Span,
    rule: String,
    severity: Severity,
}

/// Returns the filters of a text.
pub(super) fn filters(tree: &Tree<'_>) -> Vec<Filter> {
    let mut found = Vec::new();
    let everywhere = Span {
        start: 0,
        end: u32::MAX,
    };
    for (directive, _) in &tree.directives {
        if let Directive::Diagnostic(control) = directive {
            add(&mut found, control, everywhere);
        }
    }
    for (declaration, span) in &tree.declarations {
        if let Declaration::Function(function) = declaration {
            attributes(&mut found, &function.attributes, *span);
            block(&mut found, &function.body);
        }
    }
    found
}

/// Returns the severity of a rule at a place: that of the innermost filter, or else an error.
pub(super) fn severity(filters: &[Filter], rule: &str, at: Span) -> Severity {
    let around = filters.iter().filter(|filter| {
        filter.rule == rule && filter.range.start <= at.start && at.end <= filter.range.end
    });
    let innermost = around.min_by_key(|filter| filter.range.end - filter.range.start);
    innermost.map_or(Severity::Error, |filter| filter.severity)
}

fn add(found: &mut Vec<Filter>, control: &Control<'_>, range: Span) {
    let [rule] = control.rule.as_slice() else {
        return;
    };
    if let Some(severity) = severity_of(control.severity.text) {
        found.push(Filter {
            range,
            rule: rule.text.to_owned(),
            severity,
        });
    }
}

fn attributes(found: &mut Vec<Filter>, attributes: &[Attribute<'_>], range: Span) {
    for control in attributes
        .iter()
        .filter_map(|attribute| attribute.control.as_ref())
    {
        add(found, control, range);
    }
}

fn block(found: &mut Vec<Filter>, of: &Block<'_>) {
    attributes(found, &of.attributes, of.span);
    statements(found, &of.statements);
}

fn statements(found: &mut Vec<Filter>, of: &[Statement<'_>]) {
    for statement in of {
        let range = statement.span;
        match &statement.kind {
            StatementKind::Block(inner) => block(found, inner),
            StatementKind::If {
                attributes: own,
                branches,
                otherwise,
            } => {
                attributes(found, own, range);
                branches
                    .iter()
                    .for_each(|branch| block(found, &branch.body));
                otherwise.iter().for_each(|body| block(found, body));
            }
            StatementKind::Switch {
                attributes: own,
                body_attributes,
                cases,
                ..
            } => {
                attributes(found, own, range);
                attributes(found, body_attributes, range);
                cases.iter().for_each(|case| block(found, &case.body));
            }
            StatementKind::Loop {
                attributes: own,
                body,
                continuing,
            } => {
                attributes(found, own, range);
                block(found, body);
                continuing
                    .iter()
                    .for_each(|continuing| block(found, &continuing.body));
            }
            StatementKind::For {
                attributes: own,
                body,
                ..
            }
            | StatementKind::While {
                attributes: own,
                body,
                ..
            } => {
                attributes(found, own, range);
                block(found, body);
            }
            _ => {}
        }
    }
}
