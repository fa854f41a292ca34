//! The vector that all lanes share, in constant memory and in shared memory.

use super::V100;
use super::gemv::GEMV_COLUMN_MAJOR;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Gemv;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Text};
use simt::Grain;

pub(super) static GEMV_CONSTANT: GalleryKernel = kernel!(
    "gemv_constant",
    "x constant",
    "x 放常量内存",
    &Gemv {
        least_x: 16_384,
        ..Gemv::BY_COLUMNS
    }
)
.published(&[(V100, "constant memory x")]);
pub(super) static GEMV_SHARED: GalleryKernel =
    kernel!("gemv_shared", "x shared", "x 放共享内存", &Gemv::BY_COLUMNS)
        .published(&[(V100, "shared memory x")]);

pub(super) static LESSON: Lesson = Lesson {
    id: "gemv-fast-x",
    group: Group::Memory,
    title: Text::new("A faster way to x", "更快地读 x"),
    question: Prose::new(
        "Every thread needs every word of x. How many load requests to global memory are for x in each kernel?",
        "每条线程都要 x 的每个字。各个内核里，有多少次全局内存加载请求是为了 x？",
    ),
    answer: Prose::new(
        "With n = 16384 (128 × 128, blocks of 64 threads): 512 of 1024 with x in global memory, 8 of 520 with x in shared memory, which is then read 512 times, and none of 516 with x in constant memory.",
        "n = 16384（128 × 128，块大小 64）时：x 在全局内存，1024 次里有 512 次；x 在共享内存，520 次里只有 8 次，另外读共享内存 512 次；x 在常量内存，516 次里一次也没有。",
    ),
    remember: Prose::new(
        "Keep a word that all lanes read where one access serves them all: in constant or in shared memory.",
        "所有通道都要读的字，应当放在一次访问就能供给所有通道的地方：常量内存或共享内存。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "One thread uses each word of the matrix, once: nothing can be saved there. But all threads read x again and again, the same word at the same time.",
                "矩阵的每个字只被一条线程用一次，没有可省的。x 却被所有线程反复读取，而且同时要同一个字。",
            ),
            notes: Prose::new(
                "Half of the 1024 load requests are for x (n = 16384). “CUDA matrix-vector multiplication” (Tesla V100) corrects its own task here: the matrix in shared memory would save nothing.",
                "1024 次加载请求里有一半是为了 x（n = 16384）。《CUDA 矩阵向量乘法》（Tesla V100）在这里更正了题目：把矩阵也放进共享内存省不了什么。",
            ),
            pin: Pin::of(&[2], 1, 3).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "Constant memory gives one word to all lanes at once and has its own cache. It holds 64 KiB, 16384 floats: exactly x at the published size. A longer x comes in pieces.",
                "常量内存一次把一个字发给所有通道，还有自己的缓存。它有 64 KiB，即 16384 个 f32，正好是文献中那么长的 x；更长的向量要分段。",
            ),
            notes: Prose::new(
                "In WebGPU it is var<uniform>, whose array elements have 16 bytes: hence vec4f. One load brings four words, and the loop has a quarter of the iterations: this machine counts 1198 of its own instructions a warp against 1676. The 516 load requests are 512 for a and 4 for y (n = 16384). “CUDA matrix-vector multiplication” (Tesla V100) explains the gain: one read serves a half-warp of 16 threads, a sixteenth of the traffic, and the cache keeps the word for the next half-warp. Half-warps are those of old chips; our count is for the whole warp.",
                "WebGPU 里对应 var<uniform>，数组元素按 16 字节排列，所以写成 vec4f。一次加载带来四个字，循环次数只有四分之一：按本机器的计数，每个线程束 1198 条指令对 1676 条。516 次加载请求里 512 次读 a，4 次读 y（n = 16384）。《CUDA 矩阵向量乘法》（Tesla V100）这样解释收益：一次读取供半个线程束的 16 条线程共用，流量是十六分之一；字还留在缓存里，供下一个半线程束使用。半线程束是旧芯片的做法；我们按整个线程束计数。",
            ),
            pin: Pin::of(&[2, 0], 9, 12).by(Grain::Statement).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "With shared memory a block loads as many words of x as it has threads, one each, waits, and then all threads read them one by one. One cache line of x serves 32 columns.",
                "用共享内存时，块里每条线程各取 x 的一个字，同步之后，大家再逐个读出来。x 的一条缓存行能供 32 列使用。",
            ),
            notes: Prose::new(
                "Each piece needs two barriers: one until the words are stored, one until all threads have read them. With n = 16384 and block size 64, x comes in two pieces: 8 load requests, and 16 waits of 4 warps.",
                "每一段要同步两次：一次等字到齐，一次等大家都读完。n = 16384、块大小 64 时，x 分两段：8 次加载请求，4 个线程束共等待 16 次。",
            ),
            pin: Pin::of(&[1], 7, 12).by(Grain::Statement).with(Panel::Lines),
        },
        Slide {
            text: Prose::new(
                "Then all lanes read the same word of x_tile in the same statement. One bank delivers it once, to all lanes: a broadcast, not a conflict.",
                "之后，所有通道在同一条语句里读 x_tile 的同一个字。存储体送出一次，大家共享：这是广播，不是冲突。",
            ),
            notes: Prose::new(
                "512 load requests to shared memory take 512 wavefronts (passes over the banks), with no bank conflict (n = 16384, block size 64). It is the same with 16 banks.",
                "512 次共享内存加载请求用 512 个 wavefront（存储体的趟数），没有存储体冲突（n = 16384，块大小 64）。换成 16 个存储体也一样。",
            ),
            pin: Pin::of(&[1], 11, 17).by(Grain::Statement).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "Bytes moved for loads fall from 81920 to 66560 and 66048; 65536 are the matrix itself. In a browser on an H200 the times fall, too: from 249 µs to 168 and 156 (n = 2^24, block size 256).",
                "加载搬运的字节从 81920 降到 66560 和 66048，其中 65536 是矩阵本身。在 H200 的浏览器里时间也减少了：从 249 µs 降到 168 和 156 µs（n = 2^24，块大小 256）。",
            ),
            notes: Prose::new(
                "These counts are for n = 16384 with 32-byte sectors. For 16384 × 16384, “CUDA matrix-vector multiplication” (Tesla V100) prints 1.552 ms with x in global, 1.517 ms in constant and 1.401 ms in shared memory; without its unrolled loop, it says, shared memory was slower than the versions before. On the H200 in CUDA the kernels take 354, 259 and 403 µs: there the shared kernel is the slowest. The chip counts half of the load requests for it, so traffic is not the reason, and the cause is open.",
                "n = 16384，32 字节扇区。16384 × 16384 时，《CUDA 矩阵向量乘法》（Tesla V100）给出 x 在全局内存 1.552 ms、常量内存 1.517 ms、共享内存 1.401 ms；文中说，循环若不展开，共享内存版反而比之前的更慢。H200 上的 CUDA 版则为 354、259、403 µs：那里反而是共享内存版最慢。芯片数出它的加载请求只有一半，可见原因不在访存，原因待定。",
            ),
            pin: Pin::of(&[2, 0, 1], 1, 3).with(Panel::Lines).showing(&[Part::Figures(&["gld_transactions"]), Part::Lanes]),
        },
        Slide {
            text: Prose::new(
                "On an H200 in a browser, both other places of x save about a third of the time. The compiler must know the length of their loops: where wgpu's checks hide it, outside a browser, they take 499 and 1719 µs.",
                "在 H200 的浏览器里，x 放在另外两个地方，都省下三分之一左右的时间。前提是编译器知道循环的长度：不用浏览器时，wgpu 的检查使它看不到，就要 499 和 1719 µs。",
            ),
            notes: Prose::new(
                "The times are for n = 2^24 and block size 256, constant memory first and shared memory second. With x in global memory it takes 249 µs, in constant memory 156. Before their loops had a known length, both kernels took more than six times as long as the plain one in a browser. The lesson One warp, two paths has a pair of kernels that differ in this alone. With #pragma unroll, “CUDA matrix-vector multiplication” (Tesla V100) once brought constant memory down to 1.35 ms. It did not keep this form, because the number of columns must then be known.",
                "这些时间是 n = 2^24、块大小 256 时的，先常量内存，后共享内存。x 在全局内存 249 µs，常量内存 156 µs。循环长度未知的旧写法，在浏览器里要用普通写法六倍多的时间。《一个线程束，两条路径》一课里有一对只差这一点的内核。《CUDA 矩阵向量乘法》（Tesla V100）用 #pragma unroll 一度把常量内存版降到 1.35 ms，但没有采用，因为那样必须事先知道列数。",
            ),
            pin: Pin::of(&[2, 0, 1], 1, 3).showing(&[Part::Clock(&Story {
                counters: &["gld_requests", "gld_transactions", "inst_per_warp"],
                cause: Cause::Shown(Prose::new(
                    "Half of the load requests are gone, because x does not come through global memory. The kernel with x in shared memory has more instructions and barriers, and still takes only 168 µs.",
                    "加载请求少了一半，因为 x 不再经过全局内存。x 放共享内存的内核指令更多，还要同步，仍只要 168 µs。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Lines, Panel::Banks],
    kernels: &[&GEMV_CONSTANT, &GEMV_SHARED, &GEMV_COLUMN_MAJOR],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 8, 8).by(Grain::Statement).with(Panel::Lines),
    clock: Clock::usual(&[(0, 2), (1, 2)]),
};
