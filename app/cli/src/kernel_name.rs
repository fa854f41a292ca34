//! The kernel argument: a name of the gallery, or a file.

use std::path::Path;

/// Returns true if the kernel argument is a file and not the name of a gallery kernel.
pub fn is_file(kernel: &str) -> bool {
    kernel.ends_with(".wgsl") || kernel.ends_with(".cu") || kernel.contains(['/', '\\']) || Path::new(kernel).is_file()
}
