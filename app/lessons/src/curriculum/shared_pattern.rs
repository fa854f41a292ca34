//! The structure of most good kernels: load to shared memory, wait, compute there, wait, write back.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::Stream;
use simt::Grain;
use crate::{Clock, Group, Lesson, Panel, Pin, Prose, Size, Slide, Subject, Text};

pub(super) static SHARED_REVERSE: GalleryKernel = kernel!(
    "shared_reverse",
    "reverse a block",
    "块内反转",
    &Stream::Reverse
);

pub(super) static LESSON: Lesson = Lesson {
    id: "shared-pattern",
    group: Group::Memory,
    title: Text {
        en: "Load, wait, work, write back",
        zh: "读入、同步、计算、写回",
    },
    question: Prose::new(
        "In a block of 128, which lanes read a word that another warp wrote, and what makes that safe?",
        "块大小为 128 时，哪些线程会读到别的线程束写的字？靠什么保证安全？",
    ),
    answer: Prose::new(
        "Lanes 0 to 63 read tile[other], which warps 2 and 3 filled; then lanes 64 to 127 read what warps 0 and 1 put there. Two barriers make it safe: 1024 waits of 512 warps at n = 16384.",
        "0 到 63 号线程读 tile[other]，那是 2、3 号线程束写入的；之后 64 到 127 号线程读到 0、1 号线程束放进去的字。两次同步保证安全：n = 16384 时 512 个线程束共等待 1024 次。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Global memory is far, shared memory is near. So bring the block's words over, work on them there, and take them back. Most good kernels have this shape.",
                "全局内存远，共享内存近。所以先把本块的字搬过来，在近处处理，再搬回去。大多数好内核都是这个样子。",
            ),
            notes: Prose::new(
                "The ME964 slides give the steps: load, coalesced if possible; synchronize; process; synchronize as needed; write back, coalesced if possible. The book chapter puts registers at 8 TB/s, shared memory at 1.6 TB/s and global memory at 177 GB/s (Fermi).",
                "ME964 课件列出的步骤：读入（尽量合并）、同步、处理、按需再同步、写回（尽量合并）。那章教材给出的带宽：寄存器约 8 TB/s，共享内存约 1.6 TB/s，全局内存 177 GB/s（Fermi）。",
            ),
            pin: Pin::of(&[0], 0, 3).by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "Load: lane i brings word i. 32 lanes read 32 neighbours, one line; in shared memory the words fall into 32 banks.",
                "读入：i 号线程搬第 i 个字。32 条线程读 32 个相邻的字，一条缓存行；在共享内存里，它们落在 32 个存储体。",
            ),
            notes: Prose::new(
                "Step by statement to line 19. 512 load requests make 512 transactions, efficiency 100 % (n = 16384, block 128).",
                "逐条语句走到第 19 行。512 次加载请求，512 次事务，效率 100 %（n = 16384，块 128）。",
            ),
            pin: Pin::of(&[0], 4, 5).by(Grain::Statement).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "Wait: lane 0 wants word 127, which a lane of warp 3 brings. Without the barrier, warp 0 might be there first.",
                "同步：0 号线程要第 127 个字，而它由 3 号线程束搬来。没有同步，0 号线程束可能先到一步。",
            ),
            notes: Prose::new(
                "Delete the first workgroupBarrier(): the machine reports a race between tile[tid] in line 19 and tile[other]. Students often delete it, see a right result once, and believe it.",
                "删掉第一个 workgroupBarrier()：机器会报告第 19 行的 tile[tid] 与 tile[other] 之间有数据竞争。学生常常删掉后碰巧看到一次正确结果，就信以为真。",
            ),
            pin: Pin::of(&[0], 5, 7)
                .about(&[Subject::Lanes(0..1), Subject::Lanes(96..128), Subject::Words("tile", 0..1), Subject::Words("tile", 127..128)])
                .by(Grain::Statement),
        },
        Slide {
            text: Prose::new(
                "Work: 64 lanes exchange two words each. The other two warps skip the branch as a whole, so nothing diverges; and reading backwards still takes 32 different banks.",
                "计算：64 条线程各交换两个字。另外两个线程束整个跳过这个分支，没有分化；倒着读也仍然落在 32 个不同的存储体。",
            ),
            notes: Prose::new(
                "divergent_branch is 0, and 1024 loads from shared memory take 1024 wavefronts (n = 16384, block 128). The same with the half-warps and 16 banks of a GeForce 8800: no conflict.",
                "divergent_branch 为 0；1024 次共享内存加载用 1024 个波次（n = 16384，块 128）。换成 GeForce 8800 的半线程束和 16 个存储体，同样没有冲突。",
            ),
            pin: Pin::of(&[0], 8, 11).by(Grain::Statement).with(Panel::Banks),
        },
        Slide {
            text: Prose::new(
                "Write back: wait again, then lane i stores word i. Whatever order the work had, global memory is read once and written once for each word, in order.",
                "写回：再同步一次，然后 i 号线程写第 i 个字。不管计算的次序如何，全局内存里每个字只进出各一次，而且依次排列。",
            ),
            notes: Prose::new(
                "512 stores, 512 transactions, 100 %. Compare: the in-place reductions of the K80 notes go to global memory at every stride, and the V100 exercise keeps x in shared memory but not the matrix, whose words are used once.",
                "512 次存储，512 次事务，100 %。对比：K80 笔记里的原地归约每个步长都访问全局内存；V100 练习把 x 放进共享内存，矩阵则不放，因为每个字只用一次。",
            ),
            pin: Pin::of(&[0], 11, 14).by(Grain::Statement),
        },
    ],
    panels: &[Panel::Banks],
    kernels: &[&SHARED_REVERSE],
    size: Size::fixed(16_384, 128),
    opens: Pin::of(&[0], 4, 4)
        .by(Grain::Statement)
        .with(Panel::Banks),
    clock: Clock::usual(&[]),
};
