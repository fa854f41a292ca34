//! Tests of the table of all kernels.

use super::*;
use crate::lab::experiment::{Limits, Preset};
use crate::panels::counters::{Counter, CounterId};
use gpu::{Clock, Entry, Method, Sheet, SheetDevice, Way};
use lessons::{LESSONS, Size};

fn entry(kernel: &str, nanos: f64) -> Entry {
    Entry {
        kernel: kernel.to_owned(),
        n: 1 << 24,
        block: 256,
        parameters: Default::default(),
        useful_bytes: 4 << 24,
        samples: vec![nanos * 0.99, nanos, nanos * 1.02],
        method: Method::Slope,
        clock: Clock::Gpu,
        repeats: 10,
        step_nanos: 1.0,
        compile_nanos: 1e6,
        first_run_nanos: 1e5,
    }
}

fn record(entries: Vec<Entry>) -> Record {
    let device = SheetDevice {
        name: "A GPU, \"fast\"".to_owned(),
        vendor: String::new(),
        backend: "WebGPU".to_owned(),
        is_fallback: false,
    };
    let (taken, program) = ("2026-11-27".to_owned(), "test".to_owned());
    let sheet = Sheet::new(device, taken, program, Way::Browser, entries);
    Record::of(String::new(), String::new(), sheet)
}

fn table() -> Experiment {
    Preset::Table.experiment(LESSONS[0], Limits::LEAST)
}

fn rows_of(record: Option<&Record>, counts: &[(Case, Option<Counted>)]) -> Vec<Row> {
    rows(&Subject {
        experiment: &table(),
        record,
        n: 1 << 24,
        counts,
        language: Language::English,
    })
}

/// Counters that rise with the place in the table.
fn counts() -> Vec<(Case, Option<Counted>)> {
    let counted = |(place, case): (usize, Case)| {
        let counter = |id: &CounterId| Counter {
            id: *id,
            number: Some(place as f64),
            value: None,
            kind: Kind::Exact,
            published: None,
        };
        let counted = Counted {
            bytes: 32.0 * place as f64,
            operations: 1.0,
            is_exact: place != 1,
            counters: CounterId::ALL.iter().map(counter).collect(),
            cost: None,
        };
        (case, Some(counted))
    };
    let cases = table().cases().into_iter().enumerate();
    // The last one is the copy, which the machine has not counted yet.
    let all = cases.len();
    cases.take(all - 1).map(counted).collect()
}

fn names(rows: &[Row]) -> Vec<&str> {
    rows.iter().map(|row| row.kernel.as_str()).collect()
}

#[test]
fn before_anything_is_measured_every_kernel_has_a_row_and_a_lesson() {
    let rows = rows_of(None, &[]);
    let table = Collection::Table.kernels();
    let order: Vec<&str> = table.iter().map(|kernel| kernel.kernel.name.as_ref()).collect();
    assert_eq!(names(&rows)[..table.len()], order);
    assert_eq!(names(&rows)[table.len()..], [COPY]);
    assert!(!has_sizes(&rows));
    for row in &rows {
        let link = row.link().unwrap_or_else(|| panic!("{} has no lesson", row.kernel));
        let (address, nonsense) = Address::read(&link);
        assert!(nonsense.is_empty(), "{link}");
        let view = address.view.expect("a lesson");
        assert_eq!(view.kernel.kernel.name, row.kernel);
        assert_eq!(Some(view.lesson.id), row.lesson.map(|lesson| lesson.id));
        assert_eq!(row.number(Column::Measured), None);
        // A few kernels were added later and have no shipped time.
        let is_shipped = measured()
            .times
            .iter()
            .any(|time| time.kernel == row.kernel && time.n == row.n && time.browser.is_some());
        assert_eq!(row.number(Column::Shipped).is_some(), is_shipped, "{}", row.kernel);
    }
}

#[test]
fn kernels_name_the_warp_that_they_depend_on() {
    let needs: Vec<(String, WarpNeed)> = rows_of(None, &[])
        .into_iter()
        .filter_map(|row| Some((row.kernel, row.need?)))
        .collect();
    let need = |name: &str| {
        let row = needs.iter().find(|(kernel, _)| kernel == name);
        row.map(|(_, need)| *need)
    };
    assert_eq!(need("divergence_warp"), Some(WarpNeed::Given(32)));
    assert_eq!(need("reduce_shared_last_warp"), Some(WarpNeed::Lockstep(32)));
    assert_eq!(need("divergence_parity"), None);
    assert_eq!(need("reduce_subgroup_add"), None);
    // (need, widths of a GPU, met)
    for (need, widths, met) in [
        (WarpNeed::Given(32), [32, 32], true),
        (WarpNeed::Given(32), [64, 64], false),
        (WarpNeed::Given(32), [8, 32], false),
        (WarpNeed::Lockstep(32), [64, 64], true),
        (WarpNeed::Lockstep(32), [8, 32], false),
    ] {
        assert_eq!(need.is_met_by(widths), met, "{need:?} {widths:?}");
    }
}

#[test]
fn rows_sort_by_every_column_and_missing_numbers_come_last() {
    let record = record(vec![
        entry("reduce_unroll8", 2_000.0),
        entry("reduce_neighbored", 9_000.0),
        entry(COPY, 1_000.0),
        entry("reduce_of_another_version", 3_000.0),
    ]);
    let counts = counts();
    let rows = rows_of(Some(&record), &counts);
    let order = Order::OF_THE_COURSE;
    let of_course = ["reduce_neighbored", "reduce_unroll8", "reduce_of_another_version", COPY];
    assert_eq!(names(&sorted(rows.clone(), order)), of_course);
    let by_time = order.after_click(Column::Measured);
    assert_eq!(
        names(&sorted(rows.clone(), by_time)),
        [COPY, "reduce_unroll8", "reduce_of_another_version", "reduce_neighbored"]
    );
    for column in Column::ALL {
        let rising = Order {
            column,
            direction: Direction::Rising,
        };
        let falling = rising.after_click(column);
        assert_eq!(falling.direction, Direction::Falling);
        assert_eq!(falling.after_click(column), rising);
        for order in [rising, falling] {
            let sorted = sorted(rows.clone(), order);
            assert_eq!(sorted.len(), rows.len());
            let numbers: Vec<_> = sorted.iter().map(|row| row.number(column)).collect();
            let values: Vec<f64> = numbers.iter().copied().flatten().collect();
            assert!(numbers[..values.len()].iter().all(Option::is_some), "{column:?}");
            let ordered = match order.direction {
                Direction::Rising => values.is_sorted(),
                Direction::Falling => values.iter().rev().is_sorted(),
            };
            assert!(ordered, "{order:?} {values:?}");
        }
    }
}

#[test]
fn a_row_compares_its_bandwidth_with_the_copy() {
    let rows = rows_of(
        Some(&record(vec![entry("reduce_unroll8", 2_000.0), entry(COPY, 1_000.0)])),
        &[],
    );
    let shares: Vec<_> = rows.iter().map(|row| row.text(Column::Share)).collect();
    assert_eq!(shares, [Some("50.0 %".to_owned()), Some("100 %".to_owned())]);
    let alone = rows_of(Some(&record(vec![entry("reduce_unroll8", 2_000.0)])), &[]);
    assert_eq!(alone[0].text(Column::Share), None);
}

/// Counters of blocks that differ are marked, and so are those of our own instructions.
#[test]
fn every_number_has_its_kind() {
    let counts = counts();
    let rows = rows_of(None, &counts);
    let loads = Column::Counter(CounterId::GldTransactions);
    assert_eq!(rows[0].kind(loads), Some(Kind::Exact));
    assert_eq!(rows[1].kind(loads), Some(Kind::Modelled));
    let instructions = Column::Counter(CounterId::InstPerWarp);
    assert_eq!(rows[0].kind(instructions), Some(Kind::Modelled));
    for column in Column::ALL {
        assert_eq!(column.kind().is_none(), column == Column::Kernel);
    }
}

#[test]
fn files_have_the_same_columns_and_rows() {
    let record = record(vec![entry("reduce_unroll8", 2_000.0), entry(COPY, 1_000.0)]);
    let counts = counts();
    let rows = rows_of(Some(&record), &counts);
    let csv = files::csv(&rows, Some(&record));
    let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
    assert_eq!(
        lines[0],
        "kernel,lesson,n,block,warp_lanes_needed,counters_kind,inst_per_warp,warp_execution_efficiency,divergent_branch,gld_transactions,gst_transactions,bytes_moved,modelled_ns,measured_ns,measured_low_ns,measured_high_ns,gb_per_s,share_of_copy,shipped_ns,device,backend,taken"
    );
    assert_eq!(lines.len(), 1 + rows.len());
    assert!(
        lines[1].starts_with("reduce_unroll8,unroll,16777216,256,,exact,"),
        "{}",
        lines[1]
    );
    assert!(
        lines[1].ends_with(",\"A GPU, \"\"fast\"\"\",WebGPU,2026-11-27"),
        "{}",
        lines[1]
    );
    let json: serde_json::Value = serde_json::from_str(&files::json(&rows, Some(&record))).expect("it is JSON");
    assert_eq!(json["measured"]["device"], "A GPU, \"fast\"");
    let first = json["rows"][0].as_object().expect("a row");
    for name in lines[0]
        .split(',')
        .filter(|name| !["device", "backend", "taken"].contains(name))
    {
        assert!(first.contains_key(name), "{name}");
    }
    assert_eq!(first["measured_ns"], 2_000.0);
    assert_eq!(json["rows"][1]["inst_per_warp"], serde_json::Value::Null);
    // Without a record the file has the counters alone.
    let rows = rows_of(None, &counts);
    let json: serde_json::Value = serde_json::from_str(&files::json(&rows, None)).expect("it is JSON");
    assert_eq!(json["measured"], serde_json::Value::Null);
    assert_eq!(json["rows"].as_array().map(Vec::len), Some(rows.len()));
}

/// A cancelled or refused kernel keeps its row, and the machine counts it as well.
#[test]
fn kernels_that_failed_have_a_row() {
    let mut record = record(vec![entry("reduce_unroll8", 2_000.0)]);
    let cases = table().cases();
    record.failures.push((cases[0].clone(), gpu::GpuError::MapFailed));
    let rows = rows_of(Some(&record), &[]);
    assert_eq!(names(&rows), [cases[0].kernel.kernel.name.as_ref(), "reduce_unroll8"]);
    assert_eq!(super::cases(&table(), Some(&record), 1 << 24).len(), 2);
    assert_eq!(cases[0].size, Size::fixed(1 << 24, 256));
}
