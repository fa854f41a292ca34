//! 

use super::V100;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Gemv;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static GEMV_ROW_MAJOR: GalleryKernel =
    kernel!("gemv_row_major", "row by row", "按行存放", &Gemv::BY_ROWS).published(&[(V100, "global memory, row-major")]);
pub(super) static GEMV_COLUMN_MAJOR: GalleryKernel =
    kernel!("gemv_column_major", "column by column", "按列存放", &Gemv::BY_COLUMNS).published(&[(V100, "coalesced (column-major)")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "gemv",
    group: Group::Memory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Lines],
    kernels: &[&GEMV_ROW_MAJOR, &GEMV_COLUMN_MAJOR],
    size: Size::fixed(16_384, 64),
};
