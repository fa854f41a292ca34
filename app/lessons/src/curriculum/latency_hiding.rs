//! A scheduler that always finds a warp to issue hides the latency of each warp.

use super::ilp::{ILP_1, ILP_4};
use super::littles_law::{COPY_SCALAR, COPY_SCALAR4};
use crate::scheduler::{Dial, Dials, Work};
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};
use simt::Grain;

pub(super) static LESSON: Lesson = Lesson {
    id: "latency-hiding",
    group: Group::Execution,
    title: Text::new("Hiding latency", "隐藏延迟"),
    question: Prose::new(
        "In ilp_1 each result takes 18 cycles. How many of 18 cycles does a single warp use, and how many warps use all of them?",
        "ilp_1 里每个结果要 18 个周期。只有一个线程束时，18 个周期里用上了几个？多少个线程束才能全用上？",
    ),
    answer: Prose::new(
        "One of 18, since each instruction waits for the one before; 18 warps use all of them. With 32 cores that is 18 × 32 = 576 threads, as “CUDA execution model” (chapter 4, table 4.5) says for compute capability 2.0.",
        "18 个里只用 1 个，因为每条指令都要等前一条；18 个线程束才能全用上。按 32 个核心算，就是 18 × 32 = 576 条线程，正是《第四章 CUDA 执行模型》表 4.5 给计算能力 2.0 的数。",
    ),
    remember: Prose::new(
        "A scheduler hides a wait by issuing another warp's instruction, or an independent one of the same warp.",
        "调度器靠发射别的线程束的指令，或者同一线程束里互不依赖的指令，来隐藏等待。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "copy_scalar loads a word and stores it. The load does not stop the warp: it is issued, and the next instruction follows. That one needs the word, and so the warp stalls.",
                "copy_scalar 加载一个字，再存出去。加载并不会让线程束停下：请求发出后，轮到下一条指令；这一条要用那个字，线程束于是停顿。",
            ),
            notes: Prose::new(
                "“CUDA execution model” (chapter 4, “ILP hides data latency”) says: warps stall on dependences, not on accesses. Ask what the warp could do in between if it had an independent instruction. So compilers change the order: loads come early and many are in flight, independent work follows, and the instruction that needs the word comes when the word should arrive.",
                "《第四章 CUDA 执行模型》（“ILP 隐藏数据延迟”一节）指出：线程束停顿是因为依赖，而不是因为访存。可以问学生：若有一条独立的指令，线程束在这段时间里能做什么？所以编译器会调整次序：加载尽早发出，使许多请求同时在途；接着是互不依赖的工作；需要数据的那条指令，排在数据大约到达的时候。",
            ),
            pin: Pin::of(&[0], 0, 3).by(Grain::Statement).with(Panel::Scheduler),
        },
        Slide {
            text: Prose::new(
                "Each cycle the scheduler looks for an eligible warp, one whose next instruction can be issued. It issues one of them; the others are stalled or not chosen. If none is eligible, the cycle is lost.",
                "每个周期，调度器找“可发射”的线程束，即下一条指令可以发射的，发射其中一个；其余的不是停顿，就是没被选中。一个都没有，这个周期就浪费了。",
            ),
            notes: Prose::new(
                "Changing warps costs nothing: each keeps its own registers. “CUDA kernel execution logic” (Tesla K80, n = 2^30) prints eligible warps per cycle (eligible_warps_per_cycle): 1.85 for the interleaved reduction and 2.13 with eight data blocks for each thread block.",
                "切换线程束没有代价：各有各的寄存器。《CUDA——kernel执行逻辑》（Tesla K80，n = 2^30）的每周期可发射线程束数（eligible_warps_per_cycle）：交错配对归约为 1.85，每块处理八个数据块时为 2.13。",
            ),
            pin: Pin::of(&[1], 0, 2).with(Panel::Scheduler),
        },
        Slide {
            text: Prose::new(
                "A single warp issues once and waits 17 cycles. Every further warp fills one of the gaps: thread-level parallelism (TLP). With 18 there are none left, and a nineteenth changes nothing.",
                "只有一个线程束时，发射一次，等 17 个周期。每多一个线程束，就填上一个空档：这就是线程级并行（TLP）。到 18 个时没有空档了，第 19 个也就没有用处。",
            ),
            notes: Prose::new(
                "The slide sets “Instructions” to “operations”, “Operation” to 18, “Chains” to 1 and “Warps” to 1. Move “Warps” to 20. The waits are as long as before: they are hidden, not shortened.",
                "本页的“指令”为“运算链”，“运算延迟”为 18，“独立指令”为 1，“线程束”为 1。把“线程束”调到 20。每次等待和原来一样长：只是被隐藏，并没有缩短。",
            ),
            pin: Pin::of(&[1], 2, 2)
                .scheduling(Dials::USUAL.of(Work::Operations).at(Dial::Warps, 1)),
        },
        Slide {
            text: Prose::new(
                "Memory takes longer: up to 800 cycles on a C2050, whose multiprocessor holds 48 warps. Warps alone cannot fill that. Each warp must also have independent loads.",
                "内存更慢：C2050 上最多 800 个周期，而一个多处理器最多 48 个线程束。只靠线程束填不满，每个线程束还要有互不依赖的加载。",
            ),
            notes: Prose::new(
                "The slide sets “Instructions” to “loads”, “Memory” to 800, “Warps” to 48 and “Chains” to 1. Raise “Chains”. The lessons on unrolling and on bytes in flight show how a kernel gets independent loads.",
                "本页的“指令”为“加载链”，“内存延迟”为 800，“线程束”为 48，“独立指令”为 1。请增加“独立指令”。内核怎样得到互不依赖的加载，见讲循环展开和在途字节的两课。",
            ),
            pin: Pin::of(&[0], 3, 3)
                .by(Grain::Statement)
                .on("m2070")
                .scheduling(Dials::USUAL.of(Work::Loads).at(Dial::Warps, 48)),
        },
        Slide {
            text: Prose::new(
                "A V100 has four schedulers, each with its own warps and cores. A result takes 4 cycles instead of 18, and so 16 warps hide it: each scheduler changes between four.",
                "V100 有四个调度器，各管各的线程束和核心。一个结果只要 4 个周期，而不是 18 个，所以 16 个线程束就够：每个调度器在四个之间轮换。",
            ),
            notes: Prose::new(
                "The slide sets “Warps” to 16 and “Chains” to 1; the figures are NVIDIA's (Volta Tuning Guide). With 4 warps and 4 chains the slots are full, too. “CUDA execution model” (chapter 4) describes a multiprocessor of GF100: 32 cores, 16 load/store units, 4 special-function units, and two schedulers that issue for two warps in the same cycle: dual issue. A multiply-add can go beside an integer operation, a load or a special function; double precision goes alone. GF104 can also issue a second, independent instruction of the same warp. “GF100-dual” in the list of chips shows two schedulers.",
                "本页的“线程束”为 16，“独立指令”为 1；数据出自 NVIDIA（Volta Tuning Guide）。4 个线程束、4 条独立指令同样能占满。《第四章 CUDA 执行模型》介绍了 GF100 的多处理器：32 个核心、16 个加载/存储单元、4 个特殊功能单元，以及两个调度器，同一周期为两个线程束各发射一条，即双发射（dual issue）。乘加可以和整数运算、加载或特殊函数一起发射；双精度只能单独发射。GF104 还能再发射同一线程束的第二条独立指令。芯片列表里的“GF100-dual”就是两个调度器。",
            ),
            pin: Pin::of(&[1], 2, 2).on("v100").scheduling(
                Dials::USUAL
                    .on("V100")
                    .of(Work::Operations)
                    .at(Dial::Warps, 16),
            ),
        },
        Slide {
            text: Prose::new(
                "A barrier reduces this effect: all warps of a block wait for the last one. If several blocks are resident on a multiprocessor, the others go on meanwhile.",
                "同步会减弱这种效果：整块的线程束都要等最后一个。若多处理器上驻留着好几个块，别的块这时可以继续。",
            ),
            notes: Prose::new(
                "“CUDA execution model” (chapter 4) advises: more blocks than multiprocessors, several on each, thousands in a grid. It also advises to mix the instructions: integer, float, memory and special functions evenly over the kernel, so that one unit is not the bottleneck while the others wait. In “CUDA notes 8: Branch Divergence and Unrolling Loop” (Tesla M2070), barrier stalls (stall_sync) fall from 58.37 % to 30.60 % when the last warp of the reduction needs no barriers.",
                "《第四章 CUDA 执行模型》的建议：块数多于多处理器数，每个上面驻留好几块，一个网格有成千上万块。该章还建议让指令混合得均匀：整数、浮点、访存和特殊函数分布在整个内核里，免得一个部件成为瓶颈，其他部件空等。《CUDA学习笔记(八)》（Tesla M2070）里，归约的最后一个线程束不再同步后，等同步的停顿（stall_sync）从 58.37 % 降到 30.60 %。",
            ),
            pin: Pin::of(&[0, 1], 3, 3).by(Grain::Statement).with(Panel::Scheduler),
        },
        Slide {
            text: Prose::new(
                "Independent instructions pay even where warps are many: four words for each thread, or four chains, take less than three fifths of the time.",
                "即使线程束很多，互不依赖的指令仍有收益：每条线程四个字，或者四条链，用时都不到五分之三。",
            ),
            notes: Prose::new(
                "Four words for each thread are copied in 35.0 µs, one word in 59.7; four chains take 148 µs, one 267 (H200 in a browser, n = 2^24, block size 256). In CUDA they take 34.5 and 51.0, 149 and 269. The chains have 256 multiply-adds in each thread. The lessons One chain or four and Bytes in flight have more about these kernels.",
                "每条线程复制四个字 35.0 µs，复制一个字 59.7 µs；四条链 148 µs，一条链 267 µs（H200 的浏览器，n = 2^24，块大小 256）。CUDA 版为 34.5 和 51.0 µs、149 和 269 µs。两种链里，每条线程都是 256 次乘加。这些内核详见《一条链还是四条链》和《在途的字节》两课。",
            ),
            pin: Pin::of(&[0, 2], 3, 8).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["gld_requests", "gld_transactions", "inst_per_warp"],
                cause: Cause::Open(Prose::new(
                    "Bytes, requests and multiply-adds are excluded, because each pair has equally many. For the chains this lesson's model predicts no gain where 16 warps and more are resident.",
                    "可以排除字节、请求和乘加的次数：每一对都一样多。对于链，驻留 16 个线程束以上时，本课的模型预测没有收益。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Chip, Panel::Scheduler],
    kernels: &[&COPY_SCALAR, &ILP_1, &COPY_SCALAR4, &ILP_4],
    size: Size::fixed(16_384, 256),
    opens: Pin::of(&[1], 0, 0).on("m2070").with(Panel::Scheduler),
    clock: Clock::usual(&[]),
};
