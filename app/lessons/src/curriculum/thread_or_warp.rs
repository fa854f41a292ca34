//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Diverge, Path};
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static DIVERGENCE_THREAD_ID: GalleryKernel =
    kernel!("divergence_thread_id", "by thread", "按线程号", &Diverge(Path::FirstLanes));
pub(super) static DIVERGENCE_WARP_ID: GalleryKernel =
    kernel!("divergence_warp_id", "by warp number", "按线程束号", &Diverge(Path::FirstWarps));

pub(super) static LESSON: Lesson = Lesson {
    id: "thread-or-warp",
    group: Group::Divergence,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[&DIVERGENCE_THREAD_ID, &DIVERGENCE_WARP_ID],
    size: Size::fixed(16_384, 256),
};
