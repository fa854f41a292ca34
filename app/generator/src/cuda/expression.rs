//! Expressions of each type. No signed value overflows, no shift is too long, and no divisor is zero.

use crate::cuda::types::{Class, Element};
use crate::cuda::value::{CHOICE, PREFIX, PRIMARY, Value};
use crate::cuda::writer::{Function, Kind, Local, Writer};

/// Floats are whole numbers of at most so many bits, which a `float` has exactly.
const FLOAT_BITS: u32 = 22;
/// The most turns of loops around a call.
const TURNS_OF_CALLS: u32 = 16;
/// Odd numbers below a power of two, for remainders.
const REMAINDERS: [(u32, u32); 6] = [(4, 11), (7, 97), (10, 1009), (12, 4093), (16, 65521), (20, 1_000_003)];

impl Writer<'_, '_> {
    pub fn value(&mut self, class: Class, depth: u32) -> Value {
        if depth == 0 || self.source.once_in(4) {
            return self.leaf(class);
        }
        match class {
            Class::Int => self.int(depth - 1),
            Class::Unsigned => self.unsigned(depth - 1),
            Class::Float => self.float(depth - 1),
            Class::Bool => self.boolean(depth - 1),
        }
    }

    /// Returns a value of any type.
    pub fn any(&mut self, depth: u32) -> Value {
        let class = self.source.pick(Class::ALL);
        self.value(class, depth)
    }

    /// Returns an `int` or an `unsigned int`.
    fn whole(&mut self, depth: u32) -> Value {
        let class = self.source.pick([Class::Int, Class::Unsigned]);
        self.value(class, depth)
    }

    pub fn leaf(&mut self, class: Class) -> Value {
        if !self.source.once_in(5)
            && let Some(local) = self.some_local(|local| local.element.class() == class)
        {
            return self.read(&local);
        }
        self.literal(class)
    }

    fn read(&mut self, local: &Local) -> Value {
        let class = local.element.class();
        match local.kind {
            Kind::Constant | Kind::Variable => Value::primary(local.text.clone(), class, local.bits),
            Kind::Array(length) | Kind::Table(length) => {
                let index = self.index(length, 1);
                let text = match self.source.below(6) {
                    0 => format!("*({} + {})", local.text, index.at(13)),
                    _ => format!("{}[{}]", local.text, index.text),
                };
                let rank = if text.starts_with('*') { PREFIX } else { PRIMARY };
                Value {
                    rank,
                    ..Value::primary(text, class, local.bits)
                }
            }
        }
    }

    /// Returns an index below a power of two.
    pub fn index(&mut self, length: u32, depth: u32) -> Value {
        let bits = length.ilog2();
        match self.source.below(5) {
            0 => Value::primary(self.source.between(0, length - 1).to_string(), Class::Int, bits),
            1 => {
                let value = self.value(Class::Unsigned, depth);
                let length = Value::primary(format!("{length}u"), Class::Unsigned, 32);
                value.binary("%", &length, Class::Unsigned, 32)
            }
            2 => {
                let value = self.value(Class::Int, depth);
                let value = self.narrowed(value, 20);
                Value {
                    rank: 13,
                    ..Value::primary(format!("abs({}) % {length}", value.text), Class::Int, bits)
                }
            }
            _ => {
                let value = self.value(Class::Int, depth);
                let mask = Value::primary((length - 1).to_string(), Class::Int, bits);
                value.binary("&", &mask, Class::Int, bits)
            }
        }
    }

    fn literal(&mut self, class: Class) -> Value {
        match class {
            Class::Int => {
                let value = match self.source.below(4) {
                    0 => self.source.between(0, 9),
                    1 => self.source.between(0, 255),
                    2 => self.source.word() & 0xffff,
                    _ => 1 << self.source.between(0, 14),
                };
                let bits = value.checked_ilog2().map_or(1, |bits| bits + 1);
                let text = match self.source.below(8) {
                    0 => format!("{value:#x}"),
                    1 if (48..58).contains(&value) => format!("'{}'", value - 48),
                    _ => value.to_string(),
                };
                let value = Value::primary(text, Class::Int, bits);
                if self.source.once_in(4) {
                    value.prefixed("-", Class::Int, bits + 1)
                } else {
                    value
                }
            }
            Class::Unsigned => {
                let value = match self.source.below(3) {
                    0 => self.source.between(0, 20),
                    1 => self.source.word(),
                    _ => 1 << self.source.between(0, 31),
                };
                let text = match self.source.below(3) {
                    0 => format!("{value:#x}u"),
                    _ => format!("{value}u"),
                };
                Value::primary(text, Class::Unsigned, 32)
            }
            Class::Float => {
                let value = self.source.between(0, 100);
                let text = match self.source.below(3) {
                    0 => format!("{value}.f"),
                    _ => format!("{value}.0f"),
                };
                let value = Value::primary(text, Class::Float, 7);
                if self.source.once_in(4) {
                    value.prefixed("-", Class::Float, 7)
                } else {
                    value
                }
            }
            Class::Bool => Value::primary(self.source.pick(["true", "false"]), Class::Bool, 1),
        }
    }

    /// Returns the value, with operators around it that cut it to at most so many bits.
    pub fn narrowed(&mut self, value: Value, bits: u32) -> Value {
        if value.class == Class::Bool || value.bits <= bits {
            return value;
        }
        if value.class == Class::Float {
            let limit = format!("{}.0f", 1_u32 << bits);
            let text = format!("fminf(fmaxf({}, -{limit}), {limit})", value.text);
            return Value::primary(text, Class::Float, bits);
        }
        let remainder = REMAINDERS.iter().rev().find(|(most, _)| *most <= bits);
        match (self.source.below(3), remainder) {
            (0 | 1, Some(&(most, number))) => {
                let number = Value::primary(number.to_string(), Class::Int, most);
                value.binary("%", &number, value.class, most)
            }
            _ => {
                let mask = ((1_u64 << bits) - 1).to_string();
                let mask = Value::primary(mask, Class::Int, bits);
                value.binary("&", &mask, value.class, bits)
            }
        }
    }

    /// Returns the value as one that a variable of the type can be assigned, without a change of meaning that C leaves open.
    pub fn fitting(&mut self, value: Value, element: Element) -> Value {
        match (element, value.class) {
            (Element::Bool, _) => value,
            (Element::Int | Element::Float, _) => self.narrowed(value, element.bits()),
            (_, Class::Float) => self.cast("int", &value, Class::Int, value.bits + 1),
            _ => value,
        }
    }

    /// Returns a value of any type that a variable of the type can be assigned.
    pub fn assignable(&mut self, element: Element, depth: u32) -> Value {
        let value = match self.source.below(3) {
            0 => self.any(depth),
            _ => self.value(element.class(), depth),
        };
        self.fitting(value, element)
    }

    pub fn cast(&mut self, ty: &str, value: &Value, class: Class, bits: u32) -> Value {
        match self.source.below(4) {
            0 => Value::primary(format!("static_cast<{ty}>({})", value.text), class, bits),
            1 if !ty.contains(' ') => Value::primary(format!("{ty}({})", value.text), class, bits),
            _ => value.prefixed(&format!("({ty})"), class, bits),
        }
    }

    fn int(&mut self, depth: u32) -> Value {
        match self.source.below(16) {
            0 | 1 => {
                let (left, right) = (self.value(Class::Int, depth), self.value(Class::Int, depth));
                let (left, right) = (self.narrowed(left, 30), self.narrowed(right, 30));
                let bits = left.bits.max(right.bits) + 1;
                let operator = self.source.pick(["+", "-"]);
                left.binary(operator, &right, Class::Int, bits)
            }
            2 => {
                let (left, right) = (self.value(Class::Int, depth), self.value(Class::Int, depth));
                let left = self.narrowed(left, 16);
                let right = self.narrowed(right, 14);
                let bits = left.bits + right.bits + 1;
                left.binary("*", &right, Class::Int, bits)
            }
            3 => {
                let left = self.value(Class::Int, depth);
                let right = self.divisor(depth);
                let bits = left.bits;
                match self.source.below(2) {
                    0 => left.binary("/", &right, Class::Int, bits),
                    _ => left.binary("%", &right, Class::Int, bits),
                }
            }
            4 => {
                let (left, right) = (self.value(Class::Int, depth), self.value(Class::Int, depth));
                let bits = left.bits.max(right.bits);
                let operator = self.source.pick(["&", "|", "^"]);
                left.binary(operator, &right, Class::Int, bits)
            }
            5 => {
                let left = self.value(Class::Int, depth);
                let left = self.narrowed(left, 16);
                let bits = left.bits;
                let far = self.source.between(1, 7);
                let distance = match self.source.below(2) {
                    0 => Value::primary(far.to_string(), Class::Int, 3),
                    _ => self.masked(7, depth),
                };
                match self.source.below(2) {
                    0 => left.binary("<<", &distance, Class::Int, bits + 8),
                    _ => left.binary(">>", &distance, Class::Int, bits),
                }
            }
            6 => {
                let value = self.value(Class::Int, depth);
                let value = self.narrowed(value, 30);
                let bits = value.bits + 1;
                let sign = self.source.pick(["-", "~", "+"]);
                value.prefixed(sign, Class::Int, bits)
            }
            7 => self.choice(Class::Int, depth),
            8 => {
                let (left, right) = (self.value(Class::Int, depth), self.value(Class::Int, depth));
                let bits = left.bits.max(right.bits);
                let name = self.source.pick(["min", "max"]);
                Value::call(name, &[&left, &right], Class::Int, bits)
            }
            9 => {
                let value = self.value(Class::Int, depth);
                let value = self.narrowed(value, 30);
                Value::call("abs", &[&value], Class::Int, value.bits + 1)
            }
            10 => {
                let (name, class) = self.source.pick([
                    ("__popc", Class::Unsigned),
                    ("__clz", Class::Int),
                    ("__ffs", Class::Int),
                ]);
                let value = self.value(class, depth);
                Value::call(name, &[&value], Class::Int, 6)
            }
            11 => {
                let narrow = self
                    .source
                    .pick([Element::Byte, Element::Short, Element::Char, Element::UnsignedShort]);
                let value = self.whole(depth);
                self.cast(narrow.name(), &value, Class::Int, narrow.bits())
            }
            12 => match self.source.below(2) {
                0 => {
                    let value = self.value(Class::Unsigned, depth);
                    self.cast("int", &value, Class::Int, 31)
                }
                _ => {
                    let value = self.value(Class::Float, depth);
                    self.cast("int", &value, Class::Int, value.bits + 1)
                }
            },
            13 => {
                let (left, right) = (self.value(Class::Bool, depth), self.value(Class::Int, depth));
                let right = self.narrowed(right, 30);
                let bits = right.bits + 1;
                match self.source.below(2) {
                    0 => left.binary("+", &right, Class::Int, bits),
                    _ => left.binary("*", &right, Class::Int, bits),
                }
            }
            14 => self.macro_call(depth),
            _ => self.call(Class::Int, depth),
        }
    }

    /// Returns an `int` from 0 to a power of two less one.
    fn masked(&mut self, mask: u32, depth: u32) -> Value {
        let value = self.value(Class::Int, depth.min(1));
        let mask = Value::primary(mask.to_string(), Class::Int, mask.count_ones());
        value.binary("&", &mask, Class::Int, mask.bits)
    }

    /// Returns a positive `int`.
    fn divisor(&mut self, depth: u32) -> Value {
        match self.source.below(3) {
            0 => {
                let value = self.masked(7, depth);
                let one = Value::primary("1", Class::Int, 1);
                value.binary("+", &one, Class::Int, 4)
            }
            _ => Value::primary(self.source.between(1, 100).to_string(), Class::Int, 7),
        }
    }

    fn unsigned(&mut self, depth: u32) -> Value {
        let class = Class::Unsigned;
        match self.source.below(12) {
            0..=3 => {
                let mut sides = [self.value(class, depth), self.whole(depth)];
                if self.source.once_in(2) {
                    sides.swap(0, 1);
                }
                let operator = self.source.pick(["+", "-", "*", "^", "&", "|"]);
                sides[0].binary(operator, &sides[1], class, 32)
            }
            4 => {
                let left = self.value(class, depth);
                let right = self.divisor(depth);
                let operator = self.source.pick(["/", "%"]);
                left.binary(operator, &right, class, 32)
            }
            5 => {
                let left = self.value(class, depth);
                let distance = match self.source.below(2) {
                    0 => Value::primary(self.source.between(0, 31).to_string(), Class::Int, 5),
                    _ => self.masked(31, depth),
                };
                let operator = self.source.pick(["<<", ">>"]);
                left.binary(operator, &distance, class, 32)
            }
            6 => {
                let value = self.value(class, depth);
                let sign = self.source.pick(["~", "-", "+"]);
                value.prefixed(sign, class, 32)
            }
            7 => self.choice(class, depth),
            8 => {
                let (left, right) = (self.value(class, depth), self.value(class, depth));
                let name = self.source.pick(["min", "max"]);
                Value::call(name, &[&left, &right], class, 32)
            }
            9 => {
                let value = self.value(class, depth);
                Value::call("__brev", &[&value], class, 32)
            }
            10 => {
                let value = self.value(Class::Int, depth);
                self.cast("unsigned", &value, class, 32)
            }
            _ => self.call(class, depth),
        }
    }

    fn float(&mut self, depth: u32) -> Value {
        let class = Class::Float;
        match self.source.below(10) {
            0..=2 => {
                let left = self.value(class, depth);
                let other = self.source.pick([class, Class::Int, class]);
                let right = self.value(other, depth);
                let left = self.narrowed(left, FLOAT_BITS - 1);
                let right = self.narrowed(right, FLOAT_BITS - 1);
                let bits = left.bits.max(right.bits) + 1;
                let operator = self.source.pick(["+", "-"]);
                left.binary(operator, &right, class, bits)
            }
            3 => {
                let left = self.value(class, depth);
                let other = self.source.pick([class, Class::Int]);
                let right = self.value(other, depth);
                let left = self.narrowed(left, FLOAT_BITS / 2);
                let right = self.narrowed(right, FLOAT_BITS / 2 - 1);
                let bits = left.bits + right.bits;
                left.binary("*", &right, class, bits)
            }
            4 => {
                let value = self.value(class, depth);
                let bits = value.bits;
                value.prefixed("-", class, bits)
            }
            5 => {
                let value = self.value(class, depth);
                let half = Value::primary("0.5f", class, 0);
                let bits = value.bits;
                let half = value.binary("*", &half, class, bits);
                let name = self.source.pick(["floorf", "ceilf", "truncf"]);
                Value::call(name, &[&half], class, bits)
            }
            6 => {
                let (left, right) = (self.value(class, depth), self.value(class, depth));
                let bits = left.bits.max(right.bits);
                let name = self.source.pick(["fminf", "fmaxf"]);
                Value::call(name, &[&left, &right], class, bits)
            }
            7 => {
                let value = self.value(class, depth);
                Value::call("fabsf", &[&value], class, value.bits)
            }
            8 => match self.source.below(3) {
                0 => self.choice(class, depth),
                1 => {
                    let value = self.whole(depth);
                    let value = self.narrowed(value, FLOAT_BITS);
                    self.cast("float", &value, class, value.bits)
                }
                _ => {
                    let value = self.leaf(class);
                    let value = self.narrowed(value, FLOAT_BITS / 2);
                    let square = value.binary("*", &value, class, FLOAT_BITS);
                    Value::call("sqrtf", &[&square], class, FLOAT_BITS / 2)
                }
            },
            _ => self.call(class, depth),
        }
    }

    fn boolean(&mut self, depth: u32) -> Value {
        match self.source.below(8) {
            0..=3 => {
                let comparison = self.source.pick(["<", ">", "<=", ">=", "==", "!="]);
                let left = self.any(depth);
                let right = match left.class {
                    Class::Float => {
                        let class = self.source.pick([Class::Float, Class::Int]);
                        self.value(class, depth)
                    }
                    _ => self.whole(depth),
                };
                let right = match left.class {
                    Class::Float => self.narrowed(right, FLOAT_BITS),
                    _ => right,
                };
                left.binary(comparison, &right, Class::Bool, 1)
            }
            4 => {
                let operator = self.source.pick(["&&", "||"]);
                let (left, right) = (self.condition(depth), self.condition(depth));
                left.binary(operator, &right, Class::Bool, 1)
            }
            5 => {
                let value = self.condition(depth);
                value.prefixed("!", Class::Bool, 1)
            }
            6 => {
                let value = self.any(depth);
                self.cast("bool", &value, Class::Bool, 1)
            }
            _ => self.choice(Class::Bool, depth),
        }
    }

    /// Returns a value for `if`, mostly a comparison, else a number.
    pub fn condition(&mut self, depth: u32) -> Value {
        match self.source.below(4) {
            0 => self.whole(depth),
            _ => self.value(Class::Bool, depth.max(1)),
        }
    }

    fn choice(&mut self, class: Class, depth: u32) -> Value {
        let condition = self.condition(depth.min(1));
        let left = self.value(class, depth);
        // An `int` beside an `unsigned int` becomes unsigned.
        let right = match class {
            Class::Unsigned => self.whole(depth),
            _ => self.value(class, depth),
        };
        Value {
            text: format!("{} ? {} : {}", condition.at(CHOICE + 1), left.text, right.at(CHOICE)),
            class,
            bits: left.bits.max(right.bits),
            rank: CHOICE,
        }
    }

    fn macro_call(&mut self, depth: u32) -> Value {
        let index = self.source.below(self.macros.len());
        let Some(name) = self.macros.get(index).cloned() else {
            return self.leaf(Class::Int);
        };
        let value = self.value(Class::Int, depth.min(1));
        let value = self.narrowed(value, 8);
        Value::call(&name, &[&value], Class::Int, 20)
    }

    /// Returns a call of a function whose result has this type.
    fn call(&mut self, class: Class, depth: u32) -> Value {
        let fitting: Vec<usize> = (0..self.functions.len())
            .filter(|&index| self.functions[index].returns.class() == class)
            .collect();
        if fitting.is_empty() || self.turns > TURNS_OF_CALLS {
            return self.leaf(class);
        }
        let index = fitting[self.source.below(fitting.len())];
        let function = self.functions[index].clone();
        let left_out = self.source.below(function.defaults + 1);
        let given = function.parameters.len() - left_out;
        let arguments: Vec<Value> = function.parameters[..given]
            .iter()
            .map(|&element| self.argument(element, &function, depth.min(1)))
            .collect();
        let arguments: Vec<&Value> = arguments.iter().collect();
        let element = function.returns;
        Value::call(&function.name, &arguments, class, element.bits())
    }

    /// Returns an argument. An overload wants a value of the parameter's class, and a template one of its own type.
    fn argument(&mut self, element: Element, function: &Function, depth: u32) -> Value {
        let is_converted = !function.name.starts_with("kind") && !function.deduced;
        if is_converted {
            return self.assignable(element, depth);
        }
        let value = self.value(element.class(), depth);
        let value = self.fitting(value, element);
        if function.deduced && value.class == Class::Int {
            self.cast(element.name(), &value, Class::Int, element.bits())
        } else {
            value
        }
    }
}
