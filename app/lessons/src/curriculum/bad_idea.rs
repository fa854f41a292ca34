//! Omitting the last barriers: what it saves, and which machine property the result then depends on.

use super::HARRIS;
use super::first_add::REDUCE_SHARED_FIRST_ADD;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Subject, Text};
use simt::Grain;

pub(super) static REDUCE_SHARED_LAST_WARP: GalleryKernel = kernel!(
    "reduce_shared_last_warp",
    "without barriers",
    "无同步",
    &Reduce::sum(2).in_blocks_from(64)
)
.in_lockstep()
.published(&[(HARRIS, "5 unroll last warp")]);
pub(super) static REDUCE_SHARED_LAST_WARP_BARRIERS: GalleryKernel = kernel!(
    "reduce_shared_last_warp_barriers",
    "with barriers",
    "有同步",
    &Reduce::sum(2).in_blocks_from(64)
);

pub(super) static LESSON: Lesson = Lesson {
    id: "bad-idea",
    group: Group::ReductionInSharedMemory,
    title: Text::new("A further refinement, but a bad idea", "再进一步的改进：一个坏主意"),
    question: Prose::new(
        "With 32 lanes both kernels give the right sums. What does the machine find in the one without barriers, and when are the sums wrong?",
        "线程束为 32 条通道时两个内核的和都对。机器在没有同步的那个里发现了什么？什么时候和会出错？",
    ),
    answer: Prose::new(
        "A data race in WGSL: 20 pairs of accesses that no barrier orders. In CUDA, run in lockstep as before Volta, 32 lanes have no race; run with independent threads, they have it too. With warps of 16 lanes that take turns by number all 64 sums are still right; in order 1 only 14 are (n = 16384, block size 128).",
        "在 WGSL 里是数据竞争：有 20 对访问之间没有同步排定先后。在 CUDA 里，如果像 Volta 之前那样步调一致，32 条通道没有竞争；如果线程各自前进，也有竞争。线程束宽 16 且按编号轮流时 64 个和仍然全对；换成次序 1，就只有 14 个正确（n = 16384，块大小 128）。",
    ),
    remember: Prose::new(
        "A kernel that is right only in lockstep may fail on the next GPU, so synchronise between its steps or exchange values by shuffles.",
        "只有步调一致才正确的内核，换一块 GPU 就可能出错，所以各步之间要同步，或者用洗牌交换数值。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "From stride 32 on, one warp adds and three only wait. If a warp runs in lockstep anyway, are the barriers unnecessary?",
                "从步长 32 起，一个线程束在加，三个只在等。既然线程束本来就步调一致，这些同步不就是多余的吗？",
            ),
            notes: Prose::new(
                "Let the class argue for it first: the idea looks good, and it is fast. Count six iterations with one busy warp.",
                "先让学生为它辩护：这个想法看起来很好，也确实快。数一数，只有一个线程束在忙的迭代有六次。",
            ),
            pin: Pin::of(&[2], 2, 8).about(&[Subject::Lanes(0..32)]),
        },
        Slide {
            text: Prose::new(
                "So the first 32 threads take six steps in six statements, and no thread waits. Each of them adds in every step, needed or not.",
                "于是前 32 条线程用六条语句走完六步，没有线程等待。它们每一步都在加，不管需不需要。",
            ),
            notes: Prose::new(
                "Barrier waits fall from 2048 to 512, instructions from 94 to 54 a warp. Mark Harris, “Optimizing Parallel Reduction in CUDA”, has this kernel: 0.536 ms after 0.965 ms on a G80. ME964 (slide 27) says five iterations in the text and has six statements in the code: six is right.",
                "同步等待从 2048 降到 512，指令从每个线程束 94 条降到 54 条。Mark Harris 的 Optimizing Parallel Reduction in CUDA 里就有这个内核：G80 上从 0.965 ms 降到 0.536 ms。ME964 第 27 页文字说五次迭代，代码却写了六条语句：应当是六步。",
            ),
            pin: Pin::of(&[0], 0, 2),
        },
        Slide {
            text: Prose::new(
                "It fails without lockstep. With warps of 16 lanes, the 32 threads are two warps, and nothing makes one wait for the other. Since Volta, not even 32 lanes of one warp promise it.",
                "步调不一致就会出错。宽度为 16 时，这 32 条线程分属两个线程束，没有什么使一个等待另一个。而从 Volta 起，连同一线程束的 32 条通道也不保证步调一致。",
            ),
            notes: Prose::new(
                "The slide has warps of 16 lanes in order 1: 14 of 64 sums are right. Set “Order of warps” (beside the machine) to 0: the warps take turns by number, and all 64 are right, by chance. For WGSL the machine reports the race every time, with 32 lanes too: the report does not depend on chance. For CUDA it reports the race of two warps, as here; with 32 lanes in lockstep there is none, and with independent threads (beside the machine) there is.",
                "本页线程束宽 16，“线程束的次序”为 1：64 个和里 14 个正确。把次序（在机器旁的设置里）改为 0：线程束按编号轮流，64 个和全对，但那只是碰巧。对 WGSL，机器每次都报告竞争，宽度 32 时也一样：报告不靠运气。对 CUDA，两个线程束之间的竞争也会报告，就像这里；宽度 32 且步调一致时没有竞争，改为“线程各自前进”（在机器旁）就有。",
            ),
            pin: Pin::of(&[0], 1, 2).on("xe-16").in_order(1),
        },
        Slide {
            text: Prose::new(
                "With wider warps it saves less. Of 64 lanes only 32 would work in the last steps, and one more step that needs no barrier still waits at one.",
                "线程束变宽时，它省得更少：64 条通道里最后几步只有 32 条在工作，还有一步本来也不需要同步，却仍然在等。",
            ),
            notes: Prose::new(
                "On the machine “AMD RDNA 3, wave64” the warp efficiency (warp_execution_efficiency) is 80.96 %, with 32 lanes it is 98.21 % (n = 16384, block size 128). The 32 in the code is a guess about hardware; ME964 (slide 13) warns that the width may change from release to release.",
                "机器“AMD RDNA 3, wave64”：线程束效率（warp_execution_efficiency）80.96 %，宽 32 时为 98.21 %（n = 16384，块大小 128）。代码里的 32 是对硬件的猜测；ME964 第 13 页提醒过，线程束的宽度可能随产品换代而变。",
            ),
            pin: Pin::of(&[0], 1, 2).on("rdna3-64"),
        },
        Slide {
            text: Prose::new(
                "A barrier is needed between all six steps, and not inside the if: all threads of the block must reach it. So each step ends its own if first.",
                "六步之间都该有同步，而且不能放在 if 里面：块里的每条线程都必须到达。所以每一步先结束自己的 if，再同步。",
            ),
            notes: Prose::new(
                "Step by barrier on the right: 32, 16, 8, 4, 2, 1 threads add, and all four warps come to each barrier. A barrier that only 32 threads reach is not valid WGSL, because it is in divergent control flow; in CUDA the kernel may never end. For one warp CUDA has __syncwarp: since Volta (V100, H200) it must stand between the steps. volatile is not enough: it keeps loads and stores, but orders no threads.",
                "在右边按同步单步：做加法的线程依次为 32、16、8、4、2、1 条，四个线程束都会到达每个同步。只有 32 条线程能到达的同步处在分化的控制流里，不是合法的 WGSL；在 CUDA 里内核则可能永远不结束。只涉及一个线程束时，CUDA 有 __syncwarp：从 Volta 起（V100、H200），各步之间必须写上它。只写 volatile 不够：它保留加载和存储，却不规定线程的先后。",
            ),
            pin: Pin::of(&[0, 1], 1, 2),
        },
        Slide {
            text: Prose::new(
                "With its barriers back, the refinement is only an unrolled loop. Subgroup operations save the waits without a race: lanes pass their values to each other.",
                "补回同步之后，这个改进只是把循环展开。子组操作省去等待而没有竞争：通道之间直接传递数值。",
            ),
            notes: Prose::new(
                "The kernel with barriers waits 2048 times, as often as the loop, executes 70 instructions a warp instead of 94, and has no findings. The lesson on shuffles and subgroupAdd needs one barrier wait a warp, with any width.",
                "有同步的内核等待 2048 次，与循环一样多；指令从每个线程束 94 条降到 70 条；没有任何检查结果。“洗牌与 subgroupAdd”一课里每个线程束只需一次同步，而且适用于任何宽度。",
            ),
            pin: Pin::of(&[1, 2], 1, 8).showing(&[Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "On an H200 in a browser, leaving out the barriers saves a fifth of the time, at the price of a race.",
                "在 H200 的浏览器里，去掉同步省下五分之一的时间，代价是数据竞争。",
            ),
            notes: Prose::new(
                "Without barriers it takes 35.7 µs, with them 44.2 (H200 in a browser, n = 2^24, block size 256). In CUDA these two and the loop take 30.2, 39.0 and 39.6: nvcc unrolls the loop itself, so only the waits are left to save. In one run on an H100, which is not among the shipped figures, the three took 59, 56 and 57 µs (block size 128): the gain is not certain. The kernel with the race was timed because its result was right on these cards, by luck.",
                "无同步 35.7 µs，有同步 44.2 µs（H200 的浏览器，n = 2^24，块大小 256）。这两个和循环写法的 CUDA 版为 30.2、39.0、39.6 µs：nvcc 会自己展开循环，能省的就只剩等待。有一次在 H100 上测量（不在随附的数据中），三者是 59、56、57 µs（块大小 128）：这份收益并不可靠。能给有竞争的内核计时，是因为在这些卡上结果碰巧正确。",
            ),
            pin: Pin::of(&[1, 0], 18, 24).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["barrier_waits", "inst_per_warp", "shared_ld_wavefronts"],
                cause: Cause::Shown(Prose::new(
                    "Three of four waits are gone. But more than half of the gain over the loop, which takes 55.3 µs, needs no race: the kernel with its barriers has it too.",
                    "四次等待少了三次。但与循环写法的 55.3 µs 相比，一半以上的收益不靠竞争：保留同步的内核也有。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Tree],
    kernels: &[
        &REDUCE_SHARED_LAST_WARP,
        &REDUCE_SHARED_LAST_WARP_BARRIERS,
        &REDUCE_SHARED_FIRST_ADD,
    ],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 20, 20).by(Grain::Statement),
    clock: Clock::usual(&[(0, 1), (1, 2)]),
};
