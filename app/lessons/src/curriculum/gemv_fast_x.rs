//! 

use super::V100;
use super::gemv::GEMV_COLUMN_MAJOR;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Gemv;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static GEMV_CONSTANT: GalleryKernel =
    kernel!("gemv_constant", "x constant", "x 放常量内存", &Gemv { least_x: 16_384, ..Gemv::BY_COLUMNS }).published(&[(V100, "constant memory x")]);
pub(super) static GEMV_SHARED: GalleryKernel =
    kernel!("gemv_shared", "x shared", "x 放共享内存", &Gemv::BY_COLUMNS).published(&[(V100, "shared memory x")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "gemv-fast-x",
    group: Group::Memory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Lines],
    kernels: &[&GEMV_CONSTANT, &GEMV_SHARED, &GEMV_COLUMN_MAJOR],
    size: Size::fixed(16_384, 64),
};
