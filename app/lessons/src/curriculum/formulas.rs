//! 

use super::divergence::DIVERGENCE_PARITY;
use super::interleaved::REDUCE_INTERLEAVED;
use super::neighbored::REDUCE_NEIGHBORED;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};


pub(super) static LESSON: Lesson = Lesson {
    id: "formulas",
    group: Group::Execution,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Formulas],
    kernels: &[&DIVERGENCE_PARITY, &REDUCE_NEIGHBORED, &REDUCE_INTERLEAVED],
    size: Size::fixed(16_384, 64),
};
