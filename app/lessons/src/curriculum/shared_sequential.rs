//! The stride halves: words are adjacent, and only the last warp diverges.

use super::HARRIS;
use super::shared_modulo::REDUCE_SHARED_MODULO;
use super::shared_strided::REDUCE_SHARED_STRIDED;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Subject, Text};

pub(super) static REDUCE_SHARED_SEQUENTIAL: GalleryKernel = kernel!(
    "reduce_shared_sequential",
    "sequential",
    "连续",
    &Reduce::SUM
)
.published(&[(HARRIS, "3 sequential addressing")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-sequential",
    group: Group::ReductionInSharedMemory,
    title: Text::new("Shared memory: sequential addressing", "共享内存：连续寻址"),
    question: Prose::new(
        "How many bank conflicts are left, and with which strides does a warp still diverge?",
        "还剩多少存储体冲突？哪些步长下线程束还会分化？",
    ),
    answer: Prose::new(
        "None: 2176 load requests take 2176 wavefronts, where the strided index took 6016 (n = 16384, block size 128). Only warp 0 diverges, with strides 16 to 1 and once more to write the sum: 6 times a block, 768 in all.",
        "一次冲突也没有：2176 次加载请求正好 2176 个 wavefront，跨步索引要 6016 个（n = 16384，块大小 128）。只有 0 号线程束在步长 16 到 1 时分化，写结果时再分化一次：每块 6 次，共 768 次。",
    ),
    remember: Prose::new(
        "If neighbouring threads take neighbouring words, there are no bank conflicts, and idle threads fill whole warps.",
        "相邻的线程取相邻的字，就没有存储体冲突，空闲的线程也凑成整个的线程束。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Reverse the loop: begin with half the block and halve the stride. Thread t adds the word at t + stride to its own.",
                "把循环倒过来：从半个块开始，步长逐次减半。t 号线程把第 t + stride 个字加到自己的字上。",
            ),
            notes: Prose::new(
                "The same threads work in both kernels, in every step. Only the words differ. The pairs are other pairs than before: for integers the sum is the same, for floats it may round differently.",
                "每一步，两个内核里工作的线程都相同，不同的只是字的位置。配对也和以前不同：整数的和不变，浮点数则可能舍入出不同的和。",
            ),
            pin: Pin::of(&[0, 1], 0, 3),
        },
        Slide {
            text: Prose::new(
                "Neighbouring lanes need neighbouring words. Each lane has its own bank, with any stride.",
                "相邻的通道要相邻的字。无论步长是多少，每条通道都独占一个存储体。",
            ),
            notes: Prose::new(
                "Step through the iterations and watch the degree: it stays 1. Ask why a stride of 32 or 64 causes no conflict now: it shifts all lanes by a multiple of the number of banks.",
                "逐次迭代看冲突度：始终是 1。可以问学生：为什么步长 32 或 64 现在没有冲突？因为它让所有通道一起平移，恰好是存储体数的整数倍。",
            ),
            pin: Pin::of(&[0], 1, 4).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "Whole warps become idle: with block size 512, eight work in the first iteration, then four, two, one. After four iterations a single warp works, and none has diverged.",
                "线程束整个整个地空闲：块大小为 512 时，第一次迭代有八个在工作，然后是四个、两个、一个。四次迭代之后只剩一个线程束，而且都没有分化。",
            ),
            notes: Prose::new(
                "ME964 (slide 26) counts the same: four iterations shut down all but one warp of a block of 512 threads. The other fifteen have not ended, though: they wait at every barrier.",
                "ME964 第 26 页数的也是这样：512 条线程的块，四次迭代后只剩一个线程束。不过另外十五个并没有结束，每次同步它们都要等。",
            ),
            pin: Pin::of(&[0], 1, 4).at(Size::fixed(16_384, 512)),
        },
        Slide {
            text: Prose::new(
                "The condition divides a warp only when fewer threads are needed than a warp has lanes: in the last five iterations, in warp 0 alone.",
                "只有需要的线程比一个线程束的通道还少时，条件才会把线程束分开：也就是最后五次迭代，而且只在 0 号线程束里。",
            ),
            notes: Prose::new(
                "These are the strides 16, 8, 4, 2, 1, with 16, 8, 4, 2, 1 lanes. Five iterations with any block size; ME964 (slide 26) counts five diverging iterations too. Students expect more divergence in larger blocks: there it is only a smaller share.",
                "步长 16、8、4、2、1，工作的通道也是 16、8、4、2、1 条。无论块多大，总是五次迭代，ME964 第 26 页数的也是五次。学生以为块越大分化越多，其实所占的比例反而更小。",
            ),
            pin: Pin::of(&[0], 3, 8).about(&[Subject::Lanes(0..32)]),
        },
        Slide {
            text: Prose::new(
                "All three kernels compute the same tree. Modulo diverges, the strided index has bank conflicts, sequential addressing has neither.",
                "三个内核，同一棵树：取模会分化，跨步有冲突，连续寻址两样都没有。",
            ),
            notes: Prose::new(
                "In the order modulo, strided, sequential (n = 16384, block size 128) the machine counts 6016, 6016 and 2176 load wavefronts, 3072, 768 and 768 divergent branches, and 125.25, 99 and 85 of its own instructions a warp. Mark Harris, “Optimizing Parallel Reduction in CUDA”, prints 8.054, 3.456 and 1.722 ms on a G80.",
                "依次为取模、跨步、连续（n = 16384，块大小 128）：加载 wavefront 6016、6016、2176；分化的分支 3072、768、768；每个线程束的指令（按本机器计数）125.25、99、85。Mark Harris 的 Optimizing Parallel Reduction in CUDA 给出 G80 上的 8.054、3.456、1.722 ms。",
            ),
            pin: Pin::of(&[2, 1, 0], 1, 8),
        },
        Slide {
            text: Prose::new(
                "Without the conflicts a third of the wavefronts is left. But the time falls by only a tenth.",
                "去掉冲突之后，wavefront 只剩三分之一。但时间只少十分之一。",
            ),
            notes: Prose::new(
                "Sequential addressing takes 109 µs, the strided index 121 and modulo 209 (H200 in a browser, n = 2^24, block size 256). In CUDA they take 72.9, 92.3 and 75.4.",
                "连续 109 µs，跨步 121 µs，取模 209 µs（H200 的浏览器，n = 2^24，块大小 256）。CUDA 版为 72.9、92.3、75.4 µs。",
            ),
            pin: Pin::of(&[1, 0], 1, 4).showing(&[Part::Clock(&Story {
                counters: &["shared_ld_wavefronts", "shared_ld_requests"],
                cause: Cause::Shown(Prose::new(
                    "The loop hides the conflicts: in CUDA, where nvcc unrolls it, the kernel with conflicts takes 1.27 times as long. Half as many trees, in the lesson First add while loading, take 55.3 µs.",
                    "冲突被循环掩盖：在 CUDA 里，nvcc 展开循环，有冲突的内核就是 1.27 倍。《加载时先加一次》一课把树的棵数减半，只要 55.3 µs。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Banks, Panel::Tree],
    kernels: &[
        &REDUCE_SHARED_SEQUENTIAL,
        &REDUCE_SHARED_STRIDED,
        &REDUCE_SHARED_MODULO,
    ],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 1, 1).with(Panel::Banks),
    clock: Clock::usual(&[(0, 1), (1, 2)]),
};
