//! Every sentence of the page, with both languages side by side: a missing one is a compile error.

#[macro_use]
mod words;

pub mod board;
mod caption;
pub mod chain;
pub mod clock;
mod common;
pub mod cuda;
pub mod deck;
pub mod dialect;
mod errors;
pub mod expected;
pub mod export;
pub mod finding;
pub mod formulas;
pub mod glossary;
mod help;
mod kernel_error;
pub mod lab;
pub mod list;
pub mod machine;
pub mod occupancy;
mod outcome;
pub mod panels;
pub mod playground;
pub mod predict;
pub mod present;
pub mod report;
pub mod scheduler;
pub mod stops;
pub mod summary;
mod times;
pub mod tools;
pub mod trust;
pub mod versions;
pub mod why;
pub mod word;

use crate::address::{Aside, Nonsense, Theme};
use crate::number::{NumberError, grouped};
use crate::panels::counters::Kind;
use crate::panels::lanes::LaneState;
use crate::run::caption::Caption;
use crate::run::pace::Pace;
use crate::run::picture_end::PictureEnd;
use crate::run::times::conditions::Conditions;
use crate::run::times::remark::Remark;
use crate::run::times::size::AtSize;
use crate::run::what_if::Question;
use engine::protocol::Check;
use gpu::{DeviceInfo, GpuError, Phase};
use lessons::published::Build;
use lessons::{Language, Panel, SizeError, Values};
use simt::{Grain, KernelError, Outcome};

/// A sentence with numbers in it.
type With<T> = fn(T) -> String;

/// The page in one language.
#[derive(Debug)]
pub struct Strings {
    language: Language,
    // The frame of the page.
    /// Pages next to the lessons.
    pub place: fn(Aside) -> &'static str,
    pub lessons: &'static str,
    pub lesson_number: With<usize>,
    pub walked: &'static str,
    /// Before the lessons to know first, and before those that need this one.
    pub know_first: &'static str,
    pub no_reconvergence: &'static str,
    /// At the line and the column where lanes come back.
    pub lanes_meet: &'static str,
    /// Argument: the number of load requests, with separators.
    pub shared_hint: fn(&str) -> String,
    /// Argument: the line.
    pub lanes_meet_at: With<u32>,
    pub lanes_meet_hint: &'static str,
    pub go_on: &'static str,
    pub language_name: &'static str,
    pub theme: fn(Theme) -> &'static str,
    pub switch_theme: &'static str,
    /// The same in a word.
    pub help_word: &'static str,
    pub close: &'static str,
    pub dismiss: &'static str,
    pub skip_to_player: &'static str,

    // Header and strip of the lesson page.
    pub elements: &'static str,
    pub block: &'static str,
    pub machine: &'static str,
    pub own_machine: &'static str,
    pub machine_sizes: &'static str,
    pub this_computer: &'static str,
    /// Shown in place of a source.
    pub own_machine_source: &'static str,
    /// The source of a machine's sizes, and the sizes that were assumed.
    pub machine_source: fn(source: &str, assumed: &str) -> String,
    pub picture_follows: &'static str,
    pub picture_hint: With<u32>,
    pub presets: &'static str,
    pub values_label: &'static str,
    pub values_hint: &'static str,
    pub values: fn(Values) -> &'static str,
    pub compare: &'static str,
    pub compare_hint: &'static str,
    pub ratio_to_first: &'static str,
    pub differences: &'static str,
    pub differences_hint: &'static str,
    /// Labels of the signs next to lines of code.
    pub line_alone: &'static str,
    pub line_reworded: &'static str,
    pub full_screen: &'static str,
    pub slides: &'static str,
    pub slides_hint: &'static str,
    pub slide_back: &'static str,
    pub slide_next: &'static str,
    pub speaker_notes: &'static str,
    pub code_text: &'static str,
    pub answer: &'static str,
    pub kernel_tabs: &'static str,

    // Panels.
    pub panels: &'static str,
    pub memory: &'static str,
    pub code: &'static str,
    pub lanes: &'static str,
    pub lane_state: fn(LaneState) -> &'static str,
    /// Arguments: active, present, share in percent.
    pub lanes_active: With<(u32, u32, f64)>,
    pub warp: With<u32>,
    /// Argument: the number of warps at a line.
    pub warps_here: With<u32>,
    /// The button that folds so many lines at the start of the code.
    pub code_header: With<u32>,
    pub array: &'static str,
    /// Arguments: lines, sectors.
    pub touches: With<(u32, u32)>,
    pub load: &'static str,
    pub store: &'static str,
    pub lines_touched: With<u32>,
    pub words_touched: With<u32>,
    pub asked_moved: With<(u32, u32)>,
    /// Arguments: bytes requested, bytes moved; a short form.
    pub bytes_of: With<(u32, u32)>,
    pub line_unit: With<(u32, u32)>,
    /// The same where some variables hold numbers that are smaller than a word.
    pub line_unit_of_bytes: With<(u32, u32)>,
    pub timeline: &'static str,
    pub timeline_hint: &'static str,
    pub timeline_label: With<(u32, u32, f64)>,
    pub rounds: With<(u32, u32)>,
    pub lane_tip: fn(u32, u32, u32, &str) -> String,
    pub word_tip: fn(&str, u32, &str) -> String,
    pub word_hint: &'static str,
    pub loaded_by: fn(&str) -> String,
    pub stored_by: fn(&str) -> String,
    pub predict: &'static str,
    pub predict_hint: &'static str,

    // Counters.
    pub counters: &'static str,
    pub whole_dispatch: With<u64>,
    pub why_short: &'static str,
    pub why_hint: &'static str,
    pub kind: fn(Kind) -> &'static str,
    pub kind_title: &'static str,
    pub kind_meaning: fn(Kind) -> &'static str,
    pub none: &'static str,
    pub published_on: fn(&str) -> String,
    pub small_figures: fn(&str) -> String,
    pub equal_to_published: &'static str,
    pub differs_from_published: &'static str,
    /// Arguments: blocks that ran, all blocks, true if they are alike.
    pub multiplied: With<(u32, u32, bool)>,
    pub result_equal: &'static str,
    /// Arguments: the number of right words, and of all words.
    pub result_differs: fn(u64, u64) -> String,
    pub check: fn(Check) -> String,
    pub not_checked: &'static str,
    pub no_findings: &'static str,
    pub findings: With<usize>,
    pub outcome: fn(&Outcome) -> Option<String>,
    /// `None` if there is nothing to say.
    pub picture_end: fn(PictureEnd) -> Option<&'static str>,

    // The player.
    pub player: &'static str,
    pub first: &'static str,
    pub first_word: &'static str,
    pub last_word: &'static str,
    pub back: &'static str,
    pub back_word: &'static str,
    pub next_word: &'static str,
    pub play: &'static str,
    pub pause: &'static str,
    /// Argument: the action of the space bar.
    pub by_space: fn(&str) -> String,
    pub next: &'static str,
    pub last: &'static str,
    pub position: &'static str,
    pub step_of: With<(usize, usize)>,
    pub stride_loop: With<(u32, u32)>,
    pub grain: fn(Grain) -> &'static str,
    pub grain_label: &'static str,
    pub cycle: &'static str,
    pub cycle_meaning: &'static str,
    /// Arguments: the cycle that is shown, the last cycle.
    pub cycle_of: With<(u32, u32)>,
    pub no_cycles: &'static str,
    pub grain_meaning: fn(Grain) -> &'static str,
    pub speed: &'static str,
    pub slower: &'static str,
    pub faster: &'static str,
    pub caption: fn(&Caption) -> (Option<String>, String),

    // The engine.
    pub computing: &'static str,
    pub blocks_done: With<(u64, u64)>,
    pub cancel: &'static str,
    pub cancelled: &'static str,
    pub engine_died: &'static str,
    /// A lazily loaded part of the page could not be loaded.
    pub part_missing: &'static str,
    pub part_again: &'static str,
    /// Neither could the lessons' words and figures.
    pub texts_missing: &'static str,
    pub engine_hangs: &'static str,
    pub engine_gave_up: &'static str,
    pub start_engine: &'static str,
    pub new_version: &'static str,
    pub load_new_version: &'static str,
    pub kernel_error: fn(&KernelError) -> String,

    // Times.
    pub times: &'static str,
    /// Arguments: elements, and lanes per block if all kernels have the same.
    pub time_of_launch: &'static str,
    /// Arguments: the device, or `None` for the reader's; n.
    pub tab_note: fn(Option<&str>, u32) -> String,
    pub no_times_here: &'static str,
    pub with_cuda: &'static str,
    pub no_gpu_here: &'static str,
    pub gpu_too_small: &'static str,
    pub times_of: fn(u32, Option<u32>) -> String,
    /// Arguments: device, day.
    pub shipped_times: fn(&str, &str) -> String,
    /// Argument: the device.
    pub shipped_on: fn(&str) -> String,
    pub cuda_on: fn(&str) -> String,
    pub own_on: fn(&str) -> String,
    pub intervals_drawn: &'static str,
    pub published_in: fn(&str) -> String,
    /// The program and the device of a published time. Arguments: device, build, function of a library.
    pub published_by: fn(&str, Build, Option<&str>) -> String,
    /// Some times are of other conditions than the bars.
    pub other_conditions: &'static str,
    pub conditions: fn(Conditions) -> String,
    pub empty_name: &'static str,
    /// Argument: the median, with its unit.
    pub empty_dispatch: fn(&str) -> String,
    /// Arguments: the choice, and its number of elements.
    pub at_size: fn(AtSize, u32) -> String,
    pub at_size_label: &'static str,
    /// Arguments: the number of elements that was chosen, and the lesson's.
    pub smaller_n: fn(u32, u32) -> String,
    pub remark: fn(&Remark) -> String,
    pub measure: &'static str,
    pub measure_hint: &'static str,
    pub time_table: &'static str,
    pub kernel: &'static str,
    pub median: &'static str,
    pub interval: &'static str,
    pub bandwidth: &'static str,
    pub published: &'static str,
    pub looking_for_gpu: &'static str,
    /// Arguments: device, samples.
    pub measured_on: fn(&DeviceInfo, usize) -> String,
    pub phase: fn(Phase) -> &'static str,
    /// The lab measures, so that nothing else may be measured.
    pub lab_measures: &'static str,
    pub gpu_error: fn(&GpuError) -> String,

    // Sentences about errors.
    pub bad_number: fn(&str, NumberError) -> String,
    pub bad_size: With<SizeError>,
    pub block_in_playground: With<u32>,
    pub masked_sign: &'static str,
    pub what_if: &'static str,
    pub what_if_hint: &'static str,
    /// Argument: the changes that are in effect.
    pub what_if_besides: fn(&str) -> String,
    pub what_if_width: With<u32>,
    pub what_if_block: With<u32>,
    pub what_if_barriers: &'static str,
    /// Names the question in the playground.
    pub what_if_asked: With<Question>,
    pub masked_hint: &'static str,
    pub bad_picture: With<u32>,
    /// Argument: elements that the last block lacks.
    pub not_multiple: With<u32>,
    /// About an efficiency above 100 %.
    pub above_hundred: &'static str,
    pub nonsense: fn(&Nonsense) -> String,
    pub step_beyond: With<(usize, usize)>,
    pub page_broke: &'static str,
    pub reload: &'static str,

    // Help.
    pub licences: &'static str,
    pub help_title: &'static str,
    pub keys: &'static [(&'static str, &'static str)],
    pub editor_keys_title: &'static str,
    pub editor_keys: &'static [(&'static str, &'static str)],
    pub keys_on: &'static str,
    pub help_reading: &'static str,
    pub help_lines: &'static [&'static str],
}

/// Words that only some views need. `Strings` has no reference to them, so that each is loaded with its views.
macro_rules! tables {
    ($($name:ident: $module:ident::$Words:ident;)*) => {
        impl Strings {
            $(
                #[inline]
                pub const fn $name(&self) -> &'static $module::$Words {
                    match self.language {
                        Language::English => &$module::EN,
                        Language::SimplifiedChinese => &$module::ZH,
                    }
                }
            )*
        }
    };
}

tables! {
    tools: tools::ToolsWords;
    machine_words: machine::MachineWords;
    occupancy_words: occupancy::OccupancyWords;
    report: report::ReportWords;
    trust: trust::TrustWords;
    lab: lab::LabWords;
    list: list::ListWords;
    board: board::BoardWords;
    playground: playground::PlaygroundWords;
    chain_words: chain::ChainWords;
    cuda_words: cuda::CudaWords;
    expected_words: expected::ExpectedWords;
    stop_words: stops::StopWords;
    clock_words: clock::ClockWords;
    version_words: versions::VersionWords;
    finding_words: finding::FindingWords;
    formula_words: formulas::FormulaWords;
    glossary_words: glossary::GlossaryWords;
    why_words: why::WhyWords;
    word_words: word::WordWords;
    scheduler_words: scheduler::SchedulerWords;
    panel_words: panels::PanelWords;
    predict_words: predict::PredictWords;
    summary: summary::SummaryWords;
    export: export::ExportWords;
    present: present::PresentWords;
    deck: deck::DeckWords;
}

impl Strings {
    /// Returns the title of a panel; `None`: memory.
    pub fn panel(&self, panel: Option<Panel>) -> &'static str {
        panel.map_or(self.memory, |panel| panel.definition().title.get(self.language))
    }

    /// Returns the name of a step size.
    pub fn pace(&self, pace: Pace) -> &'static str {
        match pace {
            Pace::Grain(grain) => (self.grain)(grain),
            Pace::Cycle => self.cycle,
        }
    }
}

/// Returns the page's words in a language.
pub fn of(language: Language) -> &'static Strings {
    match language {
        Language::English => &common::EN,
        Language::SimplifiedChinese => &common::ZH,
    }
}

/// Formats a number of things: `1 line`, `1,024 lines`.
fn count(number: impl Into<u64>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{} {many}", grouped(number)),
    }
}

fn percent(share: f64) -> String {
    if share == share.round() {
        format!("{share:.0} %")
    } else {
        format!("{share:.1} %")
    }
}
