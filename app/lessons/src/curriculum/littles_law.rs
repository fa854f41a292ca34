//! The bytes that must be in flight to keep memory busy, and three ways to reach that number.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Stream;
use simt::Grain;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};

pub(super) static COPY_SCALAR: GalleryKernel = kernel!(
    "copy_scalar",
    "one word",
    "一个字",
    &Stream::Copy { per_lane: 1 }
);
pub(super) static COPY_VEC4: GalleryKernel =
    kernel!("copy_vec4", "a vec4", "一个 vec4", &Stream::CopyVectors);
pub(super) static COPY_SCALAR4: GalleryKernel = kernel!(
    "copy_scalar4",
    "four words",
    "四个字",
    &Stream::Copy { per_lane: 4 }
);

pub(super) static LESSON: Lesson = Lesson {
    id: "littles-law",
    group: Group::Execution,
    title: Text::new("Bytes in flight", "在途的字节"),
    question: Prose::new(
        "All three copy the same bytes in as many transactions. How many bytes does one warp of each have in flight before it must wait?",
        "三个内核复制的字节一样多，访存事务数也一样。各自的一个线程束在必须等待之前，能有多少字节在途？",
    ),
    answer: Prose::new(
        "copy_scalar 128, in one request of one cache line; copy_vec4 512, in one request of four; copy_scalar4 512, in four requests of one. With n = 16384 and block size 64, each takes 512 load transactions: by 512, 128 and 128 warps.",
        "copy_scalar 是 128 字节，一次请求一条缓存行；copy_vec4 是 512 字节，一次请求四条；copy_scalar4 也是 512 字节，四次请求各一条。n = 16384、块大小 64 时，加载事务都是 512 次，分别由 512、128、128 个线程束完成。",
    ),
    remember: Prose::new(
        "Bytes in flight are rate times latency, so a memory is busy only if enough bytes are requested at once.",
        "在途的字节等于速率乘以延迟，所以只有同时请求足够多的字节，内存才不会空闲。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Little's law: amount in flight = amount that arrives in a second × latency of each. A memory with a long latency is busy only if many bytes are requested at once.",
                "Little 定律：在途的量 = 每秒到达的量 × 每个所花的时间。延迟长的内存，只有同时请求很多字节，才不会空闲。",
            ),
            notes: Prose::new(
                "Imagine a shop: with two new customers a minute who stay five minutes each, ten are in the shop. The panel does the same calculation with your numbers. For loads “CUDA execution model” (chapter 4, equation 4.2) writes N = λ × L: the rate of arrival λ is the instructions per cycle times the share of loads among them, and L is the latency.",
                "例如：商店每分钟进两位顾客，每位待五分钟，店里就总有十位。面板用你填的数做同样的计算。对于加载，《第四章 CUDA 执行模型》公式 4.2 写作 N = λ × L：到达率 λ 是每周期指令数乘以其中加载所占的比例，L 是延迟。",
            ),
            pin: Pin::of(&[0], 0, 0).by(Grain::Statement).with(Panel::Scheduler),
        },
        Slide {
            text: Prose::new(
                "A Fermi C2050 has 144 GB/s at peak and a latency of up to 800 cycles at 1.15 GHz, so it needs 100 KB in flight. One word a lane is 128 bytes a warp. Each of 14 multiprocessors then needs 56 warps; 48 fit.",
                "以 Fermi C2050 为例：峰值 144 GB/s，延迟最多 800 个周期（1.15 GHz），要有 100 KB 在途。每通道一个字，一个线程束是 128 字节；分到 14 个多处理器，每个要 56 个线程束，而最多只容得下 48 个。",
            ),
            notes: Prose::new(
                "144 GB/s and 1.15 GHz are from table 4.1 of “CUDA execution model” (chapter 4), 800 cycles and 100 KB from table 4.8, after Volkov. That table also says under 177 GB/s: more than the peak of this card, and 123 KB with 800 cycles. For the same chip the chapter quotes 30 to 50 transactions of 128 bytes for each multiprocessor.",
                "144 GB/s 和 1.15 GHz 出自《第四章 CUDA 执行模型》表 4.1，800 个周期和 100 KB 出自表 4.8（据 Volkov）。表 4.8 还写着不到 177 GB/s：那高于这块卡的峰值，按 800 个周期算就是 123 KB。同一芯片，该章还引用了每个多处理器 30 到 50 次 128 字节事务的说法。",
            ),
            pin: Pin::of(&[0], 3, 3).by(Grain::Statement).on("m2070").with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "One instruction can request more: a vec4 is 16 bytes a lane, 512 a warp, four cache lines in one request. A quarter of the warps has as many bytes in flight.",
                "一条指令可以请求更多：vec4 每通道 16 字节，一个线程束 512 字节，一次请求四条缓存行。四分之一的线程束就有同样多的字节在途。",
            ),
            notes: Prose::new(
                "n = 16384, block size 64: 128 load requests instead of 512, and 512 transactions as before. Transactions per load (gld_transactions_per_request) are 4, which is no loss here: load efficiency (gld_efficiency) stays at 100 %.",
                "n = 16384，块大小 64：加载请求从 512 次减到 128 次，事务仍是 512 次。每次加载的事务数（gld_transactions_per_request）是 4，在这里并不是损失：加载效率（gld_efficiency）仍为 100 %。",
            ),
            pin: Pin::of(&[0, 1], 3, 3).by(Grain::Statement).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "Or a thread makes several requests before it waits: four independent loads, and only then the first store. A load does not stop a warp; the use of its word does.",
                "或者在等待之前多次请求：四次加载互不依赖，之后才有第一次存储。让线程束停下的不是加载，而是使用加载来的字。",
            ),
            notes: Prose::new(
                "Step through lines 18 to 25 of the code of copy_scalar4. If each load were followed by its store, a compiler might still move the loads together, if it can prove that input and output do not overlap. With B independent loads in a batch, each warp has B requests in flight in the place of one (“CUDA execution model”, chapter 4, equation 4.3). Here B is four.",
                "逐语句走过 copy_scalar4 代码的第 18 到 25 行。即使每次加载后面紧跟着存储，只要能证明 input 和 output 不重叠，编译器也可能把加载挪到一起。如果一批有 B 个互不依赖的加载，每个线程束在途的请求就从一个变成 B 个（《第四章 CUDA 执行模型》公式 4.3）。这里 B 是四。",
            ),
            pin: Pin::of(&[1, 2], 3, 7).by(Grain::Statement).with(Panel::Scheduler),
        },
        Slide {
            text: Prose::new(
                "Totals are equal: 512 load and 512 store transactions, 100 % efficiency. Counters say how much moved, not how much at once. Only the time shows that: measure all three.",
                "总量完全相同：加载 512 次、存储 512 次事务，效率 100 %。计数器只说搬了多少，不说同时搬多少。这要靠计时：三个都跑一遍。",
            ),
            notes: Prose::new(
                "n = 16384, block size 64; choose a large n before you measure. “CUDA execution model” (chapter 4) quotes Volkov: 84 % of peak bandwidth at 4 % occupancy, with 14 float4 a thread.",
                "n = 16384，块大小 64；计时前请换成很大的 n。《第四章 CUDA 执行模型》引用 Volkov：每线程复制 14 个 float4，占用率仅 4 %，就达到峰值带宽的 84 %。",
            ),
            pin: Pin::of(&[0, 1, 2], 3, 3).by(Grain::Statement).showing(&[Part::Figures(&["gld_transactions", "gld_efficiency"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "One word for each thread takes 1.76 times as long as a vec4, with as many transactions.",
                "每条线程一个字的用时是一个 vec4 的 1.76 倍，事务数却相同。",
            ),
            notes: Prose::new(
                "One word takes 59.7 µs, a vec4 33.9 (H200 in a browser, n = 2^24, block size 256); in CUDA one word, a vec4 and four words take 51.0, 32.7 and 34.5. Load requests of all warps are 512, 128 and 512 (n = 16384, block size 64). With four words a warp has four times the bytes in flight, and a quarter of the blocks do the work.",
                "一个字 59.7 µs，一个 vec4 33.9 µs（H200 的浏览器，n = 2^24，块大小 256）；一个字、一个 vec4、四个字的 CUDA 版为 51.0、32.7、34.5 µs。所有线程束的加载请求依次为 512、128、512 次（n = 16384，块大小 64）。四个字时，每个线程束的在途字节是四倍，完成工作的块只有四分之一。",
            ),
            pin: Pin::of(&[1, 0, 2], 2, 4).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["gld_transactions", "gld_requests"],
                cause: Cause::Open(Prose::new(
                    "Fewer requests are not the reason: four separate words make as many as one and take only 35.0 µs. More bytes in flight or fewer blocks: these kernels do not separate the two.",
                    "原因不是请求少：分开的四个字，请求和一个字一样多，却只要 35.0 µs。是在途的字节多了，还是块少了，这三个内核分不开。",
                )),
            })]),
        },
        Slide {
            text: Prose::new(
                "A wait is hidden by work that does not depend on it. The same copy takes three fifths of the time when each thread asks for four words at once.",
                "等待要靠与它无关的工作来掩盖。同样的复制，每条线程一次要四个字，用时就只有五分之三。",
            ),
            notes: Prose::new(
                "All three copy as many words with as many transactions. Ask what else hides a wait: other warps, and independent operations of one thread, as in the lesson One chain or four.",
                "三个内核复制的字和事务都一样多。问学生还有什么能掩盖等待：别的线程束，以及同一条线程里互不依赖的运算，见《一条链还是四条链》一课。",
            ),
            pin: Pin::START.by(Grain::Statement).showing(&[Part::Chapter]),
        },
    ],
    panels: &[Panel::Scheduler, Panel::Lines],
    kernels: &[&COPY_SCALAR, &COPY_VEC4, &COPY_SCALAR4],
    size: Size::fixed(16_384, 64),
    opens: Pin::START
        .by(Grain::Statement)
        .with(Panel::Scheduler),
    clock: Clock::usual(&[(1, 0), (2, 0)]),
};
