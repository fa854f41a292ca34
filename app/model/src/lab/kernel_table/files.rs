//! The table of all kernels as a file: CSV for spreadsheets, JSON for programs.

use super::Row;
use super::column::Column;
use crate::lab::csv::quoted;
use crate::lab::record::{PROGRAM, Record};
use crate::panels::counters::Kind;
use lessons::cost::H200;
use lessons::measured::measured;
use serde_json::{Map, Value, json};

/// A column of a file: its name, and its value in a row. Numbers that are not known are null.
type Field = (String, fn(&Row, Column) -> Value, Column);

/// Returns the columns of both files. Times are in nanoseconds.
fn fields() -> Vec<Field> {
    let number = |row: &Row, column: Column| json!(row.number(column));
    let mut fields: Vec<Field> = vec![
        ("kernel".to_owned(), |row, _| json!(row.kernel), Column::Kernel),
        (
            "lesson".to_owned(),
            |row, _| json!(row.lesson.map(|lesson| lesson.id)),
            Column::Kernel,
        ),
        ("n".to_owned(), |row, _| json!(row.n), Column::Kernel),
        ("block".to_owned(), |row, _| json!(row.block), Column::Kernel),
        (
            "warp_lanes_needed".to_owned(),
            |row, _| json!(row.need.map(super::WarpNeed::lanes)),
            Column::Kernel,
        ),
        (
            "counters_kind".to_owned(),
            |row, _| {
                let kind = row.counted.as_ref().map(super::Counted::kind);
                json!(kind.map(|kind| if kind == Kind::Exact { "exact" } else { "modelled" }))
            },
            Column::Kernel,
        ),
    ];
    for column in Column::ALL {
        let unit = match column {
            Column::Kernel => continue,
            Column::Modelled | Column::Measured | Column::Shipped => "_ns",
            Column::Counter(_) | Column::Bytes | Column::Bandwidth | Column::Share => "",
        };
        fields.push((format!("{}{unit}", column.id()), number, column));
        if column == Column::Measured {
            fields.push((
                "measured_low_ns".to_owned(),
                |row, _| json!(ends(row).map(|[low, _]| low)),
                column,
            ));
            fields.push((
                "measured_high_ns".to_owned(),
                |row, _| json!(ends(row).map(|[_, high]| high)),
                column,
            ));
        }
    }
    fields
}

/// Returns both ends of the interval of a measured median, in nanoseconds.
fn ends(row: &Row) -> Option<[f64; 2]> {
    let time = row.measured.as_ref().filter(|time| time.is_resolved())?;
    Some([time.low, time.high])
}

/// Formats the rows as comma-separated values with a heading. The last columns name the GPU of the measured times.
pub fn csv(rows: &[Row], record: Option<&Record>) -> String {
    let fields = fields();
    let device = record.map_or([const { String::new() }; 3], |record| {
        let sheet = &record.sheet;
        let device = &sheet.device;
        [&device.name, &device.backend, &sheet.taken].map(Clone::clone)
    });
    let names = fields.iter().map(|(name, ..)| name.as_str());
    let names: Vec<&str> = names.chain(["device", "backend", "taken"]).collect();
    let mut text = format!("{}\r\n", names.join(","));
    for row in rows {
        let values = fields.iter().map(|(_, value, column)| match value(row, *column) {
            Value::Null => String::new(),
            Value::String(text) => text,
            number => number.to_string(),
        });
        let values: Vec<String> = values.chain(device.clone()).map(|field| quoted(&field)).collect();
        text.push_str(&values.join(","));
        text.push_str("\r\n");
    }
    text
}

/// Formats the rows as JSON, with the devices of all times.
pub fn json(rows: &[Row], record: Option<&Record>) -> String {
    let fields = fields();
    let object = |row: &Row| -> Value {
        let pairs = fields.iter();
        let pairs = pairs.map(|(name, value, column)| (name.clone(), value(row, *column)));
        Value::Object(pairs.collect::<Map<String, Value>>())
    };
    let device = record.map(|record| {
        let sheet = &record.sheet;
        json!({
            "device": sheet.device.name,
            "backend": sheet.device.backend,
            "is_fallback": sheet.device.is_fallback,
            "taken": sheet.taken,
        })
    });
    let shipped = measured();
    let file = json!({
        "format": "warpstep-kernels",
        "version": 1,
        "program": PROGRAM,
        "modelled": { "device": H200.name, "source": H200.source },
        "measured": device,
        "shipped": { "device": shipped.device, "taken": shipped.taken },
        "rows": rows.iter().map(object).collect::<Vec<Value>>(),
    });
    format!("{file:#}\n")
}
