//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Launch;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static NESTED_LAUNCH_PARENT: GalleryKernel =
    kernel!("nested_launch_parent", "first level", "第一层", &Launch::First);
pub(super) static NESTED_LAUNCH_CHILD: GalleryKernel =
    kernel!("nested_launch_child", "next level", "下一层", &Launch::Second);

pub(super) static LESSON: Lesson = Lesson {
    id: "launch",
    group: Group::Execution,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Launch],
    kernels: &[&NESTED_LAUNCH_PARENT, &NESTED_LAUNCH_CHILD],
    size: Size::fixed(64, 64),
};
