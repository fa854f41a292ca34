//! The same additions in fewer iterations: less loop overhead, more independent loads per iteration.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Stream;
use crate::{Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Text};

pub(super) static UNROLL_1: GalleryKernel =
    kernel!("unroll_1", "one a pass", "每趟 1 个", &Stream::Add);
pub(super) static UNROLL_2: GalleryKernel =
    kernel!("unroll_2", "two a pass", "每趟 2 个", &Stream::Add);
pub(super) static UNROLL_4: GalleryKernel =
    kernel!("unroll_4", "four a pass", "每趟 4 个", &Stream::Add);

pub(super) static LESSON: Lesson = Lesson {
    id: "loop-unrolling",
    group: Group::Execution,
    title: Text {
        en: "Unrolling a loop",
        zh: "循环展开",
    },
    question: Prose::new(
        "The additions, loads and stores are the same in all three kernels. Which counter falls?",
        "三个内核的加法、加载和存储都一样多。哪个计数变小了？",
    ),
    answer: Prose::new(
        "branch: 544, 320 and 192 at n = 16384, block 64. For its 16 elements a warp checks the loop's conditions 17, 10 or 6 times; our instructions a warp fall from 187 to 168 and 157. Transactions stay: 1024 loads, 512 stores.",
        "branch：n = 16384、块 64 时依次为 544、320、192。每个线程束处理 16 个元素，循环条件要检查 17、10 或 6 次；（我们的）每线程束指令从 187 降到 168 和 157。访存事务不变：加载 1024，存储 512。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Each lane adds 16 elements, one a pass. For each it also checks the condition, jumps, and moves i on: the loop's own work, which adds nothing up.",
                "每条线程要加 16 个元素，一趟一个。每趟还要检查条件、跳转、推进 i：这些是循环自身的开销，对求和毫无贡献。",
            ),
            notes: Prose::new(
                "17 checks for 16 elements: the last one says no. The book chapter shows a loop whose five instructions contain one FFMA.",
                "16 个元素检查 17 次：最后一次是“否”。那章教材里有一个循环，五条指令里只有一条 FFMA 在干活。",
            ),
            pin: Pin::of(&[0], 0, 4),
        },
        Slide {
            text: Prose::new(
                "Two or four elements a pass: half or a quarter of the passes. A lane's elements lie a whole grid apart, so that a warp still reads full lines.",
                "一趟两个或四个元素，趟数就减为一半或四分之一。一条线程的各个元素相隔整个网格，线程束读到的仍是整条缓存行。",
            ),
            notes: Prose::new(
                "Step all three together: one press of unroll_4 does what four of unroll_1 do. Students like to give a lane neighbouring elements instead; then the lanes of a warp would no longer be neighbours.",
                "三个一起走：unroll_4 按一次，抵 unroll_1 的四次。学生喜欢让一条线程处理相邻的元素，可那样线程束里的线程就不再相邻了。",
            ),
            pin: Pin::of(&[0, 1, 2], 0, 3),
        },
        Slide {
            text: Prose::new(
                "The statements of a pass do not need each other. A GPU can send out all their loads before it waits for the first: more bytes under way, fewer gaps.",
                "同一趟里的几条语句互不依赖。GPU 可以先把它们的加载全发出去，再等第一个结果：在途的字节更多，空档更少。",
            ),
            notes: Prose::new(
                "Our machine goes statement by statement and does not show this; the lessons on latency do. It needs stores that cannot hit b or c: WebGPU forbids such overlap, CUDA must be told __restrict__. For reductions over 2, 4 and 8 data blocks the M2070 notes print 26.3, 49.5 and 62.8 GB/s read.",
                "我们的机器一条条语句地走，看不出这一点，要看讲延迟的几课。前提是写 a 不会碰到 b 或 c：WebGPU 不允许这种重叠，CUDA 要写 __restrict__。M2070 笔记给出归约展开 2、4、8 块时的读取带宽：26.3、49.5、62.8 GB/s。",
            ),
            pin: Pin::of(&[1, 2], 1, 3),
        },
        Slide {
            text: Prose::new(
                "Passes rarely come out even, so a plain loop takes care of the rest. Here 16 elements divide by two and four: it checks once and is done.",
                "趟数未必正好整除，所以还要一个普通循环收尾。这里 16 能被二和四整除，它检查一次就结束。",
            ),
            notes: Prose::new(
                "At n = 16384 the conditions of unroll_2 are checked 288 + 32 times, those of unroll_4 160 + 32. Choose n = 10000 and see the second loop at work.",
                "n = 16384 时，unroll_2 的条件检查 288 + 32 次，unroll_4 是 160 + 32 次。把 n 改成 10000，就能看到第二个循环干活。",
            ),
            pin: Pin::of(&[1, 2], 3, 9),
        },
        Slide {
            text: Prose::new(
                "Compilers unroll as well, short loops by themselves and others on request. The price is registers and code: stop when the loop's own work no longer shows.",
                "编译器也会展开：短循环自动展开，其余的按要求展开。代价是寄存器和代码长度；循环自身的开销不再明显时就该停手。",
            ),
            notes: Prose::new(
                "With #pragma unroll 16 the book chapter's loop takes 20 instructions for 16 FFMA instead of 5 for one. From unroll_2 to unroll_4 our count falls by only 11 instructions a warp, from unroll_1 to unroll_2 by 19.",
                "加上 #pragma unroll 16 之后，那章教材的循环用 20 条指令完成 16 条 FFMA，之前是 5 条完成 1 条。我们的计数里，unroll_1 到 unroll_2 每线程束少 19 条，unroll_2 到 unroll_4 只少 11 条。",
            ),
            pin: Pin::of(&[0, 2], 0, 5).with(Panel::Formulas).showing(&[Part::Code, Part::Figures(&["inst_per_warp"]), Part::Lanes]),
        },
    ],
    panels: &[Panel::Formulas],
    kernels: &[&UNROLL_1, &UNROLL_2, &UNROLL_4],
    size: Size::fixed(16_384, 64),
    opens: Pin::START.with(Panel::Formulas),
    clock: Clock::usual(&[(1, 0), (2, 1)]),
};
