//! The settings of the occupancy calculator.

use crate::occupancy::{COMPUTE_CAPABILITIES, ComputeCapability, Demand, Input};
use simt::Machine;

/// The compute capability next to a machine that has none.
const USUAL_CAPABILITY: &str = "3.7";

/// The settings of the occupancy calculator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calculator {
    /// A version such as `1.0`, the first one of its row; `None`: the machine's.
    pub capability: Option<&'static str>,
    /// `None`: the block size of the run.
    pub threads_per_block: Option<u32>,
    /// 0: ignore registers as a limit.
    pub registers_per_thread: u32,
    /// In bytes.
    pub shared_per_block: u32,
}

impl Default for Calculator {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Calculator {
    /// Ten registers: three blocks of 256 threads fit compute capability 1.0.
    pub const USUAL: Calculator = Calculator {
        capability: None,
        threads_per_block: None,
        registers_per_thread: 10,
        shared_per_block: 0,
    };

    /// Returns the row of the compute capability, next to a machine.
    pub fn chip(&self, machine: &Machine) -> &'static ComputeCapability {
        let chosen = self.capability.and_then(ComputeCapability::by_version);
        chosen
            .or_else(|| ComputeCapability::of_machine(&machine.id))
            .or_else(|| ComputeCapability::by_version(USUAL_CAPABILITY))
            .unwrap_or(&COMPUTE_CAPABILITIES[0])
    }

    /// Returns the resources that are asked for, next to a block size.
    pub fn demand(&self, block: u32) -> Demand {
        Demand {
            threads_per_block: self.threads_per_block.unwrap_or(block),
            registers_per_thread: self.registers_per_thread,
            shared_per_block: self.shared_per_block,
        }
    }

    pub const fn set(&mut self, input: Input, value: u32) {
        match input {
            Input::Threads => self.threads_per_block = Some(value),
            Input::Registers => self.registers_per_thread = value,
            Input::Shared => self.shared_per_block = value,
        }
    }

    /// Returns the settings for a compute capability and a block size.
    pub const fn of(mut self, capability: &'static str, threads_per_block: u32) -> Self {
        self.capability = Some(capability);
        self.threads_per_block = Some(threads_per_block);
        self
    }

    /// Returns the settings with another value of an input.
    pub const fn with(mut self, input: Input, value: u32) -> Self {
        self.set(input, value);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_follows_machine_and_block_until_it_is_set() {
        let named = |id| Machine::by_id(id).expect("a preset");
        let usual = Calculator::USUAL;
        assert_eq!(usual.chip(&named("g80")).version(), "1.0");
        assert_eq!(usual.chip(&named("xe-16")).version(), USUAL_CAPABILITY);
        assert_eq!(usual.demand(512).threads_per_block, 512);
        let chosen = usual.of("2.0", 64).with(Input::Registers, 63);
        assert_eq!(chosen.chip(&named("g80")).version(), "2.0");
        let demand = chosen.demand(512);
        assert_eq!((demand.threads_per_block, demand.registers_per_thread), (64, 63));
    }
}
