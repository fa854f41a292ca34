//! A switch splits a warp into as many groups as its lanes select cases.

use super::divergence::DIVERGENCE_PARITY;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Diverge, Path};
use crate::{Cause, Clock, Group, Lesson, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static DIVERGENCE_SWITCH: GalleryKernel = kernel!(
    "divergence_switch",
    "switch",
    "switch",
    &Diverge::by(Path::Bits(3))
);

pub(super) static LESSON: Lesson = Lesson {
    id: "switch",
    group: Group::Divergence,
    title: Text::new("A switch in a warp", "线程束里的 switch"),
    question: Prose::new(
        "Both kernels have 512 divergent branches: why does the switch need twice the instructions?",
        "两个内核都有 512 次分化的分支，为什么 switch 要多一倍指令？",
    ),
    answer: Prose::new(
        "A switch with four cases splits a warp into four groups of 8 lanes at once, and the warp executes four paths instead of two: 2076 instructions per warp (inst_per_warp) against 1044, warp efficiency (warp_execution_efficiency) 25.58 % against 50.67 %. The counter of divergent branches (divergent_branch) does not count paths.",
        "四个 case 的 switch 一次把线程束分成四组，每组 8 条通道，线程束要走四条路径而不是两条：每束指令数（inst_per_warp）2076 对 1044，线程束效率（warp_execution_efficiency）25.58 % 对 50.67 %。计数器“分化的分支”（divergent_branch）数的不是路径的条数。",
    ),
    remember: Prose::new(
        "The number of different paths that the lanes of one warp take costs time, not the form of the branch.",
        "费时间的是同一线程束里走了几条不同的路径，而不是分支怎样写。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "A switch is a branch with more than two paths. Lanes of a warp that choose the same case go together; the warp executes the cases one after the other.",
                "switch 是有两条以上路径的分支。同一线程束里选了同一个 case 的通道一起走，各个 case 则先后走完。",
            ),
            notes: Prose::new(
                "Here the thread's number modulo 4 chooses: lanes 0, 4, 8 and so on go first, 8 of 32. Ask how many groups will follow.",
                "这里由线程号除以 4 的余数来选：先走的是 0、4、8……号通道，32 条里有 8 条。可以问：后面还有几组？",
            ),
            pin: Pin::of(&[0], 0, 3).at(Size::fixed(64, 32)),
        },
        Slide {
            text: Prose::new(
                "After 64 iterations the next eight lanes take over: 1, 5, 9 and so on. 24 lanes wait at any moment.",
                "64 次迭代之后，轮到下一组八条通道：1、5、9……号。任何时刻都有 24 条通道在等待。",
            ),
            notes: Prose::new(
                "The mask moves one lane to the right at steps 65, 129 and 193. A case that no lane of the warp chooses is not executed: what counts is the number of different choices within a warp, not the number of cases in the code.",
                "到第 65、129、193 步，掩码依次右移一条通道。线程束里没有通道选的 case 不会执行：重要的是线程束内有几种不同的选择，而不是源码里写了几个 case。",
            ),
            pin: Pin::of(&[0], 63, 67).at(Size::fixed(64, 32)),
        },
        Slide {
            text: Prose::new(
                "Side by side with an if and an else: when the two paths are done, the switch has finished two cases of four.",
                "和 if / else 并排来看：两条路径都走完时，switch 才走完四个 case 中的两个。",
            ),
            notes: Prose::new(
                "At step 129 the right kernel is at its end and the left one enters its third case. All paths are equally long here, 64 iterations, so they can be compared one by one.",
                "到第 129 步，右边的内核已经结束，左边的才进入第三个 case。这里每条路径一样长，都是 64 次迭代，所以可以逐条比较。",
            ),
            pin: Pin::of(&[0, 1], 127, 131),
        },
        Slide {
            text: Prose::new(
                "The switch takes twice the instructions per warp (inst_per_warp), 2076 against 1044. Load transactions (gld_transactions) are 512 in both: each lane loads its word once, before the switch.",
                "每束指令数（inst_per_warp）翻倍，2076 对 1044。加载事务（gld_transactions）都是 512：每条通道在 switch 之前把自己的字读一次。",
            ),
            notes: Prose::new(
                "These counts are for n = 16384, block size 64 and 32 lanes. The cases contain loops, so masking does not help: with short branches masked, all these numbers stay the same. If tid / WARP_WIDTH made the choice, no warp would diverge.",
                "n = 16384、块大小 64、32 条通道。各个 case 里都有循环，屏蔽执行没有帮助：打开后这些数字都不变。如果按 tid / WARP_WIDTH 来选，就不会分化。",
            ),
            pin: Pin::of(&[0, 1], 63, 67).showing(&[Part::Code, Part::Figures(&["inst_per_warp", "gld_transactions"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "The switch with its four paths takes 1.82 times as long as two paths, with as many divergent branches.",
                "四条路径的 switch 用时是两条路径的 1.82 倍，分化的分支却一样多。",
            ),
            notes: Prose::new(
                "The switch takes 284 µs, two paths 156 (H200 in a browser, n = 2^24, block size 256); in CUDA 279 and 151. The time is less than twice as long, because starting, loading and storing are the same in both.",
                "switch 284 µs，两条路径 156 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 279 和 151 µs。时间不到两倍，因为启动、加载和存储在两者里是一样的。",
            ),
            pin: Pin::of(&[1, 0], 127, 131).showing(&[Part::Clock(&Story {
                counters: &["divergent_branch", "inst_per_warp"],
                cause: Cause::Shown(Prose::new(
                    "Nested branches with four paths, in the lesson Conditions inside conditions, take 283 µs. So the number of paths decides, not the form of the branch.",
                    "《条件里的条件》一课用嵌套的分支走四条路径，要 283 µs。可见起决定作用的是路径的条数，不是分支的写法。",
                )),
            })]),
        },
    ],
    panels: &[],
    kernels: &[&DIVERGENCE_SWITCH, &DIVERGENCE_PARITY],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 1, 1),
    clock: Clock::usual(&[(1, 0)]),
};
