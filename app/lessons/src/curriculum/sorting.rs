//! Work sorted by kind: lanes with the same work are neighbours, but their elements are scattered.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::WorkList;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};
use simt::Grain;

pub(super) static DIVERGENCE_UNSORTED: GalleryKernel = kernel!(
    "divergence_unsorted",
    "as it comes",
    "未排序",
    &WorkList { sorted: false }
);
pub(super) static DIVERGENCE_SORTED: GalleryKernel = kernel!(
    "divergence_sorted",
    "sorted by kind",
    "按类排序",
    &WorkList { sorted: true }
);

pub(super) static LESSON: Lesson = Lesson {
    id: "sorting",
    group: Group::Divergence,
    title: Text::new("Sort the work", "给工作排序"),
    question: Prose::new(
        "Sorted by kind, no warp diverges any more: which counter gets better, and which gets worse?",
        "按类排序之后，线程束不再分化：哪个计数变好了，哪个变差了？",
    ),
    answer: Prose::new(
        "Instructions per warp (inst_per_warp) fall from 533 to 277 and divergent branches (divergent_branch) from 512 to 0. Load transactions (gld_transactions) rise from 1,024 to 3,260, because the lanes of a warp now load elements that are far apart. Time gets worse, too: on an H200 in a browser 135 µs instead of 104 (n = 2^24, block size 256).",
        "每束指令数（inst_per_warp）从 533 降到 277，分化的分支（divergent_branch）从 512 降到 0。加载事务（gld_transactions）却从 1024 升到 3260，因为同一线程束的通道现在要取彼此分散的元素。时间也变差了：H200 的浏览器中从 104 µs 升到 135 µs（n = 2^24，块大小 256）。",
    ),
    remember: Prose::new(
        "Sorting equal work together removes divergence but can scatter memory accesses, so count both.",
        "把同类的工作排在一起能消除分化，却可能打散访存，所以两样都要数。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Half of the elements are cheap and take one iteration; half are expensive and take 64. They are mixed, so every warp has both, and its cheap lanes wait for the expensive ones.",
                "一半元素便宜，只做一次迭代；一半昂贵，要做 64 次迭代。它们混在一起，所以每个线程束两种都有，便宜的通道要等昂贵的通道。",
            ),
            notes: Prose::new(
                "All 512 warps diverge once, and the loop runs with half of their lanes (n = 16384, block size 64, 32 lanes). Data like this is common: boundary cells, tree nodes, rays that hit something. “CUDA execution model” (chapter 4) names solved cases from Hwu's GPU Computing Gems: trees, string similarity, quadrature on moving grids, and irregular meshes.",
                "512 个线程束各分化一次，循环里只有一半通道在工作（n = 16384，块大小 64，32 条通道）。这样的数据很常见：边界格点、树的节点、击中物体的光线。《第四章 CUDA 执行模型》列出 Hwu 主编的 GPU Computing Gems 里解决过的例子：树结构、字符串相似度、网格点会移动的求积、不规则网格。",
            ),
            pin: Pin::of(&[0], 0, 4),
        },
        Slide {
            text: Prose::new(
                "A list of indices, cheap elements first, assigns the work. Now a warp has one kind only: the first half of the blocks finishes at once, the second half works with all threads.",
                "用一张索引表分派工作，便宜的元素排在前面。现在每个线程束只有一种元素：前一半的块立刻完成，后一半的块全部线程都在工作。",
            ),
            notes: Prose::new(
                "The block shown is block 0, all cheap: it ends after one step. 256 warps run the loop instead of 512, and no branch diverges (divergent_branch is 0). Where the kinds do not fill whole warps, one mixed warp is left.",
                "画面上是 0 号块，全是便宜的元素：一步就结束。进入循环的线程束从 512 个减到 256 个，分支不再分化（divergent_branch 为 0）。如果两类元素凑不满整数个线程束，会剩下一个混合的。",
            ),
            pin: Pin::of(&[0, 1], 0, 3),
        },
        Slide {
            text: Prose::new(
                "The cost: neighbouring lanes no longer hold neighbouring elements. A load touches 2.12 cache lines on average, not one, and load efficiency (gld_efficiency) falls from 100 % to 56.16 %.",
                "代价是：相邻的通道不再负责相邻的元素。一次加载平均触及 2.12 条缓存行，而不是一条；加载效率（gld_efficiency）从 100 % 降到 56.16 %。",
            ),
            notes: Prose::new(
                "Step by statement to the line of code that reads data[element] and compare the cache lines that are highlighted. The list of indices is one more load: 1536 requests (gld_requests) instead of 1024.",
                "按语句单步到读取 data[element] 的那一行代码，比较亮起的缓存行。索引表要多读一次：加载请求（gld_requests）是 1536 次，而不是 1024 次。",
            ),
            pin: Pin::of(&[0, 1], 3, 4).by(Grain::Statement).with(Panel::Lines).showing(&[Part::Figures(&["gld_efficiency"]), Part::Panel(Panel::Lines)]),
        },
        Slide {
            text: Prose::new(
                "If the elements themselves move, both counters get better. Or make two lists and launch a kernel for each kind; or leave a few expensive elements to the CPU.",
                "如果把元素本身搬到一起，两个计数都会变好。也可以分成两张表，每类启动一个内核；或者把少数昂贵的元素留给 CPU。",
            ),
            notes: Prose::new(
                "These are guidelines of “CUDA execution model” (chapter 4): change the algorithm, separate lists in separate kernels, sort into groups of (half) warps, use the host. A fifth is to launch kernels asynchronously, so that another kernel can use the multiprocessors that a short list leaves free. Sorting costs time too, and here it is not counted: the list of indices is given. Even so the sorted kernel is slower; the next slide says why.",
                "这些是《第四章 CUDA 执行模型》的建议：换一种算法；分成不同的表，用不同的内核；按（半个）线程束的倍数排序分组；利用主机。第五条是异步启动内核，让别的内核用上短表空出来的多处理器。排序本身也要时间，这里没有计入：索引表是事先给定的。即便如此，排序后的内核仍然更慢，原因见下一张。",
            ),
            pin: Pin::of(&[0], 63, 65),
        },
        Slide {
            text: Prose::new(
                "The sorted kernel takes 1.3 times as long as the unsorted one: it makes three times the memory transactions.",
                "排序后的用时是原来的 1.3 倍：访存事务是三倍。",
            ),
            notes: Prose::new(
                "The sorted kernel takes 135 µs, the unsorted one 104 (H200 in a browser, n = 2^24, block size 256); in CUDA 134 and 99. This machine counts 3,260 transactions of loads and 1,374 of stores instead of 1,024 and 512, with 2.5 times the bytes (n = 16384, block size 64). One change at a time: in the lab raise the iterations. With more work for each expensive element the saved instructions outweigh the transactions.",
                "排序后 135 µs，未排序 104 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 134 和 99 µs。本机器数得加载事务 3260 次、存储事务 1374 次，原来是 1024 次和 512 次，字节数是 2.5 倍（n = 16384，块大小 64）。一次只改一处：在实验室里增加迭代次数。昂贵元素的工作越多，省下的指令就越能抵过多出来的事务。",
            ),
            pin: Pin::of(&[0, 1], 4, 7).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "gld_transactions", "gst_transactions"],
                cause: Cause::Shown(Prose::new(
                    "The sorted kernel has half of the instructions and no divergent branch, so only memory can make it slower. Its warps also load the order, and their lanes touch words far apart.",
                    "排序后的内核指令少了一半，也没有分化的分支，所以变慢只可能是因为内存。它的线程束还要加载次序，各通道访问的字又相隔很远。",
                )),
            })]),
        },
        Slide {
            text: Prose::new(
                "A warp pays for each path that one of its lanes takes. From top to bottom the warps of these kernels take one path, two, four, eight and thirty-two.",
                "线程束里只要有一条通道走某条路径，整个线程束就要付出这条路径的时间。从上到下，这些内核的线程束依次走一条、两条、四条、八条、三十二条路径。",
            ),
            notes: Prose::new(
                "Cover the bars and ask how long four paths take, if two are known. The part that all paths share does not grow, so the bars grow by a little less than the number of paths.",
                "先遮住条形，问学生：知道了两条路径的时间，四条要多久？各条路径共有的部分不会变长，所以条形比路径数增长得慢一些。",
            ),
            pin: Pin::START.showing(&[Part::Chapter]),
        },
    ],
    panels: &[Panel::Lines],
    kernels: &[&DIVERGENCE_UNSORTED, &DIVERGENCE_SORTED],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 1, 1),
    clock: Clock::usual(&[(0, 1)]),
};
