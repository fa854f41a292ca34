//! A sheet as a CSV table for spreadsheets: one line for each measurement.

use crate::lab::record::Record;
use gpu::{Clock, Method};

const HEAD: &str = "device,backend,taken,kernel,n,block,parameters,median_ns,low_ns,high_ns,gb_per_s,samples,method,repeats,clock,step_ns,compile_ns,first_run_ns";

/// Formats a sheet as comma-separated values with a heading; fields are quoted where needed (RFC 4180).
pub fn csv(record: &Record) -> String {
    let sheet = &record.sheet;
    let mut text = format!("{HEAD}\r\n");
    for result in record.results() {
        let (entry, time) = (result.entry, result.time);
        let parameters: Vec<String> = entry
            .parameters
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let fields = [
            sheet.device.name.clone(),
            sheet.device.backend.clone(),
            sheet.taken.clone(),
            entry.kernel.clone(),
            entry.n.to_string(),
            entry.block.to_string(),
            parameters.join(" "),
            time.nanos.to_string(),
            time.low.to_string(),
            time.high.to_string(),
            time.gb_per_s.to_string(),
            time.samples.len().to_string(),
            match time.method {
                Method::Slope => "slope",
                Method::Single => "single",
            }
            .to_owned(),
            time.repeats.to_string(),
            match time.clock {
                Clock::Gpu => "gpu",
                Clock::Wall => "wall",
            }
            .to_owned(),
            time.step_nanos.to_string(),
            time.compile_nanos.to_string(),
            time.first_run_nanos.to_string(),
        ];
        text.push_str(&fields.map(|field| quoted(&field)).join(","));
        text.push_str("\r\n");
    }
    text
}

/// Quotes a field and prevents that a spreadsheet reads it as a formula: names come from untrusted files.
pub fn quoted(field: &str) -> String {
    let formula = field.starts_with(['=', '+', '-', '@']) && field.parse::<f64>().is_err();
    let safe = if formula { format!("'{field}") } else { field.to_owned() };
    if safe.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", safe.replace('"', "\"\""))
    } else {
        safe
    }
}
