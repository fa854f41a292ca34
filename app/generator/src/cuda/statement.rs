//! Statements without blocks: declarations, assignments, and expressions with side effects in an order that C defines.

use crate::cuda::types::{Class, Element};
use crate::cuda::value::Value;
use crate::cuda::writer::{Kind, Local, Writer};

impl Writer<'_, '_> {
    /// Writes one to `most` statements, with blocks nested at most `depth` deep.
    pub fn statements(&mut self, most: u32, depth: u32) {
        for _ in 0..self.source.between(1, most) {
            self.statement(depth);
        }
    }

    pub fn statement(&mut self, depth: u32) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.source.below(14) {
            0 | 1 => self.assignment(),
            2 | 3 => self.compound_assignment(),
            4 => self.declaration(),
            5 => self.array(),
            6 => self.side_effect(),
            7 => self.step(),
            8 => self.add_to_totals(),
            9 => self.walk(),
            _ if depth > 0 => self.control(depth - 1),
            _ => self.assignment(),
        }
    }

    pub fn declaration(&mut self) {
        let element = self.source.pick(Element::ALL);
        let value = self.assignable(element, 3);
        let name = self.fresh("v");
        let is_its_own = value.class == element.class() && !element.is_narrow();
        let ty = match self.source.below(6) {
            0 if is_its_own && value.class != Class::Bool => "auto",
            _ => element.name(),
        };
        match self.source.below(8) {
            0 => {
                self.line(&format!("const {ty} {name} = {};", value.text));
                self.declare(Local::new(name, element, Kind::Constant));
            }
            1 if ty != "auto" => {
                let other = self.fresh("v");
                let more = self.assignable(element, 1);
                self.line(&format!("{ty} {name} = {}, {other} = {};", value.text, more.text));
                self.declare(Local::new(name, element, Kind::Variable));
                self.declare(Local::new(other, element, Kind::Variable));
            }
            _ => {
                self.line(&format!("{ty} {name} = {};", value.text));
                self.declare(Local::new(name, element, Kind::Variable));
            }
        }
    }

    /// Writes a local array, filled by its initialiser or by a loop.
    fn array(&mut self) {
        let element = self.source.pick([
            Element::Int,
            Element::Unsigned,
            Element::Float,
            Element::Int,
            Element::Byte,
            Element::Short,
        ]);
        let length = self.source.pick([4, 2, 8]);
        let name = self.fresh("a");
        match self.source.below(3) {
            0 => {
                self.line(&format!("{} {name}[{length}];", element.name()));
                let index = self.fresh("i");
                let head = format!("for (int {index} = 0; {index} < {length}; {index}++) {{");
                self.block(&head, "}", |w| {
                    w.declare(Local::small(&*index, Element::Int, 3));
                    let value = w.assignable(element, 2);
                    w.line(&format!("{name}[{index}] = {};", value.text));
                });
            }
            kind => {
                // Braces take no value whose type is wider; the elements that are left out are zero.
                let given = match kind {
                    1 => length,
                    _ => self.source.between(1, length),
                };
                let values: Vec<String> = (0..given)
                    .map(|_| {
                        let value = self.assignable(element, 1);
                        self.cast(element.name(), &value, element.class(), element.bits()).text
                    })
                    .collect();
                let values = values.join(", ");
                self.line(&format!("{} {name}[{length}] = {{{values}}};", element.name()));
            }
        }
        self.declare(Local::new(name, element, Kind::Array(length)));
    }

    /// Chooses something to assign to: its text and its type.
    pub fn target(&mut self) -> Option<Local> {
        let local = self.some_local(|local| matches!(local.kind, Kind::Variable | Kind::Array(_)))?;
        match local.kind {
            Kind::Array(length) => {
                let index = self.index(length, 1);
                let text = format!("{}[{}]", local.text, index.text);
                Some(Local::new(text, local.element, Kind::Array(length)))
            }
            _ => Some(local),
        }
    }

    pub fn assignment(&mut self) {
        let Some(target) = self.target() else {
            return self.declaration();
        };
        let value = self.assignable(target.element, 3);
        self.line(&format!("{} = {};", target.text, value.text));
    }

    /// Writes what brings a variable back into its bounds, if it can be outside of them.
    pub fn bounded(&mut self, target: &Local) {
        match target.element {
            Element::Int => {
                let number = self.source.pick([1_000_003, 65_521, 9973, 1021]);
                self.line(&format!("{} %= {number};", target.text));
            }
            Element::Float => {
                let text = &target.text;
                self.line(&format!("{text} = fminf(fmaxf({text}, -4096.0f), 4096.0f);"));
            }
            _ => {}
        }
    }

    fn compound_assignment(&mut self) {
        let Some(target) = self.target() else {
            return self.declaration();
        };
        let constant = |value: u32| Value::primary(value.to_string(), Class::Int, 7);
        let (operator, value) = match target.element {
            Element::Bool => {
                let value = self.value(Class::Bool, 2);
                (self.source.pick(["&=", "|=", "^="]), value)
            }
            Element::Float => {
                let class = self.source.pick([Class::Float, Class::Int]);
                let value = self.value(class, 2);
                let value = self.narrowed(value, 9);
                (self.source.pick(["+=", "-=", "*="]), value)
            }
            element => match self.source.below(4) {
                0 => {
                    let value = self.source.between(1, 100);
                    (self.source.pick(["/=", "%="]), constant(value))
                }
                1 => {
                    let most = if element == Element::Unsigned { 31 } else { 9 };
                    let value = self.source.between(0, most);
                    (self.source.pick(["<<=", ">>="]), constant(value))
                }
                _ => {
                    let class = self.source.pick([Class::Int, Class::Unsigned, Class::Int]);
                    let value = self.value(class, 2);
                    let value = self.narrowed(value, 9);
                    (self.source.pick(["+=", "-=", "*=", "&=", "|=", "^="]), value)
                }
            },
        };
        self.line(&format!("{} {operator} {};", target.text, value.text));
        self.bounded(&target);
    }

    /// Writes `v++`, `--v` and kin.
    fn step(&mut self) {
        let Some(target) = self.target().filter(|it| it.element != Element::Bool) else {
            return self.assignment();
        };
        let sign = self.source.pick(["++", "--"]);
        match self.source.below(2) {
            0 => self.line(&format!("{}{sign};", target.text)),
            _ => self.line(&format!("{sign}{};", target.text)),
        }
        self.bounded(&target);
    }

    /// Returns a variable that can change in the middle of an expression, because all of its values are within bounds.
    pub fn free_variable(&mut self) -> Option<Local> {
        self.some_local(|local| {
            local.kind == Kind::Variable
                && (local.element == Element::Unsigned || local.element.is_narrow())
                && !local.text.contains(['[', '*'])
        })
    }

    /// Returns an expression that changes a variable. The variable must be hidden.
    pub fn change(&mut self, variable: &Local) -> Value {
        let text = &variable.text;
        let text = match self.source.below(6) {
            0 => format!("{text}++"),
            1 => format!("{text}--"),
            2 => format!("++{text}"),
            3 => format!("--{text}"),
            4 => {
                let value = self.value(Class::Int, 1);
                let value = self.narrowed(value, 9);
                format!("({text} += {})", value.text)
            }
            _ => {
                let value = self.assignable(variable.element, 1);
                format!("({text} = {})", value.text)
            }
        };
        Value::primary(text, variable.element.class(), variable.bits)
    }

    fn side_effect(&mut self) {
        let Some(variable) = self.free_variable() else {
            return self.compound_assignment();
        };
        let name = variable.text.clone();
        let target = self.hiding(&[&name], Self::target);
        let Some(target) = target.filter(|target| target.element != Element::Float) else {
            return self.compound_assignment();
        };
        let text = self.hiding(&[&name, &target.text], |w| match w.source.below(4) {
            0 => {
                let change = w.change(&variable);
                let other = w.value(change.class, 2);
                let (change, other) = (w.narrowed(change, 20), w.narrowed(other, 20));
                let class = change.class;
                let sum = change.binary("+", &other, class, if class == Class::Int { 21 } else { 32 });
                w.fitting(sum, target.element).text
            }
            1 => {
                let condition = w.condition(2);
                let (left, right) = (w.change(&variable), w.change(&variable));
                let text = format!("{} ? {} : {}", condition.at(4), left.text, right.text);
                let value = Value {
                    rank: 3,
                    ..Value::primary(text, left.class, left.bits)
                };
                w.fitting(value, target.element).text
            }
            2 => {
                let change = w.change(&variable);
                w.hidden.pop();
                w.hidden.pop();
                let other = w.assignable(target.element, 2);
                w.hidden.extend([name.clone(), target.text.clone()]);
                format!("({}, {})", change.text, other.text)
            }
            _ => {
                let change = w.change(&variable);
                let other = w.value(Class::Bool, 2);
                let operator = w.source.pick(["&&", "||"]);
                let (left, right) = match w.source.below(2) {
                    0 => (change, other),
                    _ => (other, change),
                };
                left.joined(operator, &right)
            }
        });
        self.line(&format!("{} = {text};", target.text));
    }

    /// Writes atomics on cells that have one function each, so that the order makes no difference.
    fn add_to_totals(&mut self) {
        let Some(totals) = self.totals.clone() else {
            return self.compound_assignment();
        };
        let names = [
            "atomicAdd",
            "atomicMax",
            "atomicMin",
            "atomicOr",
            "atomicAnd",
            "atomicXor",
            "atomicSub",
        ];
        let cell = self.source.below(names.len());
        let value = self.value(Class::Int, 2);
        let place = match self.source.below(2) {
            0 => format!("&{totals}[{cell}]"),
            _ => format!("{totals} + {cell}"),
        };
        self.line(&format!("{}({place}, {});", names[cell], value.text));
    }

    /// Writes a pointer that walks over an array.
    fn walk(&mut self) {
        let array = self.some_local(|local| {
            matches!(local.kind, Kind::Array(_) | Kind::Table(_)) && local.element != Element::Bool
        });
        let Some(array) = array else {
            return self.array();
        };
        let (Kind::Array(length) | Kind::Table(length)) = array.kind else {
            return;
        };
        let (pointer, sum) = (self.fresh("p"), self.fresh("v"));
        let (name, element) = (&array.text, array.element);
        let steps = self.source.between(1, length.min(8));
        let first = self.source.between(0, length - steps);
        let start = match self.source.below(3) {
            0 => format!("&{name}[{first}]"),
            1 if first == 0 => name.clone(),
            _ => format!("{name} + {first}"),
        };
        let ty = element.name();
        // Sums of unsigned integers wrap around; those of floats are small.
        let (sum_element, cast) = match element {
            Element::Float => (Element::Float, ""),
            _ => (Element::Unsigned, "(unsigned)"),
        };
        let zero = self.source.between(0, 9);
        self.line(&format!("{} {sum} = {zero};", sum_element.name()));
        self.line(&format!("const {ty} *{pointer} = {start};"));
        match self.source.below(4) {
            0 => {
                let head = format!("while ({pointer} != {name} + {}) {{", first + steps);
                self.block(&head, "}", |w| w.line(&format!("{sum} += {cast}*{pointer}++;")));
            }
            1 => {
                let index = self.fresh("i");
                let head = format!("for (int {index} = 0; {index} < {steps}; ++{index}) {{");
                self.block(&head, "}", |w| w.line(&format!("{sum} += {cast}{pointer}[{index}];")));
            }
            2 => {
                let end = self.fresh("p");
                self.line(&format!("const {ty} *{end} = {pointer} + {steps};"));
                let head = format!("for (; {pointer} < {end}; {pointer}++) {{");
                self.block(&head, "}", |w| w.line(&format!("{sum} += {cast}*{pointer};")));
                self.line(&format!("{sum} += {end} - {pointer};"));
            }
            _ => {
                self.line(&format!("{pointer} += {};", steps - 1));
                self.line(&format!("{sum} += {cast}*{pointer};"));
                if steps > 1 {
                    self.line(&format!("{pointer} -= {};", steps - 1));
                    self.line(&format!("{sum} += {cast}*({pointer} + 1) + {cast}{pointer}[0];"));
                }
            }
        }
        let local = Local::new(sum, sum_element, Kind::Variable);
        self.bounded(&local);
        self.declare(local);
    }
}
