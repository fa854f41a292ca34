//! `warpstep compare` as a process: a report of Nsight Compute beside the machine (`compare/`, and a report of an H200).

mod warpstep;

use warpstep::warpstep;

/// The report of ncu on an H200 for two kernels of the gallery.
const H200: &str = "../../bench/src/bin/gpu_report/tests/counters.csv";

#[test]
fn counters_of_a_chip_are_equal_or_have_a_reason() {
    let size = "--n 1048576 --block 256";
    let output = warpstep(&format!("compare {H200} reduce_unroll8 {size}"), b"");
    assert_eq!((output.status, &*output.stderr), (0, ""));
    let rows: Vec<&str> = output.stdout.lines().skip(5).take(11).collect();
    assert!(rows.iter().all(|row| row.ends_with("  equal")), "{rows:?}");
    let names = rows.iter().map(|row| row.split_whitespace().next());
    let names: Vec<&str> = names.flatten().collect();
    assert_eq!(names[..2], ["gld_requests", "gst_requests"]);

    let output = warpstep(&format!("compare {H200} reduce_shared_sequential {size}"), b"");
    let repeated = "differs: the chip repeats some requests to shared memory";
    assert_eq!(output.status, 0, "{}", output.stdout);
    assert_eq!(output.stdout.matches(repeated).count(), 1, "{}", output.stdout);
}

#[test]
fn a_run_that_does_not_end_says_so_at_each_difference() {
    let size = "--n 1048576 --block 256 --step-budget 1000";
    let output = warpstep(&format!("compare {H200} reduce_unroll8 {size}"), b"");
    assert_eq!(output.status, 1, "{}", output.stdout);
    let row = output.stdout.lines().find(|line| line.contains("gld_requests"));
    assert!(
        row.is_some_and(|row| row.ends_with("  differs: the run did not end")),
        "{}",
        output.stdout
    );
    let differing = output.stdout.matches("  differs").count();
    assert_eq!(
        output.stdout.matches("the run did not end").count(),
        differing,
        "{}",
        output.stdout
    );
}

#[test]
fn another_size_is_told_and_its_counters_are_not_compared() {
    let output = warpstep(&format!("compare {H200} reduce_unroll8 --n 65536 --block 256"), b"");
    assert_eq!(output.status, 2, "{}", output.stdout);
    let told = "it has a grid of 512 x 1 x 1 and blocks of 256 x 1 x 1, and this run a grid of 32 x 1 x 1 and blocks of 256 x 1 x 1";
    assert!(output.stdout.contains(told), "{}", output.stdout);
    assert!(!output.stdout.contains("gld_requests"), "{}", output.stdout);
}

#[test]
fn launches_of_a_file_are_compared_in_their_order() {
    let output = warpstep("compare compare/two_launches.csv compare/two_launches.cu", b"");
    let wanted = include_str!("compare/two_launches.out");
    assert_eq!(output.stdout, wanted);
    assert_eq!((output.status, &*output.stderr), (1, ""));
}

#[test]
fn what_cannot_be_compared_is_refused_in_a_sentence() {
    for (arguments, sentence) in [
        (
            "compare/two_launches.cu compare/two_launches.cu",
            "error: compare/two_launches.cu: the file has no table of Nsight Compute: write one with `ncu --csv --page raw --print-units base`\n",
        ),
        (
            "compare/nothing.csv compare/two_launches.cu",
            "error: cannot read compare/nothing.csv: ",
        ),
        (
            "compare/two_launches.csv compare/two_launches.cu --machine rdna3-32",
            "error: ncu counts on NVIDIA's GPUs since Volta, and rdna3-32 is none of them; leave --machine out\n",
        ),
        (
            "compare/two_launches.csv",
            "error: the following required arguments were not provided:\n  <KERNEL>",
        ),
    ] {
        let output = warpstep(&format!("compare {arguments}"), b"");
        assert_eq!(output.status, 2, "{arguments}");
        assert!(output.stderr.contains(sentence), "{}", output.stderr);
        assert_eq!(output.stdout, "", "{arguments}");
    }
}

#[test]
fn the_metrics_to_ask_for_are_one_word() {
    let output = warpstep("compare --metrics", b"");
    assert_eq!(output.status, 0);
    assert_eq!(output.stdout.split_whitespace().count(), 1);
    assert!(output.stdout.contains(",smsp__inst_executed.sum,"), "{}", output.stdout);
}

/// The report has them in another order.
#[test]
fn a_launch_is_found_by_its_name_and_its_template() {
    let output = warpstep("compare compare/names.csv compare/names.cu", b"");
    let launches = output.stdout.lines();
    let launches = launches.filter_map(|line| line.trim().strip_prefix("launch "));
    let launches: Vec<&str> = launches.collect();
    let wanted = [
        "2 of the report: gather",
        "1 of the report: gather",
        "3 of the report: sum_fast",
        "0 of the report: sum",
    ];
    assert_eq!(launches, wanted, "{}", output.stdout);
    assert_eq!((output.status, &*output.stderr), (0, ""));
}
