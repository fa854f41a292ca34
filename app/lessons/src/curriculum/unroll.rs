//! Each block adds two, four or eight blocks of data before its tree: more loads in flight per barrier.

use super::K80;
pub(super) use super::reductions::{REDUCE_UNROLL2, REDUCE_UNROLL4, REDUCE_UNROLL8};
use super::reductions::REDUCE_INTERLEAVED;
use crate::published::{Column, PublishedTable};
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};
use simt::Grain;

pub(super) static LESSON: Lesson = Lesson {
    id: "unroll",
    group: Group::ReductionInGlobalMemory,
    title: Text::new("Unrolling data blocks", "展开数据块"),
    question: Prose::new(
        "The tree is unchanged. Where does the kernel save time?",
        "树形求和没有变，时间是从哪里省下来的？",
    ),
    answer: Prose::new(
        "Most loads are now in the first statement, where every thread is active and up to eight loads wait at once. One tree with its barriers and idle threads serves eight times the data.",
        "大部分加载都集中在第一条语句：所有线程都在工作，最多同时有八个加载在途。同步和空闲线程的代价由八倍的数据分摊。",
    ),
    remember: Prose::new(
        "If each thread adds several elements before the tree, more data share the cost of one tree.",
        "每条线程在树形求和之前先加几个元素，一棵树的代价就由更多的数据分摊。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "In the interleaved tree a block loads as many elements as it has threads. Half of its threads are idle from the first iteration on, and every block computes a whole tree.",
                "交错配对时，一个块有多少线程就只读入多少元素。从第一次迭代起就有一半线程空闲，而每个块都要走完整棵树。",
            ),
            notes: Prose::new(
                "Point at warp 1 after the first step: it waits at the barrier and never adds. With n = 16384 and block size 64, there are 256 such blocks, and their warps arrive at a barrier 3072 times.",
                "第一步之后请看 1 号线程束：它停在同步处，从头到尾没有做过一次加法。n = 16384、块大小为 64 时这样的块有 256 个，线程束到达同步共 3072 次。",
            ),
            pin: Pin::of(&[3], 0, 1),
        },
        Slide {
            text: Prose::new(
                "Before the tree, each thread adds elements of two, four or eight neighbouring data blocks. A thread block then handles that many times the data with only one more barrier.",
                "在树形求和之前，每条线程先把相邻的两块、四块或八块数据里的元素加起来。这样，一个线程块只多一次同步，就处理了数倍的数据。",
            ),
            notes: Prose::new(
                "These additions come before the loop: step by statement to line 19 of the code, where both warps add with all 32 lanes. Students expect one tree for each data block. There is only one tree, over sums.",
                "这些加法在循环之前：逐语句走到代码第 19 行，可以看到两个线程束的 32 条通道全都在加。学生常以为每个数据块各有一棵树，其实只有一棵，加的是已经归并过的和。",
            ),
            pin: Pin::of(&[0], 0, 1),
        },
        Slide {
            text: Prose::new(
                "One statement requests eight words per thread. None of the loads needs another's result, so all eight can be in flight at once, and each reads whole cache lines.",
                "一条语句里每条线程要读八个字。这些加载互不依赖，可以同时在途，而且每次都读满整条缓存行。",
            ),
            notes: Prose::new(
                "Line 19 of the code makes 576 requests with 32 active lanes each; line 29, in the tree, makes 576 too, with 10.5 lanes on average (n = 16384, block size 64). The simulator does not show that loads overlap: it runs one statement after another. The time on a GPU shows it.",
                "代码第 19 行发出 576 次请求，每次 32 条通道都在工作；树里的第 29 行同样是 576 次，平均却只有 10.5 条通道（n = 16384，块大小 64）。模拟器逐句执行，看不出加载的重叠；在真实 GPU 上，时间会体现出来。",
            ),
            pin: Pin::of(&[2], 5, 5).by(Grain::Statement).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "The tree is the same in both kernels: six iterations with block size 64, one warp at work. With eight data blocks for each block, only 32 trees are left of 256.",
                "两个内核的树完全一样：块大小为 64 时六次迭代，只有一个线程束在工作。每块处理八块数据后，256 棵树只剩下 32 棵。",
            ),
            notes: Prose::new(
                "Compare the barrier waits (barrier_waits) with n = 16384: 3072 interleaved, 1792, 896 and 448 with two, four and eight data blocks. Load transactions fall from 3328 to 928. Let the class read both from the counters first.",
                "比较 n = 16384 时的同步等待（barrier_waits）：交错配对 3072，展开 2、4、8 块后为 1792、896、448。加载事务从 3328 降到 928。让学生自己从计数器读出这两组数。",
            ),
            pin: Pin::of(&[2, 3], 1, 7),
        },
        Slide {
            text: Prose::new(
                "With fewer blocks the scheduler has fewer warps to choose from. Unrolling saves time while the data still fill the GPU, and costs time when only a few blocks are left.",
                "块少了，可供调度的线程束也就少了。数据足够多、仍能占满 GPU 时展开省时间；只剩几个块时反而更慢。",
            ),
            notes: Prose::new(
                "“CUDA kernel execution logic” (Tesla K80, n = 16384, block size 1024) prints 31.936, 31.711, 34.720 and 39.135 µs for interleaved and 2, 4, 8 data blocks: the last has 2 blocks. “CUDA notes 8: Branch Divergence and Unrolling Loop” (Tesla M2070, 2^24 elements) prints 6.967, 3.430, 1.829 and 1.422 ms. With n = 16384 the K80's profiler sees almost no read of the GPU's memory (dram_read_throughput): 0 for three of the kernels, 49.032 MB/s for four data blocks. With 2^30 elements it prints 4.138, 7.7045, 13.887 and 24.007 GB/s.",
                "《CUDA——kernel执行逻辑》（Tesla K80，n = 16384，块大小 1024）给出交错配对及展开 2、4、8 块的时间：31.936、31.711、34.720、39.135 µs，最后一种只剩 2 个块。《CUDA学习笔记(八)》（Tesla M2070，2^24 个元素）给出 6.967、3.430、1.829、1.422 ms。在 n = 16384 时，K80 的性能分析器几乎看不到对显存的读取（dram_read_throughput）：三个内核为 0，展开 4 块时为 49.032 MB/s。2^30 个元素时，依次为 4.138、7.7045、13.887、24.007 GB/s。",
            ),
            pin: Pin::of(&[2], 0, 3).at(Size::fixed(16_384, 1024)).showing(&[
                Part::Published(&PublishedTable {
                    source: K80,
                    rows: &["reduceInterleaved1", "reduceInterleaved2", "reduceInterleaved4", "reduceInterleaved8"],
                    columns: &[Column::Microseconds, Column::Counter("sm_efficiency")],
                }),
                Part::Lanes,
            ]),
        },
        Slide {
            text: Prose::new(
                "Each step halves the waits. The time falls by almost as much at first, and by less in the last step, to 24.0 µs on an H200 in a browser.",
                "每一步都使同步等待减半。时间起初也几乎减半，最后一步则少降一些，在 H200 的浏览器里是 24.0 µs。",
            ),
            notes: Prose::new(
                "The interleaved kernel takes 121 µs, then 69.6, 38.4 and 24.0 with two, four and eight data blocks (n = 2^24, block size 256); in CUDA 74.0, 43.7, 26.2 and 19.7. With few words the clock says nothing: in one run on an H100 in a browser, which is not among the shipped figures, all four took 2.9 or 3.0 µs with n = 16384.",
                "交错配对 121 µs，展开 2、4、8 块为 69.6、38.4、24.0 µs（n = 2^24，块大小 256）；CUDA 版为 74.0、43.7、26.2、19.7 µs。数据少时，计时什么也说明不了：有一次在 H100 的浏览器里测量（不在随附的数据中），n = 16384 时四个都是 2.9 或 3.0 µs。",
            ),
            pin: Pin::of(&[3, 2], 4, 7).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["barrier_waits", "gld_transactions"],
                cause: Cause::Shown(Prose::new(
                    "More data blocks share one tree and its waits. But loading every word once takes 18.4 µs, in the lesson Grid stride and vec4, so little is left to save.",
                    "几个数据块共用一棵树和它的同步等待。但每个字只读一次也要 18.4 µs（见《网格跨步与 vec4》一课），已经降不了多少。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Tree, Panel::Lines],
    kernels: &[
        &REDUCE_UNROLL2,
        &REDUCE_UNROLL4,
        &REDUCE_UNROLL8,
        &REDUCE_INTERLEAVED,
    ],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 5, 5).by(Grain::Statement),
    clock: Clock::usual(&[(0, 3), (1, 0), (2, 1)]),
};
