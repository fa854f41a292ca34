//! The sentences of the lab.

mod en;
mod zh;

pub use en::EN;
pub use zh::ZH;

use crate::lab::experiment::Preset;
use crate::lab::figures::roofline::Comparison;
use crate::lab::figures::{Figure, Source};
use crate::lab::list::ListError;
use gpu::{Clock, GpuError, SheetError};
use lessons::Parameter;

#[derive(Debug)]
pub struct LabWords {
    /// The link on the lesson page.
    pub open: &'static str,
    pub empty_title: &'static str,
    pub empty_lines: [(&'static str, &'static str); 3],
    pub empty_promise: &'static str,

    // The form.
    pub presets: &'static str,
    pub preset: fn(Preset) -> &'static str,
    pub preset_meaning: fn(Preset) -> &'static str,
    pub kernels: &'static str,
    pub lesson: &'static str,
    pub sizes: &'static str,
    pub sizes_hint: &'static str,
    pub parameter: fn(Parameter) -> &'static str,
    pub values_hint: &'static str,
    pub value_outside: fn(u32) -> String,
    pub bad_list: fn(&ListError) -> String,
    pub blocks: &'static str,
    pub method: &'static str,
    pub rounds: &'static str,
    pub bad_rounds: fn(u32) -> String,
    pub clock_label: &'static str,
    pub clock: fn(Clock) -> &'static str,
    pub rounding: &'static str,
    pub rounding_of: fn(Option<u32>) -> String,
    pub copy: &'static str,
    pub method_about: &'static str,
    /// Arguments: measurements, seconds.
    pub estimate: fn((usize, f64)) -> String,
    pub no_kernel: &'static str,
    /// Arguments: measurements asked for, the most that are possible.
    pub too_many: fn((usize, usize)) -> String,
    /// Arguments: the adapter's largest n and block.
    pub left_out: fn((u32, u32)) -> String,
    pub run: &'static str,

    // While measuring.
    pub paused: &'static str,
    pub paused_hidden: &'static str,
    pub resume: &'static str,
    pub stop: &'static str,
    pub lesson_measures: &'static str,
    pub device_lost: &'static str,
    pub lost: fn(&GpuError) -> String,
    pub reconnect: &'static str,
    pub long: &'static str,
    /// Shown if the simulator cannot estimate the time of any kernel.
    pub may_be_long: &'static str,
    /// Arguments: kernel, seconds.
    pub may_take: fn(&str, f64) -> String,
    pub unknown_length: fn(&str) -> String,
    pub leave_out: &'static str,
    pub run_anyway: &'static str,

    // Charts and table.
    pub figures: &'static str,
    pub figure: fn(Figure) -> &'static str,
    pub figure_title: fn(Figure) -> &'static str,
    /// Arguments: title, n, and the block if there is a single one.
    pub figure_of: fn(&str, u64, Option<u32>) -> String,
    pub figure_source: fn(Source<'_>) -> String,
    pub speed_up_about: &'static str,
    pub nothing_here: &'static str,
    pub per_lane: &'static str,
    pub time: &'static str,
    pub heat_about: &'static str,
    pub copy_title: &'static str,
    pub counting: &'static str,
    pub roof: &'static str,
    pub roofline_about: &'static str,
    pub intensity: &'static str,
    pub operation_rate: &'static str,
    pub simulated_about: &'static str,
    pub modelled_time: &'static str,
    pub measured_time: &'static str,
    /// Argument: the usual quotient of measured and modelled time of these kernels.
    pub proportion: fn(&str) -> String,
    pub correlation: fn(f64) -> String,
    /// Arguments: modelled time, measured time.
    pub comparison: fn(&str, &str, &Comparison) -> String,
    pub explanation: fn(&Comparison) -> &'static str,
    pub export: &'static str,
    pub export_as: fn(&str) -> String,
    pub not_saved: &'static str,
    pub table: &'static str,
    pub samples: &'static str,
    pub samples_hint: &'static str,
    pub first_run: &'static str,
    pub first_run_hint: &'static str,
    pub compiling: &'static str,
    pub compiling_hint: &'static str,
    pub slope: fn(u32) -> String,
    pub single: &'static str,
    pub quantised: fn(&str) -> String,
    /// Arguments: samples, fastest, slowest, outliers.
    pub strip: fn((usize, &str, &str, usize)) -> String,

    // Records.
    pub records: &'static str,
    pub no_records: &'static str,
    pub import: &'static str,
    pub name: &'static str,
    pub entries: fn(usize) -> String,
    pub forget: &'static str,
    pub forget_sure: &'static str,
    pub storage_full: &'static str,
    pub unreadable: fn(&str) -> String,
    pub bad_file: fn(&str, &SheetError) -> String,
}
