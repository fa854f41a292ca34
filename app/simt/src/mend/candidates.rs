//! The fixes to try for a finding, the most likely first.

use crate::hazard::{Conflict, Finding, FindingKind, Fix};
use wgsl::outline::{Outline, StatementKind, line_of};

/// Returns the fixes to try for a finding; none if its advice cannot be tried.
pub(super) fn candidates(text: &str, outline: &Outline, finding: &Finding) -> Vec<Fix> {
    let advice = finding.suggested_fix.clone();
    let Some(first) = advice.filter(|fix| !fix.is_advice()) else {
        return Vec::new();
    };
    let first = match (first, &outline.first_thread) {
        (Fix::OneLane { line, .. }, Some(condition)) => Fix::OneLane {
            condition: condition.clone(),
            line,
        },
        (other, _) => other,
    };
    if let FindingKind::DataRace(conflict) = &finding.kind
        && let Some([first, last]) = conflict.tail
    {
        // A file that is included is not changed.
        if finding.header.is_some() {
            return Vec::new();
        }
        let barrier = conflict.barrier;
        return vec![Fix::WarpSteps { first, last }, Fix::Steps { barrier, first, last }];
    }
    let mut fixes = vec![first.clone()];
    if let (Fix::Guard { condition, line }, FindingKind::OutOfBounds { text, .. }) = (&first, &finding.kind) {
        fixes.push(Fix::GuardValue {
            condition: condition.clone(),
            text: text.clone(),
            line: *line,
            column: finding.column,
        });
    }
    if let Fix::SplitBranch { line, .. } = first {
        fixes.insert(0, Fix::WarpBarrier { line });
    }
    let (FindingKind::DataRace(conflict)
    | FindingKind::EqualValueRace(conflict)
    | FindingKind::WrongBarrier { conflict, .. }) = &finding.kind
    else {
        return fixes;
    };
    // No barrier orders workgroups, and an atomic or a single thread needs none.
    if conflict.between_workgroups()
        || conflict.also_between_workgroups
        || matches!(first, Fix::Atomic { .. } | Fix::OneLane { .. })
    {
        return fixes;
    }
    if let FindingKind::WrongBarrier { barrier_line, .. } = finding.kind {
        fixes.push(Fix::BarrierBeside {
            barrier: conflict.barrier,
            line: barrier_line,
        });
    }
    add_orders(&mut fixes, conflict, text, outline);
    let mut once = Vec::new();
    fixes.retain(|fix| {
        let is_new = !once.contains(fix);
        once.push(fix.clone());
        is_new
    });
    fixes
}

/// Adds the fixes that order two accesses of a workgroup by a barrier.
fn add_orders(fixes: &mut Vec<Fix>, conflict: &Conflict, text: &str, outline: &Outline) {
    let barrier = conflict.barrier;
    let lines = [conflict.here.line, conflict.there.line];
    let (early, late) = (lines[0].min(lines[1]), lines[0].max(lines[1]));
    let read_first = Fix::ReadFirst { barrier, line: late };
    if early == late {
        fixes.push(read_first.clone());
    }
    // A barrier before the later access, or before the statements around it.
    if let Some(place) = outline.statement_in(text, late) {
        let around = place.around.iter().rev();
        let around = around.map(|statement| line_of(text, statement.span.start));
        for line in std::iter::once(late).chain(around) {
            if line > early {
                fixes.push(Fix::BarrierBefore { barrier, line });
                fixes.push(Fix::SplitBranch { barrier, line });
            }
        }
        let mut all = place.around.iter().chain([&place.statement]);
        if all.any(|statement| matches!(statement.kind, StatementKind::Loop)) {
            fixes.push(Fix::BarrierAfter { barrier, line: late });
        }
    }
    fixes.push(read_first);
}

/// Returns the index of a later finding in the same line, if one of the two is an index out of bounds and the other one
/// a race.
pub(super) fn partner(findings: &[Finding], number: usize) -> Option<usize> {
    let is_bound = |finding: &Finding| matches!(finding.kind, FindingKind::OutOfBounds { .. });
    let finding = &findings[number];
    let is_partner = |other: &Finding| {
        let (bound, race) = match (is_bound(finding), is_bound(other)) {
            (true, false) => (finding, other),
            (false, true) => (other, finding),
            _ => return false,
        };
        let conflict = race.kind.conflict();
        conflict.is_some_and(|conflict| [conflict.here.line, conflict.there.line].contains(&bound.line))
    };
    let later = (number + 1)..findings.len();
    later.into_iter().find(|&index| is_partner(&findings[index]))
}

/// Returns the guards of one finding, each with every change of the other one. A guard comes first: it stays inside of
/// what the other change writes around it.
pub(super) fn pairs(one: &[Fix], other: &[Fix]) -> Vec<Fix> {
    let is_guard = |fix: &&Fix| matches!(fix, Fix::Guard { .. });
    let both = || one.iter().chain(other);
    let pair = |guard: &Fix| {
        let guard = guard.clone();
        let orders = both().filter(|fix| !is_guard(fix));
        orders.map(move |order| Fix::Both {
            guard: Box::new(guard.clone()),
            order: Box::new(order.clone()),
        })
    };
    both().filter(is_guard).flat_map(pair).collect()
}
