//! Words of the formulas panel, in both languages.

use crate::panels::formulas::{FormulaId, Missing};

words!(FormulaWords {
    hint: ("over the whole dispatch", "整个派发"),
    title: (|id| match id {
        FormulaId::BranchEfficiency => ("Branch efficiency", "分支效率"),
        FormulaId::BranchDivergence => ("Branch divergence", "分支分化率"),
        FormulaId::ControlFlowDivergence => ("Control flow divergence", "控制流分化率"),
        FormulaId::WarpExecutionEfficiency => ("Warp execution efficiency", "线程束执行效率"),
        FormulaId::GldEfficiency => ("Load efficiency", "加载效率"),
        FormulaId::GstEfficiency => ("Store efficiency", "存储效率"),
        FormulaId::GldTransactionsPerRequest => ("Transactions per load", "每次加载的事务数"),
        FormulaId::GstTransactionsPerRequest => ("Transactions per store", "每次存储的事务数"),
        FormulaId::InstPerWarp => ("Instructions per warp", "每线程束指令数"),
        FormulaId::InstPerByte => ("Instructions per byte", "每字节指令数"),
        FormulaId::GlobalReplay => ("Global replay overhead", "全局内存重放开销"),
        FormulaId::SharedReplay => ("Shared replay overhead", "共享内存重放开销"),
        FormulaId::Replayed => ("Replayed instructions", "重放指令比例"),
        FormulaId::Ipc => ("Instructions per cycle", "每周期指令数"),
        FormulaId::Throughput => ("Instruction throughput", "指令吞吐率"),
    }) as fn(FormulaId) -> &'static str,
    /// The formula itself, in names.
    formula: (|id| match id {
        FormulaId::BranchEfficiency => (
            "100 × (branches − divergent) ÷ branches",
            "100 × (分支数 − 分化数) ÷ 分支数",
        ),
        FormulaId::BranchDivergence => (
            "100 × divergent ÷ (divergent + branches)",
            "100 × 分化数 ÷ (分化数 + 分支数)",
        ),
        FormulaId::ControlFlowDivergence => (
            "100 × (warp width × instructions − lane instructions) ÷ (warp width × instructions)",
            "100 × (线程束宽度 × 指令数 − 通道指令数) ÷ (线程束宽度 × 指令数)",
        ),
        FormulaId::WarpExecutionEfficiency => (
            "100 × lane instructions ÷ (warp width × instructions)",
            "100 × 通道指令数 ÷ (线程束宽度 × 指令数)",
        ),
        FormulaId::GldEfficiency | FormulaId::GstEfficiency =>
            ("100 × bytes requested ÷ bytes moved", "100 × 请求的字节 ÷ 搬运的字节",),
        FormulaId::GldTransactionsPerRequest => ("load transactions ÷ load requests", "加载事务数 ÷ 加载请求数",),
        FormulaId::GstTransactionsPerRequest => ("store transactions ÷ store requests", "存储事务数 ÷ 存储请求数",),
        FormulaId::InstPerWarp => ("instructions ÷ warps", "指令数 ÷ 线程束数"),
        FormulaId::InstPerByte => (
            "(warp width × instructions) ÷ (sector bytes × sectors moved)",
            "(线程束宽度 × 指令数) ÷ (扇区字节 × 搬运的扇区数)",
        ),
        FormulaId::GlobalReplay => ("(transactions − requests) ÷ instructions", "(事务数 − 请求数) ÷ 指令数",),
        FormulaId::SharedReplay => (
            "(wavefronts − requests to workgroup memory) ÷ instructions",
            "(wavefront 数 − 共享内存请求数) ÷ 指令数",
        ),
        FormulaId::Replayed => (
            "100 × replays ÷ (instructions + replays)",
            "100 × 重放数 ÷ (指令数 + 重放数)",
        ),
        FormulaId::Ipc => (
            "instructions issued ÷ active cycles of all multiprocessors",
            "发射的指令数 ÷ 各多处理器活跃周期之和",
        ),
        FormulaId::Throughput => (
            "instructions issued ÷ (time × clock × multiprocessors), with one issue a cycle as the peak",
            "发射的指令数 ÷ (时间 × 时钟频率 × 多处理器数)，以每周期发射一条为峰值",
        ),
    }) as fn(FormulaId) -> &'static str,
    missing: (|missing| match missing {
        Missing::Branches => ("No branch was decided in this run.", "这次运行没有分支。"),
        Missing::Loads => ("Nothing was loaded from storage memory.", "没有从全局内存加载。",),
        Missing::Stores => ("Nothing was stored to storage memory.", "没有向全局内存存储。",),
        Missing::Instructions => ("Nothing was executed.", "什么也没有执行。"),
        Missing::Bytes => ("Nothing moved to or from storage memory.", "没有访问全局内存。",),
        Missing::Shared => ("This kernel does not use workgroup memory.", "这个内核不用共享内存。",),
        Missing::Clock => (
            "No modelled cycles: they exist for kernels of lessons whose blocks are short enough for the scheduler's model.",
            "没有模型周期：只有课程里的内核，且块短到调度器模型算得完，才有周期数。",
        ),
    }) as fn(Missing) -> &'static str,
    model: (
        "Instructions are the machine's own, so compare kernels and not data sheets. Replays are the transactions or wavefronts (passes over the banks) beyond the first of each request. Cycles, and the instructions divided by them, come from the model of the Multiprocessors and Scheduler panels: a statement is one operation, a request one instruction.",
        "指令是我们的机器自己的指令，适合比较内核，不能和产品手册对照。重放是内存一次满足不了的部分：每次请求超出第一次的事务或 wavefront。周期数和除以它的指令数出自“多处理器”和“调度器”面板的模型：一条语句算一次运算，一次请求算一条指令。",
    ),
});
