//! Omitting the last barriers: what it saves, and which machine property the result then depends on.

use super::first_add::REDUCE_SHARED_FIRST_ADD;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Subject, Text};
use simt::Grain;

pub(super) static REDUCE_SHARED_LAST_WARP: GalleryKernel = kernel!(
    "reduce_shared_last_warp",
    "without barriers",
    "无同步",
    &Reduce::sum(2).in_blocks_from(64)
)
.in_lockstep();
pub(super) static REDUCE_SHARED_LAST_WARP_BARRIERS: GalleryKernel = kernel!(
    "reduce_shared_last_warp_barriers",
    "with barriers",
    "有同步",
    &Reduce::sum(2).in_blocks_from(64)
);

pub(super) static LESSON: Lesson = Lesson {
    id: "bad-idea",
    group: Group::ReductionInSharedMemory,
    title: Text {
        en: "A further refinement, but a bad idea",
        zh: "再进一步的改进：一个坏主意",
    },
    question: Prose::new(
        "With 32 lanes both kernels give the right sums. What does the machine find in the one without barriers, and when do the sums go wrong?",
        "线程束为 32 条线程时两个内核的和都对。机器在没有同步的那个里发现了什么？什么时候和会出错？",
    ),
    answer: Prose::new(
        "A data race: 20 pairs of accesses that no barrier orders. With warps of 16 that take turns all 64 sums are still right; in the warp order of seed 1 only 14 are (n = 16384, block 128).",
        "数据竞争：有 20 对访问之间没有同步排定先后。线程束宽 16 且轮流执行时 64 个和仍然全对；换成种子 1 的次序，就只有 14 个正确（n = 16384，块 128）。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "From stride 32 on, one warp adds and three only wait. If a warp runs in lockstep anyway, are the barriers not superfluous?",
                "从步长 32 起，一个线程束在加，三个只在等。既然线程束本来就步调一致，这些同步不就是多余的吗？",
            ),
            notes: Prose::new(
                "Let the class argue for it first: it is a tempting thought, and fast. Count six strides with one busy warp.",
                "先让学生为它辩护：这个想法很诱人，也确实快。数一数，只有一个线程束在忙的步长有六个。",
            ),
            pin: Pin::of(&[2], 2, 8).about(&[Subject::Lanes(0..32)]),
        },
        Slide {
            text: Prose::new(
                "So the first 32 lanes take six steps in six statements, and no lane waits. Every lane adds in every step, needed or not.",
                "于是前 32 条线程用六条语句走完六步，谁也不等。每条线程每一步都在加，不管需不需要。",
            ),
            notes: Prose::new(
                "Barrier waits fall from 2048 to 512, instructions from 94 to 54 a warp. Harris's slides have this rung, 0.536 ms after 0.965 ms on a G80. The ME964 slides say five iterations in the text and write six statements: it is six.",
                "同步等待从 2048 降到 512，指令从每个线程束 94 条降到 54 条。Harris 的幻灯片里就有这一级：G80 上从 0.965 ms 降到 0.536 ms。ME964 幻灯片文字说五次迭代，代码却写了六条语句：应当是六步。",
            ),
            pin: Pin::of(&[0], 0, 2),
        },
        Slide {
            text: Prose::new(
                "It breaks when warps are narrower. With warps of 16, the 32 lanes are two warps, and nothing makes one wait for what the other writes.",
                "线程束一旦变窄就会出错。宽度为 16 时，这 32 条线程分属两个线程束，没有什么能让一个等待另一个写完。",
            ),
            notes: Prose::new(
                "Set the warp width to 16: 64 right sums of 64, by luck, because warps take turns. Set the warp order to seed 1: 14 right. The race was reported all along, at 32 lanes too: it does not depend on luck.",
                "把线程束宽度设为 16：64 个和全对，那只是因为线程束轮流执行，碰巧而已。把次序换成种子 1：只有 14 个正确。而竞争一直都在报告里，宽度 32 时也不例外：它不靠运气。",
            ),
            pin: Pin::of(&[0], 1, 2).on("xe-16"),
        },
        Slide {
            text: Prose::new(
                "With wider warps it gains less. Of 64 lanes only 32 would work in the last steps, and one more step that could do without a barrier still waits at one.",
                "线程束变宽，它又失去了吸引力：64 条线程里最后几步只有 32 条在干活，还有一步本来也用不着同步，却照样在等。",
            ),
            notes: Prose::new(
                "Machine rdna3-64: warp execution efficiency 80.96 %, with 32 lanes 98.21 % (n = 16384, block 128). The 32 in the code is a guess about hardware; the ME964 slides warn that the width may change from release to release.",
                "机器 rdna3-64：线程束执行效率 80.96 %，宽 32 时为 98.21 %（n = 16384，块 128）。代码里的 32 是对硬件的猜测；ME964 幻灯片提醒过，线程束的宽度可能随产品换代而变。",
            ),
            pin: Pin::of(&[0], 1, 2).on("rdna3-64"),
        },
        Slide {
            text: Prose::new(
                "A barrier belongs between all six steps, and not inside the if: all lanes of the block must come to it. So each step closes its own if first.",
                "六步之间都该有同步，而且不能放在 if 里面：块里的每条线程都必须到达。所以每一步先结束自己的 if，再同步。",
            ),
            notes: Prose::new(
                "Step by barrier on the right: adding lanes 32, 16, 8, 4, 2, 1, and all four warps at each barrier. A barrier that only 32 lanes reach is not valid WGSL, because it is in divergent control flow; in CUDA it may hang.",
                "在右边按同步单步：做加法的线程依次为 32、16、8、4、2、1 条，四个线程束都会到达每个同步。只有 32 条线程能到达的同步处在分化的控制流里，不是合法的 WGSL；在 CUDA 里则可能卡死。",
            ),
            pin: Pin::of(&[0, 1], 1, 2),
        },
        Slide {
            text: Prose::new(
                "With its barriers back, the refinement is the loop written out. To save the waiting honestly, let lanes hand their values to one another: subgroup operations.",
                "补回同步之后，这个改进不过是把循环写开而已。想名正言顺地省去等待，就让线程直接交换数值：子组操作。",
            ),
            notes: Prose::new(
                "2048 waits, as many as the loop; 70 instructions a warp instead of 94; no findings. The subgroup lesson does it with one barrier a warp, for any width.",
                "等待 2048 次，与循环一样多；指令从每个线程束 94 条降到 70 条；没有任何检查结果。子组一课里每个线程束只需一次同步，而且适用于任何宽度。",
            ),
            pin: Pin::of(&[1, 2], 1, 8).showing(&[Part::Lanes]),
        },
    ],
    panels: &[Panel::Tree],
    kernels: &[
        &REDUCE_SHARED_LAST_WARP,
        &REDUCE_SHARED_LAST_WARP_BARRIERS,
        &REDUCE_SHARED_FIRST_ADD,
    ],
    size: Size::fixed(16_384, 128),
    opens: Pin::START.by(Grain::Statement),
    clock: Clock::usual(&[(0, 1), (1, 2)]),
};
