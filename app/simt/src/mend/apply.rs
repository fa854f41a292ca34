//! Applies a fix to a text, without a new line.

use super::atomic;
use super::place::{Place, blocks, line_of, loop_body, statement_in};
use crate::hazard::Fix;
use crate::program::BarrierKind;
use wgsl::{Binding, Checked, Expr, Kind, Span, Statement, StatementKind};

/// A range of the text and what takes its place.
pub(super) type Change = (Span, String);

/// Returns the changed text; `None` if the fix does not fit it.
pub(super) fn apply(text: &str, fix: &Fix) -> Option<String> {
    if let Fix::Both { guard, order } = fix {
        return apply(&apply(text, guard)?, order);
    }
    let checked = wgsl::check(text).ok()?;
    let changes = changes(&checked, fix)?;
    Some(splice(text, changes))
}

/// Returns the text with changes that do not overlap.
fn splice(text: &str, mut changes: Vec<Change>) -> String {
    changes.sort_by_key(|(span, _)| (span.start, span.end));
    let mut new = String::with_capacity(text.len() + 256);
    let mut at = 0;
    for (span, replacement) in changes {
        new.push_str(&text[at..span.start as usize]);
        new.push_str(&replacement.replace('\n', " "));
        at = span.end as usize;
    }
    new.push_str(&text[at..]);
    new
}

fn at(offset: u32) -> Span {
    Span {
        start: offset,
        end: offset,
    }
}

fn call(barrier: BarrierKind) -> String {
    format!("{};", barrier.call())
}

fn changes(checked: &Checked<'_>, fix: &Fix) -> Option<Vec<Change>> {
    let place = |line: u32| statement_in(checked, line);
    Some(match fix {
        Fix::BarrierBefore { barrier, line } => {
            let start = place(*line)?.statement.span.start;
            vec![(at(start), format!("{} ", call(*barrier)))]
        }
        Fix::SplitBranch { barrier, line } => {
            let place = place(*line)?;
            let condition = only_branch(checked, place.around.last()?)?;
            let text = format!("}} {} if ({condition}) {{ ", call(*barrier));
            vec![(at(place.statement.span.start), text)]
        }
        Fix::BarrierAfter { barrier, line } => {
            let place = place(*line)?;
            let body = place
                .around
                .iter()
                .rev()
                .find_map(|statement| loop_body(statement))?;
            let end = match body.statements.last() {
                Some(last) => last.span.end,
                None => body.span.end - 1,
            };
            vec![(at(end), format!(" {}", call(*barrier)))]
        }
        Fix::ReplaceBarrier { line, by, .. } => {
            let statement = barrier_in(checked, *line)?;
            vec![(statement.span, call(*by))]
        }
        Fix::BarrierBeside { line, barrier } => {
            let statement = barrier_in(checked, *line)?;
            vec![(at(statement.span.end), format!(" {}", call(*barrier)))]
        }
        Fix::ReadFirst { barrier, line } => {
            read_first(checked, &innermost(place(*line)?), *barrier)?
        }
        Fix::Atomic { line, .. } => atomic::changes(checked, &place(*line)?)?,
        Fix::OneLane { line } => {
            let place = place(*line)?;
            if is_declaration(place.statement) || depends_on_thread(checked, place.statement) {
                return None;
            }
            let first = first_thread(checked)?;
            wrapped(place.statement, &first)
        }
        Fix::Guard { condition, line } => {
            let place = place(*line)?;
            match &place.statement.kind {
                StatementKind::Declaration(variable) => {
                    let initial = variable.initial?;
                    let index = *checked.declared.get(&variable.name.span.start)?;
                    let ty = checked.types.name(checked.variables[index as usize].ty);
                    let (name, value) = (variable.name.text, quote(checked, initial));
                    if variable.binding == Binding::Const {
                        return None;
                    }
                    let text =
                        format!("var {name}: {ty}; if ({condition}) {{ {name} = {value}; }}");
                    vec![(place.statement.span, text)]
                }
                StatementKind::Assign { .. }
                | StatementKind::Call(_)
                | StatementKind::Step { .. } => wrapped(place.statement, condition),
                _ => return None,
            }
        }
        Fix::HoistBarrier { line } => {
            let statement = barrier_in(checked, *line)?;
            let place = place(*line)?;
            let condition = only_branch(checked, place.around.last()?)?;
            let barrier = &checked.text[statement.span.range()];
            vec![(statement.span, format!("}} {barrier} if ({condition}) {{"))]
        }
        Fix::Combine { .. }
        | Fix::TwoDispatches
        | Fix::WriteFirst { .. }
        | Fix::WorkInsideLoop { .. }
        | Fix::Both { .. } => return None,
    })
}

fn quote<'s>(checked: &Checked<'s>, expression: Expr) -> &'s str {
    &checked.text[checked.tree.span(expression).range()]
}

fn wrapped(statement: &Statement<'_>, condition: &str) -> Vec<Change> {
    vec![
        (at(statement.span.start), format!("if ({condition}) {{ ")),
        (at(statement.span.end), " }".to_owned()),
    ]
}

fn is_declaration(statement: &Statement<'_>) -> bool {
    matches!(statement.kind, StatementKind::Declaration(_))
}

/// Returns the condition of an `if` without other branches.
fn only_branch<'s>(checked: &Checked<'s>, statement: &Statement<'s>) -> Option<&'s str> {
    match &statement.kind {
        StatementKind::If {
            branches,
            otherwise: None,
            ..
        } => match branches.as_slice() {
            [branch] => Some(quote(checked, branch.condition)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the barrier that stands in a line.
fn barrier_in<'t, 's>(checked: &'t Checked<'s>, line: u32) -> Option<&'t Statement<'s>> {
    let place = statement_in(checked, line)?;
    find_barrier(checked, place.statement, line)
}

fn find_barrier<'t, 's>(
    checked: &Checked<'s>,
    statement: &'t Statement<'s>,
    line: u32,
) -> Option<&'t Statement<'s>> {
    if let StatementKind::Call(call) = statement.kind
        && let wgsl::Meaning::Builtin(builtin) = checked.infos[call.index()].meaning
        && builtin.is_barrier()
        && line_of(checked.text, statement.span) == line
    {
        return Some(statement);
    }
    let inner = blocks(statement)
        .into_iter()
        .flat_map(|block| &block.statements);
    inner
        .filter_map(|inner| find_barrier(checked, inner, line))
        .next()
}

/// Leads from an `if` around a single statement to that statement: both may stand in one line.
fn innermost<'t, 's>(mut place: Place<'t, 's>) -> Place<'t, 's> {
    while let StatementKind::If { .. } = place.statement.kind
        && let [body] = blocks(place.statement)[..]
        && let [inner] = body.statements.as_slice()
    {
        place.around.push(place.statement);
        place.statement = inner;
    }
    place
}

/// Computes the new value of an assignment into a variable, then passes a barrier, then stores it.
fn read_first(
    checked: &Checked<'_>,
    place: &Place<'_, '_>,
    barrier: BarrierKind,
) -> Option<Vec<Change>> {
    let StatementKind::Assign {
        left: Some(left),
        operator,
        right,
    } = &place.statement.kind
    else {
        return None;
    };
    let ty = checked.infos[left.index()].ty?;
    let ty = checked.types.name(checked.types.loaded(ty));
    let (target, value) = (quote(checked, *left), quote(checked, *right));
    let value = match operator {
        Some(operator) => format!("{target} {} ({value})", operator.symbol()),
        None => value.to_owned(),
    };
    // The branches around it are taken twice, so they contain nothing else.
    let mut outer = place.statement;
    let mut conditions: Vec<&str> = Vec::new();
    let mut in_loop = false;
    for around in place.around.iter().rev() {
        if loop_body(around).is_some() {
            in_loop = true;
            break;
        }
        let condition = only_branch(checked, around)?;
        let [body] = blocks(around)[..] else {
            return None;
        };
        if body.statements.len() != 1 {
            return None;
        }
        conditions.insert(0, condition);
        outer = around;
    }
    let open: String = conditions
        .iter()
        .map(|condition| format!("if ({condition}) {{ "))
        .collect();
    let close = " }".repeat(conditions.len());
    let call = call(barrier);
    let again = if in_loop {
        format!(" {call}")
    } else {
        String::new()
    };
    let text = format!(
        "var mended: {ty}; {open}mended = {value};{close} {call} {open}{target} = mended;{close}{again}"
    );
    Some(vec![(outer.span, format!("{{ {text} }}"))])
}

/// Returns true if an assignment goes to a place that may differ between threads.
fn depends_on_thread(checked: &Checked<'_>, statement: &Statement<'_>) -> bool {
    let (StatementKind::Assign {
        left: Some(left), ..
    }
    | StatementKind::Step { left, .. }) = &statement.kind
    else {
        return true;
    };
    (checked.first[left.index()]..=left.0).any(|at| match checked.infos[at as usize].meaning {
        wgsl::Meaning::Variable(index) => {
            let variable = &checked.variables[index as usize];
            !variable.is_global && variable.binding != Binding::Const
        }
        _ => false,
    })
}

/// Returns a condition that holds for the first thread of a workgroup.
fn first_thread(checked: &Checked<'_>) -> Option<String> {
    let entry = checked
        .entry_points
        .iter()
        .find(|entry| entry.stage == wgsl::Stage::Compute)?;
    let function = &checked.functions[entry.function as usize];
    for (&parameter, inputs) in function.parameters.iter().zip(&entry.inputs) {
        let variable = &checked.variables[parameter as usize];
        for input in inputs {
            let name = match &input.member {
                Some(member) => format!("{}.{member}", variable.name),
                None => variable.name.to_owned(),
            };
            match input.builtin.as_str() {
                "local_invocation_index" => return Some(format!("{name} == 0u")),
                "local_invocation_id" => return Some(format!("all({name} == vec3u(0u))")),
                _ => {}
            }
        }
    }
    None
}

/// Returns true for a type that atomics can have.
pub(super) fn is_integer(checked: &Checked<'_>, expression: Expr) -> bool {
    let ty = checked.infos[expression.index()]
        .ty
        .map(|ty| checked.types.loaded(ty));
    ty.is_some_and(|ty| {
        matches!(
            checked.types.kind(ty),
            Kind::Scalar(wgsl::Scalar::I32 | wgsl::Scalar::U32)
        )
    })
}
