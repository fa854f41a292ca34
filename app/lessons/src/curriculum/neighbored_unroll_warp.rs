//! The last six strides without barriers: nothing diverges, and most of the additions are unused.

use super::K80;
use super::neighbored::REDUCE_NEIGHBORED;
use super::neighbored_less::REDUCE_NEIGHBORED_LESS;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Subject, Text};

pub(super) static REDUCE_NEIGHBORED_UNROLL_WARP: GalleryKernel = kernel!(
    "reduce_neighbored_unroll_warp",
    "last warp unrolled",
    "展开最后一个线程束",
    &Reduce::SUM.in_blocks_from(64)
)
.published(&[(K80, "reduceNeighbored3")])
.in_lockstep();

pub(super) static LESSON: Lesson = Lesson {
    id: "neighbored-unroll-warp",
    group: Group::ReductionInGlobalMemory,
    title: Text::new("Neighbored pairs, last warp unrolled", "相邻配对，展开最后一个线程束"),
    question: Prose::new(
        "Without barriers and conditions in the last six steps, which counters fall, and which rise?",
        "最后六步去掉同步和条件之后，哪些计数下降，哪些上升？",
    ),
    answer: Prose::new(
        "Barrier waits (barrier_waits) fall from 5,120 to 2,048 and divergent branches (divergent_branch) from 96 to 16 (n = 16384, block size 1024, 32 lanes). Load transactions (gld_transactions) rise from 6,128 to 7,200 and store transactions (gst_transactions) from 3,072 to 3,600: all 32 lanes add in every step, even where only one sum is needed.",
        "同步等待（barrier_waits）从 5120 降到 2048，分化的分支（divergent_branch）从 96 降到 16（n = 16384，块大小 1024，32 条通道）。加载事务（gld_transactions）从 6128 升到 7200，存储事务（gst_transactions）从 3072 升到 3600：每一步 32 条通道都在加，哪怕只有一个和有用。",
    ),
    remember: Prose::new(
        "Unrolling the last warp saves barriers, but it relies on lockstep, and its useless additions access memory too.",
        "展开最后一个线程束省去了同步，却依赖步调一致，而且无用的加法同样要访存。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "The first strides are those of the kernel with less divergence: 1, 2, 4 and 8 in a block of 1024 threads. Then 64 sums are left, one in every 16 words.",
                "前几个步长与“减少分化”的内核相同：块大小为 1024 时是 1、2、4、8。之后剩下 64 个和，每 16 个字里有一个。",
            ),
            notes: Prose::new(
                "Up to here the two kernels do the same. 64 sums are the most that one warp of 32 lanes can add in one step: from now on a single warp would work anyway, and the barriers would keep 31 idle warps waiting.",
                "到这里为止，两个内核做的完全相同。一个 32 条通道的线程束一步最多能加 64 个和：从这时起本来就只有一个线程束在工作，同步只是让另外 31 个空闲的线程束一起等。",
            ),
            pin: Pin::of(&[0, 1], 0, 4).with(Panel::Tree),
        },
        Slide {
            text: Prose::new(
                "Now all lanes of warp 0 execute six statements in a row, with no condition, no barrier and no loop between them. Lanes in lockstep have all read before any of them writes.",
                "现在是连续六条语句，由 0 号线程束的全部通道执行：中间没有条件，没有同步，没有循环。通道步调一致，写之前大家都已读完。",
            ),
            notes: Prose::new(
                "Step by statement here: a step by iteration takes all six at once. After the first statement 32 sums matter, then 16, 8, 4, 2 and 1; the other lanes add numbers that no lane will read.",
                "这里请按语句单步：按迭代一步就走完六条。第一条语句之后有用的和是 32 个，然后 16、8、4、2、1 个；其余通道加出来的数没有人会读。",
            ),
            pin: Pin::of(&[0], 4, 5).about(&[Subject::Lanes(0..32)]).with(Panel::Tree),
        },
        Slide {
            text: Prose::new(
                "In the six steps no lane is masked and nothing diverges; but useless additions load and store as well. This takes 7,200 load and 3,600 store transactions, with efficiencies of 22.49 % and 22.48 %.",
                "这六步里没有通道被屏蔽，也就不分化；但无用的加法同样要加载和存储：7200 次加载事务、3600 次存储事务，效率 22.49 % 和 22.48 %。",
            ),
            notes: Prose::new(
                "“CUDA kernel execution logic” (Tesla K80) prints exactly these four figures for reduceNeighbored3, and 6128, 3072, 25.01 % and 25.00 % for reduceNeighbored2, the kernel before. It calls the result a hidden form of divergence: warp efficiency 100.00 %, but 545.75 instructions per warp against 366.81. This machine counts its own instructions, 88.94 against 169, which are not a compiler's; only memory can be compared.",
                "《CUDA——kernel执行逻辑》（Tesla K80）里 reduceNeighbored3 正是这四个数字，前一个内核 reduceNeighbored2 则是 6128、3072、25.01 % 和 25.00 %。那里称之为变相的分化：线程束效率 100.00 %，每个线程束的指令却是 545.75 对 366.81。本机器数的是自己的指令，88.94 对 169，与编译器的不同；能直接对照的只有访存。",
            ),
            pin: Pin::of(&[0, 1], 4, 11).with(Panel::Lines).showing(&[Part::Figures(&["gld_transactions", "gld_efficiency"]), Part::Panel(Panel::Lines)]),
        },
        Slide {
            text: Prose::new(
                "By WGSL's rules only a barrier orders threads, even those of one warp, so these statements are a data race. In lockstep the sum is right; a real GPU may give a wrong sum.",
                "按 WGSL 的规则，只有同步才能规定线程之间的先后，同一线程束也不例外，所以这几条语句是数据竞争。步调一致时结果正确；真实的 GPU 则可能算错。",
            ),
            notes: Prose::new(
                "CUDA programs of that time used a volatile pointer, so that the compiler keeps each load and store; WGSL has no volatile. Since Volta (V100, H200) GPUs no longer promise lockstep, and volatile is not enough: it orders no lanes. CUDA has __syncwarp for this. For the CUDA text the machine reports no race in lockstep, and reports it with independent threads (beside the machine).",
                "当年的 CUDA 程序通过 volatile 指针来写，让编译器保留每一次加载和存储；WGSL 没有 volatile。从 Volta 起（V100、H200），GPU 不再保证步调一致，只写 volatile 也不够：它不规定通道的先后。CUDA 为此提供了 __syncwarp。对 CUDA 代码，步调一致时机器不报告竞争；改为“线程各自前进”（在机器旁），就会报告。",
            ),
            pin: Pin::of(&[0], 4, 5).about(&[Subject::Lanes(0..32)]),
        },
        Slide {
            text: Prose::new(
                "The code relies on 32 lanes in lockstep. With warps of 16 lanes, two warps share the six statements, and the warp that is ahead reads what the other has not written yet.",
                "这段代码依赖 32 条通道步调一致。如果线程束只有 16 条，就由两个线程束分担这六条语句，走在前面的会读到另一个还没写好的值。",
            ),
            notes: Prose::new(
                "The slide has warps of 16 lanes in order 1: 15 of 16 sums are wrong. Set “Order of warps” (beside the machine) to 0: the warps take turns by number, and all 16 are right. A test that passes once proves nothing about a race.",
                "本页线程束宽 16，“线程束的次序”为 1：16 个和里有 15 个算错。把次序（在机器旁的设置里）改为 0：线程束按编号轮流，16 个和又全对了。有竞争的程序通过一次测试，什么也证明不了。",
            ),
            pin: Pin::of(&[0], 3, 5).on("xe-16").in_order(1),
        },
        Slide {
            text: Prose::new(
                "On an H200, unrolling the last warp saves a quarter of the time in a browser, but costs a fifth more in CUDA.",
                "在 H200 上，展开最后一个线程束，在浏览器里省下四分之一的时间，在 CUDA 里却多花五分之一。",
            ),
            notes: Prose::new(
                "In a browser it takes 96.6 µs instead of 133, in CUDA 118 instead of 98.2 (n = 2^24, block size 256), which is 1.20 times as long. The useless additions move 26 % more sectors. In a browser the kernel with nothing but its loop unrolled takes 103 µs; nvcc unrolls the loop itself. This kernel has a race. It was timed because its result was right on this card, by luck.",
                "浏览器里从 133 µs 降到 96.6 µs，CUDA 版从 98.2 µs 升到 118 µs（n = 2^24，块大小 256），是 1.20 倍。无用的加法多搬 26 % 的扇区。只把循环展开的内核，浏览器里是 103 µs；nvcc 会自己展开循环。这个内核有数据竞争：能给它计时，是因为在这块卡上结果碰巧正确。",
            ),
            pin: Pin::of(&[1, 0], 4, 7).showing(&[Part::Clock(&Story {
                counters: &["barrier_waits", "inst_per_warp", "gld_sectors"],
                cause: Cause::Shown(Prose::new(
                    "The useless additions move more data in both, but only a browser also saves a loop. With that loop unrolled and no useless additions, in the lesson The loops unrolled, CUDA takes 95.2 µs.",
                    "两边都因无用的加法多搬了数据，而只有浏览器还省去了循环。《把循环展开》一课只展开循环，没有无用的加法，CUDA 版是 95.2 µs。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Tree, Panel::Lines],
    kernels: &[
        &REDUCE_NEIGHBORED_UNROLL_WARP,
        &REDUCE_NEIGHBORED_LESS,
        &REDUCE_NEIGHBORED,
    ],
    size: Size::fixed(16_384, 1024),
    opens: Pin::START,
    clock: Clock::usual(&[(0, 1), (1, 2)]),
};
