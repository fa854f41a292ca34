//! Each level of conditions on bits of the lane index halves the lanes that are active together.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Diverge, Path};
use crate::{Cause, Clock, Group, Lesson, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static DIVERGENCE_NESTED1: GalleryKernel = kernel!(
    "divergence_nested1",
    "1 level",
    "1 层",
    &Diverge::by(Path::Bits(1))
);
pub(super) static DIVERGENCE_NESTED2: GalleryKernel = kernel!(
    "divergence_nested2",
    "2 levels",
    "2 层",
    &Diverge::by(Path::Bits(3))
);
pub(super) static DIVERGENCE_NESTED3: GalleryKernel = kernel!(
    "divergence_nested3",
    "3 levels",
    "3 层",
    &Diverge::by(Path::Bits(7))
);

pub(super) static LESSON: Lesson = Lesson {
    id: "nested",
    group: Group::Divergence,
    title: Text::new("Conditions inside conditions", "条件里的条件"),
    question: Prose::new(
        "What does each further level of conditions do to the number of instructions, and how many lanes are active at the third?",
        "每多一层条件，指令数怎样变化？到第三层还有多少通道在工作？",
    ),
    answer: Prose::new(
        "It doubles it: a warp executes 1044, 2080 and 4152 instructions (inst_per_warp) with one, two and three levels. At the third level 4 of 32 lanes are active, 12.5 %.",
        "翻一倍：一、二、三层时每束指令数（inst_per_warp）分别是 1044、2080、4152。到第三层，32 条通道里只有 4 条在工作，即 12.5 %。",
    ),
    remember: Prose::new(
        "Each level of conditions can double the number of paths, and a warp executes every path that one of its lanes takes.",
        "每一层条件都可能使路径数翻倍，而只要有一条通道走某条路径，线程束就要执行它。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "A condition on the lowest bit of the thread's number makes two groups of 16 lanes, and so two paths.",
                "对线程号的最低位判断一次：分成两组，每组 16 条通道，要走两条路径。",
            ),
            notes: Prose::new(
                "This is the kernel of the lesson One warp, two paths, written with a bit: tid & 1. It gives the same counters, 1044 instructions per warp (inst_per_warp) and 512 divergent branches (n = 16384, block size 64, 32 lanes).",
                "这就是《一个线程束，两条路径》一课的内核，只是改用位来写：tid & 1。计数也一样：每束指令数（inst_per_warp）1044，512 次分化的分支（n = 16384，块大小 64，32 条通道）。",
            ),
            pin: Pin::of(&[0], 0, 3),
        },
        Slide {
            text: Prose::new(
                "A second condition splits each group again, and a third does so once more. In the loops 16, 8 and 4 lanes of a warp work.",
                "第二层条件把每组再分一次，第三层又分一次。进入循环时，每个线程束里工作的通道分别是 16、8、4 条。",
            ),
            notes: Prose::new(
                "Step by statement through the ifs at the beginning: each one halves the mask. Let the audience say which lanes remain at the third level: 0, 8, 16 and 24.",
                "在开头的几个 if 处按语句单步：每过一层掩码减半。让学生说出第三层还剩哪些通道：0、8、16、24。",
            ),
            pin: Pin::of(&[0, 1, 2], 0, 3),
        },
        Slide {
            text: Prose::new(
                "Three levels make eight paths, and the warp executes all of them: eight times 64 iterations where each lane needs 64.",
                "三层就是八条路径，线程束要把它们全部走一遍：每条通道只需 64 次迭代，线程束却做了八个 64 次。",
            ),
            notes: Prose::new(
                "Step 65 begins the second of eight groups; the last ends at step 513. The kernel with one level has finished at step 129, the one with two at step 257.",
                "第 65 步开始八组中的第二组，到第 513 步才结束。一层的内核在第 129 步就结束了，两层的在第 257 步。",
            ),
            pin: Pin::of(&[0, 1, 2], 63, 67),
        },
        Slide {
            text: Prose::new(
                "N levels make up to 2^N paths: warp efficiency (warp_execution_efficiency) is 50.67 %, 25.58 % and 12.89 %. Load transactions (gld_transactions) stay at 512: each lane loads its word once.",
                "N 层条件最多有 2^N 条路径：线程束效率（warp_execution_efficiency）依次为 50.67 %、25.58 %、12.89 %。加载事务（gld_transactions）始终是 512：每条通道只读一次自己的字。",
            ),
            notes: Prose::new(
                "“CUDA execution model” (chapter 4, warp divergence) gives the same bound: a factor of 2 for a condition, 2^N for N levels. It is reached only where every level splits every group and the work is at the innermost level. Divergent branches are 1, 3 and 7 for each warp: 512, 1536 and 3584.",
                "《第四章 CUDA 执行模型》（warp 分歧一节）给出同样的上界：一个条件 2 倍，N 层 2^N 倍。只有每一层都把每一组分开、工作又都在最里层时，才会达到上界。每个线程束的分化分支为 1、3、7 次，合计 512、1536、3584 次。",
            ),
            pin: Pin::of(&[0, 1, 2], 127, 130).showing(&[Part::Figures(&["warp_execution_efficiency", "gld_transactions"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "On an H200 in a browser, time grows with the number of paths. From two paths to four, each path adds 64 µs; from four to eight, 68 µs.",
                "在 H200 的浏览器里，时间随路径数增长。从两条到四条，每条路径多 64 µs；从四条到八条，每条多 68 µs。",
            ),
            notes: Prose::new(
                "One, two and three levels take 156, 283 and 554 µs (n = 2^24, block size 256), 1.82 and 1.95 times the level before; in CUDA 151, 281 and 548. Draw the line on the board.",
                "一、二、三层依次为 156、283、554 µs（n = 2^24，块大小 256），分别是前一层的 1.82 倍和 1.95 倍；CUDA 版为 151、281、548 µs。请在黑板上画出这条直线。",
            ),
            pin: Pin::of(&[0, 1, 2], 127, 131).showing(&[Part::Clock(&Story {
                counters: &["divergent_branch", "inst_per_warp"],
                cause: Cause::Shown(Prose::new(
                    "The line through two and four paths leaves 28 µs for no path at all: starting, loading and storing, which all levels share. So a level takes less than twice as long as the one before.",
                    "过两条路径和四条路径画一条直线，路径数为零时还剩 28 µs：那是各层共有的启动、加载和存储。所以每层不到前一层的两倍。",
                )),
            })]),
        },
    ],
    panels: &[],
    kernels: &[
        &DIVERGENCE_NESTED1,
        &DIVERGENCE_NESTED2,
        &DIVERGENCE_NESTED3,
    ],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 1, 1),
    clock: Clock::usual(&[(0, 1), (1, 2)]),
};
