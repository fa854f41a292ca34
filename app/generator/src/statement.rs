//! Statements without control flow: declarations, assignments, calls.

use crate::construct::Construct;
use crate::types::{Scalar, Shape, Struct, Type};
use crate::writer::{Calls, Local, OWN, VARIABLE_BOUND, Writer};

/// Facts that a compiler must know how to compute. Source: WGSL, section 17.
const CHECKS: [&str; 6] = [
    "pack4xU8(vec4u(1u, 2u, 3u, 4u)) == 0x04030201u",
    "determinant(mat2x2f(1.0, 2.0, 3.0, 4.0)) == -2.0",
    "all(reflect(vec2f(1.0, -1.0), vec2f(0.0, 1.0)) == vec2f(1.0, 1.0))",
    "frexp(12.0).exp == 4 && frexp(12.0).fract == 0.75",
    "insertBits(0u, 0xffu, 4u, 4u) == 240u",
    "(1 << 40) / 1099511627776 == 1",
];

impl Writer<'_, '_> {
    /// Writes a statement with blocks nested at most `depth` deep; nothing if the budget is used up.
    pub fn statement(&mut self, depth: u32) {
        if !self.spend() {
            return;
        }
        match self.source.below(12) {
            0 | 1 => self.assignment(),
            2 => self.compound_assignment(),
            3 => self.declaration(),
            4 => self.let_declaration(),
            5 => self.pointer(),
            6 => self.call_statement(),
            7 => self.aside(),
            _ if depth > 0 => self.control(depth - 1),
            _ => self.assignment(),
        }
    }

    /// Writes one to `most` statements.
    pub fn statements(&mut self, most: u32, depth: u32) {
        for _ in 0..self.source.between(1, most) {
            self.statement(depth);
        }
    }

    /// Chooses a shape, mostly a scalar.
    pub fn shape(&mut self) -> Shape {
        let scalar = self.source.pick(Scalar::ALL);
        let width = self.source.pick([1, 1, 1, 2, 3, 4]);
        Shape::new(scalar, width)
    }

    /// Chooses a type for a variable of a function.
    pub fn variable_type(&mut self) -> Type {
        match self.source.below(8) {
            0..=3 => Type::Value(self.shape()),
            4 => {
                self.mark(Construct::Matrix);
                Type::Matrix(self.source.between(2, 4), self.source.between(2, 4))
            }
            5 => match self.some_struct() {
                Some(structure) => {
                    self.mark(Construct::StructVariable);
                    Type::Struct(structure)
                }
                None => Type::Value(self.shape()),
            },
            _ => {
                self.mark(Construct::ArrayVariable);
                let shape = self.shape();
                if shape.width > 1 {
                    self.mark(Construct::ArrayOfVectors);
                }
                Type::Array(Box::new(Type::Value(shape)), self.source.between(2, 5))
            }
        }
    }

    pub fn some_struct(&mut self) -> Option<Struct> {
        let index = self.source.below(self.structs.len());
        self.structs.get(index).cloned()
    }

    pub fn declaration(&mut self) {
        let ty = self.variable_type();
        let spelled = ty.name();
        let name = self.variable_name();
        if self.source.once_in(4) {
            self.line(&format!("var {name}: {spelled};"));
        } else {
            let value = self.value_of(&ty, 2);
            self.line(&format!("var {name}: {spelled} = {value};"));
        }
        self.declare(Local::variable(&name, ty));
    }

    /// Returns a new name, or that of a variable of an enclosing block, which the new one shadows.
    fn variable_name(&mut self) -> String {
        if self.scopes.len() > 2 && self.source.once_in(4) {
            let outer = &self.scopes[1..self.scopes.len() - 1];
            let here = self.scopes.last().into_iter().flatten();
            let taken: Vec<&str> = here.map(|local| local.name.as_str()).collect();
            let shadowed = outer
                .iter()
                .flatten()
                .rev()
                .find(|local| local.name.starts_with('v') && !taken.contains(&local.name.as_str()));
            if let Some(name) = shadowed.map(|local| local.name.clone()) {
                self.mark(Construct::Shadowing);
                return name;
            }
        }
        self.fresh("v")
    }

    fn let_declaration(&mut self) {
        let name = self.fresh("c");
        let shape = self.shape();
        let value = if self.source.once_in(5) {
            self.mark(Construct::LetOfConstant);
            self.literal(shape).text
        } else {
            self.kept(shape, 3)
        };
        self.line(&format!("let {name} = {value};"));
        self.declare(Local::value(&name, Type::Value(shape)));
    }

    pub fn assignment(&mut self) {
        if self.source.once_in(6) && self.whole_assignment() {
            return;
        }
        let shape = self.shape();
        match self.place(shape) {
            Some(place) => {
                let value = self.kept(shape, 3);
                self.line(&format!("{place} = {value};"));
            }
            None => self.let_declaration(),
        }
    }

    /// Assigns a whole matrix, array or structure. Returns false if there is none.
    fn whole_assignment(&mut self) -> bool {
        let composite = |local: &&Local| local.mutable && !matches!(local.ty, Type::Value(_));
        let composites: Vec<Local> = self.locals().filter(composite).cloned().collect();
        let index = self.source.below(composites.len());
        let Some(local) = composites.get(index) else {
            return false;
        };
        self.mark(Construct::WholeStruct);
        let value = self.value_of(&local.ty, 1);
        self.line(&format!("{} = {value};", local.name));
        true
    }

    fn compound_assignment(&mut self) {
        let scalar = self.source.pick(Scalar::INTEGERS);
        let width = self.source.pick([1, 1, 2, 4]);
        let shape = Shape::new(scalar, width);
        let Some(place) = self.place(shape) else {
            return self.let_declaration();
        };
        if width == 1 && self.source.once_in(4) {
            self.mark(Construct::Increment);
            let operator = self.source.pick(["++", "--"]);
            return self.line(&format!("{place}{operator};"));
        }
        self.mark(Construct::CompoundAssignment);
        let operator = self
            .source
            .pick(["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]);
        let value = match operator {
            "/=" | "%=" if self.source.once_in(2) => self.divisor(shape),
            "<<=" | ">>=" => self.shift_count(shape, 1),
            _ => self.variable(shape, 2).text,
        };
        self.line(&format!("{place} {operator} {value};"));
    }

    /// Declares a pointer to a variable or to one of its elements.
    fn pointer(&mut self) {
        let variables: Vec<(String, Type)> = self
            .locals()
            .filter(|local| local.addressable && local.mutable)
            .map(|local| (local.name.clone(), local.ty.clone()))
            .collect();
        let index = self.source.below(variables.len());
        let Some((name, ty)) = variables.into_iter().nth(index) else {
            return self.let_declaration();
        };
        let pointer = self.fresh("p");
        self.mark(Construct::PointerVariable);
        let (target, ty) = match ty {
            Type::Array(element, length) => {
                self.mark(Construct::PointerToElement);
                let index = self.index(length);
                (format!("{name}[{index}]"), *element)
            }
            other => (name, other),
        };
        self.line(&format!("let {pointer} = &{target};"));
        self.declare(Local {
            addressable: false,
            ..Local::variable(&format!("(*{pointer})"), ty)
        });
    }

    /// Writes a call whose result gets a name, or a call with a pointer.
    fn call_statement(&mut self) {
        if self.calls == Calls::None {
            return self.let_declaration();
        }
        let index = self.source.below(self.functions.len());
        let Some(function) = self.functions.get(index).cloned() else {
            return self.let_declaration();
        };
        self.mark(Construct::Call);
        let mut arguments: Vec<String> = function
            .parameters
            .iter()
            .map(|&parameter| self.kept(parameter, 1))
            .collect();
        if function.to_buffer {
            if !self.locals().any(|local| local.name == OWN) {
                return self.let_declaration();
            }
            let index = self.index(self.own_elements);
            arguments.push(format!("&{OWN}[{index}]"));
        } else if let Some(pointee) = function.pointer {
            let wanted = Type::Value(pointee);
            let target = self
                .locals()
                .find(|local| local.addressable && local.ty == wanted)
                .map(|local| local.name.clone());
            let parts = self.locals().find_map(|local| match &local.ty {
                Type::Array(element, length) if local.addressable && **element == wanted => {
                    Some((local.name.clone(), *length))
                }
                _ => None,
            });
            let target = match parts {
                Some((name, length)) if target.is_none() || self.source.once_in(2) => {
                    self.mark(Construct::PointerToPart);
                    Some(format!("{name}[{}]", self.index(length)))
                }
                _ => target,
            };
            let target = target.unwrap_or_else(|| {
                let name = self.fresh("v");
                let value = self.kept(pointee, 1);
                self.line(&format!("var {name} = {value};"));
                self.declare(Local::variable(&name, Type::Value(pointee)));
                name
            });
            self.mark(Construct::PointerParameter);
            arguments.push(format!("&{target}"));
        }
        let name = self.fresh("c");
        let call = format!("{}({})", function.name, arguments.join(", "));
        self.line(&format!("let {name} = {call};"));
        self.declare(Local::value(&name, Type::Value(function.result)));
    }

    /// Discards a value: the only statement in which an index may be out of range.
    fn aside(&mut self) {
        let array = self.locals().find_map(|local| match &local.ty {
            Type::Array(..) if local.addressable => Some(local.name.clone()),
            _ => None,
        });
        match array {
            Some(name) if self.source.once_in(2) => {
                self.mark(Construct::UnobservedOutOfRange);
                let index = self.variable(Shape::new(Scalar::U32, 1), 1).text;
                self.line(&format!("_ = {name}[{index}];"));
            }
            _ if self.source.once_in(3) && self.source.takes(Construct::ConstAssert) => {
                self.mark(Construct::ConstAssert);
                let check = self.source.pick(CHECKS);
                self.line(&format!("const_assert {check};"));
            }
            _ => {
                self.mark(Construct::Phony);
                let shape = self.shape();
                let value = self.expression(shape, 2);
                let text = self.clamped(shape, value, VARIABLE_BOUND);
                self.line(&format!("_ = {text};"));
            }
        }
    }
}
