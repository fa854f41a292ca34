//! Words of a chain of entry points.

#[derive(Debug)]
pub struct ChainWords {
    pub title: &'static str,
    pub start: &'static str,
    pub start_hint: &'static str,
    pub add: &'static str,
    pub stop: &'static str,
    pub up: &'static str,
    pub remove: &'static str,
    pub repeats: &'static str,
    /// Argument: the largest number of dispatches.
    pub bad_repeats: fn(usize) -> String,
    pub swap: &'static str,
    pub no_swap: &'static str,
    pub show_stage: &'static str,
    pub not_run: &'static str,
    pub stopped: &'static str,
    /// Instructions, transactions of loads and of stores, wavefronts of shared memory.
    pub counters: [&'static str; 4],
}

words!(ChainWords {
    title: ("Dispatches in a row", "依次执行的调度"),
    start: ("Run several in a row …", "依次运行多个入口……"),
    start_hint: (
        "Runs entry points one after another on the same buffers, such as the passes of a scan",
        "在同一组缓冲区上依次运行多个入口，例如扫描的各个阶段",
    ),
    add: ("Add one", "添加"),
    stop: ("Run one alone", "只运行一个"),
    up: ("Run it earlier", "提前"),
    remove: ("Remove it", "移除"),
    repeats: ("Times", "次数"),
    bad_repeats: (|most| (
        format!("Write a whole number from 1 to {most}."),
        format!("请写 1 到 {most} 的整数。"),
    )),
    swap: (
        "Buffers that change places after each time",
        "每次之后互换的缓冲区",
    ),
    no_swap: ("no swap", "不互换"),
    show_stage: ("Show this dispatch", "显示这次调度"),
    not_run: (
        "It did not run, because one before it stopped.",
        "没有运行，因为之前的一个停下了。",
    ),
    stopped: ("It stopped before its end.", "它没有运行到结束。"),
    counters: ([
        ("Instructions", "指令"),
        ("Load transactions", "读事务"),
        ("Store transactions", "写事务"),
        ("Shared wavefronts", "共享内存波前"),
    ]),
});
