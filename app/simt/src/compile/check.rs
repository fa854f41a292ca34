//! Emits checks of operations whose result the language of a translated text leaves undefined for some operands.
//!
//! A check is an instruction beside the operation: it computes nothing, and counters, steps and trace do not have it. It
//! must see the lanes for which the first language computes the operation. In WGSL both sides of a `select` are computed,
//! and here also the right side of some `&&` and `||`, so that the conditions follow such a check.

use super::compiler::Compiler;
use super::instance::Instance;
use crate::program::{Check, Checked, KernelError, Op, Register, ScalarType};
use naga::{BinaryOperator, Expression, Function, Handle, UnaryOperator};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::iter::Peekable;
use std::ops::Range;
use std::rc::Rc;
use std::vec::IntoIter;

/// A side of a `select`, which stands for a side of `?:`.
#[derive(Debug)]
struct Side {
    select: Handle<Expression>,
    condition: Handle<Expression>,
    /// The value of the condition for which the first language computes the side.
    holds: bool,
    bytes: Range<u32>,
}

/// An operation inside of a `select`, and its conditions.
#[derive(Debug)]
struct Inside {
    operation: Handle<Expression>,
    conditions: Vec<(Handle<Expression>, bool)>,
}

/// Ranges of the text of which one lies in the other or beside it, while a place goes forward through the text.
struct Open<T> {
    rest: Peekable<IntoIter<T>>,
    /// The ranges around the place, outermost first.
    around: Vec<T>,
    bytes: fn(&T) -> Range<u32>,
}

impl<T> Open<T> {
    /// Makes the ranges from a list that is sorted by their starts, where the wider one is first.
    fn new(sorted: Vec<T>, bytes: fn(&T) -> Range<u32>) -> Self {
        Open {
            rest: sorted.into_iter().peekable(),
            around: Vec::new(),
            bytes,
        }
    }

    /// Moves the place forward, and returns the ranges around it.
    fn at(&mut self, place: u32) -> &[T] {
        let bytes = self.bytes;
        while let Some(next) = self.rest.next_if(|next| bytes(next).start <= place) {
            let start = bytes(&next).start;
            while self
                .around
                .pop_if(|open| bytes(open).end <= start)
                .is_some()
            {}
            self.around.push(next);
        }
        while self
            .around
            .pop_if(|open| bytes(open).end <= place)
            .is_some()
        {}
        &self.around
    }
}

/// The operations of a function that are checked.
#[derive(Debug, Default)]
pub(super) struct Checks {
    /// Each with the number of its mark.
    marked: HashMap<Handle<Expression>, u32>,
    /// Those that are not checked where they are computed.
    waiting: HashSet<Handle<Expression>>,
    /// They are checked at the outermost `select` around them, where all conditions are known.
    inside: HashMap<Handle<Expression>, Vec<Inside>>,
}

impl Checks {
    pub(super) fn is_empty(&self) -> bool {
        self.marked.is_empty()
    }
}

impl<'m> Compiler<'m> {
    /// Returns the operations of a function that are checked.
    pub(super) fn checks_of(&mut self, function: &'m Function) -> Rc<Checks> {
        if self.marks.operations.is_empty() {
            return Rc::default();
        }
        if let Some(known) = self.checks.get(&std::ptr::from_ref(function)) {
            return known.clone();
        }
        let found = Rc::new(self.find_checks(function));
        self.checks.insert(function, found.clone());
        found
    }

    fn find_checks(&self, function: &Function) -> Checks {
        let bytes = |handle| {
            let (start, end) = self.builder.bytes(function.expressions.get_span(handle))?;
            (start < end).then_some(start..end)
        };
        let mut operations = Vec::new();
        let mut sides = Vec::new();
        for (handle, expression) in function.expressions.iter() {
            match *expression {
                Expression::Unary { .. } | Expression::Binary { .. } => {
                    operations.extend(bytes(handle).map(|bytes| (bytes, handle)));
                }
                Expression::Select {
                    condition,
                    accept,
                    reject,
                } => {
                    let Some(own) = bytes(handle) else {
                        continue;
                    };
                    for (side, holds) in [(accept, true), (reject, false)] {
                        // A value that has got a name before is computed in any case.
                        let written = bytes(side).filter(|side| own.start < side.start);
                        sides.extend(written.map(|first| Side {
                            select: handle,
                            condition,
                            holds,
                            bytes: self.argument(first),
                        }));
                    }
                }
                _ => {}
            }
        }
        let mut checks = Checks {
            marked: self.marked(operations),
            ..Checks::default()
        };
        sides.sort_by_key(|side| (side.bytes.start, Reverse(side.bytes.end)));
        let mut marked: Vec<_> = checks.marked.keys().copied().collect();
        let start_of = |handle: &Handle<Expression>| bytes(*handle).map_or(0, |own| own.start);
        marked.sort_by_key(|handle| (start_of(handle), *handle));
        let mut open = Open::new(sides, |side: &Side| side.bytes.clone());
        for operation in marked {
            let around = open.at(start_of(&operation));
            let Some(outermost) = around.first() else {
                continue;
            };
            let conditions = around.iter().map(|side| (side.condition, side.holds));
            let inside = Inside {
                operation,
                conditions: conditions.collect(),
            };
            checks.waiting.insert(operation);
            checks
                .inside
                .entry(outermost.select)
                .or_default()
                .push(inside);
        }
        checks
    }

    /// Returns the bytes of an argument of which these are the first: naga's span of some calls ends after the name.
    fn argument(&self, first: Range<u32>) -> Range<u32> {
        let rest = self.builder.source.get(first.start as usize..);
        let mut depth = 0_u32;
        let end = rest.unwrap_or_default().find(|letter| {
            match letter {
                '(' | '[' => depth += 1,
                ')' | ']' if depth > 0 => depth -= 1,
                ',' | ')' | ']' if depth == 0 => return true,
                _ => {}
            }
            false
        });
        let end = end.map_or(first.end, |length| first.start + length as u32);
        first.start..end.max(first.end)
    }

    /// Finds for each mark the smallest operation around it.
    fn marked(
        &self,
        mut operations: Vec<(Range<u32>, Handle<Expression>)>,
    ) -> HashMap<Handle<Expression>, u32> {
        operations.sort_by_key(|(bytes, _)| (bytes.start, Reverse(bytes.end)));
        let start = operations.first().map_or(0, |(bytes, _)| bytes.start);
        let end = operations.iter().map(|(bytes, _)| bytes.end).max();
        let marks = &self.marks.operations;
        let first = marks.partition_point(|mark| mark.at < start);
        let own = marks[first..].iter().zip(first as u32..);
        let own = own.take_while(|(mark, _)| end.is_some_and(|end| mark.at < end));
        let mut open = Open::new(operations, |(bytes, _)| bytes.clone());
        let mut found = HashMap::new();
        for (mark, number) in own {
            if let Some((_, innermost)) = open.at(mark.at).last() {
                found.insert(*innermost, number);
            }
        }
        found
    }

    /// Emits the check of an operation that is about to be computed, unless a `select` around it does that.
    pub(super) fn check(
        &mut self,
        instance: &mut Instance<'m>,
        operation: Handle<Expression>,
    ) -> Result<(), KernelError> {
        let checks = instance.checks.clone();
        if checks.waiting.contains(&operation) {
            // A `&&` inside of the `select` has a condition of its own.
            instance.guards.insert(operation, self.guards.clone());
        } else if checks.marked.contains_key(&operation) {
            self.emit_check(instance, operation, self.guards.clone())?;
        }
        Ok(())
    }

    /// Emits the checks of the operations inside of a `select` that is about to be computed.
    pub(super) fn check_sides(
        &mut self,
        instance: &mut Instance<'m>,
        select: Handle<Expression>,
    ) -> Result<(), KernelError> {
        let checks = instance.checks.clone();
        for inside in checks.inside.get(&select).into_iter().flatten() {
            let mut known = instance
                .guards
                .remove(&inside.operation)
                .unwrap_or_default();
            for &(condition, holds) in &inside.conditions {
                // A condition for each component makes a select of vectors, which `?:` is not.
                if let [condition] = self.value(instance, condition)?[..] {
                    known.push((condition, holds));
                }
            }
            self.emit_check(instance, inside.operation, known)?;
        }
        Ok(())
    }

    fn emit_check(
        &mut self,
        instance: &mut Instance<'m>,
        operation: Handle<Expression>,
        known: Vec<(Register, bool)>,
    ) -> Result<(), KernelError> {
        let (first, second, check) = match instance.arena()[operation] {
            Expression::Unary {
                op: UnaryOperator::Negate,
                expr,
            } if self.scalar_of(instance, expr)? == ScalarType::I32 => (expr, expr, Check::Negate),
            Expression::Binary { op, left, right } => {
                match check_of(op, self.scalar_of(instance, left)?) {
                    Some(check) => (left, right, check),
                    None => return Ok(()),
                }
            }
            _ => return Ok(()),
        };
        let (a, b) = (self.value(instance, first)?, self.value(instance, second)?);
        let number = self.checked(instance, operation);
        for part in 0..a.len().max(b.len()) {
            let pick = |value: &[Register]| value[if value.len() == 1 { 0 } else { part }];
            self.builder.push_bare(Op::Check {
                check,
                operation: number,
                a: pick(&a),
                b: pick(&b),
            })?;
            for &(condition, holds) in &known {
                self.builder.push_bare(Op::Where { condition, holds })?;
            }
        }
        Ok(())
    }

    /// Returns the number of a checked operation in the program.
    fn checked(&mut self, instance: &Instance<'m>, operation: Handle<Expression>) -> u32 {
        let span = instance.arena().get_span(operation);
        let statement = self.builder.statement_of(span).unwrap_or(u32::MAX);
        let mark = instance.checks.marked[&operation];
        if let Some(&number) = self.check_numbers.get(&mark) {
            return number;
        }
        let mark_of_text = &self.marks.operations[mark as usize];
        self.checked.push(Checked {
            text: mark_of_text.text.clone(),
            integers: mark_of_text.integers,
            statement,
        });
        let number = self.checked.len() as u32 - 1;
        self.check_numbers.insert(mark, number);
        number
    }
}

/// Returns the rule of an operator; `None` if its result is defined for all operands.
fn check_of(operator: BinaryOperator, scalar: ScalarType) -> Option<Check> {
    use ScalarType::{I32, U32};
    Some(match (operator, scalar) {
        (BinaryOperator::Add, I32) => Check::Add,
        (BinaryOperator::Subtract, I32) => Check::Subtract,
        (BinaryOperator::Multiply, I32) => Check::Multiply,
        (BinaryOperator::Divide, I32) => Check::DivideInt,
        (BinaryOperator::Modulo, I32) => Check::RemainderInt,
        (BinaryOperator::Divide | BinaryOperator::Modulo, U32) => Check::DivideUint,
        (BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight, I32 | U32) => Check::Shift,
        _ => return None,
    })
}
