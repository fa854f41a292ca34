//! One lane for each row of A: the storage order of the matrix decides how many lines a load touches.

use super::V100;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Gemv;
use crate::{Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Text};

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
    title: Text {
        en: "A row for each lane",
        zh: "一条线程算一行",
    },
    question: Prose::new(
        "For one k, how many lines of a does a warp touch, and how many of x?",
        "对同一个 k，一个线程束触及 a 的几条缓存行？x 的几条？",
    ),
    answer: Prose::new(
        "Row by row 32 lines of a, column by column one; of x always one, since all lanes want the same word. At n = 16384 (128 × 128, 32 lanes) that makes 16896 load transactions against 1024.",
        "按行存放时触及 a 的 32 条，按列存放时只有 1 条；x 总是 1 条，因为所有线程要同一个字。n = 16384（128 × 128，32 线程）时，加载事务是 16896 次对 1024 次。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "y = A x, one lane for each row. The lane walks along its row, multiplies by x and keeps the sum in a register. No lane writes where another does, so nobody waits.",
                "y = A x，每条线程负责一行：沿着自己的行走，与 x 相乘，把和留在寄存器里。没有两条线程写同一处，所以谁也不用等谁。",
            ),
            notes: Prose::new(
                "The sum goes to memory once: 4 store requests in all at n = 16384, one for each warp. The V100 exercise fills A with i - 0.1 j + 1 and x with ln sqrt(i i - i + 2), and so do we.",
                "和只写回一次：n = 16384 时总共 4 次存储请求，每个线程束一次。V100 练习取 A 为 i - 0.1 j + 1，x 为 ln sqrt(i i - i + 2)，我们也一样。",
            ),
            pin: Pin::of(&[0], 0, 2),
        },
        Slide {
            text: Prose::new(
                "Row by row, neighbouring lanes read words that lie a whole row apart. For each k a warp touches 32 lines and uses 4 bytes of each.",
                "按行存放时，相邻线程读的字相隔整整一行。每个 k，一个线程束触及 32 条缓存行，每条只用 4 字节。",
            ),
            notes: Prose::new(
                "Students object that each lane reads word after word: that is in time; what counts is what the lanes of one request read. gld_efficiency is 24.24 % with 32-byte sectors and 6.06 % where whole lines move (n = 16384).",
                "学生会说每条线程读的都是连续的字：那是先后连续；要看的是同一次请求里各条线程读了什么。gld_efficiency 在 32 字节扇区下为 24.24 %，按整条缓存行搬运时为 6.06 %（n = 16384）。",
            ),
            pin: Pin::of(&[0], 1, 4).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "Column by column, lane i reads word i of column k: 32 neighbours, one line. The two kernels differ in a single index.",
                "按列存放时，i 号线程读第 k 列的第 i 个字：32 个邻居，一条缓存行。两个内核只差一个下标。",
            ),
            notes: Prose::new(
                "a[row * WIDTH + k] against a[k * rows + row]: transactions for each request fall from 16.5 to 1. The efficiency of 160 % is no mistake: 32 lanes ask for 128 bytes of x and one sector of 32 moves.",
                "a[row * WIDTH + k] 对 a[k * rows + row]：每次请求的事务从 16.5 降到 1。效率 160 % 并没有算错：32 条线程向 x 要了 128 字节，实际只搬运一个 32 字节的扇区。",
            ),
            pin: Pin::of(&[0, 1], 1, 4).with(Panel::Lines).showing(&[Part::Figures(&["gld_transactions"]), Part::Panel(Panel::Lines)]),
        },
        Slide {
            text: Prose::new(
                "A cache mends part of it: the sector fetched for one k holds the row's next words too. If it is still there when the lane comes back, nothing moves.",
                "缓存能挽回一部分：为某个 k 取来的扇区里还有这一行后面的字。线程回头再要时若它还在，就不用再搬。",
            ),
            notes: Prose::new(
                "Our counters count requests and know no hits. At 16384 × 16384 the V100 exercise prints 4.694 ms row by row and 1.552 ms column by column: three times, not the 16.5 times of the transactions.",
                "我们的计数器只数请求，不考虑缓存命中。16384 × 16384 时，V100 练习给出按行 4.694 ms、按列 1.552 ms：差三倍，而不是事务数的 16.5 倍。",
            ),
            pin: Pin::of(&[0], 4, 9).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "Laying the matrix out by columns is free only if it can be made that way. Transposing it for a single product moves every word twice more.",
                "只有数据一开始就能按列存放，这个好处才是白得的。若只为一次乘法而转置，每个字又要多搬两趟。",
            ),
            notes: Prose::new(
                "The V100 exercise times kernels alone and says so: with the copies each variant takes about 300 ms. Ask when a transposition pays: when the same A meets many x.",
                "V100 练习只计核函数的时间，文中也说明了：算上拷贝，各种写法都在 300 ms 左右。可以问学生何时值得转置：同一个 A 要乘很多个 x 的时候。",
            ),
            pin: Pin::of(&[0, 1], 128, 129),
        },
    ],
    panels: &[Panel::Lines],
    kernels: &[&GEMV_ROW_MAJOR, &GEMV_COLUMN_MAJOR],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 1, 1).with(Panel::Lines),
    clock: Clock::usual(&[(1, 0)]),
};
