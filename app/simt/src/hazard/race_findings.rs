//! Turns pairs of sites into findings with lines and source text.

use super::access_semantics::{Clash, Semantics};
use super::conflict::{AccessKind, Condition, Conflict, Party};
use super::detector::Detector;
use super::finding::{Finding, FindingKind, Findings};
use super::fix::Fix;
use super::race_fixes::{condition_around, is_in_loop, scalar_bytes, suggest_fix};
use super::report::{Accessor, Pair, Scope, Unwritten};
use crate::program::{BarrierKind, Binding, Program, Touch};

/// Adds the findings of the detector: one for each kind and pair of lines.
pub(crate) fn add_race_findings(program: &Program, detector: &Detector, findings: &mut Findings) {
    let until = detector.until();
    let mut races: Vec<Finding> = Vec::new();
    let mut equal = Vec::new();
    for (pair, differs) in detector.reports.pairs(until) {
        let Some(finding) = of_pair(program, detector, pair, differs) else {
            continue;
        };
        match finding.kind {
            FindingKind::EqualValueRace(_) => equal.push(finding),
            _ => races.push(finding),
        }
    }
    // If different values met at the same lines too, it is a race like any other.
    for mut finding in equal {
        let worse = races.iter().find(|race| {
            matches!(race.kind, FindingKind::DataRace(_))
                && (race.line, race.other_line(), race.kind.variable())
                    == (finding.line, finding.other_line(), finding.kind.variable())
        });
        if let (Some(_), FindingKind::EqualValueRace(conflict)) = (worse, &finding.kind) {
            finding.kind = FindingKind::DataRace(conflict.clone());
        }
        races.push(finding);
    }
    // A race in a workgroup and between workgroups is one finding, with the advice for the wider one.
    let mut together: Vec<Finding> = Vec::new();
    for finding in races {
        let between = |finding: &Finding| {
            let conflict = finding.kind.conflict();
            conflict.is_some_and(Conflict::between_workgroups)
        };
        let same = together.iter_mut().find(|other| {
            matches!(finding.kind, FindingKind::DataRace(_))
                && matches!(other.kind, FindingKind::DataRace(_))
                && (other.line, other.other_line(), other.kind.variable())
                    == (finding.line, finding.other_line(), finding.kind.variable())
                && between(other) != between(&finding)
        });
        match same {
            Some(other) => {
                let (mut inside, outside) = match between(other) {
                    true => (finding, other.clone()),
                    false => (other.clone(), finding),
                };
                inside.count += outside.count;
                inside.suggested_fix = outside.suggested_fix;
                if let FindingKind::DataRace(conflict) = &mut inside.kind {
                    conflict.also_between_workgroups = true;
                }
                *other = inside;
            }
            None => together.push(finding),
        }
    }
    for finding in together {
        findings.add(finding);
    }
    for unwritten in detector.reports.unwritten_reads() {
        if let Some(finding) = of_unwritten(program, detector, unwritten) {
            findings.add(finding);
        }
    }
    if let Some(accessor) = detector.unrecorded()
        && let Some(site) = program.sites.get(accessor.site as usize)
    {
        findings.add(Finding {
            kind: FindingKind::UncheckedAccesses,
            line: site.line,
            column: site.column,
            workgroup: accessor.workgroup,
            invocation: accessor.lane.unwrap_or(0),
            count: 1,
            suggested_fix: None,
            edit: None,
            also: Vec::new(),
        });
    }
}

/// Returns the condition that lets two lanes execute one line at the same time, where they conflict.
fn let_in(
    program: &Program,
    pair: &Pair,
    (here, there): (&Party, &Party),
    barrier: BarrierKind,
) -> Option<Condition> {
    let is_one_line = here.line == there.line && here.text != there.text;
    let is_inside = pair.example.scope != Scope::Workgroups;
    if !(is_one_line && is_inside) {
        return None;
    }
    let line = condition_around(program, pair.example.one.site, barrier)?;
    let (line, text) = program.conditions.iter().find(|(at, _)| *at == line)?;
    Some(Condition {
        line: *line,
        text: text.clone(),
    })
}

fn of_pair(program: &Program, detector: &Detector, pair: &Pair, differs: bool) -> Option<Finding> {
    let example = &pair.example;
    let memory = program.sites.get(example.one.site as usize)?.memory;
    let binding = program.bindings.get(memory as usize)?;
    let mut parties = [party(program, example.one)?, party(program, example.other)?];
    // In the order of the text; at the same line, the read first.
    parties.sort_by_key(|party| {
        (
            party.line,
            party.access.writes(),
            party.column,
            party.invocation,
        )
    });
    let [here, there] = parties;
    let (line, column, workgroup) = (here.line, here.column, here.workgroup);
    let invocation = here.invocation.or(there.invocation).unwrap_or(0);
    let conflict = Conflict {
        variable: binding.name.clone(),
        index: binding.element(detector.address_of(memory, example.word)),
        space: binding.space,
        barrier: binding.barrier(),
        let_in: let_in(program, pair, (&here, &there), binding.barrier()),
        here,
        there,
        also_between_workgroups: false,
        in_vector: [example.one, example.other].iter().any(|accessor| {
            let site = program.sites.get(accessor.site as usize);
            site.is_some_and(|site| site.vector > 0)
        }),
    };
    let suggested_fix = suggest_fix(program, pair, &conflict);
    let records = detector.records_of(memory, bytes_met(program, pair));
    let count = (pair.count / records).max(1);
    let kind = match (example.clash, example.scope) {
        (Clash::None, _) => return None,
        (Clash::OrderOfWrites, _) if !differs => return None,
        (Clash::OrderMatters | Clash::OrderOfWrites, _) => {
            return Some(Finding {
                kind: FindingKind::OrderDependentAtomic(conflict),
                line,
                column,
                workgroup,
                invocation,
                count,
                suggested_fix: None,
                edit: None,
                also: Vec::new(),
            });
        }
        (Clash::RaceOfWrites, Scope::Unordered | Scope::Workgroups) if !differs => {
            FindingKind::EqualValueRace(conflict)
        }
        (Clash::Race | Clash::RaceOfWrites, Scope::WrongBarrier) => {
            let (barrier, barrier_line) = pair.barrier.unwrap_or((BarrierKind::Both, 0));
            FindingKind::WrongBarrier {
                conflict,
                barrier_line,
                barrier,
            }
        }
        (Clash::Race | Clash::RaceOfWrites, Scope::Unordered | Scope::Workgroups) => {
            FindingKind::DataRace(conflict)
        }
    };
    Some(Finding {
        kind,
        line,
        column,
        workgroup,
        invocation,
        count,
        suggested_fix,
        edit: None,
        also: Vec::new(),
    })
}

/// Returns the bytes in which scalars of two sites can meet.
fn bytes_met(program: &Program, pair: &Pair) -> u32 {
    let bytes = |accessor: &Accessor| scalar_bytes(program, accessor.site);
    bytes(&pair.example.one).min(bytes(&pair.example.other))
}

fn party(program: &Program, accessor: Accessor) -> Option<Party> {
    let site = program.sites.get(accessor.site as usize)?;
    Some(Party {
        line: site.line,
        column: site.column,
        text: site.text.clone(),
        access: Semantics::of(site.touch).map_or(AccessKind::Read, Semantics::access),
        workgroup: accessor.workgroup,
        invocation: accessor.lane,
        is_awaited: site.touch == Touch::AtomicLoad
            && (site.volatile || is_in_loop(program, accessor.site)),
    })
}

fn of_unwritten(program: &Program, detector: &Detector, unwritten: &Unwritten) -> Option<Finding> {
    let site = program.sites.get(unwritten.reader.site as usize)?;
    let binding = program.bindings.get(site.memory as usize)?;
    let bytes = scalar_bytes(program, unwritten.reader.site);
    let records = detector.records_of(site.memory, bytes);
    Some(Finding {
        kind: FindingKind::UnwrittenRead {
            variable: binding.name.clone(),
            text: site.text.clone(),
            index: binding.element(detector.address_of(site.memory, unwritten.word)),
        },
        line: site.line,
        column: site.column,
        workgroup: unwritten.reader.workgroup,
        invocation: unwritten.reader.lane.unwrap_or(0),
        count: (unwritten.count / records).max(1),
        suggested_fix: Some(Fix::WriteFirst {
            variable: binding.name.clone(),
            barrier: BarrierKind::Workgroup,
        }),
        edit: None,
        also: Vec::new(),
    })
}

impl Binding {
    /// Returns the index of the array element at a byte offset; `None` if the variable is not an array.
    fn element(&self, bytes: u32) -> Option<u32> {
        match (self.element_bytes, self.tail_stride) {
            (Some(stride), _) => bytes.checked_div(stride),
            // A struct whose last member is the array.
            (None, Some(stride)) => bytes.checked_sub(self.fixed_bytes)?.checked_div(stride),
            (None, None) => None,
        }
    }
}
