//! The blocks of a grid are handed to multiprocessors in waves, and the last one may leave many of them idle.

use super::grid_stride::REDUCE_GRID_STRIDE_VEC4;
use super::reductions::REDUCE_INTERLEAVED;
use super::unroll::{REDUCE_UNROLL2, REDUCE_UNROLL4, REDUCE_UNROLL8};
use crate::multiprocessors::Placement;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};
use simt::Grain;

pub(super) static LESSON: Lesson = Lesson {
    id: "waves",
    group: Group::Execution,
    title: Text::new("Blocks on multiprocessors", "多处理器上的线程块"),
    question: Prose::new(
        "A Tesla K80 has 13 multiprocessors on each of its two chips. How many of them work if a grid has 2 blocks, and how many if it has 16?",
        "Tesla K80 的两个芯片各有 13 个多处理器。网格有 2 个块时几个在工作？有 16 个块时呢？",
    ),
    answer: Prose::new(
        "2 of 13: a block is never divided, and 11 multiprocessors stay idle. With 16 blocks all 13 work, but three of them have twice as much to do as the others.",
        "13 个里只有 2 个：一个块不会拆开，另外 11 个一直空着。16 个块时 13 个都在工作，但其中三个的工作量是别人的两倍。",
    ),
    remember: Prose::new(
        "A block is never divided, so a grid needs many more blocks than the GPU has multiprocessors.",
        "一个块不会拆开，所以网格的块数应当远多于 GPU 的多处理器数。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Blocks of a grid are independent: none waits for another. So a block may run on any multiprocessor, at any time. It stays there until all of its warps have ended.",
                "网格里的块互不依赖，谁也不等谁。所以一个块可以在任何一个多处理器上、任何时候运行；它一直留在那里，直到所有线程束结束。",
            ),
            notes: Prose::new(
                "The unit that hands out blocks is the block scheduler; “CUDA execution model” (chapter 4) calls it GigaThread. It only needs to know which multiprocessors have room, because each schedules its own warps; figure 4.1 there draws it so. The same program runs on 2 multiprocessors or on 80. Only threads of a block share data, so multiprocessors need no coherent caches among each other, and the kernel with its arguments reaches all of them in one broadcast. Two things break this. Atomics between blocks make blocks wait for one place in memory, which limits how far a kernel scales. And a block that waits for another in a loop may deadlock: the other block may not have a place yet.",
                "分发块的部件叫块调度器，《第四章 CUDA 执行模型》称之为 GigaThread。它只需知道哪个多处理器有空位，因为线程束由各个多处理器自己安排；该章图 4.1 就是这样画的。同一个程序在 2 个或 80 个多处理器上都能运行。只有同一个块的线程才共享数据，所以多处理器之间不需要缓存一致，内核和参数一次广播就送到所有多处理器。有两件事会破坏这一点：块之间的原子操作让各块排队等同一处内存，限制了可扩展性；一个块若循环等待另一个块，可能死锁，因为那个块也许还没有位置。",
            ),
            pin: Pin::of(&[3], 0, 1).with(Panel::Multiprocessors),
        },
        Slide {
            text: Prose::new(
                "The occupancy calculator says how many blocks a multiprocessor holds: two of 1024 threads here. So 13 multiprocessors hold 26 blocks at once. That is a wave.",
                "占用率计算器给出一个多处理器容得下几个块：这里是两个 1024 条线程的块。13 个多处理器一次容得下 26 个块，这就是一个批次（wave）。",
            ),
            notes: Prose::new(
                "The slide sets “Blocks” to 26: every place is taken, and all blocks end together. Set 52: two waves, one after the other. Concurrent kernels fill places too: CUDA has streams, and kernels in different streams may run at the same time on GPUs from compute capability 2.0 on. WebGPU has one queue and no streams.",
                "本页的“块”为 26：所有位置都占满，各块同时结束。再设为 52：前后两个批次。并发内核也能填满空位：CUDA 有流（stream），从计算能力 2.0 起，不同流里的内核可以同时运行。WebGPU 只有一个队列，没有流。",
            ),
            pin: Pin::of(&[3], 1, 2).placing(Placement::USUAL.of(26)),
        },
        Slide {
            text: Prose::new(
                "One block more begins a second wave. It runs alone, and 12 multiprocessors wait for it. The time in which some are idle and others are not is the tail.",
                "再多一个块，就有了第二个批次。它独自运行，其余 12 个多处理器都在等它。一部分空闲、一部分还在忙的这段时间叫作尾部。",
            ),
            notes: Prose::new(
                "The slide sets “Blocks” to 27. The work grows by a twenty-sixth, and the time by much more. With a hundred full waves before it, the same tail would not be seen: many blocks make the tail small.",
                "本页的“块”为 27。工作量只增加二十六分之一，时间却多得多。若前面有一百个满批次，同样的尾部就看不出来了：块多，尾部的影响就小。",
            ),
            pin: Pin::of(&[3], 2, 3).placing(Placement::USUAL.of(27)),
        },
        Slide {
            text: Prose::new(
                "Unrolling makes fewer blocks. Of 16 blocks, two are left when each takes eight times the data: 2 of 13 multiprocessors work, whatever happens inside the block.",
                "展开使块变少。每块处理八倍的数据时，16 个块只剩 2 个：13 个多处理器只有 2 个在工作，块内再快也没用。",
            ),
            notes: Prose::new(
                "That is why unrolling costs time at this size: “CUDA kernel execution logic” (Tesla K80, n = 16384) prints 31.936 µs without it and 39.135 µs with eight data blocks. With n = 2^30 there are enough blocks, and the source prints an sm_efficiency of 99.44 % for the same kernel.",
                "所以在这个大小上展开反而更慢：《CUDA——kernel执行逻辑》（Tesla K80，n = 16384）给出不展开 31.936 µs，每块八个数据块 39.135 µs。n = 2^30 时块足够多，同一内核的 sm_efficiency 为 99.44 %。",
            ),
            pin: Pin::of(&[3, 0], 0, 1).with(Panel::Multiprocessors),
        },
        Slide {
            text: Prose::new(
                "A profiler calls it sm_efficiency: the share of time in which a multiprocessor has at least one warp, on average over all. Twice the unrolling halves the share.",
                "性能分析器称之为 sm_efficiency：多处理器上至少有一个线程束的时间占比，对所有多处理器取平均。展开加倍，占比减半。",
            ),
            notes: Prose::new(
                "“CUDA kernel execution logic” prints 75.65, 49.11, 24.74 and 12.76 % for 16, 8, 4 and 2 blocks. 8, 4 and 2 of 13 would be 61.54, 30.77 and 15.38 %: the profiler also counts time in which no block runs, such as that of the launch. 6.68 µs of it, which follow from the last figure, give 48.58 and 24.85 % for 8 and 4 blocks. For 16 blocks they give 79.08 % if two blocks on one multiprocessor take no longer than one, and 70.39 % with the durations of this panel: the printed figure lies between.",
                "《CUDA——kernel执行逻辑》给出 16、8、4、2 个块时为 75.65、49.11、24.74、12.76 %。13 个里用 8、4、2 个，应为 61.54、30.77、15.38 %：分析器还计入没有块在运行的时间，例如启动。由最后一个数可以推出 6.68 µs，用它算 8 块和 4 块得 48.58 % 和 24.85 %。16 块时，若同一个多处理器上的两个块和单独一块一样快，得 79.08 %；按本面板的时长则为 70.39 %：给出的数在两者之间。",
            ),
            pin: Pin::of(&[1, 2], 0, 1).with(Panel::Multiprocessors),
        },
        Slide {
            text: Prose::new(
                "A multiple of the multiprocessors gives each the same work. A grid-stride kernel takes any number of blocks, so it can ask the GPU first. Thousands of blocks work well on every GPU.",
                "块数取多处理器数的倍数，各个多处理器的工作才一样多。网格跨步的内核可用任意多的块，因此可以先问 GPU 有几个多处理器。成千上万个块在哪种 GPU 上都合适。",
            ),
            notes: Prose::new(
                "The slide sets “Blocks” to 39, three times 13, in blocks of 64 threads. The checklist judges six guidelines of “CUDA execution model” (chapter 4): more blocks than multiprocessors, several on each, a multiple, thousands, fewer only on purpose, and another block to run while one waits at a barrier. Choose another GPU: 39 is no multiple of 80.",
                "本页的“块”为 39，即 13 的三倍，每块 64 条线程。下方的清单逐条检查《第四章 CUDA 执行模型》的六条建议：块多于多处理器；每个上面有好几块；块数是倍数；成千上万；除非有意为之，不用小网格；一个块等同步时有别的块可运行。换一个 GPU 看看：39 不是 80 的倍数。",
            ),
            pin: Pin::of(&[4], 0, 1)
                .at(Size::fixed(16_384, 64))
                .placing(Placement::USUAL.of(39)),
        },
        Slide {
            text: Prose::new(
                "The calculator says 100 %: two blocks fit. But 8 blocks on 13 multiprocessors are one on each: half of the warps that could be resident. The achieved occupancy is 50 %.",
                "计算器说 100 %：放得下两个块。但 8 个块分给 13 个多处理器，每个只有一块，只占可驻留线程束的一半。实际占用率是 50 %。",
            ),
            notes: Prose::new(
                "Achieved occupancy is an average over the cycles in which the multiprocessor has a warp; idle multiprocessors do not count in it, but in sm_efficiency. Read both. Here all blocks are alike, so that full waves reach the calculator's value. On a GPU they end at different times: 0.930 of 1 for the matrix sum of the lesson The shape of a block.",
                "实际占用率只对有线程束的周期取平均；空闲的多处理器不算在内，而是反映在 sm_efficiency 里。两个数要一起看。这里各块都一样，满批次能达到计算器的值；真实 GPU 上各块结束有先后：《线程块的形状》一课的矩阵加法，满值为 1 时实际是 0.930。",
            ),
            pin: Pin::of(&[1], 0, 2).with(Panel::Multiprocessors),
        },
        Slide {
            text: Prose::new(
                "With many blocks, unrolling saves time: on an H200 in a browser, eight data blocks in each block take a fifth of the time.",
                "块足够多时，展开就省时间：在 H200 的浏览器里，每块处理八个数据块，时间只剩五分之一。",
            ),
            notes: Prose::new(
                "One, four and eight data blocks take 121, 38.4 and 24.0 µs (n = 2^24, block size 256); in CUDA one, two, four and eight take 74.0, 43.7, 26.2 and 19.7. An H200 has 132 multiprocessors. The same kernels, opposite orders: at n = 16384 the K80 of the source loses by unrolling. Measure both on the GPU of this computer: set n to 16384, then to 2^24.",
                "每块一、四、八个数据块为 121、38.4 和 24.0 µs（n = 2^24，块大小 256）；一、二、四、八个数据块的 CUDA 版为 74.0、43.7、26.2 和 19.7 µs。H200 有 132 个多处理器。同样的内核，次序相反：n = 16384 时，原文的 K80 展开反而变慢。在这台电脑的 GPU 上把两种都测一下：先把 n 设为 16384，再设为 2^24。",
            ),
            pin: Pin::of(&[3, 0], 4, 7).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["barrier_waits", "gld_transactions"],
                cause: Cause::Shown(Prose::new(
                    "The time falls with the number of blocks: with two data blocks in each it is 69.6 µs already. Even with eight, the grid has 8,192 blocks, enough for all multiprocessors.",
                    "时间随块数减少：每块处理两个数据块，就已降到 69.6 µs。即使每块八个，网格仍有 8192 个块，足够分给所有多处理器。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Multiprocessors, Panel::Occupancy],
    kernels: &[
        &REDUCE_UNROLL8,
        &REDUCE_UNROLL2,
        &REDUCE_UNROLL4,
        &REDUCE_INTERLEAVED,
        &REDUCE_GRID_STRIDE_VEC4,
    ],
    size: Size::fixed(16_384, 1024),
    opens: Pin::of(&[0], 0, 0).with(Panel::Multiprocessors),
    clock: Clock::usual(&[(0, 2), (2, 1), (1, 3)]),
};
