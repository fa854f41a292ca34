//! 

use super::K80;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::MatrixAdd;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static MATRIX_ADD_32X32: GalleryKernel =
    kernel!("matrix_add_32x32", "32 × 32", "32 × 32", &MatrixAdd { block: [32, 32] }).published(&[(K80, "sumMat")]);
pub(super) static MATRIX_ADD_32X16: GalleryKernel =
    kernel!("matrix_add_32x16", "32 × 16", "32 × 16", &MatrixAdd { block: [32, 16] }).published(&[(K80, "sumMat")]);
pub(super) static MATRIX_ADD_16X32: GalleryKernel =
    kernel!("matrix_add_16x32", "16 × 32", "16 × 32", &MatrixAdd { block: [16, 32] }).published(&[(K80, "sumMat")]);
pub(super) static MATRIX_ADD_16X16: GalleryKernel =
    kernel!("matrix_add_16x16", "16 × 16", "16 × 16", &MatrixAdd { block: [16, 16] }).published(&[(K80, "sumMat")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "matrix-add",
    group: Group::Memory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Blocks, Panel::Lines, Panel::Occupancy],
    kernels: &[&MATRIX_ADD_32X32, &MATRIX_ADD_32X16, &MATRIX_ADD_16X32, &MATRIX_ADD_16X16],
    size: Size::fixed(16_384, 1024),
};
