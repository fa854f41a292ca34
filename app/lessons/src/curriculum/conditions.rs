//! Three conditions: with else, without it, and on a value that all lanes share; and the step at which a warp meets again.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Condition, ConditionKind};
use crate::{Cause, Clock, Group, Lesson, Part, Pin, Prose, Size, Slide, Story, Subject, Text};
use simt::Grain;

pub(super) static DIVERGENCE_IF: GalleryKernel = kernel!(
    "divergence_if",
    "without else",
    "没有 else",
    &Condition::of(ConditionKind::WithoutElse)
);
pub(super) static DIVERGENCE_IF_ELSE: GalleryKernel = kernel!(
    "divergence_if_else",
    "with else",
    "有 else",
    &Condition::of(ConditionKind::WithElse)
);
pub(super) static DIVERGENCE_CASE: GalleryKernel = kernel!(
    "divergence_case",
    "a shared value",
    "共同的值",
    &Condition::of(ConditionKind::Shared)
);

pub(super) static LESSON: Lesson = Lesson {
    id: "conditions",
    group: Group::Divergence,
    title: Text::new("If, if-else, and a condition that all lanes share", "有 else、无 else、条件一致"),
    question: Prose::new(
        "All three kernels have one condition in a loop. On this machine, which of them diverge, and which walk a second path?",
        "三个内核的循环里都有一个条件。在本机器上，哪些会分化？哪些要走第二条路径？",
    ),
    answer: Prose::new(
        "The first two diverge, equally often: their lanes have different x. Only the one with else walks a second path. The third compares a value that all lanes share, so its warps never diverge. A compiler may turn paths this short into selections; then no branch is left that could diverge.",
        "前两个会分化，次数相同：各通道的 x 不同。只有带 else 的那个要走第二条路径。第三个比较的是所有通道共同的值，所以线程束从不分化。编译器可能把这么短的路径变成选择指令，那样就没有分支可以分化了。",
    ),
    remember: Prose::new(
        "Without an else the lanes that fail a condition only wait, with an else the warp executes a second path for them, and a value that all lanes share divides no warp.",
        "没有 else，不满足条件的通道只是等待；有 else，线程束要为它们再走一条路径；而所有通道共同的值不会造成分化。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "In each iteration a lane computes its next x, from 0 to 15. If x is 10, it adds x to its sum; the other lanes wait. There is no else, so they have nothing to execute.",
                "每次迭代，每条通道算出自己的下一个 x（0 到 15）；x 等于 10 就累加，其余通道等待。没有 else，它们就没有要执行的语句。",
            ),
            notes: Prose::new(
                "ME964 (slide 31) has this form: if (x == 10) c = c + 1. An idle lane costs nothing extra: the instruction is issued once for the warp, if one lane executes it or all 32.",
                "ME964（第 31 页）就是这种形式：if (x == 10) c = c + 1。空闲的通道没有额外的代价：一条通道执行也好，32 条都执行也好，指令都只为整个线程束发射一次。",
            ),
            pin: Pin::of(&[0], 2, 6).by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "After the last statement of the condition all 32 lanes are active again. The warp reconverges: its paths meet, and it goes on as one.",
                "条件里的最后一条语句之后，32 条通道又全都活动了。这就是重新汇合：路径会合，线程束再次一起前进。",
            ),
            notes: Prose::new(
                "Step over the line count += x and watch the mask: some lanes, then all. The hardware must keep the mask of the waiting lanes and the place where they meet. ME964 (slide 29) says that this book-keeping costs, too.",
                "走过 count += x 这一行，注意掩码：先是几条通道，然后是全部。硬件要记住哪些通道在等待、在哪里会合。ME964（第 29 页）说，这种记录本身也有代价。",
            ),
            pin: Pin::of(&[0], 4, 8)
                .by(Grain::Statement)
                .about(&[Subject::Lines("count += x")])
                .showing(&[Part::Code, Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "With else the other lanes have work, too. A warp whose lanes disagree executes both statements, one after the other, before it reconverges.",
                "有了 else，其余通道也有事做。线程束里意见不一时，两条语句都要执行，一条接一条，然后才重新汇合。",
            ),
            notes: Prose::new(
                "The branches diverge in the same iterations in both kernels, because the condition and the data are the same. The second path is what else adds.",
                "两个内核的分支在同样的迭代里分化，因为条件和数据都相同。else 增加的是第二条路径。",
            ),
            pin: Pin::of(&[0, 1], 2, 8)
                .by(Grain::Statement)
                .showing(&[Part::Code, Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "A value that all lanes share, here mode from a uniform buffer, cannot divide a warp. The branch stays, but each warp walks one path only.",
                "所有通道共同的值（这里是 uniform 缓冲区里的 mode）不可能把线程束分开。分支还在，但每个线程束只走一条路径。",
            ),
            notes: Prose::new(
                "“CUDA execution model” (chapter 4, example 4.3) gives this case. The value need not be a constant: it is enough that it is the same for all lanes. A compiler that knows this needs no vote before a long path.",
                "《第四章 CUDA 执行模型》例 4.3 就是这种情形。这个值不必是常量：只要对所有通道都相同就行。编译器知道这一点，就不必在长路径之前投票。",
            ),
            pin: Pin::of(&[1, 2], 2, 8)
                .by(Grain::Statement)
                .showing(&[Part::Figures(&["divergent_branch", "inst_per_warp"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "On an H200, else takes a third more time, in a browser and in CUDA. But in CUDA the chip counts no divergent branch.",
                "在 H200 上，有 else 要多花三分之一的时间，浏览器里和 CUDA 里都是如此。但芯片在 CUDA 里没有数到分化的分支。",
            ),
            notes: Prose::new(
                "Without else it takes 179 µs, with else 240, and for the shared value 196 (n = 2^24, block size 256); in CUDA 177, 238 and 93.5. In the CUDA versions Nsight Compute counts 338, 369 and 155 instructions a warp (n = 2^20). With else a warp executes 31 more for 64 iterations, half of one for each. The third version is so short because mode cannot change in the loop: nvcc can test it once, before the loop. Longer paths do diverge: see the lesson One warp, two paths.",
                "没有 else 179 µs，有 else 240 µs，共同的值 196 µs（n = 2^24，块大小 256）；CUDA 版为 177、238 和 93.5 µs。Nsight Compute 在 CUDA 版里数到每线程束 338、369 和 155 条指令（n = 2^20）。有 else 时，64 次迭代里每个线程束只多 31 条，平均每次半条。第三个这么短，是因为 mode 在循环里不会变：nvcc 可以在循环之前只判断一次。路径更长时确实会分化：见《一个线程束，两条路径》一课。",
            ),
            pin: Pin::of(&[0, 1, 2], 9, 12).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["divergent_branch", "inst_per_warp"],
                cause: Cause::Open(Prose::new(
                    "In CUDA a second path is excluded: the compiler turns paths this short into selections. A warp executes 9 % more instructions there, which does not explain a third more time.",
                    "在 CUDA 里可以排除走第二条路径：编译器把这么短的路径变成了选择指令。那里每个线程束只多执行 9 % 的指令，解释不了三分之一的时间。",
                )),
            })]),
        },
    ],
    kernels: &[&DIVERGENCE_IF, &DIVERGENCE_IF_ELSE, &DIVERGENCE_CASE],
    panels: &[],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 8, 8).by(Grain::Statement),
    clock: Clock::usual(&[(0, 1), (2, 1)]),
};
