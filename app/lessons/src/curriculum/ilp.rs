//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Chains;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static ILP_1: GalleryKernel =
    kernel!("ilp_1", "one chain", "一条链", &Chains::One);
pub(super) static ILP_4: GalleryKernel =
    kernel!("ilp_4", "four chains", "四条链", &Chains::Four);

pub(super) static LESSON: Lesson = Lesson {
    id: "ilp",
    group: Group::Execution,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Scheduler],
    kernels: &[&ILP_1, &ILP_4],
    size: Size::fixed(1024, 64),
};
