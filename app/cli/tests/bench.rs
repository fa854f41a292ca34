//! `warpstep bench` as a process: error messages for invalid arguments; tables and sheets from the available adapter, of the
//! gallery and of files (`bench/`, and the examples of the gallery).

#[path = "../../gpu/tests/native/skipped.rs"]
mod skipped;
mod warpstep;

use gpu::{Sheet, Way};
use skipped::skip;
use warpstep::warpstep;

#[test]
fn what_cannot_be_timed_is_refused_in_a_sentence() {
    for (arguments, sentence) in [
        (
            "--kernels reduce_everything",
            "error: the gallery has no kernel `reduce_everything`; `warpstep lessons` lists them\n",
        ),
        (
            "--lesson nothing",
            "error: there is no lesson `nothing`; `warpstep lessons` lists them\n",
        ),
        (
            "--kernels reduce_unroll8 --n 3",
            "error: n = 3 in workgroups of 256 lanes cannot run: n must be 64 to 536870912, the workgroup size one of [32, 64, 128, 256, 512, 1024]\n",
        ),
        (
            "--kernels reduce_unroll8 --n 2^30",
            "error: n = 1073741824 in workgroups of 256 lanes cannot run: n must be 64 to 536870912, the workgroup size one of [32, 64, 128, 256, 512, 1024]\n",
        ),
        (
            "--kernels reduce_unroll8 --block 96",
            "error: n = 16777216 in workgroups of 96 lanes cannot run: n must be 64 to 536870912, the workgroup size one of [32, 64, 128, 256, 512, 1024]\n",
        ),
        (
            "--n 2^33",
            "error: --n is `2^33`; it must be a whole number up to 4294967295, such as 1000 or 2^24\n",
        ),
        (
            "--n 2^-1",
            "error: --n is `2^-1`; it must be a whole number up to 4294967295, such as 1000 or 2^24\n",
        ),
        (
            "--block wide",
            "error: --block is `wide`; it must be a whole number up to 4294967295, such as 1000 or 2^24\n",
        ),
        (
            "--pass-millis 51",
            "error: invalid value '51' for '--pass-millis <MS>': give a number of milliseconds up to 50",
        ),
        (
            "--rounds 0",
            "error: invalid value '0' for '--rounds <R>': 0 is not in 1..=10000",
        ),
        (
            "--kernels reduce_unroll8 --lesson neighbored",
            "error: the argument '--kernels <A,B>' cannot be used with '--lesson <ID>'",
        ),
        (
            "--kernels reduce_unroll8 --adapter nobody-has-such-a-card",
            "error: no kernel was timed: no GPU adapter: none is named `nobody-has-such-a-card`; there are [",
        ),
        (
            "bench/scale.cu --kernels reduce_unroll8",
            "error: the argument '[FILE]' cannot be used with '--kernels <A,B>'",
        ),
        (
            "bench/scale.cu --unchecked",
            "error: the argument '[FILE]' cannot be used with '--unchecked'",
        ),
        (
            "--buffer x=ones:64",
            "error: the following required arguments were not provided:\n  <FILE>",
        ),
        (
            "reduce_unroll8",
            "error: `reduce_unroll8` is no .wgsl or .cu file; a kernel of the gallery is timed with --kernels reduce_unroll8\n",
        ),
        (
            "bench/scale.cu --n 64",
            "error: `scale` cannot run yet: give --grid X,Y,Z, --block X,Y,Z, --arg factor=VALUE; for example:\n",
        ),
        ("bench/scale.cu --n 64 --grid 1 --block 64", " --arg factor=1\n"),
        (
            "check/cuda.cu --grid 1 --block 256 --arg n=4",
            "error: check/cuda.cu:5:11: the name `m` is undeclared",
        ),
        (
            "check/copy.wgsl",
            "error: `main` cannot run yet: give --workgroups X,Y,Z, --n ELEMENTS (or --buffer 0.0=…); for example:\n  warpstep bench check/copy.wgsl --workgroups 1 --n 64\n",
        ),
        (
            "check/copy.wgsl --workgroups 2 --n 64 --adapter nobody-has-such-a-card",
            "error: no kernel was timed: no GPU adapter: none is named `nobody-has-such-a-card`; there are [",
        ),
        (
            "check/endless.wgsl --workgroups 1 --step-budget 1000",
            "error: check/endless.wgsl:6: no kernel was timed: the budget of 1000 steps was used up: ",
        ),
        (
            "check/divergent_barrier.wgsl --workgroups 1 --machine custom:warp=4",
            "error: check/divergent_barrier.wgsl:8: no kernel was timed: ",
        ),
    ] {
        let output = warpstep(&format!("bench {arguments}"), b"");
        assert_eq!(output.status, 2, "{arguments}: {}", output.stderr);
        assert!(output.stderr.contains(sentence), "{arguments}: {}", output.stderr);
        assert_eq!(output.stdout, "", "{arguments}");
    }
}

/// Runs a short measurement of the gallery.
fn measured(arguments: &str) -> warpstep::Output {
    timed(&format!("{arguments} --block 64"))
}

/// Runs a short measurement on the available adapter; the tests of `app/gpu` require one.
fn timed(arguments: &str) -> warpstep::Output {
    let short = "--rounds 3 --pass-millis 1";
    let output = warpstep(&format!("bench {arguments} {short}"), b"");
    assert!(
        !output.stderr.contains("no kernel was timed"),
        "these tests run kernels on a Vulkan, Metal or Direct3D 12 adapter, and there is none: {}",
        output.stderr
    );
    output
}

#[test]
fn a_sheet_has_every_kernel_with_its_samples() {
    for (way, option) in [(Way::NativeChecked, ""), (Way::NativeUnchecked, "--unchecked")] {
        let output = measured(&format!(
            "--kernels reduce_unroll8,gemv_row_major --n 2^14 --json {option}"
        ));
        assert_eq!(output.status, 0, "{}", output.stderr);
        let sheet = Sheet::parse(&output.stdout).expect("a sheet");
        assert_eq!(sheet.way, way);
        assert!(sheet.program.starts_with("Warpstep "), "{}", sheet.program);
        assert_eq!(sheet.taken.len(), "2026-11-21T09:30:00Z".len());
        let entries: Vec<_> = sheet
            .entries
            .iter()
            .map(|entry| (entry.kernel.as_str(), entry.n, entry.block, entry.samples.len()))
            .collect();
        assert_eq!(
            entries,
            [("reduce_unroll8", 1 << 14, 64, 3), ("gemv_row_major", 1 << 14, 64, 3)]
        );
        for entry in &sheet.entries {
            assert_eq!(entry.useful_bytes, 4 << 14, "{}", entry.kernel);
            let measurement = entry.measurement().expect("samples");
            assert!(measurement.low <= measurement.nanos && measurement.nanos <= measurement.high);
        }
    }
}

#[test]
fn a_table_says_what_was_measured_where_and_how() {
    let output = measured("--lesson unroll --n 5000");
    assert_eq!(output.status, 0, "{}", output.stderr);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert!(lines[0].starts_with("measured on "), "{}", lines[0]);
    assert!(lines[0].contains(", checked"), "{}", lines[0]);
    for name in ["kernel", "n", "block", "median", "95", "GB/s", "method"] {
        assert!(lines[2].split_whitespace().any(|word| word == name), "{name}");
    }
    let lesson = lessons::Lesson::by_id("unroll").expect("a lesson");
    assert_eq!(lines.len(), 3 + lesson.kernels.len());
    for (line, kernel) in lines[3..].iter().zip(lesson.kernels) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[..3], [&*kernel.kernel.name, "5000", "64"], "{line}");
        // On a busy computer the slope of two short passes may not be distinguishable from zero; then the table shows
        // an upper bound, if there is one.
        let median = match words[3] {
            "–" => continue,
            "<" => words[4],
            median => median,
        };
        let median = median.parse::<f64>().expect(line);
        assert!(median.is_finite() && median > 0.0, "{line}");
    }
}

/// A kernel that relies on lockstep may compute a wrong result on the device; it is reported and never timed.
#[test]
fn a_kernel_that_fails_is_told_and_the_others_go_on() {
    let output = measured("--lesson bad-idea --n 2^14");
    let timed = output.stdout.lines().count().saturating_sub(3);
    let told = output.stderr.matches(": not timed: word ").count();
    assert_eq!(timed + told, 3, "{}\n{}", output.stdout, output.stderr);
    assert_eq!(output.status, i32::from(told > 0));
}

#[test]
fn the_kernel_of_a_file_is_compared_and_timed() {
    let output = timed("../../../shaders/examples/vector_sum.cu --n 1000");
    assert_eq!(output.status, 0, "{}", output.stderr);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert!(lines[0].starts_with("measured on "), "{}", lines[0]);
    for name in ["kernel", "grid", "block", "median", "95", "method"] {
        assert!(lines[2].split_whitespace().any(|word| word == name), "{name}");
    }
    // The launch is that of the text: 1000 elements in blocks of 128.
    let words: Vec<&str> = lines[3].split_whitespace().collect();
    let launch = "vector_sum:add 8 x 1 x 1 128 x 1 x 1";
    assert_eq!(words[..11].join(" "), launch, "{}", lines[3]);
    // Only `c` is written.
    assert_eq!(lines[5], "result `c`: equal: all 1,000 values");
    // Two floats are read and one is written for each element, so that lanes ask for 12 bytes.
    for (line, what, kind) in [
        (lines[8], "of its buffers", "exact"),
        (lines[9], "asked for by its lanes", "exact"),
    ] {
        let rest = line.strip_prefix(what).expect(line);
        assert_eq!(rest.split_whitespace().next(), Some("12000"), "{line}");
        assert!(line.ends_with(kind), "{line}");
    }
    // The machine moves whole sectors and lines, also where lanes ask for a part of the last one.
    let words: Vec<&str> = lines[10].split_whitespace().collect();
    assert_eq!(words[..5].join(" "), "moved by h200, without caches");
    assert!(words[5].parse::<u64>().expect("bytes") >= 12_000);
    assert_eq!(words.last(), Some(&"modelled"));
}

#[test]
fn every_launch_of_a_file_is_timed_also_with_a_long_row_of_blocks() {
    let output = timed("bench/long_row.cu");
    assert_eq!(output.status, 0, "{}", output.stderr);
    for part in [
        "line 12: count<<<70001, 1>>>(blocks)\n",
        "result `blocks`: equal: all 70,001 values\n",
        "line 13: last<<<70001, 2>>>(blocks, found)\n",
        "result `found`: equal: all 2 values\n",
    ] {
        assert!(output.stdout.contains(part), "{part}\n{}", output.stdout);
    }
}

#[test]
fn a_kernel_without_buffers_is_timed_and_has_nothing_to_compare() {
    let output = timed("bench/no_buffers.cu");
    assert_eq!(output.status, 0, "{}", output.stderr);
    let nothing = "No buffer is written: nothing can be compared with the machine.\n";
    assert!(output.stdout.contains(nothing), "{}", output.stdout);
}

#[test]
fn a_barrier_of_a_warp_is_asked_of_the_device() {
    let output = timed("bench/warp_barrier.cu --grid 2 --block 64 --n 128");
    if output.stderr.contains("needs subgroups") {
        return skip("this adapter has no subgroups");
    }
    assert_eq!(output.status, 0, "{}", output.stderr);
    let equal = "result `out`: equal: all 128 values\n";
    assert!(output.stdout.contains(equal), "{}", output.stdout);
}

#[test]
fn the_sheet_of_a_file_has_its_kernel_with_its_samples() {
    let scale = "bench/scale.cu --grid 4 --block 32 --n 100 --arg factor=0.5 --json";
    for (arguments, kernel, n, block, bytes, parameter) in [
        (scale, "scale:scale", 100, 32, 400, Some(0.5)),
        (
            "check/copy.wgsl --workgroups 2 --buffer 0.0=zeros:64 --json",
            "copy:main",
            64,
            32,
            256,
            None,
        ),
    ] {
        let output = timed(arguments);
        assert_eq!(output.status, 0, "{}", output.stderr);
        let sheet = Sheet::parse(&output.stdout).expect("a sheet");
        assert_eq!(sheet.way, Way::NativeChecked);
        let [entry] = &sheet.entries[..] else {
            panic!("{arguments}: {:?}", sheet.entries);
        };
        assert_eq!((entry.kernel.as_str(), entry.n, entry.block), (kernel, n, block));
        assert_eq!(entry.useful_bytes, bytes, "{arguments}");
        assert_eq!(entry.samples.len(), 3, "{arguments}");
        assert_eq!(entry.parameters.get("factor").copied(), parameter);
    }
}

/// A device whose warps have one width differs from one of two machines at least.
#[test]
fn a_result_that_differs_is_told_with_its_first_value() {
    let mut differing = 0;
    for width in [4, 64] {
        let file = "bench/width.wgsl --workgroups 1 --buffer 0.0=zeros:64";
        let output = timed(&format!("{file} --machine custom:warp={width}"));
        if output.stderr.contains("needs subgroups") {
            assert_eq!((output.status, output.stdout.as_str()), (2, ""));
            return skip("this adapter has no subgroups");
        }
        if output.status == 0 {
            let equal = "result `widths`: equal: all 64 values\n";
            assert!(output.stdout.contains(equal), "{}", output.stdout);
            continue;
        }
        differing += 1;
        assert_eq!(output.status, 1, "{}", output.stderr);
        assert!(
            output
                .stdout
                .contains("result `widths`: 64 of 64 values differ\n  the first is value 0: "),
            "{}",
            output.stdout
        );
        let machine = format!(" on the GPU, {width} on the machine\n");
        assert!(output.stdout.contains(&machine), "{}", output.stdout);
        let note = format!("one of the machine has {width}; their results may differ\n");
        assert!(output.stderr.contains(&note), "{}", output.stderr);
        // It is timed nevertheless, and a sheet leaves the difference to standard error.
        let json = timed(&format!("{file} --machine custom:warp={width} --json"));
        assert!(json.stderr.contains("64 of 64 values differ"));
        assert!(Sheet::parse(&json.stdout).is_ok(), "{}", json.stdout);
    }
    assert!(differing > 0, "no device is as wide as both machines");
}

/// Races and other findings come first, because the GPU's result may be another one.
#[test]
fn a_finding_of_the_machine_is_told_before_the_time() {
    let output = timed("check/out_of_bounds.wgsl --workgroups 2 --buffer 0.0=zeros:4");
    assert!(
        output
            .stderr
            .contains("note: the machine has 2 findings, so the results may differ; "),
        "{}",
        output.stderr
    );
    assert!(output.stdout.starts_with("measured on "), "{}", output.stdout);
}
