//! Lanes of a warp exchange their values directly: without memory, and with one barrier.

use super::shared_sequential::REDUCE_SHARED_SEQUENTIAL;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Cause, Clock, Group, Lesson, Part, Pin, Prose, Size, Slide, Story, Subject, Text};

pub(super) static REDUCE_SUBGROUP_SHUFFLE: GalleryKernel = kernel!(
    "reduce_subgroup_shuffle",
    "shuffle tree",
    "洗牌求和",
    &Reduce::SUM
);
pub(super) static REDUCE_SUBGROUP_ADD: GalleryKernel = kernel!(
    "reduce_subgroup_add",
    "subgroupAdd",
    "subgroupAdd",
    &Reduce::SUM
);

pub(super) static LESSON: Lesson = Lesson {
    id: "subgroup",
    group: Group::ReductionBeyond,
    title: Text::new("Shuffles and subgroupAdd", "洗牌与 subgroupAdd"),
    question: Prose::new(
        "How many words of shared memory and how many barriers does a block still need?",
        "一个块还需要几个共享内存字、几次同步？",
    ),
    answer: Prose::new(
        "One word for each warp, and one barrier: barrier waits fall from 4096 to 512 and shared load requests from 2176 to 128 (n = 16384, block size 128, 32 lanes).",
        "每个线程束一个字，总共一次同步：同步等待从 4096 降到 512，共享内存加载请求从 2176 降到 128（n = 16384，块大小 128，线程束 32 条通道）。",
    ),
    remember: Prose::new(
        "Lanes of a warp can pass values to each other directly, without shared memory and without a barrier.",
        "同一线程束的通道可以直接交换数值，不用共享内存，也不用同步。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "In every iteration the shared tree needs memory and a barrier, so that one thread can see what another has computed.",
                "共享内存的树每次迭代都要经过内存、经过一次同步，只为了让一条线程看到另一条线程算出的值。",
            ),
            notes: Prose::new(
                "Eight waits for each warp with block size 128. Within a warp the lanes execute the same instruction anyway: the last lessons relied on that without saying so, this one uses an operation that says so.",
                "块大小为 128 时每个线程束要等八次。同一线程束的通道本来就在同一条指令上：前几课依赖这一点却没有写明，这一课用的操作写明了这一点。",
            ),
            pin: Pin::of(&[2], 1, 8),
        },
        Slide {
            text: Prose::new(
                "subgroupShuffleDown gives each lane the value that another lane of its warp holds, offset places further on. Five steps add 32 lanes, without memory and without a barrier.",
                "subgroupShuffleDown 让每条通道拿到同一线程束里后面第 offset 条通道的值。五步就能加完 32 条通道，不用内存，也不用同步。",
            ),
            notes: Prose::new(
                "All lanes stay active, unlike in the shared tree. Lanes near the end receive values that mean nothing; only lane 0's sum is used. There is no race to report: a shuffle does not access memory.",
                "与共享内存的树不同，所有通道始终在工作。靠近末尾的通道收到的值没有意义，最后只用 0 号通道的和。这里没有竞争可报：洗牌不访问内存。",
            ),
            pin: Pin::of(&[0], 0, 5).at(Size::fixed(64, 32)).about(&[Subject::Lines("subgroupShuffleDown")]),
        },
        Slide {
            text: Prose::new(
                "A shuffle stays within one warp. Lane 0 of each warp stores its sum in shared memory; after one barrier the first warp adds those sums the same way.",
                "洗牌只在一个线程束之内。每个线程束的 0 号通道（lane 0）把和写入共享内存，同步一次，再由第一个线程束用同样的办法把它们加起来。",
            ),
            notes: Prose::new(
                "Line 33 of the code stores four words, one from each warp; line 39 loads them. Students forget that all warps run the second loop, most of them with zeros.",
                "代码第 33 行写入四个字，每个线程束一个；第 39 行把它们读出来。学生容易忽略：第二个循环所有线程束都在执行，多数线程只是在加 0。",
            ),
            pin: Pin::of(&[0], 5, 11),
        },
        Slide {
            text: Prose::new(
                "subgroupAdd names the result, and the GPU chooses the method. The loop over offsets is gone.",
                "subgroupAdd 只说要什么，怎么做交给 GPU。对 offset 的循环不见了。",
            ),
            notes: Prose::new(
                "This machine counts 106.75 of its own instructions a warp with shuffles, 32.75 with subgroupAdd and 85 in the shared tree; how a GPU computes one subgroupAdd is not shown. The CUDA version writes it as a butterfly of __shfl_xor_sync.",
                "本机器数得每个线程束的指令：洗牌 106.75 条，subgroupAdd 32.75 条，共享内存的树 85 条；一条 subgroupAdd 在 GPU 上如何实现，这里看不到。CUDA 版把它写成 __shfl_xor_sync 的蝶形交换。",
            ),
            pin: Pin::of(&[0, 1], 0, 6).about(&[Subject::Lines("subgroupAdd")]),
        },
        Slide {
            text: Prose::new(
                "There is no 32 in the WGSL: it asks for subgroup_size. With narrower warps there are fewer steps and more sums to collect, and the result stays right.",
                "WGSL 里没有写死 32：它会询问 subgroup_size。线程束变窄，步数就少，要收集的和就多，结果照样正确。",
            ),
            notes: Prose::new(
                "Machine “Intel Xe, 8 lanes”: three shuffle steps, 16 sums a block, and the eight lanes of the first warp take two each: 256 shared load requests instead of 128. A warp-synchronous kernel would be wrong here in most warp orders.",
                "机器“Intel Xe, 8 lanes”：三步洗牌，每块 16 个和，第一个线程束的八条通道各取两个：共享内存加载请求从 128 变成 256。换成依赖步调一致的内核，多数次序下都会出错。",
            ),
            pin: Pin::of(&[0, 1], 0, 7).on("xe-8"),
        },
        Slide {
            text: Prose::new(
                "On an H200 in a browser, the built-in sum takes little more than half of the shared tree's time. The shuffle tree takes even longer than the shared tree, although it needs far fewer wavefronts.",
                "在 H200 的浏览器里，内置的求和只用共享内存树一半多一点的时间。洗牌树的 wavefront 少得多，却比共享内存树还慢。",
            ),
            notes: Prose::new(
                "With shuffles it takes 119 µs, with subgroupAdd 64.0, and with shared memory 109 (H200 in a browser, n = 2^24, block size 256). In CUDA the one with shared memory takes 72.9. In one run on an H100 in a browser, which is not among the shipped figures, the three took 128, 111 and 110 µs: there subgroupAdd gained nothing.",
                "洗牌 119 µs，subgroupAdd 64.0 µs，共享内存 109 µs（H200 的浏览器，n = 2^24，块大小 256）。共享内存的 CUDA 版为 72.9 µs。有一次在 H100 的浏览器里测量（不在随附的数据中），三者是 128、111、110 µs：那里 subgroupAdd 没有收益。",
            ),
            pin: Pin::of(&[2, 1, 0], 1, 4).showing(&[Part::Clock(&Story {
                counters: &["shared_ld_wavefronts", "inst_per_warp"],
                cause: Cause::Open(Prose::new(
                    "In CUDA both subgroup kernels take 79.6 µs, longer than the shared tree. So the gain belongs to the browser's code for subgroupAdd, and no kernel shows why.",
                    "CUDA 版的两个子组内核都是 79.6 µs，比共享内存树还慢。可见收益来自浏览器为 subgroupAdd 生成的代码，而没有内核能说明原因。",
                )),
            })]),
        },
    ],
    panels: &[],
    kernels: &[
        &REDUCE_SUBGROUP_SHUFFLE,
        &REDUCE_SUBGROUP_ADD,
        &REDUCE_SHARED_SEQUENTIAL,
    ],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 5, 5),
    clock: Clock::usual(&[(1, 0), (1, 2)]),
};
