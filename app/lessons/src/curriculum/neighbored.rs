//! The first reduction: neighbours add up, and fewer and fewer lanes of every warp work.

use super::{K80, M2070};
use super::interleaved::REDUCE_INTERLEAVED;
use super::neighbored_less::REDUCE_NEIGHBORED_LESS;
use super::unroll::{REDUCE_UNROLL2, REDUCE_UNROLL4, REDUCE_UNROLL8};
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static REDUCE_NEIGHBORED: GalleryKernel =
    kernel!("reduce_neighbored", "neighbored", "相邻配对", &Reduce::SUM).published(&[(K80, "reduceNeighbored1"), (M2070, "reduceNeighbored")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "neighbored",
    group: Group::ReductionInGlobalMemory,
    title: Text {
        en: "Neighbored pairs",
        zh: "相邻配对",
    },
    question: Text {
        en: "Which lanes still work when the stride is 8, and how many warps are busy with them?",
        zh: "步长为 8 时还有哪些线程在工作？它们分散在多少个线程束里？",
    },
    answer: Text {
        en: "Every sixteenth lane: two in each warp of 32, and every warp stays busy with its two. The condition depends on the lane, so almost every branch diverges.",
        zh: "每 16 条线程有一条在工作：每个 32 线程的线程束里有两条，因此所有线程束都被占着。条件取决于线程号，几乎每次分支都会分化。",
    },
    slides: &[Slide { text: Text {
        en: "Each lane owns one element. At stride 1 every second lane adds its neighbour, at stride 2 every fourth, and so on until lane 0 holds the sum of the block.",
        zh: "每条线程负责一个元素。步长为 1 时每两条线程有一条把邻居加进来，步长为 2 时每四条有一条，如此下去，直到 0 号线程得到整块的和。",
    }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[
        &REDUCE_NEIGHBORED,
        &REDUCE_NEIGHBORED_LESS,
        &REDUCE_INTERLEAVED,
        &REDUCE_UNROLL2,
        &REDUCE_UNROLL4,
        &REDUCE_UNROLL8,
    ],
    size: Size::fixed(16_384, 64),
};
