//! One chain of dependent operations or four: parallelism inside a lane instead of more lanes.

use crate::kernel::{GalleryKernel, kernel};
use crate::scheduler::{Dial, Dials, Work};
use crate::task::{ChainKind, Chains};
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static ILP_1: GalleryKernel = kernel!("ilp_1", "one chain", "一条链", &Chains::of(ChainKind::One));
pub(super) static ILP_4: GalleryKernel = kernel!("ilp_4", "four chains", "四条链", &Chains::of(ChainKind::Four));

pub(super) static LESSON: Lesson = Lesson {
    id: "ilp",
    group: Group::Execution,
    title: Text::new("One chain or four", "一条链还是四条链"),
    question: Prose::new(
        "Both kernels do 256 multiply-adds in each thread. How long is the longest chain in which each must wait for the one before?",
        "两个内核里每条线程都做 256 次乘加。必须一个等一个的最长的链有多长？",
    ),
    answer: Prose::new(
        "It is 256 in ilp_1, a single chain, and 64 in ilp_4, which has four chains at the same time. Counters hardly show the difference: this machine counts 1043 and 1055 of its own instructions a warp (n = 1024, block size 64). A scheduler does: with the same latency ilp_4 needs a quarter of the warps to fill every cycle.",
        "ilp_1 是 256，只有一条链；ilp_4 是 64，四条链并行。计数器几乎看不出差别：每线程束的指令（按本机器计数）是 1043 条和 1055 条（n = 1024，块大小 64）。调度器看得出：延迟相同时，ilp_4 只要四分之一的线程束就能填满每个周期。",
    ),
    remember: Prose::new(
        "Independent instructions of one thread fill waiting time, as further warps do.",
        "一条线程里互不依赖的指令也能填补等待的时间，和增加线程束一样。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "x = x * factor + term needs the x of the statement before. On a Fermi a result takes about 18 cycles. Until it is ready, this warp has nothing to issue.",
                "x = x * factor + term 要用上一条语句的 x。在 Fermi 上，一个结果大约要 18 个周期才出来；在那之前，这个线程束没有指令可发。",
            ),
            notes: Prose::new(
                "One iteration is four statements of one chain. Students think that a GPU waits only for memory: it waits for every result, but not as long.",
                "一次迭代是同一条链上的四条语句。学生以为 GPU 只等内存；其实每个结果都要等，只是没那么久。",
            ),
            pin: Pin::of(&[0], 0, 4).on("m2070").with(Panel::Scheduler),
        },
        Slide {
            text: Prose::new(
                "Four variables make four chains. This is instruction-level parallelism (ILP). Each statement needs only its own chain's last value: while x is in flight, y, z and w can be issued.",
                "四个变量，四条链：这就是指令级并行（ILP）。每条语句只要自己那条链的上一个值：x 还在途中，y、z、w 就可以发射。",
            ),
            notes: Prose::new(
                "Same number of iterations, same number of operations; only the dependences differ. The last line of code adds the chains up, so that no compiler removes one.",
                "迭代次数一样，运算次数也一样，不同的只是依赖关系。最后一行代码把四条链加起来，免得编译器删掉哪一条。",
            ),
            pin: Pin::of(&[0, 1], 0, 3).with(Panel::Scheduler),
        },
        Slide {
            text: Prose::new(
                "How many operations must be in flight to keep all cores busy? Latency times operations a cycle: 24 × 8 = 192 on compute capability 1.x, 18 × 32 = 576 on 2.0, 18 × 48 = 864 on 2.1.",
                "要有多少运算在途，才能让所有核心都有事做？延迟乘以每周期的运算数：计算能力 1.x 是 24 × 8 = 192，2.0 是 18 × 32 = 576，2.1 是 18 × 48 = 864。",
            ),
            notes: Prose::new(
                "The numbers are for each multiprocessor, from “CUDA execution model” (chapter 4, table 4.5), after Volkov. It is Little's law, which the lesson Bytes in flight applies to memory.",
                "都是对一个多处理器而言；出自《第四章 CUDA 执行模型》表 4.5（据 Volkov）。这就是 Little 定律，《在途的字节》一课把它用到内存上。",
            ),
            pin: Pin::of(&[0, 1], 3, 6).with(Panel::Scheduler),
        },
        Slide {
            text: Prose::new(
                "576 operations in flight may be 18 warps with one each, or five warps with four each. For the cores, more threads and more operations in each thread are equal.",
                "576 个在途运算，可以是 18 个线程束各一个，也可以是五个线程束各四个。多用线程，还是让每条线程多做几个运算，对核心都一样。",
            ),
            notes: Prose::new(
                "The slide sets “Instructions” to “operations”, “Operation” to 18, “Chains” to 1 and “Warps” to 18: every cycle issues. Set “Warps” to 5, and the scheduler is idle most of the time; set “Chains” to 4, and it is full again. “CUDA execution model” (chapter 4, figure 4.3) does the same on a C2070 with one block of 32 to 1024 threads. Performance is best with 576 resident threads, and more than about four independent operations did not help. The chapter quotes a guess: the limit comes from the scoreboard, which tracks the operands in use.",
                "本页的“指令”为“运算链”，“运算延迟”为 18，“独立指令”为 1，“线程束”为 18：每个周期都有发射。把“线程束”改为 5，调度器大部分时间空闲；再把“独立指令”改为 4，又满了。《第四章 CUDA 执行模型》图 4.3 在 C2070 上用一个 32 到 1024 条线程的块做同样的比较。驻留 576 条线程时性能最好，独立运算超过大约四个就没有更多收益。书中转述了一种猜测：这个上限来自记分板（scoreboard），即跟踪哪些操作数正在使用的部件。",
            ),
            pin: Pin::of(&[0], 0, 0)
                .at(Size::fixed(1024, 1024))
                .scheduling(Dials::USUAL.of(Work::Operations).at(Dial::Warps, 18)),
        },
        Slide {
            text: Prose::new(
                "With fewer warps and more work in each, every thread has more registers and uses loaded data more often. Libraries were rewritten that way: half the occupancy, more speed.",
                "线程束少而每个多做，每条线程的寄存器就多，读来的数据也能多用几次。有些库正是这样改写的：占用率减半，速度更高。",
            ),
            notes: Prose::new(
                "“CUDA execution model” (chapter 4, tables 4.6 and 4.7), compute capability 1.0: SGEMM 128 to 204 Gflop/s (CUBLAS 1.1 to 2.0, 67 % to 33 %), FFT of 1024 points 45 to 93 (CUFFT 2.2 to 2.3, 33 % to 17 %). The MAGMA library reaches up to 838 Gflop/s at 33 % occupancy with two blocks on each multiprocessor (the same chapter, after Volkov).",
                "《第四章 CUDA 执行模型》表 4.6 和表 4.7，计算能力 1.0：SGEMM 从 128 到 204 Gflop/s（CUBLAS 1.1 到 2.0，占用率 67 % 到 33 %），1024 点 FFT 从 45 到 93（CUFFT 2.2 到 2.3，33 % 到 17 %）。MAGMA 库在占用率 33 %、每个多处理器两个块时，最高达到 838 Gflop/s（同一章，据 Volkov）。",
            ),
            pin: Pin::of(&[1], 64, 65).with(Panel::Scheduler),
        },
        Slide {
            text: Prose::new(
                "On an H200, four chains take little more than half of the time of one, in a browser and in CUDA.",
                "在 H200 上，四条链的用时只有一条链的一半多一点，浏览器里和 CUDA 里都是如此。",
            ),
            notes: Prose::new(
                "One chain takes 267 µs, four take 148 (n = 2^24, block size 256). In CUDA they take 269 and 149. “CUDA execution model” (chapter 4, example 4.5) measures one block of 32 to 1024 threads with 2^20 iterations, where nothing else can be issued. In the lab, choose “One block”: both kernels in a single block of 64 to 1024 threads with 10000 iterations, as Gflop/s. For a single block of two warps the scheduler's model predicts a ratio near four.",
                "一条链 267 µs，四条链 148 µs（n = 2^24，块大小 256）。CUDA 版为 269 和 149 µs。《第四章 CUDA 执行模型》示例 4.5 测的是一个 32 到 1024 条线程的块，循环 2^20 次，那里没有别的指令可发。在实验室里选“单个块”：两个内核都只有一个块，块里有 64 到 1024 条线程，循环 10000 次，单位是 Gflop/s。只有一个块、两个线程束时，调度器模型预测比值接近四。",
            ),
            pin: Pin::of(&[0, 1], 1, 4).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "branch"],
                cause: Cause::Open(Prose::new(
                    "Both kernels do the same operations, and CUDA has the same ratio, so the browser and its checks are excluded. The scheduler's model predicts no gain where so many warps are resident.",
                    "两个内核做的运算相同，CUDA 版的比值也相同，所以可以排除浏览器及其检查。驻留的线程束这么多，调度器模型预测没有收益。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Scheduler],
    kernels: &[&ILP_1, &ILP_4],
    size: Size::fixed(1024, 64),
    opens: Pin::START.on("m2070").with(Panel::Scheduler),
    clock: Clock::usual(&[(1, 0)]),
};
