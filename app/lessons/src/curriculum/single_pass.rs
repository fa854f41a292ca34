//! Each block adds its own sum to the total: one dispatch, one atomic per block.

use super::grid_stride::REDUCE_GRID_STRIDE_VEC4;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::{GridStride, Total};
use crate::{Clock, Group, Lesson, Part, Pin, Prose, Size, Slide, Subject, Text};
use simt::Grain;

pub(super) static REDUCE_SINGLE_PASS_ATOMIC: GalleryKernel = kernel!(
    "reduce_single_pass_atomic",
    "single pass, atomic",
    "一趟完成（原子加）",
    &GridStride::ONE_SUM
);

pub(super) static REDUCE_SINGLE_PASS_TILE: GalleryKernel = kernel!(
    "reduce_single_pass_tile",
    "four loads",
    "先发四次加载",
    &Total {
        elements_per_lane: 16,
        tiles_per_block: 1,
        most_blocks: Total::IN_STEP,
        fills_tiles: false,
    }
);

pub(super) static REDUCE_SINGLE_PASS_AHEAD: GalleryKernel = kernel!(
    "reduce_single_pass_ahead",
    "loads ahead",
    "提前加载",
    &Total {
        elements_per_lane: 8,
        tiles_per_block: 2,
        most_blocks: Total::IN_ROUNDS,
        fills_tiles: true,
    }
)
.counts_on_zeros();

pub(super) static REDUCE_SINGLE_PASS_ONCE: GalleryKernel = kernel!(
    "reduce_single_pass_once",
    "tile a block",
    "每块一片",
    &Total {
        elements_per_lane: 16,
        tiles_per_block: 1,
        most_blocks: u64::MAX,
        fills_tiles: false,
    }
)
.counts_on_zeros();

pub(super) static REDUCE_SINGLE_PASS_WARPS: GalleryKernel = kernel!(
    "reduce_single_pass_warps",
    "atomic a warp",
    "每束一次原子加",
    &Total {
        elements_per_lane: 16,
        tiles_per_block: 1,
        most_blocks: u64::MAX,
        fills_tiles: false,
    }
);

pub(super) static LESSON: Lesson = Lesson {
    id: "single-pass",
    group: Group::ReductionBeyond,
    title: Text::new("One pass with atomics", "一趟完成：原子加"),
    question: Prose::new(
        "What replaces the second dispatch, and how often does it happen?",
        "什么代替了第二次派发？一共发生多少次？",
    ),
    answer: Prose::new(
        "One atomicAdd for each block: 8 atomic requests where there were 8 stores, and the total 2088666 is in one word (n = 16384, block size 128). Loads and barriers stay the same.",
        "每个块一次 atomicAdd：原来的 8 次存储换成 8 次原子请求，总和 2088666 就在一个字里（n = 16384，块大小 128）。加载和同步都没有变。",
    ),
    remember: Prose::new(
        "Reduce within the block first, then add each block's sum to the total by one atomic operation.",
        "先在块内归约，再用一次原子操作把块的和加到总数上。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "The grid-stride kernel leaves one sum for each block. A second dispatch or the CPU must add those.",
                "网格跨步内核给每个块留下一个和。还要把它们加起来：再启动一次内核，或者交给 CPU。",
            ),
            notes: Prose::new(
                "There are eight words here, and 1024 at most. Students ask why the last block does not add them. WGSL's barriers order the threads of one block only: even a block that finds that it is the last need not see what the others stored.",
                "这里是 8 个字，最多 1024 个。学生会问为什么不让最后一个块来加。WGSL 的同步只管块内的先后：即使一个块数出自己是最后一个，也未必看得到其他块写入的值。",
            ),
            pin: Pin::of(&[1], 4, 5),
        },
        Slide {
            text: Prose::new(
                "Both kernels are the same up to their last statement: four iterations over the data, one subgroupAdd, one barrier, one more subgroupAdd.",
                "两个内核在最后一条语句之前完全相同：四次迭代读完数据，一次 subgroupAdd，一次同步，再一次 subgroupAdd。",
            ),
            notes: Prose::new(
                "Step both kernels: 128 load requests and 32 barrier waits on either side. Nothing in the loop needs atomics.",
                "两边一起单步：都是 128 次加载请求、32 次同步等待。循环里没有任何地方需要原子操作。",
            ),
            pin: Pin::of(&[0, 1], 0, 4),
        },
        Slide {
            text: Prose::new(
                "Then thread 0 of each block adds its sum to the total with atomicAdd: one operation reads, adds and writes, and no other block can interfere.",
                "最后由每个块的 0 号线程用 atomicAdd 把和加到总数上：读、加、写是一个操作，其他块无法插入。",
            ),
            notes: Prose::new(
                "Ask what total += sum would do: two blocks read the same old value, and one sum is lost. That is a race between blocks, and no barrier prevents it. The machine finds nothing to report here.",
                "可以问：写成 total += sum 会怎样？两个块读到同一个旧值，其中一个和就丢了。这是块之间的竞争，任何同步都不能防止它。而这里机器没有发现任何问题。",
            ),
            pin: Pin::of(&[0], 4, 5).about(&[Subject::Lanes(0..1), Subject::Lines("atomicAdd")]),
        },
        Slide {
            text: Prose::new(
                "Atomics on one word run one after the other. One for each block is few; with one for each element every thread of the grid would wait for the same word.",
                "对同一个字的原子操作只能一个接一个。每个块一次并不多；若每个元素一次，整个网格的线程都得等同一个字。",
            ),
            notes: Prose::new(
                "8 atomic requests and 128 load requests here; 1024 and 2097152 with 2^28 elements and block size 256. Reduce within the block first, then use atomics: this is the pattern for histograms and counters too.",
                "这里是 128 次加载请求配 8 次原子请求；元素为 2^28、块大小为 256 时是 2097152 次配 1024 次。先在块内归约，再用原子操作：直方图和计数器也是这种模式。",
            ),
            pin: Pin::of(&[0], 0, 5).about(&[Subject::Lines("atomicAdd")]),
        },
        Slide {
            text: Prose::new(
                "Blocks finish in any order. For integers the total is the same every time; for floats it may differ from run to run, and WGSL has atomics for integers only.",
                "各块完成的次序不定。整数的总和每次都一样；浮点数则可能次次不同，而且 WGSL 只有整数的原子操作。",
            ),
            notes: Prose::new(
                "The total must be zero before the dispatch: run the kernel twice without clearing and it doubles. This clearing is the cost of the saved dispatch, and it is small.",
                "启动之前总数必须清零：不清零连续运行两次，结果就会翻倍。这次清零是省下一次派发的代价，很小。",
            ),
            pin: Pin::of(&[0, 1], 4, 5),
        },
        Slide {
            text: Prose::new(
                "Early loads shorten the wait. The loop loads one vector, adds it, and only then loads the next. Here a thread loads four vectors before it adds the first, or it loads two for its next iteration before it adds two.",
                "提前加载，等待就短。循环是加载一个、加一个，然后才加载下一个。这里的线程先加载四个向量，再做第一次加法；或者，先加载下一次迭代的两个，再加手里的两个。",
            ),
            notes: Prose::new(
                "All three make 128 requests and 512 transactions. This machine counts 89.5 of its own instructions a warp in the loop, 74.5 with four loads, and 87.5 with loads ahead (n = 16384, block size 128). The last one is also called software pipelining, or prefetching into registers: eight registers a thread for words that are not needed yet. Its first loads do not check bounds, so n must fill its tiles of 8 words a thread. With 2^28 elements and block size 256 there are 16384 blocks, one atomicAdd each; with 65536 of them an H200 was slower (measured). In a browser there four loads take 0.2355 ms; loads ahead, in blocks of 1024 threads, 0.2340, which is 4590 GB/s. CUB's DeviceReduce takes 0.2389 in a graph of launches.",
                "三者都是 128 次请求、512 次事务；本机器数得的每线程束指令，循环是 89.5 条，四次加载是 74.5 条，提前加载是 87.5 条（n = 16384，块大小 128）。最后这种写法也叫软件流水，或者预取到寄存器：每条线程多占八个寄存器，存放暂时用不到的字。它的头几次加载不检查边界，所以 n 必须恰好填满每条线程 8 个字的数据片。元素为 2^28、块大小为 256 时有 16384 个块，每块一次 atomicAdd；换成 65536 个块，H200 反而更慢（实测）。在那里的浏览器里，四次加载用 0.2355 ms；提前加载、块大小为 1024 时用 0.2340（4590 GB/s）。CUB 的 DeviceReduce 放进图里启动，用 0.2389。",
            ),
            pin: Pin::of(&[2, 3, 0], 0, 1),
        },
        Slide {
            text: Prose::new(
                "For a small sum the launch costs more than the additions. Here each block takes one tile, without a loop, and each warp adds to the block's word by an atomic in workgroup memory.",
                "小数组求和时，启动的开销比相加更大。这里每个块只取一片数据，没有循环；每个线程束用工作组内存里的原子操作，把和加到块的那个字上。",
            ),
            notes: Prose::new(
                "This machine counts 73.5 instructions a warp against 74.5: the loop's iterations and the second subgroupAdd are gone, and 32 atomics in workgroup memory are new (n = 16384, block size 128). This does not fit 2^28 words: there would be 65536 blocks, each waiting for one word. WGSL clears workgroup memory before any read, as a finding of the machine says; the CUDA version must clear it itself. Measured on an H200, 2^20 words in blocks of 256 threads: 2.82 µs in a browser against 2.99; as CUDA 1.96 against 2.26, where CUB takes 3.01, all three in a graph of launches. The browser spends the difference between one dispatch and the next.",
                "按本机器的计数，每个线程束 73.5 条指令对 74.5 条：少了循环和第二次 subgroupAdd，多了工作组内存里的 32 次原子操作（n = 16384，块大小 128）。2^28 个字不宜这样做：那会有 65536 个块等同一个字。WGSL 保证工作组内存在读取前已清零（机器会指出这一点），CUDA 版则要自己清零。H200 实测，2^20 个字、块大小 256：浏览器里 2.82 µs 对 2.99；CUDA 版 1.96 对 2.26，而 CUB 要 3.01（这三个都是放进图里启动的）。差别在于浏览器从一次派发到下一次派发的开销。",
            ),
            pin: Pin::of(&[4, 2], 4, 10).by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "Is the sum of the block needed at all? Here each warp adds to the total itself: no barrier and no workgroup memory, but four times as many atomics on one word.",
                "块的和是必需的吗？这里每个线程束自己加到总数上：没有同步，也不用工作组内存；但对同一个字的原子操作是原来的四倍。",
            ),
            notes: Prose::new(
                "32 atomic requests where there were 8, and no warp waits (n = 16384, block size 128). Ask where it saves time before you show what an H200 took in a browser, blocks first, warps second: 2^16 words in blocks of 128 threads, 2.22 µs and 2.12; 2^18 in blocks of 256, 2.34 and 2.27; 2^20, 2.82 and 3.45; 2^24, 18.2 and 37.9, where 32768 warps add to one word, one after the other.",
                "原来 8 次原子请求，现在 32 次，而没有线程束要等待（n = 16384，块大小 128）。先问学生什么时候省时间，再给出 H200 在浏览器里的实测（先按块，后按线程束）：2^16 个字、块大小 128，2.22 µs 和 2.12；2^18 个字、块大小 256，2.34 和 2.27；2^20，2.82 和 3.45；2^24，18.2 和 37.9：32768 个线程束一个接一个地往同一个字上加。",
            ),
            pin: Pin::of(&[5, 4], 11, 13).by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "From the first kernel to the last, less than a tenth of the time is left. A cheaper index, more work for each thread and fewer barriers save it.",
                "从第一个内核到最后一个，剩下的时间不到十分之一。省下时间的是更便宜的下标、每条线程更多的工作和更少的同步。",
            ),
            notes: Prose::new(
                "The last bar is the single pass in which each block takes one tile. The kernel without barriers is missing on purpose: it is right only in lockstep. Let the class name the step that saves most, and say what it changes.",
                "最后一个条形是每块取一片的单遍求和。没有同步的那个内核有意没有列出：它只在步调一致时才正确。请学生说出哪一级省得最多，它改变了什么。",
            ),
            pin: Pin::START.showing(&[Part::Chapter]),
        },
    ],
    panels: &[],
    kernels: &[
        &REDUCE_SINGLE_PASS_ATOMIC,
        &REDUCE_GRID_STRIDE_VEC4,
        &REDUCE_SINGLE_PASS_TILE,
        &REDUCE_SINGLE_PASS_AHEAD,
        &REDUCE_SINGLE_PASS_ONCE,
        &REDUCE_SINGLE_PASS_WARPS,
    ],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 5, 5),
    clock: Clock::usual(&[(4, 0), (4, 5)]),
};
