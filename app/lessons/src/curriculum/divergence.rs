//! One condition that separates either lanes of a warp or whole warps.

use super::K80;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Diverge, Path};
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static DIVERGENCE_PARITY: GalleryKernel = kernel!(
    "divergence_parity",
    "by lane",
    "按通道分支",
    &Diverge::by(Path::Parity)
)
.published(&[(K80, "mathKernel1")]);
pub(super) static DIVERGENCE_WARP: GalleryKernel = kernel!(
    "divergence_warp",
    "by warp",
    "按线程束分支",
    &Diverge::by(Path::WarpParity)
)
.published(&[(K80, "mathKernel2")]);

pub(super) static DIVERGENCE_PARITY_READ: GalleryKernel = kernel!(
    "divergence_parity_read",
    "by lane, length read",
    "按通道分支，长度读自内存",
    &Diverge::reading(Path::Parity)
);

pub(super) static LESSON: Lesson = Lesson {
    id: "divergence",
    group: Group::Divergence,
    title: Text::new("One warp, two paths", "一个线程束，两条路径"),
    question: Prose::new(
        "Half of the elements take the first path either way. Why does one kernel execute twice the instructions?",
        "两种写法都让一半元素走第一条路径，为什么其中一个内核要执行两倍的指令？",
    ),
    answer: Prose::new(
        "By lane, every warp executes both paths with half of its lanes: 50 % efficiency. By warp, each warp executes one path with all of them: 100 %.",
        "按通道分支时，每个线程束都要走两条路径，每次只有一半通道在工作，效率 50 %；按线程束分支时，每个线程束只走一条路径，效率 100 %。",
    ),
    remember: Prose::new(
        "When lanes of a warp disagree at a branch, the warp executes both paths one after the other, and lanes that are not on a path wait.",
        "同一线程束的通道在分支处意见不一时，线程束先后走完两条路径，不在当前路径上的通道只能等待。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "The lanes of a warp share one instruction (SIMT). Where they disagree at a branch, the warp executes both paths, one after the other, and the lanes of the other path wait.",
                "同一线程束的各条通道共用一条指令（SIMT）。遇到分支意见不一时，线程束先后走完两条路径，不在当前路径上的通道只能等待。",
            ),
            notes: Prose::new(
                "Before the first step, let the audience mark the lanes that will be active: the 16 even ones of each warp. The usual mistake is to think that the odd lanes run ahead meanwhile; they wait at the branch until the even ones have finished. SIMT stands for single instruction, multiple threads. Shared instructions have a reason: cores that one scheduler controls together take less area and less power (“CUDA execution model”, chapter 4). Its table 4.1 gives 1030 Gflop/s and 247 W for a Fermi C2050, and 170.6 Gflop/s and 200 W for two Nehalem CPUs, in single precision.",
                "走第一步之前，先让学生标出将要工作的通道：每个线程束里 16 条偶数通道。常见的误解是奇数通道可以同时往前走；其实它们停在分支处，等偶数通道走完。SIMT 即单指令多线程。共用指令自有道理：由一个调度器统一控制的核心，面积更小，功耗更低（《第四章 CUDA 执行模型》）。其表 4.1 给出单精度的数据：Fermi C2050 为 1030 Gflop/s、247 W，两个 Nehalem CPU 为 170.6 Gflop/s、200 W。",
            ),
            pin: Pin::of(&[0], 0, 3).at(Size::fixed(64, 32)),
        },
        Slide {
            text: Prose::new(
                "First the even lanes run their 64 iterations, then the odd lanes theirs. Every lane does 64, the warp issues 128.",
                "偶数通道先做完 64 次迭代，然后奇数通道再做 64 次。每条通道只做了 64 次，线程束却发射了 128 次。",
            ),
            notes: Prose::new(
                "Watch the mask change: even lanes up to step 64, odd lanes from step 65 on. The compiler has not made the code longer; the same warp executes one path and then the other. After both paths its lanes go on together: they reconverge. The hardware must keep the mask of the waiting lanes and the place where they meet again. This book-keeping costs, too (ME964, slide 29).",
                "注意掩码变化的时刻：到第 64 步为止是偶数通道，从第 65 步起是奇数通道。代码并没有变长，是同一个线程束先走一条路径，再走另一条。两条路径都走完后，各条通道重新汇合，一起继续。硬件还要记下哪些通道在等待、在哪里汇合。这种记录本身也有代价（ME964 第 29 页）。",
            ),
            pin: Pin::of(&[0], 63, 67).at(Size::fixed(64, 32)),
        },
        Slide {
            text: Prose::new(
                "Apply the same condition to whole warps, and no lanes disagree: even warps take one path, odd warps the other, each with all of its lanes.",
                "把同样的条件用于整个线程束，就没有分歧了：偶数线程束走一条路径，奇数线程束走另一条，各自的通道全部工作。",
            ),
            notes: Prose::new(
                "Half of the elements take each path in both kernels, but not the same elements: compare the work, not the values. WARP_WIDTH follows the machine; with a hard-coded 32 the branch would diverge again on warps of 64. Your GPU is measured with 32, whatever its width; the line below the bars names it.",
                "两个内核都让一半元素走一条路径，但不是同一批元素：比较的是工作量，不是数值。WARP_WIDTH 跟着机器走；如果写死 32，在 64 条线程的线程束上又会分化。在你的 GPU 上测量时总用 32；图下一行写着它的宽度。",
            ),
            pin: Pin::of(&[0, 1], 0, 4),
        },
        Slide {
            text: Prose::new(
                "In the loops 50 % of the lanes are active by lane, 100 % by warp. Instructions per warp (inst_per_warp) are 1044 against 530. Memory is not affected: each lane loads its word once, before the branch.",
                "在循环里，按通道分支时有 50 % 的通道在工作，按线程束分支时是 100 %。每束指令数（inst_per_warp）为 1044 对 530。访存不受影响：每条通道在分支之前把自己的字读一次。",
            ),
            notes: Prose::new(
                "With n = 16384, block size 64 and 32 lanes, load transactions (gld_transactions) are 512 in both. “CUDA kernel execution logic” prints for the Tesla K80 (mathKernel1 and mathKernel2, n = 16384, block size 1024, 10000 iterations, debug build) 27.732 ms against 13.843 ms, warp efficiency (warp_execution_efficiency) 50.00 % against 100.00 %, and 860110 against 430150 instructions per warp. The loops of mathKernel1 and mathKernel2 only store 0 or 1 to the element's word, again and again. An optimising compiler may keep a single store of such a loop, so our loops compute a new value in each iteration.",
                "n = 16384、块大小 64、32 条通道：两者的加载事务（gld_transactions）都是 512。《CUDA——kernel执行逻辑》给出 Tesla K80 的数据（mathKernel1 和 mathKernel2，n = 16384，块大小 1024，循环 10000 次，调试版）：27.732 ms 对 13.843 ms，线程束效率（warp_execution_efficiency）50.00 % 对 100.00 %，每个线程束 860110 对 430150 条指令。mathKernel1 和 mathKernel2 的循环只是一遍又一遍地往元素的字里写 0 或 1。优化编译器可以把这种循环缩成一次写入，所以我们的循环每次迭代都算出新的值。",
            ),
            pin: Pin::of(&[0, 1], 63, 67).showing(&[Part::Code, Part::Figures(&["inst_per_warp", "gld_transactions"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "Branch efficiency (branch_efficiency) is still 99.24 %: one branch of each warp diverges, and the 131 others, nearly all of loops, do not. It counts branches, not their cost.",
                "分支效率（branch_efficiency）仍是 99.24 %：每个线程束只有一次分支分化，其余 131 次都是不分化的分支。它数的是分支的次数，不是分支的代价。",
            ),
            notes: Prose::new(
                "512 of 67,584 branches diverge, one for each of the 512 warps. The cost of a branch shows in the warp efficiency (warp_execution_efficiency): 50.67 % here, since the few statements before the branch run with all lanes.",
                "67584 次分支里有 512 次分化，512 个线程束各一次。要看分支的代价，应看线程束效率（warp_execution_efficiency）：这里是 50.67 %，因为分支之前的几条语句是全部通道一起执行的。",
            ),
            pin: Pin::of(&[0], 127, 129).with(Panel::Formulas).showing(&[Part::Code, Part::Formulas(&["branch_efficiency", "warp_execution_efficiency"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "Two paths in a warp take 1.6 times as long as one, not twice as long.",
                "线程束走两条路径的时间是一条的 1.6 倍，而不是两倍。",
            ),
            notes: Prose::new(
                "By lane it takes 156 µs, by warp 96.6 (H200 in a browser, n = 2^24, block size 256); in CUDA 151 and 93.0. To see the factor of two, change one thing: in the lab set the iterations to 10000, as many as in the source. The shared part is then small beside the loops.",
                "按通道分支 156 µs，按线程束分支 96.6 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 151 和 93.0 µs。想看到两倍，就只改一处：在实验室里把迭代次数设为 10000，和文献一样。这时共有的部分与循环相比就很小了。",
            ),
            pin: Pin::of(&[1, 0], 63, 67).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "warp_execution_efficiency"],
                cause: Cause::Shown(Prose::new(
                    "The loop runs twice as often, but both kernels start, load and store alike. The line through two and four paths, in the lesson Conditions inside conditions, leaves 28 µs for that part.",
                    "循环执行的次数翻倍，但启动、加载和存储在两个内核里是一样的。《条件里的条件》一课过两条路径和四条路径画一条直线，这一部分就是 28 µs。",
                )),
            })]),
        },
        Slide {
            text: Prose::new(
                "The same kernel, with the length of its loops read from memory, takes 829 µs on an H200 in a browser instead of 156. Its lanes do the same.",
                "同一个内核，只是循环的长度从内存里读：在 H200 的浏览器里要 829 µs，而不是 156 µs。各条通道做的事完全相同。",
            ),
            notes: Prose::new(
                "The times are for n = 2^24 and block size 256. A browser must count the iterations, so that it can stop an endless loop. In CUDA the kernel with a known length takes 151 µs. Divergence is the same in both: 512 divergent branches (n = 16384, block size 64).",
                "这些时间是 n = 2^24、块大小 256 时的。浏览器必须数迭代次数，以便中止死循环。循环长度已知的 CUDA 版为 151 µs。两者的分化相同：512 次分化的分支（n = 16384，块大小 64）。",
            ),
            pin: Pin::of(&[0, 2], 63, 67).showing(&[Part::Clock(&Story {
                counters: &["divergent_branch", "inst_per_warp"],
                cause: Cause::Shown(Prose::new(
                    "No compiler knows that these loops end, so nothing can be unrolled. The CUDA version, which has no guard against endless loops, takes only 261 µs: most of the difference is the browser's guard.",
                    "没有编译器知道这些循环会结束，所以无法展开。CUDA 版没有防止死循环的检查，只要 261 µs：差距大部分来自浏览器的检查。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Formulas],
    kernels: &[&DIVERGENCE_PARITY, &DIVERGENCE_WARP, &DIVERGENCE_PARITY_READ],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 1, 1),
    clock: Clock::usual(&[(1, 0)]),
};
