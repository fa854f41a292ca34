//! Taking home what is on the page.

mod animation;
mod dialog;
mod files;
mod frame;
mod picture;
mod save;
mod shapes;
mod texts;
mod trace;
mod walk;
mod work;

pub use dialog::TakeDialog;

use crate::page::Page;
use crate::run::export::What;

/// Names of the kernels that are shown.
pub fn kernels_shown(page: Page) -> Vec<String> {
    picture::about(page, What::LANES).kernels
}
