//! Adapts the WGSL text to the compiler of the platform.

use std::borrow::Cow;

/// Returns the text to compile. It is unchanged in the browser. Natively wgpu compiles with naga, which does not take
/// every valid text.
pub(crate) fn for_this_platform(source: &str) -> Cow<'_, str> {
    if cfg!(target_arch = "wasm32") {
        Cow::Borrowed(source)
    } else {
        simt::for_naga(source)
    }
}
