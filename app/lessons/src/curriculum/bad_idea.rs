//! 

use super::first_add::REDUCE_SHARED_FIRST_ADD;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static REDUCE_SHARED_LAST_WARP: GalleryKernel =
    kernel!("reduce_shared_last_warp", "without barriers", "无同步", &Reduce::sum(2)).in_lockstep();
pub(super) static REDUCE_SHARED_LAST_WARP_BARRIERS: GalleryKernel =
    kernel!("reduce_shared_last_warp_barriers", "with barriers", "有同步", &Reduce::sum(2));

pub(super) static LESSON: Lesson = Lesson {
    id: "bad-idea",
    group: Group::ReductionInSharedMemory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_SHARED_LAST_WARP, &REDUCE_SHARED_LAST_WARP_BARRIERS, &REDUCE_SHARED_FIRST_ADD],
    size: Size::fixed(16_384, 128),
};
