//! A machine named on the command line.

use simt::Machine;

/// A preset's id, or `custom:` with sizes that differ from the default preset's.
pub fn parse_machine(text: &str) -> Result<Machine, String> {
    Machine::by_name(text).map_err(|error| error.to_string())
}
