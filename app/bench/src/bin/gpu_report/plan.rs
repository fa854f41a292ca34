//! What is measured for the report: sets of kernels with the libraries beside them, and whose counters are read.

use bench::Set;
use lessons::GALLERY;

/// Kernels of the gallery and functions of CUDA's libraries, side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportSet {
    pub set: Set,
    /// As `app/lessons/examples/cuda_check/sets.rs` names them.
    pub libraries: &'static [&'static str],
    /// Whether it is also run without checks.
    pub unchecked: bool,
}

/// A sum of 2^28 words is 1 GiB: many times any cache.
const LARGE: u32 = 1 << 28;
const BLOCK: u32 = 256;
/// Of kernels with few blocks.
const LONG_BLOCK: u32 = 512;
/// Of the best sum of so many words, the fastest that was timed (README.md).
const LONGEST_BLOCK: u32 = 1024;
const ROUNDS: u32 = 30;
/// What stock browsers round the GPU's clock to.
pub const ROUNDING_NANOS: u64 = 65_536;

/// Elements of a dispatch whose counters are read.
pub const COUNTED: u32 = 1 << 20;
/// Those of a product of matrices, whose work grows faster than its data.
pub const COUNTED_PRODUCT: u32 = 1 << 16;

pub const CUB: &str = "cub::DeviceReduce::Sum";
pub const SGEMV_ROWS: &str = "cublasSgemv rows";
pub const SGEMV_COLUMNS: &str = "cublasSgemv columns";
pub const MEMCPY: &str = "cudaMemcpy";

/// Sums of so many words, from what fits into one multiprocessor to what just fits into the L2, in blocks that suit them:
/// few words want many small blocks, as CUB's own tuning has it. The best of our kernels: an atomic for each warp while few
/// meet, then one for each block.
pub const SMALL: [(u32, u32, &str); 6] = [
    (1 << 14, 128, BY_WARPS),
    (1 << 16, 128, BY_WARPS),
    (1 << 18, BLOCK, BY_WARPS),
    (1 << 20, BLOCK, BY_BLOCKS),
    (1 << 22, BLOCK, BY_BLOCKS),
    (1 << 24, BLOCK, BY_BLOCKS),
];
/// Of 2^28 words.
pub const BEST_SUM: &str = "reduce_single_pass_ahead";
const BY_WARPS: &str = "reduce_single_pass_warps";
const BY_BLOCKS: &str = "reduce_single_pass_once";

pub fn sets() -> Vec<ReportSet> {
    let set = |kernels: &[&str], n, pass_millis| Set {
        kernels: kernels.iter().map(|&name| name.to_owned()).collect(),
        n,
        block: BLOCK,
        rounds: ROUNDS,
        pass_millis,
        rounding_nanos: None,
    };
    let large = |kernels: &[&str], libraries| ReportSet {
        set: set(kernels, LARGE, 10.0),
        libraries,
        unchecked: true,
    };
    let mut sets = vec![
        large(
            &[
                "reduce_neighbored",
                "reduce_neighbored_unrolled",
                "reduce_neighbored_less",
                "reduce_neighbored_less_unrolled",
                "reduce_interleaved",
                "reduce_interleaved_unrolled",
                "reduce_unroll8",
                "reduce_unroll_warps8",
                "reduce_complete_unroll8",
                "reduce_grid_stride_vec4",
                "reduce_single_pass_atomic",
                "reduce_single_pass_tile",
            ],
            &[],
        ),
        ReportSet {
            set: Set {
                block: LONGEST_BLOCK,
                ..set(&[BEST_SUM], LARGE, 10.0)
            },
            libraries: &[CUB],
            unchecked: true,
        },
        large(&["copy_scalar", "copy_vec4"], &[MEMCPY]),
        ReportSet {
            set: Set {
                block: LONG_BLOCK,
                ..set(
                    &[
                        "gemv_row_major",
                        "gemv_column_major",
                        "gemv_tuned",
                        "gemv_tuned_columns",
                    ],
                    LARGE,
                    10.0,
                )
            },
            libraries: &[SGEMV_ROWS, SGEMV_COLUMNS],
            unchecked: true,
        },
    ];
    sets.extend(SMALL.map(|(n, block, _)| ReportSet {
        set: Set {
            block,
            ..set(
                &[
                    "reduce_single_pass_atomic",
                    "reduce_single_pass_tile",
                    BY_BLOCKS,
                    BY_WARPS,
                ],
                n,
                5.0,
            )
        },
        libraries: &[CUB],
        unchecked: true,
    }));
    // Every kernel once, at the size of the lessons' charts, with shorter passes.
    let all: Vec<&str> = GALLERY.iter().map(|kernel| &*kernel.kernel.name).collect();
    sets.push(ReportSet {
        set: set(&all, 1 << 24, 3.0),
        libraries: &[],
        unchecked: false,
    });
    sets
}

/// Kernels whose times by a rounded clock are compared with those by the clock as it is.
pub const ROUNDED: [&str; 4] = ["reduce_interleaved", BEST_SUM, "copy_vec4", "gemv_tuned"];

/// The sets at 2^28 with nothing but these kernels, by a rounded clock. Passes are as long as a reader's.
pub fn rounded() -> Vec<Set> {
    let large = sets().into_iter().filter(|set| set.set.n == LARGE);
    let rounded = large.map(|ReportSet { mut set, .. }| {
        set.kernels.retain(|name| ROUNDED.contains(&name.as_str()));
        set.rounding_nanos = Some(ROUNDING_NANOS);
        set.pass_millis = gpu::Plan::default().pass_millis;
        set
    });
    rounded.collect()
}

/// The sets whose counters are read, as bench.cu is asked for them.
pub fn counted() -> Vec<Set> {
    // What blocks launch from the device cannot be profiled.
    let names = GALLERY
        .iter()
        .map(|kernel| kernel.kernel.name.to_string())
        .filter(|name| !name.starts_with("nested_launch"));
    let (products, others): (Vec<String>, Vec<String>) =
        names.partition(|name| name.starts_with("matmul"));
    [(others, COUNTED), (products, COUNTED_PRODUCT)]
        .map(|(kernels, n)| Set {
            kernels,
            n,
            block: BLOCK,
            rounds: 1,
            pass_millis: 1.0,
            rounding_nanos: None,
        })
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_can_be_measured() {
        let rounded = rounded();
        for set in sets().iter().map(|set| &set.set).chain(&rounded) {
            let cases = set.cases().unwrap();
            assert_eq!(cases.len(), set.kernels.len());
            assert!(set.rounds >= 30, "{set:?}");
        }
        for set in counted() {
            assert!(
                set.cases()
                    .unwrap()
                    .iter()
                    .all(|case| case.size.n() <= COUNTED)
            );
        }
    }
}
