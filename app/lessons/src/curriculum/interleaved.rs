//! The stride shrinks instead of growing: working lanes touch words side by side.

use super::{K80, M2070};
use super::neighbored::REDUCE_NEIGHBORED;
use super::neighbored_less::REDUCE_NEIGHBORED_LESS;
use super::unroll::REDUCE_UNROLL8;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static REDUCE_INTERLEAVED: GalleryKernel =
    kernel!("reduce_interleaved", "interleaved", "交错配对", &Reduce::SUM).published(&[(K80, "reduceInterleaved1"), (M2070, "reduceInterleaved")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "interleaved",
    group: Group::ReductionInGlobalMemory,
    title: Text {
        en: "Interleaved pairs",
        zh: "交错配对",
    },
    question: Text {
        en: "How many 128-byte lines does one warp's load touch now, and how many before?",
        zh: "现在一个线程束的一次加载要触及几条 128 字节的缓存行？以前是几条？",
    },
    answer: Text {
        en: "One full line for 32 lanes instead of up to 32 lines: far fewer transactions, and nearly every byte that moves was asked for.",
        zh: "32 条线程正好读满一条缓存行，而以前最多要 32 条：访存事务少得多，搬运的字节几乎都用得上。",
    },
    slides: &[Slide { text: Text {
        en: "The first stride is half a block, the next a quarter. Lane i always works on element i, so the lanes of a warp read words that lie side by side.",
        zh: "第一个步长是半个块，下一个是四分之一块。i 号线程始终处理第 i 个元素，因此同一线程束读取的字彼此相邻。",
    }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[
        &REDUCE_INTERLEAVED,
        &REDUCE_NEIGHBORED,
        &REDUCE_NEIGHBORED_LESS,
        &REDUCE_UNROLL8,
    ],
    size: Size::fixed(16_384, 128),
};
