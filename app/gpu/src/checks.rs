//! Whether a kernel is compiled with checks of its own bounds and loops.

/// What the compiler adds to a kernel so that no input makes it leave its buffers or run for ever.
///
/// A browser always checks, whatever is asked here. Natively the driver's robust buffer access stays on either way, as
/// wgpu switches it on for every device: unchecked kernels are those without wgpu's own additions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checks {
    /// Indices are bounded where the driver does not do it, every loop counts its turns, and no division is by zero.
    #[default]
    Checked,
    /// None of that: the text as it stands.
    Unchecked,
}

impl Checks {
    /// The shader module for a text, with these checks. Errors come by the device's error scopes.
    pub(crate) fn module(
        self,
        device: &wgpu::Device,
        descriptor: wgpu::ShaderModuleDescriptor<'_>,
    ) -> wgpu::ShaderModule {
        match self {
            Checks::Checked => device.create_shader_module(descriptor),
            Checks::Unchecked => unchecked(device, descriptor),
        }
    }
}

#[expect(
    unsafe_code,
    reason = "wgpu offers modules without checks to callers who vouch for the text"
)]
fn unchecked(
    device: &wgpu::Device,
    descriptor: wgpu::ShaderModuleDescriptor<'_>,
) -> wgpu::ShaderModule {
    // SAFETY: a job becomes unchecked by `Job::unchecked` alone, whose caller vouches for what is asked here: no access
    // out of bounds, no loop without end, no division by zero.
    unsafe {
        device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked())
    }
}
