//! The last warp adds its six steps without a loop and without barriers: fast, but a race.

use super::M2070;
use super::unroll::REDUCE_UNROLL8;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Subject, Text};
use simt::Grain;

pub(super) static REDUCE_UNROLL_WARPS8: GalleryKernel = kernel!(
    "reduce_unroll_warps8",
    "unroll 8, last warp",
    "展开 8 块及末线程束",
    &Reduce::sum(8).in_blocks_from(64)
)
.published(&[(M2070, "reduceUnrollWarps8")])
.in_lockstep();

pub(super) static LESSON: Lesson = Lesson {
    id: "unroll-warps",
    group: Group::ReductionInGlobalMemory,
    title: Text::new("Unrolling the last warp", "展开最后一个线程束"),
    question: Prose::new(
        "How often does each warp wait at a barrier in the two kernels, and what orders the last six additions instead?",
        "两个内核里每个线程束各要等待几次同步？最后六次加法又靠什么来保证正确？",
    ),
    answer: Prose::new(
        "Twice instead of eight times: 128 waits against 512 (n = 16384, block size 128). Only lockstep orders the last six steps, so WGSL has a data race here, although all 16 sums are right. In CUDA it is one where threads are independent, as since Volta.",
        "从 8 次减到 2 次：总等待数由 512 降到 128（n = 16384，块大小 128）。最后六步只靠线程束的步调一致，因此虽然 16 个和全都正确，在 WGSL 里仍是数据竞争。在 CUDA 里，如果线程各自前进（Volta 以后就是这样），也是数据竞争。",
    ),
    remember: Prose::new(
        "Lanes of one warp that exchange data through memory need synchronisation too, even where the sums happen to be right.",
        "同一线程束的通道通过内存交换数据时也需要同步，哪怕结果碰巧正确。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "From stride 32 on, a single warp adds. The other warps only go from barrier to barrier.",
                "从步长 32 起只有一个线程束在做加法，其余线程束只是从一个同步走到下一个同步。",
            ),
            notes: Prose::new(
                "Point at warps 1 to 3: six steps, six waits, no addition. In “CUDA notes 8: Branch Divergence and Unrolling Loop” (Tesla M2070), 58.37 % of the issue stalls of reduceUnrolling8 are waits for a barrier (stall_sync).",
                "请看 1 到 3 号线程束：走六步，等六次同步，一次加法也没有。《CUDA学习笔记(八)》（Tesla M2070）给出 reduceUnrolling8 的发射停顿中有 58.37 % 是在等同步（stall_sync）。",
            ),
            pin: Pin::of(&[1], 2, 8).about(&[Subject::Lanes(0..32)]),
        },
        Slide {
            text: Prose::new(
                "So the loop stops before stride 32. The first 32 threads take the last six steps in six statements, one below the other, with no barrier between them.",
                "于是循环在步长 32 之前停下。前 32 条线程用六条语句走完最后六步，一条接一条，中间没有同步。",
            ),
            notes: Prose::new(
                "With block size 128 one iteration of the loop is left. The last step by iteration runs all six statements: go back and step by statement from line 35 to line 40 of the code. Students expect the remaining warps to wait somewhere; they have already finished.",
                "块大小为 128 时循环只剩一次迭代，按迭代的最后一步会执行全部六条语句：退回去，从代码第 35 行到第 40 行逐语句单步。学生常以为其他线程束还在某处等待，其实它们已经结束了。",
            ),
            pin: Pin::of(&[0], 1, 2).about(&[Subject::Lanes(0..32)]),
        },
        Slide {
            text: Prose::new(
                "No condition tests which lanes are needed: all 32 add in all six steps. Lane 0 gets the sum, the others get words that no lane reads.",
                "这里没有条件判断哪些通道还有用：六步里 32 条通道全都在加。最后 0 号通道得到总和，其余通道算出的值没有人读。",
            ),
            notes: Prose::new(
                "Divergent branches fall from 96 to 16 and warp efficiency (warp_execution_efficiency) rises from 94.27 to 98.81 %, partly by useless work. Load transactions rise from 784 to 864, because 32 lanes that read i + 16 touch two cache lines (n = 16384, block size 128).",
                "分化的分支从 96 降到 16，线程束效率（warp_execution_efficiency）从 94.27 % 升到 98.81 %，其中一部分是无用功。加载事务却从 784 升到 864：32 条通道读 i + 16 时要跨两条缓存行（n = 16384，块大小 128）。",
            ),
            pin: Pin::of(&[0], 1, 2).with(Panel::Tree),
        },
        Slide {
            text: Prose::new(
                "The kernel saves waits and instructions: six of seven steps need no barrier, no stride and no loop condition.",
                "省下的是等待和指令：七步里有六步不再需要同步、步长和循环条件。",
            ),
            notes: Prose::new(
                "This machine counts 81.5 instructions a warp against 140. “CUDA notes 8: Branch Divergence and Unrolling Loop” (Tesla M2070, 2^24 elements, block size 512) prints 1.355 ms after 1.422 ms, and barrier stalls (stall_sync) down from 58.37 to 30.60 %.",
                "本机器数得每个线程束 81.5 条指令，原来是 140 条。《CUDA学习笔记(八)》（Tesla M2070，2^24 个元素，块大小 512）给出时间从 1.422 ms 降到 1.355 ms，等同步的停顿（stall_sync）从 58.37 % 降到 30.60 %。",
            ),
            pin: Pin::of(&[0, 1], 0, 8),
        },
        Slide {
            text: Prose::new(
                "Lockstep is an assumption, not a rule: since Volta, CUDA does not promise it for the lanes of a warp. In WGSL only barriers order the threads of a block, so a real GPU may give a wrong sum.",
                "步调一致只是假设，不是规则：从 Volta 起，CUDA 不再保证同一线程束的通道步调一致。WGSL 里一个块的线程之间只靠同步排定先后，所以真实 GPU 可能给出错误的结果。",
            ),
            notes: Prose::new(
                "The slide has warps of 16 lanes in order 1: 3 of 16 sums are right. With “Order of warps” (beside the machine) at 0 they take turns by number, and all 16 are right. The findings do not depend on the order: each names two lines of code that race. The CUDA version uses volatile, as programs before Volta did. It keeps each store, but not the lanes in lockstep. With 32 lanes in lockstep the machine has no finding for it; with independent threads (beside the machine) it has the races. For the V100 or the H200 __syncwarp belongs between the steps. WGSL has neither.",
                "本页线程束宽 16，“线程束的次序”为 1：16 个和里 3 个正确。把次序（在机器旁的设置里）改为 0：线程束按编号轮流，16 个和全对。检查结果与次序无关：每一条都指出互相竞争的两行代码。CUDA 版像 Volta 之前的程序那样写了 volatile，它保证每次写入都落到内存，却不能让各条通道保持步调一致。宽度 32 且步调一致时，机器对它没有检查结果；改为“线程各自前进”（在机器旁），竞争就会出现。在 V100 或 H200 上，各步之间应写 __syncwarp。WGSL 里两者都没有。",
            ),
            pin: Pin::of(&[0], 1, 2).on("xe-16").in_order(1),
        },
        Slide {
            text: Prose::new(
                "On an H200, unrolling the last warp saves a tenth of the time in a browser, but costs a tenth more in CUDA.",
                "在 H200 上，展开最后一个线程束，在浏览器里省下十分之一的时间，在 CUDA 里却多花十分之一。",
            ),
            notes: Prose::new(
                "In a browser it takes 21.8 µs instead of 24.0, in CUDA 21.9 instead of 19.7, 1.11 times as long (n = 2^24, block size 256). The useless additions move 11 % more sectors. Interleaved pairs take 121 µs in a browser before their loop is unrolled. In CUDA they go from 74.0 to 75.7, since nvcc unrolls the loop itself. This kernel has a race. It was timed because its result was right on this card, by luck.",
                "浏览器里从 24.0 µs 降到 21.8 µs，CUDA 版从 19.7 µs 升到 21.9 µs，是 1.11 倍（n = 2^24，块大小 256）。无用的加法多搬 11 % 的扇区。交错配对的循环展开之前，浏览器里是 121 µs；CUDA 版则从 74.0 µs 变为 75.7 µs，因为 nvcc 会自己展开循环。这个内核有数据竞争：能给它计时，是因为在这块卡上结果碰巧正确。",
            ),
            pin: Pin::of(&[1, 0], 14, 20).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["barrier_waits", "inst_per_warp", "gld_sectors"],
                cause: Cause::Shown(Prose::new(
                    "The useless additions move more data in both, but only a browser also saves six steps of a loop. Interleaved pairs, if only their loop is unrolled, fall to 83.8 µs in a browser and gain nothing in CUDA.",
                    "两边都因无用的加法多搬了数据，而只有浏览器还省去了六步循环。交错配对如果只把循环展开，浏览器里降到 83.8 µs，CUDA 版则没有收益。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_UNROLL_WARPS8, &REDUCE_UNROLL8],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 2, 2).by(Grain::Barrier),
    clock: Clock::usual(&[(0, 1)]),
};
