//! 

use super::shared_sequential::REDUCE_SHARED_SEQUENTIAL;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Fold, Reduce};
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static REDUCE_SHARED_MAX: GalleryKernel =
    kernel!("reduce_shared_max", "maximum", "最大值", &Reduce { elements_per_lane: 1, fold: Fold::Max });

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-max",
    group: Group::ReductionInSharedMemory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_SHARED_MAX, &REDUCE_SHARED_SEQUENTIAL],
    size: Size::fixed(16_384, 128),
};
