//! 

use super::shared_modulo::REDUCE_SHARED_MODULO;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static REDUCE_SHARED_STRIDED: GalleryKernel =
    kernel!("reduce_shared_strided", "strided", "跨步", &Reduce::SUM);

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-strided",
    group: Group::ReductionInSharedMemory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Banks, Panel::Tree],
    kernels: &[&REDUCE_SHARED_STRIDED, &REDUCE_SHARED_MODULO],
    size: Size::fixed(16_384, 128),
};
