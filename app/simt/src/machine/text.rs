//! Machines as text, for links and command lines: the id of a preset, or `custom:` with sizes, as in
//! `custom:warp=8,line=64,sector=32,banks=16,bank=4,loads=lines`. Missing sizes are those of the default preset.

use super::{LoadGranularity, Machine, MachineError, MachineSizes};

/// The prefix of custom sizes.
const CUSTOM: &str = "custom";

impl Machine {
    /// Parses the text of a machine; [`Machine::id`] returns it.
    ///
    /// # Errors
    /// Returns an error if no preset has that id, or if a size has an unknown name or a wrong value.
    pub fn by_name(text: &str) -> Result<Self, MachineError> {
        let sizes = match text.strip_prefix(CUSTOM) {
            Some("") => Some(""),
            Some(rest) => rest.strip_prefix(':'),
            None => None,
        };
        match sizes {
            Some(sizes) => Machine::custom(MachineSizes::read(sizes)?),
            None => Machine::by_id(text).ok_or_else(|| MachineError::Unknown {
                text: text.to_owned(),
                known: Machine::PRESETS.map(|machine| machine.id.into_owned()).join(", "),
            }),
        }
    }
}

impl MachineSizes {
    fn read(text: &str) -> Result<Self, MachineError> {
        let mut sizes = MachineSizes::default();
        let mut request_lanes = None;
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let number = || {
                value.parse::<u32>().map_err(|_| MachineError::NoNumber {
                    what: key.to_owned(),
                    text: value.to_owned(),
                })
            };
            match (key, value) {
                ("warp", _) => sizes.warp_width = number()?,
                ("request", _) => request_lanes = Some(number()?),
                ("line", _) => sizes.line_bytes = number()?,
                ("sector", _) => sizes.sector_bytes = number()?,
                ("banks", _) => sizes.bank_count = number()?,
                ("bank", _) => sizes.bank_bytes = number()?,
                ("loads", "sectors") => sizes.loads = LoadGranularity::Sectors,
                ("loads", "lines") => sizes.loads = LoadGranularity::Lines,
                _ => {
                    return Err(MachineError::UnknownSize {
                        text: if key == "loads" { pair } else { key }.to_owned(),
                    });
                }
            }
        }
        // By default memory serves whole warps.
        sizes.request_lanes = request_lanes.unwrap_or(sizes.warp_width);
        Ok(sizes)
    }

    /// Formats all sizes, in a fixed order.
    pub(super) fn write(&self) -> String {
        let request = if self.request_lanes < self.warp_width {
            format!("request={},", self.request_lanes)
        } else {
            String::new()
        };
        let loads = match self.loads {
            LoadGranularity::Sectors => "sectors",
            LoadGranularity::Lines => "lines",
        };
        format!(
            "{CUSTOM}:warp={},{request}line={},sector={},banks={},bank={},loads={loads}",
            self.warp_width, self.line_bytes, self.sector_bytes, self.bank_count, self.bank_bytes
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_of_ones_own_are_named_by_their_sizes() {
        for (text, id) in [
            ("k80", "k80"),
            (
                "custom",
                "custom:warp=32,line=128,sector=32,banks=32,bank=4,loads=sectors",
            ),
            (
                "custom:warp=8,loads=lines,line=64",
                "custom:warp=8,line=64,sector=32,banks=32,bank=4,loads=lines",
            ),
            (
                "custom:request=16",
                "custom:warp=32,request=16,line=128,sector=32,banks=32,bank=4,loads=sectors",
            ),
        ] {
            let machine = Machine::by_name(text).expect(text);
            assert_eq!(machine.id, id);
            assert_eq!(Machine::by_name(&machine.id), Ok(machine));
        }
        for (text, message) in [
            ("k81", "there is no machine `k81`"),
            ("custom:warp=5", "the warp width is 5; it must be a power of two"),
            ("custom:warp=128", "the warp width is 128; it must be 4 to 64"),
            ("custom:warp=many", "`many` is no whole number"),
            ("custom:lines=4", "`lines` is none of"),
            ("custom:line=32,sector=64", "longer than a line"),
        ] {
            let error = Machine::by_name(text).expect_err(text).to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
