//! 

use super::ilp::ILP_1;
use super::littles_law::COPY_SCALAR;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};


pub(super) static LESSON: Lesson = Lesson {
    id: "latency-hiding",
    group: Group::Execution,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Scheduler],
    kernels: &[&COPY_SCALAR, &ILP_1],
    size: Size::fixed(16_384, 256),
};
