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

// Labels and sentences of all of them, held by value: the table of a panel is `Copy`.
words!(PanelWords {
    request: (request::EN, request::ZH) as request::RequestWords,
    lines: (lines::EN, lines::ZH) as lines::LinesWords,
    banks: (banks::EN, banks::ZH) as banks::BanksWords,
    tree: (tree::EN, tree::ZH) as tree::TreeWords,
    blocks: (blocks::EN, blocks::ZH) as blocks::BlocksWords,
    chip: (chip::EN, chip::ZH) as chip::ChipWords,
    grid: (grid::EN, grid::ZH) as grid::GridWords,
    host: (host::EN, host::ZH) as host::HostWords,
    launch: (launch::EN, launch::ZH) as launch::LaunchWords,
    multiprocessors: (multiprocessors::EN, multiprocessors::ZH) as multiprocessors::MultiprocessorWords,
});
