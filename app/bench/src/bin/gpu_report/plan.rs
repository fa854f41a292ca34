//! The report's measurements: sets of kernels with CUDA library functions, and the kernels whose counters are read.

use bench::Set;
use lessons::GALLERY;

/// Gallery kernels and functions of CUDA's libraries, measured together.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportSet {
    pub set: Set,
    /// Library functions, named as in `app/lessons/examples/cuda_check/sets.rs`.
    pub libraries: &'static [&'static str],
    /// True if the set also runs without checks.
    pub unchecked: bool,
}

/// Elements of a large case: 2^28 words are 1 GiB, many times the size of any cache.
const LARGE: u32 = 1 << 28;
const BLOCK: u32 = 256;
/// Workgroup size of kernels with few workgroups.
const LONG_BLOCK: u32 = 512;
/// Workgroup size of the fastest measured sum of 2^28 words (README.md).
const LONGEST_BLOCK: u32 = 1024;
const ROUNDS: u32 = 30;
/// Step to which browsers with default settings round the GPU's clock.
pub const ROUNDING_NANOS: u64 = 65_536;

/// Elements of a dispatch whose counters are read.
pub const COUNTED: u32 = 1 << 20;
/// The same for matrix products, whose work grows faster than their data.
pub const COUNTED_PRODUCT: u32 = 1 << 16;

pub const CUB: &str = "cub::DeviceReduce::Sum";
pub const SGEMV_ROWS: &str = "cublasSgemv rows";
pub const SGEMV_COLUMNS: &str = "cublasSgemv columns";
pub const MEMCPY: &str = "cudaMemcpy";

/// Small sums as (words, workgroup size, kernel): from a size that fits into one multiprocessor to one that just fits
/// into the L2. Few words need many small workgroups, as in CUB's own tuning. The kernel is the best of the gallery:
/// one atomic per warp for few words, else one per workgroup.
pub const SMALL: [(u32, u32, &str); 6] = [
    (1 << 14, 128, BY_WARPS),
    (1 << 16, 128, BY_WARPS),
    (1 << 18, BLOCK, BY_WARPS),
    (1 << 20, BLOCK, BY_BLOCKS),
    (1 << 22, BLOCK, BY_BLOCKS),
    (1 << 24, BLOCK, BY_BLOCKS),
];
/// The fastest kernel for a sum of 2^28 words.
pub const BEST_SUM: &str = "reduce_single_pass_ahead";
const BY_WARPS: &str = "reduce_single_pass_warps";
const BY_BLOCKS: &str = "reduce_single_pass_once";

/// Returns all sets of the report, in the order of measurement.
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
    let all = GALLERY.iter().map(|kernel| kernel.kernel.name.to_string());
    sets.push(of_the_charts(all.collect()));
    sets
}

/// Returns the set that measures kernels at the size of the lessons' charts, with shorter passes. The report measures
/// every kernel this way.
pub fn of_the_charts(kernels: Vec<String>) -> ReportSet {
    ReportSet {
        set: Set {
            kernels,
            n: 1 << 24,
            block: BLOCK,
            rounds: ROUNDS,
            pass_millis: 3.0,
            rounding_nanos: None,
        },
        libraries: &[],
        unchecked: false,
    }
}

/// Kernels timed with a rounded clock, for the comparison with the exact clock.
pub const ROUNDED: [&str; 4] = ["reduce_interleaved", BEST_SUM, "copy_vec4", "gemv_tuned"];

/// Returns the sets at 2^28 with only these kernels and a rounded clock. Passes last as long as in the default plan of
/// the page.
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

/// Returns the sets in which the counters of these kernels are read, as bench.cu takes them.
pub fn counted<'a>(kernels: impl Iterator<Item = &'a str>) -> Vec<Set> {
    // ncu cannot profile launches that a kernel makes on the device.
    let names = kernels.filter(|name| !name.starts_with("nested_launch"));
    let (products, others): (Vec<String>, Vec<String>) =
        names.map(str::to_owned).partition(|name| name.starts_with("matmul"));
    let sets = [(others, COUNTED), (products, COUNTED_PRODUCT)].map(|(kernels, n)| Set {
        kernels,
        n,
        block: BLOCK,
        rounds: 1,
        pass_millis: 1.0,
        rounding_nanos: None,
    });
    // An empty set would mean the whole gallery.
    let chosen = sets.into_iter().filter(|set| !set.kernels.is_empty());
    chosen.collect()
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
        let all = GALLERY.iter().map(|kernel| &*kernel.kernel.name);
        for set in counted(all) {
            assert!(set.cases().unwrap().iter().all(|case| case.size.n() <= COUNTED));
        }
    }
}
