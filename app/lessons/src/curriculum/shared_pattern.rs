//! The structure of most good kernels: load to shared memory, wait, compute there, wait, write back.

use super::littles_law::COPY_SCALAR;
use crate::kernel::{GalleryKernel, kernel};
use crate::task::Stream;
use simt::Grain;
use crate::{Cause, Clock, Group, Lesson, Panel, Part, Pin, Prose, Size, Slide, Story, Subject, Text};

pub(super) static SHARED_REVERSE: GalleryKernel = kernel!(
    "shared_reverse",
    "reverse a block",
    "块内反转",
    &Stream::Reverse
);

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-pattern",
    group: Group::Memory,
    title: Text::new("Load, wait, work, write back", "读入、同步、计算、写回"),
    question: Prose::new(
        "In a block of 128 threads, which threads read a word that another warp wrote, and what makes that safe?",
        "块大小为 128 时，哪些线程会读到别的线程束写的字？靠什么保证安全？",
    ),
    answer: Prose::new(
        "Threads 0 to 63 read tile[other], which warps 2 and 3 filled; then threads 64 to 127 read what warps 0 and 1 stored there. Two barriers make it safe: 1024 waits of 512 warps with n = 16384.",
        "0 到 63 号线程读 tile[other]，那是 2、3 号线程束写入的；之后 64 到 127 号线程读到 0、1 号线程束放进去的字。两次同步保证安全：n = 16384 时 512 个线程束共等待 1024 次。",
    ),
    remember: Prose::new(
        "Load, wait, work, wait, write back: the barriers make it safe to read what another thread has stored in shared memory.",
        "读入、同步、计算、同步、写回：有了同步，才能放心读取别的线程写进共享内存的值。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Global memory is slow, shared memory is fast. So a block loads its words into shared memory, works on them there, and writes them back. This structure pays where words are used several times; here it only reverses their order.",
                "全局内存慢，共享内存快。所以块先把自己的字读入共享内存，在那里处理，再写回去。一个字要用好几次时，这种结构才划算；这里只是把次序反过来。",
            ),
            notes: Prose::new(
                "ME964 (slide 4) gives the steps: load, coalesced if possible; synchronize; process; synchronize as needed; write back, coalesced if possible. “CUDA execution model” (chapter 4, Little's law) gives registers 8 TB/s, shared memory 1.6 TB/s and global memory 177 GB/s (Fermi).",
                "ME964 第 4 页列出的步骤：读入（尽量合并）、同步、处理、按需再同步、写回（尽量合并）。《第四章 CUDA 执行模型》（Little 定律一节）给出的带宽：寄存器约 8 TB/s，共享内存约 1.6 TB/s，全局内存 177 GB/s（Fermi）。",
            ),
            pin: Pin::of(&[0], 0, 3).by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "Load: thread i loads word i. The 32 lanes of a warp read 32 adjacent words, one cache line; in shared memory the words are in 32 banks.",
                "读入：i 号线程搬第 i 个字。线程束的 32 条通道读 32 个相邻的字，一条缓存行；在共享内存里，它们落在 32 个存储体。",
            ),
            notes: Prose::new(
                "Step by statement to line 19 of the code. 512 load requests make 512 transactions, load efficiency (gld_efficiency) 100 % (n = 16384, block size 128).",
                "逐语句走到代码第 19 行。512 次加载请求，512 次事务，加载效率（gld_efficiency）100 %（n = 16384，块大小 128）。",
            ),
            pin: Pin::of(&[0], 4, 5).by(Grain::Statement).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "Wait: thread 0 needs word 127, which a thread of warp 3 stores. Without the barrier, warp 0 might read it too early.",
                "同步：0 号线程要第 127 个字，而它由 3 号线程束搬来。没有同步，0 号线程束可能读得太早。",
            ),
            notes: Prose::new(
                "Delete the first workgroupBarrier(): the machine reports a race between tile[tid] in line 19 of the code and tile[other]. Students often delete it, see a right result once, and believe it.",
                "删掉第一个 workgroupBarrier()：机器会报告代码第 19 行的 tile[tid] 与 tile[other] 之间有数据竞争。学生常常删掉后碰巧看到一次正确结果，就相信它。",
            ),
            pin: Pin::of(&[0], 5, 7)
                .about(&[Subject::Lanes(0..1), Subject::Lanes(96..128), Subject::Words("tile", 0..1), Subject::Words("tile", 127..128)])
                .by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "Work: 64 threads exchange two words each. The other two warps skip the branch as a whole, so no branch diverges; and a load in reverse order still uses 32 different banks.",
                "计算：64 条线程各交换两个字。另外两个线程束整个跳过这个分支，没有分化；倒着读也仍然落在 32 个不同的存储体。",
            ),
            notes: Prose::new(
                "No branch diverges (divergent_branch is 0), and 1024 loads from shared memory take 1024 wavefronts (passes over the banks; n = 16384, block size 128). The half-warps and 16 banks of the machine “GeForce 8800 (G80)” give the same: no conflict.",
                "没有分化的分支（divergent_branch 为 0）；1024 次共享内存加载用 1024 个 wavefront（存储体的趟数；n = 16384，块大小 128）。换成“GeForce 8800 (G80)”的半线程束和 16 个存储体，同样没有冲突。",
            ),
            pin: Pin::of(&[0], 8, 11).by(Grain::Statement).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "Write back: wait again, then thread i stores word i. In any order of the work, each word is loaded from global memory once and stored once, in order.",
                "写回：再同步一次，然后 i 号线程写第 i 个字。不管计算的次序如何，全局内存里每个字只进出各一次，而且依次排列。",
            ),
            notes: Prose::new(
                "512 stores make 512 transactions, with a store efficiency of 100 %. Compare: the in-place reductions of “CUDA kernel execution logic” access global memory in every iteration, and “CUDA matrix-vector multiplication” keeps x in shared memory but not the matrix, whose words are used once.",
                "512 次存储正好 512 次事务，存储效率 100 %。对比：《CUDA——kernel执行逻辑》里的原地归约每次迭代都访问全局内存；《CUDA 矩阵向量乘法》把 x 放进共享内存，矩阵则不放，因为每个字只用一次。",
            ),
            pin: Pin::of(&[0], 11, 14).by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "The way through shared memory with its two waits takes 7 % longer than a plain copy, with the same transactions.",
                "绕道共享内存、等待两次，比单纯复制只多花 7 % 的时间，事务数相同。",
            ),
            notes: Prose::new(
                "The reversal takes 63.7 µs, the copy 59.7, with one word for each thread (H200 in a browser, n = 2^24, block size 256); in CUDA 55.1 and 51.0. The copy is copy_scalar of the lesson Bytes in flight; it stores to a second buffer.",
                "反转 63.7 µs；每条线程一个字的复制 59.7 µs（H200 的浏览器，n = 2^24，块大小 256）；CUDA 版为 55.1 和 51.0 µs。这里的复制是《在途的字节》一课的 copy_scalar，它写入另一个缓冲区。",
            ),
            pin: Pin::of(&[1, 0], 3, 9).by(Grain::Statement).showing(&[Part::Clock(&Story {
                counters: &["gld_transactions", "gst_transactions", "inst_per_warp"],
                cause: Cause::Shown(Prose::new(
                    "Both kernels leave the memory idle for a part of the time. With a vec4 for each thread, in the lesson Bytes in flight, the copy takes only 33.9 µs.",
                    "两个内核都让内存空闲了一部分时间。每条线程复制一个 vec4，只要 33.9 µs，见《在途的字节》一课。",
                )),
            })]),
        },
    ],
    panels: &[Panel::Banks, Panel::Chip],
    kernels: &[&SHARED_REVERSE, &COPY_SCALAR],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 4, 4)
        .by(Grain::Statement)
        .with(Panel::Banks),
    clock: Clock::usual(&[]),
};
