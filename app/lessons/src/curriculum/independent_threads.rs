//! Since Volta the sides of a branch may take turns: what relies on lockstep breaks, and a barrier mends it.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Exchange;
use crate::{Cause, Clock, Group, Lesson, Part, Pin, Prose, Size, Slide, Story, Subject, Text};
use simt::Grain;

pub(super) static EXCHANGE_LOCKSTEP: GalleryKernel = kernel!(
    "exchange_lockstep",
    "no barrier",
    "没有同步",
    &Exchange
)
.in_lockstep();
pub(super) static EXCHANGE_BARRIER: GalleryKernel = kernel!(
    "exchange_barrier",
    "with a barrier",
    "有同步",
    &Exchange
);

pub(super) static LESSON: Lesson = Lesson {
    id: "independent-threads",
    group: Group::Divergence,
    title: Text::new("When a warp is not in lockstep", "独立线程调度"),
    question: Prose::new(
        "The upper half of a warp reads what the lower half stores, without a barrier. When is the result right?",
        "线程束的后一半读取前一半写入的值，中间没有同步。什么时候结果正确？",
    ),
    answer: Prose::new(
        "Only in lockstep, where a warp finishes both sides of a branch before it goes on. Since Volta the sides may take turns: the upper half then reads zeros. A barrier makes it right in both cases.",
        "只有在步调一致（lockstep）时才正确：线程束把分支的两边都走完才继续。从 Volta 起两边可以轮流执行，后一半就会读到 0。加一次同步，两种情况都正确。",
    ),
    remember: Prose::new(
        "Do not rely on lockstep: only a barrier or another synchronisation orders the lanes of a warp.",
        "不要依赖步调一致：只有同步才能规定同一线程束里各通道的先后。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "In lockstep the upper half waits at the end of the if until the lower half has stored. The result is right, although nothing in the text asks for it.",
                "步调一致时，后一半在 if 的末尾等前一半写完。结果正确，虽然程序里没有任何地方要求这样。",
            ),
            notes: Prose::new(
                "This was the rule of the first GPUs: one program counter for each warp. The machine reports the race nevertheless, in WGSL and in CUDA: neither language promises this order.",
                "这是早期 GPU 的规则：每个线程束一个程序计数器。机器还是报告了数据竞争，WGSL 和 CUDA 都是如此：两种语言都不保证这个次序。",
            ),
            pin: Pin::of(&[0], 2, 14)
                .by(Grain::Statement)
                .showing(&[Part::Code, Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "With independent threads both sides take turns. The upper half passes the if at once and reads the tile while the lower half is still in its loop: it finds 0.",
                "线程各自前进时，两边轮流执行。后一半马上越过 if，读取共享数组时前一半还在循环里：读到的是 0。",
            ),
            notes: Prose::new(
                "Since Volta each thread has its own program counter. A GPU lets the sides meet early where it can, so a real run may still be right by luck; the machine shows the least that a kernel may rely on. The switch is among the sizes of the machine.",
                "从 Volta 起，每条线程有自己的程序计数器。GPU 会尽量让两边早些会合，所以真实的运行也可能碰巧正确；机器展示的是内核能依赖的最低限度。开关在机器参数里。",
            ),
            pin: Pin::of(&[0], 2, 14)
                .by(Grain::Statement)
                .independent()
                .about(&[Subject::Lines("let found")])
                .showing(&[Part::Code, Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "A barrier makes all lanes wait for the stores. Then the result is right, whatever the order of the sides.",
                "同步让所有通道等到写入完成。这样无论两边次序如何，结果都正确。",
            ),
            notes: Prose::new(
                "In CUDA __syncwarp() is enough here: it lets the lanes of one warp meet and orders their memory. WGSL has no such function. The machine executes subgroupBarrier() in the playground and finds no race then, but browsers refuse it.",
                "CUDA 里这里用 __syncwarp() 就够了：它让一个线程束的通道会合，并保证它们的访存次序。WGSL 没有这样的函数。机器在练习场里能执行 subgroupBarrier()，也就不再发现数据竞争，但浏览器会拒绝。",
            ),
            pin: Pin::of(&[1], 2, 14)
                .by(Grain::Statement)
                .independent()
                .about(&[Subject::Lines("workgroupBarrier")])
                .showing(&[Part::Code, Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "The barrier costs 4 % more time, and it makes the result certain.",
                "同步只多花 4 % 的时间，却能让结果可靠。",
            ),
            notes: Prose::new(
                "Without the barrier it takes 61.7 µs, with it 64.1 (H200 in a browser, n = 2^24, block size 256); in CUDA 54.8 and 56.4. Both results are right on this H200, probably because its compiler lets the two sides meet before the read. Nothing promises that; another compiler or GPU may do otherwise. Nsight Compute counts one divergent branch a warp in both.",
                "没有同步 61.7 µs，有同步 64.1 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 54.8 和 56.4 µs。在这块 H200 上两个结果都正确，大概是因为编译器让两边在读取之前会合。但没有任何保证，换一个编译器或 GPU 就可能不同。Nsight Compute 在两个版本里都数到每线程束一次分化的分支。",
            ),
            pin: Pin::of(&[0, 1], 33, 35).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "shared_ld_requests"],
                cause: Cause::Shown(Prose::new(
                    "The two kernels differ in the barrier alone: each warp waits once.",
                    "两个内核只差这一个同步：每个线程束等待一次。",
                )),
            })]),
        },
        Slide {
            text: Prose::new(
                "Shared memory needs a barrier between writing and reading, and different banks for different words. The same product, with its tiles read by columns, takes almost three times as long.",
                "共享内存要求写和读之间有同步，不同的字落在不同的存储体。同一个乘积，数据片按列读取，用时接近三倍。",
            ),
            notes: Prose::new(
                "Both kernels compute the same product with as many barriers. Ask which one line of the code differs.",
                "两个内核算的是同一个乘积，同步也一样多。问学生：代码里哪一行不同？",
            ),
            pin: Pin::START.showing(&[Part::Chapter]),
        },
    ],
    kernels: &[&EXCHANGE_LOCKSTEP, &EXCHANGE_BARRIER],
    panels: &[],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 4, 4).by(Grain::Statement),
    clock: Clock::usual(&[(0, 1)]),
};
