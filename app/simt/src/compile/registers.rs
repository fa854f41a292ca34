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

use crate::program::{Atomic, Binary, BuiltIn, Op, Program, Register, ScalarType, Ternary, Unary};
use std::collections::HashSet;

/// Assigns every register: uniform registers, mask registers and lane registers are numbered separately.
pub(super) fn assign(mut program: Program) -> Program {
    let varying = varying_registers(&program);
    let conditions = conditions(&program, &varying);
    let mut places = vec![Register(0); number_of_registers(&program)];
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
    program.builtins.iter_mut().for_each(|(_, _, register)| place(register));
    program.constants.iter_mut().for_each(|(register, _)| place(register));
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

fn number_of_registers(program: &Program) -> usize {
    let ends = program.groups.iter().map(|(first, words)| first.0 + words);
    ends.max().unwrap_or(0) as usize
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
    let mut group_of = vec![(0, 0); number_of_registers(program)];
    for &(first, words) in &program.groups {
        group_of[first.0 as usize..(first.0 + words) as usize].fill((first.0, words));
    }
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

fn pass(program: &Program, group_of: &[(u32, u32)], varying: &mut HashSet<u32>, split: &mut HashSet<usize>) {
    let mut regions: Vec<Region> = Vec::new();
    for (position, op) in program.ops.iter().enumerate() {
        let divergent = regions.last().is_some_and(|region| region.divergent);
        let is_varying = |register: Register| varying.contains(&register.0);
        if let Some((kind, varies)) = opened_region(program, op, is_varying) {
            regions.push(Region {
                kind,
                opened_at: position,
                divergent: divergent || varies || split.contains(&position),
            });
        } else if matches!(op, Op::EndIf | Op::EndLoop { .. } | Op::EndSwitch | Op::Leave) {
            regions.pop();
        }
        if divergent || matches!(op, Op::BreakIf { condition, .. } if is_varying(*condition)) {
            mark_left_regions(op, &regions, split);
        }
        if let Some((to, words)) = varying_result(op, divergent, is_varying) {
            for &(first, words) in &group_of[to.0 as usize..(to.0 + words) as usize] {
                varying.extend(first..first + words);
            }
        }
    }
}

/// Returns the kind of the region that an instruction begins, and true if its condition varies.
fn opened_region(program: &Program, op: &Op, is_varying: impl Fn(Register) -> bool) -> Option<(Kind, bool)> {
    match *op {
        Op::If { condition, .. } => Some((Kind::Branch, is_varying(condition))),
        Op::Loop { .. } => Some((Kind::Loop, false)),
        Op::Switch { first } => Some((Kind::Switch, cases(program, first).any(is_varying))),
        Op::Enter { .. } => Some((Kind::Call, false)),
        _ => None,
    }
}

/// Marks the regions that some lanes leave by an instruction while others stay.
fn mark_left_regions(op: &Op, regions: &[Region], split: &mut HashSet<usize>) {
    match op {
        Op::BreakIf { .. } | Op::Continue => {
            split_up_to(regions, split, |kind| kind == Kind::Loop);
        }
        Op::Break => split_up_to(regions, split, |kind| matches!(kind, Kind::Loop | Kind::Switch)),
        // Lanes that returned from the kernel itself never read again.
        Op::Return if regions.iter().any(|region| region.kind == Kind::Call) => {
            split_up_to(regions, split, |kind| kind == Kind::Call);
        }
        _ => {}
    }
}

/// Returns the first register that an instruction makes varying, and the number of registers.
fn varying_result(op: &Op, divergent: bool, is_varying: impl Fn(Register) -> bool) -> Option<(Register, u32)> {
    let (to, words, varies) = match *op {
        Op::Unary { to, a, .. } => (to, 1, is_varying(a)),
        Op::Copy { to, from } => (to, 1, is_varying(from)),
        Op::Binary { to, a, b, .. } => (to, 1, is_varying(a) || is_varying(b)),
        Op::Ternary { to, a, b, c, .. } => (to, 1, [a, b, c].into_iter().any(is_varying)),
        Op::Assign { to, from, .. } | Op::Set { to, from } => (to, 1, divergent || is_varying(from)),
        // An indexed variable is read and written lane by lane.
        Op::Scatter { base, words, .. } => (base, words, true),
        Op::Gather { to, base, index, .. } => (to, 1, is_varying(base) || is_varying(index)),
        Op::Element {
            to,
            base,
            index,
            length,
            ..
        } => (to, 1, [base, index, length].into_iter().any(is_varying)),
        // Lanes that load from one address at one time get one value.
        Op::Load { to, reach } => (to, reach.words, is_varying(reach.address)),
        // Lanes take turns, and each gets the value that the one before it left.
        Op::Atomic {
            to,
            function: Atomic::CompareExchange,
            ..
        } => (to, 2, true),
        Op::Atomic { to, reach, .. } => (to, reach.words, true),
        // The result differs from warp to warp.
        Op::Shuffle { to, .. } | Op::Combine { to, .. } => (to, 1, true),
        Op::Ballot { to, .. } => (to, 4, true),
        Op::Statement { .. }
        | Op::Within
        | Op::Name { .. }
        | Op::ArrayLength { .. }
        | Op::ImageSize { .. }
        | Op::Store { .. }
        | Op::If { .. }
        | Op::Else { .. }
        | Op::EndIf
        | Op::Loop { .. }
        | Op::Iterate
        | Op::Continuing { .. }
        | Op::BreakIf { .. }
        | Op::EndLoop { .. }
        | Op::Break
        | Op::Continue
        | Op::Switch { .. }
        | Op::Case { .. }
        | Op::EndSwitch
        | Op::Enter { .. }
        | Op::Leave
        | Op::Return
        | Op::Barrier { .. }
        | Op::Meet { .. }
        | Op::Report { .. }
        | Op::Tell { .. }
        | Op::CompareMask { .. }
        | Op::Check { .. }
        | Op::Where { .. }
        | Op::End => return None,
    };
    varies.then_some((to, words))
}

/// Returns the registers of varying conditions that no instruction needs as lanes: written by comparisons and by logic
/// on conditions, read by branches and by logic.
fn conditions(program: &Program, varying: &HashSet<u32>) -> HashSet<u32> {
    let single = |&&(first, words): &&(Register, u32)| words == 1 && varying.contains(&first.0);
    let groups = program.groups.iter().filter(single);
    let mut masks = Masks {
        registers: groups.map(|(first, _)| first.0).collect(),
        varying,
    };
    for (_, _, register) in &program.builtins {
        masks.rule_out(&[*register]);
    }
    loop {
        let before = masks.registers.len();
        for op in &program.ops {
            masks.rule_out_by(op, program);
        }
        if before == masks.registers.len() {
            return masks.registers;
        }
    }
}

/// The registers that can still be masks.
struct Masks<'v> {
    registers: HashSet<u32>,
    varying: &'v HashSet<u32>,
}

impl Masks<'_> {
    fn rule_out(&mut self, registers: &[Register]) {
        for register in registers {
            self.registers.remove(&register.0);
        }
    }

    /// Rules out all registers of a logical instruction if its result or an operand cannot be a mask.
    fn rule_out_together(&mut self, to: Register, from: &[Register]) {
        let fits = |register: &Register| self.registers.contains(&register.0) || !self.varying.contains(&register.0);
        if !self.registers.contains(&to.0) || !from.iter().all(fits) {
            self.rule_out(&[to]);
            self.rule_out(from);
        }
    }

    /// Rules out the registers that an instruction needs as lanes.
    fn rule_out_by(&mut self, op: &Op, program: &Program) {
        let is_bool = |variable: u32| {
            let variable = program.variables.get(variable as usize);
            variable.is_some_and(|variable| variable.scalar == Some(ScalarType::Bool))
        };
        match *op {
            Op::Unary { function, to, a } => match function {
                Unary::Not => self.rule_out_together(to, &[a]),
                Unary::IsNan | Unary::IsInf | Unary::BoolFromBits | Unary::BoolFromFloat => {
                    self.rule_out(&[a]);
                }
                _ => self.rule_out(&[a, to]),
            },
            Op::Binary { function, to, a, b } => match function {
                Binary::And | Binary::Or | Binary::ExclusiveOr => {
                    self.rule_out_together(to, &[a, b]);
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
                | Binary::NotEqualFloat => self.rule_out(&[a, b]),
                _ => self.rule_out(&[to, a, b]),
            },
            Op::Ternary {
                function: Ternary::Select,
                to,
                a,
                b,
                ..
            } => self.rule_out(&[to, a, b]),
            Op::Ternary { to, a, b, c, .. } => self.rule_out(&[to, a, b, c]),
            Op::Copy { to, from } | Op::Set { to, from } => self.rule_out_together(to, &[from]),
            Op::Assign { variable, to, from } if is_bool(variable) => {
                self.rule_out_together(to, &[from]);
            }
            Op::Name { variable, .. } if is_bool(variable) => {}
            Op::Ballot { to, .. } => self.rule_out(&[to]),
            Op::If { .. } | Op::BreakIf { .. } | Op::Case { .. } | Op::Where { .. } => {}
            mut other => other.registers().for_each(|register| self.rule_out(&[*register])),
        }
    }
}

/// Limits of the instructions that a compiler masks instead of branching around them: under a condition that may split
/// a warp, and under one that does not. Source: CUDA C++ Best Practices Guide 3.2, section 10.2 (branch predication).
const SHORT: u8 = 7;
const SHORT_UNIFORM: u8 = 4;

/// Marks the branches that predication would mask.
fn mark_short_branches(program: &mut Program) {
    for position in 0..program.ops.len() {
        let Op::If { condition, .. } = program.ops[position] else {
            continue;
        };
        let (mut sides, mut side) = ([0_u8; 2], 0);
        let limit = if condition.is_uniform() { SHORT_UNIFORM } else { SHORT };
        for op in &program.ops[position + 1..] {
            match op {
                Op::Statement { .. } | Op::Within | Op::Name { .. } | Op::Check { .. } | Op::Where { .. } => {}
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
                    if let Op::If { short, .. } = &mut program.ops[position] {
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
    let mut position = first as usize;
    std::iter::from_fn(move || match program.ops.get(position) {
        Some(&Op::Case { condition, next }) => {
            position = next as usize;
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
        let registers: [Option<&mut Register>; 4] = match self {
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
            Op::Gather { to, base, index, .. } => [Some(to), Some(base), Some(index), None],
            Op::Scatter { from, base, index, .. } => [Some(from), Some(base), Some(index), None],
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
            } => [Some(to), Some(&mut reach.address), Some(value), Some(compare)],
            Op::Shuffle { to, from, index, .. } => [Some(to), Some(from), Some(index), None],
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
        registers.into_iter().flatten()
    }
}
