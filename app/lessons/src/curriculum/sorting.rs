//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::WorkList;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static DIVERGENCE_UNSORTED: GalleryKernel =
    kernel!("divergence_unsorted", "as it comes", "未排序", &WorkList { sorted: false });
pub(super) static DIVERGENCE_SORTED: GalleryKernel =
    kernel!("divergence_sorted", "sorted by kind", "按类排序", &WorkList { sorted: true });

pub(super) static LESSON: Lesson = Lesson {
    id: "sorting",
    group: Group::Divergence,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Lines],
    kernels: &[&DIVERGENCE_UNSORTED, &DIVERGENCE_SORTED],
    size: Size::fixed(16_384, 64),
};
