//! Steps in which the threads of a block work together, where all of them arrive: each thread writes its own place, all
//! wait, each thread reads any place, all wait.

use crate::cuda::types::{Class, Element};
use crate::cuda::value::Value;
use crate::cuda::writer::{Kind, Local, Writer};

/// The types of shared arrays.
const ELEMENTS: [Element; 7] = [
    Element::Int,
    Element::Unsigned,
    Element::Float,
    Element::Int,
    Element::Byte,
    Element::Short,
    Element::Bool,
];
/// The mask of a full warp, in several ways to write it.
const FULL: [&str; 3] = ["0xffffffff", "0xffffffffu", "~0u"];

/// The block of the kernel, and its dynamic shared array.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub block: [u32; 3],
    /// The name of an array of one `int` for each thread, if the launch gives its bytes.
    pub dynamic: Option<String>,
}

impl Shape {
    pub fn threads(&self) -> u32 {
        self.block.iter().product()
    }
}

impl Writer<'_, '_> {
    pub fn cooperate(&mut self, shape: &Shape, depth: u32) {
        match self.source.below(12) {
            0 | 1 => self.exchange(shape),
            2 => self.plane(shape),
            3 => self.tree(shape),
            4 | 5 => self.shuffle(),
            6 => self.vote(),
            7 => self.count(shape),
            10 | 11 => self.exchange_in_warps(shape),
            8 if depth > 0 => {
                let index = self.fresh("r");
                let turns = self.source.between(1, 3);
                let head = format!("for (int {index} = 0; {index} < {turns}; {index}++) {{");
                self.block(&head, "}", |w| {
                    w.declare(Local::small(index, Element::Int, 2));
                    w.turns *= turns;
                    w.cooperate(shape, depth - 1);
                    w.budget += 2;
                    w.statements(2, 1);
                    w.turns /= turns;
                });
            }
            9 if depth > 0 => {
                let condition = self.source.pick(["blockIdx.x & 1", "n % 2 == 0", "gridDim.x > 1"]);
                self.block(&format!("if ({condition}) {{"), "}", |w| {
                    w.cooperate(shape, depth - 1);
                    w.budget += 2;
                    w.statements(2, 1);
                });
            }
            _ => self.exchange(shape),
        }
    }

    /// Returns the place of some thread of the block.
    fn place(&mut self, threads: u32) -> String {
        match self.source.below(4) {
            0 => format!("(t + {}) % {threads}", self.source.between(1, 31)),
            1 => format!("{} - t", threads - 1),
            2 => format!("t ^ {}", self.source.between(1, 31)),
            _ => self.index(threads, 1).text,
        }
    }

    fn exchange(&mut self, shape: &Shape) {
        let threads = shape.threads();
        let (name, element) = match &shape.dynamic {
            Some(name) if self.source.once_in(2) => (name.clone(), Element::Int),
            _ => {
                let element = self.source.pick(ELEMENTS);
                let name = self.fresh("tile");
                self.line(&format!("__shared__ {} {name}[{threads}];", element.name()));
                (name, element)
            }
        };
        let value = self.assignable(element, 2);
        self.line(&format!("{name}[t] = {};", value.text));
        self.line("__syncthreads();");
        for _ in 0..self.source.between(1, 2) {
            let place = self.place(threads);
            let variable = self.fresh("v");
            self.line(&format!("{} {variable} = {name}[{place}];", element.name()));
            self.declare(Local::new(variable, element, Kind::Variable));
        }
        self.line("__syncthreads();");
    }

    /// Writes an exchange inside of each warp, which only barriers of the warp order. Sometimes half of the warp goes on
    /// with a barrier of its own.
    fn exchange_in_warps(&mut self, shape: &Shape) {
        let (name, variable) = (self.fresh("tile"), self.fresh("v"));
        let element = self.source.pick(ELEMENTS);
        let ty = element.name();
        let volatile = self.source.pick(["", "volatile "]);
        self.line(&format!("__shared__ {volatile}{ty} {name}[{}];", shape.threads()));
        let value = self.assignable(element, 2);
        self.line(&format!("{name}[t] = {};", value.text));
        self.line(&format!("{ty} {variable} = {name}[t];"));
        let (first, number) = ("t / 32 * 32", self.source.between(1, 15));
        if self.source.once_in(3) {
            let place = self.source.pick(["(lane + N) % 16", "15 - lane", "(lane ^ N)"]);
            let place = place.replace('N', &number.to_string());
            self.block("if (lane < 16) {", "}", |w| {
                w.line("__syncwarp(0xffffu);");
                w.line(&format!("{variable} = {name}[{first} + {place}];"));
            });
        } else {
            let mask = self.source.pick(["", "0xffffffff", "~0u"]);
            let place = self.source.pick(["(lane + N) % 32", "31 - lane", "(lane ^ N)"]);
            let place = place.replace('N', &number.to_string());
            self.line(&format!("__syncwarp({mask});"));
            self.line(&format!("{variable} = {name}[{first} + {place}];"));
        }
        // The array may be used again in the next turn of a loop.
        self.line("__syncwarp();");
        self.declare(Local::new(variable, element, Kind::Variable));
    }

    /// Writes an exchange over an array of two dimensions, sometimes with a column that nobody uses.
    fn plane(&mut self, shape: &Shape) {
        let [width, height, depth] = shape.block;
        if depth > 1 {
            return self.exchange(shape);
        }
        let element = self.source.pick(ELEMENTS);
        let (name, variable) = (self.fresh("plane"), self.fresh("v"));
        let columns = width + self.source.between(0, 1);
        self.line(&format!("__shared__ {} {name}[{height}][{columns}];", element.name()));
        let value = self.assignable(element, 2);
        self.line(&format!("{name}[threadIdx.y][threadIdx.x] = {};", value.text));
        self.line("__syncthreads();");
        let row = self
            .source
            .pick(["threadIdx.y", "(threadIdx.y + 1) % H", "blockDim.y - 1 - threadIdx.y"]);
        let column = self
            .source
            .pick(["(threadIdx.x + 1) % W", "W - 1 - threadIdx.x", "threadIdx.x ^ 1"]);
        let (row, column) = (
            row.replace('H', &height.to_string()),
            column.replace('W', &width.to_string()),
        );
        self.line(&format!("{} {variable} = {name}[{row}][{column}];", element.name()));
        self.line("__syncthreads();");
        self.declare(Local::new(variable, element, Kind::Variable));
    }

    fn tree(&mut self, shape: &Shape) {
        let threads = shape.threads();
        let (name, variable) = (self.fresh("tree"), self.fresh("v"));
        self.line(&format!("__shared__ unsigned {name}[{threads}];"));
        let value = self.assignable(Element::Unsigned, 2);
        self.line(&format!("{name}[t] = {};", value.text));
        self.line("__syncthreads();");
        let step = self.source.pick([
            "T[t] += T[t + half];",
            "T[t] = max(T[t], T[t + half]);",
            "T[t] ^= T[t + half] * 3;",
        ]);
        let head = self.source.pick([
            "for (int half = N / 2; half > 0; half /= 2) {",
            "for (unsigned half = N >> 1; half; half >>= 1) {",
        ]);
        self.block(&head.replace('N', &threads.to_string()), "}", |w| {
            w.line("if (t < half)");
            w.line(&format!("    {}", step.replace('T', &name)));
            w.line("__syncthreads();");
        });
        self.line(&format!("unsigned {variable} = {name}[0];"));
        self.line("__syncthreads();");
        self.declare(Local::new(variable, Element::Unsigned, Kind::Variable));
    }

    fn shuffle(&mut self) {
        let element = self.source.pick([Element::Int, Element::Unsigned, Element::Float]);
        let (from, variable) = (self.fresh("v"), self.fresh("v"));
        let ty = element.name();
        let value = self.assignable(element, 2);
        self.line(&format!("{ty} {from} = {};", value.text));
        self.declare(Local::new(&*from, element, Kind::Variable));
        let mask = self.source.pick(FULL);
        let width = self.source.pick(["", "", ", 16", ", 8"]);
        let (name, place) = match self.source.below(5) {
            0 => ("__shfl_xor_sync", self.source.between(1, 7).to_string()),
            1 => ("__shfl_up_sync", self.source.between(1, 20).to_string()),
            2 => ("__shfl_down_sync", self.source.between(1, 20).to_string()),
            3 => ("__shfl_sync", format!("lane + {}", self.source.between(1, 31))),
            _ => ("__shfl_sync", self.index(32, 1).text),
        };
        self.line(&format!("{ty} {variable} = {name}({mask}, {from}, {place}{width});"));
        self.declare(Local::new(variable, element, Kind::Variable));
    }

    fn vote(&mut self) {
        let mask = self.source.pick(FULL);
        let variable = self.fresh("v");
        let value = self.condition(2);
        let (element, text) = match self.source.below(5) {
            0 => (Element::Unsigned, format!("__ballot_sync({mask}, {})", value.text)),
            1 => {
                let text = format!("__popc(__ballot_sync({mask}, {}) & ((1u << lane) - 1))", value.text);
                (Element::Int, text)
            }
            2 => (Element::Int, format!("__any_sync({mask}, {}) != 0", value.text)),
            3 => (Element::Bool, format!("__all_sync({mask}, {})", value.text)),
            _ => {
                let name = self.source.pick(["add", "min", "max", "and", "or", "xor"]);
                let value = self.value(Class::Unsigned, 2);
                (
                    Element::Unsigned,
                    format!("__reduce_{name}_sync({mask}, {})", value.text),
                )
            }
        };
        self.line(&format!("{} {variable} = {text};", element.name()));
        self.declare(Local::new(variable, element, Kind::Variable));
    }

    /// Writes a shared histogram.
    fn count(&mut self, shape: &Shape) {
        let (name, variable) = (self.fresh("bins"), self.fresh("v"));
        let bins = self.source.pick([8, 16]);
        self.line(&format!("__shared__ int {name}[{bins}];"));
        self.line(&format!("if (t < {bins})"));
        self.line(&format!("    {name}[t] = 0;"));
        self.line("__syncthreads();");
        let place = self.index(bins, 2);
        let value = self.value(Class::Int, 1);
        let value = self.narrowed(value, 10);
        let function = self.source.pick(["atomicAdd", "atomicMax", "atomicXor"]);
        self.line(&format!("{function}(&{name}[{}], {});", place.text, value.text));
        self.line("__syncthreads();");
        let place = self.index(bins, 1);
        let read = Value::primary(format!("{name}[{}]", place.text), Class::Int, 18);
        self.line(&format!("int {variable} = {};", read.text));
        self.line("__syncthreads();");
        self.declare(Local::new(variable, Element::Int, Kind::Variable));
        debug_assert!(shape.threads() >= bins);
    }
}
