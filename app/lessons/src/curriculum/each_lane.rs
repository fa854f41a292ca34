//! The worst case of divergence: each lane of a warp takes its own path. Compared with one path for a whole block.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Diverge, Path};
use crate::{Cause, Clock, Group, Lesson, Part, Pin, Prose, Size, Slide, Story, Text};
use simt::Grain;

pub(super) static DIVERGENCE_EACH_LANE: GalleryKernel = kernel!(
    "divergence_each_lane",
    "a path for each lane",
    "每条通道一条路径",
    &Diverge::by(Path::EachLane)
);
pub(super) static DIVERGENCE_UNIFORM: GalleryKernel = kernel!(
    "divergence_uniform",
    "a path for each block",
    "每个块一条路径",
    &Diverge::by(Path::EachBlock)
);

pub(super) static LESSON: Lesson = Lesson {
    id: "each-lane",
    group: Group::Divergence,
    title: Text::new("The worst case: a path for each lane", "最坏的情况：每条通道一条路径"),
    question: Prose::new(
        "If every lane takes its own path, how many more times must the warp run the loop's body?",
        "如果每条通道各走一条路径，线程束执行循环体的次数是多少倍？",
    ),
    answer: Prose::new(
        "32 times: 1,048,576 executions with one lane of 32 each, instead of 32,768 with all of them. With the tests of the 32 paths, which both kernels make, a warp executes 16,687 instructions against 722 (inst_per_warp).",
        "32 倍：循环体执行 1048576 次，每次只有 32 条中的一条通道，而不是 32768 次、每次全部通道。两个内核都要判断 32 条路径，连同这些判断，每束指令数（inst_per_warp）为 16687 对 722。",
    ),
    remember: Prose::new(
        "If every lane takes its own path, the warp works like a processor with a single lane.",
        "如果每条通道各走一条路径，线程束就像只有一条通道的处理器。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "path is the lane's number within its warp. In each iteration of the outer loop one lane takes its path and 31 wait.",
                "path 是通道在线程束里的编号。外层循环的每次迭代里，只有一条通道走自己的路径，另外 31 条等待。",
            ),
            notes: Prose::new(
                "Each step is one path: the single active lane moves one to the right. All warps of the block do the same at the same time; the loss is inside each of them.",
                "每一步是一条路径：唯一工作的通道右移一格。块里的各个线程束同时都这样做；损失发生在每个线程束内部。",
            ),
            pin: Pin::of(&[0], 0, 4).at(Size::fixed(64, 32)),
        },
        Slide {
            text: Prose::new(
                "On the right the block's number chooses the path. All threads of a block agree, so each of the 31 other paths costs only a test.",
                "右边由块号来选路径。同一个块的线程意见一致，其余 31 条路径各只花一次判断。",
            ),
            notes: Prose::new(
                "Block 0 has path 0: its work is done after the first step, and only tests follow. The compiler can see that a value is the same for all lanes, such as the block's number; “CUDA execution model” (chapter 4, example 4.3) says that it then needs neither a mask nor a vote.",
                "0 号块走 0 号路径：第一步就做完了工作，后面只有判断。像块号这样对所有通道都相同的值，编译器看得出来；《第四章 CUDA 执行模型》示例 4.3 说，这时既不需要谓词，也不需要投票。",
            ),
            pin: Pin::of(&[0, 1], 0, 4),
        },
        Slide {
            text: Prose::new(
                "After 32 iterations each lane has run once: the warp has worked like a processor with a single lane. The body ran 1,048,576 times instead of 32,768.",
                "32 次迭代之后，每条通道各执行了一次：线程束就像只有一条通道的处理器。循环体执行了 1048576 次，而不是 32768 次。",
            ),
            notes: Prose::new(
                "“CUDA execution model” (chapter 4, warp divergence) names 32 as the worst slowdown, and two causes: each lane has its own task, or one lane has an expensive task and 31 wait for it. n = 16384, block size 64: warp efficiency (warp_execution_efficiency) 4.33 % against 100 %.",
                "《第四章 CUDA 执行模型》（warp 分歧一节）说最坏慢 32 倍，并举出两种情形：每条通道各做一件事，或者一条通道做一件昂贵的事，31 条等它。n = 16384、块大小 64：线程束效率（warp_execution_efficiency）4.33 % 对 100 %。",
            ),
            pin: Pin::of(&[0, 1], 30, 33),
        },
        Slide {
            text: Prose::new(
                "Memory is not affected. Each lane loads its word before the loop and stores it afterwards, with all lanes: 512 load transactions (gld_transactions) in both kernels.",
                "访存不受影响。每条通道在循环之前读自己的字，循环之后写回，都是全部通道一起：两个内核的加载事务（gld_transactions）都是 512。",
            ),
            notes: Prose::new(
                "A loop that loaded and stored its word in every iteration would lose here, too: a single lane needs 4 bytes, and a sector of 32 moves. Masked lanes request nothing, so they cannot share a request either.",
                "如果循环的每次迭代都读写自己的字，这里也会受损：单独一条通道只要 4 字节，却要搬运 32 字节的扇区。被屏蔽的通道不发请求，也就无法合并到同一个请求里。",
            ),
            pin: Pin::of(&[0, 1], 3, 4).by(Grain::Statement).showing(&[Part::Figures(&["gld_transactions"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "The worst case grows with the warp's width: with 8 lanes the body runs 8 times as often as necessary, with 64 lanes 64 times.",
                "线程束有多宽，最坏情况就有多坏：8 条通道时循环体多执行到 8 倍，64 条通道时是 64 倍。",
            ),
            notes: Prose::new(
                "Change the machine. “Intel Xe, 8 lanes” executes the body 1,048,576 times against 131,072, with 12.5 % of the lanes. “AMD RDNA 3, wave64” executes it 1,048,576 times against 16,384, with 1.6 % of the lanes.",
                "换一台机器试试。“Intel Xe, 8 lanes”：1048576 次对 131072 次，12.5 % 的通道在工作。“AMD RDNA 3, wave64”：1048576 次对 16384 次，只有 1.6 %。",
            ),
            pin: Pin::of(&[0, 1], 0, 4).on("xe-8"),
        },
        Slide {
            text: Prose::new(
                "A path for each lane takes 12.5 times as long as a path for each block, although the loop's body is issued 32 times as often.",
                "每条通道一条路径的时间是每块一条路径的 12.5 倍，而循环体发射的次数是 32 倍。",
            ),
            notes: Prose::new(
                "A path for each lane takes 2.27 ms, one for each block 0.182 ms (H200 in a browser, n = 2^24, block size 256). Counters count, clocks measure.",
                "每条通道一条路径 2.27 ms，每块一条路径 0.182 ms（H200 的浏览器，n = 2^24，块大小 256）。计数器负责计数，时钟负责测量。",
            ),
            pin: Pin::of(&[1, 0], 8, 12).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "warp_execution_efficiency"],
                cause: Cause::Open(Prose::new(
                    "This machine counts 23 times as many instructions in all, so their number does not give the time. No measured kernel shows what does.",
                    "按本机器的计数，全部指令合计是 23 倍，可见时间不只取决于指令数。还取决于什么，没有实测的内核能说明。",
                )),
            })]),
        },
    ],
    panels: &[],
    kernels: &[&DIVERGENCE_EACH_LANE, &DIVERGENCE_UNIFORM],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 8, 8).by(Grain::Statement),
    clock: Clock::usual(&[(1, 0)]),
};
