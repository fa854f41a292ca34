//! A machine named on the command line: a preset, or sizes of one's own.

use simt::{LoadGranularity, Machine, MachineSizes};

/// A preset's id, or `custom:` with sizes that differ from the default preset's.
pub fn parse_machine(text: &str) -> Result<Machine, String> {
    match text.strip_prefix("custom") {
        Some("") => custom(""),
        Some(rest) if rest.starts_with(':') => custom(&rest[1..]),
        _ => Machine::by_id(text).ok_or_else(|| {
            let known = Machine::PRESETS.map(|machine| machine.id.into_owned());
            format!("known machines are {}, and custom:…", known.join(", "))
        }),
    }
}

fn custom(text: &str) -> Result<Machine, String> {
    let mut sizes = MachineSizes::default();
    let mut request_lanes = None;
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair
            .split_once('=')
            .ok_or_else(|| format!("`{pair}` should be a name and a value, such as line=64"))?;
        let number = || {
            value
                .parse::<u32>()
                .map_err(|_| format!("`{value}` is no whole number"))
        };
        match key {
            "warp" => sizes.warp_width = number()?,
            "request" => request_lanes = Some(number()?),
            "line" => sizes.line_bytes = number()?,
            "sector" => sizes.sector_bytes = number()?,
            "banks" => sizes.bank_count = number()?,
            "bank" => sizes.bank_bytes = number()?,
            "loads" => {
                sizes.loads = match value {
                    "sectors" => LoadGranularity::Sectors,
                    "lines" => LoadGranularity::Lines,
                    _ => return Err("loads are sectors or lines".to_owned()),
                }
            }
            _ => {
                return Err(format!(
                    "`{key}` is none of warp, request, line, sector, banks, bank and loads"
                ));
            }
        }
    }
    // Unless said otherwise, memory serves whole warps.
    sizes.request_lanes = request_lanes.unwrap_or(sizes.warp_width);
    Machine::custom(sizes).map_err(|error| error.to_string())
}
