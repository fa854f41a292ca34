//! The three ways to pair words in place, with every stride a constant in the text: a compiler's unrolling, done by hand.

use super::interleaved::REDUCE_INTERLEAVED;
use super::neighbored::REDUCE_NEIGHBORED;
use super::neighbored_less::REDUCE_NEIGHBORED_LESS;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};
use simt::Grain;

pub(super) static REDUCE_NEIGHBORED_UNROLLED: GalleryKernel = kernel!(
    "reduce_neighbored_unrolled",
    "neighbored, unrolled",
    "相邻配对，展开",
    &Reduce::SUM
);
pub(super) static REDUCE_NEIGHBORED_LESS_UNROLLED: GalleryKernel = kernel!(
    "reduce_neighbored_less_unrolled",
    "less divergent, unrolled",
    "减少分化，展开",
    &Reduce::SUM
);
pub(super) static REDUCE_INTERLEAVED_UNROLLED: GalleryKernel = kernel!(
    "reduce_interleaved_unrolled",
    "interleaved, unrolled",
    "交错配对，展开",
    &Reduce::SUM
);

pub(super) static LESSON: Lesson = Lesson {
    id: "unrolled-in-place",
    group: Group::ReductionInGlobalMemory,
    title: Text::new("The loops unrolled", "把循环展开"),
    question: Prose::new(
        "The loop is gone, and every addition stays. Which counters change?",
        "循环没了，每次加法都还在。哪些计数会变？",
    ),
    answer: Prose::new(
        "Only instructions, branches and the waits at the last barrier: 83.3 instead of 144.3 instructions a warp, 7,168 branches instead of 8,192 and 3,072 barrier waits instead of 3,584 for neighbored pairs (n = 16384, block size 128). Requests, transactions and divergent branches are the same numbers.",
        "只有指令数、分支数和最后一次同步：相邻配对时，每个线程束 83.3 条指令，原来 144.3 条；分支 7168 次，原来 8192 次；同步等待 3072 次，原来 3584 次（n = 16384，块大小 128）。请求、事务和分化的分支，一个数字都没变。",
    ),
    remember: Prose::new(
        "Unrolling a loop removes its counting, testing and dividing, and leaves its accesses as they are.",
        "展开循环省去的是计数、判断和除法，访存则和原来一样。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "The same threads add the same words, with a barrier between one level and the next. Only the stride is no longer computed: each level stands in the code with its number.",
                "还是同样的线程把同样的字相加，层与层之间隔着一次同步。只是不再计算步长：每一层都带着自己的数字写在代码里。",
            ),
            notes: Prose::new(
                "Step both by barrier and compare the arrays: they agree after every step. 6,016 load requests and 3,072 divergent branches on either side (n = 16384, block size 128). Ask which barrier is not needed: the last, since thread 0 reads only what it has just written itself. The loop has seven barriers; unrolled, six are left.",
                "两边按同步单步，对照数组：每一步之后都一致。两边都是 6016 次加载请求、3072 次分化的分支（n = 16384，块大小 128）。可以问：哪一次同步可以去掉？最后一次，因为 0 号线程读的正是它自己刚写下的字。循环有七次同步，展开之后只剩六次。",
            ),
            pin: Pin::of(&[0, 3], 0, 7).by(Grain::Barrier).with(Panel::Tree),
        },
        Slide {
            text: Prose::new(
                "tid % (2 * stride) is a division as long as the stride is a variable. With the constant 4 in its place it is one AND: the compiler sees a power of two.",
                "只要步长是变量，tid % (2 * stride) 就是一次除法。换成常数 4，就只是一次按位与：编译器看得见这是二的幂。",
            ),
            notes: Prose::new(
                "GPUs have no instruction that divides integers: the compiler uses a dozen or more instructions. Our machine counts the remainder as one instruction either way, so a chip saves more than the step from 144.3 to 83.3 shown here. Kernels that compare instead of dividing save less.",
                "GPU 没有整数除法指令，编译器要用十几条指令来代替。我们的模拟器把取余一律算作一条，所以芯片上省下的比这里的 144.3 到 83.3 更多。用比较代替取余的内核，省得就少些。",
            ),
            pin: Pin::of(&[0, 3], 0, 2).by(Grain::Barrier),
        },
        Slide {
            text: Prose::new(
                "i + stride < n is needed for the last block only, but every thread tested it at every level. Now the block tests once, and all its threads get the same answer.",
                "i + stride < n 只有最后一个块需要，每条线程却在每一层都判断一次。现在整个块只判断一次，所有线程的结果都相同。",
            ),
            notes: Prose::new(
                "Two multiplications and two additions a level are gone as well: 131 instructions a warp become 53. Set n to 16400: the last block holds 16 words, its test is false, and it takes the loop at the end of the code.",
                "每一层的乘法和加法也省了，每个线程束从 131 条指令降到 53 条。把 n 设成 16400：最后一个块只有 16 个字，判断为否，于是走代码末尾的循环。",
            ),
            pin: Pin::of(&[1, 4], 0, 7).by(Grain::Barrier),
        },
        Slide {
            text: Prose::new(
                "BLOCK is an override, known when the pipeline is created. A level for which the block is too small is left out, and so is its barrier.",
                "BLOCK 是 override，创建管线时就已知道。块不够大的那几层会整个去掉，连同步也不留。",
            ),
            notes: Prose::new(
                "In the lesson Unrolling the whole tree the barriers are outside the condition and stay. Here they are inside, and every thread gets the same answer, as a barrier requires. Change the block size: the waits are 6 a warp with 128 threads, 9 with 1024.",
                "《完全展开》一课里同步写在判断之外，去不掉；这里写在判断之内，而所有线程的判断都一样，这正是同步的要求。改变块的大小看看：128 条线程时每个线程束等待 6 次，1024 条时 9 次。",
            ),
            pin: Pin::of(&[2], 0, 7).by(Grain::Barrier),
        },
        Slide {
            text: Prose::new(
                "A CUDA compiler does all this without help when the block size is a template parameter. In WGSL these loops, which have barriers, stay loops unless the text unrolls them.",
                "块大小是模板参数时，CUDA 编译器会自己做完这一切。而在 WGSL 里，这些带同步的循环仍是循环，除非代码自己把各层展开。",
            ),
            notes: Prose::new(
                "Measured on an H200 in a browser, 2^28 words, block size 256: neighbored pairs go from 3.73 ms to 1.64, less divergent ones from 2.07 to 1.59, interleaved ones from 1.89 to 1.29. In CUDA they take 1.43, 1.54 and 1.16 with their loops. The cause of what is left is open. Without a browser, wgpu's checks change nothing in the unrolled kernels (0.2 % at most), but the driver checks indices in both cases, so no pair of times shows what that costs.",
                "在 H200 的浏览器里实测，2^28 个字、块大小 256：相邻配对从 3.73 ms 降到 1.64，减少分化的从 2.07 降到 1.59，交错配对从 1.89 降到 1.29；CUDA 版带着循环也只要 1.43、1.54 和 1.16。剩下的差距原因待定。不用浏览器时，有没有 wgpu 的检查，展开的内核时间都一样（相差不到 0.2 %）；但两种情况下驱动程序都会检查下标，所以没有哪一对时间能说明它的代价。",
            ),
            pin: Pin::of(&[2, 5], 0, 7).by(Grain::Barrier),
        },
        Slide {
            text: Prose::new(
                "On an H200, unrolling saves more than half of the time of neighbored pairs in a browser. In CUDA it saves nothing, because nvcc unrolls the loops itself.",
                "在 H200 的浏览器里，展开使相邻配对省下一半以上的时间。CUDA 版则没有收益，因为 nvcc 会自己展开循环。",
            ),
            notes: Prose::new(
                "In a browser the loops take 236, 133 and 121 µs, unrolled 106, 103 and 83.8 (n = 2^24, block size 256). In CUDA 90.9, 98.2 and 74.0 become 92.9, 95.2 and 75.7. The instructions that this machine counts fall 1.7 times for neighbored pairs and 2.5 times for less divergent ones (block size 128); the time of the first falls 2.23 times. Requests, transactions and divergent branches are the same numbers in each pair.",
                "在浏览器里，循环写法 236、133、121 µs，展开后 106、103、83.8 µs（n = 2^24，块大小 256）；CUDA 版从 90.9、98.2、74.0 变为 92.9、95.2、75.7 µs。按本机器数得的指令，循环写法是展开后的 1.7 倍（相邻配对）和 2.5 倍（减少分化，块大小都是 128）；前者的时间则是 2.23 倍。每一对内核的请求、事务和分化的分支都相同。",
            ),
            pin: Pin::of(&[3, 0], 5, 10).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "divergent_branch", "gld_transactions"],
                cause: Cause::Shown(Prose::new(
                    "The loop of neighbored pairs has a division, which is one instruction here and many on a chip. Less divergent pairs have none, and unrolling makes them only 1.29 times as fast.",
                    "相邻配对的循环里有除法：在这里算一条指令，芯片上却是很多条。减少分化的配对没有除法，展开前的用时只有展开后的 1.29 倍。",
                )),
            })]),
        },
        Slide {
            text: Prose::new(
                "The same sum, step by step: from pairs of neighbours to eight data blocks for each tree, about a tenth of the time is left.",
                "同一个求和，一步一步来：从相邻配对到每棵树八块数据，剩下的时间大约是十分之一。",
            ),
            notes: Prose::new(
                "Ask for each step what it removed: first divergence, then scattered words, then trees and their barriers. Kernels that unroll the last warp without barriers are not on this ladder, because they are right only in lockstep; nor are the loops unrolled in place, which change the code and not the algorithm.",
                "逐级问学生：这一级去掉了什么？先是分化，再是分散的字，然后是树和它的同步。不用同步就展开末线程束的内核不在这架梯子上，因为它们只在步调一致时才正确；原地展开的循环也不在，它们改变的是代码，不是算法。",
            ),
            pin: Pin::START.by(Grain::Statement).showing(&[Part::Chapter]),
        },
    ],
    panels: &[Panel::Tree],
    kernels: &[
        &REDUCE_NEIGHBORED_UNROLLED,
        &REDUCE_NEIGHBORED_LESS_UNROLLED,
        &REDUCE_INTERLEAVED_UNROLLED,
        &REDUCE_NEIGHBORED,
        &REDUCE_NEIGHBORED_LESS,
        &REDUCE_INTERLEAVED,
    ],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 6, 6).by(Grain::Statement),
    clock: Clock::usual(&[(0, 3), (1, 4), (2, 5)]),
};
