//! 

use super::shared_sequential::REDUCE_SHARED_SEQUENTIAL;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static REDUCE_SHARED_FIRST_ADD: GalleryKernel =
    kernel!("reduce_shared_first_add", "first add while loading", "加载时先加一次", &Reduce::sum(2));

pub(super) static LESSON: Lesson = Lesson {
    id: "first-add",
    group: Group::ReductionInSharedMemory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_SHARED_FIRST_ADD, &REDUCE_SHARED_SEQUENTIAL],
    size: Size::fixed(16_384, 128),
};
