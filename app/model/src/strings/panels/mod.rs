//! Words of the panels below the lanes, in both languages.

pub mod banks;
pub mod blocks;
pub mod launch;
pub mod lines;
pub mod tree;

use simt::Access;

/// Labels and sentences of all of them.
#[derive(Debug)]
pub struct PanelWords {
    pub request: RequestWords,
    pub lines: lines::LinesWords,
    pub banks: banks::BanksWords,
    pub tree: tree::TreeWords,
    pub blocks: blocks::BlocksWords,
    pub launch: launch::LaunchWords,
}

/// Words that the panels of a single request share.
#[derive(Debug)]
pub struct RequestWords {
    /// Arguments: the kind of access, the variable.
    pub request: fn(Access, &str) -> String,
    pub requests: &'static str,
    pub warp_choice: &'static str,
    pub warp_before: &'static str,
    pub warp_after: &'static str,
    /// `None`: a position at which the step size does not stop.
    pub go_to_press: fn(Option<usize>) -> String,
}

const fn access_en(access: Access) -> &'static str {
    match access {
        Access::Load => "load",
        Access::Store => "store",
        Access::Atomic => "atomic",
    }
}

const fn access_zh(access: Access) -> &'static str {
    match access {
        Access::Load => "加载",
        Access::Store => "存储",
        Access::Atomic => "原子",
    }
}

pub static EN: PanelWords = PanelWords {
    request: RequestWords {
        request: |access, name| format!("{} {name}", access_en(access)),
        requests: "Requests of this warp",
        warp_choice: "Warps with requests",
        warp_before: "Previous warp",
        warp_after: "Next warp",
        go_to_press: |press| match press {
            Some(press) => format!("Go to step {press}"),
            None => "Go to the next access".to_owned(),
        },
    },
    lines: lines::EN,
    banks: banks::EN,
    tree: tree::EN,
    blocks: blocks::EN,
    launch: launch::EN,
};

pub static ZH: PanelWords = PanelWords {
    request: RequestWords {
        request: |access, name| format!("{} {name}", access_zh(access)),
        requests: "该线程束的请求",
        warp_choice: "发出请求的线程束",
        warp_before: "上一个线程束",
        warp_after: "下一个线程束",
        go_to_press: |press| match press {
            Some(press) => format!("跳到第 {press} 步"),
            None => "跳到下一条访问它的语句".to_owned(),
        },
    },
    lines: lines::ZH,
    banks: banks::ZH,
    tree: tree::ZH,
    blocks: blocks::ZH,
    launch: launch::ZH,
};
