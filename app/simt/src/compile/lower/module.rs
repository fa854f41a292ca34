//! Lowers what is around a function: bindings, overrides, constants, the entry point.

use super::{Call, Compiler, Lowered};
use crate::compile::builder::Builder;
use crate::compile::place::{Place, Root};
use crate::compile::shape::Shape;
use crate::program::{
    Binding, BindingAccess, BuiltIn, ImageKind, KernelError, Layout, Op, Override, Program, Register, Space, Unary,
    Variable,
};
use wgsl::{Access, Count, Declaration, EntryPoint, Expr, Input, Kind, Space as TextSpace, Span, Stage, Ty};

impl<'c> Compiler<'c> {
    /// Compiles one compute entry point; `None` is the only one.
    pub(in crate::compile) fn compile(mut self, name: Option<&str>) -> Result<Program, KernelError> {
        let entry = self.entry_point(name)?;
        let workgroup_size = self.begin(entry)?;
        self.declare_globals(entry)?;
        let function = &self.checked.functions[entry.function as usize];
        let mut call = Call::default();
        for (&parameter, inputs) in function.parameters.iter().zip(&entry.inputs) {
            let declared = &self.checked.variables[parameter as usize];
            self.builder.span = declared.span;
            let mut value = Vec::new();
            for input in inputs {
                let ty = match &input.member {
                    None => Some(declared.ty),
                    Some(member) => self.member_ty(declared.ty, member),
                };
                value.extend(self.builtin_argument(input, ty)?);
            }
            call.locals.insert(parameter, Lowered::Value(value));
        }
        self.call = call;
        self.body(entry.function)?;
        self.end(entry, workgroup_size)
    }

    /// Compiles only the workgroup size of an entry point.
    pub(in crate::compile) fn compile_size(mut self, entry: &EntryPoint) -> Result<Program, KernelError> {
        let workgroup_size = self.begin(entry)?;
        self.end(entry, workgroup_size)
    }

    /// Returns the compute entry point of that name, or the only one.
    fn entry_point(&self, name: Option<&str>) -> Result<&'c EntryPoint, KernelError> {
        let checked = self.checked;
        let name_of = |entry: &EntryPoint| &checked.functions[entry.function as usize].name;
        let candidates: Vec<&EntryPoint> = checked
            .entry_points
            .iter()
            .filter(|entry| entry.stage == Stage::Compute && name.is_none_or(|name| name_of(entry) == name))
            .collect();
        match candidates[..] {
            [] => Err(KernelError::NoEntryPoint {
                name: name.map(str::to_owned),
            }),
            [only] => Ok(only),
            _ => Err(KernelError::SeveralEntryPoints {
                names: candidates.into_iter().map(|entry| name_of(entry).clone()).collect(),
            }),
        }
    }

    /// Declares the overrides, and returns the registers of the workgroup size.
    fn begin(&mut self, entry: &EntryPoint) -> Result<[Register; 3], KernelError> {
        self.declare_overrides()?;
        let one = self.builder.constant(1)?;
        let mut workgroup_size = [one; 3];
        for (size, &expression) in workgroup_size.iter_mut().zip(&entry.size) {
            *size = self.scalar(expression)?;
        }
        Ok(workgroup_size)
    }

    fn end(mut self, entry: &EntryPoint, workgroup_size: [Register; 3]) -> Result<Program, KernelError> {
        self.builder.push_bare(Op::End)?;
        self.builder.sites.find_used_results(&mut self.builder.ops);
        let is_atomic = |op: &Op| matches!(op, Op::Atomic { .. });
        let is_volatile = self.builder.sites.found.iter().any(|site| site.volatile);
        let source = self.builder.source;
        let bindings = self.bindings.iter_mut().map(|binding| &mut binding.name);
        let variables = self.variables.iter_mut();
        for name in bindings.chain(variables.map(|variable| &mut variable.name)) {
            *name = source.name(std::mem::take(name));
        }
        let reports = self.marks.reports.iter();
        Ok(Program {
            conditions: conditions(&self.builder),
            entry_point: self.checked.functions[entry.function as usize].name.clone(),
            is_translated: self.marks.origins.is_some(),
            separations: self.checked.separations.clone(),
            reports: reports.map(|mark| mark.kind.clone()).collect(),
            checked: self.checked_operations,
            statements: self.builder.statements,
            headers: self.builder.headers,
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
            may_wait: self.builder.ops.iter().any(is_atomic) || is_volatile,
            zeroed: self.zeroed,
            ops: self.builder.ops,
            lane_registers: 0,
            uniform_registers: 0,
            mask_registers: 0,
        })
    }

    fn declare_overrides(&mut self) -> Result<(), KernelError> {
        for (index, declared) in (0..).zip(&self.checked.variables) {
            if declared.binding != wgsl::Binding::Override {
                continue;
            }
            self.builder.span = declared.span;
            let register = self.builder.register()?;
            let shape = Shape::Ty(declared.ty);
            if let Some(initial) = declared.initial {
                let from = self.scalar(initial)?;
                self.builder.prologue.push(Op::Copy { to: register, from });
            }
            self.builder.know(register);
            // A value set by the caller is rounded to the override's type.
            let rounded = if shape.is_half(self.types) {
                self.apply_unary(Unary::QuantizeToHalf, register)?
            } else {
                register
            };
            self.override_registers.insert(index, rounded);
            let scalar = shape
                .scalar(self.types)
                .ok_or_else(|| self.builder.unsupported("an override of this type"))?;
            self.overrides.push(Override {
                name: declared.name.to_owned(),
                id: declared.id,
                scalar,
                register,
                has_default: declared.initial.is_some(),
            });
        }
        Ok(())
    }

    /// Declares the variables of the module that an entry point reaches.
    fn declare_globals(&mut self, entry: &EntryPoint) -> Result<(), KernelError> {
        for index in self.checked.globals_of(entry) {
            let global = &self.checked.variables[index as usize];
            self.builder.span = global.span;
            let (space, access) = match global.space {
                TextSpace::Storage if global.access == Access::Read => (Space::Storage, BindingAccess::Read),
                TextSpace::Storage => (Space::Storage, BindingAccess::ReadWrite),
                TextSpace::Uniform => (Space::Uniform, BindingAccess::Read),
                TextSpace::Workgroup => (Space::Workgroup, BindingAccess::ReadWrite),
                TextSpace::Private => {
                    self.declare_private(index)?;
                    continue;
                }
                TextSpace::Immediate => {
                    return self.unsupported("immediate data; put it into a uniform buffer instead");
                }
                TextSpace::Handle => {
                    self.declare_image(index)?;
                    continue;
                }
                TextSpace::Function => {
                    return self.unsupported("variables of this address space");
                }
            };
            let (_, bytes) = self.types.layout(global.ty);
            if bytes > u64::from(u32::MAX) {
                return Err(KernelError::TooMuchMemory {
                    what: format!("the variable `{}`", global.name),
                    bytes,
                    limit: u64::from(u32::MAX),
                    at: Some(self.builder.location(global.span)),
                });
            }
            let shape = Shape::Ty(global.ty);
            let (fixed_bytes, tail_stride, length) = self.extent(global.ty)?;
            let is_array = matches!(self.types.kind(global.ty), Kind::Array(..));
            let elements = shape.elements(self.types).filter(|_| is_array);
            let binding = Binding {
                name: global.name.to_owned(),
                space,
                slot: global.slot,
                access,
                declared: self.declared(global.span),
                fixed_bytes,
                tail_stride,
                layout: shape.layout(self.types),
                element_bytes: elements.map(|elements| elements.stride_bytes),
                length,
                image: None,
                word_bytes: 4,
                counted_as: space,
                holds_arguments: false,
                indexes_updates: false,
                size_unit: 4,
            };
            let memory = self.declare_memory(index, binding);
            self.apply_mark(memory);
        }
        Ok(())
    }

    /// Returns line and column of the declaration of a variable of the module, from `var` on.
    fn declared(&self, name: Span) -> (u32, u32) {
        let mut declarations = self.checked.tree.declarations.iter();
        let keyword = declarations.find_map(|(declaration, _)| match declaration {
            Declaration::Variable(variable) if variable.name.span == name => Some(variable.keyword),
            _ => None,
        });
        self.builder.location(keyword.unwrap_or(name))
    }

    /// Adds a memory, which is a variable of the module. Returns its number.
    fn declare_memory(&mut self, variable: u32, binding: Binding) -> u32 {
        let memory = self.bindings.len() as u32;
        self.bindings.push(binding);
        let root = Root::Memory {
            memory,
            address: None,
            offset: 0,
        };
        let declared = &self.checked.variables[variable as usize];
        let shape = Shape::Ty(declared.ty);
        let span = declared.span;
        self.globals.insert(variable, Place { root, shape, span });
        memory
    }

    /// Declares a texture: an array of texels whose size the dispatch gives.
    fn declare_image(&mut self, variable: u32) -> Result<(), KernelError> {
        let global = &self.checked.variables[variable as usize];
        let (image, texel) = self.image_of(global.ty)?;
        let binding = Binding {
            name: global.name.to_owned(),
            space: Space::Storage,
            slot: global.slot,
            access: match image.kind {
                ImageKind::Storage => BindingAccess::ReadWrite,
                ImageKind::Sampled | ImageKind::Depth => BindingAccess::Read,
            },
            declared: self.declared(global.span),
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
            indexes_updates: false,
            size_unit: 4,
        };
        self.declare_memory(variable, binding);
        Ok(())
    }

    /// Returns the size in bytes without the runtime-sized tail, the stride of the tail, and its length if an override
    /// determines it.
    fn extent(&mut self, ty: Ty) -> Result<(u32, Option<u32>, Option<Register>), KernelError> {
        let bytes = Shape::Ty(ty).bytes(self.types);
        match self.types.kind(ty) {
            Kind::Array(element, Count::Runtime) => Ok((0, Some(self.types.stride(element)), None)),
            Kind::Array(_, Count::Override(length)) => {
                let length = self.scalar(length)?;
                Ok((0, Some(bytes), Some(length)))
            }
            _ => {
                let members = self.types.structure(ty).map(|structure| structure.members.as_slice());
                let last = members.and_then(<[_]>::last);
                Ok(match last.map(|last| (last.offset, self.types.kind(last.ty))) {
                    Some((offset, Kind::Array(element, Count::Runtime))) => {
                        (offset, Some(self.types.stride(element)), None)
                    }
                    _ => (bytes, None, None),
                })
            }
        }
    }

    fn declare_private(&mut self, variable: u32) -> Result<(), KernelError> {
        let global = &self.checked.variables[variable as usize];
        let shape = Shape::Ty(global.ty);
        let place = self.new_variable(Some(global.name), shape)?.made_by(global.span);
        let value = match global.initial {
            Some(initial) => self.value(initial)?,
            None => self.zeros(shape.words(self.types).unwrap_or(0))?,
        };
        if let Root::Registers { base, .. } = place.root {
            for (&from, word) in value.iter().zip(0..) {
                let to = base.offset(word);
                self.builder.push_bare(Op::Set { to, from })?;
            }
        }
        self.globals.insert(variable, place);
        Ok(())
    }

    /// Allocates registers for a variable of the text, or for a hidden one without a name.
    pub(super) fn new_variable(&mut self, name: Option<&str>, shape: Shape) -> Result<Place, KernelError> {
        let words = shape
            .words(self.types)
            .ok_or_else(|| self.builder.unsupported("a private variable of this type"))?;
        let base = self.builder.registers(words)?;
        let registers = || (0..words).map(|word| base.offset(word));
        self.zeroed.extend(registers());
        self.storage.extend(registers());
        let variable = name.map(|name| {
            self.variables.push(Variable {
                name: name.to_owned(),
                words,
                scalar: shape.scalar(self.types),
                layout: (words > 1).then(|| shape.layout(self.types)),
                target: None,
                scope: self.scope,
                role: self.role(),
                register: base,
            });
            self.variables.len() as u32 - 1
        });
        let root = Root::Registers {
            variable,
            base,
            words,
            offset: 0,
            index: None,
        };
        let span = self.builder.span;
        Ok(Place { root, shape, span })
    }

    pub(super) fn zeros(&mut self, words: u32) -> Result<Vec<Register>, KernelError> {
        let zero = self.builder.constant(0)?;
        Ok(vec![zero; words as usize])
    }

    fn member_ty(&self, ty: Ty, name: &str) -> Option<Ty> {
        let members = self.types.structure(ty)?.members.iter();
        members
            .into_iter()
            .find(|member| member.name == name)
            .map(|member| member.ty)
    }

    fn builtin_argument(&mut self, input: &Input, ty: Option<Ty>) -> Result<Vec<Register>, KernelError> {
        let builtin = match input.builtin.as_str() {
            "global_invocation_id" => BuiltIn::GlobalInvocationId,
            "global_invocation_index" => BuiltIn::GlobalInvocationIndex,
            "local_invocation_id" => BuiltIn::LocalInvocationId,
            "local_invocation_index" => BuiltIn::LocalInvocationIndex,
            "workgroup_id" => BuiltIn::WorkgroupId,
            "workgroup_index" => BuiltIn::WorkgroupIndex,
            "num_workgroups" => BuiltIn::NumWorkgroups,
            "subgroup_size" => BuiltIn::SubgroupSize,
            "subgroup_invocation_id" => BuiltIn::SubgroupInvocationId,
            "subgroup_id" => BuiltIn::SubgroupId,
            "num_subgroups" => BuiltIn::NumSubgroups,
            other => return self.unsupported(format!("the built-in value `{other}`")),
        };
        let words = ty.and_then(|ty| Shape::Ty(ty).words(self.types)).unwrap_or(1);
        let mut value = Vec::new();
        for component in 0..words {
            let register = self.builder.register()?;
            self.builtins.push((builtin, component, register));
            value.push(register);
        }
        Ok(value)
    }

    /// Returns the register of a scalar.
    pub(super) fn scalar(&mut self, expression: Expr) -> Result<Register, KernelError> {
        match self.value(expression)?[..] {
            [register] => Ok(register),
            _ => self.unsupported("a value of this type here"),
        }
    }
}

/// The most characters of a condition's text.
const MOST_CONDITION: usize = 60;

/// Returns the line and the text of each condition of an `if`, as far as it stands on one line.
fn conditions(builder: &Builder<'_>) -> Vec<(u32, String)> {
    let mut conditions: Vec<(u32, String)> = Vec::new();
    let mut now = None;
    for op in &builder.ops {
        match op {
            Op::Statement { statement } => now = builder.statements.get(*statement as usize),
            Op::If { .. } => {
                let Some(statement) = now else { continue };
                let text = builder
                    .source
                    .quote(Span {
                        start: statement.start,
                        end: statement.end,
                    })
                    .trim();
                let text = text.strip_prefix("if").map(str::trim);
                let text = text.map(|text| text.trim_end_matches('{').trim_end());
                let is_short = |text: &&str| !text.contains('\n') && text.len() <= MOST_CONDITION && !text.is_empty();
                if let Some(text) = text.filter(is_short)
                    && !conditions.iter().any(|(line, _)| *line == statement.line)
                {
                    conditions.push((statement.line, text.to_owned()));
                }
            }
            _ => {}
        }
    }
    conditions
}
