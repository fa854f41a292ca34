//! The machine's counters against the ones that textbooks print.

use lessons::{GALLERY, MATRIX_ADD, MatrixSize, Parts, Size, published};
use simt::{Dispatch, Kernel, Machine, MetricValue, Metrics, RunOptions, compile, run};

fn metrics(kernel: &Kernel, dispatch: &Dispatch, machine: &Machine) -> Metrics {
    let program = compile(&kernel.source, None).expect("a gallery kernel compiles");
    let options = RunOptions {
        machine: machine.clone(),
        traced: None,
        ..RunOptions::default()
    };
    run(&program, dispatch, &options).expect("and runs").metrics
}

fn reduced(kernel: &lessons::GalleryKernel, size: Size) -> Metrics {
    let machine = Machine::default();
    metrics(&kernel.kernel, &kernel.dispatch(size, &machine), &machine)
}

fn of_parts(kernel: &Kernel, parts: &Parts, machine: &Machine) -> Metrics {
    let part = parts
        .part
        .as_ref()
        .map(|part| metrics(kernel, part, machine));
    parts.whole(part.as_ref(), &metrics(kernel, &parts.rest, machine))
}

/// A metric by its name, as the profiler prints it: two digits after the point.
fn shown(metrics: &Metrics, name: &str) -> String {
    let named = metrics.named();
    let metric = named.iter().find(|metric| metric.name == name);
    match metric.and_then(|metric| metric.value).expect(name) {
        MetricValue::Count(count) => format!("{:.2}", count as f64),
        MetricValue::Real(value) => format!("{value:.2}"),
    }
}

const TRAFFIC: [&str; 4] = [
    "gld_transactions",
    "gst_transactions",
    "gld_efficiency",
    "gst_efficiency",
];

/// The counters of the seven K80 reductions at n = 16384, block 1024: how many were compared.
fn reductions() -> usize {
    let mut checked = 0;
    for kernel in GALLERY.iter() {
        let Some((table, printed)) = published::counters(kernel, 16_384, 1024) else {
            continue;
        };
        if !table.exact {
            continue;
        }
        let ours = reduced(kernel, Size::fixed(16_384, 1024));
        for name in TRAFFIC {
            let kernel = &kernel.kernel.name;
            assert_eq!(
                shown(&ours, name),
                format!("{:.2}", printed[name]),
                "{name} of {kernel}"
            );
            checked += 1;
        }
    }
    checked
}

/// The transaction totals at n = 2^30: blocks are alike, so counts of a part multiply.
fn totals() -> usize {
    let (machine, mut checked) = (Machine::default(), 0);
    for kernel in GALLERY.iter() {
        let Some((_, printed)) = published::counters(kernel, 1 << 30, 1024) else {
            continue;
        };
        let parts = Parts::of(kernel, 1 << 30, 1024, &machine).expect("a size that runs");
        let ours = of_parts(&kernel.kernel, &parts, &machine);
        for name in ["gld_transactions", "gst_transactions"] {
            let kernel = &kernel.kernel.name;
            assert_eq!(
                shown(&ours, name),
                format!("{:.2}", printed[name]),
                "{name} of {kernel}"
            );
            checked += 1;
        }
    }
    checked
}

/// The counters of the matrix sum at 16384 × 16384 for four shapes of blocks, loads cached in L1.
fn matrix_sums() -> usize {
    let (machine, mut checked) = (Machine::by_id("k80-l1").expect("a preset"), 0);
    let table = published::matrix_counters(&MATRIX_ADD).expect("published");
    assert!(table.exact && table.blocks.len() == 4);
    let [columns, rows] = table.shape;
    for (block, printed) in &table.blocks {
        let sides = block.split_once('x').expect("x by y");
        let sides = [sides.0, sides.1].map(|side| side.parse().expect("a number"));
        let size = MatrixSize::new(columns, rows, sides).expect("a size that runs");
        assert_eq!(size.blocks(), printed.grid, "{block}");
        let ours = of_parts(
            &MATRIX_ADD.kernel,
            &Parts::of_matrix(&MATRIX_ADD, size),
            &machine,
        );
        for name in TRAFFIC {
            assert_eq!(
                shown(&ours, name),
                format!("{:.2}", printed.counters[name]),
                "{name} of {block}"
            );
            checked += 1;
        }
    }
    checked
}

#[test]
fn the_k80_table_comes_out_to_the_last_digit() {
    assert_eq!(reductions(), 28);
}

#[test]
fn totals_at_two_to_the_thirty_follow_from_a_part() {
    assert_eq!(totals(), 8);
}

#[test]
fn the_matrix_sum_comes_out_to_the_last_digit() {
    assert_eq!(matrix_sums(), 16);
}

/// Every counter that the figures call exact is one of those compared above.
#[test]
fn all_52_exact_counters_are_covered() {
    let exact = published::PUBLISHED
        .counters
        .iter()
        .filter(|table| table.exact);
    let printed: usize = exact
        .map(|table| {
            // The efficiencies at 2^30 repeat those of the small table: it is the totals that are new.
            let counted = |counters: &std::collections::BTreeMap<String, f64>| {
                let totals_only = table.n == 1 << 30;
                TRAFFIC
                    .iter()
                    .filter(|name| {
                        counters.contains_key(**name)
                            && (!totals_only || name.ends_with("transactions"))
                    })
                    .count()
            };
            let of_kernels: usize = table.kernels.values().map(counted).sum();
            let of_blocks: usize = table
                .blocks
                .values()
                .map(|block| counted(&block.counters))
                .sum();
            of_kernels + of_blocks
        })
        .sum();
    assert_eq!(printed, 52);
    assert_eq!(reductions() + totals() + matrix_sums(), printed);
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
