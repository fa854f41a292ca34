//! A part of a large dispatch represents the whole: the counters are equal, also with partial blocks and folded grids.

use lessons::{GALLERY, Limits, MATRIX_ADD, MATRIX_GALLERY, MatrixKernel, MatrixSize, MatrixSizeError, Parts, Size};
use simt::{Dispatch, Kernel, Machine, Outcome, Run, RunOptions, compile, run};

fn execute(kernel: &Kernel, dispatch: &Dispatch, machine: &Machine) -> Run {
    let program = compile(&kernel.source, None).expect("a gallery kernel compiles");
    let options = RunOptions {
        machine: machine.clone(),
        traced: None,
        ..RunOptions::default()
    };
    run(&program, dispatch, &options).expect("a gallery kernel starts")
}

fn assert_same(kernel: &Kernel, whole: &Dispatch, parts: &Parts, machine: &Machine, what: &str) {
    assert_eq!(whole.workgroups, parts.workgroups, "{what}");
    let whole = execute(kernel, whole, machine).metrics;
    let part = execute(kernel, &parts.part, machine).metrics;
    let rest = parts.rest.as_ref();
    let rest = rest.map(|rest| execute(kernel, rest, machine).metrics);
    assert!(parts.multiplies(), "{what}: the size runs in part");
    let ran = part.workgroups + rest.as_ref().map_or(0, |rest| rest.workgroups);
    assert!(ran < whole.workgroups, "{what}");
    assert_eq!(parts.whole(&part, rest.as_ref()), whole, "{what}");
}

/// Sizes just above the limit for full runs, with a complete and with a partial last block.
#[test]
fn parts_of_a_line_have_the_counters_of_the_whole() {
    let machine = Machine::default();
    let sizes = [((1 << 20) + 5, 1024), (9 << 17, 256)];
    for (kernel, (n, block)) in GALLERY.iter().zip(sizes.into_iter().cycle()) {
        let size = kernel.task.nearest(Size::fixed(n, block));
        if kernel.task.band(size).is_none() || size.n() < n.min(9 << 17) {
            continue;
        }
        let (n, block) = (size.n(), size.block());
        let parts = Parts::of(kernel, n, block, &machine, Limits::COUNTED).expect("a size that runs");
        let whole = kernel.dispatch(size, &machine);
        let what = format!("{} {n} {block}", kernel.kernel.name);
        assert_same(&kernel.kernel, &whole, &parts, &machine, &what);
    }
}

/// Square matrices, whose repeating unit is a group of rows.
#[test]
fn parts_of_a_square_have_the_counters_of_the_whole() {
    let machine = Machine::default();
    for name in ["matrix_add_16x32", "gemv_column_major", "gemv_tuned"] {
        let kernel = lessons::GalleryKernel::by_name(name).expect("in the gallery");
        let size = kernel.task.nearest(Size::fixed(1 << 22, 256));
        let parts = Parts::of(kernel, size.n(), size.block(), &machine, Limits::COUNTED).expect("a size that runs");
        let whole = kernel.dispatch(size, &machine);
        assert_same(&kernel.kernel, &whole, &parts, &machine, name);
    }
}

/// Products of few elements, each of which is a long loop: the work decides, not the number of elements.
#[test]
fn parts_of_a_product_have_the_counters_of_the_whole() {
    let machine = Machine::default();
    for name in ["matmul_tile_rows", "matmul_tile_columns"] {
        let kernel = lessons::GalleryKernel::by_name(name).expect("in the gallery");
        let size = kernel.task.nearest(Size::fixed(512 * 512, 256));
        let parts = Parts::of(kernel, size.n(), size.block(), &machine, Limits::COUNTED).expect("a size that runs");
        let whole = kernel.dispatch(size, &machine);
        assert_same(&kernel.kernel, &whole, &parts, &machine, name);
    }
}

/// 70,000 blocks are folded into a grid of 98,304. The blocks past the end count too.
#[test]
fn blocks_past_the_end_of_a_folded_grid_count() {
    let (machine, n) = (Machine::default(), 70_000 * 64);
    let kernel = lessons::GalleryKernel::by_name("reduce_interleaved").expect("in the gallery");
    let parts = Parts::of(kernel, n, 64, &machine, Limits::COUNTED).expect("a size that runs");
    assert_eq!(parts.workgroups, [32_768, 3, 1]);
    let whole = kernel.dispatch(Size::fixed(n, 64), &machine);
    assert_same(&kernel.kernel, &whole, &parts, &machine, "folded");
}

/// Groups of rows, also if rows do not begin on a line and blocks do not divide the sides.
#[test]
fn parts_of_a_matrix_have_the_counters_of_the_whole() {
    for machine in ["k80-l1", "g80", "xe-8"].map(|id| Machine::by_id(id).expect("a preset")) {
        for (columns, rows, block) in [(2048, 1000, [32, 16]), (1999, 700, [16, 16]), (501, 1999, [7, 9])] {
            let size = MatrixSize::new(columns, rows, block).expect("a size that runs");
            let parts = Parts::of_matrix(&MATRIX_ADD, size);
            let what = format!("{columns} x {rows} in {block:?} on {}", machine.id);
            assert_same(&MATRIX_ADD.kernel, &MATRIX_ADD.dispatch(size), &parts, &machine, &what);
        }
    }
}

/// The command line runs the part alone where nothing is multiplied.
#[test]
fn a_part_that_is_not_multiplied_is_the_whole() {
    for rows in [1, 100, 130, 200, 260, 400] {
        let size = MatrixSize::new(2048, rows, [32, 16]).expect("a size that runs");
        let parts = Parts::of_matrix(&MATRIX_ADD, size);
        if !parts.multiplies() {
            assert_eq!(parts.part, MATRIX_ADD.dispatch(size), "{rows} rows");
        }
    }
    let machine = Machine::default();
    let kernel = lessons::GalleryKernel::by_name("reduce_interleaved").expect("in the gallery");
    for n in [1 << 20, (1 << 20) + 64, 5 << 19, (5 << 19) + 64] {
        let limits = Limits::SHOWN;
        let parts = Parts::of(kernel, n, 64, &machine, limits).expect("a size that runs");
        if !parts.multiplies() {
            let whole = kernel.dispatch(Size::fixed(n, 64), &machine);
            assert_eq!(parts.part, whole, "{n}");
        }
    }
}

#[test]
fn matrix_kernels_equal_their_reference() {
    for kernel in MATRIX_GALLERY {
        for (columns, rows, block) in [(64, 64, [32, 32]), (100, 37, [16, 8]), (1, 1, [4, 4]), (33, 5, [1, 64])] {
            for width in [4, 32, 64] {
                let size = MatrixSize::new(columns, rows, block).expect("a size that runs");
                let machine = Machine::default().with_warp_width(width);
                let run = execute(&kernel.kernel, &kernel.dispatch(size), &machine);
                let mut wanted = vec![0; size.elements() as usize];
                kernel.reference(0, &mut wanted);
                assert_eq!((run.outcome, run.findings), (Outcome::Completed, Vec::new()));
                assert_eq!(run.buffers[kernel.output()], wanted, "{columns} x {rows}");
            }
        }
        assert_eq!(MatrixKernel::by_name(&kernel.kernel.name), Some(*kernel));
    }
}

#[test]
fn sizes_that_cannot_run_are_refused() {
    let table = [
        (
            MatrixSize::new(0, 8, [1, 1]),
            MatrixSizeError::Side {
                columns: 0,
                rows: 8,
                most: 1 << 20,
            },
        ),
        (
            MatrixSize::new(1 << 20, 1 << 20, [1, 1]),
            MatrixSizeError::TooMany {
                elements: 1 << 40,
                most: 1 << 30,
            },
        ),
        (
            MatrixSize::new(8, 8, [64, 32]),
            MatrixSizeError::Block {
                x: 64,
                y: 32,
                most: 1024,
            },
        ),
        (
            MatrixSize::new(1 << 20, 8, [1, 8]),
            MatrixSizeError::Blocks {
                x: 1 << 20,
                y: 1,
                most: 65_535,
            },
        ),
    ];
    for (size, error) in table {
        assert_eq!(size, Err(error));
    }
}
