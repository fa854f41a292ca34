//! The entry point: it declares variables, alternates statements with cooperative steps, and hashes all results.

use crate::construct::Construct;
use crate::types::{Scalar, Shape, Type};
use crate::writer::{Calls, Local, Return, Writer};

/// The writer, and the state that only the entry point has.
#[derive(Debug)]
pub(crate) struct Body<'w, 's, 'b> {
    pub writer: &'w mut Writer<'s, 'b>,
    /// Workgroup variables, which are declared after the function.
    pub declarations: String,
    /// Invocations per workgroup.
    pub lanes: u32,
    /// Name of an override with this number, if there is one.
    pub size_override: Option<String>,
    /// Names of numbers that are the same in all lanes of a workgroup.
    pub uniform: Vec<String>,
    pub in_loop: bool,
    /// Bytes of workgroup memory that are still available.
    pub workgroup_bytes: u32,
}

/// Maximum number of terms in a hash, so that the hash is not larger than the kernel.
const MOST_TERMS: usize = 96;
const MOST_TERMS_FRUGALLY: usize = 8;

const NUMBER: Shape = Shape::new(Scalar::U32, 1);

impl Body<'_, '_, '_> {
    /// Writes the function. `size` is the workgroup size as written in the attribute; `locals_of_lane`
    /// are the elements of buffers that a lane owns, as `buffer[gid]`.
    pub fn write(&mut self, size: &str, locals_of_lane: Vec<Local>) {
        let lanes = self.lanes;
        let w = &mut *self.writer;
        w.anchor = "tid";
        w.returns = Return::Forbidden;
        w.calls = Calls::Any;
        w.iterations = 1;
        w.budget = w.source.between(6, 40);
        w.text.push_str(&format!(
            "@compute @workgroup_size({size})\nfn main(@builtin(local_invocation_index) tid: u32, \
             @builtin(local_invocation_id) local: vec3u,\n        @builtin(workgroup_id) place: vec3u, \
             @builtin(global_invocation_id) everywhere: vec3u,\n        @builtin(num_workgroups) groups: vec3u) {{\n"
        ));
        w.scopes.push(Vec::new());
        w.line("let group = (place.z * groups.y + place.y) * groups.x + place.x;");
        w.line(&format!("let gid = group * {lanes}u + tid;"));
        for name in ["tid", "group", "gid"] {
            w.declare(Local::value(name, Type::Value(NUMBER)));
        }
        for name in ["local", "place", "everywhere", "groups"] {
            w.declare(Local::value(name, Type::Value(Shape::new(Scalar::U32, 3))));
        }
        // naga 30 folds overrides that a `let` names when the pipeline is made, and refuses shifts by more than 31 bits
        // then. A `var` is not folded.
        for (name, scalar) in std::mem::take(&mut w.overrides) {
            let value = name.to_lowercase();
            w.line(&format!("var {value} = {name};"));
            w.declare(Local::value(&value, Type::Value(Shape::new(scalar, 1))));
        }
        w.line("var hash = arrayLength(&input) ^ params.a;");
        w.mark(Construct::ArrayLength);
        // Uses every declared buffer, because bind groups contain only used ones.
        let shift = w.source.below(256);
        w.line(&format!("hash ^= input[(gid + {shift}u) % arrayLength(&input)].a;"));
        w.line("atomicAdd(&counters[0], tid);");
        w.line("atomicMax(&balances[1], i32(tid));");
        for local in locals_of_lane {
            w.declare(local);
        }
        for _ in 0..w.source.between(1, 4) {
            if !w.source.is_over() {
                w.declaration();
            }
        }
        for _ in 0..self.writer.source.between(0, 4) {
            if self.writer.source.is_over() {
                break;
            }
            self.writer.statements(4, 3);
            if self.writer.source.once_in(3) {
                continue;
            }
            self.cooperate(2);
        }
        if !self.writer.source.is_over() {
            self.hash();
        }
        let w = &mut *self.writer;
        let value = w.inexact();
        w.line(&format!("inexact[gid] = {value};"));
        // No barrier follows after this point, so lanes may return.
        w.returns = Return::Nothing;
        w.budget += 6;
        w.statements(6, 3);
        self.hash();
        self.writer.scopes.pop();
        self.writer.text.push_str("}\n\n");
        self.writer.text.push_str(&self.declarations);
    }

    /// Hashes all variables of the function and of the module, and writes the hash.
    fn hash(&mut self) {
        let counts = |local: &&Local| local.mutable || local.name.starts_with('c');
        let locals: Vec<Local> = self.writer.locals().filter(counts).cloned().collect();
        let mut terms = Vec::new();
        // Buffer contents are compared directly.
        for local in locals.iter().filter(|local| !local.name.contains("[gid]")) {
            add_terms(&mut terms, &local.name, &local.ty);
        }
        // Newest first: older variables are part of an earlier hash.
        let most = if self.writer.source.is_frugal() {
            MOST_TERMS_FRUGALLY
        } else {
            MOST_TERMS
        };
        for term in terms.iter().rev().take(most) {
            self.writer.line(&format!("hash = (hash ^ {term}) * 16777619u;"));
        }
        self.writer.line("hashes[gid] = hash;");
    }
}

/// Appends every scalar of a value as a `u32`.
fn add_terms(terms: &mut Vec<String>, text: &str, ty: &Type) {
    match ty {
        Type::Value(shape) if shape.width == 1 => terms.push(match shape.scalar {
            Scalar::U32 => text.to_owned(),
            Scalar::I32 => format!("bitcast<u32>({text})"),
            // The value instead of the bits: the sign of a zero is unspecified.
            Scalar::F32 => format!("bitcast<u32>(i32({text}))"),
            Scalar::Bool => format!("select(0u, 1u, {text})"),
        }),
        Type::Value(shape) => {
            let scalar = Type::Value(Shape { width: 1, ..*shape });
            for part in ["x", "y", "z", "w"].iter().take(shape.width as usize) {
                add_terms(terms, &format!("{text}.{part}"), &scalar);
            }
        }
        Type::Matrix(columns, rows) => {
            let column = Type::Value(Shape::new(Scalar::F32, *rows));
            for index in 0..*columns {
                add_terms(terms, &format!("{text}[{index}]"), &column);
            }
        }
        Type::Array(element, length) => {
            for index in 0..*length {
                add_terms(terms, &format!("{text}[{index}]"), element);
            }
        }
        Type::Struct(structure) => {
            for (member, name) in structure.members.iter().zip('a'..) {
                add_terms(terms, &format!("{text}.{name}"), member);
            }
        }
    }
}
