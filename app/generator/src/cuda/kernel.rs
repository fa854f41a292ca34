//! The kernel: its parameters, what each thread computes, and the results that it stores.

use crate::Source;
use crate::cuda::cooperate::Shape;
use crate::cuda::types::{Class, Element};
use crate::cuda::writer::{Kind, Local, Return, Writer};

/// Elements of a buffer that is only read.
const TABLE: u32 = 64;
/// Cells of the buffer of sums; each has one atomic function.
const CELLS: u32 = 8;

/// The use of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Input,
    /// It is compared after the launch; it also has contents before it.
    Output,
}

/// A buffer of a random kernel, which is a pointer parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct CudaBuffer {
    pub name: String,
    pub element: Element,
    pub contents: Vec<u8>,
    pub used: Use,
}

/// A random kernel with its launch. The parameters are the buffers and then the arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomCuda {
    pub source: String,
    pub kernel: String,
    /// The template arguments, as CUDA writes them.
    pub template: Vec<String>,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared_bytes: u32,
    pub buffers: Vec<CudaBuffer>,
    /// Scalars: name, type and value, which the type has exactly.
    pub arguments: Vec<(String, Element, f64)>,
}

/// Generates a kernel from the choices of a source.
pub fn generate_cuda(source: &mut Source) -> RandomCuda {
    let mut w = Writer::new(source);
    let block = w.source.pick([
        [32, 1, 1],
        [64, 1, 1],
        [8, 4, 1],
        [16, 4, 1],
        [4, 8, 1],
        [32, 2, 1],
        [16, 2, 2],
    ]);
    let mut grid = w.source.pick([[2, 1, 1], [1, 1, 1], [2, 2, 1], [3, 1, 1]]);
    let threads_of_block: u32 = block.iter().product();
    if threads_of_block == 64 && grid == [2, 2, 1] {
        grid = [1, 2, 1];
    }
    let threads = threads_of_block * grid.iter().product::<u32>();
    let dynamic = w.source.once_in(3).then(|| "dynamic".to_owned());
    let shape = Shape { block, dynamic };

    w.prelude();
    let pair = w.source.once_in(3).then(|| w.structure());
    let changing = w.source.once_in(2).then(|| w.changing_function());

    let buffers = buffers(&mut w, threads);
    let is_guarded = w.source.once_in(4);
    let threads_that_stay = if is_guarded {
        threads - w.source.between(1, 9)
    } else {
        threads
    };
    let arguments = arguments(&mut w, threads_that_stay);
    let template = if w.source.once_in(4) {
        vec![w.source.between(1, 9).to_string()]
    } else {
        Vec::new()
    };
    if !template.is_empty() {
        w.line("template <int ROUNDS>");
    }
    w.line(&head(&buffers, &arguments));
    w.scope(|w| {
        for (name, element, _) in &arguments[1..] {
            w.declare(Local::new(name, *element, Kind::Constant));
        }
        w.declare(Local::small("n", Element::Int, 9));
        if !template.is_empty() {
            w.declare(Local::small("ROUNDS", Element::Int, 4));
        }
        body(w, &shape, &buffers, is_guarded);
        if let Some((call, element)) = &changing {
            w.changing_calls(call, *element);
        }
        if let Some(pair) = &pair {
            w.structures(pair);
        }
        middle(w, &shape, is_guarded);
        hash(w);
        w.returns = Return::Nothing;
        w.budget = w.source.between(0, 6);
        w.statements(4, 2);
        hash(w);
    });
    w.line("}");
    RandomCuda {
        source: w.text,
        kernel: "kernel".to_owned(),
        template,
        grid,
        block,
        shared_bytes: if shape.dynamic.is_some() {
            4 * threads_of_block
        } else {
            0
        },
        buffers,
        arguments,
    }
}

/// Returns the buffers of a kernel: inputs, outputs with an element for each thread, perhaps sums, and the hashes.
fn buffers(w: &mut Writer, threads: u32) -> Vec<CudaBuffer> {
    let mut buffers = Vec::new();
    for (prefix, length, used) in [("in", TABLE, Use::Input), ("out", threads, Use::Output)] {
        for number in 0..w.source.between(1, 3) {
            let element = w.source.pick(Element::ALL);
            let name = format!("{prefix}{number}");
            buffers.push(buffer(w, name, element, length, used));
        }
    }
    if w.source.once_in(2) {
        let name = "totals".to_owned();
        buffers.push(buffer(w, name.clone(), Element::Int, CELLS, Use::Output));
        w.totals = Some(name);
    }
    let name = "hashes".to_owned();
    buffers.push(buffer(w, name, Element::Unsigned, threads, Use::Output));
    buffers
}

/// Returns the scalar arguments of a kernel. The first one is the number of threads that stay behind its guard.
fn arguments(w: &mut Writer, threads_that_stay: u32) -> Vec<(String, Element, f64)> {
    let mut arguments = vec![("n".to_owned(), Element::Int, f64::from(threads_that_stay))];
    for number in 0..w.source.between(0, 2) {
        let element = w.source.pick(Element::ALL);
        let value = match element {
            Element::Bool => w.source.between(0, 1),
            _ => w.source.between(0, 100),
        };
        arguments.push((format!("scalar{number}"), element, f64::from(value)));
    }
    arguments
}

/// Returns a buffer with random contents within the bounds of its type.
fn buffer(w: &mut Writer, name: String, element: Element, length: u32, used: Use) -> CudaBuffer {
    let mut state = u64::from(w.source.word());
    let contents = (0..length).flat_map(|_| {
        let word = crate::source::splitmix64(&mut state) as u32;
        let signed = |bits: u32| (word as i32) >> (31 - bits);
        match element {
            Element::Int => signed(20 - word % 16).to_le_bytes().to_vec(),
            Element::Unsigned => (word >> (word % 32)).to_le_bytes().to_vec(),
            Element::Float => (signed(10) as f32).to_le_bytes().to_vec(),
            Element::Bool => vec![(word >> 31) as u8],
            _ => word.to_le_bytes()[..element.bytes()].to_vec(),
        }
    });
    CudaBuffer {
        name,
        element,
        contents: contents.collect(),
        used,
    }
}

fn head(buffers: &[CudaBuffer], arguments: &[(String, Element, f64)]) -> String {
    let mut parameters: Vec<String> = buffers
        .iter()
        .map(|buffer| {
            let constant = match buffer.used {
                Use::Input => "const ",
                Use::Output => "",
            };
            format!("{constant}{} *{}", buffer.element.name(), buffer.name)
        })
        .collect();
    for (name, element, _) in arguments {
        parameters.push(format!("{} {name}", element.name()));
    }
    format!("__global__ void kernel({}) {{", parameters.join(", "))
}

/// Writes the indices of the thread, and the names that it may use.
fn body(w: &mut Writer, shape: &Shape, buffers: &[CudaBuffer], is_guarded: bool) {
    if shape.dynamic.is_some() {
        w.line("extern __shared__ int dynamic[];");
    }
    let [width, height, depth] = shape.block;
    let place = match (height, depth) {
        (1, 1) => "threadIdx.x".to_owned(),
        (_, 1) if w.source.once_in(2) => format!("threadIdx.y * {width} + threadIdx.x"),
        _ => "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x".to_owned(),
    };
    let threads = shape.threads();
    w.line(&format!("int t = {place};"));
    w.line(&format!(
        "int gid = (blockIdx.y * gridDim.x + blockIdx.x) * {threads} + t;"
    ));
    w.line("int lane = t & 31;");
    for (name, bits) in [("t", 6), ("gid", 8), ("lane", 5)] {
        w.declare(Local::small(name, Element::Int, bits));
    }
    for (name, bits) in [("threadIdx.x", 32), ("blockIdx.x", 32), ("blockDim.x", 32)] {
        w.declare(Local::small(name, Element::Unsigned, bits));
    }
    if is_guarded {
        w.line("if (gid >= n)");
        w.line("    return;");
    }
    w.line("unsigned hash = 2166136261u;");
    for buffer in buffers {
        let name = &buffer.name;
        match (buffer.used, name.starts_with("out")) {
            (Use::Input, _) => w.declare(Local::new(name, buffer.element, Kind::Table(TABLE))),
            (Use::Output, true) => {
                let text = match w.source.below(4) {
                    0 => format!("(*({name} + gid))"),
                    _ => format!("{name}[gid]"),
                };
                w.declare(Local::new(text, buffer.element, Kind::Variable));
            }
            _ => {}
        }
    }
    for _ in 0..w.source.between(1, 4) {
        w.declaration();
    }
    if w.source.once_in(3) {
        w.vector();
    }
}

/// Alternates statements of each thread with steps of the block.
fn middle(w: &mut Writer, shape: &Shape, is_guarded: bool) {
    for _ in 0..w.source.between(1, 4) {
        w.budget = w.source.between(2, 9);
        w.statements(4, 3);
        if !is_guarded {
            w.cooperate(shape, 1);
        }
    }
}

/// Writes a hash of all variables of the function, which differs if one of them does.
fn hash(w: &mut Writer) {
    let locals: Vec<Local> = w.scopes.iter().skip(1).flatten().cloned().collect();
    let of_thread =
        |local: &&Local| !matches!(local.kind, Kind::Constant | Kind::Table(_)) && !local.text.contains("gid");
    for local in locals.iter().filter(of_thread) {
        let cast = match local.element.class() {
            Class::Float => "(unsigned)(int)",
            Class::Bool => "(int)",
            Class::Int => "(unsigned)",
            Class::Unsigned => "",
        };
        let mix = |text: &str| format!("hash = (hash ^ {cast}{text}) * 16777619u;");
        match local.kind {
            Kind::Array(length) => {
                w.line(&format!("for (int i = 0; i < {length}; i++)"));
                let line = mix(&format!("{}[i]", local.text));
                w.line(&format!("    {line}"));
            }
            _ => w.line(&mix(&local.text)),
        }
    }
    w.line("hashes[gid] = hash;");
}
