//! One condition, two places to cut it: between lanes, or between warps.

use super::K80;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Diverge, Path};
use crate::{Group, Lesson, Pin, Size, Slide, Text};

pub(super) static DIVERGENCE_PARITY: GalleryKernel =
    kernel!("divergence_parity", "by lane", "按线程分支", &Diverge(Path::Parity)).published(&[(K80, "mathKernel1")]);
pub(super) static DIVERGENCE_WARP: GalleryKernel =
    kernel!("divergence_warp", "by warp", "按线程束分支", &Diverge(Path::WarpParity)).published(&[(K80, "mathKernel2")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "divergence",
    group: Group::Divergence,
    title: Text {
        en: "One warp, two paths",
        zh: "一个线程束，两条路径",
    },
    question: Text {
        en: "Half of the elements take the first path either way. Why does one kernel take twice as long?",
        zh: "两种写法都让一半元素走第一条路径，为什么其中一个内核要慢一倍？",
    },
    answer: Text {
        en: "By lane, every warp walks both paths with half of its lanes: 50 % efficiency. By warp, each warp walks one path with all of them: 100 %.",
        zh: "按线程分支时，每个线程束都要走两条路径，每次只有一半线程在工作，效率 50 %；按线程束分支时，每个线程束只走一条路径，效率 100 %。",
    },
    slides: &[Slide { text: Text {
        en: "The lanes of a warp share one instruction. Where they disagree at a branch, the warp walks both paths, one after the other, and the lanes of the other path wait.",
        zh: "同一线程束的各条线程共用一条指令。遇到分支意见不一时，线程束先后走完两条路径，不在当前路径上的线程只能等待。",
    }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[],
    kernels: &[&DIVERGENCE_PARITY, &DIVERGENCE_WARP],
    size: Size::fixed(16_384, 64),
};
