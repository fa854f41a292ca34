//! The beginning: one thread for each element, and the words thread, warp, block, grid and index.

use super::littles_law::COPY_SCALAR;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Stream;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Subject, Text};
use simt::Grain;

pub(super) static VECTOR_SUM: GalleryKernel =
    kernel!("vector_sum", "vector sum", "向量加法", &Stream::Sum);

pub(super) static LESSON: Lesson = Lesson {
    id: "threads",
    group: Group::Threads,
    title: Text::new("One thread for each element", "一个元素一条线程"),
    question: Prose::new(
        "1,000 elements, blocks of 128 threads: how many blocks start, and how many threads have no element?",
        "1000 个元素，每块 128 条线程：要启动多少个块？有多少条线程没有元素可算？",
    ),
    answer: Prose::new(
        "8 blocks, because 1000 / 128 is rounded up. They have 1,024 threads, so the last 24 of block 7 have no element: the guard masks them.",
        "8 个块，因为 1000 / 128 要向上取整。8 个块共 1024 条线程，所以 7 号块的最后 24 条没有元素，由 if 屏蔽。",
    ),
    remember: Prose::new(
        "Each thread computes its element from the block's number and its own, and a guard stops the threads past the end.",
        "每条线程由块号和自己的编号算出该处理的元素，末尾多出来的线程要用 if 挡住。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "A kernel is the program of one thread. The GPU executes it once for each thread, and each thread adds one element of two arrays.",
                "内核是一条线程的程序。GPU 为每条线程执行一遍，每条线程把两个数组的一个元素相加。",
            ),
            notes: Prose::new(
                "The CPU's program is a loop over i. Here the loop is gone: i comes from the thread's own number. Step once and compare a, b and c.",
                "CPU 的程序是对 i 的循环。这里没有循环：i 由线程自己的编号得出。走一步，比较 a、b、c。",
            ),
            pin: Pin::of(&[0], 0, 3).by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "32 neighbouring threads are a warp, each in its own lane. The lanes execute the same instruction at the same time: SIMT, single instruction, multiple threads.",
                "相邻的 32 条线程组成一个线程束。每条线程占线程束的一条通道（lane）；各条通道在同一时刻执行同一条指令：SIMT，即单指令多线程。",
            ),
            notes: Prose::new(
                "A press of the warp step moves one warp by one statement. On CPUs SIMD has one thread with wide registers; in SIMT each lane has its own registers and addresses and may be masked. The name also says that a GPU is not one SIMD machine: its warps and multiprocessors are at different instructions at the same time (“CUDA execution model”, chapter 4).",
                "按线程束走一步，就是一个线程束前进一条语句。CPU 的 SIMD 是一条线程、很宽的寄存器；SIMT 的每条通道有自己的寄存器和地址，也可以被屏蔽。这个名称还说明 GPU 不是一台 SIMD 机器：同一时刻，各个线程束、各个多处理器在执行不同的指令（《第四章 CUDA 执行模型》）。",
            ),
            pin: Pin::of(&[0], 0, 4)
                .by(Grain::Warp)
                .about(&[Subject::Lanes(0..32)]),
        },
        Slide {
            text: Prose::new(
                "Four warps are a block of 128 threads. A block stays on one multiprocessor; its threads can share memory there and wait for each other.",
                "四个线程束是一个 128 条线程的块。一个块始终在一个多处理器上；块里的线程可以共享那里的内存，也可以互相等待。",
            ),
            notes: Prose::new(
                "The block size is the programmer's choice: WGSL writes @workgroup_size, CUDA the second number in <<<blocks, threads>>>. Multiples of the warp width waste no lane.",
                "块的大小由程序员选定：WGSL 写在 @workgroup_size 里，CUDA 是 <<<块数, 线程数>>> 的第二个数。取线程束宽度的倍数就不会浪费通道。",
            ),
            pin: Pin::of(&[0], 0, 3).by(Grain::Statement).with(Panel::Chip),
        },
        Slide {
            text: Prose::new(
                "All blocks are the grid. 1,000 elements need 1000 / 128 blocks, rounded up: 8. Blocks run in any order, so a block must not wait for another.",
                "所有的块合起来是网格。1000 个元素需要 1000 / 128 个块，向上取整：8 个。块的执行次序不定，所以一个块不能等待另一个块。",
            ),
            notes: Prose::new(
                "The GPU gives a block to the first multiprocessor with room. The same kernel runs on a small chip and on a large one; only the number of blocks at once differs. CUDA has one exception: a cooperative launch starts only as many blocks as fit at once, and then grid.sync() lets them wait for each other.",
                "GPU 把块交给最先有空位的多处理器。同一个内核在小芯片和大芯片上都能运行，只是同时执行的块数不同。CUDA 有一个例外：协作启动（cooperative launch）只启动能同时驻留的块，这时 grid.sync() 可以让它们互相等待。",
            ),
            pin: Pin::of(&[0], 0, 0)
                .by(Grain::Statement)
                .following(1)
                .with(Panel::Grid),
        },
        Slide {
            text: Prose::new(
                "The index: i = block number × block size + thread number. Thread 0 of block 2 has element 2 × 128 + 0 = 256.",
                "下标：i = 块号 × 块大小 + 线程号。2 号块的 0 号线程负责元素 2 × 128 + 0 = 256。",
            ),
            notes: Prose::new(
                "CUDA: blockIdx.x * blockDim.x + threadIdx.x. WGSL: workgroup_id and local_invocation_id, or global_invocation_id, which is the same sum. In PTX the index is a multiplication of %ctaid.x by %ntid.x and an addition of %tid.x (“CUDA execution model”, chapter 4, example 4.9). Click other threads in the picture and let the class compute i first.",
                "CUDA：blockIdx.x * blockDim.x + threadIdx.x。WGSL：workgroup_id 和 local_invocation_id，或者 global_invocation_id，它就是这个和。在 PTX 里，这个下标就是 %ctaid.x 与 %ntid.x 相乘，再加上 %tid.x（《第四章 CUDA 执行模型》示例 4.9）。点图中别的线程，先让全班算出 i。",
            ),
            pin: Pin::of(&[0], 0, 1)
                .by(Grain::Statement)
                .following(2)
                .with(Panel::Grid)
                .about(&[Subject::Lines("block.x * BLOCK")])
                .showing(&[Part::Code, Part::Panel(Panel::Grid)]),
        },
        Slide {
            text: Prose::new(
                "Block 7 has 128 threads but only 104 elements are left. The guard masks the other 24 lanes. Without the guard they would write past the end of the array.",
                "7 号块有 128 条线程，却只剩 104 个元素。if 屏蔽其余 24 条通道。没有这个 if，它们会写到数组之外。",
            ),
            notes: Prose::new(
                "In WGSL such a store changes nothing outside the array, but it may change any element of it; the machine here drops it. CUDA changes whatever stands past the end. Open the kernel in the playground and delete the if: the machine names the lanes and the line.",
                "WGSL 里，这样的写入不会改动数组之外的内容，但可能改掉数组的任何一个元素；本机器把它丢弃。CUDA 则会改掉数组之外的内容。在练习场打开这个内核，删掉 if：机器会指出是哪些通道、哪一行。",
            ),
            pin: Pin::of(&[0], 1, 3)
                .by(Grain::Statement)
                .following(7)
                .about(&[Subject::Lanes(104..128)])
                .showing(&[Part::Code, Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "Neighbouring threads use neighbouring words, so the 32 words of a warp are one cache line. This is coalesced access: one request, one transaction.",
                "相邻的线程使用相邻的字，所以一个线程束的 32 个字正好是一条缓存行。这叫合并访问：一次请求，一次事务。",
            ),
            notes: Prose::new(
                "Later lessons break this order and count what it costs. Here every lane that works moves 12 bytes: two loads and a store of four bytes each.",
                "后面的课会打乱这个次序，并数出代价。这里每条工作的通道搬运 12 字节：两次加载、一次存储，各四字节。",
            ),
            pin: Pin::of(&[0], 2, 3)
                .by(Grain::Statement)
                .with(Panel::Lines)
                .showing(&[
                    Part::Figures(&["gld_requests", "gld_transactions"]),
                    Part::Panel(Panel::Lines),
                ]),
        },
        Slide {
            text: Prose::new(
                "The vector sum moves 3.2 TB/s on an H200 in a browser. A plain copy, which adds nothing, takes almost as long.",
                "在 H200 的浏览器里，向量加法每秒搬运 3.2 TB。什么也不加的单纯复制，时间也差不多。",
            ),
            notes: Prose::new(
                "It takes 62.6 µs (n = 2^24 − 256, block size 256), and each element moves 12 bytes. In CUDA it takes 58.7 µs. The copy is copy_scalar, with one word for each thread: it moves 8 bytes for each element (n = 2^24). copy_vec4, a copy with 16 bytes for each thread, takes 34 µs, which is 4.0 TB/s; the lesson Bytes in flight compares the two copies. The sum has its blocks in one dimension, so one dispatch reaches 65,535 of them.",
                "用时 62.6 µs（n = 2^24 − 256，块大小 256），每个元素搬运 12 字节。CUDA 版为 58.7 µs。这里的复制是 copy_scalar，每条线程一个字，每个元素搬运 8 字节（n = 2^24）。每条线程复制 16 字节的 copy_vec4 用 34 µs，即 4.0 TB/s；《在途的字节》一课比较这两种复制。本课的内核只用一维的块，一次派发最多 65535 个块。",
            ),
            pin: Pin::of(&[1, 0], 1, 3).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["gld_transactions", "gst_transactions"],
                cause: Cause::Shown(Prose::new(
                    "The copy has no addition and still takes 59.7 µs, so the time goes into memory. Bytes alone do not give it: the sum moves half as many again.",
                    "复制没有加法，仍要 59.7 µs，可见时间花在内存上。但时间也不只取决于字节数：向量加法搬运的字节要多一半。",
                )),
            })]),
        },
    ],
    kernels: &[&VECTOR_SUM, &COPY_SCALAR],
    panels: &[Panel::Grid, Panel::Lines, Panel::Chip],
    size: Size::fixed(1000, 128),
    opens: Pin::START.by(Grain::Statement).with(Panel::Grid),
    clock: Clock::usual(&[]),
};
