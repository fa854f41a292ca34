//! The number of warps that are resident on a multiprocessor, and the resource that limits it.

use super::matrix_add::{MATRIX_ADD_16X16, MATRIX_ADD_32X32};
use simt::Grain;
use crate::occupancy::Input;
use crate::{Calculator, Clock, Group, Lesson, Panel, Pin, Prose, Size, Slide, Text};

/// The product of two tiles in ME964, slide 8.
const TILE_PRODUCT: Calculator = Calculator::USUAL
    .of("1.0", 256)
    .with(Input::Registers, 14)
    .with(Input::Shared, 2112);

pub(super) static LESSON: Lesson = Lesson {
    id: "occupancy",
    group: Group::Execution,
    title: Text::new("Occupancy", "占用率"),
    question: Prose::new(
        "A multiprocessor of compute capability 2.0 has room for 1536 threads. What share do blocks of 1024 threads fill, and blocks of 256?",
        "计算能力 2.0 的一个多处理器容得下 1536 条线程。1024 条线程的块能占满多少？256 条线程的块呢？",
    ),
    answer: Prose::new(
        "One block of 1024 threads fits: 32 of 48 warps, 67 %. Six blocks of 256 fit: 48 of 48, 100 %. On a Tesla K80, with room for 2048 threads, both fill it.",
        "1024 的块只放得下一个：48 个线程束的位置用了 32 个，67 %。256 的块放得下六个：48 个全满，100 %。Tesla K80 容得下 2048 条线程，两种都能放满。",
    ),
    remember: Prose::new(
        "Threads, registers, shared memory and the number of blocks each limit the resident warps, and the smallest limit decides.",
        "线程数、寄存器、共享内存和块数都限制驻留的线程束，由最小的那一个决定。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Occupancy is the number of warps resident on a multiprocessor, divided by the most it can hold. While some wait for memory, others go on: occupancy says how many others there are.",
                "占用率 = 多处理器上驻留的线程束数 / 最多可驻留的线程束数。有的线程束在等内存时，别的可以继续；占用率说的就是有多少个“别的”。",
            ),
            notes: Prose::new(
                "The most is 24 warps in ME964 (slide 5; 768 threads, compute capability 1.0), 48 for 2.0 (1536 threads), 64 for the Tesla K80 (2048 threads). All warps of these blocks are full; a block of 48 threads would take two warps and waste half of one.",
                "上限：ME964 第 5 页（768 条线程，计算能力 1.0）是 24 个线程束，2.0（1536 条线程）是 48 个，Tesla K80（2048 条线程）是 64 个。这里的块都由满的线程束组成；48 条线程的块要占两个线程束，其中一个空一半。",
            ),
            pin: Pin::of(&[0, 1], 0, 0).by(Grain::Statement).with(Panel::Occupancy),
        },
        Slide {
            text: Prose::new(
                "A block cannot be divided. Where 768 threads fit, so do three blocks of 256 threads or six of 128; of 512 only one, and a third of the places stays empty.",
                "线程块不能拆开。容得下 768 条线程时，放得下三个 256 的块，或六个 128 的块；512 的块只能放一个，三分之一的位置空着。",
            ),
            notes: Prose::new(
                "Compute capability 1.0; “CUDA execution model” (chapter 4) has the examples of three and six. The slide sets “Threads per block” to 256. Set it to 128, to 512, and then to 64: now the number of blocks is the limit, not the number of threads.",
                "计算能力 1.0；三个和六个是《第四章 CUDA 执行模型》的例子。本页的“每块线程数”为 256。把它改为 128、512，再改为 64：这时限制它的不再是线程数，而是块的个数。",
            ),
            pin: Pin::of(&[1], 0, 0)
                .by(Grain::Statement)
                .on("g80")
                .calculating(Calculator::USUAL.of("1.0", 256)),
        },
        Slide {
            text: Prose::new(
                "All resident threads share the registers. 14 registers a thread and 256 threads make 3584 a block; 8192 are enough for two blocks, not three: 67 %.",
                "寄存器由所有驻留的线程分用。每线程 14 个，256 条线程的块要 3584 个；总共 8192 个，只够两个块，不够三个：67 %。",
            ),
            notes: Prose::new(
                "In ME964 (slide 8) the compiler reports 14 registers and 2112 bytes of shared memory for a tile product; 8192 is compute capability 1.0. The slide sets these numbers in the calculator. Take registers away one by one: with 10 the third block fits. Slide 9 shows a build with 9 registers and 2672 bytes: with it three blocks fit, and the multiprocessor is full.",
                "ME964 第 8 页的编译器输出：分块矩阵乘用 14 个寄存器、2112 字节共享内存；8192 是计算能力 1.0 的数。计算器里已填好这些数，请一个一个减少寄存器：减到 10 个时，第三个块就放得下了。ME964 第 9 页的另一次编译用 9 个寄存器、2672 字节：这时放得下三个块，多处理器正好占满。",
            ),
            pin: Pin::of(&[1], 0, 0)
                .by(Grain::Statement)
                .on("g80")
                .calculating(TILE_PRODUCT),
        },
        Slide {
            text: Prose::new(
                "Shared memory is the third limit. The smallest of the three limits decides alone: more of the other two changes nothing.",
                "共享内存是第三道限制。三者中最小的一个起决定作用，另外两个再多也没有用。",
            ),
            notes: Prose::new(
                "For the tile product of ME964 (slide 8), 16 KiB of shared memory have room for at least six blocks, the threads allow three, and the registers two: so two blocks fit. The calculator shows this product. Ask which number to change first before you change one.",
                "ME964 第 8 页的矩阵乘：16 KiB 共享内存至少放得下六个块，按线程数放三个，按寄存器放两个，结果就是两个。计算器里就是这个矩阵乘。动手之前先问学生：该先改哪个数？",
            ),
            pin: Pin::of(&[1], 0, 0)
                .by(Grain::Statement)
                .on("g80")
                .calculating(TILE_PRODUCT),
        },
        Slide {
            text: Prose::new(
                "The calculator says how many warps can be resident. A profiler says how many were, on average: blocks end at different times, and a place is filled again only when its whole block is done.",
                "计算器给出的是最多能驻留多少，性能分析器给出的是平均实际驻留多少：各块结束有先后，要等整块做完，位置才能补上。",
            ),
            notes: Prose::new(
                "“CUDA kernel execution logic” (Tesla K80) prints the achieved occupancy (achieved_occupancy) for sums of 16384 × 16384 matrices: 0.930 with blocks of 32 × 32 and 0.949 with 16 × 16. The calculator says 100 % for both.",
                "《CUDA——kernel执行逻辑》（Tesla K80）给出 16384 × 16384 矩阵加法的实际占用率（achieved_occupancy）：32 × 32 的块为 0.930，16 × 16 为 0.949。计算器对两者都说 100 %。",
            ),
            pin: Pin::of(&[0, 1], 0, 2).by(Grain::Statement).with(Panel::Occupancy),
        },
        Slide {
            text: Prose::new(
                "Full occupancy need not be fastest. With fewer threads each has more registers, and registers are the fastest memory. CUBLAS went from 67 % to 33 % occupancy and became faster.",
                "占满未必最快。线程少了，每条能用的寄存器就多，而寄存器是最快的存储。CUBLAS 的占用率从 67 % 降到 33 %，反而更快。",
            ),
            notes: Prose::new(
                "“CUDA execution model” (chapter 4, table 4.6) prints SGEMM with 128 Gflop/s in blocks of 512 threads (CUBLAS 1.1) and 204 in blocks of 64 (2.0), on compute capability 1.0. On GF100 (table 4.2) a thread has 20 registers at full occupancy, 63 at 33 %. The slide sets “Registers per thread” to 63 on compute capability 2.0: set it to 20 to compare.",
                "《第四章 CUDA 执行模型》表 4.6 给出 SGEMM（计算能力 1.0）：CUBLAS 1.1 用 512 条线程的块，128 Gflop/s；2.0 用 64 条线程的块，204 Gflop/s。GF100 上（表 4.2），占满时每线程 20 个寄存器，33 % 时 63 个。本页的计算能力为 2.0，“每线程寄存器数”为 63：改为 20 比较一下。",
            ),
            pin: Pin::of(&[1], 2, 2)
                .by(Grain::Statement)
                .on("m2070")
                .calculating(Calculator::USUAL.of("2.0", 256).with(Input::Registers, 63)),
        },
        Slide {
            text: Prose::new(
                "A variable takes registers in every thread. With 512 threads to a block, a loop counter of 4 bytes takes 2048 bytes; with 64, it takes 256. What has no register is spilled to local memory, which is slow.",
                "一个变量在每条线程里都要占寄存器。一个块有 512 条线程时，4 字节的循环计数占 2048 字节；有 64 条时，占 256 字节。没有寄存器可用的变量溢出到局部内存，那里很慢。",
            ),
            notes: Prose::new(
                "“CUDA execution model” (chapter 4) has this counter. Local memory is a part of global memory for each thread, behind the caches; loads and stores of spilled variables are instructions that the text does not have. nvcc -Xptxas -v prints them as spill stores and loads; old cubin files have a line lmem beside reg and smem, and in a listing of cuobjdump they are STL and LDL.",
                "这个循环计数是《第四章 CUDA 执行模型》的例子。局部内存是全局内存里各线程自己的一块，经过缓存；溢出变量的读写是源代码里没有的指令。nvcc -Xptxas -v 会打印溢出的存储与加载；旧的 cubin 文件在 reg、smem 旁有一行 lmem；在 cuobjdump 的反汇编里是 STL 和 LDL。",
            ),
            pin: Pin::of(&[0], 2, 2)
                .by(Grain::Statement)
                .on("m2070")
                .calculating(Calculator::USUAL.of("2.0", 512).with(Input::Registers, 63)),
        },
        Slide {
            text: Prose::new(
                "__launch_bounds__(256, 6) tells the compiler: blocks of at most 256 threads, and six of them on a multiprocessor. On compute capability 2.0 this leaves 20 registers a thread, and all 48 warps fit.",
                "__launch_bounds__(256, 6) 告诉编译器：块最多 256 条线程，一个多处理器上放六个。计算能力 2.0 下，这样每线程 20 个寄存器，48 个线程束都放得下。",
            ),
            notes: Prose::new(
                "The slide sets “Registers per thread” to 20. A kernel that is started with more threads than its bound does not run at all. -maxrregcount sets one limit for a whole file. Table 4.2 of “CUDA execution model” prints 20 registers for GF100 at full occupancy and 63 at 33 %, and for GT200 16 and about 128 at 12.5 %. Ask what the bound costs if a kernel needs 30: a spill, or one block less.",
                "本页的“每线程寄存器数”为 20。启动时线程数超过这个界限，内核根本不会运行。-maxrregcount 则给整个文件定一个上限。《第四章 CUDA 执行模型》表 4.2：GF100 占满时 20 个寄存器，33 % 时 63 个；GT200 为 16 个，12.5 % 时约 128 个。问学生：内核要 30 个寄存器时，这个界限的代价是什么？要么溢出，要么少放一个块。",
            ),
            pin: Pin::of(&[1], 2, 2)
                .by(Grain::Statement)
                .on("m2070")
                .calculating(Calculator::USUAL.of("2.0", 256).with(Input::Registers, 20)),
        },
    ],
    panels: &[Panel::Chip, Panel::Occupancy],
    kernels: &[&MATRIX_ADD_32X32, &MATRIX_ADD_16X16],
    size: Size::fixed(16_384, 1024),
    opens: Pin::START
        .by(Grain::Statement)
        .on("m2070")
        .with(Panel::Occupancy),
    clock: Clock::usual(&[(1, 0)]),
};
