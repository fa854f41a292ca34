//! The limits of WebGPU that every device offers without being asked, and what a dispatch needs beyond them.
//!
//! Source: WebGPU, section 3.6.2 (limits), column "Default".

use super::launch::{Launch, workgroup_bytes};
use crate::machine::Machine;
use crate::program::{Dispatch, ImageKind, KernelError, Program, Space};
use serde::{Deserialize, Serialize};

/// A limit that a device has to be asked for. A browser refuses the kernel otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaisedLimit {
    pub limit: Limit,
    /// What the dispatch needs.
    pub needed: u64,
}

/// A limit of WebGPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    WorkgroupInvocations,
    WorkgroupSizeX,
    WorkgroupSizeY,
    WorkgroupSizeZ,
    WorkgroupBytes,
    BindGroups,
    StorageBuffers,
    UniformBuffers,
    StorageTextures,
    SampledTextures,
    StorageBufferBytes,
    UniformBufferBytes,
}

impl Limit {
    /// Returns the name in WebGPU.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the value of a device that was asked for nothing.
    pub const fn default(self) -> u64 {
        self.row().1
    }

    const fn row(self) -> (&'static str, u64) {
        match self {
            Limit::WorkgroupInvocations => ("maxComputeInvocationsPerWorkgroup", 256),
            Limit::WorkgroupSizeX => ("maxComputeWorkgroupSizeX", 256),
            Limit::WorkgroupSizeY => ("maxComputeWorkgroupSizeY", 256),
            Limit::WorkgroupSizeZ => ("maxComputeWorkgroupSizeZ", 64),
            Limit::WorkgroupBytes => ("maxComputeWorkgroupStorageSize", 16_384),
            Limit::BindGroups => ("maxBindGroups", 4),
            Limit::StorageBuffers => ("maxStorageBuffersPerShaderStage", 8),
            Limit::UniformBuffers => ("maxUniformBuffersPerShaderStage", 12),
            Limit::StorageTextures => ("maxStorageTexturesPerShaderStage", 4),
            Limit::SampledTextures => ("maxSampledTexturesPerShaderStage", 16),
            Limit::StorageBufferBytes => ("maxStorageBufferBindingSize", 134_217_728),
            Limit::UniformBufferBytes => ("maxUniformBufferBindingSize", 65_536),
        }
    }
}

/// Returns the invocations of a workgroup in x, y and z with the overrides of a dispatch.
///
/// # Errors
/// Returns why the dispatch cannot start.
pub fn workgroup_size(program: &Program, dispatch: &Dispatch) -> Result<[u32; 3], KernelError> {
    Ok(Launch::new(program, dispatch, &Machine::default())?.workgroup_size)
}

/// Returns the limits that a device must be asked for to run a dispatch.
///
/// # Errors
/// Returns why the dispatch cannot start.
pub fn raised_limits(program: &Program, dispatch: &Dispatch) -> Result<Vec<RaisedLimit>, KernelError> {
    let launch = Launch::new(program, dispatch, &Machine::default())?;
    let [x, y, z] = launch.workgroup_size.map(u64::from);
    let bindings = || program.bindings.iter();
    let buffers = |space: Space| bindings().filter(move |binding| binding.space == space && binding.image.is_none());
    let textures = |is_storage: bool| {
        let images = bindings().filter_map(|binding| binding.image.as_ref());
        let images = images.filter(|image| (image.kind == ImageKind::Storage) == is_storage);
        images.count() as u64
    };
    let longest = |space: Space| {
        let slots: Vec<_> = buffers(space).filter_map(|binding| binding.slot).collect();
        let bound = dispatch.buffers.iter();
        let bound = bound.filter(|buffer| slots.contains(&(buffer.group, buffer.binding)));
        let lengths = bound.map(|buffer| buffer.contents.byte_len());
        lengths.max().unwrap_or(0)
    };
    let groups = bindings().filter_map(|binding| binding.slot);
    let groups = groups.map(|(group, _)| u64::from(group) + 1).max();
    let shared = buffers(Space::Workgroup).map(|binding| workgroup_bytes(binding, &launch));
    let needed = [
        (Limit::WorkgroupInvocations, u64::from(launch.invocations)),
        (Limit::WorkgroupSizeX, x),
        (Limit::WorkgroupSizeY, y),
        (Limit::WorkgroupSizeZ, z),
        (Limit::WorkgroupBytes, shared.sum()),
        (Limit::BindGroups, groups.unwrap_or(0)),
        (Limit::StorageBuffers, buffers(Space::Storage).count() as u64),
        (Limit::UniformBuffers, buffers(Space::Uniform).count() as u64),
        (Limit::StorageTextures, textures(true)),
        (Limit::SampledTextures, textures(false)),
        (Limit::StorageBufferBytes, longest(Space::Storage)),
        (Limit::UniformBufferBytes, longest(Space::Uniform)),
    ];
    let beyond = needed.into_iter().filter(|(limit, needed)| *needed > limit.default());
    Ok(beyond.map(|(limit, needed)| RaisedLimit { limit, needed }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Buffer, Contents};

    #[test]
    fn what_a_device_must_be_asked_for_is_named() {
        let data = "@group(0) @binding(0) var<storage, read_write> r: array<u32>;\n";
        let lanes = |lanes: u32| format!("@compute @workgroup_size({lanes}) fn main() {{ r[0] = 1; }}");
        let shared = |words: u32| {
            format!(
                "var<workgroup> s: array<u32, {words}>; @compute @workgroup_size(1) fn main() {{ s[0] = 1; r[0] = s[0]; }}"
            )
        };
        let far = "@group(4) @binding(0) var<storage, read_write> q: array<u32>; @compute @workgroup_size(1) fn main() { r[0] = q[0]; }";
        for (text, wanted) in [
            (lanes(256), vec![]),
            (
                lanes(512),
                vec![(Limit::WorkgroupInvocations, 512), (Limit::WorkgroupSizeX, 512)],
            ),
            (shared(4096), vec![]),
            (shared(4097), vec![(Limit::WorkgroupBytes, 16_388)]),
            (far.to_owned(), vec![(Limit::BindGroups, 5)]),
        ] {
            let program = crate::compile(&format!("{data}{text}"), None).expect("valid");
            let buffer = |group| Buffer {
                group,
                binding: 0,
                contents: Contents::Zeros { words: 4 },
            };
            let dispatch = Dispatch {
                workgroups: [1, 1, 1],
                overrides: Default::default(),
                buffers: vec![buffer(0), buffer(4)],
            };
            let raised = raised_limits(&program, &dispatch).expect("it starts");
            let raised: Vec<_> = raised.iter().map(|each| (each.limit, each.needed)).collect();
            assert_eq!(raised, wanted, "{text}");
        }
    }
}
