//! One step of a set-up, and its description, which is printed before it runs.

use super::facts::WASM_TRIPLE;
use super::tools::{CargoTool, tool_folder};
use std::fmt;

/// A way to install the standard library for wasm32.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WasmRoad {
    Rustup,
    /// Debian's compiler for browsers; its standard library is built from Debian's source package.
    Debian,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Cargo's own folder, which is on PATH, so that plain `trunk serve` works afterwards.
    Cargo,
    /// Our folder; the user's other version on PATH is not touched.
    ToolFolder,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The ways are tried in this order until one succeeds.
    WasmTarget {
        roads: Vec<WasmRoad>,
    },
    RustComponent(&'static str),
    CargoTool {
        tool: &'static CargoTool,
        place: Place,
        prebuilt: bool,
    },
    WasmOpt,
    WasmSplit,
    Packages(Vec<&'static str>),
}

impl Step {
    /// Returns true for wasm-opt and wasm-split, which only make a release page smaller.
    pub fn can_be_done_without(&self) -> bool {
        matches!(self, Self::WasmOpt | Self::WasmSplit)
    }

    /// Returns true for a tool that is compiled, because `cargo binstall` is not there.
    pub fn compiles(&self) -> bool {
        matches!(self, Self::CargoTool { prebuilt: false, .. })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WasmTarget { roads } => {
                let roads: Vec<_> = roads.iter().map(ToString::to_string).collect();
                write!(f, "Rust's standard library for {WASM_TRIPLE} ({})", roads.join(", or "))
            }
            Self::RustComponent(name) => write!(f, "{name}, with rustup"),
            Self::CargoTool { tool, place, prebuilt } => {
                write!(f, "{} {}", tool.package, tool.version)?;
                if *prebuilt {
                    write!(f, ", prebuilt, with cargo binstall")?;
                } else {
                    write!(f, ", compiled from source, about {} minutes on two cores", tool.minutes)?;
                }
                match place {
                    Place::Cargo => Ok(()),
                    Place::ToolFolder => {
                        let folder = tool_folder();
                        write!(f, ", into {}; the other version on PATH is kept", folder.display())
                    }
                }
            }
            Self::WasmOpt => write!(f, "wasm-opt, with npm, into {}", tool_folder().display()),
            Self::WasmSplit => write!(
                f,
                "wasm-split-cli, compiled from source, about a minute on two cores, into {}",
                tool_folder().display()
            ),
            Self::Packages(packages) => write!(f, "the system packages {}", packages.join(", ")),
        }
    }
}

impl fmt::Display for WasmRoad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rustup => "with rustup",
            Self::Debian => "built from Debian's packages, about a minute on two cores",
        })
    }
}
