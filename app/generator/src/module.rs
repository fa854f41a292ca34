//! A whole kernel: its declarations, functions and entry point, and the dispatch that belongs to it.

use crate::body::Body;
use crate::construct::Construct;
use crate::inexact::TOLERANCE;
use crate::output::Outputs;
use crate::source::{Source, splitmix64};
use crate::types::{Scalar, Shape, Struct, Type};
use crate::writer::{Local, Writer};
use simt::{Buffer, Contents, Dispatch};
use std::collections::{BTreeMap, BTreeSet};

/// A kernel, its dispatch, and the outputs to compare after a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomKernel {
    /// WGSL with one compute entry point.
    pub source: String,
    pub dispatch: Dispatch,
    pub outputs: Outputs,
    /// The language features that occur in it.
    pub constructs: BTreeSet<Construct>,
}

/// Invocations per workgroup that every WebGPU implementation supports.
const MOST_LANES: u32 = 256;
/// Invocations per workgroup of a frugal kernel.
const MOST_LANES_FRUGALLY: u32 = 64;

/// Bytes of workgroup memory that every WebGPU implementation has.
const MOST_WORKGROUP_BYTES: u32 = 16_384;

const NUMBER: Shape = Shape::new(Scalar::U32, 1);

/// Generates a kernel from the choices of a source.
pub fn generate(source: &mut Source<'_>) -> RandomKernel {
    let mut writer = Writer::new(source);
    directives(&mut writer);
    let size = workgroup_size(&mut writer);
    let lanes = size.iter().product::<u32>();
    let workgroups = workgroups(&mut writer, lanes);
    let all_lanes = lanes * workgroups.iter().product::<u32>();
    let mut dispatch = Dispatch {
        workgroups,
        overrides: BTreeMap::new(),
        buffers: Vec::new(),
    };
    let size_override = overrides(&mut writer, &mut dispatch, size[0]);
    let attribute = match &size_override {
        Some(name) => format!("{name}, {}, {}", size[1], size[2]),
        None if size[1] * size[2] == 1 => format!("{}", size[0]),
        None => format!("{}, {}, {}", size[0], size[1], size[2]),
    };
    structs(&mut writer);
    constants(&mut writer);
    let mut bindings = Bindings::new(&mut writer);
    let elements = bindings.declare(&mut writer, all_lanes);
    writer.own_elements = bindings.own_elements;
    for _ in 0..writer.source.optional(4) {
        writer.function();
    }
    let mut uniform = vec!["group".to_owned(), "params.a".to_owned(), "groups.x".to_owned()];
    uniform.extend(size_override.is_some().then(|| "block".to_owned()));
    if size_override.is_some() {
        writer.overrides.push(("BLOCK".to_owned(), Scalar::U32));
    }
    let mut body = Body {
        writer: &mut writer,
        declarations: String::new(),
        lanes,
        size_override: size_override.filter(|_| size[1] * size[2] == 1),
        uniform,
        in_loop: false,
        workgroup_bytes: MOST_WORKGROUP_BYTES,
    };
    body.write(&attribute, elements);
    dispatch.buffers = bindings.buffers;
    RandomKernel {
        source: writer.text,
        dispatch,
        outputs: bindings.outputs,
        constructs: writer.constructs,
    }
}

/// Writes directives that change nothing.
fn directives(writer: &mut Writer<'_, '_>) {
    if writer.source.optional(4) == 3 {
        writer.mark(Construct::Directive);
        writer.line("diagnostic(off, derivative_uniformity);");
        writer.line("requires readonly_and_readwrite_storage_textures, packed_4x8_integer_dot_product;");
    }
}

fn workgroup_size(writer: &mut Writer<'_, '_>) -> [u32; 3] {
    let most = if writer.source.is_frugal() {
        MOST_LANES_FRUGALLY
    } else {
        MOST_LANES
    };
    let x = writer.source.pick([4, 1, 7, 8, 16, 32, 33, 64, 128, 256]).min(most);
    let y = writer.source.pick([1, 1, 1, 2, 3, 4]).min(most / x);
    let z = writer.source.pick([1, 1, 1, 2]).min(most / x / y);
    if y * z > 1 {
        writer.mark(Construct::WorkgroupBlock);
    }
    [x, y, z]
}

/// Chooses the workgroups in x, y and z, few enough that a run is short.
fn workgroups(writer: &mut Writer<'_, '_>, lanes: u32) -> [u32; 3] {
    let all = if writer.source.is_frugal() { 128 } else { 512 };
    let most = (all / lanes).clamp(1, 6);
    let x = writer.source.pick([1, 2, 3]).min(most);
    let y = writer.source.pick([1, 1, 2]).min(most / x).max(1);
    let z = writer.source.pick([1, 1, 2]).min(most / x / y).max(1);
    if x * y * z > 1 {
        writer.mark(Construct::SeveralWorkgroups);
    }
    if y * z > 1 {
        writer.mark(Construct::WorkgroupGrid);
    }
    [x, y, z]
}

/// Declares overrides. Returns the name of the one that is the workgroup size in x.
fn overrides(writer: &mut Writer<'_, '_>, dispatch: &mut Dispatch, size: u32) -> Option<String> {
    for _ in 0..writer.source.optional(3) {
        writer.mark(Construct::Override);
        let name = writer.fresh("O");
        let scalar = writer.source.pick(Scalar::ALL);
        let default = writer.literal(Shape::new(scalar, 1)).text;
        writer.line(&format!("override {name}: {} = {default};", scalar.name()));
        if writer.source.once_in(2) {
            let value = match scalar {
                Scalar::Bool => writer.source.below(2),
                Scalar::U32 | Scalar::I32 | Scalar::F32 => writer.source.below(256),
            };
            dispatch.overrides.insert(name.clone(), value as f64);
        }
        writer.overrides.push((name, scalar));
    }
    if !writer.source.once_in(3) {
        return None;
    }
    writer.mark(Construct::OverrideWorkgroupSize);
    let default = writer.source.pick([1, size]);
    writer.line(&format!("override BLOCK: u32 = {default}u;"));
    dispatch.overrides.insert("BLOCK".to_owned(), f64::from(size));
    Some("BLOCK".to_owned())
}

/// Declares structures that may be in any memory.
fn structs(writer: &mut Writer<'_, '_>) {
    for _ in 0..writer.source.optional(3) {
        let name = writer.fresh("S");
        let members = (0..writer.source.between(1, 4)).map(|_| shared_type(writer)).collect();
        let made = Struct { name, members };
        writer.text.push_str(&made.declaration());
        writer.structs.push(made);
    }
}

fn shared_type(writer: &mut Writer<'_, '_>) -> Type {
    let scalar = writer.source.pick(Scalar::SHARED);
    let width = writer.source.pick([1, 1, 2, 3, 4]);
    let value = Type::Value(Shape::new(scalar, width));
    match writer.source.below(6) {
        4 => Type::Array(Box::new(value), writer.source.between(2, 3)),
        5 => Type::Matrix(writer.source.between(2, 4), writer.source.between(2, 4)),
        _ => value,
    }
}

/// Declares module constants and private variables.
fn constants(writer: &mut Writer<'_, '_>) {
    for _ in 0..writer.source.optional(3) {
        writer.mark(Construct::ModuleConstant);
        let name = writer.fresh("C");
        let shape = writer.shape();
        let (ty, value) = if writer.source.once_in(3) {
            let parts: Vec<String> = (0..4).map(|_| writer.literal(shape).text).collect();
            let ty = Type::Array(Box::new(Type::Value(shape)), 4);
            let value = format!("{}({})", ty.name(), parts.join(", "));
            (ty, value)
        } else {
            (Type::Value(shape), writer.literal(shape).text)
        };
        writer.line(&format!("const {name}: {} = {value};", ty.name()));
        writer.declare(Local {
            constant: true,
            ..Local::value(&name, ty)
        });
    }
    for _ in 0..writer.source.optional(3) {
        writer.mark(Construct::PrivateVariable);
        let name = writer.fresh("g");
        let ty = match writer.source.below(3) {
            0 => Type::Array(Box::new(Type::Value(writer.shape())), 3),
            _ => Type::Value(writer.shape()),
        };
        let start = match &ty {
            Type::Value(shape) if writer.source.once_in(2) => {
                format!(" = {}", writer.literal(*shape).text)
            }
            _ => String::new(),
        };
        writer.line(&format!("var<private> {name}: {}{start};", ty.name()));
        writer.declare(Local {
            addressable: false,
            ..Local::variable(&name, ty)
        });
    }
}

/// The buffers: the variable of each, and its initial contents.
struct Bindings {
    buffers: Vec<Buffer>,
    outputs: Outputs,
    own_elements: u32,
    /// State of the generator of the contents.
    state: u64,
}

impl Bindings {
    fn new(writer: &mut Writer<'_, '_>) -> Self {
        Bindings {
            buffers: Vec::new(),
            outputs: Outputs::default(),
            own_elements: writer.source.between(1, 4),
            state: u64::from(writer.source.word()),
        }
    }

    /// Declares all buffers. Returns the elements that a lane owns.
    fn declare(&mut self, writer: &mut Writer<'_, '_>, all_lanes: u32) -> Vec<Local> {
        let value = |shape| Type::Value(shape);
        let array = |element: Type, length| Type::Array(Box::new(element), length);
        let shape = Shape {
            scalar: writer.source.pick(Scalar::SHARED),
            ..writer.shape()
        };
        // (buffer, type of a lane's element)
        let mut owned = vec![
            ("own", array(value(NUMBER), self.own_elements)),
            ("other", array(value(shape), writer.source.between(1, 3))),
        ];
        if let Some(structure) = writer.some_struct() {
            writer.mark(Construct::StorageStruct);
            owned.push(("records", Type::Struct(structure)));
        }
        let mut elements = Vec::new();
        writer.mark(Construct::OwnStorageElement);
        for (name, element) in owned {
            self.storage(writer, "read_write", name, &element, all_lanes, 0.0);
            elements.push(Local {
                addressable: false,
                ..Local::variable(&format!("{name}[gid]"), element)
            });
        }
        self.storage(writer, "read_write", "hashes", &value(NUMBER), all_lanes, 0.0);
        let float = value(Shape::new(Scalar::F32, 1));
        self.storage(writer, "read_write", "inexact", &float, all_lanes, TOLERANCE);
        // Buffers of atomics: six slots, one for each function.
        for (name, scalar) in [("counters", Scalar::U32), ("balances", Scalar::I32)] {
            let element = value(Shape::new(scalar, 1));
            let declared = format!("array<atomic<{}>, 6>", scalar.name());
            self.bind(writer, "storage, read_write", name, &declared);
            self.fill(name, &element, 6, 0.0);
        }
        self.read_only(writer);
        elements
    }

    fn read_only(&mut self, writer: &mut Writer<'_, '_>) {
        writer.mark(Construct::ReadOnlyStorage);
        writer.mark(Construct::UniformBuffer);
        let number = Type::Value(NUMBER);
        let mut input = Struct {
            name: "Input".to_owned(),
            members: vec![number.clone()],
        };
        let mut params = Struct {
            name: "Params".to_owned(),
            members: vec![number],
        };
        for _ in 0..writer.source.between(1, 3) {
            let scalar = writer.source.pick(Scalar::SHARED);
            let shape = Shape::new(scalar, writer.source.pick([1, 4, 2, 3]));
            params.members.push(Type::Value(shape));
            input.members.push(shared_type(writer));
        }
        writer.text.push_str(&input.declaration());
        writer.text.push_str(&params.declaration());
        let length = writer.source.between(1, 40);
        let (element, params) = (Type::Struct(input), Type::Struct(params));
        self.storage(writer, "read", "input", &element, length, 0.0);
        self.bind(writer, "uniform", "params", "Params");
        self.fill("params", &params, 1, 0.0);
        writer.declare(Local::value("input", Type::Array(Box::new(element), length)));
        writer.declare(Local::value("params", params));
    }

    /// Declares a storage buffer with a runtime-sized array.
    fn storage(
        &mut self,
        writer: &mut Writer<'_, '_>,
        access: &str,
        name: &str,
        element: &Type,
        length: u32,
        tolerance: f32,
    ) {
        let declared = format!("array<{}>", element.name());
        self.bind(writer, &format!("storage, {access}"), name, &declared);
        self.fill(name, element, length, tolerance);
    }

    fn bind(&mut self, writer: &mut Writer<'_, '_>, space: &str, name: &str, declared: &str) {
        let binding = self.buffers.len();
        writer.line(&format!(
            "@group(0) @binding({binding}) var<{space}> {name}: {declared};"
        ));
    }

    /// Fills `length` elements: with integers of all kinds, and floats that are small integers.
    fn fill(&mut self, name: &str, element: &Type, length: u32, tolerance: f32) {
        let (size, align) = element.layout();
        let stride = size.next_multiple_of(align) as usize / 4;
        let mut words = element.words();
        words.resize(stride, None);
        let mut bytes = Vec::new();
        for scalar in words.iter().cycle().take(stride * length as usize) {
            let random = splitmix64(&mut self.state);
            let high = (random >> 32) as u32;
            let word = match scalar {
                None => 0,
                // Also within the bound of a matrix's components.
                Some(Scalar::F32) => ((high % 33) as f32 - 16.0).to_bits(),
                Some(Scalar::U32 | Scalar::I32 | Scalar::Bool) => match random % 4 {
                    0 => high,
                    1 => high % 16,
                    2 => (high % 16).wrapping_sub(8),
                    _ => [0, 1, i32::MAX as u32, i32::MIN as u32][high as usize % 4],
                },
            };
            bytes.extend(word.to_le_bytes());
        }
        let padded = Type::Array(Box::new(element.clone()), 1);
        self.outputs.push(name, &padded, tolerance);
        self.buffers.push(Buffer {
            group: 0,
            binding: self.buffers.len() as u32,
            contents: Contents::Bytes(bytes),
        });
    }
}
