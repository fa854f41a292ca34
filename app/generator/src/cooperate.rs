//! Steps in which the lanes of a workgroup cooperate, in uniform control flow: each lane writes its slot, all wait,
//! each lane reads any slot, all wait.

use crate::body::Body;
use crate::construct::Construct;
use crate::types::{Scalar, Shape, Type};
use crate::writer::Local;

const NUMBER: Shape = Shape::new(Scalar::U32, 1);

/// Atomic functions whose result does not depend on the order of calls. Each has its own slot.
const COMMUTATIVE: [&str; 6] = [
    "atomicAdd",
    "atomicMax",
    "atomicMin",
    "atomicAnd",
    "atomicOr",
    "atomicXor",
];

impl Body<'_, '_, '_> {
    /// Writes a cooperative step, nested in at most `depth` uniform blocks.
    pub fn cooperate(&mut self, depth: u32) {
        match self.writer.source.below(9) {
            0 | 1 => self.exchange(),
            2 => self.tree(),
            3 => self.storage_exchange(),
            4 => self.storage_atomics(),
            5 => self.workgroup_atomics(),
            6 => self.uniform_load(),
            7 if depth > 0 => self.uniform_loop(depth - 1),
            8 if depth > 0 => self.uniform_branch(depth - 1),
            _ => self.exchange(),
        }
    }

    /// Reserves workgroup memory for `count` elements. Returns false if it does not fit into the limit that WebGPU
    /// guarantees.
    fn reserve(&mut self, element: &Type, count: u32) -> bool {
        let (size, align) = element.layout();
        // Rounds up, because a variable may begin at any multiple of 16 bytes.
        let bytes = (size.next_multiple_of(align) * count).next_multiple_of(16);
        let fits = bytes <= self.workgroup_bytes;
        if fits {
            self.workgroup_bytes -= bytes;
        }
        fits
    }

    /// Declares a workgroup variable. Returns its name.
    fn workgroup_variable(&mut self, stem: &str, ty: &str) -> String {
        let name = self.writer.fresh(stem);
        self.declarations.push_str(&format!("var<workgroup> {name}: {ty};\n"));
        name
    }

    /// Returns the index of some lane's slot in the workgroup.
    fn slot(&mut self) -> String {
        let lanes = self.lanes;
        let w = &mut *self.writer;
        match w.source.below(3) {
            0 => format!("(tid + {}u) % {lanes}u", w.source.between(1, 63)),
            1 => format!("{}u - tid", lanes - 1),
            _ => format!("{} % {lanes}u", w.variable(NUMBER, 2).text),
        }
    }

    fn exchange(&mut self) {
        let ty = match self.writer.source.below(4) {
            0 => match self.writer.some_struct() {
                Some(structure) => {
                    self.writer.mark(Construct::WorkgroupStruct);
                    Type::Struct(structure)
                }
                None => Type::Value(NUMBER),
            },
            _ => Type::Value(self.writer.shape()),
        };
        if !self.reserve(&ty, self.lanes) {
            return self.storage_exchange();
        }
        self.writer.mark(Construct::WorkgroupExchange);
        let lanes = match &self.size_override {
            Some(name) if self.writer.source.once_in(2) => {
                self.writer.mark(Construct::OverrideArraySize);
                name.clone()
            }
            _ => format!("{}", self.lanes),
        };
        let tile = self.workgroup_variable("tile", &format!("array<{}, {lanes}>", ty.name()));
        let value = self.writer.value_of(&ty, 2);
        self.writer.line(&format!("{tile}[tid] = {value};"));
        self.writer.line("workgroupBarrier();");
        for _ in 0..self.writer.source.between(1, 2) {
            let slot = self.slot();
            let name = self.writer.fresh("c");
            self.writer.line(&format!("let {name} = {tile}[{slot}];"));
            self.writer.declare(Local::value(&name, ty.clone()));
        }
        // Waits before another lane may write its slot again.
        if self.in_loop {
            self.writer.line("workgroupBarrier();");
        }
    }

    /// Writes a tree sum over the workgroup.
    fn tree(&mut self) {
        if !self.lanes.is_power_of_two() {
            return self.exchange();
        }
        self.writer.mark(Construct::WorkgroupTree);
        let lanes = self.lanes;
        let shape = Shape::new(Scalar::I32, self.writer.source.pick([1, 1, 4]));
        if !self.reserve(&Type::Value(shape), lanes) {
            return self.storage_exchange();
        }
        let ty = format!("array<{}, {lanes}>", shape.name());
        let tile = self.workgroup_variable("tile", &ty);
        let value = self.writer.kept(shape, 2);
        let (stride, name) = (self.writer.fresh("s"), self.writer.fresh("c"));
        let w = &mut *self.writer;
        w.line(&format!("{tile}[tid] = {value};"));
        w.line("workgroupBarrier();");
        w.line(&format!(
            "for (var {stride} = {}u; {stride} > 0u; {stride} /= 2u) {{",
            lanes / 2
        ));
        w.line(&format!("  if (tid < {stride}) {{"));
        w.line(&format!("    {tile}[tid] += {tile}[tid + {stride}];"));
        w.line("  }");
        w.line("  workgroupBarrier();");
        w.line("}");
        w.line(&format!("let {name} = {tile}[0];"));
        w.declare(Local::value(&name, Type::Value(shape)));
        if self.in_loop {
            self.writer.line("workgroupBarrier();");
        }
    }

    /// Exchanges a value through the storage buffer in which each lane owns elements.
    fn storage_exchange(&mut self) {
        self.writer.mark(Construct::StorageExchange);
        let element = self.writer.source.below(self.writer.own_elements as usize);
        let value = self.writer.kept(NUMBER, 2);
        let slot = self.slot();
        let lanes = self.lanes;
        let name = self.writer.fresh("c");
        let w = &mut *self.writer;
        w.line(&format!("own[gid][{element}] = {value};"));
        w.line("storageBarrier();");
        w.line(&format!("let {name} = own[group * {lanes}u + ({slot})][{element}];"));
        w.line("storageBarrier();");
        w.declare(Local::value(&name, Type::Value(NUMBER)));
    }

    /// Updates counters that no lane reads during the dispatch.
    fn storage_atomics(&mut self) {
        self.writer.mark(Construct::StorageAtomic);
        for _ in 0..self.writer.source.between(1, 3) {
            let w = &mut *self.writer;
            let slot = w.source.below(COMMUTATIVE.len());
            let (array, scalar) = w.source.pick([("counters", Scalar::U32), ("balances", Scalar::I32)]);
            let value = w.variable(Shape::new(scalar, 1), 2).text;
            let function = match slot {
                0 if w.source.once_in(2) => "atomicSub",
                _ => COMMUTATIVE[slot],
            };
            let call = format!("{function}(&{array}[{slot}], {value});");
            match w.source.below(3) {
                0 => w.line(&call),
                1 => {
                    let condition = w.variable(Shape::new(Scalar::Bool, 1), 2).text;
                    w.line(&format!("if {condition} {{"));
                    w.line(&format!("  {call}"));
                    w.line("}");
                }
                _ => {
                    let k = w.fresh("k");
                    let count = w.variable(NUMBER, 1).text;
                    w.line(&format!("for (var {k} = 0u; {k} < ({count} % 4u); {k}++) {{"));
                    w.line(&format!("  {call}"));
                    w.line("}");
                }
            }
        }
    }

    fn workgroup_atomics(&mut self) {
        if !self.reserve(&Type::Value(NUMBER), COMMUTATIVE.len() as u32) {
            return self.storage_exchange();
        }
        self.writer.mark(Construct::WorkgroupAtomic);
        let scalar = self.writer.source.pick(Scalar::INTEGERS);
        let count = COMMUTATIVE.len();
        let ty = format!("array<atomic<{}>, {count}>", scalar.name());
        let tally = self.workgroup_variable("tally", &ty);
        for _ in 0..self.writer.source.between(1, 3) {
            let w = &mut *self.writer;
            let slot = w.source.below(count);
            let value = w.variable(Shape::new(scalar, 1), 2).text;
            let function = COMMUTATIVE[slot];
            if w.source.once_in(2) {
                let condition = w.variable(Shape::new(Scalar::Bool, 1), 2).text;
                w.line(&format!("if {condition} {{"));
                w.line(&format!("  {function}(&{tally}[{slot}], {value});"));
                w.line("}");
            } else {
                w.line(&format!("{function}(&{tally}[{slot}], {value});"));
            }
        }
        let w = &mut *self.writer;
        w.line("workgroupBarrier();");
        let index = w.variable(NUMBER, 1).text;
        let name = w.fresh("c");
        w.line(&format!("let {name} = atomicLoad(&{tally}[{index} % {count}u]);"));
        w.declare(Local::value(&name, Type::Value(Shape::new(scalar, 1))));
        if self.in_loop {
            self.writer.line("workgroupBarrier();");
        }
    }

    fn uniform_load(&mut self) {
        if !self.reserve(&Type::Value(NUMBER), 1) {
            return self.storage_exchange();
        }
        self.writer.mark(Construct::UniformLoad);
        let flag = self.workgroup_variable("flag", "u32");
        let value = self.writer.kept(NUMBER, 2);
        let lane = self.writer.source.below(self.lanes.min(256) as usize);
        let name = self.writer.fresh("c");
        let w = &mut *self.writer;
        w.line(&format!("if (tid == {lane}u) {{"));
        w.line(&format!("  {flag} = {value};"));
        w.line("}");
        w.line(&format!("let {name} = workgroupUniformLoad(&{flag});"));
        w.declare(Local::value(&name, Type::Value(NUMBER)));
        self.uniform.push(name);
    }

    /// Returns a number that is provably the same in all lanes of the workgroup.
    fn uniform_number(&mut self) -> String {
        let index = self.writer.source.below(self.uniform.len());
        self.uniform.get(index).cloned().unwrap_or_else(|| "group".to_owned())
    }

    fn uniform_loop(&mut self, depth: u32) {
        self.writer.mark(Construct::UniformLoop);
        let k = self.writer.fresh("k");
        let number = self.uniform_number();
        let most = self.writer.source.between(2, 4);
        self.writer
            .line(&format!("for (var {k} = 0u; {k} < ({number} % {most}u); {k}++) {{"));
        let uniform_before = self.uniform.len();
        let outside = std::mem::replace(&mut self.in_loop, true);
        self.writer.scopes.push(vec![Local::value(&k, Type::Value(NUMBER))]);
        self.writer.statements(2, 1);
        self.cooperate(depth);
        self.writer.statements(2, 1);
        self.writer.scopes.pop();
        self.in_loop = outside;
        self.uniform.truncate(uniform_before);
        self.writer.line("}");
    }

    fn uniform_branch(&mut self, depth: u32) {
        self.writer.mark(Construct::UniformBranch);
        let number = self.uniform_number();
        let remainder = self.writer.source.below(2);
        self.writer.line(&format!("if ({number} % 2u == {remainder}u) {{"));
        let uniform_before = self.uniform.len();
        self.writer.scopes.push(Vec::new());
        self.cooperate(depth);
        self.writer.statements(2, 1);
        self.writer.scopes.pop();
        self.uniform.truncate(uniform_before);
        self.writer.line("}");
    }
}
