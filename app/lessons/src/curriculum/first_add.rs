//! Each lane adds two elements while it loads, so that no lane only loads.

use super::HARRIS;
use super::shared_sequential::REDUCE_SHARED_SEQUENTIAL;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Subject, Text};
use simt::Grain;

pub(super) static REDUCE_SHARED_FIRST_ADD: GalleryKernel = kernel!(
    "reduce_shared_first_add",
    "first add while loading",
    "加载时先加一次",
    &Reduce::sum(2)
)
.published(&[(HARRIS, "4 first add during load")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "first-add",
    group: Group::ReductionInSharedMemory,
    title: Text::new("First add while loading", "加载时先加一次"),
    question: Prose::new(
        "Which counters halve when each thread adds two elements while it loads them, and which cannot?",
        "每条线程在加载时先加两个元素，哪些计数减半，哪些减不了？",
    ),
    answer: Prose::new(
        "Blocks, warps, barrier waits (4096 to 2048) and shared load requests (2176 to 1088) halve with n = 16384 and block size 128. Global loads stay at 512 transactions: every element must be read once.",
        "n = 16384、块大小 128 时，块数、线程束数、同步等待（4096 到 2048）和共享内存加载请求（2176 到 1088）都减半。全局加载仍是 512 次事务：每个元素总要读一次。",
    ),
    remember: Prose::new(
        "If each thread adds once while it loads, half as many blocks compute half as many trees.",
        "每条线程在加载时先加一次，块数和树的棵数都减半。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Half of the threads load one word, store it, and never add anything. They only copy.",
                "有一半线程读入一个字、存下，之后再没有做过加法。它们只做一次拷贝。",
            ),
            notes: Prose::new(
                "Point at warps 2 and 3 after the first step: with stride 64 they wait already. They were launched to copy 64 words.",
                "第一步之后请看 2 号和 3 号线程束：步长 64 时它们已经在等待。启动它们只是为了搬 64 个字。",
            ),
            pin: Pin::of(&[1], 0, 2),
        },
        Slide {
            text: Prose::new(
                "So every thread loads two words, a block apart, and stores their sum in shared memory. All threads compute the first level of the tree.",
                "于是每条线程读两个字，相隔一个块，把它们的和存进共享内存。树的第一层由所有线程完成。",
            ),
            notes: Prose::new(
                "Step by statement over lines 22, 25 and 27 of the code: 32 active lanes in every warp. Students fear that two loads double the traffic; the grid is half as large, and the total is the same 512 transactions.",
                "逐语句走过代码第 22、25、27 行：每个线程束都是 32 条通道在工作。学生担心读两次会使流量翻倍，但网格小了一半，总数仍是 512 次事务。",
            ),
            pin: Pin::of(&[0], 0, 1).about(&[Subject::Lines("value += ")]),
        },
        Slide {
            text: Prose::new(
                "The tree after it has not changed: seven iterations with block size 128. There are only half as many trees.",
                "后面的树没有变：块大小为 128 时七次迭代，只是树的棵数少了一半。",
            ),
            notes: Prose::new(
                "There are 64 blocks instead of 128, and 256 warps instead of 512. Instructions a warp rise from 85 to 94, those of all warps fall from 43520 to 24064.",
                "块数从 128 降到 64，线程束从 512 降到 256。每个线程束的指令从 85 条增加到 94 条，总数却从 43520 降到 24064。",
            ),
            pin: Pin::of(&[0, 1], 1, 8),
        },
        Slide {
            text: Prose::new(
                "A thread can add any number of elements while it loads them, not only two. This leads to unrolling, and then to the grid-stride loop.",
                "一条线程在加载时可以加任意多个元素，不只两个。由此得到数据块展开，再得到网格跨步循环。",
            ),
            notes: Prose::new(
                "Mark Harris, “Optimizing Parallel Reduction in CUDA”, prints 0.965 ms after 1.722 ms, 17.377 GB/s of the G80's 86.4; for the last kernel, with many elements for each thread, 0.268 ms and 62.671 GB/s.",
                "Mark Harris 的 Optimizing Parallel Reduction in CUDA 给出时间从 1.722 ms 降到 0.965 ms，17.377 GB/s（G80 峰值 86.4）；最后一个内核让每条线程加很多元素，给出 0.268 ms、62.671 GB/s。",
            ),
            pin: Pin::of(&[0], 0, 8),
        },
        Slide {
            text: Prose::new(
                "Half as many trees take half of the time, although the global loads are the same.",
                "树少一半，时间也少一半，尽管全局加载没有变。",
            ),
            notes: Prose::new(
                "It takes 55.3 µs where the kernel before takes 109, which is 1.96 times as long (H200 in a browser, n = 2^24, block size 256); in CUDA 39.6 and 72.9, 1.84 times. One change, and counters that predict it.",
                "从 109 µs 降到 55.3 µs，1.96 倍（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 39.6 和 72.9 µs，1.84 倍。只改一处，计数器又预言得准。",
            ),
            pin: Pin::of(&[1, 0], 7, 11).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["shared_ld_wavefronts", "barrier_waits", "gld_transactions"],
                cause: Cause::Shown(Prose::new(
                    "The time follows the number of trees, with their waits and shared requests. Loading each word once takes only 18.4 µs, in the lesson Grid stride and vec4.",
                    "时间取决于树的棵数，以及随之而来的等待和共享内存请求。每个字只读一次只要 18.4 µs，见《网格跨步与 vec4》一课。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_SHARED_FIRST_ADD, &REDUCE_SHARED_SEQUENTIAL],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 8, 8).by(Grain::Statement),
    clock: Clock::usual(&[(0, 1)]),
};
