//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Diverge, Path};
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static DIVERGENCE_NESTED1: GalleryKernel =
    kernel!("divergence_nested1", "1 level", "1 层", &Diverge(Path::Bits(1)));
pub(super) static DIVERGENCE_NESTED2: GalleryKernel =
    kernel!("divergence_nested2", "2 levels", "2 层", &Diverge(Path::Bits(3)));
pub(super) static DIVERGENCE_NESTED3: GalleryKernel =
    kernel!("divergence_nested3", "3 levels", "3 层", &Diverge(Path::Bits(7)));

pub(super) static LESSON: Lesson = Lesson {
    id: "nested",
    group: Group::Divergence,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[&DIVERGENCE_NESTED1, &DIVERGENCE_NESTED2, &DIVERGENCE_NESTED3],
    size: Size::fixed(16_384, 64),
};
