//! The browsers that the tests drive.

/// The WebGPU adapter of Chromium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graphics {
    /// A software device with 256 invocations and subgroups of 4, or the adapter of `WARPSTEP_ADAPTER_FLAGS`.
    Software,
    /// No adapter at all.
    None,
}

/// A browser. The methods in `devtools.rs` work in Chromium only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrowserKind {
    /// Chromium, with this adapter.
    Chromium(Graphics),
    /// Firefox, without WebGPU.
    Firefox,
    /// The MiniBrowser of WebKitGTK, which has the engine of Safari and no WebGPU.
    WebKitGtk,
}

impl From<Graphics> for BrowserKind {
    fn from(graphics: Graphics) -> Self {
        BrowserKind::Chromium(graphics)
    }
}
