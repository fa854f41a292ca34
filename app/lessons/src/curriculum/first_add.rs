//! Each lane adds two elements while it loads, so that no lane only loads.

use super::shared_sequential::REDUCE_SHARED_SEQUENTIAL;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Clock, Group, Lesson, Panel, Pin, Prose, Size, Slide, Subject, Text};

pub(super) static REDUCE_SHARED_FIRST_ADD: GalleryKernel = kernel!(
    "reduce_shared_first_add",
    "first add while loading",
    "加载时先加一次",
    &Reduce::sum(2)
);

pub(super) static LESSON: Lesson = Lesson {
    id: "first-add",
    group: Group::ReductionInSharedMemory,
    title: Text {
        en: "First add while loading",
        zh: "加载时先加一次",
    },
    question: Prose::new(
        "Which counters halve when each lane adds two elements while it loads them, and which cannot?",
        "每条线程在加载时先加两个元素，哪些计数减半，哪些减不了？",
    ),
    answer: Prose::new(
        "Blocks, warps, barrier waits (4096 to 2048) and shared load requests (2176 to 1088) halve at n = 16384, block 128. Global loads stay at 512 transactions: every element must be read once.",
        "n = 16384、块 128 时，块数、线程束数、同步等待（4096 到 2048）和共享内存加载请求（2176 到 1088）都减半。全局加载仍是 512 次事务：每个元素总要读一次。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Half of the lanes load one word, put it down, and never add anything. Their whole contribution is a copy.",
                "有一半线程读入一个字、放下，之后再没有做过加法。它们的全部贡献就是一次拷贝。",
            ),
            notes: Prose::new(
                "Point at warps 2 and 3 on the first press: at stride 64 they wait already. They were launched to copy 64 words.",
                "第一次按键后请看 2 号和 3 号线程束：步长 64 时它们已经在等待。启动它们只是为了搬 64 个字。",
            ),
            pin: Pin::of(&[1], 0, 2),
        },
        Slide {
            text: Prose::new(
                "So every lane loads two words, a block apart, and adds them on the way to shared memory. The first level of the tree is done by all lanes.",
                "于是每条线程读两个字，相隔一个块，在放进共享内存的路上就加起来。树的第一层由所有线程完成。",
            ),
            notes: Prose::new(
                "Step by statement over lines 22, 25 and 27: 32 active lanes in every warp. Students worry that two loads cost twice the traffic; the grid is half as large, and the total is the same 512 transactions.",
                "逐语句走过第 22、25、27 行：每个线程束都是 32 条线程在工作。学生担心读两次会使流量翻倍，但网格小了一半，总数仍是 512 次事务。",
            ),
            pin: Pin::of(&[0], 0, 1).about(&[Subject::Lines("value += ")]),
        },
        Slide {
            text: Prose::new(
                "The tree after it has not changed: seven strides at block 128. There are only half as many trees.",
                "后面的树没有变：块为 128 时七个步长，只是树的棵数少了一半。",
            ),
            notes: Prose::new(
                "64 blocks instead of 128, 256 warps instead of 512. Instructions a warp rise from 85 to 94, those of all warps fall from 43520 to 24064.",
                "块数从 128 降到 64，线程束从 512 降到 256。每个线程束的指令从 85 条增加到 94 条，总数却从 43520 降到 24064。",
            ),
            pin: Pin::of(&[0, 1], 1, 8),
        },
        Slide {
            text: Prose::new(
                "Why stop at two? Any number of elements can be added while they are loaded. That thought leads to unrolling, and in the end to the grid-stride loop.",
                "为什么只加两个？进来的路上想加多少都行。顺着这个思路就是数据块展开，最后是网格跨步循环。",
            ),
            notes: Prose::new(
                "Harris's slides print 0.965 ms after 1.722 ms, 17.377 GB/s of the G80's 86.4; their last rung, many elements for each lane, prints 0.268 ms and 62.671 GB/s.",
                "Harris 的幻灯片给出时间从 1.722 ms 降到 0.965 ms，17.377 GB/s（G80 峰值 86.4）；最后一级让每条线程加很多元素，给出 0.268 ms、62.671 GB/s。",
            ),
            pin: Pin::of(&[0], 0, 8),
        },
    ],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_SHARED_FIRST_ADD, &REDUCE_SHARED_SEQUENTIAL],
    size: Size::fixed(16_384, 128),
    opens: Pin::START,
    clock: Clock::usual(&[(0, 1)]),
};
