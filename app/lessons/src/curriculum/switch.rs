//! 

use super::divergence::DIVERGENCE_PARITY;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Diverge, Path};
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static DIVERGENCE_SWITCH: GalleryKernel =
    kernel!("divergence_switch", "switch", "switch", &Diverge(Path::Bits(3)));

pub(super) static LESSON: Lesson = Lesson {
    id: "switch",
    group: Group::Divergence,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[&DIVERGENCE_SWITCH, &DIVERGENCE_PARITY],
    size: Size::fixed(16_384, 64),
};
