//! A tiled matrix product in which 16 lanes read a row or a column of the tile: the same loads, without and with bank
//! conflicts.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::MatrixProduct;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};
use simt::Grain;

pub(super) static MATMUL_TILE_ROWS: GalleryKernel =
    kernel!("matmul_tile_rows", "by rows", "按行", &MatrixProduct);
pub(super) static MATMUL_TILE_COLUMNS: GalleryKernel =
    kernel!("matmul_tile_columns", "by columns", "按列", &MatrixProduct);

pub(super) static LESSON: Lesson = Lesson {
    id: "bank-conflicts",
    group: Group::Memory,
    title: Text::new("Bank conflicts", "存储体冲突"),
    question: Prose::new(
        "In the inner loop, how many different words must one bank deliver for a single load of a_tile: by rows, and by columns?",
        "在内层循环里，一次读 a_tile，单个存储体要送出几个不同的字？按行算是多少，按列算呢？",
    ),
    answer: Prose::new(
        "By rows it must deliver one. By columns it must deliver 8 with 32 lanes and 32 banks (Tesla K80), and 16 with half-warps and 16 banks (G80). With n = 1024 (32 × 32) the wavefronts of loads (shared_ld_wavefronts) grow from 2048 to 9216 on the Tesla K80, from 4096 to 34816 on the GeForce 8800 (G80).",
        "按行是 1 个。按列时，32 条通道、32 个存储体（Tesla K80）是 8 个；半线程束、16 个存储体（G80）是 16 个。n = 1024（32 × 32）时，加载的 wavefront（shared_ld_wavefronts）在 Tesla K80 上从 2048 增到 9216，在 GeForce 8800 (G80) 上从 4096 增到 34816。",
    ),
    remember: Prose::new(
        "Different words of one bank conflict, but one word that many lanes need is broadcast.",
        "同一存储体里的不同字会冲突，而许多线程要的同一个字只需广播一次。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Both kernels load the same tiles of a and b, 16 × 16 words each, wait at a barrier, and multiply. Only one thing differs: which thread computes which element of the tile.",
                "两个内核读入同样的 a、b 分块，各 16 × 16 个字，同步之后再相乘。区别只有一处：哪条线程计算分块里的哪个元素。",
            ),
            notes: Prose::new(
                "In lines 20 and 21 of the code, row and column are exchanged. Both fill the tiles row by row, so their stores to shared memory conflict in neither.",
                "看代码第 20、21 行：row 和 column 对调。两者都按行填充分块，所以写共享内存都没有冲突。",
            ),
            pin: Pin::of(&[0, 1], 0, 1).with(Panel::Blocks),
        },
        Slide {
            text: Prose::new(
                "By rows, 16 lanes compute 16 neighbours in a row. All need the same word of a_tile: its bank delivers it once, to all. Of b_tile they need 16 adjacent words: 16 banks.",
                "按行：16 条通道计算同一行里相邻的 16 个元素。它们要 a_tile 的同一个字，存储体送出一次，大家共享（广播）；要 b_tile 里并排的 16 个字，正好落在 16 个存储体。",
            ),
            notes: Prose::new(
                "This is scenario A of ME964 (slide 3): one tile broadcasts its words, the other serves them from neighbouring banks. Students think that a broadcast is a conflict: only different words in one bank are.",
                "这是 ME964 第 3 页的情形 A：一个分块靠广播，另一个分块用相邻的存储体。学生常把广播当成冲突；只有同一存储体里的不同字才算冲突。",
            ),
            pin: Pin::of(&[0], 12, 18).by(Grain::Statement).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "By columns, 16 lanes compute 16 elements of a column. They share a word of b_tile, but need words of a_tile that are 16 apart: with 16 banks, all in one bank, one after the other.",
                "按列：16 条通道计算同一列的 16 个元素。它们共用 b_tile 的一个字，但要的 a_tile 的字彼此相隔 16：只有 16 个存储体时，全都在同一个里，只能逐个送出。",
            ),
            notes: Prose::new(
                "The slide runs on the machine “GeForce 8800 (G80)”, which serves half-warps from 16 banks. Scenario B of ME964 (slide 3) leaves this to the reader; the answer is degree 16: with n = 1024, 4096 load requests take 34816 wavefronts, 30720 of them conflicts.",
                "本页的机器是“GeForce 8800 (G80)”：按半线程束服务，16 个存储体。ME964 第 3 页的情形 B 留作练习，答案是 16 路冲突：n = 1024 时 4096 次加载请求用了 34816 个 wavefront，其中 30720 个是冲突。",
            ),
            pin: Pin::of(&[1], 12, 18).by(Grain::Statement).on("g80").with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "With 32 lanes and 32 banks, words 16 apart fall into two banks, eight in each. The other half of the warp needs the same words and is served together with the first: degree 8, not 16.",
                "32 条通道、32 个存储体时，相隔 16 的字落在两个存储体里，各 8 个。线程束的另一半要的是同样的字，一并送达：冲突是 8 路，而不是 16 路。",
            ),
            notes: Prose::new(
                "Machine “Tesla K80”, n = 1024: 2048 load requests by columns take 9216 wavefronts (passes over the banks), 7168 of them conflicts; by rows 2048 and none. The efficiency of shared memory (shared_efficiency) is 23.29 % on the Tesla K80 and 12.41 % on the G80.",
                "机器“Tesla K80”，n = 1024：按列时 2048 次加载请求用 9216 个 wavefront（存储体的趟数），其中 7168 个是冲突；按行是 2048 个，没有冲突。共享内存效率（shared_efficiency）在 Tesla K80 上为 23.29 %，在 G80 上为 12.41 %。",
            ),
            pin: Pin::of(&[0, 1], 12, 18).by(Grain::Statement).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "A spare word at the end of each row avoids this: words of a column are then 17 apart, in 16 different banks. Edit the tile's type to array<array<i32, TILE + 1u>, TILE>.",
                "给每行末尾多留一个字就能避免：同一列的字相隔 17，落在 16 个不同的存储体里。把 a_tile 的类型改成 array<array<i32, TILE + 1u>, TILE> 试试。",
            ),
            notes: Prose::new(
                "The loads have no conflicts on both machines. On the Tesla K80 the stores now have a few, 64 with n = 1024, since two rows of 17 words overlap in one bank.",
                "加载的冲突在两种机器上都消失。Tesla K80 上存储反而多出一点冲突（n = 1024 时 64 次），因为两行 17 个字的排列在一个存储体上重叠。",
            ),
            pin: Pin::of(&[1], 12, 15).by(Grain::Statement).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "The exchange affects global memory too: a warp that works by columns stores its results into 16 rows of c, and each row is another cache line.",
                "对调也影响全局内存：按列计算的线程束把结果写进 c 的 16 行，每一行都是另一条缓存行。",
            ),
            notes: Prose::new(
                "Store transactions (gst_transactions) with n = 1024: 64 by rows and 512 by columns on the Tesla K80. ME964 (slide 5) advises to avoid bank conflicts if possible, but calls them not very important; Mark Harris, “Optimizing Parallel Reduction in CUDA” (G80, n = 2^22), prints 3.456 ms with conflicts and 1.722 ms without.",
                "n = 1024 时的存储事务（gst_transactions）：Tesla K80 上按行 64 次，按列 512 次。ME964 第 5 页认为冲突能避则避，但不太重要；Mark Harris 的 Optimizing Parallel Reduction in CUDA（G80，n = 2^22）给出有冲突 3.456 ms，没有冲突 1.722 ms。",
            ),
            pin: Pin::of(&[0, 1], 119, 120).by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "Columns take 2.7 times as long as rows, for 4.5 times the wavefronts of loads.",
                "按列的用时是按行的 2.7 倍，加载的 wavefront 则是 4.5 倍。",
            ),
            notes: Prose::new(
                "By rows it takes 17.1 ms, by columns 45.9 (H200 in a browser, n = 2^24, 4096 × 4096); in CUDA 16.9 and 45.9. By columns two things change at once, conflicts and stores. The sums in shared memory take 92.3 and 72.9 µs in CUDA, for about three times the wavefronts: there too the clock says less. Pad the tile, and measure again.",
                "按行 17.1 ms，按列 45.9 ms（H200 的浏览器，n = 2^24，4096 × 4096）；CUDA 版为 16.9 和 45.9 ms。按列等于一次改了两处：冲突和存储。共享内存求和的 CUDA 版是 92.3 和 72.9 µs，而 wavefront 大约是三倍：那里实测的差距同样更小。给分块每行多留一个字，再测一次。",
            ),
            pin: Pin::of(&[0, 1], 12, 15).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["shared_ld_wavefronts", "gst_transactions"],
                cause: Cause::Shown(Prose::new(
                    "The sums in shared memory differ in conflicts alone, strided against sequential: with conflicts CUDA takes 1.27 times as long. Here the store transactions grow, too.",
                    "只有冲突不同的，是共享内存求和的跨步对连续：有冲突的 CUDA 版是 1.27 倍。这里存储事务也多了。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Banks, Panel::Blocks],
    kernels: &[&MATMUL_TILE_ROWS, &MATMUL_TILE_COLUMNS],
    size: Size::fixed(1024, 256),
    opens: Pin::of(&[0], 12, 12)
        .by(Grain::Statement)
        .with(Panel::Banks),
    clock: Clock::usual(&[(0, 1)]),
};
