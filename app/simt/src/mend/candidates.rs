//! The fixes to try for a finding, the most likely first.

use super::place::{line_of, loop_body, statement_in};
use crate::hazard::{Finding, FindingKind, Fix};

pub(super) fn candidates(text: &str, finding: &Finding, first: Fix) -> Vec<Fix> {
    let mut found = vec![first.clone()];
    let (FindingKind::DataRace(conflict)
    | FindingKind::EqualValueRace(conflict)
    | FindingKind::WrongBarrier { conflict, .. }) = &finding.kind
    else {
        return found;
    };
    // No barrier orders workgroups, and an atomic needs none.
    if conflict.between_workgroups()
        || conflict.also_between_workgroups
        || matches!(first, Fix::Atomic { .. })
    {
        return found;
    }
    let barrier = conflict.barrier;
    if let FindingKind::WrongBarrier { barrier_line, .. } = finding.kind {
        found.push(Fix::BarrierBeside {
            barrier,
            line: barrier_line,
        });
    }
    let Ok(checked) = wgsl::check(text) else {
        return found;
    };
    let (early, late) = (
        conflict.here.line.min(conflict.there.line),
        conflict.here.line.max(conflict.there.line),
    );
    if early == late {
        found.push(Fix::ReadFirst {
            barrier,
            line: late,
        });
    }
    // A barrier before the later access, or before the statements around it.
    if let Some(place) = statement_in(&checked, late) {
        let around = place
            .around
            .iter()
            .rev()
            .map(|statement| line_of(text, statement.span));
        for line in std::iter::once(late).chain(around) {
            if line > early {
                found.push(Fix::BarrierBefore { barrier, line });
                found.push(Fix::SplitBranch { barrier, line });
            }
        }
        if place
            .around
            .iter()
            .any(|statement| loop_body(statement).is_some())
        {
            found.push(Fix::BarrierAfter {
                barrier,
                line: late,
            });
        }
    }
    found.push(Fix::ReadFirst {
        barrier,
        line: late,
    });
    let mut once = Vec::new();
    found.retain(|fix| {
        let is_new = !once.contains(fix);
        once.push(fix.clone());
        is_new
    });
    found
}
