//! Words of the picture of a GPU.

use crate::panels::chip::Unit;

#[derive(Clone, Copy, Debug)]
pub struct ChipWords {
    pub unit: fn(Unit) -> &'static str,
    pub multiprocessors: fn(u32) -> String,
    /// Argument: the block that the picture follows.
    pub one: fn(u32) -> String,
    pub warps: &'static str,
    /// Argument: the most resident warps.
    pub room: fn(u32) -> String,
    /// Argument: the number of 32-bit registers, with separators.
    pub registers: fn(&str) -> String,
    /// Arguments: KiB, if they are known, and banks.
    pub shared: fn(Option<u32>, u32) -> String,
    /// Arguments: bytes of a line and of a sector.
    pub lines: fn(u32, u32) -> String,
    /// Argument: the units that the next step uses, in words.
    pub label: fn(&str) -> String,
    /// The sizes of this machine are not known.
    pub unknown: &'static str,
}

words!(ChipWords {
    unit: (
        |unit| match unit {
            Unit::Arithmetic => "arithmetic",
            Unit::Requests => "loads and stores",
            Unit::Barriers => "barriers",
            Unit::Registers => "registers",
            Unit::Shared => "shared memory",
            Unit::SecondLevelCache => "second-level cache",
            Unit::Memory => "GPU memory",
        },
        |unit| match unit {
            Unit::Arithmetic => "算术",
            Unit::Requests => "加载与存储",
            Unit::Barriers => "同步",
            Unit::Registers => "寄存器",
            Unit::Shared => "共享内存",
            Unit::SecondLevelCache => "二级缓存",
            Unit::Memory => "显存",
        },
    ),
    multiprocessors: (|count| (format!("{count} multiprocessors"), format!("{count} 个多处理器"),)),
    one: (|block| (
        format!("the multiprocessor of block {block}"),
        format!("{block} 号块所在的多处理器"),
    )),
    warps: ("warps", "线程束"),
    room: (|most| (format!("room for {most}"), format!("容得下 {most} 个"))),
    registers: (|count| (format!("{count} of 32 bits"), format!("{count} 个 32 位"))),
    shared: (
        |kib, banks| match kib {
            Some(kib) => format!("{kib} KiB in {banks} banks"),
            None => format!("{banks} banks"),
        },
        |kib, banks| match kib {
            Some(kib) => format!("{kib} KiB，{banks} 个存储体"),
            None => format!("{banks} 个存储体"),
        },
    ),
    lines: (|line, sector| (
        format!("lines of {line} bytes in sectors of {sector}"),
        format!("缓存行 {line} 字节，扇区 {sector} 字节"),
    )),
    label: (|units| (format!("The next step uses: {units}"), format!("下一步用到：{units}"),)),
    unknown: (
        "The lessons have no number of multiprocessors for this machine.",
        "课程里没有这台机器的多处理器个数。",
    ),
});
