//! A kernel: its name, its WGSL text and its entry point. The machine and WebGPU receive the same one.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One kernel's text, shown as code, executed by the machine and run by WebGPU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kernel {
    /// The shader's file stem, for example `reduce_neighbored`.
    pub name: Cow<'static, str>,
    /// The WGSL text, exactly as stored.
    pub source: Cow<'static, str>,
    /// The entry point; `None` means the only compute entry point there is.
    pub entry_point: Option<Cow<'static, str>>,
}

impl Kernel {
    /// Returns a kernel of the gallery: a shader file built into the program.
    pub const fn gallery(name: &'static str, source: &'static str) -> Self {
        Kernel {
            name: Cow::Borrowed(name),
            source: Cow::Borrowed(source),
            entry_point: None,
        }
    }
}
