//! 

use super::shared_sequential::REDUCE_SHARED_SEQUENTIAL;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static REDUCE_SUBGROUP_SHUFFLE: GalleryKernel =
    kernel!("reduce_subgroup_shuffle", "shuffle tree", "洗牌求和", &Reduce::SUM);
pub(super) static REDUCE_SUBGROUP_ADD: GalleryKernel =
    kernel!("reduce_subgroup_add", "subgroupAdd", "subgroupAdd", &Reduce::SUM);

pub(super) static LESSON: Lesson = Lesson {
    id: "subgroup",
    group: Group::ReductionBeyond,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[&REDUCE_SUBGROUP_SHUFFLE, &REDUCE_SUBGROUP_ADD, &REDUCE_SHARED_SEQUENTIAL],
    size: Size::fixed(16_384, 128),
};
