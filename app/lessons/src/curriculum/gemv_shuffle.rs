//! 

use super::V100;
use super::gemv::{GEMV_COLUMN_MAJOR, GEMV_ROW_MAJOR};
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Gemv;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static GEMV_SHUFFLE: GalleryKernel =
    kernel!("gemv_shuffle", "x by shuffle", "x 用洗牌传递", &Gemv::BY_COLUMNS).published(&[(V100, "warp shuffle x")]);
pub(super) static GEMV_TUNED: GalleryKernel =
    kernel!("gemv_tuned", "a block for each row", "每行一个块", &Gemv { block_per_row: true, ..Gemv::BY_ROWS }).published(&[(V100, "cublasSgemv row-major")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "gemv-shuffle",
    group: Group::Memory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Lines],
    kernels: &[&GEMV_SHUFFLE, &GEMV_TUNED, &GEMV_ROW_MAJOR, &GEMV_COLUMN_MAJOR],
    size: Size::fixed(16_384, 64),
};
