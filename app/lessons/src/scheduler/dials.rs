//! The settings of the scheduler panel: a chip, the instructions of the warps, their number, and the latencies.

use super::{Chip, MOST_WARPS, Setting, chips};
use std::ops::RangeInclusive;

/// The instructions that the warps execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Work {
    /// The kernel's own statements.
    Kernel,
    /// Independent chains of operations.
    Operations,
    /// Independent chains of loads.
    Loads,
    /// Two predicated sides of a branch, B and C with two instructions each: all of B before all of C.
    OneSideThenOther,
    /// The same four instructions, one of B and one of C in turn.
    SidesInterleaved,
}

impl Work {
    pub const ALL: [Work; 5] = [
        Work::Kernel,
        Work::Operations,
        Work::Loads,
        Work::OneSideThenOther,
        Work::SidesInterleaved,
    ];

    /// Returns the name in links.
    pub const fn id(self) -> &'static str {
        match self {
            Work::Kernel => "kernel",
            Work::Operations => "operations",
            Work::Loads => "loads",
            Work::OneSideThenOther => "one-side-then-other",
            Work::SidesInterleaved => "sides-interleaved",
        }
    }

    /// Returns the names of the instructions in program order, each with the letter of its side first. Empty if they
    /// have none. Source of the two orders: ME964, slide 33.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Work::OneSideThenOther => &["B1", "B2", "C1", "C2"],
            Work::SidesInterleaved => &["B1", "C1", "B2", "C2"],
            Work::Kernel | Work::Operations | Work::Loads => &[],
        }
    }

    /// Returns true if the number of chains can be set.
    pub const fn has_chains(self) -> bool {
        matches!(self, Work::Operations | Work::Loads)
    }

    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|work| work.id() == id)
    }
}

/// A setting that is a number in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dial {
    Warps,
    Chains,
    ArithmeticLatency,
    MemoryLatency,
}

impl Dial {
    pub const ALL: [Dial; 4] = [Dial::Warps, Dial::Chains, Dial::ArithmeticLatency, Dial::MemoryLatency];

    /// Returns the name in links.
    pub const fn id(self) -> &'static str {
        match self {
            Dial::Warps => "warps",
            Dial::Chains => "chains",
            Dial::ArithmeticLatency => "operation",
            Dial::MemoryLatency => "memory",
        }
    }

    pub const fn range(self) -> RangeInclusive<u32> {
        match self {
            Dial::Warps => 1..=MOST_WARPS,
            Dial::Chains => 1..=8,
            Dial::ArithmeticLatency => 1..=40,
            Dial::MemoryLatency => 1..=800,
        }
    }
}

/// The settings of the scheduler panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dials {
    /// The name of a chip with published figures.
    pub chip: &'static str,
    pub work: Work,
    pub warps: u32,
    pub chains: u32,
    /// Cycles until the result of an operation is ready; `None`: the chip's.
    pub arithmetic_latency: Option<u32>,
    /// Cycles until a word from memory arrives; `None`: the chip's.
    pub memory_latency: Option<u32>,
}

impl Default for Dials {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Dials {
    /// The chip of the lessons' slides. Eight warps are enough to see them take turns, and too few to hide everything.
    pub const USUAL: Dials = Dials {
        chip: "GF100",
        work: Work::Kernel,
        warps: 8,
        chains: 1,
        arithmetic_latency: None,
        memory_latency: None,
    };

    /// Returns the chip with its published figures; `None` if the table does not have it.
    pub fn chip(&self) -> Option<Chip> {
        chips().into_iter().find(|chip| chip.name == self.chip)
    }

    /// Selects a chip. Its published latencies replace the latencies that were set.
    pub fn choose(&mut self, chip: &Chip) {
        self.chip = chip.name;
        self.arithmetic_latency = None;
        if chip.memory.is_some() {
            self.memory_latency = None;
        }
    }

    /// Returns the value of a dial.
    pub fn get(&self, dial: Dial) -> u32 {
        match dial {
            Dial::Warps => self.warps,
            Dial::Chains => self.chains,
            Dial::ArithmeticLatency => self
                .arithmetic_latency
                .or_else(|| Some(self.chip()?.arithmetic_latency))
                .unwrap_or(*dial.range().start()),
            // The table has the memory of one chip only.
            Dial::MemoryLatency => self
                .memory_latency
                .or_else(|| Some(self.chip()?.memory?.latency_cycles))
                .or_else(|| Some(Dials::USUAL.chip()?.memory?.latency_cycles))
                .unwrap_or(*dial.range().end()),
        }
    }

    /// Sets a dial, to the nearest value of its range.
    pub fn set(&mut self, dial: Dial, value: u32) {
        let value = value.clamp(*dial.range().start(), *dial.range().end());
        match dial {
            Dial::Warps => self.warps = value,
            Dial::Chains => self.chains = value,
            Dial::ArithmeticLatency => self.arithmetic_latency = Some(value),
            Dial::MemoryLatency => self.memory_latency = Some(value),
        }
    }

    /// Returns the settings with another value of a dial.
    pub const fn at(mut self, dial: Dial, value: u32) -> Self {
        match dial {
            Dial::Warps => self.warps = value,
            Dial::Chains => self.chains = value,
            Dial::ArithmeticLatency => self.arithmetic_latency = Some(value),
            Dial::MemoryLatency => self.memory_latency = Some(value),
        }
        self
    }

    /// Returns the settings for another chip, by its name.
    pub const fn on(mut self, chip: &'static str) -> Self {
        self.chip = chip;
        self
    }

    /// Returns the settings for warps that execute other instructions.
    pub const fn of(mut self, work: Work) -> Self {
        self.work = work;
        self
    }

    /// Returns the parameters of the model.
    pub fn setting(&self, warp_width: u32) -> Setting {
        Setting {
            warps: self.warps,
            arithmetic_latency: self.get(Dial::ArithmeticLatency),
            memory_latency: self.get(Dial::MemoryLatency),
            cores: self.chip().map_or(warp_width, |chip| chip.cores),
            warp_width,
            schedulers: self.chip().map_or(1, |chip| chip.schedulers),
        }
    }

    /// Returns true if the dial has the value that is published for the chip.
    pub fn is_published(&self, dial: Dial) -> bool {
        let value = self.get(dial);
        self.chip().is_some_and(|chip| match dial {
            Dial::ArithmeticLatency => chip.arithmetic_latency == value,
            Dial::MemoryLatency => chip.memory.is_some_and(|memory| memory.latency_cycles == value),
            Dial::Warps | Dial::Chains => false,
        })
    }

    /// Returns true if the chip's source prints the operations that must be in flight with this latency.
    pub fn publishes_operations(&self) -> bool {
        let prints = self.chip().is_some_and(|chip| chip.operations.is_some());
        prints && self.is_published(Dial::ArithmeticLatency)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_chip_is_published_and_its_latencies_are_in_range() {
        let chip = Dials::USUAL.chip().expect("it is in the table");
        assert_eq!(chip.name, Dials::USUAL.chip);
        for chip in chips() {
            let mut dials = Dials::USUAL;
            dials.choose(&chip);
            for dial in Dial::ALL {
                assert!(dial.range().contains(&dials.get(dial)), "{chip:?} {dial:?}");
            }
            assert!(dials.is_published(Dial::ArithmeticLatency), "{chip:?}");
        }
    }

    #[test]
    fn a_chip_replaces_the_latencies_that_it_publishes() {
        let mut dials = Dials::USUAL;
        dials.set(Dial::ArithmeticLatency, 30);
        dials.set(Dial::MemoryLatency, 900);
        assert_eq!(dials.get(Dial::MemoryLatency), 800, "the end of the range");
        dials.set(Dial::MemoryLatency, 100);
        let named = |name: &str| chips().into_iter().find(|chip| chip.name == name);
        dials.choose(&named("GF104").expect("it is in the table"));
        assert!(dials.is_published(Dial::ArithmeticLatency));
        assert!(dials.publishes_operations());
        assert_eq!(dials.get(Dial::MemoryLatency), 100, "GF104 publishes none");
        dials.choose(&named("V100").expect("it is in the list"));
        assert!(dials.is_published(Dial::ArithmeticLatency));
        assert!(!dials.publishes_operations(), "its guide prints warps");
        dials.choose(&named("GF100").expect("it is in the table"));
        assert_eq!(dials.setting(32).memory_latency, 800);
        assert_eq!(dials.setting(32).arithmetic_latency, 18);
    }
}
