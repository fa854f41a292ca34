//! Prepares a program for one dispatch: override values, sizes, buffers, and the initial values of each lane.

use super::gang::Gang;
use crate::lanes::{Affine, BlockAffine, BlockShape};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::program::{
    Binding, BuiltIn, Contents, Dispatch, Extent, KernelError, Override, Program, Register, ScalarType, Space,
    run_prologue,
};

/// Limit of invocations in a workgroup: `maxComputeInvocationsPerWorkgroup` of today's GPUs. WebGPU guarantees 256.
const MAX_INVOCATIONS: u32 = 1024;
/// Limits in bytes of workgroup memory, and of all buffers together.
const MAX_WORKGROUP_BYTES: u64 = 1 << 20;
const MAX_BUFFER_BYTES: u64 = 1 << 31;
/// Limit in bytes of registers and workgroup memory of all workgroups that wait at a barrier of the grid.
const MAX_WAITING_BYTES: u64 = 1 << 30;

#[derive(Debug)]
pub(crate) struct Launch {
    pub(crate) workgroups: [u32; 3],
    pub(crate) workgroup_size: [u32; 3],
    pub(crate) invocations: u32,
    pub(crate) warps: u32,
    /// Initial values of the uniform registers of every warp.
    pub(crate) uniforms: Vec<u32>,
    /// For each buffer of the dispatch, the index of the memory that it backs, if the kernel uses it.
    pub(crate) buffer_order: Vec<Option<usize>>,
}

impl Launch {
    pub(crate) fn new(program: &Program, dispatch: &Dispatch, machine: &Machine) -> Result<Self, KernelError> {
        let mut uniforms = vec![0; program.uniform_registers as usize];
        for &(register, bits) in &program.constants {
            uniforms[register.index()] = bits;
        }
        let pinned = set_overrides(program, dispatch, &mut uniforms)?;
        let extent = |memory: u32| {
            let contents = buffer_of(program, dispatch, memory as usize).map(|index| &dispatch.buffers[index].contents);
            contents.map_or_else(Extent::default, |contents| Extent {
                bytes: contents.byte_len(),
                size: contents.image_size().unwrap_or_default(),
            })
        };
        run_prologue(program, &pinned, extent, &mut uniforms);
        let workgroup_size = program.workgroup_size.map(|register| uniforms[register.index()]);
        let [x, y, z] = workgroup_size;
        let invocations = x
            .checked_mul(y)
            .and_then(|xy| xy.checked_mul(z))
            .filter(|&all| (1..=MAX_INVOCATIONS).contains(&all));
        let invocations = invocations.ok_or(KernelError::WorkgroupSize {
            x,
            y,
            z,
            limit: MAX_INVOCATIONS,
        })?;
        let buffer_order = dispatch
            .buffers
            .iter()
            .map(|buffer| {
                program
                    .bindings
                    .iter()
                    .position(|binding| binding.slot == Some((buffer.group, buffer.binding)))
            })
            .collect();
        Ok(Launch {
            workgroups: dispatch.workgroups,
            workgroup_size,
            invocations,
            warps: invocations.div_ceil(machine.warp_width),
            uniforms,
            buffer_order,
        })
    }

    pub(crate) fn workgroup_count(&self) -> u64 {
        self.workgroups.iter().map(|&count| u64::from(count)).product()
    }

    /// Returns the workgroup's position in the dispatch, for a linear index with x first.
    pub(crate) fn workgroup_id(&self, index: u64) -> [u32; 3] {
        let [x, y, _] = self.workgroups.map(|count| u64::from(count.max(1)));
        [(index % x) as u32, (index / x % y) as u32, (index / x / y) as u32]
    }

    /// Returns the block of a gang whose first lane is the first invocation.
    pub(crate) fn block(&self) -> BlockShape {
        BlockShape::new(0, self.workgroup_size)
    }

    /// Returns the number of lanes of a gang that exist: the last warp of a workgroup may be partial.
    pub(crate) fn present<const W: usize>(&self, gang: &Gang<W>) -> u32 {
        let room = gang.warps() * gang.warp_width;
        self.invocations.saturating_sub(gang.first_invocation()).min(room)
    }

    /// Sets the built-ins that are the same in every workgroup, once for each gang: no instruction writes their
    /// registers.
    pub(crate) fn set_local_builtins<const W: usize>(&self, program: &Program, gang: &mut Gang<W>) {
        let (first, width) = (gang.first_invocation(), gang.warp_width);
        for &(builtin, axis, register) in &program.builtins {
            match builtin {
                BuiltIn::LocalInvocationIndex => gang.set_affine(register, rising(first)),
                BuiltIn::LocalInvocationId => gang.set_block(register, along(axis, 0)),
                BuiltIn::SubgroupInvocationId => gang.set_lanes(register, |lane| lane % width),
                BuiltIn::SubgroupId => {
                    gang.set_lanes(register, |lane| (first + lane) / width);
                }
                BuiltIn::GlobalInvocationId
                | BuiltIn::GlobalInvocationIndex
                | BuiltIn::WorkgroupId
                | BuiltIn::WorkgroupIndex
                | BuiltIn::NumWorkgroups
                | BuiltIn::SubgroupSize
                | BuiltIn::NumSubgroups => {}
            }
        }
    }

    /// Sets the built-ins that depend on the workgroup.
    pub(crate) fn set_builtins<const W: usize>(&self, program: &Program, gang: &mut Gang<W>, id: [u32; 3]) {
        let first = gang.first_invocation();
        let [x, y, z] = id;
        let [width, height, _] = self.workgroups;
        let index = x.wrapping_add(y.wrapping_add(z.wrapping_mul(height)).wrapping_mul(width));
        for &(builtin, axis, register) in &program.builtins {
            let along_axis = |triple: [u32; 3]| triple[axis as usize % 3];
            let value = match builtin {
                BuiltIn::WorkgroupId => along_axis(id),
                BuiltIn::WorkgroupIndex => index,
                BuiltIn::GlobalInvocationIndex => {
                    let start = index.wrapping_mul(self.invocations);
                    gang.set_affine(register, rising(first.wrapping_add(start)));
                    continue;
                }
                BuiltIn::NumWorkgroups => along_axis(self.workgroups),
                BuiltIn::SubgroupSize => gang.warp_width,
                BuiltIn::NumSubgroups => self.warps,
                BuiltIn::GlobalInvocationId => {
                    let start = along_axis(id).wrapping_mul(along_axis(self.workgroup_size));
                    gang.set_block(register, along(axis, start));
                    continue;
                }
                BuiltIn::LocalInvocationId
                | BuiltIn::LocalInvocationIndex
                | BuiltIn::SubgroupInvocationId
                | BuiltIn::SubgroupId => continue,
            };
            gang.set_affine(register, Affine::splat(value));
        }
    }
}

/// Each invocation holds `start` and its place along one axis of the block.
fn along(axis: u32, start: u32) -> BlockAffine {
    BlockAffine {
        base: start,
        steps: std::array::from_fn(|step_axis| u32::from(step_axis == axis as usize)),
    }
}

/// Lane `l` holds `first + l`.
const fn rising(first: u32) -> Affine {
    Affine { base: first, step: 1 }
}

/// Sets the override values of the dispatch. Returns their registers, which defaults must not overwrite.
fn set_overrides(program: &Program, dispatch: &Dispatch, uniforms: &mut [u32]) -> Result<Vec<Register>, KernelError> {
    let mut pinned = Vec::new();
    for (name, &value) in &dispatch.overrides {
        let named =
            |declared: &&Override| declared.name == *name || declared.id.is_some_and(|id| id.to_string() == *name);
        let declared = program
            .overrides
            .iter()
            .find(named)
            .ok_or_else(|| KernelError::UnknownOverride { name: name.clone() })?;
        let refused = || KernelError::OverrideValue {
            name: name.clone(),
            value: value.to_string(),
        };
        uniforms[declared.register.index()] = bits(declared.scalar, value).ok_or_else(refused)?;
        pinned.push(declared.register);
    }
    match program
        .overrides
        .iter()
        .find(|declared| !declared.has_default && !pinned.contains(&declared.register))
    {
        Some(missing) => Err(KernelError::MissingOverride {
            name: missing.name.clone(),
        }),
        None => Ok(pinned),
    }
}

/// Converts an override's value to the bits of its type; `None` if it does not fit.
fn bits(scalar: ScalarType, value: f64) -> Option<u32> {
    let whole = value.fract() == 0.0;
    match scalar {
        ScalarType::Bool => Some(u32::from(value != 0.0)),
        ScalarType::I32 => {
            (whole && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&value)).then_some(value as i32 as u32)
        }
        ScalarType::U32 => (whole && (0.0..=f64::from(u32::MAX)).contains(&value)).then_some(value as u32),
        ScalarType::F32 | ScalarType::F16 => (value as f32).is_finite().then_some((value as f32).to_bits()),
        // Memory alone has such numbers.
        ScalarType::Narrow(_) => None,
    }
}

/// Returns the index of the buffer that backs a memory.
fn buffer_of(program: &Program, dispatch: &Dispatch, memory: usize) -> Option<usize> {
    let (group, binding) = program.bindings[memory].slot?;
    dispatch
        .buffers
        .iter()
        .position(|buffer| buffer.group == group && buffer.binding == binding)
}

/// Creates the memories of a program with their initial contents.
pub(crate) fn memories(program: &Program, dispatch: &Dispatch, launch: &Launch) -> Result<Vec<Memory>, KernelError> {
    let mut all_bytes = 0;
    let mut memories = Vec::new();
    for (index, binding) in program.bindings.iter().enumerate() {
        let words = if binding.space == Space::Workgroup {
            let bytes = workgroup_bytes(binding, launch);
            if bytes > MAX_WORKGROUP_BYTES {
                let what = format!("workgroup memory `{}`", binding.name);
                return Err(KernelError::TooMuchMemory {
                    what,
                    bytes,
                    limit: MAX_WORKGROUP_BYTES,
                    at: Some(binding.declared),
                });
            }
            vec![0; bytes.div_ceil(4) as usize]
        } else {
            let (group, number) = binding.slot.unwrap_or_default();
            let missing = KernelError::MissingBuffer {
                name: binding.name.clone(),
                group,
                binding: number,
            };
            let contents = &dispatch.buffers[buffer_of(program, dispatch, index).ok_or(missing)?].contents;
            let bytes = contents.byte_len();
            check_size(binding, bytes)?;
            check_image(binding, contents)?;
            all_bytes += bytes;
            if all_bytes > MAX_BUFFER_BYTES {
                return Err(KernelError::TooMuchMemory {
                    what: "buffers".to_owned(),
                    bytes: all_bytes,
                    limit: MAX_BUFFER_BYTES,
                    at: None,
                });
            }
            contents.words()
        };
        memories.push(Memory { words });
    }
    Ok(memories)
}

/// Checks that the state of all workgroups fits in memory, if they wait for each other at barriers of the grid.
pub(crate) fn check_waiting_workgroups(program: &Program, launch: &Launch) -> Result<(), KernelError> {
    if !program.waits_for_grid() {
        return Ok(());
    }
    let registers = 4 * u64::from(launch.invocations) * u64::from(program.lane_registers);
    let shared = program.bindings.iter();
    let shared = shared.filter(|binding| binding.space == Space::Workgroup);
    let shared: u64 = shared.map(|binding| workgroup_bytes(binding, launch)).sum();
    let bytes = launch.workgroup_count().saturating_mul(registers + shared);
    if bytes <= MAX_WAITING_BYTES {
        return Ok(());
    }
    Err(KernelError::TooMuchMemory {
        what: "the registers and workgroup memory of workgroups that wait for each other".to_owned(),
        bytes,
        limit: MAX_WAITING_BYTES,
        at: None,
    })
}

/// Returns the bytes of a variable in workgroup memory.
pub(super) fn workgroup_bytes(binding: &Binding, launch: &Launch) -> u64 {
    let tail = match (binding.tail_stride, binding.length) {
        (Some(stride), Some(length)) => u64::from(stride) * u64::from(launch.uniforms[length.index()]),
        _ => 0,
    };
    u64::from(binding.fixed_bytes) + tail
}

/// Checks that an image has a size, and as many texels.
fn check_image(binding: &Binding, contents: &Contents) -> Result<(), KernelError> {
    let Some(image) = &binding.image else {
        return Ok(());
    };
    let wrong = |wanted: String| KernelError::BufferSize {
        name: binding.name.clone(),
        bytes: contents.byte_len(),
        wanted,
    };
    let Some(size) = contents.image_size() else {
        return Err(wrong("texels with a width and a height".to_owned()));
    };
    let bytes = image.words(size).saturating_mul(4);
    if bytes == contents.byte_len() {
        Ok(())
    } else {
        let [x, y, z] = size;
        Err(wrong(format!(
            "{bytes}, for {x} × {y} × {z} texels of {}",
            image.format
        )))
    }
}

fn check_size(binding: &Binding, bytes: u64) -> Result<(), KernelError> {
    // A runtime-sized array has at least one element.
    let element = match (binding.tail_stride, binding.size_unit) {
        (Some(stride), 4) => stride,
        (Some(_), bytes) => bytes,
        (None, _) => 0,
    };
    let least = u64::from(binding.fixed_bytes) + u64::from(element);
    let wanted = if bytes < least {
        format!("at least {least}")
    } else if !bytes.is_multiple_of(u64::from(binding.size_unit)) {
        format!("a multiple of {}", binding.size_unit)
    } else {
        return Ok(());
    };
    Err(KernelError::BufferSize {
        name: binding.name.clone(),
        bytes,
        wanted,
    })
}
