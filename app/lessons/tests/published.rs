//! The machine's counters against the ones that textbooks print.

use lessons::{GALLERY, Size, published};
use simt::{Machine, Metrics, RunOptions, compile, run};

fn metrics(kernel: &lessons::GalleryKernel, size: Size) -> Metrics {
    let machine = Machine::default();
    let program = compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
    let options = RunOptions {
        machine: machine.clone(),
        traced: None,
        ..RunOptions::default()
    };
    run(&program, &kernel.dispatch(size, &machine), &options)
        .expect("and runs")
        .metrics
}

/// All 24 counters of the six K80 reductions at n = 16384, block 1024, to the printed digit.
#[test]
fn the_k80_table_comes_out_to_the_last_digit() {
    let mut checked = 0;
    for kernel in GALLERY {
        let Some((table, printed)) = published::counters(kernel, 16_384, 1024) else {
            continue;
        };
        if !table.exact {
            continue;
        }
        let ours = metrics(kernel, Size::fixed(16_384, 1024));
        for (name, value) in [
            ("gld_transactions", ours.global_loads.transactions as f64),
            ("gst_transactions", ours.global_stores.transactions as f64),
            (
                "gld_efficiency",
                ours.global_loads.efficiency().expect("it loads"),
            ),
            (
                "gst_efficiency",
                ours.global_stores.efficiency().expect("it stores"),
            ),
        ] {
            assert_eq!(
                format!("{value:.2}"),
                format!("{:.2}", printed[name]),
                "{} of {}",
                name,
                kernel.kernel.name
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 24);
}

/// Every figure names a source that a reader can look up.
#[test]
fn every_figure_has_a_source_with_a_title() {
    let counters = published::PUBLISHED
        .counters
        .iter()
        .map(|table| &table.source);
    let times = published::PUBLISHED.times.iter().map(|table| &table.source);
    let kernels = GALLERY
        .iter()
        .flat_map(|kernel| kernel.published)
        .map(|(source, _)| source.to_owned().to_owned());
    let sources: Vec<String> = counters.chain(times).cloned().chain(kernels).collect();
    assert!(sources.len() > 10);
    for source in sources {
        assert!(!published::title(&source).is_empty(), "{source}");
    }
}

/// The eight transaction totals at n = 2^30: blocks are alike, so counts of a few blocks multiply.
#[test]
fn totals_at_two_to_the_thirty_follow_from_one_block() {
    let mut checked = 0;
    for kernel in GALLERY {
        let Some((_, printed)) = published::counters(kernel, 1 << 30, 1024) else {
            continue;
        };
        let per_block = u64::from(1024 * kernel.elements_per_lane());
        let ours =
            metrics(kernel, Size::fixed(per_block as u32, 1024)).times((1 << 30) / per_block);
        assert_eq!(
            ours.global_loads.transactions as f64, printed["gld_transactions"],
            "{}",
            kernel.kernel.name
        );
        assert_eq!(
            ours.global_stores.transactions as f64, printed["gst_transactions"],
            "{}",
            kernel.kernel.name
        );
        checked += 2;
    }
    assert_eq!(checked, 8);
}
