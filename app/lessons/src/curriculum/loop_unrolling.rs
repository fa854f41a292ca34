//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Stream;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static UNROLL_1: GalleryKernel =
    kernel!("unroll_1", "one a pass", "每趟 1 个", &Stream::Add);
pub(super) static UNROLL_2: GalleryKernel =
    kernel!("unroll_2", "two a pass", "每趟 2 个", &Stream::Add);
pub(super) static UNROLL_4: GalleryKernel =
    kernel!("unroll_4", "four a pass", "每趟 4 个", &Stream::Add);

pub(super) static LESSON: Lesson = Lesson {
    id: "loop-unrolling",
    group: Group::Execution,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Formulas],
    kernels: &[&UNROLL_1, &UNROLL_2, &UNROLL_4],
    size: Size::fixed(16_384, 64),
};
