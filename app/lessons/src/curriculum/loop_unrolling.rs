//! The same additions in fewer iterations: less loop overhead, more independent loads per iteration.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Stream;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static UNROLL_1: GalleryKernel =
    kernel!("unroll_1", "one an iteration", "每次迭代 1 个", &Stream::Add);
pub(super) static UNROLL_2: GalleryKernel =
    kernel!("unroll_2", "two an iteration", "每次迭代 2 个", &Stream::Add);
pub(super) static UNROLL_4: GalleryKernel =
    kernel!("unroll_4", "four an iteration", "每次迭代 4 个", &Stream::Add);

pub(super) static LESSON: Lesson = Lesson {
    id: "loop-unrolling",
    group: Group::Execution,
    title: Text::new("Unrolling a loop", "循环展开"),
    question: Prose::new(
        "The additions, loads and stores are the same in all three kernels. Which counter falls?",
        "三个内核的加法、加载和存储都一样多。哪个计数变小了？",
    ),
    answer: Prose::new(
        "Branches (branch) fall: 544, 320 and 192 with n = 16384 and block size 64. For its 16 elements a warp checks the loop's conditions 17, 10 or 6 times; the instructions a warp, as this machine counts them, fall from 187 to 168 and 157. Transactions stay: 1024 loads, 512 stores.",
        "分支（branch）：n = 16384、块大小 64 时依次为 544、320、192。每个线程束处理 16 个元素，循环条件要检查 17、10 或 6 次；每线程束的指令（按本机器计数）从 187 降到 168 和 157。访存事务不变：加载 1024，存储 512。",
    ),
    remember: Prose::new(
        "Unrolling removes the loop's own instructions and lets independent loads start together, but it costs registers and code.",
        "展开省去循环自身的指令，让互不依赖的加载一起发出，代价是寄存器和代码长度。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Each thread adds 16 elements, one an iteration. For each it also checks the condition, jumps, and increases i: this is the loop's own work, not part of the sums.",
                "每条线程要加 16 个元素，每次迭代一个。每次还要检查条件、跳转、增加 i：这些是循环自身的开销，不属于求和。",
            ),
            notes: Prose::new(
                "There are 17 checks for 16 elements: the last one is false. “CUDA execution model” (chapter 4, example 4.7) shows a loop whose five instructions contain one FFMA. The other four are IADD for the counter, MOV for an operand, ISETP for the condition and BRA for the jump.",
                "16 个元素检查 17 次：最后一次是“否”。《第四章 CUDA 执行模型》示例 4.7 有一个循环，五条指令里只有一条 FFMA。另外四条是：计数的 IADD，取操作数的 MOV，判断条件的 ISETP，跳转的 BRA。",
            ),
            pin: Pin::of(&[0], 0, 4),
        },
        Slide {
            text: Prose::new(
                "With two or four elements an iteration (the unrolling factor) the loop has half or a quarter of the iterations. A thread's elements are a whole grid apart, so that a warp still reads full cache lines.",
                "一次迭代两个或四个元素（循环展开因子），迭代次数就减为一半或四分之一。一条线程的各个元素相隔整个网格，线程束读到的仍是整条缓存行。",
            ),
            notes: Prose::new(
                "Step all three together: one step of unroll_4 does what four of unroll_1 do. Students often give a thread neighbouring elements instead; then the lanes of a warp would no longer load neighbouring words.",
                "三个一起走：unroll_4 的一步，等于 unroll_1 的四步。学生常让一条线程处理相邻的元素，可那样线程束里的通道读的就不再是相邻的字了。",
            ),
            pin: Pin::of(&[0, 1, 2], 0, 3),
        },
        Slide {
            text: Prose::new(
                "The statements of an iteration do not depend on each other. A GPU can issue all their loads before it waits for the first: more bytes in flight, fewer gaps.",
                "同一次迭代里的几条语句互不依赖。GPU 可以先把它们的加载全发出去，再等第一个结果：在途的字节更多，空档更少。",
            ),
            notes: Prose::new(
                "Our machine goes statement by statement and does not show this; the lessons on latency do. It needs stores that cannot change b or c: WebGPU forbids such overlap, CUDA needs __restrict__. For reductions over 2, 4 and 8 data blocks “CUDA notes 8: Branch Divergence and Unrolling Loop” (Tesla M2070) prints 26.3, 49.5 and 62.8 GB/s read.",
                "我们的机器一条条语句地走，看不出这一点，要看讲延迟的几课。前提是写 a 不会改变 b 或 c：WebGPU 不允许这种重叠，CUDA 要写 __restrict__。《CUDA学习笔记(八)》（Tesla M2070）给出归约展开 2、4、8 块时的读取带宽：26.3、49.5、62.8 GB/s。",
            ),
            pin: Pin::of(&[1, 2], 1, 3),
        },
        Slide {
            text: Prose::new(
                "The number of elements is not always a multiple of two or four, so a second loop adds the rest. 16 is a multiple of both: this loop checks once and ends.",
                "元素个数未必是二或四的倍数，所以还要第二个循环处理剩下的。16 是二和四的倍数，这个循环检查一次就结束。",
            ),
            notes: Prose::new(
                "With n = 16384 the conditions of unroll_2 are checked 288 + 32 times, those of unroll_4 160 + 32. Choose n = 10000 to see iterations of the second loop.",
                "n = 16384 时，unroll_2 的条件检查 288 + 32 次，unroll_4 是 160 + 32 次。把 n 改成 10000，就能看到第二个循环的迭代。",
            ),
            pin: Pin::of(&[1, 2], 3, 9),
        },
        Slide {
            text: Prose::new(
                "Compilers unroll as well: short loops without being asked, others on request. It costs registers and code: stop when the loop's own work is only a small part.",
                "编译器也会展开：短循环自动展开，其余的按要求展开。代价是寄存器和代码长度；循环自身的开销只占一小部分时就该停下。",
            ),
            notes: Prose::new(
                "With #pragma unroll 16 the loop of “CUDA execution model” (chapter 4, example 4.8) takes 20 instructions for 16 FFMA instead of 5 for one: the other four instructions are the same, once for 16. From unroll_2 to unroll_4 this machine's count falls by only 11 instructions a warp, from unroll_1 to unroll_2 by 19.",
                "加上 #pragma unroll 16 之后，《第四章 CUDA 执行模型》示例 4.8 的循环用 20 条指令完成 16 条 FFMA，之前是 5 条完成 1 条：另外四条不变，只是每 16 条 FFMA 才执行一遍。按本机器的计数，unroll_1 到 unroll_2 每线程束少 19 条，unroll_2 到 unroll_4 只少 11 条。",
            ),
            pin: Pin::of(&[0, 2], 0, 5).with(Panel::Formulas).showing(&[Part::Code, Part::Figures(&["inst_per_warp"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "Two elements an iteration save a seventh of the time. Four elements save no more.",
                "一次迭代两个元素，省下七分之一的时间；四个元素则没有更多收益。",
            ),
            notes: Prose::new(
                "Without unrolling it takes 59.3 µs, with two elements 51.2, and with four 51.8 (H200 in a browser, n = 2^24, block size 256); in CUDA 56.4, 49.5 and 50.4.",
                "不展开 59.3 µs，展开 2 份 51.2 µs，展开 4 份 51.8 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 56.4、49.5、50.4 µs。",
            ),
            pin: Pin::of(&[0, 1], 7, 10).showing(&[Part::Clock(&Story {
                counters: &["branch", "inst_per_warp", "gld_transactions"],
                cause: Cause::Open(Prose::new(
                    "Branches fall further from two elements to four, and the time does not. So they are not what decides the rest.",
                    "从两个元素到四个，分支还在减少，时间却没有。可见其余的时间不取决于分支。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Formulas],
    kernels: &[&UNROLL_1, &UNROLL_2, &UNROLL_4],
    size: Size::fixed(16_384, 64),
    opens: Pin::START.with(Panel::Formulas),
    clock: Clock::usual(&[(1, 0)]),
};
