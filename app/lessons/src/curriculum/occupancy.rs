//! 

use super::matrix_add::{MATRIX_ADD_16X16, MATRIX_ADD_32X32};
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};


pub(super) static LESSON: Lesson = Lesson {
    id: "occupancy",
    group: Group::Execution,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Occupancy],
    kernels: &[&MATRIX_ADD_32X32, &MATRIX_ADD_16X16],
    size: Size::fixed(16_384, 1024),
};
