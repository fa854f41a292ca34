//! Every sentence of the page, with both languages side by side.

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

pub use common::Strings;

use crate::number::grouped;
use crate::run::pace::Pace;
use lessons::{Language, Panel};

/// A sentence with numbers in it.
type With<T> = fn(T) -> String;

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
