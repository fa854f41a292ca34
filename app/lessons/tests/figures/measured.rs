//! Compares the times in lesson texts with the measurements that they quote.

use crate::prose::{proses, says};
use lessons::measured::{Nanos, Times, measured};
use lessons::{Language, Lesson};

/// The kind of program that was measured.
#[derive(Clone, Copy, Debug)]
enum Of {
    Browser,
    /// Natively, with wgpu's checks of bounds and loops.
    Checked,
    /// Natively, without them.
    Unchecked,
    Cuda,
}
use Of::{Browser, Checked, Cuda, Unchecked};

const MICROS: f64 = 1e3;
const MILLIS: f64 = 1e6;

const CUB: &str = "cub::DeviceReduce::Sum";

/// Lesson, kind, kernel, log2 of n, lanes per block (0: a library chooses), unit in nanoseconds, and the figure as the
/// lesson prints it.
#[rustfmt::skip]
static GIVEN: [(&str, Of, &str, u32, u32, f64, &str); 279] = [
    ("threads", Browser, "vector_sum", 24, 256, MICROS, "62.6"),
    ("threads", Cuda, "vector_sum", 24, 256, MICROS, "58.7"),
    ("threads", Browser, "copy_vec4", 24, 256, MICROS, "34"),
    ("threads", Browser, "copy_scalar", 24, 256, MICROS, "59.7"),
    ("conditions", Browser, "divergence_if", 24, 256, MICROS, "179"),
    ("conditions", Cuda, "divergence_if", 24, 256, MICROS, "177"),
    ("conditions", Browser, "divergence_if_else", 24, 256, MICROS, "240"),
    ("conditions", Cuda, "divergence_if_else", 24, 256, MICROS, "238"),
    ("conditions", Browser, "divergence_case", 24, 256, MICROS, "196"),
    ("conditions", Cuda, "divergence_case", 24, 256, MICROS, "93.5"),
    ("leaving-loops", Browser, "divergence_loop", 24, 256, MICROS, "175"),
    ("leaving-loops", Cuda, "divergence_loop", 24, 256, MICROS, "172"),
    ("leaving-loops", Browser, "divergence_loop_warp", 24, 256, MICROS, "107"),
    ("leaving-loops", Cuda, "divergence_loop_warp", 24, 256, MICROS, "92.3"),
    ("independent-threads", Browser, "exchange_lockstep", 24, 256, MICROS, "61.7"),
    ("independent-threads", Cuda, "exchange_lockstep", 24, 256, MICROS, "54.8"),
    ("independent-threads", Browser, "exchange_barrier", 24, 256, MICROS, "64.1"),
    ("independent-threads", Cuda, "exchange_barrier", 24, 256, MICROS, "56.4"),
    ("waves", Browser, "reduce_interleaved", 24, 256, MICROS, "121"),
    ("waves", Cuda, "reduce_interleaved", 24, 256, MICROS, "74.0"),
    ("waves", Browser, "reduce_unroll2", 24, 256, MICROS, "69.6"),
    ("waves", Cuda, "reduce_unroll2", 24, 256, MICROS, "43.7"),
    ("waves", Browser, "reduce_unroll4", 24, 256, MICROS, "38.4"),
    ("waves", Cuda, "reduce_unroll4", 24, 256, MICROS, "26.2"),
    ("waves", Browser, "reduce_unroll8", 24, 256, MICROS, "24.0"),
    ("waves", Cuda, "reduce_unroll8", 24, 256, MICROS, "19.7"),
    ("divergence", Browser, "divergence_parity", 24, 256, MICROS, "156"),
    ("divergence", Cuda, "divergence_parity", 24, 256, MICROS, "151"),
    ("divergence", Browser, "divergence_warp", 24, 256, MICROS, "96.6"),
    ("divergence", Cuda, "divergence_warp", 24, 256, MICROS, "93.0"),
    ("divergence", Browser, "divergence_parity_read", 24, 256, MICROS, "829"),
    ("divergence", Cuda, "divergence_parity_read", 24, 256, MICROS, "261"),
    ("each-lane", Browser, "divergence_each_lane", 24, 256, MILLIS, "2.27"),
    ("each-lane", Browser, "divergence_uniform", 24, 256, MILLIS, "0.182"),
    ("nested", Browser, "divergence_nested1", 24, 256, MICROS, "156"),
    ("nested", Cuda, "divergence_nested1", 24, 256, MICROS, "151"),
    ("nested", Browser, "divergence_nested2", 24, 256, MICROS, "283"),
    ("nested", Cuda, "divergence_nested2", 24, 256, MICROS, "281"),
    ("nested", Browser, "divergence_nested3", 24, 256, MICROS, "554"),
    ("nested", Cuda, "divergence_nested3", 24, 256, MICROS, "548"),
    ("sorting", Browser, "divergence_unsorted", 24, 256, MICROS, "104"),
    ("sorting", Cuda, "divergence_unsorted", 24, 256, MICROS, "99"),
    ("sorting", Browser, "divergence_sorted", 24, 256, MICROS, "135"),
    ("sorting", Cuda, "divergence_sorted", 24, 256, MICROS, "134"),
    ("gemv-fast-x", Browser, "gemv_column_major", 24, 256, MICROS, "249"),
    ("gemv-fast-x", Cuda, "gemv_column_major", 24, 256, MICROS, "354"),
    ("gemv-fast-x", Browser, "gemv_constant", 24, 256, MICROS, "156"),
    ("gemv-fast-x", Cuda, "gemv_constant", 24, 256, MICROS, "259"),
    ("gemv-fast-x", Browser, "gemv_shared", 24, 256, MICROS, "168"),
    ("gemv-fast-x", Cuda, "gemv_shared", 24, 256, MICROS, "403"),
    ("gemv-fast-x", Checked, "gemv_constant", 24, 256, MICROS, "499"),
    ("gemv-fast-x", Checked, "gemv_shared", 24, 256, MICROS, "1719"),
    ("gemv-shuffle", Browser, "gemv_shuffle", 24, 256, MICROS, "216"),
    ("gemv-shuffle", Cuda, "gemv_shuffle", 24, 256, MICROS, "197"),
    ("gemv-shuffle", Browser, "gemv_column_major", 24, 256, MICROS, "249"),
    ("gemv-shuffle", Cuda, "gemv_column_major", 24, 256, MICROS, "354"),
    ("gemv-shuffle", Browser, "gemv_row_major", 24, 256, MICROS, "554"),
    ("gemv-shuffle", Browser, "gemv_tuned", 24, 256, MICROS, "19.6"),
    ("gemv-shuffle", Browser, "gemv_tuned", 28, 512, MILLIS, "0.2496"),
    ("gemv-shuffle", Browser, "gemv_column_major", 28, 512, MILLIS, "0.899"),
    ("gemv-shuffle", Cuda, "cublasSgemv rows", 28, 0, MILLIS, "0.2568"),
    ("neighbored-less", Browser, "reduce_neighbored", 24, 256, MICROS, "236"),
    ("neighbored-less", Cuda, "reduce_neighbored", 24, 256, MICROS, "90.9"),
    ("neighbored-less", Browser, "reduce_neighbored_less", 24, 256, MICROS, "133"),
    ("neighbored-less", Cuda, "reduce_neighbored_less", 24, 256, MICROS, "98.2"),
    ("neighbored-less", Browser, "reduce_neighbored_unrolled", 24, 256, MICROS, "106"),
    ("neighbored-less", Browser, "reduce_neighbored_less_unrolled", 24, 256, MICROS, "103"),
    ("shared-strided", Browser, "reduce_shared_modulo", 24, 256, MICROS, "209"),
    ("shared-strided", Cuda, "reduce_shared_modulo", 24, 256, MICROS, "75.4"),
    ("shared-strided", Browser, "reduce_shared_strided", 24, 256, MICROS, "121"),
    ("shared-strided", Cuda, "reduce_shared_strided", 24, 256, MICROS, "92.3"),
    ("vote", Browser, "divergence_unvoted", 24, 256, MICROS, "222"),
    ("vote", Cuda, "divergence_unvoted", 24, 256, MICROS, "95.4"),
    ("vote", Browser, "divergence_vote", 24, 256, MICROS, "201"),
    ("vote", Cuda, "divergence_vote", 24, 256, MICROS, "96.0"),
    ("ilp", Browser, "ilp_1", 24, 256, MICROS, "267"),
    ("ilp", Cuda, "ilp_1", 24, 256, MICROS, "269"),
    ("ilp", Browser, "ilp_4", 24, 256, MICROS, "148"),
    ("ilp", Cuda, "ilp_4", 24, 256, MICROS, "149"),
    ("subgroup", Browser, "reduce_subgroup_shuffle", 24, 256, MICROS, "119"),
    ("subgroup", Cuda, "reduce_subgroup_shuffle", 24, 256, MICROS, "79.6"),
    ("subgroup", Browser, "reduce_subgroup_add", 24, 256, MICROS, "64.0"),
    ("subgroup", Cuda, "reduce_subgroup_add", 24, 256, MICROS, "79.6"),
    ("subgroup", Browser, "reduce_shared_sequential", 24, 256, MICROS, "109"),
    ("subgroup", Cuda, "reduce_shared_sequential", 24, 256, MICROS, "72.9"),
    ("matrix-add", Browser, "matrix_add_32x32", 24, 1024, MICROS, "74.6"),
    ("matrix-add", Browser, "matrix_add_32x16", 24, 512, MICROS, "66.6"),
    ("matrix-add", Browser, "matrix_add_16x32", 24, 512, MICROS, "70.9"),
    ("matrix-add", Browser, "matrix_add_16x16", 24, 256, MICROS, "68.6"),
    ("loop-unrolling", Browser, "unroll_1", 24, 256, MICROS, "59.3"),
    ("loop-unrolling", Cuda, "unroll_1", 24, 256, MICROS, "56.4"),
    ("loop-unrolling", Browser, "unroll_2", 24, 256, MICROS, "51.2"),
    ("loop-unrolling", Cuda, "unroll_2", 24, 256, MICROS, "49.5"),
    ("loop-unrolling", Browser, "unroll_4", 24, 256, MICROS, "51.8"),
    ("loop-unrolling", Cuda, "unroll_4", 24, 256, MICROS, "50.4"),
    ("grid-stride", Browser, "reduce_grid_stride_vec4", 28, 256, MILLIS, "0.2433"),
    ("grid-stride", Cuda, CUB, 28, 0, MILLIS, "0.2389"),
    ("grid-stride", Browser, "reduce_unroll8", 28, 256, MILLIS, "0.3274"),
    ("single-pass", Browser, "reduce_single_pass_tile", 28, 256, MILLIS, "0.2355"),
    ("single-pass", Browser, "reduce_single_pass_ahead", 28, 1024, MILLIS, "0.2340"),
    ("single-pass", Cuda, CUB, 28, 0, MILLIS, "0.2389"),
    ("single-pass", Browser, "reduce_single_pass_once", 20, 256, MICROS, "2.82"),
    ("single-pass", Browser, "reduce_single_pass_tile", 20, 256, MICROS, "2.99"),
    ("single-pass", Cuda, "reduce_single_pass_once", 20, 256, MICROS, "1.96"),
    ("single-pass", Cuda, "reduce_single_pass_tile", 20, 256, MICROS, "2.26"),
    ("single-pass", Cuda, CUB, 20, 0, MICROS, "3.01"),
    ("single-pass", Browser, "reduce_single_pass_once", 16, 128, MICROS, "2.22"),
    ("single-pass", Browser, "reduce_single_pass_warps", 16, 128, MICROS, "2.12"),
    ("single-pass", Browser, "reduce_single_pass_once", 18, 256, MICROS, "2.34"),
    ("single-pass", Browser, "reduce_single_pass_warps", 18, 256, MICROS, "2.27"),
    ("single-pass", Browser, "reduce_single_pass_once", 20, 256, MICROS, "2.82"),
    ("single-pass", Browser, "reduce_single_pass_warps", 20, 256, MICROS, "3.45"),
    ("single-pass", Browser, "reduce_single_pass_once", 24, 256, MICROS, "18.2"),
    ("single-pass", Browser, "reduce_single_pass_warps", 24, 256, MICROS, "37.9"),
    ("unrolled-in-place", Browser, "reduce_neighbored", 28, 256, MILLIS, "3.73"),
    ("unrolled-in-place", Browser, "reduce_neighbored_unrolled", 28, 256, MILLIS, "1.64"),
    ("unrolled-in-place", Cuda, "reduce_neighbored", 28, 256, MILLIS, "1.43"),
    ("unrolled-in-place", Browser, "reduce_neighbored_less", 28, 256, MILLIS, "2.07"),
    ("unrolled-in-place", Browser, "reduce_neighbored_less_unrolled", 28, 256, MILLIS, "1.59"),
    ("unrolled-in-place", Cuda, "reduce_neighbored_less", 28, 256, MILLIS, "1.54"),
    ("unrolled-in-place", Browser, "reduce_interleaved", 28, 256, MILLIS, "1.89"),
    ("unrolled-in-place", Browser, "reduce_interleaved_unrolled", 28, 256, MILLIS, "1.29"),
    ("unrolled-in-place", Cuda, "reduce_interleaved", 28, 256, MILLIS, "1.16"),
    ("thread-or-warp", Browser, "divergence_thread_id", 24, 256, MICROS, "105"),
    ("thread-or-warp", Cuda, "divergence_thread_id", 24, 256, MICROS, "102"),
    ("thread-or-warp", Browser, "divergence_warp_id", 24, 256, MICROS, "96.5"),
    ("thread-or-warp", Cuda, "divergence_warp_id", 24, 256, MICROS, "93.0"),
    ("predication", Browser, "divergence_short", 24, 256, MICROS, "260"),
    ("predication", Cuda, "divergence_short", 24, 256, MICROS, "842"),
    ("predication", Browser, "divergence_long", 24, 256, MILLIS, "2.41"),
    ("predication", Cuda, "divergence_long", 24, 256, MILLIS, "3.74"),
    ("switch", Browser, "divergence_switch", 24, 256, MICROS, "284"),
    ("switch", Cuda, "divergence_switch", 24, 256, MICROS, "279"),
    ("switch", Browser, "divergence_parity", 24, 256, MICROS, "156"),
    ("switch", Cuda, "divergence_parity", 24, 256, MICROS, "151"),
    ("switch", Browser, "divergence_nested2", 24, 256, MICROS, "283"),
    ("recursion", Browser, "reduce_interleaved", 24, 256, MICROS, "121"),
    ("recursion", Cuda, "reduce_interleaved", 24, 256, MICROS, "74.0"),
    ("recursion", Browser, "reduce_neighbored", 24, 256, MICROS, "236"),
    ("recursion", Cuda, "reduce_neighbored", 24, 256, MICROS, "90.9"),
    ("recursion", Browser, "reduce_neighbored_unrolled", 24, 256, MICROS, "106"),
    ("neighbored", Browser, "reduce_neighbored", 24, 256, MICROS, "236"),
    ("neighbored", Cuda, "reduce_neighbored", 24, 256, MICROS, "90.9"),
    ("neighbored", Browser, "reduce_neighbored_less", 24, 256, MICROS, "133"),
    ("neighbored", Cuda, "reduce_neighbored_less", 24, 256, MICROS, "98.2"),
    ("neighbored", Browser, "reduce_interleaved", 24, 256, MICROS, "121"),
    ("neighbored", Cuda, "reduce_interleaved", 24, 256, MICROS, "74.0"),
    ("neighbored", Browser, "reduce_unroll2", 24, 256, MICROS, "69.6"),
    ("neighbored", Cuda, "reduce_unroll2", 24, 256, MICROS, "43.7"),
    ("neighbored", Browser, "reduce_unroll4", 24, 256, MICROS, "38.4"),
    ("neighbored", Cuda, "reduce_unroll4", 24, 256, MICROS, "26.2"),
    ("neighbored", Browser, "reduce_unroll8", 24, 256, MICROS, "24.0"),
    ("neighbored", Cuda, "reduce_unroll8", 24, 256, MICROS, "19.7"),
    ("neighbored", Browser, "reduce_grid_stride_vec4", 24, 256, MICROS, "18.4"),
    ("neighbored", Browser, "reduce_neighbored_unrolled", 24, 256, MICROS, "106"),
    ("neighbored-unroll-warp", Browser, "reduce_neighbored_unroll_warp", 24, 256, MICROS, "96.6"),
    ("neighbored-unroll-warp", Cuda, "reduce_neighbored_unroll_warp", 24, 256, MICROS, "118"),
    ("neighbored-unroll-warp", Browser, "reduce_neighbored_less", 24, 256, MICROS, "133"),
    ("neighbored-unroll-warp", Cuda, "reduce_neighbored_less", 24, 256, MICROS, "98.2"),
    ("neighbored-unroll-warp", Browser, "reduce_neighbored_less_unrolled", 24, 256, MICROS, "103"),
    ("neighbored-unroll-warp", Cuda, "reduce_neighbored_less_unrolled", 24, 256, MICROS, "95.2"),
    ("interleaved", Browser, "reduce_interleaved", 24, 256, MICROS, "121"),
    ("interleaved", Cuda, "reduce_interleaved", 24, 256, MICROS, "74.0"),
    ("interleaved", Browser, "reduce_neighbored_less", 24, 256, MICROS, "133"),
    ("interleaved", Cuda, "reduce_neighbored_less", 24, 256, MICROS, "98.2"),
    ("interleaved", Browser, "reduce_interleaved_unrolled", 24, 256, MICROS, "83.8"),
    ("interleaved", Browser, "reduce_neighbored_less_unrolled", 24, 256, MICROS, "103"),
    ("unroll", Browser, "reduce_interleaved", 24, 256, MICROS, "121"),
    ("unroll", Cuda, "reduce_interleaved", 24, 256, MICROS, "74.0"),
    ("unroll", Browser, "reduce_unroll2", 24, 256, MICROS, "69.6"),
    ("unroll", Cuda, "reduce_unroll2", 24, 256, MICROS, "43.7"),
    ("unroll", Browser, "reduce_unroll4", 24, 256, MICROS, "38.4"),
    ("unroll", Cuda, "reduce_unroll4", 24, 256, MICROS, "26.2"),
    ("unroll", Browser, "reduce_unroll8", 24, 256, MICROS, "24.0"),
    ("unroll", Cuda, "reduce_unroll8", 24, 256, MICROS, "19.7"),
    ("unroll", Browser, "reduce_grid_stride_vec4", 24, 256, MICROS, "18.4"),
    ("unroll-warps", Browser, "reduce_unroll_warps8", 24, 256, MICROS, "21.8"),
    ("unroll-warps", Cuda, "reduce_unroll_warps8", 24, 256, MICROS, "21.9"),
    ("unroll-warps", Browser, "reduce_unroll8", 24, 256, MICROS, "24.0"),
    ("unroll-warps", Cuda, "reduce_unroll8", 24, 256, MICROS, "19.7"),
    ("unroll-warps", Browser, "reduce_interleaved", 24, 256, MICROS, "121"),
    ("unroll-warps", Cuda, "reduce_interleaved", 24, 256, MICROS, "74.0"),
    ("unroll-warps", Browser, "reduce_interleaved_unrolled", 24, 256, MICROS, "83.8"),
    ("unroll-warps", Cuda, "reduce_interleaved_unrolled", 24, 256, MICROS, "75.7"),
    ("complete-unroll", Browser, "reduce_complete_unroll8", 24, 256, MICROS, "21.8"),
    ("complete-unroll", Cuda, "reduce_complete_unroll8", 24, 256, MICROS, "22.0"),
    ("complete-unroll", Browser, "reduce_complete_unroll", 24, 256, MICROS, "21.7"),
    ("complete-unroll", Cuda, "reduce_complete_unroll", 24, 256, MICROS, "21.9"),
    ("complete-unroll", Browser, "reduce_unroll_warps8", 24, 256, MICROS, "21.8"),
    ("complete-unroll", Cuda, "reduce_unroll_warps8", 24, 256, MICROS, "21.9"),
    ("complete-unroll", Browser, "reduce_unroll8", 24, 256, MICROS, "24.0"),
    ("complete-unroll", Cuda, "reduce_unroll8", 24, 256, MICROS, "19.7"),
    ("unrolled-in-place", Browser, "reduce_neighbored", 24, 256, MICROS, "236"),
    ("unrolled-in-place", Cuda, "reduce_neighbored", 24, 256, MICROS, "90.9"),
    ("unrolled-in-place", Browser, "reduce_neighbored_less", 24, 256, MICROS, "133"),
    ("unrolled-in-place", Cuda, "reduce_neighbored_less", 24, 256, MICROS, "98.2"),
    ("unrolled-in-place", Browser, "reduce_interleaved", 24, 256, MICROS, "121"),
    ("unrolled-in-place", Cuda, "reduce_interleaved", 24, 256, MICROS, "74.0"),
    ("unrolled-in-place", Browser, "reduce_neighbored_unrolled", 24, 256, MICROS, "106"),
    ("unrolled-in-place", Cuda, "reduce_neighbored_unrolled", 24, 256, MICROS, "92.9"),
    ("unrolled-in-place", Browser, "reduce_neighbored_less_unrolled", 24, 256, MICROS, "103"),
    ("unrolled-in-place", Cuda, "reduce_neighbored_less_unrolled", 24, 256, MICROS, "95.2"),
    ("unrolled-in-place", Browser, "reduce_interleaved_unrolled", 24, 256, MICROS, "83.8"),
    ("unrolled-in-place", Cuda, "reduce_interleaved_unrolled", 24, 256, MICROS, "75.7"),
    ("shared-modulo", Browser, "reduce_shared_modulo", 24, 256, MICROS, "209"),
    ("shared-modulo", Cuda, "reduce_shared_modulo", 24, 256, MICROS, "75.4"),
    ("shared-modulo", Browser, "reduce_neighbored", 24, 256, MICROS, "236"),
    ("shared-modulo", Cuda, "reduce_neighbored", 24, 256, MICROS, "90.9"),
    ("shared-modulo", Browser, "reduce_neighbored_unrolled", 24, 256, MICROS, "106"),
    ("shared-modulo", Browser, "reduce_shared_strided", 24, 256, MICROS, "121"),
    ("shared-sequential", Browser, "reduce_shared_sequential", 24, 256, MICROS, "109"),
    ("shared-sequential", Cuda, "reduce_shared_sequential", 24, 256, MICROS, "72.9"),
    ("shared-sequential", Browser, "reduce_shared_strided", 24, 256, MICROS, "121"),
    ("shared-sequential", Cuda, "reduce_shared_strided", 24, 256, MICROS, "92.3"),
    ("shared-sequential", Browser, "reduce_shared_modulo", 24, 256, MICROS, "209"),
    ("shared-sequential", Cuda, "reduce_shared_modulo", 24, 256, MICROS, "75.4"),
    ("shared-sequential", Browser, "reduce_shared_first_add", 24, 256, MICROS, "55.3"),
    ("first-add", Browser, "reduce_shared_first_add", 24, 256, MICROS, "55.3"),
    ("first-add", Cuda, "reduce_shared_first_add", 24, 256, MICROS, "39.6"),
    ("first-add", Browser, "reduce_shared_sequential", 24, 256, MICROS, "109"),
    ("first-add", Cuda, "reduce_shared_sequential", 24, 256, MICROS, "72.9"),
    ("first-add", Browser, "reduce_grid_stride_vec4", 24, 256, MICROS, "18.4"),
    ("bad-idea", Browser, "reduce_shared_last_warp", 24, 256, MICROS, "35.7"),
    ("bad-idea", Cuda, "reduce_shared_last_warp", 24, 256, MICROS, "30.2"),
    ("bad-idea", Browser, "reduce_shared_last_warp_barriers", 24, 256, MICROS, "44.2"),
    ("bad-idea", Cuda, "reduce_shared_last_warp_barriers", 24, 256, MICROS, "39.0"),
    ("bad-idea", Browser, "reduce_shared_first_add", 24, 256, MICROS, "55.3"),
    ("bad-idea", Cuda, "reduce_shared_first_add", 24, 256, MICROS, "39.6"),
    ("shared-max", Browser, "reduce_shared_max", 24, 256, MICROS, "106"),
    ("shared-max", Cuda, "reduce_shared_max", 24, 256, MICROS, "72.9"),
    ("shared-max", Browser, "reduce_shared_sequential", 24, 256, MICROS, "109"),
    ("shared-max", Cuda, "reduce_shared_sequential", 24, 256, MICROS, "72.9"),
    ("grid-stride", Browser, "reduce_grid_stride_vec4", 24, 256, MICROS, "18.4"),
    ("grid-stride", Cuda, "reduce_grid_stride_vec4", 24, 256, MICROS, "17.5"),
    ("grid-stride", Browser, "reduce_subgroup_add", 24, 256, MICROS, "64.0"),
    ("grid-stride", Cuda, "reduce_subgroup_add", 24, 256, MICROS, "79.6"),
    ("grid-stride", Browser, "reduce_unroll8", 24, 256, MICROS, "24.0"),
    ("grid-stride", Cuda, "reduce_unroll8", 24, 256, MICROS, "19.7"),
    ("bank-conflicts", Browser, "matmul_tile_rows", 24, 256, MILLIS, "17.1"),
    ("bank-conflicts", Cuda, "matmul_tile_rows", 24, 256, MILLIS, "16.9"),
    ("bank-conflicts", Browser, "matmul_tile_columns", 24, 256, MILLIS, "45.9"),
    ("bank-conflicts", Cuda, "matmul_tile_columns", 24, 256, MILLIS, "45.9"),
    ("bank-conflicts", Cuda, "reduce_shared_strided", 24, 256, MICROS, "92.3"),
    ("bank-conflicts", Cuda, "reduce_shared_sequential", 24, 256, MICROS, "72.9"),
    ("gemv", Browser, "gemv_row_major", 24, 256, MICROS, "554"),
    ("gemv", Cuda, "gemv_row_major", 24, 256, MICROS, "549"),
    ("gemv", Browser, "gemv_column_major", 24, 256, MICROS, "249"),
    ("gemv", Cuda, "gemv_column_major", 24, 256, MICROS, "354"),
    ("gemv", Browser, "gemv_row_major", 28, 512, MILLIS, "4.39"),
    ("gemv", Browser, "gemv_column_major", 28, 512, MILLIS, "0.899"),
    ("shared-pattern", Browser, "shared_reverse", 24, 256, MICROS, "63.7"),
    ("shared-pattern", Cuda, "shared_reverse", 24, 256, MICROS, "55.1"),
    ("shared-pattern", Browser, "copy_scalar", 24, 256, MICROS, "59.7"),
    ("shared-pattern", Cuda, "copy_scalar", 24, 256, MICROS, "51.0"),
    ("shared-pattern", Browser, "copy_vec4", 24, 256, MICROS, "33.9"),
    ("littles-law", Browser, "copy_scalar", 24, 256, MICROS, "59.7"),
    ("littles-law", Cuda, "copy_scalar", 24, 256, MICROS, "51.0"),
    ("littles-law", Browser, "copy_vec4", 24, 256, MICROS, "33.9"),
    ("littles-law", Cuda, "copy_vec4", 24, 256, MICROS, "32.7"),
    ("littles-law", Browser, "copy_scalar4", 24, 256, MICROS, "35.0"),
    ("littles-law", Cuda, "copy_scalar4", 24, 256, MICROS, "34.5"),
    ("latency-hiding", Browser, "copy_scalar", 24, 256, MICROS, "59.7"),
    ("latency-hiding", Cuda, "copy_scalar", 24, 256, MICROS, "51.0"),
    ("latency-hiding", Browser, "copy_scalar4", 24, 256, MICROS, "35.0"),
    ("latency-hiding", Cuda, "copy_scalar4", 24, 256, MICROS, "34.5"),
    ("latency-hiding", Browser, "ilp_1", 24, 256, MICROS, "267"),
    ("latency-hiding", Cuda, "ilp_1", 24, 256, MICROS, "269"),
    ("latency-hiding", Browser, "ilp_4", 24, 256, MICROS, "148"),
    ("latency-hiding", Cuda, "ilp_4", 24, 256, MICROS, "149"),
    ("formulas", Browser, "reduce_neighbored", 24, 256, MICROS, "236"),
    ("formulas", Cuda, "reduce_neighbored", 24, 256, MICROS, "90.9"),
    ("formulas", Browser, "reduce_interleaved", 24, 256, MICROS, "121"),
    ("formulas", Cuda, "reduce_interleaved", 24, 256, MICROS, "74.0"),
    ("formulas", Browser, "reduce_neighbored_unrolled", 24, 256, MICROS, "106"),
    ("formulas", Browser, "reduce_interleaved_unrolled", 24, 256, MICROS, "83.8"),
    ("launch", Browser, "nested_launch_parent", 6, 256, MICROS, "1.98"),
    ("launch", Cuda, "nested_launch_parent", 6, 256, MICROS, "32.6"),
    ("launch", Browser, "nested_launch_child", 6, 256, MICROS, "2.10"),
    ("launch", Cuda, "nested_launch_child", 6, 256, MICROS, "21.9"),
];

/// Sums of 2^28 words whose rate a lesson prints, in GB/s of the words that any sum must read.
const RATES: [(&str, Of, &str, u32, &str); 3] = [
    ("grid-stride", Browser, "reduce_grid_stride_vec4", 256, "4414"),
    ("grid-stride", Cuda, CUB, 0, "4495"),
    ("single-pass", Browser, "reduce_single_pass_ahead", 1024, "4590"),
];

/// Lesson, kind, slower and faster kernel at n = 2^24 in blocks of 256, and the ratio of their times.
#[rustfmt::skip]
const RATIOS: [(&str, Of, &str, &str, &str); 28] = [
    ("divergence", Browser, "divergence_parity", "divergence_warp", "1.6"),
    ("sorting", Browser, "divergence_sorted", "divergence_unsorted", "1.3"),
    ("grid-stride", Browser, "reduce_subgroup_add", "reduce_grid_stride_vec4", "3.5"),
    ("leaving-loops", Browser, "divergence_loop", "divergence_loop_warp", "1.64"),
    ("leaving-loops", Cuda, "divergence_loop", "divergence_loop_warp", "1.87"),
    ("nested", Browser, "divergence_nested2", "divergence_nested1", "1.82"),
    ("nested", Browser, "divergence_nested3", "divergence_nested2", "1.95"),
    ("each-lane", Browser, "divergence_each_lane", "divergence_uniform", "12.5"),
    ("predication", Browser, "divergence_long", "divergence_short", "9.3"),
    ("predication", Cuda, "divergence_long", "divergence_short", "4.4"),
    ("switch", Browser, "divergence_switch", "divergence_parity", "1.82"),
    ("neighbored-unroll-warp", Cuda, "reduce_neighbored_unroll_warp", "reduce_neighbored_less", "1.20"),
    ("interleaved", Browser, "reduce_neighbored_less", "reduce_interleaved", "1.10"),
    ("interleaved", Browser, "reduce_neighbored_less_unrolled", "reduce_interleaved_unrolled", "1.23"),
    ("unroll-warps", Cuda, "reduce_unroll_warps8", "reduce_unroll8", "1.11"),
    ("unrolled-in-place", Browser, "reduce_neighbored", "reduce_neighbored_unrolled", "2.23"),
    ("unrolled-in-place", Browser, "reduce_neighbored_less", "reduce_neighbored_less_unrolled", "1.29"),
    ("shared-sequential", Cuda, "reduce_shared_strided", "reduce_shared_sequential", "1.27"),
    ("first-add", Browser, "reduce_shared_sequential", "reduce_shared_first_add", "1.96"),
    ("first-add", Cuda, "reduce_shared_sequential", "reduce_shared_first_add", "1.84"),
    ("bank-conflicts", Browser, "matmul_tile_columns", "matmul_tile_rows", "2.7"),
    ("bank-conflicts", Cuda, "reduce_shared_strided", "reduce_shared_sequential", "1.27"),
    ("gemv", Browser, "gemv_row_major", "gemv_column_major", "2.2"),
    ("gemv-shuffle", Browser, "gemv_column_major", "gemv_tuned", "12.7"),
    ("littles-law", Browser, "copy_scalar", "copy_vec4", "1.76"),
    ("formulas", Browser, "reduce_neighbored", "reduce_interleaved", "1.95"),
    ("formulas", Cuda, "reduce_neighbored", "reduce_interleaved", "1.23"),
    ("formulas", Browser, "reduce_neighbored_unrolled", "reduce_interleaved_unrolled", "1.26"),
];

/// Returns the figures of a lesson that a test here compares with the report.
pub fn compared(lesson: &str) -> Vec<&'static str> {
    let times = GIVEN.iter().map(|given| (given.0, given.6));
    let rates = RATES.iter().map(|given| (given.0, given.4));
    let ratios = RATIOS.iter().map(|given| (given.0, given.4));
    let all = times.chain(rates).chain(ratios);
    all.filter(|(id, _)| *id == lesson).map(|(_, figure)| figure).collect()
}

#[test]
fn times_in_lessons_are_the_report_s() {
    let times = GIVEN.map(|(lesson, way, kernel, power, block, unit, given)| {
        let nanos = median(way, kernel, 1 << power, block).expect(kernel);
        (lesson, kernel, nanos / unit, given)
    });
    let rates = RATES.map(|(lesson, way, kernel, block, given)| {
        let nanos = median(way, kernel, 1 << 28, block).expect(kernel);
        (lesson, kernel, f64::from(1 << 30) / nanos, given)
    });
    let ratios = RATIOS.map(|(lesson, way, slower, faster, given)| {
        let [slow, fast] = [slower, faster].map(|kernel| median(way, kernel, 1 << 24, 256).expect(kernel));
        (lesson, slower, slow / fast, given)
    });
    let mut wrong = Vec::new();
    for (lesson, kernel, measured, given) in times.into_iter().chain(rates).chain(ratios) {
        let digits = given.split_once('.').map_or(0, |(_, digits)| digits.len());
        let measured = format!("{measured:.digits$}");
        let proses = proses(Lesson::by_id(lesson).expect(lesson));
        let is_said = Language::ALL
            .into_iter()
            .all(|language| proses.iter().any(|(_, prose)| says(prose.get(language), given)));
        if measured != given || !is_said {
            let where_said = if is_said { "" } else { ", and not said" };
            wrong.push(format!(
                "{lesson}: {kernel} is {measured}, given as {given}{where_said}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A lesson draws a line through the times of two, four and eight paths: the time of each path, and what the line leaves
/// for no path.
#[test]
fn each_path_adds_as_much_time() {
    let time = |level| {
        let kernel = format!("divergence_nested{level}");
        median(Browser, &kernel, 1 << 24, 256).expect("a time") / MICROS
    };
    let [two, four, eight] = [1, 2, 3].map(time);
    let (lower, upper) = ((four - two) / 2.0, (eight - four) / 4.0);
    let micros = [lower, upper, two - 2.0 * lower].map(|micros| format!("{micros:.0}"));
    assert_eq!(micros, ["64", "68", "28"]);
}

/// Lessons say in words which part of a time is left, or how much it grows. Kind, kernel, the kernel that it is compared
/// with, and its time in percent of the other's.
#[rustfmt::skip]
const SHARES: [(Of, &str, &str, &str); 28] = [
    // Else takes a third more time.
    (Browser, "divergence_if_else", "divergence_if", "134"),
    (Cuda, "divergence_if_else", "divergence_if", "135"),
    // The vote saves a tenth in a browser and nothing in CUDA, where both take less than half of the browser's time.
    (Browser, "divergence_vote", "divergence_unvoted", "90"),
    (Cuda, "divergence_vote", "divergence_unvoted", "101"),
    // Almost twice as long; almost ten times as fast; almost half saved, of which 3 % remain with constant strides.
    (Browser, "reduce_neighbored", "reduce_interleaved", "195"),
    (Browser, "reduce_unroll8", "reduce_neighbored", "10"),
    (Browser, "reduce_neighbored_less", "reduce_neighbored", "56"),
    (Browser, "reduce_neighbored_unrolled", "reduce_neighbored_less_unrolled", "103"),
    // A quarter saved, a fifth more; a tenth saved, a tenth more.
    (Browser, "reduce_neighbored_unroll_warp", "reduce_neighbored_less", "73"),
    (Cuda, "reduce_neighbored_unroll_warp", "reduce_neighbored_less", "120"),
    (Browser, "reduce_unroll_warps8", "reduce_unroll8", "91"),
    (Cuda, "reduce_unroll_warps8", "reduce_unroll8", "111"),
    // More than half saved, and nothing in CUDA.
    (Browser, "reduce_neighbored_unrolled", "reduce_neighbored", "45"),
    (Cuda, "reduce_neighbored_unrolled", "reduce_neighbored", "102"),
    // A tenth saved; two fifths saved, a fifth more; a tenth saved; half.
    (Browser, "reduce_shared_modulo", "reduce_neighbored", "89"),
    (Browser, "reduce_shared_strided", "reduce_shared_modulo", "58"),
    (Cuda, "reduce_shared_strided", "reduce_shared_modulo", "122"),
    (Browser, "reduce_shared_sequential", "reduce_shared_strided", "89"),
    (Browser, "reduce_shared_first_add", "reduce_shared_sequential", "51"),
    // A fifth saved.
    (Browser, "reduce_shared_last_warp", "reduce_shared_last_warp_barriers", "81"),
    // Little more than half, and even longer.
    (Browser, "reduce_subgroup_add", "reduce_shared_sequential", "59"),
    (Browser, "reduce_subgroup_shuffle", "reduce_shared_sequential", "110"),
    // A fifth.
    (Browser, "reduce_unroll8", "reduce_interleaved", "20"),
    // About a third saved, twice; an eighth saved.
    (Browser, "gemv_constant", "gemv_column_major", "62"),
    (Browser, "gemv_shared", "gemv_column_major", "68"),
    (Browser, "gemv_shuffle", "gemv_column_major", "87"),
    // A seventh saved; little more than half, which is less than three fifths.
    (Browser, "unroll_2", "unroll_1", "86"),
    (Browser, "ilp_4", "ilp_1", "56"),
];

#[test]
fn shares_in_words_are_the_report_s() {
    let wrong = SHARES.iter().filter_map(|&(way, kernel, other, percent)| {
        let [time, base] = [kernel, other].map(|kernel| median(way, kernel, 1 << 24, 256).expect(kernel));
        let share = format!("{:.0}", 100.0 * time / base);
        (share != percent).then(|| format!("{kernel} takes {share} % of {other}, not {percent}"))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Lessons also compare times in other words than a ratio, or at another size.
#[test]
fn comparisons_in_lessons_are_the_report_s() {
    let time = |kernel: &str| median(Browser, kernel, 1 << 24, 256).expect(kernel);
    for (slower, faster, percent) in [
        ("divergence_thread_id", "divergence_warp_id", "9"),
        ("reduce_shared_sequential", "reduce_shared_max", "2"),
        ("shared_reverse", "copy_scalar", "7"),
        ("exchange_barrier", "exchange_lockstep", "4"),
    ] {
        let more = 100.0 * (time(slower) / time(faster) - 1.0);
        assert_eq!(format!("{more:.0}"), percent, "{slower}");
    }
    let shapes = [("matrix_add_32x32", 1024), ("matrix_add_32x16", 512)];
    let [slowest, fastest] = shapes.map(|(kernel, block)| median(Browser, kernel, 1 << 24, block).expect(kernel));
    assert_eq!(format!("{:.0}", 100.0 * (slowest / fastest - 1.0)), "12");
    let [race, barriers, looped] = [
        "reduce_shared_last_warp",
        "reduce_shared_last_warp_barriers",
        "reduce_shared_first_add",
    ]
    .map(time);
    assert!((looped - barriers) / (looped - race) > 0.5);
    for kernel in [
        "reduce_neighbored_unrolled",
        "reduce_neighbored_less_unrolled",
        "reduce_interleaved_unrolled",
    ] {
        let [with, without] = [Checked, Unchecked].map(|way| median(way, kernel, 1 << 28, 256).expect(kernel));
        assert!((with / without - 1.0).abs() < 0.002, "{kernel}");
    }
    let wide = |kernel: &str| median(Browser, kernel, 1 << 28, 512).expect(kernel);
    let ratio = wide("gemv_row_major") / wide("gemv_column_major");
    assert_eq!(format!("{ratio:.1}"), "4.9");
    for (kernel, grids) in [("nested_launch_parent", 6.0), ("nested_launch_child", 4.0)] {
        let nanos = median(Cuda, kernel, 64, 256).expect(kernel);
        let micros = nanos / MICROS / grids;
        assert!((5.0..5.5).contains(&micros), "{kernel}: {micros}");
    }
}

/// Lessons give the sectors of loads and stores together in percent.
#[test]
fn sectors_in_lessons_are_the_report_s() {
    let sectors = |kernel: &str| {
        let mut all = measured().counters.iter();
        let counters = all.find(|each| each.kernel == kernel).expect(kernel);
        counters.chip["gld_sectors"] + counters.chip["gst_sectors"]
    };
    for (more, fewer, percent) in [
        ("reduce_neighbored_unroll_warp", "reduce_neighbored_less", "26"),
        ("reduce_unroll_warps8", "reduce_unroll8", "11"),
        ("reduce_unroll8", "reduce_grid_stride_vec4", "53"),
        ("reduce_complete_unroll8", "reduce_unroll_warps8", "0"),
        ("reduce_complete_unroll", "reduce_unroll_warps8", "0"),
    ] {
        let share = 100.0 * (sectors(more) / sectors(fewer) - 1.0);
        assert_eq!(format!("{share:.0}"), percent, "{more}");
    }
    let fewer = 100.0 * (1.0 - sectors("reduce_unroll8") / sectors("reduce_unroll_warps8"));
    assert_eq!(format!("{fewer:.0}"), "10");
}

/// A pair that a lesson expects in one order has this order in the times that ship, beyond their intervals.
#[test]
fn the_clock_agrees_with_the_orders_that_lessons_expect() {
    let find = |kernel: &str, size: lessons::Size| {
        let is_it =
            |times: &&Times| (&*times.kernel, times.n, times.block) == (kernel, u64::from(size.n()), size.block());
        measured().times.iter().find(is_it)?.browser
    };
    let (mut compared, mut wrong) = (0, Vec::new());
    for lesson in lessons::LESSONS {
        for &(faster, slower) in lesson.clock.faster {
            let [fast, slow] = [faster, slower].map(|place| lesson.kernels[place]);
            let size = lesson.clock.size;
            let time_of = |kernel: &lessons::GalleryKernel| find(&kernel.kernel.name, kernel.task.nearest(size));
            let (Some(Nanos(_, _, high)), Some(Nanos(low, _, _))) = (time_of(fast), time_of(slow)) else {
                continue;
            };
            compared += 1;
            if high >= low {
                wrong.push(format!("{}: {fast:?} is not faster than {slow:?}", lesson.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 30, "{compared} pairs");
}

fn median(way: Of, kernel: &str, n: u64, block: u32) -> Option<f64> {
    // A grid of one dimension has a block too few for the power of two.
    let is_it = |times: &&Times| (&*times.kernel, times.n.next_power_of_two(), times.block) == (kernel, n, block);
    let times = measured().times.iter().find(is_it)?;
    match way {
        Browser => times.browser,
        Checked => times.checked,
        Unchecked => times.unchecked,
        Cuda => times.cuda,
    }
    .map(Nanos::median)
}

/// The last slide of *The host's part* and its notes quote the shipped phases, rounded to one or two digits.
#[test]
fn the_host_s_phases_are_the_file_s() {
    use lessons::host::Phase;
    let lesson = Lesson::by_id("host").expect("a lesson");
    let slide = lesson.slides.last().expect("slides");
    let micros = |phase: Phase| phase.measured_cuda().expect("a time");
    let rate = |arrays: f64, phase: Phase| {
        // Each array has words of 4 bytes, and a byte in a microsecond is a megabyte in a second.
        let bytes = arrays * 4.0 * f64::from(lessons::host::measured().n);
        format!("{:.1} GB/s", bytes / 1e6 / micros(phase))
    };
    for language in Language::ALL {
        let said = [slide.text, slide.notes].map(|prose| prose.get(language));
        for figure in [
            format!("{:.0} ms", micros(Phase::CopyIn)),
            format!("{:.0} ms", micros(Phase::CopyOut)),
            format!("{:.2} ms", micros(Phase::Launch)),
            format!("{:.2}", micros(Phase::Allocate)),
            format!("{:.2}", micros(Phase::Free)),
            rate(2.0, Phase::CopyIn),
            rate(1.0, Phase::CopyOut),
            lessons::host::measured().n.to_string(),
        ] {
            let is_said = said.iter().any(|text| says(text, &figure));
            assert!(is_said, "{said:?} does not say {figure}");
        }
    }
}
