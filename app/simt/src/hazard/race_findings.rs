//! Turns pairs of sites into findings with lines and source text.

use super::access_semantics::{Clash, Semantics};
use super::conflict::{AccessKind, Condition, Conflict, Party};
use super::detector::Detector;
use super::finding::{Effect, Finding, FindingKind, Findings};
use super::fix::Fix;
use super::race_fixes::{
    common_branch, common_segment, condition_around, is_in_loop, scalar_bytes, statement_of, suggest_fix,
};
use super::report::{Accessor, Pair, Scope, Unwritten};
use crate::program::{BarrierKind, Binding, Layout, Program, Touch};
use std::collections::BTreeSet;

/// Adds the findings of the detector: one for each kind and pair of lines.
pub(crate) fn add_race_findings(program: &Program, detector: &Detector, findings: &mut Findings) {
    let until = detector.until();
    let mut races: Vec<Finding> = Vec::new();
    let mut branches: Vec<(Lines, Around)> = Vec::new();
    let mut equal = Vec::new();
    for (pair, differs) in detector.reports.pairs(until) {
        let Some(finding) = of_pair(program, detector, pair, differs) else {
            continue;
        };
        let sites = [pair.example.one.site, pair.example.other.site];
        let branch = common_branch(program, sites);
        let segment = common_segment(program, sites);
        if branch.is_some() || segment.is_some() {
            branches.push((lines(&finding), (branch, segment)));
        }
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
                let (mut inside, outside) = if between(other) {
                    (finding, other.clone())
                } else {
                    (other.clone(), finding)
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
    for finding in with_tails(together, &branches) {
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
            header: site.header.clone(),
        });
    }
}

/// The branch around two accesses, and the stretch between two barriers that both are in.
type Around = (Option<u32>, Option<usize>);

/// What the conflicts of a tail have in common: the branch, or else the stretch; the variable, and the included file.
type Group = (Option<u32>, Option<usize>, String, Option<String>);

/// Both lines of a conflict, and its variable.
type Lines = (u32, Option<u32>, Option<String>);

fn lines(finding: &Finding) -> Lines {
    let variable = finding.kind.variable();
    (finding.line, finding.other_line(), variable.map(str::to_owned))
}

/// Returns the lines of both accesses, in the included file if they are in one.
fn places(finding: &Finding) -> Vec<u32> {
    let line_of = |party: &Party| party.header.as_ref().map_or(party.line, |header| header.line);
    let conflict = finding.kind.conflict();
    conflict.map_or(Vec::new(), |conflict| {
        vec![line_of(&conflict.here), line_of(&conflict.there)]
    })
}

/// The fewest conflicts in a branch that are one finding, and the fewest in code that all threads of a warp may reach.
const TAIL: usize = 3;
const TAIL_OUTSIDE: usize = 6;
/// The most lines of conflicts that are one finding: more are several mistakes.
const LONGEST_TAIL: u32 = 32;

/// Makes one finding of the races of a branch whose statements follow each other without a barrier, as the last steps of
/// a tree do. `branches` has the branch around the lines of a race.
fn with_tails(findings: Vec<Finding>, branches: &[(Lines, Around)]) -> Vec<Finding> {
    let branch_of = |finding: &Finding| -> Option<Group> {
        let FindingKind::DataRace(conflict) = &finding.kind else {
            return None;
        };
        let is_inside = !conflict.between_workgroups() && !conflict.also_between_workgroups;
        let lines_of_race = lines(finding);
        let (_, branch) = branches.iter().find(|(lines, _)| *lines == lines_of_race)?;
        let header = conflict.here.header.as_ref().map(|header| header.name.clone());
        let (branch, segment) = *branch;
        // All threads that meet at one word are no tail, in which each pair has its own.
        let are_pairs = conflict.here.invocation.is_some() && conflict.there.invocation.is_some();
        let segment = segment.filter(|_| branch.is_none());
        let is_inside = is_inside && (branch.is_some() || are_pairs);
        is_inside.then(|| (branch, segment, conflict.variable.clone(), header))
    };
    let groups: Vec<Option<Group>> = findings.iter().map(branch_of).collect();
    let mut kept: Vec<Finding> = Vec::new();
    let mut told: Vec<&Group> = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        let mut finding = finding.clone();
        if let Some(branch) = &groups[index] {
            if told.contains(&branch) {
                continue;
            }
            let all = findings.iter().zip(&groups);
            let all = all.filter(|(_, other)| other.as_ref() == Some(branch));
            let all: Vec<&Finding> = all.map(|(finding, _)| finding).collect();
            let lines: Vec<u32> = all.iter().flat_map(|finding| places(finding)).collect();
            let (first, last) = (lines.iter().min(), lines.iter().max());
            // Without a branch of its own, a tail is told by its lines.
            let distinct: BTreeSet<u32> = lines.iter().copied().collect();
            let is_tail = match branch {
                (Some(_), ..) => all.len() >= TAIL,
                (None, ..) => all.len() >= TAIL_OUTSIDE && distinct.len() >= TAIL,
            };
            if let (Some(&first), Some(&last)) = (first, last)
                && is_tail
                && (1..LONGEST_TAIL).contains(&(last - first))
                && let FindingKind::DataRace(conflict) = &mut finding.kind
            {
                conflict.tail = Some([first, last]);
                conflict.let_in = None;
                finding.count = all.iter().map(|finding| finding.count).sum();
                told.push(branch);
            }
        }
        kept.push(finding);
    }
    kept
}

/// Returns the condition that lets two lanes execute one line at the same time, where they conflict.
fn let_in(program: &Program, pair: &Pair, (here, there): (&Party, &Party), barrier: BarrierKind) -> Option<Condition> {
    let [one, other] = [pair.example.one.site, pair.example.other.site];
    let is_one_line = here.line == there.line
        && here.text != there.text
        && statement_of(program, one) == statement_of(program, other);
    let is_inside = pair.example.scope != Scope::Workgroups;
    if !(is_one_line && is_inside) {
        return None;
    }
    let line = condition_around(program, pair.example.one.site, barrier)?;
    let (line, text) = program.conditions.iter().find(|(other, _)| *other == line)?;
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
    parties.sort_by_key(|party| (party.line, party.access.writes(), party.column, party.invocation));
    let [here, there] = parties;
    let header = here.header.clone();
    let (line, column, workgroup) = (here.line, here.column, here.workgroup);
    let invocation = here.invocation.or(there.invocation).unwrap_or(0);
    let bytes = bytes_met(program, pair);
    let views = views(binding, bytes, [&here, &there]);
    let conflict = Conflict {
        variable: binding.name.clone(),
        views,
        index: binding.element(detector.address_of(memory, example.word)),
        space: binding.space,
        barrier: binding.barrier(),
        let_in: let_in(program, pair, (&here, &there), binding.barrier()),
        tail: None,
        here,
        there,
        also_between_workgroups: false,
        in_vector: [example.one, example.other].iter().any(|accessor| {
            let site = program.sites.get(accessor.site as usize);
            site.is_some_and(|site| site.vector > 0)
        }),
    };
    let suggested_fix = suggest_fix(program, pair, &conflict);
    let records = detector.records_of(memory, bytes);
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
                header,
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
        (Clash::Race | Clash::RaceOfWrites, Scope::Unordered | Scope::Workgroups) => FindingKind::DataRace(conflict),
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
        header,
    })
}

/// Returns the pointers of two accesses that read an array of smaller elements as numbers of `bytes` bytes, if they are two.
fn views(binding: &Binding, bytes: u32, parties: [&Party; 2]) -> Option<[String; 2]> {
    let is_narrow = matches!(binding.layout, Layout::Array { stride, .. } if stride < bytes);
    let [one, other] = parties.map(|party| {
        let text = party.text.trim_start_matches(['*', '(', ' ']);
        let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        text[..end.unwrap_or(text.len())].to_owned()
    });
    let are_two = one != other && one != binding.name && other != binding.name;
    (is_narrow && are_two && !one.is_empty() && !other.is_empty()).then_some([one, other])
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
        header: site.header.clone(),
        text: site.text.clone(),
        access: Semantics::of(site.touch).map_or(AccessKind::Read, Semantics::access),
        workgroup: accessor.workgroup,
        invocation: accessor.lane,
        is_awaited: match site.touch {
            Touch::AtomicLoad => site.volatile || is_in_loop(program, accessor.site),
            Touch::Load => site.volatile && is_in_loop(program, accessor.site),
            _ => false,
        },
        compares: match site.touch {
            Touch::Atomic { function, .. } => function.compares(),
            _ => false,
        },
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
            effect: Effect::Unknown,
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
        header: site.header.clone(),
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
