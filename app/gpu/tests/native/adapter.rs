//! The device for tests: Mesa's software driver if it is installed, else the computer's own adapter.

use gpu::{Adapter, Gpu, Job};
use lessons::{GalleryKernel, Size};
use simt::Machine;

/// Connects, or panics with what is missing: a test that finds no adapter must fail, not pass silently.
pub fn connect() -> Gpu {
    let software = pollster::block_on(Gpu::connect_to(&Adapter::Named("llvmpipe".to_owned())));
    software
        .or_else(|_| pollster::block_on(Gpu::connect()))
        .unwrap_or_else(|error| {
            panic!(
                "these tests run kernels on a Vulkan, Metal or Direct3D 12 adapter, and there is none ({error}). \
             On Debian or Ubuntu install the software driver: apt-get install mesa-vulkan-drivers"
            )
        })
}

/// Returns a gallery kernel as a job.
pub fn job(kernel: &'static GalleryKernel, size: Size, machine: &'static Machine) -> Job<'static> {
    Job::new(
        kernel.kernel.clone(),
        kernel.dispatch(size, machine),
        kernel.output(),
        kernel.useful_bytes(size),
        move |first, out| kernel.reference(size, machine, first, out),
    )
}
