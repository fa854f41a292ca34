//! Exports what the page shows: pictures, animations, the trace, and HTML for other pages.

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

pub use dialog::ExportDialog;

use crate::browser::sheet::Sheet;
use crate::page::Page;
use crate::run::export::ExportTarget;

/// The style sheet of the dialog, and of the page inside another page.
pub static SHEET: Sheet = Sheet::new(include_str!("../../../../assets/take.css"));

/// Returns the names of the kernels that are shown.
pub fn kernels_shown(page: Page) -> Vec<String> {
    picture::about(page, ExportTarget::LANES).kernels
}
