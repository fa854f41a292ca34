//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Stream;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static SHARED_REVERSE: GalleryKernel =
    kernel!("shared_reverse", "reverse a block", "块内反转", &Stream::Reverse);

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-pattern",
    group: Group::Memory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Banks],
    kernels: &[&SHARED_REVERSE],
    size: Size::fixed(16_384, 128),
};
