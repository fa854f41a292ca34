//! A fixed grid strides over the data with wide loads: each byte moves once.

use super::subgroup::REDUCE_SUBGROUP_ADD;
use super::unroll::REDUCE_UNROLL8;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::GridStride;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static REDUCE_GRID_STRIDE_VEC4: GalleryKernel = kernel!(
    "reduce_grid_stride_vec4",
    "grid stride, vec4",
    "网格跨步 vec4",
    &GridStride::SUM_PER_BLOCK
);

pub(super) static LESSON: Lesson = Lesson {
    id: "grid-stride",
    group: Group::ReductionBeyond,
    title: Text::new("Grid stride and vec4", "网格跨步与 vec4"),
    question: Prose::new(
        "How many blocks run, how many elements does each thread take, and how many bytes move for the 65536 of the data?",
        "运行多少个块？每条线程处理多少个元素？为了 65536 字节的数据要搬运多少字节？",
    ),
    answer: Prose::new(
        "8 blocks run, and each thread takes 16 elements in 4 loads. Exactly 65536 bytes are loaded, in 128 requests of four full cache lines (n = 16384, block size 128). Unroll 8 loads 84480 bytes, and stores another 17920.",
        "8 个块；每条线程 4 次加载、16 个元素；恰好加载 65536 字节，共 128 次请求，每次四条满的缓存行（n = 16384，块大小 128）。展开 8 块要加载 84480 字节，还要存储 17920 字节。",
    ),
    remember: Prose::new(
        "In a grid of fixed size each thread runs a loop over the data, and a block pays for its end only once.",
        "网格大小固定时，每条线程循环处理数据，每个块收尾的代价只付一次。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "With one element a thread, most of a block's time goes into starting and ending. Each block of 128 threads ends with shuffles, a barrier, a store, and the next block begins again.",
                "每条线程只处理一个元素时，一个块的大部分时间都花在开头和收尾上。每个 128 条线程的块都要洗牌、同步、存储一次，然后下一个块从头再来。",
            ),
            notes: Prose::new(
                "128 blocks for 16384 elements, and 128 sums left for the next dispatch. Count how many of the statements load data: one.",
                "16384 个元素要 128 个块，还留下 128 个和给下一次派发。数一数读取数据的语句有几条：一条。",
            ),
            pin: Pin::of(&[1], 0, 2),
        },
        Slide {
            text: Prose::new(
                "So the grid stays small, and each thread runs a loop: it begins at its own place and goes on by the number of threads in the grid, until the data end.",
                "于是网格不再随数据变大，每条线程执行一个循环：从自己的位置出发，每次前进整个网格的线程数，直到数据结束。",
            ),
            notes: Prose::new(
                "8 blocks of 128 threads are 1024 threads; four words a load make 4096 elements an iteration and four iterations here. Students let each thread go through neighbouring elements, as on a CPU: then the lanes of a warp would be far apart in every load.",
                "8 个 128 条线程的块共 1024 条线程；每次加载四个字，一次迭代 4096 个元素，这里有四次迭代。学生常照 CPU 的习惯让每条线程走一段相邻元素：那样同一线程束的通道每次加载的地址就会彼此相隔很远。",
            ),
            pin: Pin::of(&[0], 0, 4),
        },
        Slide {
            text: Prose::new(
                "A vec4 load takes 16 bytes for each lane: a warp requests 512 bytes, four full cache lines, in a single request.",
                "一次 vec4 加载每条通道取 16 字节：一个线程束一次请求 512 字节，正好四条满的缓存行。",
            ),
            notes: Prose::new(
                "There are 128 requests and 512 transactions, against 512 and 512 with one word a lane. The bytes are the same; a quarter of the instructions requests them. n must be a multiple of 4.",
                "请求 128 次、事务 512 次；每条通道一个字时是 512 次和 512 次。字节数一样，发出请求的指令只有四分之一。n 必须是 4 的倍数。",
            ),
            pin: Pin::of(&[0], 1, 2).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "The sum stays in a register until all data are loaded. Only then does each block make one subgroupAdd, one barrier and one store.",
                "和一直留在寄存器里，直到数据读完。之后每个块才做一次 subgroupAdd、一次同步、一次存储。",
            ),
            notes: Prose::new(
                "There are 32 barrier waits, against 512 with one element a thread. With 2^28 elements and block size 256 the grid has 1024 blocks, each thread makes 256 iterations, and there is still one barrier.",
                "同步等待 32 次；每条线程一个元素时是 512 次。元素为 2^28、块大小为 256 时网格有 1024 个块，每条线程做 256 次迭代，同步仍只有一次。",
            ),
            pin: Pin::of(&[0], 3, 5),
        },
        Slide {
            text: Prose::new(
                "The kernel writes nothing back before the end. Unrolling reduces in place, so its tree loads and stores global memory again; here each byte moves once.",
                "结束之前什么也不写回。展开是就地归约，它的树还要反复读写全局内存；在这里，每个字节只搬一次。",
            ),
            notes: Prose::new(
                "Loads move 65536 bytes against 84480, stores 256 against 17920; all of these stores are sums. The load efficiency (gld_efficiency) is 100 % against 96.89 %.",
                "加载搬运 65536 对 84480 字节，存储 256 对 17920 字节，而这里存储的全是各块的和。加载效率（gld_efficiency）100 % 对 96.89 %。",
            ),
            pin: Pin::of(&[0, 2], 1, 8).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "When every byte moves once and no thread waits, memory bandwidth limits the speed. A good kernel in a browser then runs as fast as a tuned library.",
                "每个字节只搬一次、没有线程等待的时候，速度就由内存带宽决定。这时浏览器里的好内核与调优过的库一样快。",
            ),
            notes: Prose::new(
                "Measured on one H200, 2^28 integers, block size 256: this kernel in a browser 0.2433 ms, 4414 GB/s; CUB's DeviceReduce 0.2389 ms, 4495 GB/s; unroll 8 in the browser 0.3274 ms. The lesson One pass with atomics has one that is faster than CUB. Run it on your own GPU and compare ratios, not times.",
                "在一块 H200 上实测（2^28 个整数，块大小 256）：这个内核在浏览器里 0.2433 ms、4414 GB/s；CUB 的 DeviceReduce 0.2389 ms、4495 GB/s；浏览器里的展开 8 块 0.3274 ms。《一趟完成：原子加》一课里有一个内核比 CUB 快。请在自己的 GPU 上运行，比较比例，不要比较时间。",
            ),
            pin: Pin::of(&[0], 0, 5),
        },
        Slide {
            text: Prose::new(
                "One word for each thread takes 3.5 times as long as the fixed grid, although nearly the same bytes move.",
                "每条线程一个字的用时是固定网格的 3.5 倍，搬运的字节却差不多。",
            ),
            notes: Prose::new(
                "The fixed grid takes 18.4 µs, one word for each thread 64.0 (H200 in a browser, n = 2^24, block size 256). They have 1,024 and 65,536 blocks. The fixed work of a block, or the wait for one load, costs more than the extra bytes of unroll 8. In CUDA the three take 17.5, 79.6 and 19.7. So give each block enough words first, then count bytes.",
                "固定的网格 18.4 µs，每条线程一个字 64.0 µs（H200 的浏览器，n = 2^24，块大小 256）。两者的块数是 1024 和 65536。块的固定工作，或者等待单次加载，比展开 8 块多出来的字节更费时间。三个的 CUDA 版为 17.5、79.6、19.7 µs。所以先让每个块有足够的字，再去数字节。",
            ),
            pin: Pin::of(&[0, 1], 1, 4).showing(&[Part::Clock(&Story {
                counters: &["gld_transactions", "gld_requests", "barrier_waits"],
                cause: Cause::Open(Prose::new(
                    "Two things differ: 64 times as many blocks end with a barrier and a store, and a thread has one word in flight instead of four. Bytes are excluded: reduce_unroll8 moves half as many again and takes only 24.0 µs.",
                    "两者有两处不同：在最后同步并存储的块是 64 倍，每条线程在途的只有一个字，而不是四个。可以排除字节数：reduce_unroll8 多搬一半的字节，却只要 24.0 µs。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Lines],
    kernels: &[
        &REDUCE_GRID_STRIDE_VEC4,
        &REDUCE_SUBGROUP_ADD,
        &REDUCE_UNROLL8,
    ],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 1, 1).with(Panel::Lines),
    clock: Clock::usual(&[(0, 1), (0, 2)]),
};
