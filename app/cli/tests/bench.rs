//! `warpstep bench` as a process: error messages for invalid arguments, and a sheet from the available adapter.

mod warpstep;

use gpu::{Sheet, Way};
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
            "error: invalid value '2^33' for '--n <N>': give a whole number up to 2^29, such as 1000 or 2^28",
        ),
        (
            "--n 2^-1",
            "error: invalid value '2^-1' for '--n <N>': give a whole number up to 2^29, such as 1000 or 2^28",
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
    ] {
        let output = warpstep(&format!("bench {arguments}"), b"");
        assert_eq!(output.status, 2, "{arguments}: {}", output.stderr);
        assert!(
            output.stderr.contains(sentence),
            "{arguments}: {}",
            output.stderr
        );
        assert_eq!(output.stdout, "", "{arguments}");
    }
}

/// Runs a short measurement on the available adapter; the tests of `app/gpu` require one.
fn measured(arguments: &str) -> warpstep::Output {
    let short = "--rounds 3 --pass-millis 1 --block 64";
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
    for (way, option) in [
        (Way::NativeChecked, ""),
        (Way::NativeUnchecked, "--unchecked"),
    ] {
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
            .map(|entry| {
                (
                    entry.kernel.as_str(),
                    entry.n,
                    entry.block,
                    entry.samples.len(),
                )
            })
            .collect();
        assert_eq!(
            entries,
            [
                ("reduce_unroll8", 1 << 14, 64, 3),
                ("gemv_row_major", 1 << 14, 64, 3)
            ]
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
        assert!(
            lines[2].split_whitespace().any(|word| word == name),
            "{name}"
        );
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
