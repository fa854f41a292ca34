//! The formulas behind a profiler's percentages, with the counters of three kernels.

use super::divergence::DIVERGENCE_PARITY;
use super::interleaved::REDUCE_INTERLEAVED;
use super::neighbored::REDUCE_NEIGHBORED;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static LESSON: Lesson = Lesson {
    id: "formulas",
    group: Group::Execution,
    title: Text::new("What a profiler computes", "性能分析器在算什么"),
    question: Prose::new(
        "In divergence_parity half of the lanes are always idle, but branch efficiency (branch_efficiency) is 99 %. Which formula shows them?",
        "divergence_parity 里始终有一半通道空闲，分支效率（branch_efficiency）却是 99 %。哪个公式看得出来？",
    ),
    answer: Prose::new(
        "Control flow divergence (control_flow_divergence), 49.33 %: it counts lanes for each instruction. Branch divergence (branch_divergence), 0.75 %, counts branches: 512 divergent of 67584 with n = 16384 and block size 64, one for each warp.",
        "控制流分化率（control_flow_divergence），49.33 %：它逐条指令数通道。分支分化率（branch_divergence）只有 0.75 %，它数的是分支：n = 16384、块大小 64 时，67584 次分支里 512 次分化，每个线程束一次。",
    ),
    remember: Prose::new(
        "A formula of counters shows where something is lost, and only a clock shows what it costs.",
        "计数器的公式指出损失在哪里，只有实测才能说明代价有多大。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "A profiler counts events and divides. Branch divergence: 100 × divergent / (divergent + branches). A branch is divergent for a warp if its active lanes disagree there.",
                "性能分析器做的就是计数，再相除。分支分化率：100 × 分化分支数 / (分化分支数 + 分支数)。线程束的活动通道在某个分支处分成两路，就算一次分化。",
            ),
            notes: Prose::new(
                "divergence_parity, n = 16384, block size 64: 100 × 512 / (512 + 67584) = 0.75 %. nvprof's branch efficiency (branch_efficiency) counts the other branches, (branches - divergent) / branches: 99.24 %. An emulator such as ocelot (“CUDA execution model”, chapter 4) counts as this page does, from the executed instructions. So it can point at hot lines of code and at unequal work.",
                "divergence_parity，n = 16384，块大小 64：100 × 512 / (512 + 67584) = 0.75 %。nvprof 的分支效率（branch_efficiency）数的是其余的分支，(分支 - 分化) / 分支：99.24 %。ocelot 之类的仿真器（见《第四章 CUDA 执行模型》）与本页一样，根据执行过的指令来计数，所以能指出热点代码和不均匀的工作量。",
            ),
            pin: Pin::of(&[0], 0, 1).with(Panel::Formulas).showing(&[Part::Formulas(&["branch_efficiency", "branch_divergence"])]),
        },
        Slide {
            text: Prose::new(
                "Each warp diverges once and then executes both loops with half of its lanes: few divergent branches, but long paths. Count lanes instead: 100 × (32 × instructions - lane instructions) / (32 × instructions).",
                "每个线程束只分化一次，之后却以一半通道执行两个循环：分化的分支少，路径却长。所以改数通道：100 × (32 × 指令数 - 通道指令数) / (32 × 指令数)。",
            ),
            notes: Prose::new(
                "534528 instructions and 8667136 lane instructions give 49.33 %. The 32 is the warp's width: on another machine the formula takes that machine's width. Instructions are this machine's own here, so compare kernels, not data sheets.",
                "指令 534528 条，通道指令 8667136 条，得 49.33 %。公式里的 32 是线程束宽度，换一种机器就用它的宽度。指令是本机器自己的计数，适合比较内核，不能和产品手册对照。",
            ),
            pin: Pin::of(&[0], 1, 4).with(Panel::Formulas).showing(&[Part::Formulas(&["control_flow_divergence", "warp_execution_efficiency"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "Where many branches diverge and the paths are short, both formulas show it. Neighbored pairs lose 30.00 % of branches and 25.71 % of lanes; interleaved pairs, where the first threads work, 17.65 % and 15.89 %.",
                "分化的分支多、路径短时，两个公式都看得出来。相邻配对：分支 30.00 %，通道 25.71 %；交错配对总让最前面的线程工作：17.65 % 和 15.89 %。",
            ),
            notes: Prose::new(
                "With n = 16384 and block size 64, 3072 and 1536 of 7168 branches each diverge. Step both, and say before each step whether a warp will diverge.",
                "n = 16384，块大小 64：各有 7168 次分支，分化 3072 次和 1536 次。两个一起走，每一步之前先猜会不会有线程束分化。",
            ),
            pin: Pin::of(&[1, 2], 1, 7).with(Panel::Formulas).showing(&[Part::Formulas(&["branch_divergence", "control_flow_divergence"])]),
        },
        Slide {
            text: Prose::new(
                "Instructions per byte: 32 × instructions over 32 × requests to the second-level cache. Above the device's own ratio arithmetic limits a kernel, below it memory.",
                "每字节指令数：32 × 指令数，除以 32 × 二级缓存请求数。高于设备自身的比值，瓶颈在计算；低于它，瓶颈在内存。",
            ),
            notes: Prose::new(
                "With our counters (n = 16384, block size 64, 32-byte sectors) the neighbored kernel has 66816 / 24320 = 2.75, the interleaved one 51712 / 8192 = 6.31. The second executes fewer instructions but more for each byte, since it moves a third of the bytes.",
                "用我们的计数（n = 16384，块大小 64，32 字节扇区）：相邻配对 66816 / 24320 = 2.75，交错配对 51712 / 8192 = 6.31。后者指令更少，每字节的指令却更多，因为搬运的字节只有三分之一。",
            ),
            pin: Pin::of(&[1, 2], 7, 7).with(Panel::Formulas).showing(&[Part::Formulas(&["instructions / byte"])]),
        },
        Slide {
            text: Prose::new(
                "Replay: 100 × (issued - executed) / issued, instructions issued again, since memory could not serve all lanes at once. IPC: issued / active cycles. The first should be zero, the second near the device's maximum.",
                "重放率：100 × (发射 - 执行) / 发射，内存一次满足不了所有通道，指令就要再发射。IPC：发射数 / 活跃周期数。前者最好为零，后者越接近设备上限越好。",
            ),
            notes: Prose::new(
                "Both formulas are from “CUDA execution model” (chapter 4, computeprof values for instruction rates). Our machine has no clock, so cycles are a profiler's or the modelled scheduler's; replays appear as transactions beyond one a request.",
                "两个公式都出自《第四章 CUDA 执行模型》（与指令速率相关的 computeprof 值一节）。我们的机器没有时钟，周期数要靠真正的性能分析器或调度器模型；哪些会重放，可以看每次请求超出一次的事务。",
            ),
            pin: Pin::of(&[0, 1], 1, 3).with(Panel::Formulas).showing(&[Part::Formulas(&["global_replay_overhead", "replayed instructions", "ipc"])]),
        },
        Slide {
            text: Prose::new(
                "On an H200, neighbored pairs take 1.95 times as long as interleaved ones in a browser and 1.23 times in CUDA. A formula shows where something is lost; only a clock shows what it costs.",
                "在 H200 上，相邻配对的用时，在浏览器里是交错配对的 1.95 倍，在 CUDA 里是 1.23 倍。公式指出损失在哪里，只有实测才能说明代价有多大。",
            ),
            notes: Prose::new(
                "Neighbored pairs take 236 µs and interleaved ones 121; in CUDA 90.9 and 74.0 (n = 2^24, block size 256). The chip itself counts as many requests and sectors for the CUDA versions as our machine. With both loops unrolled, a browser takes 106 and 83.8 µs.",
                "相邻配对 236 µs，交错配对 121 µs；CUDA 版为 90.9 和 74.0 µs（n = 2^24，块大小 256）。芯片自己给 CUDA 版数出的请求和扇区，与我们的机器相同。两个循环都展开之后，浏览器里是 106 和 83.8 µs。",
            ),
            pin: Pin::of(&[2, 1], 1, 4).showing(&[Part::Clock(&Story {
                counters: &["gld_efficiency", "divergent_branch", "inst_per_warp"],
                cause: Cause::Shown(Prose::new(
                    "WGSL and CUDA make the same requests; the code of the loop differs. With both loops unrolled, in the lesson The loops unrolled, a browser's ratio is 1.26.",
                    "WGSL 和 CUDA 发出的请求是一样的，不同的是循环的代码。两个循环都展开之后（见《把循环展开》一课），浏览器里的比值是 1.26。",
                )),
            })]),
        },
        Slide {
            text: Prose::new(
                "The matrix, the additions and the threads are the same. Only the order of the words in memory differs, and row by row takes more than twice as long.",
                "矩阵、加法和线程都相同，不同的只是字在内存里的次序，而按行存放的用时是两倍多。",
            ),
            notes: Prose::new(
                "Ask which counter told it before the clock did: the transactions for each request.",
                "问学生：计时之前，哪个计数器已经说明了这一点？是每次请求的事务数。",
            ),
            pin: Pin::START.showing(&[Part::Chapter]),
        },
    ],
    panels: &[Panel::Formulas],
    kernels: &[&DIVERGENCE_PARITY, &REDUCE_NEIGHBORED, &REDUCE_INTERLEAVED],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 1, 1).with(Panel::Formulas),
    clock: Clock::usual(&[(2, 1)]),
};
