//! A tree of grids: CUDA launches it from the device, WebGPU by a chain of indirect dispatches.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Launch;
use simt::Grain;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static NESTED_LAUNCH_PARENT: GalleryKernel = kernel!(
    "nested_launch_parent",
    "first level",
    "第一层",
    &Launch::First
);
pub(super) static NESTED_LAUNCH_CHILD: GalleryKernel = kernel!(
    "nested_launch_child",
    "next level",
    "下一层",
    &Launch::Second
);

pub(super) static LESSON: Lesson = Lesson {
    id: "launch",
    group: Group::Execution,
    title: Text::new("Grids that launch grids", "网格启动网格"),
    question: Prose::new(
        "At first there are two blocks, and each requests two more. What does the first level write for the next, and how many blocks do three levels have?",
        "一开始两个块，每块再要两个。第一层为下一层写了什么？三层一共多少个块？",
    ),
    answer: Prose::new(
        "arguments = 4, 1, 1: four blocks, then the level, 2, and the number of their first block, 3. The second level writes 8, 1, 1, level 3, number 7. Three levels have 2 + 4 + 8 = 14 blocks.",
        "arguments = 4, 1, 1，即四个块；接着是层号 2 和起始编号 3。第二层写的是 8, 1, 1、层号 3、编号 7。三层共 2 + 4 + 8 = 14 个块。",
    ),
    remember: Prose::new(
        "A kernel can decide how large the next grid is, by launching it or by storing its size for the next dispatch.",
        "内核可以决定下一个网格有多大：直接启动它，或者为下一次派发存下大小。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "In CUDA a kernel may launch a kernel. Thread 0 of every block launches a grid of two blocks, whose threads 0 do the same: recursion, as deep as the work needs.",
                "CUDA 的内核里可以再启动内核。每个块的 0 号线程启动一个两块的网格，新块的 0 号线程照做：这就是递归，工作需要多深就多深。",
            ),
            notes: Prose::new(
                "nestedHelloWorld of “CUDA kernel execution logic” (Tesla K80) launches 2 blocks of 3 threads to depth 3 and prints 14 lines of text: 2, 4 and 8. It also launches 8 grids that return at once; our code tests the level before it launches. Device-side launch needs -rdc=true. Our blocks have at least 32 threads and write their level to log, because WGSL cannot print.",
                "《CUDA——kernel执行逻辑》（Tesla K80）的 nestedHelloWorld 启动 2 个 3 条线程的块，深度 3，打印 14 行文字：2、4、8。它还会启动 8 个立即返回的网格；我们的代码在启动前先判断层数。设备端启动要加 -rdc=true。我们的块至少有 32 条线程；WGSL 不能打印，所以各块把层号写进 log。",
            ),
            pin: Pin::of(&[0], 0, 0).by(Grain::Statement).with(Panel::Launch),
        },
        Slide {
            text: Prose::new(
                "WebGPU has no launch from a kernel. It has the indirect dispatch: the number of blocks is read from a buffer when the dispatch begins, and an earlier kernel may have written it.",
                "WebGPU 不能在内核里启动内核。它有间接派发：派发开始时从缓冲区读取块数，而这个数可以由前面的内核写入。",
            ),
            notes: Prose::new(
                "The CPU still records every dispatch beforehand, one for each level. So the breadth is decided on the GPU, the greatest depth is not.",
                "每一层的派发仍要由 CPU 事先记录。所以宽度由 GPU 决定，最大深度则不是。",
            ),
            pin: Pin::of(&[0, 1], 0, 0).by(Grain::Statement).with(Panel::Launch),
        },
        Slide {
            text: Prose::new(
                "One thread writes the next dispatch for the whole grid: its size (4, 1, 1), its level, and the number of its first block. One dispatch of four blocks replaces CUDA's two grids of two.",
                "由一条线程为整个网格写好下一次派发：大小（4, 1, 1）、层号、第一个块的编号。一次四块的派发，代替 CUDA 的两个两块的网格。",
            ),
            notes: Prose::new(
                "It is thread 0 of block 0, in line 24 of the code; in CUDA thread 0 of every block launches its own grid. For this tree CUDA launches 1 + 2 + 4 = 7 grids, WebGPU makes 3 dispatches.",
                "看代码第 24 行：只有 0 号块的 0 号线程来写；CUDA 里是每个块的 0 号线程各自启动。这棵树 CUDA 要启动 1 + 2 + 4 = 7 个网格，WebGPU 只要 3 次派发。",
            ),
            pin: Pin::of(&[0], 4, 8).by(Grain::Statement).with(Panel::Launch),
        },
        Slide {
            text: Prose::new(
                "The next level reads its level and first number from launched, logs its blocks, and writes 8, 1, 1 for the level after. The deepest level writes 0 blocks, and with that the chain of levels ends.",
                "下一层从 launched 读出层号和起始编号，记下自己的各个块，再为后一层写 8, 1, 1。最深一层写 0 个块，各层就自己结束了。",
            ),
            notes: Prose::new(
                "The host swaps two buffers between levels: in one dispatch a buffer cannot be both written and the source of its size. Students look for the fourth level: its dispatch takes place and does nothing.",
                "每层之间由主机交换两个缓冲区：同一次派发里，一个缓冲区不能既被写入，又用来决定派发的大小。学生会找第四层：即使派发了，块数为 0，也什么都不做。",
            ),
            pin: Pin::of(&[1], 0, 10).by(Grain::Statement).with(Panel::Launch),
        },
        Slide {
            text: Prose::new(
                "Indirect dispatches follow each other: a level begins when the one before is done. In CUDA children may run at the same time as their parents, and within a level no order is guaranteed.",
                "间接派发依次进行：前一层做完，下一层才开始。CUDA 里子网格可以和父网格同时运行，同一层内也不保证次序。",
            ),
            notes: Prose::new(
                "The lines of text in “CUDA kernel execution logic” come in mixed order within a level. Here each block writes its level to its own word of log, so order does not matter: 1 in words 1 and 2, 2 in words 3 to 6.",
                "《CUDA——kernel执行逻辑》打印的各行文字在同一层里次序混杂。这里每个块把层号写进 log 里自己的那个字，次序无关紧要：字 1、2 里是 1，字 3 到 6 里是 2。",
            ),
            pin: Pin::of(&[0, 1], 0, 0).by(Grain::Statement).with(Panel::Launch),
        },
        Slide {
            text: Prose::new(
                "On an H200 one dispatch takes about 2 µs in a browser. A CUDA kernel that launches grids takes a little over 5 µs for each of them.",
                "在 H200 的浏览器里，一次派发大约 2 µs。在 CUDA 里，内核自己启动网格，每个网格要 5 µs 多一点。",
            ),
            notes: Prose::new(
                "The two levels take 1.98 and 2.10 µs in a browser, in CUDA 32.6 and 21.9 (n = 64, block size 256). The CUDA kernels also launch the grids below them, 6 and 4. In a browser one dispatch is timed, with a number of blocks that is known beforehand. A fair comparison would time whole trees.",
                "浏览器里两层分别是 1.98 和 2.10 µs，CUDA 版是 32.6 和 21.9 µs（n = 64，块大小 256）。CUDA 版还要启动自己下面的网格，6 个和 4 个。浏览器里测的是一次派发，块数事先已知。要公平比较，应当测整棵树的时间。",
            ),
            pin: Pin::of(&[0, 1], 4, 8).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["gst_transactions", "branch"],
                cause: Cause::Open(Prose::new(
                    "No counter of ours predicts the price of a launch: it is outside the kernel. The two levels do not differ beyond their intervals in a browser, and CUDA's kernels do other work.",
                    "启动的代价，我们的计数器都预言不了：它在内核之外。浏览器里两层的时间在误差区间之内没有差别，而 CUDA 版做的是另外的工作。",
                )),
            })]),
        },
        Slide {
            text: Prose::new(
                "A launch is a grid of blocks, a block is a row of warps, and each thread finds its own element. This is what the chapter leaves.",
                "一次启动是一个由块组成的网格，一个块是一排线程束，每条线程找到自己的元素。这一章留下的就是这些。",
            ),
            notes: Prose::new(
                "Ask the class for each sentence before you read it. Which of the three lessons would they explain to a friend first?",
                "读每一句之前，先请学生自己说。三课之中，他们会先给朋友讲哪一课？",
            ),
            pin: Pin::START.by(Grain::Statement).showing(&[Part::Chapter]),
        },
    ],
    panels: &[Panel::Launch],
    kernels: &[&NESTED_LAUNCH_PARENT, &NESTED_LAUNCH_CHILD],
    size: Size::fixed(64, 64),
    opens: Pin::of(&[0], 4, 4)
        .by(Grain::Statement)
        .with(Panel::Launch),
    clock: Clock {
        size: Size::fixed(64, 256),
        faster: &[],
    },
};
