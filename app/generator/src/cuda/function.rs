//! Functions for the device, macros, structs and constants, which stand before the kernel.

use crate::cuda::types::{Class, Element};
use crate::cuda::value::Value;
use crate::cuda::writer::{Function, Kind, Local, Return, Writer};

/// The types of parameters and results.
const ELEMENTS: [Element; 7] = [
    Element::Int,
    Element::Unsigned,
    Element::Float,
    Element::Int,
    Element::Byte,
    Element::Bool,
    Element::Short,
];

impl Writer<'_, '_> {
    /// Writes what stands before the kernel.
    pub fn prelude(&mut self) {
        if self.source.once_in(2) {
            let name = self.fresh("LIMIT");
            let value = self.source.between(1, 255);
            let line = match self.source.below(3) {
                0 => format!("#define {name} {value}"),
                1 => format!("const int {name} = {value};"),
                _ => format!("enum {{ {name} = {value} }};"),
            };
            self.line(&line);
            self.declare(Local::small(name, Element::Int, 8));
        }
        for _ in 0..self.source.between(0, 2) {
            let name = self.fresh("TWIST");
            let number = self.source.between(1, 15);
            let body = self
                .source
                .pick(["((x) * N + 1)", "((x) ^ N)", "((x) < N ? (x) : N - (x))"]);
            self.line(&format!("#define {name}(x) {}", body.replace('N', &number.to_string())));
            self.macros.push(name);
        }
        for _ in 0..self.source.between(0, 4) {
            match self.source.below(4) {
                0 => self.overloads(),
                1 => self.template(),
                _ => self.function(),
            }
        }
    }

    /// Writes a function whose parameters are values, some of them with defaults.
    fn function(&mut self) {
        let name = self.fresh("f");
        let returns = self.source.pick(ELEMENTS);
        let count = self.source.between(1, 3);
        let parameters: Vec<Element> = (0..count).map(|_| self.source.pick(ELEMENTS)).collect();
        let defaults = match self.source.below(3) {
            0 => self.source.below(count as usize),
            _ => 0,
        };
        self.defined(&name, returns, &parameters, defaults);
        self.functions.push(Function {
            name,
            parameters,
            defaults,
            returns,
            deduced: false,
        });
    }

    fn defined(&mut self, name: &str, returns: Element, parameters: &[Element], defaults: usize) {
        let mut texts = Vec::new();
        let mut locals = Vec::new();
        for (number, &element) in parameters.iter().enumerate() {
            let parameter = self.fresh("x");
            let default = if number + defaults >= parameters.len() {
                format!(" = {}", self.source.between(0, 1))
            } else {
                String::new()
            };
            texts.push(format!("{} {parameter}{default}", element.name()));
            locals.push(Local::new(parameter, element, Kind::Variable));
        }
        let qualifiers = self.source.pick([
            "__device__",
            "__device__ __forceinline__",
            "__device__ __noinline__",
            "static __device__",
            "__device__ inline",
        ]);
        let head = format!("{qualifiers} {} {name}({}) {{", returns.name(), texts.join(", "));
        self.returns = Return::Value(returns);
        self.budget = self.source.between(1, 7);
        self.block(&head, "}", |w| {
            locals.into_iter().for_each(|local| w.declare(local));
            // The functions before this one stay out of its loops.
            w.turns = 8;
            w.statements(3, 2);
            let value = w.assignable(returns, 3);
            w.line(&format!("return {};", value.text));
            w.turns = 1;
        });
        self.returns = Return::Forbidden;
    }

    /// Writes functions of one name that differ in the type of their parameter.
    fn overloads(&mut self) {
        let name = self.fresh("kind");
        for element in [Element::Int, Element::Unsigned, Element::Float] {
            self.defined(&name, element, &[element], 0);
            self.functions.push(Function {
                name: name.clone(),
                parameters: vec![element],
                defaults: 0,
                returns: element,
                deduced: false,
            });
        }
    }

    /// Writes a template over a number or over a type.
    fn template(&mut self) {
        let name = self.fresh("made");
        if self.source.once_in(2) {
            self.line("template <int N>");
            let parameter = self.fresh("x");
            let head = format!("__device__ int {name}(int {parameter}) {{");
            self.returns = Return::Value(Element::Int);
            self.budget = 4;
            self.block(&head, "}", |w| {
                w.declare(Local::new(&*parameter, Element::Int, Kind::Variable));
                w.declare(Local::small("N", Element::Int, 4));
                w.turns = 8;
                w.line("#pragma unroll");
                let head = "for (int k = 0; k < N; k++) {";
                w.block(head, "}", |w| {
                    w.declare(Local::small("k", Element::Int, 4));
                    let value = w.assignable(Element::Int, 2);
                    w.line(&format!("{parameter} = {};", value.text));
                });
                w.statements(2, 1);
                let value = w.assignable(Element::Int, 2);
                w.line(&format!("return {};", value.text));
                w.turns = 1;
            });
            self.returns = Return::Forbidden;
            for _ in 0..self.source.between(1, 2) {
                let number = self.source.between(1, 7);
                self.functions.push(Function {
                    name: format!("{name}<{number}>"),
                    parameters: vec![Element::Int],
                    defaults: 0,
                    returns: Element::Int,
                    deduced: false,
                });
            }
            return;
        }
        self.line("template <typename T>");
        let body = self
            .source
            .pick(["a < b ? b : a", "a > b ? a : (T)(b / 2)", "a == b ? T(1) : b"]);
        self.line(&format!("__device__ T {name}(T a, T b) {{ return {body}; }}"));
        for element in [Element::Int, Element::Unsigned, Element::Float, Element::Short] {
            // Half of a float is no whole number.
            if body.contains('/') && element == Element::Float {
                continue;
            }
            let name = match self.source.below(2) {
                0 => format!("{name}<{}>", element.name()),
                _ => name.clone(),
            };
            self.functions.push(Function {
                name,
                parameters: vec![element; 2],
                defaults: 0,
                returns: element,
                deduced: true,
            });
        }
    }

    /// Writes a function that changes what its parameters refer to, and returns the lines that call it.
    pub fn changing_function(&mut self) -> (String, Element) {
        let name = self.fresh("change");
        let element = self
            .source
            .pick([Element::Int, Element::Unsigned, Element::Float, Element::Int]);
        let ty = element.name();
        let by_pointer = self.source.once_in(2);
        let (one, other) = if by_pointer {
            (format!("{ty} *a"), format!("{ty} *b"))
        } else {
            (format!("{ty} &a"), format!("{ty} &b"))
        };
        let head = format!("__device__ void {name}({one}, {other}, int c) {{");
        self.returns = Return::Nothing;
        self.budget = 4;
        self.block(&head, "}", |w| {
            let texts = if by_pointer { ["(*a)", "(*b)"] } else { ["a", "b"] };
            for text in texts {
                w.declare(Local::new(text, element, Kind::Variable));
            }
            w.declare(Local::new("c", Element::Int, Kind::Variable));
            w.turns = 8;
            if by_pointer {
                let value = w.assignable(element, 2);
                w.line(&format!("*a = {};", value.text));
            }
            w.statements(3, 1);
            w.turns = 1;
        });
        self.returns = Return::Forbidden;
        let sign = if by_pointer { "&" } else { "" };
        (format!("{name}({sign}A, {sign}B, C);"), element)
    }

    /// Writes calls of such a function for two new variables.
    pub fn changing_calls(&mut self, call: &str, element: Element) {
        let names = [self.fresh("v"), self.fresh("v")];
        for name in &names {
            let value = self.assignable(element, 2);
            self.line(&format!("{} {name} = {};", element.name(), value.text));
        }
        let value = self.assignable(Element::Int, 2);
        let [one, other] = &names;
        let text = call.replace('A', one).replace('B', other);
        self.line(&text.replace('C', &value.text));
        for name in names {
            self.declare(Local::new(name, element, Kind::Variable));
        }
    }

    /// Writes a struct with methods and an operator. Returns its name.
    pub fn structure(&mut self) -> String {
        let name = self.fresh("Pair");
        self.line(&format!("struct {name} {{"));
        self.indent += 1;
        self.line("int a;");
        self.line("unsigned b;");
        self.line("float c;");
        for (head, element) in [
            ("__device__ int first(int d) const {", Element::Int),
            ("__device__ unsigned second() const {", Element::Unsigned),
        ] {
            self.block(head, "}", |w| {
                w.members("");
                if head.contains("int d") {
                    w.declare(Local::new("d", Element::Int, Kind::Constant));
                }
                let value = w.assignable(element, 3);
                w.line(&format!("return {};", value.text));
            });
        }
        self.block("__device__ void add(int d) {", "}", |w| {
            w.members("");
            w.declare(Local::new("d", Element::Int, Kind::Constant));
            let value = w.assignable(Element::Int, 2);
            w.line(&format!("a = {};", value.text));
            w.line("b += d;");
        });
        self.block(
            &format!("__device__ {name} operator+(const {name} &o) const {{"),
            "}",
            |w| {
                w.line(&format!("{name} sum = {{(a + o.a) % 65521, b + o.b, fminf(c, o.c)}};"));
                w.line("return sum;");
            },
        );
        self.indent -= 1;
        self.line("};");
        name
    }

    fn members(&mut self, prefix: &str) {
        for (member, element) in [("a", Element::Int), ("b", Element::Unsigned), ("c", Element::Float)] {
            self.declare(Local::new(format!("{prefix}{member}"), element, Kind::Constant));
        }
    }

    /// Writes variables of a struct, and what is done with them.
    pub fn structures(&mut self, ty: &str) {
        let names = [self.fresh("s"), self.fresh("s")];
        for name in &names {
            let values: Vec<String> = [Element::Int, Element::Unsigned, Element::Float]
                .iter()
                .map(|&element| {
                    let value = self.assignable(element, 2);
                    self.cast(element.name(), &value, element.class(), element.bits()).text
                })
                .collect();
            self.line(&format!("{ty} {name} = {{{}}};", values.join(", ")));
        }
        let [one, other] = &names;
        let value = self.assignable(Element::Int, 2);
        self.line(&format!("{one}.add({});", value.text));
        if self.source.once_in(2) {
            self.line(&format!("{other} = {one} + {other};"));
        }
        if self.source.once_in(3) {
            self.line(&format!("{ty} *to = &{one};").replace("to", &format!("to{one}")));
            self.line(&format!("to{one}->a ^= 5;"));
            self.line(&format!("to{one}->b++;"));
        }
        let value = self.assignable(Element::Int, 1);
        let results = [self.fresh("v"), self.fresh("v")];
        self.line(&format!("int {} = {one}.first({});", results[0], value.text));
        self.line(&format!("unsigned {} = {other}.second();", results[1]));
        self.declare(Local::new(&*results[0], Element::Int, Kind::Variable));
        self.declare(Local::new(&*results[1], Element::Unsigned, Kind::Variable));
        for name in &names {
            for (member, element) in [("a", Element::Int), ("b", Element::Unsigned), ("c", Element::Float)] {
                self.declare(Local::new(format!("{name}.{member}"), element, Kind::Variable));
            }
        }
    }

    /// Writes a vector of CUDA's, and makes its components variables.
    pub fn vector(&mut self) {
        let (ty, element, width) = self.source.pick([
            ("int2", Element::Int, 2),
            ("float4", Element::Float, 4),
            ("uint3", Element::Unsigned, 3),
            ("float2", Element::Float, 2),
            ("int4", Element::Int, 4),
            ("uchar4", Element::Byte, 4),
        ]);
        let name = self.fresh("q");
        let values: Vec<Value> = (0..width).map(|_| self.assignable(element, 2)).collect();
        let values: Vec<&Value> = values.iter().collect();
        let made = Value::call(&format!("make_{ty}"), &values, Class::Int, 1);
        self.line(&format!("{ty} {name} = {};", made.text));
        for part in ["x", "y", "z", "w"].iter().take(width) {
            self.declare(Local::new(format!("{name}.{part}"), element, Kind::Variable));
        }
    }
}
