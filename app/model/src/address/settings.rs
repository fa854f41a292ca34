//! The keys of a link for the settings of a run: the machine, the branches, the order of the warps, the occupancy
//! calculator, and the panels of schedulers and multiprocessors.

use super::read::short;
use super::{Nonsense, RunSpec};
use crate::number;
use lessons::Values;
use lessons::multiprocessors::{Gpu, MOST_BLOCKS};
use lessons::occupancy::{ComputeCapability, Input};
use lessons::scheduler::{Dial, Work, chips};
use simt::{Machine, Scheduling};

/// Reads one pair. Without a view the value is checked and has no effect: the settings belong to a lesson.
///
/// # Errors
/// Returns the reason why the pair cannot be used as it is. A number out of its range is set to the nearest one.
pub(super) fn read(key: &str, value: &str, view: Option<&mut RunSpec>) -> Result<(), Nonsense> {
    match key {
        "machine" => {
            let machine = Machine::by_name(value);
            let machine = machine.map_err(|_| Nonsense::Machine(short(value)))?;
            set(view, |view| view.machine = machine);
        }
        "branches" => {
            let predication = match value {
                "masked" => true,
                "taken" => false,
                _ => return Err(unknown("branches", value)),
            };
            set(view, |view| view.predication = predication);
        }
        "scheduling" => {
            let scheduling = match value {
                "independent" => Scheduling::Independent,
                "lockstep" => Scheduling::Lockstep,
                _ => return Err(unknown("scheduling", value)),
            };
            set(view, |view| view.scheduling = scheduling);
        }
        "values" => {
            let values = Values::ALL.into_iter().find(|each| each.name() == value);
            let values = values.ok_or_else(|| unknown("values", value))?;
            set(view, |view| view.size = view.size.with(values));
        }
        "picture" => {
            let workgroup = count("picture", value)?;
            set(view, |view| view.workgroup = workgroup);
        }
        "order" => {
            let order = count("order", value)?;
            set(view, |view| view.order = order);
        }
        "capability" => {
            let row = ComputeCapability::by_version(value);
            let row = row.ok_or_else(|| unknown("capability", value))?;
            set(view, |view| view.calculator.capability = Some(row.version()));
        }
        "chip" => {
            let chip = chips().into_iter().find(|chip| chip.name == value);
            let chip = chip.ok_or_else(|| unknown("chip", value))?;
            set(view, |view| view.dials.chip = chip.name);
        }
        "work" => {
            let work = Work::by_id(value).ok_or_else(|| unknown("work", value))?;
            set(view, |view| view.dials.work = work);
        }
        "gpu" => {
            let gpu = Gpu::by_id(value).ok_or_else(|| unknown("gpu", value))?;
            set(view, |view| view.placement.gpu = Some(gpu.id));
        }
        "blocks" => {
            let blocks = count("blocks", value)?;
            set(view, |view| view.placement.set_blocks(blocks));
            let range = 1..=MOST_BLOCKS;
            if !range.contains(&blocks) {
                return Err(Nonsense::Range {
                    key: "blocks",
                    number: blocks,
                    range,
                });
            }
        }
        _ => {
            let is_key = |input: &Input| name(*input) == key;
            if let Some(input) = Input::ALL.into_iter().find(is_key) {
                // The calculator says which of its numbers are too large.
                let number = count(name(input), value)?;
                set(view, |view| view.calculator.set(input, number));
                return Ok(());
            }
            let dial = Dial::ALL.into_iter().find(|dial| dial.id() == key);
            let dial = dial.ok_or_else(|| Nonsense::Key(short(key)))?;
            let number = count(dial.id(), value)?;
            set(view, |view| view.dials.set(dial, number));
            if !dial.range().contains(&number) {
                return Err(Nonsense::Range {
                    key: dial.id(),
                    number,
                    range: dial.range(),
                });
            }
        }
    }
    Ok(())
}

/// Writes the settings that are not the usual ones.
pub(super) fn write(view: &RunSpec, pairs: &mut Vec<String>) {
    let (calculator, dials) = (view.calculator, view.dials);
    let usual = lessons::Calculator::USUAL;
    let mut pair = |key: &str, value: &dyn std::fmt::Display| pairs.push(format!("{key}={value}"));
    if view.order != 0 {
        pair("order", &view.order);
    }
    if let Some(version) = calculator.capability {
        pair("capability", &version);
    }
    if let Some(threads) = calculator.threads_per_block {
        pair(name(Input::Threads), &threads);
    }
    if calculator.registers_per_thread != usual.registers_per_thread {
        pair(name(Input::Registers), &calculator.registers_per_thread);
    }
    if calculator.shared_per_block != usual.shared_per_block {
        pair(name(Input::Shared), &calculator.shared_per_block);
    }
    if let Some(gpu) = view.placement.gpu {
        pair("gpu", &gpu);
    }
    if let Some(blocks) = view.placement.blocks {
        pair("blocks", &blocks);
    }
    let usual = lessons::scheduler::Dials::USUAL;
    if dials.chip != usual.chip {
        pair("chip", &dials.chip);
    }
    if dials.work != usual.work {
        pair("work", &dials.work.id());
    }
    let changed = [
        (Dial::Warps, Some(dials.warps).filter(|warps| *warps != usual.warps)),
        (
            Dial::Chains,
            Some(dials.chains).filter(|chains| *chains != usual.chains),
        ),
        (Dial::ArithmeticLatency, dials.arithmetic_latency),
        (Dial::MemoryLatency, dials.memory_latency),
    ];
    for (dial, value) in changed {
        if let Some(value) = value {
            pair(dial.id(), &value);
        }
    }
}

/// Returns the key of an input of the calculator.
const fn name(input: Input) -> &'static str {
    match input {
        Input::Threads => "threads",
        Input::Registers => "registers",
        Input::Shared => "shared",
    }
}

fn set(view: Option<&mut RunSpec>, change: impl FnOnce(&mut RunSpec)) {
    if let Some(view) = view {
        change(view);
    }
}

pub(super) fn count(key: &'static str, value: &str) -> Result<u32, Nonsense> {
    number::whole(value).map_err(|error| Nonsense::Number {
        key,
        text: short(value),
        error,
    })
}

pub(super) fn unknown(key: &'static str, value: &str) -> Nonsense {
    Nonsense::Choice {
        key,
        text: short(value),
    }
}
