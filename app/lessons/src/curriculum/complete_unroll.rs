//! 

use super::M2070;
use super::unroll::REDUCE_UNROLL8;
use super::unroll_warps::REDUCE_UNROLL_WARPS8;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static REDUCE_COMPLETE_UNROLL8: GalleryKernel =
    kernel!("reduce_complete_unroll8", "written out", "完全展开", &Reduce::sum(8)).published(&[(M2070, "reduceCompleteUnrollWarps8")])
        .in_lockstep();
pub(super) static REDUCE_COMPLETE_UNROLL: GalleryKernel =
    kernel!("reduce_complete_unroll", "for one block size", "按块大小特化", &Reduce::sum(8)).in_lockstep();

pub(super) static LESSON: Lesson = Lesson {
    id: "complete-unroll",
    group: Group::ReductionInGlobalMemory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_COMPLETE_UNROLL8, &REDUCE_COMPLETE_UNROLL, &REDUCE_UNROLL_WARPS8, &REDUCE_UNROLL8],
    size: Size::fixed(16_384, 128),
};
