//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Roots;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static DIVERGENCE_SHORT: GalleryKernel =
    kernel!("divergence_short", "short paths", "短路径", &Roots::Short);
pub(super) static DIVERGENCE_LONG: GalleryKernel =
    kernel!("divergence_long", "long paths", "长路径", &Roots::Long);

pub(super) static LESSON: Lesson = Lesson {
    id: "predication",
    group: Group::Divergence,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Formulas],
    kernels: &[&DIVERGENCE_SHORT, &DIVERGENCE_LONG],
    size: Size::fixed(16_384, 64),
};
