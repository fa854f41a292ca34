//! 

use crate::kernel::{GalleryKernel, kernel};
use crate::task::MatrixProduct;
use crate::{Group, Lesson, Panel, Pin, Size, Slide, Text};

pub(super) static MATMUL_TILE_ROWS: GalleryKernel =
    kernel!("matmul_tile_rows", "by rows", "按行", &MatrixProduct);
pub(super) static MATMUL_TILE_COLUMNS: GalleryKernel =
    kernel!("matmul_tile_columns", "by columns", "按列", &MatrixProduct);

pub(super) static LESSON: Lesson = Lesson {
    id: "bank-conflicts",
    group: Group::Memory,
    title: Text { en: "", zh: "" },
    question: Text { en: "", zh: "" },
    answer: Text { en: "", zh: "" },
    slides: &[Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }, Slide { text: Text { en: "", zh: "" }, notes: Text { en: "", zh: "" }, pin: Pin::START }],
    panels: &[Panel::Banks, Panel::Blocks],
    kernels: &[&MATMUL_TILE_ROWS, &MATMUL_TILE_COLUMNS],
    size: Size::fixed(1024, 256),
};
