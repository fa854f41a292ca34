//! The number of warps that are resident on a multiprocessor, and the resource that limits it.

use super::matrix_add::{MATRIX_ADD_16X16, MATRIX_ADD_32X32};
use simt::Grain;
use crate::{Clock, Group, Lesson, Panel, Pin, Prose, Size, Slide, Text};

pub(super) static LESSON: Lesson = Lesson {
    id: "occupancy",
    group: Group::Execution,
    title: Text {
        en: "Occupancy",
        zh: "占用率",
    },
    question: Prose::new(
        "A multiprocessor of compute capability 2.0 has room for 1536 lanes. What share of it do blocks of 1024 fill, and what share blocks of 256?",
        "计算能力 2.0 的一个多处理器容得下 1536 条线程。1024 线程的块能占满多少？256 线程的块呢？",
    ),
    answer: Prose::new(
        "One block of 1024 fits: 32 of 48 warps, 67 %. Six blocks of 256 fit: 48 of 48, 100 %. On a K80, with room for 2048 lanes, both fill it.",
        "1024 的块只放得下一个：48 个线程束的位置用了 32 个，67 %。256 的块放得下六个：48 个全满，100 %。K80 容得下 2048 条线程，两种都能放满。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Occupancy is the number of warps that live on a multiprocessor, over the most it can hold. While some wait for memory, others go on: occupancy tells how many others there are.",
                "占用率 = 多处理器上驻留的线程束数 / 最多可驻留的线程束数。有的线程束在等内存时，别的可以继续；占用率说的就是有多少个“别的”。",
            ),
            notes: Prose::new(
                "The most is 24 warps in the ME964 slides (768 lanes, compute capability 1.0), 48 for 2.0 (1536 lanes), 64 for the K80 (2048 lanes). All warps of these blocks are full; a block of 48 lanes would take two warps and waste half of one.",
                "上限：ME964 课件（768 线程，计算能力 1.0）是 24 个线程束，2.0（1536 线程）是 48 个，K80（2048 线程）是 64 个。这里的块都由满的线程束组成；48 线程的块要占两个线程束，其中一个空一半。",
            ),
            pin: Pin::of(&[0, 1], 0, 0).by(Grain::Statement).with(Panel::Occupancy),
        },
        Slide {
            text: Prose::new(
                "Blocks are whole. Where 768 lanes fit, so do three blocks of 256 or six of 128; of 512 only one, and a third of the room stays empty.",
                "线程块不能拆开。容得下 768 条线程时，放得下三个 256 的块，或六个 128 的块；512 的块只能放一个，三分之一的位置空着。",
            ),
            notes: Prose::new(
                "Compute capability 1.0; the three and the six are the book chapter's examples. Set the block in the calculator to 64: now the limit on the number of blocks, not of lanes, is the one that binds.",
                "计算能力 1.0；三个和六个是那章教材的例子。在计算器里把块设为 64：这时限制它的不再是线程数，而是块的个数。",
            ),
            pin: Pin::of(&[1], 0, 0).by(Grain::Statement).on("g80").with(Panel::Occupancy),
        },
        Slide {
            text: Prose::new(
                "Registers are shared out among all lanes that live there. 14 registers a lane and 256 lanes make 3584 a block; of 8192 that is two blocks, not three: 67 %.",
                "寄存器由所有驻留的线程分用。每线程 14 个，256 线程的块要 3584 个；总共 8192 个，只够两个块，不够三个：67 %。",
            ),
            notes: Prose::new(
                "The ME964 slides read 14 registers and 2112 bytes of shared memory off the compiler for a tile product; 8192 is compute capability 1.0. Type it in, then take registers away one by one: at 10 the third block fits.",
                "ME964 课件从编译器输出里读到：分块矩阵乘用 14 个寄存器、2112 字节共享内存；8192 是计算能力 1.0 的数。填进计算器，再一个一个减少寄存器：减到 10 个时，第三个块就放得下了。",
            ),
            pin: Pin::of(&[1], 0, 0).by(Grain::Statement).on("g80").with(Panel::Occupancy),
        },
        Slide {
            text: Prose::new(
                "Shared memory is the third limit. The tightest of the three decides alone: more of the other two changes nothing.",
                "共享内存是第三道限制。三者中最紧的一个说了算，另外两个再宽裕也没有用。",
            ),
            notes: Prose::new(
                "The slides' product has room for at least six of its blocks in 16 KiB of shared memory, three by lanes, and two by registers: two it is. Ask which number to change first before you change one.",
                "课件里的矩阵乘：16 KiB 共享内存至少放得下六个块，按线程数放三个，按寄存器放两个，结果就是两个。动手之前先问学生：该先改哪个数？",
            ),
            pin: Pin::of(&[1], 0, 0).by(Grain::Statement).with(Panel::Occupancy),
        },
        Slide {
            text: Prose::new(
                "The calculator says how many warps could live there. A profiler says how many did, on average: blocks end at different times, and a place is filled again only when its whole block is done.",
                "计算器给出的是最多能驻留多少，性能分析器给出的是平均实际驻留多少：各块结束有先后，要等整块做完，位置才能补上。",
            ),
            notes: Prose::new(
                "The K80 notes print achieved_occupancy for sums of 16384 × 16384 matrices: 0.930 with blocks of 32 × 32 and 0.949 with 16 × 16. The calculator says 100 % for both.",
                "K80 笔记给出 16384 × 16384 矩阵加法的 achieved_occupancy：32 × 32 的块为 0.930，16 × 16 为 0.949。计算器对两者都说 100 %。",
            ),
            pin: Pin::of(&[0, 1], 0, 2).by(Grain::Statement).with(Panel::Occupancy),
        },
        Slide {
            text: Prose::new(
                "Full is not fastest. Fewer lanes leave more registers to each, and registers are the fastest memory there is. CUBLAS went from 67 % to 33 % occupancy and became faster.",
                "占满不等于最快。线程少了，每条能用的寄存器就多，而寄存器是最快的存储。CUBLAS 的占用率从 67 % 降到 33 %，反而更快。",
            ),
            notes: Prose::new(
                "The book chapter prints SGEMM with 128 Gflop/s in blocks of 512 (CUBLAS 1.1) and 204 in blocks of 64 (2.0), on compute capability 1.0. On GF100 it gives a lane 20 registers at full occupancy, 63 at 33 %.",
                "那章教材给出 SGEMM（计算能力 1.0）：CUBLAS 1.1 用 512 线程的块，128 Gflop/s；2.0 用 64 线程的块，204 Gflop/s。GF100 上，占满时每线程 20 个寄存器，33 % 时 63 个。",
            ),
            pin: Pin::of(&[0, 1], 2, 2).by(Grain::Statement).with(Panel::Occupancy),
        },
    ],
    panels: &[Panel::Occupancy],
    kernels: &[&MATRIX_ADD_32X32, &MATRIX_ADD_16X16],
    size: Size::fixed(16_384, 1024),
    opens: Pin::START
        .by(Grain::Statement)
        .on("m2070")
        .with(Panel::Occupancy),
    clock: Clock::usual(&[(1, 0)]),
};
