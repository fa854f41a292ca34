//! Lowers the module around a function: bindings, overrides, constants, the entry point.

use super::builder::Builder;
use super::compiler::Compiler;
use super::instance::{Instance, Lowered, Types};
use super::place::{Place, Root};
use super::types::{Shape, scalar_type};
use crate::program::{
    Binding, BindingAccess, BuiltIn, ImageKind, KernelError, Layout, Op, Override, Program,
    Register, ScalarType, Space, Unary, Variable, VariableRole,
};
use naga::{
    AddressSpace, ArraySize, EntryPoint, Expression, GlobalVariable, Handle, Module, ShaderStage,
    StorageAccess, TypeInner,
};

impl<'m> Compiler<'m> {
    pub(super) fn compile(mut self, name: Option<&str>) -> Result<Program, KernelError> {
        let (index, entry) = self.entry_point(name)?;
        let workgroup_size = self.begin(entry)?;
        let info = self.info.get_entry_point(index);
        self.declare_globals(|global| !info[global].is_empty())?;
        let mut arguments = Vec::new();
        for argument in &entry.function.arguments {
            arguments.push(Lowered::Value(
                self.builtin_argument(argument.binding.as_ref(), argument.ty)?,
            ));
        }
        let mut instance = Instance::new(&entry.function, Types::Function(info), arguments);
        self.body(&mut instance)?;
        self.end(entry, workgroup_size)
    }

    /// Compiles a program without instructions, which only knows the overrides and how they determine the workgroup
    /// size.
    pub(super) fn compile_size(mut self, entry: &EntryPoint) -> Result<Program, KernelError> {
        let workgroup_size = self.begin(entry)?;
        self.end(entry, workgroup_size)
    }

    /// Returns the compute entry point of that name, or the only one.
    fn entry_point(&self, name: Option<&str>) -> Result<(usize, &'m EntryPoint), KernelError> {
        let candidates: Vec<_> = self
            .module
            .entry_points
            .iter()
            .enumerate()
            .filter(|(_, entry)| {
                entry.stage == ShaderStage::Compute && name.is_none_or(|name| entry.name == name)
            })
            .collect();
        match candidates[..] {
            [] => Err(KernelError::NoEntryPoint {
                name: name.map(str::to_owned),
            }),
            [only] => Ok(only),
            _ => Err(KernelError::SeveralEntryPoints {
                names: candidates
                    .iter()
                    .map(|(_, entry)| entry.name.clone())
                    .collect(),
            }),
        }
    }

    /// Declares the overrides, and returns the registers of the workgroup size.
    fn begin(&mut self, entry: &EntryPoint) -> Result<[Register; 3], KernelError> {
        self.declare_overrides()?;
        let mut workgroup_size = [Register(0); 3];
        for (axis, size) in workgroup_size.iter_mut().enumerate() {
            let from = entry.workgroup_size_overrides.and_then(|sizes| sizes[axis]);
            *size = match from {
                Some(expression) => self.global_value(expression)?[0],
                None => self.builder.constant(entry.workgroup_size[axis])?,
            };
        }
        Ok(workgroup_size)
    }

    fn end(
        mut self,
        entry: &EntryPoint,
        workgroup_size: [Register; 3],
    ) -> Result<Program, KernelError> {
        self.builder.push_bare(Op::End)?;
        self.builder.sites.find_used_results(&mut self.builder.ops);
        Ok(Program {
            conditions: conditions(&self.builder),
            entry_point: entry.name.clone(),
            separations: self.separations.to_vec(),
            reports: self
                .marks
                .reports
                .iter()
                .map(|mark| mark.kind.clone())
                .collect(),
            checked: self.checked,
            statements: self.builder.statements,
            bindings: self.bindings,
            overrides: self.overrides,
            variables: self.variables,
            loops: self.loops,
            sites: self.builder.sites.found,
            site_of: self.builder.sites.of,
            prologue: self.builder.prologue,
            builtins: self.builtins,
            constants: self.builder.constants,
            workgroup_size,
            groups: self.builder.groups,
            has_atomics: self
                .builder
                .ops
                .iter()
                .any(|op| matches!(op, Op::Atomic { .. })),
            zeroed: self.zeroed,
            ops: self.builder.ops,
            lane_registers: 0,
            uniform_registers: 0,
            mask_registers: 0,
        })
    }

    fn declare_overrides(&mut self) -> Result<(), KernelError> {
        for (handle, declared) in self.module.overrides.iter() {
            self.builder.span = self.module.overrides.get_span(handle);
            let register = self.builder.register()?;
            // A value set by the caller is rounded to the override's type.
            let rounded = if Shape::Handle(declared.ty).is_half(self.module) {
                self.builder.register()?
            } else {
                register
            };
            self.override_registers.insert(handle, rounded);
            if let Some(init) = declared.init {
                let from = self.global_value(init)?[0];
                self.builder.prologue.push(Op::Copy { to: register, from });
            }
            self.builder.know(register);
            if rounded != register {
                self.builder.push_pure(
                    Op::Unary {
                        function: Unary::QuantizeToHalf,
                        to: rounded,
                        a: register,
                    },
                    rounded,
                    &[register],
                )?;
            }
            let scalar = Shape::Handle(declared.ty)
                .scalar(self.module)
                .ok_or_else(|| self.builder.unsupported("an override of this type"))?;
            // A size written as an expression is an override without a name, which no dispatch can set.
            let name = match (&declared.name, declared.id) {
                (Some(name), _) => name.clone(),
                (None, Some(id)) => id.to_string(),
                (None, None) => continue,
            };
            self.overrides.push(Override {
                name,
                id: declared.id,
                scalar,
                register,
                has_default: declared.init.is_some(),
            });
        }
        Ok(())
    }

    fn declare_globals(
        &mut self,
        used: impl Fn(Handle<GlobalVariable>) -> bool,
    ) -> Result<(), KernelError> {
        for (handle, global) in self.module.global_variables.iter() {
            if !used(handle) {
                continue;
            }
            self.builder.span = self.module.global_variables.get_span(handle);
            let shape = Shape::Handle(global.ty);
            let (space, access) = match global.space {
                AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => {
                    (Space::Storage, BindingAccess::ReadWrite)
                }
                AddressSpace::Storage { .. } => (Space::Storage, BindingAccess::Read),
                AddressSpace::Uniform => (Space::Uniform, BindingAccess::Read),
                AddressSpace::WorkGroup => (Space::Workgroup, BindingAccess::ReadWrite),
                AddressSpace::Private => {
                    let place = self.private_global(global)?;
                    self.globals.insert(handle, place);
                    continue;
                }
                AddressSpace::Immediate => {
                    return Err(self
                        .builder
                        .unsupported("immediate data; put it into a uniform buffer instead"));
                }
                AddressSpace::Handle => {
                    self.declare_image(handle, global)?;
                    continue;
                }
                AddressSpace::Function
                | AddressSpace::TaskPayload
                | AddressSpace::RayPayload
                | AddressSpace::IncomingRayPayload => {
                    return Err(self.builder.unsupported("variables of this address space"));
                }
            };
            let (fixed_bytes, tail_stride, length) = self.extent(global)?;
            let memory = self.bindings.len() as u32;
            self.bindings.push(Binding {
                name: global.name.clone().unwrap_or_default(),
                space,
                slot: global
                    .binding
                    .map(|binding| (binding.group, binding.binding)),
                access,
                declared: self.builder.location(self.builder.span),
                fixed_bytes,
                tail_stride,
                layout: shape.layout(self.module),
                element_bytes: match self.module.types[global.ty].inner {
                    TypeInner::Array { .. } => shape
                        .elements(self.module)
                        .map(|elements| elements.stride_bytes),
                    _ => None,
                },
                length,
                image: None,
                word_bytes: 4,
                counted_as: space,
                holds_arguments: false,
                size_unit: 4,
            });
            self.apply_mark(memory);
            self.globals.insert(
                handle,
                Place {
                    root: Root::Memory {
                        memory,
                        address: None,
                        offset: 0,
                    },
                    shape,
                },
            );
        }
        Ok(())
    }

    /// Declares a texture: an array of texels whose size the dispatch gives.
    fn declare_image(
        &mut self,
        handle: Handle<GlobalVariable>,
        global: &GlobalVariable,
    ) -> Result<(), KernelError> {
        let (image, texel) = self.image_of(&self.module.types[global.ty].inner)?;
        let memory = self.bindings.len() as u32;
        self.bindings.push(Binding {
            name: global.name.clone().unwrap_or_default(),
            space: Space::Storage,
            slot: global
                .binding
                .map(|binding| (binding.group, binding.binding)),
            access: match image.kind {
                ImageKind::Storage => BindingAccess::ReadWrite,
                ImageKind::Sampled | ImageKind::Depth => BindingAccess::Read,
            },
            declared: self.builder.location(self.builder.span),
            fixed_bytes: 0,
            tail_stride: Some(image.texel_bytes),
            layout: Layout::Array {
                element: Box::new(texel.layout()),
                stride: image.texel_bytes,
                count: None,
            },
            element_bytes: Some(image.texel_bytes),
            length: None,
            image: Some(image),
            word_bytes: 4,
            counted_as: Space::Storage,
            holds_arguments: false,
            size_unit: 4,
        });
        let root = Root::Memory {
            memory,
            address: None,
            offset: 0,
        };
        let shape = Shape::Handle(global.ty);
        self.globals.insert(handle, Place { root, shape });
        Ok(())
    }

    /// Returns the size in bytes without the runtime-sized tail, the stride of the tail, and its length if an override
    /// determines it.
    fn extent(
        &mut self,
        global: &GlobalVariable,
    ) -> Result<(u32, Option<u32>, Option<Register>), KernelError> {
        let shape = Shape::Handle(global.ty);
        match &self.module.types[global.ty].inner {
            TypeInner::Array {
                size: ArraySize::Dynamic,
                stride,
                ..
            } => Ok((0, Some(*stride), None)),
            TypeInner::Array {
                size: ArraySize::Pending(length),
                ..
            } => {
                let register = self.override_registers.get(length).copied();
                Ok((0, Some(shape.bytes(self.module)), register))
            }
            TypeInner::Struct { members, .. } => match members
                .last()
                .map(|last| (last, &self.module.types[last.ty].inner))
            {
                Some((
                    last,
                    TypeInner::Array {
                        size: ArraySize::Dynamic,
                        stride,
                        ..
                    },
                )) => Ok((last.offset, Some(*stride), None)),
                _ => Ok((shape.bytes(self.module), None, None)),
            },
            _ => Ok((shape.bytes(self.module), None, None)),
        }
    }

    fn private_global(&mut self, global: &GlobalVariable) -> Result<Place, KernelError> {
        let shape = Shape::Handle(global.ty);
        let place = self.new_variable(global.name.as_deref(), shape)?;
        let words = shape.words(self.module).unwrap_or(0);
        let value = match global.init {
            Some(init) => self.global_value(init)?,
            None => self.zeros(words)?,
        };
        let Root::Registers { base, .. } = place.root else {
            return Ok(place);
        };
        for (&from, word) in value.iter().zip(0..) {
            self.builder.push_bare(Op::Set {
                to: base.offset(word),
                from,
            })?;
        }
        Ok(place)
    }

    /// Allocates registers for a variable of the source, or for a hidden one without a name.
    pub(super) fn new_variable(
        &mut self,
        name: Option<&str>,
        shape: Shape,
    ) -> Result<Place, KernelError> {
        let words = shape
            .words(self.module)
            .ok_or_else(|| self.builder.unsupported("a private variable of this type"))?;
        let base = self.builder.registers(words)?;
        self.zeroed.extend((0..words).map(|word| base.offset(word)));
        self.storage
            .extend((0..words).map(|word| base.offset(word)));
        let name = name.and_then(|name| self.name_of(name));
        let variable = name.map(|name| {
            self.variables.push(Variable {
                name,
                words,
                scalar: shape.scalar(self.module),
                layout: (words > 1).then(|| shape.layout(self.module)),
                target: None,
                scope: self.scope,
                role: VariableRole::Local,
                register: base,
            });
            self.variables.len() as u32 - 1
        });
        Ok(Place {
            root: Root::Registers {
                variable,
                base,
                words,
                offset: 0,
                index: None,
            },
            shape,
        })
    }

    pub(super) fn zeros(&mut self, words: u32) -> Result<Vec<Register>, KernelError> {
        let zero = self.builder.constant(0)?;
        Ok(vec![zero; words as usize])
    }

    fn builtin_argument(
        &mut self,
        binding: Option<&naga::Binding>,
        ty: Handle<naga::Type>,
    ) -> Result<Vec<Register>, KernelError> {
        match binding {
            Some(naga::Binding::BuiltIn(builtin)) => {
                let builtin = match builtin {
                    naga::BuiltIn::GlobalInvocationId => BuiltIn::GlobalInvocationId,
                    naga::BuiltIn::LocalInvocationId => BuiltIn::LocalInvocationId,
                    naga::BuiltIn::LocalInvocationIndex => BuiltIn::LocalInvocationIndex,
                    naga::BuiltIn::WorkGroupId => BuiltIn::WorkgroupId,
                    naga::BuiltIn::NumWorkGroups => BuiltIn::NumWorkgroups,
                    naga::BuiltIn::SubgroupSize => BuiltIn::SubgroupSize,
                    naga::BuiltIn::SubgroupInvocationId => BuiltIn::SubgroupInvocationId,
                    naga::BuiltIn::SubgroupId => BuiltIn::SubgroupId,
                    naga::BuiltIn::NumSubgroups => BuiltIn::NumSubgroups,
                    other => {
                        return Err(self.builder.unsupported(format!("the built-in {other:?}")));
                    }
                };
                let words = Shape::Handle(ty).words(self.module).unwrap_or(1);
                let mut value = Vec::new();
                for component in 0..words {
                    let register = self.builder.register()?;
                    self.builtins.push((builtin, component, register));
                    value.push(register);
                }
                Ok(value)
            }
            Some(naga::Binding::Location { .. }) => {
                Err(self.builder.unsupported("inputs with a location"))
            }
            // A struct whose members are built-ins.
            None => {
                let TypeInner::Struct { members, .. } = &self.module.types[ty].inner else {
                    return Err(self.builder.unsupported("this input"));
                };
                let mut value = Vec::new();
                for member in members {
                    value.extend(self.builtin_argument(member.binding.as_ref(), member.ty)?);
                }
                Ok(value)
            }
        }
    }

    pub(super) fn global_place(&self, global: Handle<GlobalVariable>) -> Option<Place> {
        self.globals.get(&global).copied()
    }

    pub(super) fn override_register(&self, handle: Handle<naga::Override>) -> Option<Register> {
        self.override_registers.get(&handle).copied()
    }

    /// Returns the value of an expression of the module: constants, and values computed from overrides.
    pub(super) fn global_value(
        &mut self,
        expression: Handle<Expression>,
    ) -> Result<Vec<Register>, KernelError> {
        if let Some(value) = self.constants.get(&expression) {
            return Ok(value.clone());
        }
        let mut instance = Instance::of_module(self.module, self.info);
        let value = self.value(&mut instance, expression)?;
        self.constants.insert(expression, value.clone());
        Ok(value)
    }

    pub(super) fn constant_value(
        &mut self,
        constant: Handle<naga::Constant>,
    ) -> Result<Vec<Register>, KernelError> {
        self.global_value(self.module.constants[constant].init)
    }

    /// Returns the scalar type that operators on a value use; `None` for composites that have none.
    pub(super) fn scalar_kind(shape: Shape, module: &Module) -> Option<ScalarType> {
        match shape.plain(module) {
            Shape::Scalar(scalar) | Shape::Vector(_, scalar) | Shape::Matrix(_, _, scalar) => {
                scalar_type(scalar)
            }
            Shape::Handle(_) => None,
        }
    }
}

/// The most characters of a condition's text.
const MOST_CONDITION: usize = 60;

/// Returns the line and the text of each condition of an `if`, as far as it stands on one line.
fn conditions(builder: &Builder<'_>) -> Vec<(u32, String)> {
    let mut found: Vec<(u32, String)> = Vec::new();
    let mut now = None;
    for op in &builder.ops {
        match op {
            Op::Statement { statement } => now = builder.statements.get(*statement as usize),
            Op::If { .. } => {
                let Some(statement) = now else { continue };
                let range = statement.start as usize..statement.end as usize;
                let text = builder.source.get(range).map(str::trim);
                let text = text.and_then(|text| text.strip_prefix("if")).map(str::trim);
                let text = text.map(|text| text.trim_end_matches('{').trim_end());
                let is_short = |text: &&str| {
                    !text.contains('\n') && text.len() <= MOST_CONDITION && !text.is_empty()
                };
                if let Some(text) = text.filter(is_short)
                    && !found.iter().any(|(line, _)| *line == statement.line)
                {
                    found.push((statement.line, text.to_owned()));
                }
            }
            _ => {}
        }
    }
    found
}
