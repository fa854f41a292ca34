//! Lowers functions: calls are inlined, and values get the names that the text gives them.

use super::{Call, Compiler, Lowered};
use crate::compile::place::{Place, Root, or_zero};
use crate::compile::shape::Shape;
use crate::program::{KernelError, Layout, Op, Register, ScalarType, Target, TargetRoot, Variable, VariableRole};
use wgsl::{Binding, Block, Declaration, Expr, StatementKind, Ty};

impl<'c> Compiler<'c> {
    /// Lowers the body of a function.
    pub(super) fn body(&mut self, function: u32) -> Result<(), KernelError> {
        self.builder.begin_step();
        let declaration = self.checked.functions[function as usize].declaration;
        match &self.checked.tree.declarations[declaration as usize].0 {
            Declaration::Function(function) => self.block(&function.body),
            _ => Ok(()),
        }
    }

    /// Records a `let` in the trace, and returns what it stands for. Its value must not change when a variable changes
    /// that it was read from.
    pub(super) fn name(&mut self, name: &str, ty: Ty, lowered: Lowered) -> Result<Lowered, KernelError> {
        match lowered {
            Lowered::Place(place) => {
                self.record_pointer(name, place)?;
                Ok(Lowered::Place(place))
            }
            Lowered::Value(value) => {
                let value = self.kept(value)?;
                self.record(name, Shape::Ty(ty), &value)?;
                Ok(Lowered::Value(value))
            }
        }
    }

    /// Returns a value that does not change when a variable changes: words of variables are copied.
    pub(super) fn kept(&mut self, mut value: Vec<Register>) -> Result<Vec<Register>, KernelError> {
        for register in &mut value {
            if self.storage.contains(register) {
                *register = self.copied(*register)?;
            }
        }
        Ok(value)
    }

    /// Returns copies of all words of a value.
    pub(super) fn moved(&mut self, value: Vec<Register>) -> Result<Vec<Register>, KernelError> {
        value.into_iter().map(|from| self.copied(from)).collect()
    }

    fn copied(&mut self, from: Register) -> Result<Register, KernelError> {
        let to = self.builder.register()?;
        self.builder.push(Op::Copy { to, from })?;
        Ok(to)
    }

    /// Records a value under a name.
    fn record(&mut self, name: &str, shape: Shape, value: &[Register]) -> Result<(), KernelError> {
        let layout = (value.len() > 1).then(|| shape.layout(self.types));
        self.record_as(name, (shape.scalar(self.types), layout, None), value)
    }

    /// Records a pointer under a name: its value is what its index adds to a place that is known here.
    fn record_pointer(&mut self, name: &str, place: Place) -> Result<(), KernelError> {
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
            layout: place.shape.layout(self.types),
        };
        let index = or_zero(&mut self.builder, index)?;
        self.record_as(name, (Some(ScalarType::U32), None, Some(target)), &[index])
    }

    fn record_as(
        &mut self,
        name: &str,
        (scalar, layout, target): (Option<ScalarType>, Option<Layout>, Option<Target>),
        value: &[Register],
    ) -> Result<(), KernelError> {
        let variable = self.variables.len() as u32;
        self.variables.push(Variable {
            name: name.to_owned(),
            words: value.len() as u32,
            scalar,
            layout,
            target,
            scope: self.scope,
            role: self.role(),
            register: value.first().copied().unwrap_or(Register(0)),
        });
        for (&from, word) in value.iter().zip(0..) {
            self.builder.push(Op::Name { variable, word, from })?;
        }
        Ok(())
    }

    /// Returns the role of a variable that gets its first value here.
    pub(super) fn role(&self) -> VariableRole {
        if self.builder.takes_arguments() {
            VariableRole::Argument
        } else {
            VariableRole::Local
        }
    }

    /// Lowers a call of a function of the text. Returns its value.
    pub(super) fn call(&mut self, call: Expr, function: u32, arguments: &[Expr]) -> Result<Vec<Register>, KernelError> {
        let checked = self.checked;
        let callee = &checked.functions[function as usize];
        if let Some(mark) = self.mark_of(&callee.name) {
            return self.report(mark, arguments);
        }
        if let Some(value) = self.marked_call(call, &callee.name, arguments)? {
            return Ok(value);
        }
        let mut inner = Call::default();
        for (&argument, &parameter) in arguments.iter().zip(&callee.parameters) {
            // Copied, because the callee may change a variable that the value was read from.
            let lowered = match self.lowered_for(argument, parameter)? {
                Lowered::Value(mut value) => {
                    for register in &mut value {
                        if !self.builder.is_known(*register) {
                            *register = self.copied(*register)?;
                        }
                    }
                    Lowered::Value(value)
                }
                place @ Lowered::Place(_) => place,
            };
            inner.locals.insert(parameter, lowered);
        }
        if let Some(result) = callee.result {
            let words = Shape::Ty(result).words(self.types);
            let words = words.ok_or_else(|| self.builder.unsupported("a result of this type"))?;
            let first = self.builder.registers(words)?;
            inner.result = (0..words).map(|word| first.offset(word)).collect();
        }
        let result = inner.result.clone();
        let span = self.builder.span;
        let (declaration, bytes) = &checked.tree.declarations[callee.declaration as usize];
        let place = self.builder.source.function(*bytes);
        let scope = self.scope.replace((place.start, place.end));
        self.builder.calls.push(self.span(call));
        let outer = std::mem::replace(&mut self.call, inner);
        let position = self.push_open(Op::Enter { leave: 0 })?;
        if let Declaration::Function(declaration) = declaration {
            self.clear_variables(&declaration.body)?;
        }
        for &parameter in &callee.parameters {
            let declared = &checked.variables[parameter as usize];
            match self.call.locals.get(&parameter).cloned() {
                Some(Lowered::Value(value)) => {
                    self.record(declared.name, Shape::Ty(declared.ty), &value)?;
                }
                Some(Lowered::Place(place)) => self.record_pointer(declared.name, place)?,
                None => {}
            }
        }
        self.body(function)?;
        self.scope = scope;
        self.builder.calls.pop();
        self.call = outer;
        self.builder.span = span;
        self.builder.ops[position] = Op::Enter {
            leave: self.builder.here(),
        };
        self.builder.push_bare(Op::Leave)?;
        self.builder.begin_step();
        Ok(result)
    }

    /// Returns an argument as its parameter takes it: a pointer or a texture as a place, anything else as a value.
    fn lowered_for(&mut self, argument: Expr, parameter: u32) -> Result<Lowered, KernelError> {
        let ty = self.checked.variables[parameter as usize].ty;
        if self.is_place(ty) {
            self.place(argument).map(Lowered::Place)
        } else {
            self.value(argument).map(Lowered::Value)
        }
    }

    /// Makes zeros of the variables without a first value: registers start as zero, and a second call must find them so.
    fn clear_variables(&mut self, body: &'c Block<'c>) -> Result<(), KernelError> {
        let mut cleared = Vec::new();
        wgsl::each_statement(&body.statements, &mut |statement| {
            if let StatementKind::Declaration(declared) = &statement.kind
                && declared.binding == Binding::Var
                && declared.initial.is_none()
            {
                cleared.push(declared.name.span.start);
            }
        });
        let zero = self.builder.constant(0)?;
        for start in cleared {
            let Some(&variable) = self.checked.declared.get(&start) else {
                continue;
            };
            if let Root::Registers { base, words, .. } = self.declare(variable)?.root {
                for word in 0..words {
                    let to = base.offset(word);
                    self.builder.push(Op::Set { to, from: zero })?;
                }
            }
        }
        Ok(())
    }

    /// Allocates the registers of a `var` of a function, once for each call.
    pub(super) fn declare(&mut self, variable: u32) -> Result<Place, KernelError> {
        if let Some(Lowered::Place(place)) = self.call.locals.get(&variable) {
            return Ok(*place);
        }
        let declared = &self.checked.variables[variable as usize];
        let place = self.new_variable(Some(declared.name), Shape::Ty(declared.ty))?;
        self.call.locals.insert(variable, Lowered::Place(place));
        Ok(place)
    }

    /// Adds an instruction that the end of its construct completes. Returns its position: before it there may be the
    /// begin of a statement.
    pub(super) fn push_open(&mut self, op: Op) -> Result<usize, KernelError> {
        self.builder.push(op)?;
        Ok(self.builder.here() as usize - 1)
    }
}
