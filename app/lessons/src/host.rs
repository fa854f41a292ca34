//! The host program of the vector sum, in WebGPU and in CUDA, in the same phases. A test runs the WebGPU text
//! as it is shown, and `app/lessons/examples/host_program.rs` makes a program of the CUDA text.

use crate::text::Text;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const WEBGPU: &str = include_str!("../../../assets/host/vector_sum.js");
const CUDA: &str = include_str!("../../../assets/host/vector_sum.cu");
static MEASURED: LazyLock<Measured> = LazyLock::new(|| {
    // A test reads the file.
    serde_json::from_str(include_str!("../../../assets/measured-host.json")).unwrap_or_default()
});

/// The times of the CUDA program's phases. `app/lessons/examples/host_program.rs` measures them again.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    pub device: String,
    pub driver: String,
    pub taken: String,
    pub n: u32,
    pub block: u32,
    /// Medians in milliseconds by the phases' ids. Each phase lasts until the GPU has finished.
    pub cuda: BTreeMap<String, f64>,
}

/// Times that were measured on an NVIDIA H200.
pub fn measured() -> &'static Measured {
    &MEASURED
}

/// A line with this and a phase's id begins the phase.
const MARK: &str = "//# ";

/// A part of a host program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    Device,
    Allocate,
    CopyIn,
    Compile,
    Launch,
    CopyOut,
    Free,
}

impl Phase {
    /// In the order of the program.
    pub const ALL: [Phase; 7] = [
        Phase::Device,
        Phase::Allocate,
        Phase::CopyIn,
        Phase::Compile,
        Phase::Launch,
        Phase::CopyOut,
        Phase::Free,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            Phase::Device => "device",
            Phase::Allocate => "allocate",
            Phase::CopyIn => "copy-in",
            Phase::Compile => "compile",
            Phase::Launch => "launch",
            Phase::CopyOut => "copy-out",
            Phase::Free => "free",
        }
    }

    pub const fn title(self) -> Text {
        match self {
            Phase::Device => Text::new("Find the device", "找到设备"),
            Phase::Allocate => Text::new("Allocate", "分配内存"),
            Phase::CopyIn => Text::new("Copy in", "拷入"),
            Phase::Compile => Text::new("Compile and bind", "编译和绑定"),
            Phase::Launch => Text::new("Launch", "启动"),
            Phase::CopyOut => Text::new("Copy out", "拷出"),
            Phase::Free => Text::new("Free", "释放内存"),
        }
    }

    /// Returns its lines in the JavaScript program for WebGPU.
    pub fn webgpu(self) -> &'static str {
        part(WEBGPU, self.id())
    }

    /// Returns its time in the CUDA program, in milliseconds; `None` for the phase in which that program does nothing.
    pub fn measured_cuda(self) -> Option<f64> {
        match self {
            Phase::Compile => None,
            phase => measured().cuda.get(phase.id()).copied(),
        }
    }

    /// Returns its lines in the CUDA C++ program.
    pub fn cuda(self) -> &'static str {
        part(CUDA, self.id())
    }
}

/// Returns the lines between the mark of a phase and the next one; empty if the program has no such phase.
fn part(program: &'static str, id: &str) -> &'static str {
    let parts = program.split(MARK);
    let sections = parts.filter_map(|part| part.split_once('\n'));
    let matching = sections.filter(|(name, _)| *name == id).map(|(_, lines)| lines);
    matching.last().unwrap_or_default().trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_programs_have_all_phases_in_order() {
        for program in [WEBGPU, CUDA] {
            let lines = program.lines();
            let marks: Vec<_> = lines.filter_map(|line| line.strip_prefix(MARK)).collect();
            assert_eq!(marks, Phase::ALL.map(Phase::id));
        }
        for phase in Phase::ALL {
            assert!(
                phase == Phase::Compile || phase.measured_cuda().is_some_and(|millis| millis > 0.0),
                "{phase:?}"
            );
            assert!(!phase.webgpu().is_empty() && !phase.cuda().is_empty(), "{phase:?}");
        }
    }
}
