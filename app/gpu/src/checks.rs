//! The choice between compiling a kernel with and without run-time checks of bounds and loops.

/// Run-time checks that the compiler adds, so that no input makes a kernel leave its buffers or run forever.
///
/// A browser always adds checks, whatever is chosen here. Natively wgpu enables the driver's robust buffer access for
/// every device, so an unchecked kernel lacks only the checks that wgpu itself adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checks {
    /// Bounds are checked where the driver does not check them, every loop has an iteration limit, and division by zero
    /// is avoided.
    #[default]
    Checked,
    /// The source is compiled without any of these checks.
    Unchecked,
}

impl Checks {
    /// Creates the shader module of a source text with these checks. Errors arrive through the device's error scopes.
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
    reason = "wgpu offers modules without checks to callers who guarantee that the text is safe"
)]
fn unchecked(device: &wgpu::Device, descriptor: wgpu::ShaderModuleDescriptor<'_>) -> wgpu::ShaderModule {
    // SAFETY: only `Job::unchecked` makes a job unchecked, and its caller guarantees what is required here: no access
    // out of bounds, no endless loop, no division by zero.
    unsafe { device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked()) }
}
