//! The stride shrinks instead of growing, so active lanes touch adjacent words.

pub(super) use super::reductions::REDUCE_INTERLEAVED;
use super::reductions::{REDUCE_NEIGHBORED, REDUCE_NEIGHBORED_LESS, REDUCE_UNROLL8};
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static LESSON: Lesson = Lesson {
    id: "interleaved",
    group: Group::ReductionInGlobalMemory,
    title: Text::new("Interleaved pairs", "交错配对"),
    question: Prose::new(
        "How many 128-byte cache lines does one warp's load touch now, and how many before?",
        "现在一个线程束的一次加载要触及几条 128 字节的缓存行？以前是几条？",
    ),
    answer: Prose::new(
        "One full cache line for 32 lanes, instead of up to 4 in a block of 128 threads and up to 32 in a block of 1024: far fewer transactions, and nearly every byte that moves was requested.",
        "32 条通道正好读满一条缓存行；以前块大小为 128 时最多要 4 条，1024 时最多要 32 条。访存事务少得多，搬运的字节几乎都用得上。",
    ),
    remember: Prose::new(
        "Let neighbouring lanes access neighbouring words: then a request needs few cache lines.",
        "让相邻的通道访问相邻的字：一次请求就只需要很少的缓存行。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "The first stride is half a block, the next a quarter. Thread i always works on element i, so the lanes of a warp read adjacent words: coalesced access.",
                "第一个步长是半个块，下一个是四分之一块。i 号线程始终处理第 i 个元素，因此同一线程束的通道读取的字彼此相邻，这叫合并访问。",
            ),
            notes: Prose::new(
                "This is the CPU's halving again. It differs from the first kernel in two lines of code only: the loop runs the other way, and the condition is tid < stride.",
                "这就是 CPU 的递归折半；与第一个内核只差两行代码：循环反过来走，条件是 tid < stride。",
            ),
            pin: Pin::of(&[0], 0, 5).at(Size::fixed(64, 32)).with(Panel::Tree),
        },
        Slide {
            text: Prose::new(
                "In both kernels the first threads work. But now every request is one cache line, where pairs of neighbours take 2, 4, 4, 4, 4, 2 and 1 with the strides from 1 to 64.",
                "两个内核都让最前面的线程工作。但现在每次请求只触及一条缓存行；相邻配对在步长 1 到 64 时，依次要 2、4、4、4、4、2、1 条。",
            ),
            notes: Prose::new(
                "Block size 128. The larger the block, the more cache lines on the right: with 1024 threads and stride 16, each of the 32 working threads touches a cache line of its own. That is the 32 of the answer.",
                "块大小为 128。块越大，右边触及的缓存行越多：1024 条线程、步长 16 时，32 条工作的线程各占一条缓存行。答案里的 32 就是这样来的。",
            ),
            pin: Pin::of(&[0, 2], 1, 8).with(Panel::Lines).showing(&[Part::Figures(&["gld_transactions"]), Part::Panel(Panel::Lines)]),
        },
        Slide {
            text: Prose::new(
                "Divergence is unchanged: as many threads work, and 768 branches diverge in both kernels. Only memory traffic falls.",
                "分化和原来一样：工作的线程数相同，两个内核都有 768 次分化的分支。省下来的只是访存。",
            ),
            notes: Prose::new(
                "n = 16384, block size 128, 32 lanes: load transactions (gld_transactions) 2,176 against 6,016, store transactions (gst_transactions) 1,152 against 3,072. Both kernels make 2,176 load requests, so the left one needs one transaction for each, the right one 2.76.",
                "n = 16384、块大小 128、32 条通道：加载事务（gld_transactions）2176 对 6016，存储事务（gst_transactions）1152 对 3072。两个内核都发出 2176 次加载请求，左边每次一个事务，右边平均 2.76 个。",
            ),
            pin: Pin::of(&[0, 2], 2, 8).showing(&[Part::Figures(&["divergent_branch", "gld_transactions"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "Not every byte is used. With strides 16 and 8 all bytes that move are needed; with 4, 2 and 1 fewer than the 8 words of a sector. In small blocks this end is a larger share.",
                "并非每个字节都用得上。步长为 16 和 8 时搬运的字节都有用；到 4、2、1 时，要的字已不足一个扇区的 8 个。块越小，这最后几步占的比重越大。",
            ),
            notes: Prose::new(
                "Load efficiency (gld_efficiency) is 75.60 % with blocks of 64 threads, 86.15 % with 128 and 98.04 % with 1024 (n = 16384). Change the block size and let the audience guess whether it rises or falls.",
                "加载效率（gld_efficiency）在块大小为 64 时是 75.60 %，128 时 86.15 %，1024 时 98.04 %（n = 16384）。改变块的大小，让学生先猜它往哪边变。",
            ),
            pin: Pin::of(&[0], 3, 8).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "With blocks of 1024 threads this kernel makes 1,168 load and 592 store transactions, at 98.04 % and 97.71 % efficiency. Neighbored pairs make 6,128 and 3,072, at 25.01 % and 25.00 %.",
                "块大小为 1024 时：1168 次加载事务、592 次存储事务，效率 98.04 % 和 97.71 %；相邻配对则是 6128 和 3072 次，效率 25.01 % 和 25.00 %。",
            ),
            notes: Prose::new(
                "“CUDA kernel execution logic” (Tesla K80, n = 16384, block size 1024) prints all eight figures. “CUDA notes 8: Branch Divergence and Unrolling Loop” (Tesla M2070, n = 16777216, block size 512) prints 6.967 ms against 9.321 ms and 11.722 ms for the two neighbored kernels.",
                "这八个数字都印在《CUDA——kernel执行逻辑》里（Tesla K80，n = 16384，块大小 1024）。《CUDA学习笔记(八)》（Tesla M2070，n = 16777216，块大小 512）给出 6.967 ms，两个相邻配对的内核则是 9.321 ms 和 11.722 ms。",
            ),
            pin: Pin::of(&[0, 2], 1, 11).at(Size::fixed(16_384, 1024)).showing(&[Part::Figures(&["gld_transactions", "gld_efficiency"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "Pairs of neighbours take only 1.10 times as long as interleaved pairs, for 3.8 times the load transactions.",
                "相邻配对的用时只有交错配对的 1.10 倍，加载事务却是 3.8 倍。",
            ),
            notes: Prose::new(
                "Interleaved pairs take 121 µs, neighbours 133 (H200 in a browser, n = 2^24, block size 256); in CUDA 74.0 and 98.2. With unrolled loops they take 83.8 and 103 µs in a browser. This machine counts 1,600 load transactions (gld_transactions) against 6,080, in equally many requests (n = 16384, block size 256). The unrolled kernels are in the lesson The loops unrolled.",
                "交错配对 121 µs，相邻配对 133 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 74.0 和 98.2 µs。循环展开之后，浏览器里是 83.8 和 103 µs。本机器数得加载事务（gld_transactions）1600 次对 6080 次，请求数相同（n = 16384，块大小 256）。展开的内核在《把循环展开》一课。",
            ),
            pin: Pin::of(&[0, 2], 1, 4).at(Size::fixed(16_384, 256)).showing(&[Part::Clock(&Story {
                counters: &["gld_transactions", "gld_requests"],
                cause: Cause::Open(Prose::new(
                    "The loops hide a part: with unrolled loops the ratio of the times is 1.23. No two of these kernels explain the rest; our counters know no caches.",
                    "一部分被循环掩盖：循环展开之后，时间之比是 1.23。其余的差距，这些内核里没有哪两个能说明；我们的计数器不考虑缓存。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Lines, Panel::Tree],
    kernels: &[
        &REDUCE_INTERLEAVED,
        &REDUCE_NEIGHBORED,
        &REDUCE_NEIGHBORED_LESS,
        &REDUCE_UNROLL8,
    ],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 1, 1).with(Panel::Lines),
    clock: Clock::usual(&[(0, 2), (2, 1), (3, 0)]),
};
