//! 

use super::neighbored::REDUCE_NEIGHBORED;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static REDUCE_SHARED_MODULO: GalleryKernel =
    kernel!("reduce_shared_modulo", "modulo", "取模", &Reduce::SUM);

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-modulo",
    group: Group::ReductionInSharedMemory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Tree, Panel::Banks],
    kernels: &[&REDUCE_SHARED_MODULO, &REDUCE_NEIGHBORED],
    size: Size::fixed(16_384, 128),
};
