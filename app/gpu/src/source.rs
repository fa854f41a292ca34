//! The WGSL text as the compiler at hand wants it.

use std::borrow::Cow;

/// The text to compile: unchanged in the browser. Natively wgpu compiles by naga, which refuses the directive
/// `enable subgroups;` that browsers require.
pub(crate) fn for_this_platform(source: &str) -> Cow<'_, str> {
    if cfg!(target_arch = "wasm32") {
        Cow::Borrowed(source)
    } else {
        Cow::Owned(simt::without_subgroups_directive(source))
    }
}
