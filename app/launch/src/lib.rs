//! A text in WGSL or CUDA with its settings, as kernels and dispatches in order. The page, its workers and the command line
//! make their runs here.
//!
//! From low to high; a folder imports only from folders before it:
//!
//! - `dispatch`: the overrides and buffers of a translated CUDA kernel.
//! - `draft`: a text with its settings, and what runs when they are complete.
//! - `printed`: what a run prints.
//! - `translate`: a CUDA text as programs, with the settings that its host code determines.
//! - `twin`: the CUDA twin of a gallery kernel.

pub mod dispatch;
pub mod draft;
pub mod printed;
pub mod translate;
pub mod twin;
