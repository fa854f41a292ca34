//! Loops whose lanes leave at different times: a warp stays until its last lane has left.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::{By, Leave};
use crate::{Cause, Clock, Group, Lesson, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static DIVERGENCE_LOOP: GalleryKernel = kernel!(
    "divergence_loop",
    "lane by lane",
    "逐条通道离开",
    &Leave::by(By::Lane)
);
pub(super) static DIVERGENCE_LOOP_WARP: GalleryKernel = kernel!(
    "divergence_loop_warp",
    "warp by warp",
    "整束离开",
    &Leave::by(By::Warp)
);

pub(super) static LESSON: Lesson = Lesson {
    id: "leaving-loops",
    group: Group::Divergence,
    title: Text::new("Leaving a loop early", "提前离开循环"),
    question: Prose::new(
        "In both kernels the lanes make 2, 4, ... 64 iterations, equally many of each. Why does one kernel execute its loop almost twice as often?",
        "两个内核里，通道的迭代次数都是 2、4、……、64，各有同样多条。为什么其中一个的循环体几乎多执行一倍？",
    ),
    answer: Prose::new(
        "A warp stays in the loop until its last lane has left. If every warp has a lane with 64 iterations, every warp makes 64. If the lanes of a warp leave together, warps make 2 to 64, on average 33.",
        "线程束要等最后一条通道离开才离开循环。每个线程束里都有一条要做 64 次的通道，那么每束都做 64 次；如果一束通道一起离开，各束做 2 到 64 次，平均 33 次。",
    ),
    remember: Prose::new(
        "A warp stays in a loop until its last lane has left.",
        "线程束要等最后一条通道离开，才离开循环。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Lane 0 leaves after 2 iterations, lane 1 after 4, lane 31 after 64. Those that have left wait: the warp executes the loop for fewer and fewer lanes.",
                "0 号通道 2 次迭代后离开，1 号 4 次后离开，31 号 64 次后离开。离开的通道在等待：线程束为越来越少的通道执行循环。",
            ),
            notes: Prose::new(
                "Loops diverge like conditions (ME964, slide 29: if, switch, for and while). There is no second path here: what is lost are the idle lanes.",
                "循环和条件一样会分化（ME964 第 29 页：if、switch、for、while）。这里没有第二条路径：损失的是闲着的通道。",
            ),
            pin: Pin::of(&[0], 0, 12),
        },
        Slide {
            text: Prose::new(
                "Here all lanes of a warp leave together. Warp 0 is free after 2 iterations, warp 1 after 4: another warp can take its place.",
                "这里一束通道一起离开。0 号线程束 2 次迭代后就空了，1 号 4 次后：别的线程束可以顶上来。",
            ),
            notes: Prose::new(
                "The additions are the same in number. Sorting the data by the work it needs has this effect; the lesson Sort the work does it.",
                "加法的总数相同。按所需的工作量给数据排序就有这种效果；《给工作排序》一课就是这样做的。",
            ),
            pin: Pin::of(&[1], 0, 5),
        },
        Slide {
            text: Prose::new(
                "On the left both warps stay to the end, with fewer and fewer lanes. On the right they leave early, and with all of their lanes.",
                "左边的两个线程束都待到最后，活动的通道越来越少；右边的线程束带着全部通道提前离开。",
            ),
            notes: Prose::new(
                "Warp efficiency (warp_execution_efficiency) is the share of active lanes: about half on the left.",
                "线程束效率（warp_execution_efficiency）是活动通道所占的比例：左边约为一半。",
            ),
            pin: Pin::of(&[0, 1], 0, 16).showing(&[
                Part::Figures(&["inst_per_warp", "warp_execution_efficiency"]),
                Part::Lanes,
            ]),
        },
        Slide {
            text: Prose::new(
                "Leaving lane by lane takes 1.64 times as long as leaving warp by warp. This machine counts 1.96 times as many instructions for it: its own, which are not a compiler's.",
                "逐条通道离开的时间是整束离开的 1.64 倍。本机器数得的指令则是 1.96 倍（那是本机器自己的指令，与编译器的不同）。",
            ),
            notes: Prose::new(
                "Leaving lane by lane takes 175 µs, warp by warp 107 (H200 in a browser, n = 2^24, block size 256); in CUDA 172 and 92.3, 1.87 times. Nsight Compute counts 324 and 163 instructions a warp (n = 2^20), 1.99 times. Set more iterations in the lab, and the ratio approaches that of the instructions.",
                "逐条通道离开 175 µs，整束离开 107 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 172 和 92.3 µs，相差 1.87 倍。Nsight Compute 数到每线程束 324 和 163 条指令（n = 2^20），相差 1.99 倍。在实验室里增加迭代次数，比值会接近指令之比。",
            ),
            pin: Pin::of(&[1, 0], 2, 8).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "warp_execution_efficiency"],
                cause: Cause::Open(Prose::new(
                    "Both kernels also load and store the same data. One pair of times does not tell how much of that the loop hides.",
                    "两个内核还要加载和存储同样的数据。这部分时间有多少被循环掩盖，只凭一对时间看不出来。",
                )),
            })]),
        },
    ],
    kernels: &[&DIVERGENCE_LOOP, &DIVERGENCE_LOOP_WARP],
    panels: &[],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 8, 8),
    clock: Clock::usual(&[(1, 0)]),
};
