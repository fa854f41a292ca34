//! Words of the panels below the lanes, in both languages.

pub mod banks;
pub mod blocks;
pub mod chip;
pub mod grid;
pub mod host;
pub mod launch;
pub mod lines;
pub mod multiprocessors;
pub mod request;
pub mod tree;

/// Labels and sentences of all of them, held by value: the table of a panel is `Copy`.
#[derive(Debug)]
pub struct PanelWords {
    pub request: request::RequestWords,
    pub lines: lines::LinesWords,
    pub banks: banks::BanksWords,
    pub tree: tree::TreeWords,
    pub blocks: blocks::BlocksWords,
    pub chip: chip::ChipWords,
    pub grid: grid::GridWords,
    pub host: host::HostWords,
    pub launch: launch::LaunchWords,
    pub multiprocessors: multiprocessors::MultiprocessorWords,
}

words!(PanelWords {
    request: (request::EN, request::ZH),
    lines: (lines::EN, lines::ZH),
    banks: (banks::EN, banks::ZH),
    tree: (tree::EN, tree::ZH),
    blocks: (blocks::EN, blocks::ZH),
    chip: (chip::EN, chip::ZH),
    grid: (grid::EN, grid::ZH),
    host: (host::EN, host::ZH),
    launch: (launch::EN, launch::ZH),
    multiprocessors: (multiprocessors::EN, multiprocessors::ZH),
});
