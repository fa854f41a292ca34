//! One lane for each row of A: the storage order of the matrix decides how many lines a load touches.

use super::V100;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Gemv;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static GEMV_ROW_MAJOR: GalleryKernel =
    kernel!("gemv_row_major", "row by row", "按行存放", &Gemv::BY_ROWS)
        .published(&[(V100, "global memory, row-major")]);
pub(super) static GEMV_COLUMN_MAJOR: GalleryKernel = kernel!(
    "gemv_column_major",
    "column by column",
    "按列存放",
    &Gemv::BY_COLUMNS
)
.published(&[(V100, "coalesced (column-major)")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "gemv",
    group: Group::Memory,
    title: Text::new("A row for each thread", "一条线程算一行"),
    question: Prose::new(
        "For one k, how many cache lines of a does a warp touch, and how many of x?",
        "对同一个 k，一个线程束触及 a 的几条缓存行？x 的几条？",
    ),
    answer: Prose::new(
        "Row by row it touches 32 cache lines of a, column by column one. Of x it always touches one, since all lanes need the same word. With n = 16384 (128 × 128, 32 lanes) that makes 16896 load transactions against 1024.",
        "按行存放时触及 a 的 32 条，按列存放时只有 1 条；x 总是 1 条，因为所有通道要同一个字。n = 16384（128 × 128，32 条通道）时，加载事务是 16896 次对 1024 次。",
    ),
    remember: Prose::new(
        "Store a matrix so that neighbouring threads read neighbouring words at the same time.",
        "矩阵的存放方式应当让相邻的线程在同一时刻读相邻的字。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Each thread computes one row of y = A x. It reads its row, multiplies by x and keeps the sum in a register. No two threads write the same word, so the kernel needs no barrier and no atomic operation.",
                "y = A x，每条线程负责一行：读自己的行，与 x 相乘，把和留在寄存器里。没有两条线程写同一个字，所以不需要同步，也不需要原子操作。",
            ),
            notes: Prose::new(
                "The sum goes to memory once: 4 store requests in all with n = 16384, one for each warp. “CUDA matrix-vector multiplication” (Tesla V100) fills A with i - 0.1 j + 1 and x with ln sqrt(i i - i + 2), and so do we.",
                "和只写回一次：n = 16384 时总共 4 次存储请求，每个线程束一次。《CUDA 矩阵向量乘法》（Tesla V100）取 A 为 i - 0.1 j + 1，x 为 ln sqrt(i i - i + 2)，我们也一样。",
            ),
            pin: Pin::of(&[0], 0, 2),
        },
        Slide {
            text: Prose::new(
                "Row by row, neighbouring lanes read words that are a whole row apart. For each k a warp touches 32 cache lines and uses 4 bytes of each.",
                "按行存放时，相邻通道读的字相隔整整一行。每个 k，一个线程束触及 32 条缓存行，每条只用 4 字节。",
            ),
            notes: Prose::new(
                "Students object that each thread reads one word after the other: that is an order in time; what counts is what the lanes of one request read. Load efficiency (gld_efficiency) is 24.24 % with 32-byte sectors and 6.06 % where whole cache lines move (n = 16384).",
                "学生会说每条线程读的都是连续的字：那是先后连续；要看的是同一次请求里各条通道读了什么。加载效率（gld_efficiency）在 32 字节扇区下为 24.24 %，按整条缓存行搬运时为 6.06 %（n = 16384）。",
            ),
            pin: Pin::of(&[0], 1, 4).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "Column by column, thread i reads word i of column k: 32 adjacent words, one cache line. This is coalesced access. The two kernels differ in a single index.",
                "按列存放时，i 号线程读第 k 列的第 i 个字：32 个相邻的字，一条缓存行，这就是合并访问。两个内核只差一个下标。",
            ),
            notes: Prose::new(
                "a[row * WIDTH + k] against a[k * rows + row]: transactions for each request fall from 16.5 to 1. The load efficiency (gld_efficiency) of 160 % is correct: 32 lanes request 128 bytes of x and one sector of 32 moves.",
                "a[row * WIDTH + k] 对 a[k * rows + row]：每次请求的事务从 16.5 降到 1。加载效率（gld_efficiency）160 % 并没有算错：32 条通道向 x 要了 128 字节，实际只搬运一个 32 字节的扇区。",
            ),
            pin: Pin::of(&[0, 1], 1, 4).with(Panel::Lines).showing(&[Part::Figures(&["gld_transactions"]), Part::Panel(Panel::Lines)]),
        },
        Slide {
            text: Prose::new(
                "A cache avoids part of this: the sector loaded for one k holds the row's next words too. If it is still in the cache in the next iteration, nothing moves.",
                "缓存能避免一部分：为某个 k 取来的扇区里还有这一行后面的字。下一次迭代时若它还在缓存里，就不用再搬。",
            ),
            notes: Prose::new(
                "Our counters count requests, without cache hits. For 16384 × 16384, “CUDA matrix-vector multiplication” (Tesla V100-PCIE with 16 GB, CUDA 10, blocks of 128 threads) prints 4.694 ms row by row and 1.552 ms column by column: three times, not the 16.5 times of the transactions.",
                "我们的计数器只数请求，不考虑缓存命中。16384 × 16384 时，《CUDA 矩阵向量乘法》（Tesla V100-PCIE，16 GB，CUDA 10，块大小 128）给出按行 4.694 ms、按列 1.552 ms：差三倍，而不是事务数的 16.5 倍。",
            ),
            pin: Pin::of(&[0], 4, 9).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "Storage by columns costs nothing only if the matrix is created that way. A transposition for a single product moves every word twice more.",
                "只有矩阵一开始就按列存放，才没有额外的代价。若只为一次乘法而转置，每个字又要多搬两次。",
            ),
            notes: Prose::new(
                "“CUDA matrix-vector multiplication” times kernels alone and says so: with the copies each variant takes about 300 ms. Ask when a transposition saves time: when the same A is multiplied by many x. The author's list for any kernel: a good parallel algorithm; multiprocessors that stay busy, by more data or smaller blocks; coalesced access, and constant or shared memory; a library where there is one.",
                "《CUDA 矩阵向量乘法》只计内核的时间，文中也说明了：算上拷贝，各种写法都在 300 ms 左右。可以问学生转置何时省时间：同一个 A 要乘很多个 x 的时候。作者对任何内核都适用的清单：选好的并行算法；让多处理器保持忙碌（加大数据量，减小线程块）；合并访问，以及常量内存或共享内存；有现成的库就用库。",
            ),
            pin: Pin::of(&[0, 1], 128, 129),
        },
        Slide {
            text: Prose::new(
                "On an H200 in a browser, storage by rows takes 2.2 times as long as by columns, and 4.9 times for a larger matrix.",
                "在 H200 的浏览器里，按行存放的用时是按列的 2.2 倍，矩阵更大时是 4.9 倍。",
            ),
            notes: Prose::new(
                "Row by row takes 554 µs, column by column 249 (H200 in a browser, n = 2^24, block size 256). With n = 2^28 (block size 512) they take 4.39 and 0.899 ms. Transactions say 16.5 times for both. In CUDA the first two take 549 and 354 µs. In one run on an H100 in a browser, which is not among the shipped figures, it was 251 and 249 µs (block size 64): there storage by rows cost next to nothing. What holds for one card and block need not hold for others.",
                "按行 554 µs，按列 249 µs（H200 的浏览器，n = 2^24，块大小 256）；n = 2^28（块大小 512）时为 4.39 和 0.899 ms。事务两次都是 16.5 倍。前两个的 CUDA 版为 549 和 354 µs。有一次在 H100 的浏览器里测量（不在随附的数据中），是 251 和 249 µs（块大小 64）：在那里，按行存放几乎没有代价。对一种卡和块大小成立的，对别的未必成立。",
            ),
            pin: Pin::of(&[1, 0], 1, 4).showing(&[Part::Clock(&Story {
                counters: &["gld_transactions", "inst_per_warp"],
                cause: Cause::Open(Prose::new(
                    "Our transactions know no caches, so their ratio is the same for both matrices. A cache would explain why the ratio of the times changes, but none of these kernels proves it.",
                    "这里的事务数不考虑缓存，所以两种矩阵的比值相同。时间之比的变化可以用缓存来解释，但这些内核都证明不了这一点。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Lines],
    kernels: &[&GEMV_ROW_MAJOR, &GEMV_COLUMN_MAJOR],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 1, 1).with(Panel::Lines),
    clock: Clock::usual(&[(1, 0)]),
};
