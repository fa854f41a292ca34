//! Words for the machine's sizes, in both languages.

use simt::LoadGranularity;

/// A size's name, its unit, and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub name: &'static str,
    pub unit: &'static str,
    pub hint: &'static str,
}

const fn size(name: &'static str, unit: &'static str, hint: &'static str) -> Size {
    Size { name, unit, hint }
}

words!(MachineWords {
    warp_width: (
        size("warp", "lanes", "Lanes that execute one instruction together.",),
        size("线程束", "线程", "一起执行同一条指令的线程数。"),
    ) as Size,
    request_lanes: (
        size(
            "served together",
            "lanes",
            "Lanes whose addresses memory serves together: a half-warp on the first CUDA chips.",
        ),
        size(
            "一次服务",
            "线程",
            "内存一次合并考虑的线程数：早期 CUDA 芯片上是半个线程束。",
        ),
    ) as Size,
    line_bytes: (
        size("cache line", "bytes", "The unit of a transaction."),
        size("缓存行", "字节", "事务按它计数。"),
    ) as Size,
    sector_bytes: (
        size("sector", "bytes", "The smallest unit that moves."),
        size("扇区", "字节", "一次移动的最小单位。"),
    ) as Size,
    bank_count: (
        size("banks", "", "Banks of shared memory: each serves one word at a time.",),
        size("存储体", "个", "共享内存的存储体：每个一次服务一个字。"),
    ) as Size,
    bank_bytes: (
        size("bank", "bytes", "Width of one bank."),
        size("体宽", "字节", "一个存储体的宽度。"),
    ) as Size,
    loads: (
        size(
            "a load moves",
            "",
            "The data that moves for each cache line that a load touches.",
        ),
        size("一次加载移动", "", "加载每触及一条缓存行时移动的数据。"),
    ) as Size,
    loads_move: (|loads| match loads {
        LoadGranularity::Sectors => ("touched sectors", "触及的扇区"),
        LoadGranularity::Lines => ("whole cache lines", "整条缓存行"),
    }) as fn(LoadGranularity) -> &'static str,
    branches: (
        size(
            "mask short branches",
            "",
            "Execute short branches masked instead of branching, as compilers do: at most 7 instructions under a condition that varies between lanes, at most 4 under one that does not. They then no longer count as branches.",
        ),
        size(
            "短分支用屏蔽执行",
            "",
            "像编译器那样把短分支屏蔽执行，而不跳转：条件因线程而异时最多 7 条指令，否则最多 4 条。这些分支不再计为分支。",
        ),
    ) as Size,
    independent: (
        size(
            "independent threads",
            "",
            "Since Volta each thread has its own program counter. The parts of a warp run apart after a branch, and meet at barriers and subgroup operations only. Kernels that rely on lockstep then fail.",
        ),
        size(
            "线程各自前进",
            "",
            "从 Volta 起，每条线程有自己的程序计数器。线程束的各部分在分支之后各走各的，只在同步点和子组操作处会合。依赖步调一致的内核就会出错。",
        ),
    ) as Size,
});
