//! Times and counters measured on a real chip, shipped with the lessons as data.
//!
//! `cargo xtask gpu-report` measures them again. All samples are in its report, `assets/measured-h200.json`.

use crate::kernel::GalleryKernel;
use crate::size::Size;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything measured on one GPU in one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The GPU's name and its driver's version.
    pub device: String,
    pub driver: String,
    /// Date of the run, such as `2026-11-22`.
    pub taken: String,
    pub times: Vec<Times>,
    pub counters: Vec<Counters>,
}

/// One kernel's times at one size, by the way the kernel reached the chip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// The file stem of its shader, or the name of a library function.
    pub kernel: String,
    pub n: u64,
    /// Lanes per block; 0 if a library chooses them.
    pub block: u32,
    /// WGSL in a browser.
    #[serde(default)]
    pub browser: Option<Nanos>,
    /// WGSL through wgpu, with its bounds checks and without.
    #[serde(default)]
    pub checked: Option<Nanos>,
    #[serde(default)]
    pub unchecked: Option<Nanos>,
    /// The CUDA twin, or a function of a CUDA library.
    #[serde(default)]
    pub cuda: Option<Nanos>,
}

/// Time of one dispatch in nanoseconds: lower end of the median's 95 % confidence interval, median, upper end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nanos(pub f64, pub f64, pub f64);

impl Nanos {
    pub fn median(self) -> f64 {
        self.1
    }
}

/// The chip's hardware counters for a kernel's CUDA twin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counters {
    pub kernel: String,
    pub n: u32,
    pub block: u32,
    /// Values by the names of our metrics. Efficiencies are percentages with two decimals.
    pub chip: BTreeMap<String, f64>,
    /// Number of instructions in the compiled twin that load several words of shared memory at once (`LDS.64`,
    /// `LDS.128`).
    pub joined_loads: u32,
}

/// The id of the machine preset that has the chip's rules.
pub const MACHINE: &str = "h200";

static MEASURED: std::sync::LazyLock<Measured> = std::sync::LazyLock::new(|| {
    // As with the published figures, a test reads the file.
    serde_json::from_str(include_str!("../../../assets/measured-h200-medians.json")).unwrap_or_default()
});

/// Times and counters that were measured on an NVIDIA H200.
pub fn measured() -> &'static Measured {
    &MEASURED
}

impl Counters {
    pub fn gallery_kernel(&self) -> Option<&'static GalleryKernel> {
        GalleryKernel::by_name(&self.kernel)
    }
}

/// The reason why a chip's counter differs from the machine's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difference {
    /// Requests to shared memory compete with other traffic, and the chip repeats some of them: mostly loads, about one
    /// in a hundred.
    Arbitration,
    /// The chip's efficiency counts a byte once, even if many lanes request it. nvprof and our machine count it for
    /// each lane.
    DistinctBytes,
    /// WGSL clears workgroup memory implicitly. The CUDA twin stores the zero itself, once per block.
    Cleared,
    /// The compiler loads adjacent words of shared memory with one instruction: fewer requests than the text has.
    Joined,
    /// The compiler keeps a word that one lane of each block has just stored in a register, and does not load it again.
    Kept,
}

/// The result of comparing a counter of the chip with the machine's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Equal,
    Explained(Difference),
    Differs,
}

impl Counters {
    /// Compares the chip's counter `name` with the machine's. `machine` returns the machine's counters by name. Returns
    /// `None` if either side lacks the counter.
    pub fn verdict(&self, name: &str, machine: impl Fn(&str) -> Option<f64>) -> Option<Verdict> {
        let chip = *self.chip.get(name)?;
        let ours = machine(name)?;
        let same = |name: &str| self.chip.get(name).copied() == machine(name);
        let is_efficiency = name.ends_with("efficiency");
        // The chip's efficiencies have two decimals.
        let half_a_digit = if is_efficiency { 0.005 + 1e-9 } else { 0.0 };
        Some(if (chip - ours).abs() <= half_a_digit {
            Verdict::Equal
        } else if name.starts_with("shared_")
            && name.ends_with("_wavefronts")
            && (1.0..MOST_ARBITRATION).contains(&(chip / ours))
        {
            Verdict::Explained(Difference::Arbitration)
        } else if name == "gld_efficiency" && chip < ours && same("gld_requests") && same("gld_sectors") {
            Verdict::Explained(Difference::DistinctBytes)
        } else if name == "shared_st_wavefronts" && Some(chip - ours) == self.cleared() {
            Verdict::Explained(Difference::Cleared)
        } else if name == "shared_ld_wavefronts" && chip < ours && self.joined_loads > 0 {
            Verdict::Explained(Difference::Joined)
        } else if self
            .without_a_load(name, &machine)
            .is_some_and(|kept| (chip - kept).abs() <= half_a_digit)
        {
            Verdict::Explained(Difference::Kept)
        } else {
            Verdict::Differs
        })
    }

    /// Returns the number of stores with which the CUDA twin clears what WGSL clears implicitly: one per block.
    fn cleared(&self) -> Option<f64> {
        let counts_on_zeros = self.gallery_kernel()?.findings.contains(&"unwritten_read");
        counts_on_zeros.then(|| self.blocks()).flatten()
    }

    fn blocks(&self) -> Option<f64> {
        let task = self.gallery_kernel()?.task;
        let blocks = task.workgroups(Size::nearest(self.n, self.block), u64::from(self.n));
        Some(blocks.iter().map(|&count| f64::from(count)).product())
    }

    /// Returns the machine's value of a load counter if one lane of each block loaded one word less. Returns `None`
    /// unless the chip's requests and sectors both agree with that assumption.
    fn without_a_load(&self, name: &str, machine: impl Fn(&str) -> Option<f64>) -> Option<f64> {
        let blocks = self.blocks()?;
        let kept = |name: &str| Some(machine(name)? - blocks);
        let chip = |name: &str| self.chip.get(name).copied();
        let sectors = kept("gld_sectors")?;
        if chip("gld_requests") != kept("gld_requests") || chip("gld_sectors") != Some(sectors) {
            return None;
        }
        match name {
            "gld_efficiency" => {
                let asked = machine(name)? * machine("gld_sectors")? - 100.0 * blocks * WORD_BYTES / SECTOR_BYTES;
                Some(asked / sectors)
            }
            "gld_requests" | "gld_sectors" => kept(name),
            _ => None,
        }
    }
}

const WORD_BYTES: f64 = 4.0;
/// Sector size of NVIDIA chips since Maxwell.
const SECTOR_BYTES: f64 = 32.0;
/// Upper bound (exclusive) of the ratio of the chip's shared-memory wavefronts to the machine's that arbitration
/// explains.
const MOST_ARBITRATION: f64 = 1.03;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_is_there() {
        assert_eq!(measured().device, "NVIDIA H200");
        assert!(measured().times.len() > 60 && measured().counters.len() > 30);
        for counters in &measured().counters {
            assert!(counters.gallery_kernel().is_some(), "{}", counters.kernel);
        }
        for times in &measured().times {
            let ways = [times.browser, times.checked, times.unchecked, times.cuda];
            assert!(ways.iter().any(Option::is_some), "{times:?}");
            for Nanos(low, median, high) in ways.into_iter().flatten() {
                assert!(0.0 < low && low <= median && median <= high, "{times:?}");
            }
        }
    }

    #[test]
    fn what_a_twin_clears_itself_is_a_store_a_block() {
        let verdict = |kernel: &str, stores: f64| {
            let counters = Counters {
                kernel: kernel.to_owned(),
                n: 1 << 20,
                block: 256,
                chip: [("shared_st_wavefronts".to_owned(), stores)].into(),
                joined_loads: 0,
            };
            counters.verdict("shared_st_wavefronts", |_| Some(0.0))
        };
        let cleared = Some(Verdict::Explained(Difference::Cleared));
        assert_eq!(verdict("reduce_single_pass_once", 256.0), cleared);
        assert_eq!(verdict("reduce_single_pass_once", 255.0), Some(Verdict::Differs));
        assert_eq!(verdict("reduce_single_pass_tile", 256.0), Some(Verdict::Differs));
    }

    #[test]
    fn fewer_wavefronts_of_loads_are_words_that_were_joined() {
        let verdict = |wavefronts: f64, joined_loads: u32| {
            let counters = Counters {
                kernel: "gemv_shared".to_owned(),
                n: 1 << 20,
                block: 256,
                chip: [("shared_ld_wavefronts".to_owned(), wavefronts)].into(),
                joined_loads,
            };
            counters.verdict("shared_ld_wavefronts", |_| Some(32_768.0))
        };
        let joined = Some(Verdict::Explained(Difference::Joined));
        assert_eq!(verdict(16_384.0, 40), joined);
        assert_eq!(verdict(16_384.0, 0), Some(Verdict::Differs));
        assert_eq!(verdict(65_536.0, 40), Some(Verdict::Differs));
    }

    #[test]
    fn a_load_less_in_each_block_is_a_word_that_was_kept() {
        let ours = |name: &str| match name {
            "gld_requests" => Some(102_400.0),
            "gld_sectors" => Some(1_044_480.0),
            "gld_efficiency" => Some(25.049_019_607_843_14),
            _ => None,
        };
        let verdicts = |requests: f64| {
            let pairs = [
                ("gld_requests", requests),
                ("gld_sectors", 1_040_384.0),
                ("gld_efficiency", 25.1),
            ];
            let counters = Counters {
                kernel: "reduce_neighbored_less_unrolled".to_owned(),
                n: 1 << 20,
                block: 256,
                chip: pairs.map(|(name, value)| (name.to_owned(), value)).into(),
                joined_loads: 0,
            };
            pairs.map(|(name, _)| counters.verdict(name, ours))
        };
        assert_eq!(verdicts(98_304.0), [Some(Verdict::Explained(Difference::Kept)); 3]);
        assert_eq!(verdicts(98_303.0), [Some(Verdict::Differs); 3]);
    }

    #[test]
    fn a_counter_is_equal_or_has_its_reason() {
        let counters = |pairs: &[(&str, f64)]| -> BTreeMap<String, f64> {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
        };
        let ours = counters(&[
            ("gld_requests", 10.0),
            ("gld_sectors", 40.0),
            ("gld_efficiency", 160.0),
            ("gst_efficiency", 91.428_571),
            ("shared_ld_wavefronts", 1_000.0),
            ("shared_st_wavefronts", 50.0),
        ]);
        let chip = |changed: &[(&str, f64)]| {
            let mut chip = ours.clone();
            chip.insert("gst_efficiency".to_owned(), 91.43);
            chip.extend(counters(changed));
            Counters {
                kernel: "k".to_owned(),
                n: 1,
                block: 1,
                chip,
                joined_loads: 0,
            }
        };
        for (changed, name, expected) in [
            (&[][..], "gld_requests", Some(Verdict::Equal)),
            (&[], "gst_efficiency", Some(Verdict::Equal)),
            (&[], "no_such_counter", None),
            (&[("gst_efficiency", 91.44)], "gst_efficiency", Some(Verdict::Differs)),
            (&[("gld_requests", 11.0)], "gld_requests", Some(Verdict::Differs)),
            (
                &[("gld_efficiency", 82.5)],
                "gld_efficiency",
                Some(Verdict::Explained(Difference::DistinctBytes)),
            ),
            (
                &[("gld_efficiency", 82.5), ("gld_sectors", 41.0)],
                "gld_efficiency",
                Some(Verdict::Differs),
            ),
            (
                &[("shared_ld_wavefronts", 1_014.0)],
                "shared_ld_wavefronts",
                Some(Verdict::Explained(Difference::Arbitration)),
            ),
            (
                &[("shared_st_wavefronts", 51.0)],
                "shared_st_wavefronts",
                Some(Verdict::Explained(Difference::Arbitration)),
            ),
            (
                &[("shared_ld_wavefronts", 1_200.0)],
                "shared_ld_wavefronts",
                Some(Verdict::Differs),
            ),
            (
                &[("shared_ld_wavefronts", 999.0)],
                "shared_ld_wavefronts",
                Some(Verdict::Differs),
            ),
        ] {
            let machine = |name: &str| ours.get(name).copied();
            assert_eq!(chip(changed).verdict(name, machine), expected, "{changed:?} {name}");
        }
    }
}
