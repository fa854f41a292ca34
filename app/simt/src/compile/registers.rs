//! Uniformity analysis, and the assignment of registers that follows from it.
//!
//! A register is *uniform* if it holds the same value in all active lanes of a workgroup; it is stored and computed
//! once. The result of an operator is uniform if its operands are. A variable is uniform if it is only written with
//! uniform values, and only where no lane of the workgroup can be missing: not under a condition that varies, not in a
//! loop that some lanes leave before others, and not in a call from which some have returned. Lanes that have finished
//! the whole kernel do not count, because they never read again. The analysis starts with everything uniform and
//! iterates over the bytecode until nothing changes.
//!
//! The literature calls this divergence analysis (Coutinho, Sampaio, Pereira and Meira, "Divergence Analysis and
//! Optimizations", PACT 2011; Karrenberg and Hack, "Whole-Function Vectorization", CGO 2011). It is conservative: a
//! register that it calls varying may still be uniform in every run. WGSL has a uniformity analysis too (section
//! "Uniformity"), which decides what is valid; this one decides only how registers are stored.
//!
//! Varying conditions that only control branches are stored as one bit for each lane.

use crate::program::{Atomic, Binary, BuiltIn, Op, Program, Register, ScalarType, Unary};
use std::collections::HashSet;

/// Assigns every register: uniform registers, mask registers and lane registers are numbered separately.
pub(super) fn assign(mut program: Program) -> Program {
    let varying = varying_registers(&program);
    let conditions = conditions(&program, &varying);
    let total = program
        .groups
        .iter()
        .map(|(first, words)| first.0 + words)
        .max()
        .unwrap_or(0);
    let mut places = vec![Register(0); total as usize];
    let (mut lanes, mut uniforms, mut masks) = (0, 0, 0);
    for &(first, words) in &program.groups {
        let group = first.0..first.0 + words;
        if conditions.contains(&first.0) {
            places[first.0 as usize] = Register::mask(masks);
            masks += 1;
        // A group stays together, so one varying word makes all of it varying.
        } else if group.clone().any(|register| varying.contains(&register)) {
            group.for_each(|register| {
                places[register as usize] = Register(lanes);
                lanes += 1;
            });
        } else {
            group.for_each(|register| {
                places[register as usize] = Register::uniform(uniforms);
                uniforms += 1;
            });
        }
    }
    let place = |register: &mut Register| *register = places[register.0 as usize];
    program
        .ops
        .iter_mut()
        .chain(&mut program.prologue)
        .for_each(|op| op.registers().for_each(place));
    program
        .builtins
        .iter_mut()
        .for_each(|(_, _, register)| place(register));
    program
        .constants
        .iter_mut()
        .for_each(|(register, _)| place(register));
    program
        .overrides
        .iter_mut()
        .for_each(|declared| place(&mut declared.register));
    program
        .variables
        .iter_mut()
        .for_each(|variable| place(&mut variable.register));
    program
        .bindings
        .iter_mut()
        .filter_map(|binding| binding.length.as_mut())
        .for_each(place);
    program.workgroup_size.iter_mut().for_each(place);
    program.zeroed.iter_mut().for_each(place);
    program.groups.clear();
    program.lane_registers = lanes;
    program.uniform_registers = uniforms;
    program.mask_registers = masks;
    mark_short_branches(&mut program);
    program
}

/// A construct that encloses an instruction.
struct Region {
    kind: Kind,
    /// Index of the instruction that begins it.
    opened_at: usize,
    /// True if lanes of the workgroup may be missing in it.
    divergent: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Branch,
    Loop,
    Switch,
    Call,
}

fn varying_registers(program: &Program) -> HashSet<u32> {
    let group_of: Vec<(u32, u32)> = {
        let total = program
            .groups
            .iter()
            .map(|(first, words)| first.0 + words)
            .max()
            .unwrap_or(0);
        let mut of = vec![(0, 0); total as usize];
        for &(first, words) in &program.groups {
            of[first.0 as usize..(first.0 + words) as usize].fill((first.0, words));
        }
        of
    };
    let mut varying: HashSet<u32> = program
        .builtins
        .iter()
        .filter(|(builtin, ..)| match builtin {
            BuiltIn::GlobalInvocationId
            | BuiltIn::GlobalInvocationIndex
            | BuiltIn::LocalInvocationId
            | BuiltIn::LocalInvocationIndex
            | BuiltIn::SubgroupInvocationId
            | BuiltIn::SubgroupId => true,
            BuiltIn::WorkgroupId
            | BuiltIn::WorkgroupIndex
            | BuiltIn::NumWorkgroups
            | BuiltIn::SubgroupSize
            | BuiltIn::NumSubgroups => false,
        })
        .map(|(_, _, register)| register.0)
        .collect();
    // Loops, switches and calls that some lanes leave before others, by the instruction that begins them.
    let mut split: HashSet<usize> = HashSet::new();
    loop {
        let before = (varying.len(), split.len());
        pass(program, &group_of, &mut varying, &mut split);
        if before == (varying.len(), split.len()) {
            return varying;
        }
    }
}

fn pass(
    program: &Program,
    group_of: &[(u32, u32)],
    varying: &mut HashSet<u32>,
    split: &mut HashSet<usize>,
) {
    let mut regions: Vec<Region> = Vec::new();
    for (at, op) in program.ops.iter().enumerate() {
        let divergent = regions.last().is_some_and(|region| region.divergent);
        let open = |regions: &mut Vec<Region>, kind, varies: bool| {
            let divergent = divergent || varies || split.contains(&at);
            regions.push(Region {
                kind,
                opened_at: at,
                divergent,
            });
        };
        let is_varying = |register: Register| varying.contains(&register.0);
        // First register that the instruction makes varying, and the number of registers.
        let mut vary = (Register(0), 0);
        match *op {
            Op::Unary { to, a, .. } => {
                if is_varying(a) {
                    vary = (to, 1);
                }
            }
            Op::Copy { to, from } => {
                if is_varying(from) {
                    vary = (to, 1);
                }
            }
            Op::Binary { to, a, b, .. } => {
                if is_varying(a) || is_varying(b) {
                    vary = (to, 1);
                }
            }
            Op::Ternary { to, a, b, c, .. } => {
                if is_varying(a) || is_varying(b) || is_varying(c) {
                    vary = (to, 1);
                }
            }
            Op::Assign { to, from, .. } | Op::Set { to, from } => {
                if divergent || is_varying(from) {
                    vary = (to, 1);
                }
            }
            // An indexed variable is read and written lane by lane.
            Op::Scatter { base, words, .. } => vary = (base, words),
            Op::Gather {
                to, base, index, ..
            } => {
                if is_varying(base) || is_varying(index) {
                    vary = (to, 1);
                }
            }
            Op::Element {
                to,
                base,
                index,
                length,
                ..
            } => {
                if is_varying(base) || is_varying(index) || is_varying(length) {
                    vary = (to, 1);
                }
            }
            // Lanes that load from one address at one time get one value.
            Op::Load { to, reach } => {
                if is_varying(reach.address) {
                    vary = (to, reach.words);
                }
            }
            // Lanes take turns, and each gets the value that the one before it left.
            Op::Atomic {
                to,
                function,
                reach,
                ..
            } => {
                vary = (
                    to,
                    match function {
                        Atomic::CompareExchange => 2,
                        _ => reach.words,
                    },
                )
            }
            // The result differs from warp to warp.
            Op::Shuffle { to, .. } | Op::Combine { to, .. } => vary = (to, 1),
            Op::Ballot { to, .. } => vary = (to, 4),
            Op::If { condition, .. } => open(&mut regions, Kind::Branch, is_varying(condition)),
            Op::Loop { .. } => open(&mut regions, Kind::Loop, false),
            Op::Switch { first } => {
                let varies = cases(program, first).any(is_varying);
                open(&mut regions, Kind::Switch, varies);
            }
            Op::Enter { .. } => open(&mut regions, Kind::Call, false),
            Op::EndIf | Op::EndLoop { .. } | Op::EndSwitch | Op::Leave => {
                regions.pop();
            }
            Op::BreakIf { condition, .. } => {
                if divergent || is_varying(condition) {
                    split_up_to(&regions, split, |kind| kind == Kind::Loop);
                }
            }
            Op::Break => {
                if divergent {
                    split_up_to(&regions, split, |kind| {
                        matches!(kind, Kind::Loop | Kind::Switch)
                    });
                }
            }
            Op::Continue => {
                if divergent {
                    split_up_to(&regions, split, |kind| kind == Kind::Loop);
                }
            }
            Op::Return => {
                if divergent {
                    // Lanes that returned from the kernel itself never read again.
                    if regions.iter().any(|region| region.kind == Kind::Call) {
                        split_up_to(&regions, split, |kind| kind == Kind::Call);
                    }
                }
            }
            Op::Statement { .. }
            | Op::Within
            | Op::Name { .. }
            | Op::ArrayLength { .. }
            | Op::ImageSize { .. }
            | Op::Store { .. }
            | Op::Else { .. }
            | Op::Iterate
            | Op::Continuing { .. }
            | Op::Case { .. }
            | Op::Barrier { .. }
            | Op::Meet { .. }
            | Op::Report { .. }
            | Op::Tell { .. }
            | Op::CompareMask { .. }
            | Op::Check { .. }
            | Op::Where { .. }
            | Op::End => {}
        }
        let (to, words) = vary;
        for &(first, words) in &group_of[to.0 as usize..(to.0 + words) as usize] {
            varying.extend(first..first + words);
        }
    }
}

/// Returns the registers of varying conditions that no instruction needs as lanes: written by comparisons and by logic
/// on conditions, read by branches and by logic.
fn conditions(program: &Program, varying: &HashSet<u32>) -> HashSet<u32> {
    let mut found: HashSet<u32> = program
        .groups
        .iter()
        .filter(|(first, words)| *words == 1 && varying.contains(&first.0))
        .map(|(first, _)| first.0)
        .collect();
    for (_, _, register) in &program.builtins {
        found.remove(&register.0);
    }
    let is_bool = |variable: u32| {
        program
            .variables
            .get(variable as usize)
            .is_some_and(|variable| variable.scalar == Some(ScalarType::Bool))
    };
    loop {
        let before = found.len();
        for op in &program.ops {
            // If the result or an operand of a logical instruction cannot be a mask, none of them can.
            let logic = |to: Register, from: &[Register], found: &mut HashSet<u32>| {
                let fits = |register: &Register| {
                    found.contains(&register.0) || !varying.contains(&register.0)
                };
                if !found.contains(&to.0) || !from.iter().all(fits) {
                    found.remove(&to.0);
                    from.iter().for_each(|register| {
                        found.remove(&register.0);
                    });
                }
            };
            match *op {
                Op::Unary { function, to, a } => match function {
                    Unary::Not => logic(to, &[a], &mut found),
                    Unary::IsNan | Unary::IsInf | Unary::BoolFromBits | Unary::BoolFromFloat => {
                        found.remove(&a.0);
                    }
                    _ => {
                        found.remove(&a.0);
                        found.remove(&to.0);
                    }
                },
                Op::Binary { function, to, a, b } => match function {
                    Binary::And | Binary::Or | Binary::ExclusiveOr => {
                        logic(to, &[a, b], &mut found);
                    }
                    Binary::Equal
                    | Binary::NotEqual
                    | Binary::LessInt
                    | Binary::LessUint
                    | Binary::LessFloat
                    | Binary::LessEqualInt
                    | Binary::LessEqualUint
                    | Binary::LessEqualFloat
                    | Binary::EqualFloat
                    | Binary::NotEqualFloat => {
                        found.remove(&a.0);
                        found.remove(&b.0);
                    }
                    _ => {
                        [to, a, b].iter().for_each(|register| {
                            found.remove(&register.0);
                        });
                    }
                },
                Op::Ternary {
                    function,
                    to,
                    a,
                    b,
                    c,
                } => {
                    [to, a, b].iter().for_each(|register| {
                        found.remove(&register.0);
                    });
                    if function != crate::program::Ternary::Select {
                        found.remove(&c.0);
                    }
                }
                Op::Copy { to, from } | Op::Set { to, from } => logic(to, &[from], &mut found),
                Op::Assign { variable, to, from } => {
                    if is_bool(variable) {
                        logic(to, &[from], &mut found);
                    } else {
                        found.remove(&to.0);
                        found.remove(&from.0);
                    }
                }
                Op::Name { variable, from, .. } => {
                    if !is_bool(variable) {
                        found.remove(&from.0);
                    }
                }
                Op::Ballot { to, .. } => {
                    found.remove(&to.0);
                }
                Op::If { .. } | Op::BreakIf { .. } | Op::Case { .. } | Op::Where { .. } => {}
                mut other => other.registers().for_each(|register| {
                    found.remove(&register.0);
                }),
            }
        }
        if before == found.len() {
            return found;
        }
    }
}

/// Limits of the instructions that a compiler masks instead of branching around them: under a condition that may split
/// a warp, and under one that does not. Source: CUDA C++ Best Practices Guide 3.2, section 10.2 (branch predication).
const SHORT: u8 = 7;
const SHORT_UNIFORM: u8 = 4;

/// Marks the branches that predication would mask.
fn mark_short_branches(program: &mut Program) {
    for at in 0..program.ops.len() {
        let Op::If { condition, .. } = program.ops[at] else {
            continue;
        };
        let (mut sides, mut side) = ([0_u8; 2], 0);
        let limit = if condition.is_uniform() {
            SHORT_UNIFORM
        } else {
            SHORT
        };
        for op in &program.ops[at + 1..] {
            match op {
                Op::Statement { .. }
                | Op::Within
                | Op::Name { .. }
                | Op::Check { .. }
                | Op::Where { .. } => {}
                Op::Unary { .. }
                | Op::Binary { .. }
                | Op::Ternary { .. }
                | Op::Copy { .. }
                | Op::Assign { .. }
                | Op::Set { .. }
                | Op::Gather { .. }
                | Op::Scatter { .. }
                | Op::Element { .. }
                | Op::Load { .. }
                | Op::Store { .. } => sides[side] += 1,
                Op::Else { .. } => side = 1,
                Op::EndIf => {
                    if let Op::If { short, .. } = &mut program.ops[at] {
                        *short = Some(sides);
                    }
                    break;
                }
                _ => break,
            }
            if sides[0] + sides[1] > limit {
                break;
            }
        }
    }
}

/// Marks the regions from the innermost to the first of a kind as left by some lanes before others.
fn split_up_to(regions: &[Region], split: &mut HashSet<usize>, last: impl Fn(Kind) -> bool) {
    for region in regions.iter().rev() {
        if region.kind != Kind::Branch {
            split.insert(region.opened_at);
        }
        if last(region.kind) {
            break;
        }
    }
}

/// Returns the conditions of the switch whose first case is at `first`.
fn cases(program: &Program, first: u32) -> impl Iterator<Item = Register> {
    let mut at = first as usize;
    std::iter::from_fn(move || match program.ops.get(at) {
        Some(&Op::Case { condition, next }) => {
            at = next as usize;
            Some(condition)
        }
        _ => None,
    })
}

impl Op {
    /// Returns the register that the instruction only writes, if there is one.
    pub(crate) fn result(&self) -> Option<Register> {
        match *self {
            Op::Unary { to, .. }
            | Op::Binary { to, .. }
            | Op::Ternary { to, .. }
            | Op::Copy { to, .. }
            | Op::Assign { to, .. }
            | Op::Set { to, .. }
            | Op::Gather { to, .. }
            | Op::Element { to, .. }
            | Op::ArrayLength { to, .. }
            | Op::ImageSize { to, .. }
            | Op::Load { to, .. }
            | Op::Atomic { to, .. }
            | Op::Shuffle { to, .. }
            | Op::Combine { to, .. }
            | Op::Ballot { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Returns every register of the instruction.
    pub(crate) fn registers(&mut self) -> impl Iterator<Item = &mut Register> {
        let found: [Option<&mut Register>; 4] = match self {
            Op::Unary { to, a, .. } => [Some(to), Some(a), None, None],
            Op::Binary { to, a, b, .. } => [Some(to), Some(a), Some(b), None],
            Op::Ternary { to, a, b, c, .. } => [Some(to), Some(a), Some(b), Some(c)],
            Op::Copy { to, from } | Op::Assign { to, from, .. } | Op::Set { to, from } => {
                [Some(to), Some(from), None, None]
            }
            Op::Name { from, .. }
            | Op::Tell { from }
            | Op::CompareMask { mask: from }
            | Op::Meet { mask: Some(from) } => [Some(from), None, None, None],
            Op::Gather {
                to, base, index, ..
            } => [Some(to), Some(base), Some(index), None],
            Op::Scatter {
                from, base, index, ..
            } => [Some(from), Some(base), Some(index), None],
            Op::Element {
                to,
                base,
                index,
                length,
                ..
            } => [Some(to), Some(base), Some(index), Some(length)],
            Op::ArrayLength { to, .. } | Op::ImageSize { to, .. } => [Some(to), None, None, None],
            Op::Load { to, reach } => [Some(to), Some(&mut reach.address), None, None],
            Op::Store { from, reach } => [Some(from), Some(&mut reach.address), None, None],
            Op::Atomic {
                to,
                reach,
                value,
                compare,
                ..
            } => [
                Some(to),
                Some(&mut reach.address),
                Some(value),
                Some(compare),
            ],
            Op::Shuffle {
                to, from, index, ..
            } => [Some(to), Some(from), Some(index), None],
            Op::Combine { to, from, .. } => [Some(to), Some(from), None, None],
            Op::Ballot { to, condition } => [Some(to), Some(condition), None, None],
            Op::Check { a, b, .. } => [Some(a), Some(b), None, None],
            Op::If { condition, .. }
            | Op::BreakIf { condition, .. }
            | Op::Where { condition, .. }
            | Op::Case { condition, .. } => [Some(condition), None, None, None],
            Op::Statement { .. }
            | Op::Within
            | Op::Else { .. }
            | Op::EndIf
            | Op::Loop { .. }
            | Op::Iterate
            | Op::Continuing { .. }
            | Op::EndLoop { .. }
            | Op::Break
            | Op::Continue
            | Op::Switch { .. }
            | Op::EndSwitch
            | Op::Enter { .. }
            | Op::Leave
            | Op::Return
            | Op::Barrier { .. }
            | Op::Meet { mask: None }
            | Op::Report { .. }
            | Op::End => [None, None, None, None],
        };
        found.into_iter().flatten()
    }
}
