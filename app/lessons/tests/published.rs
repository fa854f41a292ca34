//! Compares the machine's counters with the counters that textbooks print.

use lessons::claim::{Comparable, claims, comparable};
use lessons::{GALLERY, Limits, Parts, Size, published};
use simt::{Dispatch, Kernel, Machine, MetricValue, Metrics, RunOptions, compile, run};

fn metrics(kernel: &Kernel, dispatch: &Dispatch, machine: &Machine) -> Metrics {
    let program = compile(&kernel.source, None).expect("a gallery kernel compiles");
    let options = RunOptions {
        machine: machine.clone(),
        traced: None,
        ..RunOptions::default()
    };
    run(&program, dispatch, &options).expect("it runs").metrics
}

fn of_parts(kernel: &Kernel, parts: &Parts, machine: &Machine) -> Metrics {
    let rest = parts.rest.as_ref();
    let rest = rest.map(|rest| metrics(kernel, rest, machine));
    parts.whole(&metrics(kernel, &parts.part, machine), rest.as_ref())
}

/// Formats a metric as the profiler prints it: with two decimals.
fn shown(metrics: &Metrics, name: &str) -> String {
    let named = metrics.named();
    let metric = named.iter().find(|metric| metric.name == name);
    match metric.and_then(|metric| metric.value).expect(name) {
        MetricValue::Count(count) => format!("{:.2}", count as f64),
        MetricValue::Real(value) => format!("{value:.2}"),
    }
}

/// In exact tables, every traffic counter agrees to the printed digit at any size: blocks are alike, so the counts of a
/// part can be multiplied.
#[test]
fn exact_tables_come_out_to_the_last_digit() {
    let mut compared = 0;
    for claim in claims().iter().filter(|claim| claim.table.exact) {
        let machine = Machine::by_id(claim.machine).expect("a preset");
        let parts = Parts::of(claim.kernel, claim.n, claim.block, &machine, Limits::COUNTED).expect("a size that runs");
        let ours = of_parts(&claim.kernel.kernel, &parts, &machine);
        for (name, printed) in claim.figures {
            if comparable(name) == Comparable::ToTheDigit {
                let what = format!("{name} of {} at {}", claim.kernel.kernel.name, claim.n);
                assert_eq!(shown(&ours, name), format!("{printed:.2}"), "{what}");
                compared += 1;
            }
        }
    }
    // 7 reductions and 4 block shapes with 4 counters each. At 2^30, 4 reductions, whose efficiencies are the same as
    // above.
    assert_eq!(compared, 7 * 4 + 4 * 4 + 4 * 4);
}

/// No row of a counter table is left out for want of a kernel, and a block's grid is the one that is printed.
#[test]
fn every_row_of_the_tables_is_a_claim() {
    let rows: usize = published::published()
        .counters
        .iter()
        .map(|table| table.kernels.len() + table.blocks.len())
        .sum();
    assert_eq!(claims().len(), rows);
    let mut grids = 0;
    for claim in claims().iter() {
        let (_, shape) = claim
            .kernel
            .kernel
            .name
            .rsplit_once('_')
            .expect("a name of several words");
        if let Some(printed) = claim.table.blocks.get(shape) {
            let size = Size::fixed(claim.n, claim.block);
            let [x, y, _] = claim.kernel.task.workgroups(size, u64::from(claim.n));
            assert_eq!([x, y], printed.grid, "{shape}");
            grids += 1;
        }
    }
    assert_eq!(grids, 4);
}

/// Every published time has a number of elements; for a matrix, it is the number of the matrix's elements.
#[test]
fn every_published_time_is_for_a_number_of_elements() {
    let times = GALLERY.iter().flat_map(|kernel| published::times(kernel));
    let mut of_matrices = 0;
    for time in times {
        assert!(time.n > 0, "{time:?}");
        of_matrices += u32::from(time.n == 16_384 * 16_384);
    }
    assert!(of_matrices >= 6, "{of_matrices}");
}

/// Every figure names a source with a title that a reader can look up.
#[test]
fn every_figure_has_a_source_with_a_title() {
    let counters = published::published().counters.iter().map(|table| &table.source);
    let times = published::published().times.iter().map(|table| &table.source);
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

/// A time of a library's function names the function, so that its bar does not pass for that of our kernel.
#[test]
fn times_of_libraries_name_their_function() {
    let mut of_libraries = 0;
    for table in &published::published().times {
        for name in table.kernels.keys() {
            let library = table.library.get(name);
            assert_eq!(library.is_some(), name.contains("cublas"), "{name}");
            of_libraries += usize::from(library.is_some());
        }
    }
    let times = GALLERY.iter().flat_map(|kernel| published::times(kernel));
    let named = times.filter(|time| time.library.is_some()).count();
    assert_eq!((of_libraries, named), (2, 2));
}
