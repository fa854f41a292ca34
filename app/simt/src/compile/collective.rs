//! Lowers operations of several lanes: atomic operations and subgroup functions.

use super::compiler::Compiler;
use super::instance::{Instance, Lowered};
use super::place::{Root, or_zero};
use super::types::Shape;
use crate::program::{Atomic, Binary, KernelError, Op, Register, ScalarType, Scan, Shuffle};
use naga::{
    AtomicFunction, CollectiveOperation, Direction, Expression, GatherMode, Handle,
    SubgroupOperation,
};

impl<'m> Compiler<'m> {
    pub(super) fn atomic(
        &mut self,
        instance: &mut Instance<'m>,
        pointer: Handle<Expression>,
        function: &AtomicFunction,
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Result<(), KernelError> {
        let place = self.place(instance, pointer)?;
        let scalar = self.scalar_of(instance, value)?;
        let value = self.value(instance, value)?[0];
        let signed = scalar == ScalarType::I32;
        let (function, compare) = match *function {
            AtomicFunction::Add if scalar == ScalarType::F32 => {
                (Atomic::Apply(Binary::AddFloat), value)
            }
            AtomicFunction::Add => (Atomic::Apply(Binary::Add), value),
            AtomicFunction::Subtract => (Atomic::Apply(Binary::Subtract), value),
            AtomicFunction::And => (Atomic::Apply(Binary::And), value),
            AtomicFunction::InclusiveOr => (Atomic::Apply(Binary::Or), value),
            AtomicFunction::ExclusiveOr => (Atomic::Apply(Binary::ExclusiveOr), value),
            AtomicFunction::Min => (
                Atomic::Apply(if signed {
                    Binary::MinInt
                } else {
                    Binary::MinUint
                }),
                value,
            ),
            AtomicFunction::Max => (
                Atomic::Apply(if signed {
                    Binary::MaxInt
                } else {
                    Binary::MaxUint
                }),
                value,
            ),
            AtomicFunction::Exchange { compare: None } => (Atomic::Exchange, value),
            AtomicFunction::Exchange {
                compare: Some(compare),
            } => (Atomic::CompareExchange, self.value(instance, compare)?[0]),
        };
        let Root::Memory {
            memory,
            address,
            offset,
        } = place.root
        else {
            return Err(self.builder.unsupported("an atomic variable here"));
        };
        let address = or_zero(&mut self.builder, address)?;
        let words = if function == Atomic::CompareExchange {
            2
        } else {
            1
        };
        let to = self.builder.registers(words)?;
        self.builder.sites.pointer = instance.arena().get_span(pointer);
        self.builder.push(Op::Atomic {
            function,
            to,
            memory,
            address,
            offset,
            value,
            compare,
        })?;
        match result {
            Some(result) => self.finish(
                instance,
                result,
                (0..words).map(|word| to.offset(word)).collect(),
            ),
            None => Ok(()),
        }
    }

    pub(super) fn ballot(
        &mut self,
        instance: &mut Instance<'m>,
        result: Handle<Expression>,
        predicate: Option<Handle<Expression>>,
    ) -> Result<(), KernelError> {
        let condition = match predicate {
            Some(predicate) => self.value(instance, predicate)?[0],
            None => self.builder.constant(1)?,
        };
        let to = self.builder.registers(4)?;
        self.builder.push(Op::Ballot { to, condition })?;
        self.finish(
            instance,
            result,
            (0..4).map(|word| to.offset(word)).collect(),
        )
    }

    pub(super) fn gather(
        &mut self,
        instance: &mut Instance<'m>,
        mode: &GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<(), KernelError> {
        let (mode, index) = match *mode {
            GatherMode::BroadcastFirst => (Shuffle::First, self.builder.constant(0)?),
            GatherMode::Broadcast(index) | GatherMode::Shuffle(index) => {
                (Shuffle::Lane, self.value(instance, index)?[0])
            }
            GatherMode::ShuffleDown(by) => (Shuffle::Down, self.value(instance, by)?[0]),
            GatherMode::ShuffleUp(by) => (Shuffle::Up, self.value(instance, by)?[0]),
            GatherMode::ShuffleXor(by) => (Shuffle::Xor, self.value(instance, by)?[0]),
            GatherMode::QuadBroadcast(index) => (Shuffle::Quad, self.value(instance, index)?[0]),
            // The lanes of a quad are two rows of two.
            GatherMode::QuadSwap(direction) => {
                let bits = match direction {
                    Direction::X => 1,
                    Direction::Y => 2,
                    Direction::Diagonal => 3,
                };
                (Shuffle::Xor, self.builder.constant(bits)?)
            }
        };
        let mut value = Vec::new();
        for from in self.value(instance, argument)? {
            let to = self.builder.register()?;
            self.builder.push(Op::Shuffle {
                mode,
                to,
                from,
                index,
            })?;
            value.push(to);
        }
        self.finish(instance, result, value)
    }

    pub(super) fn collective(
        &mut self,
        instance: &mut Instance<'m>,
        operation: SubgroupOperation,
        collective: CollectiveOperation,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<(), KernelError> {
        let scan = match collective {
            CollectiveOperation::Reduce => Scan::Reduce,
            CollectiveOperation::InclusiveScan => Scan::Inclusive,
            CollectiveOperation::ExclusiveScan => Scan::Exclusive,
        };
        let (function, neutral) = combination(operation, self.scalar_of(instance, argument)?);
        let mut value = Vec::new();
        for from in self.value(instance, argument)? {
            let to = self.builder.register()?;
            self.builder.push(Op::Combine {
                function,
                scan,
                to,
                from,
                neutral,
            })?;
            value.push(to);
        }
        let is_half = |shape: Shape| shape.is_half(self.module);
        if instance.shape(argument).is_some_and(is_half) {
            value = self.rounded(&value)?;
        }
        self.finish(instance, result, value)
    }

    /// Stores the result of a statement.
    fn finish(
        &mut self,
        instance: &mut Instance<'m>,
        result: Handle<Expression>,
        value: Vec<Register>,
    ) -> Result<(), KernelError> {
        instance.remember(result, Lowered::Value(value));
        self.name(instance, result)
    }
}

/// Returns the operator that combines the values of two lanes, and its neutral element.
fn combination(operation: SubgroupOperation, scalar: ScalarType) -> (Binary, u32) {
    use ScalarType::{F32, I32};
    match (operation, scalar) {
        (SubgroupOperation::Add, F32) => (Binary::AddFloat, 0.0_f32.to_bits()),
        (SubgroupOperation::Add, _) => (Binary::Add, 0),
        (SubgroupOperation::Mul, F32) => (Binary::MultiplyFloat, 1.0_f32.to_bits()),
        (SubgroupOperation::Mul, _) => (Binary::Multiply, 1),
        (SubgroupOperation::Min, F32) => (Binary::MinFloat, f32::INFINITY.to_bits()),
        (SubgroupOperation::Min, I32) => (Binary::MinInt, i32::MAX as u32),
        (SubgroupOperation::Min, _) => (Binary::MinUint, u32::MAX),
        (SubgroupOperation::Max, F32) => (Binary::MaxFloat, f32::NEG_INFINITY.to_bits()),
        (SubgroupOperation::Max, I32) => (Binary::MaxInt, i32::MIN as u32),
        (SubgroupOperation::Max, _) => (Binary::MaxUint, 0),
        (SubgroupOperation::And, _) => (Binary::And, u32::MAX),
        (SubgroupOperation::All, _) => (Binary::And, 1),
        (SubgroupOperation::Or | SubgroupOperation::Any, _) => (Binary::Or, 0),
        (SubgroupOperation::Xor, _) => (Binary::ExclusiveOr, 0),
    }
}
