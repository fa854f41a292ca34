//! The same additions, assigned to the first lanes: whole warps are idle instead of most lanes of each warp.

pub(super) use super::reductions::REDUCE_NEIGHBORED_LESS;
use super::reductions::{REDUCE_INTERLEAVED, REDUCE_NEIGHBORED};
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Subject, Text};

pub(super) static LESSON: Lesson = Lesson {
    id: "neighbored-less",
    group: Group::ReductionInGlobalMemory,
    title: Text::new("Neighbored pairs, less divergence", "相邻配对，减少分化"),
    question: Prose::new(
        "The additions are the same. Which counter changes, and which does not?",
        "做的加法完全相同。哪个计数变了，哪个没有变？",
    ),
    answer: Prose::new(
        "Branches diverge in the last few iterations only. Transactions and efficiencies stay: the same words are touched, as far apart as before.",
        "只有最后几次迭代的分支还会分化。访存事务数和效率不变：访问的还是那些字，彼此的间隔也和原来一样。",
    ),
    remember: Prose::new(
        "Give the work to the first threads: then whole warps are idle, instead of most lanes of every warp.",
        "把工作交给最前面的线程：空闲的就是整个线程束，而不是每个线程束里的大部分通道。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "The thread's number becomes the number of a pair: thread 0 takes the first pair, thread 1 the second. The working threads are always the first ones, so whole warps have nothing to do.",
                "把线程号换算成配对的编号：0 号线程负责第一对，1 号线程负责第二对。工作的总是最前面的线程，于是整个整个的线程束空闲下来。",
            ),
            notes: Prose::new(
                "The only new line of code is i = base + 2u * stride * tid. Ask which warps work with stride 1 and stride 2: two of four, then one. The condition is false for all lanes of an idle warp, so it does not diverge.",
                "只有一行代码是新的：i = base + 2u * stride * tid。可以问：步长 1 和步长 2 时哪些线程束在工作？四个里的两个，然后一个。空闲的线程束整个不满足条件，所以不分化。",
            ),
            pin: Pin::of(&[0], 0, 3),
        },
        Slide {
            text: Prose::new(
                "In each iteration both kernels add the same pairs and change the same words. On the left the first threads do the work, on the right threads spread over all warps.",
                "每次迭代里，两个内核相加的是同样的配对，改变的是同样的字。左边由最前面的线程来做，右边由散布在各线程束里的线程来做。",
            ),
            notes: Prose::new(
                "With stride 4 there are 16 additions: 16 lanes of warp 0 on the left, four lanes in each of four warps on the right. In a block of 512 threads, “CUDA notes 8: Branch Divergence and Unrolling Loop” says, 8 of 16 warps work at first, then 4.",
                "步长为 4 时有 16 次加法：左边是 0 号线程束的 16 条通道，右边是四个线程束各四条。《CUDA学习笔记(八)》说，块大小为 512 时，16 个线程束里先有 8 个工作，然后是 4 个。",
            ),
            pin: Pin::of(&[0, 1], 1, 4),
        },
        Slide {
            text: Prose::new(
                "From stride 4 on a single warp works, with 16, 8, 4, 2 lanes and one. The branches of these last five iterations still diverge.",
                "从步长 4 起只有一个线程束在工作，通道依次为 16、8、4、2、1 条。最后这五次迭代的分支仍然分化。",
            ),
            notes: Prose::new(
                "With n = 16384, block size 128 and 32 lanes there are 768 divergent branches instead of 3,072. That is six for each block: five iterations, and the test for thread 0 at the end.",
                "n = 16384、块大小 128、32 条通道：分化的分支为 768 次，原来是 3072 次。每个块六次：五次迭代，加上最后判断是不是 0 号线程的那一次。",
            ),
            pin: Pin::of(&[0], 3, 8).about(&[Subject::Lanes(0..32)]),
        },
        Slide {
            text: Prose::new(
                "Memory traffic stays the same. There are fewer requests, but a load touches 2.76 cache lines instead of one. The totals stay at 6,016 load and 3,072 store transactions.",
                "访存没有改善。请求少了，但每次请求散得更开：一次加载平均触及 2.76 条缓存行，而不是一条。总数不变：6016 次加载事务、3072 次存储事务。",
            ),
            notes: Prose::new(
                "With n = 16384 and block size 128 there are 2,176 load requests (gld_requests) against 6,016, and the load efficiency (gld_efficiency) is 25.10 % on both sides. With stride 1 a load of 32 lanes touches two cache lines, with stride 2 four.",
                "n = 16384、块大小 128：加载请求（gld_requests）2176 次对 6016 次，两边的加载效率（gld_efficiency）都是 25.10 %。步长为 1 时，32 条通道的一次加载触及两条缓存行，步长为 2 时四条。",
            ),
            pin: Pin::of(&[0, 1], 1, 4).with(Panel::Lines).showing(&[Part::Figures(&["gld_requests", "gld_transactions"]), Part::Panel(Panel::Lines)]),
        },
        Slide {
            text: Prose::new(
                "With blocks of 1024 threads, 96 branches diverge instead of 3,072, while memory transactions and efficiencies are equal in every digit.",
                "块大小为 1024 时，分化的分支从 3072 个降到 96 个，而访存的事务数和效率一位数字都没有变。",
            ),
            notes: Prose::new(
                "“CUDA kernel execution logic” (Tesla K80, n = 16384, block size 1024) prints 366.81 against 974.22 instructions per warp (inst_per_warp) and a warp efficiency (warp_execution_efficiency) of 98.14 % against 71.95 %. “CUDA notes 8: Branch Divergence and Unrolling Loop” (Tesla M2070, n = 16777216, block size 512, compiled with -O3) prints 9.321 ms against 11.722 ms, 80.144 GB/s against 67.663 GB/s, and 115.31 against 295.56 instructions per warp.",
                "《CUDA——kernel执行逻辑》（Tesla K80，n = 16384，块大小 1024）给出：每个线程束 366.81 对 974.22 条指令（inst_per_warp），线程束效率（warp_execution_efficiency）98.14 % 对 71.95 %。《CUDA学习笔记(八)》（Tesla M2070，n = 16777216，块大小 512，用 -O3 编译）给出 9.321 ms 对 11.722 ms，80.144 GB/s 对 67.663 GB/s，每个线程束 115.31 对 295.56 条指令。",
            ),
            pin: Pin::of(&[0, 1], 1, 11).at(Size::fixed(16_384, 1024)).showing(&[Part::Figures(&["divergent_branch", "gld_transactions"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "Packing the working lanes together saves almost half of the time, although the transactions are the same.",
                "把工作的通道集中起来，省下将近一半的时间，尽管事务数没有变。",
            ),
            notes: Prose::new(
                "Neighbored pairs take 236 µs, with less divergence 133 (H200 in a browser, n = 2^24, block size 256). With unrolled loops, which need no division, they take 106 and 103; these kernels differ from the two here in that alone. In CUDA the two take 90.9 and 98.2 µs: there the kernel with less divergence is even slower.",
                "相邻配对 236 µs，减少分化后 133 µs（H200 的浏览器，n = 2^24，块大小 256）。循环展开之后不再需要除法，是 106 和 103 µs；那两个内核与这里只差这一点。CUDA 版为 90.9 和 98.2 µs：那里分化少的内核反而更慢。",
            ),
            pin: Pin::of(&[1, 0], 1, 4).showing(&[Part::Clock(&Story {
                counters: &["divergent_branch", "gld_transactions"],
                cause: Cause::Shown(Prose::new(
                    "Most of it is not divergence, but the division in tid % (2 * stride). In the lesson The loops unrolled, where strides are constants, the two kernels differ by only 3 %.",
                    "这大部分不是因为分化，而是因为 tid % (2 * stride) 里的除法。在《把循环展开》一课里步长是常数，两个内核只差 3 %。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Lines],
    kernels: &[
        &REDUCE_NEIGHBORED_LESS,
        &REDUCE_NEIGHBORED,
        &REDUCE_INTERLEAVED,
    ],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 3, 3),
    clock: Clock::usual(&[(0, 1), (2, 0)]),
};
