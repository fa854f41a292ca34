//! 

use super::K80;
use super::neighbored::REDUCE_NEIGHBORED;
use super::neighbored_less::REDUCE_NEIGHBORED_LESS;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static REDUCE_NEIGHBORED_UNROLL_WARP: GalleryKernel =
    kernel!("reduce_neighbored_unroll_warp", "last warp unrolled", "展开最后一个线程束", &Reduce::SUM).published(&[(K80, "reduceNeighbored3")])
        .in_lockstep();

pub(super) static LESSON: Lesson = Lesson {
    id: "neighbored-unroll-warp",
    group: Group::ReductionInGlobalMemory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_NEIGHBORED_UNROLL_WARP, &REDUCE_NEIGHBORED_LESS, &REDUCE_NEIGHBORED],
    size: Size::fixed(16_384, 128),
};
