//! 

use super::subgroup::REDUCE_SUBGROUP_ADD;
use super::unroll::REDUCE_UNROLL8;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::GridStride;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static REDUCE_GRID_STRIDE_VEC4: GalleryKernel =
    kernel!("reduce_grid_stride_vec4", "grid stride, vec4", "网格跨步 vec4", &GridStride::SumPerBlock);

pub(super) static LESSON: Lesson = Lesson {
    id: "grid-stride",
    group: Group::ReductionBeyond,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Lines],
    kernels: &[&REDUCE_GRID_STRIDE_VEC4, &REDUCE_SUBGROUP_ADD, &REDUCE_UNROLL8],
    size: Size::fixed(16_384, 128),
};
