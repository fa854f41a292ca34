//! The same additions, handed to the first lanes: whole warps rest instead of most lanes of every warp.

use super::{K80, M2070};
use super::interleaved::REDUCE_INTERLEAVED;
use super::neighbored::REDUCE_NEIGHBORED;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static REDUCE_NEIGHBORED_LESS: GalleryKernel =
    kernel!("reduce_neighbored_less", "less divergence", "减少分化", &Reduce::SUM).published(&[(K80, "reduceNeighbored2"), (M2070, "reduceNeighboredLess")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "neighbored-less",
    group: Group::ReductionInGlobalMemory,
    title: Text {
        en: "Neighbored pairs, less divergence",
        zh: "相邻配对，减少分化",
    },
    question: Text {
        en: "The additions are the same. Which counter changes, and which does not?",
        zh: "做的加法完全相同。哪个计数变了，哪个没有变？",
    },
    answer: Text {
        en: "Divergent branches fall to the last few strides. Transactions and efficiencies stay: the same words are touched, as far apart as before.",
        zh: "分化的分支只剩最后几个步长。访存事务数和效率不变：访问的还是那些字，彼此的间隔也和原来一样。",
    },
    slides: &[Slide { text: Text {
        en: "The lane's number is turned into the number of a pair: lane 0 takes the first pair, lane 1 the second. The working lanes are always the first ones, so whole warps have nothing to do.",
        zh: "把线程号换算成配对的编号：0 号线程负责第一对，1 号线程负责第二对。工作的总是最前面的线程，于是整个整个的线程束空闲下来。",
    }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[
        &REDUCE_NEIGHBORED_LESS,
        &REDUCE_NEIGHBORED,
        &REDUCE_INTERLEAVED,
    ],
    size: Size::fixed(16_384, 128),
};
