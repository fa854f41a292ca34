//! The playground's sentences.

mod en;
mod zh;

pub use en::EN;
pub use zh::ZH;

use crate::number::NumberError;
use crate::playground::difference::Difference;
use crate::playground::draft::DraftError;
use crate::playground::foreign::{Foreign, Language};
use crate::playground::hint::Hint;
use crate::playground::link::LinkError;
use crate::playground::ready::NotReady;
use simt::Binding;

#[derive(Debug)]
pub struct PlaygroundWords {
    /// The button on a lesson's code.
    pub edit: &'static str,
    pub text: &'static str,
    pub editor: &'static str,
    pub editor_keys: &'static str,
    pub no_editor: &'static str,
    pub side: &'static str,
    pub tab: fn(&str) -> &'static str,

    // Text in and out.
    pub open: &'static str,
    pub start: &'static str,
    pub earlier_group: &'static str,
    /// The name of an earlier text: its source, and the time as `hours:minutes`.
    pub earlier: fn(&str, &str) -> String,
    pub undo: &'static str,
    pub redo: &'static str,
    pub open_file: &'static str,
    pub open_file_hint: &'static str,
    pub save_text: &'static str,
    pub save_all: &'static str,
    pub share: &'static str,
    pub share_hint: &'static str,
    pub link: &'static str,
    /// Argument: the link's length in characters.
    pub link_made: fn(usize) -> String,
    pub no_link: &'static str,
    /// Arguments: the length that the link would have, the longest possible length, both in characters.
    pub link_too_long: fn(usize, usize) -> String,
    pub bad_link: fn(&LinkError) -> String,
    pub bad_file: fn(&str, &DraftError) -> String,
    pub file_too_long: fn(&str, usize) -> String,
    pub file_empty: fn(&str) -> String,
    pub not_text: fn(&str) -> String,
    pub not_kept: &'static str,

    // Errors.
    pub empty: &'static str,
    pub engine: &'static str,
    pub stale: &'static str,
    pub all_well: &'static str,
    pub several: fn(&[String], &str) -> String,
    pub not_ready: fn(&NotReady) -> String,
    pub foreign: fn(&Foreign) -> String,
    pub hint: fn(&Hint) -> String,

    // The form.
    pub entry: &'static str,
    pub workgroup_size: fn([u32; 3]) -> String,
    pub workgroups: &'static str,
    pub override_label: fn(&str) -> String,
    pub buffers: &'static str,
    pub no_buffers: &'static str,
    pub binding: fn(&Binding) -> String,
    pub filled_with: fn(&str) -> String,
    pub filling: fn(&str) -> &'static str,
    pub seed: &'static str,
    pub numbers: &'static str,
    pub file: &'static str,
    pub file_bytes: fn(usize) -> String,
    pub words: fn(u64) -> String,
    /// Arguments: a variable, the values in each of its elements.
    pub elements_of: fn(&str, usize) -> String,
    pub bad_elements: fn(u64) -> String,
    pub bad_number: fn(&str, NumberError) -> String,
    pub no_number: fn(&str) -> String,
    pub order: &'static str,
    pub order_hint: &'static str,

    // After the run.
    pub afterwards: &'static str,
    pub cells: fn(usize) -> String,
    pub was: fn(&str) -> String,

    // On the GPU.
    pub face: &'static str,
    pub face_lead: &'static str,
    pub run_on_gpu: &'static str,
    pub run_anyway: &'static str,
    pub risky: &'static str,
    pub running: &'static str,
    pub cut_off: &'static str,
    pub compared: fn(&Difference) -> String,
    pub ulps: fn(u64) -> String,
    pub index: &'static str,
    pub simulator: &'static str,
    pub gpu: &'static str,
    pub more_cells: fn(usize) -> String,
    pub time_it: &'static str,
    pub timing: &'static str,
}

/// Returns the language's own name.
const fn name(language: Language) -> &'static str {
    match language {
        Language::Cuda => "CUDA",
        Language::OpenCl => "OpenCL",
        Language::Metal => "Metal",
        Language::Glsl => "GLSL",
        Language::Hlsl => "HLSL",
        Language::Python => "Python",
        Language::JavaScript => "JavaScript",
        Language::Rust => "Rust",
        Language::C => "C",
    }
}

/// Returns a variable's declaration without its name: `storage, read_write · f32`.
fn declaration(binding: &Binding) -> String {
    let access = match binding.access {
        simt::BindingAccess::Read => "read",
        simt::BindingAccess::ReadWrite => "read_write",
    };
    let scalar = binding.scalar.map_or("struct", |scalar| match scalar {
        simt::ScalarType::Bool => "bool",
        simt::ScalarType::I32 => "i32",
        simt::ScalarType::U32 => "u32",
        simt::ScalarType::F32 => "f32",
        simt::ScalarType::F16 => "f16",
    });
    match binding.space {
        simt::Space::Storage => format!("var<storage, {access}> · {scalar}"),
        space => format!("var<{}> · {scalar}", space.name()),
    }
}

/// Returns the first line that is not empty, cut to 40 characters.
fn first_line(source: &str) -> String {
    let mut lines = source.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty()).unwrap_or("…");
    line.chars().take(40).collect()
}
