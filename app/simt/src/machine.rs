//! The machine's sizes: how wide a warp is, how long a line, how many banks. Presets name their source.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The hardware facts that the counters depend on. Sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Short name for links and command lines, for example `k80`.
    pub id: Cow<'static, str>,
    /// The name people know, for example `Tesla K80`.
    pub name: Cow<'static, str>,
    /// Lanes that execute one instruction together: 1 to 64.
    pub warp_width: u32,
    /// A cache line: the unit of `gld_transactions` and `gst_transactions`.
    pub line_bytes: u32,
    /// A sector: the least that moves between the second-level cache and a multiprocessor.
    pub sector_bytes: u32,
    /// What a load moves.
    pub loads: LoadGranularity,
    /// Banks of workgroup (shared) memory.
    pub bank_count: u32,
    /// Width of one bank.
    pub bank_bytes: u32,
    /// Where these facts are written.
    pub source: Cow<'static, str>,
}

/// What one load request moves for each line it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LoadGranularity {
    /// The touched sectors only (loads cached in the second level).
    Sectors,
    /// Whole lines (loads cached in the first level, `-dlcm=ca` on Kepler).
    Lines,
}

impl Machine {
    const fn preset(
        id: &'static str,
        name: &'static str,
        loads: LoadGranularity,
        source: &'static str,
    ) -> Self {
        Machine {
            id: Cow::Borrowed(id),
            name: Cow::Borrowed(name),
            warp_width: 32,
            line_bytes: 128,
            sector_bytes: 32,
            loads,
            bank_count: 32,
            bank_bytes: 4,
            source: Cow::Borrowed(source),
        }
    }

    /// All presets; the first is the default.
    pub const PRESETS: [Machine; 4] = [
        Machine::preset(
            "k80",
            "Tesla K80",
            LoadGranularity::Sectors,
            "CUDA C++ Programming Guide 11, appendix Compute Capability 3.x: global loads are cached in L2 only by default",
        ),
        Machine::preset(
            "k80-l1",
            "Tesla K80, L1 loads",
            LoadGranularity::Lines,
            "CUDA C++ Programming Guide 11, appendix Compute Capability 3.x: -Xptxas -dlcm=ca caches loads in L1 by 128-byte lines",
        ),
        Machine::preset(
            "v100",
            "Tesla V100",
            LoadGranularity::Sectors,
            "CUDA C++ Programming Guide 12, appendix Compute Capability 7.x",
        ),
        Machine::preset(
            "h200",
            "H200",
            LoadGranularity::Sectors,
            "CUDA C++ Programming Guide 12, appendix Compute Capability 9.0",
        ),
    ];

    /// The preset with this id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::PRESETS.into_iter().find(|machine| machine.id == id)
    }

    /// The same machine with another warp width: a power of two up to 64 lanes.
    pub fn with_warp_width(mut self, warp_width: u32) -> Self {
        assert!(
            warp_width.is_power_of_two() && warp_width <= 64,
            "a warp has 1, 2, 4 … 64 lanes"
        );
        self.warp_width = warp_width;
        self
    }
}

impl Default for Machine {
    fn default() -> Self {
        let [first, ..] = Self::PRESETS;
        first
    }
}
