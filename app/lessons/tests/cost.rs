//! Compares the modelled order of all reductions with the measured one, on the chip that the model describes.

use lessons::cost::{H200, cost, rank_correlation};
use lessons::measured::{MACHINE, measured};
use lessons::{GALLERY, GalleryKernel, Limits, Parts};
use simt::{Machine, RunOptions, compile, run};

const N: u32 = 1 << 24;
const BLOCK: u32 = 256;

/// Returns the modelled time of a kernel in nanoseconds.
fn modelled(kernel: &GalleryKernel) -> f64 {
    let machine = Machine::by_id(MACHINE).expect("the machine is a preset");
    let program = compile(&kernel.kernel.source, None).expect("it compiles");
    let parts = Parts::of(kernel, N, BLOCK, &machine, Limits::COUNTED).expect("the size is valid");
    let options = RunOptions {
        machine,
        findings: false,
        traced: Some(0),
        ..RunOptions::default()
    };
    let run = |dispatch| run(&program, dispatch, &options).expect("it runs");
    let part = run(&parts.part);
    let rest = parts.rest.as_ref().map(|rest| run(rest).metrics);
    let whole = parts.whole(&part.metrics, rest.as_ref());
    // The model needs a block of the part, which represents all blocks; the rest may end with a partial block.
    let trace = part.trace.expect("block 0 is traced");
    cost(&trace, &whole, &H200).time().1
}

#[test]
fn reductions_come_in_the_order_in_which_an_h200_takes_them() {
    let measured = |kernel: &GalleryKernel| {
        let mut times = measured().times.iter();
        let row = times.find(|row| row.kernel == kernel.kernel.name && (row.n, row.block) == (N.into(), BLOCK))?;
        Some(row.browser?.median())
    };
    let rows: Vec<(&str, f64, f64)> = GALLERY
        .iter()
        .filter(|kernel| kernel.kernel.name.starts_with("reduce_"))
        .filter_map(|kernel| Some((&*kernel.kernel.name, modelled(kernel), measured(kernel)?)))
        .collect();
    assert!(rows.len() >= 22, "{rows:?}");
    let (modelled, measured): (Vec<f64>, Vec<f64>) = rows
        .iter()
        .map(|(_, modelled, measured)| (*modelled, *measured))
        .unzip();
    let correlation = rank_correlation(&modelled, &measured).expect("many different times");
    assert!(correlation >= 0.95, "{correlation}: {rows:#?}");
}
