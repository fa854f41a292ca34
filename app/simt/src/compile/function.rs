//! Lowers functions: statements one by one, variables where they are declared, calls inlined.

use super::compiler::Compiler;
use super::image::Coordinates;
use super::instance::{Instance, Lowered, Types};
use super::place::{Place, Root, or_zero};
use super::types::Shape;
use crate::program::{
    BarrierKind, KernelError, Layout, Op, Register, ScalarType, Target, TargetRoot, Variable,
    VariableRole,
};
use naga::{
    Barrier, Block, Expression, Function, Handle, LocalVariable, Span, Statement, TypeInner,
};
use std::collections::HashSet;

/// Returns true for the `return` that naga adds at the end of every path through a function without being in the
/// source.
pub(super) fn is_implicit_return(statement: &Statement, span: Span) -> bool {
    matches!(statement, Statement::Return { value: None }) && !span.is_defined()
}

impl<'m> Compiler<'m> {
    /// Lowers a whole function.
    pub(super) fn body(&mut self, instance: &mut Instance<'m>) -> Result<(), KernelError> {
        self.builder.begin_step();
        match instance.function {
            Some(function) => {
                instance.discarded = self.discarded(function);
                instance.checks = self.checks_of(function);
                self.block(instance, &function.body)
            }
            None => Ok(()),
        }
    }

    /// Returns the places that a `select` reads and throws away where its condition, which names the index, is false, as
    /// in `select(0, a[i], i < n)`.
    fn discarded(&self, function: &Function) -> HashSet<Handle<Expression>> {
        let text = |handle: Handle<Expression>| {
            let range = function.expressions.get_span(handle).to_range();
            range.map_or("", |range| self.builder.text(range))
        };
        let selects = function
            .expressions
            .iter()
            .filter_map(|(_, expression)| match *expression {
                Expression::Select {
                    condition,
                    accept,
                    reject,
                } => Some((condition, [accept, reject])),
                _ => None,
            });
        let mut found = HashSet::new();
        for (condition, arms) in selects {
            for arm in arms {
                let Expression::Load { pointer } = function.expressions[arm] else {
                    continue;
                };
                if let Expression::Access { index, .. } = function.expressions[pointer]
                    && !text(index).is_empty()
                    && text(condition).contains(text(index))
                {
                    found.insert(pointer);
                }
            }
        }
        found
    }

    /// Returns the registers of a local variable.
    pub(super) fn local(
        &mut self,
        instance: &mut Instance<'m>,
        local: Handle<LocalVariable>,
    ) -> Result<Place, KernelError> {
        if let Some(&place) = instance.locals.get(&local) {
            return Ok(place);
        }
        let declared = instance
            .function
            .map(|function| &function.local_variables[local]);
        let declared =
            declared.ok_or_else(|| self.builder.unsupported("a variable outside functions"))?;
        let place = self.new_variable(declared.name.as_deref(), Shape::Handle(declared.ty))?;
        instance.locals.insert(local, place);
        Ok(place)
    }

    /// Lowers the initialisers of the variables declared before `offset`, at their places in the source.
    fn initialise(&mut self, instance: &mut Instance<'m>, offset: u32) -> Result<(), KernelError> {
        while let Some(&(start, local)) = instance.initialisers.last() {
            if start >= offset {
                break;
            }
            instance.initialisers.pop();
            let Some(function) = instance.function else {
                break;
            };
            let declared = &function.local_variables[local];
            self.builder.span = function.local_variables.get_span(local);
            let Some(init) = declared.init else { continue };
            let value = self.value(instance, init)?;
            let place = self.local(instance, local)?;
            place.store(self.module, &mut self.builder, &value)?;
        }
        Ok(())
    }

    pub(super) fn block(
        &mut self,
        instance: &mut Instance<'m>,
        block: &'m Block,
    ) -> Result<(), KernelError> {
        for (statement, &span) in block.span_iter() {
            self.placed(instance, statement, span)?;
        }
        Ok(())
    }

    /// Lowers a statement at its place: declarations before it come first.
    pub(super) fn placed(
        &mut self,
        instance: &mut Instance<'m>,
        statement: &'m Statement,
        span: Span,
    ) -> Result<(), KernelError> {
        if is_implicit_return(statement, span) {
            return Ok(());
        }
        let range = span.to_range().unwrap_or(0..0);
        // The variable of a `for` header is declared inside the span of the loop, but initialised before it.
        let before = if matches!(statement, Statement::Loop { .. }) {
            range.end
        } else {
            range.start
        };
        self.initialise(instance, before as u32)?;
        self.builder.span = span;
        self.statement(instance, statement, span)
    }

    pub(super) fn statement(
        &mut self,
        instance: &mut Instance<'m>,
        statement: &'m Statement,
        span: Span,
    ) -> Result<(), KernelError> {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    let own = instance.arena.get_span(handle);
                    self.builder.span = if own.is_defined() { own } else { span };
                    self.lowered(instance, handle)?;
                    self.name(instance, handle)?;
                }
                Ok(())
            }
            Statement::Block(block) => self.block(instance, block),
            Statement::If {
                condition,
                accept,
                reject,
            } => self.branch(instance, *condition, accept, reject),
            Statement::Switch { selector, cases } => self.switch(instance, *selector, cases),
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => self.loop_(instance, body, continuing, *break_if),
            Statement::Break => self.builder.push(Op::Break),
            Statement::Continue => self.builder.push(Op::Continue),
            Statement::Return { value } => {
                if let Some(value) = value {
                    let value = self.value(instance, *value)?;
                    let result = instance.result.clone().unwrap_or_default();
                    for (to, from) in result.into_iter().zip(value) {
                        self.builder.push(Op::Set { to, from })?;
                    }
                }
                self.builder.push(Op::Return)
            }
            Statement::ControlBarrier(barrier) => {
                if barrier.intersects(Barrier::SUB_GROUP) {
                    return self.builder.push(Op::Meet);
                }
                let kind = if barrier.contains(Barrier::TEXTURE) {
                    BarrierKind::Texture
                } else if barrier.contains(Barrier::STORAGE | Barrier::WORK_GROUP) {
                    BarrierKind::Both
                } else if barrier.contains(Barrier::STORAGE) {
                    BarrierKind::Storage
                } else {
                    BarrierKind::Workgroup
                };
                self.builder.push(Op::Barrier { kind })
            }
            Statement::Store { pointer, value } => {
                let place = self.place(instance, *pointer)?;
                let value = self.value(instance, *value)?;
                self.builder.sites.pointer = instance.arena.get_span(*pointer);
                self.builder.sites.vector = self.vector_of(instance, *pointer);
                place.store(self.module, &mut self.builder, &value)?;
                self.builder.sites.vector = 0;
                Ok(())
            }
            Statement::Call {
                function,
                arguments,
                result,
            } => self.call(instance, *function, arguments, *result),
            Statement::Atomic {
                pointer,
                fun,
                value,
                result,
            } => self.atomic(instance, *pointer, fun, *value, *result),
            Statement::WorkGroupUniformLoad { pointer, result } => {
                // A barrier, a load of one value for all lanes, and a barrier: each is a separate step.
                let place = self.place(instance, *pointer)?;
                self.builder.push(Op::Barrier {
                    kind: BarrierKind::Workgroup,
                })?;
                self.builder.begin_step();
                self.builder.sites.pointer = instance.arena.get_span(*pointer);
                let value = place.load(self.module, &mut self.builder)?;
                self.builder.push(Op::Barrier {
                    kind: BarrierKind::Workgroup,
                })?;
                self.builder.begin_step();
                instance.remember(*result, Lowered::Value(value));
                self.name(instance, *result)
            }
            Statement::SubgroupBallot { result, predicate } => {
                self.ballot(instance, *result, *predicate)
            }
            Statement::SubgroupGather {
                mode,
                argument,
                result,
            } => self.gather(instance, mode, *argument, *result),
            Statement::SubgroupCollectiveOperation {
                op,
                collective_op,
                argument,
                result,
            } => self.collective(instance, *op, *collective_op, *argument, *result),
            Statement::ImageStore {
                image,
                coordinate,
                array_index,
                value,
            } => {
                let at = Coordinates {
                    image: *image,
                    coordinate: *coordinate,
                    layer: *array_index,
                    level: None,
                };
                self.image_store(instance, at, *value)
            }
            Statement::MemoryBarrier(_) => Err(self.builder.unsupported("memory barriers")),
            Statement::Kill
            | Statement::ImageAtomic { .. }
            | Statement::RayQuery { .. }
            | Statement::RayPipelineFunction(_)
            | Statement::CooperativeStore { .. } => Err(self
                .builder
                .unsupported("atomics of textures, discard and ray queries")),
        }
    }

    /// Returns the number of components of the vector whose component a pointer leads to; 0 if it is none.
    fn vector_of(&self, instance: &Instance<'m>, pointer: Handle<Expression>) -> u32 {
        let (Expression::Access { base, .. } | Expression::AccessIndex { base, .. }) =
            instance.arena[pointer]
        else {
            return 0;
        };
        let Types::Function(info) = instance.types else {
            return 0;
        };
        match *info[base].ty.inner_with(&self.module.types) {
            TypeInner::ValuePointer {
                size: Some(size), ..
            } => size as u32,
            TypeInner::Pointer { base, .. } => match self.module.types[base].inner {
                TypeInner::Vector { size, .. } => size as u32,
                _ => 0,
            },
            _ => 0,
        }
    }

    /// Records a `let` in the trace. Its value must not change when a variable changes that it was read from.
    pub(super) fn name(
        &mut self,
        instance: &mut Instance<'m>,
        handle: Handle<Expression>,
    ) -> Result<(), KernelError> {
        let Some(name) = instance
            .function
            .and_then(|function| function.named_expressions.get(&handle))
        else {
            return Ok(());
        };
        let Some(name) = self.name_of(name) else {
            return Ok(());
        };
        let mut value = match instance.cached(handle) {
            Some(Lowered::Value(value)) => value,
            Some(Lowered::Place(place)) => return self.record_pointer(name, place),
            None => return Ok(()),
        };
        // naga records no span for a plain read of a variable; the `let` is the next one of its name.
        if !instance.arena.get_span(handle).is_defined() {
            self.builder.begin_let(&name);
            // The variable that is read may be declared just before, with its value not stored yet.
            let begin = self.builder.span;
            if let Some(range) = begin.to_range() {
                self.initialise(instance, range.start as u32)?;
                self.builder.span = begin;
            }
        }
        // Parts of a vector or a structure may be words of a variable, too.
        let is_load = matches!(instance.arena[handle], Expression::Load { .. });
        if is_load || value.iter().any(|part| self.storage.contains(part)) {
            for register in &mut value {
                if !is_load && !self.storage.contains(register) {
                    continue;
                }
                let to = self.builder.register()?;
                self.builder.push(Op::Copy {
                    to,
                    from: *register,
                })?;
                *register = to;
            }
            instance.remember(handle, Lowered::Value(value.clone()));
        }
        let Some(shape) = instance.shape(handle) else {
            return Ok(());
        };
        self.record(name, shape, &value)
    }

    /// Records a value under a name.
    fn record(
        &mut self,
        name: String,
        shape: Shape,
        value: &[Register],
    ) -> Result<(), KernelError> {
        let layout = (value.len() > 1).then(|| shape.layout(self.module));
        let scalar = shape.scalar(self.module);
        self.record_as(name, (scalar, layout, None), value)
    }

    /// Records a pointer under a name: its value is what its index adds to a place that is known here.
    fn record_pointer(&mut self, name: String, place: Place) -> Result<(), KernelError> {
        let (root, index) = match place.root {
            Root::Memory {
                memory,
                address,
                offset: byte,
            } => (TargetRoot::Memory { memory, byte }, address),
            Root::Registers {
                variable: Some(variable),
                offset: word,
                index,
                ..
            } => (TargetRoot::Variable { variable, word }, index),
            // A variable without a name has no value to show.
            Root::Registers { variable: None, .. } => return Ok(()),
        };
        let target = Target {
            root,
            layout: place.shape.layout(self.module),
        };
        let index = or_zero(&mut self.builder, index)?;
        let kind = (Some(ScalarType::U32), None, Some(target));
        self.record_as(name, kind, &[index])
    }

    fn record_as(
        &mut self,
        name: String,
        (scalar, layout, target): (Option<ScalarType>, Option<Layout>, Option<Target>),
        value: &[Register],
    ) -> Result<(), KernelError> {
        let variable = self.variables.len() as u32;
        self.variables.push(Variable {
            name,
            words: value.len() as u32,
            scalar,
            layout,
            target,
            scope: self.scope,
            role: VariableRole::Local,
            register: value.first().copied().unwrap_or(Register(0)),
        });
        for (&from, word) in value.iter().zip(0..) {
            self.builder.push(Op::Name {
                variable,
                word,
                from,
            })?;
        }
        Ok(())
    }

    fn call(
        &mut self,
        instance: &mut Instance<'m>,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> Result<(), KernelError> {
        let callee = &self.module.functions[function];
        if let Some(mark) = self.mark_of(callee) {
            return self.report(instance, mark, arguments);
        }
        if self.marked_call(instance, callee, arguments, result)? {
            return Ok(());
        }
        let mut values = Vec::new();
        for &argument in arguments {
            // Copied, because the callee may change a variable that the value was read from.
            let value = match self.lowered(instance, argument)? {
                Lowered::Value(registers) => {
                    let mut copies = Vec::new();
                    for from in registers {
                        copies.push(if self.builder.is_known(from) {
                            from
                        } else {
                            let to = self.builder.register()?;
                            self.builder.push(Op::Copy { to, from })?;
                            to
                        });
                    }
                    Lowered::Value(copies)
                }
                place @ Lowered::Place(_) => place,
            };
            values.push(value);
        }
        self.settle(instance)?;
        let mut inner = Instance::new(callee, Types::Function(&self.info[function]), values);
        if let (Some(handle), Some(returned)) = (result, &callee.result) {
            let words = Shape::Handle(returned.ty).words(self.module);
            let words = words.ok_or_else(|| self.builder.unsupported("a result of this type"))?;
            let first = self.builder.registers(words)?;
            let registers: Vec<_> = (0..words).map(|word| first.offset(word)).collect();
            inner.result = Some(registers.clone());
            instance.remember(handle, Lowered::Value(registers));
        }
        let bytes = self.builder.bytes(self.module.functions.get_span(function));
        let outer = std::mem::replace(&mut self.scope, bytes);
        let at = self.builder.here() as usize;
        self.builder.push(Op::Enter { leave: 0 })?;
        let at = at + usize::from(!matches!(self.builder.ops[at], Op::Enter { .. }));
        let span = self.builder.span;
        // Registers start as zero, and a second call must find its variables so again.
        let zero = self.builder.constant(0)?;
        for (local, declared) in callee.local_variables.iter() {
            if declared.name.is_some() && declared.init.is_none() {
                let Root::Registers { base, words, .. } = self.local(&mut inner, local)?.root
                else {
                    continue;
                };
                for word in 0..words {
                    self.builder.push(Op::Set {
                        to: base.offset(word),
                        from: zero,
                    })?;
                }
            }
        }
        for (argument, value) in callee.arguments.iter().zip(inner.arguments.clone()) {
            let name = argument.name.as_deref();
            let Some(name) = name.and_then(|name| self.name_of(name)) else {
                continue;
            };
            match value {
                Lowered::Value(value) => {
                    self.record(name, Shape::Handle(argument.ty), &value)?;
                }
                Lowered::Place(place) => self.record_pointer(name, place)?,
            }
        }
        self.nested(|this| this.body(&mut inner))?;
        self.scope = outer;
        self.builder.span = span;
        self.builder.ops[at] = Op::Enter {
            leave: self.builder.here(),
        };
        self.builder.push_bare(Op::Leave)?;
        self.builder.begin_step();
        if let Some(handle) = result {
            self.name(instance, handle)?;
        }
        Ok(())
    }

    /// Copies values that were read from variables before a call that may change these variables.
    pub(super) fn settle(&mut self, instance: &mut Instance<'m>) -> Result<(), KernelError> {
        let is_read = |lowered: &Lowered| match lowered {
            Lowered::Value(value) => value.iter().any(|part| self.storage.contains(part)),
            Lowered::Place(_) => false,
        };
        let values = instance.values.iter();
        let mut reads: Vec<_> = values
            .filter(|(_, lowered)| is_read(lowered))
            .map(|(handle, _)| *handle)
            .collect();
        // The order of a hash table is random, but the program must not be.
        reads.sort();
        for handle in reads {
            let Some(Lowered::Value(mut value)) = instance.cached(handle) else {
                continue;
            };
            let mut changed = false;
            for register in &mut value {
                if self.storage.contains(register) {
                    let to = self.builder.register()?;
                    self.builder.push(Op::Copy {
                        to,
                        from: *register,
                    })?;
                    *register = to;
                    changed = true;
                }
            }
            if changed {
                instance.remember(handle, Lowered::Value(value));
            }
        }
        Ok(())
    }
}
