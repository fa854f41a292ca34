//! The reductions in global memory that several lessons compare.

use super::{K80, M2070};
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;

pub(super) static REDUCE_NEIGHBORED: GalleryKernel =
    kernel!("reduce_neighbored", "neighbored", "相邻配对", &Reduce::SUM)
        .published(&[(K80, "reduceNeighbored1"), (M2070, "reduceNeighbored")]);

pub(super) static REDUCE_NEIGHBORED_LESS: GalleryKernel =
    kernel!("reduce_neighbored_less", "less divergence", "减少分化", &Reduce::SUM)
        .published(&[(K80, "reduceNeighbored2"), (M2070, "reduceNeighboredLess")]);

pub(super) static REDUCE_INTERLEAVED: GalleryKernel =
    kernel!("reduce_interleaved", "interleaved", "交错配对", &Reduce::SUM)
        .published(&[(K80, "reduceInterleaved1"), (M2070, "reduceInterleaved")]);

pub(super) static REDUCE_UNROLL2: GalleryKernel = kernel!("reduce_unroll2", "unroll 2", "展开 2 块", &Reduce::sum(2))
    .published(&[(K80, "reduceInterleaved2"), (M2070, "reduceUnrolling2")]);
pub(super) static REDUCE_UNROLL4: GalleryKernel = kernel!("reduce_unroll4", "unroll 4", "展开 4 块", &Reduce::sum(4))
    .published(&[(K80, "reduceInterleaved4"), (M2070, "reduceUnrolling4")]);
pub(super) static REDUCE_UNROLL8: GalleryKernel = kernel!("reduce_unroll8", "unroll 8", "展开 8 块", &Reduce::sum(8))
    .published(&[(K80, "reduceInterleaved8"), (M2070, "reduceUnrolling8")]);
