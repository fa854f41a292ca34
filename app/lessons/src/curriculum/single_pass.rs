//! 

use super::grid_stride::REDUCE_GRID_STRIDE_VEC4;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::GridStride;
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static REDUCE_SINGLE_PASS_ATOMIC: GalleryKernel =
    kernel!("reduce_single_pass_atomic", "single pass, atomic", "一趟完成（原子加）", &GridStride::OneSum);

pub(super) static LESSON: Lesson = Lesson {
    id: "single-pass",
    group: Group::ReductionBeyond,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[&REDUCE_SINGLE_PASS_ATOMIC, &REDUCE_GRID_STRIDE_VEC4],
    size: Size::fixed(16_384, 128),
};
