//! Neighbored pairs in workgroup memory: the global traffic disappears, the divergence remains.

use super::HARRIS;
use super::neighbored::REDUCE_NEIGHBORED;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Reduce;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static REDUCE_SHARED_MODULO: GalleryKernel =
    kernel!("reduce_shared_modulo", "modulo", "取模", &Reduce::SUM)
.published(&[(HARRIS, "1 divergent branching")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-modulo",
    group: Group::ReductionInSharedMemory,
    title: Text::new("Shared memory: neighbored pairs", "共享内存：相邻配对"),
    question: Prose::new(
        "The same pairs are added as in global memory. Which counters fall, and which stay?",
        "加的还是全局内存里那些配对。哪些计数下降了，哪些没有变？",
    ),
    answer: Prose::new(
        "Global load transactions fall from 6016 to 512 and stores from 3072 to 128 (n = 16384, block size 128). Divergent branches stay at 3072: the condition is the same.",
        "全局加载事务从 6016 降到 512，存储从 3072 降到 128（n = 16384，块大小 128）。分化的分支仍是 3072：条件没有变。",
    ),
    remember: Prose::new(
        "Shared memory takes traffic away from global memory, but it does not remove divergence.",
        "共享内存能减少对全局内存的访问，却不能消除分化。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Each thread loads a word; the block works in memory that only it sees, and writes one result. Global memory is accessed at the beginning and the end, not in between.",
                "每条线程读入一个字，块在只有自己可见的内存里处理，再写出一个结果。全局内存只在开头和结尾访问，中间不访问。",
            ),
            notes: Prose::new(
                "Left: partial is filled, then a barrier, then the tree. Right: every step of the tree goes to global memory. The first barrier is necessary: without it a thread could read a word that its neighbour has not stored yet.",
                "左边：先填满 partial，再同步，然后才是树；右边：树的每一步都访问全局内存。第一次同步是必需的：没有它，线程可能读到邻居还没有写入的字。",
            ),
            pin: Pin::of(&[0, 1], 0, 1),
        },
        Slide {
            text: Prose::new(
                "With stride 1, every second thread adds; with stride 2, every fourth. All warps stay busy, with fewer and fewer lanes: the condition divides each of them.",
                "步长为 1 时每两条线程有一条在加，步长为 2 时每四条有一条。所有线程束都在忙，工作的通道却越来越少：条件把每个线程束都分开了。",
            ),
            notes: Prose::new(
                "Odd threads never add at all. ME964 (slide 22) says that less than a quarter of the threads is active on average; with block size 128 it is 127 additions in 7 x 128 places, 14 %.",
                "奇数号线程一次也不加。ME964 第 22 页说平均只有不到四分之一的线程在工作；块大小为 128 时是 7 × 128 个位置里的 127 次加法，约 14 %。",
            ),
            pin: Pin::of(&[0], 1, 4),
        },
        Slide {
            text: Prose::new(
                "In the fifth iteration one lane of each warp adds. From then on whole warps have no work: they no longer diverge, but they stay on the multiprocessor and wait.",
                "到第五次迭代，每个线程束只剩一条通道在加。此后整个整个的线程束没有工作：不再分化，却还留在多处理器上等待。",
            ),
            notes: Prose::new(
                "Block size 512, as in ME964 (slide 17): from step 6 on 8, 4, 2 and 1 of 16 warps add, each with a single lane. ME964 (slide 22) counts the same four iterations.",
                "块大小为 512，与 ME964 第 17 页相同：从第 6 步起，16 个线程束里依次有 8、4、2、1 个在加，而且各只有一条通道。ME964 第 22 页数的也是这四次迭代。",
            ),
            pin: Pin::of(&[0], 5, 10).at(Size::fixed(16_384, 512)),
        },
        Slide {
            text: Prose::new(
                "There are no bank conflicts. Thread t reads and writes word t, so the lanes of a warp use different banks with every stride.",
                "这里没有存储体冲突。t 号线程读写的就是第 t 个字，所以任何步长下，同一线程束的通道都在不同的存储体里。",
            ),
            notes: Prose::new(
                "ME964 (slide 23) marks bad bank conflicts on this kernel. Count them: 6016 load requests take 6016 wavefronts (passes over the banks); the machine “GeForce 8800 (G80)” with 16 banks has no conflicts either. They come with the next kernel, which gives the work to other threads.",
                "ME964 第 23 页给这个内核标了“存储体冲突”。可以数一数：6016 次加载请求，6016 个 wavefront（即在存储体上走的趟数）；换成 16 个存储体的“GeForce 8800 (G80)”同样没有冲突。冲突要到下一个内核，把工作交给别的线程之后才会出现。",
            ),
            pin: Pin::of(&[0], 1, 4).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "The memory traffic has fallen, the divergence has not. The kernels that follow change only which thread adds which pair, and when.",
                "访存减少了，分化还在。接下来的几个内核只改一件事：哪条线程、在什么时候加哪一对。",
            ),
            notes: Prose::new(
                "Load efficiency (gld_efficiency) rises from 25.1 to 100 % (n = 16384, block size 128). Mark Harris, “Optimizing Parallel Reduction in CUDA”, begins with this kernel: 8.054 ms, 2.083 GB/s for 2^22 integers on a G80 whose peak bandwidth is 86.4 GB/s.",
                "加载效率（gld_efficiency）从 25.1 % 升到 100 %（n = 16384，块大小 128）。Mark Harris 的 Optimizing Parallel Reduction in CUDA 就从这个内核开始：G80 上 2^22 个整数用时 8.054 ms，2.083 GB/s，而显存峰值是 86.4 GB/s。",
            ),
            pin: Pin::of(&[0, 1], 1, 8),
        },
        Slide {
            text: Prose::new(
                "Shared memory saves only a tenth of the time, although less than a tenth of the global transactions is left.",
                "共享内存只省下十分之一的时间，尽管全局事务降到不足十分之一。",
            ),
            notes: Prose::new(
                "In shared memory it takes 209 µs, in global memory 236 (H200 in a browser, n = 2^24, block size 256); in CUDA 75.4 and 90.9. In shared memory without the division, but with bank conflicts, it takes 121 µs: the lesson Shared memory: strided index.",
                "在共享内存里 209 µs，在全局内存里 236 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 75.4 和 90.9 µs。在共享内存里去掉除法，即使多了存储体冲突，也只要 121 µs：见《共享内存：跨步索引》一课。",
            ),
            pin: Pin::of(&[1, 0], 1, 4).showing(&[Part::Clock(&Story {
                counters: &["gld_transactions", "gst_transactions", "divergent_branch"],
                cause: Cause::Shown(Prose::new(
                    "Traffic does not decide here, but the division in the loop. In global memory an unrolled loop, which needs no division, takes 106 µs: see the lesson The loops unrolled.",
                    "花时间的不是访存，而是循环里的除法。在全局内存里把循环展开，不再需要除法，就只要 106 µs：见《把循环展开》一课。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Tree, Panel::Banks],
    kernels: &[&REDUCE_SHARED_MODULO, &REDUCE_NEIGHBORED],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 1, 1),
    clock: Clock::usual(&[(0, 1)]),
};
