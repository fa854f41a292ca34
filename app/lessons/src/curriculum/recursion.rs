//! 

use super::interleaved::REDUCE_INTERLEAVED;
use super::neighbored::REDUCE_NEIGHBORED;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};


pub(super) static LESSON: Lesson = Lesson {
    id: "recursion",
    group: Group::ReductionInGlobalMemory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_INTERLEAVED, &REDUCE_NEIGHBORED],
    size: Size::fixed(16_384, 64),
};
