//! The sizes of a GPU that counters depend on: warp width, line, sectors and banks. Each preset cites its source.

mod adapter;
mod presets;
mod text;

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The hardware facts that the counters depend on. Sizes are in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Short name for links and command lines, for example `k80`.
    pub id: Cow<'static, str>,
    /// Product name, for example `Tesla K80`.
    pub name: Cow<'static, str>,
    /// Lanes that execute one instruction together: 1 to 64.
    pub warp_width: u32,
    /// Lanes that memory serves together. The request of a wider warp is split into one for each group of this many
    /// lanes, first lanes first: the half-warps of compute capability 1.x.
    pub request_lanes: u32,
    /// Size of a cache line: the unit of `gld_transactions` and `gst_transactions`.
    pub line_bytes: u32,
    /// Size of a sector: the smallest unit that moves between second-level cache and multiprocessor.
    pub sector_bytes: u32,
    /// The unit that a load moves.
    pub loads: LoadGranularity,
    /// Number of banks of workgroup (shared) memory.
    pub bank_count: u32,
    /// Width of one bank in bytes.
    pub bank_bytes: u32,
    /// The document that states these facts.
    pub source: Cow<'static, str>,
    /// Facts that the source leaves open or the model simplifies, and the values chosen; empty if there are none.
    pub assumed: Cow<'static, str>,
}

/// The unit that a load request moves for each line that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LoadGranularity {
    /// Only the touched sectors (loads cached in the second level).
    Sectors,
    /// Whole lines (loads cached in the first level, `-dlcm=ca` on Kepler).
    Lines,
}

/// The sizes of a custom machine: see [`Machine::custom`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineSizes {
    /// 4 to 64, a power of two.
    pub warp_width: u32,
    /// 4 to 64, a power of two; more than the warp width means the whole warp.
    pub request_lanes: u32,
    /// 32 to 256, a power of two.
    pub line_bytes: u32,
    /// 16 to 128, a power of two, and at most a line.
    pub sector_bytes: u32,
    pub loads: LoadGranularity,
    /// 4 to 64.
    pub bank_count: u32,
    /// 4 or 8.
    pub bank_bytes: u32,
}

/// A size that is not allowed. Each variant is one rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum MachineError {
    #[error("there is no machine `{text}`; known are {known}, and custom:…")]
    Unknown { text: String, known: String },
    #[error("`{text}` is none of warp, request, line, sector, banks, bank and loads=sectors or loads=lines")]
    UnknownSize { text: String },
    #[error("`{text}` is no whole number, for {what}")]
    NoNumber { what: String, text: String },
    #[error("{what} is {value}; it must be {least} to {most}")]
    OutOfRange {
        what: String,
        value: u32,
        least: u32,
        most: u32,
    },
    #[error("{what} is {value}; it must be a power of two")]
    NotPowerOfTwo { what: String, value: u32 },
    #[error("a sector of {sector_bytes} bytes is longer than a line of {line_bytes}")]
    SectorBeyondLine { sector_bytes: u32, line_bytes: u32 },
}

impl Default for MachineSizes {
    /// The sizes of the default preset.
    fn default() -> Self {
        Machine::default().sizes()
    }
}

impl MachineSizes {
    fn check(&self) -> Result<(), MachineError> {
        for (what, value, least, most, power) in [
            ("the warp width", self.warp_width, 4, 64, true),
            ("lanes a request", self.request_lanes, 4, 64, true),
            ("a line's bytes", self.line_bytes, 32, 256, true),
            ("a sector's bytes", self.sector_bytes, 16, 128, true),
            ("the number of banks", self.bank_count, 4, 64, false),
            ("a bank's bytes", self.bank_bytes, 4, 8, true),
        ] {
            let what = what.to_owned();
            if !(least..=most).contains(&value) {
                return Err(MachineError::OutOfRange {
                    what,
                    value,
                    least,
                    most,
                });
            }
            if power && !value.is_power_of_two() {
                return Err(MachineError::NotPowerOfTwo { what, value });
            }
        }
        if self.sector_bytes > self.line_bytes {
            return Err(MachineError::SectorBeyondLine {
                sector_bytes: self.sector_bytes,
                line_bytes: self.line_bytes,
            });
        }
        Ok(())
    }
}

impl Machine {
    /// Returns true if its sizes are custom.
    pub fn is_custom(&self) -> bool {
        self.id.starts_with("custom")
    }

    /// The makers of the presets.
    pub const MAKERS: [&'static str; 4] = ["NVIDIA", "AMD", "Intel", "Apple"];

    /// Returns the maker of a preset.
    pub fn maker(&self) -> &'static str {
        match &*self.id {
            id if id.starts_with("rdna") || id.starts_with("cdna") => "AMD",
            id if id.starts_with("xe") => "Intel",
            "apple" => "Apple",
            _ => "NVIDIA",
        }
    }

    /// Returns the preset with this id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::PRESETS.into_iter().find(|machine| machine.id == id)
    }

    /// Creates a custom machine. Its id spells out its sizes.
    ///
    /// # Errors
    /// Returns the first size that is out of its range, by name.
    pub fn custom(sizes: MachineSizes) -> Result<Self, MachineError> {
        sizes.check()?;
        let sizes = MachineSizes {
            request_lanes: sizes.request_lanes.min(sizes.warp_width),
            ..sizes
        };
        let id = Cow::Owned(sizes.write());
        Ok(Machine {
            id,
            ..Self::of("", "custom machine", sizes, "sizes of one's own", "")
        })
    }

    const fn of(
        id: &'static str,
        name: &'static str,
        sizes: MachineSizes,
        source: &'static str,
        assumed: &'static str,
    ) -> Self {
        Machine {
            id: Cow::Borrowed(id),
            name: Cow::Borrowed(name),
            warp_width: sizes.warp_width,
            request_lanes: sizes.request_lanes,
            line_bytes: sizes.line_bytes,
            sector_bytes: sizes.sector_bytes,
            loads: sizes.loads,
            bank_count: sizes.bank_count,
            bank_bytes: sizes.bank_bytes,
            source: Cow::Borrowed(source),
            assumed: Cow::Borrowed(assumed),
        }
    }

    /// Returns the sizes, for example to change some of them.
    pub fn sizes(&self) -> MachineSizes {
        MachineSizes {
            warp_width: self.warp_width,
            request_lanes: self.request_lanes,
            line_bytes: self.line_bytes,
            sector_bytes: self.sector_bytes,
            loads: self.loads,
            bank_count: self.bank_count,
            bank_bytes: self.bank_bytes,
        }
    }

    /// Returns the same machine with another warp width, a power of two up to 64. Memory that served whole warps still
    /// does.
    pub fn with_warp_width(mut self, warp_width: u32) -> Self {
        assert!(
            warp_width.is_power_of_two() && warp_width <= 64,
            "a warp has 1, 2, 4 … 64 lanes"
        );
        if self.request_lanes >= self.warp_width {
            self.request_lanes = warp_width;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_preset_is_a_machine_with_a_source_and_an_id_of_its_own() {
        let mut ids = HashSet::new();
        for machine in Machine::PRESETS {
            assert_eq!(machine.sizes().check(), Ok(()), "{}", machine.id);
            assert!(machine.request_lanes <= machine.warp_width, "{}", machine.id);
            assert!(machine.source.len() > 20, "{}", machine.id);
            assert!(Machine::MAKERS.contains(&machine.maker()), "{}", machine.id);
            // A maker stands in the text about the sizes.
            let texts = format!("{} {}", machine.source, machine.assumed);
            let is_named = texts.contains(machine.maker()) || texts.contains("CUDA");
            assert!(is_named, "{}", machine.id);
            assert!(ids.insert(machine.id.clone()), "{}", machine.id);
            assert_eq!(Machine::by_id(&machine.id), Some(machine));
        }
    }

    #[test]
    fn a_size_out_of_range_is_refused_by_name() {
        let good = MachineSizes::default();
        // (sizes, what the message names)
        let table = [
            (
                MachineSizes { warp_width: 2, ..good },
                "warp width is 2; it must be 4 to 64",
            ),
            (
                MachineSizes {
                    warp_width: 128,
                    ..good
                },
                "warp width is 128",
            ),
            (MachineSizes { warp_width: 12, ..good }, "power of two"),
            (
                MachineSizes {
                    request_lanes: 0,
                    ..good
                },
                "lanes a request",
            ),
            (
                MachineSizes {
                    line_bytes: 512,
                    ..good
                },
                "line's bytes is 512; it must be 32 to 256",
            ),
            (
                MachineSizes {
                    sector_bytes: 8,
                    ..good
                },
                "sector's bytes is 8; it must be 16 to 128",
            ),
            (
                MachineSizes {
                    line_bytes: 32,
                    sector_bytes: 64,
                    ..good
                },
                "longer than a line",
            ),
            (
                MachineSizes { bank_count: 65, ..good },
                "number of banks is 65; it must be 4 to 64",
            ),
            (MachineSizes { bank_bytes: 6, ..good }, "power of two"),
        ];
        for (sizes, named) in table {
            let error = Machine::custom(sizes).expect_err("it must be refused");
            assert!(error.to_string().contains(named), "{error} names {named}");
        }
        let odd_banks = MachineSizes { bank_count: 33, ..good };
        assert_eq!(Machine::custom(odd_banks).map(|machine| machine.sizes()), Ok(odd_banks));
    }

    #[test]
    fn another_warp_width_keeps_half_warps_and_widens_whole_ones() {
        let request_lanes = |id: &str, width| Machine::by_id(id).map(|m| m.with_warp_width(width).request_lanes);
        assert_eq!((request_lanes("k80", 64), request_lanes("k80", 8)), (Some(64), Some(8)));
        assert_eq!(request_lanes("g80", 64), Some(16));
    }
}
