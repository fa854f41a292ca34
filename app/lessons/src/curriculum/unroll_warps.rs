//! 

use super::M2070;
use super::unroll::REDUCE_UNROLL8;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static REDUCE_UNROLL_WARPS8: GalleryKernel =
    kernel!("reduce_unroll_warps8", "unroll 8, last warp", "展开 8 块及末线程束", &Reduce::sum(8)).published(&[(M2070, "reduceUnrollWarps8")])
        .in_lockstep();

pub(super) static LESSON: Lesson = Lesson {
    id: "unroll-warps",
    group: Group::ReductionInGlobalMemory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_UNROLL_WARPS8, &REDUCE_UNROLL8],
    size: Size::fixed(16_384, 128),
};
