//! The CPU's recursive halving, and the same tree computed by a block.

use super::interleaved::REDUCE_INTERLEAVED;
use super::neighbored::REDUCE_NEIGHBORED;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static LESSON: Lesson = Lesson {
    id: "recursion",
    group: Group::ReductionInGlobalMemory,
    title: Text::new("On the CPU: halving again and again", "CPU 上的递归折半"),
    question: Prose::new(
        "How many iterations does a block need to add 64 numbers, and how many additions does it make?",
        "一个块把 64 个数加起来要几次迭代？一共做多少次加法？",
    ),
    answer: Prose::new(
        "Six, with strides 32, 16, 8, 4, 2 and 1, and 63 additions: as many as the CPU makes. The CPU makes them one after the other, the block all those of an iteration at once.",
        "六次，步长依次为 32、16、8、4、2、1，共 63 次加法，与 CPU 一样多。CPU 一次一次地加，而块把同一次迭代的加法同时做完。",
    ),
    remember: Prose::new(
        "A block adds its numbers in a tree: each step halves their number, and a barrier separates one step from the next.",
        "块按一棵树求和：每一步数的个数减半，步与步之间隔着一次同步。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "A plain loop, sum += data[i], adds one number after the other. The CPU can also halve the array: it adds the upper half to the lower half, then calls itself with half the size, until one number is left. With 64 numbers, six calls add.",
                "普通的循环 sum += data[i] 一个接一个地加。CPU 也可以把数组折半：把后一半加到前一半上，再以一半的大小调用自己，直到只剩一个数。64 个数要折半六次。",
            ),
            notes: Prose::new(
                "Let a student write the function on the board: with size 1 it returns data[0]; otherwise half = size / 2, data[i] += data[i + half] for every i below half, and the result is that of the call with half. With an odd size this forgets the last number; the kernel's blocks are powers of two, and i + stride < n guards a ragged end.",
                "请一位学生在黑板上写出整个函数：size 为 1 时返回 data[0]；否则令 half = size / 2，对每个小于 half 的 i 做 data[i] += data[i + half]，再以 half 调用自己，返回它的结果。size 为奇数时，这样写会漏掉最后一个数；内核的块都是 2 的幂，数组末尾不满一块时由 i + stride < n 来判断。",
            ),
            pin: Pin::of(&[0], 0, 1).with(Panel::Tree),
        },
        Slide {
            text: Prose::new(
                "The block computes the same tree. The CPU's inner loop becomes one step: 32 threads add at once, then 16, then 8. Where the CPU calls itself, the block has a barrier.",
                "块计算的是同一棵树。CPU 的内层循环变成一步：32 条线程同时相加，然后 16 条，再 8 条。CPU 递归调用的地方，块用的是同步。",
            ),
            notes: Prose::new(
                "Each step is one call of the CPU's function. The stride is the size that the next call would be given. Without the barrier a thread could add a number that is not stored yet.",
                "每一步相当于 CPU 的一次函数调用；步长就是下一次调用的 size。没有同步，线程可能加上一个还没算好的数。",
            ),
            pin: Pin::of(&[0], 1, 4).with(Panel::Tree),
        },
        Slide {
            text: Prose::new(
                "The order of additions is free. With pairs far apart or with neighbours, the block makes 63 additions in six iterations and gets the same sum.",
                "加法的次序可以随意。把相隔半个数组的数配对，还是把相邻的数配对，都是六次迭代、63 次加法，和也相同。",
            ),
            notes: Prose::new(
                "This is true for integers, also when they overflow. Floats round at every addition, so another order may give another last digit: compare with a tolerance.",
                "这对整数成立，溢出时也成立。浮点数每次相加都要舍入，次序不同，末位就可能不同：比较时要留出误差。",
            ),
            pin: Pin::of(&[0, 1], 0, 4).with(Panel::Tree),
        },
        Slide {
            text: Prose::new(
                "At the end each block has one sum. No barrier orders the blocks, so the 256 sums of 16,384 numbers are added by the CPU or by another launch.",
                "最后每个块得到一个和。块与块之间没有同步，所以 16384 个数的 256 个部分和要由 CPU 或再启动一次内核来相加。",
            ),
            notes: Prose::new(
                "n = 16384, block size 64: 256 times 63 additions, and 255 for the sums, are again 16,383, one fewer than numbers. “CUDA notes 8: Branch Divergence and Unrolling Loop” prints 29.138 ms for the CPU's recursiveReduce and, on a Tesla M2070, 11.722 ms for reduceNeighbored and 6.967 ms for reduceInterleaved (n = 16777216, block size 512).",
                "n = 16384、块大小 64：256 乘以 63 次加法，再加部分和的 255 次，仍是 16383 次，比数的个数少一。《CUDA学习笔记(八)》给出：CPU 的 recursiveReduce 29.138 ms，Tesla M2070 上 reduceNeighbored 11.722 ms，reduceInterleaved 6.967 ms（n = 16777216，块大小 512）。",
            ),
            pin: Pin::of(&[0], 4, 7).with(Panel::Tree),
        },
        Slide {
            text: Prose::new(
                "Pairs of neighbours take almost twice as long as pairs far apart, with the same number of additions. So additions do not decide.",
                "相邻配对的用时几乎是远距离配对的两倍，加法次数却相同。可见起决定作用的不是加法。",
            ),
            notes: Prose::new(
                "Pairs far apart take 121 µs, neighbours 236 (H200 in a browser, n = 2^24, block size 256); in CUDA 74.0 and 90.9, the same order with another ratio. Let the class guess before this slide: is it the choice of the threads, the words that they touch, or the code of the loop? All three matter, each to a different degree: the next lessons change one thing at a time.",
                "相隔很远的配对 121 µs，相邻配对 236 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 74.0 和 90.9 µs，次序相同，比值不同。翻到本页之前先让学生猜：是线程的选择、访问的字，还是循环的代码？三样都有影响，只是程度不同：后面几课一次只改一处。",
            ),
            pin: Pin::of(&[0, 1], 1, 4).showing(&[Part::Clock(&Story {
                counters: &["divergent_branch", "gld_transactions", "inst_per_warp"],
                cause: Cause::Shown(Prose::new(
                    "Most of the difference is the code of the loop. If only that is unrolled, in the lesson The loops unrolled, pairs of neighbours take 106 µs.",
                    "差距大部分来自循环的代码。《把循环展开》一课只把循环展开，相邻配对就只要 106 µs。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_INTERLEAVED, &REDUCE_NEIGHBORED],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 1, 1).with(Panel::Tree),
    clock: Clock::usual(&[(0, 1)]),
};
