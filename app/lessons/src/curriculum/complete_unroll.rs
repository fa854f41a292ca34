//! The whole tree is unrolled, for any block size at run time or for one size at compile time.

use super::M2070;
use super::unroll::REDUCE_UNROLL8;
use super::unroll_warps::REDUCE_UNROLL_WARPS8;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use simt::Grain;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static REDUCE_COMPLETE_UNROLL8: GalleryKernel = kernel!(
    "reduce_complete_unroll8",
    "unrolled",
    "完全展开",
    &Reduce::sum(8).in_blocks_from(64)
)
.published(&[(M2070, "reduceCompleteUnrollWarps8")])
.in_lockstep();
pub(super) static REDUCE_COMPLETE_UNROLL: GalleryKernel = kernel!(
    "reduce_complete_unroll",
    "for one block size",
    "按块大小特化",
    &Reduce::sum(8).in_blocks_from(64)
)
.in_lockstep();

pub(super) static LESSON: Lesson = Lesson {
    id: "complete-unroll",
    group: Group::ReductionInGlobalMemory,
    title: Text::new("Unrolling the whole tree", "完全展开"),
    question: Prose::new(
        "With block size 128, which of the unrolled steps add nothing, and what do they still cost?",
        "块大小为 128 时，展开的各步里哪些什么也没加？它们仍有什么代价？",
    ),
    answer: Prose::new(
        "The steps of 512, 256 and 128 threads: every warp still tests their conditions and waits at the barriers after them, 320 waits against 128 with the loop (n = 16384). With block size 1024 every step adds, and 96.9 instructions a warp replace 107.9.",
        "针对 512、256、128 条线程的三步：每个线程束仍要判断条件，并在其后等待同步，共等待 320 次，而循环写法只有 128 次（n = 16384）。块大小为 1024 时没有空步，每个线程束 96.9 条指令，循环写法为 107.9 条。",
    ),
    remember: Prose::new(
        "A block size that the compiler knows lets it remove steps, but a barrier outside the condition stays.",
        "编译器知道块大小，就能删去多余的步骤，但写在条件之外的同步会留下。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Blocks have at most 1024 threads, so there are at most four steps before the steps of the last warp. So the loop can be unrolled completely: no loop and no stride are left.",
                "一个块最多 1024 条线程，所以在最后一个线程束的几步之前至多有四步。可以把它们逐一写出来：没有循环，也没有步长。",
            ),
            notes: Prose::new(
                "By iteration the kernel has one step here, because there is no loop: step by barrier instead. “CUDA notes 8: Branch Divergence and Unrolling Loop” (Tesla M2070, 2^24 elements, block size 512) prints 1.280 ms after 1.355 ms. The last six statements are those of the lesson Unrolling the last warp, with the same race: they are right only in lockstep, which GPUs since Volta do not promise. For the CUDA text the machine reports it only with independent threads.",
                "这里没有循环，按迭代只有一步：改为按同步单步。《CUDA学习笔记(八)》（Tesla M2070，2^24 个元素，块大小 512）给出时间从 1.355 ms 降到 1.280 ms。最后六条语句与《展开最后一个线程束》一课相同，也有同样的数据竞争：只有步调一致才对，而 Volta 之后的 GPU 不保证这一点。对 CUDA 代码，机器只在线程各自前进时报告它。",
            ),
            pin: Pin::of(&[0, 2], 1, 3).by(Grain::Barrier),
        },
        Slide {
            text: Prose::new(
                "Each step first tests whether the block is large enough for it. With block size 128, three of the four answers are no, for every lane of every warp.",
                "每一步先判断块够不够大。块大小为 128 时，四次判断里有三次为否，而且每个线程束的每条通道都如此。",
            ),
            notes: Prose::new(
                "Step by statement over lines 28, 32 and 36 of the code: all lanes skip together, so no branch diverges. Students look for divergence here; the cost is four tests and five barriers, 103.5 instructions a warp against 81.5 with the loop.",
                "逐语句走过代码第 28、32、36 行：所有通道一起跳过，没有分化。学生会在这里找分化，其实代价是四次判断和五次同步：每个线程束 103.5 条指令，循环写法为 81.5 条。",
            ),
            pin: Pin::of(&[0], 7, 13).by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "With block size 1024 every step has work. Now the unrolled tree executes fewer instructions: the same barriers, and no stride to compute.",
                "块大小为 1024 时每一步都有事做。这时展开的树执行的指令更少：同步一样多，却不必再计算步长。",
            ),
            notes: Prose::new(
                "n = 16384, block size 1024: 320 barrier waits in both kernels, and this machine counts 96.9 against 107.9 instructions a warp. Ask the class which step needs which of the five barriers.",
                "n = 16384、块大小 1024：两个内核都是 320 次等待，本机器数得的指令是每个线程束 96.9 条对 107.9 条。请学生说说五次同步分别为哪一步服务。",
            ),
            pin: Pin::of(&[0, 2], 1, 5).by(Grain::Barrier).at(Size::fixed(16_384, 1024)),
        },
        Slide {
            text: Prose::new(
                "In CUDA the block size can be a template parameter. Then it is known when the kernel is compiled, and a condition that is always false is removed. blockDim.x is known only at launch.",
                "在 CUDA 里，块大小可以做模板参数：编译内核时就已知道，永远为假的条件会被编译器删去。而 blockDim.x 要到启动时才知道。",
            ),
            notes: Prose::new(
                "Compare the CUDA tabs: lanes = blockDim.x in one, the template parameter BLOCK in the other; otherwise they are equal. The host chooses an instance by a switch over block sizes: case 128: reduce<128><<<blocks, 128>>>(data, sums, n); break; and so on for 1024, 512, 256 and 64. The compiler removes the additions, but barriers between removed steps stay.",
                "对照两个 CUDA 标签页：一个写 lanes = blockDim.x，另一个用模板参数 BLOCK，此外没有不同。主机端用 switch 按块大小选择实例：case 128: reduce<128><<<blocks, 128>>>(data, sums, n); break; 1024、512、256、64 依此类推。编译器删去的是加法，空步之间的同步还留着。",
            ),
            pin: Pin::of(&[0, 1], 7, 13).by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "In WGSL override takes the place of the template parameter: a constant that gets its value when the pipeline is created. The driver then compiles for that one number.",
                "WGSL 里与模板相当的是 override：创建管线时才赋值的常量，驱动程序随后只为这一个数编译。",
            ),
            notes: Prose::new(
                "WGSL has no built-in for the block size, so the run-time form copies the override into a let, and any compiler recognises the constant. Our simulator removes nothing: it executes the false conditions in both forms, and all counters agree, 103.5 instructions a warp and 320 waits with block size 128.",
                "WGSL 没有表示块大小的内建值，所以运行时写法是把 override 抄进一个 let，任何编译器都认得出这个常量。我们的模拟器什么也不删：两种写法都执行这些永远为假的条件，计数完全相同，块大小为 128 时每个线程束 103.5 条指令、共 320 次等待。",
            ),
            pin: Pin::of(&[1, 0], 7, 13).by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "All three kernels take the same time, although their instructions differ: the differences are smaller than the measuring error.",
                "三个内核的指令数不同，时间却相同：差别比测量误差还小。",
            ),
            notes: Prose::new(
                "Completely unrolled it takes 21.8 µs, for one block size 21.7, and with the loop 21.8 (H200 in a browser, n = 2^24, block size 256); in CUDA 22.0, 21.9 and 21.9. Without useless additions reduce_unroll8 moves 10 % fewer sectors. In a browser its loop costs more than that saves: 24.0 µs.",
                "完全展开 21.8 µs，按块大小特化 21.7 µs，循环写法 21.8 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 22.0、21.9、21.9 µs。reduce_unroll8 没有无用的加法，少搬 10 % 的扇区。在浏览器里，它的循环比省下的花得更多：24.0 µs。",
            ),
            pin: Pin::of(&[2, 0, 1], 1, 5).by(Grain::Barrier).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "barrier_waits", "gld_sectors"],
                cause: Cause::Shown(Prose::new(
                    "All three move equally many sectors. In CUDA reduce_unroll8, which makes no useless additions and moves fewer, takes 19.7 µs.",
                    "三个内核搬运的扇区一样多。在 CUDA 里，reduce_unroll8 没有无用的加法，搬得更少，只要 19.7 µs。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Tree],
    kernels: &[
        &REDUCE_COMPLETE_UNROLL8,
        &REDUCE_COMPLETE_UNROLL,
        &REDUCE_UNROLL_WARPS8,
        &REDUCE_UNROLL8,
    ],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 7, 7).by(Grain::Statement),
    clock: Clock::usual(&[(2, 3)]),
};
