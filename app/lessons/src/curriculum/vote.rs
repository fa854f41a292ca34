//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Distances;
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static DIVERGENCE_UNVOTED: GalleryKernel =
    kernel!("divergence_unvoted", "each lane decides", "各线程自己决定", &Distances);
pub(super) static DIVERGENCE_VOTE: GalleryKernel =
    kernel!("divergence_vote", "the warp votes", "线程束投票", &Distances);

pub(super) static LESSON: Lesson = Lesson {
    id: "vote",
    group: Group::Divergence,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[&DIVERGENCE_UNVOTED, &DIVERGENCE_VOTE],
    size: Size::fixed(16_384, 64),
};
