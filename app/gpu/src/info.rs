//! The name and the limits of the device.

/// Facts about the adapter and about the device created from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// The best name available; browsers often report only vendor and architecture. Never empty.
    pub name: String,
    /// Vendor as the adapter reports it, for example `nvidia`; empty if it is unknown.
    pub vendor: String,
    /// `WebGPU` in a browser; natively `Vulkan`, `Metal` or `Dx12`.
    pub backend: String,
    /// True for a software implementation: its times say nothing about a GPU.
    pub is_fallback: bool,
    /// Largest number of lanes in a workgroup.
    pub max_block: u32,
    /// Largest binding, in bytes.
    pub max_binding_bytes: u64,
    /// Largest buffer, in bytes.
    pub max_buffer_bytes: u64,
    /// Largest number of workgroups in one dimension of a dispatch.
    pub max_workgroups: u32,
    /// True if the GPU's own clock can time passes.
    pub timestamps: bool,
    /// True if shaders may use subgroup operations.
    pub subgroups: bool,
    /// The narrowest and the widest warp, in lanes; `None` if the adapter does not tell.
    pub warp_widths: Option<[u32; 2]>,
}

impl DeviceInfo {
    /// Returns the largest size of one kernel buffer, in bytes.
    pub fn max_bytes(&self) -> u64 {
        self.max_binding_bytes.min(self.max_buffer_bytes)
    }

    pub(crate) fn of(adapter: &wgpu::Adapter, device: &wgpu::Device) -> Self {
        let info = adapter.get_info();
        let limits = device.limits();
        let features = device.features();
        let named = Named::of(&info, device);
        DeviceInfo {
            name: named.name,
            vendor: named.vendor,
            backend: match info.backend {
                wgpu::Backend::BrowserWebGpu => "WebGPU".to_owned(),
                backend => format!("{backend:?}"),
            },
            is_fallback: info.device_type == wgpu::DeviceType::Cpu,
            max_block: limits
                .max_compute_invocations_per_workgroup
                .min(limits.max_compute_workgroup_size_x),
            max_binding_bytes: limits.max_storage_buffer_binding_size,
            max_buffer_bytes: limits.max_buffer_size,
            max_workgroups: limits.max_compute_workgroups_per_dimension,
            timestamps: features.contains(wgpu::Features::TIMESTAMP_QUERY),
            subgroups: named.subgroups,
            warp_widths: warp_widths(info.subgroup_min_size, info.subgroup_max_size),
        }
    }
}

/// Returns the widths of the adapter's warps. A browser that keeps them to itself reports the whole range that WebGPU
/// permits, and one that does not know them reports 0.
fn warp_widths(least: u32, most: u32) -> Option<[u32; 2]> {
    let permitted = [wgpu::MINIMUM_SUBGROUP_MIN_SIZE, wgpu::MAXIMUM_SUBGROUP_MAX_SIZE];
    (least > 0 && least <= most && [least, most] != permitted).then_some([least, most])
}

/// Facts that wgpu alone does not report in the browser.
struct Named {
    name: String,
    vendor: String,
    subgroups: bool,
}

impl Named {
    #[cfg(not(target_arch = "wasm32"))]
    fn of(info: &wgpu::AdapterInfo, device: &wgpu::Device) -> Self {
        Named {
            name: best_name(&info.name, "", "", &format!("{:?}", info.backend)),
            vendor: vendor_of_pci(info.vendor).to_owned(),
            subgroups: device.features().contains(wgpu::Features::SUBGROUP),
        }
    }

    #[cfg(target_arch = "wasm32")]
    fn of(info: &wgpu::AdapterInfo, device: &wgpu::Device) -> Self {
        let script = crate::web::describe(device);
        let description = if info.name.is_empty() {
            &script.description
        } else {
            &info.name
        };
        Named {
            name: best_name(description, &script.vendor, &script.architecture, "WebGPU"),
            vendor: script.vendor,
            subgroups: script.subgroups,
        }
    }
}

/// Returns the description, else vendor and architecture, else `stand_in`.
fn best_name(description: &str, vendor: &str, architecture: &str, stand_in: &str) -> String {
    let described = description.trim();
    if !described.is_empty() {
        return described.to_owned();
    }
    let words: Vec<&str> = [vendor.trim(), architecture.trim()]
        .into_iter()
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        stand_in.to_owned()
    } else {
        words.join(" ")
    }
}

/// Returns the vendor name as browsers write it. Source: the PCI ID repository, and Khronos for Mesa's software
/// drivers.
#[cfg(not(target_arch = "wasm32"))]
fn vendor_of_pci(id: u32) -> &'static str {
    match id {
        0x10de => "nvidia",
        0x1002 => "amd",
        0x8086 => "intel",
        0x106b => "apple",
        0x13b5 => "arm",
        0x5143 => "qualcomm",
        0x1_0005 => "mesa",
        0x1ae0 => "google",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::{best_name, warp_widths};

    #[test]
    fn a_device_always_has_a_name() {
        for (description, vendor, architecture, name) in [
            ("NVIDIA H200", "nvidia", "hopper", "NVIDIA H200"),
            ("  ", "nvidia", "hopper", "nvidia hopper"),
            ("", "apple", "", "apple"),
            ("", "", "", "WebGPU"),
        ] {
            assert_eq!(best_name(description, vendor, architecture, "WebGPU"), name);
        }
    }

    #[test]
    fn widths_of_warps_are_known_or_absent() {
        for (least, most, widths) in [
            (32, 32, Some([32, 32])),
            (8, 32, Some([8, 32])),
            (0, 0, None),
            (4, 128, None),
        ] {
            assert_eq!(warp_widths(least, most), widths, "{least} {most}");
        }
    }
}
