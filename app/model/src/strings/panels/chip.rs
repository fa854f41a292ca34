//! Words of the picture of a GPU.

use crate::panels::chip::Unit;

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
    ) as fn(Unit) -> &'static str,
    multiprocessors: (|count| (format!("{count} multiprocessors"), format!("{count} 个多处理器"),))
        as fn(u32) -> String,
    /// Argument: the block that the picture follows.
    one: (|block| (
        format!("the multiprocessor of block {block}"),
        format!("{block} 号块所在的多处理器"),
    )) as fn(u32) -> String,
    warps: ("warps", "线程束"),
    /// Argument: the most resident warps.
    room: (|most| (format!("room for {most}"), format!("容得下 {most} 个"))) as fn(u32) -> String,
    /// Argument: the number of 32-bit registers, with separators.
    registers: (|count| (format!("{count} of 32 bits"), format!("{count} 个 32 位"))) as fn(&str) -> String,
    /// Arguments: KiB, if they are known, and banks.
    shared: (
        |kib, banks| match kib {
            Some(kib) => format!("{kib} KiB in {banks} banks"),
            None => format!("{banks} banks"),
        },
        |kib, banks| match kib {
            Some(kib) => format!("{kib} KiB，{banks} 个存储体"),
            None => format!("{banks} 个存储体"),
        },
    ) as fn(Option<u32>, u32) -> String,
    /// Arguments: bytes of a line and of a sector.
    lines: (|line, sector| (
        format!("lines of {line} bytes in sectors of {sector}"),
        format!("缓存行 {line} 字节，扇区 {sector} 字节"),
    )) as fn(u32, u32) -> String,
    /// Argument: the units that the next step uses, in words.
    label: (|units| (format!("The next step uses: {units}"), format!("下一步用到：{units}"),)) as fn(&str) -> String,
    /// The sizes of this machine are not known.
    unknown: (
        "The lessons have no number of multiprocessors for this machine.",
        "课程里没有这台机器的多处理器个数。",
    ),
});
