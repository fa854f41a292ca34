//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Stream;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static COPY_SCALAR: GalleryKernel =
    kernel!("copy_scalar", "one word", "一个字", &Stream::Copy { per_lane: 1 });
pub(super) static COPY_VEC4: GalleryKernel =
    kernel!("copy_vec4", "a vec4", "一个 vec4", &Stream::CopyVectors);
pub(super) static COPY_SCALAR4: GalleryKernel =
    kernel!("copy_scalar4", "four words", "四个字", &Stream::Copy { per_lane: 4 });

pub(super) static LESSON: Lesson = Lesson {
    id: "littles-law",
    group: Group::Execution,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Scheduler, Panel::Lines],
    kernels: &[&COPY_SCALAR, &COPY_VEC4, &COPY_SCALAR4],
    size: Size::fixed(16_384, 64),
};
