//! The same tree for another operation: the properties that a reduction requires of it.

use super::HARRIS;
use super::shared_sequential::REDUCE_SHARED_SEQUENTIAL;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Fold, Reduce};
use crate::published::{Column, PublishedTable};
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static REDUCE_SHARED_MAX: GalleryKernel = kernel!(
    "reduce_shared_max",
    "maximum",
    "最大值",
    &Reduce {
        fold: Fold::Max,
        ..Reduce::SUM
    }
);

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-max",
    group: Group::ReductionInSharedMemory,
    title: Text::new("Maximum instead of sum", "求最大值"),
    question: Prose::new(
        "Which counters change when every addition becomes a maximum?",
        "把每次加法换成取最大值，哪些计数会变？",
    ),
    answer: Prose::new(
        "No counter of memory, branches or barriers: requests, wavefronts, 768 divergent branches and 4096 waits are the same (n = 16384, block size 128). Only the instructions that this machine counts go from 85 to 87 a warp.",
        "访存、分支和同步都不变：请求数、wavefront、768 个分化的分支、4096 次等待完全相同（n = 16384，块大小 128）。只有本机器数得的指令从每个线程束 85 条变成 87 条。",
    ),
    remember: Prose::new(
        "The same tree serves every operation that is associative and commutative, and threads without an element hold the value that changes nothing.",
        "同一棵树适用于任何满足结合律和交换律的运算，没有元素的线程放一个不起作用的值。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "A reduction makes one value of many, by an operation on two values. The tree is the same for any operation.",
                "归约用一种二元运算把许多值变成一个。不论哪种运算，树都一样。",
            ),
            notes: Prose::new(
                "Only two statements differ: the start value and one line of code in the loop. Step both kernels together and let the class find them.",
                "只有两条语句不同：初值，以及循环里的一行代码。两个内核一起单步，让学生自己找出来。",
            ),
            pin: Pin::of(&[0, 1], 0, 2),
        },
        Slide {
            text: Prose::new(
                "Each step keeps the larger of two words. After seven iterations, word 0 holds the largest of 128.",
                "每一步保留两个字里较大的一个。七次迭代之后，0 号字就是 128 个里最大的。",
            ),
            notes: Prose::new(
                "Elements are bytes from 0 to 255; block 0 of the default data ends at 253. Ask which words hold the maximum before word 0 does: the data decide which pairs keep their left word.",
                "元素是 0 到 255 的字节；默认数据的 0 号块得到 253。可以问：最大值先后在哪些字里？哪一对会保留左边的字，取决于数据。",
            ),
            pin: Pin::of(&[0], 1, 8),
        },
        Slide {
            text: Prose::new(
                "Threads beyond the end hold a value that changes nothing: 0 for a sum, the smallest integer for a maximum. Starting from 0 would be wrong where all elements are negative.",
                "越过末尾的线程放一个不起作用的值：求和用 0，求最大值用最小的整数。若从 0 开始，元素全为负数时就错了。",
            ),
            notes: Prose::new(
                "n = 64 in a block of 128 threads: threads 64 to 127 hold -2147483648, and the first iteration compares each element with that. Our data have no negative numbers, so a test with them would not find the mistake.",
                "n = 64、块大小 128：64 到 127 号线程存着 -2147483648，第一次迭代就是拿每个元素与它相比。我们的数据没有负数，用它们来测试就发现不了这个错误。",
            ),
            pin: Pin::of(&[0], 0, 2).at(Size::fixed(64, 128)),
        },
        Slide {
            text: Prose::new(
                "The tree pairs words in its own order, so the result must not depend on the order. A maximum never does; a sum of floats rounds differently in another order.",
                "树按自己的方式配对，所以结果不能依赖次序。最大值从不依赖；浮点数的和换个次序就会舍入出不同的结果。",
            ),
            notes: Prose::new(
                "Operations must be associative; with this stride they must commute too, since word 0 is combined with word 64 before word 1. Subtraction and averages are not associative. A mean is a sum, divided once at the end.",
                "运算要满足结合律；按这种步长还要满足交换律，因为 0 号字先遇到 64 号字，后遇到 1 号字。减法和求平均都不满足：平均值要先求和，最后除一次。",
            ),
            pin: Pin::of(&[0, 1], 1, 8),
        },
        Slide {
            text: Prose::new(
                "All kernels so far work for this operation too. Mark Harris's seven kernels reduce the time of a sum of 2^22 integers on a G80 from 8.054 to 0.268 ms.",
                "前面的每个内核同样适用于这种运算。Mark Harris 的七个内核在 G80 上把 2^22 个整数的求和从 8.054 ms 降到 0.268 ms。",
            ),
            notes: Prose::new(
                "“Optimizing Parallel Reduction in CUDA” prints, with block size 128: divergent 8.054, bank conflicts 3.456, sequential 1.722, first add 0.965, last warp 0.536, completely unrolled 0.381, multiple elements for each thread 0.268 ms: 2.083 to 62.671 GB/s. These are times of that chip; measure your own beside them.",
                "Optimizing Parallel Reduction in CUDA（块大小 128）给出：分化 8.054、存储体冲突 3.456、连续 1.722、加载时先加 0.965、末线程束 0.536、完全展开 0.381、每线程多个元素 0.268 ms，即 2.083 到 62.671 GB/s。这是那块芯片的时间；请在旁边测自己的。",
            ),
            pin: Pin::of(&[0], 1, 8).on("g80").showing(&[
                Part::Published(&PublishedTable {
                    source: HARRIS,
                    rows: &["1 divergent branching", "2 bank conflicts", "3 sequential addressing", "4 first add during load", "5 unroll last warp", "completely unrolled", "multiple elements per thread"],
                    columns: &[Column::Milliseconds],
                }),
                Part::Lanes,
            ]),
        },
        Slide {
            text: Prose::new(
                "The maximum and the sum differ by only 2 %. Their memory, branches and waits are the same.",
                "最大值和求和的时间只差 2 %。访存、分支和等待都一样。",
            ),
            notes: Prose::new(
                "The maximum takes 106 µs, the sum 109 (H200 in a browser, n = 2^24, block size 256); in CUDA both take 72.9. The intervals do not overlap, so the difference is not chance.",
                "最大值 106 µs，求和 109 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版都是 72.9 µs。两者的误差区间并不重叠，所以这个差别不是偶然的。",
            ),
            pin: Pin::of(&[1, 0], 1, 4).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "shared_ld_wavefronts", "barrier_waits"],
                cause: Cause::Open(Prose::new(
                    "The maximum has two more instructions a warp, which would make it slower, and it is faster. No pair of kernels here isolates the cause.",
                    "最大值每个线程束多两条指令，本该更慢，实际却更快。这里没有哪一对内核只差这个原因。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Tree],
    kernels: &[&REDUCE_SHARED_MAX, &REDUCE_SHARED_SEQUENTIAL],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 1, 1),
    clock: Clock::usual(&[]),
};
