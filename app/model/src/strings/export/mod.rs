//! Words of the export dialog, which saves pictures, animations and traces of the page.

mod en;
mod zh;

pub use en::EN;
pub use zh::ZH;

/// Labels and sentences of the dialog.
#[derive(Debug)]
pub struct ExportWords {
    pub title: &'static str,
    pub take_panel: fn(&str) -> String,
    pub tabs: &'static str,
    pub tab: fn(&str) -> &'static str,
    pub what: &'static str,
    pub stage: &'static str,

    // Pictures.
    pub preview: &'static str,
    pub pictures: &'static str,
    pub gone: &'static str,
    pub copy: &'static str,
    pub copied: &'static str,
    pub not_copied: &'static str,
    pub working: &'static str,
    /// Formats a number of bytes.
    pub size: fn(f64) -> String,

    // Animations.
    pub from: &'static str,
    pub to: &'static str,
    pub rate: &'static str,
    pub scale: &'static str,
    pub make: &'static str,
    pub save_gif: &'static str,
    /// Arguments: frames, seconds.
    pub frames: fn(usize, f64) -> String,
    pub backwards: &'static str,
    /// Arguments: frames asked for, the most that are possible.
    pub too_long: fn(usize, usize) -> String,
    pub too_large: &'static str,
    pub predicts: &'static str,
    pub not_made: &'static str,

    // The trace.
    pub trace: &'static str,
    /// Arguments: steps, bytes.
    pub trace_size: fn(usize, f64) -> String,
    /// Arguments: bytes, the most bytes that are possible.
    pub trace_too_long: fn(f64, f64) -> String,
    pub no_trace: &'static str,

    // Other pages.
    pub frame: &'static str,
    pub width: &'static str,
    pub height: &'static str,
    pub snippet: &'static str,
    pub copy_snippet: &'static str,
    pub snippet_not_copied: &'static str,
    pub no_frame: &'static str,
    pub frame_preview: &'static str,
    pub open_whole: &'static str,
}

/// Formats a size: `820 B`, `14 kB`, `2.5 MB`.
fn size(bytes: f64) -> String {
    match bytes {
        ..1e3 => format!("{bytes:.0} B"),
        ..1e6 => format!("{:.0} kB", bytes / 1e3),
        ..1e7 => format!("{:.1} MB", bytes / 1e6),
        _ => format!("{:.0} MB", bytes / 1e6),
    }
}
