//! Words that the panels of a single request share.

use simt::Access;

words!(RequestWords {
    /// Arguments: the kind of access, the variable.
    request: (|access, name| (
        format!("{} {name}", (EN.access)(access)),
        format!("{} {name}", (ZH.access)(access)),
    )) as fn(Access, &str) -> String,
    requests: ("Requests of this warp", "该线程束的请求"),
    warp_choice: ("Warps with requests", "发出请求的线程束"),
    warp_before: ("Previous warp", "上一个线程束"),
    warp_after: ("Next warp", "下一个线程束"),
    /// `None`: a position at which the step size does not stop.
    go_to_press: (|press| match press {
        Some(press) => (format!("Go to step {press}"), format!("跳到第 {press} 步")),
        None => ("Go to the next access".to_owned(), "跳到下一条访问它的语句".to_owned(),),
    }) as fn(Option<usize>) -> String,
    access: (|access| match access {
        Access::Load => ("load", "加载"),
        Access::Store => ("store", "存储"),
        Access::Atomic => ("atomic", "原子"),
    }) as fn(Access) -> &'static str,
});
