//! A warp checks the condition of all its lanes before it takes the cheap path, so that no warp executes both.

use crate::kernel::{GalleryKernel, kernel};
use crate::task::{Compact, Distances};
use crate::{Cause, Clock, Group, Lesson, Part, Pin, Prose, Size, Slide, Story, Subject, Text};
use simt::Grain;

pub(super) static DIVERGENCE_UNVOTED: GalleryKernel = kernel!(
    "divergence_unvoted",
    "each lane decides",
    "各通道自己决定",
    &Distances
);
pub(super) static DIVERGENCE_VOTE: GalleryKernel = kernel!(
    "divergence_vote",
    "the warp votes",
    "线程束投票",
    &Distances
);

pub(super) static WARP_COMPACT: GalleryKernel = kernel!(
    "warp_compact",
    "ballot",
    "ballot（按位投票）",
    &Compact
);

pub(super) static LESSON: Lesson = Lesson {
    id: "vote",
    group: Group::Divergence,
    title: Text::new("The warp votes", "线程束投票"),
    question: Prose::new(
        "Every third warp holds small and large numbers; what do these warps no longer do after the vote?",
        "每三个线程束里有一个同时含有大数和小数；投票之后，这些线程束不再做什么？",
    ),
    answer: Prose::new(
        "They no longer execute the cheap path in addition to the expensive one. 171 of 512 warps are mixed: divergent branches (divergent_branch) fall from 171 to 0, instructions per warp (inst_per_warp) from 554.81 to 458.62.",
        "不再在昂贵路径之外又走一遍便宜路径。512 个线程束里有 171 个是混合的：分化的分支（divergent_branch）从 171 降到 0，每束指令数（inst_per_warp）从 554.81 降到 458.62。",
    ),
    remember: Prose::new(
        "A vote lets a warp take one path with all its lanes, if that path is correct for each of them.",
        "只要一条路径对所有通道都正确，投票就能让整个线程束一起走这条路径。",
    ),
    slides: &[
        Slide {
            text: Prose::new(
                "Each element becomes the sum of its distances to 0, 1, ... 63. If x is above all of them, one iteration can add two distances: that is cheap. The expensive path is correct for every x.",
                "每个元素变成它到 0、1、……、63 的距离之和。如果 x 大于等于 64，一次迭代可以加两个距离，这条路径便宜；昂贵的路径则对任何 x 都正确。",
            ),
            notes: Prose::new(
                "The cheap path has 32 iterations, the expensive one 64. Make sure that everybody sees the asymmetry: one path has a condition, the other is always valid. Voting depends on that.",
                "32 次迭代对 64 次。要让大家看清不对称之处：一条路径有前提，另一条总是成立。投票靠的就是这一点。",
            ),
            pin: Pin::of(&[0], 0, 1),
        },
        Slide {
            text: Prose::new(
                "The numbers come in runs of 48, so some warps hold the end of one run and the beginning of the next. Warp 0 has small numbers only; warp 1 has both, so its upper lanes take the cheap path, then its lower ones the expensive path.",
                "相同的数每 48 个一段，所以有的线程束里，前一段的末尾和后一段的开头都有。0 号线程束全是小数；1 号两种都有，所以先由后一半通道走便宜路径，再由前一半通道走昂贵路径。",
            ),
            notes: Prose::new(
                "Warp 1 holds 16 lanes of each kind. It executes 32 and then 64 iterations, more than a warp with expensive elements only.",
                "1 号线程束里两种各有 16 条通道。它先走 32 次，再走 64 次迭代，比全是昂贵元素的线程束还要多。",
            ),
            pin: Pin::of(&[0], 1, 6).about(&[Subject::Lanes(32..64)]),
        },
        Slide {
            text: Prose::new(
                "subgroupAll gives every lane of a warp the same answer: do all of us agree? Only then is the cheap path taken. A mixed warp takes the expensive one together.",
                "subgroupAll 让线程束的每条通道得到同一个答案：我们是否全都同意？只有全都同意才走便宜路径；混合的线程束一起走昂贵路径。",
            ),
            notes: Prose::new(
                "On the right both warps run the expensive loop with all 32 lanes from the start. In CUDA the vote is __all_sync; in WGSL it needs a GPU with subgroups.",
                "右边两个线程束从一开始就以全部 32 条通道走昂贵循环。CUDA 里的投票是 __all_sync；WGSL 里则需要支持 subgroups 的 GPU。",
            ),
            pin: Pin::of(&[0, 1], 0, 6).about(&[Subject::Lines("subgroupAll")]),
        },
        Slide {
            text: Prose::new(
                "The lanes that could have taken the cheap path lose nothing: they would have waited. The expensive loop runs 21,888 times either way, the cheap one 5,440 times instead of 10,912.",
                "本来可以走便宜路径的通道并没有损失：反正也要等。昂贵循环两边都执行 21888 次，便宜循环从 10912 次减到 5440 次。",
            ),
            notes: Prose::new(
                "With n = 16384, block size 64 and 32 lanes the warp efficiency (warp_execution_efficiency) goes from 75.74 % to 100 %, but instructions fall by 17 % only: all lanes are busy now, some on the expensive path where the cheap one would be enough. Efficiency is not speed.",
                "n = 16384、块大小 64、32 条通道。线程束效率（warp_execution_efficiency）从 75.74 % 升到 100 %，指令却只少了 17 %：现在通道全都在忙，其中一部分走的是昂贵路径，而便宜路径就够了。效率不等于速度。",
            ),
            pin: Pin::of(&[0, 1], 62, 65),
        },
        Slide {
            text: Prose::new(
                "A vote can ask three things. subgroupAll: do all lanes agree? subgroupAny: does at least one? subgroupBallot: which ones? The ballot gives every lane one bit for each lane of its warp.",
                "投票可以问三件事。subgroupAll：所有通道都同意吗？subgroupAny：至少有一条同意吗？subgroupBallot：是哪几条？最后一种让每条通道都得到整个线程束的投票，每条通道占一位。",
            ),
            notes: Prose::new(
                "warp_compact moves the elements below 48 to the front of their block. The data are 0 to 95, again and again, so all lanes of warp 0 vote, lanes 0 to 15 of warp 1, and no lane of warp 2. CUDA names them __all_sync, __any_sync and __ballot_sync. A ballot of WGSL has four words, for up to 128 lanes; 32 lanes use the first one only.",
                "warp_compact 把小于 48 的元素移到本块的最前面。数据是 0 至 95，反复出现：0 号线程束全部投票，1 号的 0 至 15 号通道投票，2 号没有通道投票。CUDA 里是 __all_sync、__any_sync、__ballot_sync。WGSL 的投票结果有四个字，最多 128 条通道；32 条通道只用第一个字。",
            ),
            pin: Pin::of(&[2], 5, 8)
                .by(Grain::Statement)
                .at(Size::fixed(16_384, 128))
                .about(&[Subject::Lines("subgroupBallot")]),
        },
        Slide {
            text: Prose::new(
                "A lane's place is the number of votes below it: it counts the lower bits of the ballot. The lanes need no atomics and no loop over each other. Where subgroupAny is false, in 170 of 512 warps, nothing is counted.",
                "一条通道的位置，就是编号比它小的通道投了多少票：数一数投票结果里较低的位即可。不用原子操作，也不用逐条通道循环。512 个线程束中有 170 个 subgroupAny 为假，那里什么也不数。",
            ),
            notes: Prose::new(
                "The slide has n = 16384, block size 128 and 32 lanes. Each warp leaves its count in workgroup memory; behind the barrier it adds the counts of the warps before it, so the result is the same for every width of the warp. There are 640 store requests (gst_requests): 342 with kept elements, and 298 with the zeros behind them.",
                "n = 16384，块大小 128，32 条通道。每个线程束把自己的票数写入工作组内存；同步之后，再加上前面各线程束的票数，所以结果与线程束的宽度无关。存储请求（gst_requests）有 640 次：342 次写留下的元素，298 次写后面的零。",
            ),
            pin: Pin::of(&[2], 8, 16)
                .by(Grain::Statement)
                .at(Size::fixed(16_384, 128))
                .about(&[Subject::Lines("countOneBits(extractBits"), Subject::Lines("subgroupAny")]),
        },
        Slide {
            text: Prose::new(
                "Compilers vote too. Where a path is too long to be masked, nvcc adds a vote (“CUDA execution model”, chapter 4): if all lanes agree, the other path is not entered.",
                "编译器也会投票。《第四章 CUDA 执行模型》说，路径太长、不适合用谓词时，nvcc 会加一次投票：如果所有通道选择相同，就不进入另一条路径。",
            ),
            notes: Prose::new(
                "That vote avoids an empty path; ours goes further and changes what mixed warps do. No compiler may do this, since it does not know that the expensive path is correct for all elements.",
                "那种投票只是省去空走一条路径；我们的投票更进一步，改变了混合线程束的做法。编译器不能这样做，因为它不知道昂贵路径对所有元素都正确。",
            ),
            pin: Pin::of(&[1], 0, 3),
        },
        Slide {
            text: Prose::new(
                "On an H200 in a browser, the vote saves a tenth of the time. In CUDA it saves nothing.",
                "在 H200 的浏览器里，投票省下十分之一的时间。CUDA 版则没有收益。",
            ),
            notes: Prose::new(
                "Without the vote it takes 222 µs, with it 201 (n = 2^24, block size 256); in CUDA 95.4 and 96.0. In the lab raise the iterations: the longer the expensive path, the more a warp loses that walks both.",
                "不投票 222 µs，投票 201 µs（n = 2^24，块大小 256）；CUDA 版为 95.4 和 96.0 µs。在实验室里增加迭代次数：昂贵的路径越长，走两条路径的线程束损失就越大。",
            ),
            pin: Pin::of(&[0, 1], 62, 65).showing(&[Part::Clock(&Story {
                counters: &["inst_per_warp", "warp_execution_efficiency"],
                cause: Cause::Open(Prose::new(
                    "The vote itself is one instruction. In CUDA even the kernel without a vote takes less than half of the browser's time, and no pair of kernels shows which code makes that difference.",
                    "投票本身只有一条指令。在 CUDA 里，不投票的内核也只要浏览器一半不到的时间，而没有哪一对内核能说明代码差在哪里。",
                )),
            })]),
        },
    ],
    panels: &[],
    kernels: &[&DIVERGENCE_UNVOTED, &DIVERGENCE_VOTE, &WARP_COMPACT],
    size: Size::fixed(16_384, 64),
    opens: Pin::of(&[0], 1, 1),
    clock: Clock::usual(&[(1, 0)]),
};
