//! The first lanes process the pairs, and their words fall into the same banks.

use super::HARRIS;
use super::shared_modulo::REDUCE_SHARED_MODULO;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static REDUCE_SHARED_STRIDED: GalleryKernel =
    kernel!("reduce_shared_strided", "strided", "跨步", &Reduce::SUM)
.published(&[(HARRIS, "2 bank conflicts")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-strided",
    group: Group::ReductionInSharedMemory,
    title: Text::new("Shared memory: strided index", "共享内存：跨步索引"),
    question: Prose::new(
        "There are fewer requests to shared memory than before, and as many wavefronts (passes over the banks). What causes the difference?",
        "对共享内存的请求比以前少，wavefront（在存储体上走的趟数）却一样多。差额从哪里来？",
    ),
    answer: Prose::new(
        "Bank conflicts: 2176 load requests instead of 6016, but 3840 conflicts bring the wavefronts back to 6016 (n = 16384, block size 128). Divergent branches do fall, from 3072 to 768.",
        "来自存储体冲突：加载请求从 6016 降到 2176，却有 3840 次冲突，wavefront 又回到 6016（n = 16384，块大小 128）。分化的分支倒是从 3072 降到了 768。",
    ),
    remember: Prose::new(
        "Lanes that need different words of one bank are served in turn, so spread the words of a warp over the banks.",
        "要同一存储体里不同字的通道只能轮流得到数据，所以要让一个线程束的字分散到各个存储体。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Pairs are numbered, and thread t takes pair t. The first threads work, next to each other, so whole warps work or whole warps are idle.",
                "给配对编号，t 号线程负责第 t 对。工作的总是最前面的线程，于是要么整个线程束在工作，要么整个线程束空闲。",
            ),
            notes: Prose::new(
                "Compare the first steps: two full warps on one side, half of each of four warps on the other. The additions are the same ones.",
                "比较前几步：一边是两个满员的线程束，另一边是四个线程束各有一半线程。做的加法完全相同。",
            ),
            pin: Pin::of(&[0, 1], 0, 3),
        },
        Slide {
            text: Prose::new(
                "Neighbouring lanes now need words that are 2 * stride apart. With stride 1, 32 lanes request every second word: sixteen banks serve two lanes each, sixteen serve none.",
                "相邻的通道现在要的字相隔 2 × 步长。步长为 1 时，32 条通道隔一个取一个字：16 个存储体各有两条通道来要，另外 16 个没有通道来要。",
            ),
            notes: Prose::new(
                "Point at the empty banks. Students think of a conflict as two lanes that need one word: that is a broadcast and costs nothing. Two words in one bank must be served one after the other.",
                "指出那些空着的存储体。学生常把冲突理解为两条通道要同一个字，那其实是广播，没有代价；同一存储体里的两个不同的字才必须先后送出。",
            ),
            pin: Pin::of(&[0], 1, 2).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "The stride doubles in each iteration, and the number of threads soon halves. With block size 128 a request takes 2, 4, 4, 4, 4, 2 and 1 wavefronts.",
                "每次迭代步长加倍，而线程数不久也开始减半。块大小为 128 时，一次请求依次要 2、4、4、4、4、2、1 个 wavefront。",
            ),
            notes: Prose::new(
                "With stride 16 four lanes work, all in bank 0. Ask before the next step: how many wavefronts do two lanes take with stride 32? Two, because they need the same bank.",
                "步长为 16 时：四条通道全落在 0 号存储体。走下一步之前先问：步长 32 时只有两条通道，要几个 wavefront？两个，因为它们要的是同一个存储体。",
            ),
            pin: Pin::of(&[0], 2, 7).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "In larger blocks more threads work while the stride grows, so there are more conflicts: up to sixteen lanes in one bank with block size 512.",
                "块越大，步长变大时还在工作的线程越多，冲突也就越多：块大小为 512 时，一个存储体最多有 16 条通道来要。",
            ),
            notes: Prose::new(
                "Block size 512, iteration by iteration: 2, 4, 8, 16, 16, 8, 4, 2, 1 wavefronts a request; 4800 conflicts of loads in all. Block size 1024 is the worst case: all 32 lanes of a warp in one bank.",
                "块大小为 512 时，各次迭代里一次请求的 wavefront 数为 2、4、8、16、16、8、4、2、1，加载冲突共 4800 次。块大小为 1024 时最坏：一个线程束的 32 条通道全在同一个存储体里。",
            ),
            pin: Pin::of(&[0], 1, 6)
                .with(Panel::Banks)
                .at(Size::fixed(16_384, 512)),
        },
        Slide {
            text: Prose::new(
                "Shared memory has as much work as before: fewer requests, but more conflicts. Only the branches get better: fewer warps have to enter them.",
                "共享内存的工作和以前一样多：请求少了，冲突多了。变好的只有分支：需要走进分支的线程束少了。",
            ),
            notes: Prose::new(
                "Both kernels take exactly 6016 load and 3456 store wavefronts. The instructions that this machine counts fall from 125.25 to 99 a warp. Mark Harris, “Optimizing Parallel Reduction in CUDA”, prints 3.456 ms after 8.054 ms (2^22 integers, G80).",
                "两个内核的加载 wavefront 都是 6016，存储都是 3456，一个不差。本机器数得的指令从每个线程束 125.25 条降到 99 条。Mark Harris 的 Optimizing Parallel Reduction in CUDA 给出时间从 8.054 ms 降到 3.456 ms（2^22 个整数，G80）。",
            ),
            pin: Pin::of(&[0, 1], 1, 8),
        },
        Slide {
            text: Prose::new(
                "On an H200, the strided index saves two fifths of the time in a browser, although bank conflicts came in. In CUDA, where the division is cheap, it takes a fifth more.",
                "在 H200 上，跨步索引在浏览器里省下五分之二的时间，尽管多了存储体冲突。在 CUDA 里除法便宜，它多花五分之一的时间。",
            ),
            notes: Prose::new(
                "In a browser modulo takes 209 µs and the strided index 121; in CUDA the strided index takes 92.3 (n = 2^24, block size 256). Both effects are always there; which one is larger depends on the compiler.",
                "在浏览器里，取模 209 µs，跨步 121 µs；跨步的 CUDA 版为 92.3 µs（n = 2^24，块大小 256）。两种影响始终都在，哪一种更大，取决于编译器。",
            ),
            pin: Pin::of(&[1, 0], 1, 4).showing(&[Part::Clock(&Story {
                counters: &["shared_ld_wavefronts", "shared_ld_requests", "divergent_branch"],
                cause: Cause::Shown(Prose::new(
                    "A browser's loop has the stride in a variable, so the modulo is a real division. nvcc unrolls the loop and knows each stride: in CUDA the modulo takes only 75.4 µs.",
                    "浏览器的循环里步长是变量，取模就是真正的除法。nvcc 展开循环，每个步长都已知：CUDA 版的取模只要 75.4 µs。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Banks, Panel::Tree],
    kernels: &[&REDUCE_SHARED_STRIDED, &REDUCE_SHARED_MODULO],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 1, 1).with(Panel::Banks),
    clock: Clock::usual(&[(0, 1)]),
};
