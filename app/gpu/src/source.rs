//! Adapts the WGSL text to the compiler of the platform.

use std::borrow::Cow;

/// Returns the text to compile. It is unchanged in the browser. Natively wgpu compiles with naga, which rejects the
/// directive `enable subgroups;` that browsers require.
pub(crate) fn for_this_platform(source: &str) -> Cow<'_, str> {
    if cfg!(target_arch = "wasm32") {
        Cow::Borrowed(source)
    } else {
        Cow::Owned(simt::without_subgroups_directive(source))
    }
}
