//! The first reduction: neighbours are added, and ever fewer lanes of each warp are active.

pub(super) use super::reductions::REDUCE_NEIGHBORED;
use super::reductions::{REDUCE_INTERLEAVED, REDUCE_NEIGHBORED_LESS, REDUCE_UNROLL2, REDUCE_UNROLL4, REDUCE_UNROLL8};
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Subject, Text};

pub(super) static LESSON: Lesson = Lesson {
    id: "neighbored",
    group: Group::ReductionInGlobalMemory,
    title: Text::new("Neighbored pairs", "相邻配对"),
    question: Prose::new(
        "Which threads still work when the stride is 8, and how many warps do they keep busy?",
        "步长为 8 时还有哪些线程在工作？它们分散在多少个线程束里？",
    ),
    answer: Prose::new(
        "Every sixteenth thread: two lanes in each warp of 32, and every warp stays busy with its two. The condition depends on the thread's number, so with every stride up to 16 all warps diverge: 3,072 of 7,168 branches do (n = 16384, block size 64).",
        "每 16 条线程有一条在工作：每个 32 条通道的线程束里有两条，因此所有线程束都在忙。条件取决于线程号，所以步长从 1 到 16，每个线程束都会分化：7168 次分支里有 3072 次（n = 16384，块大小 64）。",
    ),
    remember: Prose::new(
        "A warp is busy as long as one of its lanes works, so keep the working lanes together.",
        "只要有一条通道工作，整个线程束就在忙，所以应当让工作的通道集中在一起。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Each thread has one element. With stride 1, every second thread adds its neighbour, with stride 2, every fourth, and so on until thread 0 holds the sum of the block.",
                "每条线程负责一个元素。步长为 1 时每两条线程有一条把邻居加进来，步长为 2 时每四条有一条，如此下去，直到 0 号线程得到整块的和。",
            ),
            notes: Prose::new(
                "Before each step let the audience mark the threads that will work: those whose number is divisible by 2 * stride. Odd threads have nothing to do from the beginning; they never add anything.",
                "每一步之前，让学生标出将要工作的线程：线程号能被 2 * stride 整除的那些。奇数线程从一开始就没有事做，一次也不加。",
            ),
            pin: Pin::of(&[0], 0, 5).at(Size::fixed(64, 32)).with(Panel::Tree),
        },
        Slide {
            text: Prose::new(
                "With stride 8, two lanes of each warp still work, with stride 16, one. No warp can be idle: a single working lane keeps it busy.",
                "步长为 8 时每个线程束还有两条通道在工作，步长为 16 时只剩一条。但没有线程束能空闲：只要有一条通道工作，整个线程束就在忙。",
            ),
            notes: Prose::new(
                "Count rows, not lanes: with each of the strides 1 to 16 every warp requests memory and diverges at the condition. In a block of 1024 threads, 32 warps are busy for 32 working threads with stride 16.",
                "要数行，不要数格子：步长从 1 到 16，每个线程束都要访存，都在条件处分化。块大小为 1024 时，步长 16 下 32 个线程束都在为 32 条工作的线程而忙。",
            ),
            pin: Pin::of(&[0], 3, 6),
        },
        Slide {
            text: Prose::new(
                "With stride 32, warp 1 is idle for the first time. Thread 0 now reads what thread 32 of the other warp has written: without the barrier it might read too early.",
                "步长为 32 时，1 号线程束第一次空闲。0 号线程这时要读另一个线程束里 32 号线程写下的值：没有同步，它可能读得太早。",
            ),
            notes: Prose::new(
                "A warp without any working lane does not diverge; it goes to the barrier and waits. storageBarrier() has to be outside the if, since all threads of the block must reach it.",
                "没有通道工作的线程束不会分化，它直接走到同步处等待。storageBarrier() 必须写在 if 外面，因为块里的所有线程都要到达。",
            ),
            pin: Pin::of(&[0], 5, 7)
                .about(&[Subject::Lanes(0..1), Subject::Lanes(32..64), Subject::Words("data", 0..1), Subject::Words("data", 32..33)]),
        },
        Slide {
            text: Prose::new(
                "Of 7,168 branches 3,072 diverge, twelve in each block: five strides split both warps, stride 32 and the last if split warp 0. Warp efficiency looks better, as loops and tests run with all lanes.",
                "7168 次分支中有 3072 次分化，每个块 12 次：前五个步长使两个线程束都分化，步长 32 和最后的 if 只使 0 号分化。线程束效率看起来偏高，因为循环和判断是全部通道一起执行的。",
            ),
            notes: Prose::new(
                "With n = 16384, block size 64 and 32 lanes the warp efficiency (warp_execution_efficiency) is 74.29 %, although the additions themselves use 16 lanes of a warp at most. This machine counts its own instructions; a compiler's differ, so “CUDA kernel execution logic” (Tesla K80) prints 71.95 % for reduceNeighbored1 in blocks of 1024 threads, where we count 81.02 %.",
                "n = 16384、块大小 64、32 条通道：线程束效率（warp_execution_efficiency）为 74.29 %，而真正的加法最多只用到线程束的 16 条通道。本机器数的是自己的指令，与编译器的不同：块大小为 1024 时，《CUDA——kernel执行逻辑》（Tesla K80）给出 reduceNeighbored1 的 71.95 %，我们数出 81.02 %。",
            ),
            pin: Pin::of(&[0], 6, 7).showing(&[Part::Code, Part::Figures(&["branch", "divergent_branch", "warp_execution_efficiency"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "In a block of 1024 threads each request touches one cache line and needs few words of it: 6,128 load and 3,072 store transactions, with a quarter of the bytes used.",
                "块大小为 1024 时，每次请求触及一条缓存行，却只要其中几个字：6128 次加载事务、3072 次存储事务，搬运的字节只有四分之一有用。",
            ),
            notes: Prose::new(
                "“CUDA kernel execution logic” (Tesla K80, reduceNeighbored1) prints exactly these figures: load transactions (gld_transactions) 6128, store transactions (gst_transactions) 3072, load efficiency (gld_efficiency) 25.01 %, store efficiency (gst_efficiency) 25.00 % (n = 16384, block size 1024). Even with stride 16, where a single lane needs 4 bytes, 32 bytes move. The source itself computes 16.7 % and leaves the difference open: it divides the 131,008 bytes that are requested by 6,128 cache lines of 128 bytes. That is right where whole cache lines move; here only the sectors that are needed move, 16,368 of 32 bytes: 131,008 / 523,776 = 25.01 %.",
                "《CUDA——kernel执行逻辑》（Tesla K80，reduceNeighbored1）给出的正是这些：加载事务（gld_transactions）6128，存储事务（gst_transactions）3072，加载效率（gld_efficiency）25.01 %，存储效率（gst_efficiency）25.00 %（n = 16384，块大小 1024）。步长 16 时单独一条通道只要 4 字节，也要搬运 32 字节。文中自己算出的是 16.7 %，并说与输出不符：它用请求的 131008 字节除以 6128 条 128 字节的缓存行。按整条缓存行搬运时这是对的；这里搬运的只是用到的扇区，共 16368 个，每个 32 字节：131008 / 523776 = 25.01 %。",
            ),
            pin: Pin::of(&[0], 1, 11)
                .at(Size::fixed(16_384, 1024))
                .with(Panel::Lines).showing(&[Part::Code, Part::Figures(&["gld_transactions", "gst_transactions", "gld_efficiency"]), Part::Panel(Panel::Lines)]),
        },
        Slide {
            text: Prose::new(
                "The changes of the next lessons make this sum almost ten times as fast. The counters suggest the order of the kernels, but not how much each step saves.",
                "经过后面几课的修改，这个求和快了将近十倍。计数器说得出内核的次序，说不出每步省多少。",
            ),
            notes: Prose::new(
                "In the order of the lessons the kernels take 236, 133, 121, 69.6, 38.4 and 24.0 µs (H200 in a browser, n = 2^24, block size 256). To load each word once takes 18.4, as the lesson Grid stride and vec4 does. In CUDA they take 90.9, 98.2, 74.0, 43.7, 26.2 and 19.7 µs: there the second is slower than the first.",
                "按课程的次序：236、133、121、69.6、38.4、24.0 µs（H200 的浏览器，n = 2^24，块大小 256）。每个字只读一次要 18.4 µs，即《网格跨步与 vec4》一课的内核。CUDA 版为 90.9、98.2、74.0、43.7、26.2、19.7 µs：第二个反而比第一个慢。",
            ),
            pin: Pin::of(&[0, 1], 2, 5).showing(&[Part::Clock(&Story {
                counters: &["divergent_branch", "gld_transactions"],
                cause: Cause::Shown(Prose::new(
                    "Most of the first step's gain is the division in tid % (2 * stride). If only the loop is unrolled, in the lesson The loops unrolled, the first kernel needs no division and takes 106 µs.",
                    "第一步省下的时间，大部分来自 tid % (2 * stride) 里的除法。《把循环展开》一课只把循环展开，第一个内核就不再需要除法，只要 106 µs。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Tree, Panel::Lines],
    kernels: &[
        &REDUCE_NEIGHBORED,
        &REDUCE_NEIGHBORED_LESS,
        &REDUCE_INTERLEAVED,
        &REDUCE_UNROLL2,
        &REDUCE_UNROLL4,
        &REDUCE_UNROLL8,
    ],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 4, 4),
    clock: Clock::usual(&[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]),
};
