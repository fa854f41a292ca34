//! Four block shapes for one matrix sum: the width of a block decides what its warps read.

use super::K80;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::MatrixAdd;
use simt::Grain;
use crate::published::{Column, PublishedTable};
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static MATRIX_ADD_32X32: GalleryKernel = kernel!(
    "matrix_add_32x32",
    "32 × 32",
    "32 × 32",
    &MatrixAdd { block: [32, 32] }
)
.published(&[(K80, "sumMat")]);
pub(super) static MATRIX_ADD_32X16: GalleryKernel = kernel!(
    "matrix_add_32x16",
    "32 × 16",
    "32 × 16",
    &MatrixAdd { block: [32, 16] }
)
.published(&[(K80, "sumMat")]);
pub(super) static MATRIX_ADD_16X32: GalleryKernel = kernel!(
    "matrix_add_16x32",
    "16 × 32",
    "16 × 32",
    &MatrixAdd { block: [16, 32] }
)
.published(&[(K80, "sumMat")]);
pub(super) static MATRIX_ADD_16X16: GalleryKernel = kernel!(
    "matrix_add_16x16",
    "16 × 16",
    "16 × 16",
    &MatrixAdd { block: [16, 16] }
)
.published(&[(K80, "sumMat")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "matrix-add",
    group: Group::Memory,
    title: Text::new("The shape of a block", "线程块的形状"),
    question: Prose::new(
        "How many 128-byte cache lines does one warp read from a when blocks are 32 wide, and how many when they are 16 wide?",
        "块宽为 32 和 16 时，一个线程束读 a 各触及几条 128 字节的缓存行？",
    ),
    answer: Prose::new(
        "One and two. At n = 16384 (128 × 128) blocks 32 wide take 1024 load and 512 store transactions, blocks 16 wide 2048 and 1024. Where a load moves whole cache lines (machine “Tesla K80, L1 loads”), load efficiency (gld_efficiency) falls from 100 % to 50 %.",
        "一条和两条。n = 16384（128 × 128）时，宽 32 的块需要 1024 次加载事务和 512 次存储事务，宽 16 的块要 2048 次和 1024 次。在按整条缓存行加载的机器（“Tesla K80, L1 loads”）上，加载效率（gld_efficiency）从 100 % 降到 50 %。",
    ),
    remember: Prose::new(
        "A warp takes its threads along x first, so the width of a block decides how many cache lines a request touches.",
        "线程束先沿 x 取线程，所以块的宽度决定一次请求触及几条缓存行。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "A two-dimensional block is a list of threads, x first, then y. Every 32 consecutive threads make a warp: one row of a block 32 wide, two rows of a block 16 wide.",
                "二维线程块其实是一串线程，先数 x，再数 y，每连续 32 条组成一个线程束：块宽 32 时是一整行，块宽 16 时是两行。",
            ),
            notes: Prose::new(
                "Point at lanes 15 and 16 of the first warp: in the 16-wide block they are in different rows. Students expect a warp to be a square of threads.",
                "指着第一个线程束的 15 号和 16 号通道：在宽 16 的块里，它们分属两行。学生常以为线程束是一小块方形。",
            ),
            pin: Pin::of(&[0, 3], 0, 0).by(Grain::Statement).with(Panel::Blocks),
        },
        Slide {
            text: Prose::new(
                "The matrix is stored row by row. A warp of a 32-wide block requests 32 neighbouring words: 128 bytes, exactly one cache line.",
                "矩阵按行存放。块宽为 32 时，一个线程束要的是 32 个相邻的字：128 字节，恰好一条缓存行。",
            ),
            notes: Prose::new(
                "Rows of 128 words begin at the start of a cache line, so no request touches two. 32 × 32 and 32 × 16 count the same: 1024 load requests, 1024 transactions at n = 16384.",
                "每行 128 个字，行首都落在缓存行的开头，请求不会触及两条。32 × 32 和 32 × 16 的计数一样：n = 16384 时 1024 次加载请求，1024 次事务。",
            ),
            pin: Pin::of(&[0, 1], 2, 2).by(Grain::Statement).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "A warp of a 16-wide block requests 64 bytes in each of two rows. Rows are far apart, so every request touches two cache lines and uses half of each.",
                "块宽为 16 时，一个线程束在两行里各要 64 字节。两行相距很远，每次请求触及两条缓存行，每条只用一半。",
            ),
            notes: Prose::new(
                "16 × 32 and 16 × 16 both take 2048 load and 1024 store transactions at n = 16384: the height of the block has no effect. Ask for the count of an 8-wide block before you go on.",
                "16 × 32 和 16 × 16 在 n = 16384 时都是 2048 次加载事务、1024 次存储事务，块高不起作用。翻页之前，先让学生猜宽 8 的块是多少。",
            ),
            pin: Pin::of(&[0, 2], 2, 2).by(Grain::Statement).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "Does half a cache line cost a whole one? If loads move whole cache lines, yes: 50 % efficiency. If 32-byte sectors move, no: half of it is two full sectors. Stores always move sectors.",
                "只用半条缓存行，要不要付整条的代价？按整条缓存行加载时要付，效率只有 50 %；按 32 字节扇区搬运时不用，半条正好是两个完整扇区。存储总是按扇区搬运。",
            ),
            notes: Prose::new(
                "The slide runs on the machine “Tesla K80, L1 loads”: the load efficiency (gld_efficiency) of the narrow block is half, and its store efficiency (gst_efficiency) is full. On “Tesla K80”, sectors move. For 16384 × 16384, “CUDA kernel execution logic” (Tesla K80, L1 loads) prints 16777216 and 33554432 load transactions, 100 % and 50 % load efficiency, and 100 % for stores in all four shapes; our counts are the same.",
                "本页的机器是“Tesla K80, L1 loads”：窄块的加载效率（gld_efficiency）只有一半，存储效率（gst_efficiency）仍是全部。换成“Tesla K80”，搬运的就是扇区。16384 × 16384 时，《CUDA——kernel执行逻辑》（Tesla K80，L1 加载）给出的加载事务是 16777216 和 33554432，加载效率 100 % 和 50 %，四种形状的存储效率都是 100 %；我们数出来的完全相同。",
            ),
            pin: Pin::of(&[0, 2], 2, 2).by(Grain::Statement).on("k80-l1").with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "A multiprocessor of the Tesla K80 has room for two blocks of 1024 threads or eight of 256: full either way. Smaller blocks end one by one, so fewer places are empty in between.",
                "Tesla K80 的一个多处理器放得下两个 1024 条线程的块，或八个 256 条线程的块，都能放满。小块逐个结束，其间空着的位置也更少。",
            ),
            notes: Prose::new(
                "“CUDA kernel execution logic” (Tesla K80) prints an achieved occupancy (achieved_occupancy) of 0.930 for 32 × 32, 0.939 for 32 × 16, 0.943 for 16 × 32 and 0.949 for 16 × 16. It finds it odd that 16 × 32 is above 32 × 16 with as many blocks, and gives a possible reason: the metric is an average over time. Note that the shape with the highest occupancy makes twice the transactions.",
                "《CUDA——kernel执行逻辑》（Tesla K80）给出的实际占用率（achieved_occupancy）：32 × 32 为 0.930，32 × 16 为 0.939，16 × 32 为 0.943，16 × 16 为 0.949。块数相同而 16 × 32 高于 32 × 16，那里觉得奇怪，并给出一个可能的原因：这个指标是一段时间内的平均值。注意：占用率最高的形状，访存事务却多一倍。",
            ),
            pin: Pin::of(&[0], 0, 3).by(Grain::Statement).showing(&[
                Part::Published(&PublishedTable {
                    source: K80,
                    rows: &["32x32", "32x16", "16x32", "16x16"],
                    columns: &[Column::Counter("achieved_occupancy"), Column::Counter("gld_transactions")],
                }),
                Part::Lanes,
            ]),
        },
        Slide {
            text: Prose::new(
                "The largest block is the slowest, by up to 12 %. The chip counts the same sectors for all four shapes: where sectors move, a narrow block moves no more.",
                "最大的块最慢，最多相差 12 %。芯片给四种形状数出的扇区相同：按扇区搬运时，窄的块并不会多搬。",
            ),
            notes: Prose::new(
                "32×32 takes 74.6 µs, 32×16 66.6, 16×32 70.9 and 16×16 68.6 (H200 in a browser, n = 2^24). The chip's own counters say 262,144 sectors of loads and 100 % efficiency for each shape (n = 2^20). On the K80 with L1 loads whole cache lines move, so there the narrow shapes take twice the transactions at 50 %. In one run on an H100 in a browser, which is not among the shipped figures, they took 84.5, 78.9, 82.0 and 79.4 µs.",
                "32×32 为 74.6 µs，32×16 为 66.6 µs，16×32 为 70.9 µs，16×16 为 68.6 µs（H200 的浏览器，n = 2^24）。芯片自己的计数器给每种形状都是 262144 个加载扇区、效率 100 %（n = 2^20）。K80 用 L1 加载时按整条缓存行搬运，所以在那里窄的形状要两倍的事务，效率 50 %。有一次在 H100 的浏览器里测量（不在随附的数据中），依次是 84.5、78.9、82.0 和 79.4 µs。",
            ),
            pin: Pin::of(&[1, 0], 1, 3).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["gld_transactions", "gld_sectors", "inst_per_warp"],
                cause: Cause::Open(Prose::new(
                    "Sectors are excluded, because all four shapes have equally many. No measured kernel shows what makes the largest block slowest.",
                    "可以排除的是扇区数，因为四种形状的扇区一样多。最大的块为什么最慢，没有实测的内核能说明。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Blocks, Panel::Lines, Panel::Occupancy],
    kernels: &[
        &MATRIX_ADD_32X32,
        &MATRIX_ADD_32X16,
        &MATRIX_ADD_16X32,
        &MATRIX_ADD_16X16,
    ],
    size: Size::fixed(16_384, 1024),
    opens: Pin::of(&[0], 2, 2)
        .by(Grain::Statement)
        .with(Panel::Lines),
    clock: Clock::usual(&[(1, 2), (1, 3)]),
};
