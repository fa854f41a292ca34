//! A condition on the lane index that splits inside a warp or between warps.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Diverge, Path};
use crate::{Cause, Clock, Group, Lesson, Part, Pin, Prose, Size, Slide, Story, Subject, Text};

pub(super) static DIVERGENCE_THREAD_ID: GalleryKernel = kernel!(
    "divergence_thread_id",
    "by thread",
    "按线程号",
    &Diverge::by(Path::FirstLanes)
);
pub(super) static DIVERGENCE_WARP_ID: GalleryKernel = kernel!(
    "divergence_warp_id",
    "by warp number",
    "按线程束号",
    &Diverge::by(Path::FirstWarps)
);

pub(super) static LESSON: Lesson = Lesson {
    id: "thread-or-warp",
    group: Group::Divergence,
    title: Text::new("Thread number or warp number", "按线程号，还是按线程束号"),
    question: Prose::new(
        "In a block of 256 threads, how many of the 8 warps execute both paths, under each of the two conditions?",
        "一个块有 256 条线程、8 个线程束：两种条件下，各有几个线程束要走两条路径？",
    ),
    answer: Prose::new(
        "With tid > 2 one: lanes 0 to 2 of warp 0 part from the other 29, which is one divergent branch in each of the 64 blocks. With tid / WARP_WIDTH > 2 none: warps 0 to 2 take one path, warps 3 to 7 the other, all at 100 %.",
        "tid > 2 时有一个：0 号线程束的 0 至 2 号通道与其余 29 条分开，64 个块各有一次分化的分支。tid / WARP_WIDTH > 2 时一个也没有：0 至 2 号线程束走一条路径，3 至 7 号走另一条，效率都是 100 %。",
    ),
    remember: Prose::new(
        "Warps are cut from consecutive threads, so a condition whose boundary falls between warps divides none of them.",
        "线程束由连续的线程组成，所以分界落在线程束之间的条件不会造成分化。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "A block is divided into warps of consecutive threads, always in the same way. So a condition on the thread's number is a cut between threads: where does it fall?",
                "块总是按相同的方式、按连续的线程号切成线程束。因此，关于线程号的条件就是线程之间的一个分界：它落在哪里？",
            ),
            notes: Prose::new(
                "How a block is divided into warps is fixed; the order in which its warps run is not, and the width differs between machines. In blocks of two or three dimensions x runs first, then y, then z.",
                "块怎样切成线程束是固定的；线程束执行的先后次序并不固定，线程束的宽度也因机器而异。二维或三维的块里，x 变化最快，其次是 y，最后是 z。",
            ),
            pin: Pin::of(&[0], 0, 1),
        },
        Slide {
            text: Prose::new(
                "tid > 2 falls inside warp 0. Lanes 3 to 31 go first, while lanes 0, 1 and 2 wait. Warps 1 to 7 do not diverge.",
                "tid > 2 的分界在 0 号线程束里面。3 至 31 号通道先走，0、1、2 号通道等待。1 至 7 号线程束不分化。",
            ),
            notes: Prose::new(
                "ME964 (slide 15) names threads 0 and 1 here; the mask shows three waiting lanes, since 2 > 2 is false as well. Divergence happens within one warp only: warps that take different paths cost each other nothing.",
                "ME964 第 15 页在这里说的是 0 号和 1 号线程；掩码里等待的有三条，因为 2 > 2 也不成立。分化只发生在同一个线程束内部：不同的线程束走不同的路径，彼此没有代价。",
            ),
            pin: Pin::of(&[0], 1, 4).about(&[Subject::Lanes(0..32), Subject::Lines("tid > 2")]),
        },
        Slide {
            text: Prose::new(
                "Now only warp 0 works: 64 more iterations for three lanes, while the other seven warps have finished. A block takes as long as its slowest warp.",
                "现在只剩 0 号线程束：为了三条通道再做 64 次迭代，另外七个线程束早已结束。一个块要等它最慢的线程束。",
            ),
            notes: Prose::new(
                "At step 65 seven rows are done and one goes on with 3 of 32 lanes, 9.4 %. Three threads out of 256 double the instructions of their warp.",
                "到第 65 步，七行已经结束，剩下一行以 32 条中的 3 条（9.4 %）继续。256 条线程中的三条，让所在线程束的指令数翻倍。",
            ),
            pin: Pin::of(&[0], 63, 68).about(&[Subject::Lanes(0..3)]),
        },
        Slide {
            text: Prose::new(
                "tid / WARP_WIDTH > 2 falls between warps. Warps 0 to 2 take one path, warps 3 to 7 the other, at the same time and with all lanes.",
                "tid / WARP_WIDTH > 2 的分界在线程束之间。0 至 2 号线程束走一条路径，3 至 7 号走另一条，同时进行，通道全部工作。",
            ),
            notes: Prose::new(
                "The two kernels do not split the elements alike: 3 threads of 256 on the left, 96 on the right. What is compared is where the cut falls, and the larger group costs less.",
                "两个内核分出的元素并不相同：左边是 256 条里的 3 条，右边是 96 条。比较的是分界落在哪里；分出去的更多，代价反而更小。",
            ),
            pin: Pin::of(&[0, 1], 0, 5).about(&[Subject::Lanes(0..96)]),
        },
        Slide {
            text: Prose::new(
                "The cut inside a warp costs 12 % more instructions: 592.38 per warp (inst_per_warp) against 529. That is an average: seven warps lose nothing, and one loses half.",
                "分界在线程束内部，要多花 12 % 的指令：每束指令数（inst_per_warp）592.38 对 529。这是平均数：七个线程束没有损失，一个损失一半。",
            ),
            notes: Prose::new(
                "With n = 16384, block size 256 and 32 lanes the warp efficiency (warp_execution_efficiency) is 89.13 % against 100 %. Ask what changes with blocks of 64 threads: then every second warp is a warp 0.",
                "n = 16384、块大小 256、32 条通道：线程束效率（warp_execution_efficiency）89.13 % 对 100 %。可以问：块大小改成 64 会怎样？那时每两个线程束就有一个是 0 号。",
            ),
            pin: Pin::of(&[0, 1], 63, 67).showing(&[Part::Code, Part::Figures(&["inst_per_warp"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "The cut inside a warp takes 9 % more time, for 12 % more instructions.",
                "分界在线程束内部时多花 9 % 的时间，指令则多 12 %。",
            ),
            notes: Prose::new(
                "With the cut inside a warp it takes 105 µs, between warps 96.5 (H200 in a browser, n = 2^24, block size 256); in CUDA 102 and 93.0. In the lab raise the iterations, and the two ratios approach each other.",
                "分界在线程束内部 105 µs，在线程束之间 96.5 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 102 和 93.0 µs。在实验室里增加迭代次数，两个比值就会接近。",
            ),
            pin: Pin::of(&[1, 0], 63, 67).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "warp_execution_efficiency"],
                cause: Cause::Shown(Prose::new(
                    "Both kernels start, load and store alike, so the times differ by less than the instructions. The line through two and four paths, in the lesson Conditions inside conditions, leaves 28 µs for that part.",
                    "启动、加载和存储在两个内核里是一样的，所以时间的差别比指令的小。《条件里的条件》一课过两条路径和四条路径画一条直线，这一部分就是 28 µs。",
                )),
            })]),
        },
    ],
    panels: &[],
    kernels: &[&DIVERGENCE_THREAD_ID, &DIVERGENCE_WARP_ID],
    size: Size::fixed(16_384, 256),
    opens: Pin::of(&[0], 1, 1),
    clock: Clock::usual(&[(1, 0)]),
};
