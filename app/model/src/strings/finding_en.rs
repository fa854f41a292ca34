//! Findings in English: the error, its place, its frequency, and the fix.

use crate::number::grouped;
use simt::{
    AccessKind, BarrierKind, Conflict, Finding, FindingKind, Fix, Party, Severity, Space,
    Whereabouts,
};

pub(super) fn finding(finding: &Finding) -> String {
    let severity = match finding.severity() {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Hint => "Hint",
    };
    let times = match finding.count {
        1 => String::new(),
        count => format!(", {} times in all", grouped(count)),
    };
    let fix = match &finding.suggested_fix {
        Some(fix) => format!(" To fix it: {}.", mend(fix)),
        None => String::new(),
    };
    let text = what(finding);
    format!("{severity}, line {}{times}: {text}.{fix}", finding.line)
}

fn what(finding: &Finding) -> String {
    let (lane, block) = (finding.invocation, finding.workgroup);
    match &finding.kind {
        FindingKind::DataRace(conflict) if conflict.between_workgroups() => {
            format!("data race: {}; nothing orders blocks", both(conflict))
        }
        FindingKind::DataRace(conflict) => {
            format!(
                "data race: {}; no barrier lies between them",
                both(conflict)
            )
        }
        FindingKind::EqualValueRace(conflict) => format!(
            "race of equal values: {}; nothing orders them, but all write the same value",
            both(conflict)
        ),
        FindingKind::WrongBarrier {
            conflict,
            barrier_line,
            barrier,
        } => format!(
            "wrong barrier: {}; the {} of line {barrier_line} between them does not order {} memory",
            both(conflict),
            call(*barrier),
            space(conflict.space)
        ),
        FindingKind::OutOfBounds {
            variable,
            text,
            index,
            length,
        } => format!(
            "index {index} in {text} is outside {variable}, which has {length} elements (lane {lane} of block {block}). Here loads returned 0 and stores were dropped; WGSL also allows any other element"
        ),
        FindingKind::DivergentBarrier {
            waiting,
            missing,
            absent,
        } => {
            let others: Vec<String> = absent
                .iter()
                .map(|absent| {
                    let place = match absent.whereabouts {
                        Whereabouts::Barrier { line } if line == finding.line => {
                            "at it in another call or iteration".to_owned()
                        }
                        Whereabouts::Barrier { line } => format!("at the barrier of line {line}"),
                        Whereabouts::Finished => "finished".to_owned(),
                        Whereabouts::Elsewhere => "on another path".to_owned(),
                    };
                    format!(
                        "{} {place} (for example lane {})",
                        absent.lanes, absent.example
                    )
                })
                .collect();
            format!(
                "barrier in divergent flow: {waiting} lanes of block {block} wait there (for example lane {lane}), {missing} are missing: {}. Later code was not checked for races",
                others.join(", ")
            )
        }
        FindingKind::EndlessLoop { iterations, lanes } => format!(
            "endless loop: after {iterations} iterations {lanes} lanes were still in it (for example lane {lane} of block {block})"
        ),
        FindingKind::LanesWaitForEachOther {
            iterations,
            spinning,
            waiting,
        } => format!(
            "lanes wait for each other: after {iterations} iterations {spinning} lanes still wait for a value that another lane writes (for example lane {lane} of block {block}); {waiting} lanes of their warps cannot continue before they leave the loop"
        ),
        FindingKind::UnwrittenRead { text, .. } => format!(
            "lane {lane} of block {block} reads {text} before anything wrote it: zero in WGSL, garbage in CUDA"
        ),
        FindingKind::OrderDependentAtomic(conflict) => {
            format!("the result depends on the order: {}", both(conflict))
        }
        FindingKind::InactiveLaneRead { text, source } => format!(
            "in {text} lane {lane} of block {block} takes the value of lane {source} of its warp, which is not active there. It got 0; WGSL allows any value"
        ),
    }
}

/// Describes both accesses and the word that they share.
fn both(conflict: &Conflict) -> String {
    let across = conflict.between_workgroups();
    let index = match conflict.index {
        Some(index) => format!(", both index {index} of {}", conflict.variable),
        None => format!(", both in {}", conflict.variable),
    };
    format!(
        "{} while {}{index}",
        party(&conflict.here, across),
        party(&conflict.there, across)
    )
}

fn party(party: &Party, across: bool) -> String {
    let lane = match party.invocation {
        Some(lane) => format!("lane {lane}"),
        None if across => "a lane".to_owned(),
        None => "another lane".to_owned(),
    };
    let block = if across {
        format!(" of block {}", party.workgroup)
    } else {
        String::new()
    };
    let does = match party.access {
        AccessKind::Read => "reads",
        AccessKind::Write => "writes",
        AccessKind::AtomicRead => "atomically reads",
        AccessKind::AtomicWrite => "atomically writes",
        AccessKind::AtomicUpdate => "atomically updates",
    };
    format!("{lane}{block} {does} {} (line {})", party.text, party.line)
}

fn call(barrier: BarrierKind) -> &'static str {
    barrier.call()
}

fn space(space: Space) -> &'static str {
    match space {
        Space::Storage => "storage",
        Space::Uniform => "uniform",
        Space::Workgroup => "workgroup",
    }
}

fn mend(fix: &Fix) -> String {
    match fix {
        Fix::BarrierBefore { barrier, line } => {
            format!("put {}; before line {line}", call(*barrier))
        }
        Fix::SplitBranch { barrier, line } => format!(
            "end the branch before line {line}, put {}; there, and begin it again",
            call(*barrier)
        ),
        Fix::BarrierAfter { barrier, line } => format!(
            "put {}; after line {line}, before the next iteration",
            call(*barrier)
        ),
        Fix::ReplaceBarrier {
            line,
            instead_of,
            by,
        } => format!(
            "use {} instead of {} at line {line}",
            call(*by),
            call(*instead_of)
        ),
        Fix::ReadFirst { barrier, line } => format!(
            "in line {line} read into a let first, then {};, then write",
            call(*barrier)
        ),
        Fix::Atomic { text, line } => {
            format!("make it an atomic in line {line}: atomicAdd(&{text}, …)")
        }
        Fix::OneLane { line } => format!("let only one lane execute line {line}"),
        Fix::TwoDispatches => {
            "split the kernel there: only the end of a dispatch orders blocks".to_owned()
        }
        Fix::Guard { condition, line } => {
            format!("guard the access in line {line}: if ({condition})")
        }
        Fix::HoistBarrier { line } => format!(
            "move the barrier of line {line} to a place that all lanes reach, and keep the condition around the work"
        ),
        Fix::WriteFirst { variable, barrier } => {
            format!("write {variable} first, then {}", call(*barrier))
        }
        Fix::WorkInsideLoop { line } => {
            format!("let a lane do its work inside the loop of line {line} and leave afterwards")
        }
    }
}
