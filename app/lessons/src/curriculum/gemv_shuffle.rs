//! The vector is passed from register to register, and the matrix is read as a library reads it.

use super::V100;
use super::gemv::{GEMV_COLUMN_MAJOR, GEMV_ROW_MAJOR};
use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Gemv, Share};
use crate::published::{Column, PublishedTable};
use crate::{Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Subject, Text};

pub(super) static GEMV_SHUFFLE: GalleryKernel = kernel!(
    "gemv_shuffle",
    "x by shuffle",
    "x 用洗牌传递",
    &Gemv::BY_COLUMNS
)
.published(&[(V100, "warp shuffle x")]);
pub(super) static GEMV_TUNED: GalleryKernel = kernel!(
    "gemv_tuned",
    "a block for each row",
    "每行一个块",
    &Gemv {
        share: Share::Block(1),
        ..Gemv::BY_ROWS
    }
)
.published(&[(V100, "cublasSgemv row-major")]);
pub(super) static GEMV_TUNED_COLUMNS: GalleryKernel = kernel!(
    "gemv_tuned_columns",
    "two cache lines a column",
    "每列取两条缓存行",
    &Gemv {
        share: Share::Block(64),
        ..Gemv::BY_COLUMNS
    }
)
.published(&[(V100, "cublasSgemv column-major")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "gemv-shuffle",
    group: Group::Memory,
    title: Text::new("x from lane to lane", "在通道之间传递 x"),
    question: Prose::new(
        "How many loads of x does a warp of gemv_shuffle make for 32 columns, and how do the words reach the other lanes?",
        "gemv_shuffle 的一个线程束每 32 列要加载几次 x？这些字又怎样到达其他通道？",
    ),
    answer: Prose::new(
        "One: each lane keeps one word in a register, and subgroupShuffle gives it to all. With n = 16384 (128 × 128, blocks of 64 threads) x takes 16 of 528 load requests, with no shared memory and no barrier. The number of branches rises from 520 to 600, because the inner loop restarts every 32 columns.",
        "一次：每条通道把一个字留在寄存器里，再由 subgroupShuffle 发给所有通道。n = 16384（128 × 128，块大小 64）时，x 只占 528 次加载请求里的 16 次，不用共享内存也不用同步。分支从 520 增到 600，因为每 32 列内层循环都要重新开始。",
    ),
    remember: Prose::new(
        "Decide first which thread reads which word of the matrix, and then where the vector is kept.",
        "先决定哪条线程读矩阵的哪个字，再考虑向量放在哪里。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Each lane loads one word of x: one request, one cache line, enough for the next 32 columns. From then on x is in registers, one word in each lane.",
                "每条通道加载 x 的一个字：一次请求，一条缓存行，够接下来 32 列用。此后 x 就在寄存器里，每条通道一个字。",
            ),
            notes: Prose::new(
                "128 columns make four pieces, one a step. A piece has subgroup_size columns: set the warp to 16 lanes and there are eight pieces.",
                "128 列分成四段，每一步走一段。段长等于 subgroup_size：把线程束改成 16 条通道，就有八段。",
            ),
            pin: Pin::of(&[0], 1, 2).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "subgroupShuffle(mine, k) gives every lane the word that lane k holds. It accesses no memory and no lane waits: the lanes of a warp execute the same statement anyway.",
                "subgroupShuffle(mine, k) 把第 k 条通道（lane k）手中的值广播给整个线程束。不访问内存，也不用等待：同一线程束的通道本来就在执行同一条语句。",
            ),
            notes: Prose::new(
                "All lanes must take part, also those without a row: so a lane without a row repeats the last row, and only the store has the check own < rows. In CUDA it is __shfl_sync with a full mask.",
                "所有通道都必须参加，没有行可算的也不例外，所以没有行的通道重复最后一行，只有写回时才判断 own < rows。CUDA 里是带全掩码的 __shfl_sync。",
            ),
            pin: Pin::of(&[0], 1, 3).about(&[Subject::Lines("subgroupShuffle")]),
        },
        Slide {
            text: Prose::new(
                "On an H200 in a browser, the shuffle saves an eighth of the time of x in global memory. On the V100 of the source it is the slowest of the four kernels that read by columns: what holds on one card need not hold on another.",
                "在 H200 的浏览器里，与 x 放全局内存相比，洗牌省下八分之一的时间。而在文献的 V100 上，它是四个按列读取的内核里最慢的：对一块卡成立的，对另一块未必成立。",
            ),
            notes: Prose::new(
                "The shuffle takes 216 µs, x in global memory 249 (n = 2^24, block size 256); in CUDA 197 and 354. For 16384 × 16384, “CUDA matrix-vector multiplication” (Tesla V100) prints 1.594 ms: slower than shared memory (1.401 ms) and even than x in global memory (1.552 ms). As reasons it names the shorter loop and memory that was already fast.",
                "洗牌 216 µs，x 放全局内存 249 µs（n = 2^24，块大小 256）；CUDA 版为 197 和 354 µs。16384 × 16384 时，《CUDA 矩阵向量乘法》（Tesla V100）给出 1.594 ms：比共享内存（1.401 ms）慢，甚至比 x 放全局内存（1.552 ms）还慢。文中的解释是循环变短，以及显存本来就够快。",
            ),
            pin: Pin::of(&[0], 2, 5).on("v100").showing(&[
                Part::Published(&PublishedTable {
                    source: V100,
                    rows: &["global memory, row-major", "coalesced (column-major)", "constant memory x", "shared memory x", "warp shuffle x", "cublasSgemv column-major"],
                    columns: &[Column::Milliseconds],
                }),
                Part::Lanes,
            ]),
        },
        Slide {
            text: Prose::new(
                "How would a library read a matrix that is stored row by row? With a block for each row: neighbouring threads take neighbouring words, four at a time, and the block adds their sums at the end.",
                "矩阵按行存放时，库会怎么读？每行分给一个块：相邻线程取相邻的字，一次四个，最后把各条线程的和加起来。",
            ),
            notes: Prose::new(
                "gemv_tuned, n = 16384, block size 64: 256 load requests of four cache lines each, load efficiency (gld_efficiency) 100 %. A row of 128 columns is only 32 vec4, so the second warp has nothing to read; try 16384 × 16384.",
                "gemv_tuned，n = 16384，块大小 64：256 次加载请求，每次四条缓存行，加载效率（gld_efficiency）100 %。128 列只有 32 个 vec4，第二个线程束没有东西可读；可以换成 16384 × 16384。",
            ),
            pin: Pin::of(&[1], 1, 2).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "The layout is that of row by row, the slowest kernel, with a sixteenth of the transactions. It matters more which thread reads which word than where x is stored. On an H200 in a browser it is 12.7 times as fast as column by column, also because many more blocks work.",
                "存放方式和最慢的“按行存放”相同，访存事务却只有十六分之一左右。哪条线程读哪个字，比 x 放在哪里更重要。在 H200 的浏览器里，速度是“按列存放”的 12.7 倍，这也因为工作的块多得多。",
            ),
            notes: Prose::new(
                "It makes 1024 transactions against 16896 with n = 16384. On an H200 in a browser it takes 19.6 µs, column by column 249 and row by row 554 (n = 2^24, block size 256). With a thread for each row that matrix has only 16 blocks for 132 multiprocessors; gemv_tuned has a block for each of its 4096 rows. With n = 2^28 (block size 512) it takes 0.2496 ms against 0.899 by columns, and cublasSgemv by rows, in CUDA, 0.2568. For rows “CUDA matrix-vector multiplication” (Tesla V100) prints 4.694 ms with a thread for each row and 1.864 ms for cublasSgemv; for columns cublasSgemv takes 1.382 ms. For rows the call is cublasSgemv with CUBLAS_OP_T, for columns with CUBLAS_OP_N. cuBLAS follows Fortran and expects columns, so a matrix that is stored by rows is a transposed one to it.",
                "n = 16384 时是 1024 次对 16896 次。在 H200 的浏览器里，它用 19.6 µs，按列存放 249 µs，按行存放 554 µs（n = 2^24，块大小 256）。这样的矩阵，每线程一行只有 16 个块，分给 132 个多处理器；gemv_tuned 则有 4096 行，每行一个块。n = 2^28（块大小 512）时，它用 0.2496 ms，按列存放 0.899 ms；CUDA 里按行的 cublasSgemv 用 0.2568 ms。按行存放时，《CUDA 矩阵向量乘法》（Tesla V100）给出每线程一行 4.694 ms，cublasSgemv 1.864 ms；按列存放时 cublasSgemv 为 1.382 ms。按行存放时，调用 cublasSgemv 要传 CUBLAS_OP_T；按列存放时传 CUBLAS_OP_N。cuBLAS 沿用 Fortran 的约定，认为矩阵按列存放，所以按行存放的矩阵对它来说是转置的。",
            ),
            pin: Pin::of(&[2, 1], 1, 2).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "By columns, neighbouring rows are adjacent in memory. Sixteen threads take two cache lines of a column, four words each; the other threads take further columns, and shared memory collects the sums.",
                "按列存放时，相邻的行在内存里相邻。十六条线程各取四个字，合起来是一列的两条缓存行；块里其余线程去取后面的列，最后在共享内存里把各自的和加起来。",
            ),
            notes: Prose::new(
                "gemv_tuned_columns, n = 16384, block size 64: 128 load requests of four cache lines each for the matrix and 128 for x, where a thread for each row makes 512 and 512. Only 2 blocks here; 256 of them for 16384 × 16384, where a thread for each row makes 64 blocks of 256 threads: too few for a large GPU. The author's conclusion: in production call the library; to write the kernels shows why columns are faster than rows.",
                "gemv_tuned_columns，n = 16384，块大小 64：矩阵 128 次加载请求，每次四条缓存行，x 也是 128 次；每线程一行则各要 512 次。这里只有 2 个块；16384 × 16384 时有 256 个，而每线程一行、块大小为 256 时只有 64 个块，填不满大 GPU。作者的结论：生产环境中直接调库；自己写一遍内核，则能明白按列为什么比按行快。",
            ),
            pin: Pin::of(&[4, 3], 1, 2).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "Where x lives saves some of the time. Which thread reads which word saves far more.",
                "x 放在哪里，能省下一些时间。哪条线程读哪个字，能省下的多得多。",
            ),
            notes: Prose::new(
                "The last bar has the layout of the first. Ask what changed: a block for each row in the place of a thread, so that neighbouring threads read neighbouring words.",
                "最后一个条形和第一个的存放方式相同。问学生变的是什么：每行从一条线程变成一个块，于是相邻的线程读相邻的字。",
            ),
            pin: Pin::START.showing(&[Part::Chapter]),
        },
    ],
    panels: &[Panel::Lines],
    kernels: &[
        &GEMV_SHUFFLE,
        &GEMV_TUNED,
        &GEMV_ROW_MAJOR,
        &GEMV_COLUMN_MAJOR,
        &GEMV_TUNED_COLUMNS,
    ],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 1, 1).with(Panel::Lines),
    clock: Clock::usual(&[(0, 2), (1, 2), (4, 3)]),
};
