//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Diverge, Path};
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static DIVERGENCE_EACH_LANE: GalleryKernel =
    kernel!("divergence_each_lane", "a path for each lane", "每条线程一条路径", &Diverge(Path::EachLane));
pub(super) static DIVERGENCE_UNIFORM: GalleryKernel =
    kernel!("divergence_uniform", "a path for each block", "每个块一条路径", &Diverge(Path::EachBlock));

pub(super) static LESSON: Lesson = Lesson {
    id: "each-lane",
    group: Group::Divergence,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[&DIVERGENCE_EACH_LANE, &DIVERGENCE_UNIFORM],
    size: Size::fixed(16_384, 64),
};
