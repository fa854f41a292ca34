//! Functions of the kernel: parameters by value and by pointer, several returns, changes of private variables.

use crate::construct::Construct;
use crate::types::{Scalar, Shape, Type};
use crate::writer::{Calls, Function, Local, Return, Writer};

/// An address space, and the access mode that a pointer to it names.
const FUNCTION: (&str, &str) = ("function", "");
const BUFFER: (&str, &str) = ("storage", ", read_write");

impl Writer<'_, '_> {
    /// Writes a function that later functions may call.
    pub fn function(&mut self) {
        let name = self.fresh("f");
        let result = self.shape();
        // The first parameter is the anchor: a number that is only known at run time.
        let mut parameters = vec![Shape::new(Scalar::U32, 1)];
        for _ in 0..self.source.below(3) {
            let shape = self.shape();
            parameters.push(shape);
        }
        let mut pointer = self.source.once_in(3).then(|| self.shape());
        let to_buffer = pointer.is_some() && self.source.once_in(12) && self.source.takes(Construct::PointerToBuffer);
        if to_buffer {
            self.mark(Construct::PointerToBuffer);
            pointer = Some(Shape::new(Scalar::U32, 1));
        }
        let impure = self.source.once_in(3);
        self.anchor = "anchor";
        self.returns = Return::Value(result);
        // Code is copied for each call, so functions rarely contain calls.
        self.calls = if self.source.once_in(4) {
            self.mark(Construct::CallInCall);
            Calls::Any
        } else {
            Calls::None
        };
        self.budget = self.source.between(1, 4);
        self.iterations = 8;
        let mutable: Vec<bool> = self.scopes[0].iter().map(|local| local.mutable).collect();
        for local in &mut self.scopes[0] {
            local.mutable &= impure;
        }
        self.scopes.push(Vec::new());
        let space = if to_buffer { BUFFER } else { FUNCTION };
        let header = self.parameters(&parameters, pointer, space);
        self.text
            .push_str(&format!("fn {name}({header}) -> {} {{\n", result.name()));
        self.statements(4, 1);
        let value = self.kept(result, 3);
        self.line(&format!("return {value};"));
        self.scopes.pop();
        self.text.push_str("}\n\n");
        for (local, mutable) in self.scopes[0].iter_mut().zip(mutable) {
            local.mutable = mutable;
        }
        self.functions.push(Function {
            name,
            parameters,
            pointer,
            to_buffer,
            result,
            impure,
        });
    }

    fn parameters(&mut self, parameters: &[Shape], pointer: Option<Shape>, (space, access): (&str, &str)) -> String {
        let mut header = Vec::new();
        for (number, &shape) in parameters.iter().enumerate() {
            let name = match number {
                0 => "anchor".to_owned(),
                _ => self.fresh("a"),
            };
            header.push(format!("{name}: {}", shape.name()));
            self.declare(Local::value(&name, Type::Value(shape)));
        }
        if let Some(shape) = pointer {
            let name = self.fresh("q");
            header.push(format!("{name}: ptr<{space}, {}{access}>", shape.name()));
            self.declare(Local {
                addressable: false,
                ..Local::variable(&format!("(*{name})"), Type::Value(shape))
            });
        }
        header.join(", ")
    }
}
