//! The stride halves: words are adjacent, and only the last warp diverges.

use super::shared_modulo::REDUCE_SHARED_MODULO;
use super::shared_strided::REDUCE_SHARED_STRIDED;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Clock, Group, Lesson, Panel, Pin, Prose, Size, Slide, Subject, Text};

pub(super) static REDUCE_SHARED_SEQUENTIAL: GalleryKernel = kernel!(
    "reduce_shared_sequential",
    "sequential",
    "连续",
    &Reduce::SUM
);

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-sequential",
    group: Group::ReductionInSharedMemory,
    title: Text {
        en: "Shared memory: sequential addressing",
        zh: "共享内存：连续寻址",
    },
    question: Prose::new(
        "How many bank conflicts are left, and at which strides does a warp still diverge?",
        "还剩多少存储体冲突？哪些步长下线程束还会分化？",
    ),
    answer: Prose::new(
        "None: 2176 load requests take 2176 wavefronts, where the strided index took 6016 (n = 16384, block 128). Only warp 0 diverges, at strides 16 to 1 and once more to write the sum: 6 times a block, 768 in all.",
        "一次冲突也没有：2176 次加载请求正好 2176 个 wavefront，跨步索引要 6016 个（n = 16384，块 128）。只有 0 号线程束在步长 16 到 1 时分化，写结果时再分化一次：每块 6 次，共 768 次。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Turn the loop round: begin with half the block and halve the stride. Lane t adds the word at t + stride to its own.",
                "把循环倒过来：从半个块开始，步长逐次减半。t 号线程把第 t + stride 个字加到自己的字上。",
            ),
            notes: Prose::new(
                "Side by side: the same lanes work in both kernels, at every press. Only the words differ. The pairs are other pairs than before: for integers that is all the same, for floats the sum may round differently.",
                "并排来看：每次按键后，两个内核里工作的线程都相同，不同的只是字的位置。配对也和以前不同：对整数毫无影响，对浮点数则可能舍入出不同的和。",
            ),
            pin: Pin::of(&[0, 1], 0, 3),
        },
        Slide {
            text: Prose::new(
                "Lanes side by side want words side by side. Each lane has a bank to itself, whatever the stride.",
                "相邻的线程要相邻的字。无论步长是多少，每条线程都独占一个存储体。",
            ),
            notes: Prose::new(
                "Walk through the strides and watch the degree: it stays 1. Ask why a stride of 32 or 64 does no harm now: it shifts all lanes by whole rounds of the banks.",
                "逐个步长看冲突度：始终是 1。可以问学生：为什么步长 32 或 64 现在无害？因为它让所有线程一起平移，恰好是存储体数的整数倍。",
            ),
            pin: Pin::of(&[0], 1, 4).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "Warps retire whole: at block 512, eight work at the first stride, then four, two, one. Four iterations leave a single warp, and none of them diverges.",
                "线程束整个整个地退下：块为 512 时，第一个步长有八个在工作，然后是四个、两个、一个。四次迭代只剩一个线程束，而且都没有分化。",
            ),
            notes: Prose::new(
                "The ME964 slides count the same: four iterations shut down all but one warp of a block of 512. The other fifteen are not gone, though: they wait at every barrier.",
                "ME964 幻灯片数的也是这样：512 条线程的块，四次迭代后只剩一个线程束。不过另外十五个并没有消失，每次同步它们都要等。",
            ),
            pin: Pin::of(&[0], 1, 4).at(Size::fixed(16_384, 512)),
        },
        Slide {
            text: Prose::new(
                "Only when fewer lanes are needed than a warp has does the condition cut through a warp: the last five strides, in warp 0 alone.",
                "只有需要的线程比一个线程束还少时，条件才会切开线程束：也就是最后五个步长，而且只在 0 号线程束里。",
            ),
            notes: Prose::new(
                "Strides 16, 8, 4, 2, 1 with 16, 8, 4, 2, 1 lanes. Five strides whatever the block size; the ME964 slides count five diverging iterations too. Students expect more divergence in larger blocks: there it is only a smaller share.",
                "步长 16、8、4、2、1，工作的线程也是 16、8、4、2、1 条。无论块多大，总是五个步长，ME964 幻灯片数的也是五次迭代。学生以为块越大分化越多，其实所占的比例反而更小。",
            ),
            pin: Pin::of(&[0], 3, 8).about(&[Subject::Lanes(0..32)]),
        },
        Slide {
            text: Prose::new(
                "Three kernels, the same tree. Modulo diverges, the strided index conflicts, sequential addressing does neither.",
                "三个内核，同一棵树：取模会分化，跨步有冲突，连续寻址两样都没有。",
            ),
            notes: Prose::new(
                "Load wavefronts 6016, 6016, 2176; divergent branches 3072, 768, 768; our instructions a warp 125.25, 99, 85 (modulo, strided, sequential; n = 16384, block 128). Harris's slides print 8.054, 3.456 and 1.722 ms on a G80.",
                "依次为取模、跨步、连续（n = 16384，块 128）：加载 wavefront 6016、6016、2176；分化的分支 3072、768、768；每个线程束的指令 125.25、99、85。Harris 的幻灯片给出 G80 上的 8.054、3.456、1.722 ms。",
            ),
            pin: Pin::of(&[2, 1, 0], 1, 8),
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
