//! Each block folds two, four or eight blocks of data before its tree: more loads in flight for each barrier.

use super::{K80, M2070};
use super::interleaved::REDUCE_INTERLEAVED;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static REDUCE_UNROLL2: GalleryKernel =
    kernel!("reduce_unroll2", "unroll 2", "展开 2 块", &Reduce::sum(2)).published(&[(K80, "reduceInterleaved2"), (M2070, "reduceUnrolling2")]);
pub(super) static REDUCE_UNROLL4: GalleryKernel =
    kernel!("reduce_unroll4", "unroll 4", "展开 4 块", &Reduce::sum(4)).published(&[(K80, "reduceInterleaved4"), (M2070, "reduceUnrolling4")]);
pub(super) static REDUCE_UNROLL8: GalleryKernel =
    kernel!("reduce_unroll8", "unroll 8", "展开 8 块", &Reduce::sum(8)).published(&[(K80, "reduceInterleaved8"), (M2070, "reduceUnrolling8")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "unroll",
    group: Group::ReductionInGlobalMemory,
    title: Text {
        en: "Unrolling data blocks",
        zh: "展开数据块",
    },
    question: Text {
        en: "The tree stays as it was. Where does the time go away?",
        zh: "树形求和没有变，时间是从哪里省下来的？",
    },
    answer: Text {
        en: "Most loads now stand in the first statement, where every lane is active and up to eight loads wait at once. Barriers and idle lanes are paid once for eight times the data.",
        zh: "大部分加载都集中在第一条语句：所有线程都在工作，最多同时有八个加载在途。同步和空闲线程的代价由八倍的数据分摊。",
    },
    slides: &[Slide { text: Text {
        en: "Before the tree, each lane adds up elements of two, four or eight neighbouring data blocks. A block of lanes then handles that many times the data with the same number of barriers.",
        zh: "在树形求和之前，每条线程先把相邻的两块、四块或八块数据里的元素加起来。这样，一个线程块用同样多的同步处理了数倍的数据。",
    }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[
        &REDUCE_UNROLL2,
        &REDUCE_UNROLL4,
        &REDUCE_UNROLL8,
        &REDUCE_INTERLEAVED,
    ],
    size: Size::fixed(16_384, 64),
};
