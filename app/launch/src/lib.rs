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
//!
//! It knows no worker and no page.
//!
//! ```
//! let draft = launch::draft::Draft::of_text("__global__ void f(int *x) { x[threadIdx.x] = 1; }".to_owned());
//! assert!(draft.cuda().is_some());
//! ```

pub mod dispatch;
pub mod draft;
pub mod printed;
pub mod translate;
pub mod twin;
