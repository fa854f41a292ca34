//! Finds the smallest fix of a conflict, from the positions of its two accesses in the bytecode.

use super::conflict::Conflict;
use super::fix::{AtomicFunction, Fix};
use super::report::{Pair, Scope};
use crate::program::{Address, BarrierKind, Binary, Op, Program, Site, Touch};
use wgsl::Stored;

/// A construct that encloses an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Region {
    opened_at: usize,
    line: u32,
    is_loop: bool,
    /// True if the lanes of one warp may take different paths.
    splits: bool,
}

/// Returns the fix of a race, if a single change removes it.
pub(crate) fn suggest_fix(program: &Program, pair: &Pair, conflict: &Conflict) -> Option<Fix> {
    let barrier = conflict.barrier;
    let (here, there) = (&conflict.here, &conflict.there);
    let same_text = here.text == there.text && here.line == there.line;
    let both_write = here.access.writes() && there.access.writes();
    // `x += …` reads and writes the same words.
    if same_text && (!both_write || updates(program, conflict)) {
        // WGSL has atomics on words only.
        if scalar_bytes(program, pair.example.one.site) < Stored::Word.bytes() {
            return None;
        }
        let (text, line) = (here.text.clone(), here.line);
        return Some(match atomic_function(program, conflict) {
            Some(function) => Fix::Atomic { text, line, function },
            None => Fix::Combine { text, line },
        });
    }
    if let Some(views) = &conflict.views {
        let views = views.clone();
        return Some(Fix::Separate { views });
    }
    if pair.example.scope == Scope::Workgroups {
        return (!both_write).then_some(Fix::TwoDispatches);
    }
    if let (Scope::WrongBarrier, Some((instead_of, line))) = (pair.example.scope, pair.barrier) {
        return Some(Fix::ReplaceBarrier {
            line,
            instead_of,
            by: barrier,
        });
    }
    if same_text {
        let condition = if program.is_translated {
            "threadIdx.x == 0"
        } else {
            "thread == 0u"
        };
        return Some(Fix::OneLane {
            condition: condition.to_owned(),
            line: here.line,
        });
    }
    let sites = [pair.example.one.site, pair.example.other.site];
    let mut ops = sites.map(|site| first_op(program, site));
    ops.sort();
    let [Some(first), Some(second)] = ops else {
        return None;
    };
    let (around_first, around_second) = (regions(program, first), regions(program, second));
    let in_one_loop = around_first
        .iter()
        .any(|region| region.is_loop && around_second.contains(region));
    if barriers_between(program, first, second, barrier) && in_one_loop {
        let line = here.line.max(there.line);
        return Some(Fix::BarrierAfter { barrier, line });
    }
    if here.line == there.line {
        let line = here.line;
        return Some(if in_one_loop {
            Fix::BarrierAfter { barrier, line }
        } else {
            Fix::ReadFirst { barrier, line }
        });
    }
    // If only the second access is inside a branch or loop, the barrier goes before that construct.
    let region_of_second = around_second.iter().find(|region| !around_first.contains(region));
    let line = region_of_second.map_or(here.line.max(there.line), |region| region.line);
    // A condition that reads what its branch writes.
    let earlier = here.line.min(there.line);
    Some(if line <= earlier {
        Fix::ReadFirst { barrier, line: earlier }
    } else if around_first
        .iter()
        .any(|region| region.splits && around_second.contains(region))
    {
        Fix::SplitBranch { barrier, line }
    } else {
        Fix::BarrierBefore { barrier, line }
    })
}

/// Returns true if the words that are written are also read by the same expression in the same line.
fn updates(program: &Program, conflict: &Conflict) -> bool {
    let here = &conflict.here;
    program
        .sites
        .iter()
        .any(|site| site.touch == Touch::Load && site.line == here.line && site.text == here.text)
}

/// Returns the atomic function that computes the stored value; `None` if the language has none, as for products.
fn atomic_function(program: &Program, conflict: &Conflict) -> Option<AtomicFunction> {
    let here = &conflict.here;
    let is_store = |site: &Site| site.touch == Touch::Store && site.line == here.line && site.text == here.text;
    let site = program.sites.iter().position(is_store)?;
    let position = first_op(program, u32::try_from(site).ok()?)? as usize;
    let before = program.ops.get(..position)?;
    let Op::Store { from, .. } = program.ops.get(position)? else {
        return None;
    };
    let mut register = *from;
    for op in before.iter().rev() {
        match *op {
            Op::Copy { to, from } | Op::Set { to, from } if to == register => register = from,
            Op::Binary { function, to, .. } if to == register => {
                return match function {
                    Binary::Add => Some(AtomicFunction::Add),
                    Binary::Subtract => Some(AtomicFunction::Sub),
                    // CUDA adds floats, and subtracts them by adding the negative.
                    Binary::AddFloat | Binary::SubtractFloat if program.is_translated => Some(AtomicFunction::Add),
                    Binary::MaxInt | Binary::MaxUint => Some(AtomicFunction::Max),
                    Binary::MinInt | Binary::MinUint => Some(AtomicFunction::Min),
                    Binary::And => Some(AtomicFunction::And),
                    Binary::Or => Some(AtomicFunction::Or),
                    Binary::ExclusiveOr => Some(AtomicFunction::Xor),
                    _ => None,
                };
            }
            Op::Unary { to, .. } | Op::Ternary { to, .. } if to == register => return None,
            Op::Statement { .. } => return None,
            _ => {}
        }
    }
    None
}

/// Returns the position and the line of the innermost branch around an instruction.
pub(crate) fn branch_around(program: &Program, op: Address) -> Option<(Address, u32)> {
    let regions = regions(program, op);
    let branch = regions.iter().rev().find(|region| !region.is_loop)?;
    Some((branch.opened_at as Address, branch.line))
}

/// Returns the line of the innermost `if` around a site at which the lanes of a warp may part; `None` if the site is in a
/// loop whose iterations no barrier separates, since lanes of different iterations may meet there.
pub(crate) fn condition_around(program: &Program, site: u32, barrier: BarrierKind) -> Option<u32> {
    let regions = regions(program, first_op(program, site)?);
    let innermost = regions.iter().rev().find(|region| region.is_loop);
    if let Some(innermost) = innermost {
        let end = end_of_loop(program, innermost.opened_at);
        let (first, last) = (innermost.opened_at as Address, end as Address);
        if !barriers_between(program, first, last, barrier) {
            return None;
        }
    }
    let mut branches = regions.iter().rev();
    branches.find(|region| region.splits).map(|region| region.line)
}

/// Returns the line of the innermost branch around two sites at which the lanes of a warp may part, if neither is in a loop
/// of the branch.
pub(crate) fn common_branch(program: &Program, sites: [u32; 2]) -> Option<u32> {
    let [one, other] = sites.map(|site| first_op(program, site));
    let (one, other) = (regions(program, one?), regions(program, other?));
    let pairs = one.iter().zip(&other);
    let common = pairs.take_while(|(one, other)| one == other).count();
    let depth = one[..common].iter().rposition(|region| region.splits)?;
    let is_straight = |regions: &[Region]| !regions[depth..].iter().any(|region| region.is_loop);
    (is_straight(&one) && is_straight(&other)).then(|| one[depth].line)
}

/// Returns the number of barriers before two sites, if it is one number and neither is in a loop.
pub(crate) fn common_segment(program: &Program, sites: [u32; 2]) -> Option<usize> {
    let [one, other] = sites.map(|site| {
        let op = first_op(program, site)?;
        let before = program.ops.get(..op as usize)?;
        let barriers = before.iter().filter(|op| matches!(op, Op::Barrier { .. }));
        let in_loop = regions(program, op).iter().any(|region| region.is_loop);
        (!in_loop).then_some(barriers.count())
    });
    one.filter(|_| one == other)
}

/// Returns the statement of a site.
pub(crate) fn statement_of(program: &Program, site: u32) -> Option<u32> {
    let op = first_op(program, site)?;
    let before = program.ops.get(..op as usize)?;
    before.iter().rev().find_map(|op| match op {
        Op::Statement { statement } => Some(*statement),
        _ => None,
    })
}

/// Returns the position of the end of the loop that an instruction opens.
fn end_of_loop(program: &Program, opened_at: usize) -> usize {
    let mut depth = 0;
    for (position, op) in program.ops.iter().enumerate().skip(opened_at) {
        match op {
            Op::Loop { .. } => depth += 1,
            Op::EndLoop { .. } => {
                depth -= 1;
                if depth == 0 {
                    return position;
                }
            }
            _ => {}
        }
    }
    program.ops.len()
}

/// Returns true if a site is in a loop.
pub(crate) fn is_in_loop(program: &Program, site: u32) -> bool {
    let op = first_op(program, site);
    op.is_some_and(|op| regions(program, op).iter().any(|region| region.is_loop))
}

fn first_op(program: &Program, site: u32) -> Option<Address> {
    let mut all = program.site_of.iter();
    all.find(|(_, other)| *other == site).map(|(op, _)| *op)
}

/// Returns the bytes of each scalar that a site accesses.
pub(crate) fn scalar_bytes(program: &Program, site: u32) -> u32 {
    let op = first_op(program, site).and_then(|op| program.ops.get(op as usize));
    match op {
        Some(Op::Load { reach, .. } | Op::Store { reach, .. }) => reach.stored.bytes(),
        _ => Stored::Word.bytes(),
    }
}

fn barriers_between(program: &Program, first: Address, second: Address, barrier: BarrierKind) -> bool {
    let between = program.ops.get(first as usize..second as usize);
    between.is_some_and(|ops| {
        ops.iter()
            .any(|op| matches!(op, Op::Barrier { kind } if *kind == barrier || *kind == BarrierKind::Both))
    })
}

fn regions(program: &Program, op: Address) -> Vec<Region> {
    let mut open = Vec::new();
    let mut line = 0;
    for (opened_at, op) in program.ops.iter().enumerate().take(op as usize) {
        match *op {
            Op::Statement { statement } => {
                let statement = program.statements.get(statement as usize);
                line = statement.map_or(0, |statement| statement.line);
            }
            Op::If { condition, .. } => open.push(Region {
                opened_at,
                line,
                is_loop: false,
                splits: !condition.is_uniform(),
            }),
            Op::Switch { .. } | Op::Enter { .. } => open.push(Region {
                opened_at,
                line,
                is_loop: false,
                splits: matches!(op, Op::Switch { .. }),
            }),
            Op::Loop { number, .. } => open.push(Region {
                opened_at,
                line: program.loops.get(number as usize).map_or(line, |l| l.line),
                is_loop: true,
                splits: false,
            }),
            Op::EndIf | Op::EndSwitch | Op::Leave | Op::EndLoop { .. } => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}
