//! The machine option of the command line.

use simt::Machine;

/// Parses a preset's id, or `custom:` with values that differ from the default preset.
pub fn parse_machine(text: &str) -> Result<Machine, String> {
    Machine::by_name(text).map_err(|error| error.to_string())
}
