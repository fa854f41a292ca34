//! `warpstep metrics` and `warpstep lessons` as processes.

mod warpstep;

use serde_json::Value;
use warpstep::warpstep;

fn metrics(arguments: &str) -> Value {
    let output = warpstep(&format!("metrics {arguments} --json"), b"");
    assert_eq!(output.status, 0, "{arguments}: {}", output.stderr);
    serde_json::from_str(&output.stdout).expect("one JSON object")
}

/// Published counters, as the program prints them.
#[test]
fn counters_come_out_under_their_names() {
    // Columns: arguments, metric, value.
    let table = [
        ("reduce_neighbored", "gld_transactions", 6128.0),
        ("reduce_neighbored", "gst_transactions", 3072.0),
        ("reduce_neighbored --n 16384 --block 1024", "gld_efficiency", 25.01),
        ("reduce_unroll8", "gst_efficiency", 98.84),
        ("reduce_interleaved --n 1073741824", "gld_transactions", 76_546_048.0),
        ("reduce_unroll8 --n 1073741824", "gst_transactions", 9_043_968.0),
        (
            "matrix_add --n 16384x16384 --block 16x32 --machine k80-l1",
            "gld_transactions",
            33_554_432.0,
        ),
        (
            "matrix_add --n 16384x16384 --block 32x16 --machine k80-l1",
            "gld_efficiency",
            100.0,
        ),
        ("divergence_parity --block 64", "divergent_branch", 512.0),
        ("divergence_warp --block 64", "divergent_branch", 0.0),
        (
            "reduce_interleaved --n 64 --block 64 --machine g80",
            "gld_transactions_per_request",
            1.0,
        ),
        ("check/copy.wgsl --workgroups 2 --n 64", "gst_transactions", 2.0),
        (
            "check/copy.wgsl --workgroups 2 --n 64 --machine custom:warp=8,line=32",
            "gst_transactions",
            8.0,
        ),
    ];
    for (arguments, name, value) in table {
        let counted = metrics(arguments)["metrics"][name].as_f64().expect(name);
        assert_eq!(format!("{counted:.2}"), format!("{value:.2}"), "{name} of {arguments}");
    }
}

#[test]
fn the_report_says_what_was_asked_and_what_was_run() {
    let report = metrics("reduce_interleaved --n 1073741824 --block 1024");
    assert_eq!(report["kernel"], "reduce_interleaved");
    assert_eq!(report["machine"], "k80");
    assert_eq!(report["n"], 1_u64 << 30);
    assert_eq!(report["block"], 1024);
    assert_eq!(report["workgroups"], serde_json::json!([32_768, 32, 1]));
    assert_eq!(report["blocks_alike"], true);
    assert!(report["executed_workgroups"].as_u64().expect("a count") < 1000);
    let matrix = metrics("matrix_add --n 64x32 --block 16x8");
    assert_eq!(matrix["n"], 2048);
    assert_eq!(matrix["block"], 128);
    assert_eq!(matrix["shape"], serde_json::json!([64, 32]));
    assert_eq!(matrix["workgroups"], serde_json::json!([4, 4, 1]));
    assert_eq!(matrix["executed_workgroups"], 16);
    let file = metrics("check/copy.wgsl --workgroups 3,1,1 --n 96");
    assert_eq!(file["block"], 32);
    assert_eq!(file["outcome"], "completed");
}

/// Checks the names that other programs read; the table of metrics may grow.
#[test]
fn lines_say_where_lanes_are_missing_and_bytes_move() {
    let report = metrics("reduce_neighbored --n 16384 --block 1024 --lines");
    let line = report["lines"]
        .as_array()
        .and_then(|lines| lines.iter().find(|line| line["line"] == 20))
        .expect("the line of the sum")
        .clone();
    // This line has all loads and stores of the table, except the last two of each workgroup.
    assert_eq!(line["transactions"], 6128 + 3072 - 2 * 16);
    assert_eq!(line["bytes_moved"], (16_368 + 8192 - 2 * 16) * 32);
    let masked = metrics("reduce_neighbored --n 16384 --block 1024 --masked-branches");
    assert_eq!(masked["metrics"]["divergent_branch"], 0);
    assert_eq!(masked["metrics"]["gld_transactions"], 6128);
}

#[test]
fn the_promised_names_are_there() {
    let report = metrics("reduce_neighbored --n 64 --block 64");
    for name in "gld_requests gst_requests gld_transactions gst_transactions gld_sectors gst_sectors gld_efficiency \
         gst_efficiency shared_ld_wavefronts shared_st_wavefronts shared_ld_bank_conflicts shared_st_bank_conflicts \
         branch divergent_branch warp_execution_efficiency inst_per_warp"
        .split_whitespace()
    {
        assert!(report["metrics"][name].is_number(), "{name}");
    }
    assert_eq!(
        metrics("check/empty.wgsl --workgroups 1")["metrics"]["gld_efficiency"],
        Value::Null
    );
}

#[test]
fn what_cannot_be_counted_is_said_in_a_sentence() {
    // Columns: arguments, text that the message contains.
    let table = [
        ("nothing", "neither a .cu or .wgsl file nor a kernel of the gallery"),
        ("nothing.wgsl --workgroups 1", "cannot read nothing.wgsl"),
        ("reduce_neighbored --n 63", "at least 64"),
        ("reduce_neighbored --n 4294967295", "at most 2147483648"),
        ("reduce_neighbored --n many", "whole number"),
        ("reduce_neighbored --block 96", "32, 64, 128, 256, 512, 1024"),
        ("reduce_neighbored --workgroups 4", "--workgroups is for .wgsl files"),
        ("matrix_add --n 1024", "such as 32x16"),
        ("matrix_add --block 64x32", "1 to 1024 lanes"),
        ("reduce_neighbored --machine cray", "known are k80"),
        ("reduce_neighbored --machine custom:warp=3", "warp width is 3"),
        ("reduce_neighbored --machine custom:wrap=4", "`wrap` is none of"),
        ("check/copy.wgsl --n 64", "--workgroups X,Y,Z"),
        ("check/copy.wgsl --workgroups 1", "--buffer 0.0=…"),
        (
            "check/copy.wgsl --workgroups 1 --buffer 0.0=zeros:none",
            "a number of words",
        ),
        (
            "check/copy.wgsl --workgroups 1 --buffer 0.0=@nothing.bin",
            "cannot read nothing.bin",
        ),
        ("check/copy.wgsl --workgroups 70000 --n 32", "at most 65535"),
        ("check/copy.wgsl --indirect 0.0+2 --n 32", "not a multiple of 4"),
    ];
    for (arguments, named) in table {
        let output = warpstep(&format!("metrics {arguments}"), b"");
        assert_eq!(output.status, 2, "{arguments}");
        assert_eq!(output.stdout, "", "{arguments}");
        assert!(output.stderr.contains(named), "{arguments}: {}", output.stderr);
    }
}

#[test]
fn buffers_and_indirect_arguments_come_from_the_command_line() {
    let three = "check/copy.wgsl --buffer 0.0=zeros:64 --buffer 0.1=0,3,1,1";
    let report = metrics(&format!("{three} --indirect 0.1+4"));
    assert_eq!(report["workgroups"], serde_json::json!([3, 1, 1]));
    let none = metrics("check/copy.wgsl --buffer 0.0=zeros:64 --buffer 0.1=65536,1,1 --indirect 0.1");
    assert_eq!(none["workgroups"], serde_json::json!([0, 0, 0]));
    assert_eq!(none["executed_workgroups"], 0);
}

#[test]
fn lessons_kernels_and_machines_are_listed() {
    let output = warpstep("lessons", b"");
    assert_eq!(output.status, 0);
    for name in [
        "divergence",
        "reduce_unroll8",
        "matrix_add",
        "k80-l1",
        "rdna3-64",
        "xe-8",
        "apple",
    ] {
        assert!(output.stdout.contains(name), "{name}");
    }
    let metrics = warpstep("metrics reduce_interleaved --n 1073741824", b"");
    assert!(
        metrics.stdout.contains("of 1048576 workgroups were run"),
        "{}",
        metrics.stdout
    );
}

/// A power means the same as its digits, in every command and option.
#[test]
fn powers_are_numbers_in_every_command() {
    for (power, digits) in [
        (
            "metrics reduce_interleaved --n 2^12 --block 2^7 --json",
            "metrics reduce_interleaved --n 4096 --block 128 --json",
        ),
        (
            "metrics reduce_interleaved --n 2^12 --block 2^7",
            "metrics reduce_interleaved --n 4096 --block 128",
        ),
        (
            "metrics matrix_add --n 2^6x2^5 --block 2^5x2^4 --json",
            "metrics matrix_add --n 64x32 --block 32x16 --json",
        ),
        (
            "trace reduce_interleaved --n 2^8 --block 2^6",
            "trace reduce_interleaved --n 256 --block 64",
        ),
        (
            "check check/copy.wgsl --workgroups 2^1 --n 2^6 --json",
            "check check/copy.wgsl --workgroups 2 --n 64 --json",
        ),
        (
            "check check/out_of_bounds.wgsl --workgroups 2 --buffer 0.0=zeros:2^2",
            "check check/out_of_bounds.wgsl --workgroups 2 --buffer 0.0=zeros:4",
        ),
    ] {
        let (one, other) = (warpstep(power, b""), warpstep(digits, b""));
        let without_times = |text: &str| {
            let lines = text.lines().filter(|line| !line.contains("millis"));
            lines.collect::<Vec<_>>().join("\n")
        };
        assert_eq!(one.stderr, other.stderr, "{power}");
        assert_eq!(without_times(&one.stdout), without_times(&other.stdout), "{power}");
        assert!(
            !one.stdout.is_empty() && one.status == other.status,
            "{power}: {}",
            one.stderr
        );
    }
}
