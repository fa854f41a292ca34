//! Each block adds two, four or eight blocks of data before its tree: more loads in flight per barrier.

pub(super) use super::reductions::{REDUCE_UNROLL2, REDUCE_UNROLL4, REDUCE_UNROLL8};
use super::reductions::REDUCE_INTERLEAVED;
use crate::{Clock, Group, Lesson, Panel, Pin, Prose, Size, Slide, Text};
use simt::Grain;

pub(super) static LESSON: Lesson = Lesson {
    id: "unroll",
    group: Group::ReductionInGlobalMemory,
    title: Text {
        en: "Unrolling data blocks",
        zh: "展开数据块",
    },
    question: Prose::new(
        "The tree stays as it was. Where does the time go away?",
        "树形求和没有变，时间是从哪里省下来的？",
    ),
    answer: Prose::new(
        "Most loads are now in the first statement, where every lane is active and up to eight loads wait at once. Barriers and idle lanes are paid once for eight times the data.",
        "大部分加载都集中在第一条语句：所有线程都在工作，最多同时有八个加载在途。同步和空闲线程的代价由八倍的数据分摊。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "In the interleaved tree a block takes in as many elements as it has lanes. Half of its lanes are idle from the first stride on, and every block pays for a whole tree.",
                "交错配对时，一个块有多少线程就只读入多少元素。从第一个步长起就有一半线程闲着，而每个块都要走完整棵树。",
            ),
            notes: Prose::new(
                "Point at warp 1 on the first press: it waits at the barrier and never adds. At n = 16384, block 64, there are 256 such blocks, and their warps come to a barrier 3072 times.",
                "第一次按键后请看 1 号线程束：它停在同步处，从头到尾没有做过一次加法。n = 16384、块为 64 时这样的块有 256 个，线程束到达同步共 3072 次。",
            ),
            pin: Pin::of(&[3], 0, 1),
        },
        Slide {
            text: Prose::new(
                "Before the tree, each lane adds up elements of two, four or eight neighbouring data blocks. A block of lanes then handles that many times the data with a single barrier more.",
                "在树形求和之前，每条线程先把相邻的两块、四块或八块数据里的元素加起来。这样，一个线程块只多一次同步，就处理了数倍的数据。",
            ),
            notes: Prose::new(
                "The fold lies before the first press of the loop: step by statement to line 19, where both warps add with all 32 lanes. Students expect one tree for each data block. There is only one tree, over sums.",
                "归并发生在循环的第一次按键之前：逐语句走到第 19 行，可以看到两个线程束的 32 条线程全都在加。学生常以为每个数据块各有一棵树，其实只有一棵，加的是已经归并过的和。",
            ),
            pin: Pin::of(&[0], 0, 1),
        },
        Slide {
            text: Prose::new(
                "One statement asks for eight words per lane. None of the loads needs another's result, so all eight can be under way at once, and each fills whole lines.",
                "一条语句里每条线程要读八个字。这些加载互不依赖，可以同时在途，而且每次都读满整条缓存行。",
            ),
            notes: Prose::new(
                "Line 19 makes 576 requests with 32 active lanes each; the tree's line 29 makes 576 too, with 10.5 lanes on average (n = 16384, block 64). The simulator does not show loads overlapping: it runs one statement after another. Time on a GPU does.",
                "第 19 行发出 576 次请求，每次 32 条线程都在工作；树的第 29 行同样是 576 次，平均却只有 10.5 条线程（n = 16384，块 64）。模拟器逐句执行，看不出加载的重叠；在真实 GPU 上，时间会体现出来。",
            ),
            pin: Pin::of(&[2], 5, 5).by(Grain::Statement).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "The tree is the same in both kernels: six strides at block 64, one warp at work. With eight data blocks for each block, only 32 trees are left of 256.",
                "两个内核的树完全一样：块为 64 时六个步长，只有一个线程束在工作。每块处理八块数据后，256 棵树只剩下 32 棵。",
            ),
            notes: Prose::new(
                "Compare barrier_waits at n = 16384: 3072 interleaved, 1792, 896 and 448 with two, four and eight data blocks. Load transactions fall from 3328 to 928. Let the class read both from the counters first.",
                "比较 n = 16384 时的 barrier_waits：交错配对 3072，展开 2、4、8 块后为 1792、896、448。加载事务从 3328 降到 928。让学生自己从计数器读出这两组数。",
            ),
            pin: Pin::of(&[2, 3], 1, 7),
        },
        Slide {
            text: Prose::new(
                "Fewer blocks also means fewer warps to choose from. Unrolling pays while the data still fill the GPU, and costs time when only a few blocks are left.",
                "块少了，可供调度的线程束也就少了。数据足够多、仍能占满 GPU 时展开才划算；只剩寥寥几个块时反而更慢。",
            ),
            notes: Prose::new(
                "The K80 notes print 31.936, 31.711, 34.720 and 39.135 µs for interleaved and 2, 4, 8 data blocks at n = 16384, block 1024: the last has 2 blocks. The M2070 notes, at 2^24 elements, print 6.967, 3.430, 1.829 and 1.422 ms.",
                "K80 笔记给出 n = 16384、块 1024 时交错配对及展开 2、4、8 块的时间：31.936、31.711、34.720、39.135 µs，最后一种只剩 2 个块。M2070 笔记在 2^24 个元素上给出 6.967、3.430、1.829、1.422 ms。",
            ),
            pin: Pin::of(&[2, 3], 0, 3).at(Size::fixed(16_384, 1024)),
        },
    ],
    panels: &[Panel::Tree, Panel::Lines],
    kernels: &[
        &REDUCE_UNROLL2,
        &REDUCE_UNROLL4,
        &REDUCE_UNROLL8,
        &REDUCE_INTERLEAVED,
    ],
    size: Size::fixed(16_384, 64),
    opens: Pin::START,
    clock: Clock::usual(&[(0, 3), (1, 0), (2, 1)]),
};
